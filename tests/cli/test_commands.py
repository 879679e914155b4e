"""The commands as a user runs them: what goes where, and which exit code comes back."""

import json
import subprocess
import sys

import pytest
from support.shell import confty, environment

from confty import __version__

GOOD = '{"name": "web", "port": 80}\n'
BAD = '{"name": "web",\n "name": "again"}\n'


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "good.json").write_text(GOOD)
    (tmp_path / "bad.json").write_text(BAD)
    return tmp_path


def test_version(folder):
    done = confty("version", cwd=folder)
    assert (done.returncode, done.stdout) == (0, f"confty {__version__}\n")
    assert confty("--version", cwd=folder).stdout == done.stdout


def test_help_and_unknown_commands(folder):
    assert "find mistakes:" in confty("--help", cwd=folder).stdout
    assert confty(cwd=folder).returncode == 2
    done = confty("chekc", cwd=folder)
    assert done.returncode == 2
    assert "did you mean 'check'?" in done.stderr


def test_check_prints_findings_on_stdout_and_a_summary_on_stderr(folder):
    done = confty("check", "good.json", cwd=folder)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "checked 1 file: no findings\n"
    done = confty("check", "bad.json", cwd=folder)
    assert done.returncode == 1
    assert done.stdout.startswith("error[json/duplicate-key]")
    assert "bad.json:2:2" in done.stdout
    assert done.stderr == "checked 1 file: 1 error\n"


def test_check_walks_folders(folder):
    assert confty("check", cwd=folder).stderr == "checked 2 files: 1 error\n"


def test_every_form_has_the_findings_of_a_file_in_order(tmp_path):
    ignored = "a: 1 # confty: ignore[yaml/duplicate-key]\nb: 1\nb: 2\n"
    (tmp_path / "a.yaml").write_text(ignored)
    for form, lines in (("json", json.loads), ("jsonl", _each_line)):
        done = confty("check", "--output-format", form, "a.yaml", cwd=tmp_path)
        found = lines(done.stdout)
        assert [one["line"] for one in found] == [1, 3], form


def _each_line(text):
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("form", ["json", "jsonl", "sarif", "gitlab"])
def test_check_in_forms_for_programs(folder, form):
    done = confty("check", "bad.json", "--output-format", form, cwd=folder)
    assert done.stderr == ""
    json.loads(done.stdout)


def test_check_speaks_github_in_its_actions(folder):
    done = confty("check", "bad.json", cwd=folder, GITHUB_ACTIONS="true")
    assert done.stdout.startswith("::error title=json/duplicate-key,file=bad.json,line=2,col=2")


def test_levels_change_the_exit_code(folder):
    assert confty("check", "bad.json", "--warn", "duplicate-key", cwd=folder).returncode == 0
    assert confty("check", "bad.json", "--ignore", "all", cwd=folder).stdout == ""
    arguments = ["--warn", "all", "--error-on-warning"]
    assert confty("check", "bad.json", *arguments, cwd=folder).returncode == 1
    assert confty("check", "bad.json", "--exit-zero", cwd=folder).returncode == 0
    (folder / "confty.toml").write_text('[rules]\nduplicate-key = "ignore"\n')
    assert confty("check", "bad.json", cwd=folder).returncode == 0


def test_a_baseline_hides_old_findings(folder):
    assert confty("check", "--update-baseline", cwd=folder).returncode == 0
    done = confty("check", "--baseline", ".confty-baseline.json", cwd=folder)
    assert done.returncode == 0
    assert "1 in the baseline" in done.stderr


def test_several_processes_say_the_same(folder):
    for number in range(6):
        (folder / f"more{number}.json").write_text(BAD)
    alone = confty("check", "-j", "1", "--output-format", "json", cwd=folder)
    together = confty("check", "-j", "3", "--output-format", "json", cwd=folder)
    assert alone.stdout == together.stdout
    assert len(json.loads(alone.stdout)) == 7


def test_eval_prints_data_on_stdout_and_the_rest_on_stderr(folder):
    done = confty("eval", "good.json", cwd=folder)
    assert json.loads(done.stdout) == json.loads(GOOD)
    assert done.stderr == ""
    done = confty("eval", "bad.json", cwd=folder)
    assert (done.returncode, done.stdout) == (1, "")
    assert "json/duplicate-key" in done.stderr


def test_eval_in_other_forms(folder):
    done = confty("eval", "good.json", "--format", "toml", cwd=folder)
    assert done.stdout == 'name = "web"\nport = 80\n'
    done = confty("eval", "good.json", "--format", "nonsense", cwd=folder)
    assert done.returncode == 2
    assert "can be shown as" in done.stderr


def test_eval_reads_stdin_under_a_name(folder):
    done = confty("eval", "-", "--lang", "json", cwd=folder, stdin=GOOD.encode())
    assert json.loads(done.stdout) == json.loads(GOOD)
    arguments = ["check", "-", "--stdin-filename", "x/y.json"]
    done = confty(*arguments, cwd=folder, stdin=BAD.encode())
    assert "x/y.json:2:2" in done.stdout
    assert confty("eval", "-", cwd=folder, stdin=b"1").returncode == 2


def test_a_failed_run_leaves_the_output_file_alone(folder):
    target = folder / "out.json"
    target.write_text("old")
    assert confty("eval", "bad.json", "-o", target, cwd=folder).returncode == 1
    assert target.read_text() == "old"
    assert confty("eval", "good.json", "-o", target, cwd=folder).returncode == 0
    assert json.loads(target.read_text()) == json.loads(GOOD)
    assert confty("eval", "good.json", "-o", "none/out.json", cwd=folder).returncode == 2


def test_type_of_a_file_and_of_a_place(folder):
    assert "port" in confty("type", "good.json", cwd=folder).stdout
    assert confty("type", "good.json:1:26", cwd=folder).returncode == 0
    assert confty("type", "good.json:99:1", cwd=folder).returncode == 2


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.json", '{"a": '),
        ("a.toml", "a = 1\nb ="),
        ("a.jsonnet", "{ a: 1 + }"),
        ("a.pp", "a = {"),
    ],
)
def test_a_file_that_is_broken_has_a_type_only_beside_its_mistakes(folder, name, text):
    (folder / name).write_text(text)
    done = confty("type", name, cwd=folder)
    assert done.returncode == 1
    assert "error[" in done.stderr


def test_explain_prints_the_page(folder):
    done = confty("explain", "json/duplicate-key", cwd=folder)
    assert done.stdout.startswith("# json/duplicate-key\n")
    assert confty("explain", "file/unreadable", cwd=folder).returncode == 0
    assert "did you mean" in confty("explain", "json/duplicate-kye", cwd=folder).stderr
    assert "file/unreadable" in confty("explain", cwd=folder).stdout


def test_fmt_in_place_check_and_diff(folder):
    (folder / "raw.json").write_text('{"a":1}')
    assert confty("fmt", "--check", "raw.json", cwd=folder).returncode == 1
    assert "+" in confty("fmt", "--diff", "raw.json", cwd=folder).stdout
    assert (folder / "raw.json").read_text() == '{"a":1}'
    assert confty("fmt", "raw.json", cwd=folder).returncode == 0
    assert confty("fmt", "--check", "raw.json", cwd=folder).returncode == 0
    done = confty("fmt", "-", "--lang", "json", cwd=folder, stdin=b'{"a":1}')
    assert done.stdout == (folder / "raw.json").read_text()


def test_infer_writes_a_schema(folder):
    schema = json.loads(confty("infer", "good.json", cwd=folder).stdout)
    assert schema["title"] == "Good"
    assert "port" in schema["properties"]


def test_a_directory_can_be_chosen(folder):
    assert confty("check", "-C", folder, "good.json", cwd="/").returncode == 0
    assert confty("check", "-C", folder / "none", cwd="/").returncode == 2


def test_colour_only_where_it_is_wanted(folder):
    assert "\033" not in confty("check", "bad.json", cwd=folder).stdout
    assert "\033" in confty("check", "bad.json", "--color", "always", cwd=folder).stdout
    assert "\033" in confty("check", "bad.json", cwd=folder, FORCE_COLOR="1").stdout
    done = confty("check", "bad.json", cwd=folder, FORCE_COLOR="1", NO_COLOR="1")
    assert "\033" not in done.stdout


def test_a_link_becomes_the_program_it_is_named_for(folder):
    link = folder / "jsonnetfmt"
    program = folder / "entry.py"
    program.write_text("import sys\nfrom confty.cli.main import main\nsys.exit(main())\n")
    link.symlink_to(program)
    done = subprocess.run(
        [sys.executable, str(link), "-e", "{a:1}"],
        capture_output=True,
        text=True,
        env=environment(),
        check=False,
    )
    assert done.stdout == "{ a: 1 }\n"


def test_a_broken_pipe_is_quiet(folder):
    (folder / "long.json").write_text(json.dumps(list(range(200_000))))
    command = f"{sys.executable} -m confty eval long.json | true; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", command], cwd=folder, capture_output=True, env=environment(), check=False
    )
    assert done.returncode == 141
    assert done.stderr == b""


def test_an_interrupt_ends_with_130(folder):
    import signal
    import time

    process = subprocess.Popen(
        [sys.executable, "-m", "confty", "check", "--lang", "json", "-"],
        cwd=folder,
        env=environment(),
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert b"Traceback" not in errors


def test_an_internal_error_apologises():
    program = (
        "import sys\nimport confty.cli.version as command\n"
        "def broken(argv): raise RuntimeError('hunter2')\n"
        "command.main = broken\nfrom confty.cli.main import main\nsys.exit(main(['version']))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, env=environment(), check=False
    )
    assert done.returncode == 101
    assert b"we are sorry" in done.stderr
    assert b"hunter2" not in done.stderr


def test_query_speaks_the_file_s_own_language(tmp_path):
    (tmp_path / "a.jsonnet").write_text("{ xs: [1, 2, 3] }")
    (tmp_path / "a.rcl").write_text("{ xs = [1, 2, 3] }")
    (tmp_path / "a.yaml").write_text("xs: [1, 2, 3]\n")
    asked = [("a.jsonnet", "std.length(input.xs)"), ("a.rcl", "input.xs.len()")]
    for name, expression in [*asked, ("a.yaml", ".xs[2]")]:
        done = confty("query", name, expression, "--format", "json", cwd=tmp_path)
        assert (done.returncode, done.stdout.strip()) == (0, "3"), done.stderr
    assert confty("query", "a.yaml", ".ys", cwd=tmp_path).returncode == 2
    assert confty("query", "a.rcl", "input.ys", cwd=tmp_path).returncode == 1


def test_graph_names_files_and_imports_across_languages(tmp_path):
    (tmp_path / "a.jsonnet").write_text("import 'b.rcl'")
    (tmp_path / "b.rcl").write_text('import "c.yaml"')
    (tmp_path / "c.yaml").write_text("1\n")
    done = confty("graph", "--format", "json", ".", cwd=tmp_path)
    assert json.loads(done.stdout) == {
        "nodes": ["a.jsonnet", "b.rcl", "c.yaml"],
        "edges": [{"from": "a.jsonnet", "to": "b.rcl"}, {"from": "b.rcl", "to": "c.yaml"}],
    }
    assert '"a.jsonnet" -> "b.rcl";' in confty("graph", ".", cwd=tmp_path).stdout
    assert "n0 --> n1" in confty("graph", "--format", "mermaid", ".", cwd=tmp_path).stdout


def test_a_ring_of_imports_across_languages_is_told_whole(tmp_path):
    (tmp_path / "a.jsonnet").write_text("import 'b.rcl'")
    (tmp_path / "b.rcl").write_text('import "a.jsonnet"')
    done = confty("eval", "a.jsonnet", cwd=tmp_path)
    assert done.returncode == 1
    assert "a.jsonnet -> b.rcl -> a.jsonnet" in done.stderr
    checked = confty("check", ".", cwd=tmp_path)
    assert "a.jsonnet -> b.rcl -> a.jsonnet" in checked.stdout


def test_a_flag_that_a_language_does_not_read_is_refused(tmp_path):
    (tmp_path / "a.json").write_text("{}")
    (tmp_path / "a.rcl").write_text("{}")
    idle = [("a.json", "--ext-str", "a=b"), ("a.json", "--jit")]
    idle += [("a.rcl", "--tla-str", "a=b"), ("a.rcl", "--dialect", "seed")]
    for arguments in idle:
        done = confty("eval", *arguments, cwd=tmp_path)
        assert done.returncode == 2, arguments
        assert "has no use for it" in done.stderr
    assert confty("eval", "a.rcl", "--ext-str", "a=b", cwd=tmp_path).returncode == 0
    # Limits are of every language.
    for limit in ("--timeout", "--max-memory", "--max-output"):
        assert confty("eval", "a.json", limit, "100", cwd=tmp_path).returncode == 0
        assert confty("eval", "a.json", limit, "-1", cwd=tmp_path).returncode == 2
