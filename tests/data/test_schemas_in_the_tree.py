"""Kinds of Kubernetes that the tree describes itself."""

import json

import pytest

import confty

CRD = """apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  names: {kind: Widget, plural: widgets}
  versions:
  - name: v1
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {type: object, required: [size], properties: {size: {type: integer}}}
"""
WIDGET = "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: x}\nspec: {size: big, colour: red}\n"
SWAGGER = {
    "swagger": "2.0",
    "definitions": {
        "io.k8s.api.core.v1.ConfigMap": {
            "type": "object",
            "properties": {
                "apiVersion": {"type": "string"},
                "kind": {"type": "string"},
                "data": {"type": "object", "additionalProperties": {"type": "string"}},
            },
            "x-kubernetes-group-version-kind": [{"group": "", "kind": "ConfigMap", "version": "v1"}],
        }
    },
}  # fmt: skip
CODES = ["schema/type-mismatch", "schema/unknown-key"]


@pytest.fixture
def tree(tmp_path, monkeypatch):
    (tmp_path / "confty.toml").write_text("")
    (tmp_path / "k8s" / "prod").mkdir(parents=True)
    (tmp_path / "k8s" / "prod" / "w.yaml").write_text(WIDGET)
    monkeypatch.setenv("CONFTY_SCHEMA_DIR", str(tmp_path / "store"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    "where", ["crds/w.yaml", "k8s/crds/w.yaml", "schemas/any.yaml", "k8s/prod/widget-crd.yaml"]
)
def test_custom_resources(tree, monkeypatch, where):
    (tree / where).parent.mkdir(parents=True, exist_ok=True)
    (tree / where).write_text(CRD)
    assert [one.code for one in confty.check("k8s/prod/w.yaml")] == CODES
    monkeypatch.chdir(tree / "k8s" / "prod")
    assert [one.code for one in confty.check("w.yaml")] == CODES


def test_what_a_cluster_publishes(tree):
    (tree / "schemas").mkdir()
    (tree / "schemas" / "swagger.json").write_text(json.dumps(SWAGGER))
    (tree / "k8s" / "c.yaml").write_text(
        "apiVersion: v1\nkind: ConfigMap\ndata: {a: 1}\ndatta: {}\n"
    )
    assert [one.code for one in confty.check("k8s/c.yaml")] == CODES


def test_the_nearest_counts_and_nothing_above_the_root(tree):
    (tree / "crds").mkdir()
    (tree / "crds" / "w.yaml").write_text(CRD)
    (tree / "k8s" / "confty.toml").write_text("")
    assert confty.check("k8s/prod/w.yaml") == []
    (tree / "k8s" / "crds").mkdir()
    (tree / "k8s" / "crds" / "w.yaml").write_text(CRD.replace("integer", "string"))
    assert [one.code for one in confty.check("k8s/prod/w.yaml")] == CODES[1:]


def test_an_edit_of_a_definition_is_seen(tree, capsys):
    from confty.cli.main import main

    (tree / "crds").mkdir()
    (tree / "crds" / "w.yaml").write_text(CRD)
    assert main(["check", "-q", "--output-format", "concise", "k8s"]) == 1
    (tree / "crds" / "w.yaml").write_text(
        CRD.replace("integer", "string").replace("{size:", "{colour: {type: string}, size:")
    )
    assert main(["check", "-q", "--output-format", "concise", "k8s"]) == 0, capsys.readouterr().out
    (tree / "crds" / "w.yaml").unlink()
    (tree / "k8s" / "prod" / "w.yaml").write_text(WIDGET.replace("big", "1"))
    assert main(["check", "-q", "k8s"]) == 0
