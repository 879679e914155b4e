"""Fields of imported files of other languages: their definitions are in those files."""

from __future__ import annotations

import pytest

from confty.workspace import Memory
from confty.workspace.project import Project

FILES = {
    "c.yaml": "server:\n  port: 80\n",
    "r.rcl": 'let n = "a";\n{ name = n, deep = { x = 1 } }',
    "d.json": '{"a": {"b": 1}}',
    "e.toml": "[q]\nw = 1\n",
}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("(import 'c.yaml').server.port", "c.yaml:2:3"),
        ("local y = import 'c.yaml'; y.server['port']", "c.yaml:2:3"),
        ("(import 'r.rcl').name", "r.rcl:2:3"),
        ("local r = import 'r.rcl'; r.deep.x", "r.rcl:2:22"),
        ("(import 'd.json').a.b", "d.json:1:8"),
        ("(import 'e.toml').q.w", "e.toml:2:1"),
    ],
)
def test_a_field_is_defined_where_it_is_written(text, wanted):
    answers = Project(files=Memory({**FILES, "main.jsonnet": text})).checked("main.jsonnet").output
    assert answers is not None
    last = list(answers.occurrences())[-1]
    assert [str(one) for one in last.definitions] == [wanted]
    assert not last.fixed
    assert next(iter(answers.links())).target == wanted.partition(":")[0]
