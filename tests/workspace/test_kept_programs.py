"""PCL: a folder is one program, and what is installed has a part in it; its results are kept, too."""

from __future__ import annotations

import json
import sys
from gc import collect
from pathlib import Path
from weakref import ref

import pytest
from support.checking import enter_tree, project, whole_config
from support.effort import lines_run

import confty
from confty.cli.schema import main as schema
from confty.language import Unreadable
from confty.languages.pcl.checker.program import Binder
from confty.languages.pcl.wiring import LANGUAGE
from confty.text import Source
from confty.workspace import many
from confty.workspace.desk import Desk
from confty.workspace.observed import VISIBLE
from confty.workspace.stored import as_stored

PACKAGE = {
    "name": "made",
    "version": "1.0.0",
    "resources": {"made:index:Up": {"inputProperties": {"size": {"type": "integer"}}}},
}
CLASS = """
@pulumi.input_type
class UpArgs:
    @property
    @pulumi.getter
    def size(self) -> pulumi.Input[_builtins.{kind}]: ...

class Up(pulumi.CustomResource):
    def _internal_init(__self__, resource_name, opts=None):
        super(Up, __self__).__init__('made:index:Up', resource_name, __props__, opts)
"""


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    monkeypatch.setenv("PULUMI_HOME", str(tmp_path / "pulumi"))
    monkeypatch.setenv("VIRTUAL_ENV", str(tmp_path / "venv"))
    enter_tree(tmp_path, monkeypatch)


@pytest.fixture
def bound(monkeypatch) -> list[str]:
    """The folders that were bound, one after the other."""
    folders: list[str] = []
    bind = Binder.bind

    def noting(self: Binder):
        folders.append(self.program.folder)
        return bind(self)

    monkeypatch.setattr(Binder, "bind", noting)
    return folders


def told(names: list[str], *words: str, jobs: int = 1) -> list[object]:
    return [as_stored(one) for one in many.check_many(project(*words), names, jobs)]


def program(n: int) -> list[str]:
    """A program of so many files, each of which has something wrong with it and reads the next."""
    Path(f"p{n}").mkdir(exist_ok=True)
    names = [f"p{n}/f{at:03}.pp" for at in range(n)]
    for at, name in enumerate(names):
        Path(name).write_text(f"x{at} = 1 + true\ny{at} = x{(at + 1) % n}\n")
    return names


def test_twice_the_files_are_twice_the_work(bound) -> None:
    small, large = program(60), program(120)
    told(small, "--no-cache")
    work = [lines_run(lambda names=names: told(names, "--no-cache")) for names in (small, large)]
    assert work[1] < 2.2 * work[0]
    assert bound == ["p60", "p60", "p120"]


def test_a_call_binds_a_program_once(bound) -> None:
    names = program(4)
    assert len(confty.check("p4")) == len(confty.check(names)) == 4
    assert bound == ["p4", "p4"]


def test_each_file_is_told_what_is_wrong_with_it() -> None:
    names = program(5)
    found = many.check_many(project("--no-cache"), names, 1)
    assert [one.span.source.name for one in found] == names
    alone = [one for name in names for one in project("--no-cache").check(name)]
    assert [as_stored(one) for one in found] == [as_stored(one) for one in alone]


def test_what_has_not_changed_is_not_bound(bound) -> None:
    names = program(4)
    first = told(names)
    assert len(first) == 4
    bound.clear()
    assert told(names) == first
    assert bound == []
    Path(names[2]).write_text("x2 = 1\n")
    fresh = told(names, "--no-cache")
    bound.clear()
    assert told(names) == fresh
    assert bound == ["p4"]


def test_a_file_that_comes_is_noticed_once(bound) -> None:
    """Whatever was noted for the file that was looked at first, and is not asked for it now."""
    names = program(4)
    told(names[2:])
    told(names[1:])
    Path("p4/g.pp").write_text("z = x1\n")
    names.append("p4/g.pp")
    assert told(names) == told(names, "--no-cache")
    bound.clear()
    told(names)
    assert bound == []


def _package(folder: Path, kind: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pulumi-plugin.json").write_text('{"version": "1.2.3"}')
    (folder / "up.py").write_text(CLASS.format(kind=kind))


def test_what_is_installed_is_asked_for_again(tmp_path, bound, monkeypatch, capsys) -> None:
    """A package comes, changes and goes: as Python's, from the user's store, as a plugin."""
    Path("main.pp").write_text('resource r "made:index:Up" {\n  size = "x"\n}\n')
    seen: list[object] = []

    def look(*, kept: bool = True) -> None:
        found = told(["main.pp"])
        assert found == told(["main.pp"], "--no-cache")
        bound.clear()
        assert told(["main.pp"]) == found
        assert (bound == []) is kept
        assert not seen or seen[-1] != found
        seen.append(found)

    look()  # there is no such package
    site = installed(tmp_path)
    _package(site, "int")
    look()
    _package(site, "str")
    look()
    (site / "up.py").unlink()
    look()
    _package(tmp_path / "other" / "pulumi_made", "int")
    (site / "pulumi-plugin.json").unlink()
    look()
    monkeypatch.syspath_prepend(str(tmp_path / "other"))
    look()
    stored = tmp_path / "made.json"
    stored.write_text(json.dumps(PACKAGE).replace("integer", "boolean"))
    assert schema(["add", str(stored)]) == 0
    look()
    assert schema(["remove", "made"]) == 0
    plugin = tmp_path / "pulumi" / "plugins" / "resource-made-v2.1.0" / "pulumi-resource-made"
    plugin.parent.mkdir(parents=True)
    plugin.write_text("#!/bin/sh\nexit 3\n")
    plugin.chmod(0o755)
    look(kept=False)  # it may answer the next time
    capsys.readouterr()


def installed(tmp_path: Path) -> Path:
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    return tmp_path / "venv" / "lib" / version / "site-packages" / "pulumi_made"


def test_what_is_noted_is_what_the_check_has_seen(tmp_path) -> None:
    """A package that is replaced while a check is under way is another for the next one."""
    Path("main.pp").write_text('resource r "made:index:Up" {\n  size = "x"\n}\n')
    _package(installed(tmp_path), "str")
    work = project()
    with work.one_moment():
        kept = many.KeptProject(work)
        assert kept.found("main.pp") == []
        _package(installed(tmp_path), "int")
        kept.save()
    assert told(["main.pp"]) == told(["main.pp"], "--no-cache") != []


def test_an_editor_notices_a_package(tmp_path) -> None:
    name, text = str(tmp_path / "main.pp"), 'resource r "made:index:Up" {\n  size = "x"\n}\n'
    desk = Desk(whole_config)
    desk.update(name, text)
    (unknown,) = desk.look(name).findings
    assert "made" in unknown.message
    _package(installed(tmp_path), "int")
    # Whoever tells of it, and who looks at what the check has looked at.
    asked = {subject for kind, subject in desk.look(name).asked if kind in VISIBLE}
    plugin = str(installed(tmp_path) / "pulumi-plugin.json")
    assert plugin in asked
    assert desk.changed([plugin], there=True) == [name]
    (wrong,) = desk.look(name).findings
    assert "whole number" in wrong.message
    _package(installed(tmp_path), "str")
    assert desk.changed([str(installed(tmp_path))], there=False) == [name]
    assert desk.look(name).findings == []


def test_a_desk_lets_go_of_moments_that_are_over(tmp_path) -> None:
    name = str(tmp_path / "main.pp")
    desk = Desk(whole_config)
    desk.update(name, "x = 1\n")
    desk.look(name)
    files = ref(desk.project().files)
    desk.update(name, "x = 2\n")
    desk.look(name)
    collect()
    assert files() is None


def component(folder: str, *uses: str) -> None:
    Path(folder).mkdir()
    blocks = [f'component c{at} "../{one}" {{\n}}\n' for at, one in enumerate(uses)]
    Path(folder, "main.pp").write_text("".join(blocks) + "x = 1 + true\n")


def test_a_component_is_bound_once_whatever_leads_there(bound) -> None:
    """Two on each level that use both of the next: two to the tenth ways lead to the last."""
    for level in range(10):
        below = [f"l{level + 1}{side}" for side in "ab"] if level < 9 else []
        for side in "ab":
            component(f"l{level}{side}", *below)
    component("top", "l0a", "l0b")
    found = project("--no-cache").check("top/main.pp")
    assert len(bound) == len(set(bound)) == 21
    assert [as_stored(one) for one in found] == alone(["top/main.pp"])
    bound.clear()
    names = ["top/main.pp", *[f"l{level}{side}/main.pp" for level in range(10) for side in "ab"]]
    assert len(told(names, "--no-cache")) == 21
    # Once as a component, and once as a program of its own.
    assert max(map(bound.count, bound)) == 2


def test_components_that_lead_back_are_told_of_from_everywhere() -> None:
    component("a", "b")
    component("b", "c")
    component("c", "b")
    component("d", "c", "b")
    names = [f"{one}/main.pp" for one in "abcd"]
    assert told(names, "--no-cache") == told(names)
    for name in names:
        assert told([name], "--no-cache") == alone([name]) == told([name])


def alone(names: list[str], *words: str) -> list[object]:
    """What is told of each file when nobody asks about another."""
    found = [one for name in names for one in project(*words, "--no-cache").check(name)]
    return [as_stored(one) for one in found]


def test_a_file_of_another_name_is_a_part_of_the_program_for_itself_alone() -> None:
    Path("p").mkdir()
    Path("p/a.txt").write_text("x = 1 + true\n")
    Path("p/main.pp").write_text("y = x\n")
    names, words = ["p/a.txt", "p/main.pp"], ("--lang", "pcl")
    for one in (names, names[::-1]):
        assert sorted(map(repr, told(one, *words, "--no-cache"))) == sorted(
            map(repr, alone(one, *words))
        )


def test_a_schema_of_one_file_is_not_that_of_another() -> None:
    Path("p").mkdir()
    Path("made.json").write_text(json.dumps(PACKAGE))
    Path("confty.toml").write_text('[schemas]\n"p/b.pp" = "made.json"\n')
    names = ["p/a.pp", "p/b.pp", "p/c.pp"]
    for name in names:
        Path(name).write_text(f'resource {name[2]} "made:index:Up" {{\n  size = "x"\n}}\n')
    for words in ((), ("--no-cache",)):
        assert told(names, *words) == alone(names)
    assert len({repr(one) for one in alone(names)}) == 3


class Closed:
    """A folder that nobody can list, at one moment: each file is a program of its own."""

    view = object()
    root = ""

    def __init__(self) -> None:
        self.settings: dict[str, object] = {}
        self.memory: dict[object, object] = {}

    def entries(self, name: str) -> list[str]:
        raise Unreadable(name)

    def variable(self, _name: str) -> None:
        """There are none."""


def test_a_file_that_is_not_of_the_program_is_not_told_of_it() -> None:
    host = Closed()
    for name in ("p/a.pp", "p/b.pp", "p/a.pp"):
        [found] = LANGUAGE.check_briefly(Source(name, "x = 1 + true\n"), host).diagnostics
        assert found.span.source.name == name


def test_a_desk_looks_at_programs_as_before(bound) -> None:
    """What is known of places is of one file, so an editor's program is not shared."""
    names = program(2)
    work = project("--no-cache")
    with work.one_moment():
        for name in names:
            assert work.checked(name).output is not None
    assert bound == ["p2", "p2"]
