"""Labels on run-time values: known or not, secret or not, and what they depend on.

One idea: a value without a label is plain Python data, and only a labelled value is wrapped.
An evaluator therefore asks ``isinstance(x, Labelled)`` on its slow path alone, after the plain
operation did not apply, and unlabelled programs pay nothing.

A label sits on the smallest node it is true of.  It speaks for everything below that node, so
the label of an element is the join of the labels on the way to it.  Join is the only way labels
meet: secret if either is, unknown if either is, dependencies united.  It is associative,
commutative and idempotent, and nothing but ``declassified`` ever lowers a label.
"""

from __future__ import annotations

from confty.records import Record
from confty.values.failures import concealed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import Any, Final

SECRET_TEXT: Final = "[secret]"  # noqa: S105  the opposite of a password
UNKNOWN_TEXT: Final = "[unknown]"
NO_DEPENDENCIES: Final[frozenset[str]] = frozenset()
NOTHING_KNOWN: Final[Mapping[int, Any]] = {}


class Unknown(metaclass=Record):
    """A value that nobody knows yet; ``kind`` is what is known of its type, mostly nothing."""

    kind: Final[str] = "string"

    def __repr__(self) -> str:
        return UNKNOWN_TEXT

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unknown) and other.kind == self.kind

    def __hash__(self) -> int:
        return hash(("Unknown", self.kind))


UNKNOWN: Final = Unknown()


class Step(metaclass=Record):
    """One step in the story of a label: what happened, where, and what it followed from.

    ``place`` is opaque here: a span, or a file and line.  ``introduces`` holds ``"secret"``,
    ``"unknown"`` and the names of resources that this step brought in; ``clears`` is true of a
    declassification, behind which nobody needs to look for a secret.
    """

    what: Final[str]
    place: Final[object] = None
    causes: Final[tuple[Step, ...]] = ()
    introduces: Final[frozenset[str]] = NO_DEPENDENCIES
    clears: Final[bool] = False

    def __repr__(self) -> str:
        where = f" at {self.place}" if self.place is not None else ""
        return f"<{self.what}{where}>"


class Labelled(metaclass=Record):
    """A value with a label.  Its value is never itself ``Labelled``; ``label`` sees to that."""

    value: Final[object]
    secret: Final[bool] = False
    dependencies: Final[frozenset[str]] = NO_DEPENDENCIES
    origins: Final[tuple[Step, ...]] = ()

    @property
    def unknown(self) -> bool:
        """Whether nobody knows the value yet."""
        return isinstance(self.value, Unknown)

    def around(self, value: object) -> Labelled:
        """The same label on another value, which has none."""
        return Labelled(value, self.secret, self.dependencies, self.origins)

    def __repr__(self) -> str:
        return f"Labelled({SECRET_TEXT if self.secret else shown(self.value)})"

    def __format__(self, spec: str) -> str:
        return format(repr(self), spec)

    def __bool__(self) -> bool:
        raise TypeError("a labelled value has no truth of its own; decide with `branch`")

    def __eq__(self, other: object) -> bool:
        """Compare value, secret and dependencies; how a value came to its label is not asked."""
        if not isinstance(other, Labelled):
            return NotImplemented
        return (
            self.secret == other.secret
            and self.dependencies == other.dependencies
            and self.value == other.value
        )

    def __hash__(self) -> int:
        return hash((self.secret, self.dependencies))

    def __copy__(self) -> Labelled:
        return self

    def __deepcopy__(self, memo: object) -> Labelled:
        # Values are not changed once they are handed on, so a copy would be no different.
        return self

    def __reduce__(self) -> str:
        raise TypeError("a labelled value cannot be pickled: the label would be lost on the way")


def label(
    value: object,
    *,
    secret: bool = False,
    dependencies: Iterable[str] = NO_DEPENDENCIES,
    origins: tuple[Step, ...] = (),
) -> object:
    """Add a label to ``value``; what says nothing adds nothing, and labels do not nest."""
    wanted = frozenset(dependencies)
    if isinstance(value, Labelled):
        if not secret and not wanted and not origins:
            return value
        return Labelled(
            value.value,
            value.secret or secret,
            united(value.dependencies, wanted),
            merged_origins(value.origins, origins),
        )
    if secret or wanted or origins or isinstance(value, Unknown):
        return Labelled(value, secret, wanted, origins)
    return value


def relabelled(value: object, source: Labelled) -> object:
    """Put the label of ``source`` on a value, beside its own."""
    return label(
        value, secret=source.secret, dependencies=source.dependencies, origins=source.origins
    )


def untold(value: object, source: Labelled) -> object:
    """Take the story off what a secret has chosen: it would tell which choice that was."""
    if source.secret and isinstance(value, Labelled) and value.origins:
        return Labelled(value.value, value.secret, value.dependencies)
    return value


def united(left: frozenset[str], right: frozenset[str]) -> frozenset[str]:
    """Unite two sets; where one holds the other it is that set itself, shared and not copied."""
    if left is right or left.issuperset(right):
        return left
    return right if right.issuperset(left) else left | right


def merged_origins(left: tuple[Step, ...], right: tuple[Step, ...]) -> tuple[Step, ...]:
    """Unite two stories, keeping the order and each step once."""
    if not left or left == right:
        return right
    if not right:
        return left
    seen = set(map(id, left))
    return left + tuple(step for step in right if id(step) not in seen)


def secret(value: object, what: str = "secret", place: object = None) -> object:
    """Mark ``value`` as secret, and remember who said so."""
    return label(value, secret=True, origins=(Step(what, place, (), frozenset({"secret"})),))


def unknown(
    what: str = "unknown",
    place: object = None,
    *,
    kind: str = "string",
    dependencies: Iterable[str] = NO_DEPENDENCIES,
) -> Labelled:
    """Make a value that is not known yet, and remember why."""
    wanted = frozenset(dependencies)
    origin = Step(what, place, (), wanted | {"unknown"})
    return Labelled(Unknown(kind), dependencies=wanted, origins=(origin,))


def depends(value: object, on: Iterable[str], what: str, place: object = None) -> object:
    """Say that ``value`` came from the resources ``on``."""
    wanted = frozenset(on)
    return label(value, dependencies=wanted, origins=(Step(what, place, (), wanted),))


def declassified(value: object, reason: str, place: object = None) -> object:
    """Clear every secret mark at and below this node; the reason stays in the story."""
    cleared = mapped(value, _cleared)
    causes = cleared.origins if isinstance(cleared, Labelled) else ()
    step = Step(f"declassified: {reason}", place, causes, clears=True)
    if isinstance(cleared, Labelled):
        return Labelled(cleared.value, False, cleared.dependencies, (step,))
    return Labelled(cleared, origins=(step,))


def _cleared(value: object) -> object:
    if isinstance(value, Labelled):
        return Labelled(value.value, False, value.dependencies, value.origins)
    return value


class Finished(metaclass=Record):
    """What a visit of ``mapped`` answers when nothing inside is to be visited."""

    tree: Final[object]


def mapped(root: object, visit: Callable[[object], object]) -> object:
    """Copy a value with ``visit`` made to every node, parents before their children.

    It keeps its own stack, so depth is no trouble; what is shared or cyclic is copied once.
    """
    holder: list[object] = [None]
    # The last is of tuples and labels, which are made when their parts are: what those became.
    tasks: list[tuple[object, Any, Any, list[object] | None]] = [(root, holder, 0, None)]
    # With the original beside it: what ``visit`` made lives no longer than its number is needed.
    copies: dict[int, tuple[object, object]] = {}
    while tasks:
        value, into, key, parts = tasks.pop()
        if parts is not None:
            into[key] = made = _finished(value, parts)
            copies[id(value)] = (value, made)
            continue
        value = visit(value)
        if type(value) is Finished:
            into[key] = value.tree
        elif id(value) in copies:
            into[key] = copies[id(value)][1]
        elif isinstance(value, Labelled) and not isinstance(value.value, Unknown):
            cell: list[object] = [None]
            tasks += ((value, into, key, cell), (value.value, cell, 0, None))
        elif isinstance(value, dict):
            into[key] = table = dict.fromkeys(value)
            copies[id(value)] = (value, table)
            tasks.extend((item, table, name, None) for name, item in value.items())
        elif isinstance(value, list):
            items: list[object] = [None] * len(value)
            into[key] = items
            copies[id(value)] = (value, items)
            tasks.extend((item, items, index, None) for index, item in enumerate(value))
        elif isinstance(value, tuple):
            slots: list[object] = [None] * len(value)
            tasks.append((value, into, key, slots))
            tasks.extend((item, slots, index, None) for index, item in enumerate(value))
        else:
            into[key] = value
    return holder[0]


def _finished(model: object, parts: list[object]) -> object:
    if isinstance(model, Labelled):
        return relabelled(parts[0], model)
    make = getattr(model, "_make", tuple)
    return make(parts)


def labels_in(value: object) -> Iterator[Labelled]:
    """Walk every labelled node at or below ``value``; deep and cyclic values are no trouble."""
    waiting = [value]
    seen: set[int] = set()
    while waiting:
        item = waiting.pop()
        if isinstance(item, Labelled):
            yield item
            item = item.value
        if isinstance(item, dict | list | tuple):
            if id(item) in seen:
                continue
            seen.add(id(item))
            waiting.extend(item.values() if isinstance(item, dict) else item)


def is_plain(value: object) -> bool:
    """Whether no label is found at or below ``value``."""
    return next(labels_in(value), None) is None


def summary(value: object, known: Mapping[int, Labelled] = NOTHING_KNOWN) -> Labelled:
    """Join every label at or below ``value`` into one; its value is ``UNKNOWN`` or the plain data.

    This is what a computation that reads all of a value depends on.  ``known`` has the summaries
    of some containers in it, by their id, which are then not entered.
    """
    found: list[Labelled] = []
    waiting: list[Any] = [value]
    seen: set[int] = set()
    while waiting:
        item = waiting.pop()
        if isinstance(item, Labelled):
            found.append(item)
            item = item.value
        if isinstance(item, dict | list | tuple) and id(item) not in seen:
            seen.add(id(item))
            part = known.get(id(item))
            if part is None:
                waiting.extend(item.values() if isinstance(item, dict) else item)
            elif part.value is not item:
                found.append(part)  # another one has no labels
    if not found:
        return Labelled(value)
    missing = any(isinstance(node.value, Unknown) for node in found)
    plain: object = UNKNOWN if missing else stripped(value, known)
    sets = {id(node.dependencies): node.dependencies for node in found if node.dependencies}
    steps = {id(step): step for node in found for step in node.origins}
    return Labelled(
        plain,
        any(node.secret for node in found),
        NO_DEPENDENCIES if not sets else next(iter(sets.values())).union(*list(sets.values())[1:]),
        tuple(steps.values()),
    )


def stripped(value: object, known: Mapping[int, Labelled] = NOTHING_KNOWN) -> object:
    """Take off every label; a part that is unknown becomes the bare ``Unknown``."""
    if not known:
        return mapped(value, _bare)

    def bare(item: object) -> object:
        inner = _bare(item)
        part = known.get(id(inner)) if isinstance(inner, dict | list | tuple) else None
        return inner if part is None else Finished(part.value)

    return mapped(value, bare)


def _bare(value: object) -> object:
    return value.value if isinstance(value, Labelled) else value


def lift(
    operation: Callable[..., object],
    *operands: object,
    what: str = "operation",
    place: object = None,
    deep: bool = False,
) -> object:
    """Run ``operation`` on the bare operands and label its result with all of their labels.

    With an unknown operand it does not run, and the result is unknown.  ``deep`` says that the
    operation reads the inside of containers (equality, printing), so that the labels in there
    count as well; otherwise only the operands' own labels do and leaves keep theirs.
    """
    joined = summary(operands) if deep else _joined_tops(operands)
    if not (joined.secret or joined.dependencies or joined.origins or joined.unknown):
        return operation(*operands)
    if joined.unknown:
        return Labelled(
            UNKNOWN, joined.secret, joined.dependencies, _followed(joined, what, place)
        )
    result, failure = _attempt(operation, joined)
    if failure is not None:
        raise failure
    return label(
        untold(result, joined),
        secret=joined.secret,
        dependencies=joined.dependencies,
        origins=_followed(joined, what, place),
    )


def _attempt(
    operation: Callable[..., object], joined: Labelled
) -> tuple[object, Exception | None]:
    """Run on bare operands; apart, so that no variable of whoever raises holds a bare secret."""
    assert isinstance(joined.value, tuple)
    try:
        return operation(*joined.value), None
    except Exception as error:
        if not joined.secret:
            raise
        return None, concealed(error)


def _joined_tops(operands: tuple[object, ...]) -> Labelled:
    hidden = missing = False
    dependencies = NO_DEPENDENCIES
    origins: tuple[Step, ...] = ()
    bare: list[object] = []
    for operand in operands:
        if isinstance(operand, Labelled):
            hidden = hidden or operand.secret
            missing = missing or operand.unknown
            dependencies |= operand.dependencies
            origins = merged_origins(origins, operand.origins)
            operand = operand.value  # noqa: PLW2901  the bare value is what is collected
        bare.append(operand)
    return Labelled(UNKNOWN if missing else tuple(bare), hidden, dependencies, origins)


def _followed(joined: Labelled, what: str, place: object) -> tuple[Step, ...]:
    return (Step(what, place, joined.origins),)


def lift_binary(
    operation: Callable[[object, object], object],
    left: object,
    right: object,
    what: str = "operation",
    place: object = None,
) -> object:
    """Lift an operator of two operands; see ``lift``."""
    return lift(operation, left, right, what=what, place=place)


def branch(
    condition: object,
    when_true: Callable[[], object],
    when_false: Callable[[], object],
    what: str = "condition",
    place: object = None,
) -> object:
    """Decide on a condition that may be labelled; the result tells about it, so takes its label.

    With an unknown condition neither branch runs.
    """
    if not isinstance(condition, Labelled):
        return when_true() if condition else when_false()
    origins = (Step(what, place, condition.origins),)
    if condition.unknown:
        return Labelled(UNKNOWN, condition.secret, condition.dependencies, origins)
    chosen = when_true() if condition.value else when_false()
    return label(
        untold(chosen, condition),
        secret=condition.secret,
        dependencies=condition.dependencies,
        origins=origins,
    )


def element(container: object, key: object, what: str = "element", place: object = None) -> object:
    """Take ``container[key]``: the element with its own label and the container's."""
    if not isinstance(container, Labelled):
        return container[key]  # type: ignore[index]  # callers know that it has elements
    if container.unknown:
        return Labelled(
            UNKNOWN, container.secret, container.dependencies, _followed(container, what, place)
        )
    found = container.value[key]  # type: ignore[index]  # as above
    return relabelled(untold(found, container), container)


def redact(value: object) -> object:
    """Copy ``value`` for display: a secret becomes ``[secret]``, an unknown ``[unknown]``."""
    return mapped(value, _shown)


def shown(value: object) -> str:
    """Write ``value`` in Python's notation with secrets and unknowns redacted, deep or not."""
    try:
        return repr(redact(value))
    except RecursionError:
        return "..."


def _shown(value: object) -> object:
    if isinstance(value, Labelled):
        if value.secret:
            return SECRET_TEXT
        value = value.value
    return UNKNOWN_TEXT if isinstance(value, Unknown) else value


def label_leaf(container: object, path: tuple[object, ...], marked: Labelled) -> object:
    """Copy ``container`` with the label of ``marked`` added to the node that ``path`` names."""
    if not path:
        return relabelled(container, marked)
    if isinstance(container, Labelled):
        return container.around(label_leaf(container.value, path, marked))
    head, rest = path[0], path[1:]
    if isinstance(container, dict):
        return {**container, head: label_leaf(container[head], rest, marked)}
    if isinstance(container, list | tuple) and isinstance(head, int):
        items = list(container)
        items[head] = label_leaf(items[head], rest, marked)
        return tuple(items) if isinstance(container, tuple) else items
    raise KeyError(head)
