"""Flags of ``eval`` that not every language reads: one that nobody reads is refused."""

from __future__ import annotations

from confty.registry import readers_of_flags

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

#: Flags that only some languages read, by the setting they become, and who reads it.
READ_BY_SOME: Final = {
    "ext_vars": "--ext-str and --ext-code",
    "tla_vars": "--tla-str and --tla-code",
    "dialect": "--dialect",
    "jit": "--jit",
    "entry": "--entry",
    "arguments": "--arg",
    "schema": "--schema",
    "package_schemas": "--schema DIR",
}
READERS: Final = readers_of_flags()
