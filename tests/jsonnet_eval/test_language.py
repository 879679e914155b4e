"""The traps of the language, each as a program and its value."""

from __future__ import annotations

import json

import pytest

from confty.compat.jsonnet import JsonnetError, evaluate_snippet


def value(text: str, **options):
    return json.loads(evaluate_snippet("program", text, **options))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("std.length([error 'x'])", 1),
        ("[1, error 'x'] < [2, error 'y']", True),
        ("local x = { a: 1, b:: 2 }; x + { a::: 3 }", {"a": 3}),
        ("{ a:: 1 } + { a: 2 }", {}),
        ("{ a:: 1 } + { a::: 2 }", {"a": 2}),
        ("{ a: { x: 1 } } + { a+: { y: super.x } }", {"a": {"x": 1, "y": 1}}),
        ("[f() for f in [function() x for x in [1, 2, 3]]]", [1, 2, 3]),
        ("[o.v for o in [{ v: x } for x in [1, 2]]]", [1, 2]),
        ("{ [k]: self.b for k in ['a'] } + { b: 5 }", {"a": 5, "b": 5}),
        ("local f(x, y=x + 1, z=y * 2) = [x, y, z]; f(1) + f(1, z=0)", [1, 2, 4, 1, 2, 0]),
        ("{ assert self.a > 0, a: 1 }.a", 1),
        ("{ assert false } == { assert false }", True),
        ("'😀'[0] == '😀' && std.length('😀') == 1", True),
        ("[1, 2, 3, 4][-2:] + [1, 2, 3, 4][::2]", [3, 4, 1, 3]),
        ("local a = [1, b], b = a[0] + 1; a", [1, 2]),
        ("{ [null]: 1, b: 2 }", {"b": 2}),
        ("local std = { length(x):: 7 }; std.length([])", 7),
        ("local o = { f(x):: x + self.n, n: 2 }; (o { n: 5 }).f(1)", 6),
        ("std.objectRemoveKey({ a: 1, c: self.a }, 'a') + { a: 5 }", {"a": 5, "c": 5}),
        ("{ local a = k + 'e', [k]: a for k in ['f', 'g'] }", {"f": "fe", "g": "ge"}),
        ("if true || error 'x' then 1 else error 'y'", 1),
        ("local f(n) = if n == 0 then 'done' else f(n - 1) tailstrict; f(200000)", "done"),
        ("{ f(n):: if n == 0 then 0 else self.f(n - 1) tailstrict }.f(200000)", 0),
        ("local f(n) = if n == 0 then 0 else 1 + f(n - 1); f(5000)", 5000),
        ("'%5.2f|%-4d|%+x|%s' % [3.14159, 7, 255, [1]]", " 3.14|7   |+ff|[1]"),
    ],
)
def test_value(text: str, expected) -> None:
    assert value(text) == expected


def test_numbers_print_as_the_reference_does() -> None:
    text = "[0.1, 1e100, -0.0, 1e-5, 3, 1 / 3]"
    shown = evaluate_snippet("program", f"std.toString({text})")
    digits = "1" + "0" * 100
    # The double nearest to ten to the hundredth, in full.
    assert json.loads(shown).startswith("[0.10000000000000001, 1000000000000000")
    assert len(json.loads(shown).split(", ")[1]) == len(digits)
    assert json.loads(shown).endswith(", -0, 1.0000000000000001e-05, 3, 0.33333333333333331]")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("local x = { a: $.b }; { b: 1, c: x }", "Field does not exist: b"),
        ("{ x: super.y }", "Attempt to use super when there is no super class."),
        ("1e308 * 10", "Overflow"),
        ("std.sqrt(-1)", "Not a number"),
        ("1 / 0", "Division by zero."),
        ("std.avg([1, 'a'])", "Unexpected type string, expected number"),
        ("std.deg2rad(1.7e308)", "Overflow"),
        (
            "9007199254740992 & 1",
            "Bitwise operator argument 9.007199254740992e+15 outside of range",
        ),
        ("local f(x) = x; f(error 'early') + 1", "early"),
        ("local f(x) = 1; f(error 'early') tailstrict", "early"),
        ("local f(x, y=error 'default') = x; f(1) tailstrict", "default"),
        ("local f(x, y=error 'default') = x; [f][0](1) tailstrict", "default"),
        ("local x = x; x", "max stack frames exceeded."),
        ("{ a: [self] }", "max stack frames exceeded."),
        ("import 'nowhere'", "couldn't open import"),
        ("std.extVar('nothing')", "Undefined external variable: nothing"),
        ("[function(x) x]", "couldn't manifest function"),
    ],
)
def test_error(text: str, message: str) -> None:
    with pytest.raises(JsonnetError, match="RUNTIME ERROR") as caught:
        evaluate_snippet("program", text)
    assert message in str(caught.value)


def test_trace_names_the_program() -> None:
    text = "local inner(x) = error 'no';\nlocal outer(x) = inner(x);\nouter(1)"
    with pytest.raises(JsonnetError) as caught:
        evaluate_snippet("program", text)
    assert str(caught.value).splitlines() == [
        "RUNTIME ERROR: no",
        "\tprogram:1:18-28\tfunction <inner>",
        "\tprogram:2:18-26\tfunction <outer>",
        "\tprogram:3:1-9\t",
    ]
    (finding,) = caught.value.diagnostics
    assert finding.span is not None
    assert finding.span.text == "error 'no'"


def test_a_long_trace_is_cut() -> None:
    text = "local f(n) = if n == 0 then error 'deep' else f(n - 1) + 1; f(100)"
    with pytest.raises(JsonnetError) as caught:
        evaluate_snippet("program", text, max_trace=4)
    assert len(str(caught.value).splitlines()) == 6
    assert "\t..." in str(caught.value).splitlines()


def test_callbacks() -> None:
    def find(folder: str, path: str) -> tuple[str, bytes]:
        return f"{folder}lib/{path}", b"{ here: std.thisFile, text: importstr 'x' }"

    natives = {"add": (("a", "b"), lambda a, b: a + b)}
    found = value(
        "{ i: import 'a', n: std.native('add')(1, 2), m: std.native('none') }",
        import_callback=find,
        native_callbacks=natives,
    )
    assert found["i"]["here"] == "lib/a"
    assert found["n"] == 3
    assert found["m"] is None


def test_traces_and_caches_of_fields(capfd) -> None:
    assert value("local o = { a: std.trace('once', 1) }; o.a + o.a") == 2
    assert capfd.readouterr().err == "TRACE: program:1 once\n"
