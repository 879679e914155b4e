"""Writing values as text, and reading them back."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.library.readers import read_json, read_yaml
from confty.languages.jsonnet.evaluator.library.wants import string
from confty.languages.jsonnet.evaluator.manifest.json import MINIFIED, Layout, json_ex
from confty.languages.jsonnet.evaluator.manifest.other import (
    ini_text,
    python_text,
    python_variables,
    xml_text,
)
from confty.languages.jsonnet.evaluator.manifest.toml import toml_text
from confty.languages.jsonnet.evaluator.manifest.yaml import YamlWriter, yaml_stream
from confty.languages.jsonnet.evaluator.operators import condition
from confty.languages.jsonnet.evaluator.values import Value, type_name


def manifest_json(value: Value) -> str:
    return json_ex(value, Layout("    ", "\n", ": ", empty=False))


def manifest_minified(value: Value) -> str:
    return json_ex(value, MINIFIED)


def manifest_json_ex(
    value: Value, indent: Value, newline: Value = "\n", colon: Value = ": "
) -> str:
    layout = Layout(
        string("manifestJsonEx", indent),
        string("manifestJsonEx", newline),
        string("manifestJsonEx", colon),
        empty=False,
    )
    return json_ex(value, layout)


def manifest_yaml(value: Value, indent_arrays: Value = False, quote_keys: Value = True) -> str:
    writer = YamlWriter(indent_arrays=condition(indent_arrays), quote_keys=condition(quote_keys))
    return writer.document(value)


def manifest_yaml_stream(
    value: Value, indent_arrays: Value = False, closed: Value = True, quote_keys: Value = True
) -> str:
    if value.__class__ is not list:
        raise Stop(f"manifestYamlStream only takes arrays, got {type_name(value)}")
    writer = YamlWriter(indent_arrays=condition(indent_arrays), quote_keys=condition(quote_keys))
    return yaml_stream(value, writer, closed=condition(closed))


def manifest_toml(value: Value) -> str:
    return toml_text(value, "  ")


def manifest_toml_ex(value: Value, indent: Value) -> str:
    return toml_text(value, string("manifestTomlEx", indent))


def manifest_ini(value: Value) -> str:
    return ini_text(value)


def manifest_python(value: Value) -> str:
    return python_text(value)


def manifest_python_vars(value: Value) -> str:
    return python_variables(value)


def manifest_xml(value: Value) -> str:
    return xml_text(value)


def parse_json(text: Value) -> Value:
    return read_json(string("parseJson", text))


def parse_yaml(text: Value) -> Value:
    return read_yaml(string("parseYaml", text))
