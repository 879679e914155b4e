"""What converted Terraform gives: what Terraform gives, and its comments where they were."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pcl.test_terraform import converted, written

from confty.cli.preview import main as preview

# What Terraform gives for the value; it keeps var.x, local.x, each.x and the names of loops apart.
APART = """
variable "name" { default = "web" }
variable "k" { default = "kk" }
variable "entry" { default = "ee" }
variable "names" { default = ["a", "b"] }
locals { x = "lx" }
"""


@pytest.mark.parametrize(
    ("value", "given"),
    [
        ('[for name in var.names : "${var.name}-${name}"]', ["web-a", "web-b"]),
        ("{ for k, v in { a = 1 } : k => var.k }", {"a": "kk"}),
        ("{ for v, k in { a = 1 } : v => var.k }", {"a": "kk"}),
        ('"%{ for name in var.names }${var.name}${name}%{ endfor }"', "webawebb"),
        ("[for x in var.names : [for name in [x] : [var.name, local.x, name, x]]]",
         [[["web", "lx", "a", "a"]], [["web", "lx", "b", "b"]]]),
        ("[for a_b in [1] : [for aB in [2] : a_b + aB]]", [[3]]),
        ('[for name in var.names : name if var.name == "web"]', ["a", "b"]),
        ("[for name in var.names : name]", ["a", "b"]),
    ],
)  # fmt: skip
def test_the_name_of_an_element_hides_no_variable(value, given, tmp_path, capsys):
    assert outputs(tmp_path, f"{APART}output o {{ value = {value} }}\n", capsys) == {"o": given}


def test_elements_of_dynamic_blocks_hide_no_variable(tmp_path, capsys):
    text = """
    resource a_b c {
      dynamic "out" {
        for_each = var.names
        content {
          a = "${out.value}${var.entry}"
          dynamic "in" {
            for_each = var.names
            content { b = "${in.value}${in.key}${out.value}" }
          }
        }
      }
    }"""
    found, _ = written(tmp_path, APART + text, capsys)
    assert "out = [for entry2 in names : {" in found
    assert 'a = "${entry2}${entry}"' in found
    assert "in = [for entryKey, entry in names : {" in found
    assert 'b = "${entry}${entryKey}${entry2}"' in found


MADE_OF_SETS = """
variable "list" { default = ["b", "a", "b"] }
variable "set" {
  type    = set(string)
  default = ["b", "a", "b"]
}
locals {
  set   = toset(["a", "b"])
  other = local.set
}
"""


@pytest.mark.parametrize(
    "value",
    [
        'toset(["a", "b"])',
        'toset(["a", "b", "a"])',
        "toset(var.list)",
        "var.set",
        "local.other",
        "(true ? local.other : toset([]))",
    ],
)
def test_an_element_of_a_set_is_its_own_key_and_there_once(value, tmp_path, capsys):
    schemas = str(Path(__file__).parent / "schemas")
    text = (
        f'{MADE_OF_SETS}resource "random_pet" "r" {{\n  for_each = {value}\n'
        '  prefix = "${each.key}-${each.value}"\n}\n'
        'output "o" { value = random_pet.r["b"].prefix }\n'
    )
    status, made = converted(tmp_path, text, "--schema", schemas)
    assert status == 0
    mocks = tmp_path / "mocks.py"
    mocks.write_text(
        "class Mocks:\n    def new_resource(self, args):\n        return args.name, args.inputs\n"
        "    def call(self, args):\n        return {'result': sorted(set(args.args['input']))}\n"
    )
    capsys.readouterr()
    words = ("--format", "json", "--project", "p", "--schema", schemas, "--mocks", str(mocks))
    assert preview([str(made), *words]) == 0
    found = json.loads(capsys.readouterr().out)
    pets = {one["name"]: one["inputs"] for one in found["resources"] if "Pet" in one["type"]}
    assert pets == {"r-a": {"prefix": "a-a"}, "r-b": {"prefix": "b-b"}}
    assert found["outputs"] == {"o": "b-b"}


def test_a_loop_over_a_set_has_its_elements_for_keys(tmp_path, capsys):
    text = 'output o { value = [for k, v in var.set : "${k}${v}" if k == "a"] }\n'
    assert outputs(tmp_path, MADE_OF_SETS + text, capsys) == {"o": ["aa"]}


@pytest.mark.parametrize(
    ("value", "given"),
    [
        ("range(3, 0)", [3, 2, 1]),
        ("range(-3)", [0, -1, -2]),
        ("range(1, -1)", [1, 0]),
        ("range(3)", [0, 1, 2]),
        ("range(1, 3)", [1, 2]),
        ("range(length([7, 8]))", [0, 1]),
    ],
)
def test_a_range_counts_as_terraform_counts(value, given, tmp_path, capsys):
    assert outputs(tmp_path, f"output o {{ value = {value} }}\n", capsys) == {"o": given}


def test_comments_stay_where_they_are(tmp_path, capsys):
    text = """# top
variable "v" {
  type = list(string) # typed
  # the default
  default = ["http://x", "#"] # trail
  # end of v
}
locals {
  # about u
  u = { a = "b" } # why u
  r = length("x") # r
  # end of locals
}
resource "random_pet" "pet" {
  # keep me
  for_each = local.u # why
  prefix   = each.key
  # before
  lifecycle {
    # inside
    prevent_destroy = true # behind
  }
  # at the end
}
output "o" {
  # about o
  value = [ # in a list
    1,
  ] # behind o
}
# last
"""
    found, _ = written(tmp_path, text, capsys)
    assert (
        found
        == """# top
config "v" "list(string)" {
  # the default
  default = ["http://x", "#"] # trail
  # typed
  # end of v
}

# about u
u = { a = "b" } # why u
r = length("x") # r
# end of locals

resource "pet" "random:index/randomPet:RandomPet" {
  options {
    # keep me
    range = u # why
    # before
    # inside
    protect = true # behind
  }
  prefix = range.key
  # at the end
}

output "o" {
  # about o
  value = [ # in a list
    1,
  ] # behind o
}

# last
"""
    )


def outputs(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> object:
    """The outputs of a program of Terraform's, converted and previewed."""
    status, made = converted(tmp_path, text)
    said = capsys.readouterr()
    assert status == 0, said.err
    assert preview([str(made), "--format", "json", "--project", "p"]) == 0
    return json.loads(capsys.readouterr().out)["outputs"]
