"""Type labels: ``config "x" "list(object({a = int}))"``.

A label is an HCL expression whose words are types.  It is read in place, so that findings point
into the label.
"""

from __future__ import annotations

from confty import types
from confty.kit.hcl import parse_expression, syntax
from confty.kit.hcl.syntax import unwrapped as bare
from confty.kit.suggest import suggestion
from confty.languages.pcl import codes
from confty.languages.pcl.checker.context import Context
from confty.text import Code, Source
from confty.types import BOOL, DYNAMIC, INT, NUMBER, STRING, Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

_WORDS: Final[dict[str, Type]] = {
    "any": DYNAMIC,
    "string": STRING,
    "number": NUMBER,
    "int": INT,
    "bool": BOOL,
}
_MAKERS: Final[dict[str, Callable[[Type], Type]]] = {
    "list": types.list_of,
    "set": types.set_of,
    "map": lambda element: types.map_of(STRING, element),
    "optional": types.optional,
    "object": lambda made: made,
    "tuple": lambda made: made,
}


class TypeLabels:
    """Reads the type labels of one file."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._shift = 0

    def read(self, label: syntax.Label) -> Type:
        """The type that a label says."""
        if label.text in _WORDS:
            return _WORDS[label.text]
        self._shift = label.start + label.quoted
        node, findings = parse_expression(Source("", label.text), codes.SYNTAX)
        for finding in findings:
            assert finding.span is not None
            place = (finding.span.start + self._shift, finding.span.end + self._shift)
            self.context.error(finding.code, place, finding.message)
        return DYNAMIC if findings else self._type(node)

    def _error(
        self, code: Code, node: syntax.Expression, message: str, advice: str | None = None
    ) -> None:
        """Report about a node of the label, which is read apart from the file."""
        place = (node.start + self._shift, node.end + self._shift)
        self.context.error(code, place, message, advice)

    def _type(self, node: syntax.Expression) -> Type:
        node = bare(node)
        if isinstance(node, syntax.Traversal) and not node.steps:
            if node.root in _WORDS:
                return _WORDS[node.root]
            near = suggestion(node.root, [*_WORDS, *_MAKERS])
            message = f"undefined variable {node.root}"
            advice = near or f"the types are {', '.join(_WORDS)} and list(…), map(…), object(…)"
            self._error(codes.UNDEFINED_VARIABLE, node, message, advice)
            return DYNAMIC
        if isinstance(node, syntax.Call):
            return self._made(node)
        if isinstance(node, syntax.Object):
            return types.object_of(
                [
                    (key, self._type(item.value))
                    for item in node.items
                    if (key := syntax.literal_text(item.key)) is not None
                ]
            )
        if isinstance(node, syntax.Tuple):
            return types.tuple_of(*[self._type(element) for element in node.elements])
        self._error(codes.TYPE_MISMATCH, node, "expected a type, found another expression")
        return DYNAMIC

    def _made(self, node: syntax.Call) -> Type:
        make = _MAKERS.get(node.name)
        if make is None:
            near = suggestion(node.name, _MAKERS)
            message = f"unknown function '{node.name}'"
            self._error(codes.UNKNOWN_FUNCTION, node, message, near or None)
            return DYNAMIC
        if len(node.arguments) != 1:
            count = len(node.arguments)
            message = f"too many arguments to call: expected 1, got {count}"
            if not count:
                message = "missing required parameter 'type'"
            self._error(codes.ARGUMENTS, node, message)
            return DYNAMIC
        argument = bare(node.arguments[0])
        wanted = {"object": syntax.Object, "tuple": syntax.Tuple}.get(node.name)
        if wanted is not None and not isinstance(argument, wanted):
            what = "an object" if wanted is syntax.Object else "a tuple"
            message = f"{node.name}() takes {what} of types"
            self._error(codes.TYPE_MISMATCH, argument, message)
            return DYNAMIC
        return make(self._type(argument))


def with_optional_properties(type_: Type) -> Type:
    """A config's object may leave properties out: one level, also inside a list or a map."""
    if isinstance(type_, types.Object):
        return types.object_of(
            [(field.name, types.optional(field.type)) for field in type_.fields]
        )
    if isinstance(type_, types.ListOf) and isinstance(type_.element, types.Object):
        return types.list_of(with_optional_properties(type_.element))
    if isinstance(type_, types.MapOf) and isinstance(type_.value, types.Object):
        return types.map_of(type_.key, with_optional_properties(type_.value))
    return type_
