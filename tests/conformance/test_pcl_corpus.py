"""Real PCL programs: they check, preview, convert, and register what the published Python does."""

import json
import shutil
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import pytest
from support import pcl_corpus as corpus
from support.pulumi_packages import snake, write_packages

from confty.languages.pcl import preview
from confty.languages.pcl.converter.python.program import PythonProject
from confty.languages.pcl.evaluator import RunInfo, run_program
from confty.values import Archive, Asset, Labelled, ResourceReference, Unknown

RECORDS = corpus.records()
SUPPORT = Path(__file__).resolve().parents[1] / "support"
# What these programs do cannot be done: they say so themselves, or name what is nowhere.
OWN_DOING = {
    "read-file-func": "reads a file that is not beside it",
    "tf-expressions": "takes the element at -1",
    "tf-for_each_module": "takes an element of a list by a word",
    "tf-registry_module": "calls notImplemented",
    "tf-registry_module_multiple_versions": "calls notImplemented",
    "tf-relative_modules": "gives a word where a number is wanted",
    "tf-splat": "reads a property of a map of resources",
}

# A preview does not get so far as to notice.
ONLY_LATER = {
    "snowflake-python-12998": "names what is nowhere, which its options allow",
    "tf-sandbox_multiple_registry_modules": "is answered with a text where it gave a list",
    "traverse-union-repro": "names what is nowhere, which its options allow",
}


def errors(findings):
    return [each for each in findings if each.severity.word == "error"]


def settings(program, *, previewed):
    info = RunInfo(project="project", stack="stack")
    info.preview = previewed
    info.config = corpus.configuration(program)
    return info


def test_programs_are_here():
    corpus.require()


def test_check(tally):
    corpus.require()
    failing = [name for name, record in RECORDS.items() if corpus.bound(name, record)[0].failed]
    tally("pcl corpus check", len(RECORDS) - len(failing), len(RECORDS), failing)
    assert not failing


def test_preview_without_mocks(tally):
    corpus.require()
    failing = []
    for name, record in RECORDS.items():
        program, host = corpus.bound(name, record)
        info = settings(program, previewed=True)
        info.root = info.folder = str(corpus.folder(name))
        run = run_program(program, info, host)
        assert preview.tree(run, secrets=False)
        assert preview.dot(run)
        json.dumps(preview.document(run, secrets=False))
        if run.failed is not (name in OWN_DOING):
            failing.append(f"{name}: {errors(run.diagnostics)}")
    tally("pcl corpus preview", len(RECORDS) - len(failing), len(RECORDS), failing)
    assert not failing


# Conversion.


class Converted:
    """Every program as Python, with packages to run it on, and what it did under mocks."""

    def __init__(self, work):
        self.work = work
        self.orders = {}
        self.programs = {}
        self.refused = []
        for name, record in RECORDS.items():
            self._convert(name, record)
        self.answers = self._run()

    def _convert(self, name, record):
        program, host = corpus.bound(name, record)
        self.programs[name] = (program, host)
        project = PythonProject(program, program.schemas, "project")
        project.convert()
        self.refused += [f"{name}: {each.message}" for each in project.diagnostics]
        home = self.work / name
        for path, text in project.files.items():
            (home / "made" / path).parent.mkdir(parents=True, exist_ok=True)
            (home / "made" / path).write_text(text)
        tokens = corpus.members(program)
        write_packages(corpus.schema_files(record), tokens, home / "packages")
        outputs, results = corpus.Inventions(record).tables(tokens)
        orders = {
            "config": {f"project:{k}": v for k, v in corpus.configuration(program).items()},
            "outputs": outputs,
            "results": results,
            "stack": {"imageName": "an image"},
            "project": "project",
            "folder": str(corpus.folder(name)),
        }
        packages = str(home / "packages")
        made = home / "made"
        self.orders[name] = {
            **orders,
            "file": str(made / "__main__.py"),
            "path": [str(made), packages],
        }
        golden = corpus.corpus() / "golden" / name
        if golden.exists():
            self.orders[f"{name} published"] = {
                **orders,
                "file": str(golden / f"{name}.py"),
                "path": [str(golden), packages],
            }

    def _run(self):
        path = self.work / "orders.json"
        path.write_text(json.dumps(list(self.orders.values())))
        done = subprocess.run(
            [sys.executable, str(SUPPORT / "pulumi_mocked.py"), str(path)],
            capture_output=True,
            text=True,
            timeout=280,
            check=True,
        )
        return dict(zip(self.orders, json.loads(done.stdout), strict=True))


@pytest.fixture(scope="module")
def converted(tmp_path_factory):
    corpus.require()
    pytest.importorskip("pulumi", reason="the Pulumi SDK is not installed")
    return Converted(tmp_path_factory.mktemp("corpus"))


def test_every_program_converts(converted):
    assert not converted.refused


def test_it_runs_and_does_what_the_published_python_does(converted, tally):
    failing = []
    compared = 0
    for name in RECORDS:
        ours, theirs = converted.answers[name], converted.answers.get(f"{name} published")
        if ours["error"] is not None and name not in {*OWN_DOING, *ONLY_LATER}:
            failing.append(f"{name}: {ours['error'].strip().splitlines()[-1]}")
        if theirs is None or theirs["error"] is not None:
            continue
        compared += 1
        if ours != theirs:
            failing.append(f"{name}: {ours} is not {theirs}")
    tally("pcl corpus convert", len(RECORDS) - len(failing), len(RECORDS), failing)
    assert not failing
    assert compared


class Invented:
    """Our mocks, which answer as those of the SDK do."""

    def __init__(self, orders):
        self.orders = orders
        self.resources = []
        self.calls = []

    def new_resource(self, args):
        made = self.orders["outputs"].get(args.typ, {})
        return f"{args.name}_id", {**made, **args.inputs}

    def call(self, args):
        self.calls.append([args.token, told(args.args)])
        return self.orders["results"].get(args.token, {})


def told(value):
    """A value of a run in the words of ``pulumi_mocked.told``."""
    if isinstance(value, Labelled):
        return told(value.value)
    if isinstance(value, dict):
        return {key: told(each) for key, each in sorted(value.items()) if each is not None}
    if isinstance(value, list):
        return [told(each) for each in value]
    if isinstance(value, Asset):
        return {"$asset": value.text} if value.text is not None else {"$file": value.path}
    if isinstance(value, Archive):
        return {"$archive": value.path}
    if isinstance(value, ResourceReference):
        return {"$resource": value.urn.rsplit("::", 2)[-2:]}
    if isinstance(value, Unknown):
        return {"$unknown": True}
    if isinstance(value, (float, Decimal)):
        return int(value) if value == int(value) else float(value)
    return value


def without_nulls(value):
    if isinstance(value, dict):
        return {key: without_nulls(each) for key, each in value.items() if each is not None}
    return [without_nulls(each) for each in value] if isinstance(value, list) else value


def in_order(calls):
    """Calls that two runs made; the SDK leaves the keys of a function's objects as they come."""

    def worded(value):
        if isinstance(value, dict):
            return {snake(key): worded(each) for key, each in sorted(value.items())}
        return [worded(each) for each in value] if isinstance(value, list) else value

    return sorted((without_nulls(worded(call)) for call in calls), key=json.dumps)


def exported(outputs):
    """Outputs; the mocks know no organization, and JSON text may have spaces."""

    def read(value):
        try:
            return json.loads(value) if isinstance(value, str) and value[:1] in "[{" else value
        except ValueError:
            return value

    shown = {name: read(value) for name, value in outputs.items() if name != "organization"}
    return without_nulls(shown)


def made_by(registrations):
    """Types, names and inputs; a provider's inputs travel in a form of their own."""
    return sorted(
        (
            [type_, name, None if type_.startswith("pulumi:providers:") else without_nulls(inputs)]
            for type_, name, inputs in registrations
        ),
        key=json.dumps,
    )


def test_it_registers_what_our_own_run_registers(converted, tally):
    failing = []
    for name, (program, host) in converted.programs.items():
        if name in {*OWN_DOING, *ONLY_LATER}:
            continue
        info = settings(program, previewed=False)
        info.root = info.folder = str(corpus.folder(name))
        orders = converted.orders[name]
        info.stack_references = {
            "PLACEHOLDER_ORG_NAME/stackreference-producer/PLACEHOLDER_STACK_NAME": orders["stack"]
        }
        mocks = Invented(orders)
        run = run_program(program, info, host, mocks)
        found = [
            [one.type, one.name, told(one.inputs)]
            for one in run.engine.resources.values()
            if one is not run.engine.stack and not preview.is_default_provider(one)
        ]
        theirs = converted.answers[name]
        if errors(run.diagnostics):
            failing.append(f"{name}: {errors(run.diagnostics)}")
        elif made_by(found) != made_by(theirs["resources"]):
            failing.append(f"{name}: {made_by(found)} is not {made_by(theirs['resources'])}")
        elif in_order(mocks.calls) != in_order(theirs["calls"]):
            failing.append(f"{name}: calls {mocks.calls} are not {theirs['calls']}")
        elif exported(told(run.outputs)) != exported(theirs["exports"]):
            failing.append(f"{name}: {told(run.outputs)} is not {theirs['exports']}")
    tally("pcl corpus run", len(RECORDS) - len(failing), len(RECORDS), failing)
    assert not failing


def test_pyright_has_nothing_to_say(converted, tally):
    checker = shutil.which("pyright", path=str(Path(sys.executable).parent))
    if checker is None:
        pytest.skip("pyright is not installed")
    places = [{"root": f"{n}/made", "extraPaths": [f"{n}/packages"]} for n in RECORDS]
    config = {
        "executionEnvironments": places,
        "include": [each["root"] for each in places],
        "typeCheckingMode": "strict",
        "pythonVersion": "3.11",
    }
    (converted.work / "pyrightconfig.json").write_text(json.dumps(config))
    done = subprocess.run(
        [checker, "--pythonpath", sys.executable, "--outputjson"],
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
        cwd=converted.work,
    )
    said = json.loads(done.stdout)["generalDiagnostics"]
    failing = [
        f"{each['file']}:{each['range']['start']['line'] + 1}: {each['message']}" for each in said
    ]
    wrong = {Path(each["file"]).relative_to(converted.work).parts[0] for each in said}
    tally("pcl corpus pyright", len(RECORDS) - len(wrong), len(RECORDS), failing)
    assert not failing
