"""A generator of well-formed RCL programs, for comparing implementations.

Programs are mostly well-typed, because ill-typed ones all end the same way; now and then a wrong
type slips in.  Each statement is followed by a trace, so that the number of traces says how far an
implementation got: that is the place of an error as far as the original tells it.
"""

from __future__ import annotations

import random

KINDS = ("Number", "Bool", "String", "List", "Set", "Dict", "Null")
_BOTH = {
    "all": ["callback"], "any": ["callback"], "contains": ["any"], "group_by": ["callback"],
    "key_by": ["callback"], "len": [], "sort": [], "sort_by": ["callback"], "sum": [],
    "filter": ["callback"],
}  # fmt: skip
METHODS = {
    "List": {
        **_BOTH, "enumerate": [], "flat_map": ["callback"], "fold": ["any", "reduce"],
        "join": ["any"], "map": ["callback"], "reverse": [], "to_set_dedup": [],
        "to_set_unique": [],
    },
    "Set": {
        **_BOTH, "except": ["any"], "flat_map_dedup": ["callback"], "map_dedup": ["callback"],
        "to_list": [], "transitive_closure": ["callback"],
    },
    "Dict": {
        "contains": ["any"], "except": ["any"], "get": ["any", "any"], "keys": [], "len": [],
        "values": [],
    },
    "Number": {"round": ["Number"]},
    "String": {
        "chars": [], "contains": ["String"], "ends_with": ["String"], "len": [], "parse_int": [],
        "parse_number": [], "remove_prefix": ["String"], "remove_suffix": ["String"],
        "replace": ["String", "String"], "split": ["String"], "split_lines": [],
        "starts_with": ["String"], "to_lowercase": [], "to_uppercase": [],
    },
}  # fmt: skip
TEXTS = (
    "12", "-12", "+7", "1_000", "0x1f", "-0b11", "1.50", "-2e3", "1e", "9223372036854775808", "007",
    "a\\nb\\n", "a\\r\\nb\\r", "\\n\\n", "ΑΣ", "İstanbul", "ǆ", "ﬁ", "two  words", "", "-", "1e99999",
    "0e5", "0.0", "99999999999999999999.5", "-9223372036854775808",
)  # fmt: skip
WORDS = ("a", "b", "key", "x-y", "naïve", "", "ß", "two words", "10")


class Programs:
    """Makes one program after the other from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.scope: list[tuple[str, str]] = []
        self.counter = 0
        self.functions: list[tuple[str, int]] = []

    def pick(self, *choices: str) -> str:
        return self.random.choice(choices)

    def chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def fresh(self) -> str:
        self.counter += 1
        return f"v{self.counter}"

    def program(self) -> str:
        self.scope, self.functions, self.counter = [], [], 0
        lines = []
        for index in range(self.random.randrange(1, 6)):
            lines.append(self.statement())
            lines.append(f"trace {index};")
        names = [name for name, _ in self.scope]
        last = f"[{', '.join(names)}]" if names else "null"
        if self.chance(50):
            last = f"std.format_json({last})"
        return "\n".join([*lines, last]) + "\n"

    def library(self) -> str:
        """A call of any method of the library, mostly with fitting arguments."""
        receiver = self.pick("List", "Set", "Dict", "String", "Number")
        name = self.pick(*METHODS[receiver])
        arguments = [self.argument(one) for one in METHODS[receiver][name]]
        if self.chance(3):
            arguments.append(self.leaf("Number"))
        if receiver in ("List", "Set") and self.chance(60):
            kind = self.pick("Number", "String", "Number", "List")
            inside = ", ".join(self.expr(kind, 1) for _ in range(self.random.randrange(5)))
            value = f"[{inside}]" if receiver == "List" or not inside else f"{{{inside}}}"
            if receiver == "Set" and not inside:
                value = "std.empty_set"
        elif receiver == "String" and self.chance(50):
            value = f'"{self.pick(*TEXTS)}"'
        else:
            value = self.expr(receiver, 2)
        return f"({value}).{name}({', '.join(arguments)})"

    def argument(self, what: str) -> str:
        if what == "callback":
            body = self.pick(
                "e", "[e]", "e == e", "e > 1", "[e, e]", "{e}", "null", "e.len()", 'f"{e}"',
                "e + 1", "(if e == e: [] else: [e])", '[f"{e}"]',
            )  # fmt: skip
            return f"e => {body}"
        if what == "reduce":
            return "(p, q) => " + self.pick("p", "q", "[p, q]", "p + q", 'f"{p}{q}"')
        return self.expr(self.pick(*KINDS) if what == "any" or self.chance(8) else what, 1)

    def statement(self) -> str:
        if self.chance(25):
            name = self.fresh()
            self.scope.append((name, "Any"))
            return f"let {name} = {self.library()};"
        if self.chance(15):
            return f"assert {self.expr('Bool', 2)} or true: {self.expr('String', 1)};"
        if self.chance(15):
            return self.function()
        kind = self.pick(*KINDS)
        name = self.fresh()
        annotation = f": {self.type(kind, 2)}" if self.chance(45) else ""
        text = f"let {name}{annotation} = {self.expr(kind, 3)};"
        self.scope.append((name, kind))
        return text

    def function(self) -> str:
        name, count = self.fresh(), self.random.randrange(3)
        parameters = [self.fresh() for _ in range(count)]
        before = list(self.scope)
        kinds = [self.pick("Number", "String", "Bool") for _ in parameters]
        self.scope.extend(zip(parameters, kinds, strict=True))
        result = self.pick("Number", "Bool", "String", "List")
        body = self.expr(result, 2)
        self.scope = before
        annotation = ""
        if self.chance(50):
            annotation = f": ({', '.join(kinds)}) -> {self.type(result, 1)}"
        call = f"{name}({', '.join(self.expr(kind, 1) for kind in kinds)})"
        value = self.fresh()
        self.scope.append((value, result))
        return (
            f"let {name}{annotation} = ({', '.join(parameters)}) => {body};\nlet {value} = {call};"
        )

    def type(self, kind: str, depth: int) -> str:
        if self.chance(6):
            return self.pick("Any", "Number", "String", "Void", "List[Any]")
        if self.chance(12):
            other = self.type(self.pick(*KINDS), depth - 1)
            members = [self.type(kind, 0), other]
            self.random.shuffle(members)
            return f"Union[{', '.join(members)}]"
        if kind in ("List", "Set"):
            inner = (
                self.type(self.pick(*KINDS), depth - 1) if depth > 0 and self.chance(40) else "Any"
            )
            return f"{kind}[{inner}]"
        if kind == "Dict":
            return f"Dict[{self.pick('String', 'String', 'Any', 'Number')}, {self.pick('Any', 'Number', 'String')}]"
        return kind

    # Expressions by kind.

    def expr(self, kind: str, depth: int) -> str:
        if self.chance(3):
            kind = self.pick(*KINDS)
        known = [name for name, own in self.scope if own == kind]
        if known and self.chance(30):
            return self.random.choice(known)
        if depth <= 0:
            return self.leaf(kind)
        if self.chance(12):
            return self.shape(kind, depth)
        return {
            "Number": self.number, "Bool": self.bool, "String": self.string, "List": self.list,
            "Set": self.set, "Dict": self.dict, "Null": lambda _depth: "null",
        }[kind](depth)  # fmt: skip

    def shape(self, kind: str, depth: int) -> str:
        """Something that any kind can be wrapped in."""
        which = self.random.randrange(5)
        inner = self.expr(kind, depth - 1)
        if which == 0:
            return (
                f"(if {self.expr('Bool', depth - 1)}: {inner} else: {self.expr(kind, depth - 1)})"
            )
        if which == 1:
            name = self.fresh()
            self.scope.append((name, kind))
            body = self.expr(kind, depth - 1)
            self.scope.pop()
            return f"(let {name} = {inner}; {body})"
        if which == 2:
            return (
                f"[{inner}, {self.expr(self.pick(*KINDS), 0)}][{self.pick('0', '0', '-2', '1')}]"
            )
        if which == 3:
            return f"{{ k = {inner}, other = {self.leaf('Number')} }}.{self.pick('k', 'k', 'k', 'other')}"
        name = self.fresh()
        self.scope.append((name, kind))
        body = self.expr(kind, depth - 1)
        self.scope.pop()
        return f"({name} => {body})({inner})"

    def leaf(self, kind: str) -> str:
        if kind == "Number":
            return self.pick(
                "0", "1", "2", "7", "10", "1.5", "0.25", "2e3", "10e-1", "1.00", "0x1f", "1_000",
                str(self.random.randrange(100)), "9223372036854775807", "3.14159",
            )  # fmt: skip
        if kind == "Bool":
            return self.pick("true", "false")
        if kind == "String":
            return f'"{self.pick(*WORDS)}"'
        return {"List": "[]", "Set": "std.empty_set", "Dict": "{}", "Null": "null"}[kind]

    def number(self, depth: int) -> str:
        which = self.random.randrange(9)
        if which < 3:
            sign = self.pick("+", "+", "-", "*", "*", "/")
            return f"({self.expr('Number', depth - 1)} {sign} {self.expr('Number', depth - 1)})"
        if which == 3:
            return f"(-{self.expr('Number', depth - 1)})"
        if which == 4:
            return f"({self.expr(self.pick('List', 'Set', 'Dict', 'String'), depth - 1)}).len()"
        if which == 5:
            return f"({self.numbers(depth - 1)}).sum()"
        if which == 6:
            return f"({self.expr('Number', depth - 1)}).round({self.pick('0', '1', '2', '5')})"
        if which == 7:
            return f"({self.numbers(depth - 1)}).fold({self.leaf('Number')}, (p, q) => p {self.pick('+', '-', '*')} q)"
        return self.leaf("Number")

    def bool(self, depth: int) -> str:
        which = self.random.randrange(8)
        if which < 2:
            kind = self.pick(*KINDS)
            sign = self.pick("<", ">", "<=", ">=", "==", "!=")
            return f"({self.expr(kind, depth - 1)} {sign} {self.expr(kind, depth - 1)})"
        if which < 4:
            sign = self.pick("and", "or")
            return f"({self.expr('Bool', depth - 1)} {sign} {self.expr('Bool', depth - 1)})"
        if which == 4:
            return f"(not {self.expr('Bool', depth - 1)})"
        if which == 5:
            kind = self.pick("List", "Set", "Dict")
            return f"({self.expr(kind, depth - 1)}).contains({self.expr(self.pick(*KINDS), depth - 1)})"
        if which == 6:
            method = self.pick("starts_with", "ends_with", "contains")
            return f"({self.expr('String', depth - 1)}).{method}({self.expr('String', depth - 1)})"
        method = self.pick("all", "any")
        return f"({self.numbers(depth - 1)}).{method}(e => e {self.pick('<', '>', '==')} {self.leaf('Number')})"

    def string(self, depth: int) -> str:
        which = self.random.randrange(8)
        if which < 2:
            return (
                f'f"<{{{self.expr(self.pick("Number", "String", "Bool", "Null"), depth - 1)}}}>"'
            )
        if which == 2:
            method = self.pick("to_lowercase", "to_uppercase")
            return f"({self.expr('String', depth - 1)}).{method}()"
        if which == 3:
            return f"({self.numbers(depth - 1)}).join({self.expr('String', 0)})"
        if which == 4:
            return f"({self.expr('String', depth - 1)}).replace({self.leaf('String')}, {self.leaf('String')})"
        if which == 5:
            return f"std.format_json({self.expr(self.pick(*KINDS), depth - 1)})"
        if which == 6:
            method = self.pick("remove_prefix", "remove_suffix")
            return f"({self.expr('String', depth - 1)}).{method}({self.leaf('String')})"
        return self.leaf("String")

    def numbers(self, depth: int) -> str:
        if self.chance(50):
            return f"std.range({self.pick('0', '1', '-2')}, {self.pick('3', '5', '2.0', '1e1')})"
        return f"[{', '.join(self.expr('Number', depth - 1) for _ in range(self.random.randrange(4)))}]"

    def list(self, depth: int) -> str:
        which = self.random.randrange(11)
        if which < 3:
            kind = self.pick(*KINDS)
            return f"[{', '.join(self.expr(kind, depth - 1) for _ in range(self.random.randrange(4)))}]"
        if which == 3:
            return f"[{', '.join(self.expr(self.pick(*KINDS), depth - 1) for _ in range(3))}]"
        if which == 4:
            return f"[{self.comprehension(depth)}]"
        if which == 5:
            return f"[..{self.expr(self.pick('List', 'Set'), depth - 1)}, {self.leaf('Number')}]"
        if which == 6:
            return f"({self.numbers(depth - 1)}).map(e => {self.local('e', 'Number', depth - 1)})"
        if which == 7:
            return f"({self.expr(self.pick('List', 'Set'), depth - 1)}).sort()"
        if which == 8:
            method = self.pick("chars()", "split_lines()", 'split(" ")')
            return f"({self.expr('String', depth - 1)}).{method}"
        if which == 9:
            return f"({self.expr('Dict', depth - 1)}).values()"
        return f"({self.expr('List', depth - 1)}).{self.pick('reverse()', 'sort_by(e => e)', 'filter(e => e == e)')}"

    def local(self, name: str, kind: str, depth: int) -> str:
        self.scope.append((name, kind))
        text = self.expr(self.pick("Number", "String", "Bool", "List"), depth)
        self.scope.pop()
        return text

    def comprehension(self, depth: int) -> str:
        name, before = self.fresh(), list(self.scope)
        if self.chance(25):
            other = self.fresh()
            self.scope.extend([(name, "Any"), (other, "Any")])
            body = self.pick(name, other, f"[{name}, {other}]")
            head = f"for {name}, {other} in {self.expr('Dict', depth - 1)}:"
            del self.scope[-2:]
            return f"{head} {body}"
        head = f"for {name} in {self.numbers(depth - 1)}:"
        self.scope.append((name, "Number"))
        if self.chance(40):
            head += f" if {self.expr('Bool', 1)}:"
        if self.chance(25):
            extra = self.fresh()
            head += f" let {extra} = {self.expr('Number', 1)};"
            self.scope.append((extra, "Number"))
        body = self.expr(self.pick("Number", "String", "List"), depth - 1)
        self.scope = before
        return f"{head} {body}"

    def set(self, depth: int) -> str:
        which = self.random.randrange(7)
        if which < 2:
            kind = self.pick("Number", "String", "Bool")
            return f"{{{', '.join(self.expr(kind, depth - 1) for _ in range(self.random.randrange(1, 4)))}}}"
        if which == 2:
            return f"{{{self.comprehension(depth)}}}"
        if which == 3:
            return f"({self.expr('List', depth - 1)}).{self.pick('to_set_dedup()', 'to_set_dedup()', 'to_set_unique()')}"
        if which == 4:
            return f"({self.expr('Set', depth - 1)} | {self.expr(self.pick('Set', 'Set', 'List'), depth - 1)})"
        if which == 5:
            return f"({self.expr('Dict', depth - 1)}).keys()"
        return f"{{..{self.expr(self.pick('List', 'Set'), depth - 1)}, {self.leaf('Number')}}}"

    def dict(self, depth: int) -> str:
        which = self.random.randrange(8)
        if which < 2:
            fields = [
                f"{self.pick('a', 'b', 'c')} = {self.expr(self.pick(*KINDS), depth - 1)}"
                for _ in range(3)
            ]
            return f"{{ {', '.join(fields)} }}"
        if which == 2:
            kind = self.pick("Number", "String", "Bool")
            entries = [
                f"{self.expr(kind, depth - 1)}: {self.expr('Number', depth - 1)}" for _ in range(2)
            ]
            return f"{{{', '.join(entries)}}}"
        if which == 3:
            name = self.fresh()
            return f"{{for {name} in {self.numbers(depth - 1)}: {name}: {self.local(name, 'Number', depth - 1)}}}"
        if which == 4:
            return f"{{...{self.expr('Dict', depth - 1)}, z = {self.leaf('Number')}}}"
        if which == 5:
            return f"({self.expr('Dict', depth - 1)} | {self.expr('Dict', depth - 1)})"
        if which == 6:
            method = self.pick("group_by(e => e > 2)", "key_by(e => e)", "enumerate()")
            return f"({self.numbers(depth - 1)}).{method}"
        return f"({self.expr('Dict', depth - 1)}).except({self.leaf('String')})"


class RoughPrograms:
    """Programs that are well-formed and rarely well-typed: annotations meet every operator."""

    ATOMS = ("Number", "String", "Any", "Bool", "Null", "Void")
    LEAVES = ("1", '"a"', "true", "null", "[]", "{}", "std.empty_set", "2.50", "{1}", "{ a = 1 }")
    # V stands for a value, Q for one that may use the loop variable, T for a type.
    SHAPES = (
        "[V, V]", "{V, V}", "{ k = V, m = V }", "{V: V}", "[..V, V]", "{..V}", "{...V}",
        "{...V, z = V}", "[for q in V: Q]", "{for q, r in V: q: Q}", "{for q in V: q}", "(V + V)",
        "(not V)", "(-V)", "(V and V)", "(V | V)", "(V)[V]", "(V).k", "(if V: V else: V)",
        "(V < V)", 'f"{V}"', "[if V: V]", "(let w: T = V; w)", "[let w = V; w]", "(V).len()",
    )  # fmt: skip

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def program(self) -> str:
        lines: list[str] = []
        names: list[str] = []
        for index in range(self.random.randrange(1, 5)):
            annotation = f": {self.type(2)}" if self.random.random() < 0.6 else ""
            lines.append(f"let v{index}{annotation} = {self.value(2, names)};\ntrace {index};")
            names = [*names, f"v{index}"]
        last = f"std.format_json([{', '.join(names)}])" if self.random.random() < 0.5 else "null"
        return "\n".join([*lines, last]) + "\n"

    def type(self, depth: int) -> str:
        which = self.random.randrange(10)
        if depth <= 0 or which < 5:
            return self.random.choice(self.ATOMS)
        shape = ("List[{}]", "Dict[{}, {}]", "Set[{}]", "Union[{}, {}]", "Union[{}, {}]")[
            which - 5
        ]
        return shape.format(self.type(depth - 1), self.type(depth - 1))

    def value(self, depth: int, names: list[str]) -> str:
        which = self.random.randrange(22)
        if names and which < 5:
            return self.random.choice(names)
        if depth <= 0 or which < 8:
            return self.random.choice(self.LEAVES)
        made = []
        for letter in self.random.choice(self.SHAPES):
            if letter == "V":
                made.append(self.value(depth - 1, names))
            elif letter == "Q":
                made.append(self.value(depth - 1, [*names, "q"]))
            else:
                made.append(self.type(1) if letter == "T" else letter)
        return "".join(made)
