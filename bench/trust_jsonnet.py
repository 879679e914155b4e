"""The two figures that decide whether a type checker is left switched on.

    python bench/trust_jsonnet.py FOLDER [--ext-str NAME=VALUE] [--ext-code NAME=CODE] [-v]

Every ``.jsonnet`` file of the folder is run and checked.  Of those that run to a value, how
many get an error, and how many a warning beyond unused names?  Of those that fail when run, how
many were said to before?  A program that takes longer than ten seconds is left out.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from confty.kit.encoding import decode
from confty.languages.jsonnet.wiring import LANGUAGE
from confty.text import Diagnostic, Severity
from confty.workspace import Disk
from confty.workspace.host import WorkspaceHost

PATIENCE = 10.0


class Figures:
    """What was counted."""

    def __init__(self) -> None:
        self.run: list[str] = []
        self.failed: list[str] = []
        self.left_out: list[str] = []
        self.alarmed: dict[str, Diagnostic] = {}
        self.warned: dict[str, Diagnostic] = {}
        self.unused: list[str] = []
        self.caught: list[str] = []


def look(name: str, settings: dict[str, object], figures: Figures) -> None:
    """Check and run one program."""
    host = WorkspaceHost(Disk(), settings)
    source, broken = decode(name, Path(name).read_bytes())
    findings = [*broken, *LANGUAGE.check(source, host).diagnostics]
    ran = LANGUAGE.evaluate(source, host)
    if any(one.code.name == "jsonnet/time" for one in ran.diagnostics):
        figures.left_out.append(name)
        return
    errors = [one for one in findings if one.severity is Severity.ERROR]
    warnings = [one for one in findings if one.severity is Severity.WARNING]
    if ran.failed:
        figures.failed.append(name)
        if errors:
            figures.caught.append(name)
        return
    figures.run.append(name)
    if errors:
        figures.alarmed[name] = errors[0]
    others = [one for one in warnings if one.code.name != "jsonnet/unused-name"]
    if others:
        figures.warned[name] = others[0]
    if len(others) < len(warnings):
        figures.unused.append(name)


def variables(options: argparse.Namespace) -> dict[str, object]:
    given: dict[str, tuple[str, str]] = {}
    for kind in ("str", "code"):
        for one in getattr(options, f"ext_{kind}"):
            name, _, value = one.partition("=")
            given[name] = (kind, value)
    return {"ext_vars": given, "timeout": PATIENCE, "cache": False}


def show(figures: Figures, *, verbose: bool) -> None:
    print(f"programs that run                {len(figures.run):5}")
    print(f"  with a type error              {len(figures.alarmed):5}   (false alarms)")
    print(f"  with a warning but unused      {len(figures.warned):5}")
    print(f"  with an unused name            {len(figures.unused):5}")
    print(f"programs that fail               {len(figures.failed):5}")
    print(f"  with an error before running   {len(figures.caught):5}   (catches)")
    if figures.left_out:
        print(f"left out: {', '.join(figures.left_out)}")
    for title, found in (("false alarm", figures.alarmed), ("warning", figures.warned)):
        for finding in found.values():
            print(f"{title}: {finding}")
    if verbose:
        for name in sorted({*figures.failed} - {*figures.caught}):
            print(f"not caught: {name}")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("folder")
    parser.add_argument("--ext-str", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--ext-code", action="append", default=[], metavar="NAME=CODE")
    parser.add_argument("-v", "--verbose", action="store_true", help="name what was not caught")
    options = parser.parse_args()
    os.chdir(options.folder)
    figures = Figures()
    for path in sorted(Path().rglob("*.jsonnet")):
        look(str(path), variables(options), figures)
    show(figures, verbose=options.verbose)


if __name__ == "__main__":
    main()
