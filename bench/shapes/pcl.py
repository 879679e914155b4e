"""Inputs in PCL that grow, by what there is more of: the first file is the one that is worked on."""

from __future__ import annotations

import json

from shapes.parts import Files, Kinds, joined

PACKAGE = {
    "name": "pkg",
    "version": "1.0.0",
    "resources": {
        "pkg:m:T": {
            "inputProperties": {"name": {"type": "string"}},
            "properties": {"name": {"type": "string"}},
            "required": ["name"],
        }
    },
    "functions": {
        "pkg:m:f": {
            "inputs": {"properties": {"a": {"type": "integer"}}},
            "outputs": {"properties": {"b": {"type": "string"}}},
        }
    },
}
WITH_PACKAGE: Files = {
    "confty.toml": '[pcl]\npackage-schemas = ["schemas"]\n',
    "schemas/pkg-1.0.0.json": json.dumps(PACKAGE),
}


def package_with(fields: int) -> str:
    """A package whose resource has so many inputs."""
    shape = {f"f{number}": {"type": "integer"} for number in range(fields)}
    wide = {"inputProperties": shape, "properties": shape}
    return json.dumps({**PACKAGE, "resources": {"pkg:m:W": wide}})


PCL: Kinds = {
    "lines": lambda n: {"main.pp": joined(n, lambda i: f"l{i} = {i} + 1")},
    "locals": lambda n: {"main.pp": joined(n, lambda i: f"l{i} = {f'l{i - 1} + 1' if i else 0}")},
    "outputs": lambda n: {"main.pp": joined(n, lambda i: f'output "o{i}" {{\n  value = {i}\n}}')},
    "fields": lambda n: {"main.pp": "l = {\n" + joined(n, lambda i: f"  f{i} = {i}") + "\n}"},
    "resources": lambda n: {
        "main.pp": joined(n, lambda i: f'resource r{i} "pkg:m:T" {{\n  name = "n{i}"\n}}'),
        **WITH_PACKAGE,
    },
    "nesting": lambda n: {
        "main.pp": joined(n // 20 + 1, lambda i: f"l{i} = {'[' * 20}{i}{']' * 20}")
    },
    "functions": lambda n: {"main.pp": joined(n, lambda i: f"l{i} = toJSON([{i}, length([1])])")},
    "strings": lambda n: {
        "main.pp": "a = 1\n" + joined(n, lambda i: f'l{i} = "x${{a}} and ${{a + {i}}}"')
    },
    "imports": lambda n: {
        "main.pp": joined(n, lambda i: f'component c{i} "./c{i}" {{\n}}'),
        **{f"c{i}/main.pp": f'output "x" {{\n  value = {i}\n}}' for i in range(n)},
    },
    "union members": lambda n: {
        "main.pp": "l = [\n" + joined(n, lambda i: f"  {{ f{i} = {i} }},") + "\n]"
    },
    "findings": lambda n: {"main.pp": joined(n, lambda i: f"l{i} = missing{i}")},
    "comments": lambda n: {"main.pp": joined(n, lambda i: f"# note {i}\nl{i} = {i} // note")},
    "heredocs": lambda n: {
        "main.pp": joined(n, lambda i: f"l{i} = <<EOT\nline {i}\n  ${{{i}}}\nEOT")
    },
    "a template": lambda n: {
        "main.pp": "a = 1\nl = <<EOT\n" + joined(n, lambda i: f"line {i} ${{a}}") + "\nEOT\n"
    },
    "a template of loops": lambda n: {
        "main.pp": "a = [1, 2]\nl = <<EOT\n"
        + joined(n, lambda i: f"%{{ for x in a }}{i} ${{x}} %{{ endfor }}")
        + "\nEOT\n"
    },
    "conditions": lambda n: {
        "main.pp": "x = 1\n"
        + joined(
            n // 20 + 1,
            lambda i: f"l{i} = " + joined(20, lambda j: f"x == {j} ? {j} :", " ") + " 0",
        )
    },
    "config": lambda n: {
        "main.pp": joined(n, lambda i: f'config c{i} string {{\n  default = "v{i}"\n}}')
    },
    "loops": lambda n: {
        "main.pp": joined(n, lambda i: f"l{i} = [for x in [1, 2] : x + {i} if x > 0]")
    },
    "dependencies": lambda n: {
        "main.pp": joined(
            n,
            lambda i: (
                f'resource r{i} "pkg:m:T" {{\n  name = "n{i}"\n'
                + (f"  options {{\n    dependsOn = [r{i - 1}]\n  }}\n" if i else "")
                + "}"
            ),
        ),
        **WITH_PACKAGE,
    },
    "a row of resources": lambda n: {
        "main.pp": joined(
            n,
            lambda i: f'resource r{i} "pkg:m:T" {{\n  name = {f"r{i - 1}.name" if i else "1"}\n}}',
        ),
        **WITH_PACKAGE,
    },
    "one that waits for all": lambda n: {
        "main.pp": joined(n, lambda i: f'resource r{i} "pkg:m:T" {{\n  name = "n{i}"\n}}')
        + '\nresource last "pkg:m:T" {\n  options {\n    dependsOn = ['
        + joined(n, lambda i: f"r{i}", ", ")
        + "]\n  }\n}",
        **WITH_PACKAGE,
    },
    "components with inputs": lambda n: {
        "main.pp": joined(n, lambda i: f'component c{i} "./c" {{\n  name = "n{i}"\n}}'),
        "c/main.pp": 'config name string {\n}\nresource r "pkg:m:T" {\n  name = name\n}\noutput x {\n  value = name\n}\n',
        **WITH_PACKAGE,
    },
    "files": lambda n: {
        "main.pp": "a = 1",
        **{f"f{i}.pp": f"l{i} = {f'l{i - 1}' if i else 'a'} + 1" for i in range(n)},
    },
    "suppressions": lambda n: {
        "main.pp": joined(n, lambda i: f"l{i} = missing{i} # confty: ignore")
    },
    "syntax errors": lambda n: {"main.pp": joined(n, lambda i: f"l{i} = = {i}")},
    "invokes": lambda n: {
        "main.pp": joined(n, lambda i: f'l{i} = invoke("pkg:m:f", {{ a = {i} }})'),
        **WITH_PACKAGE,
    },
    # What nests: as deep as it may be, and beyond that one finding.
    "deep lists": lambda n: {"main.pp": "l = " + "[" * n + "]" * n},
    "deep objects": lambda n: {"main.pp": "l = " + "{ a = " * n + "1" + "}" * n},
    "deep parentheses": lambda n: {"main.pp": "l = " + "(" * n + "1" + ")" * n},
    "deep calls": lambda n: {"main.pp": "l = " + "toJSON(" * n + "1" + ")" * n},
    "deep brackets unclosed": lambda n: {"main.pp": "l = " + "[" * n},
    "deep blocks": lambda n: {
        "main.pp": 'resource r "pkg:m:T" {\n' + "a {\n" * n + "}\n" * n + "}\n",
        **WITH_PACKAGE,
    },
    "a long sum": lambda n: {"main.pp": "a = 1\nl = " + joined(n, lambda i: f"a * {i}", " + ")},
    "a long condition": lambda n: {
        "main.pp": "a = 1\nl = " + joined(n, lambda i: f"a != {i + 2}", " && ")
    },
    "one long condition": lambda n: {
        "main.pp": "a = 1\nl = " + joined(n, lambda i: f"a == {i + 2} ? {i} :", " ") + " 0"
    },
    "signs": lambda n: {"main.pp": "l = " + "!" * n + "true"},
    "a path too long": lambda n: {"main.pp": "l = { a = 1 }\nm = l" + ".a" * n},
    "indexes too many": lambda n: {"main.pp": "l = { a = 1 }\nm = l" + '["a"]' * n},
    "names like others": lambda n: {
        "main.pp": joined(n, lambda i: f"serviceAccountName{i} = {i}")
        + "\nl = ["
        + joined(n, lambda i: f"serviceAccountNames{i}", ", ")
        + "]"
    },
    "fields like others": lambda n: {
        "main.pp": "o = {\n"
        + joined(n, lambda i: f"serviceAccountName{i} = {i}")
        + "\n}\n"
        + joined(n, lambda i: f"l{i} = o.serviceAccountNames{i}")
    },
    "uses of one name": lambda n: {
        "main.pp": "v = 1\nl = [" + joined(n, lambda _: "v", ", ") + "]"
    },
    "locals twice": lambda n: {"main.pp": joined(n, lambda i: f"v = {i}")},
    "errors on one line": lambda n: {
        "main.pp": "l = [" + joined(n, lambda i: f"u{i}", ", ") + "]"
    },
    "one very long text": lambda n: {"main.pp": 'l = "' + "word " * n + '"'},
    "one text of escapes": lambda n: {"main.pp": 'l = "' + "\\n\\u0041" * n + '"'},
    "one text of holes": lambda n: {"main.pp": 'a = 1\nl = "' + "${a} " * n + '"'},
    "empty lines": lambda n: {"main.pp": "a = 1" + "\n" * n + "b = 2\n"},
    "one long comment": lambda n: {"main.pp": "/*" + "note\n" * n + "*/\na = 1\n"},
    "objects in a list": lambda n: {
        "main.pp": "l = [\n"
        + joined(n, lambda i: f'  {{ name = "n{i}", port = {i}, on = true, tags = ["a"] }},')
        + "\n]"
    },
    "loops in loops": lambda n: {
        "main.pp": joined(
            n, lambda i: f"l{i} = [for y in [for x in [for z in [1, 2] : z] : x + {i}] : y]"
        )
    },
    "splats": lambda n: {"main.pp": "a = [{ b = 1 }]\n" + joined(n, lambda i: f"l{i} = a[*].b")},
    "a chain of components": lambda n: {
        "main.pp": 'component c "./c0" {\n}\n',
        **{f"c0{'/c' * i}/main.pp": 'component c "./c" {\n}\n' for i in range(min(n, 60))},
        f"c0{'/c' * min(n, 60)}/main.pp": joined(n, lambda i: f"l{i} = {i}"),
    },
    "attributes in a block": lambda n: {
        "main.pp": 'resource r "pkg:m:W" {\n' + joined(n, lambda i: f"  f{i} = {i}") + "\n}\n",
        "confty.toml": WITH_PACKAGE["confty.toml"],
        "schemas/pkg-1.0.0.json": package_with(n),
    },
    "unknown attributes": lambda n: {
        "main.pp": 'resource r "pkg:m:W" {\n' + joined(n, lambda i: f"  g{i} = {i}") + "\n}\n",
        "confty.toml": WITH_PACKAGE["confty.toml"],
        "schemas/pkg-1.0.0.json": package_with(n),
    },
    "kinds of resources": lambda n: {
        "main.pp": joined(n, lambda i: f'resource r{i} "pkg:m:T{i}" {{\n  name = "n"\n}}'),
        "confty.toml": WITH_PACKAGE["confty.toml"],
        "schemas/pkg-1.0.0.json": json.dumps(
            {
                **PACKAGE,
                "resources": {f"pkg:m:T{i}": PACKAGE["resources"]["pkg:m:T"] for i in range(n)},
            }
        ),
    },
    "unknown kinds of resources": lambda n: {
        "main.pp": joined(n, lambda i: f'resource r{i} "pkg:m:Td{i}" {{\n  name = "n"\n}}'),
        "confty.toml": WITH_PACKAGE["confty.toml"],
        "schemas/pkg-1.0.0.json": json.dumps(
            {
                **PACKAGE,
                "resources": {f"pkg:m:T{i}": PACKAGE["resources"]["pkg:m:T"] for i in range(n)},
            }
        ),
    },
    "a range of resources": lambda n: {
        "main.pp": 'resource r "pkg:m:T" {\n  options {\n    range = '
        + str(n)
        + '\n  }\n  name = "n${range.value}"\n}\n',
        **WITH_PACKAGE,
    },
    "blocks in a resource": lambda n: {
        "main.pp": 'resource r "pkg:m:T" {\n  name = "n"\n'
        "  options {\n    ignoreChanges = [" + joined(n, lambda _: "name", ", ") + "]\n  }\n}\n",
        **WITH_PACKAGE,
    },
    "a wide object for config": lambda n: {
        "main.pp": 'config c "object({'
        + joined(n, lambda i: f"f{i} = number", ", ")
        + '})" {\n  default = {\n'
        + joined(n, lambda i: f"    f{i} = {i}")
        + "\n  }\n}\n"
    },
    "outputs of one another": lambda n: {
        "main.pp": joined(n, lambda i: f'resource r{i} "pkg:m:T" {{\n  name = "n"\n}}')
        + "\n"
        + joined(n, lambda i: f'output "o{i}" {{\n  value = "x${{r{i}.name}}"\n}}'),
        **WITH_PACKAGE,
    },
}
