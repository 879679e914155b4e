"""More inputs that grow: chains, rows and layers that programs are made of by other programs."""

from __future__ import annotations

import json

from shapes.parts import Files, Kinds, joined
from shapes.pcl import WITH_PACKAGE

_MAIN = "(Module (ProcDecl main (IntTy) (Params) (Exprs (Decl x 0)\n{}\n(Return x))))"


def held(schema: object, document: object) -> Files:
    """Hold a document against a schema."""
    return {"a.json": json.dumps(document), "confty.toml": '[schemas]\n"a.json" = "s.json"\n', "s.json": json.dumps(schema)}  # fmt: skip


def _row(n: int, word: str) -> Files:
    each = {f"d{i}": {word: [{"$ref": f"#/$defs/d{i + 1}"}, {"minProperties": 0}]} for i in range(n)}  # fmt: skip
    return held({"$ref": "#/$defs/d0", "$defs": {**each, f"d{n}": {"type": "object"}}}, {"a": 1})


_JSONNET: dict[str, object] = {
    "nested layers": lambda n: "{ a: { b: { c: 0 } } }" + joined(n, lambda i: f" + {{ a+: {{ b+: {{ f{i}: {i} }} }} }}"),
    "nested layers of one field": lambda n: "{ a: { b: { c: 0 } } }" + joined(n, lambda i: f" + {{ a+: {{ b+: {{ c+: {i} }} }} }}"),
    "a chain of selves": lambda n: "{ with(k, v):: self { [k]: v } }" + joined(n, lambda i: f".with('f{i}', {i})"),
    "a chain of methods": lambda n: "{ spec: {}, a(v):: self { spec+: { a: v } }, b(v):: self + { spec+: { b+: [v] } } }" + joined(n, lambda i: f".a({i}).b({i})"),
    "deep indexes": lambda n: "local o = " + "{ a: " * 30 + "1" + " }" * 30 + ";\n[" + joined(n, lambda _: "o" + ".a" * 30 + ",") + "]",
    "one format of one object": lambda n: "local v = { a: 1 };\n'" + "%(a)s " * n + "' % v",
    "functions in functions": lambda n: joined(n, lambda i: f"local f{i}(x) = local g(y) = x + y; g({i});") + " f0(1)",
    "objects that are added to": lambda n: "local b = { a: { x: 1 }, l: [1] };\n[" + joined(n, lambda i: f"b {{ a+: {{ y: {i} }}, l+: [{i}] }},") + "]",
    "fields of fields": lambda n: "{ f0: 1, " + joined(n, lambda i: f"f{i + 1}: self.f{i // 2} + 1,") + " }",
    "fields that add to the last": lambda n: "{ f0: { a: 0 }, " + joined(n, lambda i: f"f{i + 1}: self.f{i} + {{ a: {i} }},") + " }",
    "hidden fields that add to the last": lambda n: "{ f0:: { a: 0 }, " + joined(n, lambda i: f"f{i + 1}:: self.f{i} + {{ b{i}: {i} }},") + f" x: self.f{n}.a }}",
    "one field in all layers": lambda n: "{ x: 0 }" + joined(n, lambda i: f" + {{ x+: {i} }}"),
    "fields of super": lambda n: "{" + joined(n, lambda i: f"f{i}: {i},") + "} + {" + joined(n, lambda i: f"f{i}: super.f{i} + 1,") + "}",
    "uses of one object": lambda n: "local o = {" + joined(n, lambda i: f"k{i}: [{i}],") + "};\n[" + joined(n, lambda i: f"o.k{i}, o['k{i}'],") + "]",
    "fields before a failure": lambda n: "local x = 1;\n{" + joined(n, lambda i: f"f{i}: (assert [x] != {i}; [self.f{i // 2}, x]),") + " z: error 'end' }",
    "locals before a failure": lambda n: "local x = 1;\n" + joined(n, lambda i: f"local v{i}(p, q={i}) = {{ f{i}:: std.objectFields(p), k: self.f{i}, ['c' + {i}]: x }};") + " [v0({}), error 'end']",
    "locals of an object before a failure": lambda n: "{" + joined(n, lambda i: f"local v{i} = (if std.isString($.z) then {{ x: v{i // 2} }} else [{i}]), f{i}: v{i},") + " z: error 'end' }",
    "lists before a failure": lambda n: "[" + joined(n, lambda i: f"[y for y in [x * {i} for x in [1, 2]]],") + " error 'end']",
    "calls before a failure": lambda n: "[" + joined(n, lambda i: f"std.map(function(x) x + {i}, std.range(0, 3)),") + " error 'end']",
    "names that are worked out": lambda n: "{" + joined(n, lambda i: f"['f' + {i}]: {i},") + "}",
    "lookups in a table": lambda n: "local t = {" + joined(n, lambda i: f"f{i}: {i},") + "};\n[" + joined(n, lambda i: f"t['f{i}'] + (if 'f{i}' in t then 1 else 0),") + "]",
    "calls of calls of std": lambda n: "[" + joined(n, lambda i: f"std.map(function(x) x + {i}, std.filter(function(y) y > {i}, [1, 2, 3])),") + "]",
    "comments at fields": lambda n: "{\n" + joined(n, lambda i: f"  // about {i}\n  f{i}: {i},  // behind\n  /* block */") + "\n}",
    "data: selves in a fold": lambda n: f"std.foldl(function(o, i) o.with('f' + i, i), std.range(1, {n}), {{ with(k, v):: self {{ [k]: v }} }})",
    "data: removed in a fold": lambda n: f"std.length(std.foldl(function(o, i) std.objectRemoveKey(o {{ ['f' + i]: i }}, 'f0'), std.range(1, {n}), {{ f0: 0 }}))",
    "data: asked in a fold": lambda n: f"std.length(std.foldl(function(o, i) if std.objectHas(o, 'g' + i) then o else o {{ ['f' + i]: i }}, std.range(1, {n}), {{}}))",
    "data: nested in a fold": lambda n: f"std.foldl(function(o, i) o + {{ a+: {{ ['f' + i]: i }} }}, std.range(1, {n}), {{ a: {{}} }})",
}  # fmt: skip
_RCL: dict[str, object] = {
    "one long format": lambda n: 'let a = 1; f"' + "x {a} " * n + '"',
    "lines of one text": lambda n: '"""\n' + joined(n, lambda i: f"line {i}") + '\n"""',
    "a chain of methods": lambda n: "[1, 2]" + joined(n, lambda i: f".map(x => x + {i})", ""),
    "typed names": lambda n: joined(n, lambda i: f"let v{i}: Dict[String, List[Number]] = {{ a = [{i}] }};") + " v0",
    "typed functions": lambda n: joined(n, lambda i: f"let f{i}: (Number, String) -> List[String] = (a, b) => [b];") + ' f0(1, "a")',
    "loops with conditions": lambda n: "[" + joined(n, lambda i: f"for x{i} in [1, 2]: if x{i} > {i}: x{i},") + "]",
    "uses of one object": lambda n: "let o = {" + joined(n, lambda i: f"k{i} = [{i}].map(x => x),") + "};\n[" + joined(n, lambda i: f'o.k{i}, o.get("k{i}", [1]), o["k{i}"],') + "]",
    "one that is unpacked": lambda n: "let a = [1];\n[" + joined(n, lambda i: f"..a, {i},") + "]",
    "comments at fields": lambda n: "{\n" + joined(n, lambda i: f"  // about {i}\n\n  f{i} = {i},") + "\n}",
    "wrong types": lambda n: joined(n, lambda i: f'let v{i}: Number = "a";') + " 1",
}  # fmt: skip
_PCL: dict[str, object] = {
    "resources with ranges": lambda n: joined(n, lambda i: f'resource r{i} "pkg:m:T" {{\n  options {{\n    range = 3\n  }}\n  name = "n${{range.value}}"\n}}'),
    "splats of a range": lambda n: 'resource r "pkg:m:T" {\n  options {\n    range = 5\n  }\n  name = "x"\n}\n' + joined(n, lambda i: f"l{i} = r[*].name"),
    "a range of a map": lambda n: 'resource r "pkg:m:T" {\n  options {\n    range = {' + joined(n, lambda i: f'\n k{i} = "v{i}"', "") + "\n}\n  }\n  name = range.value\n}",
    "resources with options": lambda n: 'resource a "pkg:m:T" {\n  name = "x"\n}\n' + joined(n, lambda i: f'resource r{i} "pkg:m:T" {{\n  name = a.name\n  options {{\n    dependsOn = [a]\n    ignoreChanges = [name]\n  }}\n}}'),
    "secrets": lambda n: joined(n, lambda i: f'config "c{i}" "string" {{\n  secret = true\n  default = "x"\n}}\noutput "o{i}" {{\n  value = secret(c{i})\n}}'),
    "conditions in conditions": lambda n: "a = 1\n" + joined(n, lambda i: f'l{i} = a == {i} ? (a > 2 ? "x" : "y") : null'),
    "loops with conditions": lambda n: "a = [1, 2, 3]\n" + joined(n, lambda i: f"l{i} = [for x in a : x + {i} if x > 1]\nm{i} = {{for k, v in a : k => v}}"),
    "texts of escapes": lambda n: joined(n, lambda i: f'l{i} = "a\\n\\t\\"$${{x}}%%{{y}} {i}"'),
    "uses of one object": lambda n: "o = {\n" + joined(n, lambda i: f"  k{i} = [{i}]") + "\n}\nl = [" + joined(n, lambda i: f"o.k{i}", ", ") + "]",
    "tries of the last": lambda n: "a0 = { x = 1 }\n" + joined(n, lambda i: f"a{i + 1} = {{ x = try(a{i}, 0), y = can(a{i}) }}"),
    "quoted keys": lambda n: "l = {\n" + joined(n, lambda i: f'  "k-{i}" = {{ "a.b" = {i} }}') + "\n}",
    "one long heredoc": lambda n: "a = 1\nl = <<-EOT\n" + joined(n, lambda i: f"    line ${{a}} {i}") + "\n  EOT\n",
}  # fmt: skip
_PHY: dict[str, object] = {
    "floats": lambda n: _MAIN.format(joined(n, lambda i: f"(Decl s{i} (Call + (FloatVal 1.5) (FloatVal {i}.25)))")),
    "records in records": lambda n: _MAIN.format(joined(n, lambda i: f"(Decl r{i} (RecordCons (Field a {i}) (Field b (RecordCons (Field c {i})))))\n(Asgn x (FieldAccess (FieldAccess r{i} b) c))")),
    "blocks": lambda n: _MAIN.format(joined(n, lambda i: f"(Exprs (Decl y{i} {i}) (Asgn x y{i}))")),
    "wrong types": lambda n: _MAIN.format(joined(n, lambda _: "(Asgn x (FloatVal 1.5))")),
    "comments behind": lambda n: _MAIN.format(joined(n, lambda i: f"; about {i}\n(Asgn x {i}) ; behind")),
}  # fmt: skip
_YAML: dict[str, object] = {
    "documents with anchors": lambda n: joined(n, lambda i: f"---\na: &x {{k: {i}}}\nb: *x\nc:\n  <<: *x\n  z: 1"),
    "one merge of all": lambda n: joined(n, lambda i: f"b{i}: &b{i} {{a{i}: 1}}") + "\nall:\n  <<: [" + joined(n, lambda i: f"*b{i}", ", ") + "]\n",
    "a folded text": lambda n: "k: >\n" + joined(n, lambda i: f"  line {i}"),
    "a quoted text of lines": lambda n: 'k: "' + joined(n, lambda i: f"line {i} \\u0041 \\\\") + '"',
    "tags": lambda n: joined(n, lambda i: f"k{i}: !!str {i}"),
    "complex keys": lambda n: joined(n, lambda i: f"? [a, {i}]\n: {i}"),
}  # fmt: skip
_TOML: dict[str, object] = {
    "long headers": lambda n: joined(n, lambda j: "[" + joined(40, lambda i: f"a{i}", ".") + f".t{j}]\nx = 1"),
    "deep dotted keys": lambda n: joined(n, lambda i: f"a.b{i}.c.d.e = {i}"),
    "lists of tables in tables": lambda n: joined(n, lambda i: f"[[p]]\nname = 'n{i}'\n[p.sub]\nx = {i}\n[[p.more]]\ny = 1"),
    "one text of lines": lambda n: 'a = """\n' + joined(n, lambda i: f"line {i} \\\\ \\u0041") + '"""\n',
    "one list with comments": lambda n: "a = [\n" + joined(n, lambda i: f"  {i}, # note") + "\n]\n",
}  # fmt: skip
_JSON: Kinds = {
    "a row of anyOf by a schema": lambda n: _row(n, "anyOf"),
    "a row of allOf by a schema": lambda n: _row(n, "allOf"),
    "constants by a schema": lambda n: held({"oneOf": [{"const": f"v{i}"} for i in range(n)]}, f"v{n - 1}"),
    "conditions by a schema": lambda n: held({"allOf": [{"if": {"properties": {"k": {"const": f"v{i}"}}}, "then": {"required": [f"p{i}"]}} for i in range(n)]}, {"k": "v3", "p3": 1}),
    "kinds by a schema": lambda n: held({"oneOf": [{"properties": {"kind": {"const": f"v{i}"}}, "required": ["kind"]} for i in range(n)]}, {"kind": f"v{n - 1}"}),
    "needed together by a schema": lambda n: held({"dependentRequired": {f"a{i}": [f"b{i}"] for i in range(n)}}, {f"{c}{i}": 1 for i in range(n) for c in "ab"}),
    "what is left by a schema": lambda n: held({"allOf": [{"properties": {f"p{i}": {}}} for i in range(n)], "unevaluatedProperties": False}, {f"p{i}": i for i in range(n)}),
    "missing by a schema": lambda n: held({"required": [f"p{i}" for i in range(n)]}, {}),
    "none of three by a schema": lambda n: held({"items": {"anyOf": [{"type": "string"}, {"type": "null"}, {"required": ["a"]}]}}, list(range(n))),
}  # fmt: skip


def _files(kinds: dict[str, object], name: str, beside: Files) -> Kinds:
    return {kind: lambda n, text=text: {name: text(n), **beside} for kind, text in kinds.items()}


FURTHER: dict[str, Kinds] = {
    "jsonnet": _files(_JSONNET, "a.jsonnet", {}),
    "rcl": _files(_RCL, "a.rcl", {}),
    "pcl": _files(_PCL, "main.pp", WITH_PACKAGE),
    "phy": _files(_PHY, "a.phy", {}),
    "json": _JSON,
    "yaml": _files(_YAML, "a.yaml", {}),
    "toml": _files(_TOML, "a.toml", {}),
}
