"""The flags of the reference interpreter, read by hand: they combine and repeat in its own way."""

from __future__ import annotations

import os
import sys

from confty.kit.reading import is_stream, read_file, read_stream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Final

Given = dict[str, tuple[bool, str]]

USAGE: Final = """\
usage: confty jsonnet [OPTION...] FILE

  -h, --help                  print this
  -e, --exec                  FILE is code
  -J, --jpath DIR             look for imports here too; the last one given wins
  -o, --output-file FILE      write to this file instead of standard output
  -c, --create-output-dirs    make the folders of output files
  -m, --multi DIR             write one file a field into DIR, print their names
  -y, --yaml-stream           write a stream of YAML documents of an array
  -S, --string                the result is a string: print it as it is
  --no-trailing-newline       do not end the output with a line break
  -s, --max-stack N           how deep calls may nest (default 500)
  -t, --max-trace N           how many lines of a trace to show (default 20, 0: all)
  --dialect go|cpp            which implementation's library to be (default go)
  --timeout SECONDS           stop a program that runs longer
  --max-memory MEGABYTES      stop a program that takes more memory
  --no-cache                  neither read nor write what is kept on disk
  -f, --format FORM           json, yaml, toml, ini, xml-jsonml or string
  --line-padding N            blanks a level of --format json, yaml or toml
  --trace-format FORM         compact (default) or explaining, with source lines
  --output-depfile FILE       write the names of all files that were read
  --gc-min-objects N, --gc-growth-trigger N
                              accepted, without effect: memory needs no tuning here
  --version

  -V, --ext-str NAME[=TEXT]   an external variable; without =, from the environment
  --ext-str-file NAME=FILE    the same, from a file
  --ext-code NAME[=CODE], --ext-code-file NAME=FILE
  -A, --tla-str NAME[=TEXT]   an argument of a program that is a function
  --tla-str-file NAME=FILE, --tla-code NAME[=CODE], --tla-code-file NAME=FILE
  --ext-secret, --tla-secret NAME[=env:VARIABLE|file:PATH]
                              the same, but secret: printed as [secret]
  --show-secrets              print secrets in the clear

FILE may be - for standard input; -- ends the options; -Sc is -S -c.
JSONNET_PATH holds more folders for imports, the first one wins.
"""
FORMATS: Final = ("json", "yaml", "toml", "ini", "xml-jsonml", "string")


class BadUsage(Exception):
    """A command line that cannot be carried out."""

    def __init__(self, message: str, *, usage: bool = False) -> None:
        super().__init__(message)
        self.usage = usage


class Request:
    """What the command line asks for."""

    def __init__(self) -> None:
        self.input = ""
        self.code = False
        self.paths: list[str] = []
        self.output: str | None = None
        self.make_folders = False
        self.multi: str | None = None
        self.stream = False
        self.string = False
        self.newline = True
        self.max_stack: int | None = None
        self.max_trace = 20
        self.timeout: float | None = None
        self.max_memory: int | None = None
        self.cache = True
        self.dialect = "go"
        self.form = ""
        self.padding: int | None = None
        self.explaining = False
        self.depfile: str | None = None
        self.variables: Given = {}
        self.arguments: Given = {}
        # name -> ("secret", text)
        self.hidden_variables: dict[str, tuple[str, str]] = {}
        self.hidden_arguments: dict[str, tuple[str, str]] = {}
        self.show_secrets = False
        # Files that were read for the values of flags.
        self.read: list[str] = []
        # "help" or "version" when only that is wanted.
        self.shown: str | None = None

    def format(self) -> tuple[str, int | None]:
        """The form of a single result, and its indentation."""
        return ("string" if self.string else self.form or "json"), self.padding


def folders_from_environment() -> list[str]:
    """Return where imports are looked for before any flag is read, the last one first."""
    paths = os.environ.get("JSONNET_PATH", "")
    return [path for path in reversed(paths.split(os.pathsep)) if path]


def read_files(
    program: str, argv: list[str], usage: str, given: Mapping[str, list[str]]
) -> list[str] | int:
    """Read the command line of a program of files; ``given`` takes what stands behind its flags.

    An exit code where there is nothing to do, which is told.
    """
    files: list[str] = []
    words = list(argv)
    while words:
        word = words.pop(0)
        if word in {"-h", "--help"}:
            sys.stdout.write(usage)
            return 0
        if word in {"-v", "--version"}:
            tell_version(program)
            return 0
        if word in given and words:
            value = words.pop(0)
            if not value:
                sys.stderr.write(f"ERROR: {word} argument was empty string\n")
                return 1
            given[word].append(value)
        elif word == "--":
            files += words
            break
        elif word.startswith("-"):
            sys.stderr.write(f"ERROR: there is no option {word}\n\n{usage}")
            return 1
        else:
            files.append(word)
    if not files:
        sys.stderr.write(f"ERROR: must give a file\n\n{usage}")
        return 1
    return files


def tell_version(program: str) -> None:
    """Print which version one of the smaller programs is of."""
    from confty import __version__

    sys.stdout.write(f"confty {program} {__version__}\n")


def read_flags(argv: list[str]) -> Request:
    """Read a command line, or raise ``BadUsage``."""
    request = Request()
    request.paths = folders_from_environment()
    inputs: list[str] = []
    words = _simple(argv)
    for word in words:
        if word == "--":
            inputs.extend(words)
        elif word == "-" or not word.startswith("-"):
            inputs.append(word)
        else:
            _flag(request, word, words)
        if request.shown:
            return request
    kind = "code" if request.code else "filename"
    if not inputs:
        raise BadUsage(f"must give {kind}", usage=True)
    if len(inputs) > 1:
        raise BadUsage(f"only one {kind} is allowed", usage=True)
    request.input = inputs[0]
    if not request.input:
        raise BadUsage(f"invalid {kind}, found an empty one" if not request.code else "no code")
    if request.depfile is not None and request.output is None and request.multi is None:
        raise BadUsage("--output-depfile needs -o or -m: a rule of Make is about a file")
    if request.stream and not request.newline:
        raise BadUsage("cannot use --no-trailing-newline with --yaml-stream")
    return request


def _simple(argv: list[str]) -> Iterator[str]:
    """Take combined short flags apart: ``-Sc`` is ``-S -c``."""
    words = iter(argv)
    for word in words:
        if word == "--":
            yield word
            yield from words
        elif len(word) > 2 and word[0] == "-" and word[1] != "-":
            for letter in word[1:]:
                yield f"-{letter}"
        elif word.startswith("--") and "=" in word and word.split("=")[0] in _VALUED:
            yield from word.split("=", 1)
        else:
            yield word


def _flag(request: Request, word: str, words: Iterator[str]) -> None:
    if word in _SWITCHES:
        _SWITCHES[word](request)
    elif word in _VALUED:
        value = next(words, None)
        if value is None:
            raise BadUsage(f"expected a value after {word}")
        _VALUED[word](request, value)
    else:
        raise BadUsage(f"unrecognized argument: {word}", usage=True)


def _set(name: str, value: object) -> Callable[[Request], None]:
    return lambda request: setattr(request, name, value)


def _place(name: str, flag: str) -> Callable[[Request, str], None]:
    """Where something is written; ``flag`` is what messages call it."""

    def read(request: Request, value: str) -> None:
        if not value:
            raise BadUsage(f"{flag} argument was empty string")
        setattr(request, name, value)

    return read


def _number(name: str, least: int) -> Callable[[Request, str], None]:
    def read(request: Request, value: str) -> None:
        try:
            number = int(value)
        except ValueError:
            raise BadUsage(f"invalid integer: {value}") from None
        if number < least:
            raise BadUsage(f"invalid value {value}: expected at least {least}")
        setattr(request, name, number)

    return read


def _ignored_number(_request: Request, value: str) -> None:
    try:
        float(value)
    except ValueError:
        raise BadUsage(f"invalid number: {value}") from None


def _seconds(request: Request, value: str) -> None:
    try:
        request.timeout = float(value)
    except ValueError:
        raise BadUsage(f"invalid number: {value}") from None
    if not request.timeout > 0:
        raise BadUsage(f"invalid value {value}: expected more than 0")


def _megabytes(request: Request, value: str) -> None:
    from confty.text.digits import whole_number  # few give a limit, and all start at once

    number = whole_number(value)
    if not number:
        raise BadUsage(f"invalid value {value}: expected a whole number above 0")
    request.max_memory = number


def _choice(name: str, options: tuple[str, ...]) -> Callable[[Request, str], None]:
    def read(request: Request, value: str) -> None:
        if value not in options:
            raise BadUsage(f"invalid value {value}: expected one of {', '.join(options)}")
        setattr(request, name, value)

    return read


def _trace_format(request: Request, value: str) -> None:
    if value not in {"compact", "explaining"}:
        raise BadUsage(f"invalid value {value}: expected compact or explaining")
    request.explaining = value == "explaining"


def _path(request: Request, value: str) -> None:
    if not value:
        raise BadUsage("-J argument was empty string")
    request.paths.append(value)


def _variable(name: str, *, code: bool, file: bool) -> Callable[[Request, str], None]:
    def read(request: Request, value: str) -> None:
        given: Given = getattr(request, name)
        variable, equals, text = value.partition("=")
        if file:
            if not equals:
                raise BadUsage(f'argument not in form <var>=<file> "{value}".')
            given[variable] = _imported(request, text, code=code)
            return
        if not equals:
            found = os.environ.get(variable)
            if found is None:
                raise BadUsage(f"environment variable {variable} was undefined.")
            text = found
        given[variable] = (code, text if code else _decoded(text))

    return read


def _secret(name: str) -> Callable[[Request, str], None]:
    def read(request: Request, value: str) -> None:
        from confty.cli.secret_inputs import BadSecret, read_secret

        variable, _, origin = value.partition("=")
        try:
            text = read_secret(variable, origin or f"env:{variable}", allowed=False)
        except BadSecret as bad:
            raise BadUsage(str(bad)) from None
        if origin.startswith("file:"):
            request.read.append(origin.removeprefix("file:"))
        getattr(request, name)[variable] = ("secret", text)

    return read


def _imported(request: Request, path: str, *, code: bool) -> tuple[bool, str]:
    """A program that imports a file: it is looked for as imports are, and when it is needed.

    What a shell has opened is there once and no import finds it, so it is read at once; so is a
    file whose name is no text.
    """
    if is_stream(path) or path != _decoded(path):
        request.read.append(path)
        return code, _text_of(path)
    spelled = path.replace("'", "''")
    return True, f"{'import' if code else 'importstr'} @'{spelled}'"


def _decoded(text: str) -> str:
    """An argument with U+FFFD for each byte that is no UTF-8, as the originals read it."""
    return "".join(["\ufffd" if "\udc80" <= one <= "\udcff" else one for one in text])


def _text_of(path: str) -> str:
    try:
        return (read_stream(path) if is_stream(path) else read_file(path)).decode()
    except UnicodeDecodeError:
        raise BadUsage(f"reading {path}: not UTF-8 text") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "unreadable"
        raise BadUsage(f"opening file: {path}: {reason}") from None


_SWITCHES: Final[dict[str, Callable[[Request], None]]] = {
    "-h": _set("shown", "help"),
    "--help": _set("shown", "help"),
    "-v": _set("shown", "version"),
    "--version": _set("shown", "version"),
    "-e": _set("code", True),
    "--exec": _set("code", True),
    "-c": _set("make_folders", True),
    "--create-output-dirs": _set("make_folders", True),
    "-y": _set("stream", True),
    "--yaml-stream": _set("stream", True),
    "-S": _set("string", True),
    "--string": _set("string", True),
    "--no-trailing-newline": _set("newline", False),
    "--no-cache": _set("cache", False),
    "--show-secrets": _set("show_secrets", True),
}
_VALUED: Final[dict[str, Callable[[Request, str], None]]] = {
    "-J": _path,
    "--jpath": _path,
    "-o": _place("output", "-o"),
    "--output-file": _place("output", "-o"),
    "-m": _place("multi", "-m"),
    "--multi": _place("multi", "-m"),
    "-s": _number("max_stack", 1),
    "--max-stack": _number("max_stack", 1),
    "-t": _number("max_trace", 0),
    "--max-trace": _number("max_trace", 0),
    "--timeout": _seconds,
    "--max-memory": _megabytes,
    "-f": _choice("form", FORMATS),
    "--format": _choice("form", FORMATS),
    "--dialect": _choice("dialect", ("go", "cpp")),
    "--line-padding": _number("padding", 0),
    "--trace-format": _trace_format,
    "--output-depfile": _place("depfile", "--output-depfile"),
    "--gc-min-objects": _ignored_number,
    "--gc-growth-trigger": _ignored_number,
    "-V": _variable("variables", code=False, file=False),
    "--ext-str": _variable("variables", code=False, file=False),
    "--ext-str-file": _variable("variables", code=False, file=True),
    "--ext-code": _variable("variables", code=True, file=False),
    "--ext-code-file": _variable("variables", code=True, file=True),
    "-A": _variable("arguments", code=False, file=False),
    "--tla-str": _variable("arguments", code=False, file=False),
    "--tla-str-file": _variable("arguments", code=False, file=True),
    "--tla-code": _variable("arguments", code=True, file=False),
    "--tla-code-file": _variable("arguments", code=True, file=True),
    "--ext-secret": _secret("hidden_variables"),
    "--tla-secret": _secret("hidden_arguments"),
}
