"""What the calls of ``confty.fleet`` leave behind when a cluster breaks down."""

from __future__ import annotations

import pytest

from confty import fleet
from confty.fleet import calls
from confty.fleet.crew import local_crew
from confty.fleet.delivery import Unfinished


class BreaksOff:
    """A crew that does every third target and is gone then."""

    def work(self, job, todo, take) -> None:
        local_crew(1, len(todo)).work(job, todo[::3], take)
        raise Unfinished("the cluster is gone")


@pytest.mark.parametrize("call", ["evaluate", "check", "unformatted"])
def test_what_a_broken_run_has_made_and_misses_is_all_there_is(
    call, tmp_path, monkeypatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names = [f"e{at:02}.jsonnet" for at in range(20)]
    for at, name in enumerate(names):
        # Some fail, some have a finding, some are laid out in another way.
        text = (
            f"error 'no {at}'\n" if at % 4 == 0 else f"local unused = {at};{' ' * (at % 3)} {at}\n"
        )
        (tmp_path / name).write_text(text)
    work = getattr(fleet, call)
    # First of all: what is known is not sent anywhere.
    with monkeypatch.context() as broken:
        broken.setattr(calls, "_crew", lambda *_: BreaksOff())
        with pytest.raises(Unfinished, match="gone") as said:
            work(names, engine="dask://nowhere:1")
    rest = work(list(said.value.missing))

    def told(made: list) -> list[str]:
        return sorted(
            one if isinstance(one, str) else repr((one, getattr(one, "text", None)))
            for one in made
        )

    assert set(said.value.missing) == {name for at, name in enumerate(names) if at % 3}
    assert told(said.value.made + rest) == told(work(names))
