"""Functions that need the run: they evaluate arguments themselves, read files, ask the engine."""

from __future__ import annotations

from confty.kit.hcl.convert import CannotConvert, to_string
from confty.kit.hcl.evaluate import Stop
from confty.kit.hcl.syntax import Call, Expression, TraversalStep
from confty.language import Unreadable
from confty.languages.pcl.crossing import from_plain, no_data
from confty.languages.pcl.library.record import Running
from confty.text import Diagnostic, Severity
from confty.values import Labelled, label
from confty.values import secret as as_secret

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Poisoned(Exception):
    """A value was wanted that a failed resource should have given."""

    def __init__(self, name: str) -> None:
        super().__init__(f"poisoned value from resource {name}")
        self.name = name


class FileProblem(Stop):
    """A file could not be read, perhaps because of a mistake inside it."""

    def __init__(
        self, node: Expression | TraversalStep, message: str, cause: Diagnostic | None = None
    ) -> None:
        super().__init__(node, message)
        self.cause = cause


def _one(run: Running, node: Call) -> object:
    if len(node.arguments) != 1:
        raise Stop(node, f"{node.name} takes one argument")
    return run.evaluate(node.arguments[0])


# Labels.


def secret(run: Running, node: Call) -> object:
    """The argument, secret from here on."""
    return as_secret(_one(run, node), "secret()", run.place(node))


def unsecret(run: Running, node: Call) -> object:
    """The argument without the outermost secret mark."""
    value = _one(run, node)
    if isinstance(value, Labelled):
        if value.dependencies or value.unknown:
            return Labelled(value.value, False, value.dependencies, value.origins)
        return value.value
    return value


# Failures.


def try_(run: Running, node: Call) -> object:
    """The first argument that has a value."""
    problem: Stop | None = None
    for argument in node.arguments:
        try:
            value = run.evaluate(argument)
        except Stop as stop:
            problem = problem or stop
            continue
        joined = run.summary(value)
        if joined.unknown:
            return joined
        return value
    if problem is None:
        raise Stop(node, "'try' expects at least one argument")
    raise Stop(node, f"no argument of try has a value: {problem.message}")


def can(run: Running, node: Call) -> object:
    """Whether the argument has a value."""
    if len(node.arguments) != 1:
        raise Stop(node, "'can' expects exactly one argument")
    try:
        value = run.evaluate(node.arguments[0])
    except Stop:
        return False
    joined = run.summary(value)
    if joined.unknown:
        return joined
    top = value if isinstance(value, Labelled) else None
    return label(True, secret=top is not None and top.secret)


def recover(run: Running, node: Call) -> object:
    """The first argument, or the second where a failed resource should have given the first."""
    first, second = node.arguments
    try:
        return run.evaluate(first)
    except Poisoned as poisoned:
        run.bound.append({"error": str(poisoned)})
        try:
            return run.evaluate(second)
        finally:
            run.bound.pop()


# Resources and the run.


def get_output(run: Running, node: Call) -> object:
    """An output of another stack, secret where that stack says so."""
    reference, name = (run.evaluate(argument) for argument in node.arguments)

    def read(object_: object, key: object) -> object:
        if not isinstance(object_, dict):
            raise CannotConvert("getOutput takes a stack reference")
        outputs, hidden = object_.get("outputs"), object_.get("secretOutputNames")
        if isinstance(outputs, Labelled) and outputs.unknown:
            return outputs
        table = outputs.value if isinstance(outputs, Labelled) else outputs
        names = hidden.value if isinstance(hidden, Labelled) else hidden
        wanted = to_string(key)
        value = table.get(wanted) if isinstance(table, dict) else None
        return label(value, secret=isinstance(names, list) and wanted in names)

    return run.apply(node, read, reference, name)


def told(run: Running, node: Call) -> object:
    """What the run is told from outside: its stack, its project, its folders."""
    value = run.told(node.name)
    if not value and node.name != "cwd":
        raise Stop(node, f"{node.name}() is not known in this run")
    return value


def _resource_fact(run: Running, node: Call, key: str) -> object:
    value = _one(run, node)
    bare = value.value if isinstance(value, Labelled) else value
    if not isinstance(bare, dict) or key not in bare:
        raise Stop(node.arguments[0], f"{node.name} argument must be a single resource")
    return bare[key]


def resource_name(run: Running, node: Call) -> object:
    """The name of a resource."""
    return _resource_fact(run, node, "__name")


def resource_type(run: Running, node: Call) -> object:
    """The type token of a resource."""
    return _resource_fact(run, node, "__type")


# Files.


def _bytes(run: Running, node: Call, path: object) -> bytes:
    name = to_string(path)
    whole = name if name.startswith("/") else f"{run.file_folder}/{name}".removeprefix("./")
    try:
        data = run.host.read(whole)
    except Unreadable as problem:
        raise FileProblem(node, f"cannot read the file {name!r}: {problem}") from None
    run.host.needs(run.source.name, whole)
    return data


def _read(run: Running, node: Call, make: Callable[[bytes], object]) -> object:
    return run.apply(node, lambda path: make(_bytes(run, node, path)), _one(run, node))


def read_file(run: Running, node: Call) -> object:
    """The text of a file."""
    return _read(run, node, lambda data: data.decode("utf-8", "surrogateescape"))


def file_base64(run: Running, node: Call) -> object:
    """The bytes of a file as base64."""
    from base64 import b64encode  # noqa: PLC0415  start-up: few programs call it

    return _read(run, node, lambda data: b64encode(data).decode())


def file_hash(run: Running, node: Call) -> object:
    """The SHA-256 of a file as base64."""
    import hashlib  # noqa: PLC0415  start-up: few programs call it
    from base64 import b64encode  # noqa: PLC0415  the same

    return _read(run, node, lambda data: b64encode(hashlib.sha256(data).digest()).decode())


def import_data(run: Running, node: Call) -> object:
    """The value of a file of another language, labels included."""
    path = _one(run, node)
    if isinstance(path, Labelled) and path.secret:
        raise FileProblem(node.arguments[0], "a secret cannot be the name of a file")
    return run.apply(node, lambda name: _foreign(run, node, to_string(name)), path)


def _foreign(run: Running, node: Call, path: str) -> object:
    place, host = node.arguments[0], run.host
    name = host.resolve(path, run.source.name)
    foreign = None if name is None else host.foreign(name)
    if foreign is None:
        raise FileProblem(place, no_data(path, name))
    outcome = foreign.value()
    for found in outcome.diagnostics:
        if found.severity is Severity.ERROR:
            raise FileProblem(place, f"the file '{path}' has an error", found)
    try:
        return foreign.held(from_plain)
    except CannotConvert as refused:
        raise FileProblem(place, f"the file '{path}' holds {refused}") from None
