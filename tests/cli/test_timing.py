"""``-v``: each file with the time it took."""

import pytest

from confty.cli.main import main


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for number in range(4):
        (tmp_path / f"f{number}.jsonnet").write_text(f"{{ a: {number} }}\n")
    return tmp_path


def told(capsys):
    return [line.split() for line in capsys.readouterr().err.splitlines()]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("words", [["check"], ["check", "-j", "2"], ["fmt", "--check"]])
def test_every_file_has_its_time(capsys, words):
    assert main([*words, "-v", "."]) == 0
    lines = told(capsys)
    timed = {line[2]: line[1] for line in lines if len(line) == 3}
    assert set(timed) == {f"f{number}.jsonnet" for number in range(4)}
    assert set(timed.values()) <= {"ms", "s"}
    assert any("4 files" in " ".join(line) for line in lines)


@pytest.mark.usefixtures("folder")
def test_what_was_kept_is_said(capsys):
    main(["check", "-v", "."])
    told(capsys)
    assert main(["check", "-v", "."]) == 0
    assert [line for line in told(capsys) if line[0] == "kept"] == [
        ["kept", f"f{number}.jsonnet"] for number in range(4)
    ]


@pytest.mark.usefixtures("folder")
def test_without_the_flag_nothing_is_said(capsys):
    main(["check", "."])
    assert told(capsys) == [["checked", "4", "files:", "no", "findings"]]
