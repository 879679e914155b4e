"""Resources and components: inputs against schemas, ranges, options."""

from __future__ import annotations

from confty import types
from confty.kit.hcl.syntax import Attribute, Block, Expression, Object, literal_text, unwrapped
from confty.kit.suggest import nearest, suggestion
from confty.languages.pcl import codes, model
from confty.languages.pcl.checker.blocks import Blocks
from confty.languages.pcl.checker.expressions import Checker
from confty.languages.pcl.checker.options import OptionsChecker
from confty.languages.pcl.checker.words import near_token
from confty.languages.pcl.eventuals import input_type, lift, settled_output, wrap
from confty.languages.pcl.rules import converts, converts_safely, without_none
from confty.languages.pcl.schemas import BadSchema, Package, ResourceSchema, decompose, package_of
from confty.languages.pcl.schemas.types import Spec, read_reference
from confty.languages.pcl.traversal import collection
from confty.text import Code, Diagnostic, Span


class Instances:
    """Binds resources, reads and components of one file."""

    def __init__(self, checker: Checker, blocks: Blocks) -> None:
        self.checker = checker
        self.context = checker.context
        self.blocks = blocks

    # What a resource block means.

    def declare_body(self, node: model.InstanceNode) -> None:
        """Sort the block's items into inputs and options."""
        for item in node.body.items:
            if isinstance(item, Attribute):
                if item.name != "__logicalName":
                    node.inputs.append(item)
            elif item.type != "options":
                place = (item.start, item.start + len(item.type))
                near = suggestion(item.type, ["options"])
                message = f"unsupported block of type '{item.type}'"
                self.context.error(codes.UNSUPPORTED_BLOCK, place, message, near or None)
            elif node.options is not None:
                place = (item.start, item.start + len(item.type))
                message = "duplicate block of type 'options'"
                self.context.error(codes.DUPLICATE_BLOCK, place, message)
            else:
                node.options = item

    def resource(self, node: model.ResourceNode) -> None:
        """Bind a ``resource`` or ``read`` block."""
        self.blocks.logical_name(node)
        try:
            node.schema = self._schema(node)
            self._resource_types(node)
        except BadSchema as problem:
            self._token_error(
                node, codes.SCHEMA, f"error loading resource type '{node.token}': {problem}"
            )
            node.schema = None
        frame = self._range(node)
        with self.context.bound(frame):
            self._inputs(node)
        if node.options is not None:
            properties = dict(node.input_types)
            if node.schema is not None:
                for name in node.schema.outputs:
                    properties.setdefault(name, types.DYNAMIC)
            OptionsChecker(self.checker, properties).check(node.options)

    def _schema(self, node: model.ResourceNode) -> ResourceSchema | None:
        token = node.token
        context = self.context
        parts = decompose(token)
        if parts is None:
            message = f"malformed token '{token}': expected 'pkg:module:member' or 'pkg:member'"
            self._token_error(node, codes.MALFORMED_TOKEN, message)
            return None
        name = package_of(token) or ""
        package = context.packages.get(name, self._version(node))
        if package is None:
            if name in context.packages.problems:
                self._token_error(node, codes.SCHEMA, context.packages.problems[name])
            else:
                near = suggestion(name, context.packages.names())
                message = f"unknown package '{name}'"
                advice = near or f"give its schema: --schema DIR with {name}.json"
                self._token_error(node, codes.UNKNOWN_PACKAGE, message, advice)
            return None
        return self._member(node, package, provider=parts.package == "pulumi" and name != "pulumi")

    def _member(
        self, node: model.ResourceNode, package: Package, *, provider: bool
    ) -> ResourceSchema | None:
        if provider:
            if node.reads:
                message = f"provider resources cannot be read: '{node.token}'"
                self._token_error(node, codes.READ, message)
            return package.provider()
        schema = package.resource(node.token)
        if schema is None:
            near = near_token(
                node.token, self.context.findings.names(lambda: package.spellings("resources"))
            )
            message = f"unknown resource type '{node.token}'"
            self._token_error(node, codes.UNKNOWN_RESOURCE, message, near or None)
        elif node.reads and schema.is_component:
            message = f"component resources cannot be read: '{node.token}'"
            self._token_error(node, codes.READ, message)
        return schema

    def _version(self, node: model.ResourceNode) -> str:
        value = node.option("version")
        return (literal_text(value) or "") if value is not None else ""

    def _token_error(
        self, node: model.ResourceNode, code: Code, message: str, advice: str | None = None
    ) -> None:
        assert isinstance(node.syntax, Block)
        label = node.syntax.labels[1]
        finding = code.at(self.context.span((label.start, label.end)), message)
        self._resource_problem(finding.with_help(advice) if advice else finding)

    def _resource_problem(self, finding: Diagnostic) -> None:
        self.context.say(finding, lenient=self.context.leniency.skip_resource_typechecking)

    def _resource_types(self, node: model.ResourceNode) -> None:
        schema = node.schema
        if schema is None:
            node.single = types.DYNAMIC
            return
        if node.reads:
            node.input_types = {"id": input_type(types.STRING)}
            for name, spec in schema.state_inputs().items():
                plain = schema.package.types.property(spec, inputs=True, required=False)
                node.input_types[name] = plain
        else:
            given = {item.name: item.value for item in node.inputs}
            for name, spec in schema.inputs.items():
                type_ = schema.input_type(name)
                reduced = _reduced(schema, spec, given.get(name))
                node.input_types[name] = type_ if reduced is None else reduced
        node.single = schema.output_type

    # Ranges.

    def _range(self, node: model.InstanceNode) -> dict[str, model.Variable]:
        """Find out how a range multiplies the node, and what ``range`` means inside it."""
        value = node.option("range")
        node.type = node.single
        if value is None:
            return {}
        found = self.checker.check(value)
        resolved = without_none(types.resolve(found))
        if converts_safely(resolved, input_type(types.BOOL)) and not _is_dynamic(resolved):
            node.range_kind = model.RangeKind.BOOL
            node.type = self._ranged(node, found, types.optional(node.single), kind="bool")
            return {}
        if converts_safely(resolved, input_type(types.NUMBER)) and not _is_dynamic(resolved):
            node.range_kind = model.RangeKind.NUMBER
            node.type = types.list_of(node.single)
            span = self.context.span(value)
            return {
                "range": model.Variable("range", types.object_of([("value", types.INT)]), span)
            }
        return self._collection_range(node, value, found)

    def _collection_range(
        self, node: model.InstanceNode, value: Expression, found: types.Type
    ) -> dict[str, model.Variable]:
        over = collection(found)
        if not over.known:
            message = f"cannot iterate over a value of type {self.context.words.spell(found)}"
            finding = codes.NOT_ITERABLE.at(self.context.span(value), message)
            self.context.say(finding, lenient=self.context.leniency.skip_range_typechecking)
        keyed = over.key is types.STRING
        node.range_kind = model.RangeKind.MAP if keyed else model.RangeKind.LIST
        many = types.map_of(types.STRING, node.single) if keyed else types.list_of(node.single)
        node.type = self._ranged(node, found, many, kind="collection")
        key = types.INT if over.key is types.INT else over.key
        fields = types.object_of([("key", key), ("value", over.value)])
        return {"range": model.Variable("range", fields, self.context.span(value))}

    def _ranged(
        self, node: model.InstanceNode, found: types.Type, many: types.Type, *, kind: str
    ) -> types.Type:
        """The type of all instances; a resource ranged over an output is itself an output."""
        if isinstance(node, model.ComponentNode):
            return many
        if kind == "bool":
            return lift(many, [found])
        return wrap(found, many)

    # Inputs.

    def _inputs(self, node: model.InstanceNode) -> None:
        schemaless = isinstance(node, model.ResourceNode) and node.schema is None
        for item in node.inputs:
            found = self.checker.check(item.value)
            if schemaless:
                node.input_types[item.name] = found
                continue
            wanted = node.input_types.get(item.name)
            if wanted is None:
                self._unsupported(node, item)
                continue
            if converts(found, wanted):
                self.checker.fitting.check_literals(item.value, wanted)
            else:
                self._wrong(node, item, found, wanted)
        if not schemaless:
            self._missing(node)

    def _unsupported(self, node: model.InstanceNode, item: Attribute) -> None:
        names = self.context.findings.names(lambda: node.input_types)
        near = suggestion(item.name, names)
        place = self.context.span((item.start, item.name_end))
        message = f"unsupported attribute '{item.name}'"
        finding = codes.UNSUPPORTED_ATTRIBUTE.at(place, message)
        self._instance_problem(node, finding.with_help(near) if near else finding)

    def _wrong(
        self, node: model.InstanceNode, item: Attribute, found: types.Type, wanted: types.Type
    ) -> None:
        if isinstance(node, model.ResourceNode):
            owner = f'resource "{node.token}"'
        else:
            owner = f'component "{node.name}"'
        fitting, spell = self.checker.fitting, self.context.words.spell
        why, part = fitting.culprit(item.value, found, wanted)
        message = (
            f"Cannot assign value {spell(found)} to attribute of type "
            f'"{spell(wanted)}" for {owner}'
        )
        if why.message:
            message = f"Cannot assign value to attribute '{item.name}' for {owner}: {why.message}"
        finding = codes.TYPE_MISMATCH.at(self.context.span(part), message)
        finding = finding.with_help(why.help) if why.help else finding
        if part is not item.value or why.notes:
            place = self.context.span((item.start, item.name_end))
            finding = finding.note(place, f"this attribute takes {spell(wanted)}")
        self._instance_problem(node, fitting.with_declaration(finding, part))

    def _missing(self, node: model.InstanceNode) -> None:
        given = {item.name for item in node.inputs}
        close: Span = self.context.span((node.body.end - 1, node.body.end))
        # One that is misspelled was reported where it stands.
        meant = {
            nearest(item.name, self.context.findings.names(lambda: node.input_types))
            for item in node.inputs
            if item.name not in node.input_types
        }
        for name in self._required(node):
            if name not in given and name not in meant:
                message = f"missing required attribute '{name}'"
                place = close if isinstance(node, model.ResourceNode) else node.name_span
                finding = codes.MISSING_ATTRIBUTE.at(place, message)
                self._instance_problem(node, finding)

    def _required(self, node: model.InstanceNode) -> list[str]:
        if isinstance(node, model.ResourceNode):
            if node.reads:
                return ["id"]
            if node.schema is None or self.context.leniency.allow_missing_properties:
                return []
            return [name for name in node.input_types if node.schema.must_set(name)]
        assert isinstance(node, model.ComponentNode)
        if node.program is None:
            return []
        return [config.name for config in configs(node) if config.required]

    def _instance_problem(self, node: model.InstanceNode, finding: Diagnostic) -> None:
        lenient = isinstance(node, model.ResourceNode)
        self.context.say(
            finding, lenient=lenient and self.context.leniency.skip_resource_typechecking
        )

    # Components.

    def component(self, node: model.ComponentNode) -> None:
        """Bind a ``component`` block; its program is bound already."""
        self.blocks.logical_name(node)
        if node.program is None:
            self._sourceless(node)
        else:
            node.input_types = {
                config.name: input_type(config.declared) for config in configs(node)
            }
        frame = self._range(node)
        with self.context.bound(frame):
            if node.program is None:
                for item in node.inputs:
                    self.checker.check(item.value)
            else:
                self._inputs(node)
        if node.options is not None:
            OptionsChecker(self.checker, node.input_types).check(node.options)

    def _sourceless(self, node: model.ComponentNode) -> None:
        node.single = types.DYNAMIC


def configs(node: model.ComponentNode) -> list[model.ConfigNode]:
    """The inputs of a component: its program's config blocks."""
    assert node.program is not None
    return [each for each in node.program.nodes if isinstance(each, model.ConfigNode)]


def component_type(node: model.ComponentNode) -> types.Type:
    """The type of one component: an output for every output of its program."""
    assert node.program is not None
    fields: list[tuple[str, types.Type]] = []
    for each in node.program.nodes:
        if isinstance(each, model.OutputNode) and each.value is not None:
            found = node.program.typing.of(each.value)
            fields.append((each.name, settled_output(found)))
    return types.object_of(fields)


def _is_dynamic(type_: types.Type) -> bool:
    return type_ is types.DYNAMIC


def _reduced(schema: ResourceSchema, spec: Spec, value: Expression | None) -> types.Type | None:
    """A discriminated union narrowed to the member that a literal discriminator names."""
    discriminator = spec.get("discriminator")
    members = spec.get("oneOf")
    literal = unwrapped(value) if value is not None else None
    if not discriminator or not members or not isinstance(literal, Object):
        return None
    wanted = discriminator.get("propertyName")
    for item in literal.items:
        if literal_text(item.key) == wanted:
            chosen = literal_text(item.value)
            mapped = (discriminator.get("mapping") or {}).get(chosen, chosen)
            return _chosen(schema, members, str(mapped))
    return None


def _chosen(schema: ResourceSchema, members: list[Spec], mapped: str) -> types.Type | None:
    last = mapped.rsplit(":", 1)[-1].rsplit("/", 1)[-1]
    for member in members:
        if "$ref" in member and read_reference(member["$ref"]).token.rsplit(":", 1)[-1] == last:
            return types.optional(schema.package.types.input(member))
    return None
