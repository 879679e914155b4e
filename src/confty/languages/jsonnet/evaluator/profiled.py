"""Python frames as functions of Jsonnet programs, for a profile."""

from __future__ import annotations

import os
from types import CodeType

from confty.languages.jsonnet.evaluator.failure import TOP
from confty.languages.jsonnet.evaluator.trace import HELPER, Tracer
from confty.languages.jsonnet.library import FUNCTIONS
from confty.text import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable
    from types import FrameType
    from typing import Final

#: What stands before the name of each kind of thing that runs.
_KINDS: Final = {"function": "", "object": "field ", "thunk": "local "}
_UNIT: Final = "jsonnet:"
_LIBRARY: Final = os.path.join(os.path.dirname(os.path.abspath(__file__)), "library", "")


class JsonnetFunctions:
    """Knows generated code by its file name, and the library's by where it lies."""

    def __init__(self) -> None:
        self._tracer: Final = Tracer()
        # The library's functions by module and name: a record says which its body is.
        self._library: Final = {record.body: name for name, record in FUNCTIONS.items()}
        self._names: Final = frozenset(body.rpartition(":")[2] for body in self._library)

    def token(self, frame: FrameType) -> Hashable | None:
        """A place in generated code, or the code of a function of the library."""
        code = frame.f_code
        if code.co_filename.startswith(_UNIT):
            return code, frame.f_lasti, frame.f_globals["SOURCE"]
        own = code.co_name in self._names and code.co_filename.startswith(_LIBRARY)
        return code if own else None

    def named(self, token: Hashable) -> tuple[str, Span | None] | None:
        """The function of the program, or of ``std``."""
        if isinstance(token, CodeType):
            module = token.co_filename.removeprefix(_LIBRARY).removesuffix(".py")
            name = self._library.get(f"{module}:{token.co_name}")
            return None if name is None else (f"std.{name}", None)
        assert isinstance(token, tuple)
        code, instruction, file = token
        span, what = self._tracer.step(code, instruction, file)
        if not what or what == HELPER:
            return None
        if what == TOP:
            return file.name, Span(file.source, 0, 0)
        return _name(what), self._tracer.begins(code, file) or span


def _name(what: str) -> str:
    """What runs, as people call it; a trace says ``function <f>``, ``object <field>``."""
    kind, _, rest = what.partition(" <")
    name = rest.removesuffix(">")
    if not name or kind not in _KINDS:
        return what
    return kind if name == "anonymous" else f"{_KINDS[kind]}{name}"
