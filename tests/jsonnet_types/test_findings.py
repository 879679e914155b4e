"""What findings carry besides their words: fixes, notes, and marks on the fields of types."""

from __future__ import annotations

from confty.languages.jsonnet.checker import Units
from confty.languages.jsonnet.checker.notation import spell
from confty.languages.jsonnet.rules import LATE, PLUS, RELATION
from confty.text import Diagnostic, Source
from confty.types import NUMBER, SAFE, field, object_of
from confty.workspace import Config, Memory, Project
from confty.workspace.host import WorkspaceHost


def findings(text: str) -> tuple[Diagnostic, ...]:
    source = Source("findings.jsonnet", text)
    return Units(WorkspaceHost(Memory({source.name: text}))).check(source).findings


def applied(text: str) -> str:
    """The text after the fixes that are offered."""
    for finding in reversed(findings(text)):
        for edit in finding.fix:
            text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


def test_near_names_are_offered_as_fixes() -> None:
    broken = "local config = { replicas: 3 }; [confg, config.replica]"
    assert applied(broken) == "local config = { replicas: 3 }; [config, config.replicas]"


def test_a_misfit_shows_the_parameter() -> None:
    (found,) = findings("local f(x) = assert std.isNumber(x); x; f('a')")
    assert [note.span.text for note in found.notes if note.span] == ["x"]


def test_a_mistake_is_told_once() -> None:
    text = "local a = error 'no'; { all:: [a.b.c.d, a.b - 1] }"
    assert [str(one.span) for one in findings(text)] == [
        "findings.jsonnet:1:32",
        "findings.jsonnet:1:41",
    ]


def test_marks_tell_objects_apart_and_nothing_else() -> None:
    plain = object_of([field("a", NUMBER)])
    marked = object_of([field("a", NUMBER, marks=LATE | PLUS)])
    assert plain is not marked
    assert marked is object_of([field("a", NUMBER, marks=LATE | PLUS)])
    assert RELATION.assignable(plain, marked) is RELATION.assignable(marked, plain) is SAFE
    assert spell(plain) == spell(marked)


def test_a_missing_field_has_a_near_one() -> None:
    (found,) = findings("local f(p) = assert std.isNumber(p.replicas); p; f({ replica: 3 })")
    assert found.help == "did you mean `replicas` instead of `replica`?"


def test_an_index_that_is_no_number_of_an_element() -> None:
    messages = [one.message for one in findings("[[1][1e999], [1][-1], [1][1], [][0]]")]
    assert [one for one in messages if "index" in one] == [
        "expected a whole number from 0 as an index, found inf",
        "expected a whole number from 0 as an index, found -1",
        "expected an index below 1, found 1",
        "expected no index, for the array is empty, found 0",
    ]


def test_no_message_is_a_page_long() -> None:
    fields = ", ".join(f"field{n}: {{ a: [1, 'a', {{ b: {n} }}], c: null }}" for n in range(200))
    text = f"local big = {{ {fields} }}; [big - 1, big == 3, big + 1, std.map(big, [1]), big()]"
    assert findings(text)
    assert max(len(str(one)) for one in findings(text)) < 500


def checked(rules: dict[str, str], **files: str) -> list[str]:
    """What is said of the file main, at the levels that rules ask for."""
    texts = {
        f"{name}.{'jsonnet' if name == 'main' else 'libsonnet'}": files[name] for name in files
    }
    project = Project(Config({"rules": rules}), Memory(texts))
    return [f"{one.span} {one.message}" for one in project.check("main.jsonnet")]


def test_what_depends_on_the_member_that_arrives_is_off_by_default() -> None:
    text = "local c = std.extVar('c'); {} + (if c then { a: 1 })"
    assert checked({}, main=text) == []
    assert checked({"all": "warn"}, main=text) == []
    assert checked({"may-fail": "warn"}, main=text) == [
        "main.jsonnet:1:28 `+` cannot add `{}` and `null`"
    ]


def test_a_library_is_checked_as_it_is_used() -> None:
    """Each of these stops go-jsonnet where the finding points."""
    library = "{ _config:: { a: 1 }, x: $._config.b, twice(n):: n * 2, y: self.twice($.name) }"
    found = checked({}, main="(import 'lib.libsonnet') + { name: 'web' }", lib=library)
    assert found == [
        "lib.libsonnet:1:26 there is no field `b`",
        "lib.libsonnet:1:50 expected `number`, found `string`",
    ]
    assert checked({}, main="(import 'lib.libsonnet').twice(2)", lib=library) == []


def test_a_finding_says_under_which_entry_point_it_arises() -> None:
    texts = {"main.jsonnet": "(import 'lib.libsonnet') { a: 1 }", "lib.libsonnet": "{ b: self.c }"}
    (found,) = Project(files=Memory(texts)).check("main.jsonnet")
    (note,) = found.notes
    assert "under the entry point main.jsonnet" in note.text
    assert note.span is not None
    assert note.span.source.name == "main.jsonnet"


def test_what_another_layer_completes_is_not_what_it_is_here() -> None:
    fine = (
        "{ local t = self, rule+:: { a: 1 }, x: if t.rule == null then [] else '%(a)s' % t.rule }",
        "{ a: error 'give me', b: self.a.c } + { a: { c: 1 } }",
        "{ a:: null, b: self.a.c } + { a:: { c: 1 } }",
        "local o = { a: { b: 1 } }; if 'c' in o.a then o.a.c else o.a.b",
        "local kind(x) = if x.kind == 'row' then x.rows else 1; kind({ kind: 'panel' })",
        "function(s) if std.member(s, 'e') then s + 'x' else std.asciiUpper(s)",
    )
    for text in fine:
        assert checked({}, main=text) == [], text


def test_a_misspelt_argument_is_named_and_not_the_missing_one() -> None:
    (found,) = findings("local f(targets) = targets; f(targtes=[1])")
    assert found.message == "there is no parameter `targtes`"
    assert found.help == "did you mean `targets`?"


def test_methods_may_leave_parameters_unused() -> None:
    assert checked({}, main="{ m(x):: 1, f:: function(a, b) a }") == []
    assert checked({}, main="local f(x) = 1; f(2)") == ["main.jsonnet:1:9 `x` is never used"]


def test_formats_are_looked_into_through_names() -> None:
    assert checked({}, main="local f = '%(a)s %(b)s'; f % { a: 1 }") == [
        "main.jsonnet:1:26 there is no field `b`"
    ]
    assert checked({}, main="{ f:: '%s %s', x: self.f % ['a'] }") == [
        "main.jsonnet:1:19 expected 2 values to format, found 1"
    ]


def test_rings_of_imports_are_lawful() -> None:
    texts = {
        "a.libsonnet": "{ x: 1, y: (import 'b.libsonnet').z }",
        "b.libsonnet": "{ z: (import 'a.libsonnet').x }",
        "main.jsonnet": "(import 'a.libsonnet').y",
    }
    assert Project(files=Memory(texts)).check_all(list(texts)) == []


def test_a_long_chain_of_merges_is_one_object() -> None:
    layers = [f"{{ f{at}: {at}, g{at}: self.f{at} }}" for at in range(100)]
    chain = "\n+ ".join(layers)
    wrong = f"local a = {chain};\n[a.f99 - 1, a.g50 - 1, a.h, a.f3 + []]"
    assert [one.span.text for one in findings(wrong) if one.span] == ["a.h", "a.f3 + []"]
    (found,) = findings(f"{chain}\n+ {{ a: super.f3, b: super.h }}")
    assert found.message == "there is no field `h` to the left"
    (found,) = findings(f"{chain}\n+ [1]\n+ {{}}")
    assert found.span is not None
    assert found.span.text == "[1]"
