"""Terraform's functions: those that PCL has, and those that the package ``std`` has.

A function of ``std`` takes an object and gives ``result``; the table says which argument is which
property, in Terraform's order.  The last one with a star takes all the arguments that are left.
"""

from __future__ import annotations

from typing import Final

#: The same function in PCL, by how many arguments it takes.
NATIVE: Final[dict[str, tuple[str, range]]] = {
    "base64decode": ("fromBase64", range(1, 2)),
    "base64encode": ("toBase64", range(1, 2)),
    "can": ("can", range(1, 2)),
    "element": ("element", range(2, 3)),
    "file": ("readFile", range(1, 2)),
    "filebase64": ("filebase64", range(1, 2)),
    "filebase64sha256": ("filebase64sha256", range(1, 2)),
    "join": ("join", range(2, 3)),
    "jsonencode": ("toJSON", range(1, 2)),
    "length": ("length", range(1, 2)),
    "lookup": ("lookup", range(3, 4)),
    "max": ("max", range(1, 100)),
    "min": ("min", range(1, 100)),
    "nonsensitive": ("unsecret", range(1, 2)),
    "one": ("singleOrNone", range(1, 2)),
    "range": ("range", range(1, 3)),
    "sensitive": ("secret", range(1, 2)),
    "sha1": ("sha1", range(1, 2)),
    "split": ("split", range(2, 3)),
    "try": ("try", range(1, 100)),
}

_INPUT: Final = ("input",)

#: The properties of a function of ``std``.
STD: Final[dict[str, tuple[str, ...]]] = {
    "abs": _INPUT,
    "abspath": _INPUT,
    "alltrue": _INPUT,
    "anytrue": _INPUT,
    "base64gzip": _INPUT,
    "base64sha256": _INPUT,
    "base64sha512": _INPUT,
    "basename": _INPUT,
    "bcrypt": ("input", "cost"),
    "ceil": _INPUT,
    "chomp": _INPUT,
    "chunklist": ("input", "size"),
    "cidrhost": ("input", "host"),
    "cidrnetmask": _INPUT,
    "cidrsubnet": ("input", "newbits", "netnum"),
    "cidrsubnets": ("input", "*newbits"),
    "coalesce": ("*input",),
    "coalescelist": ("*input",),
    "compact": _INPUT,
    "concat": ("*input",),
    "contains": ("input", "element"),
    "csvdecode": _INPUT,
    "dirname": _INPUT,
    "distinct": _INPUT,
    "endswith": ("input", "suffix"),
    "filebase64sha512": _INPUT,
    "fileexists": _INPUT,
    "filemd5": _INPUT,
    "filesha1": _INPUT,
    "filesha256": _INPUT,
    "filesha512": _INPUT,
    "flatten": _INPUT,
    "floor": _INPUT,
    "format": ("input", "*args"),
    "formatlist": ("input", "*args"),
    "indent": ("spaces", "input"),
    "index": ("input", "element"),
    "jsondecode": _INPUT,
    "keys": _INPUT,
    "log": ("input", "base"),
    "lookup": ("map", "key"),
    "lower": _INPUT,
    "md5": _INPUT,
    "merge": ("*input",),
    "parseint": ("input", "base"),
    "pathexpand": _INPUT,
    "pow": ("base", "exponent"),
    "range": ("start", "limit", "step"),
    "regex": ("pattern", "string"),
    "regexall": ("pattern", "string"),
    "replace": ("text", "search", "replace"),
    "reverse": _INPUT,
    "rsadecrypt": ("cipherText", "key"),
    "setintersection": ("*input",),
    "sha256": _INPUT,
    "sha512": _INPUT,
    "signum": _INPUT,
    "slice": ("list", "from", "to"),
    "sort": _INPUT,
    "startswith": ("input", "prefix"),
    "strrev": _INPUT,
    "substr": ("input", "offset", "length"),
    "sum": _INPUT,
    "timeadd": ("timestamp", "duration"),
    "timecmp": ("timestampa", "timestampb"),
    "timestamp": (),
    "title": _INPUT,
    "tobool": _INPUT,
    "tolist": _INPUT,
    "tonumber": _INPUT,
    "toset": _INPUT,
    "tostring": _INPUT,
    "transpose": _INPUT,
    "trim": ("input", "cutset"),
    "trimprefix": ("input", "prefix"),
    "trimspace": _INPUT,
    "trimsuffix": ("input", "suffix"),
    "upper": _INPUT,
    "urlencode": _INPUT,
    "uuid": (),
    "values": _INPUT,
    "zipmap": ("keys", "values"),
}


def called(name: str, arguments: list[str], *, expanded: bool = False) -> str | None:
    """A call in PCL, or None where there is no counterpart.

    ``expanded``: the last argument is a list whose elements are the arguments.
    """
    name = name.removeprefix("core::")
    if name == "tomap" and len(arguments) == 1 and not expanded:
        return arguments[0]  # an object is a map in PCL
    native = NATIVE.get(name)
    if native is not None and len(arguments) in native[1] and not expanded:
        return f"{native[0]}({', '.join(arguments)})"
    names = STD.get(name)
    if names is None:
        return None
    given: list[str] = []
    rest = arguments
    for parameter in names:
        if parameter.startswith("*"):
            if expanded and len(rest) != 1:
                return None
            listed = rest[0] if expanded else f"[{', '.join(rest)}]"
            given.append(f"{parameter[1:]} = {listed}")
            rest = []
        elif rest:
            given.append(f"{parameter} = {rest[0]}")
            rest = rest[1:]
    starred = bool(names) and names[-1].startswith("*")
    if rest or (expanded and not starred):
        return None
    inside = f"{{ {', '.join(given)} }}" if given else "{}"
    return f'invoke("std:index:{name}", {inside}).result'
