"""Inputs in Jsonnet that grow, by what there is more of: the first file is the one that is worked on."""

from __future__ import annotations

from shapes.parts import Kinds, joined

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
        "a.jsonnet": "local a = 'a'; " + joined(n, lambda i: f"'s{i}' + a", " + ")
    },
    "lists added": lambda n: {"a.jsonnet": joined(n, lambda i: f"[{i}]", " + ")},
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
}
