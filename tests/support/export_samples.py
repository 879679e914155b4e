"""A type with most of what data can be, and values in it and beside it."""

from confty.types import (
    BOOL,
    DYNAMIC,
    INT,
    NULL,
    NUMBER,
    STRING,
    field,
    list_of,
    literal,
    map_of,
    object_of,
    tuple_of,
    union_of,
)

SERVER = object_of(
    [
        field("name", STRING),
        field("port", INT),
        field("tags", list_of(STRING), optional=True),
        field("weight", union_of(NUMBER, NULL)),
        field("secret", STRING, hidden=True),
    ]
)
CONFIG = object_of(
    [
        field("servers", list_of(SERVER)),
        field("labels", map_of(STRING, STRING)),
        field("mode", union_of(literal(STRING, "dev"), literal(STRING, "prod"))),
        field("pair", tuple_of(INT, STRING)),
        field("debug", BOOL),
        field("x-extra", DYNAMIC),
    ]
)
GOOD = {
    "servers": [
        {"name": "a", "port": 1, "weight": None},
        {"name": "b", "port": 2, "weight": 1.5, "tags": ["t"]},
    ],
    "labels": {"a": "b"},
    "mode": "dev",
    "pair": [1, "x"],
    "debug": True,
    "x-extra": {"anything": [1]},
}
BAD = [
    {**GOOD, "mode": "test"},
    {**GOOD, "pair": [1]},
    {**GOOD, "unknown": 1},
    {**GOOD, "servers": [{"name": "a", "port": "80", "weight": None}]},
    {**GOOD, "servers": [{"name": "a", "port": 1, "weight": None, "secret": "s"}]},
    {key: value for key, value in GOOD.items() if key != "debug"},
    [],
]
