"""Values of other languages as PCL's: exact numbers, lists for sets, text for dates."""

from __future__ import annotations

from decimal import Decimal

from confty.kit.hcl.convert import Refused, tidy
from confty.values import Labelled, Unknown


def from_plain(data: object) -> object:
    """Plain data as a value here, labels where they are; raises ``Refused``."""
    if data is None or isinstance(data, (bool, str, int, Unknown)):
        return data
    if isinstance(data, (float, Decimal)):
        number = Decimal(repr(data)) if isinstance(data, float) else data
        if not number.is_finite():
            raise Refused("a number that is not finite")
        return tidy(number)
    if isinstance(data, (list, tuple)):
        return [from_plain(element) for element in data]
    if isinstance(data, (set, frozenset)):
        return [from_plain(element) for element in sorted(data)]
    if isinstance(data, dict):
        if not all(isinstance(key, str) for key in data):
            raise Refused("an object with a key that is no string")
        return {key: from_plain(value) for key, value in data.items()}
    if isinstance(data, Labelled):
        return Labelled(from_plain(data.value), data.secret, data.dependencies, data.origins)
    if hasattr(data, "isoformat"):
        return str(data.isoformat())
    raise Refused("a value that has no place in PCL")
