"""Inputs in Jsonnet that grow, by what there is more of: the first file is the one that is worked on."""

from __future__ import annotations

from shapes.parts import Kinds, joined

#: Programs that do not grow, over data that does.
RUNS: dict[str, str] = {
    "a sum": "std.foldl(function(a, x) a + x, std.range(1, n), 0)",
    "a text": "std.length(std.foldl(function(a, x) a + 'x', std.range(1, n), ''))",
    "an object of layers": "std.length(std.foldl(function(a, x) a + { ['f' + x]: x }, std.range(1, n), {}))",
    "an object by a comprehension": "{ ['f' + x]: x for x in std.range(1, n) }",
    "mapped, filtered": "std.filter(function(x) x > 3, std.map(function(x) x * 2, std.range(1, n)))",
    "sorted": "std.sort(std.map(function(x) (x * 7919) % 10007, std.range(1, n)))",
    "sorted by a key": "std.sort(std.makeArray(n, function(x) { k: (x * 7919) % 10007 }), keyF=function(o) o.k)",
    "sets": "std.setUnion(std.set(std.range(1, n)), std.setInter(std.range(1, n), std.range(5, n + 5)))",
    "unique": "std.length(std.uniq(std.range(1, n)))",
    "joined": "std.length(std.join(', ', std.map(function(x) '' + x, std.range(1, n))))",
    "split": "std.length(std.split(std.repeat('ab,', n), ','))",
    "replaced": "std.length(std.strReplace(std.repeat('ab,', n), 'ab', 'xyz'))",
    "letters": "std.length(std.stringChars(std.repeat('ab,', n)))",
    "base64": "std.length(std.base64(std.repeat('ab,', n)))",
    "lines": "std.length(std.lines(std.map(function(x) 'line', std.range(1, n))))",
    "parsed JSON": "std.length(std.parseJson('[' + std.join(',', std.map(function(x) '{\"a\": 1}', std.range(1, n))) + ']'))",
    "parsed YAML": "std.length(std.parseYaml(std.repeat('- a: 1\\n', n)))",
    "written YAML": "std.length(std.manifestYamlDoc([{ a: x, b: ['t'] } for x in std.range(1, n)]))",
    "written JSON": "std.length(std.manifestJsonEx([{ a: x, b: ['t'] } for x in std.range(1, n)], '  '))",
    "written TOML": "std.length(std.manifestTomlEx({ ['k' + x]: { a: x } for x in std.range(1, n) }, '  '))",
    "written ini": "std.length(std.manifestIni({ main: { ['k' + x]: x for x in std.range(1, n) }, sections: {} }))",
    "written Python": "std.length(std.manifestPython([{ a: x } for x in std.range(1, n)]))",
    "pruned": "std.length(std.prune([{ a: x, b: null } for x in std.range(1, n)]))",
    "merge patches": "std.length(std.mergePatch({ ['k' + x]: x for x in std.range(1, n) }, { ['k' + x]: null for x in std.range(5, n) }))",
    "flattened": "std.length(std.flattenArrays([[x, x] for x in std.range(1, n)]))",
    "deeply flattened": "std.length(std.flattenDeepArray([[x, [x]] for x in std.range(1, n)]))",
    "fields of an object": "local o = { ['k' + x]: x for x in std.range(1, n) }; std.foldl(function(a, k) a + o[k], std.objectFields(o), 0)",
    "keys and values": "std.length(std.objectKeysValues({ ['k' + x]: x for x in std.range(1, n) }))",
    "mapped with keys": "std.mapWithKey(function(k, v) k + v, { ['k' + x]: x for x in std.range(1, n) })",
    "compared": "std.range(1, n) == std.makeArray(n, function(x) x + 1)",
    "compared objects": "{ ['k' + x]: x for x in std.range(1, n) } == { ['k' + x]: x for x in std.range(1, n) }",
    "members": "std.length([x for x in std.range(1, n) if std.setMember(x, [1, 2, 3])])",
    "a tail call": "local f(i, a) = if i == 0 then a else f(i - 1, a + i) tailstrict; f(n, 0)",
    "lists added": "std.length(std.foldl(function(a, x) a + [x], std.range(1, n), []))",
    "lists added in front": "std.length(std.foldr(function(x, a) [x] + a, std.range(1, n), []))",
    "a text of parts": "std.length(std.foldl(function(a, x) if x % 7 == 0 then a else a + x + ', ', std.range(1, n), ''))",
    "digests": "std.length([std.md5('x' + x) for x in std.range(1, n)])",
    "formats": "std.length(['%05d %s' % [x, x] for x in std.range(1, n)])",
}

JSONNET: Kinds = {
    "lines": lambda n: {"a.jsonnet": "[\n" + joined(n, lambda i: f"  {i} + 1,") + "\n]"},
    "fields": lambda n: {"a.jsonnet": "{" + joined(n, lambda i: f"f{i}: {i},") + "}"},
    "locals": lambda n: {
        "a.jsonnet": joined(n, lambda i: f"local v{i} = {f'v{i - 1} + 1' if i else 0};")
        + f" v{n - 1 if n < 200 else 1}"
    },
    "locals in an object": lambda n: {
        "a.jsonnet": "{" + joined(n, lambda i: f"local v{i} = {i}, f{i}: v{i},") + "}"
    },
    "functions": lambda n: {
        "a.jsonnet": "{" + joined(n, lambda i: f"f{i}(x, y=1):: x + y + {i},") + " a: self.f0(1) }"
    },
    "nesting": lambda n: {
        "a.jsonnet": joined(n // 50 + 1, lambda i: f"local d{i} = {'{a: ' * 50}{i}{'}' * 50};")
        + " d0"
    },
    "merges": lambda n: {"a.jsonnet": joined(n, lambda i: f"{{ f{i}: {i} }}", " + ")},
    "merges of names": lambda n: {
        "a.jsonnet": joined(
            n, lambda i: f"local m{i} = {f'm{i - 1} + ' if i else ''}{{ f{i}: {i} }};"
        )
        + " m0"
    },
    "layers by name": lambda n: {
        "a.jsonnet": joined(
            n, lambda i: f"local m{i} = {f'm{i - 1} ' if i else ''}{{ f{i}: {i}, g: self.f{i} }};"
        )
        + (f" m{n - 1}.f0" if n < 200 else " m1")
    },
    "layers that read back": lambda n: {
        # Written out by their names: the highest is asked for first.
        "a.jsonnet": "local p0 = { x: 1 };\n"
        + joined(
            n, lambda i: f"local p{i + 1} = p{i} + {{ f{9999999 - i}: p{i}.x, g{i}: self.x }};"
        )
        + f" p{n}"
    },
    "a field that each adds to": lambda n: {
        "a.jsonnet": "local p0 = { x: 1 };\n"
        + joined(n, lambda i: f"local p{i + 1} = p{i} {{ x+: p{i}.x }};")
        + f" p{min(n, 20)}"
    },
    "imports": lambda n: {
        "a.jsonnet": "[" + joined(n, lambda i: f"import 'l{i}.libsonnet',") + "]",
        **{f"l{i}.libsonnet": f"{{ x: {i} }}" for i in range(n)},
    },
    "union members": lambda n: {
        "a.jsonnet": "function(x=1) { a: ["
        + joined(n, lambda i: f"if x == {i} then 'v{i}' else", " ")
        + " null] }"
    },
    "findings": lambda n: {"a.jsonnet": joined(n, lambda i: f"local u{i} = {i};") + " 1"},
    "unknown names": lambda n: {
        "a.jsonnet": joined(n, lambda i: f"local v{i} = {i};")
        + " ["
        + joined(n, lambda i: f"v{i} + other{i},")
        + "]"
    },
    "unknown fields": lambda n: {
        "a.jsonnet": "local o = {"
        + joined(n, lambda i: f"f{i}: {i},")
        + "}; ["
        + joined(n, lambda i: f"o.other{i},")
        + "]"
    },
    "errors": lambda n: {"a.jsonnet": "[" + joined(n, lambda i: f"{{ a: {i} }}.b,") + "]"},
    "strings": lambda n: {"a.jsonnet": "[" + joined(n, lambda i: f"'x%d' % {i} + 'y',") + "]"},
    "comments": lambda n: {
        "a.jsonnet": joined(n, lambda i: f"// note {i}")
        + "\n[1,\n"
        + joined(n, lambda i: f"{i}, // note")
        + "\n]"
    },
    "concatenations": lambda n: {
        # Below the length that a chain may have, at all sizes.
        "a.jsonnet": "local a = 'a'; " + joined(n // 4 + 1, lambda i: f"'s{i}' + a", " + ")
    },
    "lists added": lambda n: {"a.jsonnet": joined(n, lambda i: f"[{i}]", " + ")},
    "calls in one sum": lambda n: {
        # Below that length, too: longer ones, which Go refuses, go from the tree to the compiler.
        "a.jsonnet": joined(n // 4 + 1, lambda i: f"std.length('a{i}')", " + ")
    },
    "conditions of two": lambda n: {
        "a.jsonnet": "function(a=1, b=2) " + joined(n, lambda i: f"(a == {i} && b == {i})", " || ")
    },
    "a union passed on": lambda n: {
        "a.jsonnet": "local f(x) = "
        + joined(n, lambda i: f"if x == {i} then 'v{i}' else", " ")
        + " null;\nlocal y = f(1);\n["
        + joined(n, lambda i: f"y == 'v{i}',")
        + "]"
    },
    "else if": lambda n: {
        "a.jsonnet": "function(x=1) "
        + joined(n, lambda i: f"if x == 'k{i}' then {i} else")
        + " null"
    },
    "asserts": lambda n: {
        "a.jsonnet": joined(n, lambda i: f"assert {i} < {i + 1} : 'a{i}';") + " 1"
    },
    "asserts in an object": lambda n: {
        "a.jsonnet": "{ a: 1, " + joined(n, lambda i: f"assert self.a > -{i} : 'a{i}',") + " }"
    },
    "text blocks": lambda n: {
        "a.jsonnet": "[" + joined(n, lambda i: f"|||\n  line {i}\n    more\n|||,") + "]"
    },
    "a long text": lambda n: {
        "a.jsonnet": "{ a: |||\n" + joined(n, lambda i: f"  line {i}") + "\n||| }"
    },
    "a template": lambda n: {
        "a.jsonnet": "local v = {"
        + joined(n, lambda i: f"k{i}: {i},")
        + "};\n|||\n"
        + joined(n, lambda i: f"  value %(k{i})s")
        + "\n||| % v"
    },
    "suppressions": lambda n: {
        "a.jsonnet": joined(n, lambda i: f"local u{i} = {i}; // confty: ignore[unused-name]")
        + "\n1"
    },
    "idle suppressions": lambda n: {
        "a.jsonnet": "[" + joined(n, lambda i: f"{i}, // confty: ignore[unused-name]") + "\n]"
    },
    "syntax errors": lambda n: {"a.jsonnet": joined(n, lambda i: f"local v{i} = ;") + " 1"},
    "calls": lambda n: {
        "a.jsonnet": "local f(x, y=2) = { a: x, b: y };\n["
        + joined(n, lambda i: f"f({i}, y={i}).a,")
        + "]"
    },
    "parameters": lambda n: {
        "a.jsonnet": "local f("
        + joined(n, lambda i: f"p{i}={i}", ", ")
        + ") = p0;\nf("
        + joined(n, lambda i: f"p{i}=1", ", ")
        + ")"
    },
    "comprehensions": lambda n: {
        "a.jsonnet": "[" + joined(n, lambda i: f"[x + {i} for x in [1, 2] if x > 0],") + "]"
    },
    "fields of self": lambda n: {
        "a.jsonnet": "{" + joined(n, lambda i: f"f{i}: 1, g{i}: self.f{i} + $.f{i},") + "}"
    },
    "a long path": lambda n: {
        "a.jsonnet": "local o = { a: self };\n["
        + joined(n // 50 + 1, lambda _: "o" + ".a" * 50 + " != null,")
        + "]"
    },
    "computed fields": lambda n: {
        "a.jsonnet": "{" + joined(n, lambda i: f"['f' + {i}]: {i},") + "}"
    },
    "nested layers": lambda n: {
        "a.jsonnet": "{ a: { b: {} } }"
        + joined(n, lambda i: f" + {{ a+: {{ b+: {{ f{i}: {i} }} }} }}")
    },
    "supers": lambda n: {
        "a.jsonnet": "{ a: [] }" + joined(n, lambda i: f" + {{ f{i}: super.a }}") + "\n"
    },
    "types of comments": lambda n: {
        "a.jsonnet": "{" + joined(n, lambda i: f"  //: number | string\n  f{i}: {i},") + "}"
    },
    "imports of one file": lambda n: {
        "a.jsonnet": "[" + joined(n, lambda i: f"(import 'l.libsonnet').x{i % 7},") + "]",
        "l.libsonnet": "{" + joined(7, lambda i: f"x{i}: {i},") + "}",
    },
    "a library's users": lambda n: {
        "a.jsonnet": "local l = import 'l.libsonnet'; ["
        + joined(n, lambda i: f"l.f{i}({i}),")
        + "]",
        "l.libsonnet": "{" + joined(n, lambda i: f"f{i}(x):: {{ a: x, b: self.a }},") + "}",
    },
    "a pyramid of imports": lambda n: {
        "a.jsonnet": "[" + joined(n // 10 + 1, lambda i: f"import 'm{i}.libsonnet',") + "]",
        **{
            f"m{i}.libsonnet": "[" + joined(10, lambda j: f"import 'l{j}.libsonnet',") + "]"
            for i in range(n // 10 + 1)
        },
        **{f"l{j}.libsonnet": "{" + joined(10, lambda i: f"f{i}: {i},") + "}" for j in range(10)},
    },
    "one long line": lambda n: {"a.jsonnet": "[" + joined(n, lambda i: f"u{i}", ", ") + "]"},
    "std calls": lambda n: {
        "a.jsonnet": "["
        + joined(n, lambda i: f"std.map(function(x) x + {i}, std.range(0, 3)),")
        + "]"
    },
    # What nests: as deep as it may be, and beyond that one finding.
    "deep lists": lambda n: {"a.jsonnet": "[" * n + "]" * n},
    "deep objects": lambda n: {"a.jsonnet": "{a:" * n + "1" + "}" * n},
    "deep parentheses": lambda n: {"a.jsonnet": "(" * n + "1" + ")" * n},
    "deep calls": lambda n: {"a.jsonnet": "local f(x) = x; " + "f(" * n + "1" + ")" * n},
    "deep functions": lambda n: {"a.jsonnet": joined(n, lambda i: f"function(x{i})", " ") + " 1"},
    "deep brackets unclosed": lambda n: {"a.jsonnet": "[" * n},
    "deep objects, each with locals": lambda n: {
        "a.jsonnet": joined(
            n // 40 + 1,
            lambda i: (
                f"local d{i} = "
                + joined(40, lambda j: f"{{ local v{j} = {j}, f: v{j}, a: ", "")
                + "1"
                + " }" * 40
                + ";"
            ),
        )
        + " d0"
    },
    "a chain of imports": lambda n: {
        "a.jsonnet": "import 'l0.libsonnet'",
        **{f"l{i}.libsonnet": f"{{ x: {i} }} + (import 'l{i + 1}.libsonnet')" for i in range(n)},
        f"l{n}.libsonnet": "{}",
    },
    "texts imported": lambda n: {
        "a.jsonnet": "[" + joined(n, lambda i: f"importstr 't{i}.txt',") + "]",
        **{f"t{i}.txt": f"text {i}" for i in range(n)},
    },
    "imports that are not there": lambda n: {
        "a.jsonnet": "[" + joined(n, lambda i: f"import 'l{i}.libsonnet',") + "]"
    },
    # Operators.
    "a long sum": lambda n: {
        "a.jsonnet": "local a = 1; " + joined(n, lambda i: f"a * {i}", " + ")
    },
    "a long condition": lambda n: {
        "a.jsonnet": "local a = 1; " + joined(n, lambda i: f"a != {i + 2}", " && ")
    },
    "a long alternative": lambda n: {
        "a.jsonnet": "function(a=1) " + joined(n, lambda i: f"a == 'v{i}'", " || ")
    },
    "signs": lambda n: {"a.jsonnet": "[" + "!" * n + "true]"},
    "indexes": lambda n: {"a.jsonnet": "local a = [1];\n[" + joined(n, lambda _: "a[0],") + "]"},
    "a long index": lambda n: {"a.jsonnet": "function(a=1) a" + "['a']" * n},
    "slices": lambda n: {
        "a.jsonnet": "local a = [1, 2];\n[" + joined(n, lambda _: "a[0:1:1],") + "]"
    },
    # Names.
    "names like others": lambda n: {
        "a.jsonnet": joined(n, lambda i: f"local serviceAccountName{i} = {i};")
        + " ["
        + joined(n, lambda i: f"serviceAccountNames{i},")
        + "]"
    },
    "fields like others": lambda n: {
        "a.jsonnet": "local o = {"
        + joined(n, lambda i: f"serviceAccountName{i}: {i},")
        + "}; ["
        + joined(n, lambda i: f"o.serviceAccountNames{i},")
        + "]"
    },
    "one name shadowed": lambda n: {"a.jsonnet": joined(n, lambda i: f"local v = {i};") + " v"},
    "unused parameters": lambda n: {
        "a.jsonnet": "[" + joined(n, lambda i: f"function(p{i}) {i},") + "]"
    },
    "fields twice": lambda n: {"a.jsonnet": "{" + joined(n, lambda i: f"f: {i},") + "}"},
    "locals twice": lambda n: {
        "a.jsonnet": "local " + joined(n, lambda i: f"v = {i}", ", ") + "; v"
    },
    "uses of one name": lambda n: {
        "a.jsonnet": "local v = 1;\n[" + joined(n, lambda _: "v,") + "]"
    },
    "names in one local": lambda n: {
        "a.jsonnet": "local "
        + joined(n, lambda i: f"v{i} = {f'v{i - 1}' if i % 50 else 1}", ",\n")
        + f"; v{min(n - 1, 40)}"
    },
    "functions that call the next": lambda n: {
        "a.jsonnet": "local "
        + joined(n, lambda i: f"f{i}(x) = {f'f{i - 1}(x)' if i % 50 else 'x'}", ",\n")
        + "; f0(1)"
    },
    "functions with bodies": lambda n: {
        "a.jsonnet": joined(n, lambda i: f"local f{i}(x, y={i}) = {{ a: x, b: y, c: [x, y] }};")
        + " f0(1)"
    },
    "errors on one line": lambda n: {
        "a.jsonnet": "[" + joined(n, lambda i: f"{{ a: {i} }}.b", ", ") + "]"
    },
    "wrong arguments": lambda n: {
        "a.jsonnet": "local f(x) = x + 1;\n[" + joined(n, lambda i: f"f({i}, {i}),") + "]"
    },
    # Texts.
    "one very long text": lambda n: {"a.jsonnet": "'" + "word " * n + "'"},
    "one text of escapes": lambda n: {"a.jsonnet": "'" + "\\n\\u0041" * n + "'"},
    "a format of many": lambda n: {
        "a.jsonnet": "'" + "%s " * n + "' % [" + joined(n, str, ", ") + "]"
    },
    "one long comment": lambda n: {"a.jsonnet": "/*" + "note\n" * n + "*/ 1"},
    "empty lines": lambda n: {"a.jsonnet": "[1," + "\n" * n + "2]"},
    # Objects.
    "objects in a list": lambda n: {
        "a.jsonnet": "["
        + joined(n, lambda i: f"{{ name: 'n{i}', port: {i}, on: true, tags: ['a', 'b'] }},")
        + "]"
    },
    "layers of one field": lambda n: {
        "a.jsonnet": "{ a: 1 }" + joined(n, lambda i: f" + {{ a: {i} }}")
    },
    "hidden and shown": lambda n: {
        "a.jsonnet": "{" + joined(n, lambda i: f"f{i}:: {i}, g{i}::: self.f{i},") + "}"
    },
    "one that is laid over": lambda n: {
        "a.jsonnet": "local b = {"
        + joined(20, lambda i: f"f{i}: {i},", " ")
        + "};\n["
        + joined(n, lambda i: f"b {{ f{i % 20}: {i}, g: super.f1 }},")
        + "]"
    },
    "conditional fields": lambda n: {
        "a.jsonnet": "{" + joined(n, lambda i: f"[if {i} > 1 then 'f{i}']: {i},") + "}"
    },
    "asserts in objects": lambda n: {
        "a.jsonnet": "[" + joined(n, lambda i: f"{{ a: {i}, assert self.a >= 0 }},") + "]"
    },
    # Loops.
    "a comprehension of comprehensions": lambda n: {
        "a.jsonnet": "["
        + joined(n, lambda i: f"[y for y in [x * {i} for x in [z for z in [1, 2]]]],")
        + "]"
    },
    "loops in one": lambda n: {
        "a.jsonnet": "[1 " + joined(n, lambda i: f"for x{i} in [1]", " ") + "]"
    },
    "object comprehensions": lambda n: {
        "a.jsonnet": "[" + joined(n, lambda i: f"{{ [k + '{i}']: k for k in ['a', 'b'] }},") + "]"
    },
    # What programs do with much data.
    **{
        f"data: {name}": lambda n, text=text: {"a.jsonnet": f"local n = {n};\n" + text}
        for name, text in RUNS.items()
    },
}
