"""Every name of a file where it is written, with what introduces it.

A record has no place of its own: two records with the same fields are one type.  So a field is
introduced wherever its record's type is written, or else wherever such a record is made.
"""

from __future__ import annotations

from collections.abc import Iterator

from confty.kit.sights import Kind, Occurrence
from confty.languages.phy.checker.checked import Alias, Procedure, Variable
from confty.languages.phy.forms import FORMS
from confty.languages.phy.insight.ground import Ground, declares, form_of
from confty.languages.phy.library import BUILTINS, Named
from confty.languages.phy.parser import Node
from confty.text import Span
from confty.types import Function, Object, Type, canonical


def occurrences(ground: Ground) -> list[Occurrence]:
    """Return the names of a file in the order they are written."""
    found: dict[int, Occurrence] = {}
    fields = Fields(ground)
    for node in ground.nodes:
        name = declares(node)
        if name is not None:
            one = _introduced(ground, node, name)
            found[one.start] = one
        called = form_of(node) == "Call"
        for index, item in enumerate(node.items):
            if item.form != "Ident":
                continue
            use = fields.named(node, index) or _use(ground, item, called=called and index == 0)
            if use is not None:
                found.setdefault(use.start, use)
    return sorted(found.values(), key=lambda one: one.start)


def kind_of(entity: Variable | Procedure | Alias) -> Kind:
    """Say what kind of thing a name is."""
    if isinstance(entity, Alias):
        return Kind.TYPE
    if isinstance(entity, Procedure) or isinstance(entity.type, Function):
        return Kind.FUNCTION
    return Kind.PARAMETER if entity.kind == "parameter" else Kind.VARIABLE


def _introduced(ground: Ground, node: Node, name: Node) -> Occurrence:
    place = ground.name_place(name.start, name.end)
    entity = ground.entities.get(name.start)
    kinds = {"ProcDecl": Kind.FUNCTION, "TypeDecl": Kind.TYPE, "ParamDecl": Kind.PARAMETER}
    kind = kinds.get(form_of(node), Kind.VARIABLE)
    if entity is not None and kind is not Kind.PARAMETER:
        kind = kind_of(entity)
    return Occurrence(str(name.value), kind, place.start, place.end, [place], writes=True)


def _use(ground: Ground, node: Node, *, called: bool) -> Occurrence | None:
    name, place = str(node.value), ground.name_place(node.start, node.end)
    entity = ground.uses.get(node.start)
    if entity is not None:
        defined = [ground.name_place(entity.start, entity.end)]
        return Occurrence(
            name, kind_of(entity), place.start, place.end, defined, called=called,
            writes=node.start in ground.targets,
        )  # fmt: skip
    builtin = BUILTINS.get(name)
    if builtin is None:
        return None
    kind = Kind.CONSTANT if isinstance(builtin.signature, Named) else Kind.FUNCTION
    fixed = f"{name} is part of the language"
    return Occurrence(name, kind, place.start, place.end, (), called=called, fixed=fixed)


class Fields:
    """The fields of records, by the type of the record."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self._declared: dict[tuple[Type, str], list[Span]] = {}
        self._made: dict[tuple[Type, str], list[Span]] = {}
        for node in ground.nodes:
            form = form_of(node)
            if form not in ("RecordTy", "RecordCons"):
                continue
            record = ground.type_of(node)
            table = self._declared if form == "RecordTy" else self._made
            for item in node.items:
                name = field_name(item)
                if name is not None and record is not None:
                    place = ground.name_place(name.start, name.end)
                    table.setdefault((canonical(record), str(name.value)), []).append(place)
        self._records: dict[int, Type | None] = {
            item.start: ground.type_of(node)
            for node in ground.nodes
            if form_of(node) in ("RecordTy", "RecordCons")
            for item in node.items
        }

    def places(self, record: Type, name: str) -> list[Span]:
        """Return where a field of a record's type is introduced."""
        key = (canonical(record), name)
        return self._declared.get(key) or self._made.get(key) or []

    def named(self, node: Node, index: int) -> Occurrence | None:
        """Return the field that an operand of a form names, if it names one."""
        form, name = form_of(node), node.items[index]
        if form == "Field" and index == 0:
            return self._occurrence(name, self._records.get(node.start), writes=True)
        if form == "FieldAccess" and index == 1:
            return self._occurrence(name, self.ground.type_of(node.items[0]), writes=False)
        return None

    def _occurrence(self, name: Node, record: Type | None, *, writes: bool) -> Occurrence:
        text = str(name.value)
        place = self.ground.name_place(name.start, name.end)
        places = self.places(record, text) if isinstance(record, Object) else []
        fixed = "" if places else "it is not known which record the field is of"
        return Occurrence(
            text, Kind.FIELD, place.start, place.end, places, writes=writes and bool(places),
            fixed=fixed,
        )  # fmt: skip


def field_name(item: Node) -> Node | None:
    """Return the name of a field of a record or of its type."""
    if form_of(item) == "Field" and item.items and item.items[0].form == "Ident":
        return item.items[0]
    return None


def heads(ground: Ground) -> Iterator[tuple[int, int]]:
    """Return the names of forms, which are words of the language."""
    for node in ground.nodes:
        if node.start < len(ground.text) and ground.text[node.start] == "(":
            start = node.start + 1
            while start < node.end and ground.text[start].isspace():
                start += 1
            word = form_of(node)
            if word in FORMS and ground.text.startswith(word, start):
                yield start, start + len(word)
