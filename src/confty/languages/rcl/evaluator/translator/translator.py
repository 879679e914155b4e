"""Checked syntax to Python source.

Every binding becomes a Python variable of its own name, every function a Python function, every
comprehension a Python comprehension where it has no statements inside.  An expression becomes an
expression; what needs statements goes before it.  That may change the order in which things are
evaluated, which nobody can see: the language is pure, documents with traces are not translated,
and whatever fails here is evaluated again in the right order.

Functions take the depth of the evaluation as their first argument and refuse to go where the limit
could be near.  ``left`` counts down the steps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from confty.languages.rcl.checker.checked import Binding, Checked
from confty.languages.rcl.evaluator.fits import Tests
from confty.languages.rcl.evaluator.translator.analysis import Interval, combine, has_calls
from confty.languages.rcl.parser import syntax
from confty.types import BOOL, DYNAMIC, NUMBER, STRING, Type

LONG_RUN: Final = 40  # more operands than this, and Python nests too deeply
# For each function inside of another Python's compiler copies the names of the outer one, so
# a library of thousands takes the square of that.  From so many on, the outer one is the module:
# its names are found a little later, and nobody copies them.
_MANY_FUNCTIONS: Final = 300

# The name of what was just worked out, where nothing else is between that and its use.  One for
# all: inside of loops, names of their own would all be names of the function around them.
JUST: Final = "just"

# How each kind of expression is written, by its class.
Translations: TypeAlias = "Mapping[type, Callable[[Translator, Any], str]]"


class Emitter:
    """Python source under construction: lines, indentation, fresh names and constants."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.margin = 0
        self.constants: dict[str, object] = {}
        self._known: dict[int, str] = {}
        self.counter = 0

    def line(self, text: str) -> None:
        """Add a line at the current indentation."""
        self.lines.append(" " * self.margin + text)

    def fresh(self, prefix: str = "t") -> str:
        """Return a name that is used nowhere else."""
        self.counter += 1
        return f"{prefix}{self.counter}"

    def constant(self, value: object, prefix: str = "c") -> str:
        """Return the name under which the code finds ``value``."""
        name = self._known.get(id(value))
        if name is None:
            name = self.fresh(prefix)
            self.constants[name] = value
            self._known[id(value)] = name
        return name

    def source(self) -> str:
        """Return the module."""
        return "\n".join(self.lines) + "\n"


class Untranslatable(Exception):
    """Something that only the reference evaluator does."""


class Translator:
    """Translates one document."""

    def __init__(
        self,
        checked: Checked,
        place: Callable[[int, int], tuple[int, int, int]],
        tests: Tests,
        translations: Translations,
        *,
        trusting: bool,
    ) -> None:
        self.checked = checked
        self.place = place
        self.tests = tests
        self.translations = translations
        self.trusting = trusting  # whether all known types are our own findings
        self.out = Emitter()
        self.intervals: dict[Binding, Interval] = {}
        self.depth = 0  # static depth at this point of the current function
        self.deepest = 0
        self.steps = 0  # static steps of the current function or loop body
        self.base = "0"  # the Python expression of the depth at the function's door
        self.imports: list[tuple[syntax.Import, str]] = []
        # How many functions there are for Python's compiler; most loops are some.
        self.functions = 0

    @property
    def flat(self) -> bool:
        """Whether the module itself evaluates the document, into ``result``."""
        return self.functions > _MANY_FUNCTIONS

    def module(self) -> str:
        """Return the source of a module that evaluates the document, or whose ``main`` does."""
        out = self.out
        out.line("def main(d, left):")
        out.margin += 1
        out.line("def spend(many, steps):")
        out.line(" nonlocal left")
        out.line(" left -= len(many) * steps")
        out.line(" if left < 0: raise Exhausted")
        out.line(" return many")
        self.base = "d"
        mark = len(out.lines)
        text = self.expr(self.checked.document.body)
        out.lines.insert(mark, f" if d > {149 - self.deepest}: raise Retry")
        if self.flat:
            out.lines = [_shared(line[1:]) for line in out.lines[1:]]
            out.lines.append(f"result = {text}")
        else:
            out.line(f"return {text}")
        return out.source()

    # Depth and types.

    def deeper(self, count: int) -> None:
        """Note that the original would go ``count`` levels deeper here."""
        self.depth += count
        self.steps += count
        self.deepest = max(self.deepest, self.depth)

    def level(self) -> str:
        """The depth of the evaluation at a call made here."""
        self.deepest = max(self.deepest, self.depth + 3)
        return f"{self.base}+{self.depth + 1}"

    def known(self, node: syntax.Node) -> Type:
        """What is certain of an expression's value."""
        return self.checked.types.get(node, DYNAMIC) if self.trusting else DYNAMIC

    # Expressions.

    def expr(self, node: syntax.Expr) -> str:
        """Translate an expression, with the check of its value if it needs one."""
        rule = self.translations.get(node.__class__)
        if rule is None:
            raise Untranslatable
        text = rule(self, node)
        guard = self.checked.guards.get(node)
        if guard is None or (guard.proven and self.trusting):
            return text
        return self.guarded(text, guard.wanted.type)

    def operand(self, node: syntax.Expr) -> str:
        """Translate a number that is checked where it is used."""
        guard = self.checked.guards.get(node)
        if guard is not None and guard.wanted.type is NUMBER:
            return self.translations[node.__class__](self, node)
        if isinstance(node, syntax.Parens):
            return self.operand(node.body)
        return self.expr(node)

    def guarded(self, text: str, type_: Type) -> str:
        """Check a value against a type."""
        if type_ is BOOL:
            return f"({JUST} if ({JUST} := {text}).__class__ is bool else retry())"
        if type_ is STRING:
            return f"({JUST} if ({JUST} := {text}).__class__ is str else retry())"
        test = self.out.constant(self.tests.of(type_), "g")
        return f"({JUST} if {test}({JUST} := {text}) else retry())"

    def simple(self, text: str) -> tuple[str, str]:
        """Return how to write an expression once, and how to write it again."""
        if text.isidentifier() or text.lstrip("-").isdigit():
            return text, text
        name = self.out.fresh()
        return f"({name} := {text})", name

    def interval(self, node: syntax.Expr) -> Interval:
        """Say how large a number can be, where it certainly is a plain integer."""
        if isinstance(node, syntax.Parens):
            return self.interval(node.body)
        if isinstance(node, syntax.NumberLiteral) and node.value.__class__ is int:
            return (node.value, node.value)
        if isinstance(node, syntax.Name):
            return self.intervals.get(self.checked.uses[node])
        if isinstance(node, syntax.Unary) and node.operators == ("-",):
            return combine("-", (0, 0), self.interval(node.operand))
        if isinstance(node, syntax.Binary) and len(node.operands) <= LONG_RUN:
            found = self.interval(node.operands[0])
            for one in node.operands[1:]:
                found = combine(node.operator, found, self.interval(one))
            return found
        return None

    def function(self, node: syntax.Function, name: str) -> None:
        """Write the Python function of a function literal."""
        out = self.out
        self.functions += 1
        outer = (self.depth, self.deepest, self.steps, self.base)
        names = ", ".join([slot(self.checked.binders[one]) for one in node.parameters])
        out.line(f"def {name}(d, {names}):" if names else f"def {name}(d):")
        out.margin += 1
        self.depth, self.deepest, self.steps, self.base = 0, 0, 0, "d"
        mark = len(out.lines)
        text = self.expr(node.body)
        pad = " " * out.margin
        entry = [f"{pad}if d > {149 - self.deepest}: raise Retry"]
        if self.steps:
            entry = [f"{pad}nonlocal left", *entry, f"{pad}left -= {self.steps}"]
            entry.append(f"{pad}if left < 0: raise Exhausted")
        if not has_calls(node.body):
            # A leaf goes no deeper than its own text and costs no more than its caller counted.
            entry = entry[1:2] if self.steps else entry
        out.lines[mark:mark] = entry
        out.line(f"return {text}")
        out.margin -= 1
        self.depth, self.deepest, self.steps, self.base = outer

    def statement(self, node: syntax.Node) -> None:
        """Translate a statement."""
        if isinstance(node, syntax.Let):
            binding = self.checked.binders[node.name]
            self.intervals[binding] = self.interval(node.value)
            text = self.expr(node.value)
            self.out.line(f"{slot(binding)} = {text}")
        elif isinstance(node, syntax.Assert):
            self.out.line(f"if not {self.expr(node.condition)}: raise Retry")
        elif not isinstance(node, syntax.TypeAliasStatement):
            raise Untranslatable


def _shared(line: str) -> str:
    """A line of a flat module, in which all functions count the same steps."""
    return line.replace("nonlocal", "global") if line.endswith(" nonlocal left") else line


def slot(binding: Binding) -> str:
    """The Python variable of a binding."""
    return f"v{binding.serial}" if binding.node is not None else f"G_{binding.name}"


def function_name(node: syntax.Function) -> str:
    """The Python function of a function literal."""
    return f"f{node.start}_{node.end}"
