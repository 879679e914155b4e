"""The settings of Phy: what each may be, so that a mistyped one is told and not passed over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from confty.language import Host
from confty.languages.phy import codes
from confty.languages.phy.parser import CURRENT, SEED
from confty.text import Diagnostic
from confty.text.digits import whole_number


def refused(settings: Mapping[str, object]) -> Diagnostic | None:
    """Report the first setting that means nothing; None when all of them are understood."""
    for name, (wanted, understood) in _SETTINGS.items():
        given = settings.get(name)
        if given is not None and not understood(given):
            spelled = name.replace("_", "-")
            message = f"expected {wanted} for the setting {spelled}, found {given}"
            return codes.BAD_SETTING.at(None, message)
    return None


def dialect_of(host: Host) -> str:
    """Return the dialect the user asked for."""
    return SEED if host.settings.get("dialect") == SEED else CURRENT


def flag(setting: object) -> bool | None:
    """Read a setting that is on, off, or left to us."""
    if isinstance(setting, str):
        return {"true": True, "false": False}.get(setting)
    return None if setting is None else bool(setting)


def seconds(setting: object) -> float | None:
    """Read a number of seconds; none means as long as it takes."""
    if isinstance(setting, str):
        try:
            return float(setting)
        except ValueError:
            return None
    return float(setting) if isinstance(setting, (int, float)) else None


def count(setting: object) -> int | None:
    """Read a whole number above zero."""
    if isinstance(setting, str):
        setting = whole_number(setting)
    return setting if isinstance(setting, int) and setting > 0 else None


def _is_time(given: object) -> bool:
    limit = seconds(given)
    return limit is not None and limit > 0


_SETTINGS: Final[dict[str, tuple[str, Callable[[object], bool]]]] = {
    "dialect": (f"{CURRENT} or {SEED}", lambda given: given in {CURRENT, SEED}),
    "jit": ("true or false", lambda given: flag(given) is not None),
    "max_stack": ("a whole number above zero", lambda given: count(given) is not None),
    "timeout": ("a number of seconds above zero", _is_time),
    "traps": ("error or value", lambda given: given in {"error", "value"}),
}
