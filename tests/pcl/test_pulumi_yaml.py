"""Pulumi's YAML read as PCL."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from confty.cli.convert import main as convert
from confty.cli.preview import main as preview
from confty.languages.pcl.checker.options import PATH_OPTIONS

SCHEMAS = str(Path(__file__).parent / "schemas")
PROGRAM = """
name: pets
runtime: yaml
config:
  length: { type: integer, default: 2 }
  token: { type: string, secret: true, default: hush }
variables:
  parts:
    fn::split: ["-", "a-b-c"]
  second:
    fn::select: [1, "${parts}"]
resources:
  my pet:
    type: random:index/randomPet:RandomPet
    properties:
      length: ${length}
      prefix: "x-${second}$${no}"
    options: { protect: true, ignoreChanges: [prefix] }
  other:
    type: random:index/randomPet:RandomPet
    options: { dependsOn: ["${my pet}"] }
outputs:
  all: { fn::toJSON: { a: [1, true, null], "${x": "%{y" } }
  joined: { fn::join: [",", "${parts}"] }
  where: ${pulumi.stack}
  hidden: { fn::secret: "${token}" }
"""


def made(folder: Path, text: str, *more: str) -> tuple[int, Path]:
    (folder / "in").mkdir()
    (folder / "in" / "Pulumi.yaml").write_text(text)
    out = folder / "out"
    given = [str(folder / "in"), "--to", "pcl", "-o", str(out), "--schema", SCHEMAS, *more]
    return convert(given), out


def test_a_program(tmp_path, capsys):
    status, folder = made(tmp_path, PROGRAM)
    assert status == 0
    capsys.readouterr()
    assert preview([str(folder), "--schema", SCHEMAS, "--format", "json", "--stack", "dev"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["outputs"]["joined"] == "a,b,c"
    assert json.loads(shown["outputs"]["all"]) == {"a": [1, True, None], "${x": "%{y"}
    assert shown["outputs"]["where"] == "dev"
    assert "hush" not in json.dumps(shown)
    pets = [one for one in shown["resources"] if one["custom"] and "Pet" in one["type"]]
    assert [one["name"] for one in pets] == ["my pet", "other"]
    assert pets[0]["inputs"] == {"length": 2, "prefix": "x-b${no}"}
    assert pets[1]["dependencies"] == [pets[0]["urn"]]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("outputs: { a: '${nope}' }", "expected something declared, found `nope`"),
        ("outputs: { a: '${1 +}' }", "expected a name, found `1 +`"),
        ("resources: { a: { properties: {} } }", "the type of a resource"),
        ("resources: [1]", "expected an object for `resources`"),
        ("variables: { a: { fn::invoke: {} } }", "the function of an invoke"),
        ("variables: { a: { fn::invoke: x } }", "expected an object with the function"),
        ("variables: { a: { fn::join: [x] } }", "expected a list of two for `fn::join`"),
        ("variables: { a: { fn::stackReference: x } }", "a list of two for `fn::stackReference`"),
        ("variables: { a: { fn::stackReference: ['${b}', c] } }", "the name of a stack"),
        ("components: { a: { outputs: { b: '${nope}' } } }", "declared, found `nope`"),
        ("components: [1]", "expected an object for `components`"),
        *(
            (f"resources: {{ r: {{ type: a:b:C, options: {{ {option}: {given} }} }} }}", words)
            for option in PATH_OPTIONS
            for given, words in (
                ("['] } x']", "expected a property path, found `] } x`"),
                ("[a, 'a[0']", "found `a[0`: the bracket at position 1 is not closed"),
                ("['a\"b']", 'found `a"b`'),
                ("[a.]", "found `a.`: a path does not end with a dot"),
                ("['']", "a path has at least one element"),
                ("[1]", "found `1`: a path is a text"),
                ("{ a: 1 }", "expected a list of property paths, found an object"),
            )
        ),
    ],
)
def test_mistakes_are_told_at_their_place(text, words, tmp_path, capsys):
    status, _ = made(tmp_path, f"name: p\nruntime: yaml\n{text}\n", "--output-format", "concise")
    assert status == 1
    said = capsys.readouterr().err
    assert words in said
    assert "Pulumi.yaml:3:" in said


def test_what_has_no_counterpart_is_told(tmp_path, capsys):
    text = "name: p\nruntime: yaml\nvariables: { a: { fn::nope: 1 } }\nthings: {}\n"
    status, _ = made(tmp_path, text)
    assert status == 0
    said = capsys.readouterr().err
    assert "`fn::nope`" in said
    assert "write what it gives by hand" in said
    assert "`things`" in said


def test_flags_that_do_nothing_are_refused(tmp_path, capsys):
    assert made(tmp_path, "name: p\nruntime: yaml\noutputs: {a: 1}\n", "--name", "q")[0] == 0
    assert 'name: "q"' in (tmp_path / "out" / "Pulumi.yaml").read_text()
    given = [str(tmp_path / "in"), "--to", "pcl", "-o", str(tmp_path / "out")]
    assert convert([*given, "--skip-resource-typechecking"]) == 2
    (tmp_path / "a.json").write_text("{}")
    assert convert([str(tmp_path / "a.json"), "--to", "pcl", "-o", "x", "--name", "q"]) == 2
    assert "goes with" in capsys.readouterr().err


OPTIONED = """
name: pets
runtime: yaml
config:
  random:region: eu
  words: { type: array, items: { type: string }, default: [a] }
  plain: hello
resources:
  pet:
    type: random:RandomPet
    properties: { prefix: "${plain}-${words[0]}" }
    options:
      ignoreChanges: [prefix, 'keepers["x"]', "*", "keepers[*]", '["a.b"]', "[0]", 'keepers["]"]']
      hideDiffs: [prefix]
  child:
    type: random:RandomPet
    options: { parent: "${pet}", dependsOn: "${pet}", replaceWith: ["${pet}"] }
"""


def test_every_option_of_pcl_and_any_path(tmp_path, capsys):
    status, folder = made(tmp_path, OPTIONED)
    assert (status, capsys.readouterr().err) == (0, "")
    text = (folder / "main.pp").read_text()
    assert 'config "words" "list(string)"' in text
    assert 'config "plain" "string"' in text
    assert 'random:region: "eu"' in (folder / "Pulumi.yaml").read_text()
    assert preview([str(folder), "--schema", SCHEMAS, "--format", "json"]) == 0
    shown = json.loads(capsys.readouterr().out)["resources"]
    pet, child = (one for one in shown if "Pet" in one["type"])
    assert pet["options"]["ignoreChanges"] == [
        "prefix",
        'keepers["x"]',
        "*",
        "keepers[*]",
        '["a.b"]',
        "[0]",
        'keepers["]"]',
    ]
    assert pet["options"]["hideDiffs"] == ["prefix"]
    assert pet["inputs"]["prefix"] == "hello-a"
    assert child["dependencies"] == child["options"]["replaceWith"] == [pet["urn"]]


COMPONENTS = """
name: shop
runtime: yaml
components:
  pet house:
    inputs:
      size: { type: integer, default: 2 }
      owner: { type: string }
    variables: { both: "${owner}-${size}" }
    resources:
      pet:
        type: random:RandomPet
        properties: { length: "${size}", prefix: "${both}" }
    outputs: { prefix: "${pet.prefix}" }
  street:
    resources:
      first: { type: "shop:index:pet house", properties: { owner: me } }
    outputs: { prefix: "${first.prefix}" }
variables:
  vpc: { fn::stackReference: [acme/net/dev, vpcId] }
  other: { Fn::StackReference: [acme/net/dev, other] }
  acme_net_dev: 1
resources:
  mine: { type: "shop:pet house", properties: { owner: "${acme_net_dev}", size: 3 } }
  all: { type: "shop:index:street" }
outputs:
  mine: ${mine.prefix}
  all: ${all.prefix}
  vpc: ${vpc}
"""


def test_components_are_folders_and_other_stacks_are_resources(tmp_path, capsys):
    status, folder = made(tmp_path, COMPONENTS)
    assert (status, capsys.readouterr().err) == (0, "")
    assert preview([str(folder), "--schema", SCHEMAS, "--format", "json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert (shown["outputs"]["mine"], shown["outputs"]["all"]) == ("1-3", "me-2")
    assert "unknown" in json.dumps(shown["outputs"]["vpc"])
    names = [(one["type"].rpartition(":")[2], one["name"]) for one in shown["resources"]]
    assert ("StackReference", "acme/net/dev") in names
    pets = [name for kind, name in names if kind == "RandomPet"]
    assert sorted(pets) == ["all-first-pet", "mine-pet"]
    assert [kind for kind, _ in names].count("StackReference") == 1


def test_a_package_of_components_has_no_program_of_its_own(tmp_path):
    text = "name: p\nruntime: yaml\ncomponents: { a: { outputs: { b: 1 } } }\n"
    status, folder = made(tmp_path, text)
    assert status == 0
    assert not (folder / "main.pp").exists()
    assert 'output "b"' in (folder / "a" / "main.pp").read_text()
