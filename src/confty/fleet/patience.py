"""Waiting for others, and no longer than anybody is willing to: Dask's own calls may for ever."""

from __future__ import annotations

from os import environ
from threading import Thread
from time import monotonic

from confty.generics import Generic, TypeVar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Final

Answer = TypeVar("Answer")

#: How long to wait for a scheduler or a worker before a run is given up, in seconds, unless
#: CONFTY_FLEET_PATIENCE says another number.
PATIENCE: Final = 30.0


def usual_patience() -> float:
    """How long to wait, as the environment says."""
    try:
        return max(0.1, float(environ.get("CONFTY_FLEET_PATIENCE") or PATIENCE))
    except ValueError:
        return PATIENCE


def within(
    seconds: float, ask: Callable[[], Answer], late: Callable[[Answer], object] | None = None
) -> Answer:
    """Return the answer, or raise ``TimeoutError``; one that comes ``late`` is handed on there."""
    asked = _Asked(ask, late)
    asked.thread.join(seconds)
    return asked.answer()


def answers_within(
    seconds: float, questions: Mapping[str, Callable[[], Answer]]
) -> dict[str, Answer]:
    """Ask several at once; return the answers of those that gave one, or raise what one raises."""
    ends = monotonic() + seconds
    asked = {name: _Asked(ask) for name, ask in questions.items()}
    found: dict[str, Answer] = {}
    for name, one in asked.items():
        one.thread.join(max(0.0, ends - monotonic()))
        try:
            found[name] = one.answer()
        except TimeoutError:
            continue
    return found


class _Asked(Generic[Answer]):
    """A question that waits for its answer beside who asks."""

    def __init__(
        self, ask: Callable[[], Answer], late: Callable[[Answer], object] | None = None
    ) -> None:
        self._ask: Final = ask
        self._late: Final = late
        self._answers: Final[list[Answer]] = []
        self._errors: Final[list[BaseException]] = []
        self._given_up = False
        self.thread: Final = Thread(target=self._main, daemon=True, name="confty-fleet")
        self.thread.start()

    def answer(self) -> Answer:
        """Return the answer, if it is there."""
        if self._errors:
            raise self._errors[0]
        if not self._answers:
            self._given_up = True
            self._hand_on()
            raise TimeoutError
        return self._answers[0]

    def _main(self) -> None:
        try:
            self._answers.append(self._ask())
        except BaseException as error:  # noqa: BLE001  for who waits
            self._errors.append(error)
        if self._given_up:
            self._hand_on()

    def _hand_on(self) -> None:
        try:
            answer = self._answers.pop()
        except IndexError:
            return  # there is none yet, or it was handed on
        if self._late is not None:
            self._late(answer)
