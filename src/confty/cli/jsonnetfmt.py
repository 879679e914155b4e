"""``confty jsonnetfmt``: takes the flags of the reference formatter and ends with its codes.

0 when all is well, 1 on an error, and 2 when ``--test`` finds a file that would change.
"""

from __future__ import annotations

import os
import sys

from confty.cli.jsonnet_flags import tell_version
from confty.kit.encoding import decode
from confty.kit.reading import is_stream, read_file, read_stream
from confty.kit.saving import write_atomically
from confty.languages.jsonnet.formatter import FormatOptions, layout
from confty.languages.jsonnet.lexer import lex
from confty.languages.jsonnet.parser import parse
from confty.registry import language
from confty.report import report
from confty.text import Source
from confty.text.digits import whole_number
from confty.workspace.door import unchanged
from confty.workspace.files import Disk
from confty.workspace.host import WorkspaceHost

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

USAGE: Final = """\
usage: confty jsonnetfmt [OPTION...] FILE...

  -e, --exec                  FILE is code
  -o, --output-file FILE      write to this file instead of standard output
  -c, --create-output-dirs    make the folders of the output file
  -i, --in-place              rewrite the files
  --test                      end with 2 if a file would change, unless -i
  -n, --indent N              spaces of one step (default 2, 0: leave)
  --max-blank-lines N         blank lines in a row (default 2, 0: any)
  --string-style d|s|l        double or single quotes (default s), or leave
  --comment-style h|s|l       # or // (default s), or leave
  --[no-]pretty-field-names   names without quotes where possible (default)
  --[no-]pad-arrays           [ 1, 2 ] instead of [1, 2]
  --[no-]pad-objects          { x: 1 } instead of {x: 1} (default)
  --[no-]sort-imports         sort imports at the top (default)
  --[no-]use-implicit-plus    a { } instead of a + { } (default)
  -v, --version
  -h, --help

FILE may be - for standard input; -- ends the options; -ei is -e -i.
"""
SWITCHES: Final = (
    "pretty-field-names",
    "pad-arrays",
    "pad-objects",
    "sort-imports",
    "use-implicit-plus",
)


_SHOWING: Final = {"-h": "help", "--help": "help", "-v": "version", "--version": "version"}


class _BadUsage(Exception):
    """A command line that cannot be carried out."""


class _Request:
    """What the command line asks for."""

    def __init__(self) -> None:
        self.code = False
        self.output: str | None = None
        self.make_folders = False
        self.in_place = False
        self.test = False
        self.style: dict[str, object] = {}
        self.inputs: list[str] = []
        # "help" or "version" when only that is wanted.
        self.shown: str | None = None


def main(argv: list[str]) -> int:
    """Lay out the files that are named."""
    try:
        request = _read(argv)
        if request.shown == "help":
            sys.stdout.write(USAGE)
            return 0
        if request.shown == "version":
            tell_version("jsonnetfmt")
            return 0
        return _run(request)
    except _BadUsage as bad:
        sys.stderr.write(f"ERROR: {bad}\n\n{USAGE}")
        return 1
    except OSError as error:
        if error.filename is None:
            # Not a file but standard output, of which the front door speaks.
            raise
        sys.stderr.write(f"{error.filename}: {(error.strerror or 'unusable').lower()}\n")
        return 1


def _read(argv: list[str]) -> _Request:
    request = _Request()
    words = _expanded(argv)
    while words:
        word = words.pop(0)
        if word == "--":
            request.inputs += words
            break
        if word == "-" or not word.startswith("-"):
            request.inputs.append(word)
        else:
            _option(request, word, words)
        if request.shown:
            return request
    if not request.inputs:
        raise _BadUsage("must give a file")
    if len(request.inputs) > 1 and not (request.in_place or request.test):
        raise _BadUsage("only one file is allowed unless --in-place or --test is given")
    if request.in_place and (request.code or "-" in request.inputs):
        raise _BadUsage("--in-place needs a file to write to")
    return request


def _expanded(argv: list[str]) -> list[str]:
    """Write ``-ei`` as ``-e -i``, up to ``--``."""
    words: list[str] = []
    for index, word in enumerate(argv):
        if word == "--":
            return words + argv[index:]
        if len(word) > 2 and word[0] == "-" and word[1] != "-":
            words += [f"-{letter}" for letter in word[1:]]
        else:
            words.append(word)
    return words


def _option(request: _Request, word: str, rest: list[str]) -> None:
    flags: dict[str, str] = {
        "-e": "code", "--exec": "code", "-i": "in_place", "--in-place": "in_place",
        "--test": "test", "-c": "make_folders", "--create-output-dirs": "make_folders",
    }  # fmt: skip
    if word in flags:
        setattr(request, flags[word], True)
    elif word in _SHOWING:
        request.shown = _SHOWING[word]
    elif word in {"-o", "--output-file"}:
        request.output = _value(word, rest)
        if not request.output:
            raise _BadUsage("-o argument was empty string")
    elif word in {"-n", "--indent"}:
        request.style["indent"] = _number(word, rest)
    elif word == "--max-blank-lines":
        request.style["max_blank_lines"] = _number(word, rest)
    elif word in {"--string-style", "--comment-style"}:
        letters = "dsl" if word == "--string-style" else "hsl"
        chosen = _value(word, rest)
        if chosen not in letters or len(chosen) != 1:
            raise _BadUsage(f"{word} is one of {', '.join(letters)}, not {chosen!r}")
        request.style[word[2:].replace("-", "_")] = chosen
    elif (name := word.removeprefix("--").removeprefix("no-")) in SWITCHES:
        request.style[name.replace("-", "_")] = not word.startswith("--no-")
    else:
        raise _BadUsage(f"there is no option {word}")


def _value(word: str, rest: list[str]) -> str:
    if not rest:
        raise _BadUsage(f"{word} needs a value")
    return rest.pop(0)


def _number(word: str, rest: list[str]) -> int:
    text = _value(word, rest)
    number = whole_number(text)
    if number is None:
        raise _BadUsage(f"{word} needs a number, not {text!r}")
    return number


def _run(request: _Request) -> int:
    options = FormatOptions(**request.style)  # type: ignore[arg-type]  # made from its own fields
    for name in request.inputs:
        source = _source(name, request.code)
        parsed = lex(source).then(parse)
        host = WorkspaceHost(Disk())
        outcome = unchanged(language("jsonnet"), source, parsed, layout(parsed, options), host)
        if outcome.failed:
            sys.stderr.write(report(list(outcome.diagnostics), "full") + "\n")
            return 1
        changed = outcome.output != source.text
        if request.in_place:
            if changed:
                write_atomically(name, outcome.output)
        elif not request.test:
            _give(request, outcome.output)
        elif changed:
            return 2
    return 0


def _source(name: str, is_code: bool) -> Source:
    if is_code:
        return Source("<cmdline>", name)
    if name == "-":
        data = sys.stdin.buffer.read()
    else:
        data = read_stream(name) if is_stream(name) else read_file(name)
    source, findings = decode("<stdin>" if name == "-" else name, data)
    if findings:
        raise _BadUsage(f"{findings[0]}")
    return source


def _give(request: _Request, text: str) -> None:
    target = request.output
    if target is None:
        sys.stdout.write(text)
        return
    if request.make_folders and os.path.dirname(target):
        os.makedirs(os.path.dirname(target), exist_ok=True)
    write_atomically(target, text)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
