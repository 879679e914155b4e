"""Attacks through what is read: addresses, dates, numbers, prompts and objects that add themselves."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest

import confty
from confty.values import Archive, ValueProblem
from confty.values.archives import digest
from fuzz.attack import Attack, told

LITTLE = "import resource; resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))"


@pytest.mark.parametrize(
    "text",
    [
        "local a = { b: self + self }; a.b.b",
        "local a = { b: $ + $ + { c: 1 } }; a.b.b.b",
        "local a = { b: self + self { b+: self + self } }; a",
        "{ a: self + { a+: self } }",
        "{ a: $ + { b: $ + { d: 1 } } }",
    ],
)
@pytest.mark.parametrize("command", ["check", "type"])
def test_03_objects_that_are_laid_over_themselves(attack: Attack, text: str, command: str) -> None:
    attack.file("a.jsonnet", text)
    told(attack.run(command, "a.jsonnet", prelude=LITTLE), 0, 1)


def test_03_a_choice_that_misses_at_every_level(attack: Attack) -> None:
    value: object = 1
    for _ in range(14):
        value = {"l": value, "r": value}
    attack.file("a.json", json.dumps(value))
    levels = {
        f"l{n}": {"not": {"allOf": [{"$ref": f"#/$defs/l{n + 1}"}, {"not": {"$ref": f"#/$defs/l{n + 1}"}}]}}
        for n in range(24)
    }  # fmt: skip
    schema = {"$defs": {**levels, "l24": {"type": "string"}}, "$ref": "#/$defs/l0"}
    attack.file("schema.json", json.dumps(schema))
    told(attack.run("check", "--schema", "schema.json", "a.json"))


#: What opens and closes; Python has room for a hundred blocks inside each other.
NESTED = {
    "{assert ": "}",
    "assert ": "; true",
    "{a: if ": " then true else false}.a",
    "if true then ": " else 2",
    "true && (": ")",
    "false || (": ")",
    "[x for x in [1] if ": "] == [1]",
    "{[if ": " then 'a']: true}.a",
}


@pytest.mark.parametrize("opening", NESTED)
@pytest.mark.parametrize("labelled", [False, True])
def test_06_blocks_inside_each_other(opening: str, labelled: bool) -> None:
    text = opening * 130 + "std.extVar('x')" + NESTED[opening] * 130
    given = {"unknowns": {"x": "bool"}} if labelled else {"inputs": {"x": True}}
    # A value or a finding: an object is no condition.
    with suppress(confty.ConftyError):
        confty.loads(text, "jsonnet", timeout=20, **given)


#: A host in brackets that is none, and one whose letters become others.
ADDRESSES = ["http://[", "http://a\u2100b/"]


@pytest.mark.parametrize("keyword", ["$ref", "$id"])
@pytest.mark.parametrize("address", ADDRESSES)
def test_06_addresses_of_schemas(attack: Attack, keyword: str, address: str) -> None:
    attack.file(
        "schema.json", json.dumps({keyword: address, "properties": {"a": {"$ref": "b#/c"}}})
    )
    attack.file("a.json", '{"a": 1}\n')
    told(attack.run("check", "--schema", "schema.json", "a.json"))
    told(attack.run("check", "schema.json"))
    told(attack.run("schema", "add", "schema.json"), 0, 1, 2)
    told(attack.run("schema", "add", address), 1, 2)


@pytest.mark.parametrize("address", ADDRESSES)
def test_06_addresses_of_packages(attack: Attack, address: str) -> None:
    attack.file(
        "main.pp",
        f'package p {{\n  baseProviderName = "p"\n  baseProviderDownloadUrl = "{address}"\n}}\n'
        f'output "o" {{\n  value = remoteArchive("{address}")\n}}\n',
    )
    ended = told(attack.run("check", "main.pp"), 1)
    assert "invalid download URL" in ended.out
    told(attack.run("preview", "."), 1)


@pytest.mark.parametrize("address", ADDRESSES)
def test_06_addresses_of_archives(address: str) -> None:
    with pytest.raises(ValueProblem):
        digest(Archive(uri=address))


@pytest.mark.parametrize("number", ["0" * 10_000, "0" * 4_000 + "9", "07" * 3_000], ids=len)
def test_06_numbers_that_begin_with_zeros(attack: Attack, number: str) -> None:
    attack.file("a.yaml", f"a: {number}\n")
    for command in ("check", "fmt", "type"):
        told(attack.run(command, "a.yaml"))


def test_06_dates_are_sealed_as_they_are_shown(attack: Attack) -> None:
    attack.variables["PULUMI_CONFIG_PASSPHRASE"] = "correct"
    attack.file(
        "a.toml", "a = 1979-05-27\nb = 07:32:00\nc = [{ d = 1979-05-27T07:32:00-08:00 }]\n"
    )
    sealed = json.loads(told(attack.run("eval", "--seal", "a.toml"), 0).out)
    shown = told(attack.run("eval", "--format", "json", "a.toml"), 0).out
    assert sealed["value"] == json.loads(shown)


#: What is entered at a prompt, and whether it is worth a finding.
ENTRIES = {
    "// nothing": False,
    "# nothing": False,
    "/* nothing */": False,
    "1, 2": True,
    "1] + [2": True,
    "1) + (2": True,
    ",": True,
}


@pytest.mark.parametrize("entry", ENTRIES)
def test_06_entries_of_a_prompt(attack: Attack, entry: str) -> None:
    ended = told(attack.run("repl", "--lang", "jsonnet", stdin=f"{entry}\n40 + 2\n".encode()))
    assert ended.out == "42\n"
    assert ("jsonnet/syntax" in ended.err) == ENTRIES[entry]


@pytest.mark.parametrize("lang", ["json", "yaml", "toml", "jsonnet", "rcl", "pcl", "phy"])
def test_06_bytes_that_are_no_text_at_a_prompt(attack: Attack, lang: str) -> None:
    told(attack.run("repl", "--lang", lang, stdin=b'"\xff"\n\xed\xa0\x80\n\xff\n'))


def test_06_returns_are_stepped_through(attack: Attack) -> None:
    attack.file(
        "a.phy",
        "(Module (ProcDecl a (UnitTy) (Params) (Return))\n"
        " (ProcDecl main (IntTy) (Params) (Exprs (Call a) (Return 5))))",
    )
    ended = told(attack.run("debug", "a.phy", stdin=b"s\n" * 9), 0)
    assert "(Return) => (TupleCons)" in ended.out
    assert "(Return 5) => 5" in ended.out


def test_06_bytes_that_are_no_text_elsewhere(attack: Attack) -> None:
    attack.variables["PULUMI_CONFIG_PASSPHRASE"] = "correct"
    attack.file("a.phy", "(IntVal 1)")
    told(attack.run("unseal", "-", stdin=b"\xff"), 2)
    told(attack.run("debug", "a.phy", stdin=b"\xff\nq\n"))
    told(attack.run("eval", "--many", "-", stdin=b"\xff.json\n"), 1, 2)


# --- 13: fmt never changes meaning

COMMENTED = {
    "pcl": ("#", "a = 1\n"),
    "jsonnet": ("//", "1\n"),
    "rcl": ("//", "1\n"),
    "phy": (";", "1\n"),
    "yaml": ("#", "a: 1\n"),
    "toml": ("#", "a = 1\n"),
}


@pytest.mark.parametrize("lang", COMMENTED)
def test_13_white_space_at_the_end_of_a_comment(lang: str) -> None:
    begins, body = COMMENTED[lang]
    for space in ("\t", "\v", "\f", "\x85", "\xa0", "\u2003", "\u2028", "\u2029"):
        for said in (space * 2, f" x{space * 2}", f" x{space} y{space}"):
            text = f"{begins}{said}\n{body}"
            told = ""
            try:
                once = confty.format(text=text, lang=lang)
            except confty.ConftyError as refused:
                # Not every language has every one of them in a comment.
                told = refused.diagnostics[0].code
            assert told != "file/fmt-unsafe", text
            assert told or confty.format(text=once, lang=lang) == once, text
