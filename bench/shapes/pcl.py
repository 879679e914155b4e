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
}
