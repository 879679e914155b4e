"""A generator of small RCL programs that call the library with anything at all.

Most of them fail.  Those that do not show what the checker must not call an error: empty
collections, callbacks that nobody calls, branches that are not taken.
"""

from __future__ import annotations

import random

from support.rcl_programs import METHODS

NAMES = [*sorted({name for methods in METHODS.values() for name in methods}), "range", "a", "foo"]
CALLBACKS = (
    "x => x", "x => x.a", "x => [x]", "x => x + 1", "x => true", "(x, y) => x", "x => x.len()",
)  # fmt: skip
TYPES = (
    "Number", "String", "Bool", "Any", "List[Number]", "List[String]", "Dict[String, Number]",
    "Set[Number]", "Union[Number, Null]", "Union[String, List[Number]]", "(Number) -> Number",
)  # fmt: skip
ATOMS = ("-1", "0", "2", '""', '"a"', '"1"', '"a b"', "true", "false", "null", "[]", "{}")


class WildPrograms:
    """Makes one program from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.names: list[str] = []

    def pick(self, *choices: str) -> str:
        return self.random.choice(choices)

    def several(self, depth: int, least: int, form: str = "{}") -> str:
        count = self.random.randrange(least, 3)
        return ", ".join(
            form.format(self.value(depth), key=self.pick("a", "b")) for _ in range(count)
        )

    def value(self, depth: int) -> str:
        kind = self.random.randrange(12) if depth else 0
        inner = depth - 1
        if kind < 3:
            return self.pick(*ATOMS, "std.empty_set", *self.names)
        if kind == 3:
            return f"[{self.several(inner, 0)}]"
        if kind == 4:
            return f"{{{self.several(inner, 1)}}}"
        if kind == 5:
            return f"{{{self.several(inner, 1, '{key} = {}')}}}"
        if kind == 6:
            return f"{self.pick('x', '(x, y)', '()')} => {self.value(inner)}"
        if kind == 7:
            body = self.pick("e", "[e]", "e.a", "e.len()", "e + 1")
            return f"[for e in ({self.value(inner)}): {body}]"
        if kind == 8:
            test = f"{self.pick(*ATOMS)} == {self.pick(*ATOMS)}"
            return f"(if {test}: {self.value(inner)} else: {self.value(inner)})"
        return self.call(inner)

    def call(self, depth: int) -> str:
        base = "std" if self.random.randrange(4) == 0 else f"({self.value(depth)})"
        count = self.random.choice((0, 0, 1, 1, 1, 2))
        arguments = ", ".join(self.pick(self.value(depth), *CALLBACKS) for _ in range(count))
        return f"{base}.{self.pick(*NAMES)}({arguments})"

    def program(self) -> str:
        lines = []
        for index in range(self.random.randrange(3)):
            annotation = f": {self.pick(*TYPES)}" if self.random.randrange(3) == 0 else ""
            value = self.call(2) if self.random.randrange(2) else self.value(2)
            lines.append(f"let v{index}{annotation} = {value};")
            self.names.append(f"v{index}")
        lines.append(self.call(2) if self.random.randrange(2) else self.value(2))
        return "\n".join(lines)
