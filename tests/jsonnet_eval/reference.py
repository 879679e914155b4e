"""A small reference evaluator: the language as plainly as it can be written, slow and without tricks.

It walks the tree, puts everything off, keeps no cache but that of thunks, and knows the few
library functions that generated programs use.  It exists to be compared with.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from confty.languages.jsonnet.lexer import lex
from confty.languages.jsonnet.parser import parse
from confty.languages.jsonnet.parser import syntax as s
from confty.text import Source


class Mistake(Exception):
    """The program stops."""


class Later:
    """A value that is worked out when it is first asked for."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self.work: Callable[[], Any] | None = work
        self.value: Any = None

    def get(self) -> Any:
        if self.work is not None:
            self.value = self.work()
            self.work = None
        return self.value


class Function:
    def __init__(self, names: list[str], defaults: dict, body: s.Expression, env: dict) -> None:
        self.names, self.defaults, self.body, self.env = names, defaults, body, env

    def call(self, positional: list[Later], named: dict[str, Later], *, now: bool = False) -> Any:
        if len(positional) > len(self.names):
            raise Mistake("too many arguments")
        given = dict(zip(self.names, positional, strict=False))
        for name, value in named.items():
            if name in given or name not in self.names:
                raise Mistake("bad argument")
            given[name] = value
        env = dict(self.env)
        for name in self.names:
            if name in given:
                env[name] = given[name]
            elif name in self.defaults:
                node = self.defaults[name]
                env[name] = Later(lambda node=node: run(node, env))
            else:
                raise Mistake("missing argument")
        for name in self.names:
            if now:
                env[name].get()
        return run(self.body, env)


class Native:
    def __init__(self, work: Callable[..., Any]) -> None:
        self.work = work

    def call(self, positional: list[Later], _named: dict, *, now: bool = False) -> Any:
        for value in positional if now else ():
            value.get()
        return self.work(*positional)


class Layer:
    """One literal: field name -> (mark, plus, function of self and layer number)."""

    def __init__(self) -> None:
        self.fields: dict[str, tuple[str, bool, Callable[[Object, int], Any]]] = {}
        self.asserts: list[Callable[[Object, int], None]] = []


class Object:
    def __init__(self, layers: list[Layer]) -> None:
        self.layers = layers
        self.checking = False

    def marks(self) -> dict[str, str]:
        marks: dict[str, str] = {}
        for layer in self.layers:
            for name, (mark, _, _) in layer.fields.items():
                marks[name] = marks[name] if mark == ":" and name in marks else mark
        return marks

    def visible(self) -> list[str]:
        return sorted([name for name, mark in self.marks().items() if mark != "::"])

    def check(self) -> None:
        if not self.checking:
            self.checking = True
            for number, layer in enumerate(self.layers):
                for test in layer.asserts:
                    test(self, number)

    def get(self, name: str) -> Any:
        self.check()
        return self.below(len(self.layers), name)

    def has(self, name: str, limit: int) -> bool:
        return any(name in layer.fields for layer in self.layers[:limit])

    def below(self, limit: int, name: str) -> Any:
        for number in reversed(range(limit)):
            if name in self.layers[number].fields:
                _, plus, make = self.layers[number].fields[name]
                value = make(self, number)
                if plus and self.has(name, number):
                    return add(self.below(number, name), value)
                return value
        raise Mistake(f"no field {name}")


def text_of(value: Any) -> str:
    if isinstance(value, str):
        return value
    return line(value)


def line(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:.0f}" if value == math.floor(value) else f"{value:.17g}"
    if isinstance(value, str):
        import json

        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        items = ", ".join([line(item.get()) for item in value])
        return f"[{items}]" if value else "[ ]"
    if isinstance(value, Object):
        value.check()
        names = value.visible()
        items = ", ".join([f"{line(name)}: {line(value.get(name))}" for name in names])
        return f"{{{items}}}" if names else "{ }"
    raise Mistake("a function has no text")


def finite(number: float) -> float:
    if not math.isfinite(number):
        raise Mistake("overflow")
    return number


def add(left: Any, right: Any) -> Any:
    if isinstance(left, str) or isinstance(right, str):
        return text_of(left) + text_of(right)
    if isinstance(left, float) and isinstance(right, float):
        return finite(left + right)
    if isinstance(left, list) and isinstance(right, list):
        return left + right
    if isinstance(left, Object) and isinstance(right, Object):
        return Object(left.layers + right.layers)
    raise Mistake("+")


def kind(value: Any) -> str:
    return "number" if isinstance(value, float) else type(value).__name__


def equal(left: Any, right: Any) -> bool:
    if isinstance(left, Function | Native) and isinstance(right, Function | Native):
        raise Mistake("functions")
    if kind(left) != kind(right):
        return False
    if isinstance(left, list):
        if len(left) != len(right):
            return False
        return all(equal(a.get(), b.get()) for a, b in zip(left, right, strict=True))
    if isinstance(left, Object):
        if left.visible() != right.visible():
            return False
        return all(equal(left.get(name), right.get(name)) for name in left.visible())
    return left == right


def number(value: Any) -> float:
    if not isinstance(value, float):
        raise Mistake("number wanted")
    return value


def truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise Mistake("boolean wanted")
    return value


def run(node: Any, env: dict) -> Any:
    return globals()[f"step_{type(node).__name__.lower()}"](node, env)


def later(node: Any, env: dict) -> Later:
    return Later(lambda: run(node, env))


def bound(binds: list[s.Bind], env: dict) -> dict:
    env = dict(env)
    for bind in binds:
        if bind.parameters is not None:
            function = make_function(bind.parameters, bind.value, env)
            env[bind.name.name] = Later(lambda function=function: function)
        else:
            env[bind.name.name] = later(bind.value, env)
    return env


def make_function(parameters: list[s.Parameter], body: s.Expression, env: dict) -> Function:
    defaults = {p.name.name: p.default for p in parameters if p.default is not None}
    return Function([p.name.name for p in parameters], defaults, body, env)


def loops(clauses: list, env: dict) -> list[dict]:
    if not clauses:
        return [env]
    first, rest = clauses[0], clauses[1:]
    if isinstance(first, s.Filter):
        return loops(rest, env) if truth(run(first.test, env)) else []
    source = run(first.source, env)
    if not isinstance(source, list):
        raise Mistake("array wanted")
    return [one for item in source for one in loops(rest, {**env, first.name.name: item})]


# One function a kind of node, found by its name.


def step_null(_node, _env):
    return None


def step_boolean(node, _env):
    return node.value


step_number = step_string = step_boolean


def step_parens(node, env):
    return run(node.inner, env)


def step_name(node, env):
    if node.name == "std" and "std" not in env:
        return STD
    return env[node.name].get()


def step_self(_node, env):
    return env["self"][0]


def step_dollar(_node, env):
    return env["$"]


def step_superfield(node, env):
    return env["self"][0].below(env["self"][1], node.field.name)


def step_insuper(node, env):
    return env["self"][0].has(run(node.key, env), env["self"][1])


def step_local(node, env):
    return run(node.body, bound(node.binds, env))


def step_function(node, env):
    return make_function(node.parameters, node.body, env)


def step_error(node, env):
    raise Mistake(text_of(run(node.message, env)))


def step_array(node, env):
    return [later(item, env) for item in node.elements]


def step_arraycomprehension(node, env):
    return [later(node.element, inner) for inner in loops(node.clauses, env)]


def step_assert(node, env):
    if not truth(run(node.test, env)):
        raise Mistake("assert")
    return run(node.body, env)


def step_dot(node, env):
    target = run(node.target, env)
    if isinstance(target, dict):
        return target[node.field.name]
    if not isinstance(target, Object):
        raise Mistake("object wanted")
    return target.get(node.field.name)


def step_index(node, env):
    target, key = run(node.target, env), run(node.index, env)
    if isinstance(target, Object):
        return target.get(key)
    if not isinstance(target, list | str) or not 0 <= number(key) < len(target):
        raise Mistake("index")
    item = target[int(key)]
    return item.get() if isinstance(item, Later) else item


def step_slice(node, env):
    target = run(node.target, env)
    parts = [None if p is None else run(p, env) for p in (node.first, node.last, node.step)]
    return target[slice(*[None if part is None else int(part) for part in parts])]


def step_if(node, env):
    if truth(run(node.test, env)):
        return run(node.yes, env)
    return None if node.no is None else run(node.no, env)


def step_unary(node, env):
    value = run(node.operand, env)
    return not truth(value) if node.operator == "!" else -number(value)


def step_binary(node, env):
    left = run(node.left, env)
    if node.operator in {"&&", "||"}:
        stop = node.operator == "||"
        return left if truth(left) is stop else truth(run(node.right, env))
    return OPERATORS[node.operator](left, run(node.right, env))


def step_call(node, env):
    callee = run(node.callee, env)
    if not isinstance(callee, Function | Native):
        raise Mistake("function wanted")
    given = [(a.name, later(a.value, env)) for a in node.arguments]
    named = {name.name: value for name, value in given if name is not None}
    positional = [value for name, value in given if name is None]
    return callee.call(positional, named, now=node.tailstrict >= 0)


def step_extend(node, env):
    return add(run(node.target, env), run(node.body, env))


def step_object(node, env):
    layer = Layer()
    binds = [m.bind for m in node.members if isinstance(m, s.ObjectLocal)]
    for member in node.members:
        if isinstance(member, s.Field):
            key = member.key
            name = key.name if isinstance(key, s.Identifier) else run(key, env)
            put_field(layer, name, member, binds, env)
        elif isinstance(member, s.ObjectAssert):
            layer.asserts.append(
                lambda this, at, member=member: check(member, inside(binds, env, this, at))
            )
    return Object([layer])


def step_objectcomprehension(node, env):
    layer = Layer()
    binds = [m.bind for m in node.members if isinstance(m, s.ObjectLocal)]
    for inner in loops(node.clauses, env):
        name = run(node.field.key, inner)
        if name in layer.fields:
            raise Mistake("duplicate")
        put_field(layer, name, node.field, binds, inner)
    return Object([layer])


def check(member: s.ObjectAssert, env: dict) -> None:
    if not truth(run(member.test, env)):
        raise Mistake("assert")


def inside(binds: list[s.Bind], env: dict, this: Object, at: int) -> dict:
    return bound(binds, {**env, "self": (this, at), "$": env.get("$", this)})


def put_field(layer: Layer, name: Any, field: s.Field, binds: list[s.Bind], env: dict) -> None:
    if name is None:
        return

    def make(this: Object, at: int) -> Any:
        inner = inside(binds, env, this, at)
        if field.parameters is not None:
            return make_function(field.parameters, field.value, inner)
        return run(field.value, inner)

    layer.fields[name] = (field.visibility, field.plus, make)


def remainder(left: Any, right: Any) -> Any:
    if isinstance(left, str):
        values = [text_of(item.get()) for item in right]
        return left.replace("%d", "%s") % (values[0], f"{int(float(values[1])):d}")
    if number(right) == 0:
        raise Mistake("division")
    return math.fmod(number(left), right)


def divide(left: Any, right: Any) -> float:
    if number(right) == 0:
        raise Mistake("division")
    return finite(number(left) / right)


OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "+": add,
    "-": lambda a, b: finite(number(a) - number(b)),
    "*": lambda a, b: finite(number(a) * number(b)),
    "/": divide,
    "%": remainder,
    "==": equal,
    "!=": lambda a, b: not equal(a, b),
    "<": lambda a, b: number(a) < number(b),
    "<=": lambda a, b: number(a) <= number(b),
    ">": lambda a, b: number(a) > number(b),
    ">=": lambda a, b: number(a) >= number(b),
    "in": lambda a, b: b.has(a, len(b.layers)),
}


def fold(function: Later, items: Later, start: Later) -> Any:
    total = start
    for item in items.get():
        value = function.get().call([total, item], {})
        total = Later(lambda value=value: value)
    return total.get()


def floor(value: Later) -> float:
    given = number(value.get())
    return (
        math.copysign(float(math.floor(given)), given) if given == 0 else float(math.floor(given))
    )


def larger(one: Later, other: Later) -> float:
    left, right = number(one.get()), number(other.get())
    return max(right, left)


def length(value: Later) -> float:
    given = value.get()
    return float(len(given.visible()) if isinstance(given, Object) else len(given))


STD: dict[str, Any] = {
    "length": Native(length),
    "foldl": Native(fold),
    "range": Native(
        lambda a, b: [Later(lambda i=i: float(i)) for i in range(int(a.get()), int(b.get()) + 1)]
    ),
    "join": Native(lambda sep, items: sep.get().join([item.get() for item in items.get()])),
    "toString": Native(lambda value: text_of(value.get())),
    "asciiUpper": Native(lambda v: "".join([c.upper() if c.isascii() else c for c in v.get()])),
    "max": Native(larger),
    "floor": Native(floor),
    "map": Native(lambda f, xs: [Later(lambda x=x: f.get().call([x], {})) for x in xs.get()]),
    "filter": Native(lambda f, xs: [x for x in xs.get() if truth(f.get().call([x], {}))]),
    "isString": Native(lambda value: isinstance(value.get(), str)),
    "objectHasAll": Native(lambda o, f: f.get() in o.get().marks()),
}


def evaluate(text: str) -> str:
    """The value of a program on one line, or ``Mistake``."""
    parsed = lex(Source("program", text)).then(parse)
    if parsed.failed:
        raise Mistake("it does not parse")
    return line(run(parsed.output.body, {}))
