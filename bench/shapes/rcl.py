"""Inputs in RCL that grow, by what there is more of: the first file is the one that is worked on."""

from __future__ import annotations

from shapes.parts import Kinds, joined

RCL: Kinds = {
    "lines": lambda n: {"a.rcl": "[\n" + joined(n, lambda i: f"  {i} + 1,") + "\n]"},
    "fields": lambda n: {"a.rcl": "{" + joined(n, lambda i: f"f{i} = {i},") + "}"},
    "locals": lambda n: {
        "a.rcl": joined(n, lambda i: f"let v{i} = {f'v{i - 1} + 1' if i else 0};") + f" v{n - 1}"
    },
    "functions": lambda n: {
        "a.rcl": joined(
            n, lambda i: f"let f{i}: (Number, Number) -> Number = (x, y) => x + y + {i};"
        )
        + " f0(1, 2)"
    },
    "nesting": lambda n: {
        "a.rcl": joined(n // 20 + 1, lambda i: f"let d{i} = {'{a = ' * 20}{i}{'}' * 20};") + " d0"
    },
    "imports": lambda n: {
        "a.rcl": "[" + joined(n, lambda i: f'import "l{i}.rcl",') + "]",
        **{f"l{i}.rcl": f"{{ x = {i} }}" for i in range(n)},
    },
    "union members": lambda n: {
        "a.rcl": "let x: Union[" + joined(n, lambda i: f'"v{i}"', ", ") + '] = "v1"; x'
    },
    "findings": lambda n: {"a.rcl": joined(n, lambda i: f"let u{i} = {i};") + " 1"},
    "unknown names": lambda n: {
        "a.rcl": joined(n, lambda i: f"let v{i} = {i};")
        + " ["
        + joined(n, lambda i: f"v{i} + other{i},")
        + "]"
    },
    "unknown fields": lambda n: {
        "a.rcl": "let o = {"
        + joined(n, lambda i: f"f{i} = {i},")
        + "}; ["
        + joined(n, lambda i: f"o.other{i},")
        + "]"
    },
    "errors": lambda n: {"a.rcl": joined(n, lambda i: f'let u{i}: Number = "x";') + " 1"},
    "comments": lambda n: {
        "a.rcl": joined(n, lambda i: f"// note {i}")
        + "\n[1,\n"
        + joined(n, lambda i: f"{i}, // note")
        + "\n]"
    },
    "concatenations": lambda n: {
        "a.rcl": 'let a = "a"; '
        + joined(n // 50 + 1, lambda i: f"let s{i} = " + joined(50, str, " + ") + ";")
        + " s0"
    },
    "format strings": lambda n: {
        "a.rcl": 'let a = "a"; f"""\n' + joined(n, lambda i: f"line {i} {{a}}") + '\n"""'
    },
    "else if": lambda n: {
        "a.rcl": "let f = x => ["
        + joined(
            n // 20 + 1, lambda _: f"({joined(20, lambda j: f'if x == {j}: {j} else', ' ')} 0),"
        )
        + "]; f(1)"
    },
    "asserts": lambda n: {"a.rcl": joined(n, lambda i: f'assert {i} < {i + 1}: "a{i}";') + " 1"},
    "long texts": lambda n: {
        "a.rcl": "[" + joined(n, lambda i: f'"""\nline {i}\n  more\n""",') + "]"
    },
    "suppressions": lambda n: {
        "a.rcl": joined(n, lambda i: f"let u{i} = {i}; // confty: ignore[unused-name]") + "\n1"
    },
    "idle suppressions": lambda n: {
        "a.rcl": "[" + joined(n, lambda i: f"{i}, // confty: ignore[unused-name]") + "\n]"
    },
    "syntax errors": lambda n: {"a.rcl": joined(n, lambda i: f"let v{i} = ;") + " 1"},
    "calls": lambda n: {
        "a.rcl": "let f = (x, y) => { a = x, b = y };\n["
        + joined(n, lambda i: f"f({i}, {i}).a,")
        + "]"
    },
    "parameters": lambda n: {
        "a.rcl": "let f = ("
        + joined(n, lambda i: f"p{i}", ", ")
        + ") => p0;\nf("
        + joined(n, str, ", ")
        + ")"
    },
    "comprehensions": lambda n: {
        "a.rcl": "[" + joined(n, lambda i: f"[for x in [1, 2]: if x > 0: x + {i}],") + "]"
    },
    "methods": lambda n: {
        "a.rcl": "[" + joined(n, lambda i: f"[{i}, 1].map(x => x + 1).sum(),") + "]"
    },
    "unpacked": lambda n: {
        "a.rcl": "let d = { a = 1 };\n[" + joined(n, lambda i: f"{{ ...d, f{i} = {i} }},") + "]"
    },
    "layers": lambda n: {
        "a.rcl": joined(
            n, lambda i: f"let m{i} = {{ {f'...m{(i - 1) // 8}, ' if i else ''}f{i} = {i} }};"
        )
        + " m0"
    },
    "declared types": lambda n: {
        "a.rcl": joined(
            n, lambda i: f"type T{i} = {{ a: {f'T{i - 1}' if i % 10 else 'Number'} }};"
        )
        + " 1"
    },
    "a declared record": lambda n: {
        "a.rcl": "let r: {"
        + joined(n, lambda i: f"f{i}: Number", ", ")
        + "} = {"
        + joined(n, lambda i: f"f{i} = {i}", ", ")
        + "}; r"
    },
    "sets": lambda n: {"a.rcl": "{" + joined(n, lambda i: f'"s{i}"', ", ") + "}"},
    "a library's users": lambda n: {
        "a.rcl": 'let l = import "l.rcl"; [' + joined(n, lambda i: f"l.f{i}({i}),") + "]",
        "l.rcl": "{" + joined(n, lambda i: f"f{i} = x => {{ a = x }},") + "}",
    },
    "imports of one file": lambda n: {
        "a.rcl": "[" + joined(n, lambda i: f'(import "l.rcl").x{i % 7},') + "]",
        "l.rcl": "{" + joined(7, lambda i: f"x{i} = {i}", ", ") + "}",
    },
}
