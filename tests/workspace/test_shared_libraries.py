"""RCL: a library that many programs import is checked once, and each program depends on all of it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from support.checking import enter_tree, project
from support.effort import lines_run

from confty.cli.main import main
from confty.languages.rcl import loader
from confty.workspace import many
from confty.workspace.stored import as_stored


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    enter_tree(tmp_path, monkeypatch)


@pytest.fixture
def checked(monkeypatch) -> Counter[str]:
    """How often each file was checked."""
    counts: Counter[str] = Counter()
    check = loader.check

    def counting(source, *given):
        counts[source.name] += 1
        return check(source, *given)

    monkeypatch.setattr(loader, "check", counting)
    return counts


def told(names: list[str], *words: str) -> list[object]:
    return [as_stored(one) for one in many.check_many(project(*words), names, 1)]


def alone(names: list[str]) -> list[object]:
    """What is told of each file when nobody asks about another."""
    found = [one for name in names for one in project("--no-cache").check(name)]
    return [as_stored(one) for one in found]


def programs(n: int, path: str = "lib/a.rcl") -> list[str]:
    names = [f"p{at:03}.rcl" for at in range(n)]
    for name in names:
        Path(name).write_text(f'let a: Number = (import "{path}").x; {{ a = a }}\n')
    return names


def libraries() -> None:
    """One that imports two more, beside it and from the root, which import the same one."""
    Path("confty.toml").write_text("")
    Path("lib").mkdir()
    Path("lib/a.rcl").write_text(
        'let b = import "b.rcl"; let c = import "//lib/c.rcl"; { x = b.x + c.x }\n'
    )
    for name in "bc":
        Path(f"lib/{name}.rcl").write_text('let d = import "d.rcl"; { x = d.x }\n')
    Path("lib/d.rcl").write_text("{ x = 1 }\n")


def test_a_library_is_checked_once(checked) -> None:
    libraries()
    names = programs(5)
    assert told(names, "--no-cache") == alone(names) == []
    checked.clear()
    told(names, "--no-cache")
    assert set(checked.values()) == {1}
    assert len(checked) == 5 + 4


def test_twice_the_programs_are_twice_the_work() -> None:
    Path("lib").mkdir()
    rows = "".join([f" y{at} = [for n in [1, 2]: n + {at}]," for at in range(200)])
    Path("lib/a.rcl").write_text(f"{{ x = 1,{rows} }}\n")
    small, large = programs(80)[:40], programs(80)
    told(small, "--no-cache")
    work = [lines_run(lambda names=names: told(names, "--no-cache")) for names in (small, large)]
    assert work[1] < 2 * work[0]
    one = lines_run(lambda: told(small[:1], "--no-cache"))
    assert work[0] < 5 * one


@pytest.mark.parametrize("name", ["lib/a.rcl", "lib/b.rcl", "lib/c.rcl", "lib/d.rcl"])
def test_each_program_depends_on_all_that_is_shared(name, checked) -> None:
    libraries()
    names = programs(3)
    assert told(names) == []
    checked.clear()
    assert told(names) == []
    assert not checked, "kept"
    Path(name).write_text('{ x = "1" }\n')
    fresh = told(names, "--no-cache")
    assert told(names) == fresh != []
    Path(name).unlink()
    missing = told(names, "--no-cache")
    assert told(names) == missing != fresh


@pytest.mark.parametrize(
    "text",
    ["{ x = }", '{ x = import "d.rcl" }', '{ x = import "missing.rcl" }', "{ x = nothing }"],
)
def test_what_is_wrong_is_told_to_each(text) -> None:
    """Also where a library leads back to itself, or to nothing."""
    libraries()
    Path("lib/d.rcl").write_text(text + "\n")
    names = [*programs(3), "lib/d.rcl", "lib/a.rcl"]
    found = {repr(one) for one in told(names, "--no-cache")}
    # What two of them lead to is told once.
    assert found == {repr(one) for one in alone(names)}
    assert len(found) >= 3


def test_programs_that_are_run_share_what_was_checked(checked, capsys) -> None:
    libraries()
    names = programs(4)
    assert main(["eval", "--many", "-j", "1", *names]) == 0
    assert capsys.readouterr().out.count('"a":2') == 4
    assert {checked[f"lib/{one}.rcl"] for one in "abcd"} == {1}


def test_inputs_are_those_of_each_program(checked) -> None:
    """A library may read them, so it is checked for each."""
    Path("lib").mkdir()
    Path("lib/a.rcl").write_text("{ x = ext.n }\n")
    names = programs(2)
    words = ("--no-cache", "--ext-code", "n=1")
    assert told(names, *words) == []
    assert checked["lib/a.rcl"] == 2


def test_a_ring_is_told_from_where_it_was_entered(checked) -> None:
    Path("a.rcl").write_text('let b = import "b.rcl"; { x = b.x }\n')
    Path("b.rcl").write_text('let a = import "a.rcl"; { x = a.x, y = 1 }\n')
    for at, path in enumerate(("a.rcl", "b.rcl", "a.rcl")):
        Path(f"p{at}.rcl").write_text(f'let n: Bool = (import "{path}").y; {{ n = n }}\n')
    names = ["p0.rcl", "p1.rcl", "p2.rcl"]
    for order in (names, names[::-1]):
        work = project("--no-cache")
        with work.one_moment():
            found = [as_stored(one) for name in order for one in work.check(name)]
        assert found == alone(order)
    assert checked["a.rcl"] > 1


# --- PCL: components


def component_and_programs() -> list[str]:
    """Two programs that use a component, which uses all that there is to be used."""
    for folder in ("c", "n", "p0", "p1", "packages"):
        Path(folder).mkdir()
    Path("confty.toml").write_text('[pcl]\npackage_schemas = ["packages"]\n')
    Path("packages/made.json").write_text(
        '{"name": "made", "version": "1.0.0", "resources": {"made:index:Up": '
        '{"inputProperties": {"size": {"type": "integer"}}, "properties": {"size": {"type": "integer"}}}}}'
    )
    Path("d.yaml").write_text("a: 1\n")
    Path("n/main.pp").write_text('output "o" {\n  value = 1\n}\n')
    outputs = {"nested": "n.o", "data": "d.a", "package": "r.size"}
    Path("c/main.pp").write_text(
        'component n "../n" {\n}\nd = importData("../d.yaml")\nresource r "made:index:Up" {\n}\n'
        + "".join(f'output "{name}" {{\n  value = {one}\n}}\n' for name, one in outputs.items())
    )
    uses = "".join(
        f"{name} = [c.{name}] == 1\nx{name} = -c.{name}\n" for name in (*outputs, "more")
    )
    for at in range(2):
        Path(f"p{at}/main.pp").write_text(f'component c "../c" {{\n}}\n{uses}')
    return ["p0/main.pp", "p1/main.pp"]


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("n/main.pp", "value = 1", "value = [1]"),
        ("n/more.pp", "", 'output "p" {\n  value = n\n}\n'),
        ("d.yaml", "a: 1", "a: [1]"),
        ("c/main.pp", "value = d.a", "value = [d.a]"),
        ("c/more.pp", "", 'output "more" {\n  value = [1]\n}\n'),
        (
            "packages/made.json",
            '"properties": {"size": {"type": "integer"}}',
            '"properties": {"size": {"type": "array", "items": {"type": "integer"}}}',
        ),
    ],
)
def test_each_program_depends_on_all_of_its_components(name, old, new) -> None:
    names = component_and_programs()
    first = told(names, "--no-cache")
    assert told(names) == told(names) == first
    path = Path(name)
    before = path.read_text() if path.exists() else ""
    assert old in before
    path.write_text(before.replace(old, new, 1) if old else new)
    fresh = told(names, "--no-cache")
    assert told(names) == fresh
    if name != "n/more.pp":
        assert [one for one in fresh if one not in first], "each program is told something else"
    # Each by itself, too, as nobody else was asked.
    for one in names:
        assert told([one]) == told([one], "--no-cache")


def test_a_component_that_is_not_there_yet_is_waited_for_by_all() -> None:
    names = component_and_programs()
    Path("c/main.pp").write_text(
        'component n "../later" {\n}\noutput "nested" {\n  value = n.o\n}\n'
    )
    assert told(names) == told(names, "--no-cache")
    Path("later").mkdir()
    Path("later/main.pp").write_text('output "o" {\n  value = [1]\n}\n')
    fresh = told(names, "--no-cache")
    assert told(names) == fresh
    for one in names:
        assert told([one]) == told([one], "--no-cache")


@pytest.mark.parametrize("order", ["pq", "qp"])
def test_so_is_one_that_another_component_leads_to(order) -> None:
    """Also where that is found bound already, by the program or for another component."""
    texts = {
        "c": 'component z "../z" {}\noutput v { value = z.n }\n',
        "d": 'component c "../c" {}\noutput w { value = c.v }\n',
        "e": 'component d "../d" {}\noutput x { value = d.w }\n',
        "p": 'component c "../c" {}\ncomponent d "../d" {}\ncomponent e "../e" {}\noutput o { value = e.x }\n',
        "q": 'component e "../e" {}\noutput o { value = e.x.nofield }\n',
    }
    for name, text in texts.items():
        Path(name).mkdir()
        Path(f"{name}/main.pp").write_text(text)
    names = [f"{name}/main.pp" for name in order]
    assert told(names) == told(names, "--no-cache")
    Path("z").mkdir()
    Path("z/main.pp").write_text("output n { value = 12 }\n")
    fresh = told(names, "--no-cache")
    assert fresh
    assert told(names) == fresh


# --- files of other languages


def importers(n: int, suffix: str, text: str) -> list[str]:
    # A program in PCL is a folder.
    between = "/main." if suffix == "pp" else "."
    names = [f"i{at:03}{between}{suffix}" for at in range(n)]
    for name in names:
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(text)
    return names


def imported(name: str) -> None:
    row = {"d.yaml": "f{}: [1]\n", "l.libsonnet": "  f{}: [1],\n", "l.rcl": "  f{} = [1],\n"}
    rows = "".join([row[name].format(at) for at in range(300)])
    Path(name).write_text(rows if name == "d.yaml" else f"{{\n{rows}}}\n")


IMPORTERS = [
    ("jsonnet", "(import 'd.yaml').f1\n", "d.yaml"),
    ("rcl", '(import "d.yaml").f1\n', "d.yaml"),
    ("rcl", '(import "l.libsonnet").f1\n', "l.libsonnet"),
    ("jsonnet", "(import 'l.rcl').f1\n", "l.rcl"),
]


@pytest.mark.parametrize(("suffix", "text", "name"), IMPORTERS)
def test_what_is_known_of_a_file_of_another_language_is_found_out_once(suffix, text, name) -> None:
    """Its type here, and whether it is all data that there is here."""
    imported(name)
    names = importers(40, suffix, text)
    assert told(names[:2], "--no-cache") == []
    one, many_ = (
        lines_run(lambda some=some: told(some, "--no-cache")) for some in (names[:1], names)
    )
    assert many_ < 5 * one


@pytest.mark.parametrize(
    ("suffix", "text", "name"),
    [*IMPORTERS, ("pp", 'output v {\n  value = importData("../d.yaml").f1\n}\n', "d.yaml")],
)
def test_the_value_of_a_file_of_another_language_is_taken_over_once(
    suffix, text, name, capsys
) -> None:
    imported(name)
    names = importers(40, suffix, text)
    work = ["eval", "--many", "-j", "1", "--no-cache"]
    assert main([*work, *names[:2]]) == 0
    one, many_ = (lines_run(lambda some=some: main([*work, *some])) for some in (names[:1], names))
    assert many_ < 6 * one
    assert capsys.readouterr().out.count("[1]") == 2 + 1 + 40
