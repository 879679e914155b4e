"""How objects and functions were made, kept with their types so that a closer look is possible.

A type says what holds wherever a literal or a function ends up: parameters are ``any``, and other
layers may replace what ``self`` has.  Where a function is called, and where an object is read,
more is known.  An object remembers its layers (the literals it was summed up of, each with its
surroundings), a function its body; reading a field or calling looks at the text again, with the
arguments of this call and the ``self`` that all layers make together.  What such a look finds is
remembered with what it said, so that it is done once.
"""

from __future__ import annotations

from _collections_abc import Callable

from confty import types
from confty.kit.checking import Wanted
from confty.languages.jsonnet import codes
from confty.languages.jsonnet.checker.blame import WrittenNull
from confty.languages.jsonnet.checker.checker import WRITTEN, Checker
from confty.languages.jsonnet.checker.computed_names import conditional_fields
from confty.languages.jsonnet.checker.generics import erased
from confty.languages.jsonnet.checker.layers import Layer, may_have, own_of, steady_value
from confty.languages.jsonnet.checker.look_budget import Known, Place
from confty.languages.jsonnet.checker.notation import spell, tell
from confty.languages.jsonnet.checker.rows import MANY_LAYERS
from confty.languages.jsonnet.checker.scope import ObjectScope, Scope
from confty.languages.jsonnet.checker.stacks import LayerStack
from confty.languages.jsonnet.parser import syntax
from confty.languages.jsonnet.rules import ANY, DECLARED, LATE, PLUS, RELATION
from confty.records import Record
from confty.text import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from confty.languages.jsonnet.checker.stacks import Layers

# Sums up two types, None where they never add; given by whoever knows how, since that asks this
# module.
Sum = Callable[[types.Type, types.Type], "types.Type | None"]


class LayeredObject(LayerStack):
    """The object that some layers make together."""

    __slots__ = ("busy", "frames", "known", "sum", "type")

    def __init__(
        self,
        layers: Layers | None,
        add: Sum,
        parts: tuple[types.Object, types.Object] | None = None,
    ) -> None:
        super().__init__(layers, parts)
        self.sum = add
        self.type: types.Object = types.object_of(())
        self.known: dict[tuple[str, int], Known] = {}
        self.frames: dict[int, tuple[ObjectScope, Scope]] = {}
        self.busy: set[tuple[str, int]] = set()

    def read(self, check: Checker, name: str, below: int | None = None) -> types.Type | None:
        """Return the type of a field of the layers, of those ``below`` one for ``super``.

        None where there is no such field.
        """
        upto = self.height if below is None else below
        known = self.known.get((name, upto))
        if known is None:
            if (name, upto) in self.busy:
                return ANY
            known = self._looked_up(check, name, upto)
        check.hear(known[1])
        return known[0]

    def _looked_up(self, check: Checker, name: str, upto: int) -> Known:
        """Find a field that is not known.

        It may lead to a hundred others, one through the other, of which the last are too far from
        here to be looked at: those are found first, and then all is near.
        """
        found = self.attempt(check, name, upto)
        far = None if check.work.reads else check.work.beyond
        waiting: list[Place] = [(self, name, upto)]
        while far is not None and far not in waiting:
            waiting.append(far)
            far = check.work.catch_up(check, waiting)
        return self.known.get((name, upto), found)

    def attempt(self, check: Checker, name: str, upto: int) -> Known:
        """Find a field, and remember it unless something on the way was not looked at."""
        work = check.work
        before, work.spent = work.spent, False
        if not work.reads:
            work.beyond = None
        work.reads += 1
        self.busy.add((name, upto))
        work.listen()
        try:
            found = self._read(check, name, upto)
        finally:
            self.busy.discard((name, upto))
            work.reads -= 1
            said = work.heard()
        if not work.spent:
            self.known[name, upto] = found, said
        elif work.beyond is None:
            work.beyond = self, name, upto
        work.spent = work.spent or before
        return found, said

    def _read(self, check: Checker, name: str, upto: int) -> types.Type | None:
        below = self.below() if upto == self.height >= MANY_LAYERS else None
        if below is not None and self.adds(name) and self.is_steady(name):
            return self._read_upon(check, below, name)
        places: list[int] = []
        for place in reversed(self.speaking(name, upto)):
            own = own_of(self.row.layers[place])
            field = own.by_name.get(name)
            if field is not None:
                places.append(place)
                if not field.marks & PLUS:
                    break
            elif own.rest is not None and may_have(self.row.layers[place], name):
                return ANY if places else self._if_there(check, place, name)
        found: types.Type | None = None
        for place in reversed(places):
            value = self._value(check, place, name, ANY if found is None else found)
            found = value if found is None else self._added(check, place, name, (found, value))
        return None if found is None else self._kept(check, places, name, found)

    def _read_upon(self, check: Checker, below: LayeredObject, name: str) -> types.Type | None:
        """Read a steady field: what stands below has it, too, and knows it or will.

        A row of names, each with a layer more that adds to a field, takes the square otherwise.
        """
        rows = [below]
        while (next_ := rows[-1].below()) is not None and (name, next_.height) not in next_.known:
            rows.append(next_)
        # From the lowest on, so that none of them goes down the row by itself.
        found: types.Type | None = None
        for one in reversed(rows):
            found = one.read(check, name)
        for place, layer in enumerate(self.upper(), below.height):
            field = own_of(layer).by_name.get(name)
            if field is None:
                continue
            value = steady_value(layer, name)
            if found is not None and field.marks & PLUS:
                value = self._added(check, place, name, (found, value))
            found = value
        return found

    def _if_there(self, check: Checker, place: int, name: str) -> types.Type:
        """Read a field that only a condition lets be there, and that no layer below has."""
        layer = self.row.layers[place]
        named = conditional_fields(layer.node) if isinstance(layer, Layer) else None
        node = None if named is None else named.get(name)
        if node is None or self.has(name, place) is not False or not check.work.enter(node):
            return ANY
        try:
            return self.look(check, place, node)
        finally:
            check.work.leave(node)

    def _kept(self, check: Checker, places: list[int], name: str, found: types.Type) -> types.Type:
        """Hold what replaces a field against the type that is written before the field."""
        for place in self.row.declaring(name, places[0], self.height):
            own = own_of(self.row.layers[place]).by_name.get(name)
            if own is None or not own.marks & DECLARED:
                continue
            top = self.row.layers[places[0]]
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
        layer = self.row.layers[place]
        node = layer.field(name) if isinstance(layer, Layer) else None
        written = layer.check.annotations.get(node) if isinstance(layer, Layer) and node else None
        at = None if written is None else written.span
        return Wanted(own_of(layer).by_name[name].type, WRITTEN, at)

    def _added(
        self, check: Checker, place: int, name: str, operands: tuple[types.Type, types.Type]
    ) -> types.Type:
        """Add a field that is written +: to what stands below it."""
        found = self.sum(*operands)
        if found is not None:
            return found
        layer = self.row.layers[place]
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
        for lower in reversed(self.speaking(name, place)):
            layer = self.row.layers[lower]
            node = layer.field(name) if isinstance(layer, Layer) else None
            if node is not None and isinstance(layer, Layer):
                value = syntax.stripped(node.value)
                written = isinstance(value, syntax.Null)
                return [WrittenNull(layer.check.span(value), name)] if written else []
        return []

    def _value(self, check: Checker, place: int, name: str, inherited: types.Type) -> types.Type:
        layer = self.row.layers[place]
        own = own_of(layer).by_name[name]
        if isinstance(layer, types.Object):
            return own.type
        known = layer.steady(name)
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
        layer = self.row.layers[place]
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
        return origin.read(check, name)
    known = part.by_name.get(name)
    return part.rest if known is None else known.type
