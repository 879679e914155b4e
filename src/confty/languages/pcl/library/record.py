"""What a function of PCL is: everything about it in one record, for every room that needs some.

A function mostly has a *signature* made from the types of its arguments, an implementation on
plain values, and a line of Python.  Some need more of the room that asks: they look at the syntax
of their arguments, evaluate them one after the other, read files, call the engine.  Such a face is
an ``Own``: a function of the room and the call.
"""

from __future__ import annotations

from _collections_abc import Callable

from confty import types
from confty.generics import Generic, Protocol, TypeVar
from confty.kit.hcl.syntax import Call, Expression, TraversalStep
from confty.language import Host
from confty.languages.pcl.library.python_code import PythonCode
from confty.languages.pcl.rules import is_optional
from confty.light import Enum
from confty.records import Record
from confty.text import Source
from confty.types import Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from confty.values import Labelled

Room = TypeVar("Room")
Result = TypeVar("Result")


class Signature:
    """Parameters in order, the type of any further arguments, and the result."""

    __slots__ = ("_function", "parameters", "problem", "rest", "result")

    def __init__(
        self,
        parameters: list[tuple[str, Type]],
        result: Type,
        rest: Type | None = None,
        problem: str | None = None,
    ) -> None:
        self.parameters = parameters
        self.result = result
        self.rest = rest
        # The parameter types often depend on the arguments; one that cannot be made says why.
        self.problem = problem
        self._function: types.Function | None = None

    @property
    def function(self) -> types.Function:
        """The signature as a type of the core, for dealing arguments."""
        if self._function is None:
            parameters = [
                types.parameter(name, type_, optional=is_optional(type_))
                for name, type_ in self.parameters
            ]
            self._function = types.function_of(parameters, self.result, self.rest)
        return self._function


Maker = Callable[[list[Type], bool], Signature]


class Own(Generic[Room, Result]):
    """A face of a function that needs the room itself."""

    __slots__ = ("face",)

    def __init__(self, face: Callable[[Room, Call], Result]) -> None:
        self.face = face


class Checking(Protocol):
    """What a function may ask of the checker that types its call."""

    def invoke(self, node: Call) -> Type:
        """The type of ``invoke(…)``."""

    def method(self, node: Call) -> Type:
        """The type of ``call(…)``."""

    def import_data(self, node: Call) -> Type:
        """The type of ``importData(…)``."""

    def resource_fact(self, node: Call) -> Type:
        """The type of a fact about a resource."""


class Running(Protocol):
    """What a function may ask of the evaluation it is called in."""

    bound: list[dict[str, object]]
    source: Source

    @property
    def host(self) -> Host:
        """The outside world, for files."""

    @property
    def file_folder(self) -> str:
        """Where relative paths count from."""

    def told(self, name: str) -> str:
        """What the run was told from outside under a name."""

    def evaluate(self, node: Expression) -> object:
        """The value of an expression."""

    def place(self, node: Expression | TraversalStep) -> object:
        """Where a node stands."""

    def summary(self, value: object) -> Labelled:
        """All labels of a value joined."""

    def apply(
        self, node: Expression, operation: Callable[..., object], *operands: object
    ) -> object:
        """The result of an operation on values that may be labelled."""

    def invoke(self, node: Call) -> object:
        """The value of ``invoke(…)``."""

    def method(self, node: Call) -> object:
        """The value of ``call(…)``."""


class PythonWriter(Protocol):
    """What a function may ask of the writer of Python."""

    # What names mean in Python, innermost last.
    names: list[dict[str, str]]

    def text(self, node: Expression, least: int = 0) -> str:
        """The Python of an expression, for a place that binds this strongly."""

    def type_of(self, node: Expression) -> Type:
        """The type of an expression."""

    def is_late(self, node: Expression) -> bool:
        """Whether anything inside an expression is late."""

    def needs(self, need: str) -> None:
        """Ask for an import or a helper."""

    def invoke(self, node: Call) -> PythonCode:
        """The Python of ``invoke(…)``."""

    def method(self, node: Call) -> PythonCode:
        """The Python of ``call(…)``."""


class Labels(Enum):
    """How a function treats the labels of its arguments: secret, unknown, dependent."""

    # It looks at the outermost level only; what is inside keeps its labels.
    OUTERMOST = "outermost"
    # It reads everything inside; one secret there makes the whole result secret.
    EVERYTHING = "everything"
    # It sees to them itself.
    OWN = "own"


class Takes(Enum):
    """What the Python of a function does with what is late among its arguments."""

    # It has a parameter for what is late, or gets what that becomes.
    VALUES = "values"
    # It looks inside a collection, whose late elements are awaited first.
    ELEMENTS = "elements"
    # It tries to work them out; what is late is awaited around the attempts.
    ATTEMPTS = "attempts"
    # It takes what is late as it is.
    OUTPUTS = "outputs"


class Pattern(metaclass=Record):
    """A line of Python with ``{0}`` for arguments, and the imports or helpers it needs."""

    text: Final[str]
    needs: Final[tuple[str, ...]] = ()


class LibraryFunction:
    """One function: what it is called and does, its types, its value, its Python."""

    __slots__ = (
        "about", "labels", "name", "ours", "python", "reads_file", "shown", "signature",
        "takes", "value",
    )  # fmt: skip

    def __init__(  # noqa: PLR0913  a record has as many fields as there is to know
        self,
        name: str,
        about: str,
        signature: Maker | Own[Checking, Type],
        value: Callable[..., object] | Own[Running, object],
        labels: Labels = Labels.OWN,
        python: Pattern | Own[PythonWriter, PythonCode] | None = None,
        takes: Takes = Takes.VALUES,
        *,
        shown: str = "",
        reads_file: bool = False,
        ours: bool = False,
    ) -> None:
        self.name: Final = name
        self.about: Final = about
        self.signature: Final = signature
        self.value: Final = value
        self.labels: Final = labels
        # None where Python has no way to say it.
        self.python: Final = python
        self.takes: Final = takes
        # Its signature for people, where it looks at its arguments itself.
        self.shown: Final = shown
        # Its first argument is a file's path.
        self.reads_file: Final = reads_file
        # The original does not have it.
        self.ours: Final = ours
