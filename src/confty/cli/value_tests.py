"""Tests of values: a program beside what it should give.

A file ``name.test.jsonnet`` or ``name_test.rcl`` is a test.  It has to evaluate, so its asserts
hold.  When ``name.test.expected.json`` (or ``.yaml``, ``.toml``) lies beside it, its value has to
be that.  Otherwise, if its value is an object, each field of it that is ``false`` fails, and each
that holds ``actual`` and ``expected`` has to hold the same twice.  A comment ``expect-error: w``
says that it has to fail, and that ``w`` is said then.

A secret is compared as what it is, and shown as a secret.  What is not known holds nothing.
"""

from __future__ import annotations

import os
import re
from typing import Final, NamedTuple

from confty.cli.expectations import BrokenExpectation
from confty.language import Outcome
from confty.registry import language_of
from confty.text import Severity
from confty.values import Labelled, Unknown, is_plain, labels_in, redact, stripped
from confty.values.labels import mapped, relabelled
from confty.workspace.files import write_if_changed
from confty.workspace.project import Project

_TEST: Final = re.compile(r".*[._]test\.[A-Za-z]+")
_EXPECTED: Final = (".expected.json", ".expected.yaml", ".expected.yml", ".expected.toml")
_ERROR: Final = re.compile(r"^[^\S\n]*+(?://|#|;++)[^\S\n]*+expect-error:([^\n]*+)$", re.MULTILINE)
_DATA: Final = ("json", "yaml", "toml")
_WANTED: Final = frozenset(("expected", "expect"))


class Tried(NamedTuple):
    """What became of a test: how many expectations held, and what did not."""

    held: int
    failures: list[BrokenExpectation]
    # The file of expected values that was written.
    written: str = ""


def is_test(name: str) -> bool:
    """Whether a file is a test by its name."""
    base = os.path.basename(name)
    return bool(_TEST.fullmatch(base)) and language_of(name) not in {None, *_DATA}


def expected_beside(name: str) -> str | None:
    """Return the file that holds a test's expected value, if there is one."""
    stem = name.rpartition(".")[0]
    return next((stem + end for end in _EXPECTED if os.path.exists(stem + end)), None)


def held(work: Project, name: str, text: str, *, update: bool) -> Tried:
    """Run a test; with ``update``, what it gives is what is expected from now on."""
    found = work.plain(name)
    wanted = _ERROR.search(text)
    if wanted is not None:
        return _failing(name, found, wanted[1].strip())
    errors = [one for one in found.diagnostics if one.severity is Severity.ERROR]
    if errors:
        line, column = errors[0].span.first if errors[0].span else (1, 1)
        where = errors[0].span.source.name if errors[0].span else name
        return Tried(0, [BrokenExpectation(where, line, column, errors[0].message)])
    value = mapped(found.output, _revealed) if work.flags.get("show_secrets") else found.output
    expected = expected_beside(name)
    if update and (expected is not None or not _cases(value)):
        return _updated(name, expected, value)
    if expected is not None:
        return _compared(work, name, expected, value)
    cases = _cases(value)
    wrong = [_failure(name, text, key, words) for key, words in cases.items() if words]
    return Tried(max(1, len(cases)) - len(wrong), wrong)


def _failing(name: str, found: Outcome[object], words: str) -> Tried:
    said = [one.message for one in found.diagnostics if one.severity is Severity.ERROR]
    if any(words in message for message in said):
        return Tried(1, [])
    instead = f"found `{said[0]}`" if said else "found a value"
    return Tried(
        0, [BrokenExpectation(name, 1, 1, f"expected an error that says `{words}`, {instead}")]
    )


def _revealed(value: object) -> object:
    return value.value if isinstance(value, Labelled) and not value.unknown else value


def _cases(value: object) -> dict[str, str]:
    """Return the cases that a value is made of, with what is wrong with each; empty if none."""
    inner = _inner(value)
    if not isinstance(inner, dict):
        words = _untrue(value)
        return {"": words} if words else {}
    found: dict[str, str] = {}
    for key, one in inner.items():
        # What is said of all holds for each.
        case = relabelled(one, value) if isinstance(value, Labelled) else one
        fields = _inner(case)
        if isinstance(fields, bool | Unknown):
            found[str(key)] = _untrue(case)
        elif isinstance(fields, dict) and "actual" in fields and fields.keys() & _WANTED:
            wanted = fields["expected"] if "expected" in fields else fields["expect"]
            actual = fields["actual"]
            if isinstance(case, Labelled):
                wanted, actual = relabelled(wanted, case), relabelled(actual, case)
            found[str(key)] = difference(wanted, actual)
    return found


def _inner(value: object) -> object:
    return value.value if isinstance(value, Labelled) else value


def _untrue(value: object) -> str:
    """Say that something is false, or that nobody knows; empty for all else."""
    inner = _inner(value)
    if inner is not False and not isinstance(inner, Unknown):
        return ""
    return f"expected true, found {'false' if value is False else redact(value)}"


def _failure(name: str, text: str, key: str, words: str) -> BrokenExpectation:
    at = re.search(rf"(?<![\w]){re.escape(key)}(?![\w])", text) if key else None
    before = text[: at.start()] if at is not None else ""
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    return BrokenExpectation(name, line, column, f"{key}: {words}" if key else words)


def _compared(work: Project, name: str, expected: str, value: object) -> Tried:
    wanted = work.without_inputs().plain(expected)
    if wanted.failed:
        return Tried(0, [BrokenExpectation(expected, 1, 1, wanted.diagnostics[0].message)])
    words = difference(wanted.output, value)
    return Tried(0, [BrokenExpectation(name, 1, 1, words)]) if words else Tried(1, [])


def _updated(name: str, expected: str | None, value: object) -> Tried:
    from confty.render import render

    if not is_plain(value):
        why = "expected plain data to write, found a value with secrets, or with what is not known"
        return Tried(0, [BrokenExpectation(name, 1, 1, why)])
    path = expected or name.rpartition(".")[0] + _EXPECTED[0]
    form = "json" if path.endswith(".json") else path.rpartition(".")[2].replace("yml", "yaml")
    text = render(value, form)
    if not isinstance(text, str):
        return Tried(0, [BrokenExpectation(name, 1, 1, text.message)])
    try:
        written = write_if_changed(path, text)
    except OSError as error:
        why = f"{path} cannot be written: {(error.strerror or 'unwritable').lower()}"
        return Tried(0, [BrokenExpectation(name, 1, 1, why)])
    return Tried(1, [], path if written else "")


def difference(wanted: object, found: object, path: str = "") -> str:
    """Say where two values differ first; empty when they do not."""
    at = f" at {path}" if path else ""
    if isinstance(wanted, Labelled) or isinstance(found, Labelled):
        # Where in a secret the difference lies is a part of it.
        unknown = any(one.unknown for one in (*labels_in(wanted), *labels_in(found)))
        if not unknown and not difference(stripped(wanted), stripped(found)):
            return ""
        return f"expected {_short(wanted)}{at}, found {_short(found)}"
    if isinstance(wanted, dict) and isinstance(found, dict):
        for key in wanted:
            if key not in found:
                return f"expected `{key}`{at}, found none"
        for key in found:
            if key not in wanted:
                return f"expected no `{key}`{at}, found one"
        inner = [difference(wanted[key], found[key], f"{path}.{key}") for key in wanted]
        return next(filter(None, inner), "")
    if isinstance(wanted, list) and isinstance(found, list):
        if len(wanted) != len(found):
            return f"expected {len(wanted)} elements{at}, found {len(found)}"
        inner = [
            difference(one, other, f"{path}[{index}]")
            for index, (one, other) in enumerate(zip(wanted, found, strict=True))
        ]
        return next(filter(None, inner), "")
    # A bool is no number here, though Python says so.
    if isinstance(wanted, bool) == isinstance(found, bool) and wanted == found:
        return ""
    return f"expected {_short(wanted)}{at}, found {_short(found)}"


def _short(value: object) -> str:
    from confty.render import render

    text = render(redact(value), "json-compact")
    text = text.strip() if isinstance(text, str) else type(value).__name__
    return f"`{text[:60]}…`" if len(text) > 60 else f"`{text}`"
