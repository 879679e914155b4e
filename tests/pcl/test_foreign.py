"""``importData``: types, values, labels and mistakes that cross from other languages."""

import json

import pytest

from confty.languages.pcl.checker import bind_folder
from confty.languages.pcl.evaluator import RunInfo, run_program
from confty.languages.pcl.wiring import LANGUAGE
from confty.types import (
    BOOL,
    DYNAMIC,
    FLOAT,
    INT,
    NULL,
    NUMBER,
    STRING,
    define,
    field,
    function_of,
    list_of,
    literal,
    map_of,
    object_of,
    optional,
    ref,
    set_of,
    union_of,
)
from confty.values import Labelled, stripped
from confty.workspace.files import Memory
from confty.workspace.project import Project

YAML = "web:\n  cpu: 2\n  name: small\n"
RCL = '{ web = { cpu = 2, name = "small" } }'
JSONNET = '{ web: { cpu: 2, name: "small" }, hidden:: 1 }'
TOML = '[web]\ncpu = 2\nname = "small"\n'
JSON = '{"web": {"cpu": 2, "name": "small"}}'
SAME = [
    ("limits.yaml", YAML),
    ("limits.rcl", RCL),
    ("limits.jsonnet", JSONNET),
    ("limits.toml", TOML),
    ("limits.json", JSON),
]


def project(flags=None, **files):
    named = {name.replace("__", "/").replace("_", "."): text for name, text in files.items()}
    return Project(files=Memory(named), flags=flags)


def findings(work, name="main.pp"):
    return [(one.code.name, one.message) for one in work.check(name)]


@pytest.mark.parametrize(("name", "text"), SAME)
def test_values_cross(name, text):
    main = f'limits = importData("{name}")\noutput o {{ value = limits.web.cpu + 1 }}\n'
    work = Project(files=Memory({"main.pp": main, name: text}))
    assert findings(work) == []
    room, value = work.evaluate("main.pp").output
    assert json.loads(room.render(value, "json").output) == {"o": 3}


@pytest.mark.parametrize(("name", "text"), SAME)
def test_types_cross_with_the_declaration(name, text):
    main = f'limits = importData("{name}")\noutput o {{ value = limits.web.memory }}\n'
    work = Project(files=Memory({"main.pp": main, name: text}))
    (found,) = work.check("main.pp")
    assert found.code.name == "pcl/unknown-property"
    assert "'memory'" in found.message
    (note,) = found.notes
    assert note.span.source.name == name
    assert "web" in note.span.source.text[: note.span.end]


def test_a_wrong_type_points_at_the_declaration():
    main = 'limits = importData("limits.yaml")\noutput o { value = range(limits.web) }\n'
    (found,) = project(main_pp=main, limits_yaml=YAML).check("main.pp")
    assert found.code.name == "pcl/type-mismatch"
    assert found.notes[0].span.source.name == "limits.yaml"


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("nowhere.yaml", "there is no file 'nowhere.yaml'"),
        ("other.pp", "'other.pp' is a PCL program; use it as a component"),
        ("notes.txt", "the language of 'notes.txt' is not known"),
        ("broken.json", "the imported file has an error, at broken.json:1:1"),
    ],
)
def test_what_is_no_data_is_said_at_the_path(path, message):
    main = f'output o {{ value = importData("{path}") }}\n'
    files = {"main.pp": main, "other.pp": "", "notes.txt": "", "broken.json": "{"}
    (found,) = Project(files=Memory(files)).check("main.pp")
    assert (found.code.name, found.message) == ("pcl/file", message)
    assert found.span.text == f'"{path}"'


def test_a_computed_path_is_read_at_run_time():
    main = 'name = "limits"\noutput o { value = importData("${name}.yaml").web.name }\n'
    work = project(main_pp=main, limits_yaml=YAML)
    assert findings(work) == []
    assert work.evaluate("main.pp").output[1] == {"o": "small"}
    outcome = project(main_pp=main).evaluate("main.pp")
    assert outcome.failed
    assert outcome.diagnostics[-1].message == "there is no file 'limits.yaml'"


def test_a_program_that_fails_is_said_at_the_path_with_the_cause():
    main = 'output o { value = importData("bad.jsonnet").x }\n'
    (found,) = (
        project(main_pp=main, bad_jsonnet='{ x: error "no" }').evaluate("main.pp").diagnostics
    )
    assert found.code.name == "pcl/file"
    assert found.span.text == '"bad.jsonnet"'
    assert found.notes[0].span.source.name == "bad.jsonnet"


def test_a_ring_ends():
    main = 'output o { value = importData("ring.jsonnet") }\n'
    work = project(main_pp=main, ring_jsonnet='{ x: (import "main.pp").o }')
    outcome = work.evaluate("main.pp")
    assert outcome.failed
    text = " ".join(
        part for one in outcome.diagnostics for part in (one.message, *(n.text for n in one.notes))
    )
    assert "import each other" in text


def test_outputs_of_a_program_cross_as_well():
    main = '(import "infra.pp").region + (import "infra.pp").regoin'
    infra = 'output region { value = "eu" }\n'
    (found,) = project(main_jsonnet=main, infra_pp=infra).check("main.jsonnet")
    assert "regoin" in found.message


def test_the_path_counts_from_the_file_that_names_it():
    files = {
        "main.pp": 'component c "./part" {\n}\noutput o { value = c.name }\n',
        "part/main.pp": 'output name { value = importData("limits.yaml").web.name }\n',
        "part/limits.yaml": YAML,
    }
    work = Project(files=Memory(files))
    assert findings(work) == findings(work, "part/main.pp") == []
    run = run_program(*_bound(work))
    assert stripped(run.outputs) == {"o": "small"}


def _bound(work):
    host = work.host("main.pp", LANGUAGE.name)
    info = RunInfo(project="p", stack="s")
    return bind_folder("", host), info, host


def test_secret_and_unknown_leaves_stay_so():
    main = 'd = importData("d.jsonnet")\noutput a { value = d.a }\noutput b { value = d.b }\n'
    main += 'output c { value = "${d.u}!" }\n'
    data = '{ a: std.extVar("pw"), b: 1, u: std.extVar("later") }'
    flags = {"ext_vars": {"pw": ("secret", "hunter2"), "later": ("unknown", "string")}}
    run = run_program(*_bound(project(flags, main_pp=main, d_jsonnet=data)))
    assert not run.diagnostics
    assert isinstance(run.outputs["a"], Labelled)
    assert run.outputs["a"].secret
    assert run.outputs["b"] == 1
    assert run.outputs["c"].unknown


def test_a_secret_is_no_file_name():
    main = 'output o { value = importData(secret("hunter2.yaml")) }\n'
    outcome = project(main_pp=main).evaluate("main.pp")
    assert outcome.diagnostics[-1].message == "a secret cannot be the name of a file"


def test_types_are_translated():
    from confty.languages.pcl.crossing import as_pcl

    tree = ref("tree of the test")
    define(tree, object_of([("next", optional(tree))]))
    pairs = [
        (literal(STRING, "x"), STRING),
        (FLOAT, NUMBER),
        (set_of(INT), list_of(INT)),
        (map_of(STRING, BOOL), map_of(STRING, BOOL)),
        (object_of([], INT), map_of(STRING, INT)),
        (object_of([("a", INT)], DYNAMIC), DYNAMIC),
        (function_of(None, INT), DYNAMIC),
        (union_of(INT, NULL), union_of(INT, NULL)),
        (union_of(INT, function_of(None, INT)), DYNAMIC),
        (
            object_of([field("a", INT, optional=True), field("h", INT, hidden=True)]),
            object_of([("a", optional(INT))]),
        ),
        (tree, object_of([("next", DYNAMIC)])),
    ]
    for theirs, ours in pairs:
        assert as_pcl(theirs) is ours


def test_secret_and_unknown_inputs_are_configuration():
    main = 'config pw string {}\nconfig later string {}\noutput url { value = "db:${pw}" }\n'
    main += 'output host { value = "${later}.example" }\noutput n { value = 1 }\n'
    flags = {"ext_vars": {"pw": ("secret", "hunter2"), "later": ("unknown", "string")}}
    room, value = project(flags, main_pp=main).evaluate("main.pp").output
    text = room.render(value, "json").output
    assert json.loads(text) == {"url": "[secret]", "host": "[unknown]", "n": 1}
    room, value = project({**flags, "show_secrets": True}, main_pp=main).evaluate("main.pp").output
    assert json.loads(room.render(value, "json").output)["url"] == "db:hunter2"


def test_secrets_stay_secret_in_the_languages_that_import_a_program():
    flags = {"ext_vars": {"pw": ("secret", "hunter2")}}
    files = {
        "main.jsonnet": '{ u: (import "infra.pp").url + "!" }',
        "infra.pp": 'config pw string {}\noutput url { value = "db:${pw}" }\n',
    }
    room, value = Project(files=Memory(files), flags=flags).evaluate("main.jsonnet").output
    assert "hunter2" not in room.render(value, "json").output


def test_whether_something_is_null_does_not_depend_on_what_is_inside():
    main = 'd = importData("d.jsonnet")\noutput o { value = d == null ? "none" : "some" }\n'
    flags = {"ext_vars": {"later": ("unknown", "string")}}
    data = '{ u: std.extVar("later") }'
    run = run_program(*_bound(project(flags, main_pp=main, d_jsonnet=data)))
    assert run.outputs == {"o": "some"}
