"""Which module holds which library function; a program loads only the themes it uses."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from confty.languages.jsonnet.evaluator.library.signature import NATIVES, Native

_THEMES: Final = {
    "arrays": """all any contains count deepJoin filter filterMap find flatMap flattenArrays
        flattenDeepArray foldl foldr join lines makeArray map mapWithIndex member range remove
        removeAt repeat reverse slice""",
    "basics": """__array_greater __array_greater_or_equal __array_less __array_less_or_equal
        __compare __compare_array assertEqual equals extVar id isArray isBoolean isFunction isNull
        isNumber isObject isString length mod modulo native primitiveEquals toString trace type
        xnor xor""",
    "encoding": """base64 base64Decode base64DecodeBytes decodeUTF8 encodeUTF8 md5 sha1 sha256
        sha3 sha512""",
    "manifests": """manifestIni manifestJson manifestJsonEx manifestJsonMinified manifestPython
        manifestPythonVars manifestToml manifestTomlEx manifestXmlJsonml manifestYamlDoc
        manifestYamlStream parseJson parseYaml""",
    "numbers": """abs acos asin atan atan2 avg ceil clamp cos deg2rad exp exponent floor hypot
        isDecimal isEven isInteger isOdd log log10 log2 mantissa max min pow rad2deg round sign sin
        sqrt sum tan""",
    "objects": """get mapWithKey mergePatch objectFields objectFieldsAll objectFieldsEx objectHas
        objectHasAll objectHasEx objectKeysValues objectKeysValuesAll objectRemoveKey objectValues
        objectValuesAll prune""",
    "sets": """maxArray minArray set setDiff setInter setMember setUnion sort uniq""",
    "strings": """asciiLower asciiUpper char codepoint endsWith equalsIgnoreCase escapeStringBash
        escapeStringDollars escapeStringJson escapeStringPython escapeStringXML findSubstr format
        isEmpty lstripChars parseHex parseInt parseOctal resolvePath rstripChars split splitLimit
        splitLimitR startsWith strReplace stringChars stripChars substr trim""",
}
_ROOM: Final = "confty.languages.jsonnet.evaluator.library."
_HOME: Final = {name: theme for theme, names in _THEMES.items() for name in names.split()}

NAMES: Final = tuple(sorted(_HOME))


def signature_of(name: str) -> Native | None:
    """A library function by its name, or None when there is none."""
    found = NATIVES.get(name)
    if found is None and name in _HOME:
        import_module(_ROOM + _HOME[name])
        found = NATIVES[name]
    return found
