"""Python classes read without importing them, judged by what importing them says."""

import json
import sys
from pathlib import Path

import jsonschema_rs
import pytest

import confty
from confty.models.source import NotRead, read_model
from confty.text import Source
from confty.workspace import Config, Disk, Project

HEAD = """
from __future__ import annotations
import dataclasses, datetime, enum, uuid, typing as t, pathlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import *
import msgspec, pydantic
from pydantic import BaseModel, ConfigDict, Field
"""

#: A class called ``M``, and data that it takes or does not.
CLASSES = {
    "dataclass": (
        """
@dataclass
class Base:
    name: str
    hidden: ClassVar[int] = 3
@dataclass
class M(Base):
    port: int = 1
    late: int = field(init=False, default=3)
    tags: list[str] = dataclasses.field(default_factory=list)
    pair: tuple[int, str] = (1, "")
    many: tuple[int, ...] = ()
    at: t.Optional["M"] = None
    when: datetime.date | None = None
    any: Any = None
    table: Mapping[str, Sequence[float]] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)
    where: pathlib.Path = pathlib.Path()
    odd: int = field(default=0, metadata={"key": "odd-one"})
""",
        [{}, {"name": "x", "odd-one": 1}, {"name": "x", "odd-one": "x"}, {"name": "x", "odd": 1}, {"name": "x"}, {"name": 1}, {"name": "x", "port": 1.5}, {"name": "x", "port": "1"},
         {"name": "x", "late": 1}, {"name": "x", "hidden": 1}, {"name": "x", "tags": ["a"]},
         {"name": "x", "tags": "a"}, {"name": "x", "tags": [1]}, {"name": "x", "pair": [1, "a"]},
         {"name": "x", "pair": [1]}, {"name": "x", "many": [1, 2]}, {"name": "x", "many": ["a"]},
         {"name": "x", "at": {"name": "y"}}, {"name": "x", "at": {}}, {"name": "x", "at": None},
         {"name": "x", "any": [{}]}, {"name": "x", "table": {"a": [1]}}, {"name": "x", "bad": 1},
         {"name": "x", "table": {"a": 1}}, {"name": "x", "names": ["a", "a"]},
         {"name": "x", "where": "a/b"}, {"name": "x", "where": 1}, [], "x", None],
    ),
    "typeddict": (
        """
class Base(TypedDict):
    a: int
class M(Base, total=False):
    b: Required[str]
    c: Annotated[NotRequired[bool], "x"]
    d: Literal["x", 3, None]
""",
        [{}, {"a": 1}, {"a": 1, "b": "x"}, {"a": 1, "b": 2}, {"a": 1, "b": "x", "c": True},
         {"a": 1, "b": "x", "c": 1}, {"a": 1, "b": "x", "d": "x"}, {"a": 1, "b": "x", "d": 3},
         {"a": 1, "b": "x", "d": None}, {"a": 1, "b": "x", "d": "y"}, {"a": 1, "b": "x", "e": 1}],
    ),
    "functional": (
        "M = TypedDict('M', {'a-b': int, 'c': NotRequired[str], 'd': 'NotRequired[M]'})",
        [{}, {"a-b": 1, "d": {"a-b": 2}}, {"a-b": 1, "d": 2}, {"a-b": 1}, {"a-b": "x"}, {"a-b": 1, "c": "x"}, {"a-b": 1, "c": 1}, {"z": 1}],
    ),
    "namedtuple": (
        "class M(NamedTuple):\n    x: int\n    y: float = 0.0",
        [{"x": 1}, {"x": 1, "y": 2}, {"y": 2}, {"x": 1, "y": "a"}, {"x": 1, "z": 1}],
    ),
    "enums": (
        """
class Level(enum.Enum):
    LOW = "low"
    HIGH = "high"
class Word(enum.StrEnum):
    ONE = enum.auto()
    Two = enum.auto()
class Count(enum.IntEnum):
    A = 4
    B = enum.auto()
@dataclass
class M:
    level: Level | None = Level.LOW
    word: Word = Word.ONE
    count: Count = Count.A
    one: Literal[Level.LOW] = Level.LOW
""",
        [{}, {"level": "low"}, {"level": "mid"}, {"level": None}, {"word": "one"}, {"word": "two"},
         {"word": "Two"}, {"count": 5}, {"count": 4}, {"count": 6}],
    ),
    "pydantic": (
        """
Name = Annotated[str, Field(min_length=2, max_length=4, pattern="^[a-z]+$")]
class Inner(BaseModel):
    host: str
    port: int = Field(8080, gt=0, le=65535)
class M(BaseModel):
    inner: Inner
    name: Name
    key: str = Field(alias="the-key")
    needed: int = Field(...)
    sizes: list[int] = Field(default_factory=list, max_length=2)
    maybe: float | None = Field(None, ge=1)
    kind: Literal["a", "b"] = "a"
    where: uuid.UUID | None = None
    count: pydantic.PositiveInt = 1
    _private: int = 3
""",
        [{"inner": {"host": "h", **inner}, "name": "abc", "the-key": "k", "needed": 1, **more}
         for inner in ({}, {"port": 1}, {"port": 0}, {"port": 70000}, {"x": 1})
         for more in ({}, {"name": "a"}, {"name": "ABC"}, {"name": "abcde"}, {"the-key": 1},
                      {"sizes": [1, 2]}, {"sizes": [1, 2, 3]}, {"maybe": None}, {"maybe": 0},
                      {"maybe": 2}, {"kind": "c"}, {"count": 0}, {"other": 1}, {"needed": None})]
        + [{}, {"inner": {}}, {"inner": {"host": "h"}, "name": "abc", "key": "k", "needed": 1}],
    ),
    "pydantic-strict": (
        """
class M(BaseModel):
    model_config = ConfigDict(extra="forbid")
    a: dict[str, int] = {}
    b: Union[int, str] = 1
    class Inside(BaseModel):
        z: int
    c: Inside | None = None
""",
        [{}, {"a": {"x": 1}}, {"a": {"x": "y"}}, {"b": "s"}, {"b": []}, {"c": {"z": 1}}, {"d": 1},
         {"c": {}}, {"c": {"z": 1, "y": 1}}],
    ),
    "root": (
        "class M(pydantic.RootModel[list[int]]):\n    pass",
        [[], [1], ["a"], {}, 1],
    ),
    "msgspec": (
        """
class M(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    first_name: str
    age: Annotated[int, msgspec.Meta(ge=0)] = 0
    tags: list[str] = []
    other: int = msgspec.field(default=1, name="o")
""",
        [{"firstName": "x"}, {"first_name": "x"}, {"firstName": 1}, {"firstName": "x", "age": -1},
         {"firstName": "x", "age": 1}, {"firstName": "x", "o": 2}, {"firstName": "x", "other": 2}],
    ),
    "msgspec-lists": (
        """
class Row(msgspec.Struct, array_like=True, tag=True):
    a: int
    b: str = ""
class Closed(Row, forbid_unknown_fields=True):
    c: int = 0
class Plain(msgspec.Struct, array_like=True):
    a: int = 0
class M(msgspec.Struct, tag_field="kind", tag="m"):
    row: Row | None = None
    closed: Closed | None = None
    plain: Plain | None = None
""",
        [{}, {"kind": "m"}, {"kind": "n"}]
        + [{"kind": "m", "row": row}
           for row in ([], ["Row"], ["Row", 1], ["Row", 1, 2], ["Row", 1, "x", 3], ["X", 1], {"a": 1})]
        + [{"kind": "m", "closed": row} for row in (["Closed", 1, "", 1], ["Closed", 1, "", 1, 2])]
        + [{"kind": "m", "plain": row} for row in ([], [1], ["x"], [1, 2])],
    ),
    **{
        f"msgspec-{style}": (
            f"""
class M(msgspec.Struct, rename="{style}", forbid_unknown_fields=True):
    _lead_x: int = 0
    __a__: int = 0
    a__b_c: int = 0
    aB_cD: int = 0
    a1_b2: int = 0
""",
            [{key: value} for value in (1, "x")
             for key in ("_leadX", "_LeadX", "leadX", "lead-x", "__a", "__A", "a", "aBC", "ABC",
                         "a--b-c", "aBCd", "AbCd", "aB-cD", "a1B2", "A1B2", "a1-b2", "a1_b2")],
        )
        for style in ("camel", "pascal", "kebab")
    },
    "keys": (
        """
class Level(enum.Enum):
    _ignore_ = ["skipped"]
    skipped = "skipped"
    LOW = "low"
@dataclass
class M:
    by_number: dict[int, str] = field(default_factory=dict)
    by_level: dict[Level, int] = field(default_factory=dict)
    by_word: Mapping[Literal["a", "b"], int] = field(default_factory=dict)
    none: tuple[()] = ()
    some: tuple = ()
    more: Tuple = ()
    level: Literal[Level.LOW] | None = None
""",
        [{}, {"by_number": {"1": "a", "-20": ""}}, {"by_number": {"a": "a"}}, {"by_level": {"low": 1}},
         {"by_level": {"skipped": 1}}, {"by_word": {"a": 1}}, {"by_word": {"c": 1}}, {"none": []},
         {"none": [1]}, {"some": [1]}, {"some": 1}, {"more": [1]}, {"level": "low"},
         {"level": "skipped"}],
    ),
    "msgspec-open": (
        "class M(msgspec.Struct):\n    a: int\n    b: str | None = None",
        [{"a": 1}, {"a": 1, "z": 1}, {"a": "x"}, {"a": 1, "b": None}, {"a": 1, "b": 2}, {}],
    ),
}  # fmt: skip


def statically(text, name="M"):
    files = {"models.py": text}
    return read_model(
        "models", name, lambda path: Source(path, files[path]) if path in files else None
    )


@pytest.mark.parametrize("name", CLASSES)
def test_as_importing_says(name, monkeypatch):
    body, samples = CLASSES[name]
    module = type(sys)(f"models_{name.replace('-', '_')}")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(compile(HEAD + body, "models.py", "exec", dont_inherit=True), module.__dict__)
    imported = jsonschema_rs.validator_for(confty.schema_of(module.M))
    read = statically(HEAD + body)
    assert read.unread == []
    judge = jsonschema_rs.validator_for(json.loads(json.dumps(read.schema)))
    verdicts = [imported.is_valid(sample) for sample in samples]
    assert [judge.is_valid(sample) for sample in samples] == verdicts
    assert set(verdicts) == {True, False}, "samples of both kinds"


BY_NAME = """
class M(BaseModel):
    model_config = ConfigDict(extra="forbid", {settings})
    needed: int = Field(alias="the-needed")
    other: int = Field(0, validation_alias=pydantic.AliasChoices("o", "p"))
    plain: str = ""
"""


@pytest.mark.parametrize(
    "settings",
    [
        "",
        "populate_by_name=True",
        "validate_by_name=True",
        "validate_by_name=True, validate_by_alias=False",
    ],
)
def test_fields_with_several_keys(settings, monkeypatch):
    """What a model takes is the judge: its own schema has one name a field."""
    body = HEAD + BY_NAME.format(settings=settings)
    module = type(sys)("models_by_name")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(compile(body, "models.py", "exec", dont_inherit=True), module.__dict__)
    read = statically(body)
    assert read.unread == []
    judge = jsonschema_rs.validator_for(json.loads(json.dumps(read.schema)))
    for needed in ({}, {"needed": 1}, {"the-needed": 1}, {"needed": "x"}, {"the-neded": 1}):
        for more in ({}, {"o": 1}, {"p": 1}, {"other": 1}, {"p": "x"}, {"plain": "x"}, {"q": 1}):
            data = {**needed, **more}
            try:
                module.M.model_validate(data, strict=True)
                fits = True
            except ValueError:
                fits = False
            assert judge.is_valid(data) is fits, data


@pytest.mark.parametrize(
    ("body", "said", "data"),
    [
        ("class M(BaseModel, alias_generator=str.upper):\n    a: int", "the key of `a`", {"A": 1}),
        ("class M(BaseModel):\n    a: int = Field(alias=name())", "the key of `a`", {"b": 1}),
        ("class M(msgspec.Struct, rename=str.upper, forbid_unknown_fields=True):\n    a: int",
         "the key of `a`", {"A": 1}),
        ("class M(msgspec.Struct, tag=str.upper, forbid_unknown_fields=True):\n    a: int = 0",
         "the tag of `M`", {"type": "M"}),
        ("class M(BaseModel, str_min_length=3):\n    a: str = ''", "`str_min_length`", {"a": "x"}),
        ("@dataclass\nclass M:\n    a: dict[float, int]", "`float`", {"a": {"1.5": 1}}),
    ],
)  # fmt: skip
def test_what_is_not_asked_of_a_file_is_told(body, said, data):
    read = statically(HEAD + body)
    assert [said in what for _, what in read.unread] == [True]
    assert jsonschema_rs.validator_for(read.schema).is_valid(data)


def test_what_is_not_in_the_source_may_be_anything():
    read = statically(
        "from dataclasses import dataclass\nfrom x import Colour\n"
        "@dataclass\nclass M:\n    a: Colour\n    b: list[Colour]\n    c: int\n"
    )
    assert [(span.text, what) for span, what in read.unread] == [
        ("Colour", "`Colour` is not known without importing it"),
        ("Colour", "`Colour` is not known without importing it"),
    ]
    judge = jsonschema_rs.validator_for(read.schema)
    assert judge.is_valid({"a": 1, "b": ["x", 2], "c": 1})
    assert not judge.is_valid({"a": 1, "b": 2, "c": 1})


def test_a_base_from_elsewhere_leaves_the_class_open():
    read = statically(
        "import x\nfrom pydantic import BaseModel\nclass M(x.Y, BaseModel):\n a: int"
    )
    assert [what for _, what in read.unread] == [
        "the fields of `x.Y` are not known without importing it"
    ]
    assert jsonschema_rs.validator_for(read.schema).is_valid({"a": 1, "more": 2})


def test_validators_that_come_first_make_it_anything():
    text = (
        "from pydantic import BaseModel, field_validator, BeforeValidator, model_validator\n"
        "from typing import Annotated\n"
        "class M(BaseModel):\n    a: int\n    b: Annotated[int, BeforeValidator(len)]\n    c: int\n"
        "    @field_validator('a', mode='before')\n    @classmethod\n    def f(cls, v): return 1\n"
    )
    judge = jsonschema_rs.validator_for(statically(text).schema)
    assert judge.is_valid({"a": "x", "b": "y", "c": 1})
    assert not judge.is_valid({"a": 1, "b": 1, "c": "z"})


@pytest.mark.parametrize(
    ("where", "name", "message"),
    [
        ("models", "N", "there is no class N in models.py"),
        ("models", "Setings", "did you mean"),
        ("other", "N", "there is no module other in the project"),
    ],
)
def test_what_is_not_there(where, name, message):
    files = {"models.py": "class Settings: pass"}
    with pytest.raises(NotRead, match=message):
        read_model(where, name, lambda path: Source(path, files[path]) if path in files else None)


@pytest.fixture
def shop(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(Path(confty.__file__).parents[1]))
    package = tmp_path / "src" / "shop"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("raise SystemExit('it was run')\n")
    (package / "kinds.py").write_text("from typing import Literal\nKind = Literal['a', 'b']\n")
    (package / "config.py").write_text(
        "from dataclasses import dataclass\nfrom . import kinds\nfrom .kinds import Kind as K\n"
        "raise SystemExit('it was run')\n"
        "@dataclass\nclass Settings:\n    port: int\n    kind: kinds.Kind = 'a'\n    k: K = 'b'\n"
    )
    (tmp_path / "confty.toml").write_text(
        '[schemas]\n"app.yaml" = "python:shop.config:Settings"\n'
        '"app.toml" = "python:src/shop/config.py:Settings"\n'
    )
    (tmp_path / "app.yaml").write_text("port: x\nkind: c\nk: a\n")
    (tmp_path / "app.toml").write_text("port = 80\nbogus = 1\n")
    return tmp_path


@pytest.mark.usefixtures("shop")
def test_the_config_names_a_class_and_nothing_runs():
    found = confty.check(".")
    assert [(one.path, one.line, one.code) for one in found] == [
        ("app.toml", 2, "schema/unknown-key"),
        ("app.yaml", 1, "schema/type-mismatch"),
        ("app.yaml", 2, "schema/wrong-value"),
    ]
    note = found[1].notes[0]
    assert note.span is not None
    assert note.span.source.name == "src/shop/config.py"
    assert note.span.text == "port: int"


def test_from_another_folder_and_after_an_edit(shop, monkeypatch, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert len(confty.check("../app.yaml")) == 2
    (shop / "src/shop/kinds.py").write_text("from typing import Literal\nKind = Literal['c']\n")
    assert [one.line for one in confty.check("../app.yaml")] == [1, 3]


def test_a_module_outside_of_the_project_is_not_read(shop):
    (shop / "src/shop/config.py").unlink()
    (shop / "src/shop/config.py").symlink_to("/etc/hostname")
    [found] = confty.check("app.yaml")
    assert found.code == "schema/unreadable"
    assert "it leads outside of the project" in found.message


def test_a_flag_lets_the_module_be_imported(shop):
    (shop / "src/shop/__init__.py").write_text("print('noise')\n")
    (shop / "src/shop/config.py").write_text(
        "import dataclasses\nSettings = dataclasses.make_dataclass('Settings', [('port', int)])\n"
    )
    [warned] = Project(Config({}), Disk(), {"schema": "python:shop.config:Settings"}).check_all(
        ["app.yaml"]
    )
    assert warned.code.name == "schema/not-static"
    flags = {"schema": "python:shop.config:Settings", "import_models": True}
    found = Project(Config({}), Disk(), flags).check_all(["app.yaml"])
    assert [one.code.name for one in found] == [
        "schema/type-mismatch",
        "schema/unknown-key",
        "schema/unknown-key",
    ]


@pytest.mark.usefixtures("shop")
def test_an_import_that_fails_is_told():
    flags = {"schema": "python:shop.config:Missing", "import_models": True}
    [found] = Project(Config({}), Disk(), flags).check_all(["app.yaml"])
    assert found.message == (
        "python:shop.config:Missing cannot be imported: SystemExit: it was run"
    )


def test_a_config_file_cannot_ask_for_the_import(shop):
    (shop / "confty.toml").write_text("[yaml]\nimport-models = true\n")
    with pytest.raises(confty.ConftyError, match="there is no setting 'import-models'"):
        confty.check("app.yaml")


@pytest.mark.usefixtures("shop")
def test_a_python_type_is_a_schema():
    found = confty.check("app.yaml", schema={"required": ["zone"]})
    assert [one.code for one in found] == ["schema/missing-key"]
