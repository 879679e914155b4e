"""What must hold of any text: each operation asks one thing and raises ``Broken`` if it does not."""

from __future__ import annotations

import ast
import json
import math
import os
import random
import re
import tomllib
import xml.etree.ElementTree as ET
from decimal import Decimal
from unittest.mock import patch

from confty.kit.rooms import room_for
from fuzz import doors
from fuzz.doors import Visit

MOST_PLACES = 60
MOST_TEXT = 2_000_000
# An entry is read again with each line that it goes on.
MOST_ENTERED = 4000


class Broken(Exception):
    """A promise that was not kept; the first word says which."""


def need(holds: object, kind: str, detail: object = "") -> None:
    """Raise unless something holds."""
    if not holds:
        raise Broken(kind, str(detail)[:300])


def check(visit: Visit) -> None:
    """Findings have places inside the text, and every report of them is valid."""
    findings = visit.findings()
    for form in doors.REPORTS:
        text = doors.reported(findings, form)
        need(len(text) < MOST_TEXT, f"report-{form}-is-huge", len(text))
        _valid_report(findings, form, text)


def _valid_report(findings: list, form: str, text: str) -> None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        need(False, f"report-{form}-no-utf-8", repr(text))
    if form in {"full", "concise"}:
        raw = [one for one in text if (ord(one) < 32 and one not in "\n\t") or one == "\x7f"]
        need(not raw, f"report-{form}-control-characters", raw)
        need(
            form == "full" or not text or len(text.split("\n")) == len(findings),
            "concise-lines",
            text,
        )
    elif form == "github":
        lines = text.splitlines()
        need(len(lines) == len(findings), "github-lines", repr(text))
        need(all(line.startswith("::") for line in lines), "github-form", repr(text))
    elif form == "junit":
        try:
            ET.fromstring(text)
        except ET.ParseError as error:
            need(False, "junit-not-xml", error)
    elif form == "jsonl":
        need(
            len([json.loads(line) for line in text.split("\n") if line]) == len(findings),
            "jsonl-lines",
        )
    else:
        document = json.loads(text)
        if form == "sarif":
            need(document["version"] == "2.1.0", "sarif-version")
            need(len(document["runs"][0]["results"]) == len(findings), "sarif-results")
        elif form == "gitlab":
            need(isinstance(document, list), "gitlab-list")


def places(visit: Visit) -> None:
    """Every place can be asked for its type and its definition."""
    insight = visit.insight()
    if insight is None:
        return
    text = visit.text
    count = len(text)
    if count <= MOST_PLACES:
        offsets = list(range(count + 1))
    else:
        offsets = sorted({0, count, *random.Random(count).sample(range(count), MOST_PLACES)})
    for offset in offsets:
        insight.type_at(offset)
        spelled = insight.spelled_at(offset)
        need(spelled is None or len(spelled) < MOST_TEXT, "spelling-is-huge")
        insight.definition_at(offset)
    insight.result()
    insight.declared_at(("a", 0))
    insight.written_at(("a", 0))


def reformat(visit: Visit) -> None:
    """Formatting keeps the meaning and has nothing more to do the second time."""
    once, _ = visit.formatted()
    if once is None:
        return
    after = Visit(visit.lang, once, **visit.settings)
    again, said = after.formatted()
    need(again is not None, "fmt-breaks", [str(one.message) for one in said])
    need(again == once, "fmt-not-idempotent", repr((once, again)))
    whole, new_whole = visit.parsed(), after.parsed()
    need(whole == new_whole, "fmt-breaks-syntax", repr(once))
    value, codes = visit.plain()
    if any("time" in code or "limit" in code or "stack" in code for code in codes):
        return
    new_value, new_codes = after.plain()
    need(codes == new_codes, "fmt-changes-failure", (codes, new_codes, once))
    with room_for(20_000):  # as deep as files may nest
        equal = same(value, new_value)
    if not equal:
        raise Broken("fmt-changes-value", repr((value, new_value, once))[:300])
    if whole and codes and visit.room.meaning is None:
        # Escapes and text blocks may be respelled where the trees are compared.
        need(letters(visit.text) == letters(once), "fmt-changes-text", repr(once))


def same(left: object, right: object, seen: set[tuple[int, int]] | None = None) -> bool:
    """Equal as data: types count, NaN equals itself, the order of keys is kept."""
    seen = set() if seen is None else seen
    if isinstance(left, float) and isinstance(right, float):
        return left == right or (math.isnan(left) and math.isnan(right))
    if type(left) is not type(right):
        return False
    if isinstance(left, dict | list | tuple):
        # Anchors share values; each pair is walked once.
        if (id(left), id(right)) in seen:
            return True
        seen.add((id(left), id(right)))
        if len(left) != len(right):
            return False
        if isinstance(left, dict):
            pairs = zip(left.items(), right.items(), strict=True)
            return all(same(one, other, seen) for one, other in pairs)
        return all(same(one, other, seen) for one, other in zip(left, right, strict=True))
    if isinstance(left, Decimal) and left.is_nan():
        return right.is_nan()
    return left == right or repr(left) == repr(right)


#: What layout may change: spaces, quotes, separators, the signs of comments, optional brackets.
_ESCAPE = re.compile(r"\\[a-z]|[\x00-\x1f]")
_LAYOUT = re.compile(r"""[\s()"'.,;:\\/#+|\[\]]+""")


def letters(text: str) -> list[str]:
    """What a formatter has no business with; it may sort lines and respell numbers."""
    return sorted(_LAYOUT.sub("", _ESCAPE.sub("", text.removeprefix("\ufeff")).lower()))


def evaluate(visit: Visit) -> None:
    """A value can be shown in every form, and each form reads back."""
    found, _ = visit.value()
    if found is None:
        return
    room, value = found
    for form in room.formats:
        room.render(value, form)
    plain = room.plain(value)
    if plain.failed or plain.diagnostics:
        return
    for form in doors.RENDERS:
        text = doors.rendered(plain.output, form)
        if text is not None:
            need(_reads_back(form, text), f"render-{form}-unreadable", repr(text))


def _reads_back(form: str, text: str) -> bool:
    try:
        if form == "json-lines":
            for line in text.split("\n"):
                if line:
                    json.loads(line)
        elif form in {"yaml", "jsonnet", "rcl"}:
            return not [one for one in Visit(form, text).findings() if doors.is_error(one)]
        elif form.startswith("json"):
            json.loads(text)
        elif form == "toml":
            tomllib.loads(text)
        elif form == "python":
            ast.parse(text)
    except (ValueError, SyntaxError):
        return False
    except (RecursionError, MemoryError):
        return True
    return True


def infer(visit: Visit) -> None:
    """The type of a file can be written in every form, and each form is well-formed."""
    insight = visit.insight()
    whole = insight.whole() if insight is not None else None
    if whole is None:
        return
    for form in doors.EXPORTS:
        text = doors.exported(whole, form)
        if text is None:
            continue
        need(len(text) < MOST_TEXT, f"export-{form}-is-huge")
        if form == "jsonschema":
            json.loads(text)
        elif form in {"rcl", "asserts"}:
            lang, program = ("jsonnet", text) if form == "asserts" else ("rcl", f"{text}1\n")
            need(Visit(lang, program).parsed(), f"export-{form}-no-program", repr(text))
        else:
            try:
                compile(text, "made", "exec")
            except (SyntaxError, ValueError) as error:
                need(False, f"export-{form}-no-program", f"{error} {text!r}")


#: The commands that take a file of any language, and those that only some languages have.
EVERY = [
    "check",
    "eval",
    "type",
    "eval --seal",
    "repl",
    "why",
    "graph",
    "inputs",
    "query .",
    "lint",
    "infer",
]
COMMANDS = {
    "json": [*EVERY, "unseal", "convert --to pcl --from data -o out"],
    "yaml": [*EVERY, "convert --to pcl --from data -o out"],
    "toml": [*EVERY, "convert --to pcl --from data -o out"],
    "jsonnet": [*EVERY, "jsonnet", "jsonnetfmt", "jsonnet-lint", "jsonnet-deps", "doc"],
    "rcl": [*EVERY, "rcl evaluate", "rcl format", "rcl highlight", "doc"],
    "pcl": [*EVERY, "preview", "convert --to python -o out", "hcl"],
    "phy": [*EVERY, "emit --as python", "emit --as llvm", "debug"],
}
#: Those that have a limit of time for programs.
LIMITED = {"eval", "eval --seal", "repl", "query .", "preview", "why"}


def commands(visit: Visit) -> None:
    """A command ends with a code of ours, says nothing of a defect, and prints text."""
    words = COMMANDS[visit.lang]
    words = words[len(visit.text) % len(words)]
    text = visit.text
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    # What is entered at a prompt, or said to a debugger, is the text too.
    named = ["--lang", visit.lang] if words == "repl" else [visit.name]
    timed = ["--timeout", "1"] if words in LIMITED else []
    with patch.dict(os.environ, {"PULUMI_CONFIG_PASSPHRASE": "correct"}):
        ended = doors.command(
            *words.split(), *timed, *named, files={visit.name: text}, stdin=data[:MOST_ENTERED]
        )
    told = ended.err.decode("utf-8", "replace").split("\n")[0]
    need(ended.code != 101, f"101-{words.replace(' ', '-')}", told)
    need(b"Traceback" not in ended.err, f"traceback-{words}", told)
    need(ended.code in {0, 1, 2}, f"exit-code-{words}", ended.code)


OPERATIONS = {
    "check": check,
    "places": places,
    "infer": infer,
    "fmt": reformat,
    "eval": evaluate,
    "command": commands,
}
