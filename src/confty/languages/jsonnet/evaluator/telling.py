"""What is said of a run that fails: findings, and the first line the reference would print."""

from __future__ import annotations

from confty.languages.jsonnet.codes import OUT_OF_MEMORY, RECURSION, STOPPED, TIME
from confty.languages.jsonnet.evaluator.failure import (
    MANIFESTING,
    NO_MEMORY,
    TOO_DEEP,
    Stop,
    UnrunnableFile,
    reference_place,
)
from confty.languages.jsonnet.evaluator.runtime import CPP
from confty.text import Diagnostic, Frame, Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from confty.languages.jsonnet.evaluator.current import Run

# How the names of files end that are written as programs, or as data that is one.
_OWN: Final = (".jsonnet", ".libsonnet", ".json", ".json5")


def failed(
    error: Stop | UnrunnableFile | RecursionError | MemoryError, run: Run, name: str
) -> tuple[tuple[Diagnostic, ...], str]:
    """What is said of a program that stopped, or of a file that must not run."""
    if isinstance(error, UnrunnableFile):
        return error.findings, _head(error, "", run.dialect, name)
    from confty.languages.jsonnet.evaluator.trace import Tracer  # noqa: PLC0415  loaded by the runs that need it

    code, message = STOPPED, ""
    if isinstance(error, Stop):
        message = error.message
    elif isinstance(error, MemoryError):
        code, message = OUT_OF_MEMORY, NO_MEMORY
    else:
        code, message = RECURSION, TOO_DEEP
    try:
        frames = Tracer().frames(error.__traceback__)
    except (RecursionError, MemoryError):
        frames = ()
    span, stage = frames[0].span if frames else None, run.stage
    if stage == MANIFESTING or (stage and not frames):
        frames = (*frames, Frame(None, stage))
    finding = code.at(span, message)
    if isinstance(error, Stop) and error.cause is not None and span is not None:
        from confty.kit.foreign_imports import at_import  # noqa: PLC0415  loaded by the runs that need it

        finding = at_import(error.cause, code, span)
    finding = finding.with_trail(frames)
    if code is RECURSION:
        finding = finding.with_help("raise the limit with --max-stack if the program does end")
    return (finding,), _head(error, message, run.dialect, name)


def hidden(
    message: str, span: Span | None, name: str, data: bytes
) -> tuple[tuple[Diagnostic, ...], str]:
    """What may be said of a failure that depends on a secret."""
    finding = STOPPED.at(span or _beginning(name, data), message)
    finding = finding.with_help("see how it fails with --show-secrets, where nobody else looks")
    if span is not None:
        finding = finding.with_trail((Frame(span, ""),))
    return (finding,), f"RUNTIME ERROR: {message}"


def ended(
    message: str, name: str, data: bytes, *, late: bool
) -> tuple[tuple[Diagnostic, ...], str]:
    """What is said of a run that was stopped because it was late, or for want of memory."""
    code = TIME if late else OUT_OF_MEMORY
    return (code.at(_beginning(name, data), message),), f"RUNTIME ERROR: {message}"


def _beginning(name: str, data: bytes) -> Span:
    return Span(Source(name, data.decode("utf-8", "replace")), 0, 0)


def _head(error: BaseException, message: str, dialect: str, name: str) -> str:
    """The first line, in the words of the implementation that the dialect is of."""
    if isinstance(error, UnrunnableFile) and _is_strange(error.place.source.name, name):
        return f"RUNTIME ERROR: {reference_place(error.place)}: this is no Jsonnet program"
    if dialect == CPP:
        if isinstance(error, UnrunnableFile):
            return f"STATIC ERROR: {reference_place(error.place)}: {error.reference}"
        return f"RUNTIME ERROR: {message}"
    from confty.languages.jsonnet.evaluator import go_words  # noqa: PLC0415  loaded by the runs that need it

    if isinstance(error, UnrunnableFile):
        said = go_words.refusal(error.place, error.reference, error.findings[0].message)
        return said if error.place.source.name == name else f"RUNTIME ERROR: {said}"
    own = error.go if isinstance(error, Stop) else ""
    return f"RUNTIME ERROR: {own or go_words.go_words(message)}"


def _is_strange(imported: str, named: str) -> bool:
    """Whether a file is no program by its name: then nobody meant to show lines of it."""
    return imported != named and not imported.startswith("<") and not imported.endswith(_OWN)
