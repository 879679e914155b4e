"""Bounds, unions and collections in annotations; pydantic and a validator of schemas judge."""

import collections
import collections.abc
import dataclasses
import datetime as dt
import decimal
import enum
import ipaddress
import json
import re
import sys
import typing
import uuid
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import annotated_types as at
import jsonschema_rs
import msgspec
import pydantic
import pytest
from typing_extensions import TypeAliasType

import confty


class Level(enum.IntEnum):
    LOW = 1


BOUNDS = [
    (Annotated[int, at.Gt(0)], [1, 0, -1]),
    (Annotated[float, at.Ge(0), at.Lt(1)], [0, 0.5, 1, -0.1]),
    (Annotated[float, at.Interval(gt=1, le=2)], [1, 1.5, 2, 2.1]),
    (Annotated[float, at.MultipleOf(0.1)], [0.3, 0.35]),
    (Annotated[int, msgspec.Meta(ge=3)], [3, 2]),
    (Annotated[int, pydantic.Field(gt=3, multiple_of=2)], [4, 5, 2]),
    (Annotated[str, at.Len(2, 3)], ["a", "ab", "abc", "abcd"]),
    (Annotated[str, pydantic.Field(pattern="^a")], ["ab", "ba"]),
    (Annotated[list[int], at.MinLen(1)], [[], [1]]),
    (Annotated[dict[str, int], at.MaxLen(1)], [{}, {"a": 1}, {"a": 1, "b": 2}]),
    (list[Annotated[int, at.Gt(0)]], [[], [1], [0]]),
    (Annotated[int, at.Gt(0)] | None, [None, 1, 0]),
    (Annotated[int, at.MultipleOf(3)], [3 * 10**40, 10**40, 10**310]),
    (Annotated[int, at.Le(5)], [10**310, -(10**310)]),
]


@pytest.mark.parametrize(("annotation", "values"), BOUNDS, ids=range(len(BOUNDS)))
def test_bounds_are_kept(annotation: Any, values: list[object]) -> None:
    adapter = pydantic.TypeAdapter(annotation)
    is_valid = jsonschema_rs.validator_for(confty.schema_of(annotation)).is_valid
    for value in values:
        # msgspec's remarks say nothing to pydantic.
        if "msgspec" not in str(annotation):
            assert _fits(lambda value=value: adapter.validate_python(value)) is is_valid(value)
        text = json.dumps(value)
        assert _fits(lambda text=text: confty.loads(text, "json", into=annotation)) is is_valid(
            value
        )


def _fits(call: Any) -> bool:
    try:
        call()
    except (pydantic.ValidationError, confty.WrongShape):
        return False
    return True


def test_numbers_that_no_double_holds() -> None:
    for text, model in ((f"{10**310}", float), (f"[{10**310}]", list[float]), (".inf", int)):
        with pytest.raises(confty.WrongShape):
            confty.loads(text, "yaml", into=model)
    # As many digits as are read are counted, and few of them shown.
    with pytest.raises(confty.WrongShape) as wrong:
        confty.loads("1" * 4000, "json", into=Annotated[int, at.Le(10)])
    assert len(wrong.value.diagnostics[0].message) < 100


def test_a_bound_is_told_in_the_words_of_a_schema() -> None:
    for value, annotation in ((0, BOUNDS[0][0]), ("a", BOUNDS[6][0]), (2.1, BOUNDS[2][0])):
        with pytest.raises(confty.WrongShape) as wrong:
            confty.loads(json.dumps(value), "json", into=annotation)
        schema = confty.schema_of(annotation)
        (said,) = confty.check(text=json.dumps(value), lang="json", schema=schema)
        assert wrong.value.diagnostics[0].message == said.message


def test_bounds_are_read_from_the_source(tmp_path: Path) -> None:
    (tmp_path / "confty.toml").write_text('[schemas]\n"a.yaml" = "python:shop:Port"\n')
    (tmp_path / "shop.py").write_text(
        "import annotated_types as at\n"
        "from annotated_types import Len\n"
        "from dataclasses import dataclass\n"
        "from typing import Annotated\n"
        "@dataclass\nclass Port:\n"
        "    number: Annotated[int, at.Gt(0), at.Lt(65536)]\n"
        "    name: Annotated[str, Len(2, 5)] = 'ab'\n"
    )
    (tmp_path / "a.yaml").write_text("number: 0\nname: a\n")
    said = [one.message for one in confty.check(tmp_path / "a.yaml")]
    assert said == ["expected more than 0, found 0", "expected at least 2 characters, found 1"]


@dataclasses.dataclass
class Cat:
    kind: Literal["cat"]
    lives: int


@dataclasses.dataclass
class Dog:
    kind: Literal["dog"]
    barks: bool = True


@dataclasses.dataclass
class Zoo:
    pets: list[Cat | Dog] = dataclasses.field(default_factory=list)
    boss: Cat | None = None
    pair: tuple[int, str] | None = None
    level: Level | None = None


@pytest.mark.parametrize(
    ("text", "marked", "message"),
    [
        ("pets: [{kind: cat}]", "{kind: cat}", "'lives' is missing, of type int"),
        ("pets: [{kind: dog, barks: 3}]", "3", "expected bool, found the number 3"),
        ("pets: [{kind: bird}]", "bird", "expected 'cat' | 'dog', found the text 'bird'"),
        ("pets: [{kind: dog, lives: 3}]", "lives", "there is no field 'lives' in Dog"),
        ("pets: [3]", "3", "expected Cat | Dog, found the number 3"),
        ("boss: {kind: cat}", "{kind: cat}", "'lives' is missing, of type int"),
        ("boss: [1]", "[1]", "expected Cat | None, found a list"),
        ("pair: [1]", "[1]", "expected a list of 2, found a list of 1"),
        ("level: true", "true", "expected Level | None, found true"),
    ],
)
def test_what_is_said_of_the_member_that_was_meant(text: str, marked: str, message: str) -> None:
    with pytest.raises(confty.WrongShape) as wrong:
        confty.loads(text, "yaml", into=Zoo)
    (one,) = wrong.value.diagnostics
    assert (text[one.column - 1 : one.end_column - 1], one.message) == (marked, message)


@pydantic.dataclasses.dataclass(config={"extra": "forbid"})
class Port:
    number: Annotated[int, pydantic.Field(gt=0)]


class Held(pydantic.BaseModel, extra="forbid"):
    ports: list[Port] = []


def test_dataclasses_of_pydantic() -> None:
    assert confty.loads("number: 3", "yaml", into=Port) == Port(3)
    for text, model, marked, message in (
        ("number: 0", Port, "0", "Input should be greater than 0"),
        ("number: 1\nnumbr: 0", Port, "numbr", "there is no field 'numbr'; did you mean 'number'?"),
        ("ports: [{number: 1, numbr: 2}]", Held, "numbr",
         "there is no field 'numbr'; did you mean 'number'?"),
    ):  # fmt: skip
        with pytest.raises(confty.WrongShape) as wrong:
            confty.loads(text, "yaml", into=model)
        (one,) = wrong.value.diagnostics
        line = text.splitlines()[one.line - 1]
        assert (line[one.column - 1 : one.end_column - 1], one.message) == (marked, message)
    assert not jsonschema_rs.validator_for(confty.schema_of(Port)).is_valid({"number": 0})


@pytest.mark.parametrize(
    ("annotation", "data"),
    [
        (collections.deque[int], [1]),
        (collections.OrderedDict[str, int], {"a": 1}),
        (collections.abc.MutableMapping[str, int], {"a": 1}),
        (collections.abc.MutableSequence[int], [1]),
        (collections.abc.Iterable[int], [1]),
        (collections.abc.MutableSet[int], [1]),
        (ipaddress.IPv4Address, "1.2.3.4"),
        (ipaddress.IPv6Network, "::/8"),
        (re.Pattern[str], "a.*"),
        (decimal.Decimal, "1.10"),
        (float | int, 3),
    ],
)
def test_the_same_object_as_pydantic_makes(annotation: Any, data: object) -> None:
    found = confty.loads(json.dumps(data), "json", into=annotation)
    expected = pydantic.TypeAdapter(annotation).validate_python(data)
    if isinstance(expected, collections.abc.Iterator) or type(expected).__name__ == "Generator":
        expected = list(expected)
    if type(expected).__name__ == "ValidatorIterator":
        expected = list(expected)
    assert (found, type(found)) == (expected, type(expected))
    assert jsonschema_rs.validator_for(confty.schema_of(annotation)).is_valid(data)


class Colour(enum.Enum):
    RED = "red"
    GREEN = "green"


@pytest.mark.parametrize(
    ("annotation", "data", "expected"),
    [
        (Literal[Colour.RED, 1], "red", Colour.RED),
        (Literal[Colour.RED, 1], 1, 1),
        (Literal[Colour.RED, 1], "green", None),
        (Literal[Colour.RED, 1], "RED", None),
        (Literal[Colour.RED, 1], True, None),
        (list[Literal[Colour.GREEN]], ["green"], [Colour.GREEN]),
        (list[Literal[Colour.GREEN]], ["red"], None),
    ],
)
def test_a_member_in_a_literal_is_its_value(annotation: Any, data: object, expected: Any) -> None:
    text = json.dumps(data)
    assert bool(confty.check(text=text, lang="json", schema=annotation)) is (expected is None)
    if expected is not None:
        assert confty.loads(text, "json", into=annotation) == expected
        return
    with pytest.raises(confty.WrongShape, match=r"expected '(red|green)'"):
        confty.loads(text, "json", into=annotation)


Part = TypeVar("Part")
Pair = TypeAliasType("Pair", tuple[Part, Part], type_params=(Part,))


def test_aliases_with_parameters() -> None:
    assert confty.loads("[1, 2]", "yaml", into=Pair[int]) == (1, 2)
    with pytest.raises(confty.WrongShape, match="expected int, found the text 'x'"):
        confty.loads("{a: [1, x]}", "yaml", into=dict[str, Pair[int]])
    is_valid = jsonschema_rs.validator_for(confty.schema_of(dict[str, Pair[int]])).is_valid
    assert [is_valid({"a": [1, 2]}), is_valid({"a": [1, "x"]})] == [True, False]


Ring = TypeAliasType("Ring", "int | list[Ring] | dict[str, Inner]")
Inner = TypeAliasType("Inner", typing.Union[typing.Literal["x"], list["Ring"], None])  # noqa: UP007  as it has to be before 3.14
Lost = TypeAliasType("Lost", list["Nowhere"])  # type: ignore[name-defined]  # noqa: F821  that is the point


def test_an_alias_that_names_itself_in_quotes() -> None:
    is_valid = jsonschema_rs.validator_for(confty.schema_of(Ring)).is_valid
    for data, fits in (
        (1, True), ([1, [2]], True), ({"a": None}, True), ({"a": "x"}, True), ({"a": [[1]]}, True),
        ("x", False), ([["x"]], False), ({"a": "y"}, False), ({"a": [{"b": 1.5}]}, False),
    ):  # fmt: skip
        assert is_valid(data) is fits
        text = json.dumps(data)
        assert _fits(lambda text=text: confty.loads(text, "json", into=Ring)) is fits
    with pytest.raises(TypeError, match="Lost: name 'Nowhere' is not defined"):
        confty.schema_of(Lost)


@pytest.mark.skipif(sys.version_info < (3, 12), reason="NOT RUN: Python has no statement `type`")
def test_an_alias_that_leads_back_to_itself() -> None:
    names: dict[str, Any] = {}
    exec("type Tree = int | None | list[Tree] | dict[str, Tree]", names)
    tree = names["Tree"]
    is_valid = jsonschema_rs.validator_for(confty.schema_of(tree)).is_valid
    for data in (1, [[1, {"a": [None]}]], [["x"]], {"a": 1.5}, "x"):
        text = json.dumps(data)
        fits = _fits(lambda text=text: confty.loads(text, "json", into=tree))
        assert fits is is_valid(data)
        assert fits is not bool(confty.check(text=text, lang="json", schema=tree))
    with pytest.raises(
        confty.WrongShape, match=re.escape("int | None | list[Tree] | dict[str, Tree]")
    ):
        confty.loads("x", "yaml", into=tree)


def test_what_classes_refuse_is_told_beside_the_rest() -> None:
    @dataclasses.dataclass
    class Even:
        number: int

        def __post_init__(self) -> None:
            if self.number % 2:
                raise ValueError("odd")

    with pytest.raises(confty.WrongShape) as wrong:
        confty.loads("[{number: x}, {number: 3}]", "yaml", into=list[Even])
    said = [one.message for one in wrong.value.diagnostics]
    assert said == ["expected int, found the text 'x'", "odd"]


class Severe(pydantic.BaseModel, strict=True, extra="forbid"):
    day: dt.date = dt.date(2000, 1, 1)
    moment: dt.datetime | None = None
    pair: tuple[int, str] = (0, "")
    some: set[int] = set()
    level: Level = Level.LOW
    key: uuid.UUID | None = None
    price: decimal.Decimal = decimal.Decimal(0)
    wait: dt.timedelta = dt.timedelta()
    raw: bytes = b""
    by_number: dict[int, str] = {}
    count: int = 0
    inner: list["Severe"] = []


@pytest.mark.parametrize(
    "data",
    [
        {"day": "2020-01-02", "moment": "2020-01-02T03:04:05Z", "wait": "PT5M", "raw": "é"},
        {"pair": [1, "a"], "some": [1, 2], "level": 1, "price": "1.50"},
        {"key": "12345678-1234-5678-1234-567812345678", "by_number": {"1": "a"}},
        {"inner": [{"day": "2020-01-02"}]},
        {"count": "1"},
        {"count": 1.5, "day": "2020-01-02"},
        {"day": "2020-13-02", "pair": [1, "a"]},
        {"pair": [1, 2], "inner": [{"dya": 1}]},
        {"level": 2, "some": [1, "a"]},
    ],
)
def test_a_strict_model_reads_what_json_has(data: dict[str, Any]) -> None:
    """As it is in JSON, which has neither dates nor tuples; pydantic judges."""
    text = json.dumps(data)
    expected: object
    try:
        expected = Severe.model_validate_json(text)
    except pydantic.ValidationError as error:
        expected = error.error_count()
    found: object
    try:
        found = confty.loads(text, "json", into=Severe)
    except confty.WrongShape as wrong:
        found = len(wrong.diagnostics)
    assert found == expected
    # What the file has as such is taken as well, beside what it has not.
    toml = "day = 2020-01-02\nmoment = 2020-01-02T03:04:05Z\npair = [1, 'a']\n"
    made = confty.loads(toml, "toml", into=Severe)
    assert (made.day, made.pair) == (dt.date(2020, 1, 2), (1, "a"))


class Taken(msgspec.Struct):
    port: dict[str, list[int]]


class Given(pydantic.BaseModel):
    port: dict[str, list[int]]


@pytest.mark.parametrize("model", [Taken, Given])
def test_a_secret_is_one_to_every_package(model: Any) -> None:
    text = "{ port: { a: [1, std.extVar('s')] } }"
    with pytest.raises(confty.WrongShape) as wrong:
        confty.loads(text, "jsonnet", secrets={"s": "hunter2"}, into=model)
    (said,) = wrong.value.diagnostics
    assert said.message.endswith(", found a secret")
    assert "Labelled" not in said.message
