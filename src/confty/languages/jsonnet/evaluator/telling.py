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
    from confty.languages.jsonnet.evaluator.roles import Importer

# How the names of files end that are written as programs, or as data that is one.
_OWN: Final = (".jsonnet", ".libsonnet", ".json", ".json5")


def failed(
    error: Stop | UnrunnableFile | RecursionError | MemoryError,
    run: Run,
    name: str,
    importer: Importer,
) -> tuple[tuple[Diagnostic, ...], str]:
    """What is said of a program that stopped, or of a file that must not run."""
    if isinstance(error, UnrunnableFile):
        first, *rest = error.findings
        if error.place.source.name != name:
            # Which import led there.
            first = first.with_trail(_frames(error))
        return (first, *rest), _refusal(error, run.dialect, name, importer)
    code, message = STOPPED, ""
    if isinstance(error, Stop):
        message = error.message
    elif isinstance(error, MemoryError):
        code, message = OUT_OF_MEMORY, NO_MEMORY
    else:
        code, message = RECURSION, TOO_DEEP
    frames = _frames(error)
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
    return (finding,), _head(error, message, run.dialect)


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


def _frames(error: BaseException) -> tuple[Frame, ...]:
    from confty.languages.jsonnet.evaluator.trace import Tracer  # noqa: PLC0415  loaded by the runs that need it

    try:
        return Tracer().frames(error.__traceback__)
    except (RecursionError, MemoryError):
        return ()


def _head(error: BaseException, message: str, dialect: str) -> str:
    """The first line, in the words of the implementation that the dialect is of."""
    if dialect == CPP:
        return f"RUNTIME ERROR: {message}"
    from confty.languages.jsonnet.evaluator import go_words  # noqa: PLC0415  loaded by the runs that need it

    own = error.go if isinstance(error, Stop) else ""
    return f"RUNTIME ERROR: {own or go_words.go_words(message)}"


def _refusal(error: UnrunnableFile, dialect: str, name: str, importer: Importer) -> str:
    """The same of a text that is no program; Go shows lines of the program itself only."""
    from confty.languages.jsonnet.evaluator.hosted import CallbackImporter  # noqa: PLC0415  loaded by the runs that need it

    # What a callback gives is Jsonnet because it says so, whatever it is called.
    if not isinstance(importer, CallbackImporter) and _is_strange(error.place.source.name, name):
        return f"RUNTIME ERROR: {reference_place(error.place)}: this is no Jsonnet program"
    if dialect == CPP:
        return f"STATIC ERROR: {reference_place(error.place)}: {error.reference}"
    from confty.languages.jsonnet.evaluator import go_words  # noqa: PLC0415  loaded by the runs that need it

    said = go_words.refusal(error.place, error.reference, error.findings[0].message)
    if error.place.source.name == name:
        return said
    return f"RUNTIME ERROR: {said.splitlines()[0]}"


def _is_strange(imported: str, named: str) -> bool:
    """Whether a file is no program by its name: then nobody meant to show lines of it."""
    return imported != named and not imported.startswith("<") and not imported.endswith(_OWN)
