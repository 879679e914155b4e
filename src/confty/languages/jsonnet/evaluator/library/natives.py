"""Tanka's native functions, without Tanka.

What runs a program is refused unless who runs the command has allowed it.
"""

from __future__ import annotations

import json
import re

from confty.languages.jsonnet.evaluator.library import block_yaml, encoding, regular, yaml_text
from confty.languages.jsonnet.evaluator.library.readers import read_json
from confty.languages.jsonnet.evaluator.library.wants import number, string
from confty.languages.jsonnet.evaluator.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_SPECIAL: Final = re.compile(r"[\\.+*?()|\[\]{}^$]")


def parse_json(text: Value) -> Value:
    return read_json(string("parseJson", text))


def parse_yaml(text: Value) -> Value:
    return yaml_text.read_documents(string("parseYaml", text))


def manifest_json(text: Value, indent: Value) -> str:
    """Lay a JSON text out anew; keys and numbers stay as they are written."""
    given = string("manifestJsonFromJson", text).strip()
    read_json(given)
    return _indented(given, " " * int(number("manifestJsonFromJson", indent))) + "\n"


_PIECE: Final = re.compile(r'"(?:[^"\\]|\\.)*+"|[{}\[\],:]|[^\s{}\[\],:"]+')


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
    return block_yaml.written(json.loads(given, parse_float=float, parse_int=float))


def escape_regex(text: Value) -> str:
    return _SPECIAL.sub(r"\\\g<0>", string("escapeStringRegex", text))


def regex_match(regex: Value, text: Value) -> bool:
    given = string("regexMatch", text)
    return regular.is_in(string("regexMatch", regex), given)


def regex_subst(regex: Value, text: Value, into: Value) -> str:
    source, template = string("regexSubst", text), string("regexSubst", into)
    return regular.replaced(string("regexSubst", regex), source, template)


def sha256(text: Value) -> str:
    return encoding.sha256(text)


def helm_template(name: Value, chart: Value, options: Value) -> Value:
    from confty.languages.jsonnet.evaluator.library.programs import helm  # noqa: PLC0415  rarely allowed

    return helm(string("helmTemplate", name), string("helmTemplate", chart), options)


def kustomize_build(path: Value, options: Value) -> Value:
    from confty.languages.jsonnet.evaluator.library.programs import kustomize  # noqa: PLC0415  rarely allowed

    return kustomize(string("kustomizeBuild", path), options)
