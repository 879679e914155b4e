"""Names of PCL files: what introduces each, and that renaming changes nothing else."""

import pytest
from pcl.editing import MemoryHost, applied, at_mark, checked
from pcl.schemas_in_memory import BUCKET, CLOUD

from confty.languages.pcl.checker import bind_folder
from confty.languages.pcl.evaluator import RunInfo, run_program
from confty.languages.pcl.preview.document import PreviewView
from confty.text import Edit, Span
from confty.values import stripped
from confty.workspace import Config, Memory, Project

PARTS = 'config "size" "int" {\n}\noutput "all" {\n  value = size\n}\n'
PROGRAM = {
    "cloud.json": CLOUD,
    "parts/main.pp": PARTS,
    "a.pp": BUCKET + "o = { a = 1, deep = { c = 2 } }\nrows = [{ n = 1 }, { n = 2 }]\n",
    "b.pp": (
        'config "many" "int" {\n  default = 2\n}\n'
        "x = o.a + o.deep.c + many\n"
        "y = [for row in rows : row.n]\n"
        'component "p" "./parts" {\n  size = many\n}\n'
        'output "out" {\n  value = [x, y, b.arn, p.all]\n}\n'
    ),
}


def occurrences(files):
    """Every name of every file, by file."""
    found = {}
    for name in files:
        if name.endswith(".pp"):
            _, insight = checked(files, name, schema=["cloud.json"])
            found[name] = insight.occurrences()
    return found


def renamed(files, place: Span, new: str):
    """The files after a rename of what a place introduces."""
    made = dict(files)
    for name, names in occurrences(files).items():
        hits = [one for one in names if place in one.definitions]
        assert not [one.fixed for one in hits if one.fixed]
        source = place.source if name == place.source.name else None
        edits = [Edit(Span(source, one.start, one.end), new) for one in hits]
        made[name] = applied(files[name], edits)
    return made


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (BUCKET + "x = |b.arn", ["main.pp:1:11"]),
        ("o = { a = 1 }\nx = o.|a", ["main.pp:1:7"]),
        ('o = { "a b" = 1 }\nx = o["|a b"]', ["main.pp:1:8"]),
        (
            "rows = [{ n = 1 }, { n = 2 }]\nx = [for r in rows : r.|n]",
            ["main.pp:1:11", "main.pp:1:22"],
        ),
        ("x = [for r in [1] : |r]", ["main.pp:1:10"]),
        ("o = true ? { a = 1 } : { a = 2 }\nx = o.|a", ["main.pp:1:14", "main.pp:1:26"]),
        ('component "p" "./parts" {\n  |size = 1\n}\n', ["parts/main.pp:1:9"]),
        ('component "p" "./parts" {\n  size = 1\n}\nx = p.|all', ["parts/main.pp:3:9"]),
        (BUCKET + "x = b.|arn", []),
        ("x = |other", ["z.pp:1:1"]),
    ],
)
def test_definitions(text, wanted):
    others = {"cloud.json": CLOUD, "parts/main.pp": PARTS, "z.pp": "other = 1\n"}
    insight, offset = at_mark(text, others, schema=["cloud.json"])
    (one,) = [o for o in insight.occurrences() if o.start <= offset < o.end]
    assert [str(place) for place in one.definitions] == wanted


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (BUCKET + "x = b.|arn", "it is a property of a package's schema"),
        ('x = |join(",", [])', "it is a word of PCL"),
        ("o = { |a = 1 }\nx = o", "the object is also used as a whole"),
        ("o = { |a = 1 }\nx = o.a\n", ""),
        ('output "o" {\n  value = { |a = 1 }\n}\n', "it is part of what the program gives"),
        (
            'resource "b" "cloud:net:Bucket" {\n  tags = { |Name = "" }\n}\n',
            "it is part of the data",
        ),
        ("x = |nowhere", "it is not declared"),
        ('hook "error" "h" {\n  command = [|args.urn]\n}\n', "it is a word of PCL"),
    ],
)
def test_what_cannot_be_renamed(text, why):
    insight, offset = at_mark(text, {"cloud.json": CLOUD}, schema=["cloud.json"])
    (one,) = [o for o in insight.occurrences() if o.start <= offset < o.end]
    assert one.fixed.startswith(why)
    assert bool(one.fixed) is bool(why)


def outcome(files):
    """What a check says without its words, and what a run makes and gives, names aside."""
    host = MemoryHost(files, schema=["cloud.json"])
    program = bind_folder("", host)
    said = sorted(one.code.name for one in program.diagnostics)
    run = run_program(program, RunInfo(), host)
    made = sorted((one.type, repr(stripped(one.inputs))) for one in run.engine.resources.values())
    return said, made, [PreviewView(secrets=False).value(one) for one in run.outputs.values()]


def test_every_rename_keeps_the_program():
    before = outcome(PROGRAM)
    tried = set()
    for names in occurrences(PROGRAM).values():
        for one in names:
            if one.writes and not one.fixed and one.definitions[0] not in tried:
                tried.add(one.definitions[0])
                after = renamed(PROGRAM, one.definitions[0], "renamed")
                assert after != PROGRAM
                said, made, given = outcome(after)
                assert said == before[0], one.name
                if one.name in ("b", "p", "size"):
                    # What they are called in the stack follows their labels.
                    continue
                assert (made, given) == before[1:], one.name
    assert len(tried) > 10


def test_a_resource_keeps_its_name():
    text = (
        BUCKET.replace("{\n", '{\n  __logicalName = "b"\n', 1)
        + 'output "o" {\n  value = b.title\n}\n'
    )
    files = {"main.pp": text, "cloud.json": CLOUD}
    _, insight = checked(files, schema=["cloud.json"])
    after = renamed(files, insight.occurrences()[0].definitions[0], "other")
    assert 'resource "other"' in after["main.pp"]
    assert "other.title" in after["main.pp"]
    assert outcome(after) == outcome(files)


def test_fields_of_other_languages():
    files = {
        "main.pp": (
            'd = importData("./d.yaml")\nwho = d.users.admin\nall = [for u in d.list : u.n]\n'
            'output "o" {\n  value = [who, all]\n}\n'
        ),
        "d.yaml": "users:\n  admin: root\nlist:\n- n: 1\n",
    }
    work = Project(Config({}), Memory(files))
    names = work.checked("main.pp").output.occurrences()
    led = {one.name: [str(place) for place in one.definitions] for one in names}
    assert led["users"] == ["d.yaml:1:1"]
    assert led["admin"] == ["d.yaml:2:3"]
    assert led["n"] == ["d.yaml:4:3"]
    keys = {
        str(place): one
        for one in work.checked("d.yaml").output.occurrences()
        for place in one.definitions
    }
    assert all(keys[place].name == name for name in ("users", "admin", "n") for place in led[name])
