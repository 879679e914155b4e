"""Inputs in RCL that grow, by what there is more of: the first file is the one that is worked on."""

from __future__ import annotations

from shapes.parts import Kinds, joined

#: Programs that do not grow, over data that does.
RUNS: dict[str, str] = {
    "a list": "[for i in std.range(0, n): i * 2]",
    "a dictionary": '{for i in std.range(0, n): f"k{i}": i}',
    "a set": "{for i in std.range(0, n): i}",
    "sums": "std.range(0, n).sum()",
    "a fold": "std.range(0, n).fold(0, (a, x) => a + x)",
    "a text by a fold": 'std.range(0, n).fold("", (a, x) => f"{a}x").len()',
    "sorted": "[for i in std.range(0, n): 0 - i].sort()",
    "sorted by a key": "[for i in std.range(0, n): { k = 0 - i }].sort_by(x => x.k)",
    "grouped": "[for i in std.range(0, n): { k = 1, v = i }].group_by(x => x.v)",
    "keyed": "[for i in std.range(0, n): { v = i }].key_by(x => x.v)",
    "joined": '[for i in std.range(0, n): f"{i}"].join(", ").len()',
    "split": '[for _ in std.range(0, n): "a"].join(", ").split(",").len()',
    "flattened": "std.range(0, n).flat_map(x => [x, x]).len()",
    "unpacked": "[..std.range(0, n), ..std.range(0, n)]",
    "enumerated": "std.range(0, n).enumerate().len()",
    "members": "let s = {for i in std.range(0, n): i}; [for i in std.range(0, n): if s.contains(i): i].len()",
    "keys": 'let d = {for i in std.range(0, n): f"k{i}": i}; [for k in d.keys(): d[k]].sum()',
    "a text's letters": '[for _ in std.range(0, n): "a"].join(", ").chars().len()',
    "written as JSON": "std.format_json([for i in std.range(0, n): { a = i }]).len()",
    "compared": "std.range(0, n) == [for i in std.range(0, n): i]",
}

RCL: Kinds = {
    "lines": lambda n: {"a.rcl": "[\n" + joined(n, lambda i: f"  {i} + 1,") + "\n]"},
    "fields": lambda n: {"a.rcl": "{" + joined(n, lambda i: f"f{i} = {i},") + "}"},
    "locals": lambda n: {
        "a.rcl": joined(n, lambda i: f"let v{i} = {f'v{i - 1} + 1' if i else 0};") + f" v{n - 1}"
    },
    "unpacking the last": lambda n: {
        "a.rcl": "let p0 = { x = 1 };\n"
        + joined(n, lambda i: f"let p{i + 1} = {{ ...p{i}, x = p{i}.x + 1 }};")
        + f" p{n}"
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
    "functions of a library": lambda n: {
        "a.rcl": 'let l = import "l.rcl"; [' + joined(n, lambda i: f"l.f{i}(1)", ",\n") + "]",
        "l.rcl": "{" + joined(n, lambda i: f"f{i} = x => x + {i},") + "}",
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
    # What nests: as deep as it may be, and beyond that one finding.
    "deep lists": lambda n: {"a.rcl": "[" * n + "]" * n},
    "deep dictionaries": lambda n: {"a.rcl": "{a = " * n + "1" + "}" * n},
    "deep parentheses": lambda n: {"a.rcl": "(" * n + "1" + ")" * n},
    "deep calls": lambda n: {"a.rcl": "let f = x => x; " + "f(" * n + "1" + ")" * n},
    "deep functions": lambda n: {"a.rcl": joined(n, lambda i: f"x{i} =>", " ") + " 1"},
    "deep brackets unclosed": lambda n: {"a.rcl": "[" * n},
    "a chain of imports": lambda n: {
        "a.rcl": 'import "l0.rcl"',
        **{f"l{i}.rcl": f'{{ x = {i}, ...import "l{i + 1}.rcl" }}' for i in range(n)},
        f"l{n}.rcl": "{ y = 1 }",
    },
    "imports that are not there": lambda n: {
        "a.rcl": "[" + joined(n, lambda i: f'import "l{i}.rcl",') + "]"
    },
    "a long sum": lambda n: {"a.rcl": "let a = 1; " + joined(n, lambda i: f"a + {i}", " + ")},
    "a long condition": lambda n: {"a.rcl": "let a = true; " + joined(n, lambda _: "a", " and ")},
    "signs": lambda n: {"a.rcl": "[" + "not " * n + "true]"},
    "a long index": lambda n: {"a.rcl": "let f = a => a" + '["a"]' * n + "; 1"},
    "a long path": lambda n: {"a.rcl": "let f = a => a" + ".a" * n + "; 1"},
    "a long row of calls": lambda n: {"a.rcl": "[1]" + ".reverse()" * n},
    "names like others": lambda n: {
        "a.rcl": joined(n, lambda i: f"let service_account_name_{i} = {i};")
        + " ["
        + joined(n, lambda i: f"service_account_names_{i},")
        + "]"
    },
    "fields like others": lambda n: {
        "a.rcl": "let o = {"
        + joined(n, lambda i: f"service_account_name_{i} = {i},")
        + "}; ["
        + joined(n, lambda i: f"o.service_account_names_{i},")
        + "]"
    },
    "one name shadowed": lambda n: {
        "a.rcl": joined(n, lambda i: f"let v = {'v + 1' if i else 1};") + " v"
    },
    "unused parameters": lambda n: {
        "a.rcl": "let l = [" + joined(n, lambda i: f"p{i} => {i},") + "]; 1"
    },
    "fields twice": lambda n: {"a.rcl": "{" + joined(n, lambda i: f"f = {i},") + "}"},
    "uses of one name": lambda n: {"a.rcl": "let v = 1;\n[" + joined(n, lambda _: "v,") + "]"},
    "errors on one line": lambda n: {
        "a.rcl": joined(n, lambda i: f'let u{i}: Number = "x";', " ") + " 1"
    },
    "wrong arguments": lambda n: {
        "a.rcl": "let f = x => x + 1;\n[" + joined(n, lambda i: f"f({i}, {i}),") + "]"
    },
    "one very long text": lambda n: {"a.rcl": '"' + "word " * n + '"'},
    "one text of escapes": lambda n: {"a.rcl": '"' + "\\n\\u0041" * n + '"'},
    "one format of holes": lambda n: {"a.rcl": 'let a = "a"; f"' + "{a} " * n + '"'},
    "empty lines": lambda n: {"a.rcl": "[1," + "\n" * n + "2]"},
    "records in a list": lambda n: {
        "a.rcl": "["
        + joined(n, lambda i: f'{{ name = "n{i}", port = {i}, on = true, tags = ["a", "b"] }},')
        + "]"
    },
    "a declared list of records": lambda n: {
        "a.rcl": "let r: List[{ name: String, port: Number }] = ["
        + joined(n, lambda i: f'{{ name = "n{i}", port = {i} }},')
        + "]; r"
    },
    "keys of texts": lambda n: {"a.rcl": "{" + joined(n, lambda i: f'"f-{i}": {i},') + "}"},
    "loops in one": lambda n: {
        "a.rcl": "[" + joined(n, lambda i: f"for x{i} in [1]:", " ") + " 1]"
    },
    "loops in loops": lambda n: {
        "a.rcl": "["
        + joined(n, lambda i: f"[for y in [for x in [for z in [1, 2]: z]: x + {i}]: y],")
        + "]"
    },
    "ifs in a list": lambda n: {
        "a.rcl": "let a = 1; [" + joined(n, lambda i: f"if a == {i}: {i},") + "]"
    },
    "one long else if": lambda n: {
        "a.rcl": "let f = x => " + joined(n, lambda i: f'if x == "k{i}": {i} else') + " 0; f(1)"
    },
    **{
        f"data: {name}": lambda n, text=text: {"a.rcl": f"let n = {n};\n" + text}
        for name, text in RUNS.items()
    },
}
