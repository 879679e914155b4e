"""Exact numbers against Python's fractions."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from confty.languages.rcl import numbers
from confty.languages.rcl.numbers import Exact, Inexact, ZeroDivision

literals = st.one_of(
    st.integers(0, 2**63 - 1).map(str),
    st.tuples(st.integers(0, 10**6), st.integers(0, 10**5), st.integers(-30, 30)).map(
        lambda t: f"{t[0]}.{t[1]}e{t[2]}"
    ),
    st.tuples(st.integers(0, 10**6), st.integers(0, 99)).map(lambda t: f"{t[0]}.{t[1]:02}"),
    st.tuples(st.integers(0, 999), st.integers(-9, 9)).map(lambda t: f"{t[0]}e{t[1]}"),
)


def value(number: numbers.Number) -> Fraction:
    mantissa, decimals, exponent = numbers.parts(number)
    return Fraction(mantissa) * Fraction(10) ** (exponent - decimals)


@given(literals)
def test_reading_is_exact_and_spelling_reads_back(text: str) -> None:
    number = numbers.read(text)
    mantissa, _, power = text.partition("e")
    assert value(number) == Fraction(mantissa) * Fraction(10) ** int(power or 0)
    again = numbers.read(numbers.spell(number))
    assert numbers.parts(again) == numbers.parts(number)


@given(literals, literals)
def test_operations_are_exact_or_fail(left: str, right: str) -> None:
    a, b = numbers.read(left), numbers.read(right)
    table = {
        numbers.add: lambda x, y: x + y,
        numbers.subtract: lambda x, y: x - y,
        numbers.multiply: lambda x, y: x * y,
        numbers.divide: lambda x, y: x / y,
    }
    for operation, truth in table.items():
        try:
            found = operation(a, b)
        except (Inexact, ZeroDivision):
            continue
        assert value(found) == truth(value(a), value(b))


@given(literals, literals)
def test_order_and_hash(left: str, right: str) -> None:
    a, b = numbers.read(left), numbers.read(right)
    assert (a < b) == (value(a) < value(b))
    assert (a == b) == (value(a) == value(b))
    assert (a >= b) == (value(a) >= value(b))
    if a == b:
        assert hash(a) == hash(b)


@given(literals, st.integers(0, 12))
def test_rounding(text: str, places: int) -> None:
    number = numbers.read(text)
    try:
        found = numbers.rounded(number, places)
    except Inexact:
        return
    error = abs(value(found) - value(number))
    assert error <= Fraction(1, 2 * 10**places)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("9223372036854775807.0", "922337203685477580.7e1"),
        ("9223372036854775808.0", "922337203685477581e1"),
        ("0.9223372036854775808", "0.922337203685477581"),
        ("1e0", "1"),
        ("0.0", "0.0"),
        ("0x7fff_ffff", "2147483647"),
        ("0b101", "5"),
    ],
)
def test_spelling(text: str, printed: str) -> None:
    assert numbers.spell(numbers.read(text)) == printed


def test_integers_and_exact_numbers_share_a_dict() -> None:
    assert len({1: "a", Exact(10, 1, 0): "b", Exact(1, 0, 0): "c"}) == 1
    assert hash(Exact(1, 0, 300)) == hash(Exact(10, 0, 299))
    assert Exact(5, 1, 0) != 1
