"""A generator of well-typed programs: every choice is made to fit the type that is wanted.

Programs end: loops count down a variable of their own, and procedures call only those above
them.  Traps are part of the fun: overflow, indices out of bounds, divisions by zero and, rarely,
``Unreachable`` come up by themselves.
"""

from __future__ import annotations

import random

SCALARS = ("int", "float", "bool", "unit")


class Maker:
    """Makes one program from a seed."""

    def __init__(self, seed: int, *, size: int = 40) -> None:
        self.random = random.Random(seed)
        self.fuel = size
        self.count = 0
        self.scopes: list[list[tuple[str, object, str]]] = [[]]
        self.procedures: list[tuple[str, object, list[object]]] = []
        self.result: object = None
        self.loops = 0

    # Types are strings and tuples: ("tuple", a, b), ("union", a, b), ("seq", a), ("array", n, a),
    # ("record", (name, a), ...), ("proc", result, a, b).

    def type(self, depth: int = 2) -> object:
        choose = self.random.random()
        if depth == 0 or choose < 0.5:
            return self.random.choice(SCALARS)
        kind = self.random.choice(("tuple", "union", "seq", "array", "record", "proc"))
        if kind == "tuple":
            if self.random.random() < 0.06:
                # Wide enough to live in memory of its own.
                return ("tuple", *[self.type(0) for _ in range(32)], self.type(depth - 1))
            return ("tuple", *[self.type(depth - 1) for _ in range(self.random.randint(1, 3))])
        if kind == "union":
            members: list[object] = []
            for _ in range(self.random.randint(1, 3)):
                member = self.type(depth - 1)
                if member not in members:
                    members.append(member)
            return ("union", *sorted(members, key=repr))
        if kind == "seq":
            return ("seq", self.type(depth - 1))
        if kind == "array":
            return ("array", self.random.randint(1, 3), self.type(depth - 1))
        if kind == "record":
            names = self.random.sample("abcxyz", self.random.randint(1, 3))
            return ("record", *[(name, self.type(depth - 1)) for name in sorted(names)])
        if not self.procedures:
            return self.random.choice(SCALARS)
        _, result, parameters = self.random.choice(self.procedures)
        return ("proc", result, *parameters)

    def fresh(self) -> str:
        self.count += 1
        return f"v{self.count}"

    # Programs.

    def program(self) -> str:
        procedures = [self.procedure() for _ in range(self.random.randint(0, 3))]
        self.fuel = max(self.fuel, 25)
        result = self.type()
        procedures.append(self.body("main", result, []))
        return f"(Module\n{chr(10).join(procedures)})"

    def procedure(self) -> str:
        name = f"p{len(self.procedures)}"
        result = self.type(1)
        parameters = [(self.fresh(), self.type(1)) for _ in range(self.random.randint(0, 3))]
        text = self.body(name, result, parameters)
        self.procedures.append((name, result, [type_ for _, type_ in parameters]))
        return text

    def body(self, name: str, result: object, parameters: list) -> str:
        self.result = result
        self.scopes = [[(one, type_, "parameter") for one, type_ in parameters]]
        listed = " ".join(f"(ParamDecl {one} {spelled(type_)})" for one, type_ in parameters)
        statements = self.statements(self.random.randint(2, 6))
        last = self.expression(result, 3)
        if self.random.random() < 0.5:
            last = f"(Return {last})"
        body = f"(Exprs {' '.join([*statements, last])})"
        return f"(ProcDecl {name} {spelled(result)} (Params {listed})\n  {body})"

    def statements(self, count: int) -> list[str]:
        return [self.statement() for _ in range(count)]

    def statement(self) -> str:
        self.fuel -= 1
        choose = self.random.random()
        if choose < 0.45 or self.fuel < 0:
            type_ = self.type()
            text = self.expression(type_, 2)
            name = self.fresh()
            self.scopes[-1].append((name, type_, "local"))
            return f"(Decl {name} {text})"
        if choose < 0.75:
            return self.assignment()
        if choose < 0.85:
            return self.loop()
        if choose < 0.95:
            condition = self.expression("bool", 2)
            return f"(If {condition} {self.block(2)} {self.block(2)})"
        return f"(If {self.expression('bool', 1)} (Return {self.expression(self.result, 1)}))"

    def block(self, count: int) -> str:
        self.scopes.append([])
        text = f"(Exprs {' '.join([*self.statements(count), '(TupleCons)'])})"
        self.scopes.pop()
        return text

    def loop(self) -> str:
        if self.loops > 2:
            return "(TupleCons)"
        self.loops += 1
        name = self.fresh()
        times = self.random.randint(1, 5)
        # The counter cannot be assigned by anything but the loop: it is not in scope for others.
        inner = self.block(2)
        self.loops -= 1
        body = f"(Exprs (Asgn {name} (Call - {name} 1)) {inner})"
        return f"(Exprs (Decl {name} {times}) (While (Call < 0 {name}) {body}))"

    def assignment(self) -> str:
        places = [one for one in self.places() if one[2] == "local"]
        if not places:
            return "(TupleCons)"
        text, type_, _ = self.random.choice(places)
        if isinstance(type_, tuple) and type_[0] == "seq" and self.random.random() < 0.5:
            return f"(Asgn {text} (Call concat {text} {self.expression(type_[1], 1)}))"
        return f"(Asgn {text} {self.expression(type_, 2, inject=True)})"

    def places(self) -> list[tuple[str, object, str]]:
        """Locations in scope, also a step or two into them."""
        found = [one for scope in self.scopes for one in scope]
        for _ in range(2):
            for text, type_, kind in list(found):
                if self.random.random() < 0.4 and isinstance(type_, tuple):
                    found.extend(self.inside(text, type_, kind))
        return found

    def inside(self, text: str, type_: tuple, kind: str) -> list[tuple[str, object, str]]:
        if type_[0] == "tuple":
            at = self.random.randrange(len(type_) - 1)
            return [(f"(FieldAccess {text} {at})", type_[at + 1], kind)]
        if type_[0] == "record":
            name, inner = self.random.choice(type_[1:])
            return [(f"(FieldAccess {text} {name})", inner, kind)]
        if type_[0] in {"seq", "array"}:
            length = type_[1] if type_[0] == "array" else 1
            return [(f"(At {text} {self.index(length)})", type_[-1], kind)]
        return []

    def index(self, length: int) -> str:
        """An index, nearly always a good one."""
        if self.random.random() < 0.97:
            return str(self.random.randrange(length))
        return self.expression("int", 1)

    # Expressions.

    def expression(self, type_: object, depth: int, *, inject: bool = False) -> str:
        self.fuel -= 1
        if isinstance(type_, tuple) and type_[0] == "union" and not inject:
            return self.union(type_, depth)
        if inject and isinstance(type_, tuple) and type_[0] == "union":
            if self.random.random() < 0.5:
                return self.expression(self.random.choice(type_[1:]), depth)
            return self.union(type_, depth)
        choose = self.random.random()
        if choose < 0.35:
            found = [text for text, kind, _ in self.places() if kind == type_]
            if found:
                return self.random.choice(found)
        if depth > 0 and self.fuel > 0:
            made = self.compound(type_, depth)
            if made is not None:
                return made
        return self.plain(type_, max(depth - 1, 0))

    def union(self, type_: tuple, depth: int) -> str:
        found = [text for text, kind, _ in self.places() if kind == type_]
        if found and self.random.random() < 0.5:
            return self.random.choice(found)
        members = list(type_[1:])
        member = self.random.choice(members)
        self.random.shuffle(members)
        return f"(As {self.expression(member, depth - 1)} {spelled(('union', *members))})"

    def compound(self, type_: object, depth: int) -> str | None:
        makers = [self.choice, self.listed, self.called, self.matched, self.taken]
        return self.random.choice(makers)(type_, depth - 1)

    def choice(self, type_: object, depth: int) -> str:
        condition = self.expression("bool", depth)
        first, second = self.scoped(type_, depth), self.scoped(type_, depth)
        if self.random.random() < 0.02:
            second = "(Unreachable)"
        return f"(If {condition} {first} {second})"

    def scoped(self, type_: object, depth: int) -> str:
        self.scopes.append([])
        text = self.expression(type_, depth)
        self.scopes.pop()
        return text

    def listed(self, type_: object, depth: int) -> str:
        self.scopes.append([])
        before = self.statements(self.random.randint(1, 2))
        text = f"(Exprs {' '.join([*before, self.expression(type_, depth)])})"
        self.scopes.pop()
        return text

    def called(self, type_: object, depth: int) -> str | None:
        options: list[tuple[str, list]] = []
        for name, result, parameters in self.procedures:
            if result == type_:
                options.append((name, parameters))
        for text, kind, _ in self.places():
            if isinstance(kind, tuple) and kind[0] == "proc" and kind[1] == type_:
                options.append((text, list(kind[2:])))
        if not options:
            return None
        name, parameters = self.random.choice(options)
        arguments = [self.expression(one, depth, inject=True) for one in parameters]
        return f"(Call {' '.join([name, *arguments])})"

    def matched(self, type_: object, depth: int) -> str | None:
        found = [
            one for one in self.places() if isinstance(one[1], tuple) and one[1][0] == "union"
        ]
        if not found:
            return None
        text, union, _ = self.random.choice(found)
        members = list(union[1:])
        self.random.shuffle(members)
        rules = []
        for member in members:
            name = self.fresh()
            self.scopes.append([(name, member, "binder")])
            rules.append(f"(Rule (As {name} {spelled(member)}) {self.expression(type_, depth)})")
            self.scopes.pop()
        return f"(Match {text} {' '.join(rules)})"

    def taken(self, type_: object, depth: int) -> str | None:
        """A part of something made on the spot."""
        other = self.type(1)
        if isinstance(other, tuple) and other[0] == "union":
            return None
        choose = self.random.random()
        if choose < 0.4:
            parts = f"{self.expression(type_, depth)} {self.expression(other, depth)}"
            return f"(FieldAccess (TupleCons {parts}) 0)"
        if choose < 0.7:
            inner = " ".join(self.expression(type_, depth) for _ in range(2))
            return f"(At (Seq {spelled(type_)} {inner}) {self.index(2)})"
        return f"(At (TupleCons {self.expression(type_, depth)}) {self.index(1)})"

    def plain(self, type_: object, depth: int) -> str:
        if isinstance(type_, tuple):
            return self.aggregate(type_, depth)
        if type_ == "int":
            return self.integer(depth)
        if type_ == "float":
            return self.floating(depth)
        if type_ == "bool":
            return self.boolean(depth)
        return "(TupleCons)"

    def aggregate(self, type_: tuple, depth: int) -> str:
        kind = type_[0]
        if kind == "tuple":
            depth = 0 if len(type_) > 10 else depth
            return f"(TupleCons {' '.join(self.expression(one, depth) for one in type_[1:])})"
        if kind == "record":
            fields = list(type_[1:])
            self.random.shuffle(fields)
            parts = " ".join(
                f"(Field {name} {self.expression(one, depth)})" for name, one in fields
            )
            return f"(RecordCons {parts})"
        if kind == "array":
            return f"(ArrayCons {' '.join(self.expression(type_[2], depth) for _ in range(type_[1]))})"
        if kind == "seq":
            count = self.random.choice((0, 1, 1, 2, 3))
            parts = [self.expression(type_[1], depth, inject=True) for _ in range(count)]
            return f"(Seq {' '.join([spelled(type_[1]), *parts])})"
        if kind == "union":
            return self.union(type_, depth)
        fitting = [
            name
            for name, result, parameters in self.procedures
            if (result, *parameters) == type_[1:]
        ]
        fitting.extend(text for text, one, _ in self.places() if one == type_)
        if fitting:
            return self.random.choice(fitting)
        # No such procedure: take it from where control never comes.
        return f"(As (Unreachable) {spelled(type_)})"

    def integer(self, depth: int) -> str:
        if depth <= 0 or self.random.random() < 0.4:
            if self.random.random() < 0.05:
                return self.random.choice(("9223372036854775807", "-9223372036854775808"))
            return str(self.random.randint(-5, 100))
        if self.random.random() < 0.15:
            return f"(Call len {self.expression(('seq', self.type(1)), depth - 1)})"
        op = self.random.choice(("+", "+", "-", "-", "*", "div", "mod"))
        return (
            f"(Call {op} {self.expression('int', depth - 1)} {self.expression('int', depth - 1)})"
        )

    def floating(self, depth: int) -> str:
        if depth <= 0 or self.random.random() < 0.4:
            return self.random.choice(
                ("0.0", "-0.0", "1.5", "-2.25", "1e300", "(FloatVal inf)", "(FloatVal nan)", "0.1")
            )
        op = self.random.choice("+-*/")
        left, right = self.expression("float", depth - 1), self.expression("float", depth - 1)
        return f"(Call {op} {left} {right})"

    def boolean(self, depth: int) -> str:
        if depth <= 0:
            return self.random.choice(("true", "false"))
        choose = self.random.random()
        if choose < 0.5:
            kind = self.random.choice(("int", "float"))
            op = self.random.choice(("==", "<", "<="))
            left, right = self.expression(kind, depth - 1), self.expression(kind, depth - 1)
            return f"(Call {op} {left} {right})"
        if choose < 0.6:
            return f"(Call not {self.expression('bool', depth - 1)})"
        op = self.random.choice(("And", "Or"))
        return f"({op} {self.expression('bool', depth - 1)} {self.expression('bool', depth - 1)})"


def spelled(type_: object) -> str:
    """Write a type."""
    if isinstance(type_, str):
        return f"({type_.capitalize()}Ty)"
    assert isinstance(type_, tuple)
    kind = type_[0]
    if kind == "array":
        return f"(ArrayTy {type_[1]} {spelled(type_[2])})"
    if kind == "record":
        return (
            f"(RecordTy {' '.join(f'(Field {name} {spelled(one)})' for name, one in type_[1:])})"
        )
    return f"({kind.capitalize()}Ty {' '.join(spelled(one) for one in type_[1:])})"
