"""``confty.compat._jsonnet`` beside the original module: its own tests, and every argument."""

import array
import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from confty.compat import _jsonnet as ours

original = pytest.importorskip("_jsonnet", reason="the original's module is not installed")

Call = Callable[[Any], str]


def snippet(*args: Any, **kwargs: Any) -> Call:
    return lambda module: module.evaluate_snippet(*args, **kwargs)


def file(*args: Any, **kwargs: Any) -> Call:
    return lambda module: module.evaluate_file(*args, **kwargs)


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "x.libsonnet").write_text("42")
    (tmp_path / "a.jsonnet").write_text("{ a: import 'lib/x.libsonnet', f: std.thisFile }")
    (tmp_path / "fails.jsonnet").write_text(
        "local f(x) = if x == 0 then error 'deep' else f(x - 1) + 0; { a: f(30) }"
    )


def _outcome(module: Any, call: Call) -> tuple[object, str]:
    try:
        return "value", call(module)
    except (RuntimeError, TypeError, ValueError) as error:
        kind = next(one for one in type(error).__mro__ if one.__module__ == "builtins")
        return kind, str(error)


def gives(value: object) -> Callable[[str, str], object]:
    def callback(_folder: str, _path: str) -> object:
        if isinstance(value, Exception):
            raise value
        return value

    return callback


def native(function: object, parameters: object = ("x",)) -> dict[str, object]:
    return {"n": (parameters, function)}


def failing(error: Exception) -> Callable[[object], object]:
    def function(_: object) -> object:
        raise error

    return function


class Text(str):
    __slots__ = ()


IMPORT = "import 'q.libsonnet'"
VARIABLES = "[std.extVar('x'), std.extVar('y')]"
SAME: list[Call] = [
    file("a.jsonnet"),
    file(filename="a.jsonnet"),
    file("gone.jsonnet"),
    *(file("fails.jsonnet", max_trace=most) for most in (0, 1, 2, 3, 4, 10, 20, 100)),
    snippet(filename="a", src="1"),
    snippet("", "error 'x'"),
    snippet("a", "import 'x.libsonnet'", "lib"),
    snippet("a", "import 'x.libsonnet'", ["lib"], 100, 1000, 2.0),
    snippet("a", VARIABLES, [], 100, 1000, 2.0, {"x": "1"}, {"y": "1"}, {}, {}, 20),
    file("a.jsonnet", [], 100, 1000, 2.0, {"x": "1"}, {"y": "1"}, {}, {}, 20),
    snippet("a", "function(x, y) [x, y]", tla_vars={"x": "1"}, tla_codes={"y": "[2]"}),
    snippet("a", VARIABLES, ext_vars={Text("x"): Text("1")}, ext_codes={"y": Text("1 + 1")}),
    snippet("a", "'\ud800'"),
    snippet("\ud800", "1"),
    snippet("a", "1", ext_vars=None, tla_codes=None, jpathdir=None, native_callbacks=None),
    snippet("a", "1", 5 * [None][:0]),
    snippet("dir/a", IMPORT, import_callback=gives(("there", b"std.thisFile"))),
    *(
        snippet("dir/a", IMPORT, import_callback=gives(wrong))
        for wrong in (
            None, ("a",), ("a", b"1", 2), ["a", b"1"], ("a", "1"), ("a", None), (None, b"1"),
            (b"a", b"1"), ("a", bytearray(b"1")), RuntimeError("mine"), KeyError("k"),
            FileNotFoundError(2, "No such file", "x"), ValueError(),
        )
    ),
    snippet("a", "importbin 'q'", import_callback=gives(("a", bytes(range(256))))),
    snippet("a", IMPORT, import_callback=None),
    snippet("a", IMPORT, import_callback=3),
    *(
        snippet("a", f"std.native('n')({argument})", native_callbacks=native(repr))
        for argument in ("1", "1.5", "'ü'", "null", "true", "[1]", "{}", "function(x) x", "x=1")
    ),
    *(
        snippet("a", "std.native('n')(1)", native_callbacks=native(lambda _, given=given: given))
        for given in (
            1, 1.5, True, None, "s", [1, [2]], (1, 2), {"a": {"b": 1}}, {1: 2}, {"a": {None: 1}}, b"x",
            bytearray(b"x"), range(3), array.array("d", [1.0]), {1}, object(), [object()], iter([1]), 1j,
        )
    ),
    *(
        snippet("a", "std.native('n')(1)", native_callbacks=native(failing(error)))
        for error in (RuntimeError("mine"), ValueError(), KeyError("k"), OSError("a\nb"))
    ),
    *(
        snippet("a", "1", native_callbacks=wrong)
        for wrong in (
            {1: (("x",), len)}, {"n": 3}, {"n": [("x",), len]}, {"n": (("x",),)},
            {"n": (["x"], len)}, {"n": ((1,), len)}, {"n": (("x",), 3)}, {"n": (("x",), len, 1)},
        )
    ),
    *(
        snippet("a", "1", **{name: wrong})
        for name in ("max_stack", "gc_min_objects", "max_trace", "gc_growth_trigger")
        for wrong in ("x", None)
    ),
    snippet("a", "1", max_trace=1.5),
    snippet("a", b"1"),
    snippet("a", "1 \0"),
    file(Path("a.jsonnet")),
    file(b"a.jsonnet"),
]  # fmt: skip


@pytest.mark.parametrize("call", SAME, ids=range(len(SAME)))
def test_the_same_value_or_the_same_words(call: Call) -> None:
    assert _outcome(ours, call) == _outcome(original, call)


def test_words_are_those_of_the_dialect() -> None:
    missing = "std.native('none')(1)"
    call = snippet("a", missing, native_callbacks=native(repr))
    theirs = snippet("a", missing, native_callbacks=native(repr), dialect="cpp")
    assert _outcome(ours, theirs) == _outcome(original, call)
    # What go-jsonnet says, whose dialect is the default.
    assert _outcome(ours, call)[1].startswith(
        "RUNTIME ERROR: Unexpected type null, expected function\n"
    )


@pytest.mark.parametrize(
    "call",
    [
        file(),
        snippet("a"),
        snippet("a", "1", bogus=1),
        snippet("a", "1", filename="b"),
        snippet("a", "1", [], jpathdir=[]),
        snippet("a", "1", *range(14)),
        *(
            snippet("a", "1", **{name: wrong})
            for name in ("ext_vars", "ext_codes", "tla_vars", "tla_codes")
            for wrong in ({"x": 1}, {1: "x"}, {"x": None}, {"x": b"1"})
        ),
    ],
)
def test_what_does_not_fit_is_the_same_kind_of_error(call: Call) -> None:
    """In words that say which argument it is, where the original has none."""
    assert _outcome(ours, call)[0] is _outcome(original, call)[0] is TypeError


@pytest.mark.parametrize("name", ["ext_vars", "ext_codes", "tla_vars", "tla_codes"])
@pytest.mark.parametrize("given", [{"q": "\ud800"}, {"\ud800": "1"}])
def test_what_is_no_utf8_is_the_same_kind_of_error(name: str, given: dict[str, str]) -> None:
    for module in (ours, original):
        with pytest.raises(UnicodeEncodeError):
            module.evaluate_snippet("a", "1", **{name: given})


@pytest.mark.parametrize("name", ["ext_vars", "native_callbacks", "jpathdir"])
def test_what_the_original_ignores_in_silence_is_refused(name: str) -> None:
    with pytest.raises(TypeError, match=name):
        ours.evaluate_snippet("a", "1", **{name: 3})  # type: ignore[arg-type]


def test_folders_are_texts() -> None:
    # The original passes over them.
    with pytest.raises(TypeError, match="a folder of jpathdir must be str, not bytes"):
        ours.evaluate_snippet("a", "1", jpathdir=["d", b"e"])


def test_a_number_that_is_none_is_told() -> None:
    for number in (10**400, float("nan"), float("inf")):
        with pytest.raises(RuntimeError, match="RUNTIME ERROR"):
            snippet("a", "std.native('n')(1)", native_callbacks=native(lambda _, n=number: n))(
                ours
            )


def test_what_has_no_end_is_told_as_of_a_program() -> None:
    """The original ends the process; what a function raises itself keeps its words."""
    endless: list[object] = [1]
    endless.append({"a": endless})
    call = snippet("a", "std.native('n')(1)", native_callbacks=native(lambda _: endless))
    with pytest.raises(RuntimeError, match=r"^RUNTIME ERROR: max stack frames exceeded\.\n"):
        call(ours)
    own = RecursionError("mine")
    call = snippet("a", "std.native('n')(1)", native_callbacks=native(failing(own)))
    with pytest.raises(RuntimeError, match=r"^RUNTIME ERROR: mine\n"):
        call(ours)


def test_only_imports_are_asked_of_the_callback() -> None:
    for module in (ours, original):
        asked: list[tuple[str, str]] = []

        def read(
            folder: str, path: str, asked: list[tuple[str, str]] = asked
        ) -> tuple[str, bytes]:
            asked.append((folder, path))
            return os.path.join(folder, path), Path(folder, path).read_bytes()

        module.evaluate_file("a.jsonnet", import_callback=read)
        assert asked == [("", "lib/x.libsonnet")]


RUN = """\
import sys, unittest
import confty.compat._jsonnet as ours
sys.modules["_jsonnet"] = ours
unittest.main("_jsonnet_test")
"""


def test_the_originals_own_tests(tmp_path: Path) -> None:
    """As its package has them; the files that they read are not in it and are written here."""
    found = importlib.util.find_spec("_jsonnet_test")
    if found is None or found.origin is None:
        pytest.skip("the original's package has no tests in it")
    data = tmp_path / "testdata"
    data.mkdir()
    (tmp_path / "_jsonnet_test.py").write_text(Path(found.origin).read_text())
    (data / "trivial.jsonnet").write_text("42\n")
    (data / "trivial_no_eol.jsonnet").write_text("42")
    (data / "binary123.bin").write_bytes(bytes([1, 2, 3]))
    (data / "binary1230123.bin").write_bytes(bytes([1, 2, 3, 0, 1, 2, 3]))
    (data / "basic_check.jsonnet").write_text(
        "std.assertEqual(std.native('concat')('foo', 'bar'), 'foobar') &&\n"
        "std.assertEqual(std.native('return_types')(), { a: [1, 2, 3, null, []], b: 1.0, c: true,"
        " d: null, e: { x: 1, y: 2, z: ['foo'] } }) &&\n"
        "std.assertEqual(import 'trivial.jsonnet', 42)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", RUN],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "OK" in done.stderr


def test_a_text_that_goes_by_the_name_of_a_file_that_it_imports() -> None:
    """As in Go: the text is one thing, the file another."""
    go = pytest.importorskip("_gojsonnet", reason="NOT RUN: gojsonnet is not there")
    files = {"a.jsonnet": b"{ x: 1, y: 1 }", "main.jsonnet": b"'a'"}

    def found(_folder: str, path: str) -> tuple[str, bytes]:
        return path, files[path]

    for name, text in (
        ("a.jsonnet", "{ y: 2 } + import 'a.jsonnet'"),
        ("main.jsonnet", "import 'main.jsonnet'"),
    ):
        made = ours.evaluate_snippet(name, text, import_callback=found)
        assert made == go.evaluate_snippet(name, text, import_callback=found)


def test_the_root_is_another_folder_than_none() -> None:
    go = pytest.importorskip("_gojsonnet", reason="NOT RUN: gojsonnet is not there")

    def found(folder: str, path: str) -> tuple[str, bytes]:
        if (folder, path) == ("", "a"):
            return "/a", b"{ q: import 'q' }"
        return folder + path, f"'{path} in <{folder}>'".encode()

    text = "{ a: import 'a', q: import 'q' }"
    made = ours.evaluate_snippet("main.jsonnet", text, import_callback=found)
    assert made == go.evaluate_snippet("main.jsonnet", text, import_callback=found)
    assert "q in <>" in made
