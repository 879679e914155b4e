"""Attacks by what is converted: data, Pulumi's YAML."""

from __future__ import annotations

import time

import pytest

from fuzz import doors

_BOMB = "".join(
    f"  v{n}: &v{n} [{', '.join([f'*v{n - 1}'] * 9) if n else '1'}]\n" for n in range(12)
)
PROGRAMS = {
    "keys that are no text": "variables:\n  true: 1\n  x: {1: 2, null: 3}\nresources:\n  1: {type: 'a:b:C'}\noutputs:\n  2.5: 1\n",
    "a path that is none": "resources:\n  r:\n    type: 'a:b:C'\n    options:\n      ignoreChanges: ['] } x']\n",
    "a step that is none": "variables:\n  v: 1\n  w: '${v.] }'\n",
    "a result that is none": "variables:\n  v: {fn::invoke: {function: 'a:b:c', return: 'x } {'}}\n",
    "aliases": f"variables:\n{_BOMB}",
    "an endless value": "variables:\n  v: &v [*v]\n",
    "names that are alike": "variables:\n" + "".join(f"  '{chr(0x4E00 + n)}': 1\n" for n in range(3000)),
}  # fmt: skip


@pytest.mark.parametrize("name", PROGRAMS)
def test_06_programs_of_pulumi_yaml(name: str) -> None:
    text = f"name: a\nruntime: yaml\n{PROGRAMS[name]}"
    words = ["convert", "--from", "pulumi-yaml", "--to", "pcl", "-o", "out", "Pulumi.yaml"]
    begun = time.process_time()
    ended = doors.command(*words, files={"Pulumi.yaml": text})
    assert ended.code == (0 if "alike" in name else 1), ended.err[:300]
    assert ended.code == 0 or b"error[" in ended.err
    assert time.process_time() - begun < 5


@pytest.mark.parametrize("text", [_BOMB.replace("  v", "v"), "v: &v [*v]\n"])
def test_03_data_that_shares_its_parts(text: str) -> None:
    ended = doors.command("convert", "--to", "pcl", "-o", "out", "a.yaml", files={"a.yaml": text})
    assert ended.code in {1, 2}, ended.err[:300]
    assert b"internal error" not in ended.err


def test_13_marks_of_the_encoding() -> None:
    """A second mark is text of the file; written first, it would be read as none."""
    once, _ = doors.Visit("yaml", "\ufeff\ufeff").formatted()
    assert once is not None
    assert doors.Visit("yaml", once).formatted()[0] == once
