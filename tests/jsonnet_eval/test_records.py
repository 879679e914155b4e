"""The records of ``std``: complete, true to what runs, and good enough to show to a user."""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path

import pytest

from confty import api
from confty.compat.jsonnet import evaluate_snippet
from confty.languages.jsonnet.checker.notation import spell
from confty.languages.jsonnet.checker.signatures import signature
from confty.languages.jsonnet.evaluator.labels.library import _STAND_INS
from confty.languages.jsonnet.evaluator.library.loading import body_at
from confty.languages.jsonnet.evaluator.tree import parameters, standard
from confty.languages.jsonnet.evaluator.tree.standard import PLACED
from confty.languages.jsonnet.library import FIELDS, FUNCTIONS
from confty.types import Function, ListOf, Object, SetOf, Type, Union

# The functions that the published reference of the standard library describes.
PUBLISHED = [
    "abs",
    "acos",
    "all",
    "any",
    "asciiLower",
    "asciiUpper",
    "asin",
    "assertEqual",
    "atan",
    "atan2",
    "avg",
    "base64",
    "base64Decode",
    "base64DecodeBytes",
    "ceil",
    "char",
    "clamp",
    "codepoint",
    "contains",
    "cos",
    "count",
    "decodeUTF8",
    "deepJoin",
    "deg2rad",
    "encodeUTF8",
    "endsWith",
    "equals",
    "equalsIgnoreCase",
    "escapeStringBash",
    "escapeStringDollars",
    "escapeStringJson",
    "escapeStringPython",
    "escapeStringXML",
    "exp",
    "exponent",
    "extVar",
    "filter",
    "filterMap",
    "find",
    "findSubstr",
    "flatMap",
    "flattenArrays",
    "flattenDeepArray",
    "floor",
    "foldl",
    "foldr",
    "format",
    "get",
    "hypot",
    "isArray",
    "isBoolean",
    "isDecimal",
    "isEmpty",
    "isEven",
    "isFunction",
    "isInteger",
    "isNumber",
    "isObject",
    "isOdd",
    "isString",
    "join",
    "length",
    "lines",
    "log",
    "log10",
    "log2",
    "lstripChars",
    "makeArray",
    "manifestIni",
    "manifestJson",
    "manifestJsonEx",
    "manifestJsonMinified",
    "manifestPython",
    "manifestPythonVars",
    "manifestTomlEx",
    "manifestXmlJsonml",
    "manifestYamlDoc",
    "manifestYamlStream",
    "mantissa",
    "map",
    "mapWithIndex",
    "mapWithKey",
    "max",
    "maxArray",
    "md5",
    "member",
    "mergePatch",
    "min",
    "minArray",
    "mod",
    "native",
    "objectFields",
    "objectFieldsAll",
    "objectHas",
    "objectHasAll",
    "objectHasEx",
    "objectKeysValues",
    "objectKeysValuesAll",
    "objectRemoveKey",
    "objectValues",
    "objectValuesAll",
    "parseHex",
    "parseInt",
    "parseJson",
    "parseOctal",
    "parseYaml",
    "pow",
    "prune",
    "rad2deg",
    "range",
    "remove",
    "removeAt",
    "repeat",
    "reverse",
    "round",
    "rstripChars",
    "set",
    "setDiff",
    "setInter",
    "setMember",
    "setUnion",
    "sha1",
    "sha256",
    "sha3",
    "sha512",
    "sign",
    "sin",
    "slice",
    "sort",
    "split",
    "splitLimit",
    "splitLimitR",
    "sqrt",
    "startsWith",
    "strReplace",
    "stringChars",
    "stripChars",
    "substr",
    "sum",
    "tan",
    "toString",
    "trace",
    "trim",
    "type",
    "uniq",
    "xnor",
    "xor",
]
# What the reference implementation has besides, for its own use or not written about yet.
UNPUBLISHED = [
    "id",
    "__array_greater",
    "__array_greater_or_equal",
    "__array_less",
    "__array_less_or_equal",
    "__compare",
    "__compare_array",
    "isNull",
    "manifestToml",
    "modulo",
    "objectFieldsEx",
    "primitiveEquals",
    "resolvePath",
]

RECORDS = pytest.mark.parametrize("record", FUNCTIONS.values(), ids=lambda record: record.name)


def test_the_records_are_what_std_has() -> None:
    fields = json.loads(evaluate_snippet("std", "std.objectFieldsAll(std)"))
    listed = list(FUNCTIONS)
    assert fields == sorted([*listed, *[field.name for field in FIELDS]])
    ours = [name for name, one in FUNCTIONS.items() if one.ours]
    assert sorted(listed) == sorted([*PUBLISHED, *UNPUBLISHED, *ours])


@RECORDS
def test_a_record_says_how_a_call_on_a_secret_ends(record) -> None:
    kinds = "(number|string)"
    how = rf"sure|passes|late {kinds}( {kinds})* => {kinds}|sure of \w+( \w+)*|"
    assert re.fullmatch(how, record.ends)
    if record.ends.startswith("sure of "):
        assert {*record.ends.split()[2:]} < {*record.parameters}


@RECORDS
def test_a_record_is_documented_in_one_sentence(record) -> None:
    assert re.fullmatch(r"[A-Z0-9`e-][^\n]*[^.]\.", record.doc), record.doc
    assert "``" not in record.doc
    spoken = {word for word in re.findall(r"`(\w+)`", record.doc) if word not in WORDS}
    assert spoken <= set(record.parameters), record.doc


# Names in documentation that are no parameters: fields of what is taken or given.
WORDS = {"main", "sections", "key", "value"}


@RECORDS
def test_a_signature_says_what_runs(record) -> None:
    known = signature(record.name)
    assert known is not None
    assert known.parameters is not None
    assert tuple([one.name for one in known.parameters]) == record.parameters
    assert tuple([one.name for one in known.parameters if one.optional]) == record.optional
    names = {*record.late, record.whole, *record.also.values()} - {""}
    assert names <= set(record.parameters)
    assert len(record.labels) in {0, len(record.parameters)}
    assert not record.lifted or record.lifted in _STAND_INS
    taken = inspect.signature(body_at(record.body)).parameters.values()
    count = len(record.parameters) + record.placed
    assert len(taken) == count
    given = sum(one.default is not inspect.Parameter.empty for one in taken)
    assert given == len(record.optional) + record.placed


def example(type_: Type) -> str:
    """A value that a parameter of this type takes."""
    if spell(type_) == "boolean":
        return "true"
    if isinstance(type_, Union):
        return example(type_.members[-1])
    if isinstance(type_, (ListOf, SetOf)):
        return f"[{example(type_.element)}]"
    if isinstance(type_, Function):
        names = ", ".join([f"p{at}" for at in range(len(type_.parameters or ()))])
        return f"function({names}) [{names}]"
    if isinstance(type_, Object):
        return "{ a: 1 }"
    return {"number": "1", "null": "null"}.get(spell(type_), "'1'")


# Where what one argument takes depends on the other.
OWN = {
    "join": "std.join(',', ['1'])",
    "format": "std.format('%s', 1)",
    "mod": "std.mod(3, 2)",
    "native": "std.native('parseYaml')",
}


@RECORDS
def test_an_example_can_be_made_of_a_signature(record, tmp_path) -> None:
    known = signature(record.name)
    assert known is not None
    examples = [example(one.type) for one in known.parameters or ()]
    text = OWN.get(record.name) or f"std.{record.name}({', '.join(examples)})"
    path = tmp_path / "example.jsonnet"
    path.write_text(text)
    assert not api.check(path), text


def test_trees_know_how_functions_are_called(request: pytest.FixtureRequest) -> None:
    calls, names = {}, {}
    for name, record in FUNCTIONS.items():
        letters = {**dict.fromkeys(record.late, "l"), record.whole: "w"}
        takes = "".join([letters.get(one, "v") for one in record.parameters])
        calls[name] = record.body, record.required, takes
        if name not in PLACED:
            names[name] = " ".join(record.parameters)
    assert {name for name in FUNCTIONS if FUNCTIONS[name].placed} == PLACED
    for module, table, wanted in ((standard, "CALLS", calls), (parameters, "PARAMETERS", names)):
        path = Path(module.__file__)
        text = path.read_text(encoding="utf-8")
        rows = re.compile(rf"(?<=^{table}: Final = {{\n).*?(?=^}}$)", re.MULTILINE | re.DOTALL)
        lines = [f"    {name!r}: {row!r},\n".replace("'", '"') for name, row in wanted.items()]
        written = rows.sub(lambda _, lines=lines: "".join(lines), text, count=1)
        assert rows.search(text)
        if request.config.getoption("--rewrite"):
            path.write_text(written, encoding="utf-8")
            text = written
        assert text == written, "pytest --rewrite tests/jsonnet_eval/test_records.py"
