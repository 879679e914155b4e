"""Blocks without schemas: config, output, hook, pulumi and package."""

from __future__ import annotations

from confty.kit.hcl.syntax import Attribute, Block, Expression, Literal, literal_text, unwrapped
from confty.kit.suggest import nearest, suggestion
from confty.languages.pcl import codes, model
from confty.languages.pcl.checker.context import Context
from confty.languages.pcl.checker.expressions import Checker
from confty.languages.pcl.checker.type_labels import TypeLabels, with_optional_properties
from confty.languages.pcl.eventuals import settled_output
from confty.languages.pcl.rules import is_optional
from confty.languages.pcl.schemas import Choice
from confty.patterns import pattern
from confty.text import Severity
from confty.types import BOOL, DYNAMIC, ID, STRING, Type, list_of, map_of, object_of, optional

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

_SEMVER: Final = pattern(r"v?\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?\Z")
_CONFIG: Final = ("default", "description", "nullable", "secret", "__logicalName")
_OUTPUT: Final = ("value", "__logicalName")
_PACKAGE: Final = ("baseProviderName", "baseProviderVersion", "baseProviderDownloadUrl")
_PARAMETERS: Final = ("name", "version", "value")


class Blocks:
    """Binds the simple blocks of one file."""

    def __init__(self, checker: Checker) -> None:
        self.checker = checker
        self.context = checker.context

    # Literals that must be literals.

    def text(self, node: model.ProgramNode, name: str) -> str | None:
        """A string attribute that must be a literal."""
        value = node.expression(name)
        return None if value is None else _text(self.context, name, value)

    def flag(self, node: model.ProgramNode, name: str) -> bool:
        """A boolean attribute that must be a literal; false when it is not there."""
        value = node.expression(name)
        if value is None:
            return False
        inner = unwrapped(value)
        if isinstance(inner, Literal) and isinstance(inner.value, bool):
            self.checker.types[value] = BOOL
            return inner.value
        message = f"attribute {name} must be a boolean literal"
        self.context.error(codes.LITERAL_REQUIRED, value, message)
        return False

    def logical_name(self, node: model.ProgramNode) -> None:
        """Take ``__logicalName`` over."""
        node.logical = self.text(node, "__logicalName") or node.name

    def _warn_unknown(self, node: model.ProgramNode, known: tuple[str, ...]) -> None:
        for item in node.body.items:
            name = item.name if isinstance(item, Attribute) else item.type
            if isinstance(item, Attribute) and name in known:
                continue
            if isinstance(item, Attribute):
                self.checker.check(item.value)
            _ignored(self.context, item, known)

    # The blocks.

    def config(self, node: model.ConfigNode) -> None:
        """Bind a ``config`` block."""
        self.logical_name(node)
        node.description = self.text(node, "description") or ""
        node.nullable = self.flag(node, "nullable")
        node.secret = self.flag(node, "secret")
        declared = self._label_type(node)
        declared = with_optional_properties(declared)
        default = node.default
        if default is not None:
            found = self.checker.check(default)
            inner = unwrapped(default)
            if isinstance(inner, Literal) and inner.value is None:
                node.nullable = True
                if declared is not DYNAMIC and not is_optional(declared):
                    declared = optional(declared)
            else:
                self.checker.fitting.fit(default, found, declared)
        node.declared = declared
        node.type = settled_output(declared) if node.secret else declared
        self._warn_unknown(node, _CONFIG)

    def _label_type(self, node: model.ProgramNode) -> Type:
        """The type that the second label names."""
        assert isinstance(node.syntax, Block)
        labels = node.syntax.labels
        return TypeLabels(self.context).read(labels[1]) if len(labels) > 1 else DYNAMIC

    def output(self, node: model.OutputNode) -> None:
        """Bind an ``output`` block."""
        self.logical_name(node)
        node.type = self._label_type(node)
        value = node.value
        if value is None:
            self._without_value(node)
        else:
            found = self.checker.check(value)
            self.checker.fitting.fit(value, found, node.type)
        # What was meant to be the value has been told.
        meant = () if value is not None else _meant_values(node)
        self._warn_unknown(node, (*_OUTPUT, *[item.name for item in meant]))

    def _without_value(self, node: model.OutputNode) -> None:
        """Say that there is no value, where it was meant to be if that can be told."""
        meant = _meant_values(node)
        place = (node.body.end - 1, node.body.end)
        if meant:
            place = (meant[0].start, meant[0].name_end)
        message = "missing required attribute 'value'"
        advice = f"'{meant[0].name}' is no attribute; did you mean 'value'?" if meant else None
        self.context.error(codes.MISSING_ATTRIBUTE, place, message, advice)

    def hook(self, node: model.HookNode) -> None:
        """Bind a ``hook`` block; ``args`` is in scope in its command only."""
        known = ("command",) if node.for_errors else ("command", "ignoreErrors", "onDryRun")
        wanted: dict[str, Type] = {
            "command": list_of(STRING),
            "ignoreErrors": BOOL,
            "onDryRun": BOOL,
        }
        for item in node.body.items:
            if isinstance(item, Block) or item.name not in known:
                name = item.type if isinstance(item, Block) else item.name
                place = (item.start, item.start + len(name))
                message = f"unknown property '{name}' among [{' '.join(known)}]"
                near = suggestion(name, known)
                self.context.error(codes.HOOK, place, message, near or None)
                continue
            told = {"args": model.Variable("args", hook_args(for_errors=node.for_errors), None)}
            with self.context.bound(told if item.name == "command" else {}):
                found = self.checker.check(item.value)
                self.checker.fitting.fit(item.value, found, wanted[item.name])
        if node.expression("command") is None:
            message = "Missing required attribute: hook blocks must have a 'command' attribute"
            self.context.say(codes.HOOK.at(node.name_span, message))

    def pulumi(self, node: model.PulumiNode) -> None:
        """Bind a ``pulumi`` block."""
        for item in node.body.items:
            if isinstance(item, Attribute):
                found = self.checker.check(item.value)
                if item.name == "requiredVersionRange":
                    self.checker.fitting.fit(item.value, found, STRING)
        self._warn_unknown(node, ("requiredVersionRange",))


def hook_args(*, for_errors: bool) -> Type:
    """What a hook is told."""
    values = map_of(STRING, DYNAMIC)
    fields: list[tuple[str, Type]] = [
        ("urn", STRING),
        ("name", STRING),
        ("type", STRING),
        ("id", ID),
        ("newInputs", values),
        ("oldInputs", values),
        ("oldOutputs", values),
    ]
    if not for_errors:
        fields.append(("newOutputs", values))
    return object_of(fields)


class PackageBlocks:
    """Reads the ``package`` blocks of a program; they come before anything else."""

    def __init__(self, program: model.Program) -> None:
        self.program = program

    def read(self, context: Context, block: Block) -> None:
        """Read one block and remember which schema it chooses."""
        made = model.PackageBlock(context.source, block)
        place = (block.start, block.start + len(block.type))
        if len(block.labels) > 1:
            where = (block.labels[0].start, block.labels[-1].end)
            context.error(codes.LABELS, where, "package blocks must have at most one label")
        elif block.labels:
            label = (block.labels[0].start, block.labels[0].end)
            context.error(codes.PACKAGE_LABEL, label, "package block label is deprecated")
            # As it was before there was an attribute for it.
            made.base = block.labels[0].text
        for item in block.body.items:
            if isinstance(item, Block):
                if item.type == "parameterization":
                    self._parameterization(context, item, made)
                else:
                    _ignored(context, item, ["parameterization"])
            elif item.name not in _PACKAGE:
                _ignored(context, item, _PACKAGE)
            else:
                self._attribute(context, item, made)
        if not made.base:
            context.error(codes.PACKAGE_BLOCK, place, "package blocks must set baseProviderName")
            return
        made.name = made.name or made.base
        self._keep(context, made, place)

    def _keep(self, context: Context, made: model.PackageBlock, place: tuple[int, int]) -> None:
        earlier = self.program.packages.get(made.name)
        if earlier is None:
            self.program.packages[made.name] = made
            context.packages.chosen[made.name] = _choice(made)
            return
        if earlier.source.name == made.source.name:
            context.error(codes.PACKAGE_BLOCK, place, f'package "{made.name}" was already defined')
        elif not earlier.same_as(made):
            message = f'package "{made.name}" was already defined with different parameters'
            context.error(codes.PACKAGE_BLOCK, place, message)

    def _attribute(self, context: Context, item: Attribute, made: model.PackageBlock) -> None:
        text = _text(context, item.name, item.value)
        if text is None:
            return
        if item.name == "baseProviderName":
            made.base = text
        elif item.name == "baseProviderVersion":
            if not _SEMVER.match(text):
                message = f'invalid baseProviderVersion "{text}"'
                context.error(codes.PACKAGE_BLOCK, item.value, message)
            made.base_version = text
        elif item.name == "baseProviderDownloadUrl":
            if not _is_address(text):
                context.error(codes.PACKAGE_BLOCK, item.value, f'invalid download URL "{text}"')
            made.url = text

    def _parameterization(self, context: Context, block: Block, made: model.PackageBlock) -> None:
        for item in block.body.items:
            if isinstance(item, Block) or item.name not in _PARAMETERS:
                _ignored(context, item, _PARAMETERS)
                continue
            text = _text(context, item.name, item.value)
            if text is None:
                continue
            if item.name == "name":
                made.name = text
                if not text:
                    message = (
                        f'name attribute of parameterization of "{made.base}" cannot be empty'
                    )
                    context.error(codes.PACKAGE_BLOCK, item.value, message)
            elif item.name == "version":
                made.version = text
                if not _SEMVER.match(text):
                    message = f'invalid version "{text}"'
                    context.error(codes.PACKAGE_BLOCK, item.value, message)
            elif item.name == "value":
                made.value = text
                if not _is_base64(text):
                    message = "invalid base64 encoded value"
                    context.error(codes.PACKAGE_BLOCK, item.value, message)


def _text(context: Context, name: str, value: Expression) -> str | None:
    """A value that must be the literal of a string."""
    text = literal_text(value)
    if text is None:
        message = f"attribute {name} must be a string literal"
        context.error(codes.LITERAL_REQUIRED, value, message)
    context.typing.types[value] = STRING
    return text


def _is_address(text: str) -> bool:
    from urllib.parse import urlsplit  # noqa: PLC0415  start-up: few programs have an address

    try:
        return bool(urlsplit(text).scheme)
    except ValueError:
        return False


def _ignored(context: Context, item: Attribute | Block, known: Sequence[str]) -> None:
    """Warn of what has no meaning where it stands."""
    if isinstance(item, Block):
        name, code = item.type, codes.UNSUPPORTED_BLOCK
        message = f"unsupported block of type '{name}' is ignored"
    else:
        name, code = item.name, codes.UNSUPPORTED_ATTRIBUTE
        message = f"unsupported attribute '{name}' is ignored"
    near = suggestion(name, known)
    finding = code.at(context.span((item.start, item.start + len(name))), message)
    finding = finding.with_severity(Severity.WARNING)
    context.say(finding.with_help(near) if near else finding)


def _is_base64(text: str) -> bool:
    import base64  # noqa: PLC0415  start-up: few programs name such a package

    try:
        base64.b64decode(text, validate=True)
    except ValueError:
        return False
    return True


def _choice(block: model.PackageBlock) -> Choice:
    """The package that a block chooses."""
    made = Choice(block.name, block.version or block.base_version)
    made.base, made.base_version, made.url = block.base, block.base_version, block.url
    if block.value:
        import base64  # noqa: PLC0415  start-up: the same

        try:
            made.value = base64.b64decode(block.value)
        except ValueError:
            return made
    return made


def _meant_values(node: model.OutputNode) -> list[Attribute]:
    """Attributes of an output that are probably its value, misspelled."""
    return [
        item
        for item in node.body.items
        if isinstance(item, Attribute) and nearest(item.name, ["value"]) is not None
    ]
