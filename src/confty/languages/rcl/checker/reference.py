"""What an RCL document needs from outside, and what it offers to those who import it."""

from __future__ import annotations

from collections.abc import Mapping

from confty.kit.reference import EXTERNAL, Need, OfferedName, comment_above
from confty.languages.rcl.checker.checked import Checked
from confty.languages.rcl.parser import syntax
from confty.languages.rcl.parser.walk import walk
from confty.languages.rcl.rules import spelled
from confty.types import DYNAMIC


def needs(checked: Checked, preset: Mapping[str, str]) -> list[Need]:
    """Return the inputs that a document and those it imports ask for; ``preset`` gives some."""
    found: dict[str, Need] = {}
    seen = {checked.source.name}
    waiting = [checked]
    for one in waiting:
        for need in _asked(one, preset):
            found.setdefault(need.name, need)
        for file in one.files.values():
            if file.checked is not None and file.name not in seen:
                seen.add(file.name)
                waiting.append(file.checked)
    return list(found.values())


def _asked(checked: Checked, preset: Mapping[str, str]) -> list[Need]:
    found: list[Need] = []
    for node in walk(checked.document.body):
        if not isinstance(node, syntax.Chain) or not isinstance(node.base, syntax.Name):
            continue
        read = checked.inputs.get(node.base)
        binding = checked.uses.get(node.base)
        if read is None or (binding is not None and binding.node is not None):
            continue
        last = next(link for link in node.links if link.end == read.end)
        known = checked.types.get(node if last is node.links[-1] else last)
        default = preset.get(read.name)
        if default is None and read.default is not None:
            default = checked.source.text[read.default.start : read.default.end]
        place = checked.span(node.start, read.end)
        found.append(Need(EXTERNAL, read.name, spelled(known or DYNAMIC), place, default=default))
    return sorted(found, key=lambda need: (need.default is not None, need.span.start))


def entries(checked: Checked) -> list[OfferedName]:
    """Return the types a document declares and the fields of its record."""
    found: list[OfferedName] = []
    body: syntax.Expr = checked.document.body
    about = comment_above(checked.source, body.start)
    if about and checked.source.text.lstrip().startswith(("//", "#")):
        found.append(OfferedName("", "", about, None))
    while isinstance(body, syntax.Block | syntax.Parens):
        if isinstance(body, syntax.Block):
            found += [
                _type(checked, one)
                for _, one in body.statements
                if isinstance(one, syntax.TypeAliasStatement)
            ]
        body = body.body
    return [*found, *_pairs(checked, body)]


def _type(checked: Checked, one: syntax.TypeAliasStatement) -> OfferedName:
    written = checked.source.text[one.start : one.end].rstrip(";")
    text = comment_above(checked.source, one.start)
    return OfferedName(
        one.name.text, " ".join(written.split()), text, checked.span(one.start, one.end)
    )


def _pairs(checked: Checked, body: syntax.Expr) -> list[OfferedName]:
    if not isinstance(body, syntax.Collection):
        return []
    found: list[OfferedName] = []
    for element in body.elements:
        pair = element.result
        if element.controls or not isinstance(pair, syntax.Pair):
            continue
        if isinstance(pair.key, syntax.Name):
            name = pair.key.text
        elif isinstance(pair.key, syntax.StringLiteral):
            name = pair.key.value
        else:
            continue
        inner: syntax.Expr = pair.value
        while isinstance(inner, syntax.Parens):
            inner = inner.body
        type_ = spelled(checked.types.get(pair.value, DYNAMIC))
        shown = f"{name}: {type_}"
        if isinstance(inner, syntax.Function):
            written = checked.source.text[inner.start : inner.end].partition("=>")[0].strip()
            shown = f"{name} = {written} => …"
        text = comment_above(checked.source, pair.start)
        span = checked.span(pair.start, pair.end)
        found.append(OfferedName(name, shown, text, span, _pairs(checked, inner)))
    return found
