"""``confty repl``: enter programs piece by piece and see what they give.

An entry ends when every bracket it opens is closed.  A language with a session of its own keeps
declarations from entry to entry; for the others every entry is a file of its own.
"""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from typing import Final, Protocol

from confty.cli import flags
from confty.language import AnyLanguage, Outcome, Unreadable
from confty.registry import language
from confty.text import Source
from confty.workspace.door import Room
from confty.workspace.files import Disk
from confty.workspace.host import WorkspaceHost
from confty.workspace.project import Project

HELP: Final = """\
:type EXPRESSION  show the type of an expression without evaluating it
:load FILE        enter what a file holds
:help             show this
:quit             leave (so does the end of input)
An entry goes on over several lines until its brackets are closed.
"""


class Session(Protocol):
    """What the loop needs of a language."""

    def is_complete(self, text: str) -> bool:
        """Whether an entry may end here."""

    def enter(self, text: str) -> Outcome[str]:
        """Take an entry; return what to show."""

    def type_of(self, text: str) -> Outcome[str]:
        """Return the type of an expression."""


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
        room = Room(self.language, self.host.settings, source)
        value = room.evaluate(source, self.host)
        if value.failed or value.output is None:
            return Outcome("", value.diagnostics)
        shown = room.render(value.output, room.formats[0])
        return Outcome(shown.output.rstrip("\n"), shown.diagnostics)

    def type_of(self, text: str) -> Outcome[str]:
        """Check an entry."""
        source = Source("entry", text)
        room = Room(self.language, self.host.settings, source)
        checked = room.check(source, self.host)
        if checked.output is None:
            return Outcome("", checked.diagnostics)
        insight = room.insight(checked.output)
        spelled = insight.result() or ""
        return Outcome(spelled, (*checked.diagnostics, *insight.problems))


def main(argv: list[str]) -> int:
    """Read entries from standard input until it ends."""
    parser = flags.parser("repl", "Enter programs piece by piece and see what they give.")
    parser.add_argument(
        "--dialect", choices=("seed", "current"), help="which form of the language"
    )
    parser.add_argument("--timeout", type=float, metavar="SECONDS", help="stop a long run")
    options = parser.parse_args(argv)
    try:
        flags.enter_directory(options)
        work = flags.project(options)
    except flags.BadUsage as bad:
        sys.stderr.write(f"confty repl: {bad}\n")
        return 2
    name = options.lang or "phy"
    room = language(name)
    session = _session(work, room)
    _Loop(session, options, _History(name)).run()
    return 0


def _session(work: Project, room: AnyLanguage) -> Session:
    host = work.host("entry", room.name)
    if room.name == "phy":
        from confty.languages.phy.session import Session as PhySession

        return PhySession(host)
    return FileByFile(room, host)


class _History:
    """The lines of earlier sessions, where the terminal can bring them back."""

    def __init__(self, language_name: str) -> None:
        state = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")
        self.path = os.path.join(state, "confty", f"{language_name}_history")
        self.library = None
        if sys.stdin.isatty():
            try:
                import readline
            except ImportError:
                return
            self.library = readline
            readline.set_history_length(2000)
            if os.path.exists(self.path):
                readline.read_history_file(self.path)

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

    def __init__(self, session: Session, options: Namespace, history: _History) -> None:
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
        text = entry.strip()
        if text in {":quit", ":q", ":exit"}:
            return False
        if text == ":help":
            sys.stdout.write(HELP)
        elif text.startswith(":type "):
            self._show(self.session.type_of(text.removeprefix(":type ")))
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
