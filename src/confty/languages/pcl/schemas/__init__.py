"""Package schemas: found, indexed once, and turned into types entry by entry."""

from confty.languages.pcl.schemas.index import BadSchema
from confty.languages.pcl.schemas.loader import Packages
from confty.languages.pcl.schemas.package import (
    FunctionSchema,
    Package,
    ResourceSchema,
    package_of,
)
from confty.languages.pcl.schemas.sources import Choice, SchemaSource
from confty.languages.pcl.schemas.tokens import TypeToken, canonical, decompose

__all__ = [
    "BadSchema",
    "Choice",
    "FunctionSchema",
    "Package",
    "Packages",
    "ResourceSchema",
    "SchemaSource",
    "TypeToken",
    "canonical",
    "decompose",
    "package_of",
]
