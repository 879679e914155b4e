"""Every answer at many places of real programs, whole and cut off anywhere.

No answer may fail, no place may lie outside of the text, and what is renamed must give the same.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from support.conformance import PROJECT
from support.jsonnet_places import applied
from support.peers import peer

from confty.kit.sights import Occurrence
from confty.languages.jsonnet.checker import Units
from confty.languages.jsonnet.insight import JsonnetInsight
from confty.languages.jsonnet.parser.syntax import walk
from confty.text import Source
from confty.workspace import Memory
from confty.workspace.host import WorkspaceHost

CORPUS = PROJECT.parent / "shared" / "corpus" / "jsonnet"
FILES = sorted(CORPUS.rglob("*.*sonnet")) if CORPUS.is_dir() else []


def _sample(count: int, longest: int) -> list[Path]:
    if not FILES:
        pytest.skip("the corpus is not here (../shared/corpus/jsonnet)")
    chosen = random.Random(7).sample(FILES, len(FILES))
    return [one for one in chosen if one.stat().st_size <= longest][:count]


def _insight(name: str, text: str) -> JsonnetInsight:
    return JsonnetInsight(Units(WorkspaceHost(Memory({name: text}))).check(Source(name, text)))


def _judge(insight: JsonnetInsight, text: str, rng: random.Random) -> None:
    _judge_names(insight, text)
    last = 0
    for token in insight.tokens():
        assert last <= token.start < token.end <= len(text)
        last = token.end
    for region in insight.regions():
        assert 0 <= region.start < region.end <= len(text)
    for link in insight.links():
        assert 0 <= link.start <= link.end <= len(text)
    for hint in insight.hints(0, len(text)):
        assert 0 <= hint.at <= len(text)
    waiting = list(insight.symbols())
    while waiting:
        one = waiting.pop()
        assert 0 <= one.whole.start <= one.place.start <= one.place.end <= one.whole.end
        waiting += one.children
    for _ in range(12):
        _judge_place(insight, text, rng.randrange(len(text) + 1))


def _judge_names(insight: JsonnetInsight, text: str) -> None:
    before = (-1, -1)
    for one in insight.occurrences():
        assert before <= (one.start, one.end)
        before = one.start, one.end
        spelled = text[one.start : one.end]
        spelled = spelled[1:-1] if spelled[:1] in {'"', "'"} else spelled
        assert spelled == one.name or "escapes" in one.fixed, (spelled, one.name)
        for place in one.definitions:
            assert 0 <= place.start < place.end <= len(place.source.text)
        own = [place for place in one.definitions if place.start == one.start]
        assert own or not one.writes


def _judge_place(insight: JsonnetInsight, text: str, at: int) -> None:
    size = len(text)
    for offer in insight.offers_at(at):
        assert 0 <= offer.start <= at <= offer.end <= size
    sight = insight.sight_at(at)
    if sight is not None:
        assert sight.type
        assert 0 <= sight.start <= at <= sight.end <= size
    signature = insight.signature_at(at)
    if signature is not None:
        assert all(one.label in signature.label for one in signature.parameters)
        assert signature.active is None or signature.active < len(signature.parameters)
    inside = None
    for start, end in insight.around(at):
        assert 0 <= start <= at <= end <= size
        assert inside is None or (start <= inside[0] and inside[1] <= end)
        inside = start, end
    path = insight.path_at(at)
    assert path is None or 0 <= path[0] <= at <= path[1] <= size
    for place in insight.type_definitions_at(at):
        assert 0 <= place.start <= place.end <= len(place.source.text)
    insight.definition_at(at)
    for action in insight.actions_at(at, at):
        for edit in action.edits:
            assert 0 <= edit.span.start <= edit.span.end <= len(edit.span.source.text)


def test_every_answer_holds_on_real_programs_and_on_torn_ones():
    rng = random.Random(3)
    for path in _sample(60, 12_000):
        text = path.read_text("utf-8", "replace")
        _judge(_insight(path.name, text), text, rng)
        torn = text[: rng.randrange(len(text) + 1)]
        _judge(_insight(path.name, torn), torn, rng)


def renamed(text: str, chosen: Occurrence, names: list[Occurrence], new: str) -> str:
    """Write a new name at every place of a name."""
    places = {
        (one.start, one.end) for one in names if set(one.definitions) & set(chosen.definitions)
    }
    for start, end in sorted(places, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def test_a_renamed_local_gives_the_same():
    native = peer("_gojsonnet")
    rng = random.Random(5)
    tried = 0
    for path in _sample(400, 6_000):
        text = path.read_text("utf-8", "replace")
        if "import" in text:
            continue
        try:
            wanted = native.evaluate_snippet(path.name, text)
        except RuntimeError:
            continue
        insight = _insight(path.name, text)
        names = list(insight.occurrences())
        locals_ = [
            one
            for one in names
            if one.writes
            and not one.fixed
            and one.kind.value in {"variable", "function", "parameter"}
        ]
        if not locals_:
            continue
        chosen = rng.choice(locals_)
        again = renamed(text, chosen, names, "a_new_name")
        assert native.evaluate_snippet(path.name, again) == wanted, (path, chosen.name)
        tried += 1
        if tried >= 40:
            break
    assert tried >= 10


def _runs(native, name: str, text: str) -> str | None:
    try:
        return native.evaluate_snippet(name, text)
    except RuntimeError:
        return None


def test_changes_that_keep_the_meaning_do():
    native = peer("_gojsonnet")
    rng = random.Random(9)
    tried = 0
    for path in _sample(500, 5_000):
        text = path.read_text("utf-8", "replace")
        wanted = None if "import" in text else _runs(native, path.name, text)
        if wanted is None:
            continue
        insight = _insight(path.name, text)
        nodes = list(walk(insight.checked.syntax.body))
        for node in rng.sample(nodes, min(len(nodes), 8)):
            for action in insight.actions_at(node.start, rng.choice((node.start, node.end))):
                if action.kind == "refactor" or action.title.startswith(("Remove", "Call it")):
                    again = applied(text, action.edits)
                    found = _runs(native, path.name, again)
                    assert found == wanted, (path, action.title, node, again)
                    tried += 1
        if tried >= 120:
            break
    assert tried >= 30
