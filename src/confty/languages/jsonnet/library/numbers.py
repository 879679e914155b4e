"""Mathematics on finite doubles."""

from __future__ import annotations

from typing import Final

from confty.languages.jsonnet.library.record import StdFunction

NUMBERS: Final = (
    StdFunction(
        "exp",
        "(n: number) => number",
        "e to the power of `n`.",
        "numbers:exp",
        also={"x": "n"},
    ),
    StdFunction(
        "log",
        "(n: number) => number",
        "The natural logarithm of `n`.",
        "numbers:log",
        also={"x": "n"},
    ),
    StdFunction(
        "log2",
        "(n: number) => number",
        "The logarithm of `n` to base 2.",
        "numbers:log2",
        also={"x": "n"},
    ),
    StdFunction(
        "log10",
        "(n: number) => number",
        "The logarithm of `n` to base 10.",
        "numbers:log10",
        also={"x": "n"},
    ),
    StdFunction(
        "floor",
        "(x: number) => number",
        "The largest whole number that is not above `x`.",
        "numbers:floor",
    ),
    StdFunction(
        "ceil",
        "(x: number) => number",
        "The smallest whole number that is not below `x`.",
        "numbers:ceil",
    ),
    StdFunction(
        "sqrt",
        "(x: number) => number",
        "The square root of `x`.",
        "numbers:sqrt",
    ),
    StdFunction(
        "sin",
        "(x: number) => number",
        "The sine of an angle in radians.",
        "numbers:sin",
    ),
    StdFunction(
        "cos",
        "(x: number) => number",
        "The cosine of an angle in radians.",
        "numbers:cos",
    ),
    StdFunction(
        "tan",
        "(x: number) => number",
        "The tangent of an angle in radians.",
        "numbers:tan",
    ),
    StdFunction(
        "asin",
        "(x: number) => number",
        "The angle, in radians, whose sine is `x`.",
        "numbers:asin",
    ),
    StdFunction(
        "acos",
        "(x: number) => number",
        "The angle, in radians, whose cosine is `x`.",
        "numbers:acos",
    ),
    StdFunction(
        "atan",
        "(x: number) => number",
        "The angle, in radians, whose tangent is `x`.",
        "numbers:atan",
    ),
    StdFunction(
        "exponent",
        "(n: number) => number",
        "The exponent of `n` written as a fraction times a power of two.",
        "numbers:exponent",
        also={"x": "n"},
    ),
    StdFunction(
        "mantissa",
        "(n: number) => number",
        "The fraction of `n` written as a fraction times a power of two.",
        "numbers:mantissa",
        also={"x": "n"},
    ),
    StdFunction(
        "pow",
        "(x: number, n: number) => number",
        "`x` to the power of `n`.",
        "numbers:power",
    ),
    StdFunction(
        "atan2",
        "(y: number, x: number) => number",
        "The angle, in radians, between the x axis and the point (`x`, `y`).",
        "numbers:atan2",
    ),
    StdFunction(
        "hypot",
        "(a: number, b: number) => number",
        "The length of the hypotenuse of a right triangle with legs `a` and `b`.",
        "numbers:hypot",
        also={"x": "a", "y": "b"},
    ),
    StdFunction(
        "max",
        "(a: number, b: number) => number",
        "The larger of two numbers.",
        "numbers:maximum",
    ),
    StdFunction(
        "min",
        "(a: number, b: number) => number",
        "The smaller of two numbers.",
        "numbers:minimum",
    ),
    StdFunction(
        "clamp",
        "(x: T, minVal: T, maxVal: T) => T",
        "`x`, or the limit it is beyond.",
        "numbers:clamp",
    ),
    StdFunction(
        "abs",
        "(n: number) => number",
        "The number without its sign.",
        "numbers:absolute",
    ),
    StdFunction(
        "sign",
        "(n: number) => number",
        "-1 for a number below zero, 0 for zero, 1 for one above.",
        "numbers:sign",
    ),
    StdFunction(
        "deg2rad",
        "(x: number) => number",
        "An angle in degrees as radians.",
        "numbers:radians",
    ),
    StdFunction(
        "rad2deg",
        "(x: number) => number",
        "An angle in radians as degrees.",
        "numbers:degrees",
    ),
    StdFunction(
        "round",
        "(x: number) => number",
        "The nearest whole number, halves rounded up.",
        "numbers:round_",
    ),
    StdFunction(
        "isEven",
        "(x: number) => boolean",
        "Whether the number, rounded, is even.",
        "numbers:is_even",
    ),
    StdFunction(
        "isOdd",
        "(x: number) => boolean",
        "Whether the number, rounded, is odd.",
        "numbers:is_odd",
    ),
    StdFunction(
        "isInteger",
        "(x: number) => boolean",
        "Whether the number is whole.",
        "numbers:is_integer",
    ),
    StdFunction(
        "isDecimal",
        "(x: number) => boolean",
        "Whether the number has a fraction.",
        "numbers:is_decimal",
    ),
    StdFunction(
        "sum",
        "(arr: array[number]) => number",
        "The sum of the numbers in an array.",
        "numbers:sum_",
        whole="arr",
        varies=True,
    ),
    StdFunction(
        "avg",
        "(arr: array[number]) => number",
        "The mean of the numbers in an array that is not empty.",
        "numbers:average",
    ),
)
