"""A command's flags as ``argparse`` reads them: every way to write them, help, what is wrong."""

from __future__ import annotations

import argparse
from functools import wraps
from typing import TYPE_CHECKING, Any, Final, NoReturn

from confty.cli.amounts import BadValue
from confty.cli.declared import HIDDEN, YES_OR_NO, Declared, Options, refuse
from confty.kit.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from _typeshed import SupportsWrite

# With a width of our own, argparse does not load ``shutil`` to ask the terminal.
_WIDTH: Final = 100


class ThoroughParser(argparse.ArgumentParser):
    """argparse with our exit code and one-line messages."""

    def __init__(
        self, program: str, about: str, declared: Iterable[Declared], *, as_written: bool
    ) -> None:
        layout = argparse.HelpFormatter
        if as_written:
            layout = argparse.RawDescriptionHelpFormatter
        super().__init__(
            prog=program,
            description=about,
            allow_abbrev=False,
            formatter_class=lambda prog: layout(prog, width=_WIDTH),
        )
        groups: dict[int, argparse._MutuallyExclusiveGroup] = {}
        for one in declared:
            how = dict(one.how)
            if one.action == YES_OR_NO:
                how["action"] = argparse.BooleanOptionalAction
            if how.get("help") == HIDDEN:
                how["help"] = argparse.SUPPRESS
            if "type" in how:
                how["type"] = _saying(how["type"])
            if not one.group:
                self.add_argument(*one.names, **how)
                continue
            if one.group not in groups:
                groups[one.group] = self.add_mutually_exclusive_group()
            groups[one.group].add_argument(*one.names, **how)

    def options(self, words: list[str]) -> Options:
        """Read a command line; what means nothing is named, with the flag that is nearest."""
        options, rest = self.parse_known_args(words, Options())
        for word in rest:
            if not word.startswith("-"):
                self.error(f"unexpected argument: {word}")
            flag = word.partition("=")[0]
            # One letter is near to every other.
            known = [one for one in self._option_string_actions if len(one) > 2 < len(flag)]
            self.error(f"there is no flag {flag}{did_you_mean(flag, known)}")
        return options

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the command line and leave with 2."""
        refuse(self.prog, message)

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        """Print, and let whoever cannot be written to be told as that; argparse says nothing."""
        if message:
            assert file is not None
            file.write(message)


def _saying(read: Callable[[str], Any]) -> Callable[[str], Any]:
    """Let argparse say what a reader of values says."""

    @wraps(read)
    def reading(text: str) -> Any:
        try:
            return read(text)
        except BadValue as bad:
            raise argparse.ArgumentTypeError(str(bad)) from None

    return reading
