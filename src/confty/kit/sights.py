"""What a language tells about the places of a file, for editors, the playground and commands.

Plain records without a protocol's types: ``Insight`` (``language.py``) answers with them, and the
floor ``ide`` makes of them what an editor shows.  The heart is ``Occurrence``: from the list of
all names of a file, with the places that introduce each, definition, references, highlights,
rename, name tokens and call hierarchies follow for every language alike.

Places are offsets into the file the insight is of, spans where they may lie in another file.
"""

from __future__ import annotations

from confty.light import Enum
from confty.records import NamedTuple
from confty.text import Edit, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final


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


class Occurrence(NamedTuple):
    """A name where it is written: what introduces it or what uses it."""

    # As it is meant, without quotes: ``a`` for ``["a"]``; start and end hold the letters
    # that a rename replaces, quotes included where they belong to the name's spelling.
    name: str
    kind: Kind
    start: int
    end: int
    # The places that introduce it, each just the name; several where objects are merged.
    # A place that introduces a name has itself among them.  Empty: introduced nowhere
    # (a library's own name, a name that is not bound).
    definitions: Sequence[Span]
    # Whether this place introduces the name or gives it a value.
    writes: bool = False
    # Whether it is called right here.
    called: bool = False
    # Why it cannot be renamed: "std is part of the language"; empty where it can.
    fixed: str = ""


class ColouredStretch(NamedTuple):
    """A stretch of text that is coloured; the names inside come from occurrences."""

    start: int
    end: int
    # keyword, string, number, comment, operator, regexp, decorator
    kind: str


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


class Parameter(NamedTuple):
    """One parameter of a signature, as it stands in the signature's label."""

    name: str
    label: str
    documentation: str = ""
    optional: bool = False


class Signature(NamedTuple):
    """A function that is being called, and the parameter that is being written."""

    # ``name(x, y=1): number``; each parameter's label is a part of it, in order.
    label: str
    parameters: Sequence[Parameter]
    active: int | None
    documentation: str = ""


class Sight(NamedTuple):
    """What is to be said of a place: what hovering shows."""

    # What it is about.
    start: int
    end: int
    # In the language's own notation, shortened: ``local x: number``, ``std.map(f, xs)``.
    type: str
    documentation: str = ""
    # Of a constant, as it would be written; never of a secret.
    value: str = ""
    # Sentences: "secret: it comes from config `password`", "unknown until it is created".
    facts: Sequence[str] = ()


class Hint(NamedTuple):
    """A few letters that an editor shows between the written ones."""

    at: int
    # ``: number`` behind a name, ``x=`` before an argument.
    text: str
    # type, parameter or result; each can be switched off.
    kind: str


class Region(NamedTuple):
    """Lines that can be folded."""

    start: int
    end: int
    # region, comment or imports
    kind: str = "region"


class Link(NamedTuple):
    """A place that names a file."""

    # The letters of the path, without quotes, and the file's name as the host resolved it.
    start: int
    end: int
    target: str


class Action(NamedTuple):
    """A change that is offered at a place, beyond the fixes of findings."""

    title: str
    edits: Sequence[Edit]
    # quickfix, refactor or source
    kind: str = "refactor"
