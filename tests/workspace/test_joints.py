"""Every pair of languages: an import that cannot work is a finding of a check, at the import."""

from __future__ import annotations

import pytest

from confty.language import Outcome
from confty.text import Diagnostic, Severity
from confty.workspace import Memory, Project

#: How each language imports a file, and where in the text the import stands.
IMPORTERS = {
    "main.jsonnet": "local b = import '{}'; b",
    "main.rcl": 'let b = import "{}"; b',
    "main.pp": 'output o {{\n  value = importData("{}")\n}}\n',
}
#: A mistake in each language; the place of the mistake is told where two readers agree on it.
BROKEN = {
    "bad.yaml": "a: [1\nb: 2\n",
    "bad.toml": "a = = 1\n",
    "bad.json": '{"a": }',
    "bad.jsonnet": "{ a: 1 + }",
    "bad.rcl": "{ a = 1 + ",
    "bad.phy": "(define x",
    "type.jsonnet": "{ a: 'x' * 2 }",
    "type.rcl": '{ a = 1 + "x" }',
    "text.yaml": b"\xff\xfe\x00",
}
#: What is no data, or none that the importer has a value for: (importers, the words).
INEXPRESSIBLE = {
    "function.rcl": ("x => x", ("main.jsonnet", "main.pp"), "a function"),
    "field.rcl": ("{ f = x => x }", ("main.jsonnet", "main.pp"), "a function"),
    "keys.rcl": (
        "{ 1: 2 }",
        ("main.jsonnet", "main.pp"),
        "a dictionary whose keys are no strings",
    ),
    "deep.rcl": (
        "let m = { 1: 2 }; { a = [m] }",
        ("main.jsonnet", "main.pp"),
        "whose keys are no strings",
    ),
    "list.rcl": ("[x => x]", ("main.jsonnet", "main.pp"), "a function"),
    "tuple.jsonnet": ("[1, function(x) x]", ("main.rcl", "main.pp"), "a function"),
    "field.jsonnet": ("{ f: function(x) x }", ("main.rcl", "main.pp"), "a function"),
    "whole.jsonnet": ("function(x) x", ("main.rcl", "main.pp"), "a function"),
    "failing.jsonnet": ("{ a: [error 'no'] }", ("main.rcl", "main.pp"), "always fails"),
    "abstract.jsonnet": ("{ a: { b: error 'give b' } }", ("main.rcl", "main.pp"), "always fails"),
    "keys.yaml": ("{1: 2}", ("main.jsonnet", "main.pp"), "a key that is no string"),
    "infinite.yaml": ("a: .inf", ("main.jsonnet", "main.rcl", "main.pp"), "number"),
    "huge.yaml": ("a: " + "9" * 400, ("main.jsonnet", "main.rcl"), "number"),
    "binary.yaml": ("a: !!binary aGk=", ("main.jsonnet", "main.rcl", "main.pp"), "binary data"),
    "date.toml": ("d = 1979-05-27", ("main.rcl",), "a date"),
}
FINE = {
    "fine.yaml": "a: [1, x, null]\n",
    "fine.json": '{"a": 1}',
    "fine.toml": "a = 1\n",
    "fine.rcl": "let f = x => x; { a = f(1) }",
    "hidden.jsonnet": "{ f(x):: x, a: self.f(1) }",
    "defaults.jsonnet": "function(x=1) { a: x }",
    "fine.jsonnet": "{ a: 1 }",
    "given.jsonnet": "{ a: error 'give a', b:: error 'no', c: [], d: {} } + { a: 1 }",
    "some.jsonnet": "{ a: if std.length([1]) == 1 then 1 else error 'no', [if false then 'b']: error 'no' }",
}


def _project(importer: str, name: str, text: str | bytes) -> Project:
    return Project(files=Memory({importer: IMPORTERS[importer].format(name), name: text}))


def _findings(importer: str, name: str, text: str | bytes) -> list[Diagnostic]:
    return _project(importer, name, text).check(importer)


#: One language by itself has its own ways of telling.
PAIRS = [
    (importer, name)
    for importer in IMPORTERS
    for name in BROKEN
    if importer.rpartition(".")[2] != name.rpartition(".")[2]
]


def _evaluated(importer: str, name: str, text: str | bytes) -> Outcome[object]:
    return _project(importer, name, text).plain(importer)


@pytest.mark.parametrize(("importer", "name"), PAIRS)
def test_a_broken_file_is_found_at_its_import(importer: str, name: str) -> None:
    found = _findings(importer, name, BROKEN[name])
    assert [one.severity for one in found] == [Severity.ERROR], found
    assert found[0].span is not None
    assert found[0].span.source.name == importer
    assert name in found[0].span.text
    inside = [note.span.source.name for note in found[0].notes if note.span is not None]
    assert name in inside
    assert _evaluated(importer, name, BROKEN[name]).failed


@pytest.mark.parametrize("importer", IMPORTERS)
@pytest.mark.parametrize("name", INEXPRESSIBLE)
def test_what_does_not_cross_is_found_at_its_import(importer: str, name: str) -> None:
    text, importers, words = INEXPRESSIBLE[name]
    found = _findings(importer, name, text)
    if importer not in importers:
        assert found == []
        return
    assert [one.severity for one in found] == [Severity.ERROR], found
    assert words in found[0].message
    assert found[0].span is not None
    assert found[0].span.source.name == importer
    assert any(note.span and note.span.source.name == name for note in found[0].notes)
    assert _evaluated(importer, name, text).failed


@pytest.mark.parametrize("importer", IMPORTERS)
@pytest.mark.parametrize("name", FINE)
def test_what_crosses_is_not_spoken_of(importer: str, name: str) -> None:
    assert _findings(importer, name, FINE[name]) == []
    assert not _evaluated(importer, name, FINE[name]).failed


@pytest.mark.parametrize("importer", ["main.jsonnet", "main.pp"])
def test_what_may_not_cross_is_a_warning(importer: str) -> None:
    found = _findings(importer, "keys.rcl", "{ for i in [1, 2]: i: 2 }")
    assert [one.severity for one in found] == [Severity.WARNING]


def test_keys_of_yaml_keep_their_kind_in_rcl() -> None:
    texts = {"main.rcl": '(import "keys.yaml").get(1, 0)', "keys.yaml": "1: 2\n"}
    assert Project(files=Memory(texts)).plain("main.rcl").output == 2


PHY = """(RecordCons
  (Field s (Seq "xy")) (Field a (ArrayCons (At (Seq "x") 0))) (Field u (TupleCons)) (Field c (At (Seq "xy") 0))
  (Field deep (TupleCons (Seq (UnionTy (IntTy) (UnitTy)) (TupleCons) 7))))
"""


@pytest.mark.parametrize(
    ("main", "text", "data"),
    [
        ("m.jsonnet", "local y = import 'y.phy'; [std.asciiUpper(y.s + y.a), y.u == null, y.c + 1]",
         ["XYX", True, 121]),
        ("m.rcl", 'let y = import "y.phy"; let s: String = y.s; let u: Null = y.u; let c: Number = y.c; let l: List[Union[Null, Number]] = y.deep[0]; [s, u, c, l]',
         ["xy", None, 120, [None, 7]]),
    ],
)  # fmt: skip
def test_the_type_of_a_program_of_phy_is_that_of_its_data(
    main: str, text: str, data: object
) -> None:
    project = Project(files=Memory({main: text, "y.phy": PHY}))
    assert project.check(main) == []
    assert project.plain(main).output == data


RING = {
    "main.jsonnet": "import 'lib.libsonnet'",
    "lib.libsonnet": "{ x: import 'x.rcl' }",
    "x.rcl": 'import "main.jsonnet"',
    "y.rcl": 'import "x.rcl"',
}


def _ways(findings: list[Diagnostic]) -> list[list[str]]:
    return [
        [str(one.span), *[str(note.span) for note in one.notes]]
        for one in findings
        if one.code.name == "file/foreign-cycle"
    ]


@pytest.mark.parametrize("first", ["main.jsonnet", "lib.libsonnet", "x.rcl"])
def test_a_ring_is_told_whole_wherever_one_begins(first: str) -> None:
    found = Project(files=Memory(RING)).check(first)
    (way,) = _ways(found)
    assert sorted(way) == ["lib.libsonnet:1:6", "main.jsonnet:1:1", "x.rcl:1:8"]
    assert all(one.severity is Severity.ERROR for one in found)


def test_a_ring_is_told_once_in_a_run() -> None:
    found = Project(files=Memory(RING)).check_all(["lib.libsonnet", "main.jsonnet", "x.rcl"])
    assert len(_ways(found)) == 1


def test_a_ring_elsewhere_is_an_error_of_the_import() -> None:
    (found,) = Project(files=Memory(RING)).check("y.rcl")
    assert found.code.name == "rcl/import-failed"
    assert str(found.span) == "y.rcl:1:8"


@pytest.mark.parametrize("first", ["main.jsonnet", "x.rcl"])
def test_a_run_tells_the_ring_with_its_places(first: str) -> None:
    found = Project(files=Memory(RING)).plain(first).diagnostics
    said = " ".join([found[0].message, *[note.text for note in found[0].notes]])
    assert "import each other" in said


@pytest.mark.parametrize(
    "text",
    ["let m: Dict[Number, Number] = {}; m", "{ if false: 1: 2 }", "{ for i in [1]: i: 2 }"],
)
def test_a_dictionary_that_may_be_empty_may_fail(text: str) -> None:
    (found,) = _findings("main.jsonnet", "m.rcl", text)
    assert found.severity is Severity.WARNING
