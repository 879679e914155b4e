"""A command's flags, declared once and read twice: at once if they are plain, else by argparse.

Nearly every command line that is typed is plain, and is read by ``plain.py``, since loading
``argparse`` takes longer than evaluating a small file.  All else goes to ``argparse``
(``thorough.py``), which knows every way of writing flags, and says what is wrong and what there
is.  Where both can read a line they give the same options.
"""

from __future__ import annotations

from confty.cli.declared import Declared, Options, refuse
from confty.cli.plain import plain_options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final, NoReturn

    from confty.cli.thorough import ThoroughParser


class _Question(str):
    """An argument that nobody can type: it is known by what it is, not by its letters."""

    __slots__ = ()


#: Given as the only argument, it makes a command hand over its parser.
ASKED: Final = _Question("--help")


class AskedParser(Exception):
    """A command's parser, for whoever asked."""

    def __init__(self, parser: ThoroughParser) -> None:
        super().__init__()
        self.parser: Final = parser


class Exclusive:
    """Flags of which at most one may be given."""

    def __init__(self, parser: CommandParser, number: int) -> None:
        self._parser: Final = parser
        self._number: Final = number

    def add_argument(self, *names: str, **how: Any) -> None:
        """Declare a flag."""
        self._parser.declared.append(Declared(names, how, self._number))


class CommandParser:
    """What a command takes, with our exit code and one-line messages."""

    def __init__(self, prog: str, description: str, *, as_written: bool = False) -> None:
        self.prog: Final = prog
        self.description: Final = description
        # Whether the lines of the description are kept as they are.
        self.as_written: Final = as_written
        self.declared: Final[list[Declared]] = []
        self._groups = 0

    def add_argument(self, *names: str, **how: Any) -> None:
        """Declare a flag or an operand, as ``argparse`` takes them."""
        self.declared.append(Declared(names, how, 0))

    def add_mutually_exclusive_group(self) -> Exclusive:
        """Begin a group of flags of which at most one may be given."""
        self._groups += 1
        return Exclusive(self, self._groups)

    def parse_args(self, words: list[str]) -> Options:
        """Read a command line; one that cannot be read ends the process with 2."""
        if words and words[0] is ASKED:
            raise AskedParser(self._thorough())
        try:
            return plain_options(self.declared, words)
        except ValueError:
            return self._thorough().options(words)

    def _thorough(self) -> ThoroughParser:
        from confty.cli.thorough import ThoroughParser

        return ThoroughParser(
            self.prog, self.description, self.declared, as_written=self.as_written
        )

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the command line and leave with 2."""
        refuse(self.prog, message)
