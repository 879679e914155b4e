"""Annotations as schemas."""

from __future__ import annotations

import ast
from typing import Any, Final

from confty.models.schema import keys_of, places
from confty.models.source import names
from confty.models.source.classes import CLASS_KINDS, Class, ClassField, class_of, unquoted
from confty.models.source.modules import Definition, Modules, PythonModule
from confty.text import Span

Path = tuple[str | int, ...]
Schema = dict[str, Any]

#: How far annotations may lead through names and brackets.
MOST_DEPTH: Final = 100


class TypeDescription:
    """One description; classes are written once, and referred to."""

    def __init__(self, modules: Modules) -> None:
        self.modules: Final = modules
        self.defined: Final[dict[str, Schema]] = {}
        self.places: Final[dict[Path, Span]] = {}
        self.unread: Final[list[tuple[Span, str]]] = []
        self._titles: Final[dict[ast.ClassDef, str]] = {}
        self._depth = 0

    def definition(self, found: Definition, path: Path) -> Schema:
        """What a name of the tree stands for."""
        self._depth += 1
        try:
            if self._depth > MOST_DEPTH:
                return {}
            if found.node is not None:
                return self._class(found, found.node)
            assert found.expression is not None
            return self._aliased(found.module, found.expression, path)
        finally:
            self._depth -= 1

    def resolved(self, expression: ast.expr, module: PythonModule) -> Definition | str | None:
        """What a name, or a name with dots, means in a module."""
        if isinstance(expression, ast.Name):
            found = self.modules.lookup(module, expression.id)
            return names.canonical(found) if isinstance(found, str) else found
        if isinstance(expression, ast.Attribute):
            outer = self.resolved(expression.value, module)
            if isinstance(outer, Definition):
                return outer.inner.get(expression.attr)
            if outer is not None:
                found = self.modules.dotted(f"{outer}.{expression.attr}")
                return names.canonical(found) if isinstance(found, str) else found
        return None

    def schema(
        self,
        expression: ast.expr,
        module: PythonModule,
        path: Path,
        within: Definition | None = None,
    ) -> Schema:
        """The schema of an annotation; anything where it is not understood."""
        if isinstance(expression, ast.Constant):
            return self._constant(expression, module, path, within)
        if isinstance(expression, ast.BinOp) and isinstance(expression.op, ast.BitOr):
            return self._union(_members(expression), module, path, within)
        if isinstance(expression, ast.Subscript):
            return self._parametrised(expression, module, path, within)
        found = self._found(expression, module, within)
        if isinstance(found, Definition):
            return self.definition(found, path)
        return self._named(expression, found, module)

    def _found(
        self, expression: ast.expr, module: PythonModule, within: Definition | None
    ) -> Definition | str | None:
        # A class written inside another one is seen from there.
        if within is not None and isinstance(expression, ast.Name):
            inner = within.inner.get(expression.id)
            if inner is not None:
                return inner
            parameters = getattr(within.node, "type_params", ())
            if any(one.name == expression.id for one in parameters):
                return "typing.Any"
        return self.resolved(expression, module)

    def _named(self, expression: ast.expr, found: str | None, module: PythonModule) -> Schema:
        if found in names.SCALARS:
            return dict(names.SCALARS[found])
        if found in names.LISTS or found in names.TUPLES:
            return {"type": "array"}
        if found in names.SETS:
            return {"type": "array", "uniqueItems": True}
        if found in names.MAPS:
            return {"type": "object"}
        return self.not_read(expression, module)

    def not_read(self, node: ast.AST, module: PythonModule, what: str = "") -> Schema:
        """Note what is not understood: it may be anything."""
        span = module.span(node)
        if span is not None:
            text = what or f"`{ast.unparse(node)}` is not known without importing it"
            if (span, text) not in self.unread:
                self.unread.append((span, text))
        return {}

    def _constant(
        self, expression: ast.Constant, module: PythonModule, path: Path, within: Definition | None
    ) -> Schema:
        if expression.value is None:
            return {"type": "null"}
        if isinstance(expression.value, str):
            inner = unquoted(expression)
            if inner is not expression:
                return self.schema(inner, module, path, within)
        return self.not_read(expression, module)

    def _union(
        self, parts: list[ast.expr], module: PythonModule, path: Path, within: Definition | None
    ) -> Schema:
        made = [self.schema(each, module, path, within) for each in parts]
        if {} in made:
            return {}
        return made[0] if len(made) == 1 else {"anyOf": made}

    def _parametrised(
        self,
        expression: ast.Subscript,
        module: PythonModule,
        path: Path,
        within: Definition | None,
    ) -> Schema:
        inside = expression.slice
        given = list(inside.elts) if isinstance(inside, ast.Tuple) else [inside]
        head = self.resolved(expression.value, module)
        if head == "typing.Literal":
            return self._literal(given, module)
        if head == "typing.Annotated":
            return self.annotated(given, module, path, within)
        if head == "typing.Union":
            return self._union(given, module, path, within)
        if head == "typing.Optional":
            return self._union([*given, ast.Constant(None)], module, path, within)
        if head in names.MARKERS:
            return self.schema(given[0], module, path, within)
        if head in names.LISTS:
            return {"type": "array", "items": self.schema(given[0], module, path, within)}
        if head in names.SETS:
            items = self.schema(given[0], module, path, within)
            return {"type": "array", "items": items, "uniqueItems": True}
        if head in names.MAPS and len(given) == 2:
            inner = self.schema(given[1], module, path, within)
            keys = keys_of(self.schema(given[0], module, path, within))
            if keys is None:
                self.not_read(given[0], module, f"the keys `{ast.unparse(given[0])}` may be any")
            return {"type": "object", "additionalProperties": inner, **(keys or {})}
        if head in names.TUPLES:
            return self._tuple(given, module, path, within)
        if head in {"builtins.type", "typing.Type", "typing.Callable"}:
            return self.not_read(expression, module)
        if isinstance(head, str) and head in names.SCALARS:
            return dict(names.SCALARS[head])
        return self.not_read(expression, module)

    def _literal(self, given: list[ast.expr], module: PythonModule) -> Schema:
        values = []
        for each in given:
            found = self._member(each, module)
            if found is None:
                return self.not_read(each, module)
            values.append(found.value)
        return {"enum": values}

    def _member(self, expression: ast.expr, module: PythonModule) -> ast.Constant | None:
        """A literal, or the value of an enumeration's member."""
        if isinstance(expression, ast.Constant):
            return expression
        if isinstance(expression, ast.UnaryOp) and isinstance(expression.op, ast.USub):
            operand = expression.operand
            if isinstance(operand, ast.Constant) and isinstance(operand.value, int | float):
                return ast.Constant(-operand.value)
        if isinstance(expression, ast.Attribute):
            owner = self.resolved(expression.value, module)
            if isinstance(owner, Definition) and owner.node is not None:
                read = class_of(owner, self)
                values = dict(read.values or ())
                if expression.attr in values:
                    return ast.Constant(values[expression.attr])  # type: ignore[arg-type]  # as literals are
        return None

    def _tuple(
        self, given: list[ast.expr], module: PythonModule, path: Path, within: Definition | None
    ) -> Schema:
        if len(given) == 2 and isinstance(given[1], ast.Constant) and given[1].value is Ellipsis:
            return {"type": "array", "items": self.schema(given[0], module, path, within)}
        # ``tuple[()]`` has nothing in its brackets.
        parts = [self.schema(each, module, path, within) for each in given]
        return places(parts)

    def annotated(
        self, given: list[ast.expr], module: PythonModule, path: Path, within: Definition | None
    ) -> Schema:
        """``Annotated[...]``: the type, and what ``Field`` or ``Meta`` says of it."""
        for each in given[1:]:
            if isinstance(each, ast.Call) and self.resolved(each.func, module) in names.BEFORE:
                return {}
        made = self.schema(given[0], module, path, within)
        for each in given[1:]:
            if isinstance(each, ast.Call):
                made = constrained(made, each)
        return made

    def _aliased(self, module: PythonModule, expression: ast.expr, path: Path) -> Schema:
        """A type under a name of its own, or a class made by a call."""
        if not isinstance(expression, ast.Call):
            return self.schema(expression, module, path)
        made_by = self.resolved(expression.func, module)
        if made_by == "typing.NewType" and len(expression.args) == 2:
            return self.schema(expression.args[1], module, path)
        if made_by == "typing.TypeVar":
            bound = [one.value for one in expression.keywords if one.arg == "bound"]
            return self.schema(bound[0], module, path) if bound else {}
        if made_by == "typing.TypedDict" and len(expression.args) == 2:
            return self._functional(expression, module, path)
        return self.not_read(expression, module)

    def _functional(self, call: ast.Call, module: PythonModule, path: Path) -> Schema:
        """``TypedDict("Name", {"key": type})``."""
        table = call.args[1]
        if not isinstance(table, ast.Dict):
            return self.not_read(call, module)
        total = not any(
            one.arg == "total" and isinstance(one.value, ast.Constant) and not one.value.value
            for one in call.keywords
        )
        made: Schema = {"type": "object", "properties": {}, "additionalProperties": False}
        required = []
        for key, value in zip(table.keys, table.values, strict=True):
            if not isinstance(key, ast.Constant) or not isinstance(key.value, str):
                return self.not_read(call, module)
            made["properties"][key.value] = self.schema(value, module, path)
            bare = unquoted(value)
            head = self.resolved(bare.value, module) if isinstance(bare, ast.Subscript) else ""
            if head == "typing.Required" or (total and head != "typing.NotRequired"):
                required.append(key.value)
        return {**made, "required": required}

    def _class(self, found: Definition, node: ast.ClassDef) -> Schema:
        known = self._titles.get(node)
        if known is None:
            read = class_of(found, self)
            if read.kind not in CLASS_KINDS:
                return self.not_read(node, found.module, read.problem)
            if read.values is not None:
                return {"enum": [value for _, value in read.values]}
            if read.root is not None:
                return self.schema(read.root, found.module, (), found)
            known = self._title(node)
            # Before its fields, which may refer to it.
            self.defined[known] = {}
            write = self._as_list if read.listed else self._written
            self.defined[known] = write(read, ("$defs", known))
        return {"$ref": f"#/$defs/{known}"}

    def _title(self, node: ast.ClassDef) -> str:
        title, number = node.name, 2
        while title in self.defined:
            title, number = f"{node.name}{number}", number + 1
        self._titles[node] = title
        return title

    def _written(self, read: Class, path: Path) -> Schema:
        self._place(path, read.module, read.node)
        made: Schema = {"type": "object", "properties": {}}
        if read.description:
            made["description"] = read.description
        if read.tag is not None:
            made["properties"][read.tag[0]] = {"enum": [read.tag[1]]}
        for field in read.fields:
            for key in (field.key, *field.also):
                where = (*path, "properties", key)
                self._place(where, field.module, field.node)
                made["properties"][key] = self._field(field, where)
        if read.closed:
            made["additionalProperties"] = False
        required = [field.key for field in read.fields if field.required and not field.also]
        required = required if read.tag is None else [read.tag[0], *required]
        if required:
            made["required"] = required
        either = [
            {"anyOf": [{"required": [key]} for key in (field.key, *field.also)]}
            for field in read.fields
            if field.required and field.also
        ]
        return {**made, "allOf": either} if either else made

    def _as_list(self, read: Class, path: Path) -> Schema:
        """A struct whose fields stand in a list, in their order."""
        self._place(path, read.module, read.node)
        parts: list[Schema] = [] if read.tag is None else [{"enum": [read.tag[1]]}]
        fewest = len(parts)
        for field in read.fields:
            where = (*path, "prefixItems", len(parts))
            self._place(where, field.module, field.node)
            parts.append(self._field(field, where))
            fewest = len(parts) if field.required else fewest
        made = {**places(parts), "minItems": fewest}
        if not read.closed:
            del made["maxItems"]
        return {**made, "description": read.description} if read.description else made

    def _field(self, field: ClassField, path: Path) -> Schema:
        if field.open:
            return {}
        made = self.schema(field.annotation, field.module, path, field.within)
        if field.call is not None:
            made = constrained(made, field.call)
        if field.description and "description" not in made:
            made = {**made, "description": field.description}
        if isinstance(field.default, str | int | float) and "$ref" not in made:
            made = {**made, "default": field.default}
        return made

    def _place(self, path: Path, module: PythonModule, node: ast.AST) -> None:
        span = module.span(node)
        if span is None:
            return
        if isinstance(node, ast.ClassDef):
            # The line with its name, not its whole body.
            text = module.source.text
            start = text.find(node.name, text.find("class", span.start))
            span = Span(module.source, start, start + len(node.name))
        self.places[path] = span


def constrained(made: Schema, call: ast.Call) -> Schema:
    """A schema with the bounds that the keywords of a call put on it."""
    if "anyOf" in made and all(isinstance(one, dict) for one in made["anyOf"]):
        # Bounds are about the values that have them: a number may be null, too.
        return {**made, "anyOf": [constrained(one, call) for one in made["anyOf"]]}
    kind = made.get("type")
    added: Schema = {}
    for name, written in _said(call):
        value = _bound(written)
        if name in names.CONSTRAINTS and value is not None:
            added[names.CONSTRAINTS[name]] = value
        elif name in names.LENGTHS and isinstance(kind, str) and value is not None:
            spelled = names.LENGTHS[name].get(kind)
            if spelled is not None:
                added[spelled] = value
    if kind == "null":
        return made
    return {**made, **added}


def _said(call: ast.Call) -> list[tuple[str | None, ast.expr]]:
    """The arguments of a call by their names; annotated_types has some without."""
    title = call.func.attr if isinstance(call.func, ast.Attribute) else ast.unparse(call.func)
    positional = zip(names.POSITIONAL.get(title, ()), call.args, strict=False)
    return [*positional, *((one.arg, one.value) for one in call.keywords)]


def _bound(expression: ast.expr) -> str | int | float | None:
    try:
        value = ast.literal_eval(expression)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return None
    return value if isinstance(value, str | int | float) else None


def _members(expression: ast.expr) -> list[ast.expr]:
    """The parts of ``a | b | c``, however many."""
    parts: list[ast.expr] = []
    while isinstance(expression, ast.BinOp) and isinstance(expression.op, ast.BitOr):
        parts.append(expression.right)
        expression = expression.left
    return [expression, *reversed(parts)]
