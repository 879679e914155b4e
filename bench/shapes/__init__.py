"""Inputs that grow, one for each thing that there may be more of, in every language."""

from __future__ import annotations

from shapes.data import DATA
from shapes.further import FURTHER
from shapes.jsonnet import JSONNET
from shapes.parts import Kinds
from shapes.pcl import PCL
from shapes.phy import PHY
from shapes.rcl import RCL
from shapes.trees import TREE, TREES

_FIRST: dict[str, Kinds] = {"jsonnet": JSONNET, "rcl": RCL, "pcl": PCL, "phy": PHY, **DATA}
INPUTS: dict[str, Kinds] = {
    language: {**kinds, **FURTHER.get(language, {}), **TREES.get(language, {})}
    for language, kinds in _FIRST.items()
}
#: Programs with mistakes are neither run nor laid out.
WRONG = (
    "findings",
    "errors",
    "errors on one line",
    "unknown names",
    "unknown fields",
    "names like others",
    "fields like others",
    "fields twice",
    "locals twice",
    "wrong arguments",
    "wrong types",
    "imports that are not there",
    "deep brackets unclosed",
    "deep parentheses unclosed",
    "deep blocks",
    "unknown attributes",
    "a path too long",
    "indexes too many",
    "unknown kinds of resources",
    "syntax errors",
    "syntax errors on one line",
    "undefined aliases",
    "complex keys",
    "tabs",
    "one long line",
)
#: Programs that only a preview runs: they make resources, or read others that do.
MAKES = (
    "resources",
    "dependencies",
    "a row of resources",
    "one that waits for all",
    "components with inputs",
    "imports",
    "a chain of components",
    "attributes in a block",
    "kinds of resources",
    "a range of resources",
    "blocks in a resource",
    "outputs of one another",
    "resources with ranges",
    "splats of a range",
    "a range of a map",
    "resources with options",
)
#: Documents for which it is their schema that grows or matters: they are read as all others are.
HELD = (
    "a wide enum",
    "values outside an enum",
    "a wide union",
    "a wide record",
    "references",
    "unique items",
    "patterns",
    "a schema",
)


#: What an editor, a conversion and a report are measured with: they do not ask what a program is about.
SHOWN = (
    "layers that read back",
    "layers of one field",
    "one field in all layers",
    "fields that add to the last",
    "hidden fields that add to the last",
    "tries of the last",
    "unpacking the last",
    "lines",
    "fields",
    "locals",
    "functions",
    "nesting",
    "comments",
    "imports",
    "documents",
    "tables",
    "resources",
    "objects in a list",
    "records in a list",
    "uses of one name",
    "uses of one object",
    "merges of names",
    "names in one local",
    "deep lists",
    "a long sum",
    "one very long text",
    "fields of one name",
    "merge keys",
    "anchors",
    "flows",
)
TOLD = ("findings", "errors on one line", "syntax errors", "unknown names", "names like others")

#: What a short run measures: the inputs that everybody has.
BRIEF = (*SHOWN, *TOLD, "union members", "merges", "unknown fields")


def is_idle(language: str, stage: str, kind: str) -> bool:
    """Whether a stage has nothing to do for an input."""
    if kind.startswith(TREE) or stage == "check all":
        return not (kind.startswith(TREE) and stage == "check all")
    if stage == "tell":
        return kind not in TOLD
    if stage in ("look", "edit", "rename"):
        return kind not in (*SHOWN, *TOLD) or (kind == "imports" and stage == "rename")
    if stage == "forms":
        return kind not in SHOWN or language == "phy" or is_idle(language, "eval", kind)
    if stage == "python":
        return language != "pcl" or kind in (*WRONG, *HELD, "suppressions")
    if kind in WRONG and not (language == "json" and kind == "one long line"):
        return stage not in ("parse", "check")
    if kind in HELD or kind.endswith((" by a schema", "in the settings")):
        return stage != "check"
    if kind.startswith("data: "):
        return stage != "eval"
    if stage == "preview":
        return language != "pcl" or kind in ("suppressions", "invokes")
    return language == "pcl" and stage == "eval" and kind in (*MAKES, "suppressions", "invokes")
