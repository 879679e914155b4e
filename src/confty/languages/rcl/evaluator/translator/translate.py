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

from collections.abc import Callable
from typing import Any, Final

from confty.languages.rcl.checker import import_path
from confty.languages.rcl.checker.checked import Binding, Checked
from confty.languages.rcl.evaluator.fits import test_for
from confty.languages.rcl.evaluator.translator import chains, loops
from confty.languages.rcl.evaluator.translator.emitter import Emitter
from confty.languages.rcl.evaluator.translator.intervals import Interval, combine
from confty.languages.rcl.numbers import Exact
from confty.languages.rcl.parser.syntax import (
    Assert,
    Binary,
    Block,
    Chain,
    Collection,
    Expr,
    FormatString,
    Function,
    Hole,
    If,
    Import,
    Let,
    Literal,
    Name,
    Node,
    NumberLiteral,
    Parens,
    StringLiteral,
    TypeAliasStatement,
    Unary,
)
from confty.types import BOOL, DYNAMIC, NULL, NUMBER, STRING, Type

_SLOW: Final = {
    "+": "add", "-": "subtract", "*": "multiply", "/": "divide", "|": "union", "==": "equal",
    "!=": "unequal", "<": "less", ">": "more", "<=": "at_most", ">=": "at_least",
}  # fmt: skip
_COMPARISONS: Final = ("==", "!=", "<", ">", "<=", ">=")
BOUND: Final = "9223372036854775807"
_LONG_TEXT: Final = 200
_LONG_RUN: Final = 40


class Untranslatable(Exception):
    """Something that only the reference evaluator does."""


class Translator:
    """Translates one document."""

    def __init__(
        self,
        checked: Checked,
        place: Callable[[int, int], tuple[int, int, int]],
        *,
        trusting: bool,
    ) -> None:
        self.checked = checked
        self.place = place
        self.trusting = trusting  # whether all known types are our own findings
        self.out = Emitter()
        self.intervals: dict[Binding, Interval] = {}
        self.depth = 0  # static depth at this point of the current function
        self.deepest = 0
        self.steps = 0  # static steps of the current function or loop body
        self.base = "0"  # the Python expression of the depth at the function's door
        self.imports: list[tuple[Import, str]] = []

    def module(self) -> str:
        """Return the source of a module whose ``main`` evaluates the document."""
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

    def known(self, node: Node) -> Type:
        """What is certain of an expression's value."""
        return self.checked.types.get(node, DYNAMIC) if self.trusting else DYNAMIC

    # Expressions.

    def expr(self, node: Expr) -> str:
        """Translate an expression, with the check of its value if it needs one."""
        rule = _RULES.get(node.__class__)
        if rule is None:
            raise Untranslatable
        text = rule(self, node)
        guard = self.checked.guards.get(node)
        if guard is None or (guard.proven and self.trusting):
            return text
        return self.guarded(text, guard.wanted.type)

    def operand(self, node: Expr) -> str:
        """Translate a number that is checked where it is used."""
        guard = self.checked.guards.get(node)
        if guard is not None and guard.wanted.type is NUMBER:
            return _RULES[node.__class__](self, node)
        if isinstance(node, Parens):
            return self.operand(node.body)
        return self.expr(node)

    def guarded(self, text: str, type_: Type) -> str:
        """Check a value against a type."""
        name = self.out.fresh()
        if type_ is BOOL:
            return f"({name} if ({name} := {text}).__class__ is bool else retry())"
        if type_ is STRING:
            return f"({name} if ({name} := {text}).__class__ is str else retry())"
        test = self.out.constant(test_for(type_), "g")
        return f"({name} if {test}({name} := {text}) else retry())"

    def simple(self, text: str) -> tuple[str, str]:
        """Return how to write an expression once, and how to write it again."""
        if text.isidentifier() or text.lstrip("-").isdigit():
            return text, text
        name = self.out.fresh()
        return f"({name} := {text})", name

    def interval(self, node: Expr) -> Interval:
        """Say how large a number can be, where it certainly is a plain integer."""
        if isinstance(node, Parens):
            return self.interval(node.body)
        if isinstance(node, NumberLiteral) and node.value.__class__ is int:
            return (node.value, node.value)
        if isinstance(node, Name):
            return self.intervals.get(self.checked.uses[node])
        if isinstance(node, Unary) and node.operators == ("-",):
            return combine("-", (0, 0), self.interval(node.operand))
        if isinstance(node, Binary) and len(node.operands) <= _LONG_RUN:
            found = self.interval(node.operands[0])
            for one in node.operands[1:]:
                found = combine(node.operator, found, self.interval(one))
            return found
        return None

    def function(self, node: Function, name: str) -> None:
        """Write the Python function of a function literal."""
        out = self.out
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
        if not _calls(node):
            # A leaf goes no deeper than its own text and costs no more than its caller counted.
            entry = entry[1:2] if self.steps else entry
        out.lines[mark:mark] = entry
        out.line(f"return {text}")
        out.margin -= 1
        self.depth, self.deepest, self.steps, self.base = outer


def slot(binding: Binding) -> str:
    """The Python variable of a binding."""
    return f"v{binding.serial}" if binding.node is not None else f"G_{binding.name}"


def function_name(node: Function) -> str:
    """The Python function of a function literal."""
    return f"f{node.start}_{node.end}"


def _calls(node: Function) -> bool:
    """Whether a function can call anything or loop; walks the syntax."""
    from confty.languages.rcl.evaluator.translator.walk import has_calls

    return has_calls(node.body)


def _literal(_self: Translator, node: Literal) -> str:
    return repr(node.value)


def _number(self: Translator, node: NumberLiteral) -> str:
    if isinstance(node.value, Exact):
        return self.out.constant(node.value)
    return str(node.value)


def _string(self: Translator, node: StringLiteral) -> str:
    if len(node.value) > _LONG_TEXT:
        return self.out.constant(node.value)
    return repr(node.value)


def _format(self: Translator, node: FormatString) -> str:
    parts: list[tuple[str, bool]] = []  # with whether a part can stand in a Python f-string
    for piece in node.pieces:
        if not isinstance(piece, Hole):
            parts.append((piece, True))
            continue
        text = self.expr(piece.body)
        plain = self.known(piece.body) is STRING or self.interval(piece.body) is not None
        simple = plain and text.isidentifier()
        string = simple or self.known(piece.body) is STRING
        parts.append((text if string else f"text({text})", simple))
    holes = [isinstance(piece, Hole) for piece in node.pieces]
    if all(simple for _, simple in parts):
        inside = [
            f"{{{text}}}" if hole else repr(text)[1:-1].replace("{", "{{").replace("}", "}}")
            for (text, _), hole in zip(parts, holes, strict=True)
        ]
        quoted = "".join(inside).replace('"', '\\"').replace("\\'", "'")
        if "\\" not in quoted:
            return f'f"{quoted}"'
    texts = [text if hole else repr(text) for (text, _), hole in zip(parts, holes, strict=True)]
    return f"''.join(({', '.join(texts)},))"


def _name(self: Translator, node: Name) -> str:
    return slot(self.checked.uses[node])


def _parens(self: Translator, node: Parens) -> str:
    return self.expr(node.body)


def _block(self: Translator, node: Block) -> str:
    for _, one in node.statements:
        statement(self, one)
    return self.expr(node.body)


def statement(self: Translator, node: Node) -> None:
    """Translate a statement."""
    if isinstance(node, Let):
        binding = self.checked.binders[node.name]
        self.intervals[binding] = self.interval(node.value)
        text = self.expr(node.value)
        self.out.line(f"{slot(binding)} = {text}")
    elif isinstance(node, Assert):
        self.out.line(f"if not {self.expr(node.condition)}: raise Retry")
    elif not isinstance(node, TypeAliasStatement):
        raise Untranslatable


def _if(self: Translator, node: If) -> str:
    self.deeper(1)
    condition = self.expr(node.condition)
    out = self.out
    mark = len(out.lines)
    out.margin += 1
    yes = self.expr(node.yes)
    middle = len(out.lines)
    no = self.expr(node.no)
    out.margin -= 1
    self.depth -= 1
    if middle == mark and len(out.lines) == mark:
        return f"({yes} if {condition} else {no})"
    name = out.fresh()
    pad = " " * out.margin
    before, after = out.lines[mark:middle], out.lines[middle:]
    out.lines[mark:] = [
        f"{pad}if {condition}:", *before, f"{pad} {name} = {yes}",
        f"{pad}else:", *after, f"{pad} {name} = {no}",
    ]  # fmt: skip
    return name


def _function(self: Translator, node: Function) -> str:
    name = function_name(node)
    self.function(node, name)
    type_, start, end = self.checked.functions[node]
    parts = (type_, node, None, self.place(start, end), None)
    return f"Lambda({name}, *{self.out.constant(parts)})"


def _unary(self: Translator, node: Unary) -> str:
    self.deeper(len(node.operators))
    text = self.operand(node.operand) if node.operators[-1] == "-" else self.expr(node.operand)
    plain = len(node.operators) == 1 and self.interval(node.operand) is not None
    for operator in reversed(node.operators):
        if operator == "not":
            text = f"(not {text})"
        else:
            text = f"(-{text})" if plain else f"negate({text})"
    self.depth -= len(node.operators)
    return text


def _binary(self: Translator, node: Binary) -> str:
    if len(node.operands) > _LONG_RUN:
        raise Untranslatable
    count, operator = len(node.places), node.operator
    self.deeper(count)
    numeric = operator in ("+", "-", "*", "/")
    text = self.operand(node.operands[0]) if numeric else self.expr(node.operands[0])
    found = self.interval(node.operands[0])
    first: Type | None = self.known(node.operands[0])
    for one in node.operands[1:]:
        right = self.operand(one) if numeric else self.expr(one)
        if numeric:
            text = _arithmetic(self, operator, (text, found), (right, self.interval(one)))
            found = combine(operator, found, self.interval(one))
        elif operator in ("and", "or"):
            text = f"({text} {'&' if operator == 'and' else '|'} {right})"
        else:
            text = _comparison(operator, (text, first), (right, self.known(one)))
            first = BOOL
    self.depth -= count
    return text


def _arithmetic(
    self: Translator, operator: str, left: tuple[str, Interval], right: tuple[str, Interval]
) -> str:
    if operator == "/":
        return f"divide({left[0]}, {right[0]})"
    if combine(operator, left[1], right[1]) is not None:
        return f"({left[0]} {operator} {right[0]})"
    tests = []
    names = []
    for text, interval in (left, right):
        once, again = self.simple(text)
        names.append(again)
        if interval is None and not text.isdigit():
            tests.append(f"{once}.__class__ is int")
        elif once != again:
            tests.append(f"({once} is not None)")
    # Both operands are named before either is used: the second test runs even if the first fails.
    first, second = names
    result = self.out.fresh()
    if not tests:
        tests.append("True")
    slow = f"{_SLOW[operator]}({first}, {second})"
    if len(tests) == 2 and ":=" in tests[1]:
        tests = [f"({tests[0]}) & ({tests[1]})"]
    return (
        f"({result} if {' and '.join(tests)} and -{BOUND} <= ({result} := {first} {operator} "
        f"{second}) <= {BOUND} else {slow})"
    )


def _comparison(
    operator: str, left: tuple[str, Type | None], right: tuple[str, Type | None]
) -> str:
    """Compare in line where both sides are numbers, or both strings."""
    if operator == "|":
        return f"union({left[0]}, {right[0]})"
    for type_ in (NUMBER, STRING):
        if left[1] is type_ and right[1] is type_:
            return f"({left[0]} {operator} {right[0]})"
    if operator in ("==", "!=") and {left[1], right[1]} <= {BOOL, NULL} and left[1] is right[1]:
        return f"({left[0]} {operator} {right[0]})"
    return f"{_SLOW[operator]}({left[0]}, {right[0]})"


def _import(self: Translator, node: Import) -> str:
    path = import_path(node)
    if path is None:
        raise Untranslatable
    self.imports.append((node, path))
    return f"G_import({len(self.imports) - 1}, {self.level()})"


_RULES: Final[dict[type, Callable[[Translator, Any], str]]] = {
    Literal: _literal,
    NumberLiteral: _number,
    StringLiteral: _string,
    FormatString: _format,
    Name: _name,
    Parens: _parens,
    Block: _block,
    If: _if,
    Import: _import,
    Function: _function,
    Unary: _unary,
    Binary: _binary,
    Chain: chains.chain,
    Collection: loops.collection,
}
