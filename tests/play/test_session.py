"""What a page asks for and is told: the same as the command line says."""

import json
from pathlib import Path

import pytest

from confty.play.session import Session, is_fine

EXAMPLES = Path(__file__).resolve().parents[2] / "page" / "examples"


@pytest.fixture
def ask(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    session = Session()

    def asked(method, files=None, **words):
        given = words if files is None else {**words, "files": files}
        return json.loads(session.answer(method, json.dumps(given)))

    return asked


def test_a_mistake_has_a_place_and_a_fix(ask) -> None:
    files = {"a.jsonnet": "local s = { port: 80 };\ns.prot\n"}
    (problem,) = ask("check", files, name="a.jsonnet")["problems"]
    assert (problem["code"], problem["line"], problem["column"]) == ("jsonnet/no-such-field", 2, 1)
    assert files["a.jsonnet"][problem["start"] : problem["end"]] == "s.prot"
    ((edit,),) = [fix["edits"] for fix in problem["fixes"]]
    text = files["a.jsonnet"]
    mended = text[: edit["start"]] + edit["text"] + text[edit["end"] :]
    assert ask("check", {"a.jsonnet": mended}, name="a.jsonnet") == {"problems": []}
    assert ask("run", name="a.jsonnet")["text"] == "80\n"


def test_a_name_may_be_a_file_and_then_a_folder(ask, tmp_path) -> None:
    for files in (
        {"a.rcl": "1"}, {"b.rcl": "1", "b.rcl/c.rcl": "2"}, {"lib/deep/a.rcl": "1", "lib/b.rcl": "1"}, {"lib": "1"},
        {"lib/a.rcl": "1"}, {"a.rcl": "1"},
    ):  # fmt: skip
        assert ask("check", files, name=min(files)) == {"problems": []}
        there = {str(one.relative_to(tmp_path)) for one in tmp_path.rglob("*") if one.is_file()}
        assert there - {"config"} == files.keys() - {"b.rcl/c.rcl"}
    assert [one.name for one in tmp_path.iterdir()] == ["a.rcl"]


def test_what_cannot_be_written_breaks_nothing(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    session = Session()
    session.lay({"a.rcl": "1"})
    (tmp_path / "b.rcl").mkdir()
    with pytest.raises(OSError, match=r"b\.rcl"):
        session.lay({"b.rcl": "1"})
    session.lay({"c.rcl": "1"})
    assert session.files == {"c.rcl": "1"}
    assert sorted(one.name for one in tmp_path.iterdir()) == ["b.rcl", "c.rcl"]


def test_files_come_and_go(ask, tmp_path) -> None:
    files = {"a.jsonnet": "import 'lib/b.rcl'", "lib/b.rcl": "{ x = 1 }"}
    assert json.loads(ask("run", files, name="a.jsonnet")["text"]) == {"x": 1}
    assert ask("graph", name="a.jsonnet")["dot"].count("->") == 1
    told = ask("check", {"a.jsonnet": "import 'lib/b.rcl'"}, name="a.jsonnet")["problems"]
    assert "b.rcl" in told[0]["message"]
    assert not (tmp_path / "lib" / "b.rcl").exists()


@pytest.mark.parametrize("form", ["json", "yaml", "toml"])
def test_secrets_stay_hidden_in_every_form(ask, form) -> None:
    files = {
        "a.jsonnet": "{ url: 'x:%s' % std.extVar('pw'), n: 1 }",
        "inputs.json": '{"ext": {"pw": {"secret": "hunter2"}}}',
        "main.pp": 'output "x" {\n  value = secret("hunter2")\n}\n',
    }
    for name in ("a.jsonnet", "main.pp"):
        told = ask("run", files, name=name, form=form)
        assert "hunter2" not in json.dumps(told)
        assert "[secret]" in told["text"]
    why = ask("why", name="a.jsonnet")["text"]
    assert "secret" in why
    assert "hunter2" not in why


def test_a_broken_config_or_inputs_is_a_problem(ask) -> None:
    for files in (
        {"a.json": "{}", "confty.toml": "nonsense = 1\n"},
        {"a.json": "{}", "inputs.json": '{"ext": {"pw": {"secret": 17}}}'},
        {"a.json": "{}", "inputs.json": "[hunter2"},
    ):
        (problem,) = ask("check", files, name="a.json")["problems"]
        assert problem["severity"] == "error"
        assert "hunter2" not in problem["message"]
        assert ask("type", name="a.json") == {"text": None}


def test_hover_definition_and_format(ask) -> None:
    text = "local shop = { port: 80 };\n{a:shop.port}\n"
    files = {"a.jsonnet": text}
    at = text.index("shop.port")
    assert "port" in ask("hover", files, name="a.jsonnet", offset=at)["type"]
    place = ask("definition", name="a.jsonnet", offset=at)
    assert text[place["start"] :].startswith(("shop", "{ port"))
    assert ask("format", name="a.jsonnet")["text"].endswith("{ a: shop.port }\n")
    assert "port: number" in ask("hover", name="a.jsonnet", offset=at)["type"]


def files_of(folder: Path) -> dict[str, str]:
    """The files of an example: its own, over those of the folder that it is made from."""
    about = folder / "example.json"
    told = json.loads(about.read_text(encoding="utf-8")) if about.exists() else {}
    folders = [EXAMPLES.parents[1] / told["from"], folder] if "from" in told else [folder]
    return {
        path.relative_to(one).as_posix(): path.read_text(encoding="utf-8")
        for one in folders
        for path in one.rglob("*")
        if path.is_file() and path != about
    }


def test_a_program_of_resources_is_previewed(ask) -> None:
    files = files_of(EXAMPLES / "4-preview")
    drawn = ask("graph", files, name="main.pp")
    assert "shop:index:Bucket" in drawn["dot"]
    assert "t0ken" not in drawn["tree"]
    told = ask("run", name="main.pp")
    assert "https://site-eu.example.com/" in told["text"]


@pytest.mark.parametrize("folder", sorted(EXAMPLES.iterdir()), ids=lambda folder: folder.name)
def test_every_example_is_what_it_says(ask, folder) -> None:
    files = files_of(folder)
    if folder.name == "starters":
        for name, text in files.items():
            assert ask("check", {name: text}, name=name)["problems"] == []
            assert ask("run", name=name)["text"]
        return
    active = json.loads((folder / "example.json").read_text(encoding="utf-8"))["active"]
    problems = ask("check", files, name=active)["problems"]
    # Two of them show a mistake.
    assert len(problems) == (folder.name in {"2-mistake", "6-schema"})


@pytest.mark.parametrize(
    "name",
    ["../a.json", "/a.json", "a/../../b.json", ".hidden", "a//b", "", "a\\b", "x/" * 9 + "y"],
)
def test_a_link_cannot_name_any_file(name) -> None:
    assert not is_fine(name)


def test_names_that_people_use_are_fine() -> None:
    assert all(
        is_fine(name) for name in ("main.jsonnet", "lib/über.rcl", "a b.json", "@x/y+z.yaml")
    )


def test_what_a_program_writes_is_shown_beside_its_value(ask) -> None:
    text = '(Module (ProcDecl main (IntTy) (Params) (Exprs (Call write (Seq "hi")) (Return 7))))'
    told = ask("run", {"a.phy": text}, name="a.phy")
    assert (told["text"], told["trace"]) == ("7\n", "hi")
    told = ask("run", {"a.jsonnet": "std.trace('looked', 1)"}, name="a.jsonnet")
    assert told["text"] == "1\n"
    assert "looked" in told["trace"]


def test_pages_of_codes(ask) -> None:
    assert ask("explain", code="jsonnet/no-such-field")["text"].startswith(
        "# jsonnet/no-such-field"
    )
    assert ask("explain", code="../../secrets") == {"text": None}
