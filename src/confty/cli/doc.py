"""``confty doc``: write reference pages of libraries, from what stands in their files."""

from __future__ import annotations

import os
import sys
from typing import Final

from confty.cli import asking, depfile, flags
from confty.cli.declared import Options
from confty.cli.doc_pages import as_html, as_markdown
from confty.kit.reference import OfferedName

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
    depfile.add_depfile_flag(parser)
    parser.add_argument("paths", nargs="*", metavar="PATH")
    return flags.run(parser, argv, _doc)


def _doc(options: Options) -> int:
    if options.output_depfile and (options.std or not options.output):
        raise flags.BadUsage("--output-depfile needs -o and files: a rule of Make is about them")
    if options.std:
        from confty.cli.doc_library import library

        return _written([(options.std, library(options.std))], options)
    if not options.paths:
        raise flags.BadUsage("name a file or a folder, or a language's library with --std")
    pages: list[tuple[str, list[OfferedName]]] = []
    work = flags.project(options)
    programs: set[str] = set()
    names = _files(options.paths, options)
    for name in names:
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
    code = _written(pages, options)
    if options.output_depfile:
        made = [path for path, _ in _targets(pages, options)]
        read = [one for name in names for one in work.graph.reach(name)]
        depfile.write_rules([(path, read) for path in made], options)
    return code


def _files(paths: list[str], options: Options) -> list[str]:
    from confty.cli.check import found_files

    found = found_files(paths, flags.project(options).config)
    return [name for name in found if name.endswith(_SUFFIXES)]


def _targets(
    pages: list[tuple[str, list[OfferedName]]], options: Options
) -> list[tuple[str, list[tuple[str, list[OfferedName]]]]]:
    """Return the files to write, each with the pages in it: one for all, or one for each."""
    if len(pages) <= 1 and not os.path.isdir(options.output):
        return [(options.output, pages)]
    suffix = ".md" if options.format == "markdown" else ".html"
    return [
        (os.path.join(options.output, page[0].replace("/", "-").lstrip(".-") + suffix), [page])
        for page in pages
    ]


def _written(pages: list[tuple[str, list[OfferedName]]], options: Options) -> int:
    make = as_markdown if options.format == "markdown" else as_html
    if not options.output:
        return flags.deliver("\n".join(make(*page) for page in pages), None)
    for path, inside in _targets(pages, options):
        if path != options.output:
            _make_folder(options.output)
        flags.deliver("\n".join(make(*page) for page in inside), path)
        if path != options.output and not options.quiet:
            sys.stderr.write(f"wrote {path}\n")
    return 0


def _make_folder(path: str) -> None:
    try:
        os.makedirs(path, exist_ok=True)
    except OSError as error:
        reason = (error.strerror or "unusable").lower()
        raise flags.BadUsage(f"{path}: {reason}") from None
