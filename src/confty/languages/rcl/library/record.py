"""What is known of one function of the library, in one record.

The checker reads its signature, the evaluator its body, a labelled run how it treats labels, the
translator how it may be written out, and an editor its documentation.  Nothing about a function is
said anywhere else.
"""

from __future__ import annotations

from confty.light import Enum
from confty.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Labels(Enum):
    """What a function does with the labels of what it is given."""

    READS = "it reads everything to the bottom, and its result tells about all of it"
    MOVES = "it moves elements about, which keep their own labels"
    REFUSES = "it takes nothing that is labelled"


class CallbackAnswer(Enum):
    """What becomes of an answer of a callback, and so of its labels."""

    KEPT = "it goes into the result as it is"
    DECIDES = "it decides about elements: its own label goes to the whole result"
    COMPARED = "it is compared to the bottom: every label in it goes to the whole result"
    KEYS = "it becomes a key, which can have no label"
    FED_BACK = "as compared, and the next call of the callback is told of it"


class Inline(Enum):
    """What translated code may write for a call."""

    CALL = "a call of the body, when the kind of the receiver is known"
    LOOK_UP = "nothing: the function is looked up when the program runs"
    LEN = "Python's len"
    LOOP = "a loop, when the callback is a literal"
    COMPREHENSION = "a comprehension, when the callback is a literal"


class LibraryFunction(NamedTuple):
    """A function of ``std``, or a method of one or several kinds of values.

    Types are written in RCL's notation with variables: ``T`` is the type of the receiver's
    elements, ``K`` and ``V`` are those of its keys and values, ``Self`` is the receiver's own,
    ``U`` is solved from the arguments.
    """

    kinds: tuple[str, ...]  # "List", "Set", "Dict", "String", "Number", or "std"
    name: str
    parameters: tuple[str, ...]  # "name: type"; the names are part of messages
    result: str
    documentation: str
    body: Callable[..., object]
    labels: Labels = Labels.READS
    answers: CallbackAnswer = CallbackAnswer.COMPARED
    kept: tuple[int, ...] = ()  # arguments that end up in the result as they are
    inline: Inline = Inline.CALL
    sure: bool = False  # it fails because of the kinds of what it is given, not of what that is
    keeps_count: bool = False  # its result has an element for each that is there
    by_key: bool = False  # its first argument names a field
    ours: bool = False  # the original does not have it

    def __hash__(self) -> int:
        """Records are keys of tables; their names tell them apart well enough, and fast."""
        return hash(self.name)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the parameters."""
        return tuple([one.partition(":")[0] for one in self.parameters])

    @property
    def calls_back(self) -> bool:
        """Whether a parameter is a function."""
        return any(": (" in one for one in self.parameters)
