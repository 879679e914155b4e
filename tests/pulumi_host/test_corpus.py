"""Real programs through the language host: message by message what the SDK sends for them."""

import json
import shutil
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest
from pulumi_monitor import many
from pulumi_monitor.monitor import Monitor, Provider
from support import pcl_corpus as corpus
from support.pulumi_packages import write_packages

from confty.languages.pcl.converter.python.program import PythonProject
from pulumi_host.served import comparable, run

RECORDS = corpus.records()
# Programs that cannot run by their own doing: what they send until then says nothing.
UNFIT = {
    "snowflake-python-12998", "tf-expressions", "tf-sandbox_multiple_registry_modules",
    "traverse-union-repro",
}  # fmt: skip
# Where the host says it better: in the arguments of functions the SDK sends the keys of
# dictionaries as Python spells them, and a secret inside of an object goes unmarked.
BETTER = {
    "tf-comments", "tf-complex_datasource", "tf-list_as_blocks", "tf-maps_as_blocks",
    "tf-partial_helm_release",
}  # fmt: skip
# The packages that stand in for the SDKs of these do not register their parameter.
WITH_PARAMETER = {"tf-implicit_required_providers", "tf-pulumi-terraform-local-module"}


class Prepared:
    """A program in a folder of its own with its config file, as Python too, and its engine."""

    def __init__(self, name: str, work: Path) -> None:
        record = RECORDS[name]
        self.folder = work / name / "program"
        shutil.copytree(corpus.folder(name), self.folder)
        schemas = [str(path) for path in corpus.schema_files(record)]
        lines = [f"package-schemas = {json.dumps(schemas)}"]
        lines += [f"{option} = true" for option in record["options"]]
        (self.folder / "confty.toml").write_text("[pcl]\n" + "\n".join(lines) + "\n")
        program, _ = corpus.bound(name, record)
        self.config = {f"project:{k}": v for k, v in corpus.configuration(program).items()}
        project = PythonProject(program, program.schemas, "project")
        project.convert()
        self.made = work / name / "made"
        for path, text in project.files.items():
            (self.made / path).parent.mkdir(parents=True, exist_ok=True)
            (self.made / path).write_text(text)
        tokens = corpus.members(program)
        self.packages = work / name / "packages"
        write_packages(corpus.schema_files(record), tokens, self.packages)
        self.outputs, self.results = corpus.Inventions(record).tables(tokens)

    def monitor(self, *, preview: bool) -> Monitor:
        made = Monitor(preview=preview, project="project", stack="stack")
        for token, found in self.outputs.items():
            made.providers[token] = Provider(computed=tuple(found), create=lambda _, f=found: f)
        made.functions = {token: lambda _, f=found: f for token, found in self.results.items()}
        return made

    def order(self, monitor: Monitor) -> dict:
        return {
            "project": "project",
            "stack": "stack",
            "monitor": monitor.address,
            "preview": monitor.preview,
            "config": self.config,
            "folder": str(self.folder),
            "file": str(self.made / "__main__.py"),
            "path": [str(self.made), str(self.packages)],
        }


def sdk(orders: list[dict], work: Path) -> list[str | None]:
    path = work / "orders.json"
    path.write_text(json.dumps(orders))
    command = [sys.executable, many.__file__, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=280, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("preview", [True, False], ids=["preview", "update"])
def test_the_same_messages(tmp_path: Path, tally, preview: bool) -> None:
    corpus.require()
    prepared = {name: Prepared(name, tmp_path) for name in RECORDS}
    with ExitStack() as stack:
        theirs = {
            name: stack.enter_context(one.monitor(preview=preview))
            for name, one in prepared.items()
        }
        errors = sdk([prepared[name].order(monitor) for name, monitor in theirs.items()], tmp_path)
    different = []
    compared = [name for name in RECORDS if name not in UNFIT | BETTER | WITH_PARAMETER]
    for (name, one), error in zip(prepared.items(), errors, strict=True):
        with one.monitor(preview=preview) as monitor:
            answer = run(monitor, one.folder, config=one.config)
            failed = answer.bail or bool(answer.error)
            said = (answer.error, [text for _, text in monitor.logs])
            ours = comparable(monitor.messages)
        if name not in compared:
            continue
        if failed is not (error is not None):
            different.append(f"{name}: {said} {error}")
        elif not failed and ours != comparable(theirs[name].messages):
            different.append(f"{name}: {_difference(comparable(theirs[name].messages), ours)}")
    kind = "preview" if preview else "update"
    tally(f"pcl corpus host {kind}", len(compared) - len(different), len(compared), different)
    assert not different


def _difference(theirs: list, ours: list) -> str:
    import difflib

    texts = [json.dumps(side, indent=1, sort_keys=True).splitlines() for side in (theirs, ours)]
    return "\n".join(difflib.unified_diff(*texts, "sdk", "host", lineterm="", n=2))
