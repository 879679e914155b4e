"""Two versions of a package with the same tokens in one session, whatever is edited in between."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random

from pcl.test_versions import FILES, VALUES, program
from support.lsp import Client

CONFIG = '[pcl]\nschema = ["schemas"]\n'


def mixed(chosen: str, written: str) -> str:
    """A program that chooses one version, and is right in another."""
    head = f'baseProviderVersion = "{chosen}"'
    return program(written).replace(f'baseProviderVersion = "{written}"', head)


def test_each_program_has_its_version_after_every_edit(client: Client, tmp_path: Path) -> None:
    files = {**FILES, "confty.toml": CONFIG, "one/main.pp": "", "two/main.pp": ""}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    client.initialize(tmp_path)
    uris = [client.open(tmp_path / folder / "main.pp") for folder in ("one", "two")]
    steps = list(product(uris, product(VALUES, VALUES))) * 3
    Random(18).shuffle(steps)
    versions = dict.fromkeys(uris, 1)
    for uri, (chosen, written) in steps:
        versions[uri] += 1
        client.change(uri, mixed(chosen, written), versions[uri])
        found = client.diagnostics(uri, versions[uri])
        said = sorted(one["message"] for one in found)
        if chosen == written:
            assert said == []
        else:
            # A value that only the other version has, beside those of this one.
            values = ", ".join(f'"{value}"' for value in VALUES[chosen][1])
            assert any(f"the values are {values}" in one for one in said), said


def test_an_edited_schema_counts_at_once(client: Client, tmp_path: Path) -> None:
    files = {**FILES, "confty.toml": CONFIG, "main.pp": mixed("2.0.0", "1.0.0")}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    client.initialize(tmp_path)
    uri = client.open(tmp_path / "main.pp")
    assert client.diagnostics(uri, 1) != []
    schema = tmp_path / "schemas" / "p-2.0.0.json"
    for _ in range(3):
        # What the first version says, under the name of the second.
        schema.write_text(FILES["schemas/p-1.0.0.json"].replace("1.0.0", "2.0.0"))
        assert client.diagnostics(uri, 1) == []
        schema.write_text(FILES["schemas/p-2.0.0.json"])
        assert client.diagnostics(uri, 1) != []
