"""The tokens of packages: types of resources, functions to invoke."""

from __future__ import annotations

from typing import Final

from confty.kit.sights import Kind, Offer
from confty.languages.pcl.insight.properties import prose
from confty.languages.pcl.insight.scene import Scene
from confty.languages.pcl.schemas import Package

#: So many packages are read for somebody who has not said which one is meant.
_MOST_PACKAGES: Final = 24
#: So many tokens come with their words, which are read one by one.
_MOST_WORDS: Final = 30


def resource_offers(scene: Scene) -> list[Offer]:
    """The types of resources, and of the providers of packages."""
    found = _tokens(scene, "resources", Kind.TYPE)
    if _typed(scene).startswith("pulumi:"):
        cursor = scene.cursor
        for name in scene.packages.names():
            text = f"pulumi:providers:{name}"
            insert = text if cursor.in_string else f'"{text}"'
            found.append(
                Offer(text, Kind.TYPE, cursor.start, cursor.end, insert=insert, detail="provider")
            )
    return found


def function_offers(scene: Scene) -> list[Offer]:
    """The functions that may be invoked."""
    return _tokens(scene, "functions", Kind.FUNCTION)


def _typed(scene: Scene) -> str:
    """What is written of the token so far."""
    cursor = scene.cursor
    return scene.source.text[cursor.start : scene.offset].strip('"')


def _packages(scene: Scene) -> list[Package]:
    """The package that is meant, or all there are, those in use first."""
    name, colon, _ = _typed(scene).partition(":")
    if colon:
        package = scene.packages.get(name)
        return [] if package is None else [package]
    names = dict.fromkeys([one.name for one in scene.packages.known()])
    names.update(dict.fromkeys([*scene.packages.chosen, *scene.packages.names()]))
    found = [scene.packages.get(name) for name in list(names)[:_MOST_PACKAGES]]
    return [one for one in found if one is not None]


def _tokens(scene: Scene, section: str, kind: Kind) -> list[Offer]:
    cursor, typed = scene.cursor, _typed(scene).casefold()
    found: list[Offer] = []
    in_use = {one.name for one in scene.packages.known()}
    for package in _packages(scene):
        tokens = package.spellings(section)
        shorts = {token: _short(package, token) for token in tokens}
        likely = [one for one, short in shorts.items() if typed in short.casefold()]
        spoken = set(likely) if typed and len(likely) <= _MOST_WORDS else set()
        for token, short in shorts.items():
            old = False
            said = ""
            if token in spoken:
                said, old = _words(package, section, token)
            found.append(
                Offer(
                    short,
                    kind,
                    cursor.start,
                    cursor.end,
                    insert=short if cursor.in_string else f'"{short}"',
                    detail=f"{package.name} {package.version}".strip(),
                    documentation=said,
                    rank=8 if old else 3 if package.name in in_use else 5,
                )
            )
    return found


def _short(package: Package, token: str) -> str:
    """The token as people write it: without the module that says nothing more."""
    if token.startswith("pulumi:"):
        return token
    return package.canonical(token).replace("::", ":")


def _words(package: Package, section: str, token: str) -> tuple[str, bool]:
    spec = package.index.entry(section, token) or {}
    text = prose(package.index.words(section, token), spec)
    return text, bool(spec.get("deprecationMessage"))
