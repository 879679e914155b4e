"""No pattern of ours takes more than linear time, or much memory, whatever the text.

Every compiled pattern is found twice: as an object in a module or a class that is imported, and as a
call of ``re`` in the source.  Each is looked at (repetition inside of repetition that can match the
same text in two ways) and tried (long runs of what it repeats, then what it does not expect).
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import multiprocessing
import pkgutil
import re
import time
import tracemalloc
from functools import cache
from pathlib import Path
from re import _constants as constants
from re import _parser as parser

import pytest
from support.shell import PROJECT

import confty
from fuzz.attack import Attack
from fuzz.known import KNOWN_PATTERNS, KNOWN_SLOW

SOURCE = PROJECT / "src" / "confty"
#: Seconds for one pattern on one text of this length; honest ones take microseconds.
LENGTH = 3_000
BOUND = 0.5


@cache
def objects() -> dict[str, re.Pattern]:
    """Patterns that are names of modules or attributes of classes."""
    found = {}
    for info in pkgutil.walk_packages(confty.__path__, "confty."):
        if info.name.endswith("__main__"):
            continue
        try:
            module = importlib.import_module(info.name)
        except ImportError:
            continue
        holders = {info.name: vars(module)}
        for name, value in list(vars(module).items()):
            if isinstance(value, type) and value.__module__ == info.name:
                holders[f"{info.name}.{name}"] = vars(value)
        for where, names in holders.items():
            for name, value in list(names.items()):
                for number, one in enumerate(_within(value)):
                    found.setdefault(
                        _key(one), (f"{where}.{name}" + (f"#{number}" if number else ""), one)
                    )
    return dict(found.values())


def _within(value: object) -> list[re.Pattern]:
    if isinstance(value, re.Pattern):
        return [value]
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple | set | frozenset):
        return [one for item in value for one in ([item] if isinstance(item, re.Pattern) else [])]
    return []


def _key(pattern: re.Pattern) -> tuple:
    return pattern.pattern, pattern.flags


@cache
def calls() -> dict[str, re.Pattern]:
    """Patterns that are written out in a call of ``re``, wherever it stands."""
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (
                isinstance(node, ast.Call)
                and ast.unparse(node.func).startswith("re.")
                and node.args
            ):
                continue
            text = node.args[0]
            if isinstance(text, ast.Constant) and isinstance(text.value, str | bytes):
                flags = [
                    ast.unparse(one)
                    for one in [*node.args[1:], *(key.value for key in node.keywords)]
                ]
                known = [
                    eval(flag, {"re": re})
                    for flag in flags
                    if re.fullmatch(r"(re\.[A-Z]+[ |]*)+", flag)
                ]
                combined = 0
                for flag in known:
                    combined |= flag
                found[f"{path.relative_to(SOURCE)}:{node.lineno}"] = re.compile(
                    text.value, combined
                )
    return found


def patterns() -> dict[str, re.Pattern]:
    """All of them, each once."""
    seen, found = set(), {}
    for name, pattern in {**objects(), **calls()}.items():
        if _key(pattern) not in seen:
            seen.add(_key(pattern))
            found[name] = pattern
    return found


# --- by structure

_LOOPS = (constants.MAX_REPEAT, constants.MIN_REPEAT)


def ambiguous(pattern: re.Pattern) -> list[str]:
    """Loops of a pattern that can take one text in more than one way."""
    return list(_ambiguous(parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG)))


def _ambiguous(tree):
    for op, given in tree:
        if op in _LOOPS:
            _, most, body = given
            if most > 8 or most is constants.MAXREPEAT:
                yield from _loop(body)
            yield from _ambiguous(body)
        else:
            for part in _parts(op, given):
                yield from _ambiguous(part)


def _loop(body):
    """A loop whose body begins and ends with loops over common characters, or is made of such choices."""
    ways = _choices(body)
    for way in ways:
        items = [(op, given) for op, given in way if op is not constants.AT]
        loops = [
            (op, given) for op, given in items if op in _LOOPS and given[1] is constants.MAXREPEAT
        ]
        if not loops:
            continue
        solid = [one for one in items if not (one[0] in _LOOPS and one[1][0] == 0)]
        if len(solid) <= 1 and (not solid or solid[0] in loops):
            # Nothing but loops: (a*)*, (a+)*, (a*b*)*.
            yield f"a loop in a loop over {_shown(_first(way))}"
        elif len(items) == len(solid) and _first(way) & _last_loop(items):
            yield f"a loop that ends as it begins, over {_shown(_first(way) & _last_loop(items))}"
    for number, way in enumerate(ways):
        for other in ways[number + 1 :]:
            both = _first(way) & _first(other)
            if both and (_repeats(way) or _repeats(other)):
                yield f"two ways that begin alike, over {_shown(both)}"


def _choices(body) -> list:
    while len(body) == 1 and body[0][0] in {constants.SUBPATTERN, constants.BRANCH}:
        op, given = body[0]
        if op is constants.BRANCH:
            return [one for way in given[1] for one in _choices(way)]
        body = given[-1]
    return [body]


def _repeats(way) -> bool:
    return any(op in _LOOPS and given[1] is constants.MAXREPEAT for op, given in way)


def _last_loop(items) -> frozenset:
    op, given = items[-1]
    return _first(given[2]) if op in _LOOPS and given[1] is constants.MAXREPEAT else frozenset()


_SAMPLE = [chr(n) for n in range(128)] + ["é", "\u2028", "中"]


def _first(tree) -> frozenset:
    """The characters of a sample with which a part can begin."""
    found: frozenset = frozenset()
    for op, given in tree:
        one, empty = _begins(op, given)
        found |= one
        if not empty:
            return found
    return found


def _begins(op, given) -> tuple[frozenset, bool]:
    if op is constants.LITERAL:
        return frozenset({chr(given)}), False
    if op is constants.NOT_LITERAL:
        return frozenset(_SAMPLE) - {chr(given)}, False
    if op is constants.ANY:
        return frozenset(_SAMPLE) - {"\n"}, False
    if op is constants.IN:
        return frozenset(one for one in _SAMPLE if _is_in(one, given)), False
    if op in _LOOPS or op is constants.POSSESSIVE_REPEAT:
        return _first(given[2]), given[0] == 0
    if op is constants.BRANCH:
        starts = [_first(way) for way in given[1]]
        return frozenset().union(*starts), any(not len(way) for way in given[1])
    if op is constants.SUBPATTERN:
        return _first(given[-1]), not len(given[-1])
    if op is constants.ATOMIC_GROUP:
        return _first(given), False
    return frozenset(), True


def _is_in(character: str, given) -> bool:
    source = "".join(_class(op, one) for op, one in given if op is not constants.NEGATE)
    negated = any(op is constants.NEGATE for op, _ in given)
    return bool(re.match(f"[{'^' if negated else ''}{source}]", character))


def _class(op, given) -> str:
    if op is constants.LITERAL:
        return re.escape(chr(given))
    if op is constants.RANGE:
        return f"{re.escape(chr(given[0]))}-{re.escape(chr(given[1]))}"
    names = {"CATEGORY_DIGIT": r"\d", "CATEGORY_SPACE": r"\s", "CATEGORY_WORD": r"\w"}
    names |= {"CATEGORY_NOT_DIGIT": r"\D", "CATEGORY_NOT_SPACE": r"\S", "CATEGORY_NOT_WORD": r"\W"}
    return names[str(given)]


def _parts(op, given) -> list:
    if op is constants.BRANCH:
        return list(given[1])
    if op is constants.SUBPATTERN:
        return [given[-1]]
    if op in {constants.ASSERT, constants.ASSERT_NOT}:
        return [given[1]]
    if op is constants.GROUPREF_EXISTS:
        return [one for one in given[1:] if one is not None]
    return []


def _shown(characters: frozenset) -> str:
    return repr("".join(sorted(characters))[:12])


@pytest.mark.parametrize("name", patterns())
def test_structure(name: str) -> None:
    pattern = patterns()[name]
    found = ambiguous(pattern)
    if name in KNOWN_PATTERNS:
        assert found, f"{name} is in KNOWN_PATTERNS and should not be"
        pytest.xfail(KNOWN_PATTERNS[name])
    assert not found, pattern.pattern


def test_the_structure_is_seen() -> None:
    bad = [
        r"(a*)*b",
        r"(a+)+",
        r"(?:\w+|[a-z])*x",
        r"(?:[^/]+/?)*x",
        r"(?:a|a+)*b",
        r"(?:\s*\w*)*x",
        r"(x+x+)+y",
    ]
    good = [
        r"a*b",
        r"(?:ab)*",
        r"(?:[^/]+/)*",
        r'"(?:[^"\\]|\\.)*"',
        r"(?:a+b)*",
        r"\w+(?:-\w+)*",
        r"(?:[^*]|\*(?!/))*",
    ]
    assert [text for text in bad if not ambiguous(re.compile(text))] == []
    assert [text for text in good if ambiguous(re.compile(text))] == []


# --- by trial


def adversaries(pattern: re.Pattern) -> list[str]:
    """Long runs of what a pattern knows, with ends it does not expect."""
    tree = parser.parse(pattern.pattern, pattern.flags)
    letters = sorted(
        {one for group in _loops(tree) for one in list(group)[:200:40]} | _first(tree)
    )[:10]
    letters = list(dict.fromkeys([*letters, "a", " ", "0", '"', "\\", "\n", "-"]))
    runs = [letter * LENGTH for letter in letters]
    runs += [
        (one + other) * (LENGTH // 2)
        for one in letters[:3]
        for other in letters[:3]
        if one != other
    ]
    heads = [_shortest(tree)]
    return [
        head + run + end
        for head in dict.fromkeys(["", *heads])
        for run in runs
        for end in ("\x00", "\n")
    ]


def _loops(tree):
    for op, given in tree:
        if op in _LOOPS:
            yield sorted(_first(given[2]))
            yield from _loops(given[2])
        else:
            for part in _parts(op, given):
                yield from _loops(part)


def _shortest(tree) -> str:
    """A text that takes a pattern to its first loop."""
    made = ""
    for op, given in tree:
        if op is constants.SUBPATTERN:
            made += _shortest(given[-1])
        elif op in _LOOPS:
            made += _shortest(given[2]) * max(1, given[0]) if given[0] else ""
            if given[1] is constants.MAXREPEAT:
                return made
        elif op is constants.BRANCH:
            made += _shortest(given[1][0])
        else:
            one, _ = _begins(op, given)
            made += min(one, default="")
    return made


def _try(queue, names: list[str]) -> None:
    found = patterns()
    for name in names:
        pattern = found[name]
        for text in adversaries(pattern):
            given = text.encode("utf-8", "replace") if isinstance(pattern.pattern, bytes) else text
            queue.put((name, text[:20], text[-3:]))
            begun = time.process_time()
            pattern.match(given)
            pattern.search(given, max(0, len(given) - 300))
            if time.process_time() - begun > BOUND:
                queue.put(("slow", name, f"{text[:20]!r}...{text[-3:]!r}"))
                break
    queue.put(None)


def test_trial() -> None:
    """All patterns, in a process that is ended when one of them does not come back."""
    left = [name for name in patterns() if name not in {*KNOWN_PATTERNS, *KNOWN_SLOW}]
    slow = []
    context = multiprocessing.get_context("fork")
    while left:
        queue = context.Queue()
        process = context.Process(target=_try, args=(queue, left), daemon=True)
        process.start()
        at = None
        while True:
            try:
                said = queue.get(timeout=60 if at is None else 10)
            except Exception:  # noqa: BLE001  queue.Empty, whatever the context calls it
                at = at or (left[0], "", "")
                slow.append((at[0], f"{at[1]!r}...{at[2]!r} does not end"))
                process.kill()
                break
            if said is None:
                at = None
                break
            if said[0] == "slow":
                slow.append(said[1:])
            else:
                at = said
        process.join(5)
        if at is None:
            break
        left = left[left.index(at[0]) + 1 :]
    assert not slow, "\n".join(map(str, slow))


# --- by trial, in memory: a loop over a group that may give turns back remembers each of them

#: How long a text is, and how many bytes for each of its letters a pattern may take.
LONG = 20_000
LEAN = 8
#: Patterns that take more, and why no text is long.
WIDE = {"confty.values.paths._CLOSED": "a path is a line of a program"}


def openings(pattern: re.Pattern) -> list[str]:
    """Texts that take a pattern to the first loop of each of its alternatives."""
    tree = parser.parse(pattern.pattern, pattern.flags)
    return list(dict.fromkeys(["", *[_shortest(way) for way in _alternatives(tree)]]))


def _alternatives(tree) -> list:
    if len(tree) == 1 and tree[0][0] in {constants.BRANCH, constants.SUBPATTERN}:
        op, given = tree[0]
        ways = given[1] if op is constants.BRANCH else [given[-1]]
        return [one for way in ways for one in _alternatives(way)]
    inner = [_alternatives([one]) for one in tree if one[0] is constants.BRANCH]
    return [tree, *[way for ways in inner for way in ways]]


def widest(pattern: re.Pattern) -> float:
    """The most bytes that a pattern takes for each letter of a text."""
    letters = {one for group in _loops(parser.parse(pattern.pattern, pattern.flags)) for one in group[:200:40]}  # fmt: skip
    runs = dict.fromkeys([*sorted(letters)[:8], "a", "0", "\\", "_0", "\\a"])
    most = 0.0
    for head in openings(pattern):
        for run in runs:
            text = head + run * (LONG // len(run))
            given = text.encode("utf-8", "replace") if isinstance(pattern.pattern, bytes) else text
            # What else the process does meanwhile, it does not do each time.
            taken = (
                min(_traced(pattern, given) for _ in range(3))
                if _traced(pattern, given) > LEAN
                else 0
            )
            most = max(most, taken)
    return most


def _traced(pattern: re.Pattern, text: str | bytes) -> float:
    """The bytes that a match takes for each letter, and whatever else is made at that time."""
    tracemalloc.start()
    pattern.match(text)
    taken = tracemalloc.get_traced_memory()[1] / len(text)
    tracemalloc.stop()
    return taken


def test_memory() -> None:
    found = {name: pattern for name, pattern in patterns().items() if name not in WIDE}
    wide = {name: round(most) for name, one in found.items() if (most := widest(one)) > LEAN}
    assert not wide, wide


def test_the_memory_is_seen() -> None:
    bad = [r'"(?:[^"\\]|\\.)*"', r"[0-9](?:_?[0-9])*", r'a|(?:b|"(?:x|\\.)*")']
    good = [r'"(?:[^"\\]|\\.)*+"', r"[0-9](?:_?[0-9])*+", r'"[^"]*"', r"a*b"]
    assert [text for text in bad if widest(re.compile(text)) <= LEAN] == []
    assert [text for text in good if widest(re.compile(text)) > LEAN] == []


# --- by trial, for patterns that are looked for everywhere in a text: each place may be tried

_SCANS = ("search", "finditer", "findall", "sub", "subn", "split")
#: Patterns that take the square of a text's length, and why no text is long.
SHORT = {
    "confty.languages.data.checker.schema.patterns._CLASS": "of expressions that compile",
    "confty.languages.jsonnet.checker.formats._CODE": "up to a bound",
    "confty.languages.jsonnet.insight.fields._PLACEHOLDER": "up to the last bracket that closes",
    "confty.languages.pcl.converter.yaml_values._SEQUENCE": "up to the last brace that closes",
    "confty.values.paths._CLOSED": "up to the last bracket that closes",
    "confty.languages.jsonnet.session._LAST_WORD": "the last letters",
    "confty.languages.pcl.session._LAST_WORD": "the last letters",
    "confty.languages.rcl.session._LAST_NAME": "the last letters",
    "confty.languages.rcl.session._CHAIN": "the last letters",
    "confty.languages.pcl.insight.block_labels._WORD": "the last letters",
    "confty.languages.rcl.evaluator.profiled._BOUND": "what stands before a place",
}
#: How long a text is; the square of that takes seconds.
FAR = 20_000


def searched() -> dict[str, re.Pattern]:
    """Patterns that are looked for, as opposed to those that are matched where a reader stands."""
    found = {}
    for name, pattern in objects().items():
        module, _, attribute = name.partition("#")[0].rpartition(".")
        while module and importlib.util.find_spec(module) is None:
            module, _, attribute = module.rpartition(".")
        source = Path(importlib.util.find_spec(module).origin).read_text(encoding="utf-8")
        if re.search(rf"\b{re.escape(attribute)}\.(?:{'|'.join(_SCANS)})\(", source):
            found[name] = pattern
    for name, pattern in calls().items():
        path, _, line = name.rpartition(":")
        text = (SOURCE / path).read_text(encoding="utf-8").split("\n")[int(line) - 1]
        if re.search(rf"\bre\.(?:{'|'.join(_SCANS)})\(", text):
            found[name] = pattern
    return found


def _runs(pattern: re.Pattern) -> list[str]:
    tree = parser.parse(pattern.pattern, pattern.flags)
    letters = sorted({one for group in _loops(tree) for one in group[:200:40]} | _first(tree))[:10]
    letters = list(dict.fromkeys([*letters, "a", " ", "0", '"', "\n", "("]))
    pairs = [one + other for one in letters[:4] for other in letters[:4] if one != other]
    return [(run * FAR)[:FAR] + "\x00" for run in (*letters, *pairs, _shortest(tree) or "a")]


def test_looking_for_a_pattern() -> None:
    slow = []
    found = searched()
    assert len(found) > 30
    for name in found.keys() - SHORT.keys():
        pattern = found[name]
        for text in _runs(pattern):
            given = text.encode("utf-8", "replace") if isinstance(pattern.pattern, bytes) else text
            begun = time.process_time()
            for _ in pattern.finditer(given):
                if time.process_time() - begun > BOUND:
                    break
            if time.process_time() - begun > BOUND:
                slow.append(f"{name}: {pattern.pattern!r} on {text[:10]!r}…")
                break
    assert not slow, "\n".join(slow)


# --- globs, whose patterns are made of what a user wrote

STAR = "*a" * 14 + "b"
FOLDERS = "**/" * 10 + "b"


@pytest.mark.parametrize(
    "glob",
    [
        STAR,
        FOLDERS,
        "**" * 20 + "b",
        "?*" * 20 + "b",
        "{*a,*a}" * 8 + "b",
        "[a-z]*" * 15 + "0",
        "*" * 40 + "b",
        "**/*a" * 8 + "b",
    ],
)
@pytest.mark.parametrize("file", ["confty.toml", ".gitignore"])
def test_globs(attack: Attack, file: str, glob: str) -> None:
    attack.file("a" * 100 + ".json", "1\n")
    attack.file("/".join("a" * 30) + "/a.json", "1\n")
    attack.file(file, f'exclude = ["{glob}"]\n' if file == "confty.toml" else f"{glob}\n")
    (attack.folder / ".git").mkdir()
    assert attack.run("check", ".").code == 0


def test_globs_of_the_values() -> None:
    """Property paths of ``ignoreChanges`` and the like are globs too."""
    begun = time.process_time()
    for text in ("*.a" * 30, "**" * 20, "[" * 100, '["' * 50, "a" * 50_000):
        try:
            confty.parse_glob(text)
        except confty.ValueProblem:
            continue
    assert time.process_time() - begun < 5
    assert Path(SOURCE).exists()
