"""Collection literals: a small state machine decides what braces mean.

``[...]`` is a list.  ``{...}`` is a set or a dict, by what is required or by its first element.
Requirements go into the elements; the types of the elements are joined.  Where a record is
required, the fields are checked one by one.
"""

from __future__ import annotations

from confty import types
from confty.kit.checking import Wanted
from confty.kit.suggest import did_you_mean, nearest
from confty.languages.rcl import codes
from confty.languages.rcl.checker import checked, choices, lints, reads
from confty.languages.rcl.checker.checker import Checker
from confty.languages.rcl.checker.conditions import narrowing, proof_of
from confty.languages.rcl.checker.mending import meant, with_fields
from confty.languages.rcl.checker.mismatch import WORDS, mismatch
from confty.languages.rcl.checker.signatures import as_map
from confty.languages.rcl.checker.statements import Inner, condition, statement
from confty.languages.rcl.parser import syntax
from confty.languages.rcl.rules import RELATION, briefly
from confty.text import Diagnostic, Edit
from confty.types import DYNAMIC, NEVER, NO, SAFE, Type, unfold, widen


class _State:
    """What a literal has turned out to be, and what is in it so far."""

    __slots__ = ("because", "kind", "required", "types")

    def __init__(self, kind: str, required: tuple[Wanted, ...]) -> None:
        self.kind = kind  # "list", "set", "dict", or "" while undecided
        self.required = required  # for the elements, or for the keys and the values
        self.types: list[checked.Found] = [(NEVER, NEVER), (NEVER, NEVER)]
        self.because: tuple[int, int] | None = None  # what decided it, when nothing required it

    def decide(self, kind: str, start: int, end: int) -> None:
        if not self.kind:
            self.kind = kind
            self.because = (start, end)

    def wanted(self, index: int) -> Wanted:
        return self.required[index] if self.required else checked.ANYTHING

    def add(self, index: int, found: checked.Found) -> None:
        hard, known = self.types[index]
        self.types[index] = (widen(hard, found[0]), widen(known, found[1]))


def collection(
    checker: Checker, node: syntax.Collection, wanted: Wanted, start: int, end: int
) -> checked.Found:
    """Check ``[...]`` or ``{...}``."""
    asked = unfold(wanted.type)
    if isinstance(asked, types.Union) and node.bracket == "{":
        chosen = choices.member(checker, node, wanted)
        if chosen is not None:
            return chosen
    if isinstance(asked, types.Object) and node.bracket == "{":
        checker.checked.dicts.add(node)
        lints.repeated_keys(checker, node)
        return _record(checker, node, asked, wanted)
    state = _start(node, asked, wanted)
    for element in node.elements:
        _element(checker, element, state)
    if not state.kind and node.elements:
        return checked.UNKNOWN  # nothing of it could be read
    kind = state.kind or "dict"
    if kind == "dict":
        checker.checked.dicts.add(node)
        lints.repeated_keys(checker, node)
    first, second = state.types
    if kind == "list":
        found: checked.Found = (types.list_of(first[0]), types.list_of(first[1]))
    elif kind == "set":
        found = (types.set_of(first[0]), types.set_of(first[1]))
    else:
        found = (
            types.map_of(first[0], second[0]),
            _known_dict(checker, node, first[1], second[1]),
        )
    if state.required and kind == _asked_kind(asked):
        return found
    choices.unfitting(checker, node, kind, wanted)
    return checker.require(node, found, wanted, start, end)


def _asked_kind(asked: Type) -> str:
    if isinstance(asked, types.ListOf):
        return "list"
    if isinstance(asked, types.SetOf):
        return "set"
    return "dict" if isinstance(asked, types.MapOf) else ""


def _start(node: syntax.Collection, asked: Type, wanted: Wanted) -> _State:
    if node.bracket == "[":
        if isinstance(asked, types.ListOf):
            return _State("list", (checked.part(wanted, asked.element, 0),))
        return _State("list", ())
    if isinstance(asked, types.SetOf):
        return _State("set", (checked.part(wanted, asked.element, 0),))
    if isinstance(asked, types.MapOf):
        return _State(
            "dict", (checked.part(wanted, asked.key, 0), checked.part(wanted, asked.value, 1))
        )
    return _State("", ())


def _known_dict(checker: Checker, node: syntax.Collection, key: Type, value: Type) -> Type:
    """A dict literal with plain names only is known field by field."""
    fields: dict[str, Type] = {}
    for element in node.elements:
        result = element.result
        if element.controls or not isinstance(result, syntax.Pair):
            return types.map_of(key, value)
        if not isinstance(result.key, syntax.StringLiteral):
            return types.map_of(key, value)
        fields[result.key.value] = checker.checked.types[result.value]
    if not fields:
        return types.map_of(key, value)
    made = types.object_of(fields)
    checker.checked.shapes.setdefault(made, []).append(node)
    return made


def _element(checker: Checker, element: syntax.Element, state: _State) -> None:
    if not element.controls:
        _result(checker, element.result, state)
        return
    with Inner(checker):
        controls(checker, element)
        _result(checker, element.result, state)


def _result(checker: Checker, result: syntax.Result, state: _State) -> None:
    if isinstance(result, syntax.Item):
        _item(checker, result, state)
    elif isinstance(result, syntax.Pair):
        _pair(checker, result, state)
    else:
        _unpack(checker, result, state)


def controls(checker: Checker, element: syntax.Element) -> None:
    """Check the loops, filters and statements before an element."""
    checker.declare(element.controls)
    for _, control in element.controls:
        if isinstance(control, syntax.For):
            _loop(checker, control)
        elif isinstance(control, syntax.Filter):
            condition(checker, control.condition)
            proof = proof_of(checker, control.condition)
            checker.narrowed = narrowing(checker, proof.held)
            checker.reach = None
        else:
            statement(checker, control)


def iterated(found: checked.Found) -> tuple[str, tuple[Type, ...], tuple[Type, ...]]:
    """Say what a loop over a type binds: the kind of collection, then hard and known types."""
    kind, hard = _parts(unfold(found[0]))
    known_kind, known = _parts(unfold(reads.without_null(found[1])))
    if known_kind in ("unknown", "none") or kind not in ("unknown", known_kind):
        known = hard
    return kind, hard, known


def _parts(type_: Type) -> tuple[str, tuple[Type, ...]]:
    if isinstance(type_, (types.Dynamic, types.Union)):
        return "unknown", ()
    if isinstance(type_, types.Object):
        type_ = as_map(type_)
    if isinstance(type_, types.ListOf):
        return "list", (type_.element,)
    if isinstance(type_, types.SetOf):
        return "set", (type_.element,)
    if isinstance(type_, types.MapOf):
        return "dict", (type_.key, type_.value)
    return "none", ()


def _not_iterable(checker: Checker, start: int, end: int, found: Type) -> Diagnostic:
    return codes.NOT_ITERABLE.at(
        checker.span(start, end), f"expected a collection, found {briefly(found)}"
    )


def _loop(checker: Checker, node: syntax.For) -> None:
    checker.checked.repeats = True
    source = node.collection
    found = checker.check(source, checked.ANYTHING, source.start, source.end)
    kind, parts, known = iterated(found)
    reads.may_lack_elements(checker, source, found[1])
    if not reads.is_filled(checker, source):
        checker.reach = None
    names = node.variables
    if kind == "none":
        checker.report(_not_iterable(checker, source.start, source.end, found[0]))
    elif kind != "unknown" and len(parts) != len(names):
        wanted = "two variables, for key and value" if kind == "dict" else "one variable"
        message = f"a loop over a {kind} needs {wanted}, found {len(names)}"
        finding = codes.LOOP_VARIABLES.at(checker.span(node.start, node.end), message)
        place = checker.span(source.start, source.end)
        checker.report(finding.note(place, f"this is {briefly(found[0])}"))
        parts = known = ()
    for index, name in enumerate(names):
        hard = parts[index] if index < len(parts) else DYNAMIC
        own = known[index] if len(known) == len(names) else DYNAMIC
        lints.hiding(checker, name, "loop")
        checker.bind(name.text, (hard, own), name, "loop")
        checker.checked.loops[name] = node


def _item(checker: Checker, node: syntax.Item, state: _State) -> None:
    value = node.value
    if isinstance(value, syntax.Missing | syntax.Partial):
        checker.infer(value)
        return  # nobody knows what it was going to be
    state.decide("set", value.start, value.end)
    if state.kind == "dict":
        finding = codes.MIXED_COLLECTION.at(
            checker.span(value.start, value.end), "expected a key and a value, found an element"
        )
        checker.report(_why(checker, finding, state, "the collection is a dict because of this"))
        checker.infer(value)
        return
    state.add(0, checker.check(value, state.wanted(0), value.start, value.end))


def _why(checker: Checker, finding: Diagnostic, state: _State, text: str) -> Diagnostic:
    """Point at what made the collection what it is."""
    if state.because is not None:
        return finding.note(checker.span(*state.because), text)
    return state.wanted(0).blamed(finding) if state.required else finding


def _pair(checker: Checker, node: syntax.Pair, state: _State) -> None:
    mark = (node.at, node.at + 1)
    state.decide("dict", *mark)
    key, value = node.key, node.value
    if state.kind != "dict":
        message = f"expected an element of a {state.kind}, found a key and a value"
        finding = codes.MIXED_COLLECTION.at(checker.span(*mark), message)
        if state.kind == "list":
            finding = finding.with_help("dicts are written with braces")
        else:
            text = "the collection is a set because of this"
            finding = _why(checker, finding, state, text)
        checker.report(finding)
        checker.infer(key)
        checker.infer(value)
        return
    said = len(checker.findings)
    state.add(0, checker.check(key, state.wanted(0), key.start, key.end))
    unknown = isinstance(key, syntax.Name) and checker.scope.find(key.text) is None
    if unknown and len(checker.findings) > said:
        assert isinstance(key, syntax.Name)
        hint = f"to use the name itself as key, write {key.text} = ..."
        edit = Edit(checker.span(key.end, node.at + 1), " =")
        checker.findings.amend(checker.findings.last.with_help(hint).with_fix(edit))
    state.add(
        1, checker.check(value, state.wanted(1 if state.required else 0), value.start, value.end)
    )


def _unpack(checker: Checker, node: syntax.Unpack, state: _State) -> None:
    value, pairs = node.value, node.dots == "..."
    wanted = checked.ANYTHING
    if pairs and state.kind == "dict" and state.required:
        key, one = state.required
        wanted = key.part(types.map_of(key.type, one.type))
    found = checker.check(value, wanted, value.start, value.end)
    whole = (node.start, node.end)
    if pairs and state.kind == "list":
        finding = codes.BAD_UNPACK.at(
            checker.span(*whole), "a dict cannot be unpacked into a list"
        )
        checker.report(finding.with_help("lists and sets are unpacked with two dots"))
        return
    state.decide("dict" if pairs else "set", *whole)
    kind, parts, known = iterated(found)
    if kind == "none":
        checker.report(_not_iterable(checker, value.start, value.end, found[0]))
        return
    if kind != "unknown" and (kind == "dict") != pairs:
        dots = "three" if kind == "dict" else "two"
        finding = codes.BAD_UNPACK.at(
            checker.span(value.start, value.end),
            f"expected {'a Dict' if pairs else 'a List or a Set'}, found {briefly(found[0])}",
        )
        checker.report(finding.with_help(f"a {kind} is unpacked with {dots} dots"))
        return
    if pairs != (state.kind == "dict"):
        message = f"expected {'two dots' if pairs else 'three dots'} to unpack into a {state.kind}"
        finding = codes.BAD_UNPACK.at(checker.span(*whole), message)
        finding = _why(
            checker, finding, state, f"the collection is a {state.kind} because of this"
        )
        checker.report(finding.with_help("'..' unpacks elements, '...' unpacks keys and values"))
        return
    count = 2 if pairs else 1
    hard = parts if len(parts) == count else (DYNAMIC,) * count
    own = known if len(known) == count else (DYNAMIC,) * count
    if not pairs:
        _unpacked_elements(checker, node, state, (hard[0], own[0]))
        return
    state.add(0, (hard[0], own[0]))
    state.add(1, (hard[1], own[1]))


def _unpacked_elements(
    checker: Checker, node: syntax.Unpack, state: _State, found: checked.Found
) -> None:
    wanted, value = state.wanted(0), node.value
    verdict = RELATION.assignable(found[0], wanted.type)
    if verdict is NO:
        span = checker.span(node.start, node.end)
        checker.report(
            mismatch(wanted, found[0], span, where=" in the elements that are unpacked")
        )
        return
    if verdict is not SAFE:
        certain = RELATION.assignable(found[1], wanted.type)
        checker.checked.guards[node] = checked.Guard(
            wanted, value.start, value.end, proven=certain is SAFE
        )
        found = (wanted.type, wanted.type)
    state.add(0, found)


def _record(
    checker: Checker, node: syntax.Collection, asked: types.Object, wanted: Wanted
) -> checked.Found:
    """Check a dict literal where a record is required, field by field."""
    given: set[str] = set()
    certain, named, declaration = True, True, wanted
    written = checker.annotations.declarations.types.get(wanted.type)
    if written is not None:
        # A field's own declaration explains more than the name of the record's type.
        declared = checker.annotations.declarations
        declaration = checked.Annotated(wanted.type, written.source, written.expression, declared)
    for element in node.elements:
        result = element.result
        plain = isinstance(result, syntax.Pair) and isinstance(result.key, syntax.StringLiteral)
        if plain and not element.controls:
            assert isinstance(result, syntax.Pair)
            assert isinstance(result.key, syntax.StringLiteral)
            given.add(_record_field(checker, result, asked, wanted, declaration))
            continue
        # Loops, computed keys and unpacks: what comes of them shows when it is evaluated.
        certain = False
        state = _State("dict", ())
        state.because = (node.start, node.start + 1)
        _element(checker, element, state)
        if RELATION.assignable(state.types[0][0], types.STRING) is not NO:
            named = False
        elif isinstance(result, syntax.Pair) and not element.controls and asked.rest is None:
            checker.report(_no_name(checker, result, state.types[0][0], wanted))
    missing = [one.name for one in asked.fields if not one.optional and one.name not in given]
    if not certain:
        checker.checked.guards[node] = checked.Guard(wanted, node.start, node.end, proven=False)
    # What has no string as its key is none of the fields.
    if missing and named:
        plural = "" if len(missing) == 1 else "s"
        finding = codes.MISSING_FIELD.at(
            checker.span(node.start, node.end),
            f"{briefly(wanted.type)} requires the field{plural} {WORDS.listed(missing)}",
        )
        lacking = [one for one in asked.fields if not one.optional and one.name not in given]
        edit = with_fields(checker.source, node, lacking)
        finding = finding if edit is None else finding.with_fix(edit)
        checker.report(wanted.blamed(finding))
    return wanted.type, wanted.type


def _no_name(checker: Checker, node: syntax.Pair, found: Type, wanted: Wanted) -> Diagnostic:
    """Refuse a key that is the name of no field."""
    message = f"expected the name of a field of {briefly(wanted.type)}, found {briefly(found)}"
    span = checker.span(node.key.start, node.key.end)
    return wanted.blamed(codes.UNKNOWN_FIELD.at(span, message))


def _record_field(
    checker: Checker, node: syntax.Pair, asked: types.Object, wanted: Wanted, declaration: Wanted
) -> str:
    """Check one field and return which field of the record it is, or was meant to be."""
    key, value = node.key, node.value
    assert isinstance(key, syntax.StringLiteral)
    checker.infer(key)
    own = asked.by_name.get(key.value)
    if own is not None:
        inner = checked.field_part(declaration, own.type, key.value)
        checker.check(value, inner, value.start, value.end)
        return key.value
    checker.infer(value)
    if asked.rest is None:
        names = list(checker.findings.names(lambda: [one.name for one in asked.fields]))
        message = (
            f"{briefly(wanted.type)} has no field '{key.value}'{did_you_mean(key.value, names)}"
        )
        finding = codes.UNKNOWN_FIELD.at(checker.span(key.start, key.end), message)
        finding = meant(finding, key.value, names)
        checker.report(wanted.blamed(finding))
        # A slip in the name is one mistake: the field it was meant to be is not missing as well.
        return nearest(key.value, names) or key.value
    return key.value
