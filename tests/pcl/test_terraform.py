"""Terraform read as PCL: the resources of the published conversions, and a finding for the rest."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.pcl_corpus import corpus, require

from confty.cli.convert import main as convert
from confty.cli.preview import main as preview
from confty.languages.pcl.converter.terraform.functions import NATIVE, STD, called
from confty.languages.pcl.converter.terraform.names import GivenNames, camel
from confty.languages.pcl.library.table import FUNCTIONS

# Programs of Terraform's whose conversion is in the corpus; there are only their results.
PROGRAMS = {
    "tf-count": """
      resource "simple_resource" "a_resource_with_count" {
        count     = 4
        input_one = "Hello ${count.index}"
        input_two = true
      }
      output "some_output_a" { value = simple_resource.a_resource_with_count[0].result }
      output "some_output_b" { value = simple_resource.a_resource_with_count.1.result }
      data "simple_data_source" "a_data_source_with_count" {
        count     = 2
        input_one = "Hello ${count.index}"
        input_two = true
      }
      output "some_output_c" { value = data.simple_data_source.a_data_source_with_count[0].result }
      output "some_output_d" { value = data.simple_data_source.a_data_source_with_count[1].result }
    """,
    "tf-list_as_blocks": """
      data "blocks_data_source" "a_data_source" {
        a_list_of_resources { inner_string = "hi" }
        a_list_of_resources { inner_string = "bye" }
      }
      resource "blocks_resource" "a_resource" {
        a_list_of_resources { inner_string = "hi" }
        a_list_of_resources { inner_string = "bye" }
      }
    """,
    "tf-maps_as_blocks": """
      resource "blocks_resource" "a_resource" {
        a_map_of_resources { inner_string = "hi" }
      }
    """,
    "tf-name_overlap": """
      resource "simple_resource" "for" {
        input_one = "hello"
        input_two = true
      }
      resource "simple_resource" "dependsOnFor" {
        input_one  = simple_resource.for.result
        input_two  = false
        depends_on = [simple_resource.for]
      }
    """,
    "tf-map_keys": """
      resource "complex_resource" "a_resource" {
        a_map_of_bool = { CAPS = true, camelCase = false, snake_case = false, PascalCase = true }
      }
    """,
    "tf-dotted": """
      resource "complex_resource" "example" {
        inner_map_object = {
          noDots          = true
          ".dotted"       = true
          "dot.in.middle" = true
          "dotAtEnd."     = true
          "..."           = true
        }
      }
    """,
    "tf-timeouts_drops_unknown": """
      resource "simple_resource" "a_resource" {
        input_one = "hello"
        input_two = true
        timeouts {
          create = "60m"
          delete = "2h"
          read   = "1m"
        }
      }
    """,
    "tf-dynamic_block_conditional_gate": """
      variable "include_inner" {
        type    = bool
        default = true
      }
      resource "blocks_resource" "this" {
        dynamic "a_list_of_resources" {
          for_each = var.include_inner ? [1] : []
          content { inner_string = "hello" }
        }
      }
    """,
    "tf-provisioners": """
      resource "simple_resource" "local_exec_resource" {
        input_one = "hello"
        input_two = true
        provisioner "local-exec" { command = "echo first" }
        provisioner "local-exec" {
          when    = destroy
          command = "echo second"
        }
        provisioner "local-exec" {
          command     = "echo third"
          interpreter = ["/bin/bash", "-c"]
        }
        provisioner "local-exec" {
          command     = "echo forth"
          environment = { FOO = "bar" }
        }
      }
    """,
    "tf-assets": """
      resource "assets_resource" "a_resource" { source = "./filepath" }
    """,
}


def resources(folder: Path, capsys: pytest.CaptureFixture[str]) -> list[tuple]:
    schemas = str(corpus() / "schemas" / "terraform")
    assert preview([str(folder), "--schema", schemas, "--format", "json", "--project", "p"]) == 0
    found = json.loads(capsys.readouterr().out)["resources"]
    return [
        (one["type"], one["name"], json.dumps(one["inputs"], sort_keys=True), one["options"])
        for one in found
        if one["custom"]
    ]


def converted(folder: Path, text: str, *more: str) -> tuple[int, Path]:
    source = folder / "source"
    source.mkdir(exist_ok=True)
    (source / "main.tf").write_text(text, encoding="utf-8")
    made = folder / "made"
    return convert([str(source), "--to", "pcl", "-o", str(made), *more]), made


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_resources_of_the_published_conversion(name, tmp_path, capsys):
    require()
    schemas = str(corpus() / "schemas" / "terraform")
    status, made = converted(tmp_path, PROGRAMS[name], "--schema", schemas)
    assert status == 0
    capsys.readouterr()
    assert resources(made, capsys) == resources(corpus() / "programs" / name, capsys)


def written(
    tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> tuple[str, list[str]]:
    _, made = converted(tmp_path, text, "--output-format", "concise")
    said = [
        line.partition("] ")[2]
        for line in capsys.readouterr().err.splitlines()
        if "no-counterpart" in line
    ]
    return (made / "main.pp").read_text(encoding="utf-8"), said


@pytest.mark.parametrize(
    ("text", "pcl"),
    [
        ('locals { a_b = upper("x") }', 'aB = invoke("std:index:upper", { input = "x" }).result'),
        ("locals { a = length([1]) }", "a = length([1])"),
        ('locals { a = format("%s", "x") }',
         'a = invoke("std:index:format", { input = "%s", args = ["x"] }).result'),
        ("locals { a = jsonencode({ a_b = 1 }) }", "a = toJSON({ a_b = 1 })"),
        ("locals { a = { b_c = 1 }, }\n", None),
        ("locals {\n a = { b_c = 1 }\n d = local.a.b_c\n}", "d = a.bC"),
        ("variable x {\n type = set(string)\n}", 'config "x" "list(string)" {'),
        ("variable x {\n type = object({ a_b = optional(number) })\n}",
         'config "x" "object({aB=optional(number)})" {'),
        ("variable x {\n sensitive = true\n}", "secret = true"),
        ("output o_p {\n value = 1\n sensitive = true\n}", "value = secret(1)"),
        ("locals { a = terraform.workspace }", "a = stack()"),
        ('locals { a = "${path.module}/f" }', 'a = "./f"'),
        ("locals { a = [for k_v in [1] : k_v + 1] }", "a = [for kV in [1] : kV + 1]"),
        ("variable x {}\nlocals { x = var.x }", "myX = x"),
    ],
)  # fmt: skip
def test_how_it_is_written(text, pcl, tmp_path, capsys):
    if pcl is None:
        status, _ = converted(tmp_path, text)
        assert status == 1
        return
    found, said = written(tmp_path, text, capsys)
    assert pcl in found
    assert said == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('locals { a = templatefile("a", {}) }', "`templatefile`"),
        ("locals { a = nope.x }", "`nope.x`"),
        ("variable n {}\nlocals { a = range(var.n) }", "counts down"),
        ('terraform {\n backend "s3" {}\n}', "state is kept"),
        ("moved {\n from = a.b\n to = a.c\n}", "renamed"),
        ('module m { source = "x/y/z" }', "is not here"),
        ('variable x {\n validation {\n condition = true\n error_message = ""\n }\n}',
         "validation"),
        ('resource a_b c {\n provisioner "file" {}\n}', "`file`"),
        ("resource a_b c {\n connection {}\n}", "connection"),
        ("variable x {\n ephemeral = true\n}", "`ephemeral`"),
        ("output p {\n value = 1\n depends_on = []\n}", "`depends_on`"),
    ],
)  # fmt: skip
def test_what_has_no_counterpart_is_told(text, words, tmp_path, capsys):
    _, said = written(tmp_path, text + "\noutput o { value = 1 }", capsys)
    assert [words in one for one in said] == [True]


def test_modules_are_components(tmp_path, capsys):
    (tmp_path / "source" / "mod" / "inner").mkdir(parents=True)
    (tmp_path / "source" / "mod" / "main.tf").write_text(
        'variable "in_put" {}\nmodule "deep" {\n source = "./inner"\n n = var.in_put\n}\n'
        'output "out_put" { value = module.deep.twice }\n'
    )
    (tmp_path / "source" / "mod" / "inner" / "main.tf").write_text(
        'variable "n" { type = number }\noutput "twice" { value = var.n * 2 }\n'
    )
    text = (
        'module "a_module" {\n source = "./mod"\n in_put = 4\n}\n'
        'output "result" { value = module.a_module.out_put }\n'
    )
    status, made = converted(tmp_path, text)
    assert status == 0
    capsys.readouterr()
    assert preview([str(made), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["outputs"] == {"result": 8}


def test_fetched_modules_are_found_where_terraform_put_them(tmp_path, capsys):
    kept = tmp_path / "source" / ".terraform" / "modules"
    (kept / "far").mkdir(parents=True)
    (kept / "far" / "main.tf").write_text('output "x" { value = 1 }\n')
    listed = {"Modules": [{"Key": "far", "Dir": ".terraform/modules/far"}]}
    (kept / "modules.json").write_text(json.dumps(listed))
    text = 'module "far" {\n source = "space/name/cloud"\n version = "1.2.3"\n}\n'
    status, made = converted(tmp_path, text + "output x { value = module.far.x }")
    assert status == 0
    assert (made / "name_1.2.3" / "main.pp").exists()
    capsys.readouterr()
    assert preview([str(made), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["outputs"] == {"x": 1}


def test_to_python_in_one_step(tmp_path):
    source = tmp_path / "source"
    source.mkdir()
    (source / "main.tf").write_text('variable "n" { type = number }\noutput "m" { value = var.n }')
    assert convert([str(source), "--to", "python", "-o", str(tmp_path / "py")]) == 0
    assert 'pulumi.export("m", n)' in (tmp_path / "py" / "__main__.py").read_text()


def test_names():
    assert [camel(one) for one in ("a_b", "A_B", "_x_y", "vpc", "PascalCase", "v4_ip")] == [
        "aB", "A_B", "_xY", "vpc", "pascalCase", "v4Ip",
    ]  # fmt: skip
    names = GivenNames()
    keys = [("var", "a_b"), ("local", "a_b"), ("resource", "t", "a_b"), ("module", "for")]
    assert [names.give(key) for key in keys] == ["aB", "myAB", "aBResource", "forComponent"]


def test_functions_are_those_there_are():
    require()
    std = json.loads((corpus() / "schemas" / "terraform" / "std.json").read_text())["functions"]
    for name, properties in STD.items():
        wanted = std[f"std:index:{name}"].get("inputs", {}).get("properties", {})
        assert {one.lstrip("*") for one in properties} <= set(wanted), name
    assert {native for native, _ in NATIVE.values()} <= set(FUNCTIONS)
    assert called("merge", ["a", "b"]) == 'invoke("std:index:merge", { input = [a, b] }).result'
    assert (
        called("merge", ["a"], expanded=True) == 'invoke("std:index:merge", { input = a }).result'
    )
    assert called("upper", ["a", "b"]) is None


def test_keys_of_maps_stay_and_fields_of_objects_are_renamed(tmp_path, capsys):
    text = """
      locals {
        plain   = { first_one = 1 }
        tags    = { Name = "x", cost_center = "y" }
        base    = { team_name = "t" }
        whole   = merge(local.base, { extra_key = "z" })
        subnets = { web_tier = { cidr_block = "a" } }
        regions = { us-east-1 = "ami" }
      }
      variable "labels" {
        type    = map(string)
        default = { some_key = "v" }
      }
      variable "who" { type = object({ first_name = string, Nick = string }) }
      resource "x_y" "z" {
        for_each = local.subnets
        range_of = each.value.cidr_block
        tags     = local.whole
      }
      resource "x_y" "w" { for_each = { a_b = 1 } }
      output "a" { value = local.plain.first_one }
      output "b" { value = local.tags.cost_center }
      output "c" { value = var.labels.some_key }
      output "d" { value = local.tags.Name }
      output "e" { value = x_y.w["a_b"].id }
      output "f" { value = local.base.team_name }
    """
    found, said = written(tmp_path, text, capsys)
    assert said == []
    for one in (
        "{ firstOne = 1 }", '{ Name = "x", cost_center = "y" }', '{ team_name = "t" }',
        '{ extra_key = "z" }', '{ web_tier = { cidrBlock = "a" } }', '{ us-east-1 = "ami" }',
        '{ some_key = "v" }', "object({firstName=string, Nick=string})", "range.value.cidrBlock",
        "{ a_b = 1 }", "plain.firstOne", "tags.cost_center", "labels.some_key", "tags.Name",
        'w["a_b"]', "base.team_name",
    ):  # fmt: skip
        assert one in found


def test_a_map_in_a_call_keeps_its_keys_where_the_schema_wants_a_map(tmp_path):
    require()
    schemas = str(corpus() / "schemas" / "terraform")
    text = 'resource "complex_resource" "r" {\n a_map_of_bool = merge({ a_b = true }, {})\n}\n'
    _, made = converted(tmp_path, text, "--schema", schemas)
    assert "{ a_b = true }" in (made / "main.pp").read_text(encoding="utf-8")


def test_what_a_module_is_given_has_the_names_of_its_types(tmp_path, capsys):
    (tmp_path / "source" / "net").mkdir(parents=True)
    (tmp_path / "source" / "net" / "main.tf").write_text(
        """
      variable "labels" { type = map(any) }
      variable "nested" { type = map(map(string)) }
      variable "who" {
        type = object({ tag_map = map(string), port_list = list(object({ from_port = number })) })
      }
      variable "range" { type = number }
      resource "x_y" "z" {
        for_each = var.nested
        a_name   = each.value.in_key
        dynamic "some_block" {
          for_each = var.nested
          content {
            a_key = some_block.value.deep_key
          }
        }
      }
      output "a" { value = [for k, v in var.nested : v.in_key] }
      output "b" { value = "${var.nested["a_b"].c_d} ${var.who.tag_map.e_f}" }
      output "c" { value = var.who.port_list[0].from_port }
      output "d" { value = var.who["tag_map"]["q_r"] }
      output "e" { value = values(x_y.z)[0].id }
    """
    )
    text = """
      module "net" {
        source = "./net"
        labels = { snake_key = "a", other_key = { deep_key = [{ deeper_key = 1 }] } }
        nested = { a_b = { c_d = "1" } }
        who    = { tag_map = { e_f = 1 }, port_list = [{ from_port = 2 }] }
        range  = 3
      }
    """
    found, said = written(tmp_path, text, capsys)
    assert said == []
    for one in (
        'labels      = { snake_key = "a", other_key = { deep_key = [{ deeper_key = 1 }] } }',
        'nested      = { a_b = { c_d = "1" } }',
        "who         = { tagMap = { e_f = 1 }, portList = [{ fromPort = 2 }] }",
        "rangeConfig = 3",
    ):
        assert one in found
    inner = (tmp_path / "made" / "net" / "main.pp").read_text(encoding="utf-8")
    for one in (
        "aName = range.value.in_key", "aKey = entry.deep_key",
        "[for k, v in nested : v.in_key]", '"${nested["a_b"].c_d} ${who.tagMap.e_f}"',
        "who.portList[0].fromPort", 'who.tagMap["q_r"]', "[for key, value in z : value][0].id",
    ):  # fmt: skip
        assert one in inner
    assert "has no" not in capsys.readouterr().err
