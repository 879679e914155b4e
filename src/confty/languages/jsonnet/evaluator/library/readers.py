"""Reading JSON and YAML texts into values."""

from __future__ import annotations

from typing import Any, Final, NoReturn

from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.values import Value, from_plain, record


def _constant(word: str) -> NoReturn:
    raise ValueError(word)


def _number(text: str) -> float:
    value = float(text)
    if value - value != 0.0:
        raise Stop(f"number out of range: {text}")
    return value


def read_json(text: str) -> Value:
    """The value of a JSON text; numbers are doubles, the last of equal keys counts."""
    import json  # noqa: PLC0415  loaded where it is needed

    try:
        data = json.loads(text, parse_int=_number, parse_float=_number, parse_constant=_constant)
    except json.JSONDecodeError as error:
        where = f"parse error at line {error.lineno}, column {error.colno}"
        raise Stop(f"failed to parse JSON: {where}: {error.msg}") from None
    except ValueError as error:
        raise Stop(f"failed to parse JSON: {error} is no JSON value") from None
    except RecursionError:
        raise Stop("failed to parse JSON: too many levels of nesting") from None
    return from_plain(data)


# The levels that a YAML text may nest.
_DEEPEST: Final = 1000

_NULLS: Final = frozenset({"", "~", "null", "Null", "NULL"})
_TRUE: Final = frozenset({"true", "True", "TRUE"})
_FALSE: Final = frozenset({"false", "False", "FALSE"})


def read_yaml(text: str) -> Value:
    """The value of a YAML text: of one document that value, of several an array of them."""
    try:
        from ruamel.yaml import YAML  # noqa: PLC0415  an extra
        from ruamel.yaml.error import YAMLError  # noqa: PLC0415  an extra
    except ImportError:
        raise Stop("std.parseYaml needs the package ruamel.yaml: install confty[yaml]") from None
    loader = YAML(typ="rt", pure=True)
    loader.Scanner = _bounded(loader.Scanner)
    try:
        documents = list(loader.compose_all(text))
        values = [_YamlReader().value(document) for document in documents]
    except YAMLError as error:
        mark: Any = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or str(error)
        place = f"{mark.line + 1}:{mark.column + 1}: " if mark is not None else ""
        raise Stop(f"YAML error: {place}{problem}") from None
    except RecursionError:
        raise Stop("YAML error: too many levels of nesting") from None
    explicit = text.lstrip().startswith("---") or len(values) > 1
    if explicit:
        return values
    return values[0] if values else None


def _bounded(scanner: type[Any]) -> type[Any]:
    """A scanner that stops where a text nests too deep, for each token costs a step a level."""

    class Bounded(scanner):  # type: ignore[misc]
        def fetch_more_tokens(self) -> Any:
            if self.flow_level > _DEEPEST or len(self.indents) > _DEEPEST:
                raise RecursionError
            return super().fetch_more_tokens()

    return Bounded


class _YamlReader:
    """Turns a tree of YAML nodes into values, anchors shared."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[int, Value] = {}

    def value(self, node: Any) -> Value:
        if node is None:
            return None
        if id(node) not in self._known:
            self._known[id(node)] = self._read(node)
        return self._known[id(node)]

    def _read(self, node: Any) -> Value:
        kind = node.id
        if kind == "sequence":
            return [self.value(item) for item in node.value]
        if kind == "mapping":
            fields = {self._key(key): self.value(item) for key, item in node.value}
            return record(fields)
        return self._scalar(node)

    @staticmethod
    def _key(node: Any) -> str:
        if node.id != "scalar":
            raise Stop("YAML error: a key that is no scalar")
        return str(node.value)

    @staticmethod
    def _scalar(node: Any) -> Value:
        text = str(node.value)
        tag = str(node.tag or "")
        if node.style in {"'", '"', "|", ">"} or tag.endswith(":str"):
            return text
        if text in _NULLS:
            return None
        if text in _TRUE or text in _FALSE:
            return text in _TRUE
        return _plain_number(text)


def _plain_number(text: str) -> Value:
    """A plain scalar that JSON would read as a number is one; all else is a string."""
    body = text.removeprefix("-")
    if not body[:1].isdigit() or (body[0] == "0" and body[1:2].isdigit()):
        return text
    if not set(body) <= set("0123456789.eE+-"):
        return text
    try:
        value = float(text)
    except ValueError:
        return text
    return value if value - value == 0.0 else text
