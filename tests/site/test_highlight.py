"""The lexers for Pygments take every program there is, and see what is what."""

from pathlib import Path

import pytest
from pygments.token import Comment, Error, Keyword, Name, Number, String, Text

from confty.highlight import PclLexer, PhyLexer, RclLexer

PROJECT = Path(__file__).resolve().parents[2]
LEXERS = {".rcl": RclLexer, ".pp": PclLexer, ".phy": PhyLexer}
FILES = sorted(
    path
    for folder in ("examples", "page/examples")
    for path in (PROJECT / folder).rglob("*")
    if path.suffix in LEXERS
)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_nothing_is_left_over(path) -> None:
    text = path.read_text(encoding="utf-8")
    tokens = list(LEXERS[path.suffix]().get_tokens(text))
    assert "".join(part for _, part in tokens).strip() == text.strip()
    assert not [part for kind, part in tokens if kind in (Error, Text)]


@pytest.mark.parametrize(
    ("lexer", "text", "wanted"),
    [
        (RclLexer, 'let x: Number = f"a{y}"; // c', {"let": Keyword, "Number": Keyword.Type, "a": String, "y": Name, "// c": Comment}),
        (RclLexer, "{ port = 80 }", {"port": Name.Attribute, "80": Number}),
        (PclLexer, 'resource "a" "t" {\n  x = upper("${b.c}")\n}', {"resource": Keyword.Declaration, "x": Name.Attribute, "upper": Name.Function, "${": String.Interpol, "b": Name}),
        (PclLexer, "x = <<EOT\nresource text\nEOT\n", {"\nresource text\n": String.Heredoc}),
        (PhyLexer, "(ProcDecl main (IntTy) (Params) (Return (Call + 1 x))) ; c", {"ProcDecl": Keyword, "IntTy": Keyword.Type, "+": Name.Function, "1": Number, "x": Name, "; c": Comment}),
    ],
)  # fmt: skip
def test_what_is_what(lexer, text, wanted) -> None:
    found = {part: kind for kind, part in lexer().get_tokens(text)}
    for part, kind in wanted.items():
        assert part in found, part
        assert found[part] in kind, (part, found[part])
