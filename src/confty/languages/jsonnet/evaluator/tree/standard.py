"""How each function of ``std`` is called, as far as a tree has to say it.

The records of the library know more, and take longer to load than most programs take to run.  The
table is written from them by ``pytest --rewrite tests/jsonnet_eval/test_records.py``; a function
that is not listed is found through its record.
"""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.tree import shapes as t
from confty.languages.jsonnet.evaluator.tree.shapes import Given, Named, Tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# The function's body, how many arguments it needs, and a letter for each that it takes: a (v)alue,
# something that it works out (l)ater, or an array that it works out as a (w)hole.
CALLS: Final = {
    "makeArray": ("arrays:make_array", 2, "vv"),
    "range": ("arrays:range_", 2, "vv"),
    "repeat": ("arrays:repeat", 2, "vv"),
    "slice": ("arrays:slice_function", 4, "vvvv"),
    "member": ("arrays:member", 2, "vv"),
    "contains": ("arrays:contains", 2, "vv"),
    "count": ("arrays:count_", 2, "vl"),
    "find": ("arrays:find", 2, "lv"),
    "map": ("arrays:map_", 2, "vv"),
    "mapWithIndex": ("arrays:map_with_index", 2, "vv"),
    "filter": ("arrays:filter_", 2, "vv"),
    "filterMap": ("arrays:filter_map", 3, "vvv"),
    "flatMap": ("arrays:flat_map", 2, "vv"),
    "foldl": ("arrays:foldl", 3, "vvl"),
    "foldr": ("arrays:foldr", 3, "vvl"),
    "join": ("arrays:join", 2, "vw"),
    "lines": ("arrays:lines", 1, "w"),
    "deepJoin": ("nested:deep_join", 1, "w"),
    "flattenArrays": ("arrays:flatten_arrays", 1, "w"),
    "flattenDeepArray": ("nested:flatten_deep", 1, "v"),
    "reverse": ("arrays:reverse", 1, "v"),
    "all": ("arrays:all_", 1, "v"),
    "any": ("arrays:any_", 1, "v"),
    "remove": ("arrays:remove", 2, "vv"),
    "removeAt": ("arrays:remove_at", 2, "vv"),
    "type": ("kinds:type_", 1, "v"),
    "isArray": ("kinds:is_array", 1, "v"),
    "isBoolean": ("kinds:is_boolean", 1, "v"),
    "isFunction": ("kinds:is_function", 1, "v"),
    "isNumber": ("kinds:is_number", 1, "v"),
    "isObject": ("kinds:is_object", 1, "v"),
    "isString": ("kinds:is_string", 1, "v"),
    "isNull": ("kinds:is_null", 1, "v"),
    "length": ("kinds:length", 1, "v"),
    "toString": ("basics:to_text", 1, "v"),
    "equals": ("basics:equals_", 2, "vv"),
    "primitiveEquals": ("basics:primitive_equals", 2, "vv"),
    "assertEqual": ("basics:assert_equal", 2, "vv"),
    "mod": ("basics:mod", 2, "vv"),
    "modulo": ("basics:modulo_", 2, "vv"),
    "xor": ("basics:xor", 2, "vv"),
    "xnor": ("basics:xnor", 2, "vv"),
    "__compare": ("basics:compare_", 2, "vv"),
    "__compare_array": ("basics:compare_array", 2, "vv"),
    "__array_less": ("basics:array_less", 2, "vv"),
    "__array_greater": ("basics:array_greater", 2, "vv"),
    "__array_less_or_equal": ("basics:array_at_most", 2, "vv"),
    "__array_greater_or_equal": ("basics:array_at_least", 2, "vv"),
    "extVar": ("basics:ext_var", 1, "v"),
    "native": ("basics:native_", 1, "v"),
    "trace": ("basics:trace", 2, "vl"),
    "id": ("basics:identity", 1, "v"),
    "encodeUTF8": ("encoding:encode_utf8", 1, "v"),
    "decodeUTF8": ("encoding:decode_utf8", 1, "v"),
    "base64": ("encoding:base64", 1, "v"),
    "base64DecodeBytes": ("encoding:base64_decode_bytes", 1, "v"),
    "base64Decode": ("encoding:base64_decode", 1, "v"),
    "md5": ("encoding:md5", 1, "v"),
    "sha1": ("encoding:sha1", 1, "v"),
    "sha256": ("encoding:sha256", 1, "v"),
    "sha512": ("encoding:sha512", 1, "v"),
    "sha3": ("encoding:sha3", 1, "v"),
    "manifestJson": ("manifests:manifest_json", 1, "v"),
    "manifestJsonMinified": ("manifests:manifest_minified", 1, "v"),
    "manifestJsonEx": ("manifests:manifest_json_ex", 2, "vvvv"),
    "manifestYamlDoc": ("manifests:manifest_yaml", 1, "vvv"),
    "manifestYamlStream": ("manifests:manifest_yaml_stream", 1, "vlvl"),
    "manifestToml": ("formats:manifest_toml", 1, "v"),
    "manifestTomlEx": ("formats:manifest_toml_ex", 2, "vv"),
    "manifestIni": ("formats:manifest_ini", 1, "v"),
    "manifestPython": ("formats:manifest_python", 1, "v"),
    "manifestPythonVars": ("formats:manifest_python_vars", 1, "v"),
    "manifestXmlJsonml": ("formats:manifest_xml", 1, "v"),
    "parseJson": ("readers:parse_json", 1, "v"),
    "parseYaml": ("readers:parse_yaml", 1, "v"),
    "exp": ("numbers:exp", 1, "v"),
    "log": ("numbers:log", 1, "v"),
    "log2": ("numbers:log2", 1, "v"),
    "log10": ("numbers:log10", 1, "v"),
    "floor": ("numbers:floor", 1, "v"),
    "ceil": ("numbers:ceil", 1, "v"),
    "sqrt": ("numbers:sqrt", 1, "v"),
    "sin": ("numbers:sin", 1, "v"),
    "cos": ("numbers:cos", 1, "v"),
    "tan": ("numbers:tan", 1, "v"),
    "asin": ("numbers:asin", 1, "v"),
    "acos": ("numbers:acos", 1, "v"),
    "atan": ("numbers:atan", 1, "v"),
    "exponent": ("numbers:exponent", 1, "v"),
    "mantissa": ("numbers:mantissa", 1, "v"),
    "pow": ("numbers:power", 2, "vv"),
    "atan2": ("numbers:atan2", 2, "vv"),
    "hypot": ("numbers:hypot", 2, "vv"),
    "max": ("numbers:maximum", 2, "vv"),
    "min": ("numbers:minimum", 2, "vv"),
    "clamp": ("numbers:clamp", 3, "vvl"),
    "abs": ("numbers:absolute", 1, "v"),
    "sign": ("numbers:sign", 1, "v"),
    "deg2rad": ("numbers:radians", 1, "v"),
    "rad2deg": ("numbers:degrees", 1, "v"),
    "round": ("numbers:round_", 1, "v"),
    "isEven": ("numbers:is_even", 1, "v"),
    "isOdd": ("numbers:is_odd", 1, "v"),
    "isInteger": ("numbers:is_integer", 1, "v"),
    "isDecimal": ("numbers:is_decimal", 1, "v"),
    "sum": ("numbers:sum_", 1, "w"),
    "avg": ("numbers:average", 1, "v"),
    "objectFields": ("objects:object_fields", 1, "v"),
    "objectFieldsAll": ("objects:object_fields_all", 1, "v"),
    "objectFieldsEx": ("objects:object_fields_ex", 2, "vv"),
    "objectHas": ("objects:object_has", 2, "vv"),
    "objectHasAll": ("objects:object_has_all", 2, "vv"),
    "objectHasEx": ("objects:object_has_ex", 3, "vvv"),
    "objectValues": ("objects:object_values", 1, "v"),
    "objectValuesAll": ("objects:object_values_all", 1, "v"),
    "objectKeysValues": ("objects:object_pairs", 1, "v"),
    "objectKeysValuesAll": ("objects:object_pairs_all", 1, "v"),
    "objectRemoveKey": ("objects:object_remove_key", 2, "vv"),
    "get": ("objects:get", 2, "vvlv"),
    "mapWithKey": ("objects:map_with_key", 2, "vv"),
    "mergePatch": ("objects:merge_patch", 2, "lv"),
    "prune": ("objects:prune", 1, "v"),
    "sort": ("sets:sort", 1, "vl"),
    "uniq": ("sets:uniq", 1, "vl"),
    "set": ("sets:set_", 1, "vl"),
    "setUnion": ("sets:set_union", 2, "vvl"),
    "setInter": ("sets:set_inter", 2, "vvl"),
    "setDiff": ("sets:set_diff", 2, "vvl"),
    "setMember": ("sets:set_member", 2, "lvl"),
    "minArray": ("sets:min_array", 1, "vvl"),
    "maxArray": ("sets:max_array", 1, "vvl"),
    "codepoint": ("strings:codepoint", 1, "v"),
    "char": ("strings:char", 1, "v"),
    "substr": ("strings:substr", 3, "vvv"),
    "findSubstr": ("strings:find_substr", 2, "vv"),
    "startsWith": ("strings:starts_with", 2, "vv"),
    "endsWith": ("strings:ends_with", 2, "vv"),
    "stripChars": ("strings:strip_chars", 2, "vv"),
    "lstripChars": ("strings:lstrip_chars", 2, "vv"),
    "rstripChars": ("strings:rstrip_chars", 2, "vv"),
    "trim": ("strings:trim", 1, "v"),
    "split": ("strings:split", 2, "vv"),
    "splitLimit": ("strings:split_limit", 3, "vvv"),
    "splitLimitR": ("strings:split_limit_right", 3, "vvv"),
    "strReplace": ("strings:str_replace", 3, "vvv"),
    "isEmpty": ("strings:is_empty", 1, "v"),
    "asciiUpper": ("strings:ascii_upper", 1, "v"),
    "asciiLower": ("strings:ascii_lower", 1, "v"),
    "equalsIgnoreCase": ("strings:equals_ignore_case", 2, "vv"),
    "stringChars": ("strings:string_chars", 1, "v"),
    "format": ("strings:format_", 2, "vv"),
    "escapeStringJson": ("strings:escape_json", 1, "v"),
    "escapeStringPython": ("strings:escape_python", 1, "v"),
    "escapeStringBash": ("strings:escape_bash", 1, "v"),
    "escapeStringDollars": ("strings:escape_dollars", 1, "v"),
    "escapeStringXML": ("strings:escape_xml", 1, "v"),
    "parseInt": ("strings:parse_int", 1, "v"),
    "parseOctal": ("strings:parse_octal", 1, "v"),
    "parseHex": ("strings:parse_hex", 1, "v"),
    "resolvePath": ("strings:resolve_path", 2, "vv"),
}
# Those whose bodies are told where the call stands.
PLACED: Final = frozenset(("trace",))


def library_call(name: str, given: Given, named: Named, eager: bool, at: int) -> Tree:
    """The tree of a call of ``std.name`` that stands at a word."""
    body, required, takes = CALLS[name]
    if named and not eager:
        from confty.languages.jsonnet.evaluator.tree.parameters import in_their_places  # noqa: PLC0415  few calls name their arguments

        given, named = in_their_places(name, given, named)
    if named or not required <= len(given) <= len(takes):
        return (t.CALL, (t.MEMBER, name), given, named, eager)
    if "w" in takes:
        given = _at_once(given, takes.index("w"))
    late = "l" in takes and not eager
    waits = tuple([one == "l" for one in takes[: len(given)]]) if late else ()
    return (t.LIBRARY, body, given, waits, at if name in PLACED else -1)


def _at_once(given: Given, at: int) -> Given:
    """Arguments of which one is an array whose elements are all worked out anyway, in turn."""
    if at >= len(given) or given[at].__class__ is not tuple or given[at][0] != t.ARRAY_LOOP:
        return given
    return (*given[:at], (*given[at][:4], True), *given[at + 1 :])
