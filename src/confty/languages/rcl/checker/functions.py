"""Function literals: what is required of them, what they are called with, what they give."""

from __future__ import annotations

from confty import types
from confty.kit.checking import Wanted
from confty.languages.rcl.checker import lints
from confty.languages.rcl.checker.checked import ANYTHING, Found, part
from confty.languages.rcl.checker.checker import Checker
from confty.languages.rcl.checker.statements import Inner
from confty.languages.rcl.parser import syntax
from confty.languages.rcl.rules import RELATION
from confty.types import DYNAMIC, NO, Type, unfold


def function(
    checker: Checker,
    node: syntax.Function,
    wanted: Wanted,
    start: int,
    end: int,
    hints: tuple[Type, ...] = (),
) -> Found:
    """Check a function literal; ``hints`` are known types of parameters nothing requires."""
    checker.checked.repeats = True
    asked = unfold(wanted.type)
    count = len(node.parameters)
    required: tuple[Type, ...] | None = None
    result = ANYTHING
    if isinstance(asked, types.Function) and len(asked.parameters or ()) == count:
        required = tuple([one.type for one in asked.parameters or ()])
        result = part(wanted, asked.result, -1)
    hard = required or (DYNAMIC,) * count
    known = required or (hints + (DYNAMIC,) * count)[:count]
    with Inner(checker):
        checker.reach = checker.foresight.inside(node, checker.reach)
        for name, found in zip(node.parameters, zip(hard, known, strict=True), strict=True):
            lints.hiding(checker, name, "parameter")
            checker.bind(name.text, found, name, "parameter")
        body = checker.check(node.body, result, node.body.start, node.body.end)
    names = [name.text for name in node.parameters]
    parameters = [types.parameter(*pair) for pair in zip(names, hard, strict=True)]
    made, own = types.function_of(parameters, body[0]), types.function_of(parameters, body[1])
    checker.checked.functions[node] = (made, start, end)
    checker.checked.types[node] = own
    if required is None and RELATION.assignable(made, wanted.type) is NO:
        return checker.require(node, (made, own), wanted, start, end)
    # What the function gives is not known well enough to check; its uses will show.
    return made, own
