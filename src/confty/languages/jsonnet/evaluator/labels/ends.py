"""How operations on a secret end, and what of that may be seen.

Whether a program fails may depend on a secret, and nothing else that is printed may: not with
which words it fails, nor where, nor what it traced before.  So operations are of three kinds:

* most fail because of the kinds of their operands only (``SURE``).  As long as no secret has
  decided anything, kinds are the same whatever the secrets are, and so is the failure;
* some may fail because of what a secret is, but give one kind of value (``LATE``).  When such a
  one fails, a value of that kind stands in, the program goes on, and fails at its end;
* all others decide: from there on nothing is traced, and a failure is told without its words, at
  the place where the program first came to depend on a secret.
"""

from __future__ import annotations

import re

from confty.languages.jsonnet.evaluator.current import Run, current
from confty.languages.jsonnet.evaluator.failure import HIDDEN, Stop
from confty.languages.jsonnet.evaluator.labels.places import Turn
from confty.languages.jsonnet.evaluator.values import Value
from confty.languages.jsonnet.library import FUNCTIONS
from confty.text import Span
from confty.values.labels import Labelled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

SCALARS: Final = frozenset({type(None), bool, float, str})
_KINDS: Final[dict[str, tuple[type, Value]]] = {"number": (float, 0.0), "string": (str, "")}
_ENDS: Final = {f"std.{name}": one for name, one in FUNCTIONS.items() if one.ends}
SURE: Final = frozenset({
    "==", "!=", "<", "<=", ">", ">=", "!", "unary -", "unary +", "in", "in super",
    *(name for name, one in _ENDS.items() if one.ends == "sure"),
})  # fmt: skip
# Those that are sure as long as no other operand than these is secret.
_SURE_OF: Final = {
    "[:]": (0,),
    **{
        name: tuple(map(one.parameters.index, one.ends.removeprefix("sure of ").split()))
        for name, one in _ENDS.items()
        if one.ends.startswith("sure of ")
    },
}


def _late(kinds: str) -> tuple[tuple[type, ...], Value]:
    """Read the kinds of operands, and of the result: ``number number => number``."""
    takes, _, gives = kinds.removeprefix("late ").partition(" => ")
    return tuple(_KINDS[kind][0] for kind in takes.split()), _KINDS[gives][1]


# What they take, and what stands in for what they give.
LATE: Final[dict[str, tuple[tuple[type, ...], Value]]] = {
    **dict.fromkeys(
        ("+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^"), _late("number number => number")
    ),
    "~": _late("number => number"),
    **{name: _late(one.ends) for name, one in _ENDS.items() if one.ends.startswith("late ")},
}
# A format that can be filled whatever the values are; a width or a character would not do.
_FORMAT: Final = re.compile(
    r"(?:[^%]|%(?:%|(?:\([^)]*\))?[-+ #0]*(?:[1-9]\d*)?(?:\.\d+)?[hlL]?[sdiuoxXeEfFgG]))*+"
)


def touch(what: str) -> None:
    """Note that from here on it depends on a secret whether the program fails."""
    run = current()
    if run.turn is None:
        run.turn = Turn(what)
    run.turn.count += 1


def told(run: Run) -> tuple[str, Span | None]:
    """Say what may be said of a failure that depends on a secret, and where."""
    turn = run.turn
    if turn is None:
        return HIDDEN, None
    # Where only one operation could fail, all that can be told is that it did.
    alone = turn.count == 1 and not run.decided
    span = None if turn.place is None else turn.place.span()
    return hiding(turn.what) if alone else HIDDEN, span


def hiding(what: str) -> str:
    """The sentence in the place of one that may quote a secret."""
    return f"{what} failed on a secret value, so what it says is hidden"


def decide() -> None:
    """Note that from here on it depends on a secret what is worked out."""
    run = current()
    if not run.decided:
        run.decided = True
        touch("")
    if run.fails:
        # Nothing that comes can be seen.
        raise Stop(HIDDEN)


def is_sure(what: str, secret: list[int]) -> bool:
    """Whether an operation whose operands at these places are secret is one of ``SURE``."""
    if what in SURE:
        return True
    return what in _SURE_OF and set(secret) <= set(_SURE_OF[what])


def is_sure_format(text: Value) -> bool:
    """Whether a format is filled in one way, whatever is put into it."""
    return text.__class__ is str and _FORMAT.fullmatch(text) is not None


def is_of_one_kind(value: Labelled) -> bool:
    """Whether a secret is a scalar of the same kind whatever it is: so its story says."""
    if value.value.__class__ not in SCALARS:
        return False
    waiting, seen = list(value.origins), set[int]()
    while waiting:
        step = waiting.pop()
        if id(step) in seen or step.introduces:
            continue
        seen.add(id(step))
        if step.what not in SURE and step.what not in _SURE_OF and step.what not in LATE:
            return False
        waiting += step.causes
    return True
