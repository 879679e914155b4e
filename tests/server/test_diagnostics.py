"""Diagnostics: as one types, across files, pushed and asked for, and gone when fixed."""

from __future__ import annotations

from pathlib import Path

from support.lsp import Client


def codes(diagnostics: list[dict]) -> list[str]:
    return sorted(one["code"] for one in diagnostics)


def test_they_come_change_and_vanish(client: Client, folder: Path) -> None:
    client.initialize(folder)
    uri = client.open(folder / "main.jsonnet")
    found = client.diagnostics(uri, 1)
    assert codes(found) == ["jsonnet/no-such-field", "jsonnet/unused-name"]
    unused = next(one for one in found if one["code"] == "jsonnet/unused-name")
    assert unused["tags"] == [1]
    # Two edits in one message, the second counted in the text that the first has made.
    first = {"start": {"line": 2, "character": 29}, "end": {"line": 2, "character": 29}}
    second = {"start": {"line": 1, "character": 0}, "end": {"line": 2, "character": 0}}
    client.change(uri, [{"range": first, "text": "e"}, {"range": second, "text": ""}], 2)
    assert client.diagnostics(uri, 2) == []


def test_an_edit_of_one_file_is_seen_in_those_that_import_it(client: Client, folder: Path) -> None:
    client.initialize(folder)
    main = client.open(folder / "main.jsonnet")
    library = client.open(folder / "lib.libsonnet")
    assert "jsonnet/no-such-field" in codes(client.diagnostics(main, 1))
    client.change(library, "{ twice(x):: x * 2, nam: 1 }\n", 2)
    assert codes(client.diagnostics(main, 1)) == ["jsonnet/unused-name"]
    # Closed without being saved, the file on disk counts again.
    client.notify("textDocument/didClose", {"textDocument": {"uri": library}})
    assert "jsonnet/no-such-field" in codes(client.diagnostics(main, 1))


def test_files_changed_made_and_removed_outside(client: Client, folder: Path) -> None:
    client.initialize(folder)
    main = client.open(folder / "main.jsonnet")
    client.diagnostics(main, 1)
    library = folder / "lib.libsonnet"
    library.write_text("{ twice(x):: x * 2, nam: 1 }\n")
    told = {"changes": [{"uri": library.as_uri(), "type": 2}]}
    client.notify("workspace/didChangeWatchedFiles", told)
    assert codes(client.diagnostics(main, 1)) == ["jsonnet/unused-name"]
    library.unlink()
    told["changes"][0]["type"] = 3
    client.notify("workspace/didChangeWatchedFiles", told)
    assert "jsonnet/import-not-found" in codes(client.diagnostics(main, 1))
    # Nobody tells of this one.
    library.write_text("{ twice(x):: x * 2, nam: 1 }\n")
    assert codes(client.diagnostics(main, 1)) == ["jsonnet/unused-name"]


def test_a_client_may_ask_for_them_itself(client: Client, folder: Path) -> None:
    client.initialize(folder, capabilities={"textDocument": {"diagnostic": {}}})
    uri = client.open(folder / "main.jsonnet")
    asked = {"textDocument": {"uri": uri}}
    report = client.ask("textDocument/diagnostic", asked)
    assert codes(report["items"]) == ["jsonnet/no-such-field", "jsonnet/unused-name"]
    again = client.ask(
        "textDocument/diagnostic", {**asked, "previousResultId": report["resultId"]}
    )
    assert again["kind"] == "unchanged"


def test_who_asks_for_them_is_told_that_something_else_changed(
    client: Client, folder: Path
) -> None:
    (folder / "confty.toml").write_text("")
    refreshing = {"diagnostics": {"refreshSupport": True}}
    client.initialize(
        folder, capabilities={"textDocument": {"diagnostic": {}}, "workspace": refreshing}
    )
    uri = client.open(folder / "main.jsonnet")

    def found() -> list[str]:
        asked = {"textDocument": {"uri": uri}}
        return codes(client.ask("textDocument/diagnostic", asked)["items"])

    def told() -> bool:
        return "workspace/diagnostic/refresh" in [one["method"] for one in client.requests]

    assert found() == ["jsonnet/no-such-field", "jsonnet/unused-name"]
    # Of its own edit a client knows.
    client.change(uri, (folder / "main.jsonnet").read_text() + "\n", 2)
    assert found() == ["jsonnet/no-such-field", "jsonnet/unused-name"]
    assert not told()
    # The last file edited is this one, and still it does not know of another.
    library = folder / "lib.libsonnet"
    library.write_text("{ twice(x):: x * 2, nam: 1 }\n")
    changes = {"changes": [{"uri": library.as_uri(), "type": 2}]}
    client.notify("workspace/didChangeWatchedFiles", changes)
    client.pump(told)
    assert found() == ["jsonnet/unused-name"]
    client.requests.clear()
    (folder / "confty.toml").write_text('[rules]\n"unused-name" = "ignore"\n')
    changes = {"changes": [{"uri": (folder / "confty.toml").as_uri(), "type": 2}]}
    client.notify("workspace/didChangeWatchedFiles", changes)
    client.pump(told)
    assert found() == []


def test_configs_are_looked_at_where_nobody_tells_of_them(client: Client, folder: Path) -> None:
    (folder / "inner").mkdir()
    client.initialize(folder)
    uri = client.open(folder / "inner" / "a.jsonnet", "local spare = 1; {}\n")
    assert codes(client.diagnostics(uri, 1)) == ["jsonnet/unused-name"]
    config = folder / "confty.toml"
    config.write_text('[rules]\n"unused-name" = "ignore"\n')
    assert client.diagnostics(uri, 1) == []
    config.unlink()
    assert codes(client.diagnostics(uri, 1)) == ["jsonnet/unused-name"]


def test_what_others_say_of_a_closed_file_stays(client: Client, folder: Path) -> None:
    client.initialize(folder)
    (folder / "bad.libsonnet").write_text("{ a: 1 + {} }\n")
    user = client.open(folder / "user.jsonnet", "(import 'bad.libsonnet').a\n")
    client.diagnostics(user, 1)
    bad = client.open(folder / "bad.libsonnet", version=7)
    (found,) = client.diagnostics(bad, 7)
    client.notifications.clear()
    client.notify("textDocument/didClose", {"textDocument": {"uri": bad}})
    assert client.diagnostics(bad) == []
    assert client.diagnostics(bad) == [found]
    # An answer comes behind all that was told before it.
    client.ask("workspace/symbol", {"query": "nothing"})
    assert [one for one in client.notifications if one["params"].get("uri") == bad] == []


def test_a_text_that_is_no_utf_8_is_said_to_be_that(client: Client, folder: Path) -> None:
    client.initialize(folder)
    uri = client.open(folder / "a.jsonnet", "{ a: 1 + {} }\n")
    assert codes(client.diagnostics(uri, 1)) != []
    client.change(uri, '{ a: "\ud83d" }\n', 2)
    assert codes(client.diagnostics(uri, 2)) == ["file/invalid-utf-8"]
    client.change(uri, "{ a: 1 }\n", 3)
    assert client.diagnostics(uri, 3) == []


def test_a_place_is_counted_as_agreed(tmp_path: Path) -> None:
    text = "{ a: '\U0001f600é', b: nope }\n"
    before = text.partition("nope")[0]
    widths = {
        "utf-16": len(before.encode("utf-16-le")) // 2,
        "utf-8": len(before.encode()),
        "utf-32": len(before),
    }
    for encoding, column in widths.items():
        with Client() as other:
            general = {"general": {"positionEncodings": [encoding]}}
            made = other.initialize(tmp_path, capabilities=general)
            assert made["capabilities"]["positionEncoding"] == encoding
            uri = other.open(tmp_path / "a.jsonnet", text)
            start = other.diagnostics(uri)[0]["range"]["start"]
            assert start == {"line": 0, "character": column}


def test_untitled_documents_import_from_the_folder(client: Client, folder: Path) -> None:
    client.initialize(folder)
    uri = client.open("untitled:Untitled-1", "(import 'lib.libsonnet').nam\n", "jsonnet")
    assert codes(client.diagnostics(uri, 1)) == ["jsonnet/no-such-field"]


def test_untitled_documents_are_no_part_of_a_program_of_pcl(client: Client, tmp_path) -> None:
    (tmp_path / "main.pp").write_text("a = 1\n")
    client.initialize(tmp_path)
    assert client.diagnostics(client.open("untitled:one", "a = 2\n", "pcl"), 1) == []


def test_a_library_is_shown_as_its_programs_use_it(client: Client, tmp_path: Path) -> None:
    (tmp_path / "confty.toml").write_text("")
    library, main = tmp_path / "mixin.libsonnet", tmp_path / "main.jsonnet"
    library.write_text("{ _config:: { a: 1 }, x: $._config.b, y: $.z }\n")
    main.write_text("(import 'mixin.libsonnet') + { z: 1 }\n")
    client.initialize(tmp_path)
    uri = client.open(library)
    assert client.diagnostics(uri, 1) == []
    (found,) = client.diagnostics(uri, 1)  # once the program has been looked at
    assert found["code"] == "jsonnet/no-such-field"
    assert found["relatedInformation"][0]["location"]["uri"] == main.as_uri()
    # The program is open too, and brings the field.
    other = client.open(main, "(import 'mixin.libsonnet') + { z: 1, _config+:: { b: 1 } }\n")
    assert client.diagnostics(other, 1) == []
    while client.diagnostics(uri, 1):
        pass  # what was known before is shown until the program has been looked at again
