"""Forms that make values, take them apart, or store them."""

from __future__ import annotations

from confty import types
from confty.kit.suggest import nearest
from confty.languages.phy import codes
from confty.languages.phy.checker import checked as tree
from confty.languages.phy.checker.checked import Typed, Variable
from confty.languages.phy.checker.context import Context
from confty.languages.phy.checker.denotations import denoted, inhabited
from confty.languages.phy.checker.expressions import joined
from confty.languages.phy.checker.mending import meant, with_rules
from confty.languages.phy.parser import Node
from confty.languages.phy.rules import RELATION, common_type, equal, is_member, is_unknown
from confty.languages.phy.spelling import brief
from confty.types import DYNAMIC, INT, UNIT, ListOf, Never, Object, Tuple, Type, Union


def _member(context: Context, node: Node, role: str) -> Typed:
    """Check an operand of a constructor: a value, read at once."""
    typed = context.read(context.scoped(node))
    if isinstance(typed.type, Never):
        context.say(context.mismatch(codes.VOID_MEMBER, f"a value for {role}", typed))
        return context.broken(node)
    return typed


def make_tuple(context: Context, node: Node) -> Typed:
    """Check a TupleCons."""
    parts = tuple([_member(context, item, "a member") for item in node.items])
    type_ = context.bounded(types.tuple_of(*[part.type for part in parts]), node)
    return tree.MakeTuple(type_, node.start, node.end, parts)


def make_record(context: Context, node: Node) -> Typed:
    """Check a RecordCons."""
    parts: list[Typed] = []
    fields: dict[str, Type] = {}
    for item in node.items:
        if item.form == "Broken":
            return context.broken(node)
        name, inner = item.items
        typed = _member(context, inner, "a field")
        text = str(name.value)
        if text in fields:
            context.refuse(codes.FIELD_DUPLICATE, name, f"the field {text} is already there")
            continue
        fields[text] = typed.type
        parts.append(typed)
    type_ = context.bounded(types.object_of(fields), node)
    return tree.MakeRecord(type_, node.start, node.end, tuple(fields), tuple(parts))


def make_array(context: Context, node: Node) -> Typed:
    """Check an ArrayCons."""
    parts = [_member(context, item, "an element") for item in node.items]
    element = parts[0].type
    for part in parts[1:]:
        found = common_type(element, part.type)
        if found is None:
            finding = context.mismatch(codes.NO_COMMON_TYPE, brief(element), part)
            place = context.span(parts[0])
            context.say(finding.note(place, f"because the elements before are {brief(element)}"))
            continue
        if not is_unknown(part.type):
            element = found
    type_ = context.bounded(types.list_of(element, len(parts)), node)
    fitted = tuple([context.fit(part, element) for part in parts])
    return tree.MakeList(type_, node.start, node.end, fitted)


def make_sequence(context: Context, node: Node) -> Typed:
    """Check a Seq, of elements or of a text."""
    first = node.items[0]
    if first.form == "Text":
        assert isinstance(first.value, bytes)
        return tree.Text(types.list_of(types.CHAR), node.start, node.end, first.value)
    element = inhabited(context, first, codes.VOID_TYPE, "an element")
    code = codes.ELEMENT_MISMATCH
    rest = node.items[1:]
    parts = tuple([context.fitted(context.scoped(item), element, code) for item in rest])
    type_ = context.bounded(types.list_of(element), node)
    return tree.MakeList(type_, node.start, node.end, parts)


def take_as(context: Context, node: Node) -> Typed:
    """Check an As."""
    typed = context.scoped(node.items[0])
    type_ = inhabited(context, node.items[1], codes.VOID_TYPE, "As")
    value = context.fitted(typed, type_, codes.AS_MISMATCH)
    return tree.As(type_, node.start, node.end, value)


# Taking apart.


def field(context: Context, node: Node) -> Typed:
    """Check a FieldAccess."""
    base = context.scoped(node.items[0])
    selector = node.items[1]
    if is_unknown(base.type) and not isinstance(base.type, (Tuple, Object)):
        return context.broken(node)
    if isinstance(base.type, Tuple) and base.type.elements:
        return _position(context, node, base, selector)
    if isinstance(base.type, Object):
        return _named(context, node, base, selector)
    context.say(context.mismatch(codes.NOT_TUPLE, "a tuple or a record", base))
    return context.broken(node)


def _position(context: Context, node: Node, base: Typed, selector: Node) -> Typed:
    assert isinstance(base.type, Tuple)
    count = len(base.type.elements)
    if not isinstance(selector.value, int):
        message = f"expected a position of {brief(base.type)}, found a name"
        context.refuse(codes.FIELD_SELECTOR, selector, message)
        return context.broken(node)
    found = types.read_index(base.type, types.literal(INT, selector.value), RELATION)
    if found.problems:
        wanted = "position 0" if count == 1 else f"a position from 0 to {count - 1}"
        message = f"expected {wanted} of {brief(base.type)}, found {selector.value}"
        context.refuse(codes.NO_SUCH_FIELD, selector, message)
        return context.broken(node)
    return tree.Field(found.type, node.start, node.end, base, selector.value, base.place)


def _named(context: Context, node: Node, base: Typed, selector: Node) -> Typed:
    assert isinstance(base.type, Object)
    if not isinstance(selector.value, str):
        message = f"expected a field name of {brief(base.type)}, found a position"
        context.refuse(codes.FIELD_SELECTOR, selector, message)
        return context.broken(node)
    found = types.read_field(base.type, selector.value)
    if found.problems:
        message = f"expected a field of {brief(base.type)}, found {selector.value}"
        finding = codes.NO_SUCH_FIELD.at(context.span(selector), message)
        fields = base.type.by_name
        near = nearest(selector.value, context.findings.names(lambda: fields))
        if near is not None:
            finding = meant(finding.with_help(f"did you mean {near}?"), near)
        context.say(finding)
        return context.broken(node)
    position = context.position(base.type, selector.value)
    return tree.Field(found.type, node.start, node.end, base, position, base.place)


def at(context: Context, node: Node) -> Typed:
    """Check an At."""
    base = context.scoped(node.items[0])
    index = context.scoped(node.items[1])
    if not equal(index.type, INT):
        context.say(context.mismatch(codes.INDEX_NOT_INT, "int", index))
    index = context.read(index)
    if isinstance(base.type, ListOf):
        element = base.type.element
        return tree.At(element, node.start, node.end, base, index, base.place)
    if isinstance(base.type, Tuple) and base.type.elements:
        # A member chosen at run time: its type is one of the members', and it is never written.
        type_ = _any_member(context, base.type, node)
        place = tree.VALUE if base.place == tree.VALUE else tree.FIXED
        return tree.At(type_, node.start, node.end, base, index, place)
    if not is_unknown(base.type):
        wanted = "a sequence, an array or a tuple"
        context.say(context.mismatch(codes.NOT_INDEXABLE, wanted, base))
    return context.broken(node)


def _any_member(context: Context, type_: Tuple, node: Node) -> Type:
    distinct: dict[Type, Type] = {}
    for element in type_.elements:
        distinct.setdefault(types.canonical(element), element)
    members = tuple(distinct.values())
    return (
        members[0] if len(members) == 1 else context.bounded(types.written_union(*members), node)
    )


# Storing.


def assignment(context: Context, node: Node) -> Typed:
    """Check an Asgn."""
    target = context.scoped(node.items[0])
    value = context.scoped(node.items[1])
    if isinstance(target.type, Never):
        context.refuse(codes.NOT_ASSIGNABLE, target, "expected a location, found void")
    elif target.place != tree.MUTABLE and not isinstance(target, tree.Broken):
        _not_assignable(context, target)
    elif isinstance(value.type, Never):
        context.say(context.mismatch(codes.VOID_VALUE, brief(target.type), value))
    else:
        value = context.fitted(value, target.type, codes.ASGN_MISMATCH)
    return tree.Assign(UNIT, node.start, node.end, target, value)


def _not_assignable(context: Context, target: Typed) -> None:
    root = _root(target)
    kind = root.variable.kind if isinstance(root, tree.VariableName) else None
    spelled = brief(target.type)
    message = f"expected a mutable location, found a value of type {spelled}"
    finding = codes.NOT_ASSIGNABLE.at(context.span(target), message)
    if kind == "parameter":
        finding = codes.NOT_ASSIGNABLE.at(
            context.span(target),
            f"expected a mutable location, found a parameter of type {spelled}",
        )
        finding = finding.with_help("copy the parameter into a local with Decl")
    elif kind == "binder":
        finding = finding.with_help("copy what the rule binds into a local with Decl")
    elif root.place == tree.MUTABLE:
        finding = finding.with_help("a tuple is written through FieldAccess")
    context.say(finding)


def _root(node: Typed) -> Typed:
    """Return what a location starts from."""
    while True:
        match node:
            case tree.Field() | tree.At():
                node = node.base
            case tree.Exprs():
                node = node.expressions[-1]
            case _:
                return node


def local(context: Context, node: Node) -> Typed:
    """Check a Decl."""
    name = node.items[0]
    value = context.read(context.scoped(node.items[1]))
    type_ = value.type
    if isinstance(type_, Never):
        context.say(context.mismatch(codes.VOID_VALUE, "a value", value))
        type_ = DYNAMIC
    variable = Variable("local", str(name.value), type_, name.start, name.end)
    context.declare(name, variable)
    return tree.Declare(UNIT, node.start, node.end, variable, value)


# Looking into unions.


def match(context: Context, node: Node) -> Typed:
    """Check a Match: each member of the union has one rule."""
    operand = context.read(context.scoped(node.items[0]))
    known = not is_unknown(operand.type)
    if known and not isinstance(operand.type, Union):
        context.say(context.mismatch(codes.MATCH_NOT_UNION, "a union", operand))
        known = False
    taken: set[Type] = set()
    rules: list[tree.Rule] = []
    for item in node.items[1:]:
        if item.form == "Broken":
            known = False
            context.scoped(item)
            continue
        member = denoted(context, item.items[0].items[1])
        if known:
            member = _take(context, operand, item.items[0].items[1], member, taken)
        rules.append(_rule(context, item, member))
    # A rule that takes no member was meant for one: then none is reported as missing.
    if known and not any(is_unknown(rule.variable.type) for rule in rules):
        _missing(context, node, operand, taken)
    return _matched(context, node, operand, rules)


def _take(context: Context, operand: Typed, place: Node, member: Type, taken: set[Type]) -> Type:
    """Tick off the member that a rule takes."""
    assert isinstance(operand.type, Union)
    key = types.canonical(member)
    if is_unknown(member):
        return member
    if not is_member(member, operand.type):
        message = f"expected a member of {brief(operand.type)}, found {brief(member)}"
        context.refuse(codes.MATCH_FOREIGN, place, message)
        return DYNAMIC
    if key in taken:
        message = f"expected a member without a rule, found {brief(member)} again"
        context.refuse(codes.MATCH_DUPLICATE, place, message)
        return DYNAMIC
    taken.add(key)
    return member


def _missing(context: Context, node: Node, operand: Typed, taken: set[Type]) -> None:
    assert isinstance(operand.type, Union)
    members = [one for one in operand.type.members if types.canonical(one) not in taken]
    if members:
        spelled = ", ".join([brief(member) for member in members])
        wanted = f"expected a rule for every member of {brief(operand.type)}"
        finding = codes.MATCH_MISSING.at(context.span(operand), f"{wanted}, none for {spelled}")
        name = next(one for one in ("value", "it", "member", "_") if one not in context.names)
        context.say(with_rules(finding, node.end, members, name))


def _rule(context: Context, item: Node, member: Type) -> tree.Rule:
    mark = context.mark()
    name = item.items[0].items[0]
    variable = Variable("binder", str(name.value), member, name.start, name.end)
    context.declare(name, variable)
    body = context.scoped(item.items[1])
    context.leave(mark)
    return tree.Rule(variable, body)


def _matched(context: Context, node: Node, operand: Typed, rules: list[tree.Rule]) -> Typed:
    if not rules:
        return context.broken(node)
    standing = rules[0].body
    type_ = standing.type
    for rule in rules[1:]:
        type_ = joined(context, standing, rule.body)
        standing = tree.Broken(type_, standing.start, standing.end)
    for rule in rules:
        rule.body = context.fit(rule.body, type_)
    return tree.Match(type_, node.start, node.end, operand, tuple(rules))
