"""The lenient modes of PCL, as flags: each turns a kind of errors into warnings."""

from __future__ import annotations

from confty.cli.command_line import CommandParser
from confty.cli.declared import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

MODES: Final = (
    "allow-missing-variables",
    "allow-missing-properties",
    "skip-resource-typechecking",
    "skip-invoke-typechecking",
    "skip-range-typechecking",
)


def add_mode_flags(made: CommandParser) -> None:
    """Add the lenient modes, each of which turns a kind of errors into warnings."""
    for mode in MODES:
        made.add_argument(f"--{mode}", action="store_true", help="PCL: warn only")


def modes_in(options: Options) -> list[str]:
    """The modes that were asked for, as flags are written."""
    return [mode for mode in MODES if getattr(options, mode.replace("-", "_"), False)]


def mode_settings(options: Options) -> dict[str, object]:
    """The settings that the modes become."""
    return {mode.replace("-", "_"): True for mode in modes_in(options)}
