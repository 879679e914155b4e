"""The first line of a failure is the original's, in either dialect."""

from __future__ import annotations

from re import _parser  # type: ignore[attr-defined]  # what a pattern is made of

import pytest
from jsonnet_eval import odd_calls as odd
from support.peers import Peer, peer

from confty.compat import jsonnet
from confty.languages.jsonnet.evaluator import go_words

#: Texts that are no programs, and programs that fail, of every kind that Go has words of its own for.
TEXTS = """
x | 1 + | { | {a | {a: 1 b: 2} | [1 2] | (1 | ) | local x | local x = 1 | {a: 1, a: 2} | local a = 1, a = 2; a | function(x | self | $ | super.x | {a: super}
'abc | '\\q' | '\\u12' | '\\ud800' | 1. | 1e | 01 | 1__2 | 0_1 | @ | @a | /* a | a b | null null | if true | import x | importstr 'a' + 'b' | {a: 1 for x in [1]}
{assert true for x in [1]} | f(a=1, 2) | local f(a) = a; f(1 | {a(x)+: 1} | {1: 1} | {if: 1} | 1 ? 2 | é | 1 === 2 | [1][] | [1][1:2:3:4] | 1 in super | function(1) 1 | 1;
1 + {} | {} + 1 | null + 1 | 1 - 'a' | [] < 1 | {} < {} | 1 && true | true && 1 | if 1 then 2 | !1 | -'a' | {}[1] | [][{}] | 'a'['b'] | [1][1] | [1][-1] | 1[0] | null.a
{ [1]: 2 } | [x for x in 1] | 'a' in 1 | 1 in {} | 1() | (function(x) x)() | (function(x) x)(1, 2) | (function(x) x)(x=1, x=2) | (function(x) x)(y=1) | {}.a
{a: 1} + {b: super.c} | error 'binary operator + requires matching types, got number and object.' | assert false; 1 | {assert false} | 1 / 0 | 1 % 0 | 1e308 * 10
function() 1 == function() 1 | (function() 1) == (function() 1) | 1 << -1 | 1e20 | 1 & 1e20 | [1, 2][::0] | std.length(1) | std.abs('a') | std.extVar('a') | std.char(-1)
std.join('a', [1]) | std.sort([1, 'a']) | std.parseJson('{a}') | std.parseJson('[1 2]') | std.parseInt('a') | std.base64Decode('a') | std.range(1.5, 2) | std.objectHas(1, 'a')
std.filter(function(x) 1, [1]) | std.flatMap(1, []) | std.substr('a', 'b', 1) | std.manifestToml({a: [{b: null}]}) | '%d' % 'a' | '%(a)s' % {} | '%s %s' % [1] | import 'nowhere'
std.sqrt(-1) | std.any([{a: 1}]) | std.decodeUTF8([256]) | std.splitLimit(1, 'a', 1) | std.trace(1, 2) | std.max('a', 1) | {a: function() 1} | std.parseYaml('a: b: c')
1e400 | [1][123456789] | 'a'[12345678.5] | 1e300 << -1 | {a: super.b} | null[::'a'] | [1, 2][:'a':0] | std.char(-2.5) | '%c' % 1114112 | std.foldl(std.max, 1, 2) | std.foldr(std.max, {}, 2)
std.flattenArrays(null) | std.split(1, 'a') | std.split('a', 1) | std.split('a', '') | std.splitLimit('a', '', 1) | std.base64Decode(1) | std.base64DecodeBytes([]) | std.stripChars('a', 1)
std.manifestJson({a: [function() 1]})
std.substr('abc', 1, -2) | std.substr('abc', -1, 2) | std.substr('abc', 1, -200000000000) | std.substr('abc', -200000000000, 1) | std.substr('abc', 1.5, -2) | std.substr('abc', 1, -1.5)
"""


def words(module: Peer, text: str, **options: object) -> str:
    try:
        return module.evaluate_snippet("f", text, **options)
    except RuntimeError as error:
        return str(error).split("\n")[0]


@pytest.mark.parametrize("text", [one for one in TEXTS.replace("\n", " | ").split(" | ") if one])
def test_as_go_says_it(text: str) -> None:
    assert words(jsonnet, text) == words(peer("_gojsonnet"), text)


@pytest.mark.parametrize(("dialect", "module"), [("go", "_gojsonnet"), ("cpp", "_jsonnet")])
def test_operators(dialect: str, module: str) -> None:
    texts = list(odd.operations(5, 400 if dialect == "go" else 40))
    original = peer(module)
    same = [words(jsonnet, text, dialect=dialect) == words(original, text) for text in texts]
    assert sum(same) > (0.97 if dialect == "go" else 0.85) * len(texts)


def test_the_lines_in_question() -> None:
    """A text that is no program is shown as Go shows it, whole."""
    for text in ("local a = 1;\nlocal b = self;\n1", "import 'a' +\n 'b'", "[\n1,\n2\n"):
        with pytest.raises(RuntimeError) as ours:
            jsonnet.evaluate_snippet("f", text)
        with pytest.raises(RuntimeError) as theirs:
            peer("_gojsonnet").evaluate_snippet("f", text)
        assert str(ours.value) == str(theirs.value)


def test_an_imported_text_is_told_with_the_import(tmp_path, monkeypatch) -> None:
    """The places of Go's trace, without what it says of stages; lines are shown of programs only."""
    monkeypatch.chdir(tmp_path)
    files = {
        "broken.libsonnet": "{ a: 1\n", "unknown.libsonnet": "local x = y; 1",
        "between.libsonnet": "{ b: (import 'broken.libsonnet') }",
        "a.jsonnet": "import 'broken.libsonnet'", "b.jsonnet": "import 'unknown.libsonnet'",
        "c.jsonnet": "local a = import 'between.libsonnet'; { x: a.b }",
    }  # fmt: skip
    for name, text in files.items():
        (tmp_path / name).write_text(text)

    def said(module: Peer, name: str) -> list[list[str]]:
        with pytest.raises(RuntimeError) as failed:
            module.evaluate_file(name)
        lines = [line.split("\t") for line in str(failed.value).split("\n")]
        return [line[:2] for line in lines if len(line) == 1 or ":" in line[1]]

    for name in ("a.jsonnet", "b.jsonnet", "c.jsonnet"):
        assert said(jsonnet, name) == said(peer("_gojsonnet"), name)


@pytest.mark.parametrize(
    ("text", "go", "cpp"),
    [
        (b"{ a: 1", "q:1:7 Expected a comma before next field", "q:1:7: expected a comma before next field."),
        (b"local x = y; 1", "q:1:11-12 Unknown variable: y", "q:1:11: Unknown variable: y"),
    ],
)  # fmt: skip
def test_what_a_callback_gives_is_told_whatever_it_is_called(
    text: bytes, go: str, cpp: str
) -> None:
    """The words are those of both originals for the same callback."""
    for dialect, wanted in (("go", f"RUNTIME ERROR: {go}"), ("cpp", f"STATIC ERROR: {cpp}")):
        given = {"import_callback": lambda _folder, _path: ("q", text)}
        assert words(jsonnet, "import 'q'", dialect=dialect, **given) == wanted


def test_in_super_of_a_field() -> None:
    """Neither original takes ``k in super.f`` for what it looks like."""
    text = "{ y: { a: 1 } } + { x: 'a' in %s }"
    for dialect, module in (("go", "_gojsonnet"), ("cpp", "_jsonnet")):
        for field in ("super.y", "super['y']"):
            with pytest.raises(RuntimeError):
                peer(module).evaluate_snippet("f", text % field)
            with pytest.raises(RuntimeError):
                jsonnet.evaluate_snippet("f", text % field, dialect=dialect)
        whole = text % "(super.y)"
        assert jsonnet.evaluate_snippet("f", whole) == peer(module).evaluate_snippet("f", whole)


def literal_beginning(parsed: list[tuple[object, object]]) -> str:
    """What everything begins with that a pattern matches, as Python's own parser sees it."""
    text = ""
    for what, content in parsed:
        if str(what) == "LITERAL":
            text += chr(content)  # type: ignore[call-overload]  # a literal's is a number
        elif str(what) == "SUBPATTERN" and not text:
            return literal_beginning(content[3])  # type: ignore[index]  # a group's is a tuple
        else:
            break
    return text


def test_no_pattern_is_passed_over() -> None:
    """Patterns are told apart by their beginnings before they are compiled."""
    rows = [*go_words._TABLE, *go_words._READ]
    for expression, _ in rows:
        found = go_words._TEXT.match(expression.pattern)
        assert found is not None
        parsed = _parser.parse(expression.pattern)
        assert literal_beginning(parsed).startswith(found[1]), expression.pattern
    # Nearly all of them begin with some text, or nothing would be gained.
    assert sum(bool(go_words._TEXT.match(one.pattern)[1]) for one, _ in rows) > 0.85 * len(rows)  # type: ignore[index]  # as above
