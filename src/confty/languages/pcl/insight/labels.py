"""What is known of a value beside its type: whether it is secret or not there yet, and why.

And its value, where it is a constant that is no secret.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Final

from confty.kit.hcl import syntax
from confty.kit.hcl.syntax import Expression, literal_text, unwrapped
from confty.kit.hcl.walk import parts
from confty.languages.pcl import model
from confty.languages.pcl.written import word_or_text

_MOST: Final = 5000
_DEEPEST: Final = 60
_LONGEST: Final = 300


class Facts:
    """Answers for one program; every declaration is looked at once."""

    def __init__(self, program: model.Program) -> None:
        self.program = program
        self._known: dict[int, list[str]] = {}
        self._open: set[int] = set()

    def of_node(self, node: model.ProgramNode) -> list[str]:
        """What is known of what a declaration declares."""
        if isinstance(node, model.ConfigNode):
            return [f"secret: config `{node.name}` says so"] if node.secret else []
        value = node.value if isinstance(node, (model.LocalNode, model.OutputNode)) else None
        if value is None:
            return []
        found = self._known.get(id(node))
        if found is None:
            if id(node) in self._open or len(self._open) > _DEEPEST:
                return []
            self._open.add(id(node))
            found = self._known[id(node)] = self.of(value)
            self._open.discard(id(node))
        return found

    def of(self, expression: Expression) -> list[str]:
        """What is known of an expression: each reason once."""
        found: dict[str, None] = {}
        waiting = [expression]
        count = 0
        while waiting and count < _MOST:
            node = waiting.pop()
            count += 1
            if isinstance(node, syntax.Traversal):
                found.update(dict.fromkeys(self.of_traversal(node, len(node.steps))))
                continue
            if isinstance(node, syntax.Call):
                if node.name in ("unsecret", "can", "pulumiResourceType"):
                    continue
                found.update(dict.fromkeys(self._called(node)))
            waiting += reversed(parts(node))
        secret = [one for one in found if one.startswith("secret")]
        late = [one for one in found if not one.startswith("secret")]
        return [*secret[:2], *late[:2]]

    def _called(self, node: syntax.Call) -> list[str]:
        if node.name == "secret":
            return ["secret: `secret(…)` makes it one"]
        bound = self.program.typing.calls.get(node)
        if bound is not None and bound.output:
            return [f"unknown until `{bound.function.token}` has been called"]
        if node.name == "getOutput":
            return ["unknown until the other stack is read"]
        return []

    def of_traversal(self, node: syntax.Traversal, steps: int) -> list[str]:
        """What is known of the first steps of a traversal."""
        variable: model.Variable | None = self.program.typing.roots.get(node)
        owner = None if variable is None else variable.node
        if isinstance(owner, model.ResourceNode):
            return self._of_resource(owner, node, steps)
        if isinstance(owner, model.ComponentNode):
            return self._of_component(owner, node) if steps else []
        return [] if owner is None else self._through(owner, node, steps)

    def _through(self, owner: model.ProgramNode, node: syntax.Traversal, steps: int) -> list[str]:
        """Of a local whose parts are written out, only of the part that is taken."""
        value = unwrapped(owner.value) if isinstance(owner, model.LocalNode) else None
        taken = 0
        while isinstance(value, syntax.Object) and taken < steps:
            key = node.steps[taken].key
            inner = [one.value for one in value.items if literal_text(one.key) == key]
            if not inner or any(literal_text(one.key) is None for one in value.items):
                break
            value, taken = unwrapped(inner[-1]), taken + 1
        if value is not None and taken:
            return self.of(value)
        return self.of_node(owner)

    def _of_resource(
        self, owner: model.ResourceNode, node: syntax.Traversal, steps: int
    ) -> list[str]:
        found: list[str] = []
        names = [one.key for one in node.steps[:steps] if isinstance(one.key, str)]
        name = names[0] if names else ""
        if name and owner.schema is not None:
            spec = owner.schema.outputs.get(name) or {}
            if spec.get("secret"):
                token = owner.schema.canonical.replace("::", ":")
                found.append(f"secret: `{name}` of {token} is one, says its package")
        if name and name in _secret_outputs(owner):
            found.append(f"secret: the options of `{owner.name}` say so")
        if steps:
            verb = "read" if owner.reads else "created"
            found.append(f"unknown until `{owner.name}` is {verb}")
        return found

    def _of_component(self, owner: model.ComponentNode, node: syntax.Traversal) -> list[str]:
        program = owner.program
        names = [one.key for one in node.steps if isinstance(one.key, str)]
        output = program.outputs.get(names[0]) if program is not None and names else None
        if program is None or output is None or program is self.program:
            return [f"unknown until `{owner.name}` is created"]
        inner = Facts(program).of_node(output)
        return [one for one in inner if one.startswith("secret")] + [
            f"unknown until `{owner.name}` is created"
        ]


def _secret_outputs(node: model.ResourceNode) -> set[str]:
    value = node.option("additionalSecretOutputs")
    listed = unwrapped(value) if value is not None else None
    if not isinstance(listed, syntax.Tuple):
        return set()
    found: set[str] = set()
    for one in listed.elements:
        inner = unwrapped(one)
        if isinstance(inner, syntax.Traversal):
            found.add(inner.root)
        elif (text := literal_text(inner)) is not None:
            found.add(text)
    return found


class _NotConstant(Exception):
    """The value takes a run."""


class WrittenValues:
    """Values of what is written out, in PCL's own spelling."""

    def __init__(self, program: model.Program) -> None:
        self.program = program
        self._steps = 0

    def of(self, node: Expression) -> str:
        """The value as it would be written; empty where a run is needed for it."""
        self._steps = 0
        try:
            made = _spelled(self._value(node, 0))
        except _NotConstant:
            return ""
        return made if len(made) <= _LONGEST else f"{made[:_LONGEST]}…"

    def _value(self, node: Expression, depth: int) -> object:
        self._steps += 1
        if depth > _DEEPEST or self._steps > _MOST:
            raise _NotConstant
        if isinstance(node, syntax.Parentheses):
            return self._value(node.inner, depth + 1)
        if isinstance(node, syntax.Literal):
            return node.value
        if isinstance(node, syntax.Tuple):
            return [self._value(one, depth + 1) for one in node.elements]
        if isinstance(node, syntax.Object):
            made: dict[str, object] = {}
            for item in node.items:
                key = literal_text(item.key)
                if key is None:
                    raise _NotConstant
                made[key] = self._value(item.value, depth + 1)
            return made
        if isinstance(node, syntax.Template):
            return "".join(_text(self._value(one, depth + 1)) for one in node.parts)
        if isinstance(node, syntax.Traversal):
            return self._named(node, depth)
        if isinstance(node, syntax.Conditional) and not node.directive:
            test = self._value(node.test, depth + 1)
            if not isinstance(test, bool):
                raise _NotConstant
            return self._value(node.yes if test else node.no, depth + 1)
        raise _NotConstant

    def _named(self, node: syntax.Traversal, depth: int) -> object:
        variable = self.program.typing.roots.get(node)
        owner = None if variable is None else variable.node
        if not isinstance(owner, model.LocalNode):
            raise _NotConstant
        value = self._value(owner.value, depth + 1)
        for step in node.steps:
            value = _taken(value, step.key)
        return value


def _taken(value: object, key: object) -> object:
    if isinstance(value, dict) and isinstance(key, str) and key in value:
        return value[key]
    if isinstance(value, list) and isinstance(key, int) and 0 <= key < len(value):
        return value[key]
    raise _NotConstant


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, (bool, int, Decimal)):
        return _spelled(value)
    raise _NotConstant


def _spelled(value: object) -> str:
    written = word_or_text(value)
    if written is not None:
        return written
    if isinstance(value, list):
        return f"[{', '.join(map(_spelled, value))}]"
    if isinstance(value, dict):
        inside = [f"{key} = {_spelled(one)}" for key, one in value.items()]
        return f"{{ {', '.join(inside)} }}" if inside else "{}"
    return str(value)
