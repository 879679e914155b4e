"""Writing values as text, and reading them back."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.library.signature import native
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


@native("manifestJson(value)")
def manifest_json(value: Value) -> str:
    """JSON with an indentation of four."""
    return json_ex(value, Layout("    ", "\n", ": ", empty=False))


@native("manifestJsonMinified(value)")
def manifest_minified(value: Value) -> str:
    """JSON without blanks."""
    return json_ex(value, MINIFIED)


@native("manifestJsonEx(value, indent, newline='\\n', key_val_sep=': ')")
def manifest_json_ex(
    value: Value, indent: Value, newline: Value = "\n", colon: Value = ": "
) -> str:
    """JSON laid out as told."""
    layout = Layout(
        string("manifestJsonEx", indent),
        string("manifestJsonEx", newline),
        string("manifestJsonEx", colon),
        empty=False,
    )
    return json_ex(value, layout)


@native("manifestYamlDoc(value, indent_array_in_object=false, quote_keys=true)")
def manifest_yaml(value: Value, indent_arrays: Value = False, quote_keys: Value = True) -> str:
    """One YAML document."""
    writer = YamlWriter(indent_arrays=condition(indent_arrays), quote_keys=condition(quote_keys))
    return writer.document(value)


@native(
    "manifestYamlStream(value, indent_array_in_object=false, c_document_end=true, quote_keys=true)"
)
def manifest_yaml_stream(
    value: Value, indent_arrays: Value = False, closed: Value = True, quote_keys: Value = True
) -> str:
    """Several YAML documents."""
    if value.__class__ is not list:
        raise Stop(f"manifestYamlStream only takes arrays, got {type_name(value)}")
    writer = YamlWriter(indent_arrays=condition(indent_arrays), quote_keys=condition(quote_keys))
    return yaml_stream(value, writer, closed=condition(closed))


@native("manifestToml(value)")
def manifest_toml(value: Value) -> str:
    """TOML with an indentation of two."""
    return toml_text(value, "  ")


@native("manifestTomlEx(value, indent)")
def manifest_toml_ex(value: Value, indent: Value) -> str:
    """TOML laid out as told."""
    return toml_text(value, string("manifestTomlEx", indent))


@native("manifestIni(ini)")
def manifest_ini(value: Value) -> str:
    """An INI file."""
    return ini_text(value)


@native("manifestPython(v)")
def manifest_python(value: Value) -> str:
    """A Python literal."""
    return python_text(value)


@native("manifestPythonVars(conf)")
def manifest_python_vars(value: Value) -> str:
    """Python assignments."""
    return python_variables(value)


@native("manifestXmlJsonml(value)")
def manifest_xml(value: Value) -> str:
    """XML of a JsonML value."""
    return xml_text(value)


@native("parseJson(str)")
def parse_json(text: Value) -> Value:
    """The value that a JSON text stands for."""
    from confty.languages.jsonnet.evaluator.library.readers import read_json

    return read_json(string("parseJson", text))


@native("parseYaml(str)")
def parse_yaml(text: Value) -> Value:
    """The value that a YAML text stands for; an array when it has several documents."""
    from confty.languages.jsonnet.evaluator.library.readers import read_yaml

    return read_yaml(string("parseYaml", text))
