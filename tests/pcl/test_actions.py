"""Changes that are offered in PCL: each does what it says, and its finding is gone."""

import pytest
from pcl.editing import applied, checked
from pcl.schemas_in_memory import BUCKET, CLOUD

PARTS = {"parts/main.pp": 'config "size" "int" {\n}\noutput "all" {\n  value = size\n}\n'}


def state(text):
    made, insight = checked({"main.pp": text, "cloud.json": CLOUD, **PARTS}, schema=["cloud.json"])
    return made.diagnostics, insight


FIXES = [
    ('resource "b" "cloud:net:Bucket" {\n}\n', "Add the inputs 'size', 'title'", "pcl/missing-attribute"),
    ('resource "b" "cloud:net:Bucket" {\n  size = 1\n}\n', "Add the required input 'title'", "pcl/missing-attribute"),
    ('resource "b" "cloud:net:Bucket" { size = 1 }\n', "Add the required input 'title'", "pcl/missing-attribute"),
    ('resource "b" "cloud:net:Bucket" {}\n', "Add the inputs 'size', 'title'", "pcl/missing-attribute"),
    (BUCKET[:-2] + "  wrong = 1\n}\n", "Remove 'wrong'", "pcl/unsupported-attribute"),
    (BUCKET[:-2] + "  rules = [{ days = 1, wrong = 2 }]\n}\n", "Remove 'wrong'", "pcl/extra-property"),
    (BUCKET[:-2] + "  rules = [{\n    days = 1\n    wrong = 2\n  }]\n}\n", "Remove 'wrong'", "pcl/extra-property"),
    ('read "b" "cloud:net:Bucket" {\n}\n', "Add the required input 'id'", "pcl/missing-attribute"),
    ('component "p" "./parts" {\n}\n', "Add the required input 'size'", "pcl/missing-attribute"),
    ('output "o" {\n}\n', "Add the value of the output", "pcl/missing-attribute"),
    ("x = nowhere\n", "Declare the setting 'nowhere'", "pcl/undefined-variable"),
    ("x = nowhere\n", "Declare the local 'nowhere'", "pcl/undefined-variable"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "title", "code"), FIXES)
def test_a_fix_removes_its_finding(text, title, code):
    before, insight = state(text)
    (found,) = [one for one in before if one.code.name == code][:1]
    offered = insight.actions_at(found.span.start, found.span.end)
    (action,) = [one for one in offered if one.title == title]
    after, _ = state(applied(text, action.edits))
    assert [str(one) for one in after if one.code.name == code] == []
    assert len(after) < len(before)


def test_missing_keys_of_objects():
    text = BUCKET[:-2] + '  rules = [{ prefix = "" }]\n}\n'
    _, insight = state(text)
    at = text.index("prefix")
    (action,) = [one for one in insight.actions_at(at, at) if one.kind == "quickfix"]
    assert action.title == "Add the required 'days'"
    after, _ = state(applied(text, action.edits))
    assert after == ()


MEANT = [
    (BUCKET.replace("title", "titel"), "title"),
    (BUCKET.replace("Bucket", "Bukcet"), '"cloud:net/bucket:Bucket"'),
    (BUCKET.replace("cloud:", "clowd:"), '"cloud:net:Bucket"'),
    (BUCKET + "x = b.arm\n", "b.arn"),
    (BUCKET + 'x = b["arm"]\n', 'b["arn"]'),
    ('x = jion(",", [])\n', "join("),
    ("long = 1\nx = lnog\n", "x = long"),
    ('config "c" "strng" {\n}\n', '"string"'),
    ('confg "c" "string" {\n}\n', "config "),
    (BUCKET[:-2] + "  options {\n    protct = true\n  }\n}\n", "protect ="),
    (BUCKET[:-2] + '  acl = "privat"\n}\n', '"private"'),
    (BUCKET[:-2] + '  rules = [{ days = 1, prefx = "" }]\n}\n', "prefix = "),
    ('output "o" {\n  valu = 1\n}\n', "value = 1"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "there"), MEANT)
def test_did_you_mean(text, there):
    before, _ = state(text)
    (found, *_) = [one for one in before if one.fix]
    mended = applied(text, found.fix)
    assert there in mended
    after, _ = state(mended)
    assert [str(one) for one in after] == []


def test_what_nothing_reads_goes():
    _, insight = state('a = 1\nb = a\noutput "o" {\n  value = a\n}\n')
    (action,) = [one for one in insight.actions_at(6, 6) if one.title.startswith("Remove")]
    assert (
        applied(insight.ground.source.text, action.edits)
        == 'a = 1\noutput "o" {\n  value = a\n}\n'
    )


def test_secrets_and_names():
    text = 'config "c" "string" {\n}\n' + BUCKET + 'output "o" {\n  value = c\n}\n'
    before, insight = state(text)
    assert before == ()
    titles = {one.title: one for at in range(len(text)) for one in insight.actions_at(at, at)}
    assert set(titles) == {
        "Make the setting 'c' a secret",
        "Make the value of 'title' a secret",
        "Make the value of 'size' a secret",
        "Make the value of 'value' a secret",
        "Keep the name 'b' in the stack: set __logicalName",
    }
    for one in titles.values():
        after, _ = state(applied(text, one.edits))
        assert after == ()
    wrapped = applied(text, titles["Make the value of 'value' a secret"].edits)
    assert "value = secret(c)" in wrapped
    kept = applied(text, titles["Keep the name 'b' in the stack: set __logicalName"].edits)
    assert '{\n  __logicalName = "b"\n  title' in kept
