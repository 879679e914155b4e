"""Inputs in JSON, YAML and TOML that grow, by what there is more of: the first file is the one that is worked on."""

from __future__ import annotations

import json

from shapes.parts import Files, Kinds, joined

SHAPE = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {"name": {"type": "string"}, "port": {"type": "integer"}},
        "required": ["name"],
        "additionalProperties": False,
    },
}


def held(name: str, schema: object) -> Files:
    """Hold a file against a schema."""
    return {
        "confty.toml": f'[schemas]\n"{name}" = "s.json"\n',
        "s.json": json.dumps(schema, indent=1),
    }


DATA: dict[str, Kinds] = {
    "json": {
        "deep lists": lambda n: {"a.json": "[" * n + "]" * n},
        "deep objects": lambda n: {"a.json": '{"a":' * n + "1" + "}" * n},
        "deep brackets unclosed": lambda n: {"a.json": "[" * n},
        "one very long text": lambda n: {"a.json": json.dumps("word " * n)},
        "one text of escapes": lambda n: {"a.json": '"' + "\\n\\u0041" * n + '"'},
        "empty lines": lambda n: {"a.json": "[1," + "\n" * n + "2]"},
        "objects in a list": lambda n: {"a.json": json.dumps([{"name": f"n{i}", "port": i, "on": True, "tags": ["a", "b"]} for i in range(n)], indent=1)},
        "fields twice": lambda n: {"a.json": "{" + joined(n, lambda i: f'"k": {i}', ",\n") + "}"},
        "syntax errors on one line": lambda n: {"a.json": "[" + joined(n, lambda _: '{"a": }', ", ") + "]"},
        "keys like others by a schema": lambda n: {
            "a.json": json.dumps({f"serviceAccountNames{i}": i for i in range(n)}, indent=1),
            **held("a.json", {"properties": {f"serviceAccountName{i}": {"type": "integer"} for i in range(n)}, "additionalProperties": False}),
        },
        "required keys by a schema": lambda n: {"a.json": "{}", **held("a.json", {"type": "object", "required": [f"k{i}" for i in range(n)]})},
        "findings on one line by a schema": lambda n: {"a.json": json.dumps([f"t{i}" for i in range(n)]), **held("a.json", {"items": {"type": "integer"}})},
        "parts that all hold by a schema": lambda n: {"a.json": json.dumps({f"f{i}": i for i in range(n)}), **held("a.json", {"allOf": [{"properties": {f"f{i}": {"type": "integer"}}} for i in range(n)]})},
        "a row of references by a schema": lambda n: {
            "a.json": json.dumps({"a": 1}),
            **held("a.json", {"$ref": "#/$defs/d0", "$defs": {**{f"d{i}": {"$ref": f"#/$defs/d{i + 1}"} for i in range(n)}, f"d{n}": {"type": "object"}}}),
        },
        "alternatives for each by a schema": lambda n: {
            "a.json": json.dumps([{"kind": f"k{i % 10}", "v": i} for i in range(n)], indent=1),
            **held("a.json", {"items": {"anyOf": [{"properties": {"kind": {"const": f"k{i}"}, "v": {"type": "integer"}}, "required": ["kind"]} for i in range(10)]}}),
        },
        "dependent keys by a schema": lambda n: {
            "a.json": json.dumps({f"f{i}": i for i in range(n)}),
            **held("a.json", {"dependentRequired": {f"f{i}": [f"f{(i + 1) % n}"] for i in range(n)}}),
        },
        "schemas in the settings": lambda n: {"a.json": '{"a": 1}', "confty.toml": "[schemas]\n" + joined(n, lambda i: f'"folder{i}/**/*.json" = "s.json"'), "s.json": "{}"},
        "overrides in the settings": lambda n: {"a.json": '{"a": 1, "a": 2}', "confty.toml": joined(n, lambda i: f'[[overrides]]\ninclude = ["folder{i}/**"]\nrules = {{ unused-name = "ignore" }}')},
        "rules in the settings": lambda n: {"a.json": '{"a": 1, "a": 2}', "confty.toml": "[rules]\n" + joined(n, lambda i: f'"data/rule{i}" = "ignore"')},
        "one long line": lambda n: {"a.json": json.dumps([{f"f{i}": [i]} for i in range(n)])},
        "texts": lambda n: {"a.json": json.dumps([f"text \\n {i}" for i in range(n)], indent=1)},
        "a wide enum": lambda n: {"a.json": json.dumps([f"v{i}" for i in range(n)], indent=1), **held("a.json", {"items": {"enum": [f"v{i}" for i in range(n)]}})},
        "values outside an enum": lambda n: {"a.json": json.dumps([f"w{i}" for i in range(n)], indent=1), **held("a.json", {"items": {"enum": [f"v{i}" for i in range(n)]}})},
        "a wide union": lambda n: {
            "a.json": json.dumps({"kind": "k1", "f1": 1}),
            **held("a.json", {"oneOf": [{"type": "object", "properties": {"kind": {"const": f"k{i}"}, f"f{i}": {"type": "integer"}}, "required": ["kind"]} for i in range(n)]}),
        },
        "a wide record": lambda n: {"a.json": json.dumps({f"f{i}": i for i in range(n)}), **held("a.json", {"properties": {f"f{i}": {"type": "integer"} for i in range(n)}, "additionalProperties": False})},
        "unknown keys by a schema": lambda n: {"a.json": json.dumps({f"g{i}": i for i in range(n)}, indent=1), **held("a.json", {"properties": {f"f{i}": {"type": "integer"} for i in range(n)}, "additionalProperties": False})},
        "references": lambda n: {
            "a.json": json.dumps({f"f{i}": {"a": i} for i in range(n)}, indent=1),
            **held("a.json", {"properties": {f"f{i}": {"$ref": f"#/$defs/d{i}"} for i in range(n)}, "$defs": {f"d{i}": {"type": "object", "properties": {"a": {"type": "integer"}}} for i in range(n)}}),
        },
        "unique items": lambda n: {"a.json": json.dumps([{"a": i} for i in range(n)], indent=1), **held("a.json", {"uniqueItems": True})},
        "patterns": lambda n: {"a.json": json.dumps({f"f{i}": i for i in range(n)}, indent=1), **held("a.json", {"patternProperties": {"^f": {"type": "integer"}, "^g": {}}})},
        "syntax errors": lambda n: {"a.json": "[" + joined(n, lambda _: '{"a": }', ",\n") + "]"},
        "lines": lambda n: {"a.json": "[\n" + joined(n, str, ",\n") + "\n]"},
        "fields": lambda n: {"a.json": json.dumps({f"f{i}": i for i in range(n)}, indent=1)},
        "nesting": lambda n: {"a.json": "[" + joined(n // 50 + 1, lambda i: '{"a":' * 50 + str(i) + "}" * 50, ",\n") + "]"},
        "findings": lambda n: {"a.json": "{" + joined(n, lambda i: f'"k{i}": 1, "k{i}": 2', ",\n") + "}"},
    },
    "yaml": {
        "deep flows": lambda n: {"a.yaml": "[" * n + "]" * n},
        "deep mappings": lambda n: {"a.yaml": joined(min(n, 900), lambda i: " " * i + f"k{i}:") + " 1\n" + joined(n, lambda i: f"f{i}: 1")},
        "deep brackets unclosed": lambda n: {"a.yaml": "[" * n},
        "one very long text": lambda n: {"a.yaml": 'a: "' + "word " * n + '"'},
        "one long plain text": lambda n: {"a.yaml": "a: " + "word " * n},
        "one text of escapes": lambda n: {"a.yaml": 'a: "' + "\\n\\u0041" * n + '"'},
        "empty lines": lambda n: {"a.yaml": "a: 1" + "\n" * n + "b: 2"},
        "a comment of lines": lambda n: {"a.yaml": joined(n, lambda i: f"# note {i}") + "\na: 1"},
        "records in a list": lambda n: {"a.yaml": joined(n, lambda i: f"- name: n{i}\n  port: {i}\n  on: true\n  tags:\n  - a\n  - b")},
        "quoted": lambda n: {"a.yaml": joined(n, lambda i: f"'k {i}': \"v {i}\"")},
        "tags": lambda n: {"a.yaml": joined(n, lambda i: f"k{i}: !!str {i}")},
        "numbers of all kinds": lambda n: {"a.yaml": joined(n, lambda i: f"- [{i}.5, 0x{i:x}, {i}e3, 0o17, 2001-01-0{i % 9 + 1}, yes, ~]")},
        "a chain of aliases": lambda n: {"a.yaml": joined(n, lambda i: f"k{i}: &a{i} {i}\nl{i}: *a{i}")},
        "documents with comments": lambda n: {"a.yaml": joined(n, lambda i: f"# number {i}\na: {i} # note", "\n---\n")},
        "a document of Kubernetes": lambda n: {"a.yaml": joined(n, lambda i: f"apiVersion: v1\nkind: Service\nmetadata:\n  name: n{i}\nspec:\n  ports:\n  - port: {i}", "\n---\n")},
        "undefined aliases": lambda n: {"a.yaml": joined(n, lambda i: f"k{i}: *a{i}")},
        "tabs": lambda n: {"a.yaml": joined(n, lambda i: f"k{i}:\n\t- 1")},
        "keys like others by a schema": lambda n: {
            "a.yaml": joined(n, lambda i: f"serviceAccountNames{i}: {i}"),
            **held("a.yaml", {"properties": {f"serviceAccountName{i}": {"type": "integer"} for i in range(n)}, "additionalProperties": False}),
        },
        "comments": lambda n: {"a.yaml": joined(n, lambda i: f"# note {i}\nk{i}: {i} # note")},
        "anchors": lambda n: {"a.yaml": joined(n, lambda i: f"k{i}: &a{i} {{x: {i}}}\nl{i}: *a{i}")},
        "aliases of one": lambda n: {"a.yaml": "base: &b {x: 1, y: 2}\n" + joined(n, lambda i: f"k{i}: *b")},
        "merge keys": lambda n: {"a.yaml": "base: &b {x: 1, y: 2}\n" + joined(n, lambda i: f"k{i}:\n  <<: *b\n  z: {i}")},
        "a row of merge keys": lambda n: {"a.yaml": joined(n, lambda i: f"k{i}: &a{i}\n  x{i % 10}: {i}\n" + (f"  <<: *a{i - 1}" if i % 10 else ""))},
        "texts": lambda n: {"a.yaml": joined(n, lambda i: f"k{i}: |\n  line {i}\n  more")},
        "a long text": lambda n: {"a.yaml": "k: |\n" + joined(n, lambda i: f"  line {i}")},
        "a long plain text": lambda n: {"a.yaml": "k: word\n" + joined(n, lambda i: f"  line {i}")},
        "flows": lambda n: {"a.yaml": "[" + joined(n, lambda i: f"{{a: {i}, b: [1]}}", ", ") + "]"},
        "suppressions": lambda n: {"a.yaml": joined(n, lambda i: f"k{i}: 1\nk{i}: 2 # confty: ignore")},
        "syntax errors": lambda n: {"a.yaml": joined(n, lambda i: f"k{i}: [1, 2", "\n---\n")},
        "a schema": lambda n: {"a.yaml": joined(n, lambda i: f"- {{name: n{i}, port: {i}}}"), **held("a.yaml", SHAPE)},
        "findings by a schema": lambda n: {"a.yaml": joined(n, lambda i: f"- {{name: {i}, port: x}}"), **held("a.yaml", SHAPE)},
        "documents by a schema": lambda n: {"a.yaml": joined(n, lambda i: f"name: n{i}\nport: {i}", "\n---\n"), **held("a.yaml", SHAPE["items"])},
        "lines": lambda n: {"a.yaml": joined(n, lambda i: f"- {i}")},
        "fields": lambda n: {"a.yaml": joined(n, lambda i: f"f{i}: text {i}")},
        "documents": lambda n: {"a.yaml": joined(n, lambda i: f"a: {i}\nb: [1, 2]", "\n---\n")},
        "nesting": lambda n: {"a.yaml": joined(n // 20 + 1, lambda i: f"k{i}: " + "[" * 20 + str(i) + "]" * 20)},
        "findings": lambda n: {"a.yaml": joined(n, lambda i: f"k{i}: 1\nk{i}: 2")},
    },
    "toml": {
        "deep lists": lambda n: {"a.toml": "a = " + "[" * n + "]" * n},
        "deep brackets unclosed": lambda n: {"a.toml": "a = " + "[" * n},
        "a deep table": lambda n: {"a.toml": "[" + joined(n, lambda i: f"k{i}", ".") + "]\na = 1"},
        "one very long text": lambda n: {"a.toml": 'a = "' + "word " * n + '"'},
        "one text of escapes": lambda n: {"a.toml": 'a = "' + "\\n\\u0041" * n + '"'},
        "empty lines": lambda n: {"a.toml": "a = 1" + "\n" * n + "b = 2"},
        "one long line of values": lambda n: {"a.toml": "a = [" + joined(n, str, ", ") + "]"},
        "one wide inline table": lambda n: {"a.toml": "a = {" + joined(n, lambda i: f"k{i} = {i}", ", ") + "}"},
        "keys out of order": lambda n: {"a.toml": joined(n, lambda i: f"[a.t{i}]\nx = 1\n[b.t{i}]\nx = 1")},
        "dates and numbers": lambda n: {"a.toml": joined(n, lambda i: f"k{i} = [2001-01-0{i % 9 + 1}, 1.5, 0x{i:x}, true]")},
        "comments": lambda n: {"a.toml": joined(n, lambda i: f"# note {i}\nf{i} = {i} # note")},
        "lists of tables": lambda n: {"a.toml": joined(n, lambda i: f"[[t]]\na = {i}\n[t.b]\nc = 1")},
        "dotted keys": lambda n: {"a.toml": joined(n, lambda i: f"a.b.k{i} = {i}")},
        "nested tables": lambda n: {"a.toml": joined(n, lambda i: f"[a.b.c.t{i}]\nx = {i}")},
        "texts": lambda n: {"a.toml": joined(n, lambda i: f'k{i} = """\nline {i}\nmore"""')},
        "inline tables": lambda n: {"a.toml": "k = [" + joined(n, lambda i: f"{{ a = {i} }},") + "]"},
        "suppressions": lambda n: {"a.toml": joined(n, lambda i: f"k{i} = 1\nk{i} = 2 # confty: ignore")},
        "syntax errors": lambda n: {"a.toml": joined(n, lambda i: f"k{i} = = 1")},
        "lines": lambda n: {"a.toml": joined(n, lambda i: f"f{i} = {i}")},
        "tables": lambda n: {"a.toml": joined(n, lambda i: f"[t{i}]\na = {i}")},
        "nesting": lambda n: {"a.toml": joined(n // 20 + 1, lambda i: f"k{i} = " + "[" * 20 + str(i) + "]" * 20)},
        "findings": lambda n: {"a.toml": joined(n, lambda i: f"k{i} = 1\nk{i} = 2")},
    },
}  # fmt: skip
