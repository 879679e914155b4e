"""What stops a program, in the words of the implementation in Go.

Our own sentences are those of the implementation in C++, which say more.  Whoever stands in for
Go (``confty jsonnet``, ``confty.compat.jsonnet``) says it as Go does: one table, loaded when a
program has failed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Final

from confty.languages.jsonnet.lexer.tokens import KEYWORDS
from confty.text import Span

_KIND: Final = "(null|boolean|number|string|array|object|function)"
_ARITHMETIC: Final = frozenset({"-", "*", "/", "<<", ">>", "&", "|", "^"})
#: Numbers with more digits before the point have an exponent.
_FIXED: Final = 6
_ORDERED: Final = frozenset({"number", "string", "array"})
#: The names of Go's own types, which it shows where nothing can be indexed.
_INTERNAL: Final = {
    "null": "Null",
    "boolean": "Boolean",
    "number": "Number",
    "function": "Function",
}

Words = str | Callable[[re.Match[str]], str]


def unexpected(found: str, wanted: str = "") -> str:
    """Go's sentence for a value of the wrong kind."""
    return f"Unexpected type {found}, expected {wanted}" if wanted else f"Unexpected type {found}"


def number(given: float) -> str:
    """A number as Go's ``%v`` has it: the shortest digits, an exponent from a million on."""
    if given == 0:
        return "0"
    text = repr(given)
    digits = len(text.partition(".")[0].lstrip("-"))
    if "e" in text or not (abs(given) < 1 or digits <= _FIXED):
        mantissa, _, exponent = f"{given:.16e}".partition("e")
        for places in range(17):
            shorter = f"{given:.{places}e}"
            if float(shorter) == given:
                mantissa, _, exponent = shorter.partition("e")
                break
        return f"{mantissa}e{exponent}"
    return text.removesuffix(".0")


def outside(given: float) -> str:
    """Go's sentence for a number that bits cannot be taken of."""
    most = (1 << 53) - 1
    return f"Bitwise operator argument {number(given)} outside of range [{-most}, {most}]"


def _binary(symbol: str, left: str, right: str) -> str:
    if symbol in {"&&", "||"}:
        return unexpected(right if left == "boolean" else left, "boolean")
    if symbol in _ARITHMETIC:
        return unexpected(right if left == "number" else left, "number")
    taken = {*_ORDERED, "object"} if symbol == "+" else _ORDERED
    return unexpected(right, left) if left in taken else unexpected(left)


def _of_two(match: re.Match[str]) -> str:
    return _binary(match[1], match[2], match[3])


def _of_one_kind(match: re.Match[str]) -> str:
    kind = match[2].removesuffix("s")
    return _binary(match[1], kind, kind)


def _compared(match: re.Match[str]) -> str:
    return _binary("<", match[1], match[2])


def _arguments(match: re.Match[str]) -> str:
    """The first argument of the wrong kind; Go asks for one after the other."""
    pairs = zip(match[1].split(", "), match[2].split(", "), strict=False)
    wrong = [(found, wanted) for wanted, found in pairs if found != wanted]
    return unexpected(*wrong[0]) if wrong else match[0]


def _wanted(wanted: str) -> Words:
    return lambda match: unexpected(match[1], wanted)


def _capital(match: re.Match[str]) -> str:
    return match[0][0].upper() + match[0][1:]


def _no_base64(match: re.Match[str]) -> str:
    if len(match[1]) % 4:
        wrong_length = f"Wrong length found ({len(match[1])})"
        return f"input string appears not to be a base64 encoded string. {wrong_length}"
    wrong = re.search(r"[^A-Za-z0-9+/]", match[1])
    return f"failed to decode: illegal base64 data at input byte {wrong.start() if wrong else 0}"


def _whole(match: re.Match[str]) -> str:
    return f"Expected an integer, but got {number(float(match[1]))}"


def _toml_place(match: re.Match[str]) -> str:
    return f"{match[1]} [{' '.join([str(step) for step in json.loads(match[2])])}]"


def _not_indexed(match: re.Match[str]) -> str:
    return f"Value non indexable: *jsonnet.value{_INTERNAL[match[1]]}"


_TABLE: Final[tuple[tuple[str, Words], ...]] = (
    (rf"binary operator (\S+) requires matching types, got {_KIND} and {_KIND}\.", _of_two),
    (r"binary operator (\S+) does not operate on (\w+)\.", _of_one_kind),
    (rf"Comparison requires matching types\. Got {_KIND} and {_KIND}", _compared),
    (r"Builtin function \w+ expected \(([\w, ]+)\) but got \(([\w, ]+)\)", _arguments),
    (rf"condition must be boolean, got {_KIND}\.", _wanted("boolean")),
    (rf"filter function must return boolean, got: {_KIND}", _wanted("boolean")),
    (rf"unary operator ! does not operate on (?:type )?{_KIND}s?\.?", _wanted("boolean")),
    (rf"unary operator [-+~] does not operate on (?:type )?{_KIND}s?\.?", _wanted("number")),
    (
        rf"(?:(?:object|super) index|left hand side of e in super) must be string, got {_KIND}\.",
        _wanted("string"),
    ),
    (rf"(?:array|string) index must be (?:a )?number, got {_KIND}\.", _wanted("number")),
    (r'attempted index an? \w+ with string "[^"]*"\.', unexpected("string", "number")),
    (r"Expected an integer, but got (\S+)", _whole),
    (r'Not a base64 encoded string "(.*)"', _no_base64),
    (
        r"failed to parse YAML: (?:line 1: )?(.*)",
        r"failed to parse YAML: error converting YAML to JSON: yaml: \1",
    ),
    (rf"join second parameter should be array, got {_KIND}", _wanted("array")),
    (rf"expected (\w+) but arr\[\d+\] was {_KIND}", lambda match: unexpected(match[2], match[1])),
    (
        rf"std\.splitLimitR? \w+ parameter should be a (\w+), got {_KIND}",
        lambda match: unexpected(match[2], match[1].lower()),
    ),
    (rf"std\.trim expected string, got {_KIND}", _wanted("string")),
    (
        rf"std\.flatMap on (\w+)s, provided function must return an? \w+, got {_KIND}",
        lambda match: unexpected(match[2], match[1]),
    ),
    (rf"std\.flatMap first param must be function, got {_KIND}", _wanted("function")),
    (
        rf"Builtin function trace expected string as first parameter but got {_KIND}",
        _wanted("string"),
    ),
    (
        rf"length operates on strings, objects, and arrays, got {_KIND}",
        lambda match: unexpected(match[1]),
    ),
    (
        rf"substr (second|third) parameter should be a string, got {_KIND}",
        r"substr \1 parameter should be a number, got \2",
    ),
    (r"(substr \w+ parameter should be greater than zero, got) (-?\d+)", r"\1 \2.000000"),
    (r"(Tried to manifest .* at) (\[.*\])", _toml_place),
    (r"Assertion failed\.", "Assertion failed"),
    (rf"only functions can be called, got {_KIND}", _wanted("function")),
    (rf"can only index objects, strings, and arrays, got {_KIND}\.", _not_indexed),
    (r"couldn't manifest function in JSON output\.", "couldn't manifest function as JSON"),
    (r"field name was not a string, got (\w+)", r"Field name must be string, got \1"),
    (r'duplicate field name: "(.*)"', r'Duplicate field name: "\1"'),
    (r"function parameter (\S+) not bound in call\.", r"Missing argument: \1"),
    (r"function has no parameter (\S+)", r"function has no parameter \1"),
    (r"binding parameter a second time: (\S+)", r"Argument \1 already provided"),
    (
        r"(?:field does not exist|undefined external variable|not a number|overflow).*",
        _capital,
    ),
    (r"(?:attempt to use super|cannot test equality|shift by).*", _capital),
    (r"(couldn't open import .* library paths)\.", r"\1"),
    (
        r"(couldn't open import):? (\"\": ).*",
        r"\1 \2no match locally or in the Jsonnet library paths",
    ),
    (r"division by zero\.", "Division by zero."),
)


def go_words(message: str) -> str:
    """A sentence of ours as Go says it; its own where the table has no other."""
    for pattern, words in _TABLE:
        match = re.fullmatch(pattern, message, re.DOTALL)
        if match is not None:
            return words(match) if callable(words) else match.expand(words)
    return message


#: What Go's reader of JSON says after a character, by what Python's says.
_KEY: Final = "looking for beginning of object key string"
_JSON: Final = {
    "Expecting value": "looking for beginning of value",
    "Extra data": "after top-level value",
    "Expecting property name enclosed in double quotes": _KEY,
    "Illegal trailing comma before end of object": _KEY,
    "Illegal trailing comma before end of array": "looking for beginning of value",
    "Expecting ':' delimiter": "after object key",
    "Invalid control character at": "in string literal",
    "Invalid \\escape": "in string escape code",
    "Invalid \\uXXXX escape": "in \\u hexadecimal character escape",
}


def no_json(error: json.JSONDecodeError) -> str:
    """What is wrong with a text that is no JSON."""
    text, at = error.doc, error.pos
    if at >= len(text.rstrip()) or error.msg.startswith("Unterminated"):
        return "unexpected end of JSON input"
    if error.msg == "Expecting ',' delimiter":
        opened = re.sub(r'"(?:[^"\\]|\\.)*+"', "", text[:at])
        inside = opened.rfind("[") > opened.rfind("{")
        why = "after array element" if inside else "after object key:value pair"
    else:
        why = _JSON.get(error.msg, "looking for beginning of value")
    letter = text[at].encode("utf-8", "replace")[:1].decode("latin-1")
    return f"invalid character '{_ESCAPES.get(letter, letter)}' {why}"


# Texts that are no program.

#: What the scanner refuses, at a point and not at a token.
_POINTS: Final = re.compile(
    r"unexpected EOF|unterminated |text block|couldn't lex|Could not lex|multi-line comment"
)
_DIGITS: Final = "[0-9](?:_?[0-9])*+"
_NUMBER: Final = re.compile(
    rf"{_DIGITS}(?:\.{_DIGITS})?(?:[eE][+-]?{_DIGITS})?(?:_|\.|[eE][+-]?)?"
)
_ESCAPES: Final = {"\\": "\\\\", "'": "\\'", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_READ: Final[tuple[tuple[str, str], ...]] = (
    (
        r"Cannot use text blocks in import statements\.",
        "Block string literals not allowed in imports",
    ),
    (r"unterminated (?:verbatim )?string", "Unterminated String"),
    (
        r"text block syntax requires new line after \|\|\|\.",
        "Text block requires new line after |||.",
    ),
    (r"text block indentation mismatch: .*", "Text block not terminated with |||"),
    (r"(Unknown escape sequence in string literal): '(.*)'", r"{place} \1: \\\2"),
    (
        r"(Truncated unicode escape .*|Malformed unicode escape .*)",
        r"{place} Truncated unicode escape sequence in string literal.",
    ),
    (
        r"Invalid non-BMP Unicode .*",
        "{place} Truncated unicode surrogate pair escape sequence in string literal.",
    ),
    (r"Could not lex the character .*", "Could not lex the character {letter}"),
    (r"(couldn't lex number, junk after )_: .*", r"\1'_': {letter}"),
    (r"(couldn't lex number, junk after .*?): .*", r"\1: {letter}"),
    (r"(couldn't lex verbatim string, .*?): .*", r"\1: {code}"),
    (
        r"could not parse parameter here\.",
        "Expected token IDENTIFIER but got {token} while parsing parameter",
    ),
    (r"(expected a comma before next function \w+)\.", r"\1, got {token}"),
    (r'expected token "\]" but got ":"', "Invalid slice: too many colons"),
    (r'unexpected: "\]" while parsing index', "ast.Index requires an expression"),
    (r"unexpected: .* while parsing slice", 'Expected token "]" but got {token}'),
    (r"(expected (?:token \S+|operator =) but got) .*", r"\1 {token}"),
    (r"(did not expect:) .*", r"\1 {token}"),
    (r"(unexpected:) .* (while parsing .*)", r"\1 {token} \2"),
)


def refusal(place: Span, message: str, ours: str) -> str:
    """Why a text is no program, with its place and its lines; ``ours`` is our sentence."""
    if ours.startswith("expected `=`"):
        message = message.replace("token OPERATOR", "operator =")
    text = place.source.text
    start, end = place.start, place.end
    if message.startswith("couldn't lex number"):
        number_read = _NUMBER.match(text, start)
        start = number_read.end() if number_read and "leading 0" not in message else start + 1
    at = (
        text[start : start + 1]
        if not message.startswith("couldn't lex verb")
        else text[start + 1 : start + 2]
    )
    if _POINTS.match(message):
        end = start
    where = _place(Span(place.source, start, end))
    said = {
        "place": where,
        "letter": _quoted(at),
        "code": str(ord(at) if at else -1),
        "token": _token(text[start:end]),
    }
    words = _read(message, said)
    first, last = text.rfind("\n", 0, start) + 1, text.find("\n", max(start, end - 1))
    return f"{where} {words}\n\n{text[first : last if last >= 0 else None]}\n"


def _read(message: str, said: dict[str, str]) -> str:
    for pattern, template in _READ:
        match = re.fullmatch(pattern, message, re.DOTALL)
        if match is not None:
            expanded = match.expand(template)
            for name, value in said.items():
                expanded = expanded.replace(f"{{{name}}}", value)
            return expanded if template[0] in "a{" else expanded[0].upper() + expanded[1:]
    # What is refused after reading begins with a capital, and keeps its full stop.
    return (
        message if message[:1].isupper() else (message[0].upper() + message[1:]).removesuffix(".")
    )


def _place(span: Span) -> str:
    name = span.source.name
    (line, column), (last_line, last_column) = span.first, span.last
    if span.start == span.end:
        return f"{name}:{line}:{column}"
    if line != last_line:
        return f"{name}:({line}:{column})-({last_line}:{last_column})"
    return f"{name}:{line}:{column}-{last_column}"


def _quoted(letter: str) -> str:
    if not letter:
        return r"'\ufffd'"
    if letter in _ESCAPES:
        return f"'{_ESCAPES[letter]}'"
    if letter.isascii() and letter.isprintable():
        return f"'{letter}'"
    code = ord(letter)
    return (
        f"'\\x{code:02x}'"
        if code < 0x80
        else f"'\\u{code:04x}'"
        if code < 0x10000
        else f"'\\U{code:08x}'"
    )


def _token(text: str) -> str:
    """A token as Go names it."""
    if not text:
        return "end of file"
    if text in KEYWORDS or text in "{}[](),.;$":
        return f'"{text}"'
    first = text[0]
    if first.isalpha() or first == "_":
        return f'(IDENTIFIER, "{text}")'
    if first.isdigit():
        return f'(NUMBER, "{text}")'
    if text.startswith("|||"):
        return "STRING_BLOCK"
    if first in "@'\"":
        word = "DOUBLE" if text[-1] == '"' else "SINGLE"
        return f'({"VERBATIM_" if first == "@" else ""}STRING_{word}, "{text.lstrip("@")[1:-1]}")'
    return f'(OPERATOR, "{text}")'
