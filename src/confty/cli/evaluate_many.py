"""``confty eval --many`` and ``confty build``: thousands of entry points with shared libraries.

A target that fails is told and does not stop the others.  Values go to files, which are not
touched where nothing changes, or to standard output as JSON lines, in the order of the targets.
"""

from __future__ import annotations

import errno
import json
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from confty.cli import flags
from confty.cli.crews import crew_of, tell_missing
from confty.cli.declared import Options
from confty.cli.depfile import write_rules
from confty.cli.idle_flags import READ_BY_SOME, READERS
from confty.cli.progress import progress_bar
from confty.fleet.delivery import Delivery, Unfinished
from confty.fleet.job import Done, Job, Sources, Target
from confty.fleet.journal import footing_key, journal_of
from confty.fleet.shown import forms_of
from confty.fleet.targets import BadTargets, configured_targets, named_targets, programs
from confty.registry import language, language_of
from confty.text import Severity
from confty.workspace.files import Moment, write_if_changed
from confty.workspace.host import has_labels
from confty.workspace.project import Project
from confty.workspace.tanka import entry_of

_FULL: Final = (errno.ENOSPC, errno.EDQUOT)


def evaluate_many(options: Options) -> int:
    """Evaluate the files that a command line means, or the targets of the config file."""
    if options.seal:
        raise flags.BadUsage("--seal writes one document; it does not go with --many")
    flags.enter_directory(options)
    work = flags.project(options)
    inputs: Sequence[Mapping[str, object]] = ({},)
    try:
        if options.files:
            names = programs(_listed(options.files), work.config)
            targets = named_targets(names, options.output, options.format)
        else:
            if options.output:
                raise flags.BadUsage("--output needs files: targets of the config say where to")
            targets, inputs = configured_targets(work.config)
            if not targets:
                raise flags.BadUsage("expected files, or [targets] in confty.toml")
    except BadTargets as bad:
        raise flags.BadUsage(str(bad)) from None
    if options.output_depfile and any(one.output is None for one in targets):
        raise flags.BadUsage("--output-depfile needs -o: a rule of Make is about a file")
    return Evaluation(work, targets, inputs, options).run()


def _listed(paths: list[str]) -> list[str]:
    """Read names from standard input where ``-`` stands, one a line."""
    found: list[str] = []
    for path in paths:
        if path == flags.STDIN:
            found += [line for line in sys.stdin.read().splitlines() if line.strip()]
        else:
            found.append(entry_of(path))
    return found


class Evaluation:
    """The values of many targets, delivered as they come."""

    command = "confty eval"

    def __init__(
        self,
        work: Project,
        targets: list[Target],
        inputs: Sequence[Mapping[str, object]],
        options: Options,
    ) -> None:
        self.options: Final = options
        self.work: Final = work
        _refuse(work, targets)
        # What goes to standard output is one line each, whatever the form.
        self.lines: Final = not any(one.output for one in targets)
        if self.lines and not options.format:
            targets = [one._replace(form="json-compact") for one in targets]
        self.targets: Final = targets
        self.inputs: Final = inputs
        self.code = 0
        self.missing = 0
        self.failed = 0
        self.written = 0
        self.made: list[tuple[str, Iterable[str]]] = []
        self._sources: Final = Sources(Moment(work.config.max_file_size or Moment.most))

    def run(self) -> int:
        """Evaluate all and return the exit code."""
        options, work = self.options, self.work
        secrets = any(has_labels(given) for given in work.flags.values())
        if secrets and options.resume:
            raise flags.BadUsage("--resume: nothing is kept of a run with secrets")
        keeps = not secrets and work.flags.get("cache") is not False
        job = Job(
            "eval",
            work.parts(),
            self.inputs,
            secrets=options.show_secrets,
            footing=footing_key() if keeps else None,
        )
        journal = journal_of(job, self.targets, resume=options.resume) if keeps else None
        progress = progress_bar(options, lines=self.lines)
        try:
            Delivery(self.targets, self.take, progress, journal).work(
                job, crew_of(options, len(self.targets))
            )
        except Unfinished as unfinished:
            tell_missing(self.command, unfinished, resumable=journal is not None)
            self.missing = len(unfinished.missing)
            self.code = 2
        if options.output_depfile:
            write_rules(self.made, options)
        self._summary()
        return self.code

    def take(self, target: Target, done: Done) -> None:
        """Deliver one value, or say why there is none."""
        for line in done.traces:
            sys.stderr.write(line + "\n")
        findings = self._sources.findings(done)
        flags.show(findings, self.options, sys.stderr)
        if done.text is None:
            self.failed += 1
            self.code = max(self.code, flags.failure_code(findings))
            if self.lines:
                errors = [one for one in findings if one.severity is Severity.ERROR]
                said = errors[0].message if errors else "there is no value"
                self._line({"target": target.name, "error": said})
        elif target.output is None:
            self._value(target, done.text)
        else:
            self._file(target, target.output, done)

    def _value(self, target: Target, text: str) -> None:
        if self.options.format:
            self._line({"target": target.name, "text": text})
        else:
            name = json.dumps(target.name, ensure_ascii=False)
            self._out(f'{{"target": {name}, "value": {text.rstrip()}}}\n')

    def _line(self, line: dict[str, str]) -> None:
        self._out(json.dumps(line, ensure_ascii=False) + "\n")

    def _out(self, line: str) -> None:
        """Write a line, for certain: one that a full disk does not take is a missing target."""
        try:
            flags.write(sys.stdout, line)
            sys.stdout.flush()
        except OSError as error:
            if error.errno not in _FULL:
                raise
            self._stop_writing()
            raise Unfinished(f"standard output: {(error.strerror or '').lower()}") from None

    @staticmethod
    def _stop_writing() -> None:
        # What is left in the buffer would be tried again at the end of the process.
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)

    def _file(self, target: Target, output: str, done: Done) -> None:
        banner = f"{target.banner}\n" if target.banner else ""
        try:
            self.written += self.write(output, f"{banner}{done.text}")
        except OSError as error:
            why = (error.strerror or "unwritable").lower()
            if error.errno in _FULL:
                raise Unfinished(f"{output}: {why}") from None
            sys.stderr.write(f"{self.command}: {output}: {why}\n")
            self.failed += 1
            self.code = 2
            return
        if self.options.output_depfile:
            self.made.append((output, done.read))

    def write(self, output: str, text: str) -> bool:
        """Write the text of a target; whether that changed the file."""
        return write_if_changed(output, text)

    def _summary(self) -> None:
        if self.options.quiet:
            return
        count = len(self.targets)
        failed = f"{self.failed} failed" if self.failed else "none failed"
        written = "" if self.lines else f", {self.written} files written"
        plural = "" if count == 1 else "s"
        done = f"{count - self.missing} of {count}" if self.missing else str(count)
        found = "" if self.missing == count else f": {failed}{written}"
        sys.stderr.write(f"evaluated {done} target{plural}{found}\n")


def _refuse(work: Project, targets: list[Target]) -> None:
    """Refuse what no target has a use for, and forms that a language does not know."""
    names = {work.lang or language_of(one.name) for one in targets}
    known = {name for name in names if name}
    for key, flag in READ_BY_SOME.items():
        given = work.flags.get(key)
        if given is not None and not has_labels(given) and known.isdisjoint(READERS[key]):
            raise flags.BadUsage(f"{flag}: {' and '.join(sorted(known))} has no use for it")
    asked = {(work.lang or language_of(one.name) or "", one.form or "") for one in targets}
    for name, form in sorted(asked):
        if name and form and form not in forms_of(language(name)):
            shown = ", ".join(forms_of(language(name)))
            raise flags.BadUsage(f"format {form}: {name} can be shown as {shown}")
