"""Names that nobody uses, names that hide others, keys that are given twice."""

from __future__ import annotations

from confty.languages.rcl import codes
from confty.languages.rcl.checker.checked import Binding
from confty.languages.rcl.checker.checker import Checker
from confty.languages.rcl.parser import syntax
from confty.patterns import pattern
from confty.text import Edit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_UNDERSCORED: Final = pattern(r"\b_[\w-]*")


def hiding(checker: Checker, name: syntax.Name, role: str, used: int = -1) -> None:
    """Warn of a name that hides another one, unless its value is made of what it hides.

    ``used`` is how many uses there were before the value.
    """
    hidden = checker.scope.find(name.text)
    if hidden is None or name.text.startswith("_"):
        return
    if used >= 0 and hidden in checker.used[used:]:
        return  # ``let x = f(x);`` goes on with something better
    twice = hidden.node is not None and checker.scope.names.get(name.text) is hidden
    span = checker.span(name.start, name.end)
    if twice:
        what = "a parameter" if role == "parameter" else "a name"
        finding = codes.SHADOWED_NAME.at(span, f"'{name.text}' is bound twice as {what}")
    elif hidden.node is None:
        finding = codes.SHADOWED_NAME.at(span, f"'{name.text}' hides what is always there")
    else:
        finding = codes.SHADOWED_NAME.at(span, f"'{name.text}' hides another '{name.text}'")
    if hidden.node is not None:
        place = checker.span(hidden.node.start, hidden.node.end)
        finding = finding.note(place, "the other one is bound here")
    checker.foresight.warn(finding)


def unused(checker: Checker) -> None:
    """Warn of what is bound and never used, when all of the document was seen."""
    used = set(checker.checked.uses.values())
    underscored: set[str] | None = None
    for node, binding in checker.checked.binders.items():
        loop = binding.role == "loop"
        if node in checker.in_themselves:
            continue  # that it cannot be used so was said
        if binding in used or node.text.startswith("_") or binding.role not in ("let", "loop"):
            continue
        if node.text in checker.annotations.mentioned and binding.role == "let":
            continue  # for its types
        if loop and _beside_used(checker, node, used):
            continue
        span = checker.span(node.start, node.end)
        what = "the loop variable " if loop else ""
        finding = codes.UNUSED_NAME.at(span, f"{what}'{node.text}' is never used")
        hint = f"call it _{node.text}" if loop else f"remove it, or call it _{node.text}"
        finding = finding.with_help(hint)
        if underscored is None:
            underscored = set(_UNDERSCORED.findall(checker.source.text))
        if f"_{node.text}" not in underscored:  # else it might take another's place
            finding = finding.with_fix(Edit(span, f"_{node.text}"), safe=True)
        checker.foresight.warn(finding)


def _beside_used(checker: Checker, node: syntax.Name, used: set[Binding]) -> bool:
    """Whether the loop has another variable that is used: both stand there for one of them."""
    names = checker.checked.loops[node].variables
    return any(checker.checked.binders[one] in used for one in names)


def repeated_keys(checker: Checker, node: syntax.Collection) -> None:
    """Warn of a key that a dict literal gives twice: the last one counts."""
    seen: dict[object, syntax.Expr] = {}
    for element in node.elements:
        result = element.result
        if element.controls or not isinstance(result, syntax.Pair):
            continue
        key = result.key
        if not isinstance(key, syntax.StringLiteral | syntax.NumberLiteral):
            continue
        first = seen.setdefault((key.__class__, key.value), key)
        if first is not key:
            span = checker.span(key.start, key.end)
            shown = key.value if isinstance(key, syntax.StringLiteral) else key.text
            finding = codes.DUPLICATE_KEY.at(span, f"the key '{shown}' is given twice")
            place = checker.span(first.start, first.end)
            finding = finding.note(place, "this value is lost: the last one counts")
            checker.foresight.warn(finding)
