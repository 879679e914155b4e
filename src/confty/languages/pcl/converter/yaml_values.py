"""Values of Pulumi's YAML: texts with ``${…}`` in them, and calls of its built-in functions."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from confty.kit.hcl import parse_expression
from confty.kit.hcl.syntax import Traversal, unwrapped
from confty.languages.pcl import codes
from confty.languages.pcl.converter.from_data import NoPcl, key_text, scalar_text
from confty.languages.pcl.written import text_literal
from confty.text import Diagnostic, Source, Span

Path = tuple[str | int, ...]
#: Where a part of the file stands, for findings.
Places = Callable[[Path], Span | None]

_SEQUENCE: Final = re.compile(r"\$\$\{|\$\{([^}]*)\}")
_PULUMI: Final = {
    "cwd": "cwd()",
    "project": "project()",
    "stack": "stack()",
    "organization": "organization()",
    "rootDirectory": "rootDirectory()",
}
#: Functions of one argument, and of a list of two.
_ONE: Final = (
    *("toJSON", "toBase64", "fromBase64", "secret", "readFile"),
    *("fileAsset", "stringAsset", "remoteAsset", "fileArchive", "remoteArchive", "assetArchive"),
    *("pulumiResourceName", "pulumiResourceType"),
)
_TWO: Final = ("join", "split", "select", "stackReference")


class Values:
    """Writes values; what their names are in PCL is in ``names``."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self.findings: list[Diagnostic] = []
        self.names: dict[str, str] = {}
        # Other stacks that are read from, and the resources that stand for them.
        self.stacks: dict[str, str] = {}

    # Saying things.

    def dropped(self, path: Path, message: str, advice: str = "") -> None:
        """Say that something has no counterpart in PCL."""
        found = codes.NO_COUNTERPART.at(self._places(path), message)
        self.findings.append(found.with_help(advice) if advice else found)

    def wrong(self, path: Path, message: str) -> None:
        """Say that something is no program."""
        self.findings.append(codes.CONVERSION.at(self._places(path), message))

    # Values.

    def value(self, value: object, path: Path) -> str:
        """A value in PCL."""
        if isinstance(value, str):
            return self._text(value, path)
        if isinstance(value, Mapping):
            call = next((key for key in value if str(key).lower().startswith("fn::")), None)
            if call is not None and len(value) == 1:
                return self._call(str(call)[4:], value[call], (*path, str(call)))
            items = [
                f"{key_text(key)} = {self.value(inner, (*path, str(key)))}\n"
                for key, inner in value.items()
            ]
            return "{\n" + "".join(items) + "}" if items else "{}"
        if isinstance(value, list | tuple):
            parts = [self.value(inner, (*path, at)) for at, inner in enumerate(value)]
            return "[" + ", ".join(parts) + "]"
        try:
            return scalar_text(value)
        except NoPcl as problem:
            self.wrong(path, str(problem))
            return "null"

    def _text(self, text: str, path: Path) -> str:
        whole = _SEQUENCE.fullmatch(text)
        if whole is not None and whole[1] is not None:
            return self._reference(whole[1], path)
        made: list[str] = []
        at = 0
        # Behind the last brace nothing is closed: each ``${`` there would look for one to the end.
        for found in _SEQUENCE.finditer(text, 0, text.rfind("}") + 1):
            made.append(text_literal(text[at : found.start()])[1:-1])
            inner = "$${" if found[1] is None else f"${{{self._reference(found[1], path)}}}"
            made.append(inner)
            at = found.end()
        made.append(text_literal(text[at:])[1:-1])
        return f'"{"".join(made)}"'

    def _reference(self, text: str, path: Path) -> str:
        """What stands in ``${…}``: a name and the way into it."""
        text = text.strip()
        root = self._declared(text)
        if root is not None:
            return self.names[root] + text[len(root) :]
        head, _, rest = text.partition(".")
        if head == "pulumi" and rest in _PULUMI:
            return _PULUMI[rest]
        source = Source("", text)
        node, wrong = parse_expression(source, codes.SYNTAX)
        if wrong or not isinstance(unwrapped(node), Traversal):
            self.wrong(path, f"expected a name, found `{text}`")
            return "null"
        self.wrong(path, f"expected something declared, found `{text}`")
        return text

    def _declared(self, text: str) -> str | None:
        """The longest name that a text begins with, up to its end or a step into it."""
        ends = [at for at, letter in enumerate(text) if letter in ".["]
        found = (text[:end] for end in (len(text), *reversed(ends)))
        return next((name for name in found if name in self.names), None)

    def _call(self, name: str, value: object, path: Path) -> str:
        known = {key.lower(): key for key in (*_ONE, *_TWO, "invoke")}
        called = known.get(name.lower(), name)
        if called == "invoke" and isinstance(value, Mapping):
            return self._invoke(value, path)
        if called in _ONE:
            return f"{called}({self.value(value, path)})"
        if called in _TWO:
            return self._of_two(called, value, path)
        if ":" in called:
            # The short form of an invoke.
            return f"invoke({text_literal(called)}, {self.value(value, path)})"
        if called == "invoke":
            self.wrong(path, "expected an object with the function of an invoke")
            return "null"
        advice = "write what it gives by hand; until then the program fails where it is reached"
        self.dropped(path, f"there is no counterpart of `fn::{name}` in PCL", advice)
        return f"notImplemented({text_literal(f'fn::{name}')})"

    def _of_two(self, name: str, value: object, path: Path) -> str:
        """A function that takes a list of two."""
        if not isinstance(value, list) or len(value) != 2:
            self.wrong(path, f"expected a list of two for `fn::{name}`")
            return "null"
        if name == "stackReference":
            return self._other_stack(value, path)
        first, second = (self.value(one, (*path, at)) for at, one in enumerate(value))
        if name == "select":
            return f"element({second}, {first})"
        return f"{name}({first}, {second})"

    def _other_stack(self, pair: list[object], path: Path) -> str:
        """An output of another stack, read from the resource that stands for that stack."""
        stack = pair[0]
        if not isinstance(stack, str) or _SEQUENCE.search(stack, 0, stack.rfind("}") + 1):
            self.wrong((*path, 0), "expected the name of a stack as a plain text")
            return "null"
        name = self.stacks.get(stack)
        if name is None:
            wanted = re.sub(r"\W+", "_", stack).strip("_") or "stack"
            wanted = f"_{wanted}" if wanted[0].isdigit() else wanted
            taken = {*self.names.values(), *self.stacks.values()}
            name, number = wanted, 2
            while name in taken:
                name, number = f"{wanted}{number}", number + 1
            self.stacks[stack] = name
        return f"getOutput({name}, {self.value(pair[1], (*path, 1))})"

    def _invoke(self, given: Mapping[str, object], path: Path) -> str:
        function = given.get("function", given.get("Function"))
        if not isinstance(function, str):
            self.wrong(path, "expected the function of an invoke")
            return "null"
        arguments = given.get("arguments", given.get("Arguments")) or {}
        made = f"invoke({text_literal(function)}, {self.value(arguments, (*path, 'arguments'))}"
        options = given.get("options")
        if isinstance(options, Mapping) and options:
            made += f", {self.value(options, (*path, 'options'))}"
        wanted = given.get("return", given.get("Return"))
        return f"{made})" + (f".{wanted}" if isinstance(wanted, str) else "")
