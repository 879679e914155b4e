"""The packages that a program needs, read from its text: schemas may not be there yet."""

from __future__ import annotations

import base64
import contextlib

from confty.kit.hcl.syntax import Attribute, Block, Body, Call, literal_text
from confty.kit.hcl.walk import every_in
from confty.language import Host
from confty.languages.pcl.parser import parse
from confty.languages.pcl.schemas import Choice, package_of
from confty.text import Source


def required(folder: str, host: Host) -> list[Choice]:
    """The packages of the program in a folder and of its components, by name."""
    found: dict[str, Choice] = {}
    seen: set[str] = set()
    waiting = [folder]
    while waiting:
        place = waiting.pop()
        if place in seen:
            continue
        seen.add(place)
        for name in host.entries(place):
            if name.endswith(".pp"):
                path = f"{place}/{name}"
                text = host.read(path).decode("utf-8", "replace")
                body = parse(Source(path, text)).output.body
                waiting += [f"{place}/{inner}" for inner in _read(body, found)]
    return [found[name] for name in sorted(found)]


def _read(body: Body, found: dict[str, Choice]) -> list[str]:
    """Take what one file says; the folders of the components it uses."""
    components: list[str] = []
    for block in body.items:
        if not isinstance(block, Block):
            continue
        if block.type == "package":
            _package(block, found)
        elif block.type in ("resource", "read") and len(block.labels) > 1:
            _token(block.labels[-1].text, block, found)
        elif block.type == "component" and len(block.labels) > 1:
            components.append(block.labels[-1].text)
    for node in every_in(body):
        if isinstance(node, Call) and node.name == "invoke" and node.arguments:
            token = literal_text(node.arguments[0])
            if token is not None:
                _token(token, None, found)
    return components


def _token(text: str, block: Block | None, found: dict[str, Choice]) -> None:
    name = package_of(text)
    if not name or name == "pulumi":
        return
    made = found.setdefault(name, _choice(name))
    for options in block.body.items if block is not None else ():
        if isinstance(options, Block) and options.type == "options":
            _options(options.body, made)


def _options(body: Body, made: Choice) -> None:
    for item in body.items:
        if isinstance(item, Attribute):
            text = literal_text(item.value)
            if item.name == "version" and text:
                made.version = made.base_version = text
            elif item.name == "pluginDownloadURL" and text:
                made.url = text


def _package(block: Block, found: dict[str, Choice]) -> None:
    said = _texts(block.body)
    base = said.get("baseProviderName")
    if not base:
        return
    inner: dict[str, str] = {}
    for item in block.body.items:
        if isinstance(item, Block) and item.type == "parameterization":
            inner = _texts(item.body)
    made = found.setdefault(inner.get("name", base), _choice(inner.get("name", base)))
    made.base = base
    made.base_version = said.get("baseProviderVersion", "")
    made.url = said.get("baseProviderDownloadUrl", "")
    made.version = inner.get("version", made.base_version)
    with contextlib.suppress(ValueError):
        made.value = base64.b64decode(inner.get("value", ""))


def _texts(body: Body) -> dict[str, str]:
    found: dict[str, str] = {}
    for item in body.items:
        if isinstance(item, Attribute):
            text = literal_text(item.value)
            if text is not None:
                found[item.name] = text
    return found


def _choice(name: str) -> Choice:
    """A package that is its own plugin's, until a block says otherwise."""
    made = Choice(name)
    made.base = name
    return made
