"""Types that people write in comments, ``//: TYPE``, before a local, a field or a function.

The comment stands directly before what it is about, on lines of its own or on the same line, in
the notation that ``confty type`` prints; several such lines are read as one.  A type that is
written is a promise: the definition is held against it, every use sees it and nothing else, and
an object that replaces the field is held against it too.
"""

from __future__ import annotations

from confty import types
from confty.kit.checking import Wanted
from confty.languages.jsonnet import codes
from confty.languages.jsonnet.checker.checker import WRITTEN, Annotation, Checker
from confty.languages.jsonnet.checker.functions import infer_function
from confty.languages.jsonnet.checker.notation import BadType, read_type
from confty.languages.jsonnet.checker.written import stripped
from confty.languages.jsonnet.parser import syntax
from confty.patterns import pattern
from confty.text import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

_MARKS: Final = ("//:", "#:", "/*:")
_LINE: Final = pattern(r"(?://|#):(.*)\Z")
_BLOCK: Final = pattern(r"(?s)/\*:(.*)\*/\Z")


def note_annotations(check: Checker, tree: syntax.Syntax) -> None:
    """Find the annotations of a file, and report those that nothing takes or that spell none."""
    text = tree.source.text
    if not any(mark in text for mark in _MARKS):
        return
    written = dict(_written(tree))
    for offset, node in _places(tree.body):
        found = written.pop(offset, None)
        if found is None:
            continue
        span, spelled = found
        if isinstance(node, syntax.Field) and node.plus:
            message = "expected a field behind its type, found what is added to one"
            check.findings.say(codes.BAD_ANNOTATION.at(span, message))
            continue
        try:
            check.annotations[node] = Annotation(read_type(spelled), span)
        except BadType as bad:
            message = f"the type in this comment cannot be read: {bad}"
            check.findings.say(codes.BAD_ANNOTATION.at(span, message))
    for span, _ in written.values():
        message = "expected a local, a field or a function behind a type in a comment"
        said = codes.BAD_ANNOTATION.at(span, message)
        check.findings.say(said.with_help("leave the colon away to make it a plain comment"))


def _written(tree: syntax.Syntax) -> Iterator[tuple[int, tuple[Span, str]]]:
    """Yield where the token behind an annotation starts, and the annotation."""
    tokens = tree.tokens
    for index, gap in enumerate(tokens.gaps):
        if not any(mark in gap for mark in _MARKS):
            continue
        first, last, parts = 0, 0, list[str]()
        for start, end in tokens.comments(index):
            comment = tree.source.text[start:end]
            found = _LINE.match(comment) or _BLOCK.match(comment)
            if found is None:
                parts = []  # what is said before another comment is about nothing
                continue
            first, last = (first if parts else start), end
            parts.append(found[1])
        if parts:
            yield tokens.starts[index], (Span(tree.source, first, last), " ".join(parts))


def _places(body: syntax.Expression) -> Iterator[tuple[int, syntax.Node]]:
    """Yield what can have an annotation, with where the annotation is looked for."""
    for node in syntax.walk(body):
        if isinstance(node, syntax.Local):
            yield node.start, node.binds[0]
            for bind in node.binds:
                yield bind.start, bind
        elif isinstance(node, syntax.ObjectLocal):
            yield node.start, node.bind
            yield node.bind.start, node.bind
        elif isinstance(node, syntax.Field):
            yield node.start, node


def held(
    check: Checker,
    annotation: Annotation,
    parameters: list[syntax.Parameter] | None,
    value: syntax.Expression,
) -> types.Type:
    """Hold a definition against its annotation and return what everybody else may count on."""
    literal = stripped(value)
    if parameters is None and isinstance(literal, syntax.Function):
        parameters, body = literal.parameters, literal.body
    else:
        body = value
    if parameters is None:
        check.want(value, check.infer(value), _wanted(annotation, annotation.type))
        return annotation.type
    declared = _declared(check, annotation, parameters)
    if check.close:
        return declared
    wanted = tuple(one.type for one in declared.parameters or ())
    made = infer_function(check, parameters, body, wanted)
    for one, type_ in zip(parameters, wanted, strict=True):
        default = None if one.default is None else check.types.get(one.default)
        if one.default is not None and default is not None:
            check.want(one.default, default, _wanted(annotation, type_))
    check.want(_result(body), made.result, _wanted(annotation, declared.result))
    if literal is not value or body is not value:
        check.types[value] = check.types[literal] = declared
    return declared


def _wanted(annotation: Annotation, type_: types.Type) -> Wanted:
    return Wanted(type_, WRITTEN, annotation.span)


def _result(body: syntax.Expression) -> syntax.Expression:
    """The part of a body that gives its value, behind locals and asserts."""
    body = stripped(body)
    while isinstance(body, syntax.Local | syntax.Assert):
        body = stripped(body.body)
    return body


def _declared(
    check: Checker, annotation: Annotation, parameters: list[syntax.Parameter]
) -> types.Function:
    """Return the written type of a function; where it is of another shape, what is known."""
    written = annotation.type
    names = [one.name.name for one in parameters]
    if isinstance(written, types.Function) and written.parameters is not None:
        said = [one.name for one in written.parameters]
        if said == names:
            made = [
                types.parameter(one.name, one.type, optional=mine.default is not None)
                for one, mine in zip(written.parameters, parameters, strict=True)
            ]
            return types.function_of(made, written.result)
        spelled = ", ".join(names) or "no parameters"
        found = ", ".join(one or "" for one in said) or "none"
        message = f"expected the function's own parameters ({spelled}), found {found}"
    elif written is not types.DYNAMIC and not isinstance(written, types.Function):
        message = "expected the type of a function, found another"
    else:
        message = ""
    if message and not check.close:
        check.findings.say(codes.BAD_ANNOTATION.at(annotation.span, message))
    return types.function_of(
        [
            types.parameter(one.name.name, types.DYNAMIC, optional=one.default is not None)
            for one in parameters
        ],
        written.result if isinstance(written, types.Function) else types.DYNAMIC,
    )
