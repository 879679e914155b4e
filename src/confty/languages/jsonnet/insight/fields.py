"""The places of fields: keys, accesses, named arguments, and texts that name a field."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from confty import types
from confty.kit.sights import Kind, Occurrence
from confty.languages.jsonnet.checker.foreign import declaration
from confty.languages.jsonnet.checker.written import field_name, stripped, subscript
from confty.languages.jsonnet.insight.ground import Ground
from confty.languages.jsonnet.insight.merges import fields_of, key_span, letters_of, spelled_in
from confty.languages.jsonnet.library import FUNCTIONS, NAMING
from confty.languages.jsonnet.parser import syntax
from confty.text import Span

_PLACEHOLDER: Final = re.compile(r"%(?:%|\(([^)]*)\))")
# How far before a value its name may stand.
_FURTHEST: Final = 200
_LIBRARY: Final = "`std` is part of the language"


class FieldNames:
    """Finds the places of fields."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._scopes = ground.scopes
        # Of each function that is called with names: where its parameters are written.
        self._parameters: dict[syntax.Expression, dict[str, list[Span]]] = {}
        # Why names keep their spelling, by the list of their definitions, which many share.
        self._reasons: dict[tuple[int, str, Kind], str] = {}
        self.found: list[Occurrence] = []

    def read(self, node: syntax.Expression) -> None:
        """Note the fields that an expression reads by their names."""
        if isinstance(node, syntax.Dot | syntax.Index):
            self._access(node)
        elif isinstance(node, syntax.Binary):
            self._in_text(node)
        elif isinstance(node, syntax.Call):
            self._in_call(node)
        else:
            self._in_super(node)

    def key(self, literal: syntax.Node, field: syntax.Field) -> None:
        """Note the name of a field where the field is written."""
        name = field_name(field)
        if not name:
            return
        span = key_span(self._ground.source, field)
        known = self._ground.merges.fields(literal, name)
        about = name[1:]
        if name[:1] == "#" and about and self._about(literal, about):
            # Documentation goes with the field it is about.
            known = self._ground.merges.fields(literal, about)
            quote = span.text[0] != "#"
            place = span.start + 1 + quote, span.end - quote
            self._say(about, Kind.FIELD, place, known, writes=False)
            return
        function = field.parameters is not None or isinstance(
            stripped(field.value), syntax.Function
        )
        kind = Kind.METHOD if function else Kind.FIELD
        # What one literal writes twice is known once.
        if self._ground.merges.writes(literal, name) is not field and span not in known:
            known = [span, *known]
        fixed = "" if bare(span) == name else "it is written with escapes"
        self._say(name, kind, (span.start, span.end), known, writes=True, fixed=fixed)

    def _about(self, literal: syntax.Node, name: str) -> bool:
        return bool(self._ground.merges.fields(literal, name))

    def _access(self, node: syntax.Dot | syntax.Index) -> None:
        """Note the name of a field where it is read."""
        access = subscript(node)
        if access is None:
            return
        target, name = access
        place = self._place(node.field if isinstance(node, syntax.Dot) else stripped(node.index))
        if place is None or not name:
            return
        called = node in self._scopes.called
        if self._is_library(target):
            known = FUNCTIONS.get(name)
            kind = Kind.FIELD if known is None else Kind.FUNCTION
            self._say(name, kind, place, (), called=called, fixed=_LIBRARY)
            return
        found = self.definitions(target, name)
        if not found:
            place_of = declaration(self._ground.checker, node)
            found = [] if place_of is None else [_named(place_of, name)]
        type_ = self._ground.checker.types.get(node)
        kind = Kind.METHOD if isinstance(type_, types.Function) else Kind.FIELD
        self._say(name, kind, place, found, called=called)

    def definitions(self, target: syntax.Expression, name: str) -> list[Span]:
        """Return where a field of an expression's value is written."""
        return fields_of(self._ground.objects(target), name)

    def _in_super(self, node: syntax.Expression) -> None:
        """Note ``super.f``, ``super['f']`` and ``'f' in super``."""
        named: syntax.Node | None = None
        if isinstance(node, syntax.SuperField):
            named = node.field
        elif isinstance(node, syntax.SuperIndex):
            named = stripped(node.index)
        elif isinstance(node, syntax.InSuper):
            named = stripped(node.key)
        around = self._scopes.inside.get(node)
        place = None if named is None else self._place(named)
        if place is None or not around:
            return
        name = _text(named)
        found = self._ground.merges.fields(around[-1], name, below=True)
        called = node in self._scopes.called
        if name:
            self._say(name, Kind.FIELD, place, found, called=called)

    def _in_text(self, node: syntax.Binary) -> None:
        """Note ``'f' in o``, and the fields that a format asks for."""
        left = stripped(node.left)
        if not isinstance(left, syntax.String):
            return
        if node.operator == "in":
            self._named_by(left, node.right)
            return
        letters = letters_of(self._ground.source, left)
        if letters is None:
            return
        # Behind the last bracket no name is closed.
        for match in _PLACEHOLDER.finditer(left.value, 0, left.value.rfind(")") + 1):
            name = match.group(1)
            found = self.definitions(node.right, name) if name else []
            if found:
                start, end = match.span(1)
                self._say(name, Kind.FIELD, (letters[0] + start, letters[0] + end), found)

    def _in_call(self, node: syntax.Call) -> None:
        """Note the field that a call of the library names: ``std.get(o, 'f')``."""
        access = subscript(stripped(node.callee))
        if access is None or access[1] not in NAMING or len(node.arguments) < 2:
            return
        named = stripped(node.arguments[1].value)
        if self._is_library(access[0]) and isinstance(named, syntax.String):
            self._named_by(named, node.arguments[0].value)

    def _named_by(self, text: syntax.String, target: syntax.Expression) -> None:
        place = self._place(text)
        if place is not None and text.value:
            found = self.definitions(target, text.value)
            if found:
                self._say(text.value, Kind.FIELD, place, found)

    def argument(self, node: syntax.Call, name: syntax.Identifier) -> None:
        """Note the name of an argument: it is the parameter's."""
        callee = stripped(node.callee)
        known = self._parameters.get(callee)
        if known is None:
            known = self._parameters[callee] = self._parameters_of(callee)
        found = known.get(name.name, [])
        access = subscript(callee)
        fixed = _LIBRARY if access is not None and self._is_library(access[0]) else ""
        place = name.start, name.end
        self._say(name.name, Kind.PARAMETER, place, found, fixed=fixed)

    def _parameters_of(self, callee: syntax.Expression) -> dict[str, list[Span]]:
        """Where the parameters of what is called are written, by their names."""
        found: dict[str, dict[Span, None]] = {}
        for closure in self._ground.closures(callee):
            for one in closure.parameters:
                span = Span(closure.check.source, one.name.start, one.name.end)
                found.setdefault(one.name.name, {})[span] = None
        variable = self._ground.checker.uses.get(callee)
        for one in () if variable is None else variable.parameters:
            found.setdefault(one.name.name, {self._ground.span(one.name): None})
        return {name: list(spans) for name, spans in found.items()}

    def _is_library(self, node: syntax.Expression) -> bool:
        node = stripped(node)
        is_std = isinstance(node, syntax.Name) and node.name == "std"
        return is_std and node not in self._scopes.meaning

    def _place(self, node: syntax.Node) -> tuple[int, int] | None:
        if isinstance(node, syntax.String):
            return spelled_in(self._ground.source, node)
        if isinstance(node, syntax.Identifier) and node.name:
            return node.start, node.end
        return None

    def _say(
        self,
        name: str,
        kind: Kind,
        place: tuple[int, int],
        definitions: Sequence[Span],
        *,
        writes: bool = False,
        called: bool = False,
        fixed: str = "",
    ) -> None:
        if not fixed:
            # Who is found keeps the list, so that no other one has its number.
            key = id(definitions), name, kind
            known = self._reasons.get(key)
            fixed = self._fixed(name, kind, definitions) if known is None else known
            self._reasons[key] = fixed
        self.found.append(
            Occurrence(name, kind, *place, definitions, writes=writes, called=called, fixed=fixed)
        )

    def _fixed(self, name: str, kind: Kind, definitions: Sequence[Span]) -> str:
        if not definitions:
            what = "function" if kind is Kind.PARAMETER else "object"
            return f"it is not known which {what} `{name}` belongs to"
        for one in definitions:
            if bare(one) != name:
                return f"it is declared in {one.source.name}, not by its name alone"
        return ""


def _text(node: syntax.Node | None) -> str:
    if isinstance(node, syntax.Identifier):
        return node.name
    return node.value if isinstance(node, syntax.String) else ""


def _named(place: Span, name: str) -> Span:
    """Return the name itself, where a declaration is more than that or stands behind it."""
    source, text = place.source, place.text
    for quote in ("", '"', "'"):
        spelled = f"{quote}{name}{quote}"
        if text.startswith(spelled):
            return Span(source, place.start, place.start + len(spelled))
        before = source.text[max(0, place.start - _FURTHEST) : place.start].rstrip()
        key = before[:-1].rstrip() if before[-1:] in {"=", ":"} else ""
        if key.endswith(spelled) and not _goes_on(key[: -len(spelled)], quote):
            start = place.start - min(place.start, _FURTHEST) + len(key) - len(spelled)
            return Span(source, start, start + len(spelled))
    return place


def _goes_on(before: str, quote: str) -> bool:
    """Whether a word is only the end of a longer one."""
    return not quote and (before[-1:].isalnum() or before[-1:] in {"_", "-", ".", '"', "'"})


def bare(span: Span) -> str:
    """Return a name without its quotes."""
    text = span.text
    quoted = len(text) > 1 and text[0] in {'"', "'"} and text[-1] == text[0]
    return text[1:-1] if quoted else text
