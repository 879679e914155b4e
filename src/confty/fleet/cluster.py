"""A crew on a Dask cluster: batches sized by what they cost, sent again when something dies.

The scheduler holds little: a few batches for each worker are under way at a time, and what many
targets share is held by the workers.  Whatever happens to workers or the scheduler, each target
has a result in the end or is named as missing.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import sleep
from typing import Any, Final

from confty.fleet.connection import Again, Connection
from confty.fleet.crew import Take, Todo, local_crew
from confty.fleet.delivery import Unfinished
from confty.fleet.effort import Effort
from confty.fleet.job import Job
from confty.fleet.patience import usual_patience, within
from confty.fleet.secrecy import Withheld

#: For how long somebody who is left is waited for, in seconds.
_GOODBYE: Final = 3.0
_PLACE: Final = re.compile(r"(?:\[[0-9a-fA-F:.]+\]|[^\[\]:/\s]+):([0-9]{1,5})")
_LAST_PORT: Final = 65535


class Cluster:
    """The workers of a scheduler."""

    def __init__(
        self, address: str, tell: Callable[[str], None], patience: float | None = None
    ) -> None:
        scheme, _, place = address.partition("://")
        found = _PLACE.fullmatch(place)
        is_place = found is not None and 0 < int(found[1]) <= _LAST_PORT
        if scheme not in {"dask", "dask+tls"} or not is_place:
            raise Unfinished(f"--engine {address}: expected dask://HOST:PORT")
        self.address: Final = f"{'tls' if scheme.endswith('tls') else 'tcp'}://{place}"
        self.tell: Final = tell
        self.patience: Final = usual_patience() if patience is None else patience

    def work(self, job: Job, todo: Todo, take: Take) -> None:
        """Send what can be sent, do the rest here."""
        with _quiet_logs():
            try:
                self._work(Effort(self.address, self.tell, job, take), todo)
            except Withheld as withheld:
                raise Unfinished(str(withheld)) from None

    def _work(self, effort: Effort, todo: Todo) -> None:
        effort.begin(todo)
        while effort.left:
            try:
                with self._client() as client:
                    Connection(effort, client, self.patience).work()
            except Again:
                effort.lost()
                sleep(min(1.0, 0.05 * effort.losses))
        self.tell(f"{self.address}: {effort.batches} batches, {effort.seconds:.1f} s of work")
        if effort.at_home:
            crew = local_crew(None, len(effort.at_home))
            crew.work(effort.job, effort.at_home, effort.take)
        if effort.dead:
            noun = "target" if len(effort.dead) == 1 else "targets"
            raise Unfinished(f"{len(effort.dead)} {noun} ended the workers they ran on")

    @contextmanager
    def _client(self) -> Iterator[object]:
        try:
            from distributed import Client  # noqa: PLC0415  an extra
        except ImportError:
            raise Unfinished("--engine needs Dask: pip install confty[dask]") from None

        def connected() -> Any:
            return Client(  # type: ignore[no-untyped-call]  # Dask has no types
                self.address, timeout=self.patience, set_as_default=False
            )

        try:
            # Who speaks another language is waited for, too: not for ever.
            client = within(self.patience + 1, connected, lambda late: late.close(timeout=1))
        except (OSError, ValueError) as error:
            detail = "" if isinstance(error, OSError) else f" ({type(error).__name__})"
            raise Unfinished(f"there is no scheduler at {self.address}{detail}") from None
        try:
            yield client
        finally:
            with suppress(TimeoutError):
                within(_GOODBYE, lambda: client.close(timeout=2))


@contextmanager
def _quiet_logs() -> Iterator[None]:
    """Keep Dask's own words about lost connections from the terminal: we say it ourselves."""
    with suppress(ImportError):
        import distributed  # noqa: F401, PLC0415  an extra; it sets the levels of its loggers
    loggers = [
        logging.getLogger(name)
        for name in ("distributed", "tornado.application", *logging.root.manager.loggerDict)
        if name.startswith(("distributed", "tornado"))
    ]
    before = [one.level for one in loggers]
    for one in loggers:
        one.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for one, level in zip(loggers, before, strict=True):
            one.setLevel(level)
