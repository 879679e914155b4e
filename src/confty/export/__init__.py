"""Types go out: a type of the core as JSON Schema, Python code, RCL types or Jsonnet asserts.

What is exported describes the *data* a file gives: hidden fields are left out, values that arrive
later count as arrived, and a type that no data has, such as a function, is refused by name.
"""

from __future__ import annotations

from confty.export.asserts import jsonnet_asserts
from confty.export.names import NotData
from confty.export.python import KINDS, python_code
from confty.export.rcl import rcl_declaration
from confty.export.schema import json_schema
from confty.export.shared import Said, nothing_said

__all__ = [
    "KINDS",
    "NotData",
    "Said",
    "json_schema",
    "jsonnet_asserts",
    "nothing_said",
    "python_code",
    "rcl_declaration",
]
