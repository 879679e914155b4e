"""Reading a field or an element of something that may not have it.

An optional field may be missing, a member of a union may be null or have no such field.  Each is a
warning at the read, until a test before it says otherwise; what no member has is a mistake.
"""

from __future__ import annotations

from confty import types
from confty.kit.suggest import did_you_mean
from confty.languages.rcl import codes
from confty.languages.rcl.checker.checked import UNKNOWN, Found
from confty.languages.rcl.checker.checker import Checker
from confty.languages.rcl.checker.conditions import stripped
from confty.languages.rcl.checker.mending import meant
from confty.languages.rcl.checker.origins import explained
from confty.languages.rcl.checker.signatures import kind_of, method_type, std_type
from confty.languages.rcl.library.table import KEEPS_COUNT, METHODS, STD
from confty.languages.rcl.parser import syntax
from confty.languages.rcl.rules import briefly
from confty.text import Diagnostic, Span
from confty.types import DYNAMIC, NO, NULL, Type, unfold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_LONGEST_NAME: Final = 40


class MemberRead:
    """One read: what is read from, how that is written, and the place of what is asked for."""

    __slots__ = ("_stretch", "checker", "name", "place", "subject")

    def __init__(
        self, checker: Checker, owner: tuple[syntax.Expr, int], name: str, place: Span
    ) -> None:
        base, end = owner
        self.checker = checker
        self._stretch = (base.start, end)
        self.subject = stripped(base)
        self.name = name
        self.place = place

    @property
    def owner(self) -> str:
        """What is read from, as it is written."""
        return self.checker.source.text[self._stretch[0] : self._stretch[1]]

    def warn(self, finding: Diagnostic) -> None:
        """Say that the read may fail; a test beside it that does not help is pointed at."""
        checker, base = self.checker, self.subject
        binding = checker.scope.find(base.text) if isinstance(base, syntax.Name) else None
        for sign, facts in checker.beside:
            if binding is not None and binding in facts:
                word = sign.text
                finding = finding.note(sign, f"'{word}' evaluates both sides, whatever the test")
                other = "else: false" if word == "and" else "else: ..."
                lead = "if ...: ..." if word == "and" else "if ...: true"
                finding = finding.with_help(f"write {lead} {other}, which evaluates one side")
                break
        checker.may_fail(finding)

    def of(self, known: Type) -> tuple[Type, bool]:
        """Return what a member of each part is, and whether none has it."""
        parts = members(known)
        results: list[Type] = []
        wrong: list[Type] = []
        optional: list[Type] = []
        for part in parts:
            method = method_type(part, self.name)
            access = types.Access(method) if method else types.read_field(part, self.name)
            if access.verdict is NO:
                wrong.append(part)
                continue
            results.append(access.type)
            inside = unfold(part)
            own = inside.by_name.get(self.name) if isinstance(inside, types.Object) else None
            if not method and own is not None and own.optional:
                optional.append(part)
        if not results:
            return DYNAMIC, True
        if wrong:
            self._some(wrong)
        for part in optional:
            self._optional(part if len(parts) > 1 else known)
        functions = [one for one in dict.fromkeys(results) if isinstance(one, types.Function)]
        several = len(functions) > 1
        return (DYNAMIC if several else types.gradual_union(*results)), False

    def _some(self, wrong: list[Type]) -> None:
        """Say that some of what may come has no such member."""
        owner = f"'{self.owner}'" if len(self.owner) <= _LONGEST_NAME else "this value"
        if wrong == [NULL]:
            message = f"{owner} may be null, which has no field '{self.name}'"
            hint = f"test it first: if {self.owner} != null: ... else: ..."
        else:
            what = " or ".join(briefly(one) for one in wrong[:3])
            message = f"{owner} may be {what}, which has no field '{self.name}'"
            hint = ""
        finding = codes.MAY_FAIL.at(self.place, message)
        self.warn(finding.with_help(hint) if hint else finding)

    def _optional(self, part: Type) -> None:
        """Say that the field may be missing."""
        inside = unfold(part)
        assert isinstance(inside, types.Object)
        if inside.by_name[self.name].type is types.NEVER:
            message = f"'{self.name}' is missing here, as the test before says"
            self.warn(codes.MAY_FAIL.at(self.place, message))
            return
        what = f" in {briefly(part)}" if isinstance(part, types.Ref) else ""
        finding = codes.MAY_FAIL.at(self.place, f"the field '{self.name}' may be missing{what}")
        declared = self.checker.annotations.declarations.field(part, self.name)
        if declared is not None:
            finding = finding.note(declared[1], "declared with '?' here")
        if len(self.owner) <= _LONGEST_NAME:
            finding = finding.with_help(
                f'test {self.owner}.contains("{self.name}") first, '
                f'or write {self.owner}.get("{self.name}", default)'
            )
        self.warn(finding)


def members(type_: Type) -> tuple[Type, ...]:
    """Return what a value may be, one by one; names of records stay, certain texts are texts."""
    found = [
        inside.base if isinstance(inside := unfold(one), types.Literal) else one
        for one in types.members(type_) or (type_,)
    ]
    return tuple(dict.fromkeys(found))


def without_null(type_: Type) -> Type:
    """Return what is left of a type when null is taken away."""
    parts = members(type_)
    if len(parts) == 1 or NULL not in parts:
        return type_
    return types.gradual_union(*[one for one in parts if one is not NULL])


def field(
    checker: Checker, link: syntax.Field, found: Found, owner: tuple[syntax.Expr, int]
) -> Found:
    """Read ``.name``; ``owner`` is the base of the chain and where what is read from ends."""
    written = owner[0] if owner[0].end == owner[1] else link
    hard, known = unfold(found[0]), unfold(found[1])
    name = link.name.text
    if not name or isinstance(known, types.Dynamic | types.Never):
        return UNKNOWN
    place = checker.span(link.name.start, link.name.end)
    type_, nowhere = MemberRead(checker, owner, name, place).of(found[1])
    if nowhere:
        missing = explained(
            checker.checked, _no_field(checker, place, name, found[1]), written, found[1]
        )
        if isinstance(hard, types.Object):
            checker.report(missing)
        else:
            named = any(isinstance(one, types.Ref) for one in members(found[1]))
            checker.will_fail(missing, declared=named)
        return UNKNOWN
    described = checker.annotations.declarations.field(found[1], name)
    if described is not None:
        checker.checked.fields[link.name] = described
    checker.checked.types[link.name] = type_
    method = METHODS.get(kind_of(unfold(found[1])) or "", {}).get(name)
    if method is not None or known is std_type():
        method = method or STD.get(name)
        checker.checked.methods[link.name] = "" if method is None else method.documentation
    own = hard.by_name.get(name) if isinstance(hard, types.Object) else None
    if own is None or method_type(hard, name) is not None:
        return DYNAMIC, type_
    return own.type, type_


def fields_of(named: Type) -> list[str]:
    """The fields and methods that values of a type have."""
    names: list[str] = []
    for part in members(named):
        inside = unfold(part)
        names += METHODS.get(kind_of(inside) or "", ())
        if isinstance(inside, types.Object):
            names += [one.name for one in inside.fields]
    return names


def _no_field(checker: Checker, place: Span, name: str, named: Type) -> Diagnostic:
    """Say that a field cannot exist."""
    names = list(checker.findings.names(lambda: fields_of(named)))
    message = f"{briefly(named)} has no field '{name}'{did_you_mean(name, names)}"
    finding = meant(codes.UNKNOWN_FIELD.at(place, message), name, names)
    declared = checker.annotations.declarations.types.get(named)
    if declared is not None:
        finding = finding.note(declared.name, f"{briefly(named)} is declared here")
    return finding


def may_lack_elements(checker: Checker, node: syntax.Expr, known: Type) -> None:
    """Warn of a loop over what may be null."""
    parts = members(known)
    if len(parts) > 1 and NULL in parts:
        text = checker.source.text[node.start : node.end]
        span = checker.span(node.start, node.end)
        finding = codes.MAY_FAIL.at(span, f"expected a collection, found {briefly(known)}")
        hint = f"test it first: if {text} != null: ..."
        MemberRead(checker, (node, node.end), "", span).warn(finding.with_help(hint))


def is_filled(checker: Checker, node: syntax.Expr) -> bool:
    """Whether a collection is sure to have an element, as it is written."""
    for _ in range(50):
        node = stripped(node)
        if isinstance(node, syntax.Name):
            binding = checker.scope.find(node.text)
            value = None if binding is None else checker.checked.values.get(binding)
            if value is None:
                return False
            node = value
        elif isinstance(node, syntax.Chain):
            if not all(keeps_count(link, at) for at, link in enumerate(node.links)):
                return False
            node = node.base
        else:
            break
    if not isinstance(node, syntax.Collection):
        return False
    sure = (syntax.Let, syntax.TypeAliasStatement, syntax.Assert, syntax.Trace)
    return any(
        not isinstance(one.result, syntax.Unpack)
        and all(isinstance(control, sure) for _, control in one.controls)
        for one in node.elements
    )


def keeps_count(link: syntax.Link, at: int) -> bool:
    """Whether a link of a chain leaves an element for each that comes: ``.map`` and its call."""
    if at % 2 == 0:
        return isinstance(link, syntax.Field) and link.name.text in KEEPS_COUNT
    return isinstance(link, syntax.Call)
