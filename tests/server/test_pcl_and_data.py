"""PCL and data in one workspace, over the protocol: names across files, components and languages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pcl.schemas_in_memory import CLOUD
from support.lsp import Client, Failed

FILES = {
    "confty.toml": '[pcl]\nschema = ["cloud.json"]\n',
    "cloud.json": CLOUD,
    "data.yaml": "users:\n  admin: root\nbase: &b\n  x: 1\nuse: *b\n",
    "main.pp": (
        'resource "store" "cloud:net:Bucket" {\n  title = who\n  size  = size\n}\n'
        'cfg = importData("./data.yaml")\nwho = cfg.users.admin\n'
        'component "part" "./comp" {\n  inp = who\n}\n'
        'output "o" {\n  value = part.res\n}\n'
    ),
    "other.pp": 'config "size" "int" {\n  default = 3\n}\nall = [store.key, who]\n',
    "comp/main.pp": 'config "inp" "string" {\n}\noutput "res" {\n  value = "${inp}!"\n}\n',
    "use.jsonnet": "local d = import 'data.yaml';\n{ a: d.users.admin }\n",
    "s.json": json.dumps(
        {
            "properties": {
                "server": {
                    "properties": {"port": {"type": "integer", "description": "Where."}},
                    "required": ["port"],
                    "additionalProperties": False,
                }
            }
        }
    ),
    "held.yaml": "# yaml-language-server: $schema=./s.json\nserver:\n  prt: 1\n",
}


class Workspace:
    """The files above, open in a client."""

    def __init__(self, client: Client, folder: Path) -> None:
        self.client = client
        self.folder = folder
        self.uris: dict[str, str] = {}
        for name, text in FILES.items():
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text(text)
        client.initialize(folder)

    def at(self, method: str, name: str, needle: str, shift: int = 0, **more):
        if name not in self.uris:
            self.uris[name] = self.client.open(self.folder / name)
        at = FILES[name].index(needle) + shift
        line = FILES[name].count("\n", 0, at)
        column = at - (FILES[name].rfind("\n", 0, at) + 1)
        return self.client.at(method, self.uris[name], line, column, **more)

    def renamed(self, name: str, needle: str, new: str, shift: int = 0) -> dict[str, str]:
        """The files that a rename changes, as they are then."""
        changes = self.at("rename", name, needle, shift, newName=new)["changes"]
        made = {}
        for uri, edits in changes.items():
            file = Path(uri.removeprefix("file://")).relative_to(self.folder).as_posix()
            lines = FILES[file].split("\n")
            for edit in sorted(edits, key=lambda one: str(one["range"]), reverse=True):
                start, end = edit["range"]["start"], edit["range"]["end"]
                line = lines[start["line"]]
                lines[start["line"]] = (
                    line[: start["character"]] + edit["newText"] + line[end["character"] :]
                )
            made[file] = "\n".join(lines)
        return made


@pytest.fixture
def work(client: Client, tmp_path: Path) -> Workspace:
    return Workspace(client, tmp_path)


def test_hover_and_definition(work: Workspace) -> None:
    said = work.at("hover", "other.pp", "store.key", 6)["contents"]["value"]
    assert "key: output(string)" in said
    assert "secret: `key` of cloud:net:Bucket is one, says its package" in said
    assert "unknown until `store` is created" in said
    (there,) = work.at("definition", "main.pp", "cfg.users.admin", 10)
    assert there["uri"].endswith("/data.yaml")
    assert there["range"]["start"] == {"line": 1, "character": 2}
    (there,) = work.at("definition", "main.pp", "part.res", 5)
    assert there["uri"].endswith("/comp/main.pp")
    (there,) = work.at("definition", "data.yaml", "*b", 1)
    assert there["range"]["start"] == {"line": 2, "character": 7}


def test_renames_go_everywhere(work: Workspace) -> None:
    everywhere = work.renamed("data.yaml", "admin", "boss")
    assert everywhere == {
        name: FILES[name].replace("admin", "boss")
        for name in ("data.yaml", "main.pp", "use.jsonnet")
    }
    assert set(work.renamed("main.pp", "store", "shop")) == {"main.pp", "other.pp"}
    inputs = work.renamed("comp/main.pp", "inp", "given")
    assert "given = who" in inputs["main.pp"]
    assert '"${given}!"' in inputs["comp/main.pp"]
    with pytest.raises(Failed, match="a property of a package's schema"):
        work.renamed("main.pp", "title", "name")


def test_data_held_against_a_schema(work: Workspace) -> None:
    said = work.at("hover", "held.yaml", "server")["contents"]["value"]
    assert "server" in said
    (there,) = work.at("typeDefinition", "held.yaml", "server:")
    assert there["uri"].endswith("/s.json")
    place = {"line": 2, "character": 3}
    asked = {
        "textDocument": {"uri": work.uris["held.yaml"]},
        "range": {"start": place, "end": place},
        "context": {"diagnostics": []},
    }
    titles = [one["title"] for one in work.client.ask("textDocument/codeAction", asked)]
    assert {"Add the required key 'port'", "Remove 'prt'"} <= set(titles)
    work.client.change(work.uris["held.yaml"], FILES["held.yaml"][:-8] + "\n  p", 2)
    found = work.client.at("completion", work.uris["held.yaml"], 2, 3)
    items = found["items"] if isinstance(found, dict) else found
    assert [one["label"] for one in items] == ["port"]
