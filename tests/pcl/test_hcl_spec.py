"""Decoding HCL by a specification: every kind, the functions, and what is refused where."""

import json

import pytest

from confty.cli.hcl import main


@pytest.fixture
def run(tmp_path, capsys):
    def decode(spec, text, *flags):
        (tmp_path / "s.hcldec").write_text(spec)
        (tmp_path / "i.hcl").write_text(text)
        known = ["--diags=json", "--with-type", "--keep-nulls", *flags]
        code = main([f"--spec={tmp_path / 's.hcldec'}", *known, str(tmp_path / "i.hcl")])
        out, err = capsys.readouterr()
        if code:
            assert out == ""
            return [
                (finding["subject"]["start"]["byte"], finding["subject"]["end"]["byte"])
                for finding in json.loads(err)["diagnostics"]
            ]
        document = json.loads(out)
        return document["value"], document["type"]

    return decode


def attr(name, type_, more=""):
    return f'attr "{name}" {{\n type = {type_}\n {more}\n}}\n'


def test_attributes_become_their_type(run):
    spec = "object {\n" + attr("a", "string") + attr("b", "list(any)") + attr("c", "bool") + "}"
    assert run(spec, 'a = 1.50\nb = [1, "x"]\nc = "true"\n') == (
        {"a": "1.5", "b": ["1", "x"], "c": True},
        ["object", {"a": "string", "b": ["list", "string"], "c": "bool"}],
    )


def test_absent_values_keep_their_type(run):
    spec = "object {\n" + attr("a", "map(number)") + 'block "b" {\n object {\n}\n}\n}'
    assert run(spec, "") == (
        {"a": None, "b": None},
        ["object", {"a": ["map", "number"], "b": ["object", {}]}],
    )


def test_composite_types(run):
    spec = (
        "array {\n"
        + attr("x", "x")
        .replace('"x"', "", 1)
        .replace("type = x", 'name = "o"\n type = object({a = string, b = tuple([number, bool])})')
        + 'attr {\n name = "s"\n type = set(string)\n}\n}'
    )
    assert run(spec, 'o = {a = 1, b = ["2", true], c = 3}\ns = ["b", "a", "b"]\n') == (
        [{"a": "1", "b": [2, True]}, ["a", "b"]],
        [
            "tuple",
            [
                ["object", {"a": "string", "b": ["tuple", ["number", "bool"]]}],
                ["set", "string"],
            ],
        ],
    )


def test_blocks_of_many_forms(run):
    inner = "object {\n" + attr("n", "any") + "}\n"
    spec = (
        "object {\n"
        f'block_list "l" {{\n {inner} }}\n'
        f'block_set "s" {{\n {inner} }}\n'
        f'block_tuple "t" {{\n {inner} }}\n'
        f'block_object "o" {{\n labels = ["k"]\n {inner} }}\n'
        f'block_map "m" {{\n labels = ["k", "j"]\n {inner} }}\n'
        'block_attrs "a" {\n element_type = number\n }\n}'
    )
    text = (
        'l {\n n = 1\n}\nl {\n n = "x"\n}\ns {\n n = 1\n}\ns {\n n = 1\n}\n'
        't {\n n = 1\n}\nt {\n n = "x"\n}\no "p" {\n n = true\n}\n'
        'm "p" "q" {\n n = 1\n}\nm "p" "r" {\n n = 2\n}\na {\n x = "7"\n}\n'
    )
    value, type_ = run(spec, text)
    assert value == {
        "l": [{"n": "1"}, {"n": "x"}],
        "s": [{"n": 1}],
        "t": [{"n": 1}, {"n": "x"}],
        "o": {"p": {"n": True}},
        "m": {"p": {"q": {"n": 1}, "r": {"n": 2}}},
        "a": {"x": 7},
    }
    parts = type_[1]
    number = ["object", {"n": "number"}]
    assert parts["l"] == ["list", ["object", {"n": "string"}]]
    assert parts["s"] == ["set", number]
    assert parts["t"] == ["tuple", [number, ["object", {"n": "string"}]]]
    assert parts["m"] == ["map", ["map", number]]
    assert parts["a"] == ["map", "number"]


def test_default_transform_and_literal(run):
    spec = (
        'array {\n default {\n attr {\n name = "a"\n type = number\n }\n'
        " literal {\n value = max(1, 2)\n }\n }\n"
        ' transform {\n attr {\n name = "b"\n type = string\n }\n'
        " result = upper(nested)\n }\n}"
    )
    assert run(spec, 'b = "x"\n') == ([2, "X"], ["tuple", ["number", "string"]])
    assert run(spec, 'a = 5\nb = "x"\n')[0] == [5, "X"]


def test_variables_and_functions(run):
    spec = (
        'variables {\n v = "spec"\n}\n'
        'function "twice" {\n params = [n]\n result = n * 2\n}\n'
        'function "least" {\n params = []\n variadic_param = ns\n result = min(ns...)\n}\n'
        'array {\n attr {\n name = "a"\n type = any\n }\n}'
    )
    text = "a = [v, twice(2), least(3, 1)]\n"
    assert run(spec, text)[0] == [["spec", 4, 1]]
    assert run(spec, text, "--vars", '{"v": "given"}')[0] == [["given", 4, 1]]
    assert run(spec, "a = upper(v)\n") == [(4, 9)]
    assert run(spec, "a = w.x\n") == [(4, 5)]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("b {\n}\n", [(0, 0)]),
        ("# why\nb {\n}\n", [(6, 6)]),
        ("a = {}\nb {\n}\n", [(4, 6)]),
        ("a = 1\nz = 2\nb {\n}\n", [(6, 7)]),
        ("a = 1\nz {\n}\nb {\n}\n", [(6, 7)]),
        ("a = 1\n", [(0, 0)]),
        ("a = 1\nb {\n}\nb {\n}\n", [(12, 13)]),
        ('a = 1\nb "x" {\n}\n', [(8, 11), (0, 0)]),
        ('a = 1\nb {\n}\nm "x" {\n}\nm "x" {\n}\n', [(22, 27)]),
        ("a = 1\nb {\n}\nm {\n}\n", [(14, 15)]),
        ("a = 1\nb {\n}\nl {\n}\nl {\n}\n", [(20, 20)]),
    ],
)
def test_places_of_mistakes(run, text, places):
    spec = (
        "object {\n" + attr("a", "string", "required = true") + 'block "b" {\n required = true\n'
        ' object {\n}\n}\nblock_map "m" {\n labels = ["k"]\n object {\n}\n}\n'
        'block_list "l" {\n max_items = 1\n object {\n}\n}\n}'
    )
    assert run(spec, text) == places


@pytest.mark.parametrize(
    "spec",
    [
        "",
        "object {\n}\nobject {\n}",
        "nothing {\n}",
        "attr {\n type = string\n}",
        'attr {\n name = "a"\n type = text\n}',
        'attr {\n name = "a"\n type = list\n}',
        "block {\n}",
        'block_map {\n block_type = "a"\n object {\n}\n}',
        "literal {\n}",
        "literal {\n value = nope()\n}",
        "object {\n attr {\n}\n}",
        "literal {\n value = 1",
    ],
)
def test_a_wrong_specification_is_reported_in_its_own_file(tmp_path, capsys, spec):
    (tmp_path / "s.hcldec").write_text(spec)
    (tmp_path / "i.hcl").write_text("")
    code = main(["--spec", str(tmp_path / "s.hcldec"), str(tmp_path / "i.hcl")])
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert "s.hcldec" in err


def test_nulls_are_left_out_unless_kept(tmp_path, capsys):
    (tmp_path / "s.hcldec").write_text("object {\n" + attr("a", "string") + "}")
    (tmp_path / "i.hcl").write_text("")
    assert main([f"--spec={tmp_path / 's.hcldec'}", str(tmp_path / "i.hcl")]) == 0
    assert capsys.readouterr().out == "{}\n"


def test_flags_of_decoding_need_a_specification(capsys):
    assert main(["--with-type", "x.hcl"]) == 2
    assert "--spec" in capsys.readouterr().err
