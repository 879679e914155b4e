"""Nothing a file can hold ends in a traceback: every mistake is a finding with a place."""

import random
import time

import pytest

from confty.kit.hcl import SyntaxCodes, parse
from confty.kit.installation import Installation
from confty.languages.pcl.checker import bind_source
from confty.languages.pcl.evaluator import RunInfo, run_program
from confty.languages.pcl.formatter import reformat
from confty.text import Source
from confty.workspace import Config, Memory, Project

CODES = SyntaxCodes("pcl")
MANY = 100_000


class Host:
    def __init__(self, files, **settings):
        self.files = Memory(files)
        self.settings = settings

    def read(self, name):
        return self.files.read(name)

    def entries(self, name):
        return self.files.entries(name)

    installation = Installation()

    memory = None

    def variable(self, _name):
        return None


def bound(text, **files):
    everything = {"p/main.pp": text, **{f"p/{name}": body for name, body in files.items()}}
    return bind_source(Source("p/main.pp", text), Host(everything))


def said(program):
    return [(str(each.span), each.code.name) for each in program.diagnostics]


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "(" * MANY,
        "a = " + "[" * MANY + "]" * MANY,
        "a = " + "{a=" * MANY,
        "a = " + "-" * MANY + "1",
        "a = " + "true?1:" * MANY + "2",
        "a = " + "1+" * MANY + "1",
        'a = "' + "${" * MANY,
        "a {\n" * MANY,
        "a = b" + "[0]" * MANY,
        "a = " + "f(" * MANY,
        "a = b" + "[*]" * MANY,
        "\0" * 1000,
        'a = "\n' * 1000,
        "a = <<E\n" * 1000,
        "/*" * MANY,
        "a = 1" + "0" * MANY,
        "a = 1e999999999",
    ],
    ids=lambda text: text[:12].replace("\0", "0").replace("\n", "n"),
)
def test_extremes_end_in_findings(text):
    started = time.process_time()
    program = bound(text)
    assert program.diagnostics
    assert time.process_time() - started < 30


def test_the_rest_of_the_file_is_checked():
    program = bound("a = foo(1, 2\nb = [1, 2\nc = missing\nd = (\n  e = 1\n}\nf = absent\n")
    assert ("p/main.pp:3:5", "pcl/undefined-variable") in said(program)
    assert ("p/main.pp:7:5", "pcl/undefined-variable") in said(program)


def test_one_slip_is_one_finding():
    assert said(bound("a = 1 +\nb = a\n")) == [("p/main.pp:1:8", "pcl/syntax")]


def test_no_mutation_crashes():
    base = (
        'config n int { default = 2 }\nx = [for i in range(n) : "a-${i}" if i > 0]\n'
        'o = { a = x[*], (n) = <<-T\n   hi ${n}\n  T\n}\noutput y { value = try(o.a[0], "z") }\n'
    )
    chance = random.Random(7)
    for _ in range(1500):
        letters = list(base[: chance.randrange(20, len(base))])
        for _ in range(chance.randrange(1, 5)):
            letters[chance.randrange(len(letters))] = chance.choice('{}[]()"$%~\n,.=:?*!<>#/\\ a1')
        text = "".join(letters)
        program = bound(text)
        _, findings = parse(Source("x", text), CODES)
        if not findings:
            again = reformat(Source("x", text))
            assert reformat(Source("x", again)) == again
        if not program.failed:
            run_program(program, RunInfo(), Host({"p/main.pp": text}))


def test_components_that_contain_themselves():
    program = bound('component c "./" {\n}\n')
    assert said(program) == [("p/main.pp:1:13", "pcl/component")]
    program = bound('component c "./d" {\n}\n', **{"d/main.pp": 'component e "../" {\n}\n'})
    assert said(program) == [("p/main.pp:1:13", "pcl/component-cycle")]


def test_a_ring_of_components_is_told_in_each_of_its_files_and_once_in_a_run():
    files = {
        "a/main.pp": 'component "b" "./b" {}\n',
        "a/b/main.pp": 'component "c" "../../c" {}\n',
        "c/main.pp": 'x = 1\ncomponent "up" "../a" {}\n',
        "user/main.pp": 'component "a" "../a" {}\n',
    }
    places = {"a/main.pp": "1:15", "a/b/main.pp": "1:15", "c/main.pp": "2:16"}
    for name, place in places.items():
        work = Project(files=Memory(files))
        found = work.check(name)
        assert [(str(one.span), one.code.name) for one in found] == [
            (f"{name}:{place}", "pcl/component-cycle")
        ]
        assert {str(note.span) for note in found[0].notes} == {
            f"{other}:{at}" for other, at in places.items() if other != name
        }
    work = Project(files=Memory(files))
    found = work.check_all(list(files))
    assert [str(one.span) for one in found] == ["a/b/main.pp:1:15"]


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("/etc", "expected a path from the folder of this file, found '/etc'"),
        ("./none", "cannot read the component folder './none': "),
        ("./empty", "there is no .pp file in the component folder './empty'"),
        ("./odd", "cannot read the component folder './odd': x.pp: it is a folder"),
    ],
)
def test_what_is_wrong_with_a_components_folder(path, message, tmp_path):
    (tmp_path / "main.pp").write_text(f'component c "{path}" {{}}\n')
    (tmp_path / "empty").mkdir()
    (tmp_path / "odd" / "x.pp").mkdir(parents=True)
    (found,) = Project().check(str(tmp_path / "main.pp"))
    assert found.code.name == "pcl/component"
    assert found.message.startswith(message)


def test_missing_component():
    assert said(bound('component c "./none" {\n}\n')) == [("p/main.pp:1:13", "pcl/component")]


def test_chains_are_no_trouble():
    names = [f"a{i} = a{i + 1}" for i in range(5000)]
    program = bound("\n".join([*names, "a5000 = 1", "output o { value = a0 }"]) + "\n")
    assert not program.diagnostics
    run = run_program(program, RunInfo(), Host({}))
    assert run.outputs == {"o": 1}


def test_invalid_utf_8():
    project = Project(Config({}), Memory({"main.pp": b"a = \xff\n"}))
    codes = {found.code.name for found in project.check_all(["main.pp"])}
    assert "file/invalid-utf-8" in codes


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('output o { value = readFile("missing") }\n', "pcl/file"),
        ("output o { value = 1 / 0 }\n", "pcl/evaluation"),
        ("output o { value = [1][5] }\n", "pcl/traversal"),
        ("config c int {}\noutput o { value = c }\n", "pcl/config-value"),
        ('output o { value = fromBase64("?") }\n', "pcl/evaluation"),
        ('output o { value = "x${null}" }\n', "pcl/evaluation"),
        ('output o { value = notImplemented("later") }\n', "pcl/evaluation"),
    ],
)
def test_run_time_mistakes(text, code):
    project = Project(Config({}), Memory({"main.pp": text}))
    found = list(project.evaluate("main.pp").diagnostics)
    assert [each.code.name for each in found] == [code]
    assert found[0].span is not None


def test_no_secret_in_messages():
    text = "config t string {}\noutput o { value = secret(t) + 1 }\n"
    program = bound(text)
    info = RunInfo()
    info.config, info.secret_keys = {"t": "hunter2"}, {"t"}
    run = run_program(program, info, Host({"p/main.pp": text}))
    assert run.failed
    shown = "".join(repr(each) + str(each.help) for each in run.diagnostics)
    assert "hunter2" not in shown


@pytest.mark.parametrize(
    "schema",
    [
        b"{",
        b"[]",
        b"{}",
        b'{"name": "acme", "resources": []}',
        b'{"name": "acme", "resources": {"acme:index:R": {"inputProperties": []}}}',
        b'{"name": "acme", "resources": {"acme:index:R": {"inputProperties": {"a": {"type": "x"}}}}}',
        b'{"name": "acme", "resources": {"acme:index:R": {"inputProperties": {"a": {"type": "array"}}}}}',
        b'{"name": "acme", "resources": {"acme:index:R": 1}}',
        b"[" * 100_000,
    ],
)
def test_bad_schemas(schema):
    text = 'resource r "acme:index:R" {\n}\n'
    host = Host({"p/main.pp": text}, schema="schemas")
    host.files.put("schemas/acme.json", schema)
    program = bind_source(Source("p/main.pp", text), host)
    assert [each.code.name for each in program.diagnostics] == ["pcl/schema"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("toJSON(1e5000)", "toJSON takes numbers that a double holds"),
        ("1e99999" + " * 1e99999" * 11, "the result is out of range"),
        ('length("${n * n * n * n * n * n}")', None),
    ],
)
def test_numbers_beyond_all_bounds(text, message):
    program = f"n = {'9' * 900}\noutput o {{ value = {text} }}\n"
    outcome = Project(files=Memory({"main.pp": program})).evaluate("main.pp")
    if message is None:
        # The product is rounded up to a power of ten, as HCL rounds it.
        assert outcome.output[1] == {"o": 5401}
    else:
        assert [one.message for one in outcome.diagnostics] == [message]
