"""Tanka's native functions, without Tanka.

Regular expressions are those of RE2, which Go has, too: their time grows with the text, whatever
they are.  What runs a program is refused unless who runs the command has allowed it.
"""

from __future__ import annotations

import json
import re

from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.library import encoding, yaml_text
from confty.languages.jsonnet.evaluator.library.readers import read_json
from confty.languages.jsonnet.evaluator.library.wants import number, string
from confty.languages.jsonnet.evaluator.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

_SPECIAL: Final = re.compile(r"[\\.+*?()|\[\]{}^$]")
_GROUP: Final = re.compile(r"\$(?:(\$)|(\w+)|\{(\w+)\})", re.ASCII)
# Without RE2, only expressions that cannot take long.
_REPEATS: Final = re.compile(r"[*+{]")


def parse_json(text: Value) -> Value:
    return read_json(string("parseJson", text))


def parse_yaml(text: Value) -> Value:
    return yaml_text.read_documents(string("parseYaml", text))


def manifest_json(text: Value, indent: Value) -> str:
    """Lay a JSON text out anew; keys and numbers stay as they are written."""
    given = string("manifestJsonFromJson", text).strip()
    read_json(given)
    return _indented(given, " " * int(number("manifestJsonFromJson", indent))) + "\n"


_PIECE: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')


def _indented(text: str, unit: str) -> str:
    out: list[str] = []
    depth = 0
    pieces = _PIECE.findall(text)
    for at, piece in enumerate(pieces):
        if piece in "{[":
            depth += 1
            out.append(piece)
            if pieces[at + 1] not in "}]":
                out.append("\n" + unit * depth)
        elif piece in "}]":
            depth -= 1
            empty = pieces[at - 1] in "{["
            out.append(piece if empty else "\n" + unit * depth + piece)
        elif piece == ",":
            out.append(",\n" + unit * depth)
        else:
            out.append(": " if piece == ":" else piece)
    return "".join(out)


def manifest_yaml(text: Value) -> str:
    given = string("manifestYamlFromJson", text)
    read_json(given)
    data = json.loads(given, parse_float=_plain_number, parse_int=_plain_number)
    return "\n".join(_yaml_lines(data)) + "\n"


def _yaml_lines(value: Any) -> list[str]:
    """Block style, four blanks a level, keys sorted."""
    if isinstance(value, dict) and value:
        lines = []
        for key in sorted(value):
            inner = _yaml_lines(value[key])
            name = _yaml_scalar(key)[0]
            if _nests(value[key]):
                lines += [f"{name}:", *[f"    {line}" for line in inner]]
            else:
                lines += [f"{name}: {inner[0]}", *[f"    {line}" for line in inner[1:]]]
        return lines
    if isinstance(value, list) and value:
        parts = [_yaml_lines(item) for item in value]
        return [f"{'  ' if at else '- '}{line}" for part in parts for at, line in enumerate(part)]
    return _yaml_scalar(value)


def _nests(value: Any) -> bool:
    return isinstance(value, dict | list) and bool(value)


def _yaml_scalar(value: Any) -> list[str]:
    if isinstance(value, dict | list):
        return ["{}" if isinstance(value, dict) else "[]"]
    if not isinstance(value, str):
        return [json.dumps(value)]
    if "\n" in value and value.strip():
        kept = "" if value.endswith("\n") and not value.endswith("\n\n") else "-"
        mark = "+" if value.endswith("\n\n") else kept
        return [f"|{mark}", *value.removesuffix("\n").split("\n")]
    if yaml_text.is_plain(value):
        return [value]
    quoted = "'" + value.replace("'", "''") + "'"
    return [quoted if yaml_text.is_text(value) and value.isprintable() else json.dumps(value)]


def _plain_number(text: str) -> float:
    value = float(text)
    return int(value) if value.is_integer() and abs(value) < 1e21 else value


def escape_regex(text: Value) -> str:
    return _SPECIAL.sub(r"\\\g<0>", string("escapeStringRegex", text))


def _compiled(regex: str) -> Any:
    try:
        import re2  # noqa: PLC0415  an extra
    except ImportError:
        return _simple(regex)
    options = re2.Options()
    options.log_errors = False
    try:
        return re2.compile(regex, options)
    except re2.error as error:
        words = error.args[0]
        said = words.decode("utf-8", "replace") if isinstance(words, bytes) else words
        raise Stop(f"error parsing regexp: {said}") from None


def _simple(regex: str) -> Any:
    if len(_REPEATS.findall(regex)) > 1 or "(?" in regex:
        raise Stop("this regular expression needs the package google-re2: install confty[tanka]")
    try:
        return re.compile(regex, re.ASCII)
    except re.error as error:
        raise Stop(f"error parsing regexp: {error}") from None


def regex_match(regex: Value, text: Value) -> bool:
    given = string("regexMatch", text)
    return _compiled(string("regexMatch", regex)).search(given) is not None


def regex_subst(regex: Value, text: Value, into: Value) -> str:
    """Replace every match; an empty one right after another does not count."""
    source, template = string("regexSubst", text), string("regexSubst", into)
    pattern = _compiled(string("regexSubst", regex))
    out: list[str] = []
    last = at = 0
    while at <= len(source):
        found = pattern.search(source, at)
        if found is None:
            break
        start, end = found.span()
        out.append(source[last:start])
        if end > last or start == 0:
            out.append(_expanded(template, found))
        last = end
        at = end if end > at else at + 1
    out.append(source[last:])
    return "".join(out)


def _expanded(template: str, found: Any) -> str:
    def filled(mark: re.Match[str]) -> str:
        if mark[1]:
            return "$"
        name = mark[2] or mark[3]
        try:
            return found.group(int(name) if name.isdecimal() else name) or ""
        except (IndexError, KeyError):
            return ""

    return _GROUP.sub(filled, template)


def sha256(text: Value) -> str:
    return encoding.sha256(text)


def helm_template(name: Value, chart: Value, options: Value) -> Value:
    from confty.languages.jsonnet.evaluator.library.programs import helm  # noqa: PLC0415  rarely allowed

    return helm(string("helmTemplate", name), string("helmTemplate", chart), options)


def kustomize_build(path: Value, options: Value) -> Value:
    from confty.languages.jsonnet.evaluator.library.programs import kustomize  # noqa: PLC0415  rarely allowed

    return kustomize(string("kustomizeBuild", path), options)
