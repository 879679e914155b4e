"""The words of findings: of types, at a glance or in full, and of steps into them."""

from __future__ import annotations

from itertools import islice

from confty.kit.checking import LanguageWords
from confty.kit.suggest import nearest, suggestion
from confty.languages.pcl import codes
from confty.languages.pcl.rules import spelled, spelled_briefly
from confty.languages.pcl.traversal import in_other_case
from confty.text import Code
from confty.types import NULL, Access, AccessProblem, ListOf, MapOf, Object, Tuple, Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable
    from typing import Final

_MOST_NAMES: Final = 12
_KEYS: Final[dict[type[Type], str]] = {
    ListOf: "list indices must be numbers",
    MapOf: "map keys must be strings",
    Tuple: "tuple indices must be integers",
    Object: "object properties must be strings",
}


def _quoted(name: str) -> str:
    return f"'{name}'"


BRIEF_WORDS: Final = LanguageWords(spelled_briefly, _quoted)
# For whoever asked to be told everything.
FULL_WORDS: Final = LanguageWords(spelled, _quoted)


def step_words(
    access: Access,
    words: LanguageWords,
    named: Callable[[Callable[[], Iterable[str]]], Iterable[str]],
) -> tuple[Code, str, str]:
    """The code, the message and the advice for a step into a type that went wrong.

    ``named`` says which names a suggestion may still take.
    """
    problem = access.problems[0]
    found = problem.found
    if problem.wrong is AccessProblem.NO_FIELDS:
        code = codes.TRAVERSAL_NONE if found is NULL else codes.TRAVERSAL
        return code, f"cannot traverse value of type {words.spell(found)}", ""
    if problem.wrong is AccessProblem.BAD_INDEX:
        return codes.TRAVERSAL, _KEYS[type(found)], ""
    if problem.wrong is AccessProblem.OUT_OF_RANGE:
        assert isinstance(found, Tuple)
        return codes.TRAVERSAL, f"tuple index must be between 0 and {len(found.elements)}", ""
    assert isinstance(found, Object)
    name = problem.name or ""
    other = in_other_case(found, name)
    if other is not None:
        message = f"Found matching case-insensitive property {other.name!r} for {name!r}"
        return codes.PROPERTY_CASE, message, ""
    near = suggestion(name, named(lambda: found.by_name))
    message = f"unknown property {name!r} among {listed(found.by_name)}"
    return codes.UNKNOWN_PROPERTY, message, near


def near_token(token: str, known: Iterable[str]) -> str:
    """Advice for a token that is none: one of the same member, whatever its module or capitals."""
    every = list(known)
    by_member: dict[str, str] = {}
    for one in every:
        by_member.setdefault(one.rsplit(":", 1)[-1].casefold(), one)
    member = token.rsplit(":", 1)[-1].casefold()
    close = member if member in by_member else nearest(member, by_member)
    if close is not None:
        return f"did you mean {by_member[close]!r}?"
    return suggestion(token, every)


def listed(names: Collection[str]) -> str:
    """Names in brackets, as the original writes them; many are counted instead."""
    shown = list(islice(names, _MOST_NAMES))
    if len(names) > _MOST_NAMES:
        shown.append(f"and {len(names) - _MOST_NAMES} more")
    return f"[{' '.join(shown)}]"
