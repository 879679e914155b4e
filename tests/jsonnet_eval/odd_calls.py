"""Calls of every library function with odd arguments, odd texts of YAML, and odd operands.

Mostly of the kind that a function wants, and each kind with its edges: negative, fractional, huge,
empty, beyond ASCII, lazily failing, nested, hidden.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from random import Random

from confty.languages.jsonnet.library import FUNCTIONS, StdFunction

NUMBERS = [
    "0",
    "1",
    "-1",
    "2",
    "3",
    "1.5",
    "-0.5",
    "0.1",
    "100",
    "255",
    "1/3",
    "97",
    "1e100",
    "-1e100",
    "1e15",
    "1e17",
    "123456789012",
    "-2.5",
    "2.5",
    "0.5",
    "1e-7",
    "1e300",
    "5e-324",
    "9007199254740993",
    "-0",
    "4294967296",
    "2147483647",
    "2147483648",
    "65",
    "55296",
    "1114111",
    "1114112",
    "-0.1",
    "31",
    "63",
    "64",
    "1e21",
    "123456.789",
]
STRINGS = [
    *(json.dumps(word) for word in (
        "", "a", "abc", "a,b,,c", ",", "12", "ff", " x\n", "%s", "%d", "-1", "0x1f", "1e3", "aaa", "ABC", "a b", '"q\\', "it's",
        "$a$$", "<&>", "true", "null", "yes", "[1,2]", "{a: 1}", "a\nb\n", "a\n\nb", " a", "#", "- x", "0777", "08", "1_000",
        "2020-01-01", "~", "=", "~/x/y.z", "YWJj", "YWI=", "4oKs", "YQ", "a=", "7", "-", "+5", "777", "FF", "g", "\r\n",
    )),
    '"é"', '"😀x"', '"ß"', '"İ"', r'"\ud83d\ude00"', r'"\t \u00a0x\u2003"', r'"\u2028"', r'"\u007f"', r'"\u0085"', '"ﬀ"', r'"\u0000"',
]  # fmt: skip
FUNCTION_TEXTS = [
    "function(x) x", "function(x, y) x", "function(a, b) a + b", "function(x) [x]", "function(x) true", "function(x) error 'e'",
    "function() 1", "function(x) x.a", "function(x) -x", "function(x) null", "function(a, b=2) [a, b]", "function(a, b) b",
    "std.length", "std.toString", "function(x) x > 1", "function(a, b) a < b", "function(x) 'k' + x", "function(k, v) { [k]: v }",
]  # fmt: skip
OTHERS = ["null", "true", "false", "error 'boom'"]
ARRAYS = [
    "[1,2,3]", "[3,1,2]", "[1,1,2]", "['b','a']", "[[1],[2]]", "[{a:1},{a:2}]", "[true,false]", "[null]", "std.range(1,5)", "[0,255,97]",
    "[226,130,172]", "[195]", "[1.5]", "[256]", "[-1]", "[[], [1]]",
]  # fmt: skip
KEYS = "a b c 'x y' 'é' '1' '-' 'true' 'on' '' 'a.b' '#' '%s' A '\\n' '\"' '0x1' '1.0' 'a-b' main sections '😀'"
NAMES = re.findall(r"'[^']*'|\S+", KEYS)
#: What Go does not survive, or is slow with.
HUGE = re.compile(r"^std\.(makeArray|range|repeat)\b.*(\d{7}|1e\d)")


class Writer:
    """Writes values of one kind or another."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def value(self, depth: int = 2) -> str:
        pick = self.random
        kind = pick.random()
        if depth <= 0 or kind < 0.3:
            return pick.choice(NUMBERS if pick.random() < 0.5 else STRINGS)
        if kind < 0.4:
            return pick.choice(OTHERS)
        if kind < 0.65:
            return self.array(depth)
        return self.object(depth) if kind < 0.95 else pick.choice(FUNCTION_TEXTS)

    def array(self, depth: int = 2) -> str:
        pick = self.random
        kind = pick.random()
        if kind < 0.1:
            return pick.choice(ARRAYS)
        source: Callable[[], str] = lambda: self.value(depth - 1)  # noqa: E731  one of three
        if kind < 0.6:
            words = NUMBERS if kind < 0.35 else STRINGS
            source = lambda: pick.choice(words)  # noqa: E731
        return f"[{', '.join([source() for _ in range(pick.choice((0, 1, 1, 2, 3, 4)))])}]"

    def object(self, depth: int = 2) -> str:
        pick = self.random
        names = pick.sample(NAMES, pick.choice((0, 1, 1, 2, 3, 4)))
        marks = (":", ":", ":", "::", ":::", "+:")
        members = [f"{name}{pick.choice(marks)} {self.value(depth - 1)}" for name in names]
        if pick.random() < 0.06:
            members.append(pick.choice(("assert true", "assert false : 'no'", "local z = 1")))
        text = "{ " + ", ".join(members) + " }"
        return f"({text} + {self.object(depth - 1)})" if pick.random() < 0.15 else text

    def template(self) -> str:
        pick = self.random
        text = ""
        for _ in range(pick.randint(1, 3)):
            key = f"({pick.choice(('a', 'b', 'x y', ''))})" if pick.random() < 0.2 else ""
            flags = "".join([pick.choice("#0- +") for _ in range(pick.choice((0, 0, 1, 2)))])
            width = pick.choice(("", "", "1", "5", "12", "*"))
            precision = pick.choice(("", "", ".0", ".1", ".3", ".10", ".", ".*"))
            size = pick.choice(("", "", "l", "h", "L"))
            text += pick.choice(("", "x", "%%")) + "%" + key + flags + width + precision + size
            text += pick.choice("diouxXeEfFgGcs%a")
        return f'"{text}"'

    def fitting(self, type_: str) -> str:
        """A value of a parameter's type, or now and then of any other."""
        pick = self.random
        kinds = {
            "number": lambda: pick.choice(NUMBERS),
            "string": lambda: pick.choice(STRINGS),
            "array": self.array,
            "set": self.array,
            "object": self.object,
            "boolean": lambda: pick.choice(("true", "false")),
        }
        if "=>" in type_:
            known = [lambda: pick.choice(FUNCTION_TEXTS)]
        else:
            known = [make for word, make in kinds.items() if word in type_]
        if not known or pick.random() < 0.12:
            known = [*kinds.values(), lambda: pick.choice(OTHERS)]
        return pick.choice(known)()

    def arguments(self, record: StdFunction) -> list[str]:
        pick = self.random
        if record.name in {"format", "mod"} and pick.random() < 0.85:
            return [self.template(), self.value()]
        types = re.split(r", (?=\w+\??: )", record.signature[1:].rpartition(") => ")[0])
        given = []
        for name, part in zip(record.parameters, types, strict=False):
            if name in record.optional and pick.random() < 0.5:
                break
            given.append(self.fitting(part))
        if given and pick.random() < 0.06:
            given[-1] = f"{record.parameters[len(given) - 1]}={given[-1]}"
        return given


def calls(seed: int, count: int) -> Iterator[str]:
    # Nobody can say what a function gives that the originals do not have.
    known = [one for name, one in sorted(FUNCTIONS.items()) if name != "trace" and not one.ours]
    for number in range(count):
        writer = Writer(Random(f"{seed} {number}"))
        record = known[number % len(known)]
        text = f"std.{record.name}({', '.join(writer.arguments(record))})"
        if not HUGE.search(text):
            yield text


SCALARS = """a|1|-1|1.5|1e3|.5|5.|0x1F|0o17|017|0b11|08|1_000|+1|-.inf|.nan|~|null|Null|true|yes|on|y|N|2020-01-01|12:30:45|<<|=|a b|a: b|a #c|a#c|-|- a|? a|: a
a:|a:b|'q'|"q"|'it''s'|"\\u0041\\n\\x41\\e\\_\\N\\0\\/"|!!str 1|!!int '5'|!!float 1|!!bool 'yes'|!!null ''|!!binary YWJj|!foo a|!!set {a, b}|! 1|&x a|*x|[]|{}
[a, b,]|[,]|{a: 1, b}|{a:1}|{"a":1}|[a: 1]|[[a]]|{a: {b: c}}|@a|`a|%a|é|😀|a\tb|00|-0|---|...|--- a|1e400|9223372036854775808|18446744073709551616|0.1.2|''|"""
BLOCKS = [
    "|\n  a", "|-\n  a\n", "|+\n  a\n\n", "|2\n    a\n", "|1\n  a", ">\n  a\n  b\n", ">-\n  a\n\n  b", ">+\n  a\n\n\n", ">\n  a\n    b\n  c\n", "|\n\n  a\n",
    ">2\n   a\n", "| #c\n  a\n", "|\n  a\n #c", "'a\n  b'", '"a\n  b"', '"a\\\n  b"', "'a\n\n  b'", "a\n  b", "a\n\n  b", "|\n a\n  b\n\n",
]  # fmt: skip
ENDS = (
    "",
    "\n",
    "\n\n",
    "\n# c\n",
    "\n...\n",
    " # c",
    "\n---\n",
    "\n---\nb: 1\n",
    "\n...\n---\n- x",
)


def yaml_texts(seed: int, count: int) -> Iterator[str]:
    """Documents of every style of scalars, in mappings, lists and alone."""
    scalars = [*SCALARS.replace("\n", "|").split("|"), *BLOCKS, *BLOCKS]
    for number in range(count):
        pick = Random(f"{seed} {number}")
        chosen = [pick.choice(scalars) for _ in range(pick.randint(1, 3))]
        form = pick.randrange(5)
        if form == 0:
            text = chosen[0]
        elif form == 1:
            text = "\n".join([f"- {one}" for one in chosen])
        elif form == 2:
            text = "k: &x\n" + "\n".join([f"  k{at}: {one}" for at, one in enumerate(chosen)])
        else:
            text = "\n".join([f"k{at}: {one}" for at, one in enumerate(chosen)])
        head = pick.choice(("", "", "", "---\n", "--- ", "# c\n", "%YAML 1.1\n---\n"))
        yield f"std.parseYaml({json.dumps(head + text + pick.choice(ENDS))})"


OPERANDS = (
    "0", "-1", "1.5", "1e308", "9007199254740992", "64", "'a'", "''", "'é'", "'%s'", "null", "true", "[]", "[1,2,3]", "[null]", "{}", "{a:1}",
    "{a::1}", "{a:error 'e'}", "{assert false,a:1}", "function(x) x", "error 'boom'",
)  # fmt: skip
OPERATORS = [
    "+",
    "-",
    "*",
    "/",
    "%",
    "<<",
    ">>",
    "&",
    "|",
    "^",
    "<",
    "<=",
    ">",
    ">=",
    "==",
    "!=",
    "in",
    "&&",
    "||",
]
FORMS = (
    "({0})[{1}]", "({0})[{1}:]", "({0})[:{1}:2]", "[{1} for x in {0}]", "{{ [{0}]: {1} }}", "[1 for x in [1] if {0}]", "({0}) {{ b: {1} }}", "({0})({1})",
    "assert {0} : {1}; 1", "if {0} then {1}", "{{ a: {0} }} + {{ a+: {1} }}", "{{ a: {0} }} + {{ b: super[{1}] }}", "(function(x, y={0}) x)({1}) tailstrict",
    "{{ assert {0}, x: {1} }}", "{{ [if {0} then 'k']: {1} }}", "{{ local l = {0}, r: l, s:: {1} }}", "'%s %(a)s' % [{0}, {1}]", "{{ x: {0}, y: $.x }} == {{ x: {1} }}",
)  # fmt: skip


def operations(seed: int, count: int) -> Iterator[str]:
    forms = [*FORMS, *[f"({{0}}) {operator} ({{1}})" for operator in OPERATORS]]
    every = [form.format(a, b) for form in forms for a in OPERANDS for b in OPERANDS]
    yield from Random(seed).sample(every, count)
