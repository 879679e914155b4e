"""Changing files so that findings go away: ``--fix``, ``--unsafe-fixes`` and ``--add-ignore``."""

from __future__ import annotations

import sys
from codecs import BOM_UTF8

from confty.cli import flags
from confty.cli.declared import Options
from confty.kit.saving import write_atomically
from confty.text import Diagnostic
from confty.workspace.fixes import Mended, chosen, ignoring, mended
from confty.workspace.project import Project


def mend(work: Project, names: list[str], options: Options) -> None:
    """Change the files as the flags ask, and say on standard error what was done."""
    if options.paths == [flags.STDIN]:
        raise flags.BadUsage("standard input cannot be changed; name a file")
    if options.fix or options.unsafe_fixes:
        counts = [_fixed(work, name, unsafe=options.unsafe_fixes) for name in names]
        _tell("fixed", counts, options)
    if options.add_ignore:
        counts, left = [], 0
        for name in names:
            made, unable = ignoring(work.with_texts({}), name)
            counts.append(_write(name, made))
            left += len(unable)
        _tell("suppressed", counts, options)
        if left and not options.quiet:
            sys.stderr.write(
                f"{left} cannot be suppressed by a comment; --update-baseline takes any\n"
            )


def _fixed(work: Project, name: str, *, unsafe: bool) -> int:
    return _write(name, mended(work.with_texts({}), name, unsafe=unsafe))


def _write(name: str, made: Mended | None) -> int:
    if made is None:
        return 0
    try:
        with open(name, "rb") as stream:
            # Which is no part of the text, and nothing that anybody asked to have changed.
            mark = BOM_UTF8 if stream.read(len(BOM_UTF8)) == BOM_UTF8 else b""
        write_atomically(name, mark + made.text.encode("utf-8", "surrogatepass"))
    except OSError as error:
        raise flags.BadUsage(f"{name}: {(error.strerror or 'unwritable').lower()}") from None
    return made.count


def _tell(verb: str, counts: list[int], options: Options) -> None:
    if options.quiet:
        return
    findings, files = sum(counts), sum(count > 0 for count in counts)
    many = "finding" if findings == 1 else "findings"
    where = f" in {files} file{'' if files == 1 else 's'}" if files else ""
    sys.stderr.write(f"{verb} {findings} {many}{where}\n")


def offer(findings: list[Diagnostic]) -> str:
    """Say how many of the findings a flag would fix."""
    by_file: dict[str, list[Diagnostic]] = {}
    for one in findings:
        if one.fix and one.span is not None:
            by_file.setdefault(one.span.source.name, []).append(one)
    safe = sum(len(chosen(some, name, unsafe=False)) for name, some in by_file.items())
    every = sum(len(chosen(some, name, unsafe=True)) for name, some in by_file.items())
    if not every:
        return ""
    parts = [f"{safe} with --fix"] if safe else []
    parts += [f"{every - safe} with --unsafe-fixes"] if every > safe else []
    return f"; fixable: {', '.join(parts)}"
