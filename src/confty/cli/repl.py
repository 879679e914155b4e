"""``confty repl``: enter programs piece by piece and see what they give.

An entry ends when every bracket it opens is closed.  The session of a language keeps what was
bound, as values: nothing is worked out twice.  A data format has none, so each entry is a file.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib import import_module
from typing import Final, Protocol

from confty.cli import flags
from confty.cli.declared import Options
from confty.kit.encoding import decode
from confty.language import AnyLanguage, Outcome, Unreadable
from confty.registry import language
from confty.text import Source
from confty.workspace.bounds import guarded, limits_of, telling_of
from confty.workspace.door import LimitedLanguage
from confty.workspace.files import Disk
from confty.workspace.host import WorkspaceHost
from confty.workspace.project import Project

HELP: Final = """\
:type EXPRESSION  show the type of an expression without evaluating it
:doc NAME         show what is said of a name, a function or a field
:load FILE        enter what a file holds
:help             show this
:quit             leave (so does the end of input)
An entry goes on over several lines until its brackets are closed.
"""


COMMANDS: Final = (":type", ":doc", ":load", ":help", ":quit")
#: The languages whose entries see those before them.
SESSIONS: Final = frozenset(("rcl", "jsonnet", "phy", "pcl"))


class Session(Protocol):
    """What the loop needs of a language."""

    def is_complete(self, text: str) -> bool:
        """Whether an entry may end here."""

    def enter(self, text: str) -> Outcome[str]:
        """Take an entry; return what to show."""

    def type_of(self, text: str) -> Outcome[str]:
        """Return the type of an expression."""

    def documentation(self, text: str) -> Outcome[str]:
        """Return what is said of a name."""

    def completions(self, text: str) -> list[str]:
        """Return what the last word of a line may go on as."""


class FileByFile:
    """A session of a language without memory: each entry is a file."""

    def __init__(self, language: AnyLanguage, host: WorkspaceHost) -> None:
        self.language = language
        self.host = host

    def is_complete(self, text: str) -> bool:
        """Whether all brackets are closed; those in strings are taken for brackets too."""
        return sum(map(text.count, "([{")) <= sum(map(text.count, ")]}"))

    def enter(self, text: str) -> Outcome[str]:
        """Evaluate an entry."""
        source = Source("entry", text)
        its_language = LimitedLanguage(self.language, self.host.settings, source)
        value = its_language.evaluate(source, self.host)
        if value.failed or value.output is None:
            return Outcome("", value.diagnostics)
        shown = its_language.render(value.output, its_language.formats[0])
        return Outcome(shown.output.rstrip("\n"), shown.diagnostics)

    def type_of(self, text: str) -> Outcome[str]:
        """Check an entry."""
        source = Source("entry", text)
        its_language = LimitedLanguage(self.language, self.host.settings, source)
        checked = its_language.check(source, self.host)
        if checked.output is None:
            return Outcome("", checked.diagnostics)
        insight = its_language.insight(checked.output)
        spelled = insight.result() or ""
        return Outcome(spelled, (*checked.diagnostics, *insight.problems))

    def documentation(self, text: str) -> Outcome[str]:
        """Return nothing: a data format has no library."""
        del text
        return Outcome("")

    def completions(self, text: str) -> list[str]:
        """Return nothing: there are no names."""
        del text
        return []


class Limited:
    """A session whose entries run within the limits of time, depth and memory."""

    def __init__(self, inner: Session, settings: Mapping[str, object]) -> None:
        self.inner = inner
        self.limits = limits_of(settings)
        self.is_complete = inner.is_complete
        self.completions = inner.completions

    def _within(self, work: Callable[[], Outcome[str]]) -> Outcome[str]:
        return guarded(work, "", telling_of(None), self.limits)

    def enter(self, text: str) -> Outcome[str]:
        """Take an entry."""
        return self._within(lambda: self.inner.enter(text))

    def type_of(self, text: str) -> Outcome[str]:
        """Return the type of an expression."""
        return self._within(lambda: self.inner.type_of(text))

    def documentation(self, text: str) -> Outcome[str]:
        """Return what is said of a name."""
        return self._within(lambda: self.inner.documentation(text))


def main(argv: list[str]) -> int:
    """Read entries from standard input until it ends."""
    parser = flags.parser("repl", "Enter programs piece by piece and see what they give.")
    parser.add_argument(
        "--dialect", choices=("seed", "current"), help="which form of the language"
    )
    flags.add_run_flags(parser)
    return flags.run(parser, argv, _converse)


def _converse(options: Options) -> int:
    work = flags.project(options)
    name = options.lang or "phy"
    its_language = language(name)
    if name == "phy":
        from confty.languages.phy.evaluator.effects import printing

        work.flags = printing(work.flags)
    session = _session(work, its_language)
    _Loop(work, session, options, _Terminal(name, session)).run()
    return 0


def _session(work: Project, its_language: AnyLanguage) -> Session:
    host = work.host("entry", its_language.name)
    if its_language.name not in SESSIONS:
        return FileByFile(its_language, host)
    module = import_module(f"confty.languages.{its_language.name}.session")
    made: Session = module.Session(host)
    # The others know limits of their own, and where a run was when it reached one.
    return Limited(made, host.settings) if its_language.name in ("rcl", "pcl") else made


class _Terminal:
    """The lines of earlier sessions and what a word may go on as, where there is a terminal."""

    def __init__(self, language_name: str, session: Session) -> None:
        state = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")
        self.path = os.path.join(state, "confty", f"{language_name}_history")
        self.session = session
        self.found: list[str] = []
        self.library = None
        if sys.stdin.isatty():
            try:
                import readline
            except ImportError:
                return
            self.library = readline
            readline.set_history_length(2000)
            readline.set_completer(self.complete)
            readline.set_completer_delims(" \t\n()[]{},;:=+*/|<>!\"'.-")
            readline.parse_and_bind("tab: complete")
            with suppress(OSError):
                readline.read_history_file(self.path)

    def complete(self, word: str, number: int) -> str | None:
        """Return one of the words that may stand here; asked for one after the other."""
        if number == 0:
            assert self.library is not None
            line = self.library.get_line_buffer()[: self.library.get_endidx()]
            try:
                names = self.session.completions(line)
            except Exception:  # noqa: BLE001  a word that cannot be completed is no mistake
                names = []
            if line.lstrip().startswith(":") and " " not in line.lstrip():
                names = [name.removeprefix(":") for name in COMMANDS]
            self.found = [name for name in names if name.startswith(word)]
        return self.found[number] if number < len(self.found) else None

    def save(self) -> None:
        """Keep the lines for the next session."""
        if self.library is None:
            return
        try:
            os.makedirs(os.path.dirname(self.path), exist_ok=True)
            self.library.write_history_file(self.path)
        except OSError as error:
            sys.stderr.write(f"confty repl: the history is not kept: {error.strerror}\n")


class _Loop:
    """Read an entry, show what it gives, over and over."""

    def __init__(
        self, work: Project, session: Session, options: Options, history: _Terminal
    ) -> None:
        self.work = work
        self.session = session
        self.options = options
        self.history = history
        self.speaks = sys.stdin.isatty()

    def run(self) -> None:
        try:
            while (entry := self._read()) is not None:
                try:
                    if not self._take(entry):
                        return
                except KeyboardInterrupt:
                    sys.stderr.write("interrupted\n")
        finally:
            self.history.save()

    def _read(self) -> str | None:
        """Read lines until an entry is complete; an interrupt forgets what was begun."""
        lines: list[str] = []
        while True:
            try:
                line = self._line("... " if lines else "> ")
            except KeyboardInterrupt:
                sys.stderr.write("\n")
                lines = []
                continue
            if line is None:
                return "\n".join(lines) if lines else None
            lines.append(line)
            text = "\n".join(lines)
            if text.lstrip().startswith(":") or self.session.is_complete(text):
                return text

    def _line(self, prompt: str) -> str | None:
        if self.speaks:
            try:
                return input(prompt)
            except EOFError:
                sys.stdout.write("\n")
                return None
        line = sys.stdin.readline()
        return line.rstrip("\n") if line else None

    def _take(self, entry: str) -> bool:
        """Act on an entry; tell whether to go on."""
        # Files may have changed since the last one.
        self.work.look_anew(self.work.files)
        wrong = decode("entry", entry.encode("utf-8", "surrogateescape"))[1]
        if wrong:
            self._show(Outcome("", wrong))
            return True
        text = entry.strip()
        if text in {":quit", ":q", ":exit"}:
            return False
        if text == ":help":
            sys.stdout.write(HELP)
        elif text.startswith(":type "):
            self._show(self.session.type_of(text.removeprefix(":type ")))
        elif text.startswith(":doc "):
            found = self.session.documentation(text.removeprefix(":doc "))
            self._show(found)
            if not found.output and not found.diagnostics:
                sys.stderr.write("nothing is said of it\n")
        elif text.startswith(":load "):
            self._load(text.removeprefix(":load ").strip())
        elif text.startswith(":"):
            sys.stderr.write(f"there is no command {text.split()[0]}; :help lists them\n")
        elif text:
            self._show(self.session.enter(entry))
        return True

    def _load(self, path: str) -> None:
        try:
            text = Disk().named(path).decode("utf-8")
        except (Unreadable, UnicodeDecodeError) as error:
            reason = str(error) if isinstance(error, Unreadable) else "it is not UTF-8"
            sys.stderr.write(f"{path} cannot be read: {reason}\n")
            return
        self._show(self.session.enter(text))

    def _show(self, outcome: Outcome[str]) -> None:
        sys.stdout.flush()
        flags.show(list(outcome.diagnostics), self.options, sys.stderr)
        if outcome.output:
            flags.write(sys.stdout, outcome.output + "\n")
        sys.stdout.flush()
