"""What a run expects of others: who finds files, who knows what to do with labels."""

from __future__ import annotations

from confty.records import NamedFields

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from confty.language import Foreign
    from confty.languages.jsonnet.evaluator.current import Run
    from confty.languages.jsonnet.evaluator.values import Func, Value
    from confty.languages.jsonnet.library import StdFunction
    from confty.text import Span
else:
    # At run time a protocol is a class like any other; ``typing`` takes long to load.
    Protocol = object


class Importer(Protocol):
    """How a run finds files: the name of what ``path`` means in ``importer``, and its bytes."""

    def fetch(self, path: str, importer: str) -> tuple[str, bytes]:
        """Find and read a file, or stop the program."""

    def foreign(self, name: str) -> Foreign | None:
        """Return a file of another language, None for one of this."""


class LabelOperations(metaclass=NamedFields):
    """What a run does otherwise when values may carry labels; plain runs never load any of it."""

    # The names of generated code in a dialect: operators that expect labels.
    runtime: Callable[[str], dict[str, object]]
    # A library function as a value, and a function of the embedding program.
    as_value: Callable[[StdFunction, str], Func]
    embedded: Callable[[str, Func], Func]
    # A value of another language's file.
    adopted: Callable[[Value], Value]
    # A value as plain data with labels, and for the eyes of a user, with secrets or not.
    data: Callable[[Value], object]
    shown: Callable[[Value, bool], Value]
    # What may be said of a failure that depends on a secret, and where.
    told: Callable[[Run], tuple[str, Span | None]]
