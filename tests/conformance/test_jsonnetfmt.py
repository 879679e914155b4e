"""The reference suite's formatter goldens: every program that has one is laid out byte for byte."""

from support.conformance import require

from confty.languages.jsonnet.formatter import FormatOptions, layout
from confty.languages.jsonnet.lexer import lex
from confty.languages.jsonnet.parser import parse
from confty.text import Source


def laid_out(path, text=None):
    source = Source(path.name, text if text is not None else read(path))
    return layout(lex(source).then(parse), FormatOptions())


def read(path):
    return path.read_bytes().decode()


def test_goldens(tally):
    suite = require("jsonnet", "suite")
    goldens = sorted(suite.glob("*.fmt.golden"))
    failing = []
    for golden in goldens:
        program = golden.with_name(golden.name.removesuffix(".fmt.golden"))
        if laid_out(program).output != read(golden):
            failing.append(program.name)
    tally("jsonnetfmt", len(goldens) - len(failing), len(goldens), failing)
    assert not failing


def test_layout_is_stable_and_keeps_every_comment(tally):
    suite = require("jsonnet", "suite")
    programs = sorted([*suite.rglob("*.jsonnet"), *suite.rglob("*.libsonnet")])
    stable = total = 0
    for program in programs:
        if b"\0" in program.read_bytes():
            continue
        try:
            first = laid_out(program)
        except UnicodeDecodeError:
            continue
        if first.failed:
            continue
        total += 1
        again = laid_out(program, first.output)
        assert not again.failed, program.name
        assert again.output == first.output, program.name
        assert comments(read(program)) == comments(first.output), program.name
        stable += 1
    tally("jsonnetfmt idempotence", stable, total)


def comments(text):
    """The words of all comments, sorted, for imports may move with theirs."""
    tokens = lex(Source("x", text)).output
    found = []
    for index in range(len(tokens)):
        for start, end in tokens.comments(index):
            found.append(" ".join(text[start:end].replace("#", " ").replace("//", " ").split()))
    return sorted(found)
