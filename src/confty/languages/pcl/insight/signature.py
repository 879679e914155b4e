"""The call that a cursor is in: its parameters, and the one that is being written."""

from __future__ import annotations

from confty.kit.sights import Parameter, Signature
from confty.languages.pcl.insight.cursor import OpenBracket, Opened
from confty.languages.pcl.insight.properties import inside, prose
from confty.languages.pcl.insight.scene import Scene
from confty.languages.pcl.library import FUNCTIONS, Own
from confty.languages.pcl.rules import is_optional, spelled_briefly, without_none
from confty.languages.pcl.schemas import BadSchema, FunctionSchema
from confty.light import lru_cache
from confty.types import DYNAMIC, Type


class _Shape:
    """A signature as text: each parameter's, and the whole."""

    def __init__(self, name: str, parameters: list[tuple[str, str]], result: str) -> None:
        self.parameters = [
            Parameter(label.rstrip("?").lstrip("."), _shown(label, kind), optional="?" in label)
            for label, kind in parameters
        ]
        listed = ", ".join(one.label for one in self.parameters)
        self.label = f"{name}({listed}): {result}" if result else f"{name}({listed})"


def _shown(label: str, kind: str) -> str:
    return f"{label}: {kind}" if kind else label


@lru_cache(maxsize=256)
def _shape_of(name: str) -> _Shape | None:
    function = FUNCTIONS.get(name)
    if function is None:
        return None
    if isinstance(function.signature, Own):
        inner, _, result = function.shown.removeprefix("(").partition(") -> ")
        known = [one.partition(": ") for one in inner.split(", ")]
        return _Shape(name, [(label, type_) for label, _, type_ in known], result)
    signature = function.signature([DYNAMIC] * 3, True)
    listed = [_parameter(label, type_) for label, type_ in signature.parameters]
    if signature.rest is not None:
        listed.append(("...rest", spelled_briefly(signature.rest)))
    return _Shape(name, listed, spelled_briefly(signature.result))


def _parameter(label: str, type_: Type) -> tuple[str, str]:
    mark = "?" if is_optional(type_) else ""
    return f"{label}{mark}", spelled_briefly(without_none(type_) if mark else type_)


def label_of(name: str) -> str:
    """A function's signature in one line."""
    shape = _shape_of(name)
    return name if shape is None else shape.label


def parameter_names(name: str) -> list[str]:
    """The names of a function's parameters."""
    shape = _shape_of(name)
    return [] if shape is None else [one.name for one in shape.parameters]


def signature(scene: Scene) -> Signature | None:
    """The innermost call that the cursor is in; inside an object of arguments, the key at work."""
    frames = scene.cursor.frames
    for at in range(len(frames) - 1, -1, -1):
        frame = frames[at]
        if frame.kind is Opened.BODY:
            return None
        if frame.kind is Opened.CALL:
            return _of_call(scene, frame, frames[at + 1 :])
    return None


def _of_call(scene: Scene, frame: OpenBracket, inner: list[OpenBracket]) -> Signature | None:
    if frame.name in ("invoke", "call"):
        function = scene.called(frame)
        if function is not None and inner and inner[0].kind is Opened.OBJECT:
            return _of_package(function, inner[0])
        if function is not None and function.positional and frame.name == "invoke":
            return _positional(function, frame)
    shape = _shape_of(frame.name)
    if shape is None:
        return None
    last = len(shape.parameters) - 1
    active: int | None = frame.number
    if frame.number > last:
        rest = last >= 0 and shape.parameters[last].label.startswith("...")
        active = last if rest else None
    known = FUNCTIONS[frame.name].about
    return Signature(shape.label, shape.parameters, active, known)


def _argument(function: FunctionSchema, name: str) -> Parameter:
    required = name in function.required_inputs
    try:
        made = function.package.types.property(
            function.inputs[name], inputs=False, required=required
        )
        kind = spelled_briefly(without_none(made))
    except (BadSchema, KeyError):
        kind = "dynamic"
    said = prose(inside(function.words(), "inputs", "properties", name))
    label = f"{name}: {kind}" if required else f"{name}?: {kind}"
    return Parameter(name, label, said, optional=not required)


def _of_package(function: FunctionSchema, frame: OpenBracket) -> Signature:
    names = [name for name in function.inputs if name != "__self__"]
    names.sort(key=lambda name: name not in function.required_inputs)
    listed = [_argument(function, name) for name in names]
    active = names.index(frame.key) if frame.key in names else None
    label = f"{function.token}({', '.join(one.label for one in listed)})"
    return Signature(label, listed, active, prose(function.words(), function.spec))


def _positional(function: FunctionSchema, frame: OpenBracket) -> Signature:
    listed = [_argument(function, name) for name in function.positional]
    label = f"invoke(token, {', '.join(one.label for one in listed)})"
    at = frame.number - 1
    active = at if 0 <= at < len(listed) else None
    return Signature(label, listed, active, prose(function.words(), function.spec))
