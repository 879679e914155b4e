"""Labels on Jsonnet values: putting them on, and taking them off while an operation runs.

One rule keeps secrets in: the parts of a labelled container carry its label as well.  So user
code, which only ever gets parts through operations, never sees a bare secret.  Operations do,
through views that note every label they read; what they give takes all of those labels.
"""

from __future__ import annotations

from types import FunctionType

from confty.languages.jsonnet.evaluator.current import current
from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.labels import ends
from confty.languages.jsonnet.evaluator.labels.ends import SCALARS
from confty.languages.jsonnet.evaluator.labels.places import here
from confty.languages.jsonnet.evaluator.manifest.extent import refuse_endless_below
from confty.languages.jsonnet.evaluator.objects import check_once, field
from confty.languages.jsonnet.evaluator.values import (
    Func,
    Obj,
    ObjectPart,
    ObjectShape,
    Row,
    Thunk,
    Value,
    force,
)
from confty.values.labels import (
    NO_DEPENDENCIES,
    SECRET_TEXT,
    UNKNOWN_TEXT,
    Labelled,
    Step,
    Unknown,
    relabelled,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

_ANYTHING: Final = Unknown("any")
# Views of one operation before one looks whether there is an end to them.
_VIEWS: Final = 50_000


class SafeFailure(Stop):
    """A failure whose sentence holds no secret: it may be shown as it is."""


class NotKnownYet(Exception):
    """An operation asked for a value that nobody knows yet; it never leaves this room."""


class Said(Step):
    """The step of a text put together from secrets and others: it knows what may be shown."""

    __slots__ = ("shown",)

    def __init__(self, step: Step, shown: str) -> None:
        super().__init__(step.what, step.place, step.causes)
        self.shown: Final = shown


def labelled(value: Value, mark: Labelled) -> Value:
    """Put the label of ``mark`` on a value and on all that can be reached through it."""
    return _labelled(value, mark, {})


#: What a label was pushed into, by its number, with the original beside it: what shares its
#: parts goes on to share them.
_Pushed = dict[int, tuple[Value, Value]]


def _labelled(value: Value, mark: Labelled, made: _Pushed) -> Value:
    inner = value.value if value.__class__ is Labelled else value
    pushed = inner if inner.__class__ in SCALARS else _pushed_once(inner, mark, made)
    if value.__class__ is Labelled:
        # What a secret has chosen: its own story would tell which choice it was.
        origins = () if mark.secret else value.origins
        pushed = Labelled(pushed, value.secret, value.dependencies, origins)
    return relabelled(pushed, mark)


def _pushed_once(value: Value, mark: Labelled, made: _Pushed) -> Value:
    known = made.get(id(value))
    if known is None:
        known = made[id(value)] = (value, _pushed(value, mark, made))
    return known[1]


def _pushed(value: Value, mark: Labelled, made: _Pushed) -> Value:
    kind = value.__class__
    if kind is list:
        return [_part(item, mark, made) for item in value]
    if kind is Obj:
        height = value.shape.height
        rows = [
            _pushed_row(row, len(part.names), mark, made)
            for part, row in zip(value.shape.parts[:height], value.rows[:height], strict=True)
        ]
        return Obj(value.shape, tuple(rows))
    if kind is Func:
        code = value.code
        return Func(
            lambda *arguments: labelled(code(*arguments), mark),
            value.params,
            value.optional,
            value.name,
        )
    return value


def _pushed_row(
    row: tuple[Value, ...], fields: int, mark: Labelled, made: _Pushed
) -> tuple[Value, ...]:
    """Push a label into the fields of a row; what stands behind them belongs to the row."""
    return (*[_part(item, mark, made) for item in row[:fields]], *row[fields:])


def _part(item: Value, mark: Labelled, made: _Pushed) -> Value:
    if item.__class__ is FunctionType:
        return _marked_field(item, mark, made)
    if item.__class__ in SCALARS or item.__class__ is Labelled:
        return _labelled(item, mark, made)
    return Thunk(lambda held: _labelled(_forced(held), mark, made), item)


def _marked_field(
    code: Callable[[Obj, int], Value], mark: Labelled, made: _Pushed
) -> Callable[..., Value]:
    return lambda target, layer: _labelled(code(target, layer), mark, made)


def _under_label(item: Value) -> Value:
    return item.value if item.__class__ is Labelled else item


def _forced(item: Value) -> Value:
    return force(item) if item.__class__ is Thunk else item


class Met:
    """The labels that one operation has read, and how it ends."""

    __slots__ = (
        "_left", "_many", "_roots", "_steps", "closed", "dependencies", "missing", "secret",
        "sure",
    )  # fmt: skip

    def __init__(self, *, sure: bool = False) -> None:
        # What was asked for from outside last, and how many views are made of it and of its
        # parts before one looks whether there is an end to them.
        self._roots: tuple[Value, ...] = ()
        self._left = self._many = _VIEWS
        self.closed = False
        # Whether the operation reads the same parts whatever scalars among them are.
        self.sure = sure
        self.secret = False
        self.missing = False
        self.dependencies = NO_DEPENDENCIES
        # By identity: one operation may read a great many labels.
        self._steps: dict[int, Step] = {}

    def note(self, value: Labelled) -> None:
        """Remember the label of what is read."""
        self.secret = self.secret or value.secret
        self.missing = self.missing or value.unknown
        self.dependencies |= value.dependencies
        for step in value.origins:
            self._steps[id(step)] = step

    def decide(self, *operands: Value) -> None:
        """Note that what was read may decide what is worked out; among scalars it does not."""
        if self.secret and not (operands and all(o.__class__ in SCALARS for o in operands)):
            ends.decide()

    def take(self, value: Labelled) -> Value:
        """Read below a label, in the middle of something larger."""
        self.note(value)
        if not self.sure or value.value.__class__ not in SCALARS:
            self.decide()
        if value.unknown:
            raise NotKnownYet
        return value.value

    def top(self, value: Value) -> Value:
        """The operand without the label on it; an unknown one is noted, and stays as it is."""
        if value.__class__ is not Labelled:
            return value
        self.note(value)
        return value.value

    def bare(self, value: Value) -> Value:
        """A view of a value without labels, each noted when it is read."""
        if value.__class__ not in SCALARS:
            self._roots = (*self._roots[-3:], value)
        return self._bare(value)

    def _bare(self, value: Value) -> Value:
        if value.__class__ is Labelled:
            value = self.take(value)
        kind = value.__class__
        if kind is list:
            if all(item.__class__ in SCALARS for item in value):
                return value
            self._count()
            return [i if i.__class__ in SCALARS else Thunk(self._inner, i) for i in value]
        return self._view(value) if kind is Obj else value

    def _count(self) -> None:
        """Count a view: each place has one of its own, and shared values have many places."""
        self._left -= 1
        if self._left == 0:
            refuse_endless_below(self._roots, _under_label)
            self._left = self._many = 2 * self._many

    def _view(self, value: Obj) -> Obj:
        marks = value.shape.marks
        self._count()
        row: Row = tuple([Thunk(self._member, (value, name)) for name in marks])
        # Who looks at no field may look at the asserts all the same, or at neither.
        asserted = value.shape.asserted and not value.state
        if asserted:
            row = (*row, lambda _target, _layer: safe(check_once, value))
        part = ObjectPart(tuple(marks), tuple(marks.values()), int(asserted))
        return Obj(ObjectShape((part,), static=False, asserted=asserted), (row,))

    def part(self, item: Value) -> Value:
        """An element for an operation; once that has ended, with its labels again."""
        value = safe(_forced, item)
        return value if self.closed else self.bare(value)

    def _inner(self, item: Value) -> Value:
        """The same for an element of a view."""
        value = safe(_forced, item)
        return value if self.closed else self._bare(value)

    def _member(self, place: tuple[Obj, str]) -> Value:
        value = safe(field, *place)
        return value if self.closed else self._bare(value)

    def run(self, what: str, work: Callable[..., Value], *operands: Value) -> Value:
        """Run an operation on operands from here; its result takes the labels it read."""
        return self.guarded(what, work, *operands, marking=True)

    def _stand_in(self, what: str, operands: tuple[Value, ...]) -> Value:
        """Say what stands in for what may fail on a secret; None where there is nothing.

        What neither is sure to end in one way nor has a stand-in decides.
        """
        if not self.secret or self.sure or current().decided or what in ends.SURE:
            return None
        takes, gives = ends.LATE.get(what, ((), None))
        if gives is None:
            ends.decide()
            return None
        if tuple([operand.__class__ for operand in operands]) != takes:
            # It fails because of the kinds of its operands, whatever the secret is.
            return None
        ends.touch(what)
        return gives

    def guarded(
        self, what: str, work: Callable[..., Value], *operands: Value, marking: bool = False
    ) -> Value:
        """The same for an operation that hands out parts, which have their labels already."""
        if self.missing:
            return self.unknown(what)
        stand_in = self._stand_in(what, operands)
        try:
            result = work(*operands)
        except NotKnownYet:
            return self.unknown(what)
        except SafeFailure:
            raise
        except (Stop, ValueError, ArithmeticError, LookupError) as stopped:
            # Whatever a failure says, it may quote what it failed on.
            if not self.secret or current().shows:
                raise
            if stand_in is None:
                raise hidden(what).with_traceback(stopped.__traceback__) from None
            current().fails = True
            return self.marked(stand_in, what)
        finally:
            self.closed = True
        return self.marked(result, what) if marking else result

    def marked(self, value: Value, what: str) -> Value:
        """A result with the labels that were read."""
        if not self._steps and not self.secret and not self.dependencies:
            return value
        return labelled(value, self._mark(None, what))

    def unknown(self, what: str) -> Labelled:
        """The result of an operation that met an unknown value."""
        return self._mark(_ANYTHING, what)

    def _mark(self, value: object, what: str) -> Labelled:
        origins = (Step(what, here(), tuple(self._steps.values())),)
        return Labelled(value, self.secret, self.dependencies, origins)


def hidden(what: str) -> SafeFailure:
    """The sentence in the place of one that may quote a secret."""
    return SafeFailure(ends.hiding(what))


def safe(work: Callable[..., Value], *operands: Value) -> Value:
    """Run user code inside an operation; what it says of its own was fit to be shown."""
    try:
        return work(*operands)
    except SafeFailure:
        raise
    except Stop as stopped:
        raise SafeFailure(stopped.message).with_traceback(stopped.__traceback__) from None


def said(result: Value, work: Callable[..., Value], *operands: Value) -> Value:
    """Let a secret text remember its public parts, so that a message can show those."""
    if result.__class__ is not Labelled or not result.secret or result.value.__class__ is not str:
        return result
    display = Speech(shows=False)
    try:
        shown = work(*[display.bare(operand) for operand in operands])
    except Stop:
        return result
    step = Said(result.origins[0], shown)
    return Labelled(result.value, True, result.dependencies, (step,))


class Display(Met):
    """Views for the eyes of a user: a word in the place of each labelled part."""

    __slots__ = ("_shows", "_views")

    def __init__(self, *, shows: bool) -> None:
        super().__init__()
        self._shows = shows
        # With the original beside it; no part gets its labels back, so that one view will do.
        self._views: dict[int, tuple[Value, Value]] = {}

    def _bare(self, value: Value) -> Value:
        """A view of a value, one and the same wherever it stands."""
        if value.__class__ is Labelled:
            value = self.take(value)
        if value.__class__ is not list and value.__class__ is not Obj:
            return value
        known = self._views.get(id(value))
        if known is None:
            known = self._views[id(value)] = (value, super()._bare(value))
        return known[1]

    def take(self, value: Labelled) -> Value:
        """The word for a label, or the value if secrets are to be shown."""
        if value.secret and not self._shows:
            return SECRET_TEXT
        return UNKNOWN_TEXT if value.unknown else value.value


class Speech(Display):
    """The same for messages and traces, where the public parts of a secret text are shown."""

    __slots__ = ()

    def take(self, value: Labelled) -> Value:
        """The word for a label, among the public parts of a text."""
        shown = super().take(value)
        step = value.origins[0] if len(value.origins) == 1 else None
        return step.shown if shown is SECRET_TEXT and isinstance(step, Said) else shown
