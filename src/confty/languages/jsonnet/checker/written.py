"""What an expression plainly is: parentheses aside, a field that is written out, a call of std."""

from __future__ import annotations

from confty.languages.jsonnet.checker.checker import Checker
from confty.languages.jsonnet.lexer.tokens import KEYWORDS
from confty.languages.jsonnet.parser import syntax
from confty.languages.jsonnet.parser.folds import FoldedObject
from confty.patterns import pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

#: What the names of fields begin with that hold docsonnet's documentation.
DOCUMENTS: Final = "#"
#: What parentheses hold.
stripped: Final = syntax.stripped
_LITERALS: Final = (syntax.String, syntax.Number, syntax.Boolean, syntax.Null)
_WORD: Final = pattern(r"[A-Za-z_][A-Za-z0-9_]*\Z")


def is_word(name: str) -> bool:
    """Whether a field can be written without quotes."""
    return _WORD.match(name) is not None and name not in KEYWORDS


def quoted(name: str) -> str:
    """Return a name as a string."""
    escaped = name.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n")
    return f"'{escaped}'"


def field_name(node: syntax.Field) -> str | None:
    """Return the name of a field that is written out, also as ``["name"]``."""
    key = node.key
    if isinstance(key, syntax.Identifier):
        return key.name
    inner = stripped(key)
    return inner.value if isinstance(inner, syntax.String) else None


def is_data(node: syntax.Expression) -> bool:
    """Whether an expression is nothing but literals, in which there can be no mistake of types."""
    pending = [node]
    while pending:
        one = pending.pop()
        if isinstance(one, FoldedObject) and one.uses is None:
            continue
        if isinstance(one, syntax.Object):
            for member in one.members:
                if not isinstance(member, syntax.Field) or member.computed:
                    return False
                if member.parameters is not None:
                    return False
                pending.append(member.value)
        elif isinstance(one, syntax.Array):
            pending += one.elements
        elif not isinstance(one, _LITERALS):
            return False
    return True


def subscript(node: syntax.Expression) -> tuple[syntax.Expression, str] | None:
    """Return the target and the field of ``x.f`` or ``x["f"]``."""
    if isinstance(node, syntax.Dot):
        return node.target, node.field.name
    if isinstance(node, syntax.Index):
        index = stripped(node.index)
        return (node.target, index.value) if isinstance(index, syntax.String) else None
    return None


def documenting(node: syntax.Call) -> str:
    """Return what of docsonnet is called: ``fn`` of ``d.fn(…)``, ``func`` of ``d.func.new(…)``."""
    asked = subscript(stripped(node.callee))
    if asked is not None and asked[1] == "new":
        asked = subscript(stripped(asked[0]))
    return "" if asked is None else asked[1]


def library_name(check: Checker, node: syntax.Expression) -> str | None:
    """Return ``f`` for ``std.f`` where ``std`` is the library itself."""
    found = subscript(stripped(node))
    if found is None:
        return None
    target = stripped(found[0])
    if isinstance(target, syntax.Name) and check.scope.find(target.name) is check.standard:
        return found[1]
    return None


def library_call(
    check: Checker, node: syntax.Expression
) -> tuple[str, list[syntax.Expression]] | None:
    """Return the name and the arguments of a call of the library without named arguments."""
    if not isinstance(node, syntax.Call) or any(one.name is not None for one in node.arguments):
        return None
    name = library_name(check, node.callee)
    return None if name is None else (name, [stripped(one.value) for one in node.arguments])
