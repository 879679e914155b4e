"""confty in other people's pipelines: pre-commit run for real, and the steps of the Action."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

PROJECT = Path(__file__).resolve().parents[2]
NEEDED = (
    "src",
    "packaging",
    "pyproject.toml",
    "setup.py",
    "README.md",
    "LICENSE",
    "MANIFEST.in",
    ".pre-commit-hooks.yaml",
)


def git(folder, *words):
    quiet = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"]
    done = subprocess.run(
        ["git", *quiet, *words], cwd=folder, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def repository(folder: Path) -> str:
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "all")
    return git(folder, "rev-parse", "HEAD")


@pytest.fixture(scope="module")
def hooks(tmp_path_factory) -> tuple[Path, str]:
    """A repository with confty in it, as pre-commit clones one."""
    folder = tmp_path_factory.mktemp("hooks")
    for name in NEEDED:
        if (PROJECT / name).is_dir():
            leave_out = shutil.ignore_patterns("__pycache__", "*.egg-info")
            shutil.copytree(PROJECT / name, folder / name, ignore=leave_out)
        else:
            shutil.copy(PROJECT / name, folder / name)
    return folder, repository(folder)


def test_pre_commit_runs_the_hooks(hooks, tmp_path, tmp_path_factory):
    pytest.importorskip("pre_commit")
    where, revision = hooks
    (tmp_path / ".pre-commit-config.yaml").write_text(
        f"repos:\n- repo: {where}\n  rev: {revision}\n  hooks:\n  - id: confty-check\n  - id: confty-format\n"
    )
    (tmp_path / "bad.jsonnet").write_text("{ a: {}.b }\n")
    (tmp_path / "ugly.rcl").write_text("{a=1}\n")
    (tmp_path / "good.yaml").write_text("a: 1\n")
    (tmp_path / "notes.txt").write_text("{ not: ours\n")
    repository(tmp_path)
    environment = {
        **os.environ,
        "PRE_COMMIT_HOME": str(tmp_path_factory.mktemp("home")),
        "PYTHONPATH": "",
        "NO_COLOR": "1",
    }

    def run():
        done = subprocess.run(
            [sys.executable, "-m", "pre_commit", "run", "--all-files", "--color", "never"],
            cwd=tmp_path, env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        return done.returncode, done.stdout + done.stderr

    code, said = run()
    if "No matching distribution" in said or "ConnectionError" in said:
        pytest.skip("NOT RUN: the package index cannot be reached")
    assert code == 1, said
    assert "jsonnet/no-such-field" in said
    assert "files were modified by this hook" in said
    assert (tmp_path / "ugly.rcl").read_text() == "{ a = 1 }\n"
    (tmp_path / "bad.jsonnet").write_text("{ a: {} }\n")
    code, said = run()
    assert (code, said.count("Passed")) == (0, 2), said


def test_the_hooks_take_every_suffix():
    from re import search

    from confty.registry import SUFFIXES

    check, layout = yaml.safe_load((PROJECT / ".pre-commit-hooks.yaml").read_text())
    assert [check["id"], layout["id"]] == ["confty-check", "confty-format"]
    assert all(search(check["files"], f"a/b{suffix}") for suffix in SUFFIXES)
    assert not search(check["files"], "a.jsonnet.bak")


def step(name: str) -> str:
    action = yaml.safe_load((PROJECT / "action.yml").read_text())
    return next(one["run"] for one in action["runs"]["steps"] if one.get("name") == name)


def act(tmp_path, **inputs):
    """Run the step of the Action that checks, as the runner does."""
    programs = tmp_path / "bin"
    programs.mkdir(exist_ok=True)
    program = programs / "confty"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m confty "$@"\n')
    program.chmod(0o755)
    output = tmp_path / "output"
    output.write_text("")
    environment = {
        "PATH": f"{programs}:{os.environ['PATH']}", "PYTHONPATH": str(PROJECT / "src"), "GITHUB_ACTIONS": "true",
        "GITHUB_OUTPUT": str(output), "HOME": str(tmp_path), "ARGS": "", "SARIF": "", "UPLOAD": "false",
        "FORMAT": "false", **inputs,
    }  # fmt: skip
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step("Check")],
        cwd=tmp_path, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout, dict(line.split("=", 1) for line in output.read_text().splitlines())


def test_the_action_annotates_and_reports(tmp_path):
    (tmp_path / "bad.jsonnet").write_text("{ a: {}.b }\n")
    said, outputs = act(tmp_path, PATHS="bad.jsonnet", UPLOAD="true")
    assert said.startswith("::error title=jsonnet/no-such-field,file=bad.jsonnet,line=1,")
    assert outputs == {"code": "1", "sarif": "confty.sarif"}
    assert "jsonnet/no-such-field" in (tmp_path / "confty.sarif").read_text()


def test_the_action_asks_for_layout_where_it_is_wanted(tmp_path):
    (tmp_path / "ugly.rcl").write_text("{a=1}\n")
    assert act(tmp_path, PATHS=".")[1] == {"code": "0"}
    assert act(tmp_path, PATHS=".", FORMAT="true")[1] == {"code": "1"}


@pytest.mark.parametrize(
    ("version", "extras", "wanted"),
    [
        ("local", "yaml,jit", "/here[yaml,jit]"), ("local", "", "/here"), ("", "yaml", "confty[yaml]"), ("", "", "confty"),
        ("0.1.0", "yaml", "confty[yaml]==0.1.0"), ("0.1.0", "", "confty==0.1.0"),
    ],
)  # fmt: skip
def test_the_action_installs_what_is_asked_for(tmp_path, version, extras, wanted):
    python = tmp_path / "python"
    python.write_text('#!/bin/sh\nfor word in "$@"; do echo "$word"; done\n')
    python.chmod(0o755)
    environment = {
        "PATH": f"{tmp_path}:{os.environ['PATH']}",
        "VERSION": version,
        "EXTRAS": extras,
        "HERE": "/here",
    }
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step("Install confty")],
        env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.splitlines()[-1] == wanted


def test_the_action_is_whole():
    action = yaml.safe_load((PROJECT / "action.yml").read_text())
    assert {"paths", "args", "version", "sarif", "upload"} <= set(action["inputs"])
    assert all("shell" in one for one in action["runs"]["steps"] if "run" in one)


def test_direnv_loads_what_was_evaluated(tmp_path):
    """The files of the page on direnv, where direnv is installed."""
    from re import DOTALL, MULTILINE, findall

    if shutil.which("direnv") is None:
        pytest.skip("NOT RUN: there is no direnv")
    page = (PROJECT / "docs/integrations/direnv.md").read_text()
    for name, body in findall(r"^```\w+ title=(\S+)\n(.*?)^```$", page, MULTILINE | DOTALL):
        (tmp_path / name).write_text(body)
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "confty").write_text(f'#!/bin/sh\nexec {sys.executable} -m confty "$@"\n')
    (programs / "confty").chmod(0o755)
    environment = {
        "PATH": f"{programs}:{os.environ['PATH']}",
        "PYTHONPATH": str(PROJECT / "src"),
        "HOME": str(tmp_path),
    }
    done = subprocess.run(
        ["bash", "-c", "direnv allow && direnv exec . printenv REGION GREETING"],
        cwd=tmp_path, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout == "eu-west-1\nit's me\n", done.stderr
