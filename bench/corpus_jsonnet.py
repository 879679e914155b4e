"""What the checker says of real Jsonnet libraries that are known to run.

    python bench/corpus_jsonnet.py [CORPUS] [-v] [--entries]

Every program of the corpus ends in a value, so each finding about types in a file that these
programs read is a false alarm or a latent mistake of the library.  Each file is checked as a user
would who names it, the entry points first; the table counts findings by code, and says what a file
cost.  ``-v`` prints them; ``--entries`` looks at the entry points only.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from confty.text import Diagnostic
from confty.workspace import Config, Disk, Project

CORPUS = Path(__file__).resolve().parents[2] / "shared" / "corpus" / "jsonnet"
# Codes that say nothing about types.
OTHER = {"jsonnet/unused-name", "jsonnet/import-not-found"}


def entries(folder: Path) -> list[dict[str, object]]:
    """The programs of the corpus, one record each."""
    with (folder / "expected.jsonl").open() as lines:
        return [json.loads(line) for line in lines]


def search(entry: dict[str, object]) -> list[str]:
    """The folders that an entry's imports are looked for in."""
    given = entry["jpath"]
    assert isinstance(given, list)
    return [str(one) for one in given]


def reading(entry: dict[str, object]) -> list[str]:
    """The files that running an entry reads, found by running it with go-jsonnet."""
    import _gojsonnet

    seen: dict[str, None] = {}

    def load(folder: str, path: str) -> tuple[str, bytes]:
        for base in (folder, *reversed(search(entry))):
            name = os.path.normpath(os.path.join(base, path))
            if os.path.isfile(name):
                if name.endswith(("sonnet", ".json")):
                    seen[name] = None
                return name, Path(name).read_bytes()
        raise RuntimeError(path)

    _gojsonnet.evaluate_file(str(entry["entry"]), import_callback=load, max_stack=5000)
    return [str(entry["entry"]), *seen]


def about_types(finding: Diagnostic) -> bool:
    """Whether a finding counts."""
    return finding.code.name not in OTHER


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("folder", nargs="?", default=str(CORPUS))
    parser.add_argument("-v", "--verbose", action="store_true", help="print the findings")
    parser.add_argument("--entries", action="store_true", help="check the entry points only")
    options = parser.parse_args()
    os.chdir(options.folder)
    known = entries(Path())
    names = {str(one["entry"]): search(one) for one in known}
    if not options.entries:
        for one in known:
            for name in reading(one):
                if name.endswith("sonnet"):
                    names.setdefault(name, search(one))
    found: dict[str, Diagnostic] = {}
    start = process_time()
    projects: dict[tuple[str, ...], Project] = {}
    for name, folders in names.items():
        project = projects.get(tuple(folders))
        if project is None:
            flags = {"jpath": folders}
            project = projects[tuple(folders)] = Project(Config({}), Disk(), flags)
        for finding in project.check(name):
            if about_types(finding):
                found.setdefault(repr(finding), finding)
    spent = process_time() - start
    counts = Counter((one.severity.word, one.code.name) for one in found.values())
    for (severity, code), count in sorted(counts.items()):
        print(f"{severity:8} {code:28} {count:5}")
    print(f"{len(found)} findings about types in {len(names)} files")
    print(f"{1000 * spent / len(names):.1f} ms of CPU a file")
    if options.verbose:
        for line in sorted(found):
            print(line)


if __name__ == "__main__":
    main()
