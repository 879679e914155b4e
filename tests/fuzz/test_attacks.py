"""Attacks on lexers, patterns, types, sizes, limits and formatters, one test a rule and an example."""

from __future__ import annotations

import json
import os
import shutil
import xml.etree.ElementTree as ET

import pytest

from fuzz.attack import Attack, told

# --- 1: every lexer loop moves forward


@pytest.mark.parametrize("command", ["check", "fmt", "preview", "convert", "hcl", "eval"])
@pytest.mark.parametrize("mark", ["${1}", "%{ if true }a%{ endif }", "${", "%{"])
def test_01_heredoc_line_that_begins_with_a_sequence(
    attack: Attack, command: str, mark: str
) -> None:
    attack.file("main.pp", f"a = <<EOF\n{mark}\nEOF\n")
    extra = ["--to", "python", "-o", "out"] if command == "convert" else []
    told(attack.run(command, *extra, "main.pp"))


# --- 2: patterns and globs


@pytest.mark.parametrize("letters", ["a" * 32, "a" * 32 + "=", "-" * 40, "a b " * 20, '"a"' * 30])
def test_02_items_after_a_bracket(attack: Attack, letters: str) -> None:
    attack.file("main.pp", f"[\n{letters}")
    told(attack.run("check", "main.pp"), 1)


GLOBS = {
    "stars": "*a" * 14 + "b",
    "folders": "**/" * 10 + "b",
    "mixed": "**a" * 12 + "b",
    "braces": "{a,a}" * 20 + "b",
}


@pytest.mark.parametrize("way", ["gitignore", "exclude", "overrides"])
@pytest.mark.parametrize("glob", GLOBS)
def test_02_globs_are_linear(attack: Attack, glob: str, way: str) -> None:
    attack.file("a" * 60 + ".json", "1\n")
    attack.file("/".join("a" * 24) + "/x.json", "1\n")
    if way == "gitignore":
        attack.file(".gitignore", GLOBS[glob] + "\n")
        (attack.folder / ".git").mkdir()
    elif way == "exclude":
        attack.file("confty.toml", f"exclude = [{json.dumps(GLOBS[glob])}]\n")
    else:
        attack.file(
            "confty.toml", f"[[overrides]]\ninclude = [{json.dumps(GLOBS[glob])}]\nrules = {{}}\n"
        )
    ended = attack.run("check", ".")
    assert ended.code is not None, "it hung"
    assert ended.code in {0, 1, 2}, ended
    assert way == "overrides" or ended.code == 0, ended


# --- 3: types are graphs


def test_03_doubling_functions(attack: Attack) -> None:
    lines = ["local f0(x) = [x, x];"] + [
        f"local f{n}(x) = f{n - 1}(f{n - 1}(x));" for n in range(1, 6)
    ]
    attack.file("a.jsonnet", " ".join(lines) + " f5(1)")
    told(attack.run("check", "a.jsonnet"))


@pytest.mark.parametrize("command", ["check", "type", "infer", "fmt"])
def test_03_doubled_objects(attack: Attack, command: str) -> None:
    lines = ["local a0 = { x: 1 };"] + [
        f"local a{n} = {{ l: a{n - 1}, r: a{n - 1} }};" for n in range(1, 26)
    ]
    attack.file("a.jsonnet", "\n".join(lines) + "\na25\n")
    ended = told(attack.run(command, "a.jsonnet"))
    assert len(ended.out) < 1_000_000


@pytest.mark.parametrize("command", ["check", "type", "infer"])
def test_03_doubled_records(attack: Attack, command: str) -> None:
    lines = ["let a0 = { x = 1 };"] + [
        f"let a{n} = {{ l = a{n - 1}; r = a{n - 1} }};" for n in range(1, 26)
    ]
    attack.file("a.rcl", "\n".join(lines) + "\na25.l.r.l\n")
    ended = told(attack.run(command, "a.rcl"))
    assert len(ended.out) < 1_000_000


@pytest.mark.parametrize("command", ["check", "type"])
def test_03_doubled_locals(attack: Attack, command: str) -> None:
    lines = ["a0 = { x = 1 }"] + [f"a{n} = {{ l = a{n - 1}, r = a{n - 1} }}" for n in range(1, 26)]
    attack.file("main.pp", "\n".join(lines) + '\noutput "o" {\n  value = a25.l.r.l\n}\n')
    ended = told(attack.run(command, "main.pp"))
    assert len(ended.out) < 1_000_000


@pytest.mark.parametrize("command", ["check", "eval", "type", "fmt"])
def test_03_doubled_anchors(attack: Attack, command: str) -> None:
    lines = ["a0: &a0 [x, x]"] + [f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, 26)]
    attack.file("a.yaml", "\n".join(lines) + "\n")
    told(attack.run(command, "a.yaml"))


def test_03_doubled_phy_types(attack: Attack) -> None:
    lines = ["(TypeDecl t0 (TupleTy (IntTy) (IntTy)))"]
    lines += [f"(TypeDecl t{n} (TupleTy t{n - 1} t{n - 1}))" for n in range(1, 26)]
    attack.file(
        "a.phy",
        f"(Module {' '.join(lines)} (ProcDecl m (IntTy) (Params (ParamDecl x t25)) (Return 1)))",
    )
    told(attack.run("check", "a.phy"))


@pytest.mark.parametrize("key", ["anyOf", "oneOf", "allOf"])
def test_03_doubled_references_of_a_schema(attack: Attack, key: str) -> None:
    levels = {f"l{n}": {key: [{"$ref": f"#/$defs/l{n + 1}"}] * 2} for n in range(30)}
    attack.file(
        "schema.json",
        json.dumps({"$defs": {**levels, "l30": {"type": "string"}}, "$ref": "#/$defs/l0"}),
    )
    attack.file("a.json", "1\n")
    told(attack.run("check", "--schema", "schema.json", "a.json"))


# --- 4: walks up a tree end at the root


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.toml", "[a.b]\n[a.b]\n"),
        ("a.yaml", '{{{"a"'),
        ("a.json", '{{{"a"'),
        ("a.toml", "a = []\n[a.b]\nc = 1\n"),
        ("a.yaml", "? {a: [\n"),
        ("a.json", '{"a":{"b"'),
    ],
)
def test_04_places_of_broken_data(attack: Attack, name: str, text: str) -> None:
    attack.file(name, text)
    for line, row in enumerate(text.split("\n"), 1):
        for column in range(1, len(row) + 1):
            ended = attack.run("type", f"{name}:{line}:{column}")
            told(ended, 0, 1, 2)


# --- 5: sizes and counts are checked before they are used

LITTLE = "import resource; resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))"
SIZES = {
    "makeArray": "std.makeArray(1e100, function(i) i)",
    "makeArray-length": "std.length(std.makeArray(1e100, function(i) i))",
    "range": "std.range(1, 1e100)",
    "range-length": "std.length(std.range(1, 1e15))",
    "repeat": 'std.repeat("a", 1e100)',
    "repeat-memory": 'std.length(std.repeat("aaaaaaaaaaaaaaaa", 1e12))',
    "repeat-array": "std.length(std.repeat([1], 1e15))",
    "splitLimit": 'std.splitLimit("a,b", ",", 1e100)',
    "splitLimitR": 'std.splitLimitR("a,b", ",", 1e100)',
    "substr": 'std.substr("abc", 0, 1e100)',
    "slice": "std.slice([1, 2], 0, 1e100, 1)",
    "index": "[1][1e100]",
    "char": "std.char(1e100)",
    "shift": "1 << 1e100",
    "width": '"%1000000000000d" % 1',
    "star": '"%*d" % [1e100, 1]',
    "precision": '"%.1000000000000f" % 1',
    "infinite": "std.range(1, 1e308 * 10)",
    "pow": "std.pow(10, 1e100)",
    "removeAt": "std.removeAt([1, 2], 1e100)",
    "flatten-depth": "std.flattenDeepArray(std.foldl(function(a, i) [a], std.range(1, 20000), 1))",
    "format-list": 'std.format("%s", std.makeArray(1e12, function(i) i))',
    "doubled": 'std.length(std.foldl(function(a, i) a + a, std.range(1, 60), "a"))',
    "parse-int": 'std.parseInt(std.repeat("9", 5000))',
    "deep-json": 'std.parseJson(std.repeat("[", 100000))',
    "deep-yaml": 'std.parseYaml(std.repeat("[", 100000))',
}


@pytest.mark.parametrize("name", SIZES)
@pytest.mark.parametrize("command", ["check", "eval"])
def test_05_sizes_of_jsonnet(attack: Attack, name: str, command: str) -> None:
    attack.file("a.jsonnet", SIZES[name] + "\n")
    told(attack.run(command, "a.jsonnet", prelude=LITTLE))


RCL_SIZES = {
    "range": "std.range(0, 1000000000000000000).len()",
    "exponent": "1e100000000000000000000",
    "zero": "0e4000000000000000000",
    "power": "1e999999999 + 1e-999999999",
    "doubled": "let a = [1]; "
    + "".join(
        f"let a{n} = [..{'a' if n == 1 else f'a{n - 1}'}, ..{'a' if n == 1 else f'a{n - 1}'}]; "
        for n in range(1, 50)
    )
    + "a49.len()",
    "text": 'let a = "aaaaaaaa"; '
    + "".join(
        f'let a{n} = f"{{{"a" if n == 1 else f"a{n - 1}"}}}{{{"a" if n == 1 else f"a{n - 1}"}}}"; '
        for n in range(1, 45)
    )
    + "a44.len()",
    "round": "1.5.round(1000000000000)",
    "digits": "9" * 100_000,
}


@pytest.mark.parametrize("name", RCL_SIZES)
@pytest.mark.parametrize("command", ["check", "eval", "fmt", "rcl"])
def test_05_sizes_of_rcl(attack: Attack, name: str, command: str) -> None:
    attack.file("a.rcl", RCL_SIZES[name] + "\n")
    words = {"rcl": ["rcl", "evaluate"]}.get(command, [command])
    told(attack.run(*words, "a.rcl", prelude=LITTLE))


PCL_SIZES = {
    "zero": "0e4000000000000000000",
    "exponent": "1e4000000000000000000",
    "small": "1e-4000000000000000000",
    "power": "1e999999999 + 1",
    "index": "[1][1e30]",
    "doubled": 'length("' + "a" * 10 + '")',
    "digits": "9" * 100_000,
}


@pytest.mark.parametrize("name", PCL_SIZES)
@pytest.mark.parametrize("command", ["check", "eval", "fmt", "preview"])
def test_05_sizes_of_pcl(attack: Attack, name: str, command: str) -> None:
    attack.file("main.pp", f'output "a" {{\n  value = {PCL_SIZES[name]}\n}}\n')
    told(attack.run(command, "main.pp"))


DATA_SIZES = {
    "exponent.json": '{"a": 1e4000000000000000000}',
    "zero.json": "0e4000000000000000000",
    "digits.json": "9" * 100_000,
    "exponent.yaml": "a: 1e4000000000000000000\n",
    "sexagesimal.yaml": "a: 1" + ":59" * 5000 + "\n",
    "digits.yaml": "a: " + "9" * 100_000 + "\n",
    "hex.yaml": "a: 0x" + "f" * 100_000 + "\n",
    "exponent.toml": "a = 1e4000000000000000000\n",
    "digits.toml": "a = " + "9" * 100_000 + "\n",
    "hex.toml": "a = 0x" + "f" * 100_000 + "\n",
    "indent.yaml": "a: |9999999999\n  b\n",
    "digits.phy": "9" * 100_000,
    "tuple.phy": f"(FieldAccess (TupleCons 1) {'9' * 30})",
    "array.phy": "(Exprs (Decl a (ArrayCons 1)) (At a 99999999999999999999999))",
}


@pytest.mark.parametrize("name", DATA_SIZES)
def test_05_sizes_of_data(attack: Attack, name: str) -> None:
    attack.file(name, DATA_SIZES[name])
    for command in ("check", "eval", "fmt", "type"):
        told(attack.run(command, name))


# --- 6: an ordinary mistake never ends in 101

MISTAKES = {
    "arguments.jsonnet": "local f() = 1; local g() = f(1); g()",
    "nested.rcl": "{a=" * 400 + "1" + "}" * 400,
    "nested.pp": "a = " + "{a=" * 400 + "1" + "}" * 400 + "\n",
    "nested.toml": "a = " + "{a=" * 400 + "1" + "}" * 400 + "\n",
    "nested.jsonnet": "{a:" * 400 + "1" + "}" * 400,
    "open.rcl": "{a=" * 400,
    "open.pp": "a = " + "{a=" * 400,
    "open.toml": "a = " + "{a=" * 400,
    "match.phy": "(Match (TupleCons) (Rule (As : (IntTy)) 1))",
    "lists.yaml": "[" * 1000 + "]" * 1000,
    "blocks.yaml": "- " * 1000 + "1\n",
    "maps.yaml": "{a: " * 1000 + "}" * 1000,
    "lists.json": "[" * 1000 + "]" * 1000,
    "lists.jsonnet": "[" * 1000 + "]" * 1000,
    "lists.rcl": "[" * 1000 + "]" * 1000,
    "lists.toml": "a = " + "[" * 1000 + "]" * 1000 + "\n",
    "brackets.pp": "a = " + "(" * 1000 + "1" + ")" * 1000 + "\n",
    "conditions.pp": "a = " + "true ? " * 1000 + "1" + " : 1" * 1000 + "\n",
    "minus.pp": "a = " + "-" * 5000 + "1\n",
    "sum.jsonnet": "1" + "+1" * 20_000,
    "sum.rcl": "1" + " + 1" * 20_000,
    "sum.pp": "a = 1" + " + 1" * 20_000 + "\n",
    "minus.jsonnet": "-" * 5000 + "1",
    "locals.jsonnet": "local a = 1; " * 5000 + "a",
    "lets.rcl": "let a = 1; " * 5000 + "a",
    "if.jsonnet": "if true then " * 3000 + "1",
    "functions.jsonnet": "function(x) " * 3000 + "1",
    "functions.rcl": "x => " * 3000 + "1",
    "calls.jsonnet": "std.type(" * 1000 + "1" + ")" * 1000,
    "fields.jsonnet": "{a: 1}" + ".a" * 5000,
    "objects.jsonnet": "{}" + "{a: 1}" * 5000,
    "fields.pp": "a = b" + ".a" * 5000 + "\n",
    "templates.pp": "a = " + '"${' * 300 + "1" + '}"' * 300 + "\n",
    "templates.rcl": 'f"{' * 300 + "1" + '}"' * 300,
    "tuples.phy": "(TupleCons " * 1000 + "1" + ")" * 1000,
    "types.phy": "(ProcDecl f "
    + "(SeqTy " * 1000
    + "(IntTy)"
    + ")" * 1000
    + " (Params) (Return 1))",
    "ifs.phy": "(If true " * 1000 + "1" + " 1)" * 1000,
    "recursion.jsonnet": "local f(x) = f(x + 1); f(1)",
    "memory.jsonnet": "local f(x) = f(x + x); f('aaaaaaaa')",
    "self.jsonnet": "{ a: self.a }.a",
    "deep-value.jsonnet": "local f(n) = if n == 0 then 1 else [f(n - 1)]; f(20000)",
    "recursion.phy": "(Module (ProcDecl f (IntTy) (Params (ParamDecl x (IntTy))) (Return (Call f x))) (ProcDecl m (IntTy) (Params) (Return (Call f 1))))",
}


@pytest.mark.parametrize("name", MISTAKES)
def test_06_mistakes(attack: Attack, name: str) -> None:
    attack.file(name, MISTAKES[name])
    for command in ("check", "type", "infer", "fmt", "eval"):
        told(attack.run(command, name))
    if name.endswith(".pp"):
        told(attack.run("convert", "--to", "python", "-o", "out", name))
        told(attack.run("preview", name))
    if name.endswith(".rcl"):
        told(attack.run("rcl", "evaluate", name))
    if name.endswith(".jsonnet"):
        told(attack.run("jsonnet", name))
        told(attack.run("jsonnetfmt", name), 0, 1, 2)


@pytest.mark.parametrize("deep", [900, 50_000])
def test_06_unseal_of_deep_json(attack: Attack, deep: int) -> None:
    attack.variables["PULUMI_CONFIG_PASSPHRASE"] = "p"
    attack.file("plain.json", "1\n")
    sealed = json.loads(told(attack.run("eval", "--seal", "plain.json"), 0).out)
    document = json.dumps({**sealed, "value": "HERE"}).replace('"HERE"', "[" * deep + "]" * deep)
    attack.file("deep.json", document)
    told(attack.run("unseal", "deep.json"), 0, 1, 2)


def test_06_a_deep_schema(attack: Attack) -> None:
    attack.file("schema.json", '{"not":' * 3000 + "{}" + "}" * 3000)
    attack.file("a.json", "1\n")
    told(attack.run("check", "--schema", "schema.json", "a.json"), 0, 1, 2)


def test_06_a_deep_config(attack: Attack) -> None:
    attack.file("confty.toml", "exclude = " + "[" * 3000 + "]" * 3000)
    attack.file("a.json", "1\n")
    told(attack.run("check", "a.json"), 2)


def test_06_a_deep_baseline(attack: Attack) -> None:
    attack.file("base.json", "[" * 100_000)
    attack.file("a.json", "1\n")
    told(attack.run("check", "--baseline", "base.json", "a.json"), 0, 1, 2)


MEMORY = {
    "a.jsonnet": "local f(a, n) = if n == 0 then a else f(a + a, n - 1); std.length(f([1], 40))",
    "a.rcl": "let a = [1]; "
    + "".join(f"let a{n} = [..a{n - 1 or ''}, ..a{n - 1 or ''}]; " for n in range(1, 36))
    + "a35.len()",
    "main.pp": "a0 = [1]\n"
    + "".join(f"a{n} = flatten([a{n - 1}, a{n - 1}])\n" for n in range(1, 36)),
    "b.pp": 'a0 = "aaaaaaaa"\n'
    + "".join(f'a{n} = "${{a{n - 1}}}${{a{n - 1}}}"\n' for n in range(1, 36))
    + 'output "o" {\n  value = a35\n}\n',
}


@pytest.mark.parametrize("name", MEMORY)
def test_06_too_little_memory_is_told_as_that(attack: Attack, name: str) -> None:
    attack.file(name, MEMORY[name])
    prelude = "import resource; resource.setrlimit(resource.RLIMIT_AS, (3 << 29, 3 << 29))"
    ended = told(attack.run("eval", name, prelude=prelude), 1)
    assert "recursion" not in ended.err, ended
    assert "stack" not in ended.err, ended


# --- 13: fmt never changes meaning

FORMATS = {
    "keep.yaml": "a: |+\n  x\n\n\nb: 1\n",
    "keep-last.yaml": "a: |+\n  x\n\n\n",
    "keep-list.yaml": "- |+\n  x\n\n- 1\n",
    "fold-keep.yaml": "a: >+\n  x\n\n\nb: 1\n",
    "plus.jsonnet": "local a = {b: 1}; local xs = ['c']; a +\n{ [x]: 1 for x in xs }\n",
    "computed.jsonnet": '{["a"]: 1 for i in [1]}\n',
    "blank-key.jsonnet": "{ |||\n\n  a\n|||: 1 }\n",
    "blank-only-key.jsonnet": "{ |||\n \n|||: 1 }\n",
    "index.jsonnet": 'local x = error "a"; [3["d"]]\n',
    "number-method.rcl": "{3, 21\n.to_string()}\n",
    "carriage.pp": 'a = <<EOF\nx\r\ny\r\nEOF\noutput "o" {\n  value = a\n}\n',
    "quotes.jsonnet": '{ a: "\'", b: \'"\', c: @\'it\'\'s\', d: @"say ""x""" }\n',
    "block.jsonnet": "|||\n  \ta\n   b\n\n|||\n",
    "text.rcl": '"""\n  a\n    b\n\n  """\n',
    "escapes.toml": "a = \"\\u0001\\t\"\nb = '''\n'x''''\n",
    "comments.yaml": "# a\na: 1 # b\n\n# c\nb:\n  # d\n  - 1\n",
    "documents.yaml": "---\na: |+\n  x\n\n---\nb: 1\n...\n",
}


@pytest.mark.parametrize("name", FORMATS)
def test_13_fmt_keeps_meaning(attack: Attack, name: str) -> None:
    attack.file(name, FORMATS[name])
    before = attack.run("eval", name)
    ended = attack.run("fmt", name)
    assert ended.code in {0, 1}, ended
    after = attack.run("eval", name)
    assert (before.code, before.raw) == (after.code, after.raw), (
        attack.folder / name
    ).read_bytes()
    once = (attack.folder / name).read_bytes()
    again = attack.run("fmt", name)
    assert again.code == ended.code, again
    assert (attack.folder / name).read_bytes() == once


RCL_QUOTES = ['"a"\n', 'f"{1}"\n', '"""\na\n"""\n', '"\\u{e9}"\n', '"é\\n"\n']


@pytest.mark.parametrize("text", RCL_QUOTES)
def test_13_quotes_that_rcl_keeps(attack: Attack, text: str) -> None:
    attack.file("a.rcl", text)
    told(attack.run("fmt", "a.rcl"), 0)
    assert (attack.folder / "a.rcl").read_text() == text


@pytest.mark.parametrize("name", ["quotes.jsonnet", "carriage.pp", "keep.yaml"])
@pytest.mark.parametrize("command", ["jsonnetfmt", "rcl"])
def test_13_the_compatible_formatters(attack: Attack, command: str, name: str) -> None:
    if (command == "jsonnetfmt") != name.endswith(".jsonnet"):
        name = {"jsonnetfmt": "plus.jsonnet", "rcl": "number-method.rcl"}[command]
    attack.file(name, FORMATS[name])
    before = attack.run("eval", name)
    words = ["jsonnetfmt", "-i"] if command == "jsonnetfmt" else ["rcl", "format", "-i"]
    ended = attack.run(*words, name)
    assert ended.code in {0, 1}, ended
    after = attack.run("eval", name)
    assert (before.code, before.raw) == (after.code, after.raw)


# --- 14: every report is valid

NASTY_FILES = {
    "control.jsonnet": 'import "a\x01\x02\x0b\x0c\x1b[31m\x7fb"\n',
    "lines.jsonnet": 'import "a\u2028b\u2029c\x85d\re\\nf"\n',
    "surrogate.jsonnet": 'error "a\\ud800b"\n',
    "surrogate.json": '{"a": 1, "\\ud800": 1, "\\ud800": 2}\n',
    "nonchar.jsonnet": 'import "a\ufffe\uffffb"\n',
    "percent.jsonnet": 'import "::error file=a::%0A]]>&<b"\n',
    "nul.jsonnet": 'error "a\\u0000b"\n',
    "control.rcl": '{ a = 1; "b\x01\u2028" = }\n',
    "control.pp": 'a = "\x01\u2028${"\n',
    "control.phy": "(Call \x01\u2028 1)",
    "control.yaml": 'a: "\x01\n',
    "control.toml": 'a = "\x01\u2028"\n',
}


@pytest.mark.parametrize(
    "form", ["json", "jsonl", "sarif", "gitlab", "junit", "github", "full", "concise"]
)
@pytest.mark.parametrize("name", NASTY_FILES)
def test_14_reports_are_valid(attack: Attack, name: str, form: str) -> None:
    attack.file(name, NASTY_FILES[name])
    for command in ("check", "eval"):
        ended = told(attack.run(command, "-q", "--output-format", form, name))
        text = (ended.raw if command == "check" else ended.err.encode()).decode("utf-8")
        if ended.code == 0:
            continue
        if form in {"json", "sarif", "gitlab"}:
            json.loads(text)
        elif form == "jsonl":
            assert [json.loads(line) for line in text.split("\n") if line]
        elif form == "junit":
            ET.fromstring(text)
        elif form == "github":
            assert all(line.startswith("::") for line in text.splitlines()), text
        else:
            assert not [one for one in text if ord(one) < 32 and one not in "\n\t"], text


def test_14_a_file_with_a_strange_name(attack: Attack) -> None:
    name = "a\x01\u2028,:%b\n.json"
    attack.file(name, "{")
    for form in ("junit", "github", "json", "sarif"):
        ended = told(attack.run("check", "-q", "--output-format", form, name), 1)
        if form == "junit":
            ET.fromstring(ended.out)
        elif form == "github":
            assert len(ended.out.splitlines()) == 1
        else:
            json.loads(ended.out)


def test_14_a_file_whose_name_is_no_text(attack: Attack) -> None:
    path = os.path.join(os.fsencode(attack.folder), b"a\xff.json")
    with open(path, "wb") as stream:
        stream.write(b"{")
    for form in ("junit", "github", "json", "sarif", "full"):
        ended = told(attack.run("check", "-q", "--output-format", form, "."), 1)
        ended.raw.decode("utf-8")


# --- 15: exit codes

PIPED = [
    ["jsonnet", "big.jsonnet"],
    ["eval", "big.jsonnet"],
    ["rcl", "evaluate", "big.rcl"],
    ["--help"],
    ["jsonnet", "--help"],
    ["rcl", "--help"],
    ["jsonnetfmt", "big.jsonnet"],
    ["jsonnet-deps", "big.jsonnet"],
    ["check", "--help"],
    ["jsonnetfmt", "--help"],
    ["jsonnet-lint", "--help"],
    ["jsonnet-deps", "--help"],
    ["version"],
    ["explain", "json/duplicate-key"],
    ["rcl", "--version"],
    ["jsonnet", "--version"],
]


def _big(attack: Attack) -> None:
    attack.file("big.jsonnet", "[" + "1,\n" * 15_000 + "]\n")
    attack.file("big.rcl", "[" + "1,\n" * 15_000 + "]\n")
    attack.file("big.json", "[" + "1,\n" * 15_000 + "1]\n")


@pytest.mark.parametrize("words", PIPED, ids=" ".join)
def test_15_a_full_disk_is_2(attack: Attack, words: list[str]) -> None:
    _big(attack)
    with open("/dev/full", "wb") as full:
        ended = attack.run(*words, stdout=full)
    quiet = {"jsonnet-deps big.jsonnet"}
    assert ended.code == 2 or " ".join(words) in quiet, ended
    assert "Traceback" not in ended.err
    assert "Exception ignored" not in ended.err, ended


@pytest.mark.parametrize("words", PIPED, ids=" ".join)
def test_15_a_closed_pipe_is_141(attack: Attack, words: list[str]) -> None:
    _big(attack)
    reading, writing = os.pipe()
    os.close(reading)
    try:
        ended = attack.run(*words, stdout=writing)
    finally:
        os.close(writing)
    quiet = {"jsonnet-deps big.jsonnet"}
    assert ended.code == 141 or " ".join(words) in quiet, ended
    assert "Exception ignored" not in ended.err, ended


def test_all_programs_of_the_system_are_there() -> None:
    assert shutil.which("bash"), "the attacks need a shell"
