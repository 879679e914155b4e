"""``confty jsonnet``: the flags, the bytes and the exit codes of the reference interpreter.

0 when all is well, 1 on any failure.
"""

from __future__ import annotations

import os
import sys

from confty.cli.jsonnet_flags import USAGE, BadUsage, Request, read_flags
from confty.kit.reading import is_stream, read_file, read_stream
from confty.languages.jsonnet.evaluator.results import is_open, key_of_result, user_results

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from confty.languages.jsonnet.evaluator.results import Result, Results
    from confty.languages.jsonnet.evaluator.run import Failure, RunSettings
    from confty.languages.jsonnet.evaluator.values import Value

VERSION = "Jsonnet commandline interpreter (confty) v0.22.0"


def main(argv: list[str]) -> int:
    """Run one program."""
    try:
        request = read_flags(argv)
        if request.shown is not None:
            _write_text(sys.stdout, USAGE if request.shown == "help" else VERSION + "\n")
            return 0
        return _run(request)
    except BadUsage as bad:
        sys.stderr.write(f"ERROR: {bad}\n")
        if bad.usage:
            sys.stderr.write("\n" + USAGE)
        return 1
    except KeyboardInterrupt:
        sys.stderr.write("ERROR: interrupted\n")
        return 1


def _run(request: Request) -> int:
    name, data = _input(request)
    results = _results(request)
    key = None if results is None else _key(request, name, data)
    if results is not None and key is not None:
        known = results.find(key)
        if known is not None:
            return _delivered(request, known[0], (name, *known[1]))
    # What runs programs is loaded when there is something to run.
    from confty.languages.jsonnet.evaluator.files import DiskImporter
    from confty.languages.jsonnet.evaluator.run import Failure, evaluate

    importer = DiskImporter(request.paths, request.dialect)
    evaluated = evaluate(name, data, importer, _settings(request))
    try:
        result = evaluated.show(_shown_as(request))
    except Failure as failure:
        _show(failure, request)
        return 1
    whole = evaluated.is_silent and importer.steady
    if results is not None and key is not None and whole and is_open(name):
        results.keep(key, importer.read, importer.missed, result)
    return _delivered(request, result, (name, *importer.read))


def _results(request: Request) -> Results | None:
    """Where results are kept; None for a program that depends on more than files."""
    given = request.variables or request.arguments
    hidden = request.hidden_variables or request.hidden_arguments
    passing = request.code or request.input == "-" or is_stream(request.input)
    return None if given or hidden or passing or not request.cache else user_results()


def _key(request: Request, name: str, data: bytes) -> str | None:
    parts = (
        request.paths,
        request.dialect,
        request.format(),
        request.newline,
        request.stream,
        request.multi is not None,
        request.max_stack,
        request.timeout,
        request.max_memory,
    )
    try:
        return key_of_result(name, data, parts)
    except OSError:
        return None  # where we are is nowhere any more


def _shown_as(request: Request) -> Callable[[Value], Result]:
    from confty.languages.jsonnet.evaluator.manifest.output import documents, multiple, single

    def use(value: Value) -> Result:
        if request.multi is not None:
            return multiple(value, text=request.string, newline=request.newline)
        if request.stream:
            return documents(value, text=request.string)
        return single(value, request.format(), newline=request.newline)

    return use


def _delivered(request: Request, result: Result, read: Iterable[str]) -> int:
    """Write the result where it is wanted, and then what it was made of."""
    made: list[str] = []
    if isinstance(result, str):
        _give(request, result.encode("utf-8", "surrogatepass"))
    else:
        made = _write_files(request, result)
        _give(request, b"".join([os.fsencode(name) + b"\n" for name in made]))
    if request.depfile is not None:
        _write_depfile(request.depfile, request, made, read)
    return 0


def _input(request: Request) -> tuple[str, bytes]:
    given = request.input
    if request.code:
        return "<cmdline>", given.encode("utf-8", "surrogateescape")
    if given == "-":
        return "<stdin>", sys.stdin.buffer.read()
    try:
        return given, read_stream(given) if is_stream(given) else read_file(given)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "unreadable"
        raise BadUsage(f"opening input file: {given}: {reason}") from None


def _settings(request: Request) -> RunSettings:
    from confty.languages.jsonnet.evaluator.run import RunSettings

    settings = RunSettings()
    settings.dialect = request.dialect
    settings.variables = request.variables
    settings.arguments = request.arguments
    settings.hidden_variables = request.hidden_variables
    settings.hidden_arguments = request.hidden_arguments
    settings.show_secrets = request.show_secrets
    settings.max_stack = request.max_stack
    settings.timeout = request.timeout
    settings.ending = True
    if request.max_memory is not None:
        settings.memory = request.max_memory << 20
    if request.cache and not request.code:
        from confty.languages.jsonnet.evaluator.cache import user_cache

        settings.cache = user_cache()
        settings.passing = request.input == "-"
    return settings


def _show(failure: Failure, request: Request) -> None:
    if request.explaining:
        from confty.report import report
        from confty.workspace.discreet import discreet

        findings = list(discreet(failure.findings, request.input))
        _write_text(sys.stderr, report(findings, "full") + "\n")
        return
    lines = [failure.head]
    if failure.head.startswith("RUNTIME"):
        from confty.languages.jsonnet.evaluator.failure import reference_trace

        lines += reference_trace(failure.findings[0].trail, request.max_trace)
    _write_text(sys.stderr, "\n".join(lines) + "\n")


def _write_files(request: Request, files: dict[str, str]) -> list[str]:
    """Write one file a field, and say which; those that would not change are left alone."""
    folder = request.multi or "."
    if not folder.endswith("/"):
        folder += "/"
    names = []
    for name, text in files.items():
        path = folder + name
        if not _is_below(path, folder):
            raise BadUsage(f"opening output file: {path}: it is not below {folder}")
        names.append(path)
        data = text.encode("utf-8", "surrogatepass")
        if not _is_same(path, data):
            if os.path.exists(path) and not os.path.isfile(path):
                raise BadUsage(f"opening output file: {path}: it is no regular file")
            _save(path, data, make_folders=request.make_folders)
    return names


def _is_below(path: str, folder: str) -> bool:
    """Whether a file that a program names would be written where it may."""
    home = os.path.realpath(folder).rstrip(os.sep) + os.sep
    return "\0" not in path and os.path.realpath(path).startswith(home)


def _is_same(path: str, data: bytes) -> bool:
    try:
        return read_file(path) == data
    except OSError:
        return False


def _save(path: str, data: bytes, *, make_folders: bool) -> None:
    from confty.kit.saving import write_atomically

    try:
        if make_folders and os.path.dirname(path):
            os.makedirs(os.path.dirname(path), exist_ok=True)
        write_atomically(path, data)
    except OSError as error:
        raise BadUsage(f"opening output file: {path}: {error.strerror}") from None


def _give(request: Request, data: bytes) -> None:
    if request.output is None:
        _write(sys.stdout, data)
    else:
        _save(request.output, data, make_folders=request.make_folders)


def _write_depfile(path: str, request: Request, made: list[str], read: Iterable[str]) -> None:
    from confty.cli.make_rule import depfile_rule

    targets = made if request.output is None else [*made, request.output]
    needed = [*read, *request.read]
    rules = b"".join([depfile_rule(target, needed) for target in targets])
    _save(path, rules, make_folders=request.make_folders)


def _write_text(stream: Any, text: str) -> None:
    _write(stream, text.encode("utf-8", "surrogatepass"))


def _write(stream: Any, data: bytes) -> None:
    stream.flush()
    stream.buffer.write(data)
    stream.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
