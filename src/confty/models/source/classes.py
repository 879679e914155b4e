"""Classes: what kind each is, and its fields, with those of the classes it builds on."""

from __future__ import annotations

import ast
import inspect
from typing import Final, Protocol

from confty.models.shapes import KEY
from confty.models.source import names
from confty.models.source.modules import Definition, PythonModule

CLASS_KINDS: Final = frozenset(
    {"dataclass", "typeddict", "namedtuple", "pydantic", "settings", "root", "msgspec", "enum"}
)
#: Of these, a key that is no field is a mistake unless the class says otherwise.
_CLOSED: Final = frozenset({"dataclass", "typeddict", "namedtuple"})
_MOST_BASES: Final = 30
_NOTHING: Final = object()
#: Settings of pydantic that ask something of every text inside a model.
_OF_TEXTS: Final = frozenset({"str_min_length", "str_max_length"})


class Meanings(Protocol):
    """Who knows what a name means."""

    def resolved(self, expression: ast.expr, module: PythonModule) -> Definition | str | None:
        """What a name, or a name with dots, means in a module."""

    def not_read(self, node: ast.AST, module: PythonModule, what: str = "") -> object:
        """Note what is not understood."""


class ClassField:
    """One field: the key it has in a file, its annotation, whether it may be left out."""

    __slots__ = (
        "also", "annotation", "call", "default", "description", "key", "module", "name", "node",
        "open", "required", "unnamed", "within",
    )  # fmt: skip

    def __init__(self, name: str, node: ast.AnnAssign, owner: Definition) -> None:
        self.name: Final = name
        self.key = name
        # Other keys that may stand for it.
        self.also: tuple[str, ...] = ()
        # Whether its key is worked out.
        self.unnamed = False
        self.node: Final = node
        self.annotation: Final = node.annotation
        self.module: Final = owner.module
        # Classes inside the one that has the field are seen from its annotation.
        self.within: Final = owner
        self.required = node.value is None
        self.default: object = _NOTHING
        self.description = ""
        # The call of ``Field`` or ``field``, whose keywords say more.
        self.call: ast.Call | None = None
        # Whether a validator sees the data first and may make anything of it.
        self.open = False


class Class:
    """A class of the tree as data: its kind, and its fields or values."""

    __slots__ = ("closed", "description", "fields", "kind", "listed", "module", "node", "problem",
                 "root", "tag", "values")  # fmt: skip

    def __init__(self, found: Definition, node: ast.ClassDef) -> None:
        self.node: Final = node
        self.module: Final = found.module
        self.description: Final = inspect.cleandoc(ast.get_docstring(node) or "")
        self.kind = ""
        self.problem = ""
        self.fields: list[ClassField] = []
        self.closed = False
        # Whether its fields stand in a list, and the key and value that tell it from others.
        self.listed = False
        self.tag: tuple[str, object] | None = None
        self.values: list[tuple[str, object]] | None = None
        self.root: ast.expr | None = None


def class_of(found: Definition, known: Meanings) -> Class:
    """Read a class with the classes it builds on."""
    assert found.node is not None
    made = Class(found, found.node)
    line = _lineage(found, known)
    made.kind, strange = _kind(line, known)
    if made.kind not in CLASS_KINDS:
        made.problem = (
            f"`{found.node.name}` is no dataclass, TypedDict, NamedTuple, enumeration, or model"
            " of pydantic or msgspec, as far as its source says"
        )
        return made
    if made.kind == "enum":
        made.values = _values(found, known)
        if made.values is None:
            made.kind, made.problem = "", f"the values of `{found.node.name}` are worked out"
        return made
    if made.kind == "root":
        made.root = _root(found.node, known, found.module)
        if made.root is None:
            made.kind = ""
        return made
    _gather(made, line, known)
    settings = _settings(line)
    made.closed = made.kind in _CLOSED and not strange
    extra = settings.get("extra", settings.get("forbid_unknown_fields"))
    if extra is not None:
        made.closed = extra in ("forbid", True) and not strange
    elif made.kind == "settings":
        made.closed = not strange
    if made.kind == "settings":
        # What is missing in the file comes from the environment.
        for field in made.fields:
            field.required = False
    _renamed(made, settings, known)
    for base in strange:
        text = f"the fields of `{ast.unparse(base[0])}` are not known without importing it"
        known.not_read(base[0], base[1].module, text)
    return made


Line = list[Definition]


def _lineage(found: Definition, known: Meanings) -> Line:
    """The class after the classes of the tree that it builds on, the most basic first."""
    line: Line = []
    waiting = [found]
    while waiting and len(line) < _MOST_BASES:
        here = waiting.pop(0)
        if here.node is None or here in line:
            continue
        line.append(here)
        for base in here.node.bases:
            head = base.value if isinstance(base, ast.Subscript) else base
            above = known.resolved(head, here.module)
            if isinstance(above, Definition):
                waiting.append(above)
    return line[::-1]


def _kind(line: Line, known: Meanings) -> tuple[str, list[tuple[ast.expr, Definition]]]:
    """What makes the class one of ours, and the bases of which nothing is known."""
    kind, strange = "", []
    for here in line:
        assert here.node is not None
        if _is_dataclass(here, known):
            kind = "dataclass"
        for base in here.node.bases:
            head = base.value if isinstance(base, ast.Subscript) else base
            above = known.resolved(head, here.module)
            if isinstance(above, Definition):
                continue
            if above in names.BASES:
                kind = names.BASES[above]
            elif above not in names.IDLE and above != "typing.Generic":
                strange.append((base, here))
    return kind, strange


def _is_dataclass(here: Definition, known: Meanings) -> bool:
    assert here.node is not None
    for decorator in here.node.decorator_list:
        head = decorator.func if isinstance(decorator, ast.Call) else decorator
        if known.resolved(head, here.module) in names.DATACLASSES:
            return True
    return False


def _gather(made: Class, line: Line, known: Meanings) -> None:
    """The fields, in the order of Python: those of a base first, where a later one replaces."""
    fields: dict[str, ClassField] = {}
    for here in line:
        assert here.node is not None
        if made.kind == "dataclass" and not _is_dataclass(here, known):
            continue
        total = made.kind != "typeddict" or _keyword(here.node, "total") is not False
        for index, statement in enumerate(here.node.body):
            if not isinstance(statement, ast.AnnAssign):
                continue
            if not isinstance(statement.target, ast.Name):
                continue
            field = _field(made, statement.target.id, statement, here, known)
            if field is None:
                continue
            if made.kind == "typeddict":
                field.required = _typed_dict_requires(statement.annotation, here, known, total)
            field.description = _said_after(here.node.body, index)
            fields[field.name] = field
        if made.kind in {"pydantic", "settings", "dataclass"}:
            _loosen(here.node, fields)
    made.fields = list(fields.values())


def _field(
    made: Class, name: str, node: ast.AnnAssign, owner: Definition, known: Meanings
) -> ClassField | None:
    annotation, module = node.annotation, owner.module
    head = annotation.value if isinstance(annotation, ast.Subscript) else annotation
    meant = known.resolved(head, module)
    if meant in names.NO_FIELD or meant == "dataclasses.KW_ONLY":
        return None
    if made.kind in {"pydantic", "settings"} and name.startswith("_"):
        return None
    field = ClassField(name, node, owner)
    value = node.value
    if isinstance(value, ast.Call) and known.resolved(value.func, module) in names.FIELD:
        if made.kind == "dataclass" and _constant(value, "init") is False:
            return None
        field.call = value
        _from_call(field, value)
    elif isinstance(value, ast.Constant):
        field.default = value.value
        if value.value is Ellipsis and made.kind in {"pydantic", "settings"}:
            field.required, field.default = True, _NOTHING
    if meant == "typing.Annotated" and isinstance(annotation, ast.Subscript):
        _from_annotated(field, annotation, module, known)
    return field


def _from_annotated(
    field: ClassField, annotation: ast.Subscript, module: PythonModule, known: Meanings
) -> None:
    """A ``Field`` beside the type may hold another name or a default."""
    parts = annotation.slice.elts if isinstance(annotation.slice, ast.Tuple) else []
    for part in parts[1:]:
        if isinstance(part, ast.Call) and known.resolved(part.func, module) in names.FIELD:
            required = field.required
            _from_call(field, part)
            field.required = required and field.required


def _from_call(field: ClassField, call: ast.Call) -> None:
    """What ``Field(...)``, ``field(...)`` says: a default, another name."""
    given = {one.arg: one.value for one in call.keywords}
    default = call.args[0] if call.args else given.get("default")
    is_dots = isinstance(default, ast.Constant) and default.value is Ellipsis
    field.required = (default is None or is_dots) and "default_factory" not in given
    if isinstance(default, ast.Constant) and not is_dots:
        field.default = default.value
    metadata = _literal(given["metadata"]) if "metadata" in given else None
    key = metadata.get(KEY) if isinstance(metadata, dict) else None
    if isinstance(key, str):
        field.key = key
    for alias in ("validation_alias", "alias", "name"):
        if alias in given:
            keys = _keys(given[alias])
            if keys:
                field.key, *more = keys
                field.also = tuple(more)
            else:
                field.unnamed = True
            return


def _keys(named: ast.expr) -> list[str]:
    """The keys that an alias gives a field; none if they are worked out."""
    if isinstance(named, ast.Call) and ast.unparse(named.func).endswith("AliasChoices"):
        found = [_keys(one) for one in named.args]
        return [key for keys in found for key in keys] if all(found) else []
    value = named.value if isinstance(named, ast.Constant) else None
    return [value] if isinstance(value, str) else []


def _typed_dict_requires(
    annotation: ast.expr, owner: Definition, known: Meanings, total: bool
) -> bool:
    annotation = unquoted(annotation)
    while isinstance(annotation, ast.Subscript):
        head = known.resolved(annotation.value, owner.module)
        if head in {"typing.Required", "typing.NotRequired"}:
            return head == "typing.Required"
        if head not in {"typing.ReadOnly", "typing.Annotated"}:
            break
        inside = annotation.slice
        annotation = inside.elts[0] if isinstance(inside, ast.Tuple) else inside
    return total


def unquoted(expression: ast.expr) -> ast.expr:
    """The annotation in quotes, which looks ahead; any other as it is."""
    if not isinstance(expression, ast.Constant) or not isinstance(expression.value, str):
        return expression
    try:
        inner = ast.parse(expression.value, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return expression
    for node in ast.walk(inner):
        # Where it stands in the file: inside the quotes.
        ast.copy_location(node, expression)
    return inner


def _loosen(node: ast.ClassDef, fields: dict[str, ClassField]) -> None:
    """Let go of what a validator sees before its type does."""
    for statement in node.body:
        if not isinstance(statement, ast.FunctionDef):
            continue
        for decorator in statement.decorator_list:
            if not isinstance(decorator, ast.Call):
                continue
            name = ast.unparse(decorator.func).rpartition(".")[2]
            early = _constant(decorator, "mode") in {"before", "plain", "wrap"}
            early = early or _constant(decorator, "pre") is True
            if name in {"model_validator", "root_validator"} and early:
                for field in fields.values():
                    field.required, field.open = False, True
            elif name in {"field_validator", "validator"} and early:
                for argument in decorator.args:
                    if isinstance(argument, ast.Constant) and argument.value in fields:
                        fields[argument.value].open = True
                    elif isinstance(argument, ast.Constant) and argument.value == "*":
                        for field in fields.values():
                            field.open = True


def _settings(line: Line) -> dict[str, object]:
    """What a class says of itself: keywords, ``model_config``, a class ``Config``."""
    made: dict[str, object] = {}
    for here in line:
        assert here.node is not None
        for statement in here.node.body:
            if isinstance(statement, ast.Assign) and _is_named(statement, "model_config"):
                made.update(_table(statement.value))
            elif isinstance(statement, ast.ClassDef) and statement.name == "Config":
                for inner in statement.body:
                    if isinstance(inner, ast.Assign) and isinstance(inner.targets[0], ast.Name):
                        made[inner.targets[0].id] = _literal(inner.value)
        for decorator in here.node.decorator_list:
            if isinstance(decorator, ast.Call):
                config = [one.value for one in decorator.keywords if one.arg == "config"]
                made.update(_table(config[0]) if config else {})
        for keyword in here.node.keywords:
            if keyword.arg is not None:
                made[keyword.arg] = _literal(keyword.value)
    return made


def _table(value: ast.expr) -> dict[str, object]:
    """``ConfigDict(a=1)`` or ``{"a": 1}`` as far as it is written out."""
    if isinstance(value, ast.Call):
        return {one.arg: _literal(one.value) for one in value.keywords if one.arg}
    if isinstance(value, ast.Dict):
        keys = [one.value if isinstance(one, ast.Constant) else None for one in value.keys]
        pairs = zip(keys, value.values, strict=True)
        return {key: _literal(one) for key, one in pairs if isinstance(key, str)}
    return {}


def _renamed(made: Class, settings: dict[str, object], known: Meanings) -> None:
    """Give fields the keys that the class's settings make of their names."""
    plain = [field for field in made.fields if field.key == field.name]
    if made.kind == "msgspec":
        made.listed = settings.get("array_like") is True
        _tag(made, settings, known)
        if "rename" in settings:
            for field in plain:
                _rename(field, settings["rename"])
    elif "alias_generator" in settings:
        for field in plain:
            field.unnamed = True
    by_name = settings.get("populate_by_name") or settings.get("validate_by_name")
    for field in made.fields:
        if field.unnamed:
            # Nothing can be asked of a key that is not known, and it may be any.
            field.required, field.open, made.closed = False, True, False
            text = f"the key of `{field.name}` is not known without importing it"
            known.not_read(field.node, field.module, text)
        elif by_name and settings.get("validate_by_alias") is False:
            field.key, field.also = field.name, ()
        elif by_name and field.name not in (field.key, *field.also):
            field.also = (*field.also, field.name)
    for name in _OF_TEXTS & settings.keys():
        text = f"what `{name}` asks of texts is not held against files"
        known.not_read(made.node, made.module, text)


def _tag(made: Class, settings: dict[str, object], known: Meanings) -> None:
    """The key that tells structs apart, and what this one has there."""
    key, tag = settings.get("tag_field", "type"), settings.get("tag", True)
    if tag is False or not {"tag", "tag_field"} & settings.keys():
        return
    tag = made.node.name if tag is True else tag
    if isinstance(key, str) and isinstance(tag, str | int):
        made.tag = (key, tag)
        return
    made.closed = False
    text = f"the tag of `{made.node.name}` is not known without importing it"
    known.not_read(made.node, made.module, text)


def _rename(field: ClassField, rename: object) -> None:
    """The key that msgspec makes of a name."""
    name = field.name
    bare = name.strip("_")
    if rename == "lower":
        field.key = name.lower()
    elif rename == "upper":
        field.key = name.upper()
    elif rename == "kebab":
        field.key = bare.replace("_", "-")
    elif rename in {"camel", "pascal"}:
        first, *more = bare.split("_")
        first = first.title() if rename == "pascal" else first
        marks = name[: len(name) - len(name.lstrip("_"))]
        field.key = marks + first + "".join(word.title() for word in more)
    elif isinstance(rename, dict):
        field.key = rename.get(name, name)
    else:
        field.unnamed = True


def _values(found: Definition, known: Meanings) -> list[tuple[str, object]] | None:
    """The members of an enumeration, with ``auto()`` counted as Python does.

    None when a value is not written out.
    """
    assert found.node is not None
    textual = any(
        known.resolved(base, found.module) == "enum.StrEnum" for base in found.node.bases
    )
    made: list[tuple[str, object]] = []
    ignored = _ignored(found.node)
    for statement in found.node.body:
        if not isinstance(statement, ast.Assign) or not isinstance(
            target := statement.targets[0], ast.Name
        ):
            continue
        if target.id.startswith("_") or target.id in ignored:
            continue
        value = statement.value
        if isinstance(value, ast.Call) and known.resolved(value.func, found.module) == "enum.auto":
            numbers = [one for _, one in made if isinstance(one, int)]
            made.append((target.id, target.id.lower() if textual else max(numbers, default=0) + 1))
        elif isinstance(found_value := _literal(value), str | int | float):
            made.append((target.id, found_value))
        else:
            return None
    return made


def _ignored(node: ast.ClassDef) -> list[str]:
    """The names that an enumeration says are no members of it."""
    for statement in node.body:
        if isinstance(statement, ast.Assign) and _is_named(statement, "_ignore_"):
            listed = _literal(statement.value)
            names_ = listed.replace(",", " ").split() if isinstance(listed, str) else listed
            return [str(one) for one in names_] if isinstance(names_, list | tuple) else []
    return []


def _root(node: ast.ClassDef, known: Meanings, module: PythonModule) -> ast.expr | None:
    for base in node.bases:
        if isinstance(base, ast.Subscript):
            above = known.resolved(base.value, module)
            if isinstance(above, str) and names.BASES.get(above) == "root":
                return base.slice
    for statement in node.body:
        if isinstance(statement, ast.AnnAssign) and ast.unparse(statement.target) == "root":
            return statement.annotation
    return None


def _said_after(body: list[ast.stmt], index: int) -> str:
    """The text that stands below a field, as documentation of it."""
    following = body[index + 1] if index + 1 < len(body) else None
    if isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant):
        text = following.value.value
        return inspect.cleandoc(text) if isinstance(text, str) else ""
    return ""


def _is_named(statement: ast.Assign, name: str) -> bool:
    target = statement.targets[0]
    return isinstance(target, ast.Name) and target.id == name


def _keyword(node: ast.ClassDef, name: str) -> object:
    return next((_literal(one.value) for one in node.keywords if one.arg == name), None)


def _constant(call: ast.Call, name: str) -> object:
    return next((_literal(one.value) for one in call.keywords if one.arg == name), None)


def _literal(value: ast.expr) -> object:
    try:
        found: object = ast.literal_eval(value)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return None
    return found
