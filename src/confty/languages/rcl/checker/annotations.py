"""Type expressions to types: the built-in names, aliases, records and imported types."""

from __future__ import annotations

from confty import types
from confty.kit.checking import Findings
from confty.kit.suggest import nearest
from confty.languages.rcl import codes
from confty.languages.rcl.checker.declared import Declarations, DeclaredType, documentation
from confty.languages.rcl.parser import typesyntax
from confty.languages.rcl.parser.syntax import TypeAliasStatement
from confty.languages.rcl.rules import spelled
from confty.text import Code, Edit, Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final, TypeAlias

ATOMS: Final[dict[str, types.Type]] = {
    "Any": types.DYNAMIC, "Void": types.NEVER, "Null": types.NULL, "Bool": types.BOOL,
    "Number": types.NUMBER, "String": types.STRING,
}  # fmt: skip
BUILT_IN: Final = {"Dict": 2, "List": 1, "Set": 1, "Union": 2}
_EXAMPLES: Final = {
    "Dict": "Dict[String, Number]", "List": "List[Number]", "Set": "Set[String]",
    "Union": "Union[Number, String]",
}  # fmt: skip
_MOST_INSTANCES: Final = 1000
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


class Generic:
    """An alias with parameters; each list of arguments makes a named type of its own."""

    __slots__ = ("aliases", "home", "made", "modules", "statement")

    def __init__(self, home: Annotations, statement: TypeAliasStatement) -> None:
        self.home = home
        self.statement = statement
        # The names its expression sees; set when all of its block are known.
        self.aliases: dict[str, Alias] = {}
        self.modules: dict[str, Exports] = {}
        self.made: dict[tuple[types.Type, ...], types.Ref] = {}


Alias: TypeAlias = "types.Type | Generic"
#: The aliases of a file, for those who import it.
Exports: TypeAlias = "Mapping[str, Alias]"


class Prelude:
    """The types that are in scope before a document begins: those of a session so far."""

    __slots__ = ("aliases", "declarations", "modules", "places")

    def __init__(self) -> None:
        self.aliases: dict[str, Alias] = {}
        self.modules: dict[str, Exports] = {}
        self.places: dict[str, DeclaredType] = {}
        self.declarations = Declarations()

    def take_over(self, other: Prelude) -> None:
        """Add the types of one more document."""
        self.aliases.update(other.aliases)
        self.modules.update(other.modules)
        self.places.update(other.places)
        self.declarations.take_over(other.declarations)


class Annotations:
    """Evaluates type expressions under the aliases in scope; keeps what it finds wrong."""

    def __init__(self, source: Source, findings: Findings) -> None:
        self.source = source
        self.findings = findings
        self.aliases: dict[str, Alias] = {}
        # The imported files in scope, by the name that they are bound to.
        self.modules: dict[str, Exports] = {}
        self.declarations = Declarations()
        # Where the aliases in scope are declared, and the imported files that types came from.
        self.places: dict[str, DeclaredType] = {}
        self.mentioned: set[str] = set()
        # What the type expressions of this file mean, for editors.
        self.meant: dict[typesyntax.Node, types.Type] = {}
        self.instances = 0

    def begin(self, prelude: Prelude) -> None:
        """Start with types in scope."""
        self.aliases = dict(prelude.aliases)
        self.modules = dict(prelude.modules)
        self.places = dict(prelude.places)
        self.declarations.take_over(prelude.declarations)

    def so_far(self) -> Prelude:
        """Return the types in scope, for a document that goes on from here."""
        made = Prelude()
        made.aliases, made.modules, made.places = self.aliases, self.modules, self.places
        made.declarations = self.declarations
        return made

    def _refuse(
        self,
        code: Code,
        node: typesyntax.TypeExpr,
        message: str,
        hint: str = "",
        instead: str = "",
    ) -> types.Type:
        finding = code.at(Span(self.source, node.start, node.end), message)
        if instead and isinstance(node, typesyntax.TypeName | typesyntax.TypeApply):
            name = Span(self.source, node.start, node.start + len(node.text))
            finding = finding.with_fix(Edit(name, instead))
        self.findings.say(finding.with_help(hint) if hint else finding)
        return types.DYNAMIC

    def type_of(self, node: typesyntax.TypeExpr) -> types.Type:
        """Return the type that an expression means; Any after a mistake."""
        if isinstance(node, typesyntax.TypeName):
            made = self._name(node)
        elif isinstance(node, typesyntax.TypeApply):
            made = self._apply(node)
        elif isinstance(node, typesyntax.TypeFunction):
            parameters = [self.type_of(one) for one in node.parameters.types]
            made = types.function_of(parameters, self.type_of(node.result))
        elif isinstance(node, typesyntax.TypeLiteral):
            made = types.literal(types.STRING, node.value)
        elif isinstance(node, typesyntax.TypeUnion):
            made = types.written_union(*[self.type_of(one) for one in node.members])
        else:
            made = self._record(node)
        self.meant[node] = self.declarations.meant[node] = made
        return made

    def _found(self, node: typesyntax.TypeName | typesyntax.TypeApply) -> Alias | None:
        """Return what a name stands for, be it of this file or of an imported one."""
        module, dot, name = node.text.rpartition(".")
        if not dot:
            if name in self.places:
                self.declarations.written[node] = self.places[name]
            return self.aliases.get(name) or ATOMS.get(name)
        self.mentioned.add(module)
        exports = self.modules.get(module)
        if exports is None:
            self._refuse(
                codes.UNKNOWN_TYPE, node, f"'{module}' is not an imported file",
                f'types come from a name that is bound to a file: let {module} = import "...";',
            )  # fmt: skip
            return types.DYNAMIC
        found = exports.get(name)
        if found is None:
            near = nearest(name, self.findings.names(lambda: exports))
            hint = f"did you mean {module}.{near}?" if near else ""
            message = f"the file '{module}' has no type {name}"
            instead = f"{module}.{near}" if near else ""
            return self._refuse(codes.UNKNOWN_TYPE, node, message, hint, instead)
        declared = found if isinstance(found, Generic) else self.declarations.types.get(found)
        if isinstance(declared, DeclaredType):
            self.declarations.written[node] = declared
        return found

    def _name(self, node: typesyntax.TypeName) -> types.Type:
        if not node.text or node.text.endswith("."):
            return types.DYNAMIC  # still to be written, which was said
        found = self._found(node)
        if isinstance(found, Generic):
            names = ", ".join(one.text for one in found.statement.parameters)
            return self._refuse(
                codes.TYPE_ARGUMENTS, node, f"expected type arguments after {node.text}",
                f"it is declared as {found.statement.name.text}[{names}]",
            )  # fmt: skip
        if found is not None:
            return found
        if node.text in BUILT_IN:
            return self._refuse(
                codes.TYPE_ARGUMENTS, node, f"expected type arguments after {node.text}",
                f"for example {_EXAMPLES[node.text]}",
            )  # fmt: skip
        return self._refuse(
            codes.UNKNOWN_TYPE, node, f"there is no type {node.text}", *self._alike(node.text)
        )

    def _alike(self, name: str) -> tuple[str, str]:
        """Return a hint at the type that was meant, and its name."""
        if name in _ALIKE:
            return f"the type is called {_ALIKE[name]}", _ALIKE[name]
        known = self.findings.names(lambda: [*ATOMS, *BUILT_IN, *self.aliases])
        near = nearest(name, known) or ""
        for module, exports in self.modules.items():
            if not near and name in exports:
                near = f"{module}.{name}"
        return (f"did you mean {near}?" if near else "", near)

    def _apply(self, node: typesyntax.TypeApply) -> types.Type:
        name = node.text
        arguments = [self.type_of(one) for one in node.arguments.types]
        wanted = None if name in self.aliases else BUILT_IN.get(name)
        if wanted is not None:
            return self._built_in(node, arguments, wanted)
        found = self._found(node)
        if isinstance(found, Generic):
            return self._instance(node, found, arguments)
        if found is types.DYNAMIC and name not in ATOMS:
            return found
        if found is not None:
            return self._refuse(codes.TYPE_ARGUMENTS, node, f"the type {name} takes no arguments")
        message = f"there is no type {name} with arguments"
        return self._refuse(codes.UNKNOWN_TYPE, node, message, *self._alike(name))

    def _built_in(
        self, node: typesyntax.TypeApply, arguments: list[types.Type], wanted: int
    ) -> types.Type:
        name, count = node.text, len(arguments)
        if name == "Union":
            if count < 2:
                return self._refuse(
                    codes.TYPE_ARGUMENTS, node, f"expected two or more members, found {count}",
                    "a union of one type is that type",
                )  # fmt: skip
            return types.written_union(*arguments)
        if count != wanted:
            return self._miscounted(node, wanted, count, f"for example {_EXAMPLES[name]}")
        if name == "Dict":
            return types.map_of(arguments[0], arguments[1])
        return types.list_of(arguments[0]) if name == "List" else types.set_of(arguments[0])

    def _miscounted(
        self, node: typesyntax.TypeApply, wanted: int, count: int, hint: str = ""
    ) -> types.Type:
        plural = "" if wanted == 1 else "s"
        message = f"expected {wanted} type argument{plural} for {node.text}, found {count}"
        return self._refuse(codes.TYPE_ARGUMENTS, node, message, hint)

    def _instance(
        self, node: typesyntax.TypeApply, generic: Generic, arguments: list[types.Type]
    ) -> types.Type:
        """Make the type of an alias with arguments: its expression, its parameters replaced."""
        statement, given = generic.statement, tuple(arguments)
        if len(statement.parameters) != len(given):
            return self._miscounted(node, len(statement.parameters), len(given))
        known = generic.made.get(given)
        if known is not None:
            return known
        home = generic.home
        home.instances += 1
        if home.instances > _MOST_INSTANCES:
            return self._refuse(
                codes.TYPE_ARGUMENTS, node, f"the type {node.text} never ends",
                "inside its own declaration a type takes its own parameters as they are",
            )  # fmt: skip
        spelling = ", ".join(spelled(one) for one in given)
        made = generic.made[given] = types.ref(f"{statement.name.text}[{spelling}]")
        before = home.aliases, home.modules
        own = dict(zip([one.text for one in statement.parameters], given, strict=True))
        home.aliases, home.modules = {**generic.aliases, **own}, generic.modules
        target = home.type_of(statement.target)
        home.aliases, home.modules = before
        types.define(made, target)
        declarations = home.declarations
        declarations.types[made] = home.declared(statement)
        if generic in declarations.generics:
            declarations.documentation[made] = declarations.generics[generic]
        if isinstance(statement.target, typesyntax.TypeRecord):
            declarations.describe(made, home.source, statement.target.fields)
        if home is not self:
            self.declarations.take_over(declarations)
        return made

    def _record(self, node: typesyntax.TypeRecord) -> types.Type:
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
        made = types.object_of(fields, types.DYNAMIC if node.open else None)
        self.declarations.describe(made, self.source, node.fields)
        return made

    def declare(self, statements: list[tuple[typesyntax.Noncode, TypeAliasStatement]]) -> None:
        """Bring aliases into scope, all at once: they may mention each other."""
        names: dict[str, types.Ref] = {}
        generics: dict[str, Generic] = {}
        for before, one in statements:
            name = one.name.text
            if name in names or name in generics or name in ATOMS or name in BUILT_IN:
                span = Span(self.source, one.name.start, one.name.end)
                self.findings.say(codes.DUPLICATE_NAME.at(span, f"there already is a type {name}"))
            elif one.parameters:
                generics[name] = Generic(self, one)
                if text := documentation(before):
                    self.declarations.generics[generics[name]] = text
            else:
                names[name] = types.ref(name)
        self.aliases = {**self.aliases, **names, **generics}
        own = {one.name.text: self.declared(one) for _, one in statements if not one.parameters}
        self.places = {**self.places, **own}
        pending = dict(names)
        for before, one in statements:
            name = one.name.text
            if name in pending:
                self._define(pending.pop(name), before, one)
        for name, made in names.items():
            target = types.unfold(made)
            # A record or a union keeps its name in messages; others are a shorter spelling.
            kept = isinstance(target, types.Object | types.Union)
            if not kept and not _mentions(target, made):
                self.aliases[name] = target
        for generic in generics.values():
            generic.aliases, generic.modules = self.aliases, self.modules
        for generic in generics.values():
            self._try(generic)

    def _try(self, generic: Generic) -> None:
        """Find the mistakes of an alias with parameters that nobody uses."""
        names = [one.text for one in generic.statement.parameters]
        for at, one in enumerate(generic.statement.parameters):
            if one.text in names[:at]:
                span = Span(self.source, one.start, one.end)
                message = f"there already is a parameter {one.text}"
                self.findings.say(codes.DUPLICATE_NAME.at(span, message))
        before = self.aliases
        self.aliases = {**before, **{name: types.var(name) for name in names}}
        self.type_of(generic.statement.target)
        self.aliases = before

    def declared(self, statement: TypeAliasStatement) -> DeclaredType:
        """Return where an alias is declared."""
        name = Span(self.source, statement.name.start, statement.name.end)
        return DeclaredType(self.source, name, statement.target)

    def _define(
        self, made: types.Ref, before: typesyntax.Noncode, statement: TypeAliasStatement
    ) -> None:
        target = self.type_of(statement.target)
        if _is_itself(target, made, set()):
            target = self._refuse(
                codes.UNKNOWN_TYPE, statement.target, f"the type {made.name} is defined as itself",
                "put the recursion inside a list, a dict or a record",
            )  # fmt: skip
        types.define(made, target)
        self.meant[statement.name] = made
        record = statement.target
        fields = record.fields if isinstance(record, typesyntax.TypeRecord) else ()
        self.declarations.declare(made, self.declared(statement), before, fields)


def _mentions(target: types.Type, made: types.Ref) -> bool:
    return made in types.parts(target)


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
