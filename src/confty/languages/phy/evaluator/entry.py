"""Another procedure than the last one as the entry, with arguments: a call behind the program.

An argument is an expression of Phy.  A number is taken as a float where one is wanted, any text
as a text.
"""

from __future__ import annotations

from math import isinf
from typing import Final

from confty.kit.suggest import nearest
from confty.language import Outcome
from confty.languages.phy import codes
from confty.languages.phy.checker.checked import Checked, Procedure
from confty.languages.phy.checker.entries import check_entry
from confty.languages.phy.parser import parse_several
from confty.languages.phy.spelling import brief
from confty.patterns import pattern
from confty.text import Diagnostic, Source
from confty.types import CHAR, FLOAT, ListOf, Type

_INT: Final = pattern(r"[+-]?[0-9]+")


def with_call(
    checked: Checked, name: str | None, arguments: list[str], dialect: str
) -> Outcome[Checked]:
    """Return the program with a call of a procedure as its entry."""
    procedure = checked.entry
    if name is not None:
        found = [one for one in checked.procedures if one.name == name]
        if not found:
            return Outcome(checked, (_missing(checked, name),))
        procedure = found[-1]
    if procedure is None or procedure.name is None:
        return Outcome(checked, (codes.NOTHING_TO_RUN.at(None, "there is no procedure to call"),))
    wanted, given = len(procedure.parameters), len(arguments)
    if wanted != given:
        plural = "" if wanted == 1 else "s"
        message = (
            f"{procedure.name} takes {wanted or 'no'} argument{plural}, found {given or 'none'}"
        )
        return Outcome(checked, (codes.BAD_ARGUMENT.at(None, message),))
    return _called(checked, procedure, arguments, dialect)


def _called(
    checked: Checked, procedure: Procedure, arguments: list[str], dialect: str
) -> Outcome[Checked]:
    start = len(checked.source.text) + 1
    text = f"(Call {_quoted(str(procedure.name))}"
    ends: list[int] = []
    for parameter, argument in zip(procedure.parameters, arguments, strict=True):
        alone = parse_several(Source("", _expression(argument, parameter.type)), dialect)
        if alone.failed or len(alone.output) != 1:
            message = f"parameter {parameter.name}: expected one expression, found {argument}"
            return Outcome(checked, (codes.BAD_ARGUMENT.at(None, message),))
        if _loses(argument, parameter.type):
            inexact = "expected float, found an int that is none exactly"
            message = f"parameter {parameter.name}: {inexact}"
            return Outcome(checked, (codes.BAD_ARGUMENT.at(None, message),))
        text += f" {_expression(argument, parameter.type)}"
        ends.append(start + len(text))
    source = Source(checked.source.name, f"{checked.source.text}\n{text})")
    found = check_entry(source, dialect)
    if not found.failed:
        return Outcome(found.output.checked)
    told = found.diagnostics[0]
    at = told.span.start if told.span else 0
    index = next((index for index, end in enumerate(ends) if at < end), len(ends) - 1)
    if index < 0:
        return Outcome(checked, found.diagnostics)
    parameter = procedure.parameters[index]
    message = f"parameter {parameter.name}: {told.message}"
    finding = codes.BAD_ARGUMENT.at(None, message)
    return Outcome(
        checked, (finding.with_help(f"an argument of type {brief(parameter.type)} is wanted"),)
    )


def _loses(argument: str, type_: Type) -> bool:
    """Whether a number that is taken as a float would be another one then."""
    text = argument.strip()
    if type_ is not FLOAT or not _INT.fullmatch(text):
        return False
    digits = text.lstrip("+-0") or "0"
    number = float(digits)
    return isinf(number) or int(number) != int(digits)


def _expression(argument: str, type_: Type) -> str:
    text = argument.strip()
    if type_ is FLOAT and _INT.fullmatch(text):
        return f"{text}.0"
    if isinstance(type_, ListOf) and type_.element is CHAR and not text.startswith("("):
        letters = "".join(
            [f"\\x{byte:02x}" for byte in argument.encode("utf-8", "surrogateescape")]
        )
        return f'(Seq "{letters}")'
    return f"{text}\n" if ";" in text else text


def _quoted(name: str) -> str:
    letters = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'(Ident "{letters}")'


def _missing(checked: Checked, name: str) -> Diagnostic:
    finding = codes.NOTHING_TO_RUN.at(None, f"there is no procedure {name}")
    near = nearest(name, [one.name for one in checked.procedures if one.name])
    return finding.with_help(f"did you mean {near}?") if near else finding
