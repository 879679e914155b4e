"""Converted programs: clean under pyright's strict mode, and they register what a preview showed."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from confty.cli.convert import main as convert
from confty.kit.installation import Installation
from confty.languages.pcl.checker import bind_folder
from confty.languages.pcl.evaluator import RunInfo, run_program
from confty.values import Labelled, Unknown
from confty.workspace import Disk

SCHEMAS = str(Path(__file__).parent / "schemas")
PET = "random:index/randomPet:RandomPet"
STRING = "random:index/randomString:RandomString"
PASSWORD = "random:index/randomPassword:RandomPassword"
SHUFFLE = "random:index/randomShuffle:RandomShuffle"
MAIN = """
# Where everything goes.
config region string { default = "eu" }
config count int { default = 2 }
config names "list(string)" { default = ["a", "b"] }
config limits "map(int)" { default = { low = 1, high = 9 } }
config token string { secret = true }

zone = "${region}-1"

resource pet "random:index/randomPet:RandomPet" {
  prefix = zone
  length = "2"
}
resource many "random:index/randomString:RandomString" {
  options { range = count }
  length  = 8 + range.value
  special = range.value == 0
}
resource byName "random:index/randomPet:RandomPet" {
  options { range = names }
  prefix = "${range.key}-${range.value}"
}
resource shuffle "random:index/randomShuffle:RandomShuffle" {
  inputs = many[*].result
  options { dependsOn = [pet] }
}
resource pw "random:index/randomPassword:RandomPassword" {
  length = limits.high
  options {
    protect       = true
    ignoreChanges = [special]
  }
}
component web "./pair" {
  title = pet.id
  size  = 3
}
output first { value = many[0].result }
output joined { value = join("-", [for m in many : m.result]) }
output all { value = "${pet.id}:${pw.result}:${length(names)}" }
output inner { value = web.both }
output json { value = toJSON({ id = pet.id, n = count }) }
output cond { value = pet.separator == "-" ? "dash" : "other" }
output up { value = { for n in names : n => "x-${n}" } }
output hidden { value = token }
"""
PAIR = """
config title string {}
config size int {}
config extra string { default = "z" }
resource one "random:index/randomPet:RandomPet" {
  prefix = "${title}-${extra}"
  length = size
}
label = "${one.id}!"
output both { value = "${label}-${title}" }
output size { value = size }
"""


class Host(Disk):
    def __init__(self):
        self.settings = {"schema": SCHEMAS, "prefer_output_invokes": True}

    installation = Installation()

    memory = None

    def variable(self, _name):
        return None


@pytest.fixture(scope="module")
def converted(tmp_path_factory):
    folder = tmp_path_factory.mktemp("convert")
    program = folder / "program"
    (program / "pair").mkdir(parents=True)
    (program / "main.pp").write_text(MAIN)
    (program / "pair" / "main.pp").write_text(PAIR)
    made = folder / "made"
    assert convert([str(program), "--to", "python", "-o", str(made), "--schema", SCHEMAS]) == 0
    return program, made


class Made:
    """The providers of the random package, the same for both sides."""

    def new_resource(self, args):
        return f"{args.name}-id", {**args.inputs, **made_by(args.typ, args.inputs)}

    def call(self, args):
        raise AssertionError(args.token)


def made_by(type_, inputs):
    if type_ in (STRING, PASSWORD):
        return {"result": "r" * int(inputs["length"])}
    if type_ == SHUFFLE:
        return {"results": inputs["inputs"]}
    return {"separator": "-"}


def bare(value):
    if isinstance(value, Labelled):
        return bare(value.value)
    if isinstance(value, Unknown):
        return "unknown"
    if isinstance(value, dict):
        return {key: bare(each) for key, each in value.items()}
    if isinstance(value, list):
        return [bare(each) for each in value]
    return value


def test_it_registers_what_the_preview_showed(converted):
    pytest.importorskip("pulumi_random", reason="the Pulumi SDK is not installed")
    from pulumi_monitor import Monitor, Provider
    from pulumi_monitor import run_program as run_python

    folder, made = converted
    program = bind_folder(str(folder), Host())
    assert not program.diagnostics
    info = RunInfo(project="proj", stack="dev")
    info.preview = False
    info.config, info.secret_keys = {"token": "t"}, {"token"}
    ours = run_program(program, info, Host(), Made())
    assert not ours.diagnostics

    providers = {
        type_: Provider((), lambda one: made_by(one.type, bare(one.inputs)))
        for type_ in (PET, STRING, PASSWORD, SHUFFLE)
    }
    with Monitor(preview=False, providers=providers) as monitor:
        done = run_python(
            monitor, made, config={"proj:token": "t"}, secret_keys=("proj:token",), timeout=120
        )
    assert done.code == 0, done.stderr
    found = {
        one.urn: (one.type, one.name, one.parent, bare(one.inputs))
        for one in monitor.registrations
        if one.type != "pulumi:pulumi:Stack"
    }
    wanted = {
        urn: (each.type, each.name, each.parent, bare(each.inputs))
        for urn, each in ours.engine.resources.items()
        if "default" not in each.name and each.type != "pulumi:pulumi:Stack"
    }
    assert found == wanted
    outputs = {name: bare(value) for name, value in ours.outputs.items()}
    theirs = {name: bare(value) for name, value in monitor.stack_outputs.items()}
    assert json.loads(theirs.pop("json")) == json.loads(outputs.pop("json"))
    assert theirs == outputs
    secret = {n for n, v in monitor.stack_outputs.items() if isinstance(v, Labelled) and v.secret}
    assert secret == {n for n, v in ours.outputs.items() if isinstance(v, Labelled) and v.secret}


def test_pyright_has_nothing_to_say(converted):
    pytest.importorskip("pulumi_random", reason="the Pulumi SDK is not installed")
    checker = shutil.which("pyright", path=str(Path(sys.executable).parent))
    if checker is None:
        pytest.skip("pyright is not installed")
    _, made = converted
    settings = {"strict": ["."], "pythonVersion": "3.11"}
    (made / "pyrightconfig.json").write_text(json.dumps(settings))
    done = subprocess.run(
        [checker, "--pythonpath", sys.executable, str(made)],
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
        cwd=made,
    )
    assert done.returncode == 0, done.stdout


def test_nothing_is_written_when_it_cannot_be_expressed(tmp_path, capsys):
    program = tmp_path / "program"
    program.mkdir()
    (program / "main.pp").write_text(
        'resource a "random:index/randomPet:RandomPet" {\n'
        '  prefix = importData("names.json").first\n'
        "}\n"
    )
    (program / "names.json").write_text('{"first": "a"}')
    made = tmp_path / "made"
    code = convert(
        [
            *("--output-format", "concise", "--to", "python", "--schema", SCHEMAS),
            *("-o", str(made), str(program)),
        ]
    )
    assert code == 1
    assert not made.exists()
    assert "main.pp:2:12: error[pcl/conversion]" in capsys.readouterr().err
