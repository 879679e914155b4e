"""What is known at a cursor: the names in scope, the type of letters, the type that is wanted.

Letters are typed on their own, by the checker, with the names in scope there; so nothing hangs on
whether the item they stand in could be read.
"""

from __future__ import annotations

from typing import Final

from confty import types
from confty.kit.checking import Findings
from confty.kit.hcl import parse_expression
from confty.kit.hcl.syntax import Missing
from confty.languages.pcl import codes, model
from confty.languages.pcl.checker.blocks import hook_args
from confty.languages.pcl.checker.context import Context, Leniency
from confty.languages.pcl.checker.expressions import Checker
from confty.languages.pcl.checker.options import OPTIONS
from confty.languages.pcl.checker.resources import configs
from confty.languages.pcl.eventuals import input_type
from confty.languages.pcl.insight.cursor import ForNames, OpenBracket, OpenBrackets, Opened
from confty.languages.pcl.insight.properties import Property, elements, inside, prose, under
from confty.languages.pcl.library import FUNCTIONS, Own
from confty.languages.pcl.schemas import BadSchema, FunctionSchema, ResourceSchema, package_of
from confty.languages.pcl.traversal import collection
from confty.text import Source

_HOOK: Final[dict[str, types.Type]] = {
    "command": types.list_of(types.STRING),
    "ignoreErrors": types.BOOL,
    "onDryRun": types.BOOL,
}


class Scene:
    """The surroundings of one cursor."""

    def __init__(
        self, program: model.Program, source: Source, cursor: OpenBrackets, offset: int
    ) -> None:
        self.program = program
        self.source = source
        self.cursor = cursor
        self.offset = offset
        self.packages = program.schemas
        self._checker: Checker | None = None
        self.local: dict[str, model.Variable] = {}

    # Typing letters.

    @property
    def checker(self) -> Checker:
        """A checker that keeps what it finds to itself, with the names in scope here."""
        if self._checker is None:
            leniency = Leniency(self.program.settings)
            context = Context(self.source, model.Typing(), self.packages, leniency, Findings())
            names = {
                name: model.Variable(name, node.type, node.name_span, node)
                for name, node in self.program.names.items()
            }
            outputs = {
                name: model.Variable(name, node.type, node.name_span, node)
                for name, node in self.program.outputs.items()
            }
            context.enter(names, outputs)
            context.host = self.packages.host
            self._checker = Checker(context)
            for frame in self.cursor.frames:
                self._bind(frame)
        return self._checker

    def _bind(self, frame: OpenBracket) -> None:
        assert self._checker is not None
        bound: dict[str, model.Variable] = {}
        if frame.kind is Opened.BODY and frame.name == "hook":
            node = self.node_of(frame)
            for_errors = isinstance(node, model.HookNode) and node.for_errors
            bound["args"] = model.Variable("args", hook_args(for_errors=for_errors), None)
        elif frame.kind is Opened.BODY and frame.name in ("resource", "read", "component"):
            bound.update(self._range_of(frame))
        elif frame.kind is Opened.CALL and frame.name == "recover" and frame.number == 1:
            bound["error"] = model.Variable("error", types.STRING, None)
        for loop in frame.loops:
            bound.update(self._looped(loop))
        self.local.update(bound)
        scope = self._checker.context.scope
        for name, variable in bound.items():
            scope.names[name] = variable

    def _range_of(self, frame: OpenBracket) -> dict[str, model.Variable]:
        block = frame.block
        options = [] if block is None else [b for b in block.body.blocks if b.type == "options"]
        value = options[0].body.attributes.get("range") if options else None
        if value is None or any(one.name == "options" for one in self.cursor.frames):
            return {}
        assert self._checker is not None
        over = collection(self._checker.check(value.value))
        fields = (
            [("value", over.value), ("key", over.key)] if over.known else [("value", types.INT)]
        )
        return {"range": model.Variable("range", types.object_of(fields), None)}

    def _looped(self, loop: ForNames) -> dict[str, model.Variable]:
        if loop.start < 0 or loop.end < 0:
            return {}
        over = collection(self.type_of((loop.start, loop.end)) or types.DYNAMIC)
        kinds = [over.value] if len(loop.names) == 1 else [over.key, over.value]
        return {
            name: model.Variable(name, kind, None)
            for name, kind in zip(loop.names, kinds, strict=False)
        }

    def type_of(self, place: tuple[int, int]) -> types.Type | None:
        """The type of the letters from one offset to another; None where they cannot be read."""
        text = self.source.text[place[0] : place[1]].strip()
        node, findings = parse_expression(Source(self.source.name, text), codes.SYNTAX)
        if findings or isinstance(node, Missing):
            return None
        return self.checker.check(node)

    # What a block is.

    def node_of(self, frame: OpenBracket) -> model.ProgramNode | None:
        """The declaration of a block that the parser could read."""
        if frame.block is None:
            return None
        return next((n for n in self.program.nodes if n.syntax is frame.block), None)

    def schema_of(self, frame: OpenBracket) -> ResourceSchema | None:
        """The schema of a resource block."""
        node = self.node_of(frame)
        if isinstance(node, model.ResourceNode) and node.schema is not None:
            return node.schema
        token = frame.labels[1] if len(frame.labels) > 1 else ""
        return self.resource(token)

    def resource(self, token: str) -> ResourceSchema | None:
        """The schema that a token means."""
        name = package_of(token)
        try:
            package = self.packages.get(name) if name else None
            if package is None:
                return None
            if token.startswith("pulumi:providers:"):
                return package.provider()
            return package.resource(token)
        except BadSchema:
            return None

    def function(self, token: str) -> FunctionSchema | None:
        """The function of a package that a token means."""
        name = package_of(token)
        try:
            package = self.packages.get(name) if name else None
            return None if package is None else package.function(token)
        except BadSchema:
            return None

    def inputs(self, frame: OpenBracket) -> dict[str, Property]:
        """What may be set in a resource or component block."""
        if frame.name == "component":
            node = self.node_of(frame)
            if not isinstance(node, model.ComponentNode) or node.program is None:
                return {}
            return {one.name: _config(one) for one in configs(node)}
        schema = self.schema_of(frame)
        return {} if schema is None else schema_inputs(schema, reads=frame.name == "read")

    # What is wanted.

    def wanted(self) -> types.Type | None:
        """The type of the value that is being written; None where anything goes."""
        return self.wanted_in(len(self.cursor.frames))

    def wanted_in(self, count: int) -> types.Type | None:
        """The type of the value that is being written in the outermost ``count`` brackets."""
        frames = self.cursor.frames[:count]
        last = max(i for i, one in enumerate(frames) if one.kind is Opened.BODY)
        found = self._of_attribute(frames, last)
        for frame in frames[last + 1 :]:
            if frame.kind is Opened.CALL:
                found = self._of_argument(frame)
            elif frame.kind in (Opened.INDEX, Opened.SEQUENCE):
                found = None
            elif found is None or frame.kind in (Opened.PAREN, Opened.STRING):
                continue
            elif frame.kind is Opened.TUPLE:
                found = elements(found)
            elif frame.kind is Opened.OBJECT and frame.in_value:
                found = under(found, frame.key, self.packages) if frame.key else None
        return found

    def _of_attribute(self, frames: list[OpenBracket], last: int) -> types.Type | None:
        frame = frames[last]
        if not frame.in_value:
            return None
        if frame.name == "options" and last:
            return OPTIONS.get(frame.key)
        if frame.name in ("resource", "read", "component"):
            known = self.inputs(frame).get(frame.key)
            return None if known is None else known.type
        node = self.node_of(frame)
        if isinstance(node, model.ConfigNode) and frame.key == "default":
            return node.declared
        if frame.name == "config" and frame.key in ("nullable", "secret"):
            return types.BOOL
        return _HOOK.get(frame.key) if frame.name == "hook" else None

    def _of_argument(self, frame: OpenBracket) -> types.Type | None:
        if frame.name in ("invoke", "call"):
            return self.arguments_of(frame)
        function = FUNCTIONS.get(frame.name)
        if function is None or isinstance(function.signature, Own):
            return None
        signature = function.signature([types.DYNAMIC] * (frame.number + 1), True)
        if frame.number < len(signature.parameters):
            return signature.parameters[frame.number][1]
        return signature.rest

    def arguments_of(self, frame: OpenBracket) -> types.Type | None:
        """What the object of arguments of an ``invoke`` or ``call`` holds."""
        if frame.number != (1 if frame.name == "invoke" else 2):
            return None
        function = self.called(frame)
        try:
            if function is None or (frame.name == "invoke" and function.positional):
                return None
            return function.arguments(inputs=True, skip=frozenset(("__self__",)))
        except BadSchema:
            return None

    def called(self, frame: OpenBracket) -> FunctionSchema | None:
        """The function of a package that the call in a bracket means."""
        arguments = self.written_arguments(frame)
        if frame.name == "invoke":
            return self.function(arguments[0]) if arguments else None
        schema = self.receiver(frame)
        token = schema.methods.get(arguments[1]) if schema and len(arguments) > 1 else None
        return None if schema is None or token is None else schema.package.function(token)

    def receiver(self, frame: OpenBracket) -> ResourceSchema | None:
        """The resource of which a method is called."""
        arguments = self.written_arguments(frame)
        node = self.program.names.get(arguments[0]) if arguments else None
        return node.schema if isinstance(node, model.ResourceNode) else None

    def written_arguments(self, frame: OpenBracket) -> list[str]:
        """The arguments of a call that are written before the one at the cursor."""
        tokens, found, depth = self.cursor.tokens, [], 0
        begin = frame.opening + 1
        for at in range(begin, self.cursor.count):
            kind = tokens.kinds[at]
            depth += kind in ("(", "[", "{", "open") or kind[:2] in ("${", "%{")
            depth -= kind in (")", "]", "}", "~}", "close")
            if kind == "," and depth == 0:
                found.append(self._argument(begin, at))
                begin = at + 1
        return found

    def _argument(self, begin: int, end: int) -> str:
        """The text of a string, the letters of anything else."""
        tokens = self.cursor.tokens
        if begin >= end:
            return ""
        letters = self.source.text[tokens.starts[begin] : tokens.ends[end - 1]]
        return letters[1:-1] if tokens.kinds[begin] in ("str", "open") else letters


def _config(node: model.ConfigNode) -> Property:
    said = node.description
    return Property(node.name, input_type(node.declared), said, required=node.required)


def schema_inputs(schema: ResourceSchema, *, reads: bool = False) -> dict[str, Property]:
    """What may be set in a block of a resource, with its words."""
    found: dict[str, Property] = {}
    words = schema.words()
    if reads:
        found["id"] = Property(
            "id", input_type(types.STRING), "What it is known by.", required=True
        )
        for name, spec in schema.state_inputs().items():
            made = schema.package.types.property(spec, inputs=True, required=False)
            said = prose(inside(words, "stateInputs", "properties", name), spec)
            found[name] = Property(name, made, said, required=False)
        return found
    for name, spec in schema.inputs.items():
        said = prose(inside(words, "inputProperties", name), spec)
        said = said or prose(inside(words, "properties", name))
        try:
            made = schema.input_type(name)
        except BadSchema:
            continue
        found[name] = Property(name, made, said, required=schema.must_set(name))
    return found
