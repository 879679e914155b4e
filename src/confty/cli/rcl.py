"""``confty rcl``: the command line of the original, flag by flag.

Values go to standard output exactly as the original prints them; findings go to standard error in
our words.  The exit status is 0 or 1.  Arguments are read by hand: options may stand anywhere, and
``argparse`` alone would double the start-up time.
"""

from __future__ import annotations

import os
import sys

from confty.cli.rcl_files import Failed, Folder, build_folder, read_document
from confty.text.digits import whole_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from confty.languages.rcl.evaluator import Evaluated
    from confty.languages.rcl.loader import Program
    from confty.languages.rcl.parser.syntax import Document
    from confty.text import Diagnostic, Source

_COMMANDS: Final = {
    "evaluate": "evaluate", "eval": "evaluate", "e": "evaluate", "je": "evaluate",
    "re": "evaluate",
    "query": "query", "q": "query", "jq": "query", "rq": "query", "build": "build",
    "format": "format", "fmt": "format", "f": "format", "patch": "patch",
    "highlight": "highlight", "h": "highlight",
}  # fmt: skip
_IMPLIED: Final = {"je": "json", "re": "raw", "jq": "json", "rq": "raw"}
# Option -> its full name; those with a value are in _VALUED.
_OPTIONS: Final = {
    "-f": "format", "--format": "format", "-o": "output", "--output": "output", "-w": "width",
    "--width": "width", "--banner": "banner", "--sandbox": "sandbox",
    "--output-depfile": "output-depfile", "--check": "check", "--dry-run": "dry-run",
    "-i": "in-place", "--in-place": "in-place", "--color": "color", "-C": "directory",
    "--directory": "directory", "-h": "help", "--help": "help", "--version": "version",
    "--about": "about",
}  # fmt: skip
_VALUED: Final = frozenset(
    ("format", "output", "width", "banner", "sandbox", "output-depfile", "color", "directory")
)
_EVALUATION: Final = ("banner", "format", "output", "output-depfile", "sandbox", "width")
_ALLOWED: Final = {
    "evaluate": _EVALUATION,
    "query": _EVALUATION,
    "build": ("check", "dry-run", "sandbox"),
    "format": ("check", "in-place", "output", "width"),
    "patch": ("check", "in-place", "output", "width"),
    "highlight": (),
}
_GLOBAL: Final = ("color", "directory", "help", "version", "about")
_USAGE: Final = {
    "evaluate": "evaluate [-f FORMAT] [-o FILE] [-w N] [--banner TEXT] [--sandbox MODE]\n"
    "                    [--output-depfile FILE] [file]",
    "query": "query    the same options as evaluate, then [file] expression",
    "build": "build    [--check] [--dry-run] [--sandbox MODE] [file]",
    "format": "format   [--check] [-i] [-o FILE] [-w N] [file...]",
    "patch": "patch    [--check] [-i] [-o FILE] [-w N] [file] path replacement",
    "highlight": "highlight [file]",
}


class CommandProblem(Exception):
    """A command line that cannot be followed."""


class Request:
    """A command line that was understood."""

    def __init__(self) -> None:
        self.command = ""
        self.options: dict[str, str] = {}
        self.arguments: list[tuple[str, bool]] = []  # with whether "-" means standard input

    def choice(self, name: str, default: str, known: tuple[str, ...]) -> str:
        """Return the value of an option that takes one of several words."""
        found = self.options.get(name, default)
        if found not in known:
            raise CommandProblem(f"--{name} takes {', '.join(known)}, found '{found}'")
        return found

    @property
    def width(self) -> int:
        """How wide lines may be."""
        text = self.options.get("width", "80")
        width = whole_number(text)
        if not width:
            raise CommandProblem(f"--width takes a number above 0, found '{text}'")
        return width


def parse_arguments(argv: list[str]) -> Request:
    """Read the command line."""
    request, at, ended = Request(), 0, False
    while at < len(argv):
        word = argv[at]
        at += 1
        if ended or word == "-" or not word.startswith("-"):
            _positional(request, word, ended=ended)
        elif word == "--":
            ended = True
        else:
            at = _option(request, word, argv, at)
    for name in request.options:
        allowed = _ALLOWED.get(request.command, ())
        if name not in _GLOBAL and request.command and name not in allowed:
            raise CommandProblem(f"the command '{request.command}' has no option --{name}")
    return request


def _positional(request: Request, word: str, *, ended: bool) -> None:
    if request.command:
        request.arguments.append((word, word == "-" and not ended))
        return
    if word not in _COMMANDS:
        from confty.kit.suggest import did_you_mean

        raise CommandProblem(f"there is no command '{word}'{did_you_mean(word, _COMMANDS)}")
    request.command = _COMMANDS[word]
    if word in _IMPLIED:
        request.options.setdefault("format", _IMPLIED[word])


def _option(request: Request, word: str, argv: list[str], at: int) -> int:
    """Read one option and return where to go on."""
    flag, equals, value = (
        word.partition("=") if word.startswith("--") else (word[:2], "", word[2:])
    )
    name = _OPTIONS.get(flag)
    if name is None:
        from confty.kit.suggest import did_you_mean

        raise CommandProblem(f"there is no option '{flag}'{did_you_mean(flag, _OPTIONS)}")
    if name not in _VALUED:
        if equals or value:
            raise CommandProblem(f"the option '{flag}' takes no value")
        request.options[name] = ""
        return at
    if not equals and not value:
        if at == len(argv):
            raise CommandProblem(f"the option '{flag}' needs a value")
        value = argv[at]
        at += 1
    request.options[name] = value
    return at


def main(argv: list[str]) -> int:
    """Run ``rcl`` with these arguments and return the exit status."""
    from confty.languages.rcl import codes

    color = "none"
    _speak_utf8()
    try:
        request = parse_arguments(argv)
        color = _color(request)
        return _run(request, color)
    except CommandProblem as problem:
        return _complain([codes.COMMAND.at(None, str(problem))], color)
    except Failed as failed:
        return _complain(list(failed.findings), color)


def _speak_utf8() -> None:
    """Write UTF-8 whatever the locale says: that is what the files are."""
    import io

    for stream in (sys.stdout, sys.stderr):
        known = (stream.encoding or "").lower().replace("-", "")
        if known != "utf8" and isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _color(request: Request) -> str:
    color = request.choice("color", "auto", ("auto", "ansi", "html", "none"))
    if color != "auto":
        return color
    wanted = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    return "ansi" if wanted else "none"


def _complain(findings: list[Diagnostic], color: str) -> int:
    from confty.report.terminal import full

    for finding in findings:
        sys.stderr.write(full(finding, color=color == "ansi") + "\n")
    return 1


def _run(request: Request, color: str) -> int:
    if "version" in request.options or "about" in request.options:
        from confty import __version__

        _print(f"confty rcl {__version__}\n")
        if "about" in request.options:
            _print("A reader, checker, evaluator and formatter of RCL, part of confty.\n")
        return 0
    if "help" in request.options or not request.command:
        lines = [_USAGE[request.command]] if request.command else list(_USAGE.values())
        _print("confty rcl [-C DIR] [--color auto|ansi|html|none] COMMAND ...\n\n")
        _print("".join([f"  {line}\n" for line in lines]))
        return 0
    sandbox = request.choice("sandbox", "workdir", ("workdir", "unrestricted"))
    directory = request.options.get("directory", ".")
    if not os.path.isdir(directory):
        raise CommandProblem(f"there is no folder '{directory}'")
    folder = Folder(directory, sandbox)
    commands = {
        "evaluate": _evaluate, "query": _query, "build": _build, "format": _format,
        "patch": _patch, "highlight": _highlight,
    }  # fmt: skip
    return commands[request.command](request, folder, color)


def _print(text: str) -> None:
    sys.stdout.write(text)


def _input(folder: Folder, name: str | None, *, stdin: bool = True) -> Source:
    """Read a document, from standard input when no file is named."""
    source, wrong = read_document(folder, None if stdin or name is None else name)
    if wrong is not None:
        raise Failed(wrong)
    return source


def _files(request: Request, least: int, most: int, what: str) -> list[tuple[str, bool]]:
    found = request.arguments
    if not least <= len(found) <= most:
        raise CommandProblem(f"expected {what}, found {len(found)} arguments")
    return found


def _evaluate(request: Request, folder: Folder, color: str) -> int:
    from confty.languages.rcl.loader import Program

    arguments = _files(request, 0, 1, "at most one file") or [("", True)]
    _check_format(request)
    source = _input(folder, arguments[0][0], stdin=arguments[0][1])
    program = Program(folder)
    result = _value(program, source)
    return _emit(request, folder, program, result, color)


def _value(program: Program, source: Source) -> Evaluated:
    from confty.languages.rcl.evaluator import evaluate

    if source.name != "stdin":
        program.read[source.name] = None
    unit = program.add(source, data=True)
    outcome = evaluate(program, unit)
    if outcome.output is None:
        raise Failed(*_errors(outcome.diagnostics))
    return outcome.output


def _errors(findings: tuple[Diagnostic, ...]) -> list[Diagnostic]:
    from confty.text import Severity

    return [one for one in findings if one.severity is Severity.ERROR]


def _query(request: Request, folder: Folder, color: str) -> int:
    from confty.languages.rcl.evaluator import evaluate
    from confty.languages.rcl.loader import Program
    from confty.languages.rcl.values import holds_translated
    from confty.text import Source
    from confty.types import DYNAMIC

    arguments = _files(request, 1, 2, "an optional file and an expression")
    _check_format(request)
    name, stdin = arguments[0] if len(arguments) == 2 else ("", True)
    program = Program(folder)
    document = _value(program, _input(folder, name, stdin=stdin))
    if holds_translated(document.value):
        # The query may call a function in it, which a run that knows places cannot do.
        again = evaluate(program, document.unit, patience=None).output
        document = again or document
    known = document.unit.checked.known if document.unit.checked else DYNAMIC
    unit = program.add(Source("query", arguments[-1][0]), {"input": (DYNAMIC, known)})
    outcome = evaluate(program, unit, {"input": document.value})
    if outcome.output is None:
        raise Failed(*_errors(outcome.diagnostics))
    return _emit(request, folder, program, outcome.output, color)


def _check_format(request: Request) -> None:
    from confty.languages.rcl.renderer import FORMATS

    request.choice("format", "rcl", tuple(FORMATS))
    if "output-depfile" in request.options and "output" not in request.options:
        raise CommandProblem("--output-depfile needs --output, which names the target")


def _emit(
    request: Request, folder: Folder, program: Program, result: Evaluated, color: str
) -> int:
    """Write a value to standard output or to a file."""
    from confty.languages.rcl.renderer import Inexpressible, render

    name = request.options.get("format", "rcl")
    try:
        text = render(result.value, name, request.width)
    except Inexpressible as problem:
        raise Failed(problem.at(result.unit.whole())) from None
    banner = f"{request.options['banner']}\n" if "banner" in request.options else ""
    target = request.options.get("output")
    if target is None:
        _print(banner + (_painted(text, name, color) if color != "none" else text))
        return 0
    folder.write(target, banner + text)
    depfile = request.options.get("output-depfile")
    if depfile is not None:
        folder.write(depfile, folder.dependencies(target, program.read))
    return 0


def _painted(text: str, name: str, color: str) -> str:
    """Colour a value; formats that RCL cannot read stay as they are."""
    from confty.languages.rcl.formatter.highlight import paint, token_pieces
    from confty.languages.rcl.lexer import lex
    from confty.text import Source

    if name not in ("rcl", "json", "json-lines"):
        return paint([(text, "")], color)
    return paint(
        [*token_pieces(lex(Source("value", text)).output, fields_only=True), ("\n", "")], color
    )


def _build(request: Request, folder: Folder, _color: str) -> int:
    from confty.languages.rcl.build import BuildProblem, targets
    from confty.languages.rcl.loader import Program

    name, stdin = (_files(request, 0, 1, "at most one file") or [("build.rcl", False)])[0]
    source = _input(folder, name, stdin=stdin)
    result = _value(Program(folder), source)
    try:
        found = targets(result.value, result.unit.whole())
    except BuildProblem as problem:
        raise Failed(problem.finding) from None
    stale: list[str] = []
    for index, target in enumerate(found, 1):
        path = build_folder(source, target.path)
        _print(f"[{index}/{len(found)}] {target.path}\n")
        if "dry-run" in request.options:
            _print(target.text)
        elif "check" in request.options:
            stale += [target.path] if folder.current(path) != target.text else []
        else:
            folder.write(path, target.text, make_folders=True)
    if stale:
        paths = ", ".join(stale)
        message = f"{len(stale)} of {len(found)} targets are not up to date: {paths}"
        raise Failed(_would_change(message).with_help("run the build to write them"))
    if "check" in request.options:
        count = "1 target is" if len(found) == 1 else f"{len(found)} targets are"
        sys.stderr.write(f"checked {name}: {count} up to date\n")
    return 0


def _would_change(message: str) -> Diagnostic:
    from confty.languages.rcl import codes

    return codes.WOULD_CHANGE.at(None, message)


def _format(request: Request, folder: Folder, color: str) -> int:
    from confty.languages.rcl.formatter import format_pieces
    from confty.languages.rcl.formatter.highlight import paint

    names = request.arguments or [("", True)]
    several = "check" in request.options or "in-place" in request.options
    if len(names) > 1 and not several:
        raise CommandProblem("formatting several files needs --check or --in-place")
    changed = []
    for name, stdin in names:
        source = _input(folder, name, stdin=stdin)
        document = _parsed(source)
        text = _formatted(source, document, request.width)
        if not several:
            if "output" in request.options:
                folder.write(request.options["output"], text)
            else:
                _print(paint(format_pieces(document, request.width), color))
            continue
        if text != source.text:
            changed.append(source.name)
            _rewrite(request, folder, source, text, stdin=stdin)
    if several:
        _summary(request, len(changed), len(names))
    return 0


def _formatted(source: Source, document: Document, width: int) -> str:
    """Lay a document out; a layout that would mean something else is not for anybody."""
    from confty.kit.meaning import same
    from confty.languages.rcl.formatter import format_document
    from confty.languages.rcl.formatter.meaning import meaning
    from confty.languages.rcl.parser import read
    from confty.text import Source
    from confty.workspace.codes import FMT_UNSAFE

    text = format_document(document, width)
    again = read(Source(source.name, text)).output.document
    if again is not None and same(meaning(document), meaning(again)):
        return text
    message = "formatting would change what the file means, so it stays as it is"
    raise Failed(FMT_UNSAFE.at(None, message).with_help("please report this file"))


def _parsed(source: Source) -> Document:
    from confty.languages.rcl.parser import read

    outcome = read(source)
    if outcome.output.document is None:
        raise Failed(*outcome.diagnostics)
    return outcome.output.document


def _rewrite(request: Request, folder: Folder, source: Source, text: str, *, stdin: bool) -> None:
    if "check" in request.options:
        _print(f"Would modify {source.name}\n")
        return
    if stdin:
        raise CommandProblem("standard input cannot be changed in place")
    folder.write(source.name, text)


def _summary(request: Request, changed: int, count: int) -> None:
    if "in-place" in request.options:
        _print(f"Reformatted {changed} of {count} files.\n")
    elif changed:
        raise Failed(_would_change(f"{changed} of {count} files would be reformatted"))
    elif count == 1:
        _print("The file is formatted correctly.\n")
    else:
        _print(f"All {count} files are formatted correctly.\n")


def _patch(request: Request, folder: Folder, color: str) -> int:
    from confty.languages.rcl.formatter import format_pieces
    from confty.languages.rcl.formatter.highlight import paint
    from confty.languages.rcl.formatter.patch import PatchProblem, patch, path_names, replacement

    arguments = _files(request, 2, 3, "an optional file, a path and a replacement")
    name, stdin = arguments[0] if len(arguments) == 3 else ("", True)
    source = _input(folder, name, stdin=stdin)
    try:
        names, new = path_names(arguments[-2][0]), replacement(arguments[-1][0])
        document = patch(source, _parsed(source), names, new)
    except PatchProblem as problem:
        raise Failed(problem.finding) from None
    text = _formatted(source, document, request.width)
    if "check" in request.options or "in-place" in request.options:
        if text == source.text:
            _print("The patch is a no-op.\n")
            return 0
        _rewrite(request, folder, source, text, stdin=stdin)
        if "check" in request.options:
            raise Failed(_would_change("the file would be patched or reformatted"))
    elif "output" in request.options:
        folder.write(request.options["output"], text)
    else:
        _print(paint(format_pieces(document, request.width), color))
    return 0


def _highlight(request: Request, folder: Folder, color: str) -> int:
    from confty.languages.rcl.formatter.highlight import paint, token_pieces
    from confty.languages.rcl.lexer import lex

    name, stdin = (_files(request, 0, 1, "at most one file") or [("", True)])[0]
    outcome = lex(_input(folder, name, stdin=stdin))
    if outcome.diagnostics:
        raise Failed(*outcome.diagnostics)
    _print(paint([*token_pieces(outcome.output), ("\n", "")], color))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
