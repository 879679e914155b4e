"""What is opened and never closed, closed and never opened, many times: time grows with the text."""

from __future__ import annotations

import pytest

from fuzz.attack import Attack, told

#: Each took longer than an attack may, by far.
TEXTS = [
    ("a.rcl", "rcl evaluate", "List[" * 20_000 + 'f"' * 20_000 + " " * 8_000_000),
    ("a.rcl", "check", "[" * 60_000 + "}" * 60_000),
    ("a.rcl", "check", '"a" trace 1;' * 60_000),
    ("a.phy", "check", "(Fn " * 25_000 + "a )" * 25_000),
]


@pytest.mark.parametrize(
    ("name", "command", "text"), TEXTS, ids=["quotes", "closers", "statements", "fixes"]
)
def test_openers(attack: Attack, name: str, command: str, text: str) -> None:
    attack.seconds *= 2
    attack.file(name, text)
    told(attack.run(*command.split(), name), 1)


def test_every_line_can_be_ignored_at_once(attack: Attack) -> None:
    attack.file("a.jsonnet", "{\n" + "".join(f"  a{i}: b{i},\n" for i in range(1500)) + "}\n")
    told(attack.run("check", "--add-ignore", "a.jsonnet"), 0, 1)
    assert attack.folder.joinpath("a.jsonnet").read_text().count("confty: ignore") == 1500
