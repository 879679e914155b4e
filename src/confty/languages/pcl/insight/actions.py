"""Changes that are offered at a place: what is missing put there, what is too much taken away."""

from __future__ import annotations

from typing import Final

from confty.kit.hcl import syntax
from confty.kit.hcl.syntax import Attribute, Block, literal_text, unwrapped
from confty.kit.hcl.walk import every
from confty.kit.sights import Action
from confty.kit.stretches import line_start, margin, whole_lines
from confty.kit.suggest import nearest
from confty.languages.pcl import codes, model
from confty.languages.pcl.checker.resources import configs
from confty.languages.pcl.insight.cursor import cursor_at
from confty.languages.pcl.insight.ground import Ground
from confty.languages.pcl.insight.labels import Facts
from confty.languages.pcl.insight.properties import properties
from confty.languages.pcl.insight.scene import Scene
from confty.languages.pcl.insight.snippets import placeholder
from confty.languages.pcl.rules import without_none
from confty.languages.pcl.written import text_literal
from confty.text import Edit, Span
from confty.types import BOOL, INT, NUMBER, STRING, Type

_SURPLUS: Final = (codes.UNSUPPORTED_ATTRIBUTE, codes.UNSUPPORTED_BLOCK, codes.EXTRA_PROPERTY)
_LABELS: Final = {STRING: "string", NUMBER: "number", INT: "int", BOOL: "bool"}


def actions(ground: Ground, start: int, end: int) -> list[Action]:
    """The changes that are offered for a stretch of text."""
    found: list[Action] = []
    for node in ground.nodes:
        if node.syntax.start <= end and start <= node.syntax.end:
            found += _of_node(ground, node, start, end)
    found += _surplus(ground, start, end)
    found += _undeclared(ground, start, end)
    return found


def _of_node(ground: Ground, node: model.ProgramNode, start: int, end: int) -> list[Action]:
    found: list[Action] = []
    if isinstance(node, model.InstanceNode):
        found += _missing_inputs(ground, node)
        found += _missing_keys(ground, node, start)
    if isinstance(node, model.ResourceNode):
        found += _kept_name(ground, node, start)
    if isinstance(node, model.OutputNode) and node.value is None:
        found += _missing_value(ground, node)
    if isinstance(node, model.LocalNode):
        found += _unused(ground, node)
    if isinstance(node, model.ConfigNode) and not node.secret:
        found += _secret_setting(ground, node)
    return found + _secret_value(ground, node, start, end)


# What is missing.


def _missing_inputs(ground: Ground, node: model.InstanceNode) -> list[Action]:
    given = {item.name for item in node.inputs}
    meant = {nearest(name, node.input_types) for name in given if name not in node.input_types}
    needed = [name for name in _required(node) if name not in given and name not in meant]
    if not needed or not isinstance(node.syntax, Block):
        return []
    packages = ground.program.schemas
    lines = [f"{name} = {placeholder(node.input_types[name], packages)}" for name in needed]
    edit = _into_block(ground, node.syntax, lines)
    listed = ", ".join(f"'{name}'" for name in needed[:4]) + (", …" if len(needed) > 4 else "")
    title = f"Add the required input {listed}" if len(needed) == 1 else f"Add the inputs {listed}"
    return [Action(title, [edit], "quickfix")]


def _required(node: model.InstanceNode) -> list[str]:
    if isinstance(node, model.ResourceNode):
        if node.reads:
            return ["id"]
        schema = node.schema
        return [] if schema is None else [n for n in node.input_types if schema.must_set(n)]
    if isinstance(node, model.ComponentNode) and node.program is not None:
        return [one.name for one in configs(node) if one.required]
    return []


def _missing_value(ground: Ground, node: model.OutputNode) -> list[Action]:
    assert isinstance(node.syntax, Block)
    edit = _into_block(ground, node.syntax, ['value = ""'])
    return [Action("Add the value of the output", [edit], "quickfix")]


def _missing_keys(ground: Ground, node: model.InstanceNode, start: int) -> list[Action]:
    """The keys that must be in the object at the cursor."""
    item = next((one for one in node.inputs if one.start <= start <= one.end), None)
    if item is None:
        return []
    objects = [
        one
        for one in every(item.value)
        if isinstance(one, syntax.Object) and one.start < start < one.end
    ]
    if not objects:
        return []
    inner = min(objects, key=lambda one: one.end - one.start)
    cursor = cursor_at(ground.source, ground.body, inner.start + 1)
    scene = Scene(ground.program, ground.source, cursor, inner.start + 1)
    wanted = scene.wanted_in(len(cursor.frames) - 1)
    if wanted is None:
        return []
    given = {literal_text(one.key) for one in inner.items}
    known = properties(wanted, scene.packages)
    needed = [one for one in known.values() if one.required and one.name not in given]
    if not needed:
        return []
    lines = [f"{one.name} = {placeholder(one.type, scene.packages)}" for one in needed]
    listed = ", ".join(f"'{one.name}'" for one in needed[:4])
    edit = _into_braces(ground, inner.start, inner.end, lines, is_empty=not inner.items)
    return [Action(f"Add the required {listed}", [edit], "quickfix")]


def _into_block(ground: Ground, block: Block, lines: list[str]) -> Edit:
    return _into_braces(ground, block.brace, block.end, lines, is_empty=not block.body.items)


def _into_braces(
    ground: Ground, opening: int, end: int, lines: list[str], *, is_empty: bool
) -> Edit:
    """Write lines before a closing brace, on lines of their own."""
    text, source = ground.source.text, ground.source
    indent = margin(text, opening)
    closed = text[end - 1 : end] == "}"
    close = end - 1 if closed else end
    made = "".join(f"{indent}  {line}\n" for line in lines)
    begin = line_start(text, close)
    if begin > opening and not text[begin:close].strip():
        return Edit(Span(source, begin, begin), made)
    if is_empty and closed:
        return Edit(Span(source, opening, end), "{\n" + made + indent + "}")
    inside = text[opening + 1 : close].strip(" \t,")
    kept = f"{indent}  {inside}\n" if inside else ""
    return Edit(Span(source, opening + 1, close), f"\n{kept}{made}{indent}")


# What is too much.


def _unused(ground: Ground, node: model.LocalNode) -> list[Action]:
    used = any(one.node is node for one in ground.program.typing.roots.values())
    if used:
        return []
    edit = Edit(_lines_of(ground, node.syntax.start, node.syntax.end), "")
    return [Action(f"Remove '{node.name}', which nothing reads", [edit])]


def _lines_of(ground: Ground, start: int, end: int) -> Span:
    return Span(ground.source, *whole_lines(ground.source.text, start, end))


def _surplus(ground: Ground, start: int, end: int) -> list[Action]:
    """Take away what a block or an object does not take."""
    found: list[Action] = []
    for finding in ground.program.diagnostics:
        span = finding.span
        if finding.code not in _SURPLUS or span is None or span.source is not ground.source:
            continue
        if span.end < start or end < span.start:
            continue
        place = _item_place(ground, span)
        if place is not None:
            name = span.text.strip('"')
            edit = Edit(_lines_of(ground, *place), "")
            found.append(Action(f"Remove '{name}'", [edit], "quickfix"))
    return found


def _item_place(ground: Ground, span: Span) -> tuple[int, int] | None:
    item: Attribute | Block | None = ground.attributes.get(span.start)
    if item is None:
        blocks = [one for one in ground.items_at(span.start) if one.start == span.start]
        item = blocks[-1] if blocks else None
    if item is not None:
        return item.start, item.end
    for node in ground.expressions:
        if not isinstance(node, syntax.Object):
            continue
        for entry in node.items:
            if span.start in (entry.key.start, entry.value.start):
                return _entry_place(ground, node, entry)
    return None


def _entry_place(
    ground: Ground, node: syntax.Object, entry: syntax.Item
) -> tuple[int, int] | None:
    """An entry of an object with the comma that goes with it."""
    text, end = ground.source.text, entry.value.end
    start = entry.key.start
    at = end
    while at < node.end and text[at] in " \t":
        at += 1
    if text[at : at + 1] == ",":
        return start, at + 1
    before = start
    while before > node.start and text[before - 1] in " \t":
        before -= 1
    return (before - 1, end) if text[before - 1] == "," else (start, end)


# What is not declared.


def _undeclared(ground: Ground, start: int, end: int) -> list[Action]:
    """Declare a name that nothing declares, as a setting or a local."""
    found: list[Action] = []
    for finding in ground.program.diagnostics:
        span = finding.span
        if finding.code != codes.UNDEFINED_VARIABLE or span is None:
            continue
        if span.source is not ground.source or span.end < start or end < span.start:
            continue
        if ground.roots.get(span.start) is None:
            continue
        name = span.text
        cursor = cursor_at(ground.source, ground.body, span.end)
        wanted = Scene(ground.program, ground.source, cursor, span.end).wanted()
        top = Span(ground.source, 0, 0)
        label = _label(wanted)
        text = f'config "{name}" "{label}" {{\n}}\n\n'
        found.append(Action(f"Declare the setting '{name}'", [Edit(top, text)], "quickfix"))
        value = '""' if wanted is None else placeholder(wanted, ground.program.schemas)
        local = f"{name} = {value}\n\n"
        found.append(Action(f"Declare the local '{name}'", [Edit(top, local)], "quickfix"))
    return found


def _label(wanted: Type | None) -> str:
    if wanted is None:
        return "any"
    plain = without_none(wanted)
    members = getattr(plain, "members", (plain,))
    return next((_LABELS[one] for one in members if one in _LABELS), "any")


# What may be better.


def _kept_name(ground: Ground, node: model.ResourceNode, start: int) -> list[Action]:
    """Let a resource keep its name in the stack when its label changes."""
    assert isinstance(node.syntax, Block)
    if node.logical != node.name or start > node.syntax.brace:
        return []
    if node.expression("__logicalName") is not None:
        return []
    line = f"__logicalName = {text_literal(node.name)}"
    brace = node.syntax.brace + 1
    indent = margin(ground.source.text, node.syntax.start)
    rest = ground.source.text[brace : node.syntax.end]
    tail = "" if rest[:1] == "\n" else "\n" if rest.strip() != "}" else f"\n{indent}"
    edit = Edit(Span(ground.source, brace, brace), f"\n{indent}  {line}{tail}")
    if rest[:1] != "\n" and rest.strip() != "}":
        return []  # a block on one line holds one attribute
    return [Action(f"Keep the name '{node.name}' in the stack: set __logicalName", [edit])]


def _secret_setting(ground: Ground, node: model.ConfigNode) -> list[Action]:
    assert isinstance(node.syntax, Block)
    if node.expression("secret") is not None:
        return []
    edit = _into_block(ground, node.syntax, ["secret = true"])
    return [Action(f"Make the setting '{node.name}' a secret", [edit])]


def _secret_value(ground: Ground, node: model.ProgramNode, start: int, end: int) -> list[Action]:
    """Wrap the value of an input or an output in ``secret``."""
    items: list[Attribute] = []
    if isinstance(node, model.InstanceNode):
        items = node.inputs
    elif isinstance(node, model.OutputNode):
        items = [one for one in node.body.items if isinstance(one, Attribute)]
    elif isinstance(node, model.LocalNode) and isinstance(node.syntax, Attribute):
        items = [node.syntax]
    for item in items:
        value = item.value
        if isinstance(value, syntax.Missing) or item.name.startswith("__"):
            continue
        if not (item.start <= start and end <= item.end) or not unwrapped(value).end:
            continue
        if any(one.startswith("secret") for one in Facts(ground.program).of(value)):
            continue
        source = ground.source
        edits = [
            Edit(Span(source, value.start, value.start), "secret("),
            Edit(Span(source, value.end, value.end), ")"),
        ]
        return [Action(f"Make the value of '{item.name}' a secret", edits)]
    return []
