"""Formatting a selection: whatever lines are chosen, the file means what it meant."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator

import pytest

from confty.ide.layout import applied, layout_of
from confty.workspace.config import Config
from confty.workspace.files import Memory
from confty.workspace.project import Project

Writer = Callable[[random.Random], str]


def data_of(chosen: random.Random, depth: int = 3) -> object:
    kind = chosen.randrange(6) if depth else chosen.randrange(4)
    if kind == 4:
        return [data_of(chosen, depth - 1) for _ in range(chosen.randrange(4))]
    if kind == 5:
        return table_of(chosen, depth - 1)
    return [True, 1, "s", "a: b"][kind]


def table_of(chosen: random.Random, depth: int = 3) -> dict[str, object]:
    return {key: data_of(chosen, depth) for key in "abcde" if chosen.random() < 0.6}


def untidy(data: object, chosen: random.Random, equals: str = ":") -> str:
    """Write data with any space between its parts."""

    def gap() -> str:
        return chosen.choice(["", "", " ", "\n", "\n  ", "\n\n    "])

    if isinstance(data, dict):
        inside = [
            f"{json.dumps(key)}{chosen.choice(['', ' '])}{equals} {untidy(value, chosen, equals)}"
            for key, value in data.items()
        ]
        return "{" + gap() + ("," + gap()).join(inside) + gap() + "}"
    if isinstance(data, list):
        inside = [untidy(one, chosen, equals) for one in data]
        return "[" + gap() + ("," + gap()).join(inside) + gap() + "]"
    return json.dumps(data)


def as_json(chosen: random.Random) -> str:
    return untidy(table_of(chosen), chosen) + "\n"


def as_jsonnet(chosen: random.Random) -> str:
    names = [chosen.choice("abcd") + str(at) for at in range(chosen.randrange(4))]
    imports = [f"local {name} = import '{name}.libsonnet';\n" for name in names]
    uses = "".join(f"{name} + " for name in names)
    block = "{ t: |||\n     x\n       y\n  |||\n  } +\n" if chosen.random() < 0.5 else ""
    return "".join(imports) + block + uses + untidy(table_of(chosen), chosen) + "\n"


def as_rcl(chosen: random.Random) -> str:
    return f"let  x = 1;\n{untidy(table_of(chosen), chosen)}\n"


def as_yaml(chosen: random.Random) -> str:
    lines: list[str] = []
    for key, value in table_of(chosen).items():
        if chosen.random() < 0.4:
            lines += [f"{key}:  |", "     x", "      y"]
        elif isinstance(value, list) and value:
            lines += [f"{key}:", *[f"   -   {json.dumps(one)}" for one in value]]
        else:
            lines.append(f"{key}:   {json.dumps(value)}")
        lines += [""] * chosen.randrange(3)
    return "\n".join(lines) + "\n"


def as_toml(chosen: random.Random) -> str:
    lines: list[str] = []
    for at in range(chosen.randrange(1, 4)):
        lines += [""] * chosen.randrange(3) + [f"[[ t{at % 2} ]]"]
        for key in table_of(chosen):
            gap = " " * chosen.randrange(3)
            row = untidy([chosen.randrange(3) for _ in range(chosen.randrange(4))], chosen)
            lines.append(f"{gap}{key}{gap}={gap}{row}")
    return "\n".join(lines) + "\n"


def as_pcl(chosen: random.Random) -> str:
    lines: list[str] = []
    for key, value in table_of(chosen).items():
        gap = " " * chosen.randrange(3)
        lines += [f"{key}{gap}={gap}{untidy(value, chosen, '=')}"]
    return "\n".join(lines) + "\n"


LANGUAGES: dict[str, Writer] = {
    "json": as_json, "jsonnet": as_jsonnet, "rcl": as_rcl, "yaml": as_yaml, "toml": as_toml,
    "pp": as_pcl,
}  # fmt: skip
LIBRARIES = {f"{one}{at}.libsonnet": f"{{ {one}{at}: 1 }}" for one in "abcd" for at in range(4)}


def selections(text: str) -> Iterator[tuple[int, int]]:
    """The stretches of one line, and of two."""
    starts = [0, *[at + 1 for at, letter in enumerate(text) if letter == "\n"]]
    for at, start in enumerate(starts[:-1]):
        yield start, starts[at + 1]
        yield start, starts[min(at + 2, len(starts) - 1)]


def value_of(name: str, text: str) -> object:
    made = Project(Config({}), Memory({**LIBRARIES, name: text})).plain(name)
    return None if made.failed else json.dumps(made.output)


@pytest.mark.parametrize("suffix", LANGUAGES)
def test_any_selection_keeps_the_meaning(suffix: str) -> None:
    tried = 0
    for seed in range(25):
        text = LANGUAGES[suffix](random.Random(seed))
        name = f"m.{suffix}"
        project = Project(Config({}), Memory({**LIBRARIES, name: text}))
        made = layout_of(project, name)
        assert made is not None, text
        assert applied(text, made.edits) == project.reformat(name).output
        before = value_of(name, text)
        assert before is not None, text
        for start, end in selections(text):
            edits = made.within(start, end)
            tried += bool(edits)
            assert value_of(name, applied(text, edits)) == before, (text, start, end)
    assert tried > 100
