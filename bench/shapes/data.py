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
