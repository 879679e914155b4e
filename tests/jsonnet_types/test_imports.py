"""Types cross files, and an edit is checked where it matters only."""

from __future__ import annotations

from confty import types
from confty.languages.jsonnet.checker import Checked, Units
from confty.languages.jsonnet.insight import JsonnetInsight
from confty.languages.jsonnet.wiring import LANGUAGE
from confty.text import Source
from confty.workspace import Memory
from confty.workspace.host import WorkspaceHost

FILES = {
    "main.jsonnet": "local a = import 'a.libsonnet', b = import 'b.libsonnet'; [a.n, b.s]",
    "a.libsonnet": "{ n: (import 'deep.libsonnet').value }",
    "b.libsonnet": "{ s: 'text' }",
    "deep.libsonnet": "{ value: 3 }",
}


def look(
    files: dict[str, str], name: str = "main.jsonnet", settings=None
) -> tuple[str | None, int]:
    units = Units(WorkspaceHost(Memory(files), settings or {}))
    checked = units.check(Source(name, files[name]))
    return JsonnetInsight(checked).result(), units.checked


def test_an_edit_reaches_its_dependents_only() -> None:
    files = {f"edit/{name}": text for name, text in FILES.items()}
    main = "edit/main.jsonnet"
    assert look(files, main) == ("tuple[number, string]", 4)
    assert look(files, main) == ("tuple[number, string]", 0)
    files["edit/b.libsonnet"] = "{ s: null }"
    assert look(files, main) == ("tuple[number, null]", 2)
    files["edit/deep.libsonnet"] = "{ value: 'three' }"
    assert look(files, main) == ("tuple[string, null]", 3)
    files["edit/new.libsonnet"] = "1"
    assert look(files, main) == ("tuple[string, null]", 0)


def test_a_file_that_comes_to_stand_before_another_is_seen_behind_what_did_not_change() -> None:
    files = {
        "near/main.jsonnet": "(import 'lib/a.libsonnet').n",
        "near/lib/a.libsonnet": "{ n: import 'shared.libsonnet' }",
        "vendor/shared.libsonnet": "1",
    }

    def again() -> tuple[str | None, int, list[tuple[str, str]]]:
        host = WorkspaceHost(Memory(files), search=("vendor",))
        units = Units(host)
        checked = units.check(Source("near/main.jsonnet", files["near/main.jsonnet"]))
        return JsonnetInsight(checked).result(), units.checked, host.graph.edges()

    edges = [
        ("near/lib/a.libsonnet", "vendor/shared.libsonnet"),
        ("near/main.jsonnet", "near/lib/a.libsonnet"),
    ]
    assert again() == ("number", 3, edges)
    # Who imports whom is known also where nothing is checked anew.
    assert again() == ("number", 0, edges)
    files["near/lib/shared.libsonnet"] = "'beside'"
    assert again()[:2] == ("string", 3)
    del files["near/lib/shared.libsonnet"]
    assert again()[:2] == ("number", 2)


def test_a_data_file_that_changed_is_seen_behind_what_did_not_change() -> None:
    files = {
        "data/main.jsonnet": "(import 'a.libsonnet').name",
        "data/a.libsonnet": "std.parseYaml(importstr 'a.yaml')",
        "data/a.yaml": "name: {x: 1}",
    }
    main = "data/main.jsonnet"
    assert look(files, main)[1] == 2
    assert look(files, main)[1] == 0
    files["data/a.yaml"] = "name: [1]"
    assert look(files, main)[1] == 2


def test_a_ring_of_imports_is_the_same_from_wherever_it_is_entered() -> None:
    files = {
        "one.jsonnet": "{ x: 1, y: (import 'two.jsonnet').z }",
        "two.jsonnet": "{ z: (import 'one.jsonnet').x }",
        "itself.jsonnet": "{ a: 'text', b: (import 'itself.jsonnet').a }",
        "above.jsonnet": "(import 'two.jsonnet') + (import 'one.jsonnet')",
    }
    # Each of the two is checked twice, and then known to whoever comes.
    assert look(files, "two.jsonnet") == ("{ z: number }", 2)
    assert look(files, "one.jsonnet") == ("{ x: number, y: number }", 0)
    assert look(files, "itself.jsonnet") == ("{ a: string, b: string }", 1)
    assert look(files, "above.jsonnet") == ("{ x: number, y: number, z: number }", 1)
    files["one.jsonnet"] = "{ x: 'one', y: (import 'two.jsonnet').z }"
    assert look(files, "above.jsonnet") == ("{ x: string, y: string, z: string }", 3)


def test_a_long_chain_of_imports() -> None:
    files = {f"chain/{at}.jsonnet": f"import '{at + 1}.jsonnet'" for at in range(3000)}
    files["chain/3000.jsonnet"] = "1"
    assert look(files, "chain/0.jsonnet") == ("number", 3001)


def test_paths_of_imports_however_they_are_written() -> None:
    files = {
        "main.jsonnet": """[import "a.json", import 'a\u002ejson', importstr
            @'a.json', (import 'a.json').x]""",
        "a.json": '{"x": 1}',
    }
    one = "{ x: number }"
    assert look(files)[0] == f"tuple[{one}, {one}, string, number]"


def test_a_broken_import_breaks_its_importer() -> None:
    files = {"main.jsonnet": "import 'broken.libsonnet'", "broken.libsonnet": "{ a: }"}
    outcome = LANGUAGE.check(
        Source("main.jsonnet", files["main.jsonnet"]), WorkspaceHost(Memory(files))
    )
    assert [(str(one.span), one.code.name) for one in outcome.diagnostics] == [
        ("broken.libsonnet:1:6", "jsonnet/syntax")
    ]


def test_bytes_that_are_no_text() -> None:
    files: dict[str, str | bytes] = {
        "main.jsonnet": "import 'logo.png'",
        "logo.png": b"\xff\xfe\x00",
    }
    host = WorkspaceHost(Memory(files))
    outcome = LANGUAGE.check(Source("main.jsonnet", "import 'logo.png'"), host)
    assert [one.code.name for one in outcome.diagnostics] == ["jsonnet/unreadable-import"]


def test_settings_give_types() -> None:
    files = {"main.jsonnet": "function(port) [std.extVar('env'), std.extVar('other'), port]"}
    settings = {"ext_vars": {"env": "'dev' | 'prod'"}, "tla_vars": {"port": "number"}}
    result, _ = look(files, settings=settings)
    assert result == '(port: number) => tuple["dev" | "prod", any, number]'


def test_a_setting_that_spells_no_type() -> None:
    host = WorkspaceHost(Memory({}), {"ext_vars": {"env": "strin"}})
    outcome = LANGUAGE.check(Source("main.jsonnet", "1"), host)
    assert [one.code.name for one in outcome.diagnostics] == ["jsonnet/bad-setting"]
    assert "ext-vars.env" in outcome.diagnostics[0].message


def test_documentation_waits_until_somebody_asks() -> None:
    """Of what is imported nobody looks at data that documents; whoever reads it gets its type."""
    data = "{ 'function': { args: [{ name: 'x' }], help: 'h' } }"
    files = {
        "wait/lib.libsonnet": f"{{ '#new': {data}, new(x): {{ x: x }}, '#n': 1 + null }}",
        "wait/main.jsonnet": "(import 'lib.libsonnet').new(1)",
        "wait/read.jsonnet": "(import 'lib.libsonnet')['#new']['function'].hlp",
        "wait/typed.jsonnet": "(import 'lib.libsonnet')['#new']['function'].help",
    }

    def checked(name: str) -> Checked:
        return Units(WorkspaceHost(Memory(files), {})).check(Source(name, files[name]))

    lib = checked("wait/main.jsonnet").imports["import", "lib.libsonnet"][1]
    assert lib is not None
    assert len(lib.checker.waiting) == 1
    # What is more than data is looked at like anything else.
    assert [one.code.name for one in lib.findings] == ["jsonnet/bad-operands"]
    assert [one.code.name for one in checked("wait/read.jsonnet").findings] == [
        "jsonnet/no-such-field"
    ]
    assert look(files, "wait/typed.jsonnet")[0] == "string"
    # Who asks for the file itself looks at every place of it.
    again = checked("wait/lib.libsonnet")
    assert again is lib
    assert not lib.checker.waiting
    at = files["wait/lib.libsonnet"].index("'h'")
    assert JsonnetInsight(again).type_at(at) is types.STRING
