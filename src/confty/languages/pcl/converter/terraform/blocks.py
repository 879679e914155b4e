"""The blocks of a file: each of Terraform's kinds as what PCL has for it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Final

from confty.kit.hcl import syntax
from confty.kit.hcl.syntax import Attribute, Block
from confty.kit.hcl.walk import every
from confty.languages.pcl.converter.terraform.bodies import Bodies, Naming, PropertyLine
from confty.languages.pcl.converter.terraform.comments import Comments, around, between
from confty.languages.pcl.converter.terraform.expressions import ExpressionWriter
from confty.languages.pcl.converter.terraform.module import (
    TerraformFile,
    TerraformModule,
    alias_of,
    is_set,
)
from confty.languages.pcl.converter.terraform.names import camel
from confty.languages.pcl.converter.terraform.options import META, OptionsWriter, range_names
from confty.languages.pcl.converter.terraform.provisioners import commands
from confty.languages.pcl.converter.terraform.shapes import Shape
from confty.languages.pcl.converter.terraform.types import type_label

_VARIABLE: Final = frozenset(("type", "default", "description", "sensitive", "nullable"))
_OUTPUT: Final = frozenset(("value", "description", "sensitive"))
#: How blocks are called in messages, for those that are left out.
_LEFT_OUT: Final = {
    "moved": "a block that says what was renamed",
    "removed": "a block that says what was removed",
    "check": "a check",
    "import": "an import",
}


class BlockWriter:
    """Writes one file."""

    def __init__(
        self,
        module: TerraformModule,
        file: TerraformFile,
        component: Callable[[str, Block], str | None],
        inputs_of: Callable[[str, Block], Naming | None],
    ) -> None:
        self._module = module
        self._file = file
        # Where the folder of a module is written, or None where it cannot be had.
        self._component = component
        # What the variables of a module are called, and their shapes.
        self._inputs_of = inputs_of
        self._writer = ExpressionWriter(module, file.source)
        self._remarks = Comments(file.source)
        self._bodies = Bodies(self._writer)
        self._inputs = Bodies(self._writer, of_module=True)
        self._options = OptionsWriter(self._writer)

    def text(self) -> str:
        """The file in PCL."""
        made: list[str] = []
        at = 0
        for item in self._file.body.items:
            comments = self._comments(at, item.start)
            at = item.end
            written = "" if isinstance(item, Attribute) else "\n".join(self._whole(item))
            if written or comments:
                made.append(f"{comments}{written}\n")
        made.append(self._comments(at, len(self._file.source.text)))
        return "\n".join(made)

    def _comments(self, start: int, end: int) -> str:
        return between(self._file.source.text, start, end)

    def _whole(self, block: Block) -> Iterator[str]:
        """What a block becomes, with all of its comments."""
        pieces = list(self._block(block))
        if pieces:
            # Behind a resource come those of its provisioners.
            piece = pieces.pop(-1 if block.type == "locals" else 0)
            written = self._remarks.added(block, piece, "\n".join(pieces))
            pieces = [*pieces, written] if block.type == "locals" else [written, *pieces]
        yield from pieces

    def _block(self, block: Block) -> Iterator[str]:
        labels = [label.text for label in block.labels]
        kind = block.type
        if kind == "variable" and labels:
            yield self._variable(block, labels[0])
        elif kind == "locals":
            yield from self._locals(block)
        elif kind == "output" and labels:
            yield self._output(block, labels[0])
        elif kind == "resource" and len(labels) == 2:
            yield from self._resource(block, labels[0], labels[1])
        elif kind == "data" and len(labels) == 2:
            yield self._data(block, labels[0], labels[1])
        elif kind == "module" and labels:
            yield from self._call(block, labels[0])
        elif kind == "provider" and labels:
            yield from self._provider(block, labels[0])
        elif kind == "terraform":
            self._terraform(block)
        else:
            what = _LEFT_OUT.get(kind, f"a block of the kind `{kind}`")
            self._dropped(block, f"{what} has no counterpart in PCL")

    def _dropped(self, block: Block, message: str, advice: str = "") -> None:
        self._module.say(self._file.source, block.start, block.brace, message, advice)

    # Inputs and outputs.

    def _variable(self, block: Block, label: str) -> str:
        given = block.body.attributes
        name = self._module.names.find("var", label)
        inside: list[PropertyLine] = []
        kind = ""
        if "type" in given:
            found = type_label(given["type"].value, self._file.source.text)
            kind = "" if found == "any" else f" {json.dumps(found)}"
            for one in every(given["type"].value):
                if isinstance(one, syntax.Call) and one.name == "optional" and one.arguments[1:]:
                    message = "the default of a field has no counterpart in PCL"
                    self._module.say(self._file.source, one.start, one.end, message)
        texts = {
            "default": lambda value: self._default(value, label),
            "description": self._writer.text,
        }
        for word, text in texts.items():
            if word in given:
                inside.append(self._line(block, given[word], word, text(given[word].value)))
        for word, called in (("sensitive", "secret"), ("nullable", "nullable")):
            if _is_true(given.get(word)):
                inside.append(self._line(block, given[word], called, "true"))
        self._say_unknown(given, _VARIABLE, "a variable")
        for inner in block.body.blocks:
            message = f"a {inner.type} of a variable has no counterpart in PCL"
            self._dropped(inner, message)
        return f'config "{name}"{kind} ' + braces(inside)

    def _line(self, block: Block, item: Attribute, name: str, text: str) -> PropertyLine:
        """A property that an attribute becomes, with the comments around that."""
        return PropertyLine(name, text, *around(self._file.source.text, item, block.body))

    def _default(self, value: syntax.Expression, label: str) -> str:
        return self._writer.write(value, self._writer.shape_of("var", label))

    def _say_unknown(self, given: dict[str, Attribute], known: frozenset[str], of: str) -> None:
        for one in given.values():
            if one.name not in known:
                message = f"`{one.name}` of {of} has no counterpart in PCL"
                self._module.say(self._file.source, one.start, one.end, message)

    def _locals(self, block: Block) -> Iterator[str]:
        for item in block.body.items:
            if isinstance(item, Attribute):
                name = self._module.names.find("local", item.name)
                shape = self._writer.shape_of("local", item.name)
                above, behind = around(self._file.source.text, item, block.body)
                yield f"{above}{name} = {self._writer.write(item.value, shape)}{behind}"

    def _output(self, block: Block, label: str) -> str:
        given = block.body.attributes
        value = given.get("value")
        written = "null" if value is None else self._writer.write(value.value)
        if _is_true(given.get("sensitive")) and not written.startswith("secret("):
            written = f"secret({written})"
        self._say_unknown(given, _OUTPUT, "an output")
        for inner in block.body.blocks:
            self._dropped(inner, f"a {inner.type} of an output has no counterpart in PCL")
        line = PropertyLine("value", written)
        if value is not None:
            line = self._line(block, value, "value", written)
        return f'output "{camel(label)}" ' + braces([line])

    # Resources.

    def _resource(self, block: Block, type_: str, label: str) -> Iterator[str]:
        thing = self._module.things["resource", type_, label]
        inside: list[PropertyLine] = []
        if thing.name != label:
            inside.append(PropertyLine("__logicalName", json.dumps(label)))
        with self._writer.where(*self._ranged(block)):
            options = self._options.lines(block, thing.made.input)
            inside += self._bodies.lines(block.body, thing.made.input, META)
        yield f'resource "{thing.name}" "{thing.made.token}" ' + braces(inside, options)
        with self._writer.where(*self._ranged(block)):
            ranged = next((one.text for one in options if one.name == "range"), None)
            yield from commands(block, thing, self._writer, ranged)

    def _ranged(
        self, block: Block
    ) -> tuple[dict[tuple[str, str], str], dict[tuple[str, str], Shape | None]]:
        """What the names of a range stand for, and what is known of its elements."""
        return range_names(block, self._module), self._elements(block)

    def _elements(self, block: Block) -> dict[tuple[str, str], Shape | None]:
        each = block.body.attributes.get("for_each")
        return {("each", "value"): None if each is None else self._writer.element_of(each.value)}

    def _data(self, block: Block, type_: str, label: str) -> str:
        thing = self._module.things["data", type_, label]
        given = block.body.attributes
        stands = {
            ("count", "index"): "__index",
            ("each", "key"): "__key",
            ("each", "value"): "__value",
        }
        each = given.get("for_each")
        if each is not None and is_set(each.value, self._module):
            stands["each", "value"] = "__key"
        options: list[str] = []
        with self._writer.where(stands, self._elements(block)):
            options += [
                f"{one.name} = {one.text}"
                for one in self._options.lines(block, thing.made.input)
                if one.name in {"provider", "dependsOn"}
            ]
            inside = self._bodies.lines(block.body, thing.made.input, META)
        arguments = ["{\n" + "".join(map(str, inside)) + "}"]
        if options:
            arguments.append("{ " + ", ".join(options) + " }")
        made = f'invoke("{thing.made.token}", {", ".join(arguments)})'
        ranged = self._options.range_of(block)
        if ranged is not None and "count" in given:
            made = f"[for __index in range({ranged}) : {made}]"
        elif ranged is not None:
            made = f"{{ for __key, __value in {ranged} : __key => {made} }}"
        return f"{thing.name} = {made}"

    def _provider(self, block: Block, label: str) -> Iterator[str]:
        made = self._module.shapes.provider(label)
        leave = frozenset(("alias", "version"))
        inside = self._bodies.lines(block.body, made.input, leave)
        alias = alias_of(block)
        if alias is not None:
            name = self._module.names.find("provider", label, f"{label}_{alias}")
            yield f'resource "{name}" "{made.token}" ' + braces(inside)
            return
        package = self._module.shapes.package_name(label)
        for one in inside:
            setting = f"{package}:{one.name}"
            try:
                self._module.config[setting] = json.loads(one.text)
            except ValueError:
                self._dropped(
                    block,
                    f"`{one.name}` of a default provider is a setting of the stack in Pulumi",
                    f"set it with `pulumi config set {setting} VALUE`",
                )

    # Modules.

    def _call(self, block: Block, label: str) -> Iterator[str]:
        name = self._module.names.find("module", label)
        source = block.body.attributes.get("source")
        path = None if source is None else syntax.literal_text(source.value)
        folder = None if path is None else self._component(path, block)
        naming: Naming = _camelled
        if folder is not None and path is not None:
            naming = self._inputs_of(path, block) or naming
        with self._writer.where(*self._ranged(block)):
            options = self._options.lines(block, naming)
            leave = META | {"source", "version"}
            inside = self._inputs.lines(block.body, naming, leave)
        if folder is None:
            message = f"the module {path or label} is not here"
            self._dropped(block, message, "run `terraform init` first, which fetches it")
            yield f"{name} = notImplemented({json.dumps(f'module {label}')})"
            return
        yield f'component "{name}" {json.dumps(folder)} ' + braces(inside, options)

    def _terraform(self, block: Block) -> None:
        for inner in block.body.blocks:
            if inner.type in {"backend", "cloud"}:
                message = "where the state is kept is the engine's matter in Pulumi"
                self._dropped(inner, message, "log in to a backend with `pulumi login`")


def braces(inside: list[PropertyLine], options: list[PropertyLine] | None = None) -> str:
    """A body with its options in front."""
    first = [str(one) for one in inside if one.name == "__logicalName"]
    rest = [str(one) for one in inside if one.name != "__logicalName"]
    given = ""
    if options:
        given = "options {\n" + "".join(map(str, options)) + "}\n"
    return "{\n" + "".join(first) + given + "".join(rest) + "}"


def _camelled(name: str) -> tuple[str, None]:
    return camel(name), None


def _is_true(attribute: Attribute | None) -> bool:
    value = None if attribute is None else syntax.unwrapped(attribute.value)
    return isinstance(value, syntax.Literal) and value.value is True
