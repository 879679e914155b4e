"""How objects and functions were made, kept with their types so that a closer look is possible.

A type says what holds wherever a literal or a function ends up: parameters are ``any``, and other
layers may replace what ``self`` has.  Where a function is called, and where an object is read,
more is known.  An object remembers its layers (the literals it was summed up of, each with its
surroundings), a function its body; reading a field or calling looks at the text again, with the
arguments of this call and the ``self`` that all layers make together.  What such a look finds is
remembered with what it said, so that it is done once.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from confty import types
from confty.kit.checking import Wanted
from confty.languages.jsonnet import codes
from confty.languages.jsonnet.checker.blame import WrittenNull
from confty.languages.jsonnet.checker.checker import WRITTEN, Checker
from confty.languages.jsonnet.checker.generics import erased
from confty.languages.jsonnet.checker.looks import Known
from confty.languages.jsonnet.checker.naming import can_name, conditional_fields
from confty.languages.jsonnet.checker.notation import spell, tell
from confty.languages.jsonnet.checker.scope import ObjectScope, Scope
from confty.languages.jsonnet.checker.written import field_name
from confty.languages.jsonnet.parser import syntax
from confty.languages.jsonnet.rules import ANY, DECLARED, LATE, PLUS, RELATION
from confty.records import Record
from confty.text import Span

#: From how many layers on fields are looked up and not searched for.
_MANY_LAYERS: Final = 8

# Sums up two types, None where they never add; given by whoever knows how, since that asks this
# module.
Sum = Callable[[types.Type, types.Type], "types.Type | None"]


class LiteralReading(NamedTuple):
    """How to open a literal's locals, and how to infer a field of it; both look at the text."""

    enter: Callable[[Checker, ObjectScope, Layer], Scope]
    read: Callable[[Checker, syntax.Field, types.Type], types.Type]


class Layer:
    """One object literal as it was met, or one turn of an object comprehension."""

    __slots__ = ("around", "check", "known", "node", "own", "reading", "whole")

    def __init__(
        self,
        check: Checker,
        node: syntax.Object | syntax.ObjectComprehension,
        own: types.Object,
        reading: LiteralReading,
    ) -> None:
        self.check = check
        self.around = check.surroundings()
        self.node = node
        self.own = own
        # Whether ``own`` is all there is: it grows while the literal is read.
        self.whole = True
        self.reading = reading
        # Types of fields that read no self, where they are known from the text.
        self.known: dict[str, types.Type] = {}

    def may_have(self, name: str) -> bool:
        """Whether a computed field may have this name."""
        if isinstance(self.node, syntax.ObjectComprehension):
            return False  # a turn is known by its name
        return any(
            can_name(one.key, name)
            for one in self.node.members
            if isinstance(one, syntax.Field) and not isinstance(one.key, syntax.Identifier)
        )

    def field(self, name: str) -> syntax.Field | None:
        """The field of this name, where its name is written out."""
        if isinstance(self.node, syntax.ObjectComprehension):
            return self.node.field if name in self.own.by_name else None
        index = self.check.fields.get(self.node)
        if index is None:
            fields = [one for one in self.node.members if isinstance(one, syntax.Field)]
            index = {field_name(one) or "": one for one in fields}
            self.check.fields[self.node] = index
        return index.get(name)


class LayeredObject:
    """The object that some layers make together."""

    __slots__ = ("_places", "busy", "frames", "height", "known", "layers", "parts", "sum", "type")

    layers: tuple[Layer | types.Object, ...]

    def __init__(
        self,
        layers: tuple[Layer | types.Object, ...] | None,
        add: Sum,
        parts: tuple[types.Object, types.Object] | None = None,
    ) -> None:
        # The layers, or two objects of which one is laid over the other: these are counted
        # through when somebody asks, else a row of names, each with a layer more than the last,
        # takes the square of its length.
        self.parts = parts
        if layers is not None:
            self.layers = layers
        # How many layers there are, known without counting them through.
        self.height = len(layers or ()) + sum([height_of(part) for part in parts or ()])
        self.sum = add
        self.type: types.Object = types.object_of(())
        self.known: dict[tuple[str, int], Known] = {}
        self.frames: dict[int, tuple[ObjectScope, Scope]] = {}
        self.busy: set[tuple[str, int]] = set()
        self._places: dict[str | None, list[int]] | None = None

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            if name != "layers":
                raise AttributeError(name)
            self.layers = _counted(self)
            self.parts = None
            return self.layers

    def _speaking(self, name: str, upto: int) -> list[int]:
        """Return the places of the layers that have a field, or may have it, the lowest first.

        Looked up where there are many layers: else a chain of them takes the square.
        """
        if len(self.layers) < _MANY_LAYERS:
            return list(range(upto))
        places = self._places
        if places is None:
            if not all(isinstance(one, types.Object) or one.whole for one in self.layers):
                return list(range(upto))
            places = self._places = {None: []}
            for place, layer in enumerate(self.layers):
                own = _own(layer)
                for field in own.by_name:
                    places.setdefault(field, []).append(place)
                if own.rest is not None:
                    places[None].append(place)
        found = places.get(name, [])
        if places[None]:
            found = sorted({*found, *places[None]})
        return found if not found or found[-1] < upto else found[: bisect_left(found, upto)]

    def read(self, check: Checker, name: str, below: int | None = None) -> types.Type | None:
        """Return the type of a field of the layers, of those ``below`` one for ``super``.

        None where there is no such field.
        """
        upto = len(self.layers) if below is None else below
        key = name, upto
        known = self.known.get(key)
        if known is None:
            if key in self.busy:
                return ANY
            self.busy.add(key)
            check.work.listen()
            try:
                found = self._read(check, name, upto)
            finally:
                self.busy.discard(key)
                said = check.work.heard()
            known = found, said
            if not check.work.spent:
                self.known[key] = known
        check.hear(known[1])
        return known[0]

    def written(self, name: str) -> syntax.Expression | None:
        """Return the expression that gives a field, where one layer alone does."""
        for place in reversed(self._speaking(name, len(self.layers))):
            layer = self.layers[place]
            own = _own(layer)
            field = own.by_name.get(name)
            if field is not None:
                node = layer.field(name) if isinstance(layer, Layer) else None
                return None if node is None or field.marks & PLUS else syntax.stripped(node.value)
            if own.rest is not None and _may_have(layer, name):
                return None
        return None

    def text_of(self, name: str) -> tuple[Checker, syntax.Field] | None:
        """Return the uppermost text of a field, with the file that it stands in."""
        for place in reversed(self._speaking(name, len(self.layers))):
            layer = self.layers[place]
            node = layer.field(name) if isinstance(layer, Layer) else None
            if node is not None and isinstance(layer, Layer):
                return layer.check, node
        return None

    def has(self, name: str, below: int) -> bool | None:
        """Whether the layers below one have a field, None where that is not known."""
        unsure = False
        for place in self._speaking(name, below):
            layer = self.layers[place]
            own = _own(layer)
            if name in own.by_name:
                return True
            unsure = unsure or (own.rest is not None and _may_have(layer, name))
        return None if unsure else False

    def _read(self, check: Checker, name: str, upto: int) -> types.Type | None:
        places: list[int] = []
        for place in reversed(self._speaking(name, upto)):
            own = _own(self.layers[place])
            field = own.by_name.get(name)
            if field is not None:
                places.append(place)
                if not field.marks & PLUS:
                    break
            elif own.rest is not None and _may_have(self.layers[place], name):
                return ANY if places else self._if_there(check, place, name)
        found: types.Type | None = None
        for place in reversed(places):
            value = self._value(check, place, name, ANY if found is None else found)
            found = value if found is None else self._added(check, place, name, (found, value))
        return None if found is None else self._kept(check, places, name, found)

    def _if_there(self, check: Checker, place: int, name: str) -> types.Type:
        """Read a field that only a condition lets be there, and that no layer below has."""
        layer = self.layers[place]
        named = conditional_fields(layer.node) if isinstance(layer, Layer) else None
        node = None if named is None else named.get(name)
        if node is None or self.has(name, place) is not False or not check.work.enter(node):
            return ANY
        try:
            return self.look(check, place, node)
        finally:
            check.work.leave(node)

    def names(self) -> list[str] | None:
        """Return the names that fields may have, None where they are not known."""
        found: dict[str, None] = {}
        for layer in self.layers:
            own = _own(layer)
            found.update(dict.fromkeys(own.by_name))
            if own.rest is not None:
                more = conditional_fields(layer.node) if isinstance(layer, Layer) else None
                if more is None:
                    return None
                found.update(dict.fromkeys(more))
        return list(found)

    def _kept(self, check: Checker, places: list[int], name: str, found: types.Type) -> types.Type:
        """Hold what replaces a field against the type that is written before the field."""
        for place in self._speaking(name, places[0]):
            own = _own(self.layers[place]).by_name.get(name)
            if own is None or not own.marks & DECLARED:
                continue
            top = self.layers[places[0]]
            node = top.field(name) if isinstance(top, Layer) else None
            given = types.plain(erased(found))
            wrong = RELATION.assignable(given, own.type) is types.NO
            if node is not None and isinstance(top, Layer) and wrong:
                span = Span(top.check.source, node.value.start, node.value.end)
                because = self._annotated(place, name)
                check.hear(
                    because.blamed(tell(codes.TYPE_MISMATCH, span, one))
                    for one in types.misfits(given, own.type, RELATION)
                )
            return own.type
        return found

    def _annotated(self, place: int, name: str) -> Wanted:
        layer = self.layers[place]
        node = layer.field(name) if isinstance(layer, Layer) else None
        written = layer.check.annotations.get(node) if isinstance(layer, Layer) and node else None
        at = None if written is None else written.span
        return Wanted(_own(layer).by_name[name].type, WRITTEN, at)

    def _added(
        self, check: Checker, place: int, name: str, operands: tuple[types.Type, types.Type]
    ) -> types.Type:
        """Add a field that is written +: to what stands below it."""
        found = self.sum(*operands)
        if found is not None:
            return found
        layer = self.layers[place]
        node = layer.field(name) if isinstance(layer, Layer) else None
        if node is not None and isinstance(layer, Layer):
            below, above = (spell(one) for one in operands)
            message = f"`+` cannot add `{below}` and `{above}`"
            span = Span(layer.check.source, node.value.start, node.value.end)
            said = codes.BAD_OPERANDS.at(span, message)
            if operands[0] is types.NULL:
                said = said.noted(*self._null_below(place, name))
            check.hear([said])
        return ANY

    def _null_below(self, place: int, name: str) -> list[WrittenNull]:
        """Return the null that stands below a layer in a field, where it is written out."""
        for lower in reversed(self._speaking(name, place)):
            layer = self.layers[lower]
            node = layer.field(name) if isinstance(layer, Layer) else None
            if node is not None and isinstance(layer, Layer):
                value = syntax.stripped(node.value)
                written = isinstance(value, syntax.Null)
                return [WrittenNull(layer.check.span(value), name)] if written else []
        return []

    def _value(self, check: Checker, place: int, name: str, inherited: types.Type) -> types.Type:
        layer = self.layers[place]
        own = _own(layer).by_name[name]
        if isinstance(layer, types.Object):
            return own.type
        known = layer.known.get(name)
        if known is not None and not own.marks & LATE:
            return known
        node = layer.field(name)
        if node is None or not check.work.enter(node):
            return own.type
        try:
            return self.look(check, place, node, inherited)
        finally:
            check.work.leave(node)

    def look(
        self, check: Checker, place: int, node: syntax.Field, inherited: types.Type = ANY
    ) -> types.Type:
        """Infer a field of one layer, knowing what ``self`` is."""
        return self.within(
            check, place, lambda layer: layer.reading.read(layer.check, node, inherited)
        )

    def within(self, check: Checker, place: int, job: Callable[[Layer], types.Type]) -> types.Type:
        """Do something inside of one literal, knowing what ``self`` is."""
        layer = self.layers[place]
        assert isinstance(layer, Layer)
        inner = layer.check

        def work() -> types.Type:
            opened = self.frames.get(place)
            if opened is None:
                frame = ObjectScope(layer.around.frame, None, syntax.Identifier(0, 0, "self"))
                frame.instance, frame.place = self, place
                frame.itself.type = self.type
                opened = self.frames[place] = frame, layer.reading.enter(inner, frame, layer)
            inner.frame, inner.scope = opened
            return job(layer)

        found, said = inner.look_closer(check.work, layer.around, work)
        check.hear(said)
        return ANY if found is None else found


def _counted(instance: LayeredObject) -> tuple[Layer | types.Object, ...]:
    """Return the layers of an object that is laid over another, the lowest first."""
    found: list[Layer | types.Object] = []
    waiting = list(reversed(instance.parts or ()))
    while waiting:
        one = waiting.pop()
        parts = one.origin.parts if isinstance(one.origin, LayeredObject) else None
        if parts is None:
            found += layers_of(one)
        else:
            waiting += reversed(parts)
    return tuple(found)


def height_of(type_: types.Object) -> int:
    """Return how many layers an object is known to be summed up of."""
    return type_.origin.height if isinstance(type_.origin, LayeredObject) else 1


def _own(layer: Layer | types.Object) -> types.Object:
    return layer if isinstance(layer, types.Object) else layer.own


def _may_have(layer: Layer | types.Object, name: str) -> bool:
    return True if isinstance(layer, types.Object) else layer.may_have(name)


class Narrowed(metaclass=Record):
    """An object of which a condition has proved something."""

    origin: LayeredObject | Narrowed
    before: types.Object
    proved: types.Object

    def first(self) -> LayeredObject:
        """Return the layers as they are."""
        origin = self.origin
        while isinstance(origin, Narrowed):
            origin = origin.origin
        return origin

    def read(self, check: Checker, name: str) -> types.Type | None:
        """Return the type of a field, as far as it passes what was proved."""
        found = self.origin.read(check, name)
        proved = self.proved.by_name.get(name)
        if proved is None:
            return found
        if found is None:
            return proved.type
        before = self.before.by_name.get(name)
        if before is not None and before.type is proved.type:
            return found
        return narrowed(found, proved.type)


class Grown(Narrowed):
    """An object that a loop goes on with: one turn of it is known, others may have added to it."""

    __slots__ = ()

    def read(self, check: Checker, name: str) -> types.Type | None:
        """Return the type of a field after one turn; arrays may have got longer since."""
        found = self.origin.read(check, name)
        return ANY if found is None else _longer(found)


def _longer(type_: types.Type) -> types.Type:
    if isinstance(type_, types.Union):
        return types.gradual_union(*[_longer(one) for one in type_.members])
    if isinstance(type_, types.Tuple):
        return types.list_of(types.gradual_union(*type_.elements) if type_.elements else ANY)
    return grown(type_)


def grown(type_: types.Type) -> types.Type:
    """Return an object that may have got more fields since, which remembers what it was."""
    origin = instance_of(type_)
    if origin is None or not isinstance(type_, types.Object):
        return type_
    plain = type_.plain or type_
    fields = [types.retyped(one, ANY, optional=one.optional) for one in plain.fields]
    open_ = types.object_of(fields, ANY)
    return types.originated(open_, Grown(origin, plain, plain))


def instance_in(frame: ObjectScope) -> LayeredObject | None:
    """Return what ``self`` is in a closer look."""
    return frame.instance if isinstance(frame.instance, LayeredObject) else None


def instance_of(type_: types.Type) -> LayeredObject | Narrowed | None:
    """Return the layers that an object remembers."""
    origin = type_.origin if isinstance(type_, types.Object) else None
    return origin if isinstance(origin, (LayeredObject, Narrowed)) else None


def layers_of(type_: types.Object) -> tuple[Layer | types.Object, ...]:
    """Return the layers of an object; one that remembers none is a layer of its own."""
    origin = instance_of(type_)
    return origin.layers if isinstance(origin, LayeredObject) else (type_.plain or type_,)


def kept_origin(before: types.Type, after: types.Type) -> types.Type:
    """Return what a test left of one type, which remembers what that remembered."""
    origin = instance_of(before)
    if origin is None or not isinstance(after, types.Object) or after.origin is not None:
        return after
    assert isinstance(before, types.Object)
    plain = before.plain or before
    if after is plain:
        return before
    return types.originated(after, Narrowed(origin, plain, after))


def narrowed(found: types.Type, wanted: types.Type) -> types.Type:
    """Return what is left of a type where a test for another held."""
    if not found.flags & types.HAS_ORIGIN:
        return types.narrow(found, types.plain(wanted), RELATION)
    parts = found.members if isinstance(found, types.Union) else (found,)
    wanted = types.plain(wanted)
    return types.gradual_union(
        *[kept_origin(one, types.narrow(types.plain(one), wanted, RELATION)) for one in parts]
    )


def field_type(check: Checker, part: types.Object, name: str) -> types.Type | None:
    """Return the type of a field as closely as it is known, None where there is none."""
    origin = instance_of(part)
    if origin is not None:
        found = origin.read(check, name)
        if found is not None:
            return found
    known = part.by_name.get(name)
    if known is not None and origin is None:
        return known.type
    return None if part.rest is None or origin is not None else part.rest
