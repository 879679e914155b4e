"""Programs that run from their trees, as translated code, or partly so, are the same programs."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from jsonnet_eval.programs import program
from support.effort import lines_run

from confty.compat.jsonnet import evaluate_snippet
from confty.languages.jsonnet.evaluator import calls
from confty.languages.jsonnet.evaluator.compiler import file as whole_files
from confty.languages.jsonnet.evaluator.compiler import thunks
from confty.languages.jsonnet.evaluator.compiler import unit as units_of_files
from confty.languages.jsonnet.evaluator.compiler.unit import Unit
from confty.languages.jsonnet.evaluator.files import DiskImporter
from confty.languages.jsonnet.evaluator.hosted import CallbackImporter
from confty.languages.jsonnet.evaluator.manifest.json import json_text
from confty.languages.jsonnet.evaluator.run import Failure, RunSettings, evaluate
from confty.languages.jsonnet.evaluator.tree import literals, loops
from confty.languages.jsonnet.evaluator.tree.reader import tree_of
from confty.languages.jsonnet.evaluator.tree.words import words
from confty.languages.jsonnet.evaluator.units import UnitMemory
from confty.languages.jsonnet.lexer import lex, tokens
from confty.languages.jsonnet.parser import parse
from confty.text import Source

SHARED = Path(__file__).resolve().parents[3] / "shared"
# From the tree until the end, as late as usual, at the second time, at once.
TIERS = (10**9, 100, 1, 0)


def run(text: str, often: int | None, memory: UnitMemory | None = None) -> object:
    """All that a user can see of a run."""
    lines: list[str] = []
    settings = RunSettings()
    settings.often = often
    settings.units = memory or UnitMemory()
    settings.trace = lines.append
    try:
        shown = evaluate("p", text.encode(), DiskImporter([]), settings).apply(json_text)
    except Failure as failure:
        finding = failure.findings[0]
        steps = [(str(frame.span), frame.what) for frame in finding.trail]
        return failure.head, str(finding.span), finding.message, steps, lines
    return shown, lines


def agree(text: str) -> None:
    expected = run(text, None)
    memory = UnitMemory()
    for often in TIERS:
        assert run(text, often) == expected, (often, text)
        assert run(text, often, memory) == expected, (often, text)


@pytest.fixture(params=[100, 1], ids=["usual loops", "all loops"])
def _loops(request, monkeypatch) -> None:
    monkeypatch.setattr(loops, "MANY", request.param)
    monkeypatch.setattr(calls, "MANY", request.param)


@pytest.mark.usefixtures("_loops")
def test_generated_programs() -> None:
    for seed in range(5000, 5150):
        agree(program(seed))


def many_loops(end: str) -> str:
    """More loops and tests than one Python function may nest."""
    row = " ".join(f"for x{i} in [x{i - 1}, {i}] if x{i} != {i}" for i in range(1, 70))
    return f"[[x0, x69] for x0 in [1, 2] {row}] + [{{ ['a' + x9]: x9 for x0 in [1] {row} }}]{end}"


PROGRAMS = {
    "many loops": many_loops(""),
    "as many loops as there may be": f"[1 {'for x in [1] ' * 500}]",
    "more loops than that": f"[1 {'for x in [1] ' * 501}]",
    "as many tests as there may be": f"{{ ['a']: 1 for x in [1] {'if true ' * 499}}}",
    "more tests than that": f"{{ ['a']: 1 for x in [1] {'if true ' * 500}}}",
    "many loops before a failure": many_loops(" + [error 'end']"),
    "many loops around a failure": many_loops("").replace("x9 for", "error 'in' for"),
    "forward": "local a = b, b = [c], c = a2, a2 = 1; local d = [e], e = d; [a, std.length(d)]",
    "hidden": "local x = 1; local y = x; local x = 2, z = y + x; [x, y, z]",
    "hidden in a chain": "local f(x) = x; local g = f; local f(x) = g(x) + 1; [f(1), g(1)]",
    "inner": "local x = 10; { a: (local x = 1; x) + x, local x = 5, b: x }",
    "defaults": "local f(a, b=c, c=[a, d], d=a) = [a, b, c, d]; [f(1), f(1, d=2), f(c=3, a=0)]",
    "eager": "local f(a, b=error 'x') = a; [f(1), f(1) tailstrict]",
    "super": "{ a: 1, b+: { c: 2 } } + { a: super.a + 1, b+: { c+: 1, d: $.a } } + { a+: 1 }",
    "computed plus": "local k = 'b'; { b: { x: 1 } } + { [k]+: { y: self.x + 1 }, [null]: 1 }",
    "dollar": "{ a: { b: { c: $.z, [self.q]: $.z for x in [1] } }, z: 1, q: 'k' }",
    "dollars": "local o = { f: { g: $.h }, h: 1 }; { h: 2, o: o, p: o { h: 3 } }",
    "asserts": "{ assert self.a > 0 : 'a', a: 1, assert self.b == 1, b: self.a } { a: 2, b: 1 }",
    "failing assert": "{ assert self.a > 1 : 'a is ' + self.a, a: 1 }.a",
    "object locals": "local o = { local t = self, local u = t.a, b: u, a: 1 }; [o, o { a: 5 }]",
    "shared locals": "local o = { local t = std.trace('once', 1), a: t, b: t }; [o, o { c: 1 }]",
    "loops": "[[x, y] for x in [1, 2, 3] if x != 2 for y in [x, x + 1] if y > 1]",
    "objects in loops": "{ ['k' + x]: { v: x, w: self.v, local q = x, z: q } for x in [1, 2] }",
    "plus in loops": "{ a: 1, b: 2 } + { [x]+: 1 for x in ['a', 'b'] }",
    "locals in loops": "{ local y = x + self.n, [x]: y for x in ['a'] } + { n: 'q' }",
    "recursion": "local f(n) = if n <= 1 then 1 else n * f(n - 1), g(n) = f(n) + g2(n), g2(n) = 1;"
    "[g(n) for n in std.range(1, 20)]",
    "another function of the name": "local g(x) = 1; local h(g) = [(function(x) g(x))(i) for i in"
    " [1, 2, 3]]; [h(g), h(function(x) 2), h(g)]",
    "mutual": "local even(n) = if n == 0 then true else odd(n - 1),"
    " odd(n) = if n == 0 then false else even(n - 1); even(301)",
    "deep": "local f(n) = if n == 0 then 0 else 1 + f(n - 1); f(20000)",
    "tail": "local f(n, a) = if n == 0 then a else f(n - 1, a + n) tailstrict; f(50000, 0)",
    "endless": "local f(n) = f(n + 1) + 1; f(0)",
    "methods": "local o = { m(x, y=self.d):: [x, y], d: 1 }; [o.m(1), o { d: 2 }.m(y=3, x=4)]",
    "wrong arguments": "local f(x) = x; f(1, 2)",
    "wrong condition": "if 1 then 2",
    "wrong connective": "[true && 1, 2 || true]",
    "trace": "local f(x) = std.trace('f ' + x, x); [f(i) for i in [1, 2]] + [error 'end' + f(3)]",
    "traces in order": "std.foldl(function(a, i) std.trace('t' + i, a + i), [1, 2, 3], 0)",
    "own library": "local std = { length(x): 5 }; std.length([1])",
    "library": "[std.type(std), std.map, std.length].length",
    "library values": "[std.map(std.length, ['a', 'bc']), std.thisFile, std.join(',', ['a'])]",
    "library by name": "[std.get({}, 'a', default=1), std.get(f='a', o={ a:: 1 }, inc_hidden=false),"
    " std.foldl(init=0, func=function(a, b) a + b, arr=[1, 2]), std.get({}, 'a', default=error 'x',"
    " inc_hidden=true) == null]",
    "library by name, in order": "std.get(f=std.trace('f', 'a'), o=std.trace('o', { a: 1 }))",
    "library by name, eager": "std.get(f=std.trace('f', 'a'), o=std.trace('o', {})) tailstrict",
    "library by an unknown name": "std.get({}, 'a', other=1)",
    "library by name, twice": "std.get({}, 'a', o={})",
    "library by name, too few": "std.get(f='a')",
    "library function as a value": "local g = std.get; [g({}, 'a', default=2), g({ a: 1 }, 'a')]",
    "wrong library function": "local g = std.max; g(1, 'a')",
    "library function with too many": "local g = std.max; g(1, 2, 3)",
    "slices": "local a = [1, 2, 3, 4]; [a[1:3], a[::2], a[:2], a[2:], a[0:4:3], 'abc'[1:], a[-2:]]",
    "strings": "['\\u00e9\\n', @'a''b', @\"\\n\", |||\n  a\n    b\n|||, 'it''s'[0:1]]",
    "numbers": "[1e3, 0x1, 1]",
    "infinite": "[1, 1e999]",
    "in": "[ 'a' in { a: 1 }, 'a' in { b: 1 } ] + [ { a: 1 } { b: 'a' in super, c: 'z' in super }]",
    "function": "function(x=1) x",
    "unknown name": "{ a: 1, b: function(x) y }",
    "twice": "{ a: 1, a: 2 }",
    "unfinished": "{ a: [1, 2 }",
    "lazy": "local o = { a: error 'no', b: [error 'no', 1][1] }; o.b",
    "extend": "local base = { a: 1 }; base { a+: 1 } { b: self.a }",
    "unary": "local x = 5; [-x, !(x > 1), ~x, +x, - -x, 2 - -1, -x * 2 + 1, !true || true]",
}


@pytest.mark.usefixtures("_loops")
@pytest.mark.parametrize("text", PROGRAMS.values(), ids=PROGRAMS.keys())
def test_programs(text: str) -> None:
    agree(text)


def test_an_import_is_asked_for_once_although_the_program_begins_again() -> None:
    asked: list[str] = []

    def find(_folder: str, path: str) -> tuple[str, bytes]:
        asked.append(path)
        return path, b"{ a: error 'no' }"

    with pytest.raises(Failure):
        evaluate("p", b"(import 'x').a", CallbackImporter(find), RunSettings()).apply(json_text)
    assert asked == ["x"]


def _broken(text: str, source: random.Random) -> Iterator[str]:
    for _ in range(3):
        at = source.randrange(len(text))
        yield text[:at] + text[at + 1 + source.randrange(3) :]
        yield (
            text[:at] + source.choice(["}", ",", "'", "local ", ";", "x", "::", "|||"]) + text[at:]
        )


def test_the_reader_takes_what_the_parser_takes() -> None:
    """What the reader reads is correct, and nearly everything that is correct is read."""
    source = random.Random(1)
    left = 0
    for seed in range(6000, 6100):
        for text in (program(seed), *_broken(program(seed), source)):
            scanned = lex(Source("p", text))
            parsed = scanned.then(parse)
            found = words(text)
            assert found is None or list(scanned.output.texts) == found or parsed.failed
            if tree_of(text):
                assert not parsed.failed, text
            else:
                left += not parsed.failed
    assert left < 200


@pytest.mark.skipif(not SHARED.exists(), reason="the shared corpus is not here")
def test_the_reader_on_real_files() -> None:
    for path in sorted((SHARED / "corpus" / "jsonnet" / "vendor").rglob("*.libsonnet"))[::9]:
        text = path.read_text(encoding="utf-8")
        assert words(text) == list(lex(Source("p", text)).output.texts), path
        assert tree_of(text), path


@pytest.mark.parametrize("budget", [300, 8])
def test_what_has_no_python_name(monkeypatch, budget) -> None:
    """In functions with many names most of what is named stands in tables."""
    # How many steps of what never ends are told depends on how many Python takes.
    ending = [text for name, text in PROGRAMS.items() if name != "endless"]
    texts = [*ending, *[program(seed) for seed in range(7000, 7080)]]
    expected = [run(text, None) for text in texts]
    monkeypatch.setattr(units_of_files, "_MOST_NAMES", 0)
    # So long may a body be that is no unit of its own: units are given what stands in tables.
    monkeypatch.setattr(thunks, "_MAIN_BUDGET", budget)
    monkeypatch.setattr(whole_files, "_BIG", 0)
    for text, said in zip(texts, expected, strict=True):
        assert run(text, None) == said, text
        assert run(text, 0) == said, text


LIBRARY = "{ f(x):: [x + i for i in std.range(1, 3)], n:: %d }"


def test_one_library_in_many_threads() -> None:
    """Units are shared, results are not, and an edit is seen at once."""
    memory = UnitMemory()
    wrong: list[object] = []

    def work(number: int) -> None:
        for turn in range(40):
            version = turn % 3
            settings = RunSettings()
            settings.units = memory
            settings.often = turn % 4
            settings.variables["x"] = (True, str(number * turn))
            importer = CallbackImporter(lambda _, path, v=version: (path, (LIBRARY % v).encode()))
            text = b"local l = import 'l'; [l.f(std.extVar('x')), l.n]"
            found = evaluate("p", text, importer, settings).open()
            if found != [[number * turn + i for i in (1, 2, 3)], version]:
                wrong.append(found)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_a_library_is_read_once(monkeypatch) -> None:
    reads: list[str] = []

    def counted(text: str) -> tuple[object, ...]:
        reads.append(text)
        return tree_of(text)

    monkeypatch.setattr("confty.languages.jsonnet.evaluator.program.tree_of", counted)
    text = "local f(x) = x + std.extVar('v'); /* read once */ f('a')"
    for turn in range(50):
        assert evaluate_snippet("p", text, ext_vars={"v": str(turn)}) == f'"a{turn}"\n'
    assert reads.count(text) == 1


def test_memory_is_bounded() -> None:
    memory = UnitMemory(most=1000)
    for number in range(100):
        run(f"/* {'x' * 80} */ {number}", 100, memory)
    assert memory.size <= 1000
    run(f"/* {'x' * 800} */ 1", 100, memory)
    assert memory.size <= 1000


def test_what_was_translated_counts() -> None:
    """A program that fails is translated, to say with what; that takes more than its text."""
    most = 400_000
    memory, fields = UnitMemory(most), ", ".join(f"f{at}: [{at}, $.f{at}]" for at in range(200))
    for number in range(40):
        assert "max stack" in str(run(f"{{ n: {number}, {fields} }}", 100, memory))
        assert memory.size <= most
    kept = list(memory._kept.values())
    assert 1 <= len(kept) < 20
    assert memory.size > sum(units.translated for units in kept) > 100_000
    run("1 + 1", 100, memory)
    assert len(memory._kept) > 1


def test_a_call_may_use_the_cache_on_disk(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("CONFTY_CACHE_DIR", str(tmp_path))
    text = f"/* on disk{' ' * 2000}*/ 1 + 1"
    assert evaluate_snippet("p", text) == "2\n"
    assert not list(tmp_path.iterdir())
    assert evaluate_snippet("p", text, cache=True) == "2\n"
    assert (tmp_path / "jsonnet").is_dir()


def test_words_of_the_language_are_those_of_the_scanner() -> None:
    assert literals.KEYWORDS == tokens.KEYWORDS


@pytest.mark.parametrize("seconds", [0.3])
def test_limits_hold_in_the_first_tier(seconds: float) -> None:
    settings = RunSettings()
    settings.timeout = seconds
    settings.often = 10**9
    text = b"local f(n) = if n == 0 then 0 else f(n - 1) tailstrict + f(n - 1); f(100)"
    with pytest.raises(Failure, match="stopped after"):
        evaluate("p", text, DiskImporter([]), settings).apply(json_text)


def test_growth_of_locals() -> None:
    """Ten times as many locals and fields are ten times the work."""

    def evaluated(count: int) -> int:
        members = [f"local a{i} = {f'a{i - 1} + 1' if i else 0}, f{i}: a{i}" for i in range(count)]
        text = "{" + ", ".join(members) + "}"
        return lines_run(lambda: run(text, 100))

    evaluated(100)
    assert evaluated(2000) < 11 * evaluated(200)


ESCAPES = [
    r"\u003c\u00e9", r"\u0000", r"\\u003c", r"\\\u003c", r"\ud83d\ude00\u003e", r"\n\u000a\t",
    r"\uABCD\uabcd\"", r"\ud83d", r"\ude00", r"\u00", r"\u00g1", r"\u+123", r"\u0_12", r"\x", "\\u\u0661123",
]  # fmt: skip


@pytest.mark.parametrize("escapes", ESCAPES)
def test_escapes_by_number(escapes) -> None:
    """Each tier decodes them by itself; go-jsonnet says what they mean."""
    import _gojsonnet

    text = f'"a{escapes}b"'
    agree(text)
    try:
        expected = _gojsonnet.evaluate_snippet("p", text)
    except (RuntimeError, UnicodeDecodeError):  # the binding cannot always say what is wrong
        assert tree_of(text) == ()
    else:
        assert evaluate_snippet("p", text) == expected


def test_common_escapes_load_no_parser() -> None:
    assert literals.string(r'"\u003ca\u003e \"b\" \\"') == r'<a> "b" ' + "\\"


@pytest.mark.parametrize("end", ["'a'", '"a"', "@'a'", "|||\n  a\n|||", "1.5", "1e3", "0", "null"])
@pytest.mark.parametrize("behind", ["", "\n", " // c", "\n# c\n", "/* c */ "])
def test_texts_that_end_in_any_word(end, behind) -> None:
    found = words(f"[1] + {end}{behind}")
    assert found is not None
    assert [word for word in found if word] == ["[", "1", "]", "+", end]


@pytest.mark.parametrize(
    "end", ["'a", '"a', "@'a", "|||\n  a\n", "1.", "1e", "01", "/* a", "1_", "é"]
)
def test_texts_that_end_in_no_word(end) -> None:
    assert words(f"[1] + {end}") is None


def test_a_body_that_runs_often_in_many_calls_is_translated() -> None:
    memory = UnitMemory()
    text = "local f(n) = if n == 0 then 0 else 1 + f(n - 1); f(40)"
    for _ in range(2):
        run(text, 100, memory)
    known = memory.units(text.encode(), labelled=False)
    assert known is not None
    assert not known.hot
    run(text, 100, memory)
    assert [name[0] for name in known.hot] == ["f"]


@pytest.mark.parametrize(
    "text",
    [
        "std.foldl(function(a, x) a + x, std.range(1, N), 0)",
        "std.foldr(function(x, a) a + x, std.range(1, N), 0)",
        "std.length(std.filter(function(x) x > 3, std.range(1, N)))",
        "std.map(function(x) x + 1, std.range(1, N))[3]",
        "std.makeArray(N, function(x) x + 1)[3]",
        "std.length(std.flatMap(function(x) [x, x], std.range(1, N)))",
        "std.mapWithIndex(function(i, x) i + x, std.range(1, N))[3]",
        "std.sort(std.range(1, N), function(x) -x)[0]",
        "std.set(std.range(1, N), function(x) -x)[0]",
        "std.setMember(3, std.range(1, N), function(x) x)",
    ],
)
def test_what_the_library_will_call_often_is_translated_before(text) -> None:
    """The library holds a function while it walks, and does not see it become another."""
    for count, expected in ((20, []), (2000, ["f"])):
        memory, program = UnitMemory(), text.replace("N", str(count))
        run(program, 10**9, memory)
        known = memory.units(program.encode(), labelled=False)
        assert known is not None
        assert [name[0] for name in known.hot] == expected


NESTS = [
    ("(function(a) a - 1 + ", "1", ")(1)"),
    ("[x for x in [1] if ", "true", "] == [1]"),
    ("[", "1", " for k in ['a']]"),
    ("[k for j in [1] for k in ", "[1]", "]"),
    ("[x for x in [1] if {a: x, b: ", "1", "}.b == 1]"),
    ("[x for x in [1] if (function(y) y + x + ", "1", ")(1) == 1]"),
    ("(local f(a, k) = if a < 1 then [function() k] else f(a - 1, ", "1", "); f(1, 1))"),
    ("std.map(function(v) v + std.length(", "[1]", "), [1])"),
]


@pytest.mark.parametrize("nest", NESTS, ids=lambda nest: nest[0])
def test_what_stands_inside_of_much_is_written_a_few_times(nest, monkeypatch) -> None:
    """Where each level is tried, and written again when that was in vain, there is no end."""
    made = [0]
    fresh = Unit.fresh

    def counting(unit: Unit, hint: str) -> str:
        made[0] += 1
        return fresh(unit, hint)

    monkeypatch.setattr(Unit, "fresh", counting)

    def names(depth: int) -> int:
        made[0] = 0
        opening, inside, closing = nest
        run(opening * depth + inside + closing * depth, None)
        return made[0]

    # Twice as deep is at most the square; one more level is twice as much where there is no end.
    few = names(7)
    assert 0 < names(14) < 6 * few


def test_both_tiers_read_chains_of_one_length() -> None:
    """The first does not load the parser to ask it."""
    from confty.languages.jsonnet.parser.cursor import CHAIN_LIMIT, CLAUSES_LIMIT

    assert (literals.LONGEST, literals.CLAUSES) == (CHAIN_LIMIT, CLAUSES_LIMIT)


CHAINS = {
    "objects": ("{ with(k, v):: self { [k]: v }, n:: 1 }", ".with('f%d', %d)", "", "sorted"),
    "named": ("{ f(x, y=1):: self { a: x + y } }", ".f(y=%d, x=%d)", ".a", 7998),
    "at once": ("{ f(x, y):: self { a: x + y } }", ".f(%d, %d) tailstrict", ".a", 7998),
}


@pytest.mark.parametrize("chain", CHAINS)
def test_methods_of_what_methods_give_are_no_nest(chain, monkeypatch) -> None:
    """Four thousand of them, as generators write: the first tier does not give up."""
    first, link, last, expected = CHAINS[chain]
    text = first + "".join([link % (number, number) for number in range(4000)]) + last
    monkeypatch.setattr("confty.languages.jsonnet.evaluator.run.Evaluated._anew", None)
    found = evaluate("p", text.encode(), CallbackImporter(lambda *_: ("", b"")), RunSettings())
    value = found.open()
    if expected == "sorted":
        assert value == {f"f{number}": number for number in range(4000)}
    else:
        assert value == expected
