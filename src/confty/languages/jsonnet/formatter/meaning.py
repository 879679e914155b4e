"""What a text means, layout and spelling apart: what must be the same before and after ``fmt``.

What the formatter may write in another way is one thing here: parentheses, ``a { }`` and
``a + { }``, ``a["b"]`` and ``a.b``, quotes, the order of the imports at the top.
"""

from __future__ import annotations

from confty.languages.jsonnet.formatter.trivia import read_gap
from confty.languages.jsonnet.parser import Syntax
from confty.languages.jsonnet.parser import syntax as s

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# Attributes that say where something stands or how it is written.
_PLACES: Final = frozenset({"start", "end", "at", "form", "text"})


def meaning(syntax: Syntax) -> object:
    """The program, and the words of its comments."""
    return _body(syntax.body), _comments(syntax)


def _body(node: s.Expression) -> object:
    """A whole file: the imports at its top in any order, but for those that bind one name."""
    imports: list[tuple[str, str, str]] = []
    while isinstance(node, s.Local):
        found = [_imported(bind) for bind in node.binds]
        if None in found:
            break
        imports += [one for one in found if one is not None]
        node = node.body
    imports.sort(key=lambda one: one[0])
    return [*imports, _view(node)]


def _imported(bind: s.Bind) -> tuple[str, str, str] | None:
    value = bind.value
    if bind.parameters is not None or not isinstance(value, s.Import) or value.word != "import":
        return None
    return bind.name.name, value.word, value.path.value


def _view(node: object) -> object:
    while isinstance(node, s.Parens):
        node = node.inner
    if isinstance(node, list):
        return [_view(one) for one in node]
    if not isinstance(node, s.Node):
        return node
    match node:
        case s.Identifier(name=name):
            return name
        case s.String(value=value):
            return "text", value
        case s.Extend(target=target, body=body):
            return "Binary", "+", _view(target), _view(body)
        case s.Binary(operator=operator, left=left, right=right):
            return "Binary", operator, _view(left), _view(right)
        case s.Dot(target=target, field=field):
            return "Index", ("text", field.name), _view(target)
        case s.SuperField(field=field):
            return "SuperIndex", ("text", field.name)
        case s.Call(callee=callee, arguments=arguments, tailstrict=tailstrict):
            return "Call", _view(callee), _view(arguments), tailstrict >= 0
        case s.Object(members=members):
            return "Object", [_member(one) for one in members]
        case s.ObjectComprehension(members=members, clauses=clauses):
            return "ObjectComprehension", _view(members), _view(clauses)
    return _whole(node)


def _whole(node: s.Node) -> object:
    """A node that is written in one way: its kind and all it holds."""
    names = [name for kind in type(node).__mro__ for name in getattr(kind, "__slots__", ())]
    kept = sorted(name for name in names if name not in _PLACES)
    return type(node).__name__, *[_view(getattr(node, name)) for name in kept]


def _member(node: s.Member) -> object:
    """A member of an object, where a name may be written in three ways."""
    if not isinstance(node, s.Field):
        return _whole(node)
    key: object = _view(node.key)
    if isinstance(node.key, s.Identifier):
        key = "text", node.key.name
    parameters = None if node.parameters is None else _view(node.parameters)
    return "Field", key, parameters, node.plus, str(node.visibility), _view(node.value)


def _comments(syntax: Syntax) -> object:
    """The words of all comments; those of imports move with them, so the order is not told."""
    words: list[str] = []
    for gap in syntax.tokens.gaps:
        if not gap.isspace():
            for element in read_gap(gap, 0):
                text = "".join("".join(element.comment).split())
                words.append(text.lstrip("/#").replace("*", ""))
    return sorted(word for word in words if word)
