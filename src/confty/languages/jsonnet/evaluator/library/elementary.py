"""Elementary functions as Go's library works them out, to the last digit.

Go does not call the C library: it has approximations of its own (after Cephes and FreeBSD), whose
results differ from it in the last place now and then, and programs print them in full.
"""

from __future__ import annotations

import math

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

_SIN: Final = (
    1.58962301576546568060e-10, -2.50507477628578072866e-8, 2.75573136213857245213e-6,
    -1.98412698295895385996e-4, 8.33333333332211858878e-3, -1.66666666666666307295e-1,
)  # fmt: skip
_COS: Final = (
    -1.13585365213876817300e-11, 2.08757008419747316778e-9, -2.75573141792967388112e-7,
    2.48015872888517045348e-5, -1.38888888888730564116e-3, 4.16666666666665929218e-2,
)  # fmt: skip
_TAN_TOP: Final = (-1.30936939181383734205e4, 1.15351664838587416140e6, -1.79565251976484877988e7)
_TAN_BOTTOM: Final = (
    1.0, 1.36812963470692954678e4, -1.32089234440210967447e6, 2.50083801823357915839e7,
    -5.38695755929454629881e7,
)  # fmt: skip
_ATAN_TOP: Final = (
    -8.750608600031904122785e-01, -1.615753718733365076637e01, -7.500855792314704667340e01,
    -1.228866684490136173410e02, -6.485021904942025371773e01,
)  # fmt: skip
_ATAN_BOTTOM: Final = (
    1.0, 2.485846490142306297962e01, 1.650270098316988542046e02, 4.328810604912902668951e02,
    4.853903996359136964868e02, 1.945506571482613964425e02,
)  # fmt: skip
# A quarter of pi in three parts, each with zeros at its end.
_QUARTER: Final = (
    7.85398125648498535156e-1, 3.77489470793079817668e-8, 2.69515142907905952645e-15
)  # fmt: skip
# From here on the reduction of an angle needs more digits: those of 4 / pi behind its one, 19
# times 64 bits.
_FAR: Final = float(1 << 29)
_FOUR_BY_PI: Final = int(
    "145f306dc9c882a53f84eafa3ea69bb81b6c52b3278872083fca2c757bd778ac36e48dc74849ba5c"
    "00c925dd413a32439fc3bd63962534e7dd1046bea5d768909d338e04d68befc827323ac7306a673e"
    "93908bf177bf250763ff12fffbc0b301fde5e2316b414da3eda6cfd9e4f96136e9e8c7ecd3cbfd45"
    "aea4f758fd7cbe2f67a0e73ef14a525d4d7f6bf623f1aba10ac06608df8f6d757",
    16,
)
_WORDS: Final = 19
_LN2: Final = (6.93147180369123816490e-01, 1.90821492927058770002e-10)
# The smallest exponent of a number whose digits are all there.
_NORMAL: Final = -1021
_LOG: Final = (
    6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01,
    2.222219843214978396e-01, 1.818357216161805012e-01, 1.531383769920937332e-01,
    1.479819860511658591e-01,
)  # fmt: skip
# The series of e**x, and the two parts of ln 2 that it is reduced by.
_EXP: Final = (
    2.4801587301587301587e-5, 1.9841269841269841270e-4, 1.3888888888888888889e-3,
    8.3333333333333333333e-3, 4.1666666666666666667e-2, 1.6666666666666666667e-1, 0.5, 1.0,
)  # fmt: skip
_EXP_LN2: Final = (
    0.69314718055966295651160180568695068359375,
    0.28235290563031577122588448175013436025525412068e-12,
)  # fmt: skip
_LARGEST: Final = 7.09782712893384e02
_SMALLEST: Final = -7.45133219101941108420e02


def _series(factors: Sequence[float], at: float) -> float:
    total = factors[0]
    for factor in factors[1:]:
        total = total * at + factor
    return total


def _octant(angle: float) -> tuple[int, float]:
    """The octant of an angle that is not negative, and what is left of it."""
    if angle >= _FAR:
        return _far_octant(angle)
    octant = int(angle * (4 / math.pi))
    octant += octant & 1
    turns = float(octant)
    rest = ((angle - turns * _QUARTER[0]) - turns * _QUARTER[1]) - turns * _QUARTER[2]
    return octant & 7, rest


def _far_octant(angle: float) -> tuple[int, float]:
    """The same for a large angle, by the digits of 4 / pi that count for it."""
    fraction, exponent = math.frexp(angle)
    whole, exponent = int(fraction * 2.0**53), exponent - 53
    # Of the product those 128 bits whose first three are the octant.
    digits = (_FOUR_BY_PI >> (64 * _WORDS - 192 - exponent + 3)) & _mask(192)
    product = (digits * whole >> 64) & _mask(128)
    octant, bits, lower = product >> 125, (product >> 61) & _mask(64), product & _mask(64)
    # What is left of it as a double, its first one left out; cut off and not rounded, as in Go.
    used = 65 - bits.bit_length()
    bits = ((bits << used) & _mask(64)) | (lower >> max(0, 64 - used))
    size = math.ldexp(1.0 + (bits >> 12) / 2.0**52, -used)
    if octant & 1:
        octant = (octant + 1) & 7
        size -= 1
    return octant, size * (math.pi / 4)


def _mask(bits: int) -> int:
    return (1 << bits) - 1


def _sine_part(rest: float) -> float:
    square = rest * rest
    return rest + rest * square * _series(_SIN, square)


def _cosine_part(rest: float) -> float:
    square = rest * rest
    return 1.0 - 0.5 * square + square * square * _series(_COS, square)


def sine(angle: float) -> float:
    if angle == 0:
        return angle
    octant, rest = _octant(abs(angle))
    negative = (angle < 0) != (octant > 3)
    result = _cosine_part(rest) if octant % 4 == 2 else _sine_part(rest)
    return -result if negative else result


def cosine(angle: float) -> float:
    octant, rest = _octant(abs(angle))
    result = _sine_part(rest) if octant % 4 == 2 else _cosine_part(rest)
    return -result if octant in {2, 4} else result


def tangent(angle: float) -> float:
    if angle == 0:
        return angle
    octant, rest = _octant(abs(angle))
    square = rest * rest
    if square > 1e-14:
        top = square * _series(_TAN_TOP, square)
        rest += rest * (top / _series(_TAN_BOTTOM, square))
    result = -1 / rest if octant & 2 else rest
    return -result if angle < 0 else result


def _small_arc(slope: float) -> float:
    square = slope * slope
    top = square * _series(_ATAN_TOP, square)
    return slope * (top / _series(_ATAN_BOTTOM, square)) + slope


def _arc(slope: float) -> float:
    rest = 6.123233995736765886130e-17
    if slope <= 0.66:
        return _small_arc(slope)
    if slope > 2.41421356237309504880:
        return math.pi / 2 - _small_arc(1 / slope) + rest
    return math.pi / 4 + _small_arc((slope - 1) / (slope + 1)) + 0.5 * rest


def arctangent(slope: float) -> float:
    if slope == 0:
        return slope
    return _arc(slope) if slope > 0 else -_arc(-slope)


def arcsine(value: float) -> float:
    if value == 0:
        return value
    size = abs(value)
    if size > 1:
        return math.nan
    other = math.sqrt(1 - size * size)
    result = math.pi / 2 - _arc(other / size) if size > 0.7 else _arc(size / other)
    return -result if value < 0 else result


def arccosine(value: float) -> float:
    return math.pi / 2 - arcsine(value)


def angle_of(y: float, x: float) -> float:
    if y == 0 or x == 0:
        return math.atan2(y, x)
    angle = arctangent(y / x)
    if x < 0:
        return angle + math.pi if angle <= 0 else angle - math.pi
    return angle


def hypotenuse(one: float, other: float) -> float:
    small, large = sorted((abs(one), abs(other)))
    if large == 0:
        return 0.0
    ratio = small / large
    return large * math.sqrt(1 + ratio * ratio)


def logarithm(value: float) -> float:
    if value <= 0:
        return -math.inf if value == 0 else math.nan
    fraction, exponent = math.frexp(value)
    if exponent < _NORMAL:
        # Go's instructions take the smallest numbers for others: as if a one stood before them.
        fraction, exponent = 0.5 + math.ldexp(value, 1021), -1022
    if fraction < math.sqrt(2) / 2:
        fraction *= 2
        exponent -= 1
    rest, turns = fraction - 1, float(exponent)
    s = rest / (2 + rest)
    square = s * s
    fourth = square * square
    odd = square * (_LOG[0] + fourth * (_LOG[2] + fourth * (_LOG[4] + fourth * _LOG[6])))
    even = fourth * (_LOG[1] + fourth * (_LOG[3] + fourth * _LOG[5]))
    half = 0.5 * rest * rest
    return turns * _LN2[0] - ((half - (s * (half + (odd + even)) + turns * _LN2[1])) - rest)


def _fused(one: float, other: float, more: float) -> float:
    """One times another plus more, rounded once, as processors do it."""
    from fractions import Fraction  # noqa: PLC0415  only exponentials need it

    return float(Fraction(one) * Fraction(other) + Fraction(more))


def exponential(value: float) -> float:
    if value > _LARGEST:
        return math.inf
    if value < _SMALLEST:
        return 0.0
    turns = round(value * 1.4426950408889634073599246810018920)
    rest = _fused(-float(turns), _EXP_LN2[0], value)
    rest = _fused(-float(turns), _EXP_LN2[1], rest) * 0.0625
    total = _EXP[0]
    for factor in _EXP[1:]:
        total = _fused(total, rest, factor)
    rest *= total
    for _ in range(3):
        rest *= rest + 2.0
    return math.ldexp(_fused(rest, rest + 2.0, 1.0), turns)


def power(base: float, exponent: float) -> float:
    """``base`` to the power of ``exponent``: squared again and again, a rest by logarithm."""
    if base == 0 or exponent in {0.0, 1.0, 0.5, -0.5} or base == 1:
        # What these give is exact.
        return _exact_power(base, exponent)
    rest, whole = math.modf(abs(exponent))
    if rest != 0 and base < 0:
        return math.nan
    if whole >= 2.0**63:
        if base == -1:
            return 1.0
        return 0.0 if (abs(base) < 1) == (exponent > 0) else math.inf
    result = 1.0
    if rest != 0:
        if rest > 0.5:
            rest -= 1
            whole += 1
        result = exponential(rest * logarithm(base))
    return _squared(result, base, int(whole), inverted=exponent < 0)


def _exact_power(base: float, exponent: float) -> float:
    if base == 0 and exponent < 0:
        odd = exponent.is_integer() and math.fmod(exponent, 2) != 0
        return math.copysign(math.inf, base) if odd else math.inf
    if exponent in {0.5, -0.5} and base < 0:
        return math.nan
    if exponent == -0.5:
        return 1 / math.sqrt(base)
    return math.pow(base, exponent)


def _squared(result: float, base: float, times: int, *, inverted: bool) -> float:
    fraction, exponent = math.frexp(base)
    total = 0
    while times:
        if abs(exponent) > 1 << 12:
            total += exponent
            break
        if times & 1:
            result *= fraction
            total += exponent
        fraction *= fraction
        exponent <<= 1
        if fraction < 0.5:
            fraction += fraction
            exponent -= 1
        times >>= 1
    if inverted:
        result, total = 1 / result, -total
    try:
        return math.ldexp(result, total)
    except OverflowError:
        return math.copysign(math.inf, result)
