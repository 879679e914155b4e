"""How each kind of expression is written in Python."""

from __future__ import annotations

from typing import Final

from confty.languages.rcl.evaluator.translator import chains, loops
from confty.languages.rcl.evaluator.translator.analysis import Interval, combine
from confty.languages.rcl.evaluator.translator.translator import (
    JUST,
    LONG_RUN,
    Translations,
    Translator,
    Untranslatable,
    function_name,
    slot,
)
from confty.languages.rcl.numbers import Exact
from confty.languages.rcl.parser import syntax
from confty.languages.rcl.parser.syntax import import_path
from confty.languages.rcl.values import Test
from confty.types import BOOL, DYNAMIC, NULL, NUMBER, STRING, Type

_SLOW: Final = {
    "+": "add", "-": "subtract", "*": "multiply", "/": "divide", "|": "union", "==": "equal",
    "!=": "unequal", "<": "less", ">": "more", "<=": "at_most", ">=": "at_least",
}  # fmt: skip
BOUND: Final = "9223372036854775807"
_LONG_TEXT: Final = 200


def _literal(_self: Translator, node: syntax.Literal) -> str:
    return repr(node.value)


def _number(self: Translator, node: syntax.NumberLiteral) -> str:
    if isinstance(node.value, Exact):
        return self.out.constant(node.value)
    return str(node.value)


def _string(self: Translator, node: syntax.StringLiteral) -> str:
    if len(node.value) > _LONG_TEXT:
        return self.out.constant(node.value)
    return repr(node.value)


def _format(self: Translator, node: syntax.FormatString) -> str:
    parts: list[tuple[str, bool]] = []  # with whether a part can stand in a Python f-string
    for piece in node.pieces:
        if not isinstance(piece, syntax.Hole):
            parts.append((piece, True))
            continue
        text = self.expr(piece.body)
        plain = self.known(piece.body) is STRING or self.interval(piece.body) is not None
        simple = plain and text.isidentifier()
        string = simple or self.known(piece.body) is STRING
        parts.append((text if string else f"text({text})", simple))
    holes = [isinstance(piece, syntax.Hole) for piece in node.pieces]
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


def _name(self: Translator, node: syntax.Name) -> str:
    return slot(self.checked.uses[node])


def _parens(self: Translator, node: syntax.Parens) -> str:
    return self.expr(node.body)


def _block(self: Translator, node: syntax.Block) -> str:
    for _, one in node.statements:
        self.statement(one)
    return self.expr(node.body)


def _if(self: Translator, node: syntax.If) -> str:
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


def _function(self: Translator, node: syntax.Function) -> str:
    name = function_name(node)
    self.function(node, name)
    type_, start, end = self.checked.functions[node]
    tests: tuple[Test, ...] = ()
    if any(one.type is not DYNAMIC for one in type_.parameters or ()):
        asked = [self.tests.argument_type(one.type) for one in type_.parameters or ()]
        tests = tuple([self.tests.of(one) for one in asked])
    parts = (type_, node, None, self.place(start, end), None, tests)
    return f"Lambda({name}, *{self.out.constant(parts)})"


def _unary(self: Translator, node: syntax.Unary) -> str:
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


def _binary(self: Translator, node: syntax.Binary) -> str:
    if len(node.operands) > LONG_RUN:
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
    if not tests:
        tests.append("True")
    slow = f"{_SLOW[operator]}({first}, {second})"
    if len(tests) == 2 and ":=" in tests[1]:
        tests = [f"({tests[0]}) & ({tests[1]})"]
    return (
        f"({JUST} if {' and '.join(tests)} and -{BOUND} <= ({JUST} := {first} {operator} "
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


def _import(self: Translator, node: syntax.Import) -> str:
    path = import_path(node)
    if path is None:
        raise Untranslatable
    self.imports.append((node, path))
    return f"G_import({len(self.imports) - 1}, {self.level()})"


TRANSLATIONS: Final[Translations] = {
    syntax.Literal: _literal,
    syntax.NumberLiteral: _number,
    syntax.StringLiteral: _string,
    syntax.FormatString: _format,
    syntax.Name: _name,
    syntax.Parens: _parens,
    syntax.Block: _block,
    syntax.If: _if,
    syntax.Import: _import,
    syntax.Function: _function,
    syntax.Unary: _unary,
    syntax.Binary: _binary,
    syntax.Chain: chains.chain,
    syntax.Collection: loops.collection,
}
