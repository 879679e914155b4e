"""Schemas that are kept, found by what a file says and is, and never fetched by a check."""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from confty.cli.main import main
from confty.kit.schemas import SchemaStore, user_schemas
from confty.languages.data.checker.schema.conventions import KNOWN, known_name

APP = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$id": "https://example.com/app.json",
    "type": "object",
    "properties": {"port": {"$ref": "port.json"}, "when": {"type": "string", "format": "date"}},
}
PORT = {"$id": "https://example.com/port.json", "type": "integer", "maximum": 65535}
SWAGGER = {
    "swagger": "2.0",
    "definitions": {
        "io.k8s.api.apps.v1.Deployment": {
            "type": "object",
            "x-kubernetes-group-version-kind": [
                {"group": "apps", "kind": "Deployment", "version": "v1"}
            ],
            "properties": {
                "apiVersion": {"type": "string"},
                "kind": {"type": "string"},
                "metadata": {"type": "object"},
                "spec": {"$ref": "#/definitions/Spec"},
            },
        },
        "Spec": {
            "type": "object",
            "required": ["template"],
            "properties": {
                "replicas": {"type": "integer"},
                "template": {"type": "object"},
                "port": {"type": "string", "format": "int-or-string"},
                "cpu": {"$ref": "#/definitions/io.k8s.apimachinery.pkg.api.resource.Quantity"},
                "none": {"type": "string", "nullable": True},
            },
        },
        "io.k8s.apimachinery.pkg.api.resource.Quantity": {"type": "string"},
    },
}
CUSTOM = """\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  group: example.com
  names: {kind: Crontab}
  versions:
  - name: v1
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              count: {type: integer}
"""


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CONFTY_SCHEMA_DIR", str(tmp_path / "store"))
    return tmp_path


def write(place, **files):
    for name, content in files.items():
        path = place / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        text = content if isinstance(content, str) else json.dumps(content)
        path.write_text(text, encoding="utf-8")


def check(capsys, *names):
    capsys.readouterr()
    main(["check", "--output-format", "json", *names])
    found = json.loads(capsys.readouterr().out)
    return [(one["line"], one["code"]) for one in found]


def test_a_file_names_its_schema(place, capsys):
    write(
        place,
        app_json={**APP, "properties": {"port": {"type": "integer"}}},
        a_yaml="# yaml-language-server: $schema=app.json\nport: x\n",
        b_json={"$schema": "./app.json", "port": "x"},
        c_toml='#:schema app.json\nport = "x"\n',
        d_yaml="$schema: app.json\nport: x\n",
    )
    for name, line in [("a.yaml", 2), ("b.json", 1), ("c.toml", 2), ("d.yaml", 2)]:
        assert check(capsys, name) == [(line, "schema/type-mismatch")]


def test_what_is_not_there_is_a_hint_and_nothing_is_fetched(place, capsys, monkeypatch):
    def never(*_args, **_more):
        raise AssertionError

    monkeypatch.setattr("socket.create_connection", never)
    write(
        place,
        a_yaml="# yaml-language-server: $schema=https://example.com/app.json\nport: x\n",
        b_json={"$schema": "./node_modules/x.json"},
    )
    assert check(capsys, "a.yaml", "b.json") == [
        (1, "schema/not-stored"),
        (1, "schema/not-stored"),
    ]


def test_stored_schemas_refer_to_each_other(place, capsys):
    write(place, app_json=APP, a_json={"$schema": "https://example.com/app.json", "port": 70000})
    assert main(["schema", "add", "app.json"]) == 0
    assert "confty schema add https://example.com/port.json" in capsys.readouterr().err
    assert check(capsys, "a.json") == [(1, "schema/unknown-reference")]
    write(place, port_json=PORT)
    assert main(["schema", "add", "port.json"]) == 0
    (place / "app.json").unlink()
    (place / "port.json").unlink()
    capsys.readouterr()
    assert check(capsys, "a.json") == [(1, "schema/number-range")]


def test_names_by_convention_flags_and_globs(place, capsys):
    write(place, x_json={"type": "object", "required": ["jobs"]})
    assert main(["schema", "add", "x.json", "--name", "github-workflow"]) == 0
    write(place, _github__workflows__ci_yml="on: push\n", other_yaml="on: push\n")
    assert check(capsys, ".github/workflows/ci.yml") == [(1, "schema/missing-key")]
    assert check(capsys, "other.yaml") == []
    assert check(capsys, "other.yaml", "--schema", "github-workflow") == [
        (1, "schema/missing-key")
    ]
    write(place, confty_toml='[schemas]\n"other.*" = "github-workflow"\n')
    assert check(capsys, "other.yaml") == [(1, "schema/missing-key")]


def test_bytes_that_were_changed_are_not_used(place, capsys):
    write(place, x_json={"type": "integer"}, a_yaml="# yaml-language-server: $schema=x\na: 1\n")
    main(["schema", "add", "x.json"])
    (entry,) = user_schemas().entries
    (place / "store" / entry.file).write_text("{}")
    assert [code for _, code in check(capsys, "a.yaml")] == ["schema/unreadable"]


def test_list_show_remove(place, capsys):
    write(place, x_json={"type": "integer"}, y_json={"type": "integer"})
    assert main(["schema", "add", "x.json"]) == 0
    assert main(["schema", "add", "y.json"]) == 0
    assert main(["schema", "list"]) == 0
    listed = capsys.readouterr()
    assert [line.split()[0] for line in listed.out.splitlines() if "sha256" in line][-2:] == [
        "x",
        "y",
    ]
    assert main(["schema", "show", "x"]) == 0
    digest = next(one for one in capsys.readouterr().out.splitlines() if one.startswith("digest:"))
    assert len(digest) == len("digest: sha256:") + 64
    # The two have the same bytes: they stay for the other.
    assert main(["schema", "remove", "x"]) == 0
    store = user_schemas()
    assert [one.name for one in store.entries] == ["y"]
    assert store.read(store.entries[0])
    assert main(["schema", "remove", "y"]) == 0
    assert [one.name for one in (place / "store").iterdir()] == ["index.json"]
    assert main(["schema", "remove", "y"]) == 2
    assert main(["schema", "add", "none.json"]) == 2
    write(place, broken_json='{"a": ', list_json=[1], senseless_json={"type": 5})
    assert main(["schema", "add", "senseless.json"]) == 2
    assert main(["schema", "add", "broken.json"]) == 2
    assert main(["schema", "add", "list.json"]) == 2
    assert main(["schema", "add", "http://example.com/x.json"]) == 2


def test_one_file_under_two_names(place, capsys):
    write(place, x_json={"type": "integer"})
    for name in ("one", "two", "two"):
        assert main(["schema", "add", "x.json", "--name", name]) == 0
    assert [one.name for one in user_schemas().entries] == ["one", "two"]
    assert main(["schema", "remove", "one"]) == 0
    assert main(["schema", "show", "two"]) == 0
    assert "added one" in capsys.readouterr().out


def test_fetching_is_asked_for(place, capsys):
    class Server(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps(PORT).encode())

        def log_message(self, *_args):
            pass

    server = HTTPServer(("127.0.0.1", 0), Server)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    address = f"http://127.0.0.1:{server.server_port}/port.json"
    try:
        assert main(["schema", "add", address]) == 0
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
    write(place, a_json={"$schema": address, "port": 1})
    capsys.readouterr()
    assert check(capsys, "a.json") == [(1, "schema/type-mismatch")]


MANIFESTS = """\
apiVersion: v1
kind: ConfigMap
data: {a: b}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: x}
spec:
  replica: 3
  replicas: "3"
  port: 80
  cpu: 1
  none: null
"""


@pytest.mark.parametrize("as_folder", [False, True])
def test_kubernetes(place, capsys, as_folder):
    if as_folder:
        write(
            place,
            k8s__deployment_json={
                **SWAGGER["definitions"]["io.k8s.api.apps.v1.Deployment"],
                "properties": {
                    **SWAGGER["definitions"]["io.k8s.api.apps.v1.Deployment"]["properties"],
                    "spec": {"$ref": "definitions.json#/definitions/Spec"},
                },
            },
            k8s__definitions_json={
                "definitions": {
                    "Spec": {
                        "required": ["template"],
                        "properties": {
                            "replicas": {"type": "integer"},
                            "template": {},
                            **{key: {} for key in ("port", "cpu", "none")},
                        },
                    }
                }
            },
        )
        assert main(["schema", "add", "k8s"]) == 0
    else:
        write(place, swagger_json=SWAGGER)
        assert main(["schema", "add", "swagger.json", "--name", "k8s"]) == 0
    write(place, app__d_yaml=MANIFESTS)
    capsys.readouterr()
    assert check(capsys, "app") == [
        (8, "schema/missing-key"),
        (9, "schema/unknown-key"),
        (10, "schema/type-mismatch"),
    ]


def test_custom_resources(place, capsys):
    write(
        place,
        crd_yaml=CUSTOM,
        a_yaml="apiVersion: example.com/v1\nkind: Crontab\nmetadata: {name: x}\nspec: {count: x}\n",
        list_json={
            "apiVersion": "v1",
            "kind": "List",
            "items": [{"apiVersion": "example.com/v1", "kind": "Crontab", "spec": {"cuont": 1}}],
        },
    )
    assert main(["schema", "add", "crd.yaml"]) == 0
    capsys.readouterr()
    assert check(capsys, "a.yaml") == [(4, "schema/type-mismatch")]
    assert check(capsys, "list.json") == [(1, "schema/unknown-key")]


def test_int_or_string_in_every_spelling(place, capsys):
    """As Kubernetes' own definitions have it: without a type, or with both in ``anyOf``."""
    word = "x-kubernetes-int-or-string: true"
    kinds = (
        f"port: {{{word}}}\n",
        f"port: {{{word}, anyOf: [{{type: integer}}, {{type: string}}]}}\n",
        "port: {type: string, format: int-or-string}\n",
    )
    for kind in kinds:
        write(place, crd_yaml=CUSTOM.replace("count: {type: integer}\n", kind))
        assert main(["schema", "add", "crd.yaml"]) == 0
        for value, found in (("80", 0), ("http", 0), ("[1]", 1), ("1.5", 1), ("true", 1)):
            text = f"apiVersion: example.com/v1\nkind: Crontab\nspec:\n  port: {value}\n"
            write(place, a_yaml=text)
            codes = check(capsys, "a.yaml")
            assert len(codes) == found, (kind, value, codes)
            assert {code for _, code in codes} <= {"schema/type-mismatch", "schema/no-choice"}


def test_a_schema_is_checked_as_a_schema(place, capsys):
    write(
        place,
        a_json={"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "strng"},
        b_json={"$schema": "http://json-schema.org/draft-03/schema#"},
        c_json={"$schema": "http://json-schema.org/draft-07/schema#", "type": "string"},
    )
    assert check(capsys, "a.json") == [(1, "schema/bad-schema")]
    assert check(capsys, "b.json") == [(1, "schema/unknown-draft")]
    assert check(capsys, "c.json") == []


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("pyproject.toml", "pyproject"),
        ("a/b/.github/workflows/ci.yml", "github-workflow"),
        ("workflows/ci.yml", None),
        (".github/workflows/deep/ci.yml", None),
        ("docker-compose.override.yml", "compose"),
        ("deploy/compose.yaml", "compose"),
        ("tsconfig.build.json", "tsconfig"),
        ("data.json", None),
    ],
)
def test_names(path, name):
    assert known_name(path) == name


def test_the_table_of_names_is_sound():
    for name, (address, globs) in KNOWN.items():
        assert address.startswith("https://"), name
        assert globs, name


@pytest.mark.parametrize("text", ["", "{", "[1]", '[{"name": "../../x"}]', "null"])
def test_an_index_of_somebody_else_is_none(tmp_path, text):
    (tmp_path / "index.json").write_text(text)
    store = SchemaStore(str(tmp_path))
    assert store.entries == []
    assert store.find("x") is None


@pytest.mark.parametrize("index", ["garbage{", "{}", '[{"name": 3}]', "\xff", "[" * 5000])
def test_a_damaged_list_is_told_and_kept(index, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("CONFTY_SCHEMA_DIR", str(tmp_path / "kept"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "app.json").write_text(json.dumps(APP))
    assert main(["schema", "add", "app.json", "--name", "app"]) == 0
    (tmp_path / "kept" / "index.json").write_text(index, encoding="latin-1")
    (tmp_path / "a.yaml").write_text("a: 1\n")
    (tmp_path / "b.rcl").write_text("1")
    for _ in range(2):
        assert main(["check", "a.yaml", "b.rcl"]) == 2
        assert capsys.readouterr().out.count("index.json") == 1
    assert main(["check", "b.rcl"]) == 0
    for action in (["list"], ["add", "app.json"]):
        assert main(["schema", *action]) == 2
        assert "add the schemas again" in capsys.readouterr().err
    assert (tmp_path / "kept" / "index.json").read_text(encoding="latin-1") == index
    assert main(["doctor"]) == 0
    assert "add the schemas again" in capsys.readouterr().out


def test_a_convention_holds_from_every_folder(tmp_path, monkeypatch) -> None:
    below = tmp_path / ".github" / "workflows"
    below.mkdir(parents=True)
    for folder, name in ((tmp_path, ".github/workflows/ci.yml"), (below, "ci.yml")):
        monkeypatch.chdir(folder)
        assert known_name(name) == "github-workflow"
