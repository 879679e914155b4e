"""A record is what one would have written out."""

import pickle
from collections.abc import Callable
from typing import Generic, TypeVar

import pytest

from confty.records import NamedFields, Record

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
