"""What a run gives: one text, one file a field, or a stream of documents."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.manifest.json import (
    OUTPUT,
    LineBreaks,
    json_text,
    refuse_functions,
)
from confty.languages.jsonnet.evaluator.objects import check_once, field
from confty.languages.jsonnet.evaluator.values import (
    Obj,
    Thunk,
    Value,
    force,
    number_text,
    type_name,
)


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
    from confty.languages.jsonnet.evaluator.manifest.extent import refuse_endless, work_out  # noqa: PLC0415  loaded by the runs that need it

    try:
        work_out(value)
    except Stop as stop:
        refuse_functions(stop, value)
        raise
    refuse_endless(value)


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
