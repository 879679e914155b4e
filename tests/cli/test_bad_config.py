"""A config file that cannot be used is in every report that a machine reads."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
from xml.etree import ElementTree as ET

import pytest

from confty.cli.main import main

BROKEN = {
    "syntax": (b"a = 1\nb = = 2\n", 2, 5),
    "end": (b"a = [", 1, 1),
    "setting": (b"frobnicate = 3\n", 1, 1),
    "bytes": (b"\xff", 1, 1),
}


def places(form: str, text: str) -> list[tuple[str, str, int]]:
    """Code, file and line of each finding in a report."""
    if form == "json":
        return [(one["code"], one["path"], one["line"]) for one in json.loads(text)]
    if form == "jsonl":
        return [(o["code"], o["path"], o["line"]) for o in map(json.loads, text.splitlines())]
    if form == "gitlab":
        return [
            (one["check_name"], one["location"]["path"], one["location"]["lines"]["begin"])
            for one in json.loads(text)
        ]
    if form == "junit":
        return [
            (str(case.get("name")), *_of(str(case.get("classname"))))
            for case in ET.fromstring(text).iter("testcase")
        ]
    if form == "sarif":
        (result,) = json.loads(text)["runs"][0]["results"]
        place = result["locations"][0]["physicalLocation"]
        uri, line = place["artifactLocation"]["uri"], place["region"]["startLine"]
        return [(result["ruleId"], uri, line)]
    assert text.startswith("::error title=file/bad-config,file=confty.toml,line=")
    return [("file/bad-config", "confty.toml", int(text.partition("line=")[2].partition(",")[0]))]


def _of(place: str) -> tuple[str, int]:
    path, line, _ = place.rsplit(":", 2)
    return path, int(line)


@pytest.mark.parametrize("form", ["json", "jsonl", "sarif", "github", "gitlab", "junit"])
@pytest.mark.parametrize("broken", BROKEN)
def test_a_machine_reads_it(tmp_path, monkeypatch, capsys, broken, form) -> None:
    monkeypatch.chdir(tmp_path)
    data, line, _ = BROKEN[broken]
    (tmp_path / "confty.toml").write_bytes(data)
    (tmp_path / "a.json").write_text("{}")
    for command in (["check"], ["lint", "a.json"]):
        assert main([*command, "--output-format", form]) == 2
        assert places(form, capsys.readouterr().out) == [("file/bad-config", "confty.toml", line)]
    # Elsewhere the value stands on standard output, and findings beside it.
    for command in (["eval", "a.json"], ["fmt", "a.json"], ["type", "a.json"], ["build"]):
        assert main([*command, "--output-format", form]) == 2
        shown = capsys.readouterr()
        assert shown.out == ""
        assert places(form, shown.err) == [("file/bad-config", "confty.toml", line)]


def test_the_column_is_told(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "confty.toml").write_bytes(BROKEN["syntax"][0])
    assert main(["check", "--output-format", "json"]) == 2
    (finding,) = json.loads(capsys.readouterr().out)
    assert (finding["column"], finding["message"]) == (5, "Invalid value")


def test_people_read_one_line(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "confty.toml").write_bytes(BROKEN["syntax"][0])
    assert main(["check"]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err == "confty check: confty.toml: Invalid value (at line 2, column 5)\n"


def test_who_waits_for_changes_waits_for_a_config_to_be_mended(tmp_path) -> None:
    (tmp_path / "a.json").write_text('{ "a": 1, "a": 2 }')
    config = tmp_path / "confty.toml"
    config.write_text("[rules]\n")
    command = [
        sys.executable,
        "-m",
        "confty",
        "check",
        "--watch",
        "--output-format",
        "concise",
        ".",
    ]
    process = subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    said: queue.Queue[str] = queue.Queue()
    reader = threading.Thread(target=lambda: [said.put(line) for line in process.stdout])
    reader.start()

    def heard(word: str) -> bool:
        while word not in said.get(timeout=30):
            pass
        return True

    try:
        assert heard("duplicate-key")
        config.write_text('[rules]\nall = "ig')
        assert heard("confty.toml")
        config.write_text('[rule]\nall = "ignore"\n')
        assert heard("rule")
        (tmp_path / "a.json").rename(tmp_path / "b.json")
        config.write_text("[rules]\n")
        assert heard("b.json:1:11")
    finally:
        process.kill()
        process.wait()
        reader.join()
        process.stdout.close()
