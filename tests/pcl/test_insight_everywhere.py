"""Real programs, whole and cut off anywhere: every question has an answer that lies in the file."""

import itertools
import random
import time
from pathlib import Path

from support import pcl_corpus

from confty.languages.pcl.wiring import LANGUAGE
from confty.text import Source


class Host(pcl_corpus.Host):
    """The same, for a file that may name others."""

    def resolve(self, path, importer):
        found = Path(importer).parent / path
        return str(found) if found.is_file() else None

    def foreign(self, _name, _way=()):
        return None


def look(text, name, host, offsets):
    """Ask everything of a text; the answers lie inside it."""
    insight = LANGUAGE.insight(LANGUAGE.check(Source(name, text), host).output)
    size = len(text)
    last = 0
    for one in insight.occurrences():
        assert last <= one.start < one.end <= size
        last = one.end
        written = text[one.start : one.end]
        assert one.fixed or written == one.name
        for place in one.definitions:
            if not one.fixed and place.source.name.endswith(".pp"):
                assert place.text == one.name
    last = 0
    for one in insight.tokens():
        assert last <= one.start < one.end <= size
        last = one.end
    for one in insight.symbols():
        assert one.whole.start <= one.place.start <= one.place.end <= one.whole.end <= size
    for one in (*insight.regions(), *insight.links()):
        assert 0 <= one.start <= one.end <= size
    assert all(0 <= one.at <= size for one in insight.hints(0, size))
    for offset in offsets:
        for one in insight.offers_at(offset):
            assert 0 <= one.start <= offset
            assert one.start <= one.end <= size
        sight = insight.sight_at(offset)
        assert sight is None or 0 <= sight.start <= sight.end <= size
        insight.signature_at(offset)
        insight.path_at(offset)
        for action in insight.actions_at(offset, offset):
            assert all(0 <= edit.span.start <= edit.span.end <= size for edit in action.edits)
        around = insight.around(offset)
        assert around[-1] == (0, size)
        for inner, outer in itertools.pairwise(around):
            assert outer[0] <= inner[0] <= inner[1] <= outer[1]
            assert inner != outer
    return insight


def programs(count):
    pcl_corpus.require()
    chance = random.Random(7)
    every = sorted(pcl_corpus.records().items())
    for name, record in chance.sample(every, min(count, len(every))):
        for path in sorted(pcl_corpus.folder(name).glob("*.pp")):
            yield path, Host(record), chance


def test_whole_programs():
    for path, host, chance in programs(30):
        text = path.read_text(encoding="utf-8")
        look(text, str(path), host, [chance.randrange(len(text) + 1) for _ in range(12)])


def test_programs_cut_off():
    for path, host, chance in programs(25):
        text = path.read_text(encoding="utf-8")[:6000]
        for _ in range(2):
            at = chance.randrange(len(text) + 1)
            look(text[:at], str(path), host, [at, max(0, at - 3)])
            hole = chance.randrange(len(text) + 1)
            wounded = text[:at] + text[min(len(text), at + hole % 7) :]
            look(wounded, str(path), host, [min(at, len(wounded))])


def test_answers_come_soon():
    """The largest program of the corpus, asked at sixty places."""
    pcl_corpus.require()
    sizes = {
        path: record
        for name, record in pcl_corpus.records().items()
        for path in pcl_corpus.folder(name).glob("*.pp")
    }
    path = max(sizes, key=lambda one: one.stat().st_size)
    text = path.read_text(encoding="utf-8")
    host = Host(sizes[path])
    insight = LANGUAGE.insight(LANGUAGE.check(Source(str(path), text), host).output)
    insight.occurrences()
    chance = random.Random(3)
    begun = time.process_time()
    for _ in range(60):
        offset = chance.randrange(len(text))
        insight.offers_at(offset)
        insight.sight_at(offset)
        insight.signature_at(offset)
    assert time.process_time() - begun < 3
