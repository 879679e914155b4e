"""Where a mistake is marked: on the slip, whichever of two places has it, and on its line."""

from __future__ import annotations

import pytest

from confty.text import Diagnostic, Severity
from confty.workspace import Config, Memory, Project

_LIBRARY = "// Makes panels, and the target of a panel.\n"


def said(main: str, library: str = "{}") -> list[Diagnostic]:
    files = {"/t/main.jsonnet": main, "/t/lib.libsonnet": _LIBRARY + library}
    found = Project(Config({}), Memory(files)).check("/t/main.jsonnet")
    return [one for one in found if one.severity is Severity.ERROR]


def places(main: str, library: str = "{}") -> list[tuple[str, str]]:
    found = said(main, library)
    return [(one.span.source.name[3:], one.span.text) for one in found if one.span]


_USE = "local l = import 'lib.libsonnet';\n"
DECLARED = {
    "method": ("l.target(1)", "{ taregt(x):: x }", "taregt"),
    "value": ("l.target", "{ tagret: 1 }", "tagret"),
    "string": ("l['target']", "{ 'taregt': 1 }", "'taregt'"),
    "part of a name": ("l.newTarget", "{ newTaregt: 1, newPanel: 2 }", "newTaregt"),
    "format": ("'%(target)s' % l", "{ taregt: 1 }", "taregt"),
    "laid over": ("(l + { a: 1 }).target", "{ taregt: 1 }", "taregt"),
    "super": ("l { a: super.target }", "{ taregt: 1 }", "taregt"),
    # Nobody makes the same slip twice.
    "read twice": ("[l.maxInArray(1), l.maxInArray(2)]", "{ maxnIArray(x):: x }", "maxnIArray"),
    # Two letters in each other's place make a word that is nearer to another.
    "nearer to another": (
        "[l.addPanel(1), l.addPanel(2)]",
        "{ addPanels(x):: x, addPanle(x):: x }",
        "addPanle",
    ),
    # What is laid over nothing, beside what it was meant for.
    "owner": ("[l.link.new, l.link.a]", "{ link: { a: 1 }, lnik+: { new: 2 } }", "lnik"),
    "takes it": ("[l.new(b=1), l.new(b=2)]", "{ new(a):: a, enw(b):: b }", "enw"),
    "beside docsonnet": ("l.target", "{ '#target':: 'x', taregt: 1 }", "taregt"),
}
READ = {
    # The word that is read stands nowhere else.
    "read": ("l.taregt", "{ target: 1 }", "l.taregt"),
    "read twice": ("[l.taregt, l.target]", "{ target: 1 }", "l.taregt"),
    # What is declared is a word that others use too.
    "another field": ("l.target", "{ targets: 1, other: self.targets }", "l.target"),
    "one or many": ("[l.target, 'target']", "{ targets: 1 }", "l.target"),
    "both are words": ("l.withType", "{ withTime: 1, time: 2, type: 3 }", "l.withType"),
    "neither is": ("l.xyzab", "{ xyzba: 1 }", "l.xyzab"),
}

NULL = {
    "field": ("l.target.new(1)", "{ target: null }", "lib.libsonnet"),
    "local": ("local t = l.target; t.new(1)", "{ target:: null }", "lib.libsonnet"),
    "sum": ("l.target + { a: 1 }", "{ target: null }", "lib.libsonnet"),
    "self": ("l { a: self.target.b }", "{ target: null }", "lib.libsonnet"),
    "laid over": ("l { target+: { a: 1 } }", "{ target: null }", "lib.libsonnet"),
    "super": ("l { a: super.target.b }", "{ target: null }", "lib.libsonnet"),
    "given": ("local f(x) = x.b; f(l.target)", "{ target: null }", "lib.libsonnet"),
    "library": ("std.length(l.target)", "{ target: null }", "lib.libsonnet"),
    "called": ("l.target(1)", "{ target: null }", "lib.libsonnet"),
    "run over": ("[x for x in l.target]", "{ target: null }", "lib.libsonnet"),
    "indexed": ("l.target[0]", "{ target: null }", "lib.libsonnet"),
    "condition": ("if l.target then 1", "{ target: null }", "lib.libsonnet"),
    "in prose": ("['target == null', l.target.b]", "{ target: null }", "lib.libsonnet"),
    "of another": ("[std.type(l) + 'target', l.target.b]", "{ target: null }", "lib.libsonnet"),
    # Two places use it, and nobody makes the same slip twice.
    "twice": ("[l.target == null, l.target.a, l.target.b]", "{ target: null }", "lib.libsonnet"),
    # Somebody reckons with a null there, so that it is what uses it that is wrong.
    "tested": ("[l.target == null, l.target.new(1)]", "{ target: null }", "main.jsonnet"),
    "asked for": ("[std.get(l, 'target'), l.target.b]", "{ target: null }", "main.jsonnet"),
    "tested by name": (
        "[l['target'] == null, l.target.new(1)]",
        "{ target: null }",
        "main.jsonnet",
    ),
    "no field": ("null.b", "{}", "main.jsonnet"),
    "a local": ("local t = null; t.b", "{}", "main.jsonnet"),
    # Another layer replaces it.
    "replaced": ("(l { target: 1 }).target.b", "{ target: null }", "main.jsonnet"),
}


@pytest.mark.parametrize("name", NULL)
def test_a_null_that_nobody_reckons_with_is_marked(name: str) -> None:
    main, library, where = NULL[name]
    ((file, _),) = places(_USE + main, library)
    assert file == where


@pytest.mark.parametrize("name", DECLARED)
def test_a_slip_in_a_declaration_is_marked_there(name: str) -> None:
    main, library, where = DECLARED[name]
    assert places(_USE + main, library) == [("lib.libsonnet", where)]


@pytest.mark.parametrize("name", READ)
def test_a_slip_in_what_reads_a_field_is_marked_there(name: str) -> None:
    main, library, where = READ[name]
    assert places(_USE + main, library) == [("main.jsonnet", where)]


def test_one_finding_for_all_that_read_the_field() -> None:
    (found,) = said(_USE + "[l.target(1), l.target(2)]", "{ taregt(x):: x }")
    assert found.message == "there is no field `target`, only `taregt`"
    assert found.help == "did you mean `target`?"
    assert [str(note.span) for note in found.notes if "read here" in note.text] == [
        "/t/main.jsonnet:2:2",
        "/t/main.jsonnet:2:15",
    ]
    assert [(one.span.text, one.text) for one in found.fix] == [("taregt", "target")]


def test_the_line_of_a_conversion_in_a_block_of_text() -> None:
    text = "|||\n  %(le)s\n  by %(dmiension)s\n||| % { le: 1, dimension: 2 }"
    (found,) = said(text)
    assert found.span is not None
    assert (found.span.text, found.span.first[0]) == ("%(dmiension)s", 3)
    (found,) = said("|||\n  %s\n  %s %d\n||| % ['a', 'b']")
    assert found.span is not None
    assert (found.span.text, found.span.first[0]) == ("%d", 3)


@pytest.mark.parametrize(("last", "marked"), [(".spna(3)", "spna"), (".span()", "span()")])
def test_the_last_link_of_a_chain_over_lines(last: str, marked: str) -> None:
    (found,) = said(f"local o = {{ new():: self, span(n):: self }};\no\n.new()\n{last}")
    assert found.span is not None
    assert found.span.first[0] == 4
    assert marked.startswith(found.span.text)


UNCALLED = {
    "local": ("local t = l.new; t + { a: 1 }", "l.new"),
    "extended": ("local t = l.new; t { a: 1 }", "l.new"),
    "read": ("local t = l.new; t.b", "l.new"),
    "field": ("({ t:: l.new, u: self.t { a: 1 } }).u", "l.new"),
    "given": ("local t = l.new; local f(x) = x { a: 1 }; f(t)", "l.new"),
    "library": ("local t = l.new; std.abs(t)", "l.new"),
    "sum over lines": ("l.new\n+ { a: 1 }\n+ { b: 1 }", "l.new"),
    # Somebody calls it, so that it is meant to be a function.
    "called": ("local t = l.new; [t(1), t { a: 1 }]", "t { a: 1 }"),
    "no name": ("l.new { a: 1 }", "l.new { a: 1 }"),
}


@pytest.mark.parametrize("name", UNCALLED)
def test_a_function_that_nobody_calls_is_marked_where_it_is_named(name: str) -> None:
    main, where = UNCALLED[name]
    assert places(_USE + main, "{ new(x):: { b: x } }") == [("main.jsonnet", where)]


def test_a_method_that_gives_a_function_is_marked() -> None:
    library = "{ new(x):: { b: x }, make(): self.new }"
    assert places(_USE + "l.make() { a: 1 }", library) == [("lib.libsonnet", "self.new")]
    assert places(_USE + "[l.make()(1), l.make() { a: 1 }]", library) == [
        ("main.jsonnet", "l.make() { a: 1 }")
    ]


def test_a_file_that_gives_a_function_is_marked_where_it_is_imported() -> None:
    text = "local l = import 'lib.libsonnet';\n[l.a, l { b: 1 }]"
    assert places(text, "function(x) { a: x }") == [("main.jsonnet", "import 'lib.libsonnet'")]


ARGUMENT = {
    "null": ("l.name(null)", "null"),
    "text": ("l.name('x')", "'x'"),
    "by name": ("l.name(o=1)", "1"),
    "function": ("l.more(function() 1)", "function() 1"),
    "local": ("local x = 'a'; l.name(x)", "x"),
    "handed on": ("l.outer(true)", "true"),
    "field": ("l.object(null).name", "null"),
    "crossed": ("local o = { name: 1 }, p = { b: 1 }; l.two(p, o)", "p"),
    "to the library": ("l.size(null)", "null"),
}
_FUNCTIONS = """{
  name(o):: o.name,
  more(o):: o { a: 1 },
  outer(o):: self.name(o),
  object(o):: { name: o.name },
  two(o, p):: o.name + std.length(p),
  size(o):: std.length(o),
}"""


@pytest.mark.parametrize("name", ARGUMENT)
def test_what_a_function_cannot_use_is_marked_where_it_is_given(name: str) -> None:
    main, where = ARGUMENT[name]
    assert places(_USE + main, _FUNCTIONS) == [("main.jsonnet", where)]


INSIDE = {
    # What a function does is as likely wrong as what it is given.
    "no such field": ("l.name({ a: 1 })", "o.name"),
    "an array": ("l.name([1])", "o.name"),
    "an operand": ("l.more([1])", "o { a: 1 }"),
    "a kind of the library": ("l.size(1)", "o"),
    # Both places are wrong, and so is neither more than the other.
    "twice": ("[l.name(null), l.name(null)]", "o"),
}


@pytest.mark.parametrize("name", INSIDE)
def test_what_depends_on_the_function_is_marked_inside(name: str) -> None:
    main, where = INSIDE[name]
    assert places(_USE + main, _FUNCTIONS) == [("lib.libsonnet", where)]


GIVEN = {
    "operand": ("l.twice('x')", "{ twice(n): n * 2 }", ["'x'"]),
    "sum": ("l.both(1, {})", "{ both(a, b): a + b }", ["1", "{}"]),
    "no such field": ("l.of({ other: 1 })", "{ of(o): o.name }", ["{ other: 1 }"]),
    "library": ("l.joined(3)", "{ joined(x): std.join(',', x) }", ["3"]),
    "handed on": ("l.outer('x')", "{ outer(n): self.twice(n), twice(n): n * 2 }", ["'x'"]),
}


@pytest.mark.parametrize("name", GIVEN)
def test_what_a_call_gives_is_noted_where_the_function_may_be_wrong(name: str) -> None:
    main, library, given = GIVEN[name]
    (found,) = said(_USE + main, library)
    assert found.span is not None
    assert found.span.source.name == "/t/lib.libsonnet"
    notes = [note.span.text for note in found.notes if note.text.endswith("is given here")]
    assert notes == given


def test_a_wrong_argument_shows_what_uses_it() -> None:
    (found,) = said(_USE + "l.name('x')", _FUNCTIONS)
    assert found.message == "expected a value with the field `name`, found `string`"
    assert [(str(note.span), note.text) for note in found.notes] == [
        ("/t/lib.libsonnet:3:13", "`o` is used here")
    ]


def test_the_object_that_lacks_a_field_is_shown() -> None:
    (found,) = said(_USE + "l.target", "{ a: 1 }")
    assert [(str(note.span), note.text) for note in found.notes] == [
        ("/t/lib.libsonnet:2:1", "this object does not have it")
    ]


def test_a_null_that_is_reckoned_with_is_shown() -> None:
    (found,) = said(_USE + "[l.target == null, l.target.b]", "{ target: null }")
    assert [(str(note.span), note.text) for note in found.notes] == [
        ("/t/lib.libsonnet:2:11", "it is null here")
    ]


def test_what_another_program_gives_is_not_marked() -> None:
    files = {"/t/lib.libsonnet": _FUNCTIONS}
    for name in ("one", "two"):
        files[f"/t/{name}.jsonnet"] = _USE + "l.name(null)"
    project = Project(Config({}), Memory(files))
    for name in ("one", "two", "one"):
        found = project.check(f"/t/{name}.jsonnet")
        assert [str(one.span) for one in found] == [f"/t/{name}.jsonnet:2:8"]
