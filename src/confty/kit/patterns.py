"""Patterns that are compiled when they are first used.

A command loads a few hundred patterns and uses a dozen; compiling one takes a fifth of a
millisecond, and loading ``re`` takes ten times that.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

    def pattern(expression: str, flags: int = 0) -> re.Pattern[str]:
        """Stand for what ``re.compile`` makes; a mistake in it is found when it is used."""

else:

    class pattern:  # noqa: N801  it stands for a function, and what that makes
        """Compiles when it is asked for anything, and has the answers itself from then on."""

        def __init__(self, expression: str, flags: int = 0) -> None:
            self._made_of = expression, flags

        def __getattr__(self, name: str) -> object:
            """Whatever is asked for the first time."""
            if name.startswith("__"):
                raise AttributeError(name)
            import re  # noqa: PLC0415  what this is all about

            found = getattr(re.compile(*self._made_of), name)
            setattr(self, name, found)
            return found
