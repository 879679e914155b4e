"""Programs made at random, to hold what the checker says against what a run gives.

Most of them run: each expression is made to be of a wanted kind, with now and then one that is
not.  They use what can make inference wrong: locals in any order, flow tests, functions that hand
their argument through, objects laid over each other whose fields read ``self`` and ``super``, and
the library's functions on arrays and objects.
"""

from __future__ import annotations

from random import Random

KINDS = ("number", "string", "boolean", "null", "array", "object")
TESTS = {
    "number": "std.isNumber({})",
    "string": "std.isString({})",
    "boolean": "std.isBoolean({})",
    "null": "{} == null",
    "array": "std.isArray({})",
    "object": "std.isObject({})",
}
FIELDS = ("a", "b", "c", "d")


class Maker:
    """Makes one program."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.count = 0

    def fresh(self, letter: str) -> str:
        self.count += 1
        return f"{letter}{self.count}"

    def program(self) -> str:
        names: dict[str, str] = {}
        functions: list[tuple[str, str]] = []
        lines = []
        for _ in range(self.random.randint(1, 5)):
            if self.random.random() < 0.3:
                name = self.fresh("f")
                lines.append(f"local {name}(x, y=null) = {self.body(names)};")
                functions.append((name, "any"))
                names[name] = "function"
            else:
                name = self.fresh("v")
                kind = self.random.choice(KINDS)
                lines.append(f"local {name} = {self.make(kind, names, 3)};")
                names[name] = kind
        values = [name for name, kind in names.items() if kind != "function"]
        calls = [f"{name}({self.any(names, 1)})" for name, _ in functions]
        result = ", ".join([*values, *calls, self.any(names, 3)])
        return "\n".join([*lines, f"[{result}]"])

    def any(self, names: dict[str, str], depth: int) -> str:
        return self.make(self.random.choice(KINDS), names, depth)

    def body(self, names: dict[str, str]) -> str:
        """The body of a function of x: hands it through, tests it, or wraps it."""
        inside = {**names, "x": "any", "y": "any"}
        return self.random.choice(
            [
                "x",
                "[x, y]",
                "{ a: x, b: self.a }",
                "({ a: 1, b: self.a } + { a: x })",
                "(if std.isObject(x) then x { a: 1 } else { b: x })",
                f"if {self.test('x', inside)} then x else {self.any(inside, 1)}",
                f"if {self.test('x', inside)} then [x] else {{ a: x }}",
                f"if x == null then {self.any(inside, 1)} else x",
                f"assert std.type(x) != 'zz'; [x, {self.any(inside, 1)}]",
                "local z = x; { a: z } + { b: super.a }",
                "std.get({ a: x }, 'a')",
                "std.map(function(e) e, [x, y])",
            ]
        )

    def test(self, name: str, names: dict[str, str]) -> str:
        kind = self.random.choice(KINDS)
        test = TESTS[kind].format(name)
        roll = self.random.random()
        if roll < 0.2:
            return f"!({test})"
        if roll < 0.35:
            return f"{test} && {self.make('boolean', names, 0)}"
        if roll < 0.5:
            return f"{test} || {TESTS[self.random.choice(KINDS)].format(name)}"
        if roll < 0.6:
            return f"std.isObject({name}) && '{self.random.choice(FIELDS)}' in {name}"
        if roll < 0.7:
            return f"std.type({name}) == '{kind}'"
        if roll < 0.75:
            return f"std.isArray({name}) && std.length({name}) == {self.random.randint(0, 3)}"
        if roll < 0.8:
            return f"std.isArray({name}) && std.all(std.map(std.isNumber, {name}))"
        return test

    def make(self, kind: str, names: dict[str, str], depth: int) -> str:
        known = [name for name, its in names.items() if its == kind]
        if known and self.random.random() < 0.3:
            return self.random.choice(known)
        if depth > 0 and self.random.random() < 0.25:
            return self.wrapped(kind, names, depth - 1)
        return getattr(self, f"make_{kind}")(names, depth)

    def wrapped(self, kind: str, names: dict[str, str], depth: int) -> str:
        roll = self.random.randint(0, 4)
        one = self.make(kind, names, depth)
        if roll == 0:
            test = self.make("boolean", names, depth)
            return f"(if {test} then {one} else {self.make(kind, names, depth)})"
        if roll == 1:
            name = self.fresh("w")
            return f"(local {name} = {one}; {name})"
        if roll == 2:
            return f"[{self.any(names, depth)}, {one}][1]"
        if roll == 3:
            return f"{{ a: {one}, b: {self.any(names, 0)} }}.a"
        values = [name for name, its in names.items() if its not in {"function", kind}]
        if not values:
            return f"({one})"
        name = self.random.choice(values)
        return f"(if {self.test(name, names)} then {one} else {one})"

    def make_number(self, names: dict[str, str], depth: int) -> str:
        if depth <= 0:
            return str(self.random.randint(0, 9))
        operator = self.random.choice(["+", "-", "*"])
        return self.random.choice(
            [
                f"({self.make('number', names, depth - 1)} {operator} {self.random.randint(1, 3)})",
                f"std.length({self.make('array', names, depth - 1)})",
                f"std.length({self.make('object', names, depth - 1)})",
                f"std.foldl(function(t, e) t + 1, {self.make('array', names, depth - 1)}, 0)",
                "std.sum([1, 2])",
            ]
        )

    def make_string(self, names: dict[str, str], depth: int) -> str:
        if depth <= 0:
            return self.random.choice(["'p'", "'q r'", "''"])
        return self.random.choice(
            [
                f"({self.make('string', names, depth - 1)} + {self.any(names, depth - 1)})",
                f"std.join(',', [{self.make('string', names, depth - 1)}, 'z'])",
                f"std.type({self.any(names, depth - 1)})",
                f"('%s' % [{self.any(names, depth - 1)}])",
            ]
        )

    def make_boolean(self, names: dict[str, str], depth: int) -> str:
        if depth <= 0:
            return self.random.choice(["true", "false"])
        return self.random.choice(
            [
                f"({self.any(names, depth - 1)} == {self.any(names, depth - 1)})",
                f"({self.make('boolean', names, depth - 1)} && {self.make('boolean', names, 0)})",
                f"!{self.make('boolean', names, depth - 1)}",
                f"('a' in {self.make('object', names, depth - 1)})",
            ]
        )

    def make_null(self, names: dict[str, str], depth: int) -> str:
        del names, depth
        return "null"

    def make_array(self, names: dict[str, str], depth: int) -> str:
        items = [self.any(names, depth - 1) for _ in range(self.random.randint(0, 3))]
        plain = f"[{', '.join(items)}]"
        if depth <= 0:
            return plain
        other = self.make("array", names, depth - 1)
        return self.random.choice(
            [
                plain,
                f"({plain} + {other})",
                f"[e for e in {other}]",
                f"[[e] for e in {other} if {self.test('e', {**names, 'e': 'any'})}]",
                f"std.map(function(e) [e], {other})",
                f"std.filter(function(e) {self.test('e', {**names, 'e': 'any'})}, {other})",
                f"std.reverse({other})",
                f"{other}[0:2]",
                f"std.objectValues({self.make('object', names, depth - 1)})",
                f"std.objectFields({self.make('object', names, depth - 1)})",
                f"std.flatMap(function(e) [e, e], {other})",
                f"std.prune({other})",
                f"std.mapWithIndex(function(i, e) [i, e], {other})",
                f"std.makeArray(2, function(i) {self.any(names, 0)})",
                f"std.repeat({other}, 2)",
            ]
        )

    def make_object(self, names: dict[str, str], depth: int) -> str:
        plain = self.literal(names, depth)
        if depth <= 0:
            return plain
        other = self.make("object", names, depth - 1)
        return self.random.choice(
            [
                plain,
                f"({other} + {self.literal(names, depth - 1)})",
                f"({plain} + {other})",
                f"({other} {self.literal(names, depth - 1)})",
                f"std.mergePatch({other}, {plain})",
                f"std.mapWithKey(function(k, v) [k, v], {other})",
                f"{{ [k]: k for k in std.objectFields({other}) }}",
                f"std.prune({other})",
                f"std.objectRemoveKey({other}, 'a')",
                self.builder(names, depth - 1),
                self.nested(names, depth - 1),
            ]
        )

    def builder(self, names: dict[str, str], depth: int) -> str:
        """An object whose method lays something over itself."""
        start, step = self.any(names, depth), self.any(names, depth)
        mark = self.random.choice([":", "::", "+:"])
        made = (
            f"{{ n: {start}, copy: self.n, list: [self.n],"
            f" add(x):: self {{ n{mark} x, last: x }} }}"
        )
        return f"{made}.add({step})" if self.random.random() < 0.5 else made

    def nested(self, names: dict[str, str], depth: int) -> str:
        """An object inside an object that reads the outermost one, and a layer over both."""
        made = f"{{ a: {self.any(names, depth)}, in: {{ up: $.a, own: self.up }} }}"
        over = self.random.choice(
            [
                f"{{ a: {self.any(names, depth)} }}",
                f"{{ in+: {{ up: {self.any(names, depth)} }} }}",
                f"{{ in+: {{ more: super.up, b: self.own }}, a+: {self.any(names, depth)} }}",
                f"{{ in: {self.any(names, depth)} }}",
            ]
        )
        return f"({made} + {over})" if self.random.random() < 0.7 else made

    def literal(self, names: dict[str, str], depth: int) -> str:
        fields = []
        for name in self.random.sample(FIELDS, self.random.randint(0, 3)):
            mark = self.random.choice([":", ":", ":", "::", ":::", "+:"])
            roll = self.random.random()
            other = self.random.choice(FIELDS)
            if roll < 0.15:
                value = f"std.get(self, '{other}', 0)" if other != name else "1"
            elif roll < 0.25:
                value = f"(if '{other}' in super then super.{other} else 1)"
            elif roll < 0.3:
                value = f"(if '{other}' in self then [self] == [] else 's')"
            else:
                value = self.any(names, depth - 1)
            fields.append(f"{name}{mark} {value}")
        if self.random.random() < 0.1:
            fields.append(f"[{self.make('string', names, 0)} + 'x']: {self.any(names, 0)}")
        return f"{{ {', '.join(fields)} }}"
