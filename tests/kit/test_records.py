"""A record is what one would have written out."""

import pickle

import pytest

from confty.records import Record


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
