"""A name with what is to be said of it: kind, type, documentation, how it is called."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from confty import types
from confty.kit.reference import comment_above
from confty.kit.sights import Kind
from confty.languages.jsonnet.checker.kinds import members
from confty.languages.jsonnet.checker.layers import Layer
from confty.languages.jsonnet.checker.reference import told
from confty.languages.jsonnet.checker.written import stripped
from confty.languages.jsonnet.insight.brief import in_words
from confty.languages.jsonnet.insight.ground import Ground
from confty.languages.jsonnet.insight.merges import first_of
from confty.languages.jsonnet.insight.scopes import Binding
from confty.languages.jsonnet.parser import syntax
from confty.text import Source


class Described:
    """A field or a variable that may be written."""

    def __init__(
        self,
        ground: Ground,
        name: str,
        type_: types.Type,
        owners: tuple[types.Object, ...],
        binding: Binding | None = None,
    ) -> None:
        self.ground: Final = ground
        self.name: Final = name
        self.type: Final = type_
        # The objects that it is a field of.
        self.owners: Final = owners
        self.binding: Final = binding

    @property
    def function(self) -> types.Function | None:
        """Its type as a function, where it is one."""
        parts = members(self.type)
        return parts[0] if len(parts) == 1 and isinstance(parts[0], types.Function) else None

    @property
    def kind(self) -> Kind:
        """What it names."""
        return Kind.FIELD if self.function is None else Kind.METHOD

    @cached_property
    def spelled(self) -> str:
        """Its type, shortened."""
        return in_words(self.type)

    @property
    def snippet(self) -> str | None:
        """How it is called, with places to fill in; None for what is no function."""
        function = self.function
        if function is None or function.parameters is None:
            return None
        return f"{escaped(self.name)}({places(function.parameters)})"

    def method_snippet(self, mark: str) -> str | None:
        """How it is written as a key."""
        function = self.function
        if function is None or function.parameters is None or not mark:
            return None
        names = ", ".join([escaped(one.name or "") for one in function.parameters])
        return f"{escaped(self.name)}({names}): $0"

    def documentation(self) -> str:
        """Return what docsonnet or a comment says of it, the last layer's first."""
        if self.binding is not None:
            return about_binding(self.ground.source, self.binding)
        for owner in self.owners:
            text = about_field(owner, self.name)
            if text:
                return text
        return ""


def places(parameters: tuple[types.Parameter, ...]) -> str:
    """Return the arguments that a call has to give, as places of a snippet."""
    needed = [one.name or "" for one in parameters if not one.optional]
    names = [name.lstrip("$") for name in needed]
    return ", ".join([f"${{{at}:{escaped(name)}}}" for at, name in enumerate(names, 1)])


def escaped(text: str) -> str:
    """Return a text as it stands in a snippet."""
    return text.replace("\\", "\\\\").replace("$", "\\$").replace("}", "\\}")


def about_binding(source: Source, binding: Binding) -> str:
    """Return the comment above a local; of what is bound to a documented object, its words."""
    if binding.role != "local":
        return ""
    start = binding.name.start
    # The comment stands above the word ``local``.
    before = source.text.rfind("local", 0, start)
    between = source.text[before + 5 : start] if before >= 0 else "x"
    return comment_above(source, start if between.strip() else before)


def about_field(owner: types.Object, name: str) -> str:
    """Return what the layers of an object say of a field."""
    origin = first_of(owner)
    for layer in reversed(origin.layers) if origin is not None else ():
        if not isinstance(layer, Layer):
            continue
        text = about_written(layer, name)
        if text:
            return text
    return ""


def about_written(layer: Layer, name: str) -> str:
    """Return what one literal says of a field: docsonnet, or the comment above."""
    beside = layer.field(f"#{name}")
    if beside is not None:
        value = stripped(beside.value)
        text = value.value if isinstance(value, syntax.String) else told(beside.value)
        if text:
            return text.strip()
    field = layer.field(name)
    return "" if field is None else comment_above(layer.check.source, field.start)


def fields_offered(ground: Ground, target: syntax.Expression) -> list[Described]:
    """Return the fields of an expression's value, documentation left out."""
    found: dict[str, list[types.Type]] = {}
    objects = ground.objects(target)
    shown = ground.seen(target)
    parts = [*(() if shown is None else members(shown)), *objects]
    for at, part in enumerate(parts):
        for one in part.fields if isinstance(part, types.Object) else ():
            if one.name[:1] == "#" or one.type is types.NEVER:
                continue
            known = found.setdefault(one.name, [])
            if at < len(parts) - len(objects) or not known:
                known.append(one.type)
    return [
        Described(ground, name, types.gradual_union(*found[name]), objects)
        for name in sorted(found)
    ]


def is_library(ground: Ground, node: syntax.Expression) -> bool:
    """Whether an expression is ``std`` itself."""
    node = stripped(node)
    if not isinstance(node, syntax.Name):
        return False
    binding = ground.scopes.meaning.get(node)
    if binding is None:
        return node.name == "std"
    return binding.value is not None and is_library(ground, binding.value)
