"""Answers to questions about types, worked out once, without a type living because of them.

A type may remember how it was made, and so know all of the file that made it.  A cache that held
such types would hold the files: of a thousand programs, or of one as it was before each of a
thousand edits.  So questions are known by serial numbers, and answers that know a file are there
as long as somebody else has them.
"""

from __future__ import annotations

from _weakref import ref

from confty.generics import ParamSpec, TypeVar
from confty.types import nodes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

Answer = TypeVar("Answer")
Asked = ParamSpec("Asked")


def knows_origin(type_: nodes.TypeNode) -> bool:
    """Whether a type, or one inside it, remembers how it was made; it is not worked out."""
    if isinstance(type_, (nodes.Object, nodes.Function)) and type_.origin is not None:
        return True
    return bool(type_.flags & nodes.HAS_ORIGIN)


def remembering(
    most: int,
) -> Callable[[Callable[Asked, Answer]], Callable[Asked, Answer]]:
    """Let a function of types remember its last answers, so many at most.

    What else it is given stands for itself: a language's join, a name.
    """

    def wrap(work: Callable[..., Answer]) -> Callable[..., Answer]:
        answers: dict[tuple[object, ...], Any] = {}

        def answer(*asked: object) -> Answer:
            key = tuple([getattr(one, "serial", one) for one in asked])
            found = answers.get(key)
            if isinstance(found, ref):
                found = found()
            if found is None:
                found = work(*asked)
                if len(answers) >= most:
                    answers.clear()
                fleeting = isinstance(found, nodes.TypeNode) and knows_origin(found)
                answers[key] = ref(found) if fleeting else found
            return found

        return answer

    return wrap
