"""``confty doc``: write reference pages of libraries, from what stands in their files."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from typing import Final

from confty.cli import asking, flags
from confty.cli.doc_pages import as_html, as_markdown
from confty.kit.reference import Entry

FORMS: Final = ("markdown", "html")
LIBRARIES: Final = ("jsonnet", "rcl", "pcl", "phy")
#: Languages with something to document, by suffix.
_SUFFIXES: Final = (".jsonnet", ".libsonnet", ".rcl", ".pp")


def main(argv: list[str]) -> int:
    """Write one page a library: a file, a folder of PCL, or a language's own library."""
    parser = flags.parser(
        "doc",
        "Write reference pages: docsonnet and comments of Jsonnet and RCL, components of PCL.",
    )
    flags.add_input_flags(parser)
    parser.add_argument("--format", choices=FORMS, default="markdown")
    parser.add_argument("--std", choices=LIBRARIES, help="the library of a language instead")
    parser.add_argument("-o", "--output", metavar="PATH", help="a file, or a folder for several")
    parser.add_argument("paths", nargs="*", metavar="PATH")
    options = parser.parse_args(argv)
    try:
        return _doc(options)
    except flags.BadUsage as bad:
        sys.stderr.write(f"confty doc: {bad}\n")
        return 2


def _doc(options: Namespace) -> int:
    flags.enter_directory(options)
    if options.std:
        from confty.cli.doc_library import library

        return _written([(options.std, library(options.std))], options)
    if not options.paths:
        raise flags.BadUsage("name a file or a folder, or a language's library with --std")
    pages: list[tuple[str, list[Entry]]] = []
    work = flags.project(options)
    programs: set[str] = set()
    for name in _files(options.paths, options):
        # A folder of PCL is one program.
        home = os.path.dirname(name) if name.endswith(".pp") else name
        if home in programs:
            continue
        programs.add(home)
        entries = asking.asked(work, name, options, lambda answers: answers.entries())
        if isinstance(entries, int):
            return entries
        title = os.path.basename(os.path.abspath(home)) if name.endswith(".pp") else name
        pages.append((title, entries))
    return _written(pages, options)


def _files(paths: list[str], options: Namespace) -> list[str]:
    from confty.cli.check import found_files

    found = found_files(paths, flags.project(options).config)
    return [name for name in found if name.endswith(_SUFFIXES)]


def _written(pages: list[tuple[str, list[Entry]]], options: Namespace) -> int:
    make = as_markdown if options.format == "markdown" else as_html
    several = len(pages) > 1 or (options.output and os.path.isdir(options.output))
    if not (options.output and several):
        return flags.deliver("\n".join(make(*page) for page in pages), options.output)
    suffix = ".md" if options.format == "markdown" else ".html"
    for title, entries in pages:
        path = os.path.join(options.output, title.replace("/", "-").lstrip(".-") + suffix)
        try:
            os.makedirs(options.output, exist_ok=True)
        except OSError as error:
            reason = (error.strerror or "unusable").lower()
            raise flags.BadUsage(f"{options.output}: {reason}") from None
        flags.deliver(make(title, entries), path)
        if not options.quiet:
            sys.stderr.write(f"wrote {path}\n")
    return 0
