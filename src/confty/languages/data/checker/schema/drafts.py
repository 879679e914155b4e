"""The drafts of JSON Schema by the addresses they go by."""

from __future__ import annotations

from typing import Final

#: The year, or number, of a draft by what its address holds.
_MARKS: Final = (
    ("draft-04", 4),
    ("draft-06", 6),
    ("draft-07", 7),
    ("2019-09", 2019),
    ("2020-12", 2020),
    ("json-schema.org/schema", 2020),
    ("spec.openapis.org/oas/3.1", 2020),
)
NEWEST: Final = 2020
#: The dialect of OpenAPI 2 and 3.0, which came after draft 4 and changed a few words of it.
OPEN_API: Final = 5
KNOWN: Final = "draft-04, draft-06, draft-07, 2019-09, 2020-12"


def draft_of(address: object) -> int | None:
    """Return the draft that an address names; None when it is none that is known."""
    if not isinstance(address, str):
        return None
    if "json-schema.org" not in address and "openapis.org" not in address:
        return None
    return next((year for mark, year in _MARKS if mark in address), None)


def draft_in(schema: object) -> int | None:
    """Return the draft that a schema is written in; None when it names one that is not known."""
    if not isinstance(schema, dict):
        return NEWEST
    version = schema.get("openapi", schema.get("swagger"))
    if version is not None and not str(version).startswith("3.1"):
        return OPEN_API
    if schema.get("kind") == "CustomResourceDefinition":
        return OPEN_API
    named = schema.get("$schema")
    if not isinstance(named, str):
        return NEWEST
    # An address that is no draft's may be a dialect of one; what it changes is not known.
    return draft_of(named)


def is_schema(address: object) -> bool:
    """Whether what stands under ``$schema`` says that a file is itself a schema."""
    return isinstance(address, str) and "json-schema.org/" in address and "draft" in address
