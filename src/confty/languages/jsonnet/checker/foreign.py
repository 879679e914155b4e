"""Types that come from a file of another language, in the shapes that Jsonnet has.

A dictionary is an object of any fields, a set is an array, an integer is a number, a constant is
its type; a function does not cross.  Where a field is missing from such a type, the finding can
point at the declaration on the other side.
"""

from __future__ import annotations

from math import isfinite

from confty import types
from confty.kit.foreign_imports import Adoption
from confty.languages.jsonnet.checker.checker import Checker
from confty.languages.jsonnet.parser import syntax
from confty.languages.jsonnet.rules import BOOLEAN
from confty.text import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_DIALECT: Final = types.Dialect(
    atoms={
        types.NULL: types.NULL,
        types.BOOL: BOOLEAN,
        **dict.fromkeys((types.INT, types.NUMBER, types.FLOAT), types.NUMBER),
        **dict.fromkeys((types.STRING, types.CHAR, types.ID), types.STRING),
    },
    # null, true and false are types of their own here.
    literals=frozenset((types.NULL, types.BOOL)),
    maps=False,
)


def _no_scalar(value: object) -> str | None:
    if isinstance(value, bytes):
        return "binary data"
    if value is None or isinstance(value, bool | str) or not hasattr(value, "__float__"):
        return None
    try:
        finite = isfinite(float(value))
    except OverflowError:
        finite = False
    return None if finite else "a number that no double holds"


def _no_key(key: object) -> str | None:
    return None if isinstance(key, str) else "an object with a key that is no string"


ADOPTION: Final = Adoption(_no_scalar, _no_key)
# Many files import one.
_MOST_KEPT: Final = 16


@types.remembering(_MOST_KEPT)
def as_jsonnet(type_: types.Type) -> types.Type:
    """Return what a value of another language's type is in Jsonnet."""
    return types.translate(type_, _DIALECT)


def declaration(check: Checker, node: syntax.Node) -> Span | None:
    """Find where another language declares what an expression reads out of an imported file."""
    path: list[str | int] = []
    while not isinstance(node, syntax.Import):
        if isinstance(node, syntax.Parens):
            node = node.inner
        elif isinstance(node, syntax.Dot):
            path.append(node.field.name)
            node = node.target
        elif isinstance(node, syntax.Index) and isinstance(
            node.index, syntax.String | syntax.Number
        ):
            key = node.index.value
            path.append(key if isinstance(key, str) else int(key))
            node = node.target
        elif isinstance(node, syntax.Name):
            variable = check.uses.get(node) or check.scope.find(node.name)
            if variable is None or variable.value is None or variable.method:
                return None
            node = variable.value
        else:
            return None
    return check.imports.declared_at(node, tuple(reversed(path)), check)


def point_at_declaration(check: Checker, node: syntax.Node) -> None:
    """Tell the last finding where another language declares what it is about."""
    place = declaration(check, node)
    if place is not None:
        check.findings.amend(check.findings.last.note(place, "declared here"))
