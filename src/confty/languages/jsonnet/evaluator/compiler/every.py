"""Imports every module that enters its expressions into the compiler's tables."""

from confty.languages.jsonnet.evaluator.compiler import (
    calls,
    expressions,
    functions,
    locals,  # noqa: A004  named for what it translates
    loops,
    objects,
)

__all__ = ["calls", "expressions", "functions", "locals", "loops", "objects"]
