"""The standard library: one record for each function, and the tables made from them."""

from __future__ import annotations

from confty.languages.rcl.library import collections, standard, strings
from confty.languages.rcl.library.record import CallbackAnswer, Inline, Labels, LibraryFunction
from confty.languages.rcl.numbers import Exact
from confty.languages.rcl.values import Builtin, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

MANY: Final = ("List", "Set")

LIBRARY: Final = (
    # Lists and sets.
    LibraryFunction(
        MANY, "all", ("predicate: (T) -> Bool",), "Bool",
        "Whether the predicate holds for every element; stops at the first for which it fails.",
        collections.all_, Labels.MOVES, CallbackAnswer.DECIDES,
    ),
    LibraryFunction(
        MANY, "any", ("predicate: (T) -> Bool",), "Bool",
        "Whether the predicate holds for some element; stops at the first for which it does.",
        collections.any_, Labels.MOVES, CallbackAnswer.DECIDES,
    ),
    LibraryFunction(
        MANY, "contains", ("element: Any",), "Bool",
        "Whether an element equal to the given one is there.",
        collections.contains, sure=True,
    ),
    LibraryFunction(
        MANY, "filter", ("predicate: (T) -> Bool",), "Self",
        "Keep the elements for which the predicate holds.",
        collections.filter_, Labels.MOVES, CallbackAnswer.DECIDES,
    ),
    LibraryFunction(
        MANY, "group_by", ("get_key: (T) -> U",), "Dict[U, Self]",
        "Collect the elements that have the same key, for each key.",
        collections.group_by, Labels.MOVES, CallbackAnswer.KEYS, keeps_count=True,
    ),
    LibraryFunction(
        MANY, "key_by", ("get_key: (T) -> U",), "Dict[U, T]",
        "Make a dict of the elements by their keys, of which no two may be equal.",
        collections.key_by, Labels.MOVES, CallbackAnswer.KEYS, keeps_count=True,
    ),
    LibraryFunction(
        MANY, "len", (), "Number",
        "How many elements there are.",
        collections.length, Labels.MOVES, inline=Inline.LEN, sure=True,
    ),
    LibraryFunction(
        MANY, "sort", (), "List[T]",
        "The elements as a list, the smallest first.",
        collections.sort, keeps_count=True,
    ),
    LibraryFunction(
        MANY, "sort_by", ("get_key: (T) -> U",), "List[T]",
        "The elements as a list, those with the smallest key first; equal keys keep their order.",
        collections.sort_by, Labels.MOVES, keeps_count=True,
    ),
    LibraryFunction(
        MANY, "sum", (), "Number",
        "Add up the elements, which must be numbers.",
        collections.sum_,
    ),
    LibraryFunction(
        ("List",), "enumerate", (), "Dict[Number, T]",
        "Make a dict of the elements by their indexes.",
        collections.enumerate_, Labels.MOVES, sure=True, keeps_count=True,
    ),
    LibraryFunction(
        ("List",), "flat_map", ("map_element: (T) -> Any",), "List[Any]",
        "Apply a function to each element and join the lists or sets it gives.",
        collections.flat_map, Labels.MOVES, CallbackAnswer.DECIDES,
    ),
    LibraryFunction(
        ("List",), "fold", ("seed: Any", "reduce: (Any, T) -> Any"), "Any",
        "Combine the elements from the left, beginning with the seed and the first element.",
        collections.fold, Labels.MOVES, CallbackAnswer.KEPT, kept=(0,), inline=Inline.LOOP,
    ),
    LibraryFunction(
        ("List",), "join", ("separator: Any",), "String",
        "Put the texts of the elements together, with the separator between them.",
        collections.join, sure=True,
    ),
    LibraryFunction(
        ("List",), "map", ("map_element: (T) -> U",), "List[U]",
        "Apply a function to each element.",
        collections.map_, Labels.MOVES, CallbackAnswer.KEPT, inline=Inline.COMPREHENSION,
        keeps_count=True,
    ),
    LibraryFunction(
        ("List",), "reverse", (), "List[T]",
        "The elements from the last to the first.",
        collections.reverse, Labels.MOVES, sure=True, keeps_count=True,
    ),
    LibraryFunction(
        ("List",), "to_set_dedup", (), "Set[T]",
        "The elements as a set; equal ones fall together.",
        collections.to_set_dedup, keeps_count=True,
    ),
    LibraryFunction(
        ("List",), "to_set_unique", (), "Set[T]",
        "The elements as a set, of which no two may be equal.",
        collections.to_set_unique,
    ),
    LibraryFunction(
        ("Set",), "except", ("element: Any",), "Set[T]",
        "The set without an element, whether it was there or not.",
        collections.except_, Labels.MOVES,
    ),
    LibraryFunction(
        ("Set",), "flat_map_dedup", ("map_element: (T) -> Any",), "Set[Any]",
        "Apply a function to each element and unite the lists or sets it gives.",
        collections.flat_map_dedup, Labels.MOVES,
    ),
    LibraryFunction(
        ("Set",), "map_dedup", ("map_element: (T) -> U",), "Set[U]",
        "Apply a function to each element; equal results fall together.",
        collections.map_dedup, Labels.MOVES, keeps_count=True,
    ),
    LibraryFunction(
        ("Set",), "to_list", (), "List[T]",
        "The elements as a list, the smallest first.",
        collections.to_list, Labels.MOVES, sure=True, keeps_count=True,
    ),
    LibraryFunction(
        ("Set",), "transitive_closure", ("expand: (Any) -> Any",), "Set[Any]",
        "Add what the function gives for each element, also for the new ones, until none is new.",
        collections.transitive_closure, Labels.MOVES, CallbackAnswer.FED_BACK,
    ),
    # Dicts.
    LibraryFunction(
        ("Dict",), "contains", ("key: Any",), "Bool",
        "Whether a key is there.",
        collections.dict_contains, Labels.MOVES, sure=True, by_key=True,
    ),
    LibraryFunction(
        ("Dict",), "except", ("key: Any",), "Dict[K, V]",
        "The dict without a key, whether it was there or not.",
        collections.dict_except, Labels.MOVES, by_key=True,
    ),
    LibraryFunction(
        ("Dict",), "get", ("key: Any", "default: U"), "V | U",
        "The value of a key, or the default when the key is not there.",
        collections.get, Labels.MOVES, kept=(1,), sure=True, by_key=True,
    ),
    LibraryFunction(
        ("Dict",), "keys", (), "Set[K]",
        "The keys as a set.",
        collections.keys, Labels.MOVES, sure=True, keeps_count=True,
    ),
    LibraryFunction(
        ("Dict",), "len", (), "Number",
        "How many keys there are.",
        collections.length, Labels.MOVES, inline=Inline.LEN, sure=True,
    ),
    LibraryFunction(
        ("Dict",), "values", (), "List[V]",
        "The values as a list, in the order of their keys.",
        collections.values, Labels.MOVES, sure=True, keeps_count=True,
    ),
    # Numbers and strings.
    LibraryFunction(
        ("Number",), "round", ("n_decimals: Number",), "Number",
        "Round to a number of decimals; a half is rounded away from zero.",
        standard.round_, inline=Inline.LOOK_UP,
    ),
    LibraryFunction(
        ("String",), "chars", (), "List[String]",
        "The characters, each as a string of its own.",
        strings.chars, sure=True,
    ),
    LibraryFunction(
        ("String",), "contains", ("needle: String",), "Bool",
        "Whether a text occurs somewhere in the string.",
        strings.contains, sure=True,
    ),
    LibraryFunction(
        ("String",), "ends_with", ("suffix: String",), "Bool",
        "Whether the string ends with a text.",
        strings.ends_with, sure=True,
    ),
    LibraryFunction(
        ("String",), "len", (), "Number",
        "How many code points the string has.",
        strings.length, inline=Inline.LEN, sure=True,
    ),
    LibraryFunction(
        ("String",), "parse_int", (), "Number",
        "Read a decimal integer of 64 bits.",
        strings.parse_int,
    ),
    LibraryFunction(
        ("String",), "parse_number", (), "Number",
        "Read a number as RCL writes it.",
        strings.parse_number,
    ),
    LibraryFunction(
        ("String",), "remove_prefix", ("prefix: String",), "String",
        "The string without a text at its start, which must be there.",
        strings.remove_prefix,
    ),
    LibraryFunction(
        ("String",), "remove_suffix", ("suffix: String",), "String",
        "The string without a text at its end, which must be there.",
        strings.remove_suffix,
    ),
    LibraryFunction(
        ("String",), "replace", ("needle: String", "replacement: String"), "String",
        "Replace a text by another wherever it occurs.",
        strings.replace,
    ),
    LibraryFunction(
        ("String",), "split", ("separator: String",), "List[String]",
        "The parts between the places where the separator occurs.",
        strings.split,
    ),
    LibraryFunction(
        ("String",), "split_lines", (), "List[String]",
        "The lines, without their ends.",
        strings.split_lines, sure=True,
    ),
    LibraryFunction(
        ("String",), "starts_with", ("prefix: String",), "Bool",
        "Whether the string starts with a text.",
        strings.starts_with, sure=True,
    ),
    LibraryFunction(
        ("String",), "to_lowercase", (), "String",
        "The string in lowercase letters.",
        strings.to_lowercase, sure=True,
    ),
    LibraryFunction(
        ("String",), "to_uppercase", (), "String",
        "The string in uppercase letters.",
        strings.to_uppercase, sure=True,
    ),
    # std.
    LibraryFunction(
        ("std",), "format_json", ("value: Any",), "String",
        "The value as JSON, on one line.",
        standard.format_json, sure=True,
    ),
    LibraryFunction(
        ("std",), "range", ("lower: Number", "upper: Number"), "List[Number]",
        "The integers from the lower bound up to, and without, the upper bound.",
        standard.range_,
    ),
    LibraryFunction(
        ("std",), "read_file_utf8", ("path: String",), "String",
        "The text of a file; the path is read as that of an import in the document that runs.",
        standard.read_file_utf8, Labels.REFUSES, inline=Inline.LOOK_UP,
    ),
)  # fmt: skip


def _of(kind: str) -> dict[str, LibraryFunction]:
    return {one.name: one for one in LIBRARY if kind in one.kinds}


STD: Final = _of("std")
# By the kind of the receiver, then by name.
METHODS: Final = {kind: _of(kind) for kind in ("List", "Set", "Dict", "Number", "String")}
# The same by the class of the receiver, for whoever has a value in hand.
BY_CLASS: Final[dict[type, dict[str, LibraryFunction]]] = {
    list: METHODS["List"], set: METHODS["Set"], dict: METHODS["Dict"], str: METHODS["String"],
    int: METHODS["Number"], Exact: METHODS["Number"],
}  # fmt: skip
# The names of those that call back, for translated code, which counts what they do.
CALLING: Final = frozenset(one.name for one in LIBRARY if one.calls_back)
# The names of those that leave as many elements as there are, and of those that name a field.
KEEPS_COUNT: Final = frozenset(one.name for one in LIBRARY if one.keeps_count)
BY_KEY: Final = frozenset(one.name for one in LIBRARY if one.by_key)
# What the name ``std`` is bound to.
STD_VALUE: Final[dict[str, Value]] = {
    "empty_set": set(),
    **{name: Builtin(one) for name, one in STD.items()},
}
