"""A record is what one would have written out."""

import pickle
from collections.abc import Callable
from typing import Any, Generic, TypeVar
from typing import NamedTuple as Usual

import pytest

from confty.generics import Generic as Parametric
from confty.generics import Protocol as Shape
from confty.generics import assert_never, cast, final
from confty.records import NamedFields, NamedTuple, Record

T = TypeVar("T")


class Point(metaclass=Record):
    x: int
    y: int = 7

    def sum(self) -> int:
        return self.x + self.y


class Named(Point, metaclass=Record):
    name: str  # type: ignore[misc]  # behind a default: every argument is given


def test_fields_are_slots_and_parameters() -> None:
    assert (Point(1).y, Point(1, 2).sum(), Point(y=3, x=1).sum()) == (7, 3, 4)
    assert Point.__slots__ == ("x", "y")
    with pytest.raises(AttributeError):
        Point(1).z = 1  # type: ignore[attr-defined]
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'x'"):
        Point()  # type: ignore[call-arg]


def test_a_record_below_another_adds_its_fields() -> None:
    made = Named(1, 2, "a")
    assert (made.x, made.y, made.name, Named.__slots__) == (1, 2, "a", ("name",))
    match made:
        case Named(1, y, "a"):
            assert y == 2


def test_the_class_is_an_ordinary_one() -> None:
    assert type(Point) is type
    assert Point(1, 2) != Point(1, 2)
    assert pickle.loads(pickle.dumps(Point(1, 2))).sum() == 3


class Habits(Generic[T], metaclass=NamedFields):
    first: T
    second: Callable[[int], int] = abs
    third: bool


def test_named_fields_are_slots_and_given_by_name() -> None:
    made = Habits[int](first=1, third=True)
    assert (made.first, made.second(-2), made.third) == (1, 2, True)
    assert Habits.__slots__ == ("first", "second", "third")
    assert type(Habits) is type
    assert pickle.loads(pickle.dumps(made)).third is True
    with pytest.raises(TypeError, match="Habits: missing or unknown: third"):
        Habits(first=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="Habits: missing or unknown: fourth"):
        Habits(first=1, third=True, fourth=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Habits(1, third=True)  # type: ignore[misc]


class Place(NamedTuple):
    line: int
    column: int = 1

    def following(self) -> "Place":
        return self._replace(line=self.line + 1)


class UsualPlace(Usual):
    line: int
    column: int = 1


class Long(NamedTuple):
    a: int
    b: int
    c: int
    d: int
    e: int
    f: int
    g: int
    h: int
    i: int
    j: int = 10


@pytest.mark.parametrize(
    "made", [lambda of: of(1), lambda of: of(1, 2), lambda of: of(column=5, line=4)]
)
def test_a_tuple_with_names_is_that_of_typing(made: Callable[[Any], Any]) -> None:
    ours, usual = made(Place), made(UsualPlace)
    assert ours == usual
    assert hash(ours) == hash(usual)
    assert repr(ours) == repr(usual).removeprefix("Usual")
    assert (ours.line, ours.column) == (usual.line, usual.column)
    assert isinstance(ours, tuple)
    assert ours._fields == usual._fields
    assert ours._field_defaults == usual._field_defaults
    assert pickle.loads(pickle.dumps(ours)) == ours
    match ours:
        case Place(line, column):
            assert (line, column) == tuple(usual)


@pytest.mark.parametrize("given", [(), (1, 2, 3)])
def test_a_tuple_refuses_what_does_not_fit(given: tuple[int, ...]) -> None:
    for made in (Place, UsualPlace):
        with pytest.raises(TypeError):
            made(*given)
    with pytest.raises(TypeError):
        Place(1, lines=2)  # type: ignore[call-arg]
    with pytest.raises(AttributeError):
        Place(1).line = 2  # type: ignore[misc]


def test_a_tuple_with_names_has_methods_and_any_length() -> None:
    assert Place(1).following() == (2, 1)
    assert type(Place(1).following()) is Place
    assert Long(*range(9)) == (*range(9), 10)
    assert Long(1, 2, 3, 4, 5, 6, 7, h=8, i=9, j=0).j == 0
    for given in (range(8), range(11)):
        with pytest.raises(TypeError):
            Long(*given)
    with pytest.raises(TypeError):
        Long(*range(9), k=1)  # type: ignore[call-arg]


def test_words_of_checkers_say_nothing() -> None:
    class Box(Parametric[T]):
        __slots__ = ("inside",)

    class Shaped(Shape):
        def area(self) -> int: ...

    assert Box[int] is Box
    assert not hasattr(Box(), "__dict__")
    assert isinstance(Shaped(), Shape)
    assert final(Box) is Box
    assert cast("int", "a") == "a"
    with pytest.raises(AssertionError, match="found a int"):
        assert_never(1)  # type: ignore[arg-type]
