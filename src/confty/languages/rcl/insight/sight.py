"""What hovering shows: the type, what is said of it, the value of a constant, labels."""

from __future__ import annotations

import re
from typing import Final

from confty import types
from confty.kit.reference import comment_above
from confty.kit.sights import Sight
from confty.languages.rcl.checker.checked import Binding
from confty.languages.rcl.checker.signatures import kind_of, std_type
from confty.languages.rcl.insight.ground import Ground
from confty.languages.rcl.insight.labels import labels_of
from confty.languages.rcl.library.record import LibraryFunction
from confty.languages.rcl.library.table import METHODS, STD
from confty.languages.rcl.parser import syntax
from confty.languages.rcl.parser.typesyntax import RecordField, TypeApply, TypeName
from confty.languages.rcl.parser.walk import TreePart
from confty.languages.rcl.rules import NOTATION, is_identifier
from confty.text import Span

_WIDEST: Final = 200
_COMMENT: Final = re.compile(r"^[^\S\n]*+//.*$", re.MULTILINE)
_LONGEST_VALUE: Final = 80


def shortly(type_: types.Type) -> str:
    """Spell a type so that it can be read beside the text."""
    return types.show(type_, NOTATION, _WIDEST)


def sight(ground: Ground, offset: int) -> Sight | None:
    """Say what there is to be said of the smallest thing at an offset."""
    way = ground.way(offset)
    for at in range(len(way) - 1, -1, -1):
        found = _of(ground, way, at, offset)
        if found is not None:
            return found if found.start <= offset <= found.end else None
    return None


def _of(ground: Ground, way: list[TreePart], at: int, offset: int) -> Sight | None:
    node = way[at]
    parent = way[at - 1] if at else None
    if isinstance(node, syntax.Name):
        return _name(ground, node, way[:at])
    if isinstance(node, TypeName | TypeApply):
        return _type_name(ground, node, offset)
    if isinstance(node, syntax.StringLiteral):
        return _string(ground, node, way[:at])
    if isinstance(node, syntax.Literal | syntax.NumberLiteral):
        type_ = shortly(ground.checked.types.get(node, types.DYNAMIC))
        return Sight(node.start, node.end, type_, value=ground.text[node.start : node.end])
    if isinstance(node, syntax.Missing | syntax.Element | syntax.Call | syntax.Index):
        return None
    if isinstance(parent, syntax.Block) and node is not parent.body:
        return None  # a statement is no value
    if isinstance(node, syntax.Function | syntax.Collection | syntax.Chain | syntax.Binary):
        known = ground.checked.types.get(node, types.DYNAMIC)
        return None if known is types.DYNAMIC else Sight(node.start, node.end, shortly(known))
    return None


def _name(ground: Ground, node: syntax.Name, way: list[TreePart]) -> Sight | None:
    if not node.text:
        return None
    parent = way[-1] if way else None
    if isinstance(parent, syntax.Field):
        chain = way[-2]
        assert isinstance(chain, syntax.Chain)
        return _field(ground, node, chain, chain.links.index(parent))
    if isinstance(parent, RecordField):
        mark = "?" if parent.optional else ""
        type_ = (
            f"{node.text}{mark}: {shortly(ground.checked.types.get(parent.type, types.DYNAMIC))}"
        )
        said = comment_above(ground.source, node.start)
        return Sight(node.start, node.end, type_, documentation=said)
    if isinstance(parent, syntax.TypeAliasStatement):
        return alias_sight(ground, parent, node.start, node.end)
    binding = ground.checked.binders.get(node) or ground.checked.uses.get(node)
    if binding is None:
        return None
    known = ground.checked.types.get(node, binding.known)
    type_ = f"{_word(binding)}{node.text}: {shortly(known)}"
    if binding.node is None:
        said = "The standard library." if node.text == "std" else "Given from outside."
        type_ = f"{node.text}: {shortly(known)}" if node.text != "std" else "std"
        return Sight(node.start, node.end, type_, documentation=said)
    facts = labels_of(ground, node)
    value = "" if facts else constant(ground, binding)
    said = about(ground, binding) or _said_of_type(ground, known)
    return Sight(node.start, node.end, type_, documentation=said, value=value, facts=facts)


def _word(binding: Binding) -> str:
    return "let " if binding.role == "let" else ""


def about(ground: Ground, binding: Binding) -> str:
    """Return what the comment above a ``let`` says."""
    if binding.node is None or binding.role != "let":
        return ""
    let = ground.lets.get(binding.node)
    return "" if let is None else comment_above(ground.source, let.start)


def constant(ground: Ground, binding: Binding) -> str:
    """Return the value of a name as it is written, where it is a constant."""
    value = ground.checked.values.get(binding)
    for _ in range(50):
        if isinstance(value, syntax.Parens | syntax.Block):
            value = value.body
        elif isinstance(value, syntax.Name):
            behind = ground.checked.uses.get(value)
            value = None if behind is None else ground.checked.values.get(behind)
        else:
            break
    if value is None or not _is_constant(value):
        return ""
    text = ground.text[value.start : value.end]
    short = " ".join(text.split())
    return short if len(short) <= _LONGEST_VALUE else short[:_LONGEST_VALUE] + "…"


def _is_constant(node: syntax.Expr) -> bool:
    waiting: list[syntax.Expr] = [node]
    for _ in range(200):
        if not waiting:
            return True
        one = waiting.pop()
        if isinstance(one, syntax.Unary):
            waiting.append(one.operand)
        elif isinstance(one, syntax.Collection):
            for element in one.elements:
                result = element.result
                if element.controls or isinstance(result, syntax.Unpack):
                    return False
                waiting.append(result.value)
        elif not isinstance(one, syntax.Literal | syntax.NumberLiteral | syntax.StringLiteral):
            return False
    return False


def method_of(owner: types.Type, name: str) -> LibraryFunction | None:
    """Return the function of the library that a name is for a receiver."""
    inside = types.unfold(owner)
    if inside is std_type():
        return STD.get(name)
    for one in types.members(owner):
        found = METHODS.get(kind_of(types.unfold(one)) or "", {}).get(name)
        if found is not None:
            return found
    return None


def method_label(method: LibraryFunction, owner: str = "") -> str:
    """Return how a function of the library is called."""
    dot = f"{owner}." if owner else ""
    return f"{dot}{method.name}({', '.join(method.parameters)}) -> {method.result}"


def _field(ground: Ground, node: syntax.Name, chain: syntax.Chain, at: int) -> Sight | None:
    owner = ground.origins.owner_type(chain, at)
    if owner is None:
        return None
    method = method_of(owner, node.text) if node in ground.checked.methods else None
    if method is not None:
        inside = types.unfold(owner)
        kind = "std" if inside is std_type() else kind_of(inside) or ""
        label = method_label(method, kind)
        return Sight(node.start, node.end, label, documentation=method.documentation)
    link = chain.links[at]
    known = ground.checked.types.get(node) or ground.checked.types.get(link)
    if known is None:
        return None
    mark = "?" if _is_optional(owner, node.text) else ""
    facts = labels_of(ground, chain, at + 1)
    places = ground.origins.of_field(chain, at, node.text)
    if known is types.DYNAMIC and not places and types.unfold(owner) is not types.DYNAMIC:
        return None  # there is no such field
    said = ""
    value = ""
    if node in ground.checked.fields:
        said = ground.checked.fields[node][0]
    elif places:
        said = comment_above(places[0].source, places[0].start)
    if places and not facts:
        value = value_at(ground, places)
    type_ = f"{node.text}{mark}: {shortly(known)}"
    said = said or _said_of_type(ground, known)
    return Sight(node.start, node.end, type_, documentation=said, value=value, facts=facts)


def value_at(ground: Ground, places: list[Span]) -> str:
    """Return the constant that a field of this document is given, where there is one only."""
    if len(places) != 1 or places[0].source is not ground.source:
        return ""
    for step in ground.way(places[0].start):
        if isinstance(step, syntax.Pair) and step.key.start == places[0].start:
            if not _is_constant(step.value):
                return ""
            text = " ".join(ground.text[step.value.start : step.value.end].split())
            return text if len(text) <= _LONGEST_VALUE else ""
    return ""


def _is_optional(owner: types.Type, name: str) -> bool:
    inside = types.unfold(owner)
    own = inside.by_name.get(name) if isinstance(inside, types.Object) else None
    return own is not None and own.optional


def _said_of_type(ground: Ground, type_: types.Type) -> str:
    return ground.checked.declarations.documentation.get(type_, "")


def _string(ground: Ground, node: syntax.StringLiteral, way: list[TreePart]) -> Sight | None:
    parent = way[-1] if way else None
    if isinstance(parent, syntax.Import):
        file = ground.checked.files.get(parent)
        known = ground.checked.types.get(parent, types.DYNAMIC)
        said = "" if file is None else file.name
        return Sight(node.start, node.end, shortly(known), documentation=said)
    if isinstance(parent, syntax.Pair) and parent.key is node:
        return _key(ground, node, parent, way)
    if isinstance(parent, syntax.Index):
        chain = way[-2]
        assert isinstance(chain, syntax.Chain)
        at = chain.links.index(parent)
        owner = ground.origins.owner_type(chain, at)
        known = ground.checked.types.get(parent, types.DYNAMIC)
        found = None if owner is None else ground.checked.declarations.field(owner, node.value)
        facts = labels_of(ground, chain, at + 1)
        said = "" if found is None else found[0]
        type_ = f"{_shown(node.value)}: {shortly(known)}"
        return Sight(node.start, node.end, type_, documentation=said, facts=facts)
    type_ = shortly(ground.checked.types.get(node, types.DYNAMIC))
    text = ground.text[node.start : node.end]
    return Sight(node.start, node.end, type_, value=text if len(text) < _LONGEST_VALUE else "")


def _key(
    ground: Ground, node: syntax.StringLiteral, pair: syntax.Pair, way: list[TreePart]
) -> Sight | None:
    literal = next((one for one in reversed(way) if isinstance(one, syntax.Collection)), None)
    wanted = None if literal is None else ground.checked.wanted.get(literal)
    declared = None if wanted is None else ground.checked.declarations.field(wanted, node.value)
    known = ground.checked.types.get(pair.value, types.DYNAMIC)
    mark = ""
    record = None if wanted is None else types.unfold(wanted)
    if isinstance(record, types.Object) and node.value in record.by_name:
        own = record.by_name[node.value]
        known, mark = own.type, "?" if own.optional else ""
    said = declared[0] if declared is not None else comment_above(ground.source, node.start)
    facts = labels_of(ground, pair.value)
    value = ""
    if not facts and _is_constant(pair.value):
        text = " ".join(ground.text[pair.value.start : pair.value.end].split())
        value = text if len(text) <= _LONGEST_VALUE else ""
    type_ = f"{_shown(node.value)}{mark}: {shortly(known)}"
    return Sight(node.start, node.end, type_, documentation=said, value=value, facts=facts)


def _shown(key: str) -> str:
    return key if is_identifier(key) else f'"{key}"'


def _type_name(ground: Ground, node: TypeName | TypeApply, offset: int) -> Sight | None:
    end = node.start + len(node.text) if isinstance(node, TypeApply) else node.end
    unfinished = not node.text or node.text.endswith(".")
    if unfinished or (isinstance(node, TypeApply) and offset > end):
        return None
    module, dot, _ = node.text.rpartition(".")
    if dot and offset < node.start + len(module):
        binding = ground.file_named(module, offset)
        if binding is not None:
            said = about(ground, binding)
            type_ = f"let {module}: {shortly(binding.known)}"
            return Sight(node.start, node.start + len(module), type_, documentation=said)
    known = ground.checked.types.get(node)
    if known is None or (known is types.DYNAMIC and node.text != "Any"):
        return None
    target = types.unfold(known) if isinstance(known, types.Ref) else known
    name = ground.text[node.start : end]
    shown = shortly(target)
    type_ = f"type {name} = {shown}" if shown != name else f"type {name}"
    said = _said_of_type(ground, known) or _ABOUT_TYPES.get(node.text, "")
    return Sight(node.start, end, type_, documentation=said)


def alias_sight(ground: Ground, node: syntax.TypeAliasStatement, start: int, end: int) -> Sight:
    """Say what a type is where it is declared."""
    text = _COMMENT.sub("", ground.text[node.start : node.end])
    written = " ".join(text.rstrip(";").split())
    short = written if len(written) <= _WIDEST else written[:_WIDEST] + "…"
    return Sight(start, end, short, documentation=comment_above(ground.source, node.start))


_ABOUT_TYPES: Final = {
    "Any": "Anything at all: what is known shows when the value arrives.",
    "Void": "No value: what never returns.",
    "Null": "Only null.",
    "Bool": "true or false.",
    "Number": "An exact decimal number.",
    "String": "A text of Unicode characters.",
    "List": "Elements in order: List[T].",
    "Set": "Elements without order, each once: Set[T].",
    "Dict": "Values by their keys: Dict[K, V].",
    "Union": "One of several types: Union[A, B], or A | B.",
}
