"""Mistakes that people make in Jsonnet libraries, made on purpose: twenty kinds.

A kind looks at one node of a file and says which stretch it would write anew, or nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from confty.languages.jsonnet.lexer import lex
from confty.languages.jsonnet.parser import parse, syntax
from confty.text import Source

# Start, end and what is written there instead.
Change = tuple[int, int, str]
Kind = Callable[[syntax.Node, str, Random], "Change | None"]


def misspelt(name: str, chance: Random) -> str:
    """Swap two letters, or double one."""
    places = [at for at in range(len(name) - 1) if name[at] != name[at + 1]]
    if len(name) > 2 and places:
        at = chance.choice(places)
        return name[:at] + name[at + 1] + name[at] + name[at + 2 :]
    return name + name[-1:]


def _is_std(node: syntax.Node) -> bool:
    return isinstance(node, syntax.Name) and node.name == "std"


def field_access(node: syntax.Node, _: str, chance: Random) -> Change | None:
    if isinstance(node, syntax.Dot) and node.field.name and not _is_std(node.target):
        return node.field.start, node.field.end, misspelt(node.field.name, chance)
    return None


def name_use(node: syntax.Node, _: str, chance: Random) -> Change | None:
    if isinstance(node, syntax.Name) and node.name != "std":
        return node.start, node.end, misspelt(node.name, chance)
    return None


def std_function(node: syntax.Node, _: str, chance: Random) -> Change | None:
    if isinstance(node, syntax.Dot) and _is_std(node.target):
        return node.field.start, node.field.end, misspelt(node.field.name, chance)
    return None


def argument_name(node: syntax.Node, _: str, chance: Random) -> Change | None:
    named = [one for one in getattr(node, "arguments", ()) if one.name is not None]
    if isinstance(node, syntax.Call) and named:
        one = chance.choice(named)
        return one.name.start, one.name.end, misspelt(one.name.name, chance)
    return None


def missing_argument(node: syntax.Node, _: str, __: Random) -> Change | None:
    if isinstance(node, syntax.Call) and node.arguments and node.arguments[-1].name is None:
        last = node.arguments[-1].value
        start = node.arguments[-2].value.end if len(node.arguments) > 1 else last.start
        return start, last.end, ""
    return None


def extra_argument(node: syntax.Node, _: str, __: Random) -> Change | None:
    if isinstance(node, syntax.Call) and all(one.name is None for one in node.arguments):
        return node.end - 1, node.end, (", 1)" if node.arguments else "1)")
    return None


def swapped_arguments(node: syntax.Node, text: str, _: Random) -> Change | None:
    if isinstance(node, syntax.Call) and len(node.arguments) >= 2:
        one, other = node.arguments[0], node.arguments[1]
        if one.name is None and other.name is None:
            first = text[one.value.start : one.value.end]
            second = text[other.value.start : other.value.end]
            between = text[one.value.end : other.value.start]
            return one.value.start, other.value.end, second + between + first
    return None


def _plain_field(node: syntax.Node) -> syntax.Identifier | None:
    if isinstance(node, syntax.Field) and isinstance(node.key, syntax.Identifier):
        return node.key
    return None


def field_name(node: syntax.Node, _: str, chance: Random) -> Change | None:
    key = _plain_field(node)
    return None if key is None else (key.start, key.end, misspelt(key.name, chance))


def deleted_field(node: syntax.Node, text: str, _: Random) -> Change | None:
    if _plain_field(node) is None:
        return None
    rest = re.compile(r"\s*,").match(text, node.end)
    return None if rest is None else (node.start, rest.end(), "")


def import_path(node: syntax.Node, _: str, chance: Random) -> Change | None:
    if isinstance(node, syntax.Import) and node.path.value:
        stem, dot, end = node.path.value.rpartition(".")
        spelled = misspelt(stem, chance) + dot + end
        return node.path.start, node.path.end, f"'{spelled}'"
    return None


def _format(node: syntax.Node, text: str) -> syntax.String | None:
    if isinstance(node, syntax.Binary) and node.operator == "%":
        left = syntax.stripped(node.left)
        if isinstance(left, syntax.String) and text[left.start] in "'\"|":
            return left
    return None


def format_key(node: syntax.Node, text: str, chance: Random) -> Change | None:
    left = _format(node, text)
    found = left and re.compile(r"%\((\w+)\)").search(text, left.start, left.end)
    return found and (found.start(1), found.end(1), misspelt(found.group(1), chance))


def format_count(node: syntax.Node, text: str, _: Random) -> Change | None:
    left = _format(node, text)
    found = left and re.compile(r"%[sdg]").search(text, left.start, left.end)
    return found and (found.start(), found.end(), "%s %s")


def called_value(node: syntax.Node, text: str, _: Random) -> Change | None:
    if isinstance(node, syntax.Dot) and not text[node.end :].lstrip().startswith("("):
        return node.end, node.end, "()"
    return None


def uncalled_function(node: syntax.Node, _: str, __: Random) -> Change | None:
    return (node.callee.end, node.end, "") if isinstance(node, syntax.Call) else None


def operand_object(node: syntax.Node, _: str, __: Random) -> Change | None:
    if isinstance(node, syntax.Binary) and node.operator in "-*/<>":
        return node.right.start, node.right.end, "{}"
    return None


def array_for_object(node: syntax.Node, _: str, __: Random) -> Change | None:
    if isinstance(node, syntax.Binary) and node.operator == "+":
        if isinstance(syntax.stripped(node.right), syntax.Object):
            return node.right.start, node.right.end, "[1]"
        if isinstance(syntax.stripped(node.right), syntax.Array):
            return node.right.start, node.right.end, "{ a: 1 }"
    return None


def odd_condition(node: syntax.Node, text: str, _: Random) -> Change | None:
    if isinstance(node, syntax.If):
        test = text[node.test.start : node.test.end]
        return node.test.start, node.test.end, f"std.toString({test})"
    return None


def self_for_super(node: syntax.Node, _: str, __: Random) -> Change | None:
    if isinstance(node, syntax.Dot) and isinstance(node.target, syntax.Self):
        return node.target.start, node.target.end, "super"
    return None


def null_value(node: syntax.Node, _: str, __: Random) -> Change | None:
    if isinstance(node, syntax.Field) and node.parameters is None:
        return node.value.start, node.value.end, "null"
    return None


def odd_loop(node: syntax.Node, _: str, __: Random) -> Change | None:
    if isinstance(node, syntax.For):
        return node.source.start, node.source.end, "{}"
    return None


def std_argument(node: syntax.Node, _: str, __: Random) -> Change | None:
    if isinstance(node, syntax.Call) and syntax.library_name(node.callee) and node.arguments:
        one = node.arguments[0]
        return one.value.start, one.value.end, "42"
    return None


KINDS: Final[dict[str, Kind]] = {
    "field access": field_access,
    "name": name_use,
    "std function": std_function,
    "argument name": argument_name,
    "missing argument": missing_argument,
    "extra argument": extra_argument,
    "swapped arguments": swapped_arguments,
    "field name": field_name,
    "deleted field": deleted_field,
    "import path": import_path,
    "format key": format_key,
    "format count": format_count,
    "called value": called_value,
    "uncalled function": uncalled_function,
    "operand object": operand_object,
    "array for object": array_for_object,
    "odd condition": odd_condition,
    "self for super": self_for_super,
    "null value": null_value,
    "odd loop": odd_loop,
    "std argument": std_argument,
}


def changes(kind: Kind, name: str, text: str, chance: Random) -> Iterator[Change]:
    """Every change of a kind that a file allows, in a random order."""
    tree = parse(lex(Source(name, text)).output)
    nodes = list(syntax.walk(tree.output.body))
    chance.shuffle(nodes)
    for node in nodes:
        made = kind(node, text, chance)
        if made is not None and text[made[0] : made[1]] != made[2]:
            yield made
