"""What an object of a declared type leaves out is null where it is read, and nowhere else."""

import json
import subprocess
import sys

from confty.cli.check import main as check
from confty.cli.convert import main as convert
from confty.cli.evaluate import main as evaluate
from confty.cli.infer import main as infer
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


def test_what_is_inferred_may_be_left_out_where_the_value_may_lack_it(tmp_path, capsys):
    path = tmp_path / "main.pp"
    path.write_text(
        'config which bool { default = true }\nconfig none "number" { default = null }\n'
        'config rule "object({ port = int, note = optional(string) })" { default = { port = 1 } }\n'
        "either = which ? { a = 1 } : { b = 2 }\nwritten = { none = none }\n"
        "output o { value = { either = either, rules = [rule], written = written } }\n"
    )
    assert infer([str(path)]) == 0
    schema = json.loads(capsys.readouterr().out)
    value = {"either": {"a": 1}, "rules": [{"port": 1}], "written": {"none": None}}
    assert evaluate([str(path)]) == 0
    assert json.loads(capsys.readouterr().out) == {"o": value}
    # What is written out is there, whatever it is.
    cases = [(value, 0), ({**value, "written": {}}, 1), ({**value, "more": 1}, 1)]
    (tmp_path / "schema.json").write_text(json.dumps(schema))
    for given, code in cases:
        (tmp_path / "given.json").write_text(json.dumps({"o": given}))
        data = str(tmp_path / "given.json")
        assert check([data, "--schema", str(tmp_path / "schema.json")]) == code
