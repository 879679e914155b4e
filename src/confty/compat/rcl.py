"""The Python module of RCL's own package: ``load_file`` and ``loads``.

Values come as there: sets as sets, decimals as floats, any key that Python can hash.  Files are
read below the working directory only.  What goes wrong is a ``RuntimeError``, here with the
message that the original prints instead.
"""

from __future__ import annotations

import os
from decimal import Decimal

from confty.languages.rcl.evaluator import Evaluated
from confty.languages.rcl.numbers import Exact, spell
from confty.languages.rcl.values import Value, elements, pairs
from confty.report import report
from confty.workspace import Config, Disk, Memory, Project


def load_file(path: str | os.PathLike[str]) -> object:
    """Evaluate an RCL file."""
    name = _text("path", path.__fspath__() if isinstance(path, os.PathLike) else path)
    return _value(Project(Config({}), Disk(), {"sandbox": "workdir"}, "rcl"), name)


def loads(src: str) -> object:
    """Evaluate an RCL expression."""
    files = Memory({"input.rcl": _text("src", src)}, Disk())
    return _value(Project(Config({}), files, {"sandbox": "workdir"}, "rcl"), "input.rcl")


def _text(name: str, given: object) -> str:
    if not isinstance(given, str):
        raise TypeError(f"argument '{name}': expected str, found {type(given).__name__}")
    given.encode()  # raises for what is no UTF-8
    return given


def _value(project: Project, name: str) -> object:
    outcome = project.evaluate(name)
    if outcome.output is None:
        raise RuntimeError(report(list(outcome.diagnostics), "full"))
    _, evaluated = outcome.output
    assert isinstance(evaluated, Evaluated)
    return _python(evaluated.value)


def _python(value: Value) -> object:
    cls = value.__class__
    if value is None or cls is bool or cls is int or cls is str:
        return value
    if cls is Exact:
        return float(Decimal(spell(value)))
    if cls is list:
        return [_python(one) for one in value]
    if cls is set:
        return {_python(one) for one in elements(value)}
    if cls is dict:
        return {_python(key): _python(one) for key, one in pairs(value)}
    raise RuntimeError("Functions cannot be exported to Python.")
