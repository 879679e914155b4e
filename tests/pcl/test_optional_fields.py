"""What an object of a declared type leaves out is null where it is read, and nowhere else."""

import json
import subprocess
import sys

from confty.cli.convert import main as convert
from confty.cli.preview import main as preview

PROGRAM = """
config rule "object({ port = int, note = optional(string), inner = optional(object({ a = string, b = optional(string) })) })" {
  default = { port = 1 }
}
config rules "list(object({ port = int, note = optional(string) }))" {
  default = [{ port = 2 }, { port = 3, note = "n" }]
}
output direct { value = rule.note }
output told { value = rule.note == null ? "none" : rule.note }
output looped { value = [for one in rules : one.note] }
output splat { value = rules[*].note }
output deep { value = rule.inner == null ? "no" : rule.inner.b }
output whole { value = rule }
"""
MOCKED = """
import json, runpy, sys, pulumi
pulumi.runtime.set_all_config({"p:rule": sys.argv[1]} if sys.argv[1] else {}, [])
found = {}
pulumi.export = found.__setitem__
sys.path.insert(0, "made")
pulumi.runtime.settings.SETTINGS.project = "p"
runpy.run_path("made/__main__.py")
print(json.dumps(found))
"""
WHOLE = {
    "direct": None, "told": "none", "looped": [None, "n"], "splat": [None, "n"], "deep": "no",
    "whole": {"port": 1},
}  # fmt: skip


def test_it_is_null(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "prog").mkdir()
    (tmp_path / "prog" / "main.pp").write_text(PROGRAM)
    assert convert(["prog", "--to", "python", "-o", "made"]) == 0
    given = '{"port": 3, "inner": {"a": "x"}}'
    other = {**WHOLE, "deep": None, "whole": {"port": 3, "inner": {"a": "x"}}}
    for text, wanted in (("", WHOLE), (given, other)):
        capsys.readouterr()
        more = ["--config", f"rule={text}"] if text else []
        assert preview(["prog", "--format", "json", *more]) == 0
        assert json.loads(capsys.readouterr().out)["outputs"] == wanted
        run = [sys.executable, "-c", MOCKED, text]
        done = subprocess.run(run, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout) == wanted
