"""How RCL's types relate and how they are spelled, for the core.

The table of the three answers is the original's: Any into anything known is checked when the
value arrives, a union into a union always is, and a mixture of types in a collection is Any.
Records are ours: a dict may turn out to be a record, and a record always is a dict.
"""

from __future__ import annotations

from confty import types
from confty.languages.rcl.lexer import KEYWORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

RELATION: Final = types.Relation(
    types.Rules(
        # The original's table answers "Defer" for any union into any union, even its own.
        union_into_union=types.UNSAFE,
        # Records are ours: every record is a dict, a dict may turn out to be a record.
        crossings={("object", "map"): types.SAFE, ("map", "object"): types.UNSAFE},
        # A function is called with all its arguments, by place.
        fixed_arity=True,
    )
)


def is_identifier(text: str) -> bool:
    """Whether a key can be written without quotes."""
    if not text or text in KEYWORDS or not text.isascii():
        return False
    if not (text[0].isalpha() or text[0] == "_"):
        return False
    return text.replace("-", "_").isidentifier()


def _field_name(name: str) -> str:
    return name if is_identifier(name) else types.quoted(name)


NOTATION: Final = types.Notation(
    dynamic="Any",
    never="Void",
    atoms={"null": "Null", "bool": "Bool", "number": "Number", "string": "String"},
    list_="List[{}]",
    set_="Set[{}]",
    map_="Dict[{}, {}]",
    union=("Union[", ", ", "]"),
    function=("(", ", ", ") -> "),
    function_in_union="{}",
    field_name=_field_name,
)


def spelled(type_: types.Type) -> str:
    """Spell a type as RCL does."""
    return types.show(type_, NOTATION)


def briefly(type_: types.Type) -> str:
    """Spell a type for a message."""
    return types.brief(type_, NOTATION)
