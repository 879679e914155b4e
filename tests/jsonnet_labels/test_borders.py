"""Labels come in with files of other languages too."""

from __future__ import annotations

from typing import Any

import pytest
from jsonnet_labels.running import rendered, run

from confty.language import Outcome
from confty.types import DYNAMIC
from confty.values import redact, secret, unknown, why
from confty.workspace.project import Project

WORD = "hunter2"


class Stranger:
    """A file of another language that holds labelled values."""

    language = "other"

    def type(self) -> Any:
        return DYNAMIC

    def value(self) -> Outcome[Any]:
        data = {
            "password": secret(WORD, "the vault"),
            "port": secret(8080),
            "ip": unknown("the server"),
            "plain": [1, 2],
            "box": secret({"a": 1, "b": [1, {"c": WORD}]}),
            "list": [secret(True)],
        }
        return Outcome(data)

    def held(self, hold: Any) -> Any:
        return hold(self.value().output)

    def fault(self) -> None:
        """Nothing is wrong with it."""

    def refused(self, _adoption: object) -> None:
        """It is a program."""

    def declared_at(self, path: tuple[str | int, ...]) -> None:
        del path

    def written_at(self, path: tuple[str | int, ...]) -> None:
        del path


@pytest.fixture(autouse=True)
def _border(monkeypatch: pytest.MonkeyPatch) -> None:
    def foreign(
        _self: Project, name: str, _asker: str, _importer: str, _way: object
    ) -> Stranger | None:
        return Stranger() if name.endswith(".rcl") else None

    monkeypatch.setattr(Project, "foreign", foreign)


FILES = {"db.rcl": ""}
HEAD = "local db = import 'db.rcl'; "


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("db.password + '!'", "[secret]"),
        ("db.port + 1", "[secret]"),
        ("db.ip", "[unknown]"),
        ("db.plain", [1, 2]),
        ("[db.plain[0], db.box.b[1].c]", [1, "[secret]"]),
        ("std.map(function(x) std.trace(std.toString(x), x), db.box.b)", "[secret]"),
        ("[if x then 1 else 2 for x in db.list]", ["[secret]"]),
        ("std.objectFields(db.box)", "[secret]"),
        ("std.objectFields(db)", ["box", "ip", "list", "password", "plain", "port"]),
    ],
)
def test_import(text: str, wanted: object) -> None:
    # No input of this run is labelled: the run finds out when it meets the file.
    seen = run(HEAD + text, flags={"ext_vars": {}}, files=FILES)
    assert seen.failed is None, seen.failed
    assert redact(seen.data) == wanted
    assert WORD not in seen.shown


def test_the_story_goes_back_beyond_the_border() -> None:
    seen = run(HEAD + "{ u: 'a' + db.password }", flags={"ext_vars": {}}, files=FILES)
    assert "because of the vault" in str(why(seen.data["u"]))
    assert "through + (app.jsonnet:1:34)" in str(why(seen.data["u"]))


def test_lines_are_traced_once_although_the_run_begins_anew() -> None:
    text = "std.trace('first', 1) + (import 'db.rcl').port + std.trace('second', 1)"
    seen = run(text, flags={"ext_vars": {}}, files=FILES)
    assert seen.shown.count("first") == 1
    assert seen.shown.count("second") == 1


def test_failures_do_not_show_it() -> None:
    seen = run(HEAD + "error db.password", flags={"ext_vars": {}}, files=FILES)
    assert seen.failed == "[secret]"


def test_a_run_without_such_files_stays_plain() -> None:
    assert rendered("1 + 1", {}) == "2\n"
