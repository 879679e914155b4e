"""Python's own types as shapes of configuration: data into them, schemas out of them.

``fill`` makes an object of a Python type from plain data and says what does not fit, by path;
``schema_of`` describes a Python type as a JSON Schema, so that files can be checked against it.
Dataclasses, TypedDict, NamedTuple, enumerations and the types of ``typing`` are read here; models
of msgspec and pydantic are handed to their own packages.
"""

from confty.models.fill import Misfit, fill
from confty.models.schema import schema_of

__all__ = ["Misfit", "fill", "schema_of"]
