"""The names of what each function of ``std`` takes: for calls by name, and functions as values.

As ``standard``, held against the records by a test, and loaded by few programs.
"""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.library.loading import body_at, function_of
from confty.languages.jsonnet.evaluator.tree.shapes import Tree
from confty.languages.jsonnet.evaluator.tree.standard import CALLS
from confty.languages.jsonnet.evaluator.values import Func

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

#: Of every function but those that are told where the call stands.
PARAMETERS: Final = {
    "makeArray": "sz func",
    "range": "from to",
    "repeat": "what count",
    "slice": "indexable index end step",
    "member": "arr x",
    "contains": "arr elem",
    "count": "arr x",
    "find": "value arr",
    "map": "func arr",
    "mapWithIndex": "func arr",
    "filter": "func arr",
    "filterMap": "filter_func map_func arr",
    "flatMap": "func arr",
    "foldl": "func arr init",
    "foldr": "func arr init",
    "join": "sep arr",
    "lines": "arr",
    "deepJoin": "arr",
    "flattenArrays": "arrs",
    "flattenDeepArray": "value",
    "reverse": "arr",
    "all": "arr",
    "any": "arr",
    "remove": "arr elem",
    "removeAt": "arr i",
    "type": "x",
    "isArray": "v",
    "isBoolean": "v",
    "isFunction": "v",
    "isNumber": "v",
    "isObject": "v",
    "isString": "v",
    "isNull": "x",
    "length": "x",
    "toString": "a",
    "equals": "x y",
    "primitiveEquals": "x y",
    "assertEqual": "a b",
    "mod": "a b",
    "modulo": "x y",
    "xor": "x y",
    "xnor": "x y",
    "__compare": "v1 v2",
    "__compare_array": "arr1 arr2",
    "__array_less": "arr1 arr2",
    "__array_greater": "arr1 arr2",
    "__array_less_or_equal": "arr1 arr2",
    "__array_greater_or_equal": "arr1 arr2",
    "extVar": "x",
    "native": "x",
    "id": "x",
    "encodeUTF8": "str",
    "decodeUTF8": "arr",
    "base64": "input",
    "base64DecodeBytes": "str",
    "base64Decode": "str",
    "md5": "s",
    "sha1": "s",
    "sha256": "s",
    "sha512": "s",
    "sha3": "s",
    "manifestJson": "value",
    "manifestJsonMinified": "value",
    "manifestJsonEx": "value indent newline key_val_sep",
    "manifestYamlDoc": "value indent_array_in_object quote_keys",
    "manifestYamlStream": "value indent_array_in_object c_document_end quote_keys",
    "manifestToml": "value",
    "manifestTomlEx": "value indent",
    "manifestIni": "ini",
    "manifestPython": "v",
    "manifestPythonVars": "conf",
    "manifestXmlJsonml": "value",
    "parseJson": "str",
    "parseYaml": "str",
    "exp": "x",
    "log": "x",
    "log2": "x",
    "log10": "x",
    "floor": "x",
    "ceil": "x",
    "sqrt": "x",
    "sin": "x",
    "cos": "x",
    "tan": "x",
    "asin": "x",
    "acos": "x",
    "atan": "x",
    "exponent": "x",
    "mantissa": "x",
    "pow": "x n",
    "atan2": "y x",
    "hypot": "x y",
    "max": "a b",
    "min": "a b",
    "clamp": "x minVal maxVal",
    "abs": "n",
    "sign": "n",
    "deg2rad": "x",
    "rad2deg": "x",
    "round": "x",
    "isEven": "x",
    "isOdd": "x",
    "isInteger": "x",
    "isDecimal": "x",
    "sum": "arr",
    "avg": "arr",
    "objectFields": "o",
    "objectFieldsAll": "o",
    "objectFieldsEx": "obj hidden",
    "objectHas": "o f",
    "objectHasAll": "o f",
    "objectHasEx": "obj fname hidden",
    "objectValues": "o",
    "objectValuesAll": "o",
    "objectKeysValues": "o",
    "objectKeysValuesAll": "o",
    "objectRemoveKey": "obj key",
    "get": "o f default inc_hidden",
    "mapWithKey": "func obj",
    "mergePatch": "target patch",
    "prune": "a",
    "sort": "arr keyF",
    "uniq": "arr keyF",
    "set": "arr keyF",
    "setUnion": "a b keyF",
    "setInter": "a b keyF",
    "setDiff": "a b keyF",
    "setMember": "x arr keyF",
    "minArray": "arr keyF onEmpty",
    "maxArray": "arr keyF onEmpty",
    "codepoint": "str",
    "char": "n",
    "substr": "str from len",
    "findSubstr": "pat str",
    "startsWith": "a b",
    "endsWith": "a b",
    "stripChars": "str chars",
    "lstripChars": "str chars",
    "rstripChars": "str chars",
    "trim": "str",
    "split": "str c",
    "splitLimit": "str c maxsplits",
    "splitLimitR": "str c maxsplits",
    "strReplace": "str from to",
    "isEmpty": "str",
    "asciiUpper": "str",
    "asciiLower": "str",
    "equalsIgnoreCase": "str1 str2",
    "stringChars": "str",
    "format": "str vals",
    "escapeStringJson": "str_",
    "escapeStringPython": "str",
    "escapeStringBash": "str_",
    "escapeStringDollars": "str_",
    "escapeStringXML": "str_",
    "parseInt": "str",
    "parseOctal": "str",
    "parseHex": "str",
    "resolvePath": "f r",
}

_Given = tuple[Tree, ...]
_Named = tuple[tuple[str, Tree], ...]


def in_their_places(name: str, given: _Given, named: _Named) -> tuple[_Given, _Named]:
    """Arguments without those by name, each where it belongs; as they are if there is a gap."""
    values = dict(named)
    order = PARAMETERS.get(name, "").split()[len(given) :][: len(named)]
    if values.keys() != {*order} or len(order) < len(named):
        return given, named
    return (*given, *[values[one] for one in order]), ()


def as_function(name: str) -> Func:
    """A function of the library as a value."""
    place, required, takes = CALLS[name]
    names = tuple(PARAMETERS[name].split())
    late = tuple([one == "l" for one in takes])
    return function_of(name, body_at(place), names, required, late)
