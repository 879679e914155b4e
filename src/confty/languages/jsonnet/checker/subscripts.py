"""Types of ``x.f``, ``x[i]`` and ``x[i:j:k]``."""

from __future__ import annotations

from confty import types
from confty.languages.jsonnet import codes
from confty.languages.jsonnet.checker.alternatives import each_field
from confty.languages.jsonnet.checker.checker import PARTLY, Checker
from confty.languages.jsonnet.checker.constant_mistakes import check_slice
from confty.languages.jsonnet.checker.constants import scalar
from confty.languages.jsonnet.checker.foreign import point_at_declaration
from confty.languages.jsonnet.checker.generics import erased
from confty.languages.jsonnet.checker.kinds import kind_of, members, names_of, parts_of
from confty.languages.jsonnet.checker.misspelt import (
    lacking,
    near_declarations,
    near_name,
    near_owners,
)
from confty.languages.jsonnet.checker.notation import spell
from confty.languages.jsonnet.checker.objects import read_self
from confty.languages.jsonnet.checker.origins import LayeredObject, field_type, instance_of
from confty.languages.jsonnet.checker.scope import ObjectScope
from confty.languages.jsonnet.checker.whence import whence
from confty.languages.jsonnet.checker.written import is_word, quoted, stripped
from confty.languages.jsonnet.parser import syntax
from confty.languages.jsonnet.rules import ANY, RELATION
from confty.text import Note, Severity


def _frame_of(check: Checker, node: syntax.Expression) -> ObjectScope | None:
    """Return the object that ``self`` or ``$`` means."""
    node = stripped(node)
    if check.frame is None:
        return None
    if isinstance(node, syntax.Self):
        return check.frame
    return check.frame.root() if isinstance(node, syntax.Dollar) else None


def infer_dot(check: Checker, node: syntax.Dot) -> types.Type:
    """Infer ``x.f``."""
    frame = _frame_of(check, node.target)
    if frame is not None:
        own = read_self(check, frame, node.field.name)
        if own is not None:
            check.infer(node.target)
            return own
    target = check.infer(node.target)
    if not node.field.name:
        return ANY
    if target is types.NEVER:
        check.reached(node, target)
        return types.NEVER
    return _read_field(check, target, node.field.name, node, node.target)


def _read_field(
    check: Checker,
    target: types.Type,
    name: str,
    place: syntax.Node,
    subject: syntax.Node,
) -> types.Type:
    """Read a fixed field of each part; ``place`` is blamed for a field that is not there."""
    results: list[types.Type] = []
    wrong: list[types.Type] = []
    parts = parts_of(target)
    if not check.close:
        check.work.at = place
    known = each_field(check, parts, name)
    for part in parts:
        if part in known:
            found = known[part]
        else:
            access = types.read_field(part, name)
            found = None if access.verdict is types.NO else access.type
            if found is not None and _is_optional(part, name):
                _warn_of_missing(check, name, place, subject)
        if found is None:
            wrong.append(part)
        else:
            results.append(found)
    severity = Severity.ERROR if not results else PARTLY
    for part in wrong:
        _refuse_field(check, part, name, (place, subject), severity)
    if not wrong:
        return types.gradual_union(*results)
    if results or any(isinstance(part, types.Object) for part in wrong):
        return ANY
    # What an index would have given, for a field read off an array or a string.
    inside = [types.read_index(part, types.NUMBER, RELATION).type for part in wrong]
    return types.gradual_union(*inside)


def _is_optional(part: types.Type, name: str) -> bool:
    """Whether a declared field need not be there; tests of Jsonnet leave fields without values."""
    record = types.unfold(part)
    own = record.by_name.get(name) if isinstance(record, types.Object) else None
    return own is not None and own.optional and own.type is not types.NEVER


def _warn_of_missing(check: Checker, name: str, place: syntax.Node, subject: syntax.Node) -> None:
    """Say that a field that another language declares as optional may be missing."""
    message = f"the field `{name}` may be missing"
    if check.report(codes.NO_SUCH_FIELD, place, message, Severity.WARNING):
        what = check.source.text[subject.start : subject.end]
        if len(what) <= 40:
            check.add_help(
                f"test std.objectHas({what}, '{name}'), or write std.get({what}, '{name}', ...)"
            )
        point_at_declaration(check, subject)


def _refuse_field(
    check: Checker,
    part: types.Type,
    name: str,
    places: tuple[syntax.Node, syntax.Node],
    severity: Severity,
) -> None:
    place, subject = places
    if isinstance(part, types.Object):
        message = f"there is no field `{name}`"
        if check.report(codes.NO_SUCH_FIELD, place, message, severity):
            _suggest_field(check, places, name, part)
            given = whence(check, subject, part, message, likely=False)
            check.findings.amend(check.findings.last.noted(*given))
            point_at_declaration(check, subject)
    elif kind_of(part) in {"string", "array"}:
        message = f"expected `number` as the index of `{spell(part)}`, found `string`"
        said = check.report(codes.TYPE_MISMATCH, place, message, severity)
        if said is not None and kind_of(part) == "string":
            wanted = f"expected a value with the field `{name}`, found `{spell(part)}`"
            check.findings.amend(said.noted(*whence(check, subject, part, wanted)))
    else:
        message = f"expected a value with fields or elements, found `{spell(part)}`"
        said = check.report(codes.BAD_SUBSCRIPT, subject, message, severity)
        if said is not None:
            check.findings.amend(said.noted(*whence(check, subject, part)))


def _suggest_field(
    check: Checker, places: tuple[syntax.Node, syntax.Node], name: str, part: types.Object
) -> None:
    """Add the field that was probably meant to the last finding."""
    place, subject = places
    known = check.findings.names(lambda: part.by_name)
    near = near_name(name, known)
    notes: list[Note] = [*near_declarations(part, known, near, name)]
    if isinstance(subject, syntax.Expression) and check.findings.suggesting:
        notes += near_owners(check, subject, name)
    if near is None:
        check.findings.amend(check.findings.last.noted(*notes, *lacking(check, part)))
        return
    check.findings.amend(check.findings.last.noted(*notes))
    text = stripped(place) if isinstance(place, syntax.Expression) else place
    if isinstance(place, syntax.Dot) and is_word(near):
        check.add_guess(place.field, near)
    elif isinstance(place, syntax.Dot):
        dot = syntax.Identifier(place.target.end, place.end, name)
        check.add_guess(dot, near, f"[{quoted(near)}]")
    elif isinstance(text, syntax.String):
        check.add_guess(text, near, quoted(near))
    else:
        check.add_help(f"did you mean `{near}`?")


def infer_index(check: Checker, node: syntax.Index) -> types.Type:
    """Infer ``x[i]``; a name that is written out is a field."""
    key = stripped(node.index)
    frame = _frame_of(check, node.target)
    if frame is not None and isinstance(key, syntax.String):
        own = read_self(check, frame, key.value)
        if own is not None:
            check.infer(node.target)
            check.infer(node.index)
            return own
    target = check.infer(node.target)
    index = check.infer(node.index)
    check.reached(node, target, index)
    if target is types.NEVER:
        return types.NEVER
    if isinstance(key, syntax.String):
        return _read_field(check, target, key.value, node.index, node.target)
    parts = parts_of(target)
    names = names_of(index)
    if names is None and check.close and isinstance(made := scalar(check, node.index), str):
        names = (made,)
    if names is not None and all(isinstance(part, types.Object) for part in parts):
        return _read_names(check, node, target, names)
    results: list[types.Type] = []
    good = [part for part in parts if kind_of(part) in _SUBSCRIPTED]
    severity = Severity.ERROR if not good else PARTLY
    for part in parts:
        if part in good:
            some = None if len(parts) == 1 else PARTLY
            results.append(_element(check, node, part, index, some))
        else:
            message = f"expected a value with fields or elements, found `{spell(part)}`"
            check.report_value(codes.BAD_SUBSCRIPT, node.target, message, part, severity)
            results.append(ANY)
    return types.gradual_union(*results)


def _read_names(
    check: Checker, node: syntax.Index, target: types.Type, names: tuple[str, ...]
) -> types.Type:
    """Read the fields that an index may be the name of; of several, those that are there."""
    if len(names) > 1:
        closed = [part for part in members(target) if isinstance(part, types.Object)]
        there = [name for name in names if all(name in part.by_name for part in closed)]
        if len(there) < len(names):
            missing = next(name for name in names if name not in there)
            if all(part.rest is None for part in closed):
                message = f"there is no field `{missing}`"
                severity = PARTLY if there else Severity.ERROR
                check.report(codes.NO_SUCH_FIELD, node.index, message, severity)
            return ANY
    found = [_read_field(check, target, name, node.index, node.target) for name in names]
    return types.gradual_union(*found)


# Of a larger object it is not asked what each field is, where a computed name picks one.
_MOST_PICKED = 40
_SUBSCRIPTED = {"any", "string", "array", "object"}


def _element(
    check: Checker,
    node: syntax.Index,
    part: types.Type,
    index: types.Type,
    severity: Severity | None,
) -> types.Type:
    """Read an element of one part; a number that is written out is held against the length."""
    if kind_of(part) == "any":
        return ANY
    wanted = types.STRING if isinstance(part, types.Object) else types.NUMBER
    number = _written_number(node.index)
    before, check.beside = check.beside, node
    fits = check.want(node.index, index, wanted, severity)
    check.beside = before
    if not fits:
        index = wanted
    elif number is not None:
        index = types.literal(types.NUMBER, number)
    if isinstance(part, types.Object) and instance_of(part) is not None and not _is_empty(part):
        return _some_field(check, part)
    access = types.read_index(part, index, RELATION)
    if access.verdict is types.NO and number is not None:
        _refuse_number(check, node, part, number, severity)
    return access.type


def _is_empty(part: types.Object) -> bool:
    return not part.fields and part.rest is None


def _some_field(check: Checker, part: types.Object) -> types.Type:
    """Return what the field is that a computed name picks: any one that is there.

    Which one is not known, so nothing is said of how they come about.
    """
    origin = instance_of(part)
    names = (
        origin.names() if isinstance(origin, LayeredObject) else [one.name for one in part.fields]
    )
    if not names or len(names) > _MOST_PICKED:
        return ANY
    check.work.listen()
    found = [field_type(check, part, one) for one in names]
    check.work.heard()
    return types.gradual_union(*[ANY if one is None else one for one in found])


def _written_number(node: syntax.Expression) -> float | None:
    key = stripped(node)
    negative = isinstance(key, syntax.Unary) and key.operator == "-"
    inner = stripped(key.operand) if negative and isinstance(key, syntax.Unary) else key
    if not isinstance(inner, syntax.Number):
        return None
    return -inner.value if negative else inner.value


def _refuse_number(
    check: Checker,
    node: syntax.Index,
    part: types.Type,
    number: float,
    severity: Severity | None,
) -> None:
    count = len(part.elements) if isinstance(part, types.Tuple) else 0
    wanted = f"an index below {count}" if count else "no index, for the array is empty"
    if number < 0 or not float(number).is_integer():
        wanted = "a whole number from 0 as an index"
    message = f"expected {wanted}, found {number:.15g}"
    check.report(codes.NO_SUCH_ELEMENT, node.index, message, severity)


def infer_slice(check: Checker, node: syntax.Slice) -> types.Type:
    """Infer ``x[i:j:k]``."""
    target = check.infer(node.target)
    check.reached(node, target)
    for part in (node.first, node.last, node.step):
        if part is not None:
            check.want(part, check.infer(part), types.union_of(types.NULL, types.NUMBER))
    check.want(node.target, target, types.union_of(types.STRING, types.list_of(ANY)))
    check_slice(check, node)
    return sliced(target, node)


def sliced(target: types.Type, node: syntax.Slice | None) -> types.Type:
    """Return the type of a part of an array or a string."""
    results: list[types.Type] = []
    for part in members(erased(target)):
        if isinstance(part, types.Tuple):
            exact = _cut(part, node)
            results.append(exact or types.list_of(types.gradual_union(*part.elements)))
        elif kind_of(part) in {"array", "string"}:
            results.append(part)
        else:
            results.append(types.union_of(types.STRING, types.list_of(ANY)))
    return types.gradual_union(*results)


def _cut(part: types.Tuple, node: syntax.Slice | None) -> types.Type | None:
    """Cut a tuple where the slice is written out in numbers."""
    if node is None:
        return None
    places: list[int | None] = []
    for bound in (node.first, node.last, node.step):
        if bound is None:
            places.append(None)
        elif isinstance(bound, syntax.Number) and float(bound.value).is_integer():
            places.append(int(bound.value))
        else:
            return None
    if places[2] == 0:
        return None
    return types.tuple_of(*part.elements[slice(*places)])
