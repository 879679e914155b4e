"""Type expressions to types: the built-in names, aliases and records."""

from __future__ import annotations

from typing import Final

from confty import types
from confty.kit.checking import Findings
from confty.kit.suggest import nearest
from confty.languages.rcl import codes
from confty.languages.rcl.parser.syntax import (
    TypeAliasStatement,
    TypeExpr,
)
from confty.languages.rcl.parser.typesyntax import (
    TypeApply,
    TypeFunction,
    TypeName,
    TypeRecord,
)
from confty.text import Code, Source, Span

ATOMS: Final[dict[str, types.Type]] = {
    "Any": types.DYNAMIC, "Void": types.NEVER, "Null": types.NULL, "Bool": types.BOOL,
    "Number": types.NUMBER, "String": types.STRING,
}  # fmt: skip
_GENERICS: Final = {"Dict": 2, "List": 1, "Set": 1, "Union": 2}
_EXAMPLES: Final = {
    "Dict": "Dict[String, Number]", "List": "List[Number]", "Set": "Set[String]",
    "Union": "Union[Number, String]",
}  # fmt: skip
_ALIKE: Final = {
    word: name
    for name, words in {
        "Number": "Int Integer Float Num int float number",
        "Dict": "Dictionary Map Object dict",
        "List": "Array array list",
        "Bool": "Boolean boolean bool",
        "String": "Str str string Text",
        "Null": "None null Nil",
        "Set": "set",
    }.items()
    for word in words.split()
}


class Annotations:
    """Evaluates type expressions under the aliases in scope; keeps what it finds wrong."""

    def __init__(self, source: Source, findings: Findings) -> None:
        self.source = source
        self.findings = findings
        self.aliases: dict[str, types.Type] = {}
        # What a named type was declared as, for messages that point there.
        self.written: dict[types.Type, TypeExpr] = {}

    def _refuse(self, code: Code, node: TypeExpr, message: str, hint: str = "") -> types.Type:
        finding = code.at(Span(self.source, node.start, node.end), message)
        self.findings.say(finding.with_help(hint) if hint else finding)
        return types.DYNAMIC

    def type_of(self, node: TypeExpr) -> types.Type:
        """Return the type that an expression means; Any after a mistake."""
        if isinstance(node, TypeName):
            return self._name(node)
        if isinstance(node, TypeApply):
            return self._apply(node)
        if isinstance(node, TypeFunction):
            parameters = [self.type_of(one) for one in node.parameters.types]
            return types.function_of(parameters, self.type_of(node.result))
        return self._record(node)

    def _name(self, node: TypeName) -> types.Type:
        found = self.aliases.get(node.text) or ATOMS.get(node.text)
        if found is not None:
            return found
        if node.text in _GENERICS:
            return self._refuse(
                codes.TYPE_ARGUMENTS, node, f"expected type arguments after {node.text}",
                f"for example {_EXAMPLES[node.text]}",
            )  # fmt: skip
        return self._refuse(
            codes.UNKNOWN_TYPE, node, f"there is no type {node.text}", self._alike(node.text)
        )

    def _alike(self, name: str) -> str:
        if name in _ALIKE:
            return f"the type is called {_ALIKE[name]}"
        near = nearest(name, [*ATOMS, *_GENERICS, *self.aliases])
        return f"did you mean {near}?" if near else ""

    def _apply(self, node: TypeApply) -> types.Type:
        name, count = node.text, len(node.arguments.types)
        arguments = [self.type_of(one) for one in node.arguments.types]
        wanted = _GENERICS.get(name)
        if wanted is None:
            if name in ATOMS or name in self.aliases:
                return self._refuse(
                    codes.TYPE_ARGUMENTS, node, f"the type {name} takes no arguments"
                )
            message = f"there is no type {name} with arguments"
            return self._refuse(codes.UNKNOWN_TYPE, node, message, self._alike(name))
        if name == "Union":
            if count < 2:
                return self._refuse(
                    codes.TYPE_ARGUMENTS, node, f"expected two or more members, found {count}",
                    "a union of one type is that type",
                )  # fmt: skip
            return types.written_union(*arguments)
        if count != wanted:
            plural = "" if wanted == 1 else "s"
            return self._refuse(
                codes.TYPE_ARGUMENTS, node,
                f"expected {wanted} type argument{plural} for {name}, found {count}",
                f"for example {_EXAMPLES[name]}",
            )  # fmt: skip
        if name == "Dict":
            return types.map_of(arguments[0], arguments[1])
        return types.list_of(arguments[0]) if name == "List" else types.set_of(arguments[0])

    def _record(self, node: TypeRecord) -> types.Type:
        fields, seen = [], set()
        for one in node.fields:
            name = one.name.text
            if name in seen:
                span = Span(self.source, one.name.start, one.name.end)
                self.findings.say(
                    codes.DUPLICATE_NAME.at(span, f"the record already has a field '{name}'")
                )
            seen.add(name)
            fields.append(types.field(name, self.type_of(one.type), optional=one.optional))
        return types.object_of(fields, types.DYNAMIC if node.open else None)

    def declare(self, statements: list[TypeAliasStatement]) -> None:
        """Bring aliases into scope, all at once: they may mention each other."""
        names: dict[str, types.Ref] = {}
        for one in statements:
            name = one.name.text
            if name in names or name in ATOMS or name in _GENERICS:
                span = Span(self.source, one.name.start, one.name.end)
                self.findings.say(codes.DUPLICATE_NAME.at(span, f"there already is a type {name}"))
                continue
            names[name] = types.ref(name)
        self.aliases = {**self.aliases, **names}
        pending = dict(names)
        for one in statements:
            name = one.name.text
            if name in pending:
                self._define(pending.pop(name), one)
        for name, made in names.items():
            target = types.unfold(made)
            # A record keeps its name in messages; another alias is just a shorter spelling.
            if not isinstance(target, types.Object) and not _mentions(target, made):
                self.aliases[name] = target

    def _define(self, made: types.Ref, statement: TypeAliasStatement) -> None:
        target = self.type_of(statement.target)
        if _is_itself(target, made, set()):
            target = self._refuse(
                codes.UNKNOWN_TYPE, statement.target, f"the type {made.name} is defined as itself",
                "put the recursion inside a list, a dict or a record",
            )  # fmt: skip
        types.define(made, target)
        self.written[made] = statement.target


def _mentions(target: types.Type, made: types.Ref) -> bool:
    return types.mentions(target, lambda part: part is made)


def _is_itself(target: types.Type, made: types.Ref, seen: set[int]) -> bool:
    """Whether a name is reached through unions and other names only."""
    if target is made:
        return True
    if id(target) in seen:
        return False
    seen.add(id(target))
    if isinstance(target, types.Ref):
        return target.target is not None and _is_itself(target.target, made, seen)
    if isinstance(target, types.Union):
        return any(_is_itself(one, made, seen) for one in target.members)
    return False
