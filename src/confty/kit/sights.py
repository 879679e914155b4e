"""What a language tells about the places of a file, for editors, the playground and commands.

Plain records without a protocol's types: ``Insight`` (``language.py``) answers with them, and the
floor ``ide`` makes of them what an editor shows.  The heart is ``Occurrence``: from the list of
all names of a file, with the places that introduce each, definition, references, highlights,
rename, name tokens and call hierarchies follow for every language alike.

Places are offsets into the file the insight is of, spans where they may lie in another file.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final

from confty.text import Edit, Span


class Kind(Enum):
    """What a name names; an editor chooses a picture and a colour by it."""

    VARIABLE = "variable"
    PARAMETER = "parameter"
    FIELD = "field"
    FUNCTION = "function"
    METHOD = "method"
    TYPE = "type"
    NAMESPACE = "namespace"
    RESOURCE = "resource"
    CONSTANT = "constant"
    MEMBER = "member"  # of an enum
    KEYWORD = "keyword"
    FILE = "file"
    FOLDER = "folder"
    # Values of data files.
    OBJECT = "object"
    ARRAY = "array"
    STRING = "string"
    NUMBER = "number"
    BOOLEAN = "boolean"
    NULL = "null"


class Occurrence:
    """A name where it is written: what introduces it or what uses it."""

    __slots__ = ("called", "definitions", "end", "fixed", "kind", "name", "start", "writes")

    def __init__(  # noqa: PLR0913  a record
        self,
        name: str,
        kind: Kind,
        start: int,
        end: int,
        definitions: Sequence[Span],
        *,
        writes: bool = False,
        called: bool = False,
        fixed: str = "",
    ) -> None:
        # As it is meant, without quotes: ``a`` for ``["a"]``; start and end hold the letters
        # that a rename replaces, quotes included where they belong to the name's spelling.
        self.name: Final = name
        self.kind: Final = kind
        self.start: Final = start
        self.end: Final = end
        # The places that introduce it, each just the name; several where objects are merged.
        # A place that introduces a name has itself among them.  Empty: introduced nowhere
        # (a library's own name, a name that is not bound).
        self.definitions: Final = tuple(definitions)
        # Whether this place introduces the name or gives it a value.
        self.writes: Final = writes
        # Whether it is called right here.
        self.called: Final = called
        # Why it cannot be renamed: "std is part of the language"; empty where it can.
        self.fixed: Final = fixed


class Token:
    """A stretch of text that is coloured; the names inside come from occurrences."""

    __slots__ = ("end", "kind", "start")

    def __init__(self, start: int, end: int, kind: str) -> None:
        self.start: Final = start
        self.end: Final = end
        # keyword, string, number, comment, operator, regexp, decorator
        self.kind: Final = kind


class Symbol:
    """An entry of a file's outline."""

    __slots__ = ("children", "detail", "kind", "name", "place", "whole")

    def __init__(
        self,
        name: str,
        kind: Kind,
        place: Span,
        whole: Span,
        detail: str = "",
        children: Sequence[Symbol] = (),
    ) -> None:
        self.name: Final = name
        self.kind: Final = kind
        # The name, and the name with its value: ``place`` lies inside ``whole``.
        self.place: Final = place
        self.whole: Final = whole
        self.detail: Final = detail
        self.children: Final = list(children)


class Offer:
    """Something that may be written at a place."""

    __slots__ = (
        "detail",
        "documentation",
        "end",
        "insert",
        "kind",
        "label",
        "rank",
        "required",
        "snippet",
        "start",
    )

    def __init__(  # noqa: PLR0913  a record
        self,
        label: str,
        kind: Kind,
        start: int,
        end: int,
        *,
        insert: str | None = None,
        snippet: str | None = None,
        detail: str = "",
        documentation: str = "",
        required: bool = False,
        rank: int = 5,
    ) -> None:
        self.label: Final = label
        self.kind: Final = kind
        # What is replaced: the word under the cursor, up to the cursor or its end.
        self.start: Final = start
        self.end: Final = end
        # What is written; the label where nothing else is said.
        self.insert: Final = label if insert is None else insert
        # The same with places to fill in (``f(${1:x})``), for editors that have them.
        self.snippet: Final = snippet
        # Its type or signature, in the language's own notation.
        self.detail: Final = detail
        self.documentation: Final = documentation
        self.required: Final = required
        # What should come first has a smaller one, 0 to 9.
        self.rank: Final = rank


class Parameter:
    """One parameter of a signature, as it stands in the signature's label."""

    __slots__ = ("documentation", "label", "name", "optional")

    def __init__(
        self, name: str, label: str, documentation: str = "", *, optional: bool = False
    ) -> None:
        self.name: Final = name
        self.label: Final = label
        self.documentation: Final = documentation
        self.optional: Final = optional


class Signature:
    """A function that is being called, and the parameter that is being written."""

    __slots__ = ("active", "documentation", "label", "parameters")

    def __init__(
        self,
        label: str,
        parameters: Sequence[Parameter],
        active: int | None,
        documentation: str = "",
    ) -> None:
        # ``name(x, y=1): number``; each parameter's label is a part of it, in order.
        self.label: Final = label
        self.parameters: Final = tuple(parameters)
        self.active: Final = active
        self.documentation: Final = documentation


class Sight:
    """What is to be said of a place: what hovering shows."""

    __slots__ = ("documentation", "end", "facts", "start", "type", "value")

    def __init__(
        self,
        start: int,
        end: int,
        type_: str,
        *,
        documentation: str = "",
        value: str = "",
        facts: Sequence[str] = (),
    ) -> None:
        # What it is about.
        self.start: Final = start
        self.end: Final = end
        # In the language's own notation, shortened: ``local x: number``, ``std.map(f, xs)``.
        self.type: Final = type_
        self.documentation: Final = documentation
        # Of a constant, as it would be written; never of a secret.
        self.value: Final = value
        # Sentences: "secret: it comes from config `password`", "unknown until it is created".
        self.facts: Final = tuple(facts)


class Hint:
    """A few letters that an editor shows between the written ones."""

    __slots__ = ("at", "kind", "text")

    def __init__(self, at: int, text: str, kind: str) -> None:
        self.at: Final = at
        # ``: number`` behind a name, ``x=`` before an argument.
        self.text: Final = text
        # type, parameter or result; each can be switched off.
        self.kind: Final = kind


class Region:
    """Lines that can be folded."""

    __slots__ = ("end", "kind", "start")

    def __init__(self, start: int, end: int, kind: str = "region") -> None:
        self.start: Final = start
        self.end: Final = end
        # region, comment or imports
        self.kind: Final = kind


class Link:
    """A place that names a file."""

    __slots__ = ("end", "start", "target")

    def __init__(self, start: int, end: int, target: str) -> None:
        # The letters of the path, without quotes, and the file's name as the host resolved it.
        self.start: Final = start
        self.end: Final = end
        self.target: Final = target


class Action:
    """A change that is offered at a place, beyond the fixes of findings."""

    __slots__ = ("edits", "kind", "title")

    def __init__(self, title: str, edits: Sequence[Edit], kind: str = "refactor") -> None:
        self.title: Final = title
        self.edits: Final = tuple(edits)
        # quickfix, refactor or source
        self.kind: Final = kind
