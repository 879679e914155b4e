"""The documented layouts, spelled out once each."""

from datetime import UTC, date, datetime, time, timedelta, timezone
from decimal import Decimal

import pytest

from confty.render import render
from confty.text import Diagnostic

VALUE = {"name": "a", "tags": ["x", 1], "none": {}, "deep": {"list": [[1], {"k": 2}]}}

LAYOUTS = {
    "json": """{
  "name": "a",
  "tags": [
    "x",
    1
  ],
  "none": {},
  "deep": {
    "list": [
      [
        1
      ],
      {
        "k": 2
      }
    ]
  }
}
""",
    "json-compact": '{"name":"a","tags":["x",1],"none":{},"deep":{"list":[[1],{"k":2}]}}\n',
    "yaml": """name: "a"
tags:
- "x"
- 1
none: {}
deep:
  list:
  -
    - 1
  - k: 2
""",
    "toml": """name = "a"
tags = ["x", 1]

[none]

[deep]
list = [[1], { k = 2 }]
""",
    "python": """{
    'name': 'a',
    'tags': [
        'x',
        1,
    ],
    'none': {},
    'deep': {
        'list': [
            [
                1,
            ],
            {
                'k': 2,
            },
        ],
    },
}
""",
}


@pytest.mark.parametrize("form", LAYOUTS)
def test_layout(form):
    assert render(VALUE, form) == LAYOUTS[form]


def test_indent_variants():
    assert render([1], "json-4") == "[\n    1\n]\n"
    assert render([1], "json-tab") == "[\n\t1\n]\n"


def test_numbers_are_exact():
    big = 10**5000
    assert render([Decimal("1.10"), big, 1e16, -0.0], "json-compact") == (
        f"[1.10,1{'0' * 5000},1e+16,-0.0]\n"
    )
    assert render([1e16, Decimal("1E+2"), float("inf")], "yaml") == "- 1.0e+16\n- 1.0e+2\n- .inf\n"
    assert render({"a": Decimal(1), "b": float("nan")}, "toml") == "a = 1.0\nb = nan\n"


def test_dates():
    value = {
        "date": date(2024, 2, 29),
        "utc": datetime(2024, 2, 29, 1, 2, 3, tzinfo=UTC),
        "zone": datetime(2024, 2, 29, 1, 2, 3, 500000, timezone(timedelta(hours=-2))),
        "time": time(7, 32),
    }
    assert render(value, "toml") == (
        "date = 2024-02-29\nutc = 2024-02-29T01:02:03Z\n"
        "zone = 2024-02-29T01:02:03.5-02:00\ntime = 07:32:00\n"
    )
    assert render(value, "json-compact") == (
        '{"date":"2024-02-29","utc":"2024-02-29T01:02:03Z",'
        '"zone":"2024-02-29T01:02:03.5-02:00","time":"07:32:00"}\n'
    )
    assert render(value, "yaml") == (
        "date: 2024-02-29\nutc: 2024-02-29T01:02:03Z\n"
        'zone: 2024-02-29T01:02:03.5-02:00\ntime: "07:32:00"\n'
    )


def test_text_blocks():
    assert render({"a": "one\n\n  two\n"}, "yaml") == "a: |\n  one\n\n    two\n"
    assert render({"a": " one\n"}, "yaml") == 'a: " one\\n"\n'
    assert render({"a": 'one\n"two"'}, "toml") == 'a = """\none\n"two\\""""\n'


def test_yaml_keys():
    value = {"yes": 1, "a.b/c-d": 2, "two words": 3, "": 4, 5: 6, None: 7, True: 8, "5": 9}
    assert render(value, "yaml") == (
        '"yes": 1\na.b/c-d: 2\n"two words": 3\n"": 4\n5: 6\nnull: 7\ntrue: 8\n"5": 9\n'
    )


def test_toml_tables():
    value = {"b": {"c": {"d": 1}}, "list": [{"x": 1, "y": {"z": 2}}, {}], "a b": True}
    assert render(value, "toml") == (
        '"a b" = true\n\n[b.c]\nd = 1\n\n[[list]]\nx = 1\n\n[list.y]\nz = 2\n\n[[list]]\n'
    )


def test_toml_breaks_long_lists():
    word = "x" * 30
    value = {"list": [word, word, {"key": word, "more": [word, word]}]}
    assert render(value, "toml") == (
        f'list = [\n  "{word}",\n  "{word}",\n'
        f'  {{ key = "{word}", more = ["{word}", "{word}"] }},\n]\n'
    )
    assert render(value, "toml-1.1") == (
        f'list = [\n  "{word}",\n  "{word}",\n  {{\n    key = "{word}",\n'
        f'    more = ["{word}", "{word}"],\n  }},\n]\n'
    )


def test_lines():
    assert render([{"a": [1, 2]}, "b"], "json-lines") == '{"a":[1,2]}\n"b"\n'
    assert render([{"a": [1]}, "b"], "yaml-stream") == '---\na:\n- 1\n---\n"b"\n'
    assert render("as\nis", "raw") == "as\nis"
    assert render(["as", "is"], "raw") == "as\nis\n"


def cyclic():
    value: dict[str, object] = {"a": [1]}
    value["b"] = [0, value]
    return value


def bomb():
    value: object = "lol"
    for _ in range(30):
        value = [value] * 10
    return value


def deep(levels):
    value: object = 1
    for _ in range(levels):
        value = [value]
    return value


REFUSED = [
    ("toml", {"a": [{"b": None}, 1]}, "data/null-in-toml", ("a", 0, "b")),
    ("toml", {"a": {"b": [{}, {"c": None}]}}, "data/null-in-toml", ("a", "b", 1, "c")),
    ("toml", [1], "data/not-a-table", ()),
    ("toml", {"a": 2**63}, "data/integer-range", ("a",)),
    ("toml", {"a": {1: 2}}, "data/key-not-string", ("a", 1)),
    ("toml", {"a": ["\ud800"]}, "data/bad-character", ("a", 0)),
    ("yaml", {"a": ["\ud800\n"]}, "data/bad-character", ("a", 0)),
    ("json", {"a": [1, {2: 3}]}, "data/key-not-string", ("a", 1, 2)),
    ("json-compact", {"a": [1, {2: 3}]}, "data/key-not-string", ("a", 1, 2)),
    ("json", {"a": [1.5, float("nan")]}, "data/not-finite", ("a", 1)),
    ("json-compact", {"a": [1.5, float("inf")]}, "data/not-finite", ("a", 1)),
    ("json-lines", {"a": 1}, "data/not-a-list", ()),
    ("json-lines", [1, {"a": {2}}], "data/no-form", (1, "a")),
    ("yaml-stream", 1, "data/not-a-list", ()),
    ("yaml", {"a": {(1, 2): 1}}, "data/key-not-string", ("a", "(1, 2)")),
    ("raw", 1, "data/not-text", ()),
    ("raw", ["a", 1], "data/not-text", (1,)),
    ("python", [object()], "data/no-form", (0,)),
    ("no-such", 1, "data/unknown-format", ()),
    ("json", cyclic(), "data/cyclic", ("b", 1)),
    ("yaml", cyclic(), "data/cyclic", ("b", 1)),
    ("toml", cyclic(), "data/cyclic", ("b", 1)),
    ("json", bomb(), "data/too-large", ()),
    ("yaml", deep(201), "data/too-deep", ()),
    ("toml", {"a": deep(201)}, "data/too-deep", ()),
    ("python", deep(100_000), "data/too-deep", ()),
]


@pytest.mark.parametrize(
    ("form", "value", "code", "path"), REFUSED, ids=map(str, range(len(REFUSED)))
)
def test_refusal(form, value, code, path):
    found = render(value, form)
    assert isinstance(found, Diagnostic)
    assert (found.code.name, found.within) == (code, path)


def test_json_has_no_depth_limit():
    assert render(deep(100_000), "json-compact") == "[" * 100_000 + "1" + "]" * 100_000 + "\n"


def test_shared_parts_are_no_cycle():
    shared = [1]
    assert render([shared, shared], "json-compact") == "[[1],[1]]\n"


def test_long_keys_of_yaml_read_back():
    import confty
    from confty.render import render

    value = {
        "k" * 5000: {"a": 1},
        "l" * 2000: [1, {"é" * 1500: None}],
        "s" * 1200: "x\ny\n",
        "b": 2,
    }
    text = render(value, "yaml")
    assert confty.loads(text, "yaml") == value
