"""Syntax to layout: one small function for each kind of node."""

from __future__ import annotations

from confty.languages.rcl.formatter import layout
from confty.languages.rcl.parser import syntax, typesyntax
from confty.languages.rcl.parser.literals import indentation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Final

# Runs longer than this are laid out flat, or nesting them would cost Python's stack.
_LONG_RUN: Final = 200


def keyword(text: str) -> layout.Text:
    """A word of the language."""
    return layout.Text(text, "keyword")


def document(node: syntax.Document) -> layout.Doc:
    """Lay out a whole document."""
    if not node.suffix:
        return expr(node.body)
    return layout.concat(expr(node.body), layout.HARD, noncode(node.suffix))


def expr(node: syntax.Expr) -> layout.Doc:
    """Lay out an expression."""
    return _LAYOUTS[node.__class__](node)


def noncode(items: syntax.Noncode) -> layout.Doc:
    """Comments and blank lines, each with its line break."""
    if not items:
        return layout.EMPTY
    parts: list[layout.Doc] = []
    for item in items:
        if item:
            parts.append(layout.Text(item, "comment"))
        parts.append(layout.HARD)
    return layout.concat(*parts)


def _joined(parts: list[layout.Doc], between: tuple[layout.Doc, ...]) -> list[layout.Doc]:
    joined: list[layout.Doc] = []
    for index, part in enumerate(parts):
        if index:
            joined.extend(between)
        joined.append(part)
    return joined


# Statements and control items.


def _block(node: syntax.Block) -> layout.Doc:
    between = layout.HARD if len(node.statements) > 1 else layout.SEP
    parts: list[layout.Doc] = []
    for before, one in node.statements:
        parts.extend((noncode(before), statement(one), between))
    return layout.group(layout.flush(*parts, noncode(node.before_body), expr(node.body)))


def statement(node: syntax.Control) -> layout.Doc:
    """Lay out a statement or a control item."""
    if isinstance(node, syntax.Let):
        type_ = (
            layout.concat(layout.Text(": "), type_doc(node.annotation))
            if node.annotation
            else layout.EMPTY
        )
        head = layout.concat(keyword("let"), layout.Text(" "), layout.Text(node.name.text), type_)
        return layout.concat(head, layout.Text(" = "), expr(node.value), layout.Text(";"))
    if isinstance(node, syntax.TypeAliasStatement):
        names = ", ".join(one.text for one in node.parameters)
        name = f"{node.name.text}[{names}]" if names else node.name.text
        head = layout.concat(
            keyword("type"), layout.Text(" "), layout.Text(name, "type"), layout.Text(" =")
        )
        return layout.concat(_definition(head, node.target), layout.Text(";"))
    if isinstance(node, syntax.Assert):
        head = layout.concat(
            keyword("assert"), layout.Text(" "), expr(node.condition), layout.Text(":")
        )
        return layout.group(head, layout.SEP, layout.indent(expr(node.message), layout.Text(";")))
    if isinstance(node, syntax.Trace):
        return layout.concat(
            keyword("trace"), layout.Text(" "), expr(node.message), layout.Text(";")
        )
    if isinstance(node, syntax.For):
        names = ", ".join(name.text for name in node.variables)
        head = layout.concat(
            keyword("for"), layout.Text(f" {names} "), keyword("in"), layout.Text(" ")
        )
        return layout.concat(head, expr(node.collection), layout.Text(":"))
    assert isinstance(node, syntax.Filter)
    return layout.concat(keyword("if"), layout.Text(" "), expr(node.condition), layout.Text(":"))


def _if(node: syntax.If) -> layout.Doc:
    head = layout.concat(keyword("if"), layout.Text(" "), expr(node.condition), layout.Text(":"))
    yes, no = layout.indent(expr(node.yes)), layout.indent(expr(node.no))
    return layout.group(
        layout.flush(
            head, layout.SEP, yes, layout.SEP, keyword("else"), layout.Text(":"), layout.SEP, no
        )
    )


# Operators, functions, chains.


def _unary(node: syntax.Unary) -> layout.Doc:
    parts: list[layout.Doc] = [
        layout.Text("-") if one == "-" else keyword("not ") for one in node.operators
    ]
    return layout.concat(*parts, expr(node.operand))


def _binary(node: syntax.Binary) -> layout.Doc:
    sign = keyword(node.operator) if node.operator.isalpha() else layout.Text(node.operator)
    if len(node.operands) > _LONG_RUN:
        rest = [
            layout.concat(layout.SEP, sign, layout.Text(" "), expr(one))
            for one in node.operands[1:]
        ]
        return layout.group(layout.flush(expr(node.operands[0]), *rest))
    made = expr(node.operands[0])
    for operand in node.operands[1:]:
        made = layout.group(layout.flush(made, layout.SEP, sign, layout.Text(" "), expr(operand)))
    return made


def _function(node: syntax.Function) -> layout.Doc:
    bare = len(node.parameters) == 1 and not any(node.noncode)
    if bare:
        names: layout.Doc = layout.Text(node.parameters[0].text)
    elif not node.parameters and not any(node.noncode):
        names = layout.Text("()")
    else:
        parts = [
            layout.concat(noncode(before), layout.Text(name.text))
            for before, name in zip(node.noncode, node.parameters, strict=False)
        ]
        names = _comma_list("(", ")", parts, node.noncode[-1], trailing_comma=node.trailing_comma)
    return layout.concat(names, layout.Text(" => "), expr(node.body))


def _comma_list(
    opener: str,
    closer: str,
    parts: list[layout.Doc],
    last: syntax.Noncode,
    *,
    trailing_comma: bool,
) -> layout.Doc:
    """Lay out calls, parameters and types; ``last`` is the noncode before the closer."""
    if not parts:
        if not last:
            return layout.group(layout.Text(opener), layout.Text(closer))
        return layout.group(
            layout.Text(opener), layout.indent(layout.HARD, noncode(last)), layout.Text(closer)
        )
    opening = layout.HARD if trailing_comma else layout.SOFT
    closing = (
        layout.concat(layout.Text(","), layout.SOFT, noncode(last))
        if last
        else layout.concat(layout.TALL_COMMA, layout.SOFT)
    )
    inner = _joined(parts, (layout.Text(","), layout.SEP))
    return layout.group(
        layout.Text(opener), layout.indent(opening, *inner, closing), layout.Text(closer)
    )


def _chain(node: syntax.Chain) -> layout.Doc:
    base = expr(node.base)
    if isinstance(node.base, syntax.NumberLiteral) and node.base.text.replace("_", "").isdigit():
        # A dot right after its digits would be a decimal point.
        base = layout.concat(layout.Text("("), base, layout.Text(")"))
    head: list[layout.Doc] = [base]
    rest: list[layout.Doc] = []
    for link in node.links:
        if isinstance(link, syntax.Field):
            rest.extend((layout.SOFT, layout.Text("."), layout.Text(link.name.text)))
        else:
            (rest or head).append(_link(link))
    return layout.group(*head, layout.indent(*rest)) if rest else layout.group(*head)


def _link(link: syntax.Link) -> layout.Doc:
    if isinstance(link, syntax.Call):
        arguments = [expr(one) for one in link.arguments]
        return _comma_list(
            "(", ")", arguments, link.before_close, trailing_comma=link.trailing_comma
        )
    assert isinstance(link, syntax.Index)
    return layout.group(
        layout.Text("["),
        layout.SOFT,
        layout.indent(expr(link.index)),
        layout.SOFT,
        layout.Text("]"),
    )


# Collections.


def _is_pair(element: syntax.Element) -> bool:
    result = element.result
    return isinstance(result, syntax.Pair) or (
        isinstance(result, syntax.Unpack) and result.dots == "..."
    )


def _collection(node: syntax.Collection) -> layout.Doc:
    closer = "]" if node.bracket == "[" else "}"
    if not node.elements and not node.before_close:
        return layout.Text(node.bracket + closer)
    single = len(node.elements) == 1 and bool(node.elements[0].controls)
    padded = node.bracket == "{" and bool(node.elements) and _is_pair(node.elements[0])
    edge = layout.SEP if padded else layout.SOFT
    opening: layout.Doc = layout.EMPTY
    if node.elements:
        opening = layout.HARD if node.trailing_comma and not single else edge
    inner = _joined([_element(one) for one in node.elements], (layout.Text(","), layout.SEP))
    last: layout.Doc = layout.TALL_COMMA
    if not node.elements:
        last = layout.EMPTY
    elif node.before_close:
        last = layout.Text(",")
    elif single:
        last = layout.EMPTY
    body = layout.indent(opening, *inner, last, edge, noncode(node.before_close))
    return layout.group(layout.Text(node.bracket), body, layout.Text(closer))


def _element(node: syntax.Element) -> layout.Doc:
    between = layout.HARD if len(node.controls) > 1 else layout.SEP
    leading: layout.Doc = layout.EMPTY
    parts: list[layout.Doc] = []
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
    return layout.concat(leading, layout.group(*parts, _result(node.result)))


def _result(node: syntax.Result) -> layout.Doc:
    if isinstance(node, syntax.Item):
        return expr(node.value)
    if isinstance(node, syntax.Unpack):
        return layout.concat(layout.Text(node.dots), expr(node.value))
    if node.mark == "=":
        assert isinstance(node.key, syntax.StringLiteral)
        return layout.concat(
            layout.Text(node.key.value, "field"), layout.Text(" = "), expr(node.value)
        )
    key = expr(node.key)
    if isinstance(node.key, (syntax.StringLiteral, syntax.Name)) and isinstance(key, layout.Text):
        key = layout.Text(key.text, "field")
    return layout.concat(key, layout.Text(": "), expr(node.value))


# Strings.


def _string(node: syntax.StringLiteral) -> layout.Doc:
    if not node.parts:
        return layout.Text(f"{node.quote}{node.value}{node.quote}", "string", kept=True)
    return _quoted(node.parts, node.quote)


def _format(node: syntax.FormatString) -> layout.Doc:
    return _quoted(node.parts, node.quote)


def _quoted(parts: tuple[syntax.Part, ...], quote: str) -> layout.Doc:
    if quote.endswith('"""'):
        return _text_block(parts, quote)
    made: list[layout.Doc] = [layout.Text(quote, "string", kept=True)]
    for part in parts:
        if isinstance(part, syntax.Text):
            if part.text.startswith("\n"):
                made.append(layout.RAW)
            made.append(layout.Text(part.text.removeprefix("\n"), "string", kept=True))
        else:
            made.append(_part(part))
    return layout.concat(*made, layout.Text('"', "string", kept=True))


def _part(part: syntax.Escape | syntax.Hole) -> layout.Doc:
    if isinstance(part, syntax.Escape):
        return layout.Text(part.text, "escape", kept=True)
    body = layout.group(layout.indent(layout.SOFT, expr(part.body), layout.SOFT))
    return layout.concat(layout.Text("{", "escape"), body, layout.Text("}", "escape"))


def _text_block(parts: tuple[syntax.Part, ...], quote: str) -> layout.Doc:
    shared = indentation(parts)
    made: list[layout.Doc] = [layout.Text(quote, "string", kept=True)]
    for index, part in enumerate(parts):
        if not isinstance(part, syntax.Text):
            made.append(_part(part))
            continue
        text = part.text
        if text.startswith("\n"):
            made.append(layout.HARD)
            text = text[1 + shared :]
        ends = index + 1 < len(parts) and isinstance(parts[index + 1], syntax.Text)
        body = text.rstrip(" ") if ends else text
        made.append(layout.Text(body, "string", kept=True))
        if len(body) < len(text):
            # Spaces at the end of a line would be lost: make them visible.
            made.append(layout.Text("\\u0020" * (len(text) - len(body)), "escape", kept=True))
    return layout.flush(*made, layout.Text('"""', "string", kept=True))


# Atoms.


def _number(node: syntax.NumberLiteral) -> layout.Doc:
    text = node.text if node.text.startswith("0b") else node.text.lower()
    return layout.Text(text, "number")


def _literal(node: syntax.Literal) -> layout.Doc:
    return keyword("null" if node.value is None else "true" if node.value else "false")


def _name(node: syntax.Name) -> layout.Doc:
    return layout.Text(node.text)


def _parens(node: syntax.Parens) -> layout.Doc:
    return layout.group(
        layout.Text("("),
        layout.SOFT,
        layout.indent(expr(node.body)),
        layout.SOFT,
        layout.Text(")"),
    )


def _import(node: syntax.Import) -> layout.Doc:
    return layout.group(keyword("import"), layout.indent(layout.SEP, expr(node.path)))


# Types.


def type_doc(node: syntax.TypeExpr) -> layout.Doc:
    """Lay out a type."""
    if isinstance(node, typesyntax.TypeName):
        return layout.Text(node.text, "type")
    if isinstance(node, typesyntax.TypeApply):
        return layout.concat(layout.Text(node.text, "type"), _types("[", "]", node.arguments))
    if isinstance(node, typesyntax.TypeFunction):
        return layout.concat(
            _types("(", ")", node.parameters), layout.Text(" -> "), type_doc(node.result)
        )
    if isinstance(node, typesyntax.TypeLiteral):
        return layout.Text(node.text, "string", kept=True)
    if isinstance(node, typesyntax.TypeUnion):
        rest = [
            layout.concat(layout.SEP, layout.Text("| "), type_doc(one)) for one in node.members[1:]
        ]
        return layout.group(layout.flush(type_doc(node.members[0]), layout.indent(*rest)))
    return _record(node)


def _definition(head: layout.Doc, target: syntax.TypeExpr) -> layout.Doc:
    """Lay out an alias; the members of a union that needs several lines stand below each other."""
    if not isinstance(target, typesyntax.TypeUnion):
        return layout.concat(head, layout.Text(" "), type_doc(target))
    first, *others = [type_doc(one) for one in target.members]
    rest = [layout.concat(layout.SEP, layout.Text("| "), one) for one in others]
    return layout.group(layout.flush(head, layout.indent(layout.SEP, first, *rest)))


def _types(opener: str, closer: str, node: typesyntax.TypeList) -> layout.Doc:
    parts = [
        layout.concat(noncode(before), type_doc(one))
        for before, one in zip(node.noncode, node.types, strict=False)
    ]
    last = node.noncode[-1]
    if not parts and last:
        # The original writes this comma, and its tests ask for it; our parser reads it back.
        return layout.group(
            layout.Text(opener),
            layout.indent(layout.Text(","), layout.SOFT, noncode(last)),
            layout.Text(closer),
        )
    return _comma_list(opener, closer, parts, last, trailing_comma=node.trailing_comma)


def _record(node: typesyntax.TypeRecord) -> layout.Doc:
    if not node.fields and not node.open and not node.before_close:
        return layout.Text("{}")
    parts = []
    for one in node.fields:
        name = (
            one.name.text
            if one.name.end - one.name.start == len(one.name.text)
            else f'"{one.name.text}"'
        )
        mark = "?: " if one.optional else ": "
        parts.append(
            layout.concat(
                noncode(one.before),
                layout.Text(name, "field"),
                layout.Text(mark),
                type_doc(one.type),
            )
        )
    if node.open:
        parts.append(layout.Text("..."))
    opening = layout.HARD if node.trailing_comma else layout.SEP
    closing: layout.Doc = layout.concat(layout.TALL_COMMA, layout.SEP)
    if node.before_close:
        end = noncode(node.before_close)
        closing = layout.concat(layout.Text(","), layout.SOFT, end) if parts else end
    inner = _joined(parts, (layout.Text(","), layout.SEP))
    return layout.group(
        layout.Text("{"), layout.indent(opening, *inner, closing), layout.Text("}")
    )


_LAYOUTS: Final[dict[type, Callable[[Any], layout.Doc]]] = {
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
