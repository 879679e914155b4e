"""Syntax to layout: one small function for each kind of node."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from confty.languages.rcl.formatter.layout import (
    EMPTY,
    HARD,
    RAW,
    SEP,
    SOFT,
    TALL_COMMA,
    Doc,
    Text,
    concat,
    flush,
    group,
    indent,
)
from confty.languages.rcl.parser import syntax
from confty.languages.rcl.parser.literals import indentation
from confty.languages.rcl.parser.typesyntax import (
    TypeApply,
    TypeFunction,
    TypeList,
    TypeLiteral,
    TypeName,
    TypeRecord,
    TypeUnion,
)

# Runs longer than this are laid out flat, or nesting them would cost Python's stack.
_LONG_RUN: Final = 200


def keyword(text: str) -> Text:
    """A word of the language."""
    return Text(text, "keyword")


def document(node: syntax.Document) -> Doc:
    """Lay out a whole document."""
    if not node.suffix:
        return expr(node.body)
    return concat(expr(node.body), HARD, noncode(node.suffix))


def expr(node: syntax.Expr) -> Doc:
    """Lay out an expression."""
    return _LAYOUTS[node.__class__](node)


def noncode(items: syntax.Noncode) -> Doc:
    """Comments and blank lines, each with its line break."""
    if not items:
        return EMPTY
    parts: list[Doc] = []
    for item in items:
        if item:
            parts.append(Text(item, "comment"))
        parts.append(HARD)
    return concat(*parts)


def _joined(parts: list[Doc], between: tuple[Doc, ...]) -> list[Doc]:
    joined: list[Doc] = []
    for index, part in enumerate(parts):
        if index:
            joined.extend(between)
        joined.append(part)
    return joined


# Statements and control items.


def _block(node: syntax.Block) -> Doc:
    between = HARD if len(node.statements) > 1 else SEP
    parts: list[Doc] = []
    for before, one in node.statements:
        parts.extend((noncode(before), statement(one), between))
    return group(flush(*parts, noncode(node.before_body), expr(node.body)))


def statement(node: syntax.Control) -> Doc:
    """Lay out a statement or a control item."""
    if isinstance(node, syntax.Let):
        type_ = concat(Text(": "), type_doc(node.annotation)) if node.annotation else EMPTY
        head = concat(keyword("let"), Text(" "), Text(node.name.text), type_)
        return concat(head, Text(" = "), expr(node.value), Text(";"))
    if isinstance(node, syntax.TypeAliasStatement):
        names = ", ".join(one.text for one in node.parameters)
        name = f"{node.name.text}[{names}]" if names else node.name.text
        head = concat(keyword("type"), Text(" "), Text(name, "type"), Text(" ="))
        return concat(_definition(head, node.target), Text(";"))
    if isinstance(node, syntax.Assert):
        head = concat(keyword("assert"), Text(" "), expr(node.condition), Text(":"))
        return group(head, SEP, indent(expr(node.message), Text(";")))
    if isinstance(node, syntax.Trace):
        return concat(keyword("trace"), Text(" "), expr(node.message), Text(";"))
    if isinstance(node, syntax.For):
        names = ", ".join(name.text for name in node.variables)
        head = concat(keyword("for"), Text(f" {names} "), keyword("in"), Text(" "))
        return concat(head, expr(node.collection), Text(":"))
    assert isinstance(node, syntax.Filter)
    return concat(keyword("if"), Text(" "), expr(node.condition), Text(":"))


def _if(node: syntax.If) -> Doc:
    head = concat(keyword("if"), Text(" "), expr(node.condition), Text(":"))
    yes, no = indent(expr(node.yes)), indent(expr(node.no))
    return group(flush(head, SEP, yes, SEP, keyword("else"), Text(":"), SEP, no))


# Operators, functions, chains.


def _unary(node: syntax.Unary) -> Doc:
    parts: list[Doc] = [Text("-") if one == "-" else keyword("not ") for one in node.operators]
    return concat(*parts, expr(node.operand))


def _binary(node: syntax.Binary) -> Doc:
    sign = keyword(node.operator) if node.operator.isalpha() else Text(node.operator)
    if len(node.operands) > _LONG_RUN:
        rest = [concat(SEP, sign, Text(" "), expr(one)) for one in node.operands[1:]]
        return group(flush(expr(node.operands[0]), *rest))
    made = expr(node.operands[0])
    for operand in node.operands[1:]:
        made = group(flush(made, SEP, sign, Text(" "), expr(operand)))
    return made


def _function(node: syntax.Function) -> Doc:
    bare = len(node.parameters) == 1 and not any(node.noncode)
    if bare:
        names: Doc = Text(node.parameters[0].text)
    elif not node.parameters and not any(node.noncode):
        names = Text("()")
    else:
        parts = [
            concat(noncode(before), Text(name.text))
            for before, name in zip(node.noncode, node.parameters, strict=False)
        ]
        names = _comma_list("(", ")", parts, node.noncode[-1], trailing_comma=node.trailing_comma)
    return concat(names, Text(" => "), expr(node.body))


def _comma_list(
    opener: str, closer: str, parts: list[Doc], last: syntax.Noncode, *, trailing_comma: bool
) -> Doc:
    """Lay out calls, parameters and types; ``last`` is the noncode before the closer."""
    if not parts:
        if not last:
            return group(Text(opener), Text(closer))
        return group(Text(opener), indent(HARD, noncode(last)), Text(closer))
    opening = HARD if trailing_comma else SOFT
    closing = concat(Text(","), SOFT, noncode(last)) if last else concat(TALL_COMMA, SOFT)
    inner = _joined(parts, (Text(","), SEP))
    return group(Text(opener), indent(opening, *inner, closing), Text(closer))


def _chain(node: syntax.Chain) -> Doc:
    base = expr(node.base)
    if isinstance(node.base, syntax.NumberLiteral) and node.base.text.replace("_", "").isdigit():
        # A dot right after its digits would be a decimal point.
        base = concat(Text("("), base, Text(")"))
    head: list[Doc] = [base]
    rest: list[Doc] = []
    for link in node.links:
        if isinstance(link, syntax.Field):
            rest.extend((SOFT, Text("."), Text(link.name.text)))
        else:
            (rest or head).append(_link(link))
    return group(*head, indent(*rest)) if rest else group(*head)


def _link(link: syntax.Link) -> Doc:
    if isinstance(link, syntax.Call):
        arguments = [expr(one) for one in link.arguments]
        return _comma_list(
            "(", ")", arguments, link.before_close, trailing_comma=link.trailing_comma
        )
    assert isinstance(link, syntax.Index)
    return group(Text("["), SOFT, indent(expr(link.index)), SOFT, Text("]"))


# Collections.


def _is_pair(element: syntax.Element) -> bool:
    result = element.result
    return isinstance(result, syntax.Pair) or (
        isinstance(result, syntax.Unpack) and result.dots == "..."
    )


def _collection(node: syntax.Collection) -> Doc:
    closer = "]" if node.bracket == "[" else "}"
    if not node.elements and not node.before_close:
        return Text(node.bracket + closer)
    single = len(node.elements) == 1 and bool(node.elements[0].controls)
    padded = node.bracket == "{" and bool(node.elements) and _is_pair(node.elements[0])
    edge = SEP if padded else SOFT
    opening: Doc = EMPTY
    if node.elements:
        opening = HARD if node.trailing_comma and not single else edge
    inner = _joined([_element(one) for one in node.elements], (Text(","), SEP))
    last: Doc = TALL_COMMA
    if not node.elements:
        last = EMPTY
    elif node.before_close:
        last = Text(",")
    elif single:
        last = EMPTY
    body = indent(opening, *inner, last, edge, noncode(node.before_close))
    return group(Text(node.bracket), body, Text(closer))


def _element(node: syntax.Element) -> Doc:
    between = HARD if len(node.controls) > 1 else SEP
    leading: Doc = EMPTY
    parts: list[Doc] = []
    for index, (before, control) in enumerate(node.controls):
        if index:
            parts.append(noncode(before))
        else:
            leading = noncode(before)
        parts.extend((statement(control), between))
    if node.controls:
        parts.append(noncode(node.before_result))
    else:
        leading = noncode(node.before_result)
    return concat(leading, group(*parts, _result(node.result)))


def _result(node: syntax.Result) -> Doc:
    if isinstance(node, syntax.Item):
        return expr(node.value)
    if isinstance(node, syntax.Unpack):
        return concat(Text(node.dots), expr(node.value))
    if node.mark == "=":
        assert isinstance(node.key, syntax.StringLiteral)
        return concat(Text(node.key.value, "field"), Text(" = "), expr(node.value))
    key = expr(node.key)
    if isinstance(node.key, (syntax.StringLiteral, syntax.Name)) and isinstance(key, Text):
        key = Text(key.text, "field")
    return concat(key, Text(": "), expr(node.value))


# Strings.


def _string(node: syntax.StringLiteral) -> Doc:
    if not node.parts:
        return Text(f"{node.quote}{node.value}{node.quote}", "string", kept=True)
    return _quoted(node.parts, node.quote)


def _format(node: syntax.FormatString) -> Doc:
    return _quoted(node.parts, node.quote)


def _quoted(parts: tuple[syntax.Part, ...], quote: str) -> Doc:
    if quote.endswith('"""'):
        return _text_block(parts, quote)
    made: list[Doc] = [Text(quote, "string", kept=True)]
    for part in parts:
        if isinstance(part, syntax.Text):
            if part.text.startswith("\n"):
                made.append(RAW)
            made.append(Text(part.text.removeprefix("\n"), "string", kept=True))
        else:
            made.append(_part(part))
    return concat(*made, Text('"', "string", kept=True))


def _part(part: syntax.Escape | syntax.Hole) -> Doc:
    if isinstance(part, syntax.Escape):
        return Text(part.text, "escape", kept=True)
    body = group(indent(SOFT, expr(part.body), SOFT))
    return concat(Text("{", "escape"), body, Text("}", "escape"))


def _text_block(parts: tuple[syntax.Part, ...], quote: str) -> Doc:
    shared = indentation(parts)
    made: list[Doc] = [Text(quote, "string", kept=True)]
    for index, part in enumerate(parts):
        if not isinstance(part, syntax.Text):
            made.append(_part(part))
            continue
        text = part.text
        if text.startswith("\n"):
            made.append(HARD)
            text = text[1 + shared :]
        ends = index + 1 < len(parts) and isinstance(parts[index + 1], syntax.Text)
        body = text.rstrip(" ") if ends else text
        made.append(Text(body, "string", kept=True))
        if len(body) < len(text):
            # Spaces at the end of a line would be lost: make them visible.
            made.append(Text("\\u0020" * (len(text) - len(body)), "escape", kept=True))
    return flush(*made, Text('"""', "string", kept=True))


# Atoms.


def _number(node: syntax.NumberLiteral) -> Doc:
    text = node.text if node.text.startswith("0b") else node.text.lower()
    return Text(text, "number")


def _literal(node: syntax.Literal) -> Doc:
    return keyword("null" if node.value is None else "true" if node.value else "false")


def _name(node: syntax.Name) -> Doc:
    return Text(node.text)


def _parens(node: syntax.Parens) -> Doc:
    return group(Text("("), SOFT, indent(expr(node.body)), SOFT, Text(")"))


def _import(node: syntax.Import) -> Doc:
    return group(keyword("import"), indent(SEP, expr(node.path)))


# Types.


def type_doc(node: syntax.TypeExpr) -> Doc:
    """Lay out a type."""
    if isinstance(node, TypeName):
        return Text(node.text, "type")
    if isinstance(node, TypeApply):
        return concat(Text(node.text, "type"), _types("[", "]", node.arguments))
    if isinstance(node, TypeFunction):
        return concat(_types("(", ")", node.parameters), Text(" -> "), type_doc(node.result))
    if isinstance(node, TypeLiteral):
        return Text(node.text, "string", kept=True)
    if isinstance(node, TypeUnion):
        rest = [concat(SEP, Text("| "), type_doc(one)) for one in node.members[1:]]
        return group(flush(type_doc(node.members[0]), indent(*rest)))
    return _record(node)


def _definition(head: Doc, target: syntax.TypeExpr) -> Doc:
    """Lay out an alias; the members of a union that needs several lines stand below each other."""
    if not isinstance(target, TypeUnion):
        return concat(head, Text(" "), type_doc(target))
    first, *others = [type_doc(one) for one in target.members]
    rest = [concat(SEP, Text("| "), one) for one in others]
    return group(flush(head, indent(SEP, first, *rest)))


def _types(opener: str, closer: str, node: TypeList) -> Doc:
    parts = [
        concat(noncode(before), type_doc(one))
        for before, one in zip(node.noncode, node.types, strict=False)
    ]
    last = node.noncode[-1]
    if not parts and last:
        # The original writes this comma, and its tests ask for it; our parser reads it back.
        return group(Text(opener), indent(Text(","), SOFT, noncode(last)), Text(closer))
    return _comma_list(opener, closer, parts, last, trailing_comma=node.trailing_comma)


def _record(node: TypeRecord) -> Doc:
    if not node.fields and not node.open and not node.before_close:
        return Text("{}")
    parts = []
    for one in node.fields:
        name = (
            one.name.text
            if one.name.end - one.name.start == len(one.name.text)
            else f'"{one.name.text}"'
        )
        mark = "?: " if one.optional else ": "
        parts.append(
            concat(noncode(one.before), Text(name, "field"), Text(mark), type_doc(one.type))
        )
    if node.open:
        parts.append(Text("..."))
    opening = HARD if node.trailing_comma else SEP
    closing: Doc = concat(TALL_COMMA, SEP)
    if node.before_close:
        end = noncode(node.before_close)
        closing = concat(Text(","), SOFT, end) if parts else end
    inner = _joined(parts, (Text(","), SEP))
    return group(Text("{"), indent(opening, *inner, closing), Text("}"))


_LAYOUTS: Final[dict[type, Callable[[Any], Doc]]] = {
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
    syntax.Chain: _chain,
    syntax.Collection: _collection,
}
