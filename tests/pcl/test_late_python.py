"""What comes late in converted programs: ranges, inputs of components, calls inside calls, loops.

Each program is converted, run under the mocks of Pulumi's own SDK, and has to register and export
what our own run of it does, under the same mocks.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from conformance.test_pcl_corpus import exported, in_order, made_by, told
from support.pulumi_packages import write_packages

from confty.kit.installation import Installation
from confty.languages.pcl.checker import bind_folder
from confty.languages.pcl.converter.python.program import PythonProject
from confty.languages.pcl.evaluator import RunInfo, run_program
from confty.workspace import Disk

SUPPORT = Path(__file__).resolve().parents[1] / "support"
SCHEMA = {
    "name": "late",
    "version": "1.0.0",
    "types": {
        "late:index:Part": {
            "type": "object",
            "properties": {
                "name": {"type": "string"},
                "subParts": {"$ref": "#/types/late:index:Sub"},
            },
        },
        "late:index:Sub": {
            "type": "object",
            "properties": {
                "sizeOf": {"type": "string"},
                "tier": {"$ref": "#/types/late:index:Tier"},
            },
        },
        "late:index:Tier": {
            "type": "string",
            "enum": [
                {"name": "Hot", "value": "hot"},
                {"value": "Standard_LRS"},
                {"value": "very-cold"},
                {"value": "*"},
                {"value": "a"},
            ],
        },
        "late:index:Size": {"type": "integer", "enum": [{"value": 8}, {"value": 16}]},
    },
    "resources": {
        "late:index:Thing": {
            "inputProperties": {
                "label": {"type": "string"},
                "count": {"type": "integer"},
                "part": {"$ref": "#/types/late:index:Part"},
                "labels": {"type": "array", "items": {"type": "string"}},
                "tier": {"$ref": "#/types/late:index:Tier"},
                "tiers": {"type": "array", "items": {"$ref": "#/types/late:index:Tier"}},
                "byName": {
                    "type": "object",
                    "additionalProperties": {"$ref": "#/types/late:index:Tier"},
                },
                "size": {"$ref": "#/types/late:index:Size"},
                "loose": {
                    "oneOf": [{"type": "string"}, {"$ref": "#/types/late:index:Tier"}],
                },
            },
            "properties": {
                "label": {"type": "string"},
                "count": {"type": "integer"},
                "part": {"$ref": "#/types/late:index:Part"},
                "words": {"type": "array", "items": {"type": "string"}},
                "table": {"type": "object", "additionalProperties": {"type": "string"}},
                "flag": {"type": "boolean"},
            },
            "required": ["label", "count", "words", "table", "flag"],
        }
    },
    "functions": {
        "late:index:loud": {
            "inputs": {"properties": {"text": {"type": "string"}}, "required": ["text"]},
            "outputs": {"properties": {"result": {"type": "string"}}, "required": ["result"]},
        }
    },
}
OUTPUTS = {"count": 2, "words": ["x", "y"], "table": {"k": "v", "l": "w"}, "flag": True}
THING = '"late:index:Thing"'
PROGRAMS = {
    "secrets made and unmade": {
        "main.pp": f"""
resource a {THING} {{ label = "a" }}
plain = "x"
hidden = secret(a.label)
output one {{ value = unsecret(a.label) }}
output two {{ value = unsecret(secret(a.label)) }}
output three {{ value = unsecret(plain) }}
output four {{ value = "pre-${{unsecret(hidden)}}-${{a.id}}" }}
output five {{ value = secret({{ a = a.label, c = [a.id, 1] }}) }}
output six {{ value = unsecret([a.label, hidden]) }}
output seven {{ value = unsecret(a.flag ? hidden : "y") }}
output eight {{ value = unsecret("${{hidden}}!") }}
output nine {{ value = toJSON({{ s = secret(a.label), "k-${{a.id}}" = 1 }}) }}
"""
    },
    "texts split between letters, and of several late parts": {
        "main.pp": f"""
resource a {THING} {{ label = "ab" }}
resource b {THING} {{ label = "${{a.label}}/${{a.id}}" }}
output one {{ value = split("", "xyz") }}
output two {{ value = split("", a.label) }}
output three {{ value = "${{a.id}}-${{b.label}}-${{a.count}}-${{b.flag}}" }}
output four {{ value = [for values in a.words : "${{values}}${{a.label}}${{b.id}}"] }}
output five {{ value = [for w in a.words : "${{w}}${{a.label}}${{b.id}}" if a.flag] }}
output six {{ value = {{ for k, v in a.table : "${{k}}${{b.label}}" => "${{v}}${{a.id}}" }} }}
output seven {{ value = a.count + b.count * length(a.words) }}
output eight {{ value = a.flag && b.flag ? a.label : b.label }}
"""
    },
    "parts of what is made of late values, loops in texts, and ranges to wait for": {
        "main.pp": f"""
config flag bool {{ default = false }}
resource a {THING} {{
  options {{ range = flag }}
  label = "a"
}}
resource c {THING} {{
  options {{ range = ["p", "q"] }}
  label = range.value
}}
resource e {THING} {{
  options {{ range = {{ x = "1" }} }}
  label = range.value
}}
resource d {THING} {{
  options {{
    parent    = c[0]
    dependsOn = c
  }}
  label = <<EOT
multi ${{c[1].label}}
%{{ for x in c ~}}
- ${{x.id}}
%{{ endfor ~}}
end
EOT
}}
resource b {THING} {{
  label = flag ? a.label : "none"
  options {{ dependsOn = [a, c, d, e] }}
}}
output one {{ value = entries(d.table)[0].value }}
output two {{ value = split(",", "${{d.id}},${{b.id}}")[1] }}
output three {{ value = [for w in d.words : [for v in c : "${{w}}${{v.id}}"]] }}
output four {{ value = "%{{ for w in d.words }}${{w}}-${{b.id}} %{{ endfor }}" }}
output five {{ value = d.label }}
"""
    },
    "a component that is given tables and lists of what comes late": {
        "main.pp": f"""
resource a {THING} {{ label = "a" }}
component one "./inner" {{
  table = {{ x = a.label, y = "z" }}
  words = [a.id, "w"]
  nested = {{ k = [a.label] }}
}}
component two "./inner" {{
  table = a.table
  words = ["v"]
}}
output one {{ value = one.all }}
output two {{ value = two.all }}
""",
        "inner/main.pp": f"""
config table "map(string)" {{}}
config words "list(string)" {{}}
config nested "map(list(string))" {{ default = {{}} }}
resource t {THING} {{
  label  = join(",", [for k, v in table : "${{k}}=${{v}}"])
  labels = words
}}
output all {{ value = "${{t.label}}/${{words[0]}}/${{length(nested)}}" }}
""",
    },
    "a range over a number that comes late": {
        "main.pp": f"""
resource a {THING} {{ label = "a" }}
resource many {THING} {{
  options {{ range = a.count }}
  label = "${{range.value}}-${{a.label}}"
}}
output first {{ value = many[0].label }}
output every {{ value = many[*].label }}
output joined {{ value = join(",", [for m in many : m.label]) }}
"""
    },
    "places that take an enumeration": {
        "main.pp": f"""
config tier string {{ default = "hot" }}
resource a {THING} {{
  label = "a"
  tier = "hot"
  tiers = ["Standard_LRS", "very-cold", tier]
  byName = {{ x = "*", y = tier == "hot" ? "hot" : "very-cold" }}
  size = 8
  loose = "hot"
  part = {{ subParts = {{ tier = "*" }} }}
}}
resource b {THING} {{
  label = "b"
  tier = a.label
  tiers = [for t in ["hot", "very-cold"] : t]
  size = 16
  loose = tier
  part = {{ subParts = {{ tier = tier }} }}
}}
"""
    },
    "lists and tables that may be absent": {
        "main.pp": f"""
config env "object({{names=list(string), table=map(string), parts=list(object({{q=string}})), n=number, gone=list(string)}})" {{
  default = {{ names = ["a", "b"], table = {{ x = "y" }}, parts = [{{ q = "r" }}], n = 1.5, gone = null }}
}}
output first {{ value = element(env.names, 3) }}
output only {{ value = singleOrNone(env.parts).q }}
output pairs {{ value = entries(env.names) }}
output sorted {{ value = [for e in entries(env.table) : "${{e.key}}=${{e.value}}"] }}
output numbered {{ value = [for e in entries(["p", "q"]) : "${{e.key}}-${{e.value}}"] }}
output every {{ value = env.parts[*].q }}
output none {{ value = env.gone[*] }}
output most {{ value = max(env.n, 1) }}
resource a {THING} {{ label = "a" }}
output late {{ value = entries(a.words) }}
output later {{ value = element(a.words, 1) }}
"""
    },
    "ranges over a list and a map that come late": {
        "main.pp": f"""
resource a {THING} {{ label = "a" }}
resource byWord {THING} {{
  options {{ range = a.words }}
  label = "${{range.key}}-${{range.value}}"
}}
resource byKey {THING} {{
  options {{ range = a.table }}
  label = range.value
}}
output second {{ value = "<${{byWord[1].label}}>" }}
output k {{ value = byKey["k"].label }}
"""
    },
    "a resource that exists depending on an output": {
        "main.pp": f"""
resource a {THING} {{ label = "a" }}
resource maybe {THING} {{
  options {{ range = a.flag }}
  label = "m"
}}
output label {{ value = maybe.label }}
"""
    },
    "loops whose values are awaited": {
        "main.pp": f"""
config names "list(string)" {{ default = ["p", "q", "r"] }}
resource a {THING} {{ label = "a" }}
resource each {THING} {{
  options {{ range = names }}
  label = "${{a.label}}-${{range.value}}"
}}
output said {{ value = [for n in names : "${{n}}=${{a.label}}"] }}
output table {{ value = {{ for n in names : n => "${{n}}=${{a.label}}" }} }}
output loud {{ value = [for n in names : invoke("late:index:loud", {{ text = n }}).result] }}
output chosen {{ value = [for n in names : n if invoke("late:index:loud", {{ text = n }}).result != n] }}
"""
    },
    "a late call with a late argument": {
        "main.pp": f"""
resource a {THING} {{ label = "a" }}
inner = invoke("late:index:loud", {{ text = "${{a.label}}!" }}).result
outer = invoke("late:index:loud", {{ text = "${{inner}}?${{a.label}}" }}).result
output outer {{ value = "<${{outer}}>" }}
output words {{ value = join("+", [for w in a.words : invoke("late:index:loud", {{ text = w }}).result]) }}
"""
    },
    "components with late and prompt inputs": {
        "main.pp": f"""
resource a {THING} {{ label = "a" }}
component prompt "./pair" {{
  title = "t"
  names = ["n", "m"]
}}
component inner "./late" {{
  title = a.label
  names = a.words
}}
output both {{ value = "${{prompt.all}} ${{inner.all}}" }}
""",
        "pair/main.pp": f"""
config title string {{}}
config names "list(string)" {{}}
config unused string {{ default = "z" }}
resource one {THING} {{
  options {{ range = names }}
  label = "${{title}}-${{range.value}}"
}}
output all {{ value = join(" ", one[*].label) }}
""",
        "late/main.pp": f"""
config title string {{}}
config names "list(string)" {{}}
resource one {THING} {{
  options {{ range = names }}
  label = "${{title}}-${{range.value}}"
}}
resource unread {THING} {{ label = title }}
output all {{ value = join(" ", one[*].label) }}
""",
    },
    "components that need each other": {
        "main.pp": """
component first "./echo" { text = second.said }
component second "./echo" {
  text = "start"
  other = first.plain
}
output said { value = first.said }
output other { value = second.other }
""",
        "echo/main.pp": f"""
config text string {{}}
config other string {{ default = "none" }}
resource own {THING} {{ label = "own" }}
output plain {{ value = own.label }}
output said {{ value = "${{text}}-${{own.label}}" }}
output other {{ value = other }}
""",
    },
    "optional parts of outputs": {
        "main.pp": f"""
resource a {THING} {{
  label = "a"
  part = {{ name = "n", subParts = {{ sizeOf = "9" }} }}
}}
resource b {THING} {{
  label = a.part.name
  labels = [a.part.subParts.sizeOf, "x"]
}}
output size {{ value = "${{a.part.subParts.sizeOf}}!" }}
""",
    },
}


class Host(Disk):
    def __init__(self, schema):
        self.settings = {"schema": [str(schema)], "prefer_output_invokes": True}

    installation = Installation()

    memory = None

    def variable(self, _name):
        return None


class Mocks:
    def __init__(self):
        self.calls = []

    def new_resource(self, args):
        return f"{args.name}_id", {**OUTPUTS, **args.inputs}

    def call(self, args):
        self.calls.append([args.token, told(args.args)])
        return {"result": "LOUD"}


class Made:
    def __init__(self, work, programs=PROGRAMS):
        self.work = work
        self.schema = work / "late.json"
        self.schema.write_text(json.dumps(SCHEMA))
        write_packages(
            [self.schema], {"late": {"late:index:Thing", "late:index:loud"}}, work / "packages"
        )
        self.programs = {}
        orders = []
        for number, (name, files) in enumerate(programs.items()):
            folder = work / f"p{number}"
            for path, text in files.items():
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                (folder / path).write_text(text)
            program = bind_folder(str(folder), Host(self.schema))
            assert not program.failed, program.diagnostics
            self.programs[name] = program
            project = PythonProject(program, program.schemas, "project")
            project.convert()
            assert not project.diagnostics
            made = work / f"m{number}"
            made.mkdir()
            for path, text in project.files.items():
                (made / path).write_text(text)
            orders.append(
                {
                    "config": {},
                    "outputs": {"late:index:Thing": OUTPUTS},
                    "results": {"late:index:loud": {"result": "LOUD"}},
                    "folder": str(folder),
                    "file": str(made / "__main__.py"),
                    "path": [str(made), str(work / "packages")],
                }
            )
        (work / "orders.json").write_text(json.dumps(orders))
        done = subprocess.run(
            [sys.executable, str(SUPPORT / "pulumi_mocked.py"), str(work / "orders.json")],
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        )
        self.answers = dict(zip(programs, json.loads(done.stdout), strict=True))


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    pytest.importorskip("pulumi", reason="the Pulumi SDK is not installed")
    return Made(tmp_path_factory.mktemp("late"))


@pytest.mark.parametrize("name", PROGRAMS)
def test_it_does_what_our_run_does(made, name):
    agrees(made, name)


def agrees(made, name):
    theirs = made.answers[name]
    assert theirs["error"] is None
    info = RunInfo(project="project", stack="stack")
    info.preview = False
    mocks = Mocks()
    run = run_program(made.programs[name], info, Host(made.schema), mocks)
    assert not run.failed, run.diagnostics
    found = [
        [one.type, one.name, told(one.inputs)]
        for one in run.engine.resources.values()
        if one is not run.engine.stack and not one.type.startswith("pulumi:providers:")
    ]
    if "need each other" in name:
        # What a component in a ring is given cannot be told before it is there.
        found = [
            [kind, own, {} if kind.startswith("components:") else i] for kind, own, i in found
        ]
    assert made_by(found) == made_by(theirs["resources"])
    assert in_order(mocks.calls) == in_order(theirs["calls"])
    assert exported(told(run.outputs)) == exported(theirs["exports"])


def test_pyright_has_nothing_to_say(made):
    pyright(made, PROGRAMS)


def pyright(made, programs):
    checker = Path(sys.executable).parent / "pyright"
    if not checker.exists():
        pytest.skip("pyright is not installed")
    roots = [f"m{number}" for number in range(len(programs))]
    config = {
        "executionEnvironments": [{"root": each, "extraPaths": ["packages"]} for each in roots],
        "include": roots,
        "typeCheckingMode": "strict",
        "pythonVersion": "3.11",
    }
    (made.work / "pyrightconfig.json").write_text(json.dumps(config))
    done = subprocess.run(
        [str(checker), "--pythonpath", sys.executable],
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
        cwd=made.work,
    )
    assert done.returncode == 0, done.stdout
