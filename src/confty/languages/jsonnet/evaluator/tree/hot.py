"""What is known of a body that was translated because it ran often, and how it is entered.

A unit was made for what the names meant when it was made.  Whoever enters it looks whether they
mean the same functions again; where they do not, the tree goes on running.
"""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.tree.frames import TreeFrame
from confty.languages.jsonnet.evaluator.values import ABSENT, Func, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType
    from typing import Final
else:
    # ``types`` itself takes a millisecond to load.
    CodeType = type((lambda: None).__code__)

#: How the file names of bodies begin that were translated because they ran often.
HOT: Final = "tree:"
#: The name of a body that has none, and of the array that a loop walks over.
ME: Final = "·"
ITEMS: Final = "·items"

# A name that is captured, and whose frames know it.
Use = tuple[str, tuple[str, ...]]
# A function that was taken along: its name, the place of its parameters, and who calls it.
Taken = tuple[str, int, str]
#: The body's own name, what it captures, what it took along; the unit's name, code, constants; the
#: locals of its object that a field uses.
Hot = tuple[str, tuple[Use, ...], tuple[Taken, ...], str, CodeType, list[object], tuple[str, ...]]


def arguments_of(hot: Hot, home: TreeFrame) -> list[Value] | None:
    """What a unit captures when its body is at home in a frame; None where it does not fit."""
    frames = {hot[0]: home}
    for name, at, user in hot[2]:
        value = frames[user].find(name)
        if value.__class__ is not Func or value.origin is None or value.origin[0][6] != at:
            return None
        where = value.origin[1]
        if frames.setdefault(name, where) is not where:
            return None
    found: list[Value] = []
    for name, users in hot[1]:
        value = frames[users[0]].find(name)
        if value is ABSENT:
            return None
        for user in users[1:]:
            if frames[user].find(name) is not value:
                return None
        found.append(value)
    return found
