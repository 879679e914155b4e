"""Functions whose Python depends on their arguments' types or syntax."""

from __future__ import annotations

from confty import types
from confty.kit.hcl.syntax import Call, Expression, literal_text
from confty.languages.pcl.library import python_code as py
from confty.languages.pcl.library.python_code import PythonCode
from confty.languages.pcl.library.record import PythonWriter
from confty.languages.pcl.rules import is_optional, without_none


def extreme(write: PythonWriter, node: Call) -> PythonCode:
    """``max`` and ``min``, which are called the same."""
    arguments = [write.text(each) for each in node.arguments]
    if node.expand:
        arguments[-1] = f"*{arguments[-1]}"
    return PythonCode(f"{node.name}({', '.join(arguments)})", py.CALL)


def numbers(write: PythonWriter, node: Call) -> PythonCode:
    """A list of whole numbers."""
    limits = ", ".join(write.text(each) for each in node.arguments)
    return PythonCode(f"list(range({limits}))", py.CALL)


def length(write: PythonWriter, node: Call) -> PythonCode:
    """``len``; of a text, what a reader counts."""
    argument = node.arguments[0]
    found = types.unfold(without_none(types.resolve(write.type_of(argument))))
    text = _present(write, argument)
    if isinstance(found, (types.MapOf, types.Object, types.ListOf, types.SetOf, types.Tuple)):
        return PythonCode(f"len({text})", py.CALL)
    write.needs("helper graphemes")
    return PythonCode(f"graphemes({text})", py.CALL)


def lookup(write: PythonWriter, node: Call) -> PythonCode:
    """An index, or ``get`` where there is a default."""
    arguments = [write.text(each, py.CALL) for each in node.arguments]
    arguments[0] = _present(write, node.arguments[0], py.CALL)
    if len(arguments) == 2:
        return PythonCode(f"{arguments[0]}[{arguments[1]}]", py.CALL)
    return PythonCode(f"{arguments[0]}.get({arguments[1]}, {arguments[2]})", py.CALL)


def element(write: PythonWriter, node: Call) -> PythonCode:
    """An index, counted around the list."""
    source = _present(write, node.arguments[0], py.CALL)
    return PythonCode(
        f"{source}[{write.text(node.arguments[1], py.CALL)} % len({source})]", py.CALL
    )


def single_or_none(write: PythonWriter, node: Call) -> PythonCode:
    """A helper's answer about a list that has to be there."""
    write.needs("helper single_or_none")
    return PythonCode(f"single_or_none({_present(write, node.arguments[0])})", py.CALL)


def entries(write: PythonWriter, node: Call) -> PythonCode:
    """A list of small dicts, whose values have types of their own."""
    write.needs("helper entries_of")
    return PythonCode(f"entries_of({_present(write, node.arguments[0])})", py.CALL)


def _present(write: PythonWriter, node: Expression, least: int = 0) -> str:
    """A collection that is looked into, and so has to be there."""
    if not is_optional(types.resolve(write.type_of(node))):
        return write.text(node, least)
    write.needs("helper present")
    return f"present({write.text(node)})"


def to_json(write: PythonWriter, node: Call) -> PythonCode:
    """A helper's JSON; the SDK's where something inside is late."""
    argument = node.arguments[0]
    text = write.text(argument)
    if write.is_late(argument):
        arguments = [text, 'separators=(",", ":")', "sort_keys=True", "ensure_ascii=False"]
        return PythonCode(py.sequence("pulumi.Output.json_dumps(", arguments, ")"), py.CALL)
    write.needs("helper json_text")
    return PythonCode(f"json_text({text})", py.CALL)


def unsecret(write: PythonWriter, node: Call) -> PythonCode:
    """The SDK's ``unsecret``, which takes an output and nothing else."""
    argument = node.arguments[0]
    text = write.text(argument)
    if not isinstance(types.unfold(write.type_of(argument)), types.Eventual):
        text = f"pulumi.Output.from_input({text})"
    return PythonCode(f"pulumi.Output.unsecret({text})", py.CALL)


def split(write: PythonWriter, node: Call) -> PythonCode:
    """``str.split``, which refuses to split between any two letters."""
    separator, source = node.arguments
    if literal_text(separator) == "":
        return PythonCode(f"list({write.text(source)})", py.CALL)
    return PythonCode(f"{write.text(source, py.CALL)}.split({write.text(separator)})", py.CALL)


def try_(write: PythonWriter, node: Call) -> PythonCode:
    """Attempts as lambdas, the first that does not fail."""
    write.needs("helper first_of")
    attempts = [f"lambda: {write.text(each)}" for each in node.arguments]
    return PythonCode(py.sequence("first_of(", attempts, ")"), py.CALL)


def can(write: PythonWriter, node: Call) -> PythonCode:
    """An attempt as a lambda."""
    write.needs("helper succeeds")
    return PythonCode(f"succeeds(lambda: {write.text(node.arguments[0])})", py.CALL)


def recover(write: PythonWriter, node: Call) -> PythonCode:
    """The SDK's ``recover``."""
    first = write.text(node.arguments[0], py.CALL)
    write.names.append({"error": "str(error)"})
    second = write.text(node.arguments[1])
    write.names.pop()
    return PythonCode(f"{first}.recover(lambda error: {second})", py.CALL)


def resource_fact(write: PythonWriter, node: Call) -> PythonCode:
    """An attribute of the SDK's resources."""
    word = "pulumi_resource_name" if node.name.endswith("Name") else "pulumi_resource_type"
    return PythonCode(f"{write.text(node.arguments[0], py.CALL)}.{word}", py.CALL)
