"""What ``fmt`` makes means the same to readers that are not ours, and needs no second run."""

import json
import re
import tomllib

import yaml
from data.documents import JSON_TEXTS, TOML_TEXTS
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from confty.workspace import Config, Memory, Project

WORDS = st.sampled_from(
    [
        "a",
        "b c",
        "x: y",
        "# no",
        "- z",
        "'",
        '"',
        "no",
        "0644",
        "1e3",
        "",
        "é",
        "two\nlines\n",
        "\ttab",
    ]
)
LEAVES = WORDS | st.integers(-5, 5) | st.booleans() | st.none() | st.floats(0, 1)
TREES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["a", "b", "key", "x y", "1", "on"]), inner, max_size=4)
    ),
    max_leaves=12,
)


@st.composite
def yaml_texts(draw):
    """YAML as others write it, with comments, odd spaces and empty lines put in."""
    tree = draw(TREES)
    shared = draw(st.booleans())
    whole = {"one": tree, "two": tree} if shared else {"doc": tree}
    text = yaml.dump(
        whole,
        sort_keys=False,
        default_flow_style=draw(st.sampled_from([None, True, False])),
        indent=draw(st.sampled_from([2, 3, 4])),
        width=draw(st.sampled_from([20, 80, 1000])),
        default_style=draw(st.sampled_from([None, None, "'", '"', "|"])),
        allow_unicode=True,
        explicit_start=draw(st.booleans()),
    )
    lines = []
    for line in text.split("\n"):
        if re.match(r"(?:[a-z]+:|- |---)", line):
            lines += draw(st.sampled_from([[], [], ["# comment  "], ["", "", "# more"], ["", ""]]))
        lines.append(line)
    made = "\n".join(lines)
    same = list(yaml.parse(made))
    assume([type(one) for one in same] == [type(one) for one in yaml.parse(text)])
    return made


def formatted(name, text):
    done = Project(Config({}), Memory({name: text})).reformat(name)
    assert done.output is not None, done.diagnostics
    assert "file/fmt-unsafe" not in [one.code.name for one in done.diagnostics]
    return done.output


def events(text):
    return [
        (
            type(one).__name__,
            *(getattr(one, key, None) for key in ("anchor", "tag", "value", "style")),
        )
        for one in yaml.parse(text)
    ]


@settings(max_examples=120)
@given(yaml_texts())
def test_yaml(text):
    once = formatted("a.yaml", text)
    assert events(once) == events(text)
    assert repr(yaml.safe_load(once)) == repr(yaml.safe_load(text))
    comments = [line.strip() for line in text.split("\n") if re.match(r"# (?:comment|more)", line)]
    assert [line for line in once.split("\n") if re.match(r"# (?:comment|more)", line)] == comments
    assert formatted("a.yaml", once) == once


@settings(max_examples=120)
@given(TOML_TEXTS)
def test_toml(text):
    try:
        before = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        assume(False)
    once = formatted("a.toml", text)
    assert repr(tomllib.loads(once)) == repr(before)
    assert once.count("# c") == text.count("# c")
    assert formatted("a.toml", once) == once


@settings(max_examples=80)
@given(JSON_TEXTS)
def test_json(text):
    once = formatted("a.json", text)
    assert repr(json.loads(once)) == repr(json.loads(text))
    assert formatted("a.json", once) == once
