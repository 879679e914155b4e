"""Schemas that no file gives: from a provider's plugin, from an installed Python package."""

import json
import os
import stat
import sys
from pathlib import Path

import pytest
from support.shell import confty

from confty.cli.schema import main as schema
from confty.kit.installation import Installation
from confty.languages.pcl.schemas import python_source
from confty.workspace import Project

PLUGIN = """#!{python}
import sys
from concurrent import futures
import grpc
from pulumi.runtime.proto import provider_pb2, provider_pb2_grpc

class Provider(provider_pb2_grpc.ResourceProviderServicer):
    def Parameterize(self, request, context):
        self.name = request.value.name
        return provider_pb2.ParameterizeResponse(name=request.value.name, version=request.value.version)

    def GetSchema(self, request, context):
        with open({log!r}, "a") as log:
            log.write(request.subpackage_name + "\\n")
        text = open({schema!r}).read()
        if request.subpackage_name:
            text = text.replace("made", request.subpackage_name)
        return provider_pb2.GetSchemaResponse(schema=text)

server = grpc.server(futures.ThreadPoolExecutor(2))
provider_pb2_grpc.add_ResourceProviderServicer_to_server(Provider(), server)
print(server.add_insecure_port("127.0.0.1:0"), flush=True)
server.start()
server.wait_for_termination()
"""
SCHEMA = {
    "name": "made",
    "version": "2.1.0",
    "resources": {
        "made:index:Up": {
            "inputProperties": {"size": {"type": "integer"}},
            "requiredInputs": ["size"],
        }
    },
}
# Written by hand in the shape of what Pulumi generates.
MODULE = """
@pulumi.input_type
class PartArgs:
    @property
    @pulumi.getter
    def name(self) -> pulumi.Input[str]: ...

@pulumi.input_type
class UpArgs:
    @property
    @pulumi.getter(name="sizeOf")
    def size_of(self) -> pulumi.Input[_builtins.int]: ...
    @property
    @pulumi.getter
    def tags(self) -> Optional[pulumi.Input[Mapping[str, pulumi.Input[str]]]]: ...
    @property
    @pulumi.getter
    def parts(self) -> pulumi.Input[Optional[Sequence[pulumi.Input[Union['PartArgs', 'PartArgsDict']]]]]: ...

class Up(pulumi.CustomResource):
    def _internal_init(__self__, resource_name, opts=None):
        secret_opts = pulumi.ResourceOptions(additional_secret_outputs=["secretText"])
        super(Up, __self__).__init__('made:index:Up', resource_name, __props__, opts)
    @property
    @pulumi.getter(name="sizeOf")
    def size_of(self) -> pulumi.Output[int]: ...
    @property
    @pulumi.getter(name="secretText")
    def secret_text(self) -> pulumi.Output[Optional[str]]: ...

@pulumi.output_type
class GetUpResult:
    @property
    @pulumi.getter
    def there(self) -> bool: ...

def get_up(up_id: Optional[str] = None, opts=None) -> AwaitableGetUpResult:
    __args__ = dict()
    __args__['upId'] = up_id
    __ret__ = pulumi.runtime.invoke('made:index:getUp', __args__, opts=opts, typ=GetUpResult).value
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's Pulumi folder with one plugin, and an empty cache."""
    schema = tmp_path / "schema.json"
    schema.write_text(json.dumps(SCHEMA))
    folder = tmp_path / "pulumi" / "plugins" / "resource-made-v2.1.0"
    folder.mkdir(parents=True)
    program = folder / "pulumi-resource-made"
    log = str(tmp_path / "asked.log")
    program.write_text(PLUGIN.format(python=sys.executable, log=log, schema=str(schema)))
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PULUMI_HOME", str(tmp_path / "pulumi"))
    monkeypatch.setenv("CONFTY_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path


def check(folder: Path, text: str):
    (folder / "main.pp").write_text(text)
    return confty("check", "main.pp", cwd=folder)


def test_a_plugin_is_asked_once(home: Path, tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    good = check(work, 'resource a "made:index:Up" {\n  size = 1\n}\n')
    assert good.returncode == 0, good.stderr
    bad = check(work, 'resource a "made:index:Up" {\n  siez = 1\n}\n')
    assert bad.returncode == 1
    assert "siez" in bad.stdout + bad.stderr
    assert (home / "asked.log").read_text() == "\n", "the second check takes what was kept"


def test_a_package_with_a_parameter(home: Path, tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    block = """
package {
  baseProviderName    = "made"
  baseProviderVersion = "2.1.0"
  parameterization {
    name    = "other"
    version = "1.0.0"
    value   = "aGVsbG8="
  }
}
"""
    bad = check(work, block + 'resource a "other:index:Up" {\n  siez = 1\n}\n')
    assert bad.returncode == 1
    assert "siez" in bad.stdout + bad.stderr
    assert (home / "asked.log").read_text() == "other\n"


def test_a_plugin_that_does_not_answer_is_a_finding(home: Path, tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    program = next((home / "pulumi").rglob("pulumi-resource-made"))
    program.write_text("#!/bin/sh\nexit 3\n")
    told = check(work, 'resource a "made:index:Up" {\n  size = 1\n}\n')
    assert told.returncode == 1
    assert "the plugin did not say where it listens" in told.stdout + told.stderr


def test_a_file_goes_before_a_plugin(home: Path, tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    other = {**SCHEMA, "resources": {"made:index:Down": {}}}
    (work / "made.json").write_text(json.dumps(other))
    (work / "confty.toml").write_text('[pcl]\npackage_schemas = ["made.json"]\n')
    assert check(work, 'resource a "made:index:Down" {}\n').returncode == 0
    assert not (home / "asked.log").exists()


def test_a_python_package_is_read_and_not_run(tmp_path: Path, monkeypatch) -> None:
    """``pulumi_random`` is installed for the tests; its schema file is not."""
    pytest.importorskip("pulumi_random", reason="the Pulumi SDK is not installed")
    monkeypatch.setenv("CONFTY_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("PULUMI_HOME", str(tmp_path / "none"))
    good = 'resource a "random:index/randomPassword:RandomPassword" {\n  length = 3\n}\n'
    assert check(tmp_path, good).returncode == 0
    bad = check(tmp_path, good.replace("length", "lenght"))
    assert bad.returncode == 1
    assert "length" in bad.stdout + bad.stderr
    lines = [line for line in good.splitlines() if "length" not in line]
    missing = check(tmp_path, "\n".join(lines) + "\n")
    assert "length" in missing.stdout + missing.stderr
    assert os.listdir(tmp_path / "cache" / "packages")


def test_what_was_rebuilt_says_what_the_package_knows(tmp_path: Path) -> None:
    folder = tmp_path / "pulumi_made"
    folder.mkdir()
    (folder / "pulumi-plugin.json").write_text(
        '{"resource": true, "name": "made", "version": "1.2.3"}'
    )
    (folder / "_enums.py").write_text(
        "raise SystemExit('this is never run')\nclass Color(str, Enum):\n    RED = 'red'\n"
    )
    (folder / "up.py").write_text(MODULE)
    made = json.loads(python_source.schema_in(str(folder), "made"))
    assert (made["version"], made["partial"]) == ("1.2.3", True)
    up = made["resources"]["made:index:Up"]
    assert up["requiredInputs"] == ["sizeOf"]
    assert up["inputProperties"]["sizeOf"]["type"] == "integer"
    assert up["inputProperties"]["tags"]["additionalProperties"] == {"type": "string"}
    assert up["inputProperties"]["parts"]["items"]["$ref"] == "#/types/made:index:PartArgs"
    assert up["properties"]["secretText"] == {"type": "string", "secret": True}
    assert up["required"] == ["sizeOf"]
    assert made["types"]["made:index:PartArgs"]["properties"] == {"name": {"type": "string"}}
    assert made["types"]["made:index:Color"]["enum"] == [{"value": "red"}]
    function = made["functions"]["made:index:getUp"]
    assert function["inputs"]["properties"] == {"upId": {"type": "string"}}
    assert function["outputs"]["properties"] == {"there": {"type": "boolean"}}


def test_a_package_whose_source_changes_is_rebuilt(tmp_path: Path, monkeypatch) -> None:
    """Whatever its version says, and its time; and nothing is kept where nothing is to be."""
    cache = tmp_path / "cache" / "packages"
    monkeypatch.setenv("CONFTY_CACHE_DIR", str(tmp_path / "cache"))
    folder = tmp_path / "pulumi_made"
    folder.mkdir()
    (folder / "pulumi-plugin.json").write_text('{"version": "1.2.3"}')
    up = folder / "up.py"
    up.write_text(MODULE)
    before = up.stat()

    def sized(*, keep: bool) -> str:
        key = python_source.key_of(str(folder), Installation().tree(str(folder)))
        made = json.loads(python_source.schema_of(str(folder), "made", key, keep=keep))
        return made["resources"]["made:index:Up"]["inputProperties"]["sizeOf"]["type"]

    assert sized(keep=False) == "integer"
    assert not cache.exists()
    assert sized(keep=True) == sized(keep=True) == "integer"
    up.write_text(MODULE.replace("_builtins.int", "_builtins.str"))
    os.utime(up, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert sized(keep=True) == sized(keep=False) == "string"


def test_a_package_that_was_added_by_hand(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("CONFTY_SCHEMA_DIR", str(tmp_path / "store"))
    monkeypatch.setenv("PULUMI_HOME", str(tmp_path / "none"))
    path = tmp_path / "made.json"
    path.write_text(json.dumps(SCHEMA))
    assert schema(["add", str(path)]) == 0
    assert "added made" in capsys.readouterr().out
    token = next(iter(SCHEMA["resources"]))
    assert schema(["show", token]) == 0
    shown = capsys.readouterr().out
    assert f"resource: {token}" in shown
    for name in SCHEMA["resources"][token]["inputProperties"]:
        assert f"input: {name}: " in shown
    program = tmp_path / "program"
    program.mkdir()
    (program / "main.pp").write_text(f'resource x "{token}" {{ nothingLikeIt = 1 }}\n')
    found = Project().check(str(program / "main.pp"))
    assert "pcl/unsupported-attribute" in [one.code.name for one in found]
    assert schema(["remove", "made"]) == 0
    found = Project().check(str(program / "main.pp"))
    assert "pcl/unknown-package" in [one.code.name for one in found]
    assert schema(["show", "made:nope:Nope"]) == 2
