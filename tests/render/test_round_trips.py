"""What is written is read back by somebody else's reader as the same value."""

import ast
import json
import tomllib
from datetime import timedelta, timezone
from io import StringIO
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from confty.render import render
from confty.text import Diagnostic

TEXT = st.text(st.characters(blacklist_categories=["Cs"]), max_size=12) | st.sampled_from(
    [
        "",
        "\n",
        "a\nb\n",
        " a\n",
        "a\n\n",
        "null",
        "yes",
        "1e3",
        "0x1F",
        "2020-01-01",
        "- a",
        "#",
        "'''\"\"\"",
        "a\r\nb\n",
        "\t",
        "~",
        ": ",
        "\x85\n",
        "a\x7f\n",
        "\ufeff",
        "a \n b",
        '"""\n"',
        "\\\n",
    ]
)
#: Texts of what each format escapes, or reads as the end of a text.
TEXT |= st.text("\"'\\\n\r\t\x00\x1f\x7f#: a", max_size=12)
ZONES = st.integers(-23 * 60, 23 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT
)
DATES = st.dates() | st.datetimes() | st.datetimes(timezones=ZONES) | st.times()
TOML_SCALARS = (
    st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False) | TEXT | DATES
)


def trees(scalars):
    return st.recursive(
        scalars,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
        max_leaves=20,
    )


def written(value, form):
    text = render(value, form)
    assert not isinstance(text, Diagnostic), text
    return text


def same(left, right):
    """Equal in kind too: 1, 1.0 and True are three values, and lists keep their order."""
    if isinstance(left, dict) and isinstance(right, dict):
        return list(left) == list(right) and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    return type(left) is type(right) and left == right


@given(trees(SCALARS), st.sampled_from(["json", "json-compact", "json-4", "json-tab"]))
def test_json(value, form):
    assert same(json.loads(written(value, form)), value)


@given(trees(SCALARS))
def test_json_is_the_usual_layout(value):
    assert written(value, "json") == json.dumps(value, indent=2, ensure_ascii=False) + "\n"


@given(trees(SCALARS))
def test_python(value):
    assert same(ast.literal_eval(written(value, "python")), value)


@given(st.dictionaries(TEXT, trees(TOML_SCALARS), max_size=4))
def test_toml(value):
    # Tables move behind plain values, so only the order of keys may differ.
    assert tomllib.loads(written(value, "toml")) == value


def test_every_short_text_in_toml():
    texts = ["".join(each) for size in range(7) for each in product('"\\\na', repeat=size)]
    assert tomllib.loads(written({"texts": texts}, "toml")) == {"texts": texts}


@settings(deadline=None)
@given(trees(SCALARS))
def test_yaml(value):
    yaml = YAML(typ="safe", pure=True)
    assert same(yaml.load(StringIO(written(value, "yaml"))), value)


@settings(deadline=None)
@given(st.lists(trees(SCALARS), max_size=4))
def test_yaml_stream(value):
    yaml = YAML(typ="safe", pure=True)
    assert same(list(yaml.load_all(StringIO(written(value, "yaml-stream")))), value)
