"""Printing a program on paper: what its value asks for is looked at, knowing all layers.

Jsonnet is lazy.  A field that reads ``self`` is judged where somebody reads it, and the printer
reads every visible field of the value.
"""

from __future__ import annotations

from confty import types
from confty.languages.jsonnet import codes
from confty.languages.jsonnet.checker.alternatives import each_field
from confty.languages.jsonnet.checker.checker import Checker
from confty.languages.jsonnet.checker.closures import Closure
from confty.languages.jsonnet.checker.expressions import condition
from confty.languages.jsonnet.checker.kinds import members
from confty.languages.jsonnet.checker.layers import Layer
from confty.languages.jsonnet.checker.origins import LayeredObject, Narrowed, instance_of
from confty.languages.jsonnet.checker.stacks import height_of
from confty.languages.jsonnet.checker.whence import written_function
from confty.languages.jsonnet.parser import syntax
from confty.languages.jsonnet.rules import ANY
from confty.light import partial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_MOST: Final = 10_000
# How many layers the objects may have together: one that holds itself, summed, has ever more.
_MOST_LAYERS: Final = 300_000


def print_out(check: Checker, found: types.Type) -> None:
    """Look at everything that printing a value of this type reads."""
    if isinstance(found, types.Function) and isinstance(found.origin, Closure):
        found = found.origin.call(check, {}) or found.result
    read_whole(check, found)


def read_whole(check: Checker, found: types.Type) -> None:
    """Look at all that is visible of a value, as a function does that makes a text of it."""
    waiting = [found]
    seen: set[types.Type] = set()
    layers = 0
    while waiting and len(seen) < _MOST and layers < _MOST_LAYERS:
        part = waiting.pop()
        if part in seen or not part.flags & types.HAS_ORIGIN:
            continue
        seen.add(part)
        if isinstance(part, types.Tuple):
            waiting += part.elements
        elif isinstance(part, (types.ListOf, types.SetOf)):
            waiting.append(part.element)
        elif isinstance(part, types.Union):
            waiting += _either(check, part)
        elif isinstance(part, types.Object):
            layers += height_of(part)
            waiting += _printed(check, part)


def _either(check: Checker, union: types.Union) -> list[types.Type]:
    """Look at what is visible of a value that is one of several objects."""
    parts = members(union)
    made = [one for one in parts if instance_of(one) is not None]
    found: list[types.Type] = [one for one in parts if one not in made]
    names = [
        field.name
        for one in made
        if isinstance(one, types.Object)
        for field in one.fields
        if not field.hidden
    ]
    for name in dict.fromkeys(names):
        having = [one for one in made if isinstance(one, types.Object) and name in one.by_name]
        known = each_field(check, having, name)
        found.append(types.gradual_union(*[one for one in known.values() if one is not None]))
    return found


def _printed(check: Checker, part: types.Object) -> list[types.Type]:
    origin = instance_of(part)
    if origin is None:
        rest = [] if part.rest is None else [part.rest]
        return [*rest, *[one.type for one in part.fields if not one.hidden]]
    if isinstance(origin, LayeredObject):
        for place, layer in origin.asserting():
            _asserted(check, origin, place, layer)
    visible = [one for one in part.fields if not one.hidden]
    found = [origin.read(check, one.name) for one in visible]
    if any(isinstance(one, types.Function) for one in found):
        _uncalled(check, origin, dict(zip([one.name for one in visible], found, strict=True)))
    if isinstance(origin, LayeredObject) and part.rest is not None:
        found += _computed(check, origin)
    return [one for one in found if one is not None]


def _uncalled(
    check: Checker, origin: LayeredObject | Narrowed, found: dict[str, types.Type | None]
) -> None:
    """Say of functions among what is printed that nobody calls them.

    An object that shows functions and nothing else, or one that is written out, is a library that
    nobody prints: only a function that is named in place of its result is a slip.
    """
    places = {
        name: written_function(origin, name)
        for name, one in found.items()
        if isinstance(one, types.Function)
    }
    data = [one for one in found.values() if one is not None and one is not ANY]
    if None in places.values() or len(data) <= len(places):
        return
    for name, place in places.items():
        assert place is not None
        message = f"expected a value to print as `{name}`, found a function"
        said = codes.TYPE_MISMATCH.at(place, message)
        check.hear([said.with_help("call it, or hide the field with `::`")])


def _as_condition(test: syntax.Expression, layer: Layer) -> types.Type:
    return condition(layer.check, test, test)


def _asserted(check: Checker, instance: LayeredObject, place: int, layer: Layer) -> None:
    """Ask that the asserts of a literal are conditions."""
    for member in layer.node.members:
        if isinstance(member, syntax.ObjectAssert) and check.work.enter(member):
            instance.within(check, place, partial(_as_condition, member.test))
            check.work.leave(member)


def _computed(check: Checker, instance: LayeredObject) -> list[types.Type]:
    """Look at the visible fields whose names are computed."""
    found: list[types.Type] = []
    for place, layer in enumerate(instance.layers):
        for member in layer.node.members if isinstance(layer, Layer) else ():
            if (
                isinstance(member, syntax.Field)
                and not isinstance(member.key, (syntax.Identifier, syntax.String))
                and member.visibility != "::"
                and check.work.enter(member)
            ):
                found.append(instance.look(check, place, member, ANY))
                check.work.leave(member)
    return found
