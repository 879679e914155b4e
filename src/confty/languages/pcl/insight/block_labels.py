"""What may be written as the label of a block: types of resources and settings, folders."""

from __future__ import annotations

import re
from typing import Final

from confty.kit.sights import Kind, Offer
from confty.language import Unreadable
from confty.languages.pcl.insight.package_tokens import resource_offers
from confty.languages.pcl.insight.scene import Scene

_TYPES: Final = {
    "string": ("text", None),
    "number": ("any number", None),
    "int": ("a whole number", None),
    "bool": ("true or false", None),
    "any": ("whatever is set", None),
    "list": ("values of one type, in order", "list(${1:string})"),
    "set": ("values of one type, each once", "set(${1:string})"),
    "map": ("values of one type under names", "map(${1:string})"),
    "object": ("values under known names", "object({ ${1:name} = ${2:string} })"),
    "tuple": ("as many values as there are types", "tuple([${1:string}])"),
    "optional": ("a value that may be left out", "optional(${1:string})"),
}
# How far back from the cursor a word may begin.
_LONGEST: Final = 200
_WORD: Final = re.compile(r"[A-Za-z]*\Z")
_MOST: Final = 200


def label_offers(scene: Scene) -> list[Offer]:
    """What may stand in the label that is being written."""
    header = scene.cursor.body.header
    if not header:
        return []
    kind, at = header[0], len(header) - 1
    if kind in ("resource", "read") and at == 1:
        return resource_offers(scene)
    if kind in ("config", "output") and at == 1:
        return _types(scene)
    if kind == "component" and at == 1:
        return _folders(scene)
    if kind == "hook" and at == 0:
        return [_word(scene, one, Kind.KEYWORD) for one in ("resource", "error")]
    return []


def _word(scene: Scene, text: str, kind: Kind) -> Offer:
    cursor = scene.cursor
    written = text if cursor.in_string else f'"{text}"'
    return Offer(text, kind, cursor.start, cursor.end, insert=written, rank=2)


def _types(scene: Scene) -> list[Offer]:
    cursor = scene.cursor
    found: list[Offer] = []
    inside = scene.source.text[cursor.start : scene.offset] if cursor.in_string else ""
    begun = _WORD.search(inside, max(0, len(inside) - _LONGEST))
    start = scene.offset - len(begun[0]) if begun is not None else cursor.start
    for name, (about, snippet) in _TYPES.items():
        shown = snippet or name
        plain = re.sub(r"\$\{\d:(\w+)\}", r"\1", shown)
        quoted = (plain, shown) if cursor.in_string else (f'"{plain}"', f'"{shown}"')
        found.append(
            Offer(
                name,
                Kind.TYPE,
                start if cursor.in_string else cursor.start,
                scene.offset if cursor.in_string else cursor.end,
                insert=quoted[0],
                snippet=quoted[1],
                documentation=about,
                rank=2,
            )
        )
    return found


def _folders(scene: Scene) -> list[Offer]:
    """The folders near the program, those with a program in them first."""
    host, cursor = scene.packages.host, scene.cursor
    written = scene.source.text[cursor.start : scene.offset] if cursor.in_string else ""
    above = written.rpartition("/")[0] if "/" in written else "."
    base = scene.program.folder
    folder = "/".join(part for part in (base, above if above != "." else "") if part)
    found: list[Offer] = []
    try:
        names = host.entries(folder)
    except Unreadable:
        return []
    for name in names[:_MOST]:
        if name.startswith(".") or "." in name[1:]:
            continue
        try:
            inside = host.entries(f"{folder}/{name}" if folder else name)
        except Unreadable:
            continue
        text = f"{above}/{name}"
        has_program = any(one.endswith(".pp") for one in inside)
        found.append(
            Offer(
                text,
                Kind.FOLDER,
                cursor.start,
                cursor.end,
                insert=text if cursor.in_string else f'"{text}"',
                detail="component" if has_program else "",
                rank=2 if has_program else 6,
            )
        )
    return found
