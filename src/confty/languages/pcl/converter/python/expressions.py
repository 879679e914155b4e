"""Expressions in Python.

The tree comes rewritten: values inside outputs are reached in applies only, and conversions are
marked.  Types decide the rest: how a property is read, how a value becomes text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from confty import types
from confty.kit.hcl import syntax
from confty.kit.hcl.visitor import Visitor
from confty.languages.pcl import model
from confty.languages.pcl.converter.applies import Applies
from confty.languages.pcl.converter.conversions import Conversions
from confty.languages.pcl.converter.nodes import AnyNode, Apply, Convert
from confty.languages.pcl.converter.python import casts, enums
from confty.languages.pcl.converter.python.calls import CallWriter
from confty.languages.pcl.converter.python.module import PythonFile
from confty.languages.pcl.converter.python.names import py_name, snake
from confty.languages.pcl.converter.python.outputs import is_surely_output
from confty.languages.pcl.converter.python.reading import (
    bound_in,
    is_constant,
    is_text,
    read_in,
    root_of,
)
from confty.languages.pcl.eventuals import input_type
from confty.languages.pcl.library import python_code as py
from confty.languages.pcl.library.python_code import PythonCode
from confty.languages.pcl.rules import assigns, converts, is_optional, without_none
from confty.types import ID, INT, STRING, Type

Traversed = syntax.Traversal | syntax.RelativeTraversal
_OPERATORS = {"&&": ("and", py.AND), "||": ("or", py.OR)}
_ADD = {"+": py.ADD, "-": py.ADD, "*": py.MULTIPLY, "/": py.MULTIPLY}


class ExpressionWriter(Visitor[PythonCode]):
    """Writes the expressions of one module."""

    def __init__(self, module: PythonFile) -> None:
        super().__init__()
        self.module = module
        self.typed = module.typed
        self.names: list[dict[str, str]] = []
        # Variables of the loops around what is written; a lambda must take their values along.
        self.loops: list[str] = []
        self.calls = CallWriter(module, self.text, self.names)
        self.by_kind[Apply] = self._apply
        self.by_kind[Convert] = self._convert

    def text_for(self, node: syntax.Expression, to: Type | None, least: int = 0) -> str:
        """An expression of the program as Python text, for a place that takes this type."""
        self.typed.again(node, {})
        made = Applies(self.typed, skip_to_json=True, deep=True).rewrite(node)
        return self.text(Conversions(self.typed, marked=enums.needs_mark).rewrite(made, to), least)

    def call(self, node: syntax.Call) -> PythonCode:
        """The Python of a call."""
        return self.calls.write(node)

    def write(self, node: AnyNode) -> PythonCode:
        """The Python of an expression."""
        return self.by_kind[type(node)](node)

    visit = write

    def text(self, node: AnyNode, least: int = 0) -> str:
        """The Python of an expression, for a place that binds this strongly."""
        return self.write(node).at(least)

    # Leaves.

    def _missing(self, node: syntax.Missing) -> PythonCode:  # noqa: ARG002  one of the visitor's
        return PythonCode("None")

    def _literal(self, node: syntax.Literal) -> PythonCode:
        value = node.value
        if value is None or isinstance(value, bool):
            return PythonCode(repr(value))
        if isinstance(value, str):
            return PythonCode(py.string(value))
        return PythonCode(py.number(value), py.ATOM if value >= 0 else py.UNARY)

    def _template(self, node: syntax.Template) -> PythonCode:
        # Written once: a template in a template in a template would be written again and again.
        codes = [None if is_text(part) else self.write(part) for part in node.parts]
        parts = [self._template_part(*both) for both in zip(node.parts, codes, strict=True)]
        quoted = [text for text, literal in parts if not literal and set(text) & set("\"'\\\n")]
        if not quoted:
            shown = [py.format_text(t) if literal else "{" + t + "}" for t, literal in parts]
            return PythonCode('f"' + "".join(shown) + '"')
        # An f-string cannot hold quotes inside its braces: join the pieces instead.
        pieces = [
            py.string(text) if code is None else self._certain_text(part, code)
            for part, code, (text, _) in zip(node.parts, codes, parts, strict=True)
        ]
        return PythonCode(" + ".join(pieces), py.ADD)

    def _template_part(self, part: AnyNode, code: PythonCode | None) -> tuple[str, bool]:
        """The text of a part, and whether it is literal."""
        if code is None:
            assert isinstance(part, syntax.Literal)
            return str(part.value), True
        return self._as_text(part, code), False

    def _certain_text(self, part: AnyNode, code: PythonCode) -> str:
        """A part as a string, for joining."""
        sure = casts.bare(self.typed.of(part)) is STRING
        return self._shown(part, code, py.ADD + 1, sure=sure)

    def _as_text(self, node: AnyNode, code: PythonCode) -> str:
        """A value inside an f-string, as PCL would write it."""
        found = casts.bare(self.typed.of(node))
        sure = found in (STRING, ID, INT) or isinstance(found, types.Enum)
        return self._shown(node, code, py.CONDITIONAL + 1, sure=sure)

    def _shown(self, node: AnyNode, code: PythonCode, least: int, *, sure: bool) -> str:
        texts = isinstance(node, (syntax.TemplateJoin, syntax.Template))
        if sure or texts or (isinstance(node, syntax.Conditional) and node.directive):
            return code.at(least)
        return self.module.helped("text_of", code.at(0))

    def _join(self, node: syntax.TemplateJoin) -> PythonCode:
        inner = self.text(node.tuple)
        return PythonCode(f"''.join({inner})", py.CALL)

    # Names and parts.

    def _traversal(self, node: syntax.Traversal) -> PythonCode:
        for frame in reversed(self.names):
            if node.root in frame:
                return self._steps(PythonCode(frame[node.root]), node)
        variable = self.module.typing.roots.get(node)
        if node.root == "args" and isinstance(self.module.current, model.HookNode) and node.steps:
            # What hooks are told is an object of the SDK.
            code = PythonCode(f"args.{py_name(str(node.steps[0].key))}", py.CALL)
            return self._after(code, node.steps[1:], self.typed.part_types(node)[1:])
        if variable is None or variable.node is None:
            ranged = self.module.range_names.get(node.root)
            if ranged is not None and node.steps:
                first = node.steps[0]
                code = PythonCode(ranged[str(first.key)])
                return self._after(code, node.steps[1:], [self.typed.types.get(first, STRING)])
            if node.root in self.typed.context.scope.known():
                return self._steps(PythonCode(py_name(node.root)), node)
            self.module.needs("helper not_implemented")
            message = py.string(f"{node.root} is not declared")
            return self._steps(PythonCode(f"not_implemented({message})", py.CALL), node)
        code = self._root(variable)
        owner = variable.node
        late = owner.name in self.module.late_ranges
        one_or_none = isinstance(owner, model.InstanceNode) and owner.range_kind == "bool"
        if one_or_none and node.steps and not late:
            kinds = self.typed.part_types(node)
            read = self._after(code, node.steps, [without_none(kinds[0]), *kinds[1:]])
            return PythonCode(f"{read.at(3)} if {code.text} is not None else None", py.CONDITIONAL)
        return self._steps(code, node)

    def _root(self, variable: model.Variable) -> PythonCode:
        node = variable.node
        assert node is not None
        if isinstance(node, model.ConfigNode) and self.module.is_component:
            return PythonCode(self.module.config_name(node))
        return PythonCode(self.module.names.of(node.name))

    def _steps(self, code: PythonCode, node: Traversed) -> PythonCode:
        return self._after(code, node.steps, self.typed.part_types(node))

    def _after(
        self, code: PythonCode, steps: list[syntax.TraversalStep], kinds: list[Type]
    ) -> PythonCode:
        for at, step in enumerate(steps):
            before = kinds[min(at, len(kinds) - 1)]
            if at >= 1:
                before = self.typed.types.get(steps[at - 1], before)
            code = self._step(code, before, step)
        return code

    def _step(self, code: PythonCode, type_: Type, step: syntax.TraversalStep) -> PythonCode:
        base = self._present(code, type_)
        key = step.key
        if not isinstance(key, str):
            return PythonCode(f"{base}[{key}]", py.CALL)
        if self.module.has_attributes(type_):
            return PythonCode(f"{base}.{py_name(key)}", py.CALL)
        inner = casts.bare(type_)
        if isinstance(inner, types.ListOf):
            return PythonCode(f"{base}[int({py.string(key)})]", py.CALL)
        field = inner.by_name.get(key) if isinstance(inner, types.Object) else None
        if field is not None and is_optional(field.type):
            return PythonCode(f"{base}.get({py.string(key)})", py.CALL)
        return PythonCode(f"{base}[{py.string(key)}]", py.CALL)

    def _relative(self, node: syntax.RelativeTraversal) -> PythonCode:
        return self._steps(self.write(node.source), node)

    def _index(self, node: syntax.Index) -> PythonCode:
        base = self._present(self.write(node.collection), self.typed.of(node.collection))
        key = self.text(node.key)
        return PythonCode(f"{base}[{key}]", py.CALL)

    # Operators.

    def _binary(self, node: syntax.Binary) -> PythonCode:
        operator = node.operator
        if operator in ("==", "!="):
            return self._equality(node)
        if operator in _OPERATORS:
            word, strength = _OPERATORS[operator]
            left = self._read("bool_of", node.left, strength)
            right = self._read("bool_of", node.right, strength + 1)
            return PythonCode(f"{left} {word} {right}", strength)
        if operator == "%":
            self.module.needs("import math")
            left = self._read("number_of", node.left, 0)
            right = self._read("number_of", node.right, 0)
            return PythonCode(f"math.fmod({left}, {right})", py.CALL)
        strength = _ADD.get(operator, py.COMPARE)
        left = self._read("number_of", node.left, strength)
        right = self._read("number_of", node.right, strength + 1)
        return PythonCode(f"{left} {operator} {right}", strength)

    def _read(self, helper: str, node: AnyNode, least: int) -> str:
        """An operand that has to be a number or a bool, and may be the text of one."""
        inner = node.inner if isinstance(node, Convert) else node
        if not isinstance(casts.bare(self.typed.of(inner)), types.Dynamic):
            return self.text(node, least)
        return self.module.helped(helper, self.text(node))

    def _equality(self, node: syntax.Binary) -> PythonCode:
        for side, other in ((node.left, node.right), (node.right, node.left)):
            inner = syntax.unwrapped(side) if not isinstance(side, (Apply, Convert)) else side
            if isinstance(inner, syntax.Literal) and inner.value is None:
                word = "is" if node.operator == "==" else "is not"
                return PythonCode(f"{self.text(other, py.COMPARE + 1)} {word} None", py.COMPARE)
        if casts.may_be_bool_and_number(self.typed.of(node.left), self.typed.of(node.right)):
            self.module.needs("helper same")
            negation = "" if node.operator == "==" else "not "
            text = f"{negation}same({self.text(node.left)}, {self.text(node.right)})"
            return PythonCode(text, py.NOT if negation else py.CALL)
        left = self.text(node.left, py.COMPARE + 1)
        if all(is_constant(side, self.module.typing) for side in (node.left, node.right)):
            # Type checkers know the answer and say that it need not be asked.
            left = self._as_any(PythonCode(left)).text
        return PythonCode(
            f"{left} {node.operator} {self.text(node.right, py.COMPARE + 1)}", py.COMPARE
        )

    def _unary(self, node: syntax.Unary) -> PythonCode:
        if node.operator == "!":
            operand = self._read("bool_of", node.operand, py.NOT)
            return PythonCode(f"not {operand}", py.NOT)
        return PythonCode("-" + self._read("number_of", node.operand, py.UNARY), py.UNARY)

    def _conditional(self, node: syntax.Conditional) -> PythonCode:
        yes, no = self.text(node.yes, py.OR), self.text(node.no, py.CONDITIONAL)
        test = self._read("bool_of", node.test, py.OR)
        return PythonCode(f"{yes} if {test} else {no}", py.CONDITIONAL)

    # Collections.

    def _tuple(self, node: syntax.Tuple) -> PythonCode:
        return PythonCode(py.sequence("[", [self.text(each) for each in node.elements], "]"))

    def _object(
        self, node: syntax.Object, names: Callable[[str], str] = lambda name: name
    ) -> PythonCode:
        parts: list[str] = []
        for item in node.items:
            key = syntax.literal_text(item.key)
            shown = py.string(names(key)) if key is not None else self.text(item.key)
            parts.append(f"{shown}: {self.text(item.value)}")
        return PythonCode(py.sequence("{", parts, "}"))

    def _for(self, node: syntax.For) -> PythonCode:
        parts = [part for part in (node.key, node.value, node.guard) if part is not None]
        frame = self._loop_frame(node, parts)
        value = frame[node.value_name]
        source = self._present(self.write(node.collection), self.typed.of(node.collection))
        table = isinstance(casts.bare(self.typed.of(node.collection)), (types.MapOf, types.Object))
        used = node.key_name
        if used == "_" and used not in read_in(parts):
            used = None
        if used is not None:
            source = f"sorted({source}.items())" if table else f"enumerate({source})"
        elif table:
            # The source is worked out outside of the loop, where no name of it hides another.
            source = f"[pair[1] for pair in sorted({source}.items())]"
        self.names.append(frame)
        before, self.loops = self.loops, [*self.loops, *frame.values()]
        texts = [self.text(part) for part in parts if part is not node.guard]
        if node.guard is not None:
            texts.append(self._read("bool_of", node.guard, py.OR))
        self.names.pop()
        self.loops = before
        # A name that is bound has to be used.
        read = py.names_in(" ".join(texts))
        names = [value] if used is None else [frame[used], value]
        head = ", ".join(name if name in read else "_" for name in names)
        return self._comprehension(node, f"for {head} in {source}", texts)

    def _comprehension(self, node: syntax.For, loop: str, texts: list[str]) -> PythonCode:
        shaping = [part for part in (node.key, node.guard) if part is not None]
        if not any(self.typed.is_eventual(self.typed.of(part)) for part in shaping):
            return self._entries(node, loop, texts)
        # Which entries there are is known only later: await them all, then choose.
        made = f"pulumi.Output.all(*[pulumi.Output.all({', '.join(texts)}) {loop}])"
        inner = [f"entry[{at}]" for at in range(len(texts))]
        chosen = self._entries(node, "for entry in entries", inner)
        return PythonCode(f"{made}.apply(lambda entries: {chosen.text})", py.CALL)

    def _entries(self, node: syntax.For, loop: str, texts: list[str]) -> PythonCode:
        waiting = list(texts)
        key = waiting.pop(0) if node.key is not None else None
        value = waiting.pop(0)
        guard = f" if {waiting[0]}" if waiting else ""
        if key is None:
            return PythonCode(f"[{value} {loop}{guard}]")
        if node.group:
            self.module.needs("helper grouped")
            return PythonCode(f"grouped(({key}, {value}) {loop}{guard})", py.CALL)
        return PythonCode(f"{{{key}: {value} {loop}{guard}}}")

    def _loop_frame(self, node: syntax.For, parts: Sequence[AnyNode]) -> dict[str, str]:
        """Names for what a loop binds; they hide nothing that is read inside it."""
        bound = [name for name in (node.value_name, node.key_name) if name is not None]
        read = {self._python_root(name) for name in read_in(parts) if name not in bound}
        for ranged in self.module.range_names.values():
            read.update(ranged.values())
        frame: dict[str, str] = {}
        for name in bound:
            made = py_name(name)
            while made in read or made in self.module.names.reserved or made in frame.values():
                made += "_"
            frame[name] = made
        return frame

    def _python_root(self, name: str) -> str:
        """What a name of the program is called here."""
        for frame in reversed(self.names):
            if name in frame:
                return root_of(frame[name])
        return self.module.names.given.get(name, py_name(name))

    def _present(self, code: PythonCode, found: Type) -> str:
        """A value about to be looked into, which nothing can be done with when it is not there."""
        if not is_optional(casts.opened(found)):
            return code.at(py.CALL)
        return self.module.helped("present", code.text)

    def _splat(self, node: syntax.Splat) -> PythonCode:
        self.items[node.item] = PythonCode("item")
        each = self.text(node.each)
        source = self.text(node.source, py.CALL)
        found = casts.bare(self.typed.of(node.source))
        if not isinstance(found, (types.ListOf, types.Dynamic)) and not hasattr(found, "elements"):
            source = f"[{source}]"
        elif is_optional(casts.opened(self.typed.of(node.source))):
            # What is absent is an empty list to a splat.
            source = self.module.helped("listed", source)
        return PythonCode(f"[{each} for item in {source}]")

    # Applies and conversions.

    def _apply(self, node: Apply) -> PythonCode:
        """A lambda over one value, or over all of several, which are waited for together."""
        bound = bound_in(node.body)
        if len(node.arguments) == 1:
            name = self._parameter(node.parameters[0], bound)
            frame = {node.parameters[0]: name}
        else:
            name = self._parameter("values", bound)
            frame = {each: f"{name}[{at}]" for at, each in enumerate(node.parameters)}
        read = {each: f"needed({text})" for each, text in frame.items() if each in node.doubtful}
        around, self.loops = self.loops, []
        self.names.append({**frame, **read})
        body = self._body(node.body)
        self.names.pop()
        self.loops = around
        late = [
            self._attempted(each) if name in node.doubtful else self._awaitable(each)
            for each, name in zip(node.arguments, node.parameters, strict=True)
        ]
        source = late[0] if len(late) == 1 else f"pulumi.Output.all({', '.join(late)})"
        return PythonCode(self._applied(source, name, body), py.CALL)

    def _attempted(self, node: AnyNode) -> str:
        """What may not be there, and is asked for where it is needed only."""
        return self._later(self.module.helped("attempted", f"lambda: {self._awaitable(node)}"))

    def _later(self, text: str) -> str:
        return self.module.helped("later", text)

    def _body(self, node: AnyNode) -> str:
        """What a lambda gives; what is late inside a collection is awaited with it."""
        inner = node.inner if isinstance(node, Convert) else node
        found = self.typed.of(inner)
        if not self.typed.is_eventual(found) and self.typed.holds_eventuals(found):
            return self._awaitable(inner)
        return self.text(node, py.LAMBDA)

    def _applied(self, source: str, name: str, body: str) -> str:
        """The outermost lambda; it is called later, when a loop around it has gone on."""
        used = py.names_in(body)
        kept = "".join(f", {each}={each}" for each in self._loop_names() if each in used)
        return f"{source}.apply(lambda {name}{kept}: {body})"

    def _loop_names(self) -> list[str]:
        ranged = self.module.range_names.get("range", {})
        return list(dict.fromkeys([*self.loops, *ranged.values()]))

    def _parameter(self, name: str, bound: set[str]) -> str:
        """A name for what a lambda is given, that nothing around it has, nor a loop in it."""
        made = py_name(name)
        used = {root_of(each) for frame in self.names for each in frame.values()}
        taken = used | bound
        while made in taken or made in self.module.names.taken:
            made += "_"
        return made

    def _awaitable(self, node: AnyNode) -> str:
        """What ``apply`` is called on; a list of outputs is first made an output of a list."""
        found = self.typed.of(node)
        if self.typed.is_eventual(found) and not isinstance(types.unfold(found), types.Union):
            if is_surely_output(node, self.module):
                return self.text(node, py.CALL)
            return self._later(self.text(node))
        if isinstance(casts.bare(found), (types.ListOf, types.Tuple)):
            return f"pulumi.Output.all(*{self.text(node, py.CALL)})"
        if isinstance(casts.bare(found), (types.MapOf, types.Object)) and not casts.nominal(found):
            if isinstance(node, syntax.Object) and node.items:
                return f"pulumi.Output.all(**{self.text(node, py.CALL)})"
            return self.module.helped("all_of", self.text(node))
        return f"pulumi.Output.from_input({self.text(node)})"

    def _convert(self, node: Convert) -> PythonCode:
        inner = node.inner
        found = self.typed.of(inner)
        plain = syntax.unwrapped(inner) if not isinstance(inner, (Apply, Convert)) else inner
        if isinstance(plain, syntax.Object):
            schema = casts.nominal(node.to)
            known = casts.property_names(node.to) if schema else set()
            made = self._object(plain, lambda name: snake(name) if name in known else name)
            keys = [syntax.literal_text(item.key) or "" for item in plain.items]
            wrong = schema and casts.surplus_or_missing(keys, node.to)
            return self._as_any(made) if wrong else made
        choice = self._choice(plain, found, node.to)
        if choice is not None:
            return choice
        if not isinstance(inner, Apply) and not converts(found, input_type(node.to)):
            return self._as_any(self.write(inner))
        made = self._converted(inner, found, node.to)
        # What may be absent goes through as it is; only its type is in the way.
        return self._as_any(made) if casts.misses(found, node.to) else made

    def _choice(self, inner: AnyNode, found: Type, to: Type) -> PythonCode | None:
        """What goes where only an enumeration fits; None where more does, or nothing can."""
        wanted = enums.only_enums(to)
        source = casts.bare(found)
        if not wanted or isinstance(source, (types.Enum, types.Dynamic)):
            return None
        if isinstance(inner, syntax.Literal):
            return enums.member(self.module, inner.value, wanted)
        if source is not wanted[0].base:
            return None
        if is_optional(types.resolve(found)):
            return self._as_any(self.write(inner))
        if not self.typed.is_eventual(found):
            return enums.made(self.module, self.write(inner), wanted)
        casted = enums.made(self.module, PythonCode("value"), wanted)
        if casted is None:
            return None
        return PythonCode(f"{self._awaitable(inner)}.apply(lambda value: {casted.text})", py.CALL)

    def _converted(self, inner: AnyNode, found: Type, to: Type) -> PythonCode:
        if not self.typed.is_eventual(found):
            return self._cast(self.write(inner), found, to)
        if assigns(types.resolve(found), types.resolve(to)) or not casts.needs_cast(found, to):
            return self.write(inner)
        casted = self._cast(PythonCode("value"), types.resolve(found), types.resolve(to))
        if casted.text == "value":
            return self.write(inner)
        return PythonCode(f"{self._awaitable(inner)}.apply(lambda value: {casted.text})", py.CALL)

    def _cast(self, code: PythonCode, found: Type, to: Type) -> PythonCode:
        made = casts.cast(code, found, to)
        for helper in ("bool_of", "number_of", "text_of"):
            if made.text.startswith(f"{helper}("):
                self.module.needs(f"helper {helper}")
        return made

    def _as_any(self, code: PythonCode) -> PythonCode:
        """A value that its place would not take by its type."""
        return PythonCode(self.module.helped("untyped", code.text), py.CALL)
