"""Generated documents, right and nearly right."""

import json

from hypothesis import strategies as st

TEXT = st.text(st.characters(blacklist_categories=["Cs"]), max_size=8)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=15,
)
JSON_TEXTS = st.builds(
    lambda value, indent, ascii_: json.dumps(value, indent=indent, ensure_ascii=ascii_),
    VALUES,
    st.sampled_from([None, 0, 1, "\t"]),
    st.booleans(),
)


@st.composite
def damaged(draw, texts, pieces):
    """A text with a few characters taken out and pieces put in."""
    text = draw(texts)
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        gone = draw(st.integers(0, 2))
        text = text[:at] + draw(st.sampled_from(pieces)) + text[at + gone :]
    return text


JSON_PIECES = [
    "",
    "",
    *'{}[],:"\\',
    "'",
    "//",
    "/*",
    "#",
    "\n",
    "\t",
    "\0",
    "NaN",
    "tru",
    "01",
    "+1",
    ".5",
    "1e",
    "\\u",
    "\\ud800",
    "é",
    "{}",
    '"a":',
    "1e999",
]

KEYS = st.sampled_from(
    ["a", "b", "c", "a.b", "a.b.c", "b.a", "a . c", '"q r"', "'l'", 'a."b"', "1"]
)
TOML_VALUES = st.sampled_from(
    """1|-1|+1|1_000|0xFF|0o17|0b1|1.5|1e5|-0.0|6.626e-34|inf|-nan|true|false|"s"|"\\n\\u00e9\\U0001F600"|'x\\y'
|1979-05-27|1979-05-27T07:32:00Z|1979-05-27 07:32:00|1979-05-27T00:32:00.999999-07:00|07:32:00|07:32:00.5
|[1, 2]|[]|[[1], [{a=1}]]|{}|{a = 1}|{ a.b = 1, c = [2] }|{a={}}""".replace("\n", "").split("|")
) | st.sampled_from(
    [
        '"""a\nb"""',
        "'''\na'''",
        '"""a\\\n  b"""',
        "[1,\n 2,\n # c\n ]",
        '"""""two quotes"""""',
        '"""\r\na\r\n"""',
    ]
)
ENTRIES = st.builds("{} = {}{}\n".format, KEYS, TOML_VALUES, st.sampled_from(["", " # c", "  "]))
TOML_TEXTS = st.lists(
    ENTRIES
    | ENTRIES
    | KEYS.map("[{}]\n".format)
    | KEYS.map("[[{}]]\n".format)
    | st.sampled_from(["\n", "# c\n", "\r\n"]),
    max_size=7,
).map("".join)
TOML_PIECES = [
    "",
    "",
    *"[]{}=,.\"'#\n",
    "[[",
    "]]",
    '"""',
    "'''",
    "\r\n",
    "\r",
    "\\",
    "\\q",
    "01",
    "1__0",
    "é",
    "\0",
    "\x7f",
    " ",
    "-",
    "_",
    "07:32",
    "1979-13-01",
    "null",
    "a = 1\n",
    "[a]\n",
]
YAML_PIECES = [
    "",
    "",
    *"[]{}:,-?&*!|>%@`\"'#\n",
    ": ",
    "- ",
    "\t",
    "\0",
    "  ",
    "---\n",
    "...\n",
    "&a ",
    "*a",
    "<<: ",
    "!!int ",
    "!x ",
    "? ",
    "|\n",
    ">-\n",
    "é",
    "\\",
    "0x1F",
    "~",
    "%YAML 1.1\n",
]
YAML_TEXTS = st.sampled_from(
    [
        "a: 1\nb:\n- x\n- {y: 2}\n",
        "base: &b {a: 1}\nmore:\n  <<: *b\n  c: [*b]\n",
        'text: |\n  one\n  two\nquoted: "a\\tb"\nfolded: >-\n  x\n  y\n',
        "? key\n: value\n---\n- 1\n- ~\n",
        "# c\na: [1, 2] # d\nb: !!str 3\n",
    ]
)
