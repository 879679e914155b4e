"""Writing values as JSON and YAML, which many programs do."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.library.wants import string
from confty.languages.jsonnet.evaluator.manifest.json import LineBreaks, Spelling, json_ex
from confty.languages.jsonnet.evaluator.manifest.shortest import SHORTEST, shortest
from confty.languages.jsonnet.evaluator.manifest.yaml import YamlWriter, yaml_stream
from confty.languages.jsonnet.evaluator.operators import condition
from confty.languages.jsonnet.evaluator.values import Thunk, Value, force, type_name


def manifest_json(value: Value) -> str:
    return json_ex(value, LineBreaks("    ", "\n", ": ", empty=False, spelling=SHORTEST))


def manifest_minified(value: Value) -> str:
    return json_ex(value, LineBreaks("", "", ":", empty=False, spelling=SHORTEST))


def manifest_json_ex(
    value: Value, indent: Value, newline: Value = "\n", colon: Value = ": "
) -> str:
    return json_ex(value, layout_of(indent, newline, colon, SHORTEST))


def layout_of(indent: Value, newline: Value, colon: Value, spelling: Spelling) -> LineBreaks:
    """The layout that ``std.manifestJsonEx`` is asked for."""
    name = "manifestJsonEx"
    texts = string(name, indent), string(name, newline), string(name, colon)
    return LineBreaks(*texts, empty=False, spelling=spelling)


def chosen(value: Value) -> bool:
    """Take a choice of layout, which may not have been worked out yet."""
    return condition(force(value) if value.__class__ is Thunk else value)


def _yaml(indent_arrays: Value, quote_keys: Value) -> YamlWriter:
    arrays, keys = chosen(indent_arrays), chosen(quote_keys)
    return YamlWriter(shortest, indent_arrays=arrays, quote_keys=keys, functions=True)


def manifest_yaml(value: Value, indent_arrays: Value = False, quote_keys: Value = True) -> str:
    return _yaml(indent_arrays, quote_keys).document(value)


def manifest_yaml_stream(
    value: Value, indent_arrays: Value = False, closed: Value = True, quote_keys: Value = True
) -> str:
    found = documents(value)
    # Where there is nothing to write, nobody asks how.
    writer = _yaml(indent_arrays, quote_keys) if found else _yaml(False, True)
    return yaml_stream(found, writer, closed=condition(closed))


def documents(value: Value) -> list[Value]:
    """Take the documents of a stream."""
    if value.__class__ is not list:
        raise Stop(f"manifestYamlStream only takes arrays, got {type_name(value)}")
    found: list[Value] = value
    return found
