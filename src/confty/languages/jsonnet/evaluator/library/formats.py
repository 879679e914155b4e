"""Writing values as TOML, INI, XML and Python."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.library.wants import string
from confty.languages.jsonnet.evaluator.manifest.other import (
    ini_text,
    python_text,
    python_variables,
    xml_text,
)
from confty.languages.jsonnet.evaluator.manifest.toml import toml_text
from confty.languages.jsonnet.evaluator.values import Value


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
