"""Flags and operands as a command declares them, and what a command line says by their names."""

from __future__ import annotations

import sys

from confty.cli.amounts import path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final, NoReturn

#: How ``--jit`` and ``--no-jit`` are declared: None where neither is given.
YES_OR_NO: Final = "yes or no"
#: The help of a flag that nobody needs to know.
HIDDEN: Final = "hidden"
#: The ways to declare a flag that has no value behind it, and what such a flag says.
_SWITCHES: Final = {"store_true": True, "store_false": False, YES_OR_NO: True}
_UNASKED: Final = {"store_true": False, "store_false": True}
# What is called so says where something lies.
_PATHS: Final = frozenset({"DIR", "FILE", "PATH", "FOLDER|FILE", "MODE|DIR"})


class Options:
    """What a command line says, by the names of flags and operands."""

    def __init__(self, **given: object) -> None:
        vars(self).update(given)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """What stands under a name depends on the command."""

        def __setattr__(self, name: str, value: Any) -> None:
            """Commands put down what they find out there, too."""


class Declared:
    """One flag or operand, in the words of argparse."""

    __slots__ = ("action", "default", "group", "how", "name", "names", "nargs")

    def __init__(self, names: tuple[str, ...], how: dict[str, Any], group: int) -> None:
        self.names: Final = names
        if how.get("metavar") in _PATHS and how.get("default") != "":
            how = {"type": path, **how}
        self.how: Final = how
        # The number of the group of which at most one may be given; 0 for none.
        self.group: Final = group
        self.action: Final[str] = how.get("action", "store")
        self.nargs: Final[str | None] = how.get("nargs")
        long = next((name for name in names if name.startswith("--")), names[0])
        self.name: Final[str] = how.get("dest") or long.lstrip("-").replace("-", "_")
        self.default: Final = how.get("default", _UNASKED.get(self.action))

    @property
    def is_flag(self) -> bool:
        """Whether it is known by a name, and not by where it stands."""
        return self.names[0].startswith("-")

    def spelled(self) -> dict[str, tuple[Declared, bool | None]]:
        """How it is written, with what it says; None where that stands behind it."""
        if not self.is_flag:
            return {}
        says = _SWITCHES.get(self.action)
        found: dict[str, tuple[Declared, bool | None]] = dict.fromkeys(self.names, (self, says))
        if self.action == YES_OR_NO:
            found.update(
                {f"--no-{name[2:]}": (self, False) for name in self.names if name.startswith("--")}
            )
        return found

    def tell(self, options: Options, value: object) -> None:
        """Put down what was said."""
        if self.action == "append":
            value = [*(getattr(options, self.name) or ()), value]
        setattr(options, self.name, value)

    def read(self, text: str) -> Any:
        """The value behind a flag; ``ValueError`` where argparse has something to say."""
        value = self.how["type"](text) if "type" in self.how else text
        if "choices" in self.how and value not in self.how["choices"]:
            raise ValueError
        return value


def refuse(program: str, message: str) -> NoReturn:
    """Say what is wrong with a command line and leave with 2."""
    sys.stderr.write(f"{program}: {message}\nhelp: {program} --help\n")
    raise SystemExit(2)
