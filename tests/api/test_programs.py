"""``preview`` and ``convert`` from Python: what the commands show, as values."""

import json

import pytest

import confty

SCHEMA = {
    "name": "p",
    "version": "1.0.0",
    "resources": {
        "p:index:Thing": {
            "inputProperties": {"label": {"type": "string"}},
            "properties": {"label": {"type": "string"}, "size": {"type": "number"}},
            "required": ["label", "size"],
        }
    },
}
PROGRAM = """
config "name" "string" {}
resource "thing" "p:index:Thing" { label = name }
output "label" { value = thing.label }
output "size" { value = thing.size }
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "prog").mkdir()
    (tmp_path / "p.json").write_text(json.dumps(SCHEMA))
    (tmp_path / "prog" / "main.pp").write_text(PROGRAM)
    return tmp_path


class Mocks:
    def new_resource(self, args):
        return f"{args.name}-id", {**args.inputs, "size": 7}

    def call(self, args):
        raise NotImplementedError(args)


@pytest.mark.usefixtures("folder")
def test_a_preview_is_data():
    made = confty.preview("prog", schema="p.json", config={"name": "x"})
    assert made["outputs"]["label"] == "x"
    assert "$unknown" in made["outputs"]["size"]
    assert "p:index:Thing" in [one["type"] for one in made["resources"]]


@pytest.mark.usefixtures("folder")
def test_mocks_and_updates():
    made = confty.preview(
        "prog/main.pp", schema="p.json", config={"name": "x"}, mocks=Mocks(), update=True
    )
    assert made["outputs"] == {"label": "x", "size": 7}


@pytest.mark.usefixtures("folder")
def test_secrets_stay_secret_in_every_form():
    for form in ("data", "tree", "dot", "mermaid"):
        made = confty.preview("prog", form, schema="p.json", secrets={"name": "hushhush"})
        assert "hushhush" not in str(made)
    made = confty.preview("prog", schema="p.json", secrets={"name": "hushhush"}, show_secrets=True)
    assert "hushhush" in str(made)


def test_what_is_wrong_is_raised(folder):
    with pytest.raises(confty.ConftyError, match="missing required configuration value"):
        confty.preview("prog", schema="p.json")
    with pytest.raises(FileNotFoundError):
        confty.preview("nowhere")
    (folder / "empty").mkdir()
    with pytest.raises(confty.ConftyError, match=r"there is no \.pp file"):
        confty.preview("empty")
    with pytest.raises(ValueError, match="not 'svg'"):
        confty.preview("prog", "svg")  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="bogus"):
        confty.preview("prog", bogus=1)  # type: ignore[call-overload]


def test_convert(folder):
    files = confty.convert("prog", "python", schema="p.json")
    assert "pulumi.export" in files["__main__.py"]
    compile(files["__main__.py"], "__main__.py", "exec")
    (folder / "d.yaml").write_text("a: 1\nb: [x, {c: null}]\n")
    assert json.loads(confty.convert("d.yaml", "json")) == {"a": 1, "b": ["x", {"c": None}]}
    for form in ("rcl", "jsonnet", "toml-1.1", "yaml"):
        (folder / "e.yaml").write_text("a: 1\nb: [x, {c: 2}]\n")
        lang = "toml" if form == "toml-1.1" else form
        text = confty.convert("e.yaml", form)
        assert confty.loads(text, lang) == {"a": 1, "b": ["x", {"c": 2}]}
    assert confty.convert("e.yaml", "pcl").keys() == {"main.pp"}


def test_convert_refuses(folder):
    (folder / "d.json").write_text("[1]")
    with pytest.raises(confty.ConftyError, match="expected an object at the top"):
        confty.convert("d.json", "pcl")
    with pytest.raises(ValueError, match="there is no form 'cobol'"):
        confty.convert("d.json", "cobol")
    with pytest.raises(confty.ConftyError, match=r"there is no \.pp file"):
        confty.convert("d.json", "python")
    (folder / "n.json").write_text('{"a": null}')
    with pytest.raises(confty.ConftyError):
        confty.convert("n.json", "toml")


def test_secrets_are_not_converted_in_the_clear(folder):
    (folder / "s.jsonnet").write_text("{ a: std.extVar('pw') }")
    assert "hush" not in confty.convert("s.jsonnet", "yaml", secrets={"pw": "hush"})
    assert "hush" in confty.convert("s.jsonnet", "yaml", secrets={"pw": "hush"}, show_secrets=True)


def test_every_public_name_is_there():
    assert all(hasattr(confty, name) for name in confty.__all__)
    assert set(confty.__all__) == set(dir(confty))
