"""Generated schemas, and values that are likely to be near them."""

import json

from hypothesis import strategies as st

NAMES = st.sampled_from(["a", "b", "c", "ab", "x-1"])
#: Also one that no double holds.
NUMBERS = st.integers(-4, 4) | st.sampled_from([0.5, 1.5, 2.0, -1.0, 1e3, 10**310, -(10**400)])
TEXTS = st.sampled_from(["", "a", "b", "ab", "abc", "x-1", "é", "1"])
SCALARS = st.none() | st.booleans() | NUMBERS | TEXTS
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=8,
)
TYPES = st.sampled_from(["null", "boolean", "integer", "number", "string", "array", "object"])
PATTERNS = st.sampled_from(["^a", "b$", "^[a-c]+$", "[0-9]", "^x-\\d$", ""])
COUNTS = st.integers(0, 3)


def _keywords(inner):
    tables = st.dictionaries(NAMES, inner, max_size=3)
    return {
        "type": TYPES | st.lists(TYPES, min_size=1, max_size=3, unique=True),
        "enum": st.lists(VALUES, min_size=1, max_size=3),
        "const": VALUES,
        "properties": tables,
        "required": st.lists(NAMES, max_size=2, unique=True),
        "additionalProperties": inner,
        "patternProperties": st.dictionaries(PATTERNS, inner, max_size=2),
        "propertyNames": inner,
        "minProperties": COUNTS,
        "maxProperties": COUNTS,
        "dependentRequired": st.dictionaries(
            NAMES, st.lists(NAMES, max_size=2, unique=True), max_size=2
        ),
        "dependentSchemas": st.dictionaries(NAMES, inner, max_size=2),
        "unevaluatedProperties": inner,
        "items": inner,
        "prefixItems": st.lists(inner, min_size=1, max_size=3),
        "contains": inner,
        "minContains": COUNTS,
        "maxContains": COUNTS,
        "minItems": COUNTS,
        "maxItems": COUNTS,
        "uniqueItems": st.booleans(),
        "unevaluatedItems": inner,
        "minLength": COUNTS,
        "maxLength": COUNTS,
        "pattern": PATTERNS,
        "minimum": NUMBERS,
        "maximum": NUMBERS,
        "exclusiveMinimum": NUMBERS,
        "exclusiveMaximum": NUMBERS,
        "multipleOf": st.sampled_from([1, 2, 0.5, 0.1, 3]),
        "allOf": st.lists(inner, min_size=1, max_size=2),
        "anyOf": st.lists(inner, min_size=1, max_size=3),
        "oneOf": st.lists(inner, min_size=1, max_size=3),
        "not": inner,
        "if": inner,
        "then": inner,
        "else": inner,
    }


@st.composite
def _schema(draw, inner):
    table = _keywords(inner)
    chosen = draw(st.lists(st.sampled_from(sorted(table)), max_size=4, unique=True))
    return {keyword: draw(table[keyword]) for keyword in chosen}


INNER = st.recursive(
    st.booleans() | st.just({}) | TYPES.map(lambda name: {"type": name}), _schema, max_leaves=6
)


@st.composite
def schemas(draw):
    """A whole schema, with references to definitions and, further in, to itself.

    A schema that refers to itself without going into the value (``not`` itself) has no meaning.
    """
    schema = draw(_schema(INNER))
    schema["$defs"] = {"one": draw(INNER), "two": draw(INNER)}
    reference = st.sampled_from(["#/$defs/one", "#/$defs/two"])
    if draw(st.booleans()):
        schema["$ref"] = draw(reference)
    inner = st.builds(lambda name: {"$ref": name}, st.just("#") | reference)
    if draw(st.booleans()):
        schema["items"] = draw(inner)
    if draw(st.booleans()):
        schema["properties"] = draw(st.dictionaries(NAMES, inner | INNER, max_size=3))
    return schema


@st.composite
def _chosen_values(draw):
    """Values by name, alone or beside other keywords that judge them."""
    schema = {}
    if draw(st.booleans()):
        schema["const"] = draw(SCALARS)
    if not schema or draw(st.booleans()):
        schema["enum"] = draw(st.lists(SCALARS, min_size=1, max_size=3))
    if draw(st.booleans()):
        schema["type"] = draw(TYPES)
    if draw(st.booleans()):
        schema["required"] = draw(st.lists(NAMES, max_size=1))
    return schema


@st.composite
def typed_schemas(draw, depth=2):
    """Schemas that are types and nothing else: the ones that need no look at values."""
    kind = draw(
        st.sampled_from(["atom", "enum", "object", "array", "any"] if depth else ["atom", "enum"])
    )
    if kind == "atom":
        return {"type": draw(TYPES | st.lists(TYPES, min_size=1, max_size=2, unique=True))}
    if kind == "enum":
        return draw(_chosen_values())
    if kind == "any":
        return {"anyOf": draw(st.lists(typed_schemas(depth - 1), min_size=1, max_size=3))}
    if kind == "array":
        return {"type": "array", "items": draw(typed_schemas(depth - 1))}
    schema = {
        "type": "object",
        "properties": draw(st.dictionaries(NAMES, typed_schemas(depth - 1), max_size=3)),
    }
    if draw(st.booleans()):
        schema["required"] = draw(st.lists(NAMES, max_size=2, unique=True))
    if draw(st.booleans()):
        schema["additionalProperties"] = draw(st.booleans() | typed_schemas(depth - 1))
    return schema


DRAFTS = [
    "http://json-schema.org/draft-04/schema#",
    "http://json-schema.org/draft-06/schema#",
    "http://json-schema.org/draft-07/schema#",
    "https://json-schema.org/draft/2019-09/schema",
]


def as_draft(schema, draft):
    """The same schema under an older draft; keywords it does not know are there to be ignored."""

    def older(part):
        if isinstance(part, list):
            return [older(one) for one in part]
        if not isinstance(part, dict):
            return part
        made = {key: older(one) for key, one in part.items()}
        if draft == DRAFTS[0]:
            for key in {"exclusiveMinimum", "exclusiveMaximum"} & made.keys():
                made[key] = bool(made[key])
        return made

    made = {**older(schema), "$schema": draft}
    if draft != DRAFTS[-1]:
        made = json.loads(json.dumps(made).replace("$defs", "definitions"))
    return made
