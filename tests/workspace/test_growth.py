"""Twice the input is twice the work, counted in lines that run: time says that only on a quiet machine.

``bench/growth.py`` measures every shape in seconds; here stand those that once took the square.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest
from support.effort import lines_run

from confty.ide.renaming import rename_at
from confty.kit.limits import limited
from confty.languages.jsonnet.checker import sums
from confty.languages.pcl.converter.room import convert
from confty.workspace import Config, Memory, Project
from confty.workspace.bounds import UNWATCHED

BENCH = Path(__file__).resolve().parents[2] / "bench"
SMALL = 300
#: In lines, a thing that takes the square comes near 4, one with a start to it stays below 2.
MOST = 2.2


def chain_of_objects(n: int) -> dict[str, str]:
    rows = [f"local p{i + 1} = p{i} {{ x+: p{i}.x }};" for i in range(n)]
    return {"a.jsonnet": "local p0 = { x: 1 };\n" + "\n".join(rows) + f"\np{n}.x"}


def chain_of_lists(n: int) -> dict[str, str]:
    rows = [f"local p{i + 1} = p{i} {{ xs+: [{i}] }};" for i in range(n)]
    return {"a.jsonnet": "local p0 = { xs: [] };\n" + "\n".join(rows) + f"\np{n}.xs"}


def nested_layers(n: int) -> dict[str, str]:
    rows = [f" + {{ a+: {{ b+: {{ f{i}: {i} }} }} }}" for i in range(n)]
    return {"a.jsonnet": "{ a: { b: {} } }" + "\n".join(rows)}


def chain_of_selves(n: int) -> dict[str, str]:
    made = "{ spec: {}, with(v):: self { spec+: { a: v } }, add(v):: self + { l+: [v] }, l: [] }"
    return {"a.jsonnet": made + "\n".join(f".with({i}).add({i})" for i in range(n))}


def layers_that_read_self(n: int) -> dict[str, str]:
    rows = [f"local p{i + 1} = p{i} + {{ f{i}: self.x, g{i}: super.x }};" for i in range(n)]
    return {"a.jsonnet": "local p0 = { x: 1 };\n" + "\n".join(rows) + f"\np{n}"}


def layers_that_read_the_last(n: int) -> dict[str, str]:
    # Fields are written out by their names: the highest is asked for first.
    rows = [f"local p{i + 1} = p{i} + {{ f{9999 - i}: p{i}.x }};" for i in range(n)]
    return {"a.jsonnet": "local p0 = { x: 1 };\n" + "\n".join(rows) + f"\np{n}"}


def literals_that_unpack_the_last(n: int) -> dict[str, str]:
    rows = [f"let p{i + 1} = {{ ...p{i}, x = p{i}.x + 1 }};" for i in range(n)]
    return {"a.rcl": "let p0 = { x = 1 };\n" + "\n".join(rows) + f"\n[p{n}.x]"}


def files_over_files(n: int) -> dict[str, str]:
    rows = {
        f"f{i + 1}.libsonnet": f"(import 'f{i}.libsonnet') + {{ x: super.x + 1, f{i}: self.x }}"
        for i in range(n)
    }
    return {"a.jsonnet": f"import 'f{n}.libsonnet'", "f0.libsonnet": "{ x: 1 }", **rows}


def row_of_references(n: int) -> dict[str, str]:
    names = {f"d{i}": {"$ref": f"#/$defs/d{i + 1}"} for i in range(n)}
    schema = {"$ref": "#/$defs/d0", "$defs": {**names, f"d{n}": {"type": "object"}}}
    return {
        "a.json": '{"a": 1}',
        "confty.toml": '[schemas]\n"a.json" = "s.json"\n',
        "s.json": json.dumps(schema),
    }


def unknown_fields(n: int) -> dict[str, str]:
    known = ", ".join(f"f{i}: {i}" for i in range(n))
    return {"a.jsonnet": f"local o = {{ {known} }};\n[" + ", ".join(f"o.other{i}" for i in range(n)) + "]"}  # fmt: skip


def unknown_types(n: int) -> dict[str, str]:
    known = "\n".join(f"type Alpha{i} = Number;" for i in range(n))
    return {"a.rcl": f"{known}\n" + "\n".join(f"let x{i}: Alphb{i} = 1;" for i in range(n)) + "\n1"}  # fmt: skip


def unknown_fields_of_a_record(n: int) -> dict[str, str]:
    known = "\n".join(f"(Field service{i} {i})" for i in range(n))
    read = "\n".join(f"(Decl v{i} (FieldAccess r services{i}))" for i in range(n))
    record = f"(Decl r (RecordCons {known}))"
    return {"a.phy": f"(Module (ProcDecl main (IntTy) (Params) (Exprs {record} {read} (Return 1))))"}  # fmt: skip


def formats_of_one_object(n: int) -> dict[str, str]:
    # Above the number of parts that one question may look at.
    many = 8 * n
    known = ", ".join(f"f{i}: {i}" for i in range(many))
    rows = ", ".join(f"'%(f{i})s' % o" for i in range(many))
    return {"a.jsonnet": f"local o = {{ {known} }};\n[{rows}]"}


def long_sum(n: int) -> dict[str, str]:
    return {"main.pp": "a = 1\nl = " + " + ".join(f"a * {i}" for i in range(n)) + "\n"}


def lines(files: dict[str, str], *, evaluated: bool = False, written: bool = False) -> int:
    """Count the lines of ours that run for the first of some files."""
    settings = {"schemas": {"a.json": "s.json"}} if "s.json" in files else {}
    project = Project(Config(settings), Memory(files), {"cache": False})
    name = next(iter(files))

    def work() -> None:
        if written:
            convert("", project.host(name, "pcl"), "project")
        elif evaluated:
            made = project.evaluate(name).output
            if made is not None:
                made[0].render(made[1], made[0].formats[0])
        else:
            project.check(name)

    return counted(work)


def counted(work: Callable[[], object]) -> int:
    """Count lines that run, where there is the depth that a command has."""
    return limited(lambda: lines_run(work), UNWATCHED)


def uses_of_a_record(n: int) -> dict[str, str]:
    given = ", ".join(f"k{i} = [{i}].map(x => x)" for i in range(n))
    used = ", ".join(f'o.k{i}, o.get("k{i}", [1]), o["k{i}"]' for i in range(n))
    return {"a.rcl": f"let o = {{ {given} }};\n[{used}]"}


def uses_of_an_object(n: int) -> dict[str, str]:
    given = "\n".join(f"k{i} = [{i}]" for i in range(n))
    used = ", ".join(f"o.k{i}" for i in range(n))
    return {"main.pp": f"o = {{\n{given}\n}}\nl = [{used}]\n"}


def layers_by_name(n: int) -> dict[str, str]:
    rows = "\n".join(f"local m{i + 1} = m{i} {{ f{i}: {i}, g{i}: self.f{i} }};" for i in range(n))
    return {"a.jsonnet": f"local m0 = {{}};\n{rows}\nm1"}


def locals_before_a_failure(n: int) -> dict[str, str]:
    rows = "\n".join(f"local v{i + 1} = {{ a(x):: first + x, b: v{i} }};" for i in range(n))
    return {"a.jsonnet": f"local first = 1, v0 = 2;\n{rows}\n[v{n}.a(1), error 'end']"}


def layers_of_one_field(n: int) -> dict[str, str]:
    return {"a.jsonnet": "{ x: 0 }" + "\n".join(f" + {{ x+: {i}, f: {i} }}" for i in range(n))}


def fields_that_add_to_the_last(n: int) -> dict[str, str]:
    # By their names, the last comes first.
    rows = ",\n".join(f"f{9999 - i}: self.f{10000 - i} + {{ a: {i} }}" for i in range(1, n))
    return {"a.jsonnet": f"{{ f9999: {{ a: 0 }},\n{rows} }}"}


def tries_of_the_last(n: int) -> dict[str, str]:
    rows = "".join(f"a{i + 1} = {{ x = try(a{i}, 0), y = can(a{i}) }}\n" for i in range(n))
    return {"main.pp": f"a0 = {{ x = 1 }}\n{rows}output o {{ value = a{n}.y }}\n"}


CHECKED = [
    chain_of_objects, chain_of_lists, nested_layers, chain_of_selves, row_of_references,
    unknown_fields, unknown_types, unknown_fields_of_a_record, formats_of_one_object,
    uses_of_a_record, uses_of_an_object, layers_by_name, layers_that_read_self,
    files_over_files, fields_that_add_to_the_last,
]  # fmt: skip


@pytest.mark.parametrize("shape", CHECKED)
def test_twice_as_much_takes_twice_as_long(shape: Callable[[int], dict[str, str]]) -> None:
    lines(shape(10))  # loads what is loaded once
    once = lines(shape(SMALL))
    assert lines(shape(2 * SMALL)) / once < MOST


EVALUATED = [
    chain_of_selves, layers_that_read_the_last, fields_that_add_to_the_last, tries_of_the_last,
]  # fmt: skip


@pytest.mark.parametrize("shape", EVALUATED)
def test_a_chain_runs_as_long_as_it_is(shape: Callable[[int], dict[str, str]]) -> None:
    lines(shape(10), evaluated=True)
    once = lines(shape(SMALL), evaluated=True)
    assert lines(shape(2 * SMALL), evaluated=True) / once < MOST


def test_a_failure_is_told_in_proportion_to_what_is_translated_for_it() -> None:
    lines(locals_before_a_failure(10), evaluated=True)
    once = lines(locals_before_a_failure(SMALL), evaluated=True)
    assert lines(locals_before_a_failure(2 * SMALL), evaluated=True) / once < MOST


LOOKED_AT = [
    uses_of_a_record, uses_of_an_object, layers_by_name, literals_that_unpack_the_last,
    layers_of_one_field, fields_that_add_to_the_last,
]  # fmt: skip


@pytest.mark.parametrize("shape", LOOKED_AT)
def test_an_editor_is_answered_in_proportion(
    shape: Callable[[int], dict[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(BENCH))
    look = import_module("stages").look
    counted(look(shape(10)))
    once = counted(look(shape(SMALL)))
    assert counted(look(shape(2 * SMALL))) / once < MOST


def test_a_name_in_a_long_row_is_renamed_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """An editor is told of the last places that write a field, and yet finds all that go with it."""
    monkeypatch.syspath_prepend(str(BENCH))
    desk, name, shelf = import_module("stages")._desk(literals_that_unpack_the_last(130))
    seen = desk.look(name)
    places = [one.start for one in seen.answers.occurrences() if one.name == "x"]
    assert len(places) == 262
    for place in (places[0], places[100], places[-1]):
        (text,) = rename_at(seen, place, "other", shelf()).texts().values()
        assert text.count("other") == 262


def test_an_editor_does_not_sum_up_every_name_of_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """To lay a layer over hundreds copies their fields, which counts as one line."""
    monkeypatch.syspath_prepend(str(BENCH))
    summed = [0]
    real = sums._Sum.plain

    def noting(self: sums._Sum) -> object:
        summed[0] += 1
        return real(self)

    monkeypatch.setattr(sums._Sum, "plain", noting)
    limited(import_module("stages").look(layers_by_name(SMALL)), UNWATCHED)
    # Those with few layers are, for people want to see what is in them.
    assert summed[0] < SMALL / 2


def test_a_long_sum_is_written_as_python_as_long_as_it_is() -> None:
    lines(long_sum(10), written=True)
    once = lines(long_sum(SMALL // 2), written=True)
    assert lines(long_sum(SMALL), written=True) / once < MOST


@pytest.mark.parametrize("language", ["jsonnet", "rcl", "pcl", "phy", "json", "yaml", "toml"])
def test_the_benchmark_runs_every_stage(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With one input each: a stage that breaks would be told by a run of half an hour only."""
    monkeypatch.syspath_prepend(str(BENCH))
    shapes, stages = import_module("shapes"), import_module("stages")
    for stage, make in stages.STAGES.items():
        kinds = shapes.INPUTS[language].items()
        first = next(
            (text for kind, text in kinds if not shapes.is_idle(language, stage, kind)), None
        )
        if first is not None:
            limited(make(first(4)), UNWATCHED)


def test_what_fills_a_template_is_not_looked_through_for_each() -> None:
    lines(formats_of_one_object(10))
    # Some hundred lines for each, and a dozen for each of the object's fields.
    assert lines(formats_of_one_object(40)) / (8 * 40) < 1000
