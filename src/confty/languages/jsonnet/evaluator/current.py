"""The run under way: its external variables, native functions, traces, and how far it is.

Library functions reach their run through a thread's own slot, so that evaluations in
several threads, or one inside a native function of another, do not meet.
"""

from __future__ import annotations

from _thread import _local

from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.values import Func, Thunk, Value, force

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from confty.languages.jsonnet.evaluator.labels.places import Turn


class GivenAnswers:
    """What functions of the embedding program answered, so that nobody asks them twice.

    A program that begins anew, to say how it fails, asks for the same once more, in an order of
    its own: the answers wait under what was asked, the first one given first.
    """

    __slots__ = ("_given", "_waiting")

    def __init__(self) -> None:
        self._given: dict[tuple[str, str], list[tuple[bool, object]]] = {}
        self._waiting: dict[tuple[str, str], list[tuple[bool, object]]] = {}

    def ask(self, name: str, work: Callable[..., object], arguments: list[object]) -> object:
        """What a function answers to plain arguments; a failure is an answer, too."""
        question = name, repr(arguments)
        waiting = self._waiting.get(question)
        succeeded, answer = waiting.pop() if waiting else _asked(work, arguments)
        self._given.setdefault(question, []).append((succeeded, answer))
        if not succeeded:
            raise Stop(str(answer))
        return answer

    def begin_anew(self) -> None:
        """Let what was answered answer again."""
        for question, left in self._waiting.items():
            self._given.setdefault(question, []).extend(reversed(left))
        # The last is taken first.
        self._waiting = {question: given[::-1] for question, given in self._given.items()}
        self._given = {}


def _asked(work: Callable[..., object], arguments: list[object]) -> tuple[bool, object]:
    try:
        return True, work(*arguments)
    except Stop as stop:
        return False, stop.message


class Run:
    """One evaluation and its state."""

    __slots__ = (
        "_trace",
        "answers",
        "decided",
        "dialect",
        "fails",
        "made",
        "natives",
        "printed",
        "programs",
        "shows",
        "stage",
        "turn",
        "variables",
    )

    def __init__(
        self,
        variables: dict[str, Value],
        natives: dict[str, Func],
        trace: Callable[[str], None],
        dialect: str,
    ) -> None:
        # A variable given as code is a thunk: it runs when it is first asked for.
        self.variables = variables
        self.natives = natives
        self._trace = trace
        self.dialect = dialect
        self.answers = GivenAnswers()
        # Whether native functions may run programs.
        self.programs = False
        # Whether traces and messages may show secrets.
        self.shows = False
        # Whether a secret has decided what is worked out.  All before that is the same whatever
        # the secret is; what comes after may not be seen.
        self.decided = False
        # Where it first came to depend on a secret whether the program fails, and whether it
        # failed there or later in a way that is not told before its end.
        self.turn: Turn | None = None
        self.fails = False
        # What is being done, for the last line of a trace.
        self.stage = ""
        # How many objects were made when it was first entered; they are alive as long as it is.
        self.made = 0
        # The lines it has traced.
        self.printed: list[str] = []

    def trace(self, line: str) -> None:
        """Show a line to whoever runs the program."""
        self.printed.append(line)
        self._trace(line)


class _Slot(_local):
    run: Run | None = None


_SLOT = _Slot()


def enter(run: Run | None) -> Run | None:
    """Make ``run`` the current one of this thread; return what was there."""
    before = _SLOT.run
    _SLOT.run = run
    return before


def current() -> Run:
    """The run under way in this thread."""
    run = _SLOT.run
    assert run is not None
    return run


def external(name: str) -> Value:
    """The value of an external variable."""
    variables = current().variables
    if name not in variables:
        raise Stop(f"undefined external variable: {name}")
    value = variables[name]
    return force(value) if value.__class__ is Thunk else value
