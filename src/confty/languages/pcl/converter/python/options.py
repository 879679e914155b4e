"""Resource options in Python: one ``ResourceOptions`` for a resource."""

from __future__ import annotations

from typing import Final

from confty.kit.hcl.syntax import Expression, Object, Traversal, Tuple, literal_text, unwrapped
from confty.languages.pcl import model
from confty.languages.pcl.converter.python.expressions import ExpressionWriter
from confty.languages.pcl.converter.python.module import PythonFile
from confty.languages.pcl.converter.python.names import py_name
from confty.languages.pcl.evaluator.options import path_text
from confty.languages.pcl.library import python_code as py
from confty.types import BOOL, STRING, Type

_PATHS: Final = ("ignoreChanges", "hideDiffs", "replaceOnChanges", "additionalSecretOutputs")
_ORDER: Final = (
    "aliases", "parent", "provider", "providers", "dependsOn", "protect", "retainOnDelete",
    "ignoreChanges", "deletedWith", "replaceWith", "replacementTrigger", "import", "hideDiffs",
    "replaceOnChanges", "deleteBeforeReplace", "additionalSecretOutputs", "customTimeouts",
    "version", "pluginDownloadURL", "envVarMappings", "hooks",
)  # fmt: skip
_SPELLED: Final = {"import": "import_", "pluginDownloadURL": "plugin_download_url"}


class OptionsWriter:
    """Writes the options of the resources of one module."""

    def __init__(self, module: PythonFile, expressions: ExpressionWriter) -> None:
        self.module = module
        self.expressions = expressions

    def text(self, node: model.InstanceNode) -> str:
        """The ``ResourceOptions`` of a resource; empty when there are none."""
        given: dict[str, str] = {}
        table = node.options.body.attributes if node.options is not None else {}
        for name, attribute in table.items():
            if name != "range":
                given[name] = self._option(name, attribute.value)
        if self.module.is_component and "parent" not in given:
            given["parent"] = "self"
        parts = [
            f"{_SPELLED.get(name, py_name(name))}={given[name]}"
            for name in _ORDER
            if name in given
        ]
        return py.sequence("pulumi.ResourceOptions(", parts, ")") if parts else ""

    def _option(self, name: str, value: Expression) -> str:
        if name in _PATHS:
            inner = unwrapped(value)
            elements = inner.elements if isinstance(inner, Tuple) else []
            return "[" + ", ".join(py.string(path_text(each)) for each in elements) + "]"
        if name == "customTimeouts":
            return self._keywords("pulumi.CustomTimeouts", value)
        if name == "aliases":
            return self._aliases(value)
        if name == "hooks":
            return self._keywords("pulumi.ResourceHookBinding", value)
        if name in ("dependsOn", "replaceWith"):
            return self._resources(value)
        wanted: dict[str, Type] = {"protect": BOOL, "version": STRING}
        return self.expressions.text_for(value, wanted.get(name))

    def _resources(self, value: Expression) -> str:
        """A list of resources; one that is a range is all of its resources."""
        inner = unwrapped(value)
        elements = inner.elements if isinstance(inner, Tuple) else [value]
        shown = [self._several(each) for each in elements]
        if not isinstance(inner, Tuple) and not shown[0].startswith("*"):
            return shown[0]
        return "[" + ", ".join(shown) + "]"

    def _several(self, element: Expression) -> str:
        node = unwrapped(element)
        variable = self.module.typing.roots.get(node) if isinstance(node, Traversal) else None
        owner = variable.node if variable is not None else None
        text = self.expressions.text_for(element, None)
        if not isinstance(owner, model.InstanceNode) or not isinstance(node, Traversal):
            return text
        if node.steps or self.module.typed.is_eventual(self.module.typed.of(node)):
            return text
        if owner.range_kind == model.RangeKind.MAP:
            return f"*{text}.values()"
        if owner.range_kind in (model.RangeKind.NUMBER, model.RangeKind.LIST):
            return f"*{text}"
        if owner.range_kind == model.RangeKind.BOOL:
            return f"*([] if {text} is None else [{text}])"
        return text

    def _keywords(self, class_: str, value: Expression) -> str:
        inner = unwrapped(value)
        parts: list[str] = []
        if isinstance(inner, Object):
            for item in inner.items:
                key = py_name(literal_text(item.key) or "")
                parts.append(f"{key}={self.expressions.text_for(item.value, None)}")
        return f"{class_}({', '.join(parts)})"

    def _aliases(self, value: Expression) -> str:
        inner = unwrapped(value)
        parts: list[str] = []
        for element in inner.elements if isinstance(inner, Tuple) else []:
            if isinstance(unwrapped(element), Object):
                text = self._keywords("pulumi.Alias", element)
                text = text.replace("no_parent=True", "parent=None").replace("type=", "type_=")
                parts.append(text)
            else:
                parts.append(self.expressions.text_for(element, STRING))
        return "[" + ", ".join(parts) + "]"
