"""The functions of ``std``, and the one method of numbers."""

from __future__ import annotations

from confty.languages.rcl import codes, numbers
from confty.languages.rcl.library.call_site import CallFailure, Site, bad, string
from confty.languages.rcl.numbers import Exact
from confty.languages.rcl.renderer import Inexpressible, shown
from confty.languages.rcl.renderer.notation import JSON, Writer
from confty.languages.rcl.values import Value, kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

RANGE_LIMIT: Final = 1_000_000


def round_(_site: Site, receiver: Value, n_decimals: Value) -> Value:
    """Round half away from zero."""
    places = None
    if n_decimals.__class__ is int or n_decimals.__class__ is Exact:
        places = numbers.integer(n_decimals)
    if places is None or not 0 <= places <= 100:
        bad(0, f"expected an integer from 0 to 100, found {kind(n_decimals)} {shown(n_decimals)}")
    try:
        return numbers.rounded(receiver, places)
    except numbers.Inexact:
        message = f"{shown(receiver)} with {places} decimals does not fit in a number"
        raise CallFailure("name", codes.OVERFLOW, message) from None


def range_(_site: Site, lower: Value, upper: Value) -> list[int]:
    """The integers from one bound to the other."""
    bounds = []
    for argument, value in enumerate((lower, upper)):
        whole = None
        if value.__class__ is int or value.__class__ is Exact:
            whole = numbers.integer(value)
        if whole is None:
            bad(argument, f"expected an integer, found {kind(value)} {shown(value)}")
        bounds.append(whole)
    if bounds[1] - bounds[0] > RANGE_LIMIT:
        bad("all", f"a range has at most {RANGE_LIMIT} elements")
    return list(range(bounds[0], bounds[1]))


def format_json(_site: Site, value: Value) -> str:
    """The value as JSON, on one line."""
    try:
        return Writer(JSON, 80).flat(value)
    except Inexpressible as problem:
        raise CallFailure(
            0, codes.NOT_EXPRESSIBLE, problem.message, problem.hint, problem.path
        ) from None


def read_file_utf8(site: Site, path: Value) -> str:
    """The text of a file."""
    return site.read_file(string(path, 0, "the path"))
