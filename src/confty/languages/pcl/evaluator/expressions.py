"""Expressions of a program: names are nodes, functions are PCL's, calls go to the engine."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING

from confty.kit.hcl.convert import Refused, to_string
from confty.kit.hcl.evaluate import Evaluator, Stop
from confty.kit.hcl.syntax import Call, Expression, Step, Traversal
from confty.language import Unreadable
from confty.languages.pcl.checker.foreign import no_data
from confty.languages.pcl.evaluator.borders import from_plain
from confty.languages.pcl.evaluator.invokes import Invokes
from confty.languages.pcl.evaluator.lazy import LazyOutputs
from confty.languages.pcl.evaluator.library import DEEP, SHALLOW
from confty.languages.pcl.evaluator.values import Poisoned
from confty.text import Diagnostic, Severity, Source, Span
from confty.values import Labelled, label, labels_in, summary

if TYPE_CHECKING:
    from confty.languages.pcl.evaluator.instance import Instance

_INFO = ("stack", "project", "organization", "cwd", "rootDirectory")


class FileProblem(Stop):
    """A file could not be read, perhaps because of a mistake inside it."""

    def __init__(
        self, node: Expression | Step, message: str, cause: Diagnostic | None = None
    ) -> None:
        super().__init__(node, message)
        self.cause = cause


class Expressions(Evaluator):
    """Evaluates the expressions of one file in one instance of a program."""

    def __init__(self, instance: Instance, source: Source) -> None:
        super().__init__()
        self.instance = instance
        self.source = source
        self.invokes = Invokes(self)
        self._own: dict[str, Callable[[Call], object]] = {
            "invoke": self.invokes.invoke,
            "call": self.invokes.call,
            "secret": self._secret,
            "unsecret": self._unsecret,
            "try": self._try,
            "can": self._can,
            "recover": self._recover,
            "getOutput": self._get_output,
            "importData": self._import_data,
            "readFile": self._read_file,
            "filebase64": self._file_base64,
            "filebase64sha256": self._file_hash,
            "pulumiResourceName": self._resource_name,
            "pulumiResourceType": self._resource_type,
            "__convert": lambda node: self.evaluate(node.arguments[0]),
            **dict.fromkeys(_INFO, self._info),
        }

    def place(self, node: Expression | Step) -> object:
        """Where a node stands."""
        return Span(self.source, node.start, node.end)

    def variable(self, node: Traversal) -> object:
        """The value of a name of the program."""
        return self.instance.variable(node)

    def step(self, value: object, step: Step) -> object:
        """Take a step; a component in a ring computes only the output that is asked for."""
        if isinstance(value, Labelled) and isinstance(value.value, LazyOutputs):
            inner = value.value.output(str(step.key))
            return label(inner, secret=value.secret, dependencies=value.dependencies)
        if isinstance(value, LazyOutputs):
            return value.output(str(step.key))
        return super().step(value, step)

    # Calls.

    def call(self, node: Call) -> object:
        """The value of a call."""
        own = self._own.get(node.name)
        if own is not None:
            return own(node)
        function = SHALLOW.get(node.name)
        deep = function is None
        if function is None:
            function = DEEP.get(node.name)
        if function is None:
            raise Stop(node, f"unknown function {node.name!r}")
        arguments = self._arguments(node)
        if arguments is None:
            return self.apply(node, lambda _: None, self.evaluate(node.arguments[-1]))
        try:
            return self.apply(node, function, *arguments, deep=deep)
        except TypeError:
            raise Stop(node, f"{node.name} does not take {len(arguments)} arguments") from None

    def _arguments(self, node: Call) -> list[object] | None:
        """The arguments' values; None when ``...`` spreads a list that is not known."""
        values = [self.evaluate(argument) for argument in node.arguments]
        if not node.expand:
            return values
        last = values.pop()
        mark = last if isinstance(last, Labelled) else None
        bare = last.value if isinstance(last, Labelled) else last
        if mark is not None and mark.unknown:
            return None
        if not isinstance(bare, list):
            raise Stop(node.arguments[-1], "... spreads a list")
        if mark is not None:
            bare = [
                label(each, secret=mark.secret, dependencies=mark.dependencies) for each in bare
            ]
        return [*values, *bare]

    def _one(self, node: Call) -> object:
        if len(node.arguments) != 1:
            raise Stop(node, f"{node.name} takes one argument")
        return self.evaluate(node.arguments[0])

    def _secret(self, node: Call) -> object:
        from confty.values import secret

        return secret(self._one(node), "secret()", self.place(node))

    def _unsecret(self, node: Call) -> object:
        value = self._one(node)
        if isinstance(value, Labelled):
            if value.dependencies or value.unknown:
                return Labelled(value.value, False, value.dependencies, value.origins)
            return value.value
        return value

    def _try(self, node: Call) -> object:
        problem: Stop | None = None
        for argument in node.arguments:
            try:
                value = self.evaluate(argument)
            except Stop as stop:
                problem = problem or stop
                continue
            joined = summary(value)
            if joined.unknown:
                return Labelled(joined.value, joined.secret, joined.dependencies, joined.origins)
            return value
        if problem is None:
            raise Stop(node, "'try' expects at least one argument")
        raise Stop(node, f"no argument of try has a value: {problem.message}")

    def _can(self, node: Call) -> object:
        if len(node.arguments) != 1:
            raise Stop(node, "'can' expects exactly one argument")
        try:
            value = self.evaluate(node.arguments[0])
        except Stop:
            return False
        joined = summary(value)
        if joined.unknown:
            return Labelled(joined.value, joined.secret, joined.dependencies, joined.origins)
        top = value if isinstance(value, Labelled) else None
        return label(True, secret=top is not None and top.secret)

    def _recover(self, node: Call) -> object:
        first, second = node.arguments
        try:
            return self.evaluate(first)
        except Poisoned as poisoned:
            self.bound.append({"error": str(poisoned)})
            try:
                return self.evaluate(second)
            finally:
                self.bound.pop()

    def _get_output(self, node: Call) -> object:
        reference, name = (self.evaluate(argument) for argument in node.arguments)

        def read(object_: object, key: object) -> object:
            if not isinstance(object_, dict):
                raise Refused("getOutput takes a stack reference")
            outputs, hidden = object_.get("outputs"), object_.get("secretOutputNames")
            if isinstance(outputs, Labelled) and outputs.unknown:
                return outputs
            table = outputs.value if isinstance(outputs, Labelled) else outputs
            names = hidden.value if isinstance(hidden, Labelled) else hidden
            wanted = to_string(key)
            value = table.get(wanted) if isinstance(table, dict) else None
            return label(value, secret=isinstance(names, list) and wanted in names)

        return self.apply(node, read, reference, name)

    def _info(self, node: Call) -> object:
        info = self.instance.run.info
        value = {
            "stack": info.stack,
            "project": info.project,
            "organization": info.organization,
            "cwd": info.folder,
            "rootDirectory": info.root,
        }[node.name]
        if not value and node.name != "cwd":
            raise Stop(node, f"{node.name}() is not known in this run")
        return value

    def _resource_fact(self, node: Call, key: str) -> object:
        value = self._one(node)
        bare = value.value if isinstance(value, Labelled) else value
        if not isinstance(bare, dict) or key not in bare:
            raise Stop(node.arguments[0], f"{node.name} argument must be a single resource")
        return bare[key]

    def _resource_name(self, node: Call) -> object:
        return self._resource_fact(node, "__name")

    def _resource_type(self, node: Call) -> object:
        return self._resource_fact(node, "__type")

    # Files.

    def _bytes(self, node: Call, path: object) -> bytes:
        run = self.instance.run
        name = to_string(path)
        whole = name if name.startswith("/") else f"{run.file_folder}/{name}".removeprefix("./")
        try:
            return run.host.read(whole)
        except Unreadable as problem:
            raise FileProblem(node, f"cannot read the file {name!r}: {problem}") from None

    def _read(self, node: Call, make: Callable[[bytes], object]) -> object:
        return self.apply(node, lambda path: make(self._bytes(node, path)), self._one(node))

    def _import_data(self, node: Call) -> object:
        """The value of a file of another language, labels included."""
        path = self._one(node)
        if isinstance(path, Labelled) and path.secret:
            raise FileProblem(node.arguments[0], "a secret cannot be the name of a file")
        return self.apply(node, lambda name: self._foreign(node, to_string(name)), path)

    def _foreign(self, node: Call, path: str) -> object:
        place, host = node.arguments[0], self.instance.run.host
        name = host.resolve(path, self.source.name)
        foreign = None if name is None else host.foreign(name)
        if foreign is None:
            raise FileProblem(place, no_data(path, name))
        outcome = foreign.value()
        for found in outcome.diagnostics:
            if found.severity is Severity.ERROR:
                raise FileProblem(place, f"the file '{path}' has an error", found)
        try:
            return from_plain(outcome.output)
        except Refused as refused:
            raise FileProblem(place, f"the file '{path}' holds {refused}") from None

    def _read_file(self, node: Call) -> object:
        return self._read(node, lambda data: data.decode("utf-8", "surrogateescape"))

    def _file_base64(self, node: Call) -> object:
        return self._read(node, lambda data: base64.b64encode(data).decode())

    def _file_hash(self, node: Call) -> object:
        return self._read(
            node, lambda data: base64.b64encode(hashlib.sha256(data).digest()).decode()
        )


def is_secret(value: object) -> bool:
    """Whether a secret is anywhere in a value."""
    return any(node.secret for node in labels_in(value))
