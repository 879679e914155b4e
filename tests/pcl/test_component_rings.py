"""Components that need each other: each output is there when it is asked for, as if there were no ring."""

import json
from pathlib import Path

import pytest

from confty.cli.preview import main as preview

SCHEMAS = str(Path(__file__).parent / "schemas")
PART = 'config "in" "number" { default = 7 }\noutput k { value = secret(1) }\noutput v { value = in }\n'
OPEN = PART.replace("secret(1)", "1")
RING = 'component "x" "./a" { in = y.k }\ncomponent "y" "./b" { in = x.k }\n'
# The same, but for what makes the ring.
ROW = 'component "x" "./a" { in = y.k }\ncomponent "y" "./b" { in = secret(1) }\n'


@pytest.fixture
def shown(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def run(main, *flags, a=PART, b=PART, code=0):
        for name, text in (("main.pp", main), ("a/main.pp", a), ("b/main.pp", b)):
            path = tmp_path / "prog" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        words = ["prog", "--project", "p", "--schema", SCHEMAS, "--output-format", "concise"]
        form = "tree" if code else "json"
        assert preview([*words, "--format", form, *flags]) == code
        said = capsys.readouterr()
        return said.out if code else json.loads(said.out), said.err

    return run


@pytest.mark.parametrize(
    "value",
    [
        "x",
        "x[*]",
        "{ a = [x] }",
        "length(x)",
        "entries(x)",
        'lookup(x, "v", 3)',
        '[for k, v in x : "${k}=${v}"]',
        "x == y",
        "x == x",
        "x != y",
        "toJSON(x)",
        "(true ? x : y).v",
        "try(x, 1)",
        "can(x.v)",
    ],
)
def test_a_whole_component_is_the_object_that_it_is_outside_of_a_ring(shown, value):
    text = f"output o {{ value = {value} }}\n"
    ring, _ = shown(RING + text, "--show-secrets")
    row, _ = shown(ROW + text, "--show-secrets")
    assert ring["outputs"] == row["outputs"]


def test_an_input_that_cannot_be_worked_out_is_told_where_it_stands(shown):
    main = 'component "x" "./a" { in = y.out ? 1 : 2 }\ncomponent "y" "./b" { in = x.k }\n'
    broken = 'config "in" "number" {}\noutput out { value = "x${in}" }\n'
    for asked in ("", "output o { value = x.v }\n"):
        _, err = shown(main + asked, a=OPEN, b=broken, code=1)
        assert err.startswith("prog/main.pp:1:28: error[pcl/evaluation] expected a bool")
        assert err.count("error[") == 1


def test_what_a_failed_resource_should_have_given_is_left_out(shown, tmp_path):
    mocks = tmp_path / "mocks.py"
    mocks.write_text(
        "class Mocks:\n    def new_resource(self, args):\n        raise RuntimeError('quota')\n"
        "    def call(self, args):\n        return {}\n"
    )
    part = (
        'resource pet "random:index/randomPet:RandomPet" { length = in }\n'
        "output id { value = pet.id }\n"
    )
    main = (
        'component "x" "./a" { in = y.k }\ncomponent "y" "./b" { in = length(x.id) }\n'
        "output k { value = x.k }\noutput v { value = y.v }\n"
    )
    flags = ("--mocks", str(mocks), "--update", "--continue-on-error")
    found, err = shown(main, *flags, a=OPEN + part, b=OPEN, code=1)
    assert "quota" in err
    assert err.count("error[") == 1
    assert found.split("outputs\n")[1] == "    k: 1\n"


def test_an_input_that_is_null_is_not_given(shown):
    main = (
        'config c "number" { default = null }\n'
        'component "x" "./a" { in = y.k == 1 ? c : 2 }\ncomponent "y" "./b" { in = x.k }\n'
        "output o { value = unsecret(x.v) }\n"
    )
    assert shown(main)[0]["outputs"]["o"] == 7


def test_each_component_of_a_range_has_its_own_inputs(shown):
    main = (
        'component "x" "./a" {\n  options { range = 2 }\n  in = y.v + range.value\n}\n'
        'component "y" "./b" { in = x[0].k * 0 + 10 }\n'
        "output o { value = [unsecret(x[0].v), unsecret(x[1].v)] }\n"
    )
    found, _ = shown(main)
    assert found["outputs"]["o"] == [10, 11]
    assert [each["name"] for each in found["resources"]] == ["p-dev", "y", "x-0", "x-1"]


@pytest.mark.parametrize("given", ["y.v", "length(toJSON(y))"])
def test_an_output_that_needs_itself_is_told(shown, given):
    main = f'component "x" "./a" {{ in = {given} }}\ncomponent "y" "./b" {{ in = x.v }}\n'
    _, err = shown(main + "output o { value = x.v }\n", code=1)
    assert "needs itself" in err
    assert err.count("error[") == 1
