"""Types of operators: which operands work, and what comes out.

Each failing pair of union parts is said on its own.  Where every pair fails the finding is an
error, where some work it is a warning.
"""

from __future__ import annotations

from confty import types
from confty.languages.jsonnet import codes
from confty.languages.jsonnet.checker.checker import PARTLY, Checker
from confty.languages.jsonnet.checker.conditions import narrowing, proof_of
from confty.languages.jsonnet.checker.constant_mistakes import check_arithmetic
from confty.languages.jsonnet.checker.constants import equal, scalar
from confty.languages.jsonnet.checker.expressions import condition
from confty.languages.jsonnet.checker.formats import check_format
from confty.languages.jsonnet.checker.generics import erased
from confty.languages.jsonnet.checker.kinds import kind_of, members, vague
from confty.languages.jsonnet.checker.letters import exact
from confty.languages.jsonnet.checker.loop_texts import behind_name
from confty.languages.jsonnet.checker.notation import spell
from confty.languages.jsonnet.checker.objects import infer_extension
from confty.languages.jsonnet.checker.scope import Doubt
from confty.languages.jsonnet.checker.sums import add, merged
from confty.languages.jsonnet.checker.whence import whence
from confty.languages.jsonnet.checker.written import library_call, stripped, subscript
from confty.languages.jsonnet.parser import syntax
from confty.languages.jsonnet.rules import ANY, BOOLEAN, OBJECT
from confty.text import Severity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# From how many links on a chain of sums is inferred as a whole.
_LONG: Final = 64
_LITERAL: Final = (
    syntax.Null,
    syntax.Boolean,
    syntax.Number,
    syntax.String,
    syntax.Array,
    syntax.Object,
)


def infer_sum(
    check: Checker, node: syntax.Expression, left: types.Type, right: types.Type
) -> types.Type:
    """Return the type of a sum, reporting each pair of parts that cannot be added."""
    left, right = (ANY if vague(one) else one for one in (left, right))
    ones, others = members(left), members(right)
    if not ones or not others:
        return _never_sum(left, right)
    if len(ones) * len(others) > 400:
        return ANY
    results: list[types.Type] = []
    wrong: list[tuple[types.Type, types.Type]] = []
    for one in ones:
        for other in others:
            made = add(one, other)
            if made is None:
                wrong.append((one, other))
            else:
                results.append(made)
    sets = isinstance(left, types.SetOf) and isinstance(right, types.SetOf)
    if sets and isinstance(node, syntax.Binary):
        _refuse_sets(check, node)
    severity = Severity.ERROR if not results else PARTLY
    for one, other in wrong:
        message = f"`+` cannot add `{spell(one)}` and `{spell(other)}`"
        said = check.report(codes.BAD_OPERANDS, _culprit(check, node, one), message, severity)
        if said is not None:
            _blame_operand(check, node, one, other)
    return types.gradual_union(*results, *[ANY for _ in wrong[:1]])


def _refuse_sets(check: Checker, node: syntax.Binary) -> None:
    """Say that a sum is no set, where both sides were made as sets: names of fields are not."""
    for side in (node.left, node.right):
        call = library_call(check, behind_name(check, stripped(side)))
        if call is None or not call[0].startswith("set"):
            return
    if check.report(codes.NOT_A_SET, node, "the sum of two sets is an array and not a set"):
        check.add_help("std.setUnion gives a set")


def _blame_operand(
    check: Checker, node: syntax.Expression, left: types.Type, right: types.Type
) -> None:
    """Note where the operand comes from that hardly anything can be added to."""
    operands: list[tuple[syntax.Node, types.Type, types.Type]] = []
    if isinstance(node, syntax.Binary):
        operands = [(node.left, left, right), (node.right, right, left)]
    elif isinstance(node, syntax.Extend):
        operands = [(node.target, left, right)]
    for operand, found, other in operands:
        if found is types.NULL or isinstance(found, types.Function):
            wanted = f"expected a value to add to `{spell(other)}`, found `{spell(found)}`"
            notes = whence(check, operand, found, wanted)
            check.findings.amend(check.findings.last.noted(*notes))
            return
    for operand, found, _ in operands:
        check.findings.amend(
            check.findings.last.noted(*whence(check, operand, found, likely=False))
        )


def _culprit(check: Checker, node: syntax.Expression, left: types.Type) -> syntax.Node:
    """Return what to point at: of a sum over several lines the operand that was added last.

    To a null or a function nothing can be added, so that there the first one is meant.
    """
    if not isinstance(node, syntax.Binary):
        return node
    text = check.source.text
    if "\n" not in text[node.start : node.right.start]:
        return node
    return node.left if left is types.NULL or isinstance(left, types.Function) else node.right


def _never_sum(left: types.Type, right: types.Type) -> types.Type:
    if ANY in (erased(left), erased(right)):
        return ANY
    return types.STRING if types.STRING in (left, right) else types.NEVER


def infer_binary(check: Checker, node: syntax.Binary) -> types.Type:
    """Infer an operator between two operands."""
    operator = node.operator
    if operator in {"&&", "||"}:
        return _logical(check, node)
    if operator == "+" and (chain := _long_chain(node)):
        return _infer_chain(check, chain)
    left = check.infer(node.left)
    if operator == "+":
        right_node = stripped(node.right)
        if isinstance(right_node, syntax.Object):
            right = infer_extension(check, right_node, left)
            check.types[node.right] = right
        else:
            right = check.infer(node.right)
            if _may_overflow(left, right):
                check_arithmetic(check, node)
        return infer_sum(check, node, left, right)
    right = check.infer(node.right)
    if operator == "%":
        check_arithmetic(check, node)
        return _modulo(check, node, left, right)
    if operator == "in":
        check.want(node.right, right, OBJECT)
        check.want(node.left, left, types.STRING)
        return BOOLEAN
    check.reached(node, left, right)
    if operator in {"==", "!="}:
        _equality(check, node, left, right)
        return _equal(check, node, left, right) if check.close else BOOLEAN
    if operator in {"<", "<=", ">", ">="}:
        _comparison(check, node, left, right)
        known = scalar(check, node) if check.close else None
        return BOOLEAN if not isinstance(known, bool) else types.TRUE if known else types.FALSE
    check.want(node.left, left, types.NUMBER)
    check.want(node.right, right, types.NUMBER)
    check_arithmetic(check, node)
    return types.NUMBER


def _may_overflow(left: types.Type, right: types.Type) -> bool:
    """Whether a sum may be one of numbers: most are of objects, arrays or texts."""
    return {kind_of(left), kind_of(right)} <= {"number", "any"}


def _long_chain(node: syntax.Binary) -> list[syntax.Binary]:
    """Return the sums of a long chain, innermost first; nothing for a short one."""
    chain = [node]
    left = stripped(node.left)
    while isinstance(left, syntax.Binary) and left.operator == "+":
        chain.append(left)
        left = stripped(left.left)
    return chain[::-1] if len(chain) > _LONG else []


def _infer_chain(check: Checker, chain: list[syntax.Binary]) -> types.Type:
    """Infer a long sum: one by one, its parts would be copied again for each that is added."""
    operands = [chain[0].left, *[one.right for one in chain]]
    found = [check.infer(one) for one in operands]
    if all(isinstance(one, types.Object) for one in found):
        for one in chain[:-1]:
            check.types[one] = OBJECT
        return _merged_evenly([one for one in found if isinstance(one, types.Object)])
    whole = found[0]
    for one, right in zip(chain, found[1:], strict=True):
        if _may_overflow(whole, right):
            check_arithmetic(check, one)
        whole = check.types[one] = infer_sum(check, one, whole, right)
    return whole


def _merged_evenly(parts: list[types.Object]) -> types.Object:
    """Merge neighbours, then what they made, so that no field is copied often."""
    while len(parts) > 1:
        pairs = [merged(*parts[at : at + 2]) for at in range(0, len(parts) - 1, 2)]
        parts = pairs + parts[len(pairs) * 2 :]
    return parts[0]


def _logical(check: Checker, node: syntax.Binary) -> types.Type:
    """A chain of ``&&`` or ``||`` is walked in a loop, each operand adding what it proves."""
    operator = node.operator
    chain = [node]
    first: syntax.Expression = node.left
    while isinstance(first, syntax.Binary) and first.operator == operator:
        chain.append(first)
        first = first.left
    stop = types.FALSE if operator == "&&" else types.TRUE
    decided = condition(check, first, chain[-1]) is stop
    before, last = check.narrowed, first
    unsure = check.unsure
    found: types.Type = stop
    for link in reversed(chain):
        proof = proof_of(check, last)
        if check.close and decided:
            break
        check.narrowed = narrowing(check, proof.held if operator == "&&" else proof.failed)
        if check.types.get(last) not in {types.TRUE, types.FALSE}:
            check.unsure = Doubt(check.unsure, last)
        right = check.infer(link.right)
        if not decided:
            # The other side is looked at only when this one does not decide.
            check.want(link.right, right, BOOLEAN)
        found = check.types[link] = types.gradual_union(right, stop)
        if check.close and check.types.get(last) in {types.TRUE, types.FALSE}:
            found = right
        decided = decided or (check.close and right is stop)
        last = link.right
    check.narrowed, check.unsure = before, unsure
    return found


def _equality(check: Checker, node: syntax.Binary, left: types.Type, right: types.Type) -> None:
    ones, others = members(erased(left)), members(erased(right))
    if not ones or not others:
        return
    kinds, other_kinds = {_family(one) for one in ones}, {_family(one) for one in others}
    if kinds == other_kinds == {"function"}:
        message = f"functions cannot be compared, found `{spell(left)}` and `{spell(right)}`"
        check.report(codes.BAD_OPERANDS, node, message)
        return
    if "any" in kinds or "any" in other_kinds or kinds & other_kinds:
        if not _other_words(node, left, right):
            return
        left, right = exact(node.left, left), exact(node.right, right)
    if isinstance(stripped(node.left), _LITERAL) and isinstance(stripped(node.right), _LITERAL):
        return  # whoever writes both sides out knows
    if kinds | other_kinds == {"function", "null"}:
        return  # `std.native(name) != null` asks whether who runs it has the function
    if "null" in kinds | other_kinds and _is_setting(node):
        return  # `config.tls != null` is about whoever changes the setting next
    verdict = "false" if node.operator == "==" else "true"
    message = f"this is always {verdict}, for `{spell(left)}` is never equal to `{spell(right)}`"
    check.report(codes.ALWAYS_FALSE, node, message)


def _is_setting(node: syntax.Binary) -> bool:
    """Whether a field of something is compared."""
    return any(subscript(stripped(side)) is not None for side in (node.left, node.right))


def _equal(check: Checker, node: syntax.Binary, left: types.Type, right: types.Type) -> types.Type:
    """Say what a comparison gives where the types or written values decide it."""
    same = node.operator == "=="
    known = equal(check, node.left, node.right)
    if isinstance(known, bool):
        return types.TRUE if known is same else types.FALSE
    if left is right and left in {types.NULL, types.TRUE, types.FALSE}:
        return types.TRUE if same else types.FALSE
    kinds = {kind_of(one) for one in members(erased(left))}
    others = {kind_of(one) for one in members(erased(right))}
    if _other_words(node, left, right):
        return types.FALSE if same else types.TRUE
    if not kinds or not others or "any" in kinds | others or kinds & others:
        return BOOLEAN
    return types.FALSE if same else types.TRUE


def _other_words(node: syntax.Binary, left: types.Type, right: types.Type) -> bool:
    """Whether both sides are one of a few strings each, and no string is on both."""
    ones = set(members(exact(node.left, erased(left))))
    others = set(members(exact(node.right, erased(right))))
    return all(_is_word(one) for one in ones | others) and not ones & others


def _is_word(type_: types.Type) -> bool:
    return isinstance(type_, types.Literal) and type_.base is types.STRING


def _family(type_: types.Type) -> str:
    kind = kind_of(type_)
    return "boolean" if kind in {"true", "false"} else kind


def _comparison(check: Checker, node: syntax.Binary, left: types.Type, right: types.Type) -> None:
    ones, others = members(erased(left)), members(erased(right))
    if not ones or not others or vague(left) or vague(right):
        return
    wrong = [(one, other) for one in ones for other in others if not comparable(one, other)]
    if not wrong:
        return
    if len(wrong) == len(ones) * len(others):
        message = f"`{node.operator}` cannot compare `{spell(left)}` and `{spell(right)}`"
        check.report(codes.BAD_OPERANDS, node, message)
        return
    for one, other in wrong:
        message = f"`{node.operator}` cannot compare `{spell(one)}` and `{spell(other)}`"
        check.report(codes.BAD_OPERANDS, node, message, PARTLY)


def comparable(left: types.Type, right: types.Type) -> bool:
    """Say whether two parts may be ordered: numbers, strings, and arrays of such."""
    one, other = kind_of(left), kind_of(right)
    if one == "any" or other == "any":
        known = other if one == "any" else one
        return known in {"any", "number", "string", "array"}
    if one != other or one not in {"number", "string", "array"}:
        return False
    if one != "array":
        return True
    if isinstance(left, types.Tuple) and isinstance(right, types.Tuple):
        pairs = list(zip(left.elements, right.elements, strict=False))
        # Comparison stops at the first difference, so only the first pair is certain.
        pairs = pairs[:1]
    else:
        pairs = []
    return all(
        any(comparable(a, b) for a in members(x) for b in members(y))
        for x, y in pairs
        if members(x) and members(y)
    )


def _modulo(
    check: Checker, node: syntax.Binary, left: types.Type, right: types.Type
) -> types.Type:
    results: list[types.Type] = []
    wrong: list[types.Type] = []
    parts = (ANY,) if vague(left) else members(erased(left))
    for part in parts:
        kind = kind_of(part)
        if kind == "string":
            results.append(types.STRING)
        elif kind == "number":
            check.want(node.right, right, types.NUMBER, None if len(parts) == 1 else PARTLY)
            results.append(types.NUMBER)
        elif kind == "any":
            results.append(ANY)
        else:
            wrong.append(part)
    severity = Severity.ERROR if not results else PARTLY
    for part in wrong:
        check.want(node.left, part, types.gradual_union(types.NUMBER, types.STRING), severity)
    if "string" in [kind_of(part) for part in parts]:
        check_format(check, stripped(node.left), node.right, right)
    return types.gradual_union(*results) if results else ANY


def infer_unary(check: Checker, node: syntax.Unary) -> types.Type:
    """Infer ``!``, ``-``, ``+`` and ``~``."""
    found = check.infer(node.operand)
    check.reached(node, found)
    if node.operator == "!":
        check.want(node.operand, found, BOOLEAN)
        if found is types.TRUE:
            return types.FALSE
        return types.TRUE if found is types.FALSE else BOOLEAN
    check.want(node.operand, found, types.NUMBER)
    return types.NUMBER


def infer_extend(check: Checker, node: syntax.Extend) -> types.Type:
    """Infer ``e { … }``, which is a sum without its sign."""
    left = check.infer(node.target)
    if isinstance(node.body, syntax.ObjectComprehension):
        right = check.infer(node.body)
    else:
        right = infer_extension(check, node.body, left)
    return infer_sum(check, node, left, right)
