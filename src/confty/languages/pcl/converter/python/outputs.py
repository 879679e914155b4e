"""Which expressions are an ``Output`` in Python, and which only may be one."""

from __future__ import annotations

from confty.kit.hcl import syntax
from confty.languages.pcl import model
from confty.languages.pcl.converter.nodes import AnyNode, Apply, Convert
from confty.languages.pcl.converter.python.module import PythonFile
from confty.languages.pcl.converter.typed import all_parts
from confty.languages.pcl.library import FUNCTIONS
from confty.languages.pcl.library.record import Takes


def is_surely_output(node: AnyNode, module: PythonFile) -> bool:
    """Whether an expression whose type is late is late whichever way its parts go.

    Types say late of a condition of which one branch is, and of a list with one such element;
    in Python the other branch and the other elements are plain values.
    """
    if isinstance(node, Apply):
        return True
    if isinstance(node, (syntax.Parentheses, Convert)):
        return is_surely_output(node.inner, module)
    if isinstance(node, syntax.Conditional):
        if module.typed.holds_eventuals(module.typed.of(node.test)):
            return True
        return is_surely_output(node.yes, module) and is_surely_output(node.no, module)
    if isinstance(node, syntax.Call):
        function = FUNCTIONS.get(node.name)
        gives = function is not None and function.takes is Takes.OUTPUTS
        return gives or node in module.typing.calls
    if isinstance(node, (syntax.Traversal, syntax.RelativeTraversal)):
        return _is_read_of_output(node, module)
    # What is made of late parts is an apply; a literal and a plain collection are not late.
    return isinstance(node, (syntax.Template, syntax.Binary, syntax.Unary)) and any(
        module.typed.is_eventual(module.typed.of(part)) for part in all_parts(node)
    )


def _is_read_of_output(
    node: syntax.Traversal | syntax.RelativeTraversal, module: PythonFile
) -> bool:
    kinds = module.typed.part_types(node)
    late = next((at for at, kind in enumerate(kinds) if module.typed.is_eventual(kind)), None)
    if late is None:
        return False
    if late:
        # A property of a resource is one; a part of a plain collection is what was put there.
        return module.has_attributes(kinds[late - 1])
    if isinstance(node, syntax.RelativeTraversal):
        return is_surely_output(node.source, module)
    variable = module.typing.roots.get(node)
    owner = None if variable is None else variable.node
    if isinstance(owner, model.LocalNode):
        return is_surely_output(owner.value, module)
    return isinstance(owner, (model.ConfigNode, model.InstanceNode, model.OutputNode))
