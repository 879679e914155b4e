"""Values to text, in every format that RCL writes."""

from __future__ import annotations

from confty.kit.collector import uncollected
from confty.kit.rooms import room_for
from confty.languages.rcl.renderer.notation import (
    JSON,
    RCL,
    Inexpressible,
    Style,
    Writer,
    function_text,
    quoted,
    refuse_endless,
    shown,
    text_of,
)
from confty.languages.rcl.values import Value, elements, kind
from confty.light import partial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

__all__ = [
    "FORMATS",
    "WIDTH",
    "Inexpressible",
    "function_text",
    "quoted",
    "render",
    "shown",
    "text_of",
]

WIDTH: Final = 80


def _written(style: Style, value: Value, width: int) -> str:
    out: list[str] = []
    Writer(style, width).write(value, 0, 0, out)
    return "".join(out) + "\n"


def _listed(value: Value, what: str) -> list[Value]:
    if value.__class__ is not list:
        raise Inexpressible(f"expected a List for {what}, found {kind(value)}", ())
    return value


def _json_lines(value: Value, _width: int) -> str:
    lines = []
    for index, one in enumerate(_listed(value, "JSON lines")):
        writer = Writer(JSON, 80)
        writer.path.append(index)
        lines.append(writer.flat(one) + "\n")
    return "".join(lines)


def _yaml_stream(value: Value, width: int) -> str:
    out: list[str] = []
    for index, one in enumerate(_listed(value, "a YAML stream")):
        writer = Writer(JSON, width)
        writer.path.append(index)
        out.append("---\n")
        writer.write(one, 0, 0, out)
        out.append("\n")
    return "".join(out)


def _raw(value: Value, _width: int) -> str:
    if value.__class__ is str:
        return value if not value or value.endswith("\n") else value + "\n"
    if value.__class__ not in (list, set):
        raise Inexpressible(f"expected a String or a List of them, found {kind(value)}", ())
    lines = []
    for index, one in enumerate(elements(value)):
        if one.__class__ is not str:
            raise Inexpressible(f"expected a String, found {kind(one)}", (index,))
        lines.append(one + "\n")
    return "".join(lines)


def _toml_10(value: Value, width: int) -> str:
    from confty.languages.rcl.renderer.toml import toml  # noqa: PLC0415  loaded by the runs that need it

    return toml(value, width, broken_tables=False)


def _toml_11(value: Value, width: int) -> str:
    from confty.languages.rcl.renderer.toml import toml  # noqa: PLC0415  loaded by the runs that need it

    return toml(value, width, broken_tables=True)


def _systemd(value: Value, width: int) -> str:
    from confty.languages.rcl.renderer.systemd import systemd  # noqa: PLC0415  loaded by the runs that need it

    return systemd(value, width)


FORMATS: Final[dict[str, Callable[[Value, int], str]]] = {
    "rcl": partial(_written, RCL),
    "json": partial(_written, JSON),
    "json-lines": _json_lines,
    "raw": _raw,
    "systemd": _systemd,
    "toml": _toml_10,
    "toml-1.0": _toml_10,
    "toml-1.1": _toml_11,
    "yaml-stream": _yaml_stream,
}


def render(value: Value, name: str, width: int = WIDTH) -> str:
    """Write a value without labels in a format; raises ``Inexpressible``."""
    with room_for(), uncollected():
        refuse_endless(value)
        try:
            return FORMATS[name](value, width)
        except RecursionError:
            raise Inexpressible("the value nests too deeply to be written", ()) from None
