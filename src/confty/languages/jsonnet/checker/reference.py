"""What a Jsonnet file needs from outside, and what it offers to those who import it.

Documentation is docsonnet's (``'#name':: d.fn('what it does', ...)``), or the comment above.
"""

from __future__ import annotations

from confty import types
from confty.kit.reference import ARGUMENT, EXTERNAL, Need, OfferedName, comment_above
from confty.languages.jsonnet.checker.checked import Checked
from confty.languages.jsonnet.checker.notation import spell
from confty.languages.jsonnet.checker.written import documenting, field_name, stripped, subscript
from confty.languages.jsonnet.parser import syntax
from confty.languages.jsonnet.rules import ANY
from confty.text import Span

_DEEPEST = 8


def needs(checked: Checked, given: dict[str, types.Type]) -> list[Need]:
    """Return the external variables of a program and its arguments; ``given`` types some."""
    found: dict[str, Need] = {}
    _external(checked, found, set())
    top = _body(checked.syntax.body)
    arguments = [] if not isinstance(top, syntax.Function) else top.parameters
    return [*found.values(), *[_argument(checked, one, given) for one in arguments]]


def _external(checked: Checked, found: dict[str, Need], seen: set[str]) -> None:
    if checked.source.name in seen:
        return
    seen.add(checked.source.name)
    for node in syntax.walk(checked.syntax.body):
        if not isinstance(node, syntax.Call) or len(node.arguments) != 1:
            continue
        asked = subscript(stripped(node.callee))
        name = stripped(node.arguments[0].value)
        if asked is None or asked[1] != "extVar" or not isinstance(name, syntax.String):
            continue
        if isinstance(asked[0], syntax.Name) and asked[0].name == "std":
            spelled = spell(checked.checker.types.get(node, ANY))
            place = Span(checked.source, node.start, node.end)
            found.setdefault(name.value, Need(EXTERNAL, name.value, spelled, place))
    for _, target in checked.imports.values():
        if target is not None:
            _external(target, found, seen)


def _body(node: syntax.Expression) -> syntax.Expression:
    while isinstance(node, syntax.Local | syntax.Parens | syntax.Assert):
        node = node.inner if isinstance(node, syntax.Parens) else node.body
    return node


def _argument(checked: Checked, one: syntax.Parameter, given: dict[str, types.Type]) -> Need:
    name, default = one.name.name, one.default
    type_ = given.get(name)
    if type_ is None and default is not None:
        type_ = checked.checker.types.get(default, ANY)
    written = None
    if default is not None:
        written = checked.source.text[default.start : default.end]
    place = Span(checked.source, one.name.start, one.name.end)
    return Need(ARGUMENT, name, spell(type_ or ANY), place, default=written)


def entries(checked: Checked) -> list[OfferedName]:
    """Return what the file's object offers, the file's own documentation first."""
    top = _body(checked.syntax.body)
    while isinstance(top, syntax.Binary) and isinstance(stripped(top.right), syntax.Object):
        top = stripped(top.right)
    if isinstance(top, syntax.Object):
        fields = _fields(checked, top, 0)
        about = comment_above(checked.source, checked.syntax.body.start)
        # What docsonnet says of the file stands first already.
        own = about and not any(one.name == "" for one in fields)
        return [OfferedName("", "", about, None), *fields] if own else fields
    if isinstance(top, syntax.Function):
        spelled = f"function({_parameters(checked, top.parameters)})"
        return [OfferedName("", spelled, comment_above(checked.source, top.start), None)]
    return []


def _fields(checked: Checked, node: syntax.Object, depth: int) -> list[OfferedName]:
    named = [(field_name(one), one) for one in node.members if isinstance(one, syntax.Field)]
    words = {
        name[1:]: told(one.value) for name, one in named if name is not None and name[:1] == "#"
    }
    found: list[OfferedName] = []
    if "" in words:
        found.append(OfferedName("", "", words[""], None))
    for name, one in named:
        if name is None or name[:1] == "#":
            continue
        text = words.get(name) or comment_above(checked.source, one.start)
        inner = stripped(one.value)
        inside: list[OfferedName] = []
        if isinstance(inner, syntax.Object) and depth < _DEEPEST:
            inside = _fields(checked, inner, depth + 1)
        span = Span(checked.source, one.start, one.end)
        found.append(OfferedName(name, _spelled(checked, name, one), text, span, inside))
    return found


def _spelled(checked: Checked, name: str, one: syntax.Field) -> str:
    inner = stripped(one.value)
    parameters = one.parameters
    if parameters is None and isinstance(inner, syntax.Function):
        parameters = inner.parameters
    if parameters is not None:
        return f"{name}({_parameters(checked, parameters)})"
    if isinstance(inner, syntax.Object):
        return f"{name}: object"
    return f"{name}: {spell(checked.checker.types.get(one.value, ANY))}"


def _parameters(checked: Checked, parameters: list[syntax.Parameter]) -> str:
    text = checked.source.text
    return ", ".join(
        one.name.name
        if one.default is None
        else f"{one.name.name}={text[one.default.start : one.default.end]}"
        for one in parameters
    )


def told(node: syntax.Expression) -> str:
    """Return the words of a docsonnet field: the help of ``d.fn`` and its like, with arguments."""
    node = stripped(node)
    if isinstance(node, syntax.Call):
        return _called(documenting(node), node)
    if isinstance(node, syntax.Binary):
        return "\n\n".join(filter(None, (told(node.left), told(node.right))))
    if isinstance(node, syntax.Object):
        for one in node.members:
            if isinstance(one, syntax.Field):
                name, inner = field_name(one), stripped(one.value)
                if name == "help" and isinstance(inner, syntax.String):
                    return inner.value.strip()
                if name in {"function", "object", "value", "package"}:
                    return told(one.value)
    return ""


def _called(called: str, node: syntax.Call) -> str:
    values = [(one.name.name if one.name else "", stripped(one.value)) for one in node.arguments]
    texts = [value.value for _, value in values if isinstance(value, syntax.String)]
    helps = [
        value.value
        for name, value in values
        if name == "help" and isinstance(value, syntax.String)
    ]
    if called in {"pkg", "package"}:
        text = helps[0] if helps else (texts[2] if len(texts) > 2 else (texts or [""])[-1])
    elif called in {"fn", "func", "function", "val", "value", "obj", "object"}:
        # ``d.val(type, help)`` has its words last, the others first.
        last = called in {"val", "value"} and len(texts) > 1
        text = helps[0] if helps else (texts or [""])[-1 if last else 0]
    elif called == "withArgs":
        text = ""
    else:
        return ""
    arguments = [_told_argument(one) for _, value in values for one in _listed(value)]
    listed = "\n".join(f"- {one}" for one in arguments if one)
    return "\n\n".join(filter(None, (text.strip(), listed)))


def _listed(node: syntax.Expression) -> list[syntax.Expression]:
    return node.elements if isinstance(node, syntax.Array) else []


def _told_argument(node: syntax.Expression) -> str:
    """``d.arg('name', d.T.string, default)`` as one line."""
    node = stripped(node)
    if not isinstance(node, syntax.Call) or not node.arguments:
        return ""
    first = stripped(node.arguments[0].value)
    if not isinstance(first, syntax.String):
        return ""
    kinds = [subscript(stripped(one.value)) for one in node.arguments[1:2]]
    return f"`{first.value}`" + "".join(f": {kind[1]}" for kind in kinds if kind is not None)
