"""What stops a program, in the words of the implementation in Go.

Our own sentences are those of the implementation in C++, which say more.  Whoever stands in for
Go (``confty jsonnet``, ``confty.compat.jsonnet``) says it as Go does: one table, loaded when a
program has failed.
"""

from __future__ import annotations

from confty.languages.jsonnet.lexer.tokens import KEYWORDS
from confty.patterns import DOTALL, pattern
from confty.text import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    import json
    import re
    from collections.abc import Callable, Iterable
    from typing import Final, TypeVar

    T = TypeVar("T")
    Words = str | Callable[[re.Match[str]], str]

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
# What a pattern begins with that is no more than text.
_TEXT: Final = pattern(r"\(?([\w ,:']*)(?![?*{|])")
_NOT_BASE64: Final = pattern(r"[^A-Za-z0-9+/]")
_STRING: Final = pattern(r'"(?:[^"\\]|\\.)*+"')


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
    wrong = _NOT_BASE64.search(match[1])
    return f"failed to decode: illegal base64 data at input byte {wrong.start() if wrong else 0}"


def _whole(match: re.Match[str]) -> str:
    return f"Expected an integer, but got {number(float(match[1]))}"


def _toml_place(match: re.Match[str]) -> str:
    from json import loads  # noqa: PLC0415  few messages have such a place

    return f"{match[1]} [{' '.join([str(step) for step in loads(match[2])])}]"


def _not_indexed(match: re.Match[str]) -> str:
    return f"Value non indexable: *jsonnet.value{_INTERNAL[match[1]]}"


#: Sentences that only begin otherwise.
_CAPITAL: Final = (
    "field does not exist",
    "undefined external variable",
    "not a number",
    "overflow",
    "attempt to use super",
    "cannot test equality",
    "shift by",
)
_TABLE: Final[tuple[tuple[re.Pattern[str], Words], ...]] = (
    (
        pattern(
            rf"binary operator (\S+) requires matching types, got {_KIND} and {_KIND}\.", DOTALL
        ),
        _of_two,
    ),
    (pattern(r"binary operator (\S+) does not operate on (\w+)\.", DOTALL), _of_one_kind),
    (pattern(rf"Comparison requires matching types\. Got {_KIND} and {_KIND}", DOTALL), _compared),
    (
        pattern(r"Builtin function \w+ expected \(([\w, ]+)\) but got \(([\w, ]+)\)", DOTALL),
        _arguments,
    ),
    (pattern(rf"condition must be boolean, got {_KIND}\.", DOTALL), _wanted("boolean")),
    (pattern(rf"filter function must return boolean, got: {_KIND}", DOTALL), _wanted("boolean")),
    (
        pattern(rf"unary operator ! does not operate on (?:type )?{_KIND}s?\.?", DOTALL),
        _wanted("boolean"),
    ),
    (
        pattern(rf"unary operator [-+~] does not operate on (?:type )?{_KIND}s?\.?", DOTALL),
        _wanted("number"),
    ),
    (
        pattern(rf"(?:object|super) index must be string, got {_KIND}\.", DOTALL),
        _wanted("string"),
    ),
    (
        pattern(rf"left hand side of e in super must be string, got {_KIND}\.", DOTALL),
        _wanted("string"),
    ),
    (
        pattern(rf"(?:array|string) index must be (?:a )?number, got {_KIND}\.", DOTALL),
        _wanted("number"),
    ),
    (
        pattern(r'attempted index an? \w+ with string "[^"]*"\.', DOTALL),
        unexpected("string", "number"),
    ),
    (pattern(r"Expected an integer, but got (\S+)", DOTALL), _whole),
    (pattern(r'Not a base64 encoded string "(.*)"', DOTALL), _no_base64),
    (
        pattern(r"failed to parse YAML: (?:line 1: )?(.*)", DOTALL),
        r"failed to parse YAML: error converting YAML to JSON: yaml: $1",
    ),
    (pattern(rf"join second parameter should be array, got {_KIND}", DOTALL), _wanted("array")),
    (
        pattern(rf"expected (\w+) but arr\[\d+\] was {_KIND}", DOTALL),
        lambda match: unexpected(match[2], match[1]),
    ),
    (
        pattern(rf"std\.splitLimitR? \w+ parameter should be a (\w+), got {_KIND}", DOTALL),
        lambda match: unexpected(match[2], match[1].lower()),
    ),
    (pattern(rf"std\.trim expected string, got {_KIND}", DOTALL), _wanted("string")),
    (
        pattern(
            rf"std\.flatMap on (\w+)s, provided function must return an? \w+, got {_KIND}", DOTALL
        ),
        lambda match: unexpected(match[2], match[1]),
    ),
    (
        pattern(rf"std\.flatMap first param must be function, got {_KIND}", DOTALL),
        _wanted("function"),
    ),
    (
        pattern(
            rf"Builtin function trace expected string as first parameter but got {_KIND}", DOTALL
        ),
        _wanted("string"),
    ),
    (
        pattern(rf"length operates on strings, objects, and arrays, got {_KIND}", DOTALL),
        lambda match: unexpected(match[1]),
    ),
    (
        pattern(rf"substr (second|third) parameter should be a string, got {_KIND}", DOTALL),
        r"substr $1 parameter should be a number, got $2",
    ),
    (
        pattern(r"(substr second parameter should be greater than zero, got) (-?\d+)", DOTALL),
        r"$1 $2.000000",
    ),
    (pattern(r"(Tried to manifest .* at) (\[.*\])", DOTALL), _toml_place),
    (pattern(r"Assertion failed\.", DOTALL), "Assertion failed"),
    (pattern(rf"only functions can be called, got {_KIND}", DOTALL), _wanted("function")),
    (
        pattern(rf"can only index objects, strings, and arrays, got {_KIND}\.", DOTALL),
        _not_indexed,
    ),
    (
        pattern(r"couldn't manifest function in JSON output\.", DOTALL),
        "couldn't manifest function as JSON",
    ),
    (
        pattern(r"field name was not a string, got (\w+)", DOTALL),
        r"Field name must be string, got $1",
    ),
    (pattern(r'duplicate field name: "(.*)"', DOTALL), r'Duplicate field name: "$1"'),
    (pattern(r"function parameter (\S+) not bound in call\.", DOTALL), r"Missing argument: $1"),
    (pattern(r"function has no parameter (\S+)", DOTALL), r"function has no parameter $1"),
    (pattern(r"binding parameter a second time: (\S+)", DOTALL), r"Argument $1 already provided"),
    *[(pattern(rf"{beginning}.*", DOTALL), _capital) for beginning in _CAPITAL],
    (pattern(r"(couldn't open import .* library paths)\.", DOTALL), r"$1"),
    (
        pattern(r"(couldn't open import):? (\"\": ).*", DOTALL),
        r"$1 $2no match locally or in the Jsonnet library paths",
    ),
    (pattern(r"division by zero\.", DOTALL), "Division by zero."),
)


def _looked_up(
    table: Iterable[tuple[re.Pattern[str], T]], message: str
) -> tuple[re.Match[str], T] | None:
    """The first pattern that a message fits; those that begin otherwise are not compiled."""
    for expression, words in table:
        beginning = _TEXT.match(expression.pattern)
        if beginning is None or message.startswith(beginning[1]):
            match = expression.fullmatch(message)
            if match is not None:
                return match, words
    return None


def _filled_in(template: str, match: re.Match[str]) -> str:
    """A template with what groups have matched; ``Match.expand`` would load ``re`` for it."""
    first, *others = template.split("$")
    return first + "".join([match[int(one[0])] + one[1:] for one in others])


def go_words(message: str) -> str:
    """A sentence of ours as Go says it; its own where the table has no other."""
    found = _looked_up(_TABLE, message)
    if found is None:
        return message
    match, words = found
    return _filled_in(words, match) if isinstance(words, str) else words(match)


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
        opened = _STRING.sub("", text[:at])
        inside = opened.rfind("[") > opened.rfind("{")
        why = "after array element" if inside else "after object key:value pair"
    else:
        why = _JSON.get(error.msg, "looking for beginning of value")
    letter = text[at].encode("utf-8", "replace")[:1].decode("latin-1")
    return f"invalid character '{_ESCAPES.get(letter, letter)}' {why}"


# Texts that are no program.

#: What the scanner refuses, at a point and not at a token.
_POINTS: Final = pattern(
    r"unexpected EOF|unterminated |text block|couldn't lex|Could not lex|multi-line comment"
)
_DIGITS: Final = "[0-9](?:_?[0-9])*+"
_NUMBER: Final = pattern(rf"{_DIGITS}(?:\.{_DIGITS})?(?:[eE][+-]?{_DIGITS})?(?:_|\.|[eE][+-]?)?")
_ESCAPES: Final = {"\\": "\\\\", "'": "\\'", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_TRUNCATED: Final = "{place} Truncated unicode escape sequence in string literal."
_READ: Final[tuple[tuple[re.Pattern[str], str], ...]] = (
    (
        pattern(r"Cannot use text blocks in import statements\.", DOTALL),
        "Block string literals not allowed in imports",
    ),
    (pattern(r"unterminated (?:verbatim )?string", DOTALL), "Unterminated String"),
    (
        pattern(r"text block syntax requires new line after \|\|\|\.", DOTALL),
        "Text block requires new line after |||.",
    ),
    (
        pattern(r"text block indentation mismatch: .*", DOTALL),
        "Text block not terminated with |||",
    ),
    (pattern(r"(Unknown escape sequence in string literal): '(.*)'", DOTALL), r"{place} $1: \$2"),
    (pattern(r"Truncated unicode escape .*", DOTALL), _TRUNCATED),
    (pattern(r"Malformed unicode escape .*", DOTALL), _TRUNCATED),
    (
        pattern(r"Invalid non-BMP Unicode .*", DOTALL),
        "{place} Truncated unicode surrogate pair escape sequence in string literal.",
    ),
    (pattern(r"Could not lex the character .*", DOTALL), "Could not lex the character {letter}"),
    (pattern(r"(couldn't lex number, junk after )_: .*", DOTALL), r"$1'_': {letter}"),
    (pattern(r"(couldn't lex number, junk after .*?): .*", DOTALL), r"$1: {letter}"),
    (pattern(r"(couldn't lex verbatim string, .*?): .*", DOTALL), r"$1: {code}"),
    (
        pattern(r"could not parse parameter here\.", DOTALL),
        "Expected token IDENTIFIER but got {token} while parsing parameter",
    ),
    (pattern(r"(expected a comma before next function \w+)\.", DOTALL), r"$1, got {token}"),
    (pattern(r'expected token "\]" but got ":"', DOTALL), "Invalid slice: too many colons"),
    (pattern(r'unexpected: "\]" while parsing index', DOTALL), "ast.Index requires an expression"),
    (pattern(r"unexpected: .* while parsing slice", DOTALL), 'Expected token "]" but got {token}'),
    (pattern(r"(expected (?:token \S+|operator =) but got) .*", DOTALL), r"$1 {token}"),
    (pattern(r"(did not expect:) .*", DOTALL), r"$1 {token}"),
    (pattern(r"(unexpected:) .* (while parsing .*)", DOTALL), r"$1 {token} $2"),
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
    found = _looked_up(_READ, message)
    if found is not None:
        match, template = found
        expanded = _filled_in(template, match)
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
