"""What ``confty.light`` has in the place of heavy modules does what those do."""

import copy
import enum
import functools
import pickle
from typing import Any

import pytest

from confty import light
from confty.types import rules
from confty.types.access import AccessProblem


class Ours(light.Enum):
    """Ours, with a method beside what it names."""

    ONE = "one"
    TWO = "two"

    @property
    def loud(self) -> str:
        return self.value.upper()

    def named(self) -> str:
        return self.name


class Theirs(enum.Enum):
    """Python's own."""

    ONE = "one"
    TWO = "two"

    @property
    def loud(self) -> str:
        return self.value.upper()

    def named(self) -> str:
        return self.name


class OurNumbers(light.IntEnum):
    """Ours."""

    LOW = 0
    HIGH = 2


class TheirNumbers(enum.IntEnum):
    """Python's own."""

    LOW = 0
    HIGH = 2


def _seen(kind: type) -> list[object]:
    members = list(kind)  # type: ignore[call-overload]  # of either
    name = kind.__name__
    return [
        [repr(one).replace(name, "Kind") for one in members],
        [str(one).replace(name, "Kind") for one in members],
        [f"{one}".replace(name, "Kind") for one in members],
        [(one.name, one.value) for one in members],
        [kind(one.value) is one for one in members],
        [copy.deepcopy(one) is one for one in members],
        [pickle.loads(pickle.dumps(one)) is one for one in members],
        [isinstance(one, kind) for one in members],
        len(dict.fromkeys(members, 1)),
        len(kind),  # type: ignore[arg-type]  # the same
        [getattr(kind, one.name) is one for one in members],
    ]


def test_enumerations_are_like_those_of_python() -> None:
    assert _seen(Ours) == _seen(Theirs)
    assert [(one.loud, one.named()) for one in Ours] == [(one.loud, one.named()) for one in Theirs]
    assert _seen(OurNumbers) == _seen(TheirNumbers)
    assert max(OurNumbers) is OurNumbers.HIGH
    assert [one + 1 for one in OurNumbers] == [one + 1 for one in TheirNumbers]
    assert OurNumbers.LOW == TheirNumbers.LOW
    assert Ours.ONE != Theirs.ONE


@pytest.mark.parametrize("kind", [Ours, Theirs, OurNumbers, TheirNumbers])
@pytest.mark.parametrize("value", ["three", 7, [], None])
def test_what_is_no_member(kind: type, value: object) -> None:
    with pytest.raises(ValueError, match="is not a valid"):
        kind(value)


def test_ours_go_to_other_processes() -> None:
    assert pickle.loads(pickle.dumps(rules.SAFE)) is rules.SAFE
    for one in AccessProblem:
        assert pickle.loads(pickle.dumps(one)) is one


def test_a_function_remembers_as_in_functools() -> None:
    def said(by: Any) -> list[object]:
        asked: list[int] = []

        @by(maxsize=2)
        def double(number: int) -> int:
            """Twice as much."""
            asked.append(number)
            return 2 * number

        answers = [double(one) for one in (1, 2, 1, 3, 2, 1)]
        about = double.__name__, double.__doc__, double.__wrapped__(5), tuple(double.cache_info())
        double.cache_clear()
        return [answers, asked, about, tuple(double.cache_info())]

    assert said(light.lru_cache) == said(functools.lru_cache)
