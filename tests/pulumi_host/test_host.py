"""The language host against real servers: what it registers, and what it does when things go wrong."""

import subprocess
import sys
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import grpc
import pytest
from google.protobuf import empty_pb2
from pulumi.runtime.proto import callback_pb2, callback_pb2_grpc, language_pb2, resource_pb2
from pulumi.runtime.proto.codegen import hcl_pb2
from pulumi_monitor.monitor import Monitor, Provider
from pulumi_monitor.programs import run_program

from confty import __version__
from confty.cli.convert import main as convert
from confty.languages.pcl.schemas import Choice
from confty.pulumi.loader import EngineSchemas
from pulumi_host.served import SCHEMAS, comparable, host, program_info, request, run, write

PET = "random:index/randomPet:RandomPet"
STRING = "random:index/randomString:RandomString"
PASSWORD = "random:index/randomPassword:RandomPassword"
PROVIDERS = {
    PET: Provider(create=lambda _: {"separator": "-"}),
    STRING: Provider(create=lambda made: {"result": f"{made.name}!"}, computed=("result",)),
    PASSWORD: Provider(create=lambda _: {"result": "hush"}, computed=("result",)),
}
PROGRAM = {
    "main.pp": f"""
config region string {{ default = "eu" }}
config count int {{ default = 3 }}
config token string {{ secret = true }}
config extra "list(string)" {{ default = ["x", "y"] }}

resource own "pulumi:providers:random" {{}}
resource pet "{PET}" {{
  prefix = "${{region}}-1"
  length = 2
}}
resource many "{STRING}" {{
  options {{ range = count }}
  length  = 8 + range.value
  special = range.value == 0
}}
resource named "{PET}" {{
  options {{
    range         = extra
    provider      = own
    protect       = true
    dependsOn     = [pet]
    ignoreChanges = [prefix]
  }}
  prefix    = many[0].result
  separator = range.value
}}
resource pw "{PASSWORD}" {{
  length = 9
  options {{ additionalSecretOutputs = ["result"] }}
}}
component web "./pair" {{
  title = pet.id
  size  = 3
}}
resource after "{PET}" {{
  prefix = web.both
  options {{ dependsOn = [web] }}
}}
output joined {{ value = join("-", [for m in many : m.result]) }}
output all {{ value = "${{pw.result}}!" }}
output inner {{ value = web.both }}
output hidden {{ value = token }}
output json {{ value = toJSON({{ id = pet.id, n = count }}) }}
""",
    "pair/pair.pp": f"""
config title string {{}}
config size int {{}}
resource one "{PET}" {{
  prefix = title
  length = size
}}
output both {{ value = "${{one.id}}!" }}
""",
}
CONFIG = {"proj:token": "shh"}


@pytest.mark.parametrize("preview", [True, False])
def test_registers_what_the_sdk_registers(tmp_path: Path, preview: bool) -> None:
    folder = write(tmp_path / "program", PROGRAM)
    # The schema of the installed package knows all that the package does.
    (folder / "confty.toml").unlink()
    target = tmp_path / "python"
    assert convert(["--to", "python", "-o", str(target), "--schema", SCHEMAS, str(folder)]) == 0
    with Monitor(preview=preview, providers=PROVIDERS) as monitor:
        done = run_program(
            monitor, target / "__main__.py", config=CONFIG, secret_keys=("proj:token",)
        )
        assert done.code == 0, done.stderr
        theirs = comparable(monitor.messages)
    with Monitor(preview=preview, providers=PROVIDERS) as monitor:
        answer = run(monitor, folder, config=CONFIG, configSecretKeys=["proj:token"])
        assert (answer.error, answer.bail, monitor.logs) == ("", False, [])
        ours = comparable(monitor.messages)
    assert ours == theirs


def test_findings_come_first_and_have_places(tmp_path: Path) -> None:
    folder = write(tmp_path, {"main.pp": f'resource pet "{PET}" {{\n  lenght = 2\n}}\n'})
    with Monitor(preview=True) as monitor:
        answer = run(monitor, folder)
        assert answer.bail
        assert not monitor.messages, "nothing is registered of a program with mistakes"
        ((severity, text),) = monitor.logs
    assert severity == "error"
    assert "main.pp:2:3" in text
    assert "lenght" in text
    assert "length" in text


def test_a_missing_value_is_told_before_anything_is_made(tmp_path: Path) -> None:
    folder = write(
        tmp_path, {"main.pp": f'config n int {{}}\nresource a "{PET}" {{ length = n }}'}
    )
    with Monitor(preview=True) as monitor:
        assert run(monitor, folder).bail
        assert any('"n"' in text for _, text in monitor.logs)


def test_a_refused_registration(tmp_path: Path) -> None:
    text = f"""
resource bad "{PET}" {{}}
resource needs "{PET}" {{ prefix = bad.id }}
resource other "{PET}" {{}}
"""
    folder = write(tmp_path, {"main.pp": text})
    with Monitor(preview=False, providers=PROVIDERS) as monitor:
        monitor.refused = {"bad"}
        answer = run(monitor, folder)
        assert answer.bail
        names = {message.name for message in monitor.messages if hasattr(message, "name")}
        assert "needs" not in names
        assert any("bad is refused" in said for _, said in monitor.logs)


def _wide(count: int) -> str:
    return "\n".join(f'resource r{n} "{PET}" {{ length = 2 }}' for n in range(count))


def test_what_does_not_wait_goes_on_at_once(tmp_path: Path) -> None:
    text = f"""
resource many "{PET}" {{
  options {{ range = 10 }}
  length = range.value
}}
{_wide(10)}
resource last "{PET}" {{ prefix = many[9].id }}
"""
    folder = write(tmp_path, {"main.pp": text})
    with Monitor(preview=False, providers=PROVIDERS) as monitor:
        monitor.delay = 0.2
        assert not run(monitor, folder).bail
        order = [made.name for made in monitor.registrations]
    assert monitor.most_under_way > 10
    assert order.index("last") > order.index("many-9")


def test_a_lost_connection_ends_the_run(tmp_path: Path) -> None:
    folder = write(tmp_path, {"main.pp": _wide(4)})
    monitor = Monitor(preview=False, providers=PROVIDERS)
    with monitor, host(monitor.address) as stub:
        monitor.delay = 1.0
        answer = stub.Run.future(request(monitor, folder))
        while monitor.under_way == 0:
            time.sleep(0.01)
        monitor._server.stop(grace=0)
        assert "lost" in answer.result(timeout=20).error


def test_a_cancelled_run_ends(tmp_path: Path) -> None:
    chain = "\n".join(
        f'resource r{n} "{PET}" {{ prefix = r{n - 1}.id }}' if n else f'resource r0 "{PET}" {{}}'
        for n in range(50)
    )
    folder = write(tmp_path, {"main.pp": chain})
    with Monitor(preview=False, providers=PROVIDERS) as monitor, host(monitor.address) as stub:
        monitor.delay = 0.2
        answer = stub.Run.future(request(monitor, folder))
        while len(monitor.registrations) < 2:
            time.sleep(0.01)
        stub.Cancel(empty_pb2.Empty())
        assert "cancelled" in answer.result(timeout=5).error
    assert len(monitor.registrations) < 50


def test_schemas_come_from_the_engine(tmp_path: Path) -> None:
    schema = b'{"name": "made", "version": "2.1.0", "resources": {"made:index:Up": {"properties": {"there": {"type": "string"}}, "inputProperties": {"size": {"type": "integer"}}}}}'
    text = 'resource up "made:index:Up" { size = 1 }\noutput there { value = up.there }\n'
    folder = write(tmp_path, {"main.pp": text})
    provider = Provider(create=lambda _: {"there": "yes"})
    with Monitor(preview=False, providers={"made:index:Up": provider}) as monitor:
        monitor.schemas["made"] = schema
        answer = run(monitor, folder, loader_target=monitor.address)
        assert not answer.bail, monitor.logs
        assert monitor.stack_outputs == {"there": "yes"}
        assert monitor.registered("up").type == "made:index:Up"
    with Monitor(preview=False) as monitor:
        answer = run(monitor, folder, loader_target=monitor.address)
        assert answer.bail, "a package that the engine does not know is a finding"


def test_hooks_run_when_the_engine_says(tmp_path: Path) -> None:
    text = f"""
hook resource mark {{
  command = ["touch", "${{args.name}}.made"]
}}
resource pet "{PET}" {{
  options {{ hooks = {{ afterCreate = [mark] }} }}
}}
"""
    folder = write(tmp_path, {"main.pp": text})
    with Monitor(preview=False, providers=PROVIDERS) as monitor:
        called: list[str] = []

        def create(made):
            callback = monitor.hooks["mark"].callback
            asked = resource_pb2.ResourceHookRequest(urn=made.urn, name=made.name, type=made.type)
            with grpc.insecure_channel(callback.target) as channel:
                answer = callback_pb2_grpc.CallbacksStub(channel).Invoke(
                    callback_pb2.CallbackInvokeRequest(
                        token=callback.token, request=asked.SerializeToString()
                    )
                )
            called.append(resource_pb2.ResourceHookResponse.FromString(answer.response).error)
            return {}

        monitor.providers[PET] = Provider(create=create)
        assert not run(monitor, folder).bail, monitor.logs
        (message,) = [each for each in monitor.messages if getattr(each, "name", "") == "pet"]
    assert list(message.hooks.after_create) == ["mark"]
    assert called == [""]
    assert (folder / "pet.made").exists()


def test_packages_with_a_parameter_are_registered_once(tmp_path: Path) -> None:
    text = """
package {
  baseProviderName    = "terraform-provider"
  baseProviderVersion = "0.8.0"
  parameterization {
    name    = "made"
    version = "2.1.0"
    value   = "aGVsbG8="
  }
}
resource one "made:index:Up" { size = 1 }
resource two "made:index:Up" { size = 2 }
"""
    schema = b'{"name": "made", "version": "2.1.0", "resources": {"made:index:Up": {"inputProperties": {"size": {"type": "integer"}}}}}'
    folder = write(tmp_path, {"main.pp": text})
    with Monitor(preview=True) as monitor, host(monitor.address) as stub:
        monitor.schemas["terraform-provider"] = schema
        answer = stub.Run(request(monitor, folder, loader_target=monitor.address))
        assert not answer.bail, monitor.logs
        (package,) = [m for m in monitor.messages if type(m).__name__ == "RegisterPackageRequest"]
        (asked,) = [m for m in monitor.messages if type(m).__name__ == "GetSchemaRequest"]
        resources = [m for m in monitor.messages if getattr(m, "type", "") == "made:index:Up"]
        needed = stub.GetRequiredPackages(
            language_pb2.GetRequiredPackagesRequest(info=program_info(folder))
        )
    assert (package.name, package.version) == ("terraform-provider", "0.8.0")
    assert package.parameterization.value == asked.parameterization.value == b"hello"
    assert {m.packageRef for m in resources} == {"terraform-provider@0.8.0"}
    assert {m.version for m in resources} == {""}
    (found,) = needed.packages
    assert (found.name, found.version, found.kind) == ("terraform-provider", "0.8.0", "resource")
    assert (found.parameterization.name, found.parameterization.value) == ("made", b"hello")


@pytest.mark.parametrize("version", ["0.8.0", ""])
def test_a_parameterized_package_is_asked_for_in_the_version_of_its_base(version: str) -> None:
    """Its own version is that of the parameter."""
    asked = []
    schemas = EngineSchemas("127.0.0.1:1")
    schemas._ask = lambda request: asked.append(request) or SimpleNamespace(schema=b"{}")
    choice = Choice("random", "3.7.1")
    choice.base, choice.base_version, choice.value = "terraform-provider", version, b"{}"
    schemas(choice)
    (request,) = asked
    assert (request.package, request.version) == ("terraform-provider", version)
    assert (request.parameterization.name, request.parameterization.version) == ("random", "3.7.1")


def test_required_packages_need_no_schema(tmp_path: Path) -> None:
    text = """
resource a "aws:s3/bucket:Bucket" {
  options { version = "6.0.0" }
}
x = invoke("gcp:index:getThing", {})
component c "./inner" {}
"""
    inner = (
        'resource b "random:index/randomPet:RandomPet" {}\nresource p "pulumi:providers:tls" {}'
    )
    folder = write(tmp_path, {"main.pp": text, "inner/main.pp": inner})
    with host("") as stub:
        asked = language_pb2.GetRequiredPackagesRequest(info=program_info(folder))
        found = stub.GetRequiredPackages(asked).packages
        plain = stub.GetProgramDependencies(
            language_pb2.GetProgramDependenciesRequest(info=program_info(folder))
        ).dependencies
    assert [(each.name, each.version) for each in found] == [
        ("aws", "6.0.0"), ("gcp", ""), ("random", ""), ("tls", ""),
    ]  # fmt: skip
    assert [each.name for each in plain] == ["aws", "gcp", "random", "tls"]


def test_programs_are_written(tmp_path: Path) -> None:
    good = f'resource pet "{PET}" {{\nlength=2\n}}\n'
    folder = write(tmp_path / "from", {"main.pp": good})
    with Monitor(preview=True) as monitor, host(monitor.address) as stub:
        monitor.schemas["random"] = Path(SCHEMAS, "random.json").read_bytes()
        made = stub.GenerateProgram(
            language_pb2.GenerateProgramRequest(
                source={"main.pp": good}, loader_target=monitor.address, strict=True
            )
        )
        assert made.source["main.pp"].decode() == f'resource pet "{PET}" {{\n  length = 2\n}}\n'
        bad = stub.GenerateProgram(
            language_pb2.GenerateProgramRequest(
                source={"main.pp": f'resource pet "{PET}" {{\n  size = 2\n}}\n'},
                loader_target=monitor.address,
                strict=True,
            )
        )
        assert not bad.source
        (said,) = bad.diagnostics
        assert said.severity == hcl_pb2.DIAG_ERROR
        assert (said.subject.filename, said.subject.start.line) == ("main.pp", 2)
        target = tmp_path / "to"
        stub.GenerateProject(
            language_pb2.GenerateProjectRequest(
                source_directory=str(folder),
                target_directory=str(target),
                project='{"name": "proj"}',
                loader_target=monitor.address,
            )
        )
        stub.GeneratePackage(
            language_pb2.GeneratePackageRequest(
                directory=str(target / "schemas"), schema='{"name": "made", "version": "1.0.0"}'
            )
        )
    assert '"runtime": "confty"' in (target / "Pulumi.yaml").read_text()
    assert "length = 2" in (target / "main.pp").read_text()
    assert (target / "schemas" / "made-1.0.0.json").exists()


def test_the_program_says_its_port_and_ends_with_its_engine(tmp_path: Path) -> None:
    with Monitor(preview=True) as monitor:
        command = [
            sys.executable,
            "-m",
            "confty.pulumi.main",
            f"--root={tmp_path}",
            monitor.address,
        ]
        started = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert started.stdout is not None
        port = int(started.stdout.readline())
        with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
            from pulumi.runtime.proto.language_pb2_grpc import LanguageRuntimeStub

            stub = LanguageRuntimeStub(channel)
            assert stub.GetPluginInfo(empty_pb2.Empty()).version == __version__
            info = language_pb2.AboutRequest(info=program_info(tmp_path))
            assert stub.About(info).executable == sys.executable
            said = list(stub.InstallDependencies(language_pb2.InstallDependenciesRequest()))
            assert said
        started.terminate()
        assert started.wait(10) == 0
        started.stdout.close()


def test_many_threads_keep_names_apart(tmp_path: Path) -> None:
    """Ranges bind names for a while; two of them at once must not see each other's."""
    text = "\n".join(
        f'resource r{n} "{PET}" {{\n  options {{ range = 8 }}\n  prefix = "{n}-${{range.value}}"\n}}'
        for n in range(12)
    )
    folder = write(tmp_path, {"main.pp": text})
    with Monitor(preview=False, providers=PROVIDERS) as monitor:
        assert not run(monitor, folder).bail
        seen = {made.name: made.inputs["prefix"] for made in monitor.registrations if made.custom}
    assert seen == {f"r{n}-{at}": f"{n}-{at}" for n in range(12) for at in range(8)}
    # They are told to end, and nobody waits for that.
    late = time.monotonic() + 10
    while helpers() and time.monotonic() < late:
        time.sleep(0.01)
    assert not helpers()


def helpers() -> list[threading.Thread]:
    return [each for each in threading.enumerate() if each.name == "confty resources"]
