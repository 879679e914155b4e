"""Library functions as the implementation in C++ has them, where it differs from the one in Go.

The records name them: ``cpp="cpp:substr"`` beside ``"strings:substr"``.
"""

from __future__ import annotations

import math

from confty.languages.jsonnet.evaluator import cpp, sums
from confty.languages.jsonnet.evaluator.calls import caller
from confty.languages.jsonnet.evaluator.equality import equals
from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.library import encoding, kinds, sets, strings
from confty.languages.jsonnet.evaluator.library.arrays import fold_with
from confty.languages.jsonnet.evaluator.library.folds import fold
from confty.languages.jsonnet.evaluator.library.manifests import chosen, documents, layout_of
from confty.languages.jsonnet.evaluator.library.numbers import of_one, of_two
from confty.languages.jsonnet.evaluator.library.strings import digits_of, limited, substring
from confty.languages.jsonnet.evaluator.library.wants import (
    array,
    counted,
    number,
    refuse,
    sequence,
    string,
    values,
)
from confty.languages.jsonnet.evaluator.library.yaml_text import CPP, read_yaml
from confty.languages.jsonnet.evaluator.manifest.json import REFERENCE, LineBreaks, json_ex
from confty.languages.jsonnet.evaluator.manifest.yaml import YamlWriter, yaml_stream
from confty.languages.jsonnet.evaluator.operators import condition, divide
from confty.languages.jsonnet.evaluator.values import (
    ABSENT,
    ELEMENTS,
    LETTERS,
    Func,
    Thunk,
    Value,
    force,
    number_text,
    type_name,
)


def _logarithm(value: float) -> float:
    return -math.inf if value == 0 else math.log(value)


def _to_base(value: float, base: float) -> float:
    return _logarithm(value) / math.log(base) if value > 0 else _logarithm(value)


exp = of_one("exp", math.exp)
log = of_one("log", _logarithm)
log2 = of_one("log2", lambda value: _to_base(value, 2.0))
log10 = of_one("log10", lambda value: _to_base(value, 10.0))
sin = of_one("sin", math.sin)
cos = of_one("cos", math.cos)
tan = of_one("tan", math.tan)
asin = of_one("asin", math.asin)
acos = of_one("acos", math.acos)
atan = of_one("atan", math.atan)
power = of_two("pow", math.pow)
atan2 = of_two("atan2", math.atan2)
hypot = of_two("hypot", lambda a, b: math.sqrt(a * a + b * b))


def _rounded(value: float) -> float:
    return float(math.floor(value + 0.5))


def round_(value: Value) -> float:
    return _rounded(number("floor", value))


def is_even(value: Value) -> bool:
    return math.fmod(_rounded(number("floor", value)), 2) == 0


def is_odd(value: Value) -> bool:
    return math.fmod(_rounded(number("floor", value)), 2) != 0


def _total(items: list[Value]) -> Value:
    total: Value = 0.0
    for item in values(items):
        total = sums.add(total, item)
    return total


def sum_(items: Value) -> Value:
    """Add up whatever can be added."""
    return _total(array("sum", items))


def average(items: Value) -> Value:
    if not array("avg", items):
        raise Stop("Cannot calculate average of an empty array.")
    return divide(_total(items), float(len(items)))


def length(value: Value) -> Value:
    """Count the parameters of a function, those with defaults too."""
    return float(value.arity) if value.__class__ is Func else kinds.length(value)


def xor(left: Value, right: Value) -> Value:
    return not equals(left, right)


def xnor(left: Value, right: Value) -> Value:
    return equals(left, right)


def _size(size: Value) -> float:
    given = float(int(number("makeArray", size)))
    if given < 0:
        raise Stop(f"makeArray requires size >= 0, got {int(given)}")
    return given


def make_array(size: Value, function: Value) -> list[Value]:
    if size.__class__ is not float or function.__class__ is not Func:
        refuse("makeArray", "number, function", size, function)
    count = counted("makeArray", _size(size))
    if function.arity != 1:
        raise Stop(f"makeArray function must take 1 param, got: {function.arity}")
    code = caller(function, 1, count)
    return [Thunk(code, float(at)) for at in range(count)]


def range_(first: Value, last: Value) -> list[Value]:
    """Count from and to what is left of the numbers without their fractions."""
    if first.__class__ is not float or last.__class__ is not float:
        refuse("range", "number, number", first, last)
    counted("range", last - first)
    return [float(at) for at in range(int(first), int(last) + 1)]


def repeat(what: Value, count: Value) -> Value:
    if what.__class__ is not str and what.__class__ is not list:
        raise Stop("std.repeat first argument must be an array or a string")
    most = LETTERS if what.__class__ is str else ELEMENTS
    times = _size(count)
    return what * (counted("repeat", times, len(what), most) if what else 0)


def remove_at(items: Value, place: Value) -> list[Value]:
    """Leave out the element at a place, if there is one."""
    elements = array("removeAt", items)
    return [item for at, item in enumerate(elements) if equals(float(at), place) is not True]


def slice_function(target: Value, first: Value, last: Value, step: Value) -> Value:
    return cpp.slice_(target, first, last, step)


def member(items: Value, wanted: Value) -> bool:
    if items.__class__ is list:
        return any(equals(item, wanted) is True for item in values(items))
    if items.__class__ is str:
        # An empty string is found nowhere.
        return bool(string("findSubstr", wanted)) and wanted in items
    raise Stop("std.member first argument must be an array or a string")


def foldl(function: Value, items: Value, start: Value) -> Value:
    """Work the start out when the function asks for it."""
    total = fold(fold_with(function, items), start, sequence(items), function, 0)
    return force(total) if total.__class__ is Thunk else total


def foldr(function: Value, items: Value, start: Value) -> Value:
    code = fold_with(function, items)
    elements = sequence(items)[::-1]
    total = fold(lambda so_far, item: code(item, so_far), start, elements, function, 1)
    return force(total) if total.__class__ is Thunk else total


def sort(items: Value, key: Value = ABSENT) -> list[Value]:
    """Ask for the keys only if there is something to sort; a string is its characters."""
    elements = sequence(items)
    return sets.sort(elements, key) if len(elements) > 1 else elements


def set_(items: Value, key: Value = ABSENT) -> list[Value]:
    elements = sequence(items)
    return sets.set_(elements, key) if len(elements) > 1 else elements


def min_array(items: Value, key: Value = ABSENT, on_empty: Value = ABSENT) -> Value:
    return sets.extreme(sequence(items), key, on_empty, -1)


def max_array(items: Value, key: Value = ABSENT, on_empty: Value = ABSENT) -> Value:
    return sets.extreme(sequence(items), key, on_empty, 1)


def reverse(items: Value) -> list[Value]:
    return sequence(items)[::-1]


def substr(text: Value, start: Value, count: Value) -> str:
    """Take fractions off the places."""
    return substring(text, start, count)


def split_limit(text: Value, mark: Value, limit: Value) -> list[Value]:
    most = limited("splitLimit", text, mark, limit)
    pieces: list[Value] = text.split(mark, most)
    return pieces


def split_limit_right(text: Value, mark: Value, limit: Value) -> list[Value]:
    most = limited("splitLimitR", text, mark, limit)
    pieces: list[Value] = text.rsplit(mark, most)
    return pieces


def is_empty(text: Value) -> bool:
    return not sequence(text)


def ascii_upper(text: Value) -> str:
    """Take strings only."""
    return strings.ascii_upper(string("asciiUpper", text))


def ascii_lower(text: Value) -> str:
    return strings.ascii_lower(string("asciiLower", text))


_BLANKS = " \t\n\f\r\u0085\u00a0"


def trim(text: Value) -> str:
    if text.__class__ is not str:
        raise Stop(f"std.trim expected string, got {type_name(text)}")
    return str(text.strip(_BLANKS))


_LOWER = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}


def equals_ignore_case(one: Value, other: Value) -> bool:
    """Let the case of ASCII letters not count."""
    first, second = string("asciiLower", one), string("asciiLower", other)
    return first.translate(_LOWER) == second.translate(_LOWER)


def parse_int(text: Value) -> float:
    """Read digit by digit, however many."""
    if text.__class__ is not str:
        raise Stop(f"Expected string, got {type_name(text)}")
    if not text or text == "-":
        raise Stop(f'Not an integer: "{text}"')
    if text.startswith("-"):
        return -digits_of(text[1:], 10)
    return digits_of(text, 10)


def base64(value: Value) -> str:
    """Take every character, and what is left of every number, for a byte."""
    if value.__class__ is str:
        try:
            return encoding.as_base64(value.encode("latin-1"))
        except UnicodeEncodeError:
            raise Stop(encoding.NOT_BYTES) from None
    if value.__class__ is list:
        return encoding.as_base64(encoding.to_bytes(values(value)))
    return encoding.base64(value)


def base64_decode(text: Value) -> str:
    """Take every byte for a character."""
    return encoding.decoded(text).decode("latin-1")


_ELSEWHERE = "This function is only supported in go version of jsonnet."


def sha1(_text: Value) -> str:
    raise Stop(_ELSEWHERE)


sha256 = sha512 = sha3 = sha1


def no_id(_value: Value) -> Value:
    raise Stop("field does not exist: id")


def manifest_json(value: Value) -> str:
    return json_ex(value, LineBreaks("    ", "\n", ": ", empty=False))


def manifest_minified(value: Value) -> str:
    return json_ex(value, LineBreaks("", "", ":", empty=False))


def manifest_json_ex(
    value: Value, indent: Value, newline: Value = "\n", colon: Value = ": "
) -> str:
    return json_ex(value, layout_of(indent, newline, colon, REFERENCE))


def _yaml(indent_arrays: Value, quote_keys: Value) -> YamlWriter:
    arrays, keys = chosen(indent_arrays), chosen(quote_keys)
    return YamlWriter(number_text, indent_arrays=arrays, quote_keys=keys, functions=False)


def manifest_yaml(value: Value, indent_arrays: Value = False, quote_keys: Value = True) -> str:
    return _yaml(indent_arrays, quote_keys).document(value)


def manifest_yaml_stream(
    value: Value, indent_arrays: Value = False, closed: Value = True, quote_keys: Value = True
) -> str:
    found = documents(value)
    writer = _yaml(indent_arrays, quote_keys) if found else _yaml(False, True)
    return yaml_stream(found, writer, closed=condition(closed))


def parse_yaml(text: Value) -> Value:
    return read_yaml(string("parseYaml", text), CPP)
