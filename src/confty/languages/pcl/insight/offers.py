"""What may be written at a cursor: blocks, keys, types, names, parts of values, constants."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from confty import types
from confty.kit.sights import Kind, Offer
from confty.languages.pcl.checker.options import HOOK_SLOTS, OPTIONS, PATH_OPTIONS
from confty.languages.pcl.insight.block_labels import label_offers
from confty.languages.pcl.insight.block_words import ATTRIBUTES, BLOCKS, OPTION_WORDS, Word
from confty.languages.pcl.insight.cursor import OpenBrackets, Opened
from confty.languages.pcl.insight.names import keyword_offers, name_offers
from confty.languages.pcl.insight.package_tokens import function_offers
from confty.languages.pcl.insight.properties import (
    Property,
    constants,
    elements,
    faces,
    properties,
)
from confty.languages.pcl.insight.scene import Scene
from confty.languages.pcl.insight.snippets import filled, value_snippet
from confty.languages.pcl.rules import spelled_briefly
from confty.languages.pcl.written import text_literal
from confty.types import Type

_LETTERS: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")


def offers(scene: Scene) -> list[Offer]:
    """Return what may be written."""
    cursor = scene.cursor
    if cursor.is_comment:
        return []
    if cursor.in_string:
        return _in_string(scene)
    if cursor.owner is not None:
        return _parts(scene, cursor.owner)
    inner = cursor.inner
    if inner.kind is Opened.BODY and not inner.in_value:
        return label_offers(scene) if inner.header else _items(scene)
    if inner.kind is Opened.OBJECT and not inner.in_value:
        return _keys(scene)
    return _values(scene)


# Items of bodies.


def _items(scene: Scene) -> list[Offer]:
    cursor, frame = scene.cursor, scene.cursor.inner
    if len(cursor.frames) == 1:
        return [_block(cursor, name, word) for name, word in BLOCKS.items()]
    present = frame.keys - {_word(scene)}
    if frame.name == "options":
        return [_option(cursor, name) for name in OPTIONS if name not in present]
    if frame.name in ("resource", "read", "component"):
        known = scene.inputs(frame)
        found = [_attribute(scene, one) for one in known.values() if one.name not in present]
        own = [("__logicalName", OPTION_WORDS["__logicalName"])]
        found += [_plain(cursor, name, word) for name, word in own if name not in present]
        if "options" not in present:
            word = Word("what the engine does with it", "options {\n  $0\n}")
            found.append(_block(cursor, "options", word))
        return found
    listed = ATTRIBUTES.get(frame.name, {})
    return [_plain(cursor, name, word) for name, word in listed.items() if name not in present]


def _word(scene: Scene) -> str:
    return scene.source.text[scene.cursor.start : scene.cursor.end]


def _block(cursor: OpenBrackets, name: str, word: Word) -> Offer:
    bare = name if word.labels == 0 else f"{name} "
    return Offer(
        name,
        Kind.KEYWORD,
        cursor.start,
        cursor.end,
        insert=bare,
        snippet=word.snippet,
        detail="block",
        documentation=word.about,
        rank=7 if name == "options" else 4,
    )


def _plain(cursor: OpenBrackets, name: str, word: Word) -> Offer:
    return Offer(
        name,
        Kind.FIELD,
        cursor.start,
        cursor.end,
        insert=f"{name} = ",
        snippet=word.snippet or f"{name} = $0",
        detail=word.type,
        documentation=word.about,
        required=word.required,
        rank=2 if word.required else 6 if name.startswith("__") else 5,
    )


def _option(cursor: OpenBrackets, name: str) -> Offer:
    word = OPTION_WORDS.get(name) or Word("")
    shown = "list of property paths" if name in PATH_OPTIONS else spelled_briefly(OPTIONS[name])
    return _plain(cursor, name, Word(word.about, word.snippet, type=shown))


def _attribute(scene: Scene, one: Property) -> Offer:
    cursor = scene.cursor
    is_set = scene.source.text[cursor.end : cursor.end + 3].lstrip(" ").startswith("=")
    return Offer(
        one.name,
        Kind.FIELD,
        cursor.start,
        cursor.end,
        insert=one.name if is_set else f"{one.name} = ",
        snippet=None if is_set else f"{one.name} = {value_snippet(one.type, scene.packages)}",
        detail=spelled_briefly(one.type),
        documentation=one.documentation,
        required=one.required,
        rank=1 if one.required else 5,
    )


# Keys of objects.


def _keys(scene: Scene) -> list[Offer]:
    """The keys that the type of the object asks for, those that must be there first."""
    frames = scene.cursor.frames
    wanted = scene.wanted_in(len(frames) - 1)
    present = _keys_of_object(scene) - {_word(scene)}
    body = scene.cursor.body
    if body.name == "options" and body.key == "hooks" and frames[-2] is body:
        shown = [name for name in HOOK_SLOTS if name not in present]
        return [
            _plain(scene.cursor, n, Word("", f"{n} = [$0]", type="list of hooks")) for n in shown
        ]
    known = properties(wanted, scene.packages) if wanted is not None else {}
    return [_attribute(scene, one) for one in known.values() if one.name not in present]


def _keys_of_object(scene: Scene) -> set[str]:
    """The keys of an object before the cursor and behind it."""
    frame, text, at = scene.cursor.inner, scene.source.text, scene.cursor.end
    found, depth = set(frame.keys), 0
    for line in text[at:].split("\n")[:400]:
        name, equals, _ = line.strip().partition("=")
        if depth == 0 and equals and name.strip(' "') and set(name.strip(' "')) <= _LETTERS:
            found.add(name.strip(' "'))
        depth += sum(map(line.count, "{[(")) - sum(map(line.count, "}])"))
        if depth < 0:
            break
    return found


# Values.


def _values(scene: Scene) -> list[Offer]:
    body = scene.cursor.body
    if body.name == "options" and body.key in PATH_OPTIONS:
        return _property_paths(scene)
    if body.name in ("config", "output") and body.key in ("description", "__logicalName"):
        return []
    wanted = scene.wanted()
    found = constant_offers(scene, wanted)
    found += _shapes(scene, wanted)
    found += name_offers(scene, wanted)
    return found + keyword_offers(scene, wanted)


def constant_offers(scene: Scene, wanted: Type | None, *, quoted: bool = True) -> list[Offer]:
    """The constants of the type that is wanted."""
    if wanted is None:
        return []
    found: list[Offer] = []
    for one in constants(wanted, scene.packages):
        if isinstance(one.value, str):
            text = text_literal(one.value) if quoted else text_literal(one.value)[1:-1]
        elif not quoted:
            continue
        else:
            text = str(one.value).lower() if isinstance(one.value, bool) else str(one.value)
        cursor = scene.cursor
        found.append(
            Offer(
                text,
                Kind.MEMBER if isinstance(one.value, str) else Kind.CONSTANT,
                cursor.start,
                cursor.end,
                detail=spelled_briefly(wanted),
                documentation=one.documentation,
                rank=0,
            )
        )
    return found


def _shapes(scene: Scene, wanted: Type | None) -> list[Offer]:
    """An object or a list to begin with, where one is wanted."""
    if wanted is None:
        return []
    cursor, found = scene.cursor, []
    for _, inner in faces(wanted):
        if isinstance(inner, types.Object) and inner.fields:
            snippet = filled(properties(inner, scene.packages), scene.packages)
            found.append(
                Offer(
                    "{ … }",
                    Kind.OBJECT,
                    cursor.start,
                    cursor.end,
                    insert="{}",
                    snippet=snippet,
                    detail=spelled_briefly(inner),
                    rank=1,
                )
            )
            break
    if elements(wanted) is not None:
        found.append(
            Offer(
                "[ … ]",
                Kind.ARRAY,
                cursor.start,
                cursor.end,
                insert="[]",
                snippet="[$0]",
                detail=spelled_briefly(wanted),
                rank=1,
            )
        )
    return found


def _property_paths(scene: Scene) -> list[Offer]:
    owner = scene.cursor.frames[-1]
    for frame in reversed(scene.cursor.frames):
        if frame.kind is Opened.BODY and frame.name in ("resource", "read", "component"):
            owner = frame
            break
    known = scene.inputs(owner)
    return [part_offer(scene, one.name, one.type, one.documentation) for one in known.values()]


# Parts of values.


def _parts(scene: Scene, owner: tuple[int, int]) -> list[Offer]:
    """What may stand behind a dot."""
    body = scene.cursor.body
    if body.name == "options" and body.key in PATH_OPTIONS:
        return _path_parts(scene, owner)
    type_ = scene.type_of(owner)
    if type_ is not None and scene.source.text[slice(*owner)].rstrip("] ").endswith("*"):
        # A step behind a splat is taken into every element.
        type_ = elements(type_)
    return [] if type_ is None else fields_of(scene, type_)


def _path_parts(scene: Scene, owner: tuple[int, int]) -> list[Offer]:
    """What may stand behind a dot of a path into the resource's own properties."""
    steps = scene.source.text[slice(*owner)].replace("[", ".").replace("]", "").split(".")
    outer = [one for one in scene.cursor.frames if one.name in ("resource", "read", "component")]
    known = scene.inputs(outer[-1]) if outer else {}
    first = known.get(steps[0])
    found: Type | None = None if first is None else first.type
    for step in steps[1:]:
        if found is not None:
            inner = properties(found, scene.packages).get(step)
            found = elements(found) if inner is None else inner.type
    return [] if found is None else fields_of(scene, found)


def fields_of(scene: Scene, type_: Type) -> list[Offer]:
    """The properties of a value; of a list, those that a splat would take."""
    known = properties(type_, scene.packages)
    return [part_offer(scene, one.name, one.type, one.documentation) for one in known.values()]


def part_offer(scene: Scene, name: str, type_: Type, documentation: str) -> Offer:
    """A property behind a dot; one that is no word goes into brackets."""
    cursor = scene.cursor
    is_word = bool(name) and set(name) <= _LETTERS and not name[0].isdigit() and name[0] != "-"
    start = cursor.start if is_word else cursor.start - 1
    return Offer(
        name,
        Kind.FIELD,
        start if cursor.owner is not None else cursor.start,
        cursor.end,
        insert=name if is_word else f"[{text_literal(name)}]",
        detail=spelled_briefly(type_),
        documentation=documentation,
        rank=7 if name in ("id", "urn") else 3,
    )


# Strings.


def _in_string(scene: Scene) -> list[Offer]:
    frames = scene.cursor.frames
    outer = frames[-2]
    if outer.kind is Opened.BODY and not outer.in_value:
        return label_offers(scene)
    if outer.kind is Opened.CALL:
        if outer.name == "invoke" and outer.number == 0:
            return function_offers(scene)
        if outer.name == "call" and outer.number == 1:
            schema = scene.receiver(outer)
            return _texts(scene, schema.methods if schema is not None else (), Kind.METHOD)
    if outer.kind is Opened.INDEX and outer.owner is not None:
        type_ = scene.type_of(outer.owner)
        known = properties(type_, scene.packages) if type_ is not None else {}
        return _texts(scene, known, Kind.FIELD)
    if outer.kind is Opened.OBJECT and not outer.in_value:
        wanted = scene.wanted_in(len(frames) - 2)
        known = properties(wanted, scene.packages) if wanted is not None else {}
        return _texts(scene, [one for one in known if one not in outer.keys], Kind.FIELD)
    return constant_offers(scene, scene.wanted_in(len(frames) - 1), quoted=False)


def _texts(scene: Scene, names: Iterable[str], kind: Kind) -> list[Offer]:
    cursor = scene.cursor
    return [
        Offer(name, kind, cursor.start, cursor.end, insert=text_literal(name)[1:-1], rank=3)
        for name in names
    ]
