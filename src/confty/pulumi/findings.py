"""Findings as the engine's messages: places by line, column and byte."""

from __future__ import annotations

from collections.abc import Iterable

from pulumi.runtime.proto.codegen import hcl_pb2

from confty.report import concise
from confty.text import Diagnostic, Severity, Source, Span


def message(finding: Diagnostic) -> hcl_pb2.Diagnostic:
    """A finding as a diagnostic of the engine's; HCL knows errors and warnings only."""
    error = finding.severity is Severity.ERROR
    said = hcl_pb2.Diagnostic(
        severity=hcl_pb2.DIAG_ERROR if error else hcl_pb2.DIAG_WARNING,
        summary=finding.message,
        detail=_detail(finding),
    )
    if finding.span is not None:
        said.subject.CopyFrom(_range(finding.span))
    return said


def failed(said: Iterable[hcl_pb2.Diagnostic]) -> bool:
    """Whether there is an error among them."""
    return any(each.severity == hcl_pb2.DIAG_ERROR for each in said)


def _detail(finding: Diagnostic) -> str:
    notes = [f"{note.text} ({_place(note.span)})" for note in finding.notes]
    return "\n".join([*notes, *([finding.help] if finding.help else [])])


def _place(span: Span | None) -> str:
    if span is None:
        return "here"
    line, column = span.source.place(span.start)
    return f"{span.source.name}:{line}:{column}"


def _range(span: Span) -> hcl_pb2.Range:
    return hcl_pb2.Range(
        filename=span.source.name,
        start=_position(span.source, span.start),
        end=_position(span.source, span.end),
    )


def _position(source: Source, offset: int) -> hcl_pb2.Pos:
    line, column = source.place(offset)
    byte = len(source.text[:offset].encode("utf-8", "surrogatepass"))
    return hcl_pb2.Pos(line=line, column=column, byte=byte)


__all__ = ["concise", "failed", "message"]
