"""A value and its run: evaluating gives a value, reading it works it out, rendering makes text."""

from __future__ import annotations

import subprocess
import sys

import pytest

from confty.kit import aging
from confty.language import Foreign, Outcome
from confty.languages.jsonnet.evaluator.files import DiskImporter
from confty.languages.jsonnet.evaluator.manifest.json import json_text
from confty.languages.jsonnet.evaluator.run import Evaluated, Failure, RunSettings, evaluate
from confty.values import Labelled, secret


def run(text: str, importer: object = None, **options) -> Evaluated:
    settings = RunSettings()
    for name, value in options.items():
        setattr(settings, name, value)
    return evaluate("program", text.encode(), importer or DiskImporter([]), settings)


def test_a_field_that_nobody_reads_does_not_fail() -> None:
    assert run("{ a: 1, b: error 'x' }").apply(lambda value: value.shape.visible) == ["a", "b"]


def test_a_mistake_met_while_rendering_is_a_finding_with_its_way() -> None:
    value = run("local f(x) = error 'no ' + x;\n{ a: f('luck') }")
    with pytest.raises(Failure) as failed:
        value.apply(json_text)
    (finding,) = failed.value.findings
    assert finding.message == "no luck"
    steps = [frame.what for frame in finding.trail]
    assert (steps[0], steps[-1]) == ("function <f>", "the printing of the result")


def test_a_value_is_read_more_than_once() -> None:
    traced: list[str] = []
    value = run("{ a: std.trace('once', 1), b: [1.5, -0, null] }", trace=traced.append)
    assert value.plain() == value.open() == {"a": 1, "b": [1.5, 0, None]}
    assert value.apply(json_text).startswith('{\n   "a": 1')
    assert len(traced) == 1


@pytest.mark.parametrize("read", [Evaluated.plain, Evaluated.work_out, Evaluated.open])
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{ a: [function() 1] }", "couldn't manifest function in JSON output."),
        ("local a = { a: a }; a", "max stack frames exceeded."),
        ("{ assert false : 'bad', a: 1 }", "bad"),
    ],
)
def test_what_has_no_data_fails(read, text: str, message: str) -> None:
    with pytest.raises(Failure) as failed:
        read(run(text))
    assert failed.value.findings[0].message == message


def test_the_time_of_a_run_is_spent_once() -> None:
    f = "local f(n) = if n == 0 then 0 else 1 + f(n - 1);"
    slow = f + " { a: [f(900) for i in std.range(1, 9999999)] }"
    value = run(slow, timeout=0.3)
    for _ in range(2):
        with pytest.raises(Failure, match=r"stopped after 0.3 seconds"):
            value.apply(json_text)


class Secrets:
    """Finds one file, of another language, whose value holds a secret."""

    def fetch(self, path: str, importer: str) -> tuple[str, bytes]:
        del importer
        return path, b""

    def foreign(self, name: str, _way: object = ()) -> Foreign | None:
        class File(Foreign):
            def value(self) -> Outcome[object]:
                return Outcome({"a": secret("hunter2", name)})

            def held(self, hold):
                return hold(self.value().output)

        return File()


def test_labels_that_turn_up_late_are_kept() -> None:
    traced: list[str] = []
    value = run("{ x: std.trace('once', 1), y: import 's.rcl' }", Secrets(), trace=traced.append)
    assert '"a": "[secret]"' in value.show(json_text)
    data = value.plain()
    assert isinstance(data, dict)
    assert isinstance(data["y"]["a"], Labelled)
    assert len(traced) == 1


COUNTED = """
import gc
from confty.compat.jsonnet import evaluate_snippet
from confty.kit import aging
gc.collect()
made = [[] for _ in range(3 * gc.get_threshold()[0])]
assert gc.get_count()[1]
evaluate_snippet("small", "{ a: 1 }")
print(aging._aged.since)
"""


def test_a_small_run_is_no_reason_to_look_for_garbage() -> None:
    # Looks that Python took before, every few hundred objects, are not taken for looks of the run.
    done = subprocess.run([sys.executable, "-c", COUNTED], capture_output=True, check=True)
    assert int(done.stdout) < aging._FEW
