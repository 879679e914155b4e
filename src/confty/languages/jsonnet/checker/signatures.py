"""The standard library's signatures, as data.

One line a function: its parameters with their types, then its result.  A capital letter is a
variable that a call solves.  Where a result depends on more than that, ``library`` has a rule of
the same name.  Types are as wide as what runs: ``std.foldl`` takes a string, ``std.join`` skips
nulls, ``std.extVar`` gives anything.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from confty.languages.jsonnet.checker.notation import read_type
from confty.types import Function, Object, Type, object_of

_TEXT: Final = """
native (x: string) => any
extVar (x: string) => any
type (x: any) => string
isArray (v: any) => boolean
isBoolean (v: any) => boolean
isFunction (v: any) => boolean
isNumber (v: any) => boolean
isObject (v: any) => boolean
isString (v: any) => boolean
isNull (v: any) => boolean
length (x: any) => number
get (o: object, f: string, default?: any, inc_hidden?: boolean) => any
objectHas (o: object, f: string) => boolean
objectHasAll (o: object, f: string) => boolean
objectHasEx (obj: object, fname: string, hidden: boolean) => boolean
objectFields (o: object) => set[string]
objectFieldsAll (o: object) => set[string]
objectFieldsEx (obj: object, hidden: boolean) => set[string]
objectValues (o: object) => array[any]
objectValuesAll (o: object) => array[any]
objectKeysValues (o: object) => array[{ key: string, value: any }]
objectKeysValuesAll (o: object) => array[{ key: string, value: any }]
objectRemoveKey (obj: object, key: string) => object
prune (a: any) => any
mapWithKey (func: ($key: any, $value: any) => any, obj: object) => object
abs (n: number) => number
sign (n: number) => number
max (a: number, b: number) => number
min (a: number, b: number) => number
pow (x: number, n: number) => number
exp (x: number) => number
log (x: number) => number
log2 (x: number) => number
log10 (x: number) => number
exponent (x: number) => number
mantissa (x: number) => number
floor (x: number) => number
ceil (x: number) => number
sqrt (x: number) => number
sin (x: number) => number
cos (x: number) => number
tan (x: number) => number
asin (x: number) => number
acos (x: number) => number
atan (x: number) => number
atan2 (y: number, x: number) => number
hypot (a: number, b: number) => number
deg2rad (x: number) => number
rad2deg (x: number) => number
round (x: number) => number
isEven (x: number) => boolean
isOdd (x: number) => boolean
isInteger (x: number) => boolean
isDecimal (x: number) => boolean
mod (a: number | string, b: any) => any
modulo (x: number, y: number) => number
clamp (x: T, minVal: T, maxVal: T) => T
assertEqual (a: any, b: any) => true
toString (a: any) => string
codepoint (str: string) => number
char (n: number) => string
substr (str: string, from: number, len: number) => string
findSubstr (pat: string, str: string) => array[number]
startsWith (a: string, b: string) => boolean
endsWith (a: string, b: string) => boolean
stripChars (str: string, chars: string | array[any]) => string
lstripChars (str: string, chars: string | array[any]) => string
rstripChars (str: string, chars: string | array[any]) => string
split (str: string, c: string) => array[string]
splitLimit (str: string, c: string, maxsplits: number) => array[string]
splitLimitR (str: string, c: string, maxsplits: number) => array[string]
strReplace (str: string, from: string, to: string) => string
isEmpty (str: string | array[any]) => boolean
trim (str: string) => string
asciiUpper (str: string) => string
asciiLower (str: string) => string
stringChars (str: string) => array[string]
format (str: string, vals: any) => string
escapeStringBash (str: any) => string
escapeStringDollars (str: any) => string
escapeStringJson (str: any) => string
escapeStringPython (str: any) => string
escapeStringXML (str: any) => string
parseInt (str: string) => number
parseOctal (str: string) => number
parseHex (str: string) => number
parseJson (str: string) => any
parseYaml (str: string) => any
encodeUTF8 (str: string) => array[number]
decodeUTF8 (arr: array[number]) => string
manifestIni (ini: object) => string
manifestPython (v: any) => string
manifestPythonVars (conf: object) => string
manifestJsonEx (value: any, indent: string, newline?: string, key_val_sep?: string) => string
manifestJson (value: any) => string
manifestJsonMinified (value: any) => string
manifestYamlDoc (value: any, indent_array_in_object?: boolean, quote_keys?: boolean) => string
manifestYamlStream (value: array[any], indent_array_in_object?: boolean,
  c_document_end?: boolean, quote_keys?: boolean) => string
manifestXmlJsonml (value: array[any]) => string
manifestToml (value: object) => string
manifestTomlEx (value: object, indent: string) => string
makeArray (sz: number, func: ($a: any) => any) => array[any]
member (arr: string | array[any], x: any) => boolean
count (arr: array[any], x: any) => number
find (value: any, arr: array[any]) => array[number]
map (func: ($a: any) => any, arr: string | array[any]) => array[any]
mapWithIndex (func: ($idx: any, $elem: any) => any, arr: string | array[any]) => array[any]
filterMap (filter_func: ($a: any) => any, map_func: ($a: any) => any,
  arr: array[any]) => array[any]
flatMap (func: ($a: any) => any, arr: string | array[any]) => string | array[any]
filter (func: ($a: any) => any, arr: array[any]) => array[any]
foldl (func: ($acc: any, $elem: any) => any, arr: string | array[any], init: any) => any
foldr (func: ($elem: any, $acc: any) => any, arr: string | array[any], init: any) => any
range (from: number, to: number) => array[number]
repeat (what: string | array[any], count: number) => string | array[any]
slice (indexable: string | array[any], index: null | number, end: null | number,
  step: null | number) => string | array[any]
join (sep: string | array[any], arr: array[any]) => string | array[any]
deepJoin (arr: string | array[any]) => string
lines (arr: array[null | string]) => string
flattenArrays (arrs: array[any]) => array[any]
flattenDeepArray (value: any) => array[any]
reverse (arr: array[T]) => array[T]
sort (arr: array[any], keyF?: ($a: any) => any) => array[any]
uniq (arr: array[any], keyF?: ($a: any) => any) => array[any]
all (arr: array[boolean]) => boolean
any (arr: array[boolean]) => boolean
sum (arr: array[number]) => number
avg (arr: array[number]) => number
minArray (arr: array[T], keyF?: ($a: any) => any, onEmpty?: T) => T
maxArray (arr: array[T], keyF?: ($a: any) => any, onEmpty?: T) => T
contains (arr: array[any], elem: any) => boolean
remove (arr: array[T], elem: any) => array[T]
removeAt (arr: array[T], idx: number) => array[T]
set (arr: array[T], keyF?: ($a: any) => any) => set[T]
setInter (a: set[A], b: set[B], keyF?: ($a: any) => any) => set[A]
setUnion (a: set[A], b: set[B], keyF?: ($a: any) => any) => set[A | B]
setDiff (a: set[A], b: set[B], keyF?: ($a: any) => any) => set[A]
setMember (x: any, arr: set[any], keyF?: ($a: any) => any) => boolean
base64 (input: string | array[number]) => string
base64DecodeBytes (str: string) => array[number]
base64Decode (str: string) => string
md5 (s: string) => string
sha1 (s: string) => string
sha256 (s: string) => string
sha3 (s: string) => string
sha512 (s: string) => string
xor (x: boolean, y: boolean) => boolean
xnor (x: boolean, y: boolean) => boolean
mergePatch (target: any, patch: any) => any
trace (str: string, rest: T) => T
equals (x: any, y: any) => boolean
primitiveEquals (x: any, y: any) => boolean
equalsIgnoreCase (str1: string, str2: string) => boolean
resolvePath (f: string, r: string) => string
id (x: T) => T
__compare (v1: any, v2: any) => number
__compare_array (arr1: array[any], arr2: array[any]) => number
__array_less (arr1: array[any], arr2: array[any]) => boolean
__array_greater (arr1: array[any], arr2: array[any]) => boolean
__array_less_or_equal (arr1: array[any], arr2: array[any]) => boolean
__array_greater_or_equal (arr1: array[any], arr2: array[any]) => boolean
thisFile string
pi number
"""

# Names by which another implementation knows a parameter; a call may use either.
OTHER_NAMES: Final[dict[str, dict[str, str]]] = {
    "native": {"name": "x"},
    "exp": {"n": "x"},
    "log": {"n": "x"},
    "exponent": {"n": "x"},
    "mantissa": {"n": "x"},
    "escapeStringBash": {"str_": "str"},
    "escapeStringDollars": {"str_": "str"},
    "escapeStringJson": {"str_": "str"},
    "manifestTomlEx": {"toml": "value"},
    "flattenArrays": {"arr": "arrs"},
    "removeAt": {"at": "idx", "i": "idx"},
    "hypot": {"x": "a", "y": "b"},
    "md5": {"str": "s"},
    "sha1": {"str": "s"},
    "sha256": {"str": "s"},
    "sha3": {"str": "s"},
    "sha512": {"str": "s"},
    "equals": {"a": "x", "b": "y"},
    "objectHasEx": {"f": "fname", "inc_hidden": "hidden"},
}


# Functions that in one implementation take a string for an array of its characters.
TEXT_AS_ARRAY: Final = frozenset(
    (
        "maxArray",
        "minArray",
        "removeAt",
        "reverse",
        "set",
        "setDiff",
        "setInter",
        "setMember",
        "setUnion",
        "sort",
        "uniq",
    )
)


@cache
def library() -> Object:
    """Return the type of ``std``."""
    fields: dict[str, Type] = {}
    for line in _TEXT.strip().replace("\n  ", " ").splitlines():
        name, _, spelled = line.partition(" ")
        fields[name] = read_type(spelled)
    return object_of(fields)


def signature(name: str) -> Function | None:
    """Return the type of one library function."""
    found = library().by_name.get(name)
    return found.type if found is not None and isinstance(found.type, Function) else None
