"""Whether a run is labelled is a matter of that run: no other run is changed by it."""

from __future__ import annotations

import itertools
import subprocess
import sys
import threading
from collections.abc import Mapping

import pytest
from support.rcl_hosts import MemoryHost

from confty.languages.rcl.evaluator import Attempts, evaluate
from confty.languages.rcl.evaluator.labels import LabelledOperations
from confty.languages.rcl.evaluator.operations import Operations
from confty.languages.rcl.loader import Program
from confty.languages.rcl.wiring import LANGUAGE
from confty.text import Source

PLAIN = 'let f = n => n; [for i in std.range(0, 9): f(f"{i}")].join("-")'
LABELLED = "[for i in std.range(0, 3): ext.word.len() + i].sum()"
FAILING = "[1, 2].map(x => x.nope)"


class Given(MemoryHost):
    @property
    def settings(self) -> Mapping[str, object]:
        return {"ext_vars": {"word": ("secret", "hunter2")}}


def value(text: str, patience: int | None) -> object:
    program = Program(Given() if "ext." in text else MemoryHost())
    outcome = evaluate(program, program.add(Source("input", text)), patience=patience)
    if outcome.output is None:
        return [(one.message, str(one.span)) for one in outcome.diagnostics]
    assert outcome.output.labelled is ("ext." in text)
    return LANGUAGE.render(outcome.output, "rcl").output


EXPECTED = {
    PLAIN: '"0-1-2-3-4-5-6-7-8"\n',
    LABELLED: '"[secret]"\n',
    FAILING: [("a Number has no field 'nope'", "input:1:19")],
}


@pytest.mark.parametrize("patience", [None, 0, 1000])
def test_any_order(patience: int | None) -> None:
    for order in itertools.permutations([PLAIN, LABELLED, FAILING, PLAIN]):
        for text in order:
            assert value(text, patience) == EXPECTED[text]


def test_two_threads() -> None:
    wrong: list[object] = []

    def work(texts: list[str]) -> None:
        for text in texts * 30:
            found = value(text, 0)
            if found != EXPECTED[text]:
                wrong.append(found)

    threads = [
        threading.Thread(target=work, args=([PLAIN, FAILING],)),
        threading.Thread(target=work, args=([LABELLED, PLAIN],)),
    ]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert not wrong


def operations(text: str) -> type:
    program = Program(Given() if "ext." in text else MemoryHost())
    return type(Attempts(program, program.add(Source("input", text)), {}).start().operations)


def test_a_plain_run_takes_the_plain_way_after_a_labelled_one() -> None:
    assert operations(PLAIN) is Operations
    value(LABELLED, 0)
    assert operations(LABELLED) is LabelledOperations
    assert operations(PLAIN) is Operations


def test_a_plain_run_loads_no_labels() -> None:
    code = (
        "import sys\n"
        "from support.rcl_hosts import run\n"
        f"print(run({PLAIN!r}, patience=0))\n"
        "print([one for one in sys.modules if 'labels' in one or 'lifting' in one])\n"
    )
    path = [one for one in sys.path if one]
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {path!r}\n{code}"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.splitlines() == ["0-1-2-3-4-5-6-7-8", "[]"]
