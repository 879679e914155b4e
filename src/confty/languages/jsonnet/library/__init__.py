"""Every function of ``std``: one record each, in a table for each theme."""

from __future__ import annotations

from confty.languages.jsonnet.library.arrays import ARRAYS
from confty.languages.jsonnet.library.basics import BASICS, FIELDS
from confty.languages.jsonnet.library.encoding import ENCODING
from confty.languages.jsonnet.library.manifests import MANIFESTS
from confty.languages.jsonnet.library.numbers import NUMBERS
from confty.languages.jsonnet.library.objects import OBJECTS
from confty.languages.jsonnet.library.record import CPP, DIALECTS, GO, StdField, StdFunction
from confty.languages.jsonnet.library.sets import SETS
from confty.languages.jsonnet.library.strings import STRINGS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

FUNCTIONS: Final[dict[str, StdFunction]] = {
    record.name: record
    for theme in (ARRAYS, BASICS, ENCODING, MANIFESTS, NUMBERS, OBJECTS, SETS, STRINGS)
    for record in theme
}
# The names of those whose second argument names a field of the first.
NAMING: Final = frozenset(record.name for record in FUNCTIONS.values() if record.names_field)

__all__ = ["CPP", "DIALECTS", "FIELDS", "FUNCTIONS", "GO", "NAMING", "StdField", "StdFunction"]
