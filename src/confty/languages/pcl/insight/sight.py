"""What hovering shows: a type, the words of whoever declared it, a value, and what is known."""

from __future__ import annotations

from confty.kit.hcl import syntax
from confty.kit.hcl.syntax import Block, Expression, TraversalStep, literal_text
from confty.kit.insight import occurrence_at
from confty.kit.sights import Kind, Occurrence, Sight
from confty.languages.pcl import model
from confty.languages.pcl.checker.options import OPTIONS
from confty.languages.pcl.insight.block_words import ATTRIBUTES, BLOCKS, OPTION_WORDS
from confty.languages.pcl.insight.cursor import OpenBracket, Opened, cursor_at
from confty.languages.pcl.insight.ground import Ground
from confty.languages.pcl.insight.labels import Facts, WrittenValues
from confty.languages.pcl.insight.names import about
from confty.languages.pcl.insight.properties import Property, constants, properties, prose
from confty.languages.pcl.insight.scene import Scene
from confty.languages.pcl.insight.signature import label_of
from confty.languages.pcl.library import FUNCTIONS
from confty.languages.pcl.rules import spelled_briefly
from confty.types import Type


class Sights:
    """Answers for one file."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.program = ground.program
        self.facts = Facts(self.program)
        self.constants = WrittenValues(self.program)

    def at(self, offset: int) -> Sight | None:
        """What is to be said of the smallest thing at an offset."""
        found = occurrence_at(self.ground.occurrences, offset)
        if found is not None:
            return self._of_name(found)
        keyword = self._keyword(offset)
        return keyword or self._of_expression(offset)

    # Names.

    def _of_name(self, one: Occurrence) -> Sight:
        node = self.ground.declared.get(one.start)
        if node is not None:
            return self._of_node(one, node)
        if one.kind is Kind.TYPE:
            return self._of_token(one)
        if one.kind is Kind.FUNCTION:
            function = FUNCTIONS.get(one.name)
            if function is not None:
                return Sight(one.start, one.end, label_of(one.name), documentation=function.about)
        owner = self.ground.steps.get(one.start)
        if owner is not None:
            return self._of_step(one, *owner)
        root = self.ground.roots.get(one.start)
        if root is not None:
            variable = self.program.typing.roots.get(root)
            if variable is not None and variable.node is not None:
                return self._of_node(one, variable.node)
            shown = "dynamic" if variable is None else spelled_briefly(variable.type)
            return Sight(one.start, one.end, f"{one.name}: {shown}")
        if one.kind is Kind.FIELD:
            return self._of_key(one)
        bound = self.ground.loop_variables.get(one.start)
        shown = "" if bound is None else f": {spelled_briefly(bound.type)}"
        return Sight(one.start, one.end, f"{one.name}{shown}")

    def _of_node(self, one: Occurrence, node: model.ProgramNode) -> Sight:
        value = ""
        if isinstance(node, model.LocalNode):
            value = self.constants.of(node.value)
        elif isinstance(node, model.ConfigNode) and node.default is not None and not node.secret:
            default = self.constants.of(node.default)
            value = f"{default} (default)" if default else ""
        elif isinstance(node, model.OutputNode) and node.value is not None:
            value = self.constants.of(node.value)
        facts = self.facts.of_node(node)
        if isinstance(node, model.ResourceNode):
            facts = _name_facts(node)
        documentation = "\n\n".join(
            part for part in (about(node), self._schema_words(node)) if part
        )
        return Sight(
            one.start,
            one.end,
            self._headline(node),
            documentation=documentation,
            value="" if any(fact.startswith("secret") for fact in facts) else value,
            facts=facts,
        )

    def _headline(self, node: model.ProgramNode) -> str:
        if isinstance(node, model.ResourceNode):
            return f"{'read' if node.reads else 'resource'} {node.name}: {node.token}"
        if isinstance(node, model.ComponentNode):
            return f"component {node.name}: {spelled_briefly(node.type)}"
        if isinstance(node, model.HookNode):
            return f"hook {node.name} ({'error' if node.for_errors else 'resource'})"
        if isinstance(node, model.PulumiNode):
            return "pulumi"
        type_: Type = node.type
        if isinstance(node, model.OutputNode) and node.value is not None:
            type_ = self.program.typing.of(node.value)
        word = "" if isinstance(node, model.LocalNode) else f"{node.kind} "
        return f"{word}{node.name}: {spelled_briefly(type_)}"

    def _schema_words(self, node: model.ProgramNode) -> str:
        if isinstance(node, model.ResourceNode) and node.schema is not None:
            return prose(node.schema.words(), node.schema.spec)
        return ""

    def _of_token(self, one: Occurrence) -> Sight:
        block = self.ground.block_at(one.start)
        node = None if block is None else self.ground.node_of(block)
        if not isinstance(node, model.ResourceNode) or node.schema is None:
            return Sight(one.start, one.end, f"resource type {one.name}")
        package = node.schema.package
        version = f" ({package.name} {package.version})" if package.version else ""
        words = prose(node.schema.words(), node.schema.spec)
        kind = "provider" if node.schema.is_provider else "resource type"
        kind = "component" if node.schema.is_component else kind
        return Sight(
            one.start, one.end, f"{kind} {node.schema.token}{version}", documentation=words
        )

    def _of_step(
        self, one: Occurrence, node: syntax.Traversal | syntax.RelativeTraversal, at: int
    ) -> Sight:
        typing = self.program.typing
        step: TraversalStep = node.steps[at]
        type_ = typing.types.get(step)
        if at:
            before = typing.types.get(node.steps[at - 1])
        elif isinstance(node, syntax.Traversal):
            root = typing.roots.get(node)
            before = None if root is None else root.type
        else:
            before = typing.types.get(node.source)
        known: Property | None = None
        if before is not None:
            known = properties(before, self.program.schemas).get(one.name)
        shown = "dynamic" if type_ is None else spelled_briefly(type_)
        facts: list[str] = []
        if isinstance(node, syntax.Traversal):
            facts = self.facts.of_traversal(node, at + 1)
        value = ""
        if isinstance(node, syntax.Traversal) and not facts and at + 1 == len(node.steps):
            value = self.constants.of(node)
        words = "" if known is None else known.documentation
        return Sight(
            one.start,
            one.end,
            f"{one.name}: {shown}",
            documentation=words,
            value=value,
            facts=facts,
        )

    def _of_key(self, one: Occurrence) -> Sight:
        """A key of a block or an object: what its type says of it."""
        known = self.property_at(one.end)
        if known is not None:
            mark = " (required)" if known.required else ""
            shown = f"{one.name}: {spelled_briefly(known.type)}{mark}"
            return Sight(one.start, one.end, shown, documentation=known.documentation)
        item = self.ground.attributes.get(one.start)
        value = None if item is None else item.value
        block = self.ground.block_at(one.start)
        words = ""
        if block is not None and item is not None:
            table = OPTION_WORDS if block.type == "options" else ATTRIBUTES.get(block.type, {})
            word = table.get(one.name) or OPTION_WORDS.get(one.name)
            words = "" if word is None else word.about
            if block.type == "options" and one.name in OPTIONS:
                shown = spelled_briefly(OPTIONS[one.name])
                return Sight(one.start, one.end, f"{one.name}: {shown}", documentation=words)
        value = value or self.ground.keys.get(one.start)
        type_ = None if value is None else self.program.typing.types.get(value)
        shown = "" if type_ is None else f": {spelled_briefly(type_)}"
        facts = [] if value is None else self.facts.of(value)
        made = "" if value is None or facts else self.constants.of(value)
        return Sight(
            one.start, one.end, f"{one.name}{shown}", documentation=words, value=made, facts=facts
        )

    def property_at(self, offset: int) -> Property | None:
        """What the type of the object or block around a key says of the key."""
        scene, frame = self._scene(offset)
        word = scene.source.text[scene.cursor.start : scene.cursor.end]
        if frame.kind is Opened.BODY and frame.name in ("resource", "read", "component"):
            return scene.inputs(frame).get(word)
        count = len(scene.cursor.frames) - (2 if scene.cursor.in_string else 1)
        if frame.kind is Opened.OBJECT and not frame.in_value:
            wanted = scene.wanted_in(count)
            if wanted is not None:
                return properties(wanted, self.program.schemas).get(word)
        return None

    def _scene(self, offset: int) -> tuple[Scene, OpenBracket]:
        cursor = cursor_at(self.ground.source, self.ground.body, offset)
        frame = cursor.frames[-2] if cursor.in_string else cursor.inner
        return Scene(self.program, self.ground.source, cursor, offset), frame

    # What is no name.

    def _keyword(self, offset: int) -> Sight | None:
        block: Block | None = self.ground.block_at(offset)
        if block is None or not block.start <= offset <= block.start + len(block.type):
            return None
        word = BLOCKS.get(block.type)
        if word is None:
            return None
        return Sight(
            block.start, block.start + len(block.type), block.type, documentation=word.about
        )

    def _of_expression(self, offset: int) -> Sight | None:
        node = self.ground.smallest(offset)
        if node is None or isinstance(node, (syntax.Missing, syntax.SplatItem)):
            return None
        type_ = self.program.typing.types.get(node)
        if type_ is None:
            return None
        text = literal_text(node) if isinstance(node, syntax.Literal) else None
        words = self._constant_words(node, offset) if text is not None else ""
        return Sight(
            node.start,
            node.end,
            spelled_briefly(type_),
            documentation=words,
            facts=self.facts.of(node),
        )

    def _constant_words(self, node: Expression, offset: int) -> str:
        """What is said of the constant of an enumeration, or of a function's token."""
        text = literal_text(node)
        scene, frame = self._scene(max(node.start + 1, min(offset, node.end - 1)))
        if frame.kind is Opened.CALL and frame.name == "invoke" and frame.number == 0:
            function = scene.function(text or "")
            return "" if function is None else prose(function.words(), function.spec)
        wanted = scene.wanted_in(len(scene.cursor.frames) - scene.cursor.in_string)
        if wanted is None:
            return ""
        members = constants(wanted, self.program.schemas)
        return next((one.documentation for one in members if one.value == text), "")


def _name_facts(node: model.ResourceNode) -> list[str]:
    if node.logical != node.name:
        return [f"its name in the stack is `{node.logical}`"]
    return []
