"""Types and documentation of libraries, as who asks for them wants to read them."""

from __future__ import annotations

import pytest

from confty.cli.types import main

LIBRARY = """local d = import 'doc.libsonnet';
{
  '#':: d.pkg('lib', 'https://example.com', 'Makes things.'),
  '#withName':: d.fn(help='Sets the name.', args=[d.arg('name', d.T.string)]),
  withName(name):: { metadata+: { name: name } },
  // How many.
  count: 1,
}
"""


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lib.libsonnet").write_text(LIBRARY)
    (tmp_path / "doc.libsonnet").write_text("{ T: {}, pkg(a, b, c): {}, fn(help, args): {} }")
    (tmp_path / "main.jsonnet").write_text(
        "local lib = import 'lib.libsonnet'; [lib.withName('x'), lib['count'], lib]"
    )
    fields = ", ".join([f"f{at:02}: {{ '#a':: 1, a: {{ b: {{ c: [1] }} }} }}" for at in range(50)])
    (tmp_path / "large.jsonnet").write_text(f"{{ '#':: 'text', {fields} }}")


def shown(capsys, *words: str) -> str:
    assert main([*words]) == 0
    return str(capsys.readouterr().out)


def test_documentation_stands_under_a_type(capsys):
    place = "main.jsonnet:1:43"
    wanted = "Sets the name.\n\n- `name`: string\n"
    assert shown(capsys, place).endswith("\n\n" + wanted)
    assert shown(capsys, "--doc", place) == wanted
    assert shown(capsys, "--doc", "lib.libsonnet:5:4") == wanted
    assert shown(capsys, "--doc", "main.jsonnet:1:63") == "How many.\n"
    assert shown(capsys, "--doc", "main.jsonnet:1:73") == "Makes things.\n"
    whole = shown(capsys, "--doc", "lib.libsonnet")
    assert whole.startswith("Makes things.\n\nwithName(name)\nSets the name.")
    assert main(["--doc", "large.jsonnet:1:18"]) == 1
    assert "nothing is said" in capsys.readouterr().err


def test_a_library_is_an_outline(capsys):
    outline = shown(capsys, "large.jsonnet")
    assert "#" not in outline
    lines = outline.splitlines()
    assert lines[:4] == ["{", "  f00: {", "    a: { b: { c: tuple[number] } },", "  },"]
    assert lines[-2:] == ["  … 10 more fields", "}"]
    full = shown(capsys, "--full", "large.jsonnet")
    assert full.count("\n") == 1
    assert '"#a": number' in full


def test_what_is_short_stays_on_a_line(capsys):
    assert shown(capsys, "lib.libsonnet").startswith("{ count: number, withName: ")
