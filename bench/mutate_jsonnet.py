"""How many mistakes in real libraries the checker sees, by kind.

    python bench/mutate_jsonnet.py [CORPUS] [--count 120] [--seed 1] [--kind NAME] [-v]

A file that a program of the corpus reads is changed in one place (``mutations.py`` has the kinds);
go-jsonnet has to refuse the program then.  The entry point is checked with the change and without.
A new finding catches the mistake.  Two counts say where it stands: on the changed line, and there
or in a place that go-jsonnet's trace names, which is the most that can be asked where a line is gone.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from corpus_jsonnet import CORPUS, about_types, entries, reading, search
from mutations import KINDS, Change, changes

from confty.text import Diagnostic, Severity
from confty.workspace import Config, Disk, Memory, Project

PATIENCE = 0.5
# A line of go-jsonnet's trace: the file and the line where a place begins.
PLACE = re.compile(r"\t(\S+?):\(?(\d+):")


class Entry:
    """One program, the files it reads, and what is said of it as it is."""

    def __init__(self, record: dict[str, object]) -> None:
        self.name = str(record["entry"])
        self.search = search(record)
        self.files = [one for one in reading(record) if one.endswith("sonnet")]
        self.before = {_identity(one) for one in self.check({})}

    def check(self, changed: dict[str, str]) -> list[Diagnostic]:
        flags: dict[str, object] = {"jpath": self.search}
        found = Project(Config({}), Memory(changed, Disk()), flags).check(self.name)
        return [one for one in found if one.severity is not Severity.HINT]

    def fails(self, name: str, text: str) -> str | None:
        """Run the program with one file changed; return the reason why it fails."""
        import _gojsonnet

        def load(folder: str, path: str) -> tuple[str, bytes]:
            for base in (folder, *reversed(self.search)):
                full = os.path.normpath(os.path.join(base, path))
                if full == name:
                    return full, text.encode()
                if os.path.isfile(full):
                    return full, Path(full).read_bytes()
            raise RuntimeError(path)

        main = text if name == self.name else Path(self.name).read_text()
        try:
            _gojsonnet.evaluate_snippet(self.name, main, import_callback=load, max_stack=5000)
        except (RuntimeError, UnicodeDecodeError) as error:
            return str(error)
        return None


def _identity(finding: Diagnostic) -> tuple[str, str, str]:
    where = finding.span.source.name if finding.span else ""
    return finding.code.name, where, finding.message


def seeded(
    records: list[dict[str, object]], kinds: list[str], chance: Random
) -> Iterator[tuple[str, Entry, str, str, Change, str]]:
    """Yield mistakes that break a program, the kinds in turn."""
    known: dict[str, Entry] = {}
    while True:
        for kind in kinds:
            record = chance.choice(records)
            name = str(record["entry"])
            if name not in known:
                known[name] = Entry(record)
            entry = known[name]
            inner = [one for one in entry.files if one != name] or entry.files
            file = chance.choice(inner)
            text = Path(file).read_text()
            for change in islice(changes(KINDS[kind], file, text, chance), 4):
                broken = text[: change[0]] + change[2] + text[change[1] :]
                why = entry.fails(file, broken)
                if why is not None:
                    yield kind, entry, file, broken, change, why
                    break


class Score:
    """What was counted, by kind."""

    def __init__(self) -> None:
        self.seeded: Counter[str] = Counter()
        self.caught: Counter[str] = Counter()
        self.on_line: Counter[str] = Counter()
        self.in_trace: Counter[str] = Counter()

    def show(self) -> None:
        counts = self.seeded, self.caught, self.on_line, self.in_trace
        print(
            f"\n{'kind':20} {'seeded':>7} {'caught':>7} {'on the line':>12} {'or where it fails':>18}"
        )
        for kind in KINDS:
            if self.seeded[kind]:
                row = [one[kind] for one in counts]
                print(f"{kind:20} {row[0]:7} {row[1]:7} {row[2]:12} {row[3]:18}")
        all_, caught, on, near = (sum(one.values()) for one in counts)
        print(f"{'all':20} {all_:7} {caught:7} {on:12} {near:18}")
        share = (
            f"on the line {on / max(caught, 1):.0%}, or where it fails {near / max(caught, 1):.0%}"
        )
        print(f"caught {caught / all_:.0%}, of these {share}")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("folder", nargs="?", default=str(CORPUS))
    parser.add_argument("--count", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=list(KINDS), action="append")
    parser.add_argument("-v", "--verbose", action="store_true", help="print what was missed")
    options = parser.parse_args()
    os.chdir(options.folder)
    records = [
        one
        for one in entries(Path())
        if one["complete"] and not one["natives"] and float(str(one["go_cpu"])) < PATIENCE
    ]
    score = Score()
    made = seeded(records, options.kind or list(KINDS), Random(options.seed))
    for _ in range(options.count):
        kind, entry, file, broken, change, why = next(made)
        score.seeded[kind] += 1
        line = broken.count("\n", 0, change[0]) + 1
        last = line + change[2].count("\n")
        found = [one for one in entry.check({file: broken}) if _identity(one) not in entry.before]
        found = [one for one in found if about_types(one) or one.severity is Severity.ERROR]
        there = [
            one
            for one in found
            if one.span and one.span.source.name == file and line <= one.span.first[0] <= last
        ]
        score.caught[kind] += bool(found)
        score.on_line[kind] += bool(there)
        failing = {(name, int(number)) for name, number in PLACE.findall(why)}
        met = [
            one
            for one in found
            if one.span and (one.span.source.name, one.span.first[0]) in failing
        ]
        score.in_trace[kind] += bool(there or met)
        if options.verbose and not there:
            word = "elsewhere" if found else "missed"
            text = broken.splitlines()[line - 1].strip()[:110] if broken else ""
            print(f"{word}: {kind}: {file}:{line}: {text}")
            print(f"    {entry.name}: {' / '.join(why.splitlines()[:2])[:200]}")
            for one in found[:2]:
                print(f"    said {one}")
            sys.stdout.flush()
    score.show()


if __name__ == "__main__":
    main()
