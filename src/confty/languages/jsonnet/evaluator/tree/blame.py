"""Which files ran from their trees on the way to a failure.

A tree knows no places, so that only translated code can say where a program failed.  To translate
all files of a program for that takes longer than to run them: the next run translates those that
the failure came through, and the others run from their trees again.
"""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.tree.context import FileOfRun
from confty.languages.jsonnet.evaluator.tree.frames import TreeFrame
from confty.languages.jsonnet.evaluator.tree.hot import HOT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType, TracebackType
    from typing import Final

# Who runs trees, and what the variables are called that lead to the file of one.
_TREES: Final = __name__.rpartition(".")[0] + "."
_LEADING: Final = ("frame", "outer", "home", "place", "self")
# A failure that is deeper went through everything there is; to look at it all takes longer.
_DEEPEST: Final = 20_000


def blamed(traceback: TracebackType | None) -> frozenset[str] | None:
    """The names of the files; None for a failure that is too deep to look through."""
    found: set[str] = set()
    for _ in range(_DEEPEST):
        if traceback is None:
            return frozenset(found)
        name = _file(traceback.tb_frame)
        if name is not None:
            found.add(name)
        traceback = traceback.tb_next
    return None


def _file(frame: FrameType) -> str | None:
    """The file whose tree runs in a frame of Python's, or whose body that ran often does."""
    if frame.f_code.co_filename.startswith(HOT):
        name: str = frame.f_globals["SOURCE"].name
        return name
    if not str(frame.f_globals.get("__name__")).startswith(_TREES):
        return None
    variables = frame.f_locals
    for word in _LEADING:
        held = variables.get(word)
        # An entry of a row is at home in a frame, and what waits has one with its tree.
        if held.__class__ is tuple:
            held = held[1]
        if held.__class__ is TreeFrame:
            held = held.context
        if held.__class__ is FileOfRun:
            return held.name
    return None
