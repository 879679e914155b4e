"""The package ``pulumi`` itself, which every program has without a schema file."""

from __future__ import annotations

from typing import Any, Final

_ANY: Final = {"$ref": "pulumi.json#/Any"}

PULUMI: Final[dict[str, Any]] = {
    "name": "pulumi",
    "version": "1.0.0",
    "resources": {
        "pulumi:index:Stash": {
            "inputProperties": {"input": _ANY},
            "requiredInputs": ["input"],
            "properties": {"input": _ANY, "output": _ANY},
            "required": ["input", "output"],
        },
        "pulumi:pulumi:StackReference": {
            "inputProperties": {"name": {"type": "string"}},
            "requiredInputs": ["name"],
            "properties": {
                "name": {"type": "string"},
                "outputs": {"type": "object", "additionalProperties": _ANY},
                "secretOutputNames": {"type": "array", "items": {"type": "string"}},
            },
            "required": ["name", "outputs", "secretOutputNames"],
        },
    },
}
