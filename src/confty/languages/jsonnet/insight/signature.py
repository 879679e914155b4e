"""The call that a cursor is in, and the parameter that is being given."""

from __future__ import annotations

from _bisect import bisect_left

from confty.kit.sights import Signature
from confty.languages.jsonnet.insight.documentation import documentation
from confty.languages.jsonnet.insight.ground import Ground
from confty.languages.jsonnet.insight.parameters import CalledFunction, callees
from confty.languages.jsonnet.parser import syntax


def signature_at(ground: Ground, offset: int) -> Signature | None:
    """Return the innermost call that ``offset`` is in, between its parentheses."""
    tokens = ground.tokens
    last = bisect_left(tokens.starts, offset) - 1
    if last < 0:
        return None
    for node in reversed(ground.path_at(tokens.starts[last])):
        if not isinstance(node, syntax.Call):
            continue
        opening = tokens.at(node.callee.end)
        if tokens.kinds[opening] != "(" or offset < tokens.end(opening):
            continue
        if is_closed(ground, node) and offset > _close(ground, node):
            continue
        with ground.looking():
            found = callees(ground, node, _about(ground, node))
        if not found:
            return None
        active = _active(found[0], node, _argument(ground, opening, offset))
        one = found[0]
        return Signature(one.label, one.parameters, active, one.documentation)
    return None


def is_closed(ground: Ground, node: syntax.Call) -> bool:
    """Whether a call has its closing parenthesis."""
    if node.tailstrict >= 0:
        return True
    last = node.arguments[-1].end if node.arguments else node.callee.end + 1
    text = ground.source.text
    return node.end > last and text[node.end - 1] == ")"


def _close(ground: Ground, node: syntax.Call) -> int:
    """Return where the closing parenthesis stands."""
    if node.tailstrict >= 0:
        return ground.source.text.rfind(")", node.start, node.tailstrict)
    return node.end - 1


def _about(ground: Ground, node: syntax.Call) -> str:
    path = ground.path_at(node.callee.end - 1)
    return documentation(ground.checked, path)


def _argument(ground: Ground, opening: int, offset: int) -> int:
    """Count the commas between the parenthesis and the cursor, those in brackets aside."""
    tokens = ground.tokens
    depth = count = 0
    for at in range(opening + 1, len(tokens)):
        if tokens.starts[at] >= offset:
            break
        kind = tokens.kinds[at]
        depth += (kind in {"(", "[", "{"}) - (kind in {")", "]", "}"})
        count += kind == "," and depth == 0
    return count


def _active(callee: CalledFunction, node: syntax.Call, at: int) -> int | None:
    """Return the parameter that an argument is given to."""
    given = node.arguments[at] if at < len(node.arguments) else None
    names = [one.name for one in callee.parameters]
    if given is not None and given.name is not None:
        return names.index(given.name.name) if given.name.name in names else None
    before = [one.name.name for one in node.arguments[:at] if one.name is not None]
    if before:
        # Behind a named argument comes another named one: the first that is left.
        placed = sum(one.name is None for one in node.arguments[:at])
        left = [place for place, one in enumerate(names) if place >= placed and one not in before]
        return left[0] if left else None
    return at if at < len(names) else None
