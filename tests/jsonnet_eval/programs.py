"""A generator of Jsonnet programs that mostly succeed.

Expressions are made for a wanted kind (number, string, boolean, array, object) from what is in
scope, so that laziness, closures in loops, late binding and inheritance all meet.  Mistakes are put
where they must not be reached, and now and then where they are.
"""

from __future__ import annotations

from random import Random

KINDS = ("number", "string", "boolean", "array", "object")


class Writer:
    """Writes one program; ``scope`` maps names to kinds, functions to what they return."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.count = 0

    def fresh(self, letter: str) -> str:
        self.count += 1
        return f"{letter}{self.count}"

    def program(self) -> str:
        return self.local("object" if self.random.random() < 0.7 else "array", {}, 5)

    def local(self, kind: str, scope: dict, depth: int) -> str:
        pick = self.random
        text = ""
        scope = dict(scope)
        for _ in range(pick.randint(1, 3)):
            group = [self.bind(scope, depth) for _ in range(pick.randint(1, 2))]
            for name, meaning, _ in group:
                scope[name] = meaning
            text += "local " + ", ".join([value for _, _, value in group]) + ";\n"
        if pick.random() < 0.2:
            text += f"assert {self.expression('boolean', scope, 1)} || true : 'no';\n"
        return text + self.expression(kind, scope, depth)

    def bind(self, scope: dict, depth: int) -> tuple[str, object, str]:
        pick = self.random
        kind = pick.choice(KINDS)
        name = self.fresh("v")
        if pick.random() < 0.4:
            return self.function_bind(name, kind, scope, depth)
        if pick.random() < 0.1:
            return name, "never", f"{name} = error 'must not be needed'"
        return name, kind, f"{name} = {self.expression(kind, scope, depth - 1)}"

    def function_bind(self, name: str, kind: str, scope: dict, depth: int):
        pick = self.random
        params = [(self.fresh("p"), pick.choice(KINDS)) for _ in range(pick.randint(0, 3))]
        inside = {**scope, **dict(params)}
        shown = []
        optional = 0
        for at, (param, wanted) in enumerate(params):
            if at and pick.random() < 0.3:
                shown.append(f"{param}={self.expression(wanted, inside, 1)}")
                optional += 1
            elif optional:
                shown.append(f"{param}={self.expression(wanted, scope, 1)}")
                optional += 1
            else:
                shown.append(param)
        body = self.expression(kind, inside, depth - 1)
        meaning = ("function", kind, params, optional)
        if pick.random() < 0.5:
            return name, meaning, f"{name}({', '.join(shown)}) = {body}"
        return name, meaning, f"{name} = function({', '.join(shown)}) {body}"

    def expression(self, kind: str, scope: dict, depth: int) -> str:
        pick = self.random
        if depth <= 0 or pick.random() < 0.1:
            return self.leaf(kind, scope)
        choice = pick.random()
        if choice < 0.08:
            return self.branch(kind, scope, depth)
        if choice < 0.16:
            return f"({self.local(kind, scope, depth - 1)})"
        if choice < 0.26:
            called = self.call(kind, scope, depth)
            if called:
                return called
        if choice < 0.3:
            array = self.expression("array", scope, depth - 1)
            return f"[{self.expression(kind, scope, depth - 1)}, {array}][0]"
        if choice < 0.36:
            name = self.fresh("f")
            return f"({{ {name}: {self.expression(kind, scope, depth - 1)} }}).{name}"
        return getattr(self, kind)(scope, depth - 1)

    def branch(self, kind: str, scope: dict, depth: int) -> str:
        test = self.expression("boolean", scope, depth - 1)
        yes = self.expression(kind, scope, depth - 1)
        no = self.expression(kind, scope, depth - 1)
        if self.random.random() < 0.15:
            return f"(if true || {test} then {yes} else error 'unreached')"
        return f"(if {test} then {yes} else {no})"

    def call(self, kind: str, scope: dict, depth: int) -> str | None:
        pick = self.random
        known = [n for n, m in scope.items() if isinstance(m, tuple) and m[1] == kind]
        if not known:
            return None
        name = pick.choice(known)
        _, _, params, optional = scope[name]
        shown = []
        named = False
        for at, (param, wanted) in enumerate(params):
            if at >= len(params) - optional and pick.random() < 0.5:
                named = True
                continue
            named = named or pick.random() < 0.2
            value = self.expression(wanted, scope, depth - 2)
            shown.append(f"{param}={value}" if named else value)
        strict = " tailstrict" if pick.random() < 0.1 else ""
        return f"{name}({', '.join(shown)}){strict}"

    def leaf(self, kind: str, scope: dict) -> str:
        pick = self.random
        known = [name for name, meaning in scope.items() if meaning == kind]
        if known and pick.random() < 0.7:
            return pick.choice(known)
        if kind == "number":
            return pick.choice(("0", "1", "2", "3.5", "7", "-4", "10", "0.25"))
        if kind == "string":
            return pick.choice(("''", "'a'", "'b c'", "'é'", "'x%y'"))
        if kind == "boolean":
            return pick.choice(("true", "false"))
        if kind == "array":
            return pick.choice(("[]", "[1, 2, 3]", "['p', 'q']", "[3, 1, 2]"))
        return pick.choice(("{}", "{ a: 1 }", "{ a: 'x', b:: 2 }", "{ c: { d: 1 } }"))

    def number(self, scope: dict, depth: int) -> str:
        pick = self.random
        form = pick.randint(0, 8)
        one = self.expression("number", scope, depth)
        if form <= 3:
            return f"({one} {pick.choice('+-*')} {self.expression('number', scope, depth)})"
        if form == 4:
            return f"std.length({self.expression(pick.choice(KINDS[3:]), scope, depth)})"
        if form == 5:
            return f"(-{one})"
        if form == 6:
            loop = self.fresh("i")
            body = self.expression("number", {**scope, loop: "number"}, depth - 1)
            return f"std.foldl(function(t, {loop}) t + {body}, std.range(1, 3), {one})"
        if form == 7:
            return f"({one} % 7)"
        return f"std.max({one}, std.floor({self.expression('number', scope, depth)} / 3))"

    def string(self, scope: dict, depth: int) -> str:
        pick = self.random
        form = pick.randint(0, 6)
        one = self.expression("string", scope, depth)
        if form <= 1:
            return f"({one} + {self.expression(pick.choice(KINDS[:3]), scope, depth)})"
        if form == 2:
            return f"('%s-%d' % [{one}, {self.expression('number', scope, depth)}])"
        if form == 3:
            loop = self.fresh("s")
            element = self.expression("string", {**scope, loop: "number"}, depth - 1)
            return f"std.join('.', [{element} for {loop} in [1, 2]])"
        if form == 4:
            return f"std.toString({self.expression(pick.choice(KINDS), scope, depth)})"
        if form == 5:
            return f"(({one} + 'abc')[0:2])"
        return f"std.asciiUpper({one})"

    def boolean(self, scope: dict, depth: int) -> str:
        pick = self.random
        form = pick.randint(0, 5)
        if form == 0:
            kind = pick.choice(KINDS)
            one, other = (self.expression(kind, scope, depth) for _ in range(2))
            return f"({one} {pick.choice(('==', '!='))} {other})"
        if form == 1:
            one, other = (self.expression("number", scope, depth) for _ in range(2))
            return f"({one} {pick.choice(('<', '<=', '>', '>='))} {other})"
        if form == 2:
            one, other = (self.expression("boolean", scope, depth) for _ in range(2))
            return f"({one} {pick.choice(('&&', '||'))} {other})"
        if form == 3:
            return f"(!{self.expression('boolean', scope, depth)})"
        if form == 4:
            return f"('a' in {self.expression('object', scope, depth)})"
        return f"std.isString({self.expression(pick.choice(KINDS), scope, depth)})"

    def array(self, scope: dict, depth: int) -> str:
        pick = self.random
        form = pick.randint(0, 6)
        kind = pick.choice(KINDS)
        if form <= 1:
            items = [self.expression(kind, scope, depth - 1) for _ in range(pick.randint(1, 3))]
            return f"[{', '.join(items)}]"
        if form == 2:
            return f"({self.expression('array', scope, depth)} + {self.leaf('array', scope)})"
        if form <= 4:
            return self.comprehension(kind, scope, depth)
        loop = self.fresh("m")
        body = self.expression(kind, {**scope, loop: "never"}, depth - 1)
        source = self.expression("array", scope, depth - 1)
        if form == 5:
            return f"std.map(function({loop}) {body}, {source})"
        test = self.expression("boolean", scope, depth - 1)
        return f"std.filter(function({loop}) {test}, {source})"

    def comprehension(self, kind: str, scope: dict, depth: int) -> str:
        pick = self.random
        first, second = self.fresh("x"), self.fresh("y")
        inside = {**scope, first: "number"}
        text = f"for {first} in [{pick.randint(0, 3)}, {pick.randint(4, 6)}]"
        if pick.random() < 0.5:
            text += f" for {second} in [{first}, {self.expression('number', inside, 1)}]"
            inside[second] = "number"
        if pick.random() < 0.4:
            text += f" if {self.expression('boolean', inside, 2)}"
        element = self.expression(kind, inside, depth)
        if pick.random() < 0.3:
            return f"[g(0) for g in [function(z) {element} {text}]]"
        return f"[{element} {text}]"

    def object(self, scope: dict, depth: int) -> str:
        pick = self.random
        form = pick.randint(0, 5)
        if form == 0:
            first = self.fresh("k")
            inside = {**scope, first: "string"}
            own = ""
            if pick.random() < 0.5:
                name = self.fresh("o")
                own = f"local {name} = {first} + {self.expression('string', inside, 1)}, "
                inside[name] = "string"
            value = self.expression(pick.choice(KINDS), inside, depth - 1)
            mark = pick.choice((":", ":", "+:"))
            return f"{{ {own}[{first} + 'z']{mark} {value} for {first} in ['m', 'n'] }}"
        if form <= 2:
            left, right = self.expression("object", scope, depth), self.literal(scope, depth)
            return f"({left} + {right})" if form == 1 else f"({left}) {right}"
        return self.literal(scope, depth)

    def literal(self, scope: dict, depth: int) -> str:
        pick = self.random
        members = []
        scope = dict(scope)
        known: dict[str, str] = {}
        for _ in range(pick.randint(0, 2)):
            name, kind = self.fresh("o"), pick.choice(KINDS)
            members.append(f"local {name} = {self.expression(kind, scope, depth - 2)}")
            scope[name] = kind
        inside = {**scope, "self": "object", "$": "object"}
        for _ in range(pick.randint(1, 4)):
            name, kind = pick.choice("abcdef"), pick.choice(KINDS)
            if name in known:
                continue
            inner = dict(inside)
            inner.update({f"self.{n}": k for n, k in known.items()})
            if pick.random() < 0.1:
                members.append(f"{name}:: error 'hidden'")
                known[name] = "never"
                continue
            mark = pick.choice((":", ":", ":", "::", ":::"))
            plus = "+" if pick.random() < 0.2 and kind in {"array", "object", "string"} else ""
            for leak in ("self", "$"):
                inner.pop(leak)
            if pick.random() < 0.15:
                alternative = self.leaf(kind, inner)
                value = f"(if '{name}' in super then super.{name} else {alternative})"
                plus = ""
            else:
                value = self.expression(kind, inner, depth - 1)
            members.append(f"{name}{plus}{mark} {value}")
            known[name] = kind
        if pick.random() < 0.15 and known and pick.random() < 0.9:
            members.append(f"assert std.objectHasAll(self, '{next(iter(known))}')")
        return "{ " + ", ".join(members) + " }"


def program(seed: int) -> str:
    """The program of a seed; always the same."""
    return Writer(seed).program()
