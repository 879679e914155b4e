"""``confty build``: write what targets say, wherever they stand.

Targets stand in the config file, or in a build file, which is one of any language: its value is a
table from output paths to what is written there (``contents``) and how (``format``, ``banner``),
as RCL has it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from typing import Final

from confty.cli import flags
from confty.cli.declared import Options
from confty.cli.depfile import write_rules
from confty.cli.evaluate_many import Evaluation
from confty.fleet.targets import BadTargets, configured_targets
from confty.kit.reading import read_file
from confty.kit.suggest import did_you_mean
from confty.render import FORMATS, render
from confty.workspace.files import write_if_changed
from confty.workspace.levels import BadConfig
from confty.workspace.sandbox import Sandbox

_FIELDS: Final = ("banner", "contents", "format")
_BUILD_FILE: Final = "build.rcl"


def main(argv: list[str]) -> int:
    """Write all targets, or say which are not up to date."""
    parser = flags.parser("build", "Write what the targets of a config or build file say.")
    flags.add_input_flags(parser)
    parser.add_argument("--check", action="store_true", help="write nothing, end with 1 if needed")
    parser.add_argument("--dry-run", action="store_true", help="print what would be written")
    parser.add_argument(
        "--output-depfile", metavar="FILE", help="write what each target was made of"
    )
    flags.add_fleet_flags(parser)
    parser.add_argument("file", nargs="?", metavar="FILE", help="a build file, of any language")
    options = parser.parse_args(argv)
    options.format = options.output = None
    try:
        flags.enter_directory(options)
        return _build(options)
    except (flags.BadUsage, BadConfig) as bad:
        return flags.refused(bad, "confty build", options)
    except BadTargets as bad:
        sys.stderr.write(f"confty build: {bad}\n")
        return 2


def _build(options: Options) -> int:
    work = flags.project(options)
    chosen = options.file
    if chosen is None and not work.config.table.get("targets") and os.path.isfile(_BUILD_FILE):
        chosen = _BUILD_FILE
    if chosen is not None:
        return _from_file(chosen, options)
    targets, inputs = configured_targets(work.config)
    if not targets:
        raise flags.BadUsage(
            f"there are no [targets] in confty.toml and there is no {_BUILD_FILE}"
        )
    return Building(work, targets, inputs, options).run()


class Building(Evaluation):
    """Targets that are written, printed or compared."""

    command = "confty build"

    def write(self, output: str, text: str) -> bool:
        """Deliver a text as the flags say; whether the file was not up to date."""
        return deliver(output, text, self.options)

    def _summary(self) -> None:
        if self.options.check and self.written:
            self.code = max(self.code, 1)
        if not self.options.quiet:
            _tell(len(self.targets), self.written, self.failed, self.options)


def deliver(output: str, text: str, options: Options) -> bool:
    """Write, print or compare the text of a target; whether the file was not up to date."""
    if options.dry_run:
        flags.write(sys.stdout, f"# {output}\n{text}")
        return True
    if not options.check:
        return write_if_changed(output, text)
    try:
        stale = read_file(output) != text.encode("utf-8", "surrogatepass")
    except OSError:
        stale = True
    if stale:
        sys.stdout.write(f"{output} is not up to date\n")
    return stale


def _tell(count: int, changed: int, failed: int, options: Options) -> None:
    verb = "not up to date" if options.check else "shown" if options.dry_run else "written"
    wrong = f", {failed} failed" if failed else ""
    noun = "target" if count == 1 else "targets"
    sys.stderr.write(f"{count} {noun}: {changed} {verb}{wrong}\n")


def _from_file(name: str, options: Options) -> int:
    """Write what a build file says."""
    for flag in ("jobs", "engine", "resume"):
        if getattr(options, flag):
            raise flags.BadUsage(f"--{flag}: a build file is one program; [targets] are many")
    work = flags.project(options)
    made = work.plain(name)
    flags.show(list(made.diagnostics), options, sys.stderr)
    if made.failed:
        return flags.failure_code(made.diagnostics)
    beside = os.path.dirname(name)
    changed = []
    targets = list(_entries(made.output, name))
    for path, text in targets:
        output = os.path.normpath(os.path.join(beside, path))
        if not Sandbox((beside or ".",)).holds(output):
            raise BadTargets(f"{name}: {path!r} leads outside of the build file's folder")
        try:
            if deliver(output, text, options):
                changed.append(output)
        except OSError as error:
            raise flags.BadUsage(f"{output}: {(error.strerror or 'unwritable').lower()}") from None
    if options.output_depfile:
        read = work.graph.reach(name)
        outputs = [os.path.normpath(os.path.join(beside, path)) for path, _ in targets]
        write_rules([(one, read) for one in outputs], options)
    if not options.quiet:
        _tell(len(targets), len(changed), 0, options)
    return 1 if options.check and changed else 0


def _entries(value: object, name: str) -> Iterator[tuple[str, str]]:
    """Go through the targets of a build file: paths and texts."""
    if not isinstance(value, Mapping):
        raise BadTargets(f"{name}: expected a table of targets")
    for path, table in value.items():
        where = f"{name}: target {path!r}"
        if not isinstance(path, str) or not path or os.path.isabs(path):
            raise BadTargets(f"{where}: a path begins at the build file")
        if not isinstance(table, Mapping):
            raise BadTargets(f"{where}: expected a table with 'contents' and 'format'")
        for key in table:
            if key not in _FIELDS:
                near = did_you_mean(str(key), _FIELDS)
                raise BadTargets(f"{where}: a target has no field {key!r}{near}")
        for key in ("contents", "format"):
            if key not in table:
                raise BadTargets(f"{where}: the field {key!r} is missing")
        form, banner = table["format"], table.get("banner") or ""
        if not isinstance(form, str) or form not in FORMATS:
            raise BadTargets(f"{where}: known formats are {', '.join(FORMATS)}")
        if not isinstance(banner, str):
            raise BadTargets(f"{where}: expected a string for 'banner'")
        text = render(table["contents"], form)
        if not isinstance(text, str):
            raise BadTargets(f"{where}: {text.message}")
        yield path, f"{banner}\n{text}" if banner else text
