"""Calls that wait for each other come to an end: soon, and as the user says."""

from __future__ import annotations

import sys
from time import process_time

import _gojsonnet
import pytest

import confty
from confty.cli.main import main

#: Each level makes an object larger, and has to look through all of it.
GROWING = [
    "local s = { f(x):: self { g:: 1 }.f(x) }; s.f(1)",
    "local s = { f(x):: (self + { g:: 1 }).f(x) }; s.f(1)",
    "local s = { f(x):: ($ + { g:: 1 }).f(x + 1) }; s.f(1)",
    "local s = { f(x):: self { f(x):: super.f(x) }.f(x) }; s.f(1)",
    "local s = { f:: self { g:: 1 }.f }; s.f",
    "local s = { f(x):: self { g:: 1, h:: std.length(self) }.f(super.h) }; ({ h:: 1 } + s).f(1)",
    "local s = { f(x):: std.objectRemoveKey(self { g:: 1 }, 'h').f(x) }; s.f(1)",
    "local s = { f(x):: std.objectRemoveKey(self, 'h').f(x) }; s.f(1)",
    "local s = { f(x):: [self { g:: 1 }.f(y) for y in [x]] }; s.f(1)",
    "local s = { f(x):: std.map(function(y) self { g:: 1 }.f(y), [x])[0] }; s.f(1)",
    "local s = { f(x):: std.foldl(function(a, y) a + self { g:: 1 }.f(y), [x], 0) }; s.f(1)",
    "local s = { f(x):: std.sort([x, 2], function(y) self { g:: 1 }.f(y)) }; s.f(1)",
    "local s = { assert true, f(x):: self { g:: 1 }.f(x) }; s.f(1)",
    "{ a: self { g: 1 } }",
]  # fmt: skip
#: The same without objects; the last are loops of ours.
CALLS = [
    "local f(x) = f(x + [1]) + 1; f([])",
    "local f(x) = std.length(std.sort(x)) + f(x + [1]); f([])",
    "local f(x) = 1 + f(x + 'a'); f('')",
    "local f(x) = { a: f(x) }; std.toString(f(1))",
    *(LOOPS := [
        "local f(x) = f(x + [1]); f([])",
        "local f(x) = f(x + 'a'); f('')",
        "local f(x) = f({ a: x }); f({})",
        "local f(x) = f(x + { a: 1 }); f({})",
        "local f(n) = if n == 0 then 7 else f(n - 1); f(100000)",
    ]),
]  # fmt: skip
TOO_DEEP = "max stack frames exceeded"


def as_the_reference_says(program: str) -> bool:
    try:
        _gojsonnet.evaluate_snippet("p", program)
    except RuntimeError as error:
        return TOO_DEEP in str(error)
    return False


@pytest.mark.parametrize("program", GROWING)
def test_growing_objects_end_soon(tmp_path, program, capfd) -> None:
    assert as_the_reference_says(program)
    (tmp_path / "lib.libsonnet").write_text(program)
    (tmp_path / "a.jsonnet").write_text("import 'lib.libsonnet'")
    begun = process_time()
    with pytest.raises(confty.ConftyError, match=TOO_DEEP):
        confty.loads(program, "jsonnet", timeout=60)
    for command in ("eval", "jsonnet"):
        assert main([command, str(tmp_path / "a.jsonnet")]) == 1
        assert TOO_DEEP in capfd.readouterr().err
    # Hours, if each of 250,000 calls looks through all that the ones before have made.
    assert process_time() - begun < 40


@pytest.mark.parametrize("program", LOOPS)
def test_loops_end(program) -> None:
    with pytest.raises(confty.ConftyError, match=TOO_DEEP):
        confty.loads(program, "jsonnet", timeout=60)


@pytest.mark.parametrize("program", GROWING + CALLS)
def test_a_small_stack_is_small_everywhere(tmp_path, program, capfd) -> None:
    assert as_the_reference_says(program)
    (tmp_path / "a.jsonnet").write_text(program)
    begun = process_time()
    with pytest.raises(confty.ConftyError, match=TOO_DEEP):
        confty.loads(program, "jsonnet", max_stack=8, timeout=60)
    for command in ("eval", "jsonnet"):
        assert main([command, "--max-stack", "8", str(tmp_path / "a.jsonnet")]) == 1
        assert TOO_DEEP in capfd.readouterr().err
    assert process_time() - begun < 20


def test_a_deep_sum_that_grows_little_is_fine() -> None:
    program = """
      local f(n, o) = if n == 0 then o.total else 1 + f(n - 1, o { total: super.total + 1, ['a' + n]: o.total });
      f(450, { total: 0 })
    """
    assert confty.loads(program, "jsonnet") == 900
    assert confty.loads(program.replace("450", "2500"), "jsonnet", max_stack=3000) == 5000


def test_a_fold_may_read_what_it_has_put_together() -> None:
    program = "std.length(std.foldl(function(o, n) if 'x' in o then o else o + { ['a' + n]: n }, std.range(1, 2000), {}))"
    assert confty.loads(program, "jsonnet") == 2000


def test_room_for_one_thing_is_not_room_for_the_next() -> None:
    """Reading a program takes more room than the program may have."""
    limits: list[int] = []

    def native(_: object) -> int:
        limits.append(sys.getrecursionlimit())
        return 1

    program = "std.native('look')(std.length('a'))"
    assert confty.loads(program, "jsonnet", natives={"look": (("x",), native)}, max_stack=20) == 1
    assert limits == [10_000]


@pytest.mark.parametrize("twice", ["[{0}, {0}]", "{{ a: {0}, b: {0} }}"])
@pytest.mark.parametrize("part", ["1", "std.extVar('s')"])
def test_a_value_that_shares_its_parts_is_worked_out_once(twice, part, tmp_path, capfd) -> None:
    """It has 60 parts, and 2 ** 60 when it is written."""
    binds = [f"local x{n + 1} = {twice.format(f'x{n}')};" for n in range(60)]
    program = "\n".join([f"local x0 = {{ x: [{part}] }};", *binds, "{ y: x60 }"])
    (tmp_path / "a.jsonnet").write_text(program)
    (tmp_path / "s").write_text("hush")
    file, given = str(tmp_path / "a.jsonnet"), f"--ext-secret=s=file:{tmp_path}/s"
    begun = process_time()
    assert main(["check", file]) == 0
    for form in ("json", "yaml", "toml"):
        assert main(["eval", "--format", form, given, file]) == 1
        assert "written out, this is more than 100,000,000 values" in capfd.readouterr().err
    for flags in ([], ["-y"] if twice[0] == "[" else ["-m", str(tmp_path)]):
        assert main(["jsonnet", *flags, "--ext-str", "s=x", file]) == 1
        assert capfd.readouterr().err
    with pytest.raises(confty.ConftyError) as told:
        confty.loads(program, "jsonnet", secrets={"s": "hush"})
    assert told.value.diagnostics[0].code == "data/too-large"
    assert process_time() - begun < 60


def test_a_native_function_gets_values_of_its_own() -> None:
    def native(pair):
        pair[0].append(2.0)
        return pair

    program = "local x = [1]; std.native('grow')([x, x])"
    made = confty.loads(program, "jsonnet", natives={"grow": (("pair",), native)})
    assert made == [[1, 2], [1]]


def _doubled(name: str, first: str, twice: str) -> str:
    binds = [f"local {name}{n + 1} = {twice.format(f'{name}{n}')};" for n in range(45)]
    return "\n".join([f"local {name}0 = {first};", *binds])


@pytest.mark.parametrize("twice", ["[{0}, {0}]", "{{ a: {0}, b: {0} }}"])
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("x45 == x45", True),
        ("x45 == y45", True),
        ("x45 != y45", False),
        ("x45 == z45", False),
        ("std.assertEqual(x45, y45)", True),
        ("std.member([x45], y45)", True),
        ("std.count([x45, z45], y45)", 1),
    ],
)
def test_values_that_share_their_parts_are_compared_once(twice, question, answer) -> None:
    made = [_doubled("x", "[1]", twice), _doubled("y", "[1]", twice), _doubled("z", "[2]", twice)]
    assert confty.loads("\n".join([*made, question]), "jsonnet", timeout=60) == answer


@pytest.mark.parametrize("question", ["<", "<=", ">", ">="])
def test_arrays_that_share_their_parts_are_ordered_once(question) -> None:
    made = [_doubled("x", "[1]", "[{0}, {0}]"), _doubled("y", "[1]", "[{0}, {0}]")]
    program = "\n".join([*made, f"x45 {question} y45"])
    assert confty.loads(program, "jsonnet", timeout=60) is ("=" in question)


def _wide(name: str, entry: str) -> str:
    """Values of a few levels, each a hundred times the one below."""
    made = [
        ", ".join([entry.format(at, f"{name}{level}") for at in range(100)]) for level in range(6)
    ]
    marks = "{}" if ":" in entry else "[]"
    binds = [f"local {name}{n + 1} = {marks[0]}{row}{marks[1]};" for n, row in enumerate(made)]
    return "\n".join([f"local {name}0 = true;", *binds])


@pytest.mark.parametrize("entry", ["{1}", "f{0}: {1}"])
@pytest.mark.parametrize("question", ["x6 == y6", "std.assertEqual(x6, y6)", "!(x6 != y6)"])
def test_wide_values_that_share_their_parts_are_compared_once(entry, question) -> None:
    program = "\n".join([_wide("x", entry), _wide("y", entry), question])
    assert confty.loads(program, "jsonnet", timeout=60) is True
    # Whoever looks without running, too.
    asked = f"{_wide('x', entry)}\n{_wide('y', entry)}\nassert {question}; 1"
    assert confty.check(text=asked, lang="jsonnet") == []


def test_wide_arrays_that_share_their_parts_are_ordered_once() -> None:
    program = "\n".join([_wide("x", "{1}"), _wide("y", "{1}"), "x6 <= y6"])
    program = program.replace("= true;", "= [1, 'a'];")
    assert confty.loads(program, "jsonnet", timeout=60) is True


@pytest.mark.parametrize("first", ["[error 'late']", "[function(x) x]"])
def test_what_cannot_be_compared_fails_however_deep(first) -> None:
    program = _doubled("x", first, "[{0}, 1]") + "x45 == x45"
    with pytest.raises(confty.ConftyError, match=r"late|functions"):
        confty.loads(program, "jsonnet", timeout=60)
    with pytest.raises(RuntimeError):
        _gojsonnet.evaluate_snippet("a", program)


@pytest.mark.parametrize(
    "write",
    [
        "'' + x45",
        "std.manifestYamlDoc(x45)",
        "std.toString([x45])",
        "std.manifestPython(x45)",
        "std.manifestPythonVars({ r: x45 })",
        "std.manifestTomlEx({ r: x45 }, ' ')",
        "std.manifestXmlJsonml([x45])",
        "std.deepJoin(x45)",
        "std.flattenDeepArray(x45)",
    ],
)
def test_texts_of_values_that_share_their_parts_are_refused(write) -> None:
    program = _doubled("x", "['a']", "[{0}, {0}]") + f"std.length({write})"
    with pytest.raises(confty.ConftyError, match="written out, this is more than 100,000,000"):
        confty.loads(program, "jsonnet", timeout=60)


def test_tables_and_elements_that_share_their_parts_are_refused() -> None:
    tables = _doubled("x", "{ a: 1 }", "{{ a: {0}, b: {0} }}") + "std.manifestToml(x45)"
    elements = _doubled("x", "['t']", "['t', {{}}, {0}, {0}]") + "std.manifestXmlJsonml(x45)"
    for program in (tables, elements):
        with pytest.raises(confty.ConftyError, match="written out, this is more than"):
            confty.loads(program, "jsonnet", timeout=60)


@pytest.mark.parametrize(
    "question",
    [
        "std.prune(x45) == y45",
        "std.prune({ a: x45, b: null }) == { a: y45 }",
        "std.mergePatch(x45, y45) == y45",
        "std.mergePatch({}, x45) == y45",
        "std.mergePatch({ a: 1, b: { c: x45 } }, { b: { c: y45 } }) == { a: 1, b: { c: x45 } }",
    ],
)
@pytest.mark.parametrize("secret", [False, True])
def test_what_is_made_of_shared_parts_shares_them(question, secret) -> None:
    part = "std.extVar('s')" if secret else "1"
    made = [_doubled(name, f"{{ c: {part} }}", "{{ a: {0}, b: {0} }}") for name in "xy"]
    if secret:
        # A view of shared parts has none: comparing them is refused, making them is not.
        question = f"std.length({question.partition(' == ')[0]}) > 0"
    program = "\n".join([*made, question])
    secrets = {"s": "hush"} if secret else {}
    assert confty.loads(program, "jsonnet", timeout=60, secrets=secrets) is True


@pytest.mark.parametrize(
    "question",
    [
        "x45 == y45", "x45 < y45", "'' + x45", "std.manifestPython(x45)", "std.deepJoin(x45)",
        "std.flattenDeepArray(x45)", "std.member([x45], y45)", "std.sort([x45, y45])",
        "std.manifestYamlDoc(x45)", "std.set([x45, y45])", "'%s' % [x45]", "std.assertEqual(x45, y45)",
        "[if std.extVar('s') == 'x' then x45 else y45] == [x45]",
    ],
)  # fmt: skip
def test_secrets_in_values_that_share_their_parts_are_refused_at_once(question) -> None:
    made = [_doubled(name, "[std.extVar('s')]", "[{0}, {0}]") for name in "xy"]
    with pytest.raises(confty.ConftyError) as told:
        confty.loads("\n".join([*made, question]), "jsonnet", timeout=60, secrets={"s": "hush"})
    assert [one.code for one in told.value.diagnostics] != ["jsonnet/time"]
    assert "hush" not in str(told.value)
