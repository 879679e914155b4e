"""Expressions: the text as it is written, with what has another name in PCL replaced in place.

So layout and comments stay, and only references, keys and calls are looked at.
"""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from re import compile as pattern
from typing import Final

from confty.kit.hcl import syntax
from confty.kit.hcl.walk import every, parts
from confty.languages.pcl.converter.terraform.functions import called
from confty.languages.pcl.converter.terraform.maps import JOINS
from confty.languages.pcl.converter.terraform.module import TerraformModule, Thing, is_set
from confty.languages.pcl.converter.terraform.names import camel, field, unused
from confty.languages.pcl.converter.terraform.shapes import OWN_MAP, Shape
from confty.languages.pcl.written import text_literal
from confty.text import Source

#: What Terraform has for itself, and PCL as a function.
_CONSTANTS: Final = {
    ("terraform", "workspace"): "stack()",
    ("path", "cwd"): "cwd()",
    ("path", "root"): '"."',
}
#: Calls whose result has the elements that it was given.
_SAME_ELEMENTS: Final = frozenset(
    ("toset", "tolist", "values", "sort", "reverse", "distinct", "compact", "concat", "slice")
)
_NAME: Final = pattern(r"[A-Za-z_][\w-]*")
_KEEPS_KEYS: Final = frozenset(("jsonencode", "yamlencode", "templatefile"))


class ExpressionWriter:
    """Writes the expressions of one file."""

    def __init__(self, module: TerraformModule, source: Source) -> None:
        self.module = module
        self.source = source
        # What names of Terraform's stand for inside: ``each.key``, ``count.index``, iterators.
        self.stands: dict[tuple[str, str], str] = {}
        # Names that a ``for`` or a block introduces.
        self._local: dict[str, str] = {}
        # What is known of those names, and of what they stand for.
        self._shapes: dict[tuple[str, str], Shape | None] = {}
        self._keep_keys = False
        self._item = ""

    @contextmanager
    def where(
        self,
        stands: dict[tuple[str, str], str],
        shapes: dict[tuple[str, str], Shape | None] | None = None,
    ) -> Iterator[None]:
        """Let names stand for something, of a shape, while the block lasts."""
        before = self.stands, self._shapes
        self.stands = {**before[0], **stands}
        self._shapes = {**before[1], **dict.fromkeys(stands), **(shapes or {})}
        try:
            yield
        finally:
            self.stands, self._shapes = before

    def write(self, node: syntax.Expression, shape: Shape | None = None) -> str:
        """The expression in PCL; ``shape`` is what its place wants."""
        if shape is not None and (asset := shape.asset()):
            return f"{asset}({self.write(node)})"
        if isinstance(node, syntax.Traversal):
            return self._traversal(node)
        if isinstance(node, syntax.RelativeTraversal):
            return self.write(node.source) + self._steps(node.steps, None)
        if isinstance(node, syntax.SplatItem):
            return self._item
        if isinstance(node, syntax.Splat):
            return self._splat(node)
        if isinstance(node, syntax.Call):
            return self._call(node, shape)
        if isinstance(node, syntax.Object):
            return self._object(node, shape)
        if isinstance(node, syntax.For):
            return self._for(node, shape)
        if isinstance(node, syntax.Template):
            return self._template(node)
        inner = shape
        if isinstance(node, syntax.Tuple):
            inner = None if shape is None else shape.element
        elif not isinstance(node, (syntax.Conditional, syntax.Parentheses)):
            inner = None
        return self._copied(node, [(part, inner) for part in parts(node)])

    def kept(self, node: syntax.Expression) -> str:
        """The expression in PCL, keys as they are: those of a map are the program's own words."""
        before, self._keep_keys = self._keep_keys, True
        try:
            return self.write(node)
        finally:
            self._keep_keys = before

    def text(self, node: syntax.Node) -> str:
        """The text of a node as it is written."""
        return self.source.text[node.start : node.end]

    def _copied(
        self, node: syntax.Node, inside: list[tuple[syntax.Expression, Shape | None]]
    ) -> str:
        """The text of a node with its parts rewritten."""
        written = [(part.start, part.end, self.write(part, shape)) for part, shape in inside]
        return self._replaced(node, written)

    def _template(self, node: syntax.Template) -> str:
        """A template; what is a plain text in PCL needs no sequence."""
        written: list[tuple[int, int, str]] = []
        text = self.source.text
        for part in node.parts:
            made, start, end = self.write(part), part.start, part.end
            if made[:1] == '"' and isinstance(part, syntax.Traversal):
                around = text[start - 2 : start] == "${" and text[end : end + 1] == "}"
                if around:
                    made, start, end = made[1:-1], start - 2, end + 1
            written.append((start, end, made))
        return self._replaced(node, written)

    def _replaced(self, node: syntax.Node, written: list[tuple[int, int, str]]) -> str:
        made: list[str] = []
        at = node.start
        for start, end, text in sorted(written):
            if start < at:
                continue
            made += [self.source.text[at:start], text]
            at = end
        return "".join([*made, self.source.text[at : node.end]])

    # References.

    def _traversal(self, node: syntax.Traversal) -> str:
        keys = [str(step.key) for step in node.steps]
        local = self._local.get(node.root)
        if local is not None:
            return local + self._steps(node.steps, self._shapes.get((node.root, "")))
        stands = self.stands.get((node.root, keys[0] if keys else ""))
        if stands is not None:
            return stands + self._steps(node.steps[1:], self._shapes.get((node.root, keys[0])))
        found = self._declared(node, keys)
        if found is not None:
            return found
        if node.root == "path" and keys == ["module"]:
            return json.dumps(self.module.place or ".")
        constant = _CONSTANTS.get((node.root, keys[0] if keys else ""))
        if constant is not None:
            return constant
        return self.nothing(node, f"expected something declared, found `{self.text(node)}`")

    def _declared(self, node: syntax.Traversal, keys: list[str]) -> str | None:
        module, steps = self.module, node.steps
        if node.root in {"var", "local"} and keys:
            name = module.names.find(node.root, keys[0])
            shape = self.shape_of(node.root, keys[0])
            return None if name is None else name + self._steps(steps[1:], shape)
        if node.root == "module" and keys and keys[0] in module.components:
            name = module.names.find("module", keys[0])
            return None if name is None else name + self._steps(steps[1:], None)
        kind, at = ("data", 2) if node.root == "data" else ("resource", 1)
        labels = (keys if kind == "data" else [node.root, *keys])[:2]
        if len(labels) != 2:
            return None
        thing = module.things.get((kind, labels[0], labels[1]))
        return None if thing is None else thing.name + self._of(thing, steps[at:])

    def shape_of(self, kind: str, name: str) -> Shape | None:
        """What is known of a local or a variable."""
        typed = self.module.variables.get(name) if kind == "var" else None
        if typed is not None and typed.spec:
            return typed
        return OWN_MAP if (kind, name) in self.module.maps else None

    def shape_at(self, node: syntax.Expression) -> Shape | None:
        """What is known of the value of an expression."""
        node = syntax.unwrapped(node)
        if isinstance(node, syntax.Call):
            through = node.name in JOINS or node.name in _SAME_ELEMENTS
            return self.shape_at(node.arguments[0]) if through and node.arguments else None
        if not isinstance(node, syntax.Traversal):
            return None
        steps = list(node.steps)
        if node.root in self._local:
            found = self._shapes.get((node.root, ""))
        elif not steps:
            return None
        else:
            first = str(steps.pop(0).key)
            stands = (node.root, first) in self.stands
            named = self._shapes.get((node.root, first))
            found = named if stands else None
            if not stands and node.root in {"var", "local"}:
                found = self.shape_of(node.root, first)
        for step in steps:
            found = None if found is None else found.at(_plain_key(step))
        return found

    def element_of(self, node: syntax.Expression) -> Shape | None:
        """What is known of the elements of a collection."""
        found = self.shape_at(node)
        return None if found is None else found.element or found.value

    def _of(self, thing: Thing, steps: list[syntax.TraversalStep]) -> str:
        """The steps behind a resource: an index where it is a range, then its attributes."""
        lead = ""
        if thing.ranged and steps and steps[0].style != "attribute":
            lead, steps = self._steps(steps[:1], None), steps[1:]
        if not steps or steps[0].style != "attribute":
            return lead + self._steps(steps, None)
        name, shape = thing.made.output(str(steps[0].key))
        return f"{lead}.{name}" + self._steps(steps[1:], shape)

    def _steps(self, steps: list[syntax.TraversalStep], shape: Shape | None) -> str:
        made: list[str] = []
        for step in steps:
            if step.style == "attribute":
                if shape is not None and shape.properties():
                    name, shape = shape.property(str(step.key))
                else:
                    keeps = shape is not None and shape.is_map
                    name = str(step.key) if keeps else field(str(step.key))
                    shape = shape.value if shape is not None and keeps else None
                made.append(f".{name}")
                continue
            if shape is not None and shape.properties() and isinstance(step.key, str):
                name, shape = shape.property(step.key)
                made.append(f".{name}")
                continue
            if shape is not None and shape.properties():
                continue  # a block that may stand once is an object and no list
            shape = None if shape is None else shape.element or shape.value
            key = step.key
            made.append(f"[{json.dumps(key) if isinstance(key, str) else key}]")
        return "".join(made)

    def _splat(self, node: syntax.Splat) -> str:
        source = node.source
        shape_of: Thing | None = None
        if isinstance(source, syntax.Traversal):
            data = source.root == "data"
            keys = [str(step.key) for step in source.steps]
            labels = tuple((keys if data else [source.root, *keys])[:2])
            exact = len(keys) == (2 if data else 1)
            if exact and len(labels) == 2:
                shape_of = self.module.things.get(("data" if data else "resource", *labels))
        before, self._item = self._item, ""
        each = node.each
        if shape_of is not None and isinstance(each, syntax.RelativeTraversal):
            tail = self._of(shape_of, each.steps)
        else:
            tail = self.write(each)
        self._item = before
        return f"{self.write(source)}[*]{tail}"

    # Calls.

    def _call(self, node: syntax.Call, shape: Shape | None) -> str:
        if node.name == "range" and (counted := self._counted(node)) is not None:
            return counted
        ranged = self._of_range(node)
        if ranged is not None:
            return ranged
        keep, self._keep_keys = self._keep_keys, self._keep_keys or node.name in _KEEPS_KEYS
        inner = shape if node.name in JOINS and shape is not None and shape.is_map else None
        arguments = [self.write(one, inner) for one in node.arguments]
        self._keep_keys = keep
        found = called(node.name, arguments, expanded=node.expand)
        if found is not None:
            return found
        return self.nothing(node, f"there is no counterpart of `{node.name}` in PCL")

    def _counted(self, node: syntax.Call) -> str | None:
        """A ``range`` whose end is below its start: Terraform counts down, PCL gives nothing."""
        if not 1 <= len(node.arguments) <= 2 or node.expand:
            return None
        start, end = [0, *map(_whole_number, node.arguments)][-2:]
        if start is not None and end is not None:
            return f"[for at in range({start - end}) : {start} - at]" if end < start else None
        last = syntax.unwrapped(node.arguments[-1])
        if start != 0 or not isinstance(last, syntax.Call) or last.name != "length":
            message = "`range` counts down to an end below its start, in PCL it is empty then"
            self.module.say(self.source, node.start, node.end, message)
        return None

    def _of_range(self, node: syntax.Call) -> str | None:
        """The keys or values of resources that are a range, which no function could be given."""
        only = syntax.unwrapped(node.arguments[0]) if len(node.arguments) == 1 else None
        wanted = {"keys": "key", "values": "value"}.get(node.name)
        if wanted is None or not isinstance(only, syntax.Traversal):
            return None
        if not self.module.is_ranged(only):
            return None
        return f"[for key, value in {self.write(only)} : {wanted}]"

    def nothing(self, node: syntax.Node, message: str) -> str:
        """Say that there is no counterpart, and write what fails when it is reached."""
        self.module.say(self.source, node.start, node.end, message)
        return f"notImplemented({text_literal(self.text(node))})"

    # Collections.

    def _object(self, node: syntax.Object, shape: Shape | None) -> str:
        named = shape is not None and bool(shape.properties())
        keeps = self._keep_keys or (shape is not None and shape.is_map)
        written: list[tuple[int, int, str]] = []
        for item in node.items:
            inner = shape.value if shape is not None and not named else None
            word = self._word(item)
            if word is None:
                written.append((item.key.start, item.key.end, self.write(item.key)))
            elif named and shape is not None:
                name, inner = shape.property(word)
                if item.bare or inner is not None:
                    written.append((item.key.start, item.key.end, name))
            elif item.bare and not keeps:
                written.append((item.key.start, item.key.end, field(word)))
            written.append((item.value.start, item.value.end, self.write(item.value, inner)))
        return self._replaced(node, written)

    def _word(self, item: syntax.Item) -> str | None:
        """A key that is written out."""
        if item.bare:
            return self.text(item.key)
        return syntax.literal_text(item.key) if isinstance(item.key, syntax.Literal) else None

    def _for(self, node: syntax.For, shape: Shape | None) -> str:
        written = [(node.collection.start, node.collection.end, self.write(node.collection))]
        inside = self.element_of(node.collection)
        body = [part for part in (node.key, node.value, node.guard) if part is not None]
        places = {node.value_name: node.value_place}
        if node.key_name is not None:
            places[node.key_name] = node.key_place
        mentioned = self.mentioned(chain.from_iterable(map(every, body)), places)
        before, known = self._local, self._shapes
        self._local = dict(before)
        self._shapes = {**known, **{(name, ""): None for name in places}}
        self._shapes[node.value_name, ""] = inside
        if node.key_name is not None and is_set(node.collection, self.module):
            # An element of a set is its own key.
            places = {node.value_name: (node.key_place[0], node.value_place[1])}
        for name, place in places.items():
            given = unused(camel(name), mentioned)
            mentioned.add(given)
            self._local[name] = given
            written.append((*place, given))
        if node.key_name is not None and node.key_name not in places:
            self._local[node.key_name] = self._local[node.value_name]
        element = None if shape is None else (shape.element if node.key is None else shape.value)
        for part, inner in ((node.key, None), (node.value, element), (node.guard, None)):
            if part is not None:
                written.append((part.start, part.end, self.write(part, inner)))
        self._local, self._shapes = before, known
        return self._replaced(node, written)

    def mentioned(
        self, nodes: Iterable[syntax.Expression], bound: Container[str] = ()
    ) -> set[str]:
        """The names of PCL in expressions, without what stands for names that they bind.

        What Terraform keeps apart as ``var.x``, ``local.x`` and ``x`` has one namespace in PCL, so
        that a name for an element must be none of these.
        """
        found: set[str] = set()
        for node in nodes:
            if isinstance(node, syntax.Traversal) and node.root not in bound:
                found.add(self._first_name(node))
        return found

    def _first_name(self, node: syntax.Traversal) -> str:
        """The name that a reference begins with in PCL; empty where it begins with none."""
        keys = [str(step.key) for step in node.steps]
        text = self._local.get(node.root)
        if text is None:
            text = self.stands.get((node.root, keys[0] if keys else ""))
        if text is None:
            text = self._declared(node, keys)
        found = None if text is None else _NAME.match(text)
        return "" if found is None else found[0]


def _plain_key(step: syntax.TraversalStep) -> str | int:
    return step.key if isinstance(step.key, str) else int(step.key)


def _whole_number(node: syntax.Expression) -> int | None:
    """A whole number that is written out."""
    node = syntax.unwrapped(node)
    sign = 1
    if isinstance(node, syntax.Unary) and node.operator == "-":
        sign, node = -1, syntax.unwrapped(node.operand)
    value = node.value if isinstance(node, syntax.Literal) else None
    return sign * value if isinstance(value, int) and not isinstance(value, bool) else None
