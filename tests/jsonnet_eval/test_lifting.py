"""The slow path: a value with a label goes through operators, branches and the library."""

from __future__ import annotations

import json

import pytest

from confty.languages.jsonnet.evaluator import lifting
from confty.languages.jsonnet.evaluator.files import DiskImporter
from confty.languages.jsonnet.evaluator.manifest.json import json_text
from confty.languages.jsonnet.evaluator.run import Failure, Settings, evaluate
from confty.languages.jsonnet.evaluator.values import Func, type_name


class Hidden:
    """A labelled value, as simple as can be."""

    def __init__(self, value) -> None:
        self.value = value


def bare(value):
    return value.value if isinstance(value, Hidden) else value


def hidden(value) -> Hidden:
    return Hidden(bare(value))


@pytest.fixture(autouse=True)
def lifter():
    lifting.install(
        lifting.Lifter(
            apply=lambda operation, given: hidden(operation(*[bare(one) for one in given])),
            show=lambda _value: "[hidden]",
            type_of=lambda value: type_name(value.value),
        )
    )
    yield
    lifting.install(None)


def run(text: str):
    settings = Settings()
    settings.labelled = True
    given = {"word": "pass", "number": 3.0, "truth": True}
    settings.natives = {
        name: Func(lambda value=value: Hidden(value), (), frozenset(), name)
        for name, value in given.items()
    }
    program = f"local get(n) = std.native(n)(); {text}"
    return json.loads(evaluate("program", program.encode(), DiskImporter([]), settings, json_text))


@pytest.mark.parametrize(
    "text",
    [
        "get('word')",
        "get('word') + '!'",
        "'a' + get('word')",
        "get('number') + 1",
        "1 - get('number')",
        "get('number') * 2 / 3 % 2",
        "-get('number')",
        "!get('truth')",
        "~get('number') & 1",
        "get('number') < 5",
        "get('number') == 3",
        "get('word') != 'x'",
        "get('truth') && true",
        "false || get('truth')",
        "get('word')[0]",
        "get('word')[1:2]",
        "[1, 2, 3, 4][get('number')]",
        "{ pass: 1 }[get('word')]",
        "if get('truth') then 'yes' else 'no'",
        "if get('number') > 5 then 'yes' else 'no'",
        "std.length(get('word'))",
        "std.asciiUpper(get('word'))",
        "std.max(get('number'), 1)",
        "'%s' % get('word')",
        "std.toString(get('number'))",
    ],
)
def test_the_label_stays(text: str) -> None:
    assert run(f"{{ v: {text} }}") == {"v": "[hidden]"}


def test_the_type_is_no_secret() -> None:
    assert run("[std.type(get('word')), std.isNumber(get('number'))]") == ["string", True]


@pytest.mark.parametrize("text", ["error get('word')", "'%s' % [get('word')]", "{}[get('word')]"])
def test_no_message_shows_it(text: str) -> None:
    with pytest.raises(Failure) as caught:
        run(text)
    shown = str(caught.value) + str(caught.value.findings)
    assert "pass" not in shown
