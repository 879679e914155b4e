"""Build files: a dict from output paths to what to write there, and how."""

from __future__ import annotations

from typing import Final, NamedTuple

from confty.kit.suggest import did_you_mean
from confty.languages.rcl import codes, numbers
from confty.languages.rcl.numbers import Exact
from confty.languages.rcl.renderer import FORMATS, WIDTH, Inexpressible, render
from confty.languages.rcl.renderer.notation import shown
from confty.languages.rcl.values import Value, kind, pairs
from confty.text import Diagnostic, Span

_FIELDS: Final = ("banner", "contents", "format", "width")
_WIDEST: Final = 16_000


class BuiltFile(NamedTuple):
    """One file to write."""

    path: str
    text: str


class BuildProblem(Exception):
    """The build file cannot be used; carries the finding."""

    def __init__(self, finding: Diagnostic) -> None:
        super().__init__(finding.message)
        self.finding = finding


def _stop(span: Span, message: str, path: tuple[str | int, ...], hint: str = "") -> BuildProblem:
    finding = codes.BUILD_FILE.at(span, message).with_path(path)
    return BuildProblem(finding.with_help(hint) if hint else finding)


def targets(value: Value, span: Span) -> list[BuiltFile]:
    """Return what a build file asks for."""
    if value.__class__ is not dict:
        raise _stop(span, f"expected a Dict of targets, found {kind(value)}", ())
    return [_target(key, one, span) for key, one in pairs(value)]


def _target(key: Value, value: Value, span: Span) -> BuiltFile:
    if key.__class__ is not str:
        raise _stop(span, f"expected a String as path of a target, found {kind(key)}", ())
    if not key or key.startswith("/"):
        wrong = "is empty" if not key else "is absolute"
        raise _stop(span, f"the path of a target {wrong}", (key,), "paths start at the build file")
    if value.__class__ is not dict:
        raise _stop(span, f"expected a Dict for a target, found {kind(value)}", (key,))
    for name, _ in pairs(value):
        if name not in _FIELDS:
            hint = f"known are {', '.join(_FIELDS)}"
            message = f"a target has no field {name!r}"
            if name.__class__ is str:
                message += did_you_mean(name, _FIELDS)
            raise _stop(span, message, (key,), hint)
    for name in ("contents", "format"):
        if name not in value:
            raise _stop(span, f"the field '{name}' is missing", (key,))
    name = value["format"]
    if name.__class__ is not str or name not in FORMATS:
        raise _stop(
            span, f"expected the name of a format, found {kind(name)} {name!r}", (key, "format"),
            f"known are {', '.join(FORMATS)}",
        )  # fmt: skip
    banner = value.get("banner")
    if banner is not None and banner.__class__ is not str:
        raise _stop(span, f"expected a String, found {kind(banner)}", (key, "banner"))
    try:
        text = render(value["contents"], name, _width(value.get("width", WIDTH), key, span))
    except Inexpressible as problem:
        raise BuildProblem(problem.at(span, (key, "contents"))) from None
    return BuiltFile(key, text if banner is None else f"{banner}\n{text}")


def _width(value: Value, key: str, span: Span) -> int:
    width = None
    if value.__class__ is int or value.__class__ is Exact:
        width = numbers.integer(value)
    if width is None or not 0 < width < _WIDEST:
        found = shown(value) if kind(value) == "Number" else kind(value)
        wanted = f"expected an integer from 1 to {_WIDEST - 1}"
        raise _stop(span, f"{wanted}, found {found}", (key, "width"))
    return width
