"""Functions of libraries that cannot be wrong are looked at when somebody asks, and say the same."""

from __future__ import annotations

import pytest

from confty.languages.jsonnet.checker import Checked, Units, harmless
from confty.languages.jsonnet.insight import JsonnetInsight
from confty.languages.jsonnet.lexer import lex
from confty.languages.jsonnet.parser import parse, parse_library, syntax
from confty.languages.jsonnet.parser.folds import FoldedObject
from confty.languages.jsonnet.parser.libraries import whole_tokens
from confty.text import Source
from confty.workspace import Memory
from confty.workspace.host import WorkspaceHost

DOCUMENTED = "{ 'function': { args: [{ default: null, enums: ['a'], name: 'value', type: ['string'] }], help: 'It\\'s.' } }"
LIBRARY = f"""
{{
  '#withA': {DOCUMENTED},
  withA(value): {{
    spec+: {{
      a: value,
    }},
  }},
  withAMixin(value=true): {{ spec+: {{ a+: value }} }},
  withList(value): {{
    list:
      (if std.isArray(value)
       then value
       else [value]),
  }},
  two(x, y=[1]): {{ x: x, y: [y, 'text'], z(w): {{ all: [w, x] }} }},
  inner+: {{ deep+: {{ '#set': {DOCUMENTED}, set(value): {{ set: value }} }} }},
  reads: self.withA(1).spec.a,
  data: {{ n: 1, m: 2 }},
}}
"""


def checked(files: dict[str, str], name: str) -> Checked:
    return Units(WorkspaceHost(Memory(files), {})).check(Source(name, files[name]))


def imported(one: Checked, path: str) -> Checked:
    found = one.imports["import", path][1]
    assert found is not None
    return found


def type_of(files: dict[str, str], name: str) -> str | None:
    return JsonnetInsight(checked(files, name)).result()


def field(text: str) -> syntax.Field:
    tree = lex(Source("a.jsonnet", f"{{ {text} }}")).then(parse).output.body
    assert isinstance(tree, syntax.Object)
    found = tree.members[0]
    assert isinstance(found, syntax.Field)
    return found


@pytest.mark.parametrize(
    "text",
    [
        "f(x): { a: x }",
        "f(): {}",
        "f(x=1, y={ a: x }): [x, (y), null]",
        "f(x): { a+: { b:: x }, 'c': 'text' }",
        "f(x): if std.isArray(x) then x else [x]",
        "f(x): { g(y): { x: x, y: y } }",
        "f: { '#g': {}, g(x): x }",
        "f+: { a: { g(x): x } }",
    ],
)
def test_what_can_wait(text: str) -> None:
    assert harmless.nesting(field(text)) is not None


@pytest.mark.parametrize(
    "text",
    [
        "f: 1",  # nothing is won
        "f: { a: { b: 1 } }",
        "f(x): y",
        "f(x=y): x",
        "f(x): x.a",
        "f(x): x + 1",
        "f(x): { a: self.b }",
        "f(x): { [x]: 1 }",
        "f(x): { local y = x, a: x }",
        "f(x): { assert x, a: x }",
        "f(x): 1e999",
        "f(x): std.isArray(x)",
        "f(std): { a: if std.isArray(std) then std else [std] }",
        "f(x): if std.isArray(x) then (if std.isArray(x) then x else 1) else x",
        "f(x): if std.isArray(x) then x",
        "f(x): if x then x else [x]",
        "f: { g(x): x, h: y }",
        f"f(x): {'{ a: ' * 40}x{' }' * 40}",
    ],
)
def test_what_has_to_be_looked_at(text: str) -> None:
    assert harmless.nesting(field(text)) is None


def test_functions_wait_until_somebody_asks() -> None:
    files = {"f/lib.libsonnet": LIBRARY, "f/main.jsonnet": "(import 'lib.libsonnet').withA(1)"}
    lib = imported(checked(files, "f/main.jsonnet"), "lib.libsonnet")
    assert "lib.libsonnet" in lib.source.name
    assert len(lib.checker.uncalled) == 5
    known = [node for node in lib.checker.types if isinstance(node, FoldedObject)]
    assert len(known) == 1  # the one body that was called
    # Who asks for the file itself looks at every place of it.
    again = checked(files, "f/lib.libsonnet")
    assert again is lib
    assert not lib.checker.uncalled
    at = LIBRARY.index("all: ")
    assert JsonnetInsight(again).type_at(at) is not None


def test_the_type_is_the_same_as_of_a_text_that_is_read_at_once() -> None:
    # In a function nothing waits.
    files = {
        "t/lib.libsonnet": LIBRARY,
        "t/late.jsonnet": "import 'lib.libsonnet'",
        "t/once.jsonnet": f"(function() {LIBRARY})()",
        "t/sum.jsonnet": "(import 'lib.libsonnet') + { inner+: { more(x): { x: x } } }",
        "t/added.jsonnet": f"(function() {LIBRARY} + {{ inner+: {{ more(x): {{ x: x }} }} }})()",
        "t/held.jsonnet": "{ all: import 'lib.libsonnet' }.all",
    }
    assert type_of(files, "t/late.jsonnet") == type_of(files, "t/once.jsonnet")
    assert type_of(files, "t/held.jsonnet") == type_of(files, "t/once.jsonnet")
    assert type_of(files, "t/sum.jsonnet") == type_of(files, "t/added.jsonnet")


@pytest.mark.parametrize(
    "use",
    [
        "lib.withA(1).spec.b",
        "lib.withB(1)",
        "lib.withA(1, 2)",
        "lib.inner.deep.set(1).set.x",
        "lib.withList(['a']).list[0] - 1",
        "lib.two(1).z('w').all[2]",
        "lib.inner + 1 - 1",
        "(lib + { inner+: { deep: null } }).inner.deep.set",
        "lib { withA+: 1 }.withA",
    ],
)
def test_what_is_wrong_with_a_use_is_found(use: str) -> None:
    files = {
        "u/lib.libsonnet": LIBRARY,
        "u/main.jsonnet": f"local lib = import 'lib.libsonnet'; {use}",
        "u/once.jsonnet": f"local make() = {LIBRARY}; local lib = make(); {use}",
    }
    late, once = (
        [one.message for one in checked(files, name).findings]
        for name in ("u/main.jsonnet", "u/once.jsonnet")
    )
    assert late
    assert late == once


def view(tree: syntax.Node) -> list[tuple[object, ...]]:
    found: list[tuple[object, ...]] = []
    for node in syntax.walk(tree):
        kind = syntax.Object if isinstance(node, syntax.Object) else type(node)
        words = [getattr(node, name, None) for name in ("name", "value", "plus", "visibility")]
        found.append((kind, node.start, node.end, *[one for one in words if isinstance(one, str)]))
    return found


def test_a_folded_tree_is_the_same_to_whoever_walks_it() -> None:
    source = Source("lib.libsonnet", LIBRARY)
    whole, folded = lex(source).then(parse).output, parse_library(source).output
    assert len(folded.tokens) < 2 * len(whole.tokens) / 3
    assert whole_tokens(folded).texts == whole.tokens.texts
    assert view(folded.body) == view(whole.body)


@pytest.mark.parametrize(
    "member",
    [
        "f(value): { a: value, a: value }",
        "f(value): { if: value }",
        "f(value): { a: valu }",
        "f(value): { a: value + 1 }",
        "f(value): { a: 01 }",
        "f(value): { a: value } { b: 1 }",
        "f(value): { a: 'b\\q' }",
        "f(value): { a: value, }.b",
        "f(value): { a /* : */: value }",
        "'#f': { 'function': { args: [], args: [], help: '' } }",
        "'#f': { 'function': { args: [], help: '\\ud800' } }",
        "assert std.isArray([1]): { a: value }",
    ],
)
def test_what_is_said_of_a_text_does_not_depend_on_folding(member: str) -> None:
    library = f"{{ g(value): {{ a: value }}, {member}, h(value): {{ a: value }} }}"
    source = Source("lib.libsonnet", library)
    whole, folded = lex(source).then(parse), parse_library(source)
    assert [*map(str, folded.diagnostics)] == [*map(str, whole.diagnostics)]
    assert view(folded.output.body) == view(whole.output.body)
    files = {"w/lib.libsonnet": library, "w/main.jsonnet": "import 'lib.libsonnet'"}
    alone = {"x/lib.libsonnet": library}
    lib = imported(checked(files, "w/main.jsonnet"), "lib.libsonnet")
    said = [(one.code, one.message, one.severity) for one in lib.findings]
    again = checked(alone, "x/lib.libsonnet").findings
    assert said == [(one.code, one.message, one.severity) for one in again]
