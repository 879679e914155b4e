"""What there is to know of one function of ``std``, on one record.

Whoever adds a function writes a record, its body in ``evaluator/library`` and a case.  The
compiler, labelled runs, the checker and everything that shows documentation read the record.
What a room does with it stands in that room and is named here, as ``module:function``, so that
reading the records loads no room.
"""

from __future__ import annotations

from confty.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final

# How a labelled run takes an argument that may be secret or unknown; where nothing is said, the
# function reads all of it, and its result takes every label it read.
TOP: Final = "top"  # the label on it is taken off, those of its parts stay
MOVED: Final = "moved"  # the same, and a labelled string becomes its labelled characters
WATCHED: Final = "watched"  # a function whose answers are read
RAW: Final = "raw"  # it is passed on as it is

# How a call on a secret ends (``evaluator/labels/ends.py``): "sure", "sure of" parameters, "late"
# with kinds, or "passes", which hands the secret on; whatever says nothing decides.

# Which implementation a program is written for: the one in Go, or the one in C++.
GO: Final = "go"
CPP: Final = "cpp"
DIALECTS: Final = (GO, CPP)

# A view that nobody can write to; ``types`` itself takes a millisecond to load.
_NONE: Final[Mapping[str, str]] = type(type.__dict__)({})


# The names of the parameters and which of them are optional, then the result.
Outline = tuple[tuple[str, ...], tuple[str, ...], str]


class StdFunction:
    """One function of ``std``."""

    __slots__ = (
        "_outline",
        "also",
        "body",
        "cpp",
        "cpp_names",
        "doc",
        "ends",
        "implies",
        "labels",
        "late",
        "lifted",
        "name",
        "names_field",
        "needs",
        "only",
        "ours",
        "placed",
        "printed",
        "proves",
        "rule",
        "signature",
        "text_as_array",
        "total",
        "varies",
        "whole",
    )

    def __init__(  # noqa: PLR0913  a record has as many fields as there is to know
        self,
        name: str,
        signature: str,
        doc: str,
        body: str,
        *,
        late: str = "",
        whole: str = "",
        total: bool = False,
        varies: bool = False,
        placed: bool = False,
        labels: tuple[str, ...] = (),
        lifted: str = "",
        ends: str = "",
        rule: str = "",
        also: Mapping[str, str] = _NONE,
        text_as_array: bool = False,
        only: str = "",
        cpp: str = "",
        cpp_names: Mapping[str, str] = _NONE,
        proves: str = "",
        implies: str = "",
        needs: Mapping[str, str] = _NONE,
        printed: bool = False,
        names_field: bool = False,
        ours: bool = False,
    ) -> None:
        # As `confty type` prints it, a capital letter is what a call solves; words for people.
        self.name, self.signature, self.doc = name, signature, doc
        # The Python function in ``evaluator/library``; optional parameters have its defaults.  The
        # parameters worked out when the body asks; the one whose elements are worked out anyway.
        self.body, self.late, self.whole = body, tuple(late.split()), whole
        # It never stops a program by itself; what its signature refuses may give another type;
        # its body takes the place of the call as one more argument.
        self.total, self.varies, self.placed = total, varies, placed
        # One of the words above for each parameter, or what stands in for the body; the function
        # in ``checker/library`` that says more of a call than the signature can; see above.
        self.labels, self.lifted, self.rule, self.ends = labels, lifted, rule, ends
        # Body and names of parameters in the dialect ``cpp``; the one that has it; none has it.
        self.cpp, self.cpp_names, self.only, self.ours = cpp, cpp_names, only, ours
        # Other names by which a parameter is known; a checked call may use either.
        self.also = {**also, **{theirs: ours for ours, theirs in cpp_names.items()}}
        # The kind of its argument when it is true, and not when it is false; when it is true
        # only; what it wants of a parameter's value, in the words of ``constant_mistakes``.
        self.proves, self.implies, self.needs = proves, implies, needs
        # It reads all that is visible of its first argument; its second names a field of that;
        # another implementation takes a string for an array of its characters.
        self.printed, self.names_field, self.text_as_array = printed, names_field, text_as_array
        self._outline: Outline | None = None

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the parameters, in order."""
        return self._read()[0]

    def names_in(self, dialect: str) -> tuple[str, ...]:
        """The names of the parameters in a dialect."""
        if dialect == CPP and self.cpp_names:
            return tuple([self.cpp_names.get(name, name) for name in self.parameters])
        return self.parameters

    def body_in(self, dialect: str) -> str:
        """The Python function that stands for it in a dialect."""
        return self.cpp if dialect == CPP and self.cpp else self.body

    def is_in(self, dialect: str) -> bool:
        """Whether a dialect has it as a field of ``std``."""
        return self.only in {"", dialect}

    @property
    def optional(self) -> tuple[str, ...]:
        """The parameters that a call may leave out; they are the last ones."""
        return self._read()[1]

    @property
    def result(self) -> str:
        """The type of the result."""
        return self._read()[2]

    @property
    def required(self) -> int:
        """How many arguments a call has at least."""
        return len(self.parameters) - len(self.optional)

    def _read(self) -> Outline:
        if self._outline is None:
            self._outline = _outline(self.signature)
        return self._outline


class StdField(metaclass=Record):
    """A field of ``std`` that is no function."""

    name: str
    type: str
    doc: str


def _outline(signature: str) -> Outline:
    """The parameters of a signature, and its result; types are not looked into."""
    found: list[str] = []
    depth, start = 0, 1
    for at, letter in enumerate(signature):
        if letter in "([{":
            depth += 1
        elif letter in ")]}":
            depth -= 1
        if depth == 0 or (depth == 1 and letter == ","):
            found.append(signature[start:at].partition(":")[0].strip())
            start = at + 1
        if depth == 0:
            break
    names = tuple([name.removesuffix("?") for name in found if name])
    optional = tuple([name.removesuffix("?") for name in found if name.endswith("?")])
    return names, optional, signature[start:].removeprefix(" => ")
