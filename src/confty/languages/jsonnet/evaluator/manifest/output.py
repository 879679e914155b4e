"""What a run gives: plain data, one text, one file a field, or a stream of documents."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.failure import TOO_DEEP, Stop, stranger
from confty.languages.jsonnet.evaluator.manifest.json import (
    DEEPEST,
    NO_FUNCTION,
    OUTPUT,
    LineBreaks,
    json_text,
    refuse_functions,
)
from confty.languages.jsonnet.evaluator.objects import check, fetch, field
from confty.languages.jsonnet.evaluator.values import (
    ABSENT,
    Func,
    Obj,
    Thunk,
    Value,
    force,
    number_text,
    type_name,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

# Levels at which a value is taken to be endless; as many as JSON has before it is too deep.
_LEVELS: Final = DEEPEST // 3
_SCALARS: Final = frozenset({type(None), bool, float, str})


def work_out(value: Value, depth: int = 0) -> None:
    """Work a value out to its last field, so that nothing is left that can fail."""
    kind = value.__class__
    if depth > _LEVELS:
        raise Stop(TOO_DEEP)
    if kind is Obj:
        check_once(value)
        cache = value.cache
        for name in value.shape.visible:
            item = cache.get(name, ABSENT)
            if item is ABSENT:
                item = fetch(value, name)
            if item.__class__ not in _SCALARS:
                work_out(item, depth + 1)
    elif kind is list:
        for element in value:
            item = force(element) if element.__class__ is Thunk else element
            if item.__class__ not in _SCALARS:
                work_out(item, depth + 1)
    elif kind is Func:
        raise Stop(NO_FUNCTION)
    elif kind not in _SCALARS:
        stranger(value)


def plain_data(
    value: Value, depth: int = 0, other: Callable[[Value, int], object] | None = None
) -> object:
    """Turn a value into plain Python data; ``other`` turns what is no value of the language."""
    kind = value.__class__
    if depth > _LEVELS:
        raise Stop(TOO_DEEP)
    if kind is float:
        return int(value) if value.is_integer() else value
    if kind is list:
        items = [force(item) if item.__class__ is Thunk else item for item in value]
        return [plain_data(item, depth + 1, other) for item in items]
    if kind is Obj:
        check_once(value)
        names = value.shape.visible
        return {name: plain_data(field(value, name), depth + 1, other) for name in names}
    if kind is Func:
        raise Stop(NO_FUNCTION)
    if kind in _SCALARS:
        plain: object = value
        return plain
    return stranger(value) if other is None else other(value, depth)


def _string(value: Value) -> str:
    if value.__class__ is not str:
        raise Stop(f"expected string result, got: {type_name(value)}")
    text: str = value
    return text


def single(value: Value, form: tuple[str, int | None], *, newline: bool = True) -> str:
    """One value in one of the forms, with its indentation."""
    kind, padding = form
    text = _formatted(value, kind, padding)
    return text + "\n" if newline else text


def _work_all_out(value: Value) -> None:
    """Run every assert: the writers of the library ask only for fields."""
    try:
        work_out(value)
    except Stop as stop:
        refuse_functions(stop, value)
        raise


def _formatted(value: Value, kind: str, padding: int | None) -> str:
    if kind == "json":
        layout = OUTPUT if padding is None else LineBreaks(" " * padding, "\n", ": ", empty=True)
        return json_text(value, layout)
    if kind == "string":
        return _string(value)
    _work_all_out(value)
    if kind == "yaml":
        from confty.languages.jsonnet.evaluator.manifest.yaml import YamlWriter  # noqa: PLC0415  loaded by the runs that need it

        writer = YamlWriter(
            number_text, indent_arrays=bool(padding), quote_keys=False, functions=False
        )
        return writer.document(value)
    if kind == "toml":
        from confty.languages.jsonnet.evaluator.manifest.toml import toml_text  # noqa: PLC0415  loaded by the runs that need it

        return toml_text(value, " " * (2 if padding is None else padding))
    from confty.languages.jsonnet.evaluator.manifest.other import ini_text, xml_text  # noqa: PLC0415  loaded by the runs that need it

    return ini_text(value) if kind == "ini" else xml_text(value)


def multiple(value: Value, *, text: bool, newline: bool = True) -> dict[str, str]:
    """One text a visible field, by its name."""
    if value.__class__ is not Obj:
        kind = type_name(value)
        raise Stop(
            f"multi mode: top-level object was a {kind}, should be an object whose keys are"
            " filenames and values hold the JSON for that file."
        )
    check_once(value)
    form = ("string" if text else "json", None)
    return {
        name: single(field(value, name), form, newline=newline) for name in value.shape.visible
    }


def check_once(value: Obj) -> None:
    """Run an object's asserts if they did not run yet."""
    if value.shape.asserted and not value.state:
        check(value)


def documents(value: Value, *, text: bool) -> str:
    """The elements of an array as a stream of YAML documents, each written as JSON."""
    if value.__class__ is not list:
        kind = type_name(value)
        raise Stop(
            f"stream mode: top-level object was a {kind}, should be an array whose elements hold"
            " the JSON for each document in the stream."
        )
    items = [force(item) if item.__class__ is Thunk else item for item in value]
    form = ("string" if text else "json", None)
    parts = ["---\n" + single(item, form) for item in items]
    return "".join([*parts, "...\n"]) if parts else ""
