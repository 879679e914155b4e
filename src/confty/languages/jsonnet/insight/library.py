"""The standard library as an editor shows it: signatures and words, without internals."""

from __future__ import annotations

from confty.kit.once import once
from confty.kit.sights import Kind, Offer, Parameter
from confty.languages.jsonnet.insight.described import escaped
from confty.languages.jsonnet.library import FIELDS, FUNCTIONS, GO, StdFunction


def library_offers(start: int, end: int) -> list[Offer]:
    """Return everything that may follow ``std.``."""
    found = [
        Offer(
            one.name,
            Kind.FUNCTION,
            start,
            end,
            snippet=_snippet(one),
            detail=signature_of(one),
            documentation=one.doc,
            rank=2,
        )
        for one in _listed()
    ]
    found += [
        Offer(
            field.name,
            Kind.CONSTANT,
            start,
            end,
            detail=field.type,
            documentation=field.doc,
            rank=2,
        )
        for field in FIELDS
    ]
    return sorted(found, key=lambda one: one.label)


@once
def _listed() -> tuple[StdFunction, ...]:
    listed = [one for one in FUNCTIONS.values() if one.is_in(GO) and one.name[:1] != "_"]
    return tuple(listed)


def _snippet(one: StdFunction) -> str:
    names = one.parameters[: one.required]
    places = ", ".join([f"${{{at}:{escaped(name)}}}" for at, name in enumerate(names, 1)])
    return f"{one.name}({places})"


def parameters_of(one: StdFunction) -> list[Parameter]:
    """Return the parameters of a function, as they stand in its signature."""
    written = _cut(one.signature)
    found: list[Parameter] = []
    for name, text in zip(one.parameters, written, strict=False):
        found.append(Parameter(name, text, optional=name in one.optional))
    return found


def signature_of(one: StdFunction) -> str:
    """Return a signature with names and types: ``map(func: …, arr: array[any]): array[any]``."""
    inside = ", ".join([parameter.label for parameter in parameters_of(one)])
    return f"std.{one.name}({inside}): {one.result}"


def _cut(signature: str) -> list[str]:
    """Cut a signature into its parameters, at the commas between them."""
    found: list[str] = []
    depth, start = 0, 1
    for at, letter in enumerate(signature):
        depth += (letter in "([{") - (letter in ")]}")
        if depth == 0 or (depth == 1 and letter == ","):
            found.append(signature[start:at].strip())
            start = at + 1
        if depth == 0:
            break
    return [one for one in found if one]
