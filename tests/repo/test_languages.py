"""What every language promises, asked of each of them in the same way."""

import pytest

from confty.kit.insight import Insight
from confty.registry import BY_NAME, LANGUAGES, language
from confty.workspace import Config, Memory, Project

PROGRAMS = {
    "json": '{"a": 1}',
    "yaml": "a: 1\n",
    "toml": "a = 1\n",
    "rcl": "{ a = 1 }",
    "jsonnet": "{ a: 1 }",
    "pcl": 'output "a" {\n  value = 1\n}\n',
    "phy": "(Module (ProcDecl main (IntTy) (Params) (Return 1)))",
}


@pytest.fixture(params=[entry.name for entry in LANGUAGES])
def name(request):
    return request.param


def test_the_record_goes_by_the_name_in_the_list(name):
    assert language(name).name == name


def project_of(name):
    file = f"sample{BY_NAME[name].suffixes[0]}"
    return Project(Config({}), Memory({file: PROGRAMS[name]})), file


def test_an_insight_answers_every_question(name):
    project, file = project_of(name)
    checked = project.checked(file)
    assert checked.diagnostics == ()
    insight = checked.output
    asked = [one for one in dir(Insight) if not one.startswith("_")]
    assert [one for one in asked if not hasattr(insight, one)] == []
    assert insight.whole() is not None
    assert insight.result()
    insight.declared_at(("a",))
    insight.written_at(("a",))
    for offset in range(len(PROGRAMS[name]) + 1):
        insight.type_at(offset)
        insight.spelled_at(offset)
        insight.definition_at(offset)


def test_a_value_can_be_shown_in_every_form_it_promises(name):
    project, file = project_of(name)
    evaluated = project.evaluate(file)
    assert evaluated.output is not None, evaluated.diagnostics
    room, value = evaluated.output
    assert room.plain(value).diagnostics == ()
    shown = [form for form in room.formats if not room.render(value, form).failed]
    assert room.formats[0] in shown
    assert "json" in shown


def test_a_formatted_file_stays_as_it_is(name):
    project, file = project_of(name)
    once = project.reformat(file).output
    again = Project(Config({}), Memory({file: once})).reformat(file).output
    assert once == again


def test_broken_text_gives_findings_and_no_crash(name):
    file = f"broken{BY_NAME[name].suffixes[0]}"
    for text in ("[[[", "{{{", "\x00", "((", '"', "}", "a = = b", "\ufeff"):
        project = Project(Config({}), Memory({file: text}))
        project.check_all([file])
        project.evaluate(file)
        project.reformat(file)
