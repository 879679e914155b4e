"""What hovering shows: the type, what is said of it, the value of a constant."""

from __future__ import annotations

from typing import Final

from confty.kit.reference import comment_above
from confty.kit.sights import Sight
from confty.languages.phy.checker.checked import Alias, Procedure, Variable
from confty.languages.phy.forms import FORMS
from confty.languages.phy.insight.ground import Ground, declares, form_of
from confty.languages.phy.library import BUILTINS, Builtin, Named
from confty.languages.phy.parser import Node
from confty.languages.phy.rules import is_unknown
from confty.languages.phy.spelling import NOTATION
from confty.types import Object, Tuple, Type, show

_WIDEST: Final = 200
_LONGEST_VALUE: Final = 80


def shortly(type_: Type) -> str:
    """Spell a type so that it can be read beside the text."""
    return show(type_, NOTATION, _WIDEST)


def sight(ground: Ground, offset: int) -> Sight | None:
    """Say what there is to be said of the smallest thing at an offset."""
    if ground.in_comment(offset):
        return None
    way = ground.way(offset)
    if not way:
        return None
    node = way[-1]
    parent = way[-2] if len(way) > 1 else None
    head = _head(ground, node, offset)
    if head is not None:
        return head
    if node.form == "Ident":
        return _name(ground, node, parent)
    if node.form in ("IntVal", "FloatVal", "Text"):
        return _literal(ground, node, parent)
    found = ground.type_of(node)
    return None if found is None else Sight(node.start, node.end, shortly(found))


def _head(ground: Ground, node: Node, offset: int) -> Sight | None:
    """Say what a form is for, on its name."""
    form = FORMS.get(form_of(node))
    if form is None or node.form == "Ident":
        return None
    start = ground.text.find(form.name, node.start)
    if start < 0 or not start <= offset <= start + len(form.name):
        return None
    found = ground.type_of(node)
    facts = () if found is None else (f"here: {shortly(found)}",)
    said = form.documentation
    return Sight(start, start + len(form.name), form.usage, documentation=said, facts=facts)


def _literal(ground: Ground, node: Node, parent: Node | None) -> Sight | None:
    if parent is not None and form_of(parent) == "FieldAccess" and node is not parent.items[0]:
        return _selected(ground, node, parent)
    found = ground.type_of(node)
    if found is None and parent is not None and node.form == "Text":
        found = ground.type_of(parent)
    if found is None:
        return None
    text = ground.text[node.start : node.end]
    value = text if len(text) <= _LONGEST_VALUE else ""
    return Sight(node.start, node.end, shortly(found), value=value)


def _selected(ground: Ground, node: Node, parent: Node) -> Sight | None:
    owner = ground.type_of(parent.items[0])
    found = ground.type_of(parent)
    if found is None or owner is None:
        return None
    of = "" if not isinstance(owner, Tuple | Object) else f" of {shortly(owner)}"
    return Sight(node.start, node.end, f"{node.value}: {shortly(found)}", documentation=of.strip())


def _name(ground: Ground, node: Node, parent: Node | None) -> Sight | None:
    if parent is not None:
        form = form_of(parent)
        if form == "FieldAccess" and len(parent.items) > 1 and node is parent.items[1]:
            return _selected(ground, node, parent)
        if form == "Field" and node is parent.items[0]:
            return _field(ground, node, parent)
    entity = ground.uses.get(node.start) or ground.entities.get(node.start)
    if entity is not None:
        return Sight(
            node.start, node.end, told(entity), documentation=about(ground, entity),
            value=constant(ground, entity),
        )  # fmt: skip
    builtin = BUILTINS.get(str(node.value))
    if builtin is None:
        return None
    return Sight(node.start, node.end, builtin_told(builtin), documentation=builtin.documentation)


def _field(ground: Ground, node: Node, parent: Node) -> Sight | None:
    if len(parent.items) < 2:
        return None
    found = ground.type_of(parent.items[1])
    if found is None:
        return None
    said = comment_above(ground.source, parent.start)
    return Sight(node.start, node.end, f"{node.value}: {shortly(found)}", documentation=said)


def builtin_told(builtin: Builtin) -> str:
    """Return what a built-in takes and gives."""
    spelled = builtin.signature.spelled()
    if isinstance(builtin.signature, Named):
        return f"{builtin.name}: {spelled[0]}"
    return "\n".join([f"{builtin.name}{one}" for one in spelled])


def told(entity: Variable | Procedure | Alias) -> str:
    """Return what a name stands for."""
    if isinstance(entity, Alias):
        return f"type {entity.name} = {shortly(entity.type)}"
    if isinstance(entity, Procedure):
        return f"proc {signature_of(entity)}"
    word = {"local": "local ", "parameter": "parameter ", "binder": ""}[entity.kind]
    type_ = "unknown" if is_unknown(entity.type) else shortly(entity.type)
    return f"{word}{entity.name}: {type_}"


def signature_of(procedure: Procedure) -> str:
    """Return how a procedure is called: its parameters by name, and its result."""
    names = [f"{one.name}: {shortly(one.type)}" for one in procedure.parameters]
    return f"{procedure.name}({', '.join(names)}) -> {shortly(procedure.result)}"


def about(ground: Ground, entity: Variable | Procedure | Alias) -> str:
    """Return what the comment above a declaration says."""
    for node in ground.way(entity.start)[::-1]:
        name = declares(node)
        if name is not None and name.start == entity.start:
            return comment_above(ground.source, node.start)
    return ""


def constant(ground: Ground, entity: Variable | Procedure | Alias) -> str:
    """Return the value of a local that is a constant, as it is written."""
    if not isinstance(entity, Variable) or entity.kind != "local" or entity in ground.assigned:
        return ""
    for node in ground.way(entity.start)[::-1]:
        if form_of(node) == "Decl" and len(node.items) > 1:
            value = node.items[1]
            if value.form in ("IntVal", "FloatVal") or value.value in ("true", "false"):
                return ground.text[value.start : value.end]
            if value.form == "Seq" and value.items and value.items[0].form == "Text":
                text = ground.text[value.items[0].start : value.items[0].end]
                return text if len(text) <= _LONGEST_VALUE else ""
            return ""
    return ""
