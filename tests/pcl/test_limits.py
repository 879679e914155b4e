"""What no text may do to us: hang, crash, grow, or run code that its folder brought along."""

import gc
import json
import random
import threading
import time

import pytest

import confty
from confty import types
from confty.cli.main import main
from confty.kit.hcl import SyntaxCodes, parse
from confty.kit.hcl.convert import LONGEST_TEXT, CannotConvert, joined, number_text, read_number
from confty.kit.hcl.evaluate import Evaluator
from confty.kit.hcl.lexer import forward
from confty.languages.pcl.evaluator.run import satisfies
from confty.languages.pcl.schemas.tokens import canonical
from confty.languages.pcl.unify import unify
from confty.text import Source
from confty.types import NUMBER, STRING

CODES = SyntaxCodes("pcl")


def said(text):
    """The value of a program, or the codes of what is wrong with it."""
    try:
        return confty.loads(text, "pcl")
    except confty.ConftyError as error:
        return sorted({finding.code.name for finding in error.diagnostics})


# --- scanners move forward

PIECES = (
    "${", "%{", "$${", "%%{", "$", "%", "{", "}", "~}", "${~", "\n", "\r\n", "EOF", "EOF\n", "  EOF\n",
    "a", " ", "\t", '"', "\\", "<<EOF\n", "<<-EOF\n", "1", "%{ if true }", "%{ endif }", "%{ else }",
    "%{ for x in [1] }", "%{ endfor }", "#", "//", "/*", "*/", "é", "\ufeff", "[", "]", "(", ")", "=",
)  # fmt: skip


@pytest.mark.parametrize("head", ["a = <<EOF\n", "a = <<-EOF\n", 'a = "', "a = ", "", "a {\n"])
def test_every_text_is_read_to_its_end(head):
    chance = random.Random(13)
    begun = time.process_time()
    for _ in range(300):
        text = head + "".join(chance.choices(PIECES, k=chance.randrange(1, 14)))
        parse(Source("a.pp", text), CODES)
    assert time.process_time() - begun < 20


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("${1}\n", "1\n"),
        ("%{ if true }a%{ endif }\n", "a\n"),
        ("$${x}\n$${y}\n", "${x}\n${y}\n"),
        ("x\n${1}${2}\n\n%{ if false }a%{ endif }b\n", "x\n12\n\nb\n"),
        ("x\r\n\r\ny\r\n", "x\r\n\r\ny\r\n"),
    ],
)
def test_heredoc_lines(text, value):
    body, findings = parse(Source("a.pp", f"a = <<EOF\n{text}EOF\n"), CODES)
    assert not findings
    assert Evaluator().evaluate(body.items[0].value) == value


def test_a_line_that_begins_with_an_escape_loses_its_margin():
    body, findings = parse(Source("a.pp", "a = <<-EOF\n    x\n  $${y}\n  EOF\n"), CODES)
    assert not findings
    assert Evaluator().evaluate(body.items[0].value) == "  x\n${y}\n"


def test_blank_space_at_the_end_of_a_file():
    for end in ("   ", " \t", "\n   \t", " " * 100_000):
        assert said(f'output "o" {{ value = 1 }}{end}') == {"o": 1}


def test_a_loop_that_stays_is_a_defect():
    assert forward(1, 2) == 2
    with pytest.raises(AssertionError):
        forward(2, 2)


def test_patterns_of_ours_are_linear():
    begun = time.process_time()
    for text in (
        "[\n" + "a" * 50_000,
        "[\n" + "a " * 20_000,
        "[\n" + 'a"' * 20_000,
        "\t" * 50_000,
    ):
        parse(Source("a.pp", text), CODES)
    satisfies((3, 0, 0), "\t" * 50_000)
    satisfies((3, 0, 0), "=" * 50_000)
    assert not satisfies((3, 0, 0), ">=" + "9" * 10_000)
    assert time.process_time() - begun < 10


def test_versions_are_read_as_before():
    assert satisfies((3, 5, 1), ">=3.0.0 <4.0.0 || =5.1.2")
    assert satisfies((3, 5, 1), ">= 3.5, < v3.6")
    assert not satisfies((3, 5, 1), "> 3.5.1")
    assert satisfies((3, 5, 1), "^3.1")
    assert satisfies((3, 5, 1), "")


def test_a_schema_cannot_bring_a_pattern_that_never_ends():
    begun = time.process_time()
    for format_ in ("((a+)+)+$", "(a*)*b", "(.*)(.*)(.*)(.*)(.*)x", "(a{1,90}){1,90}b", "("):
        assert canonical("p:" + "a" * 40 + ":R", format_) == "p:" + "a" * 40 + ":R"
    assert canonical("p:" + "a" * 50_000 + ":R", "(.*)(?:/[^/]*)")
    assert canonical("p:ec2/vpc:Vpc", "(.*)(?:/[^/]*)") == "p:ec2:Vpc"
    assert time.process_time() - begun < 2


# --- sizes


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        ("0e4000000000000000000", {"o": 0}),
        ('"0e4000000000000000000" * 1', {"o": 0}),
        ("1e4000000000000000000", ["pcl/syntax"]),
        ("1e-4000000000000000000", ["pcl/syntax"]),
        ('"1e4000000000000000000" * 1', ["pcl/evaluation"]),
        ("1e311", ["pcl/evaluation"]),
        ("-1e311", ["pcl/evaluation"]),
        ('[{ a = "1e999999" * 1 }]', ["pcl/evaluation"]),
        ("9" * 100_000, ["pcl/number"]),
        ("[1].9" + "9" * 6000, ["pcl/syntax"]),
        ("range(1e100)", ["pcl/evaluation"]),
        ("range(-1e100, 1e100)", ["pcl/evaluation"]),
        ("element([1, 2], 1e300)", {"o": 1}),
        ("toJSON(1e311)", ["pcl/evaluation"]),
        ("toJSON(" * 150 + "1" + ")" * 150, ["pcl/evaluation"]),
        ("toBase64(" * 150 + '"aaa"' + ")" * 150, ["pcl/evaluation"]),
    ],
)
def test_sizes_are_checked(value, wanted):
    begun = time.process_time()
    assert said(f'output "o" {{\n  value = {value}\n}}\n') == wanted
    assert time.process_time() - begun < 20


def test_doubled_texts_end():
    lines = ['a0 = "aaaaaaaa"', *(f'a{n} = "${{a{n - 1}}}${{a{n - 1}}}"' for n in range(1, 60))]
    assert said("\n".join(lines) + '\noutput "o" {\n  value = a59\n}\n') == ["pcl/evaluation"]
    with pytest.raises(CannotConvert):
        joined(["a" * 1000] * 1000, "b" * (LONGEST_TEXT // 500))


def test_numbers_print_in_bounded_space():
    assert number_text(read_number("0e999999999")) == "0"
    assert len(number_text(read_number("1e999999"))) == 1_000_000
    with pytest.raises(CannotConvert):
        read_number("1e1000000")


# --- nesting


@pytest.mark.parametrize("command", ["check", "fmt", "eval", "preview", "convert", "hcl", "type"])
@pytest.mark.parametrize(
    "value",
    [
        "{a=" * 400 + "1" + "}" * 400,
        "{a=" * 400,
        "(" * 1000 + "1" + ")" * 1000,
        "true ? " * 1000 + "1" + " : 2" * 1000,
        "-" * 5000 + "1",
        "1" + " + 1" * 20_000,
        "1" + " + 1" * 999,
        "b" + ".a" * 5000,
        '"${' * 300 + "1" + '}"' * 300,
        '"x${' * 199 + "1" + '}"' * 199,
        "try(" * 199 + "1" + ")" * 199,
        "<<A\n${" * 100 + "1" + "}\nA\n" * 100,
        '"' + "%{if true}" * 3000 + "x" + "%{endif}" * 3000 + '"',
    ],
    ids=lambda value: value[:10],
)
def test_nesting(tmp_path, monkeypatch, capsys, command, value):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "main.pp").write_text(f'z = {value}\noutput "o" {{\n  value = z\n}}\n')
    more = ["--to", "python", "-o", "out"] if command == "convert" else []
    assert main([command, *more, "main.pp"]) in (0, 1)
    assert "internal" not in capsys.readouterr().err


def doubled(levels, shape, leaf):
    for _ in range(levels):
        leaf = shape(leaf)
    return leaf


@pytest.mark.parametrize(
    "shape",
    [
        lambda inner: types.object_of([types.field("l", inner), types.field("r", inner)]),
        lambda inner: types.tuple_of(inner, inner),
        lambda inner: types.object_of([types.field("l", types.list_of(inner)), types.field("r", inner)]),
    ],
)  # fmt: skip
def test_doubled_types_unify(shape):
    begun = time.process_time()
    both, _ = unify(doubled(60, shape, STRING), doubled(60, shape, NUMBER))
    assert both is doubled(60, shape, STRING)
    assert time.process_time() - begun < 2


# --- limits of preview and convert

SLOW = (
    "z = [for a in range(1000000) : [for b in range(1000000) : [for c in range(1000000) : c]]]\n"
)


# A stopped thread may be told once more when it has ended.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_preview_obeys_limits(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "main.pp").write_text(SLOW)
    begun = time.monotonic()
    assert main(["preview", "--timeout", "0.5", "."]) == 1
    assert time.monotonic() - begun < 8
    found = capsys.readouterr().err
    assert "file/out-of-time" in found
    assert "main.pp:1:1" in found
    (tmp_path / "main.pp").write_text('output "o" {\n  value = 1\n}\n')
    assert main(["preview", "--max-output", "0.00001", "."]) == 1
    assert main(["preview", "--timeout", "60", "."]) == 0
    assert main(["convert", "--timeout", "60", "--to", "python", "-o", "out", "."]) == 0


# --- code of a folder


def test_mocks_come_from_the_flag_only(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "main.pp").write_text('output "o" {\n  value = 1\n}\n')
    (tmp_path / "evil.py").write_text("open('ran', 'w').close()\n")
    (tmp_path / "confty.toml").write_text('[pcl]\nmocks = "evil.py"\n')
    for command in (["preview"], ["eval"], ["check"], ["convert", "--to", "python", "-o", "out"]):
        assert main([*command, "main.pp"]) == 2
    assert "mocks" in capsys.readouterr().err
    confty.loads("a = 1\n", "pcl", settings={"mocks": "evil.py"})
    assert not (tmp_path / "ran").exists()


# --- fmt


@pytest.mark.parametrize(
    "text",
    [
        "a = <<EOF\r\nx\r\n\r\n y\r\nEOF\r\nb=1\r\n",
        "a=1\r\n/* x\r\n y */\r\nb  =  2 # c\r\n",
        'x = {\n\n\n a=1\n\n\n b = "${ /* c */ 1 }" }\n\n\n\ny=[1,\n2]',
    ],
)
def test_fmt_keeps_what_a_text_means(text):
    made = confty.format(text, "pcl")
    assert confty.format(made, "pcl") == made
    program = 'output "{0}" {{\n  value = {0}\n}}\n'
    names = [
        line[0] for line in text.splitlines() if line[:2] in ("a ", "a=", "b ", "b=", "x ", "y=")
    ]
    asked = "".join(program.format(name) for name in names)
    assert said(made + asked) == said(text + "\n" + asked)


# --- nothing grows, and types are what they say


def schema(values, version):
    token = "p:index:E"
    inner = {
        "type": "object",
        "properties": {"a": {"type": "string"}, "n": {"$ref": "#/types/p:index:T"}},
    }
    used = {"e": {"$ref": f"#/types/{token}"}, "t": {"$ref": "#/types/p:index:T"}}
    kinds = {
        token: {"type": "string", "enum": [{"value": one} for one in values]},
        "p:index:T": inner,
    }
    made = {"inputProperties": used, "properties": used}
    return json.dumps(
        {"name": "p", "version": version, "types": kinds, "resources": {"p:index:R": made}}
    )


PROGRAM = 'resource "r" "p:index:R" {\n  e = "EE"\n  t = { a = "1", n = { a = "2" } }\n}\noutput "o" {\n  value = r.t.n.a\n}\n'


def project(folder, values, used, version="1.0.0"):
    (folder / "schemas").mkdir(parents=True, exist_ok=True)
    (folder / "schemas" / "p.json").write_text(schema(values, version))
    (folder / "confty.toml").write_text('[pcl]\nschema = ["schemas"]\n')
    (folder / "main.pp").write_text(PROGRAM.replace("EE", used))


def test_repeated_previews_leave_nothing(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    project(tmp_path, ["x", "y"], "x")
    counts = []
    for times in (20, 200):
        for _ in range(times):
            assert main(["preview", "."]) == 0
        capsys.readouterr()
        gc.collect()
        counts.append(len(gc.get_objects()))
    assert counts[1] - counts[0] < 200


def test_two_versions_of_an_enumeration(tmp_path):
    """In one process, in either order and in threads: each program is held against its own."""
    project(tmp_path / "one", ["x", "y"], "x", "1.0.0")
    project(tmp_path / "two", ["z"], "z", "2.0.0")
    project(tmp_path / "bad", ["z"], "x", "2.0.0")

    def findings(name):
        return [found.code.name for found in confty.check(tmp_path / name / "main.pp")]

    alone = {name: findings(name) for name in ("one", "two", "bad")}
    assert alone["one"] == alone["two"] == []
    assert alone["bad"]
    results = []

    def work(name):
        results.extend([findings(name) == alone[name] for _ in range(10)])

    threads = [threading.Thread(target=work, args=(name,)) for name in ("one", "two", "bad") * 2]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [True] * 60


# --- values that are larger than their program


def test_doubled_values_are_refused_where_they_get_too_large():
    lines = ['x0 = ["a", "b"]', *(f"x{i} = [x{i - 1}, x{i - 1}]" for i in range(1, 45))]
    text = "\n".join([*lines, 'output "o" {\n  value = x44\n}\n'])
    begun = time.process_time()
    with pytest.raises(confty.ConftyError) as caught:
        confty.loads(text, "pcl")
    (finding,) = caught.value.diagnostics
    assert finding.message == "expected at most 5,000,000 values, found 8,388,607"
    assert finding.span.text == "[x20, x20]"
    assert time.process_time() - begun < 20


def test_shared_values_are_counted_once_and_kept():
    text = 'a = [1, 2]\nb = { x = a, y = [a, a] }\noutput "o" {\n  value = [b, b, a]\n}\n'
    one = {"x": [1, 2], "y": [[1, 2], [1, 2]]}
    assert confty.loads(text, "pcl") == {"o": [one, one, [1, 2]]}
