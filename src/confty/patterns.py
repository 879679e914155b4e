"""Patterns that are compiled when they are first used, and once for all commands.

A command knows a few hundred patterns and uses a dozen.  Compiling one takes a tenth of a
millisecond, or two where it is a lexer's, and loading ``re`` takes three.  So what a pattern is
for Python's matching engine is kept with the modules of a command (``start.py``), and the engine,
which checks what it is given, makes the pattern of that.  Everywhere else ``re`` compiles it.

For patterns that stand in our sources.  What is made of a program's words is for ``re`` itself:
nothing of it is kept.
"""

from __future__ import annotations

from confty.start import RUNNING

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from typing import AnyStr, Final

# As ``re`` has them.
IGNORECASE: Final = 2
MULTILINE: Final = 8
DOTALL: Final = 16
VERBOSE: Final = 64
ASCII: Final = 256

if TYPE_CHECKING:

    def pattern(expression: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
        """Stand for what ``re.compile`` makes; a mistake in it is found when it is used."""

else:

    class pattern:  # noqa: N801  it stands for a function, and what that makes
        """Compiles when it is asked for anything, and has the answers itself from then on."""

        def __init__(self, expression: str, flags: int = 0) -> None:
            self.pattern = expression
            self._flags = flags

        def __getattr__(self, name: str) -> object:
            """Whatever is asked for the first time."""
            if name.startswith("__"):
                raise AttributeError(name)
            found = getattr(self._compiled(), name)
            setattr(self, name, found)
            return found

        def _compiled(self) -> re.Pattern[str]:
            for ready in RUNNING:
                kept = ready.pattern(self.pattern, self._flags)
                if kept is not None:
                    return kept
            import re  # noqa: PLC0415  what this is all about

            return re.compile(self.pattern, self._flags)
