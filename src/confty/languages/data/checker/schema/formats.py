"""What ``format`` asks of a string, by the standards that JSON Schema names.

Each entry says since which draft a format is known; to older ones, and of formats that nobody
knows, nothing is said.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from typing import Final

from confty.languages.data.checker.schema.patterns import compiled

_DATE: Final = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_TIME: Final = re.compile(
    r"([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]++)?(?:[zZ]|([-+])([0-9]{2}):([0-9]{2}))"
)
_DURATION: Final = re.compile(
    r"P(?:[0-9]++W|(?=[0-9T])(?:[0-9]++Y(?:[0-9]++M(?:[0-9]++D)?)?|[0-9]++M(?:[0-9]++D)?|[0-9]++D)?"
    r"(?:T(?=[0-9])(?:[0-9]++H(?:[0-9]++M(?:[0-9]++S)?)?|[0-9]++M(?:[0-9]++S)?|[0-9]++S))?)"
)
_LABEL: Final = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?")
_ATOM: Final = re.compile(
    r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]++(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]++)*+"
)
_QUOTED: Final = re.compile(r'"(?:[^"\\\x00-\x1f]|\\[\x20-\x7e])*+"')
_UUID: Final = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_POINTER: Final = re.compile(r"(?:/(?:[^~/]|~[01])*+)*+")
_RELATIVE: Final = re.compile(r"(?:0|[1-9][0-9]*+)(?:#|(?:/(?:[^~/]|~[01])*+)*+)")
_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*+:")
# RFC 3986: what may stand in an address, in its path, and a percent sign with two digits.
_PLAIN: Final = r"A-Za-z0-9\-._~!$&'()*+,;=:@"
_USER: Final = _PLAIN.removesuffix("@")
_REST: Final = re.compile(
    rf"(?://(?:(?:[{_USER}]|%[0-9A-Fa-f]{{2}})*+@)?(?:\[[0-9A-Fa-f:.]++\]|\[v[0-9A-Fa-f]++\.[{_PLAIN}]++\]"
    rf"|(?:[A-Za-z0-9\-._~!$&'()*+,;=]|%[0-9A-Fa-f]{{2}})*+)(?::[0-9]*+)?(?=[/?#]|\Z)|(?!//))"
    rf"(?:[{_PLAIN}/]|%[0-9A-Fa-f]{{2}})*+(?:\?(?:[{_PLAIN}/?]|%[0-9A-Fa-f]{{2}})*+)?"
    rf"(?:\#(?:[{_PLAIN}/?]|%[0-9A-Fa-f]{{2}})*+)?"
)
_TEMPLATE: Final = re.compile(
    r"(?:[^\x00-\x20\"<>%\\^`{|}]|%[0-9A-Fa-f]{2}|\{[+#./;?&=,!@|]?(?:[A-Za-z0-9_.]|%[0-9A-Fa-f]{2})++"
    r"(?::[1-9][0-9]{0,3}|\*)?(?:,(?:[A-Za-z0-9_.]|%[0-9A-Fa-f]{2})++(?::[1-9][0-9]{0,3}|\*)?)*+\})*+"
)


def _is_date(text: str) -> bool:
    found = _DATE.fullmatch(text)
    if found is None:
        return False
    year, month, day = map(int, found.groups())
    # The calendar of Python begins with year 1; year 0 was a leap year.
    return 1 <= month <= 12 and 1 <= day <= monthrange(year or 4, month)[1]


def _is_time(text: str) -> bool:
    found = _TIME.fullmatch(text)
    if found is None:
        return False
    hour, minute, second = (int(found[number]) for number in (1, 2, 3))
    sign = -1 if found[4] == "-" else 1
    east, more = int(found[5] or 0), int(found[6] or 0)
    if hour > 23 or minute > 59 or second > 60 or east > 23 or more > 59:
        return False
    # A leap second ends a day of Greenwich.
    there = (hour * 60 + minute - sign * (east * 60 + more)) % 1440
    return second < 60 or there == 1439


def _is_moment(text: str) -> bool:
    return text[10:11] in {"T", "t"} and _is_date(text[:10]) and _is_time(text[11:])


def _is_duration(text: str) -> bool:
    return _DURATION.fullmatch(text) is not None


def _is_host(text: str) -> bool:
    if not text or len(text) > 253:
        return False
    labels = text.split(".")
    return all(
        _LABEL.fullmatch(label) and (label[2:4] != "--" or label[:2].lower() == "xn")
        for label in labels
    )


def _is_wide_host(text: str) -> bool:
    labels = text.split(".")
    if not all(labels) or any(one[0] == "-" or one[-1] == "-" for one in labels):
        return False
    try:
        return _is_host(text.encode("idna").decode())
    except UnicodeError:
        return False


def _is_ipv4(text: str) -> bool:
    try:
        IPv4Address(text)
    except AddressValueError:
        return False
    return True


def _is_ipv6(text: str) -> bool:
    try:
        IPv6Address(text)
    except AddressValueError:
        return False
    return "%" not in text


def _is_email(text: str) -> bool:
    local, at, domain = text.rpartition("@")
    if not at or not local or len(local) > 64:
        return False
    if not (_ATOM.fullmatch(local) or _QUOTED.fullmatch(local)):
        return False
    return _is_mail_domain(domain)


def _is_mail_domain(domain: str) -> bool:
    if domain.startswith("[") and domain.endswith("]"):
        inner = domain[1:-1]
        return _is_ipv6(inner[5:]) if inner.startswith("IPv6:") else _is_ipv4(inner)
    return _is_host(domain)


def _is_wide_email(text: str) -> bool:
    local, at, domain = text.rpartition("@")
    if not at or not local:
        return False
    narrow = "".join([one if one.isascii() else "x" for one in local])
    return _is_email(f"{narrow}@x.y") and (_is_wide_host(domain) or _is_mail_domain(domain))


def _is_reference(text: str) -> bool:
    scheme = _SCHEME.match(text)
    rest = text[scheme.end() :] if scheme else text
    if scheme is None and ":" in re.split(r"[/?#]", text, maxsplit=1)[0]:
        return False
    return _REST.fullmatch(rest) is not None and _is_authority(rest)


def _is_authority(rest: str) -> bool:
    found = re.match(r"//[^/?#]*\[([0-9A-Fa-f:.]+)\]", rest)
    return found is None or _is_ipv6(found[1])


def _is_uri(text: str) -> bool:
    return _SCHEME.match(text) is not None and _is_reference(text)


def _narrow(text: str) -> str:
    """The characters beyond ASCII, which an international address may have, as tildes.

    No scheme has a tilde, so that none has such characters, either.
    """
    return "".join([one if ord(one) < 0xA0 else "~" for one in text])


def _is_template(text: str) -> bool:
    return _TEMPLATE.fullmatch(text) is not None


#: format -> (the first draft that knows it, what it asks, what to call it)
FORMATS: Final[dict[str, tuple[int, Callable[[str], bool], str]]] = {
    "date-time": (4, _is_moment, "a date with a time, such as 2024-02-29T12:30:00Z"),
    "email": (4, _is_email, "an e-mail address"),
    "hostname": (4, _is_host, "a host name"),
    "ipv4": (4, _is_ipv4, "an IPv4 address"),
    "ipv6": (4, _is_ipv6, "an IPv6 address"),
    "uri": (4, _is_uri, "an address such as https://example.com"),
    "uri-reference": (6, _is_reference, "an address or a part of one"),
    "uri-template": (6, _is_template, "a template of addresses"),
    "json-pointer": (6, lambda text: _POINTER.fullmatch(text) is not None, "a JSON pointer"),
    "idn-email": (4, _is_wide_email, "an e-mail address"),
    "idn-hostname": (7, _is_wide_host, "a host name"),
    "iri": (7, lambda text: _is_uri(_narrow(text)), "an address such as https://example.com"),
    "iri-reference": (
        7,
        lambda text: _is_reference(_narrow(text)),
        "an address or a part of one",
    ),
    "relative-json-pointer": (
        7,
        lambda text: _RELATIVE.fullmatch(text) is not None,
        "a relative JSON pointer",
    ),
    "regex": (4, lambda text: compiled(text) is not None, "a regular expression"),
    "date": (4, _is_date, "a date such as 2024-02-29"),
    "time": (4, _is_time, "a time such as 12:30:00Z"),
    "duration": (2019, _is_duration, "a duration such as P1DT12H"),
    "uuid": (2019, lambda text: _UUID.fullmatch(text) is not None, "a UUID"),
}


def asked_by(name: object, draft: int) -> tuple[Callable[[str], bool], str] | None:
    """Return what a format asks of a string, and what to call it; None if it is not known."""
    found = FORMATS.get(name) if isinstance(name, str) else None
    return None if found is None or draft < found[0] else found[1:]
