"""Versions of packages: which of several is meant."""

from __future__ import annotations

from confty.generics import Protocol, TypeVar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Versioned(Protocol):
    """Something that has a version."""

    version: str


Found = TypeVar("Found", bound=Versioned)


def newest(found: Sequence[Found]) -> Found | None:
    """The one with the highest version."""
    return max(found, key=lambda one: _order(one.version), default=None)


def best(found: Sequence[Found], version: str) -> Found | None:
    """The one of this version if it is there, else the newest."""
    exact = next((one for one in found if version and one.version == version), None)
    return exact or newest(found)


def _order(version: str) -> tuple[list[int], bool]:
    """Sort key of versions: numbers first, a pre-release before its release."""
    numbers = version.partition("-")[0].partition("+")[0]
    # Python reads no number of thousands of digits.
    parts = [int(part[:18]) for part in numbers.split(".") if part.isdecimal()]
    return parts, "-" not in version
