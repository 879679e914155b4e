"""Choices: what to say when a value fits none of several schemas, or too many.

A list of everything that is wrong with every branch helps nobody.  If the branches only ask for
other types, the types are joined in one sentence.  If the value plainly belongs to one branch (the
others ask for another type, or for another value of some key), what is wrong with it is said.
"""

from __future__ import annotations

from confty.languages.data import codes
from confty.languages.data.checker.schema.assertions import Failures, Judge
from confty.languages.data.checker.schema.failure import SchemaFailure
from confty.languages.data.checker.schema.resources import SchemaNode
from confty.languages.data.checker.schema.values import shown, word_of
from confty.languages.data.parser.places import Path


def any_of(judge: Judge, node: SchemaNode, value: object, path: Path) -> Failures:
    """At least one branch must fit."""
    listed = node.get("anyOf")
    count = len(listed) if isinstance(listed, list) else 0
    for index in range(count):
        if judge.fits(node.child("anyOf", index), value, path):
            return
    if count:
        yield from _none(judge, node, "anyOf", value, path)


def one_of(judge: Judge, node: SchemaNode, value: object, path: Path) -> Failures:
    """Exactly one branch must fit."""
    listed = node.get("oneOf")
    count = len(listed) if isinstance(listed, list) else 0
    fitting = [i for i in range(count) if judge.fits(node.child("oneOf", i), value, path)]
    if len(fitting) == 1 or not count:
        return
    if not fitting:
        yield from _none(judge, node, "oneOf", value, path)
        return
    numbers = " and ".join([str(index + 1) for index in fitting])
    message = f"expected one choice to fit, found that {numbers} do"
    yield SchemaFailure(codes.SCHEMA_SEVERAL, message, path, node, "oneOf", fitting[1])


def _none(judge: Judge, node: SchemaNode, keyword: str, value: object, path: Path) -> Failures:
    listed = node.get(keyword)
    assert isinstance(listed, list)
    wrong = [
        list(judge.failures(node.child(keyword, index), value, path))
        for index in range(len(listed))
    ]
    if all(len(one) == 1 and _is_type(one[0], path) for one in wrong):
        types = [
            one[0].message.removeprefix("expected ").rpartition(", found ")[0] for one in wrong
        ]
        spelled = " | ".join(dict.fromkeys(types))
        message = f"expected {spelled}, found {word_of(value)}"
        yield SchemaFailure(codes.SCHEMA_TYPE, message, path, node, keyword)
        return
    meant = [one for one in wrong if not any(_decides(failure, path) for failure in one)]
    if len(meant) == 1:
        yield from meant[0]
        return
    nearest = min(meant or wrong, key=len)[0]
    message = f"expected one of {len(listed)} choices, found {shown(value)} that fits none"
    help_ = f"the nearest choice says: {nearest.message}"
    yield SchemaFailure(codes.SCHEMA_CHOICE, message, path, node, keyword, help_=help_)


def _is_type(failure: SchemaFailure, path: Path) -> bool:
    return failure.code is codes.SCHEMA_TYPE and failure.path == path


def _decides(failure: SchemaFailure, path: Path) -> bool:
    """Whether a failure says that the value was never meant for this branch."""
    if _is_type(failure, path) or failure.code is codes.SCHEMA_FORBIDDEN:
        return True
    return failure.code is codes.SCHEMA_VALUE and len(failure.path) <= len(path) + 1
