"""Into Python types, and Python types as schemas; the schemas are judged by another validator."""

import dataclasses
import datetime as dt
import enum
import json
import typing
from pathlib import Path
from typing import Annotated, Any, Generic, Literal, NamedTuple, NotRequired, TypedDict, TypeVar

import jsonschema_rs
import msgspec
import pydantic
import pytest

import confty


class Level(enum.Enum):
    LOW = "low"
    HIGH = "high"


@dataclasses.dataclass
class Sized:
    size: int


Thing = TypeVar("Thing")


@dataclasses.dataclass
class Shelf(Generic[Thing]):
    items: list[Thing]
    last: Thing | None = None


@dataclasses.dataclass
class Range:
    low: int
    high: int

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError("low is above high")


class Extra(TypedDict):
    note: str
    weight: NotRequired[float]


class Point(NamedTuple):
    x: int
    y: int = 0


@dataclasses.dataclass
class User:
    """Somebody."""

    name: str
    age: int = 0
    level: Level | None = None
    tags: list[str] = dataclasses.field(default_factory=list)
    boss: "User | None" = None


@dataclasses.dataclass
class App:
    users: list[User]
    kind: Literal["a", "b"] = "a"
    extra: Extra | None = None
    limits: dict[str, float] = dataclasses.field(default_factory=dict)
    at: Point | None = None
    pair: tuple[int, str] = (0, "")
    names: frozenset[str] = frozenset()
    since: dt.date | None = None
    root: Path | None = None
    anything: Any = None
    size: Annotated[int, "megabytes"] = 1


class Server(pydantic.BaseModel):
    host: str
    port: int = pydantic.Field(gt=0)


class Job(msgspec.Struct):
    name: str
    steps: list[int] = []


FITTING = [
    {"users": []},
    {"users": [{"name": "x", "age": 3, "level": "low", "tags": ["a"], "boss": {"name": "y"}}]},
    {"users": [], "kind": "b", "extra": {"note": "n"}, "limits": {"cpu": 1.5}},
    {"users": [], "at": {"x": 1}, "pair": [1, "z"], "names": ["a"], "since": "2024-01-31"},
    {"users": [], "root": "/tmp", "anything": {"deep": [1]}, "size": 4, "extra": None},
]
WRONG = [
    ({}, (), "'users' is missing"),
    ({"users": [{}]}, ("users", 0), "'name' is missing"),
    ({"users": [{"name": 1}]}, ("users", 0, "name"), "expected str, found the number 1"),
    ({"users": [{"nam": "x", "name": "x"}]}, ("users", 0, "nam"), "did you mean 'name'?"),
    ({"users": [], "kind": "c"}, ("kind",), "expected 'a' | 'b', found the text 'c'"),
    ({"users": [], "extra": {"note": 1}}, ("extra", "note"), "expected str"),
    ({"users": [], "pair": [1]}, ("pair",), "expected a list of 2, found a list of 1"),
    ({"users": [{"name": "x", "level": "mid"}]}, ("users", 0, "level"), "expected"),
    ({"users": [], "limits": {"cpu": "x"}}, ("limits", "cpu"), "expected float"),
    ({"users": [], "size": True}, ("size",), "expected int, found true"),
    ({"users": [], "size": 1.5}, ("size",), "expected int"),
    ({"users": [], "since": "soon"}, ("since",), "expected date"),
    ({"users": "x"}, ("users",), "expected a list"),
    ([], (), "expected App, found a list"),
]


def text_of(data: object) -> str:
    return msgspec.json.encode(data).decode()


@pytest.mark.parametrize("data", FITTING)
def test_what_fits(data: dict) -> None:
    made = confty.loads(text_of(data), "json", into=App)
    assert isinstance(made, App)
    assert all(isinstance(user, User) for user in made.users)
    schema = confty.schema_of(App)
    assert jsonschema_rs.validator_for(schema).is_valid(data)


@pytest.mark.parametrize(("data", "path", "message"), WRONG)
def test_what_does_not_fit(data: object, path: tuple, message: str) -> None:
    with pytest.raises(confty.WrongShape) as caught:
        confty.loads(text_of(data), "json", into=App)
    (found,) = caught.value.diagnostics
    assert (found.within, found.code) == (path, "file/wrong-shape")
    assert message in found.message
    assert found.span is not None, "the place is in the file"
    if "date" not in message:
        assert not jsonschema_rs.validator_for(confty.schema_of(App)).is_valid(data)


def test_values_are_of_their_types() -> None:
    made = confty.loads(text_of(FITTING[3]), "json", into=App)
    assert made.at == Point(1, 0)
    assert made.pair == (1, "z")
    assert made.names == frozenset({"a"})
    assert made.since == dt.date(2024, 1, 31)
    boss = confty.loads(text_of(FITTING[1]), "json", into=App).users[0]
    assert (boss.level, boss.boss) == (Level.LOW, User("y"))


def test_everything_is_told_at_once_and_at_its_place(tmp_path: Path) -> None:
    path = tmp_path / "app.yaml"
    path.write_text("users:\n  - name: 3\n    age: old\nkind: z\n")
    with pytest.raises(confty.WrongShape) as caught:
        confty.load(path, into=App)
    assert [one.line for one in caught.value.diagnostics] == [2, 3, 4]


def test_places_in_programs(tmp_path: Path) -> None:
    path = tmp_path / "app.jsonnet"
    path.write_text("local user(n) = { name: n };\n{\n  users: [user('x')],\n  kind: 'q',\n}\n")
    with pytest.raises(confty.WrongShape) as caught:
        confty.load(path, into=App)
    (found,) = caught.value.diagnostics
    assert found.line == 4


def test_models_of_other_packages() -> None:
    made = confty.loads('{ host = "h", port = 80 }', "rcl", into=Server)
    assert (type(made), made.port) == (Server, 80)
    job = confty.loads("{ name: 'j', steps: [1, 2] }", "jsonnet", into=Job)
    assert (type(job), job.steps) == (Job, [1, 2])
    with pytest.raises(confty.WrongShape) as caught:
        confty.loads('{"host": "h", "port": -1}', "json", into=Server)
    assert [one.within for one in caught.value.diagnostics] == [("port",)]
    with pytest.raises(confty.WrongShape) as caught:
        confty.loads('{"name": "h", "steps": [1, "x"]}', "json", into=Job)
    assert [one.within for one in caught.value.diagnostics] == [("steps", 1)]
    for model, good, bad in (
        (Server, {"host": "h", "port": 1}, {"port": 1}),
        (Job, {"name": "j"}, {"name": 1}),
    ):
        validator = jsonschema_rs.validator_for(confty.schema_of(model))
        assert validator.is_valid(good)
        assert not validator.is_valid(bad)


def test_inside_one_another() -> None:
    @dataclasses.dataclass
    class Fleet:
        servers: list[Server]

    made = confty.loads('{"servers": [{"host": "h", "port": 1}]}', "json", into=Fleet)
    assert made.servers[0].port == 1
    with pytest.raises(confty.WrongShape) as caught:
        confty.loads('{"servers": [{"host": "h", "port": "x"}]}', "json", into=Fleet)
    assert caught.value.diagnostics[0].within == ("servers", 0, "port")


def test_plain_types_do() -> None:
    assert confty.loads("[1, 2]", "json", into=list[int]) == [1, 2]
    assert confty.loads('{"a": 1}', "json", into=dict[str, int]) == {"a": 1}
    assert confty.loads("1", "json", into=typing.cast("Any", int | str)) == 1
    with pytest.raises(TypeError, match="no shape of configuration"):
        confty.loads("1", "json", into=threading_lock())


def threading_lock() -> Any:
    import threading

    return threading.Thread


def test_a_schema_says_what_it_knows() -> None:
    schema = confty.schema_of(User)
    assert schema["$schema"].endswith("2020-12/schema")
    user = schema["$defs"]["User"]
    assert user["description"] == "Somebody."
    assert user["required"] == ["name"]
    assert user["properties"]["age"] == {"type": "integer", "default": 0}


def test_places_through_imports_sums_and_other_languages(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    texts = {
        "lib.libsonnet": "{\n  bad: { size: 'no' } }",
        "d.yaml": "k:\n  size: nope\n",
        "main.jsonnet": "local l = import 'lib.libsonnet';\nlocal d = import 'd.yaml';\n"
        "{ all: { a: l.bad, b: d.k } + {\n c: { size: 'x' } } }",
        "l.rcl": 'let bad = { size = "no" };\n{ a = bad }',
        "main.rcl": 'let l = import "l.rcl";\nlet d = import "d.yaml";\n'
        '{ all = l | { b = d.k,\n c = { size = "x" } } }',
    }
    for name, text in texts.items():
        Path(name).write_text(text)
    for name, own, line in (("main.jsonnet", "lib.libsonnet", 2), ("main.rcl", "l.rcl", 1)):
        with pytest.raises(confty.WrongShape) as wrong:
            confty.load(name, into=dict[str, dict[str, Sized]])
        found = [(one.path, one.line) for one in wrong.value.diagnostics]
        assert sorted(found) == sorted([(own, line), ("d.yaml", 2), (name, 4)])


def test_generic_classes():
    text = "items: [{size: 1}]\nlast: {size: x}\n"
    with pytest.raises(confty.WrongShape) as wrong:
        confty.loads(text, "yaml", into=Shelf[Sized])
    assert [(one.line, one.column) for one in wrong.value.diagnostics] == [(2, 14)]
    assert confty.loads("items: [1]", "yaml", into=Shelf[int]) == Shelf([1])
    assert confty.loads("items: [a]", "yaml", into=Shelf) == Shelf(["a"])
    assert "Shelf_Sized_" in confty.schema_of(Shelf[Sized])["$defs"]
    found = confty.check(text=text, lang="yaml", schema=confty.schema_of(Shelf[Sized]))
    assert [one.line for one in found] == [2]


def test_durations_and_what_a_class_refuses_itself():
    assert confty.loads("PT1H30M", "yaml", into=dt.timedelta) == dt.timedelta(minutes=90)
    assert confty.loads("1.5", "yaml", into=dt.timedelta) == dt.timedelta(seconds=1.5)
    for text in ("P", "P1Y", "PT", "soon", "1e300"):
        with pytest.raises(confty.WrongShape):
            confty.loads(text, "yaml", into=dt.timedelta)
    with pytest.raises(confty.WrongShape) as wrong:
        confty.loads("- low: 1\n  high: 2\n- low: 3\n  high: 2\n", "yaml", into=list[Range])
    (one,) = wrong.value.diagnostics
    assert (one.line, one.message) == (3, "low is above high")


def test_what_an_alias_repeats_is_told_once():
    with pytest.raises(confty.WrongShape) as wrong:
        confty.loads("a: &x {size: q}\nb: *x\n", "yaml", into=dict[str, Sized])
    assert [one.line for one in wrong.value.diagnostics] == [1]


class Strict(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    steps: dict[str, dict[str, int]] = {}


class Circle(msgspec.Struct, tag="circle"):
    size: int


class Square(msgspec.Struct, tag="square"):
    side: int


class Page(msgspec.Struct, tag_field="kind", tag=1, array_like=True):
    text: str


class Book(msgspec.Struct, tag_field="kind", tag=2, array_like=True):
    pages: int


@pytest.mark.parametrize(
    ("model", "data"),
    [
        (Circle | Square, {"type": "square", "side": 1}),
        (Circle | Square, {"side": 1}),
        (Circle | Square, {"type": "square", "size": 1}),
        (Circle | Square, {"type": "line", "size": 1}),
        (Circle | Square | None, None),
        (int | Circle | Square, 3),
        (list[Circle | Square], [{"type": "circle", "size": 1}, {"type": "square"}]),
        (Circle | None, {"size": 1}),
        (Page | Book, [2, 30]),
        (Page | Book, [1, 30]),
    ],
)
def test_tagged_structs_are_told_apart_as_msgspec_does(model: Any, data: object) -> None:
    found: object
    try:
        expected: object = msgspec.convert(data, model)
    except msgspec.ValidationError as error:
        expected = str(error).partition(" - at")[0]
    try:
        found = confty.loads(json.dumps(data), "json", into=model)
    except confty.WrongShape as wrong:
        found = wrong.diagnostics[0].message
    assert found == expected


class Forbids(pydantic.BaseModel, extra="forbid"):
    name: str


@dataclasses.dataclass
class Pool:
    users: list[Sized]
    ports: dict[int, str] = dataclasses.field(default_factory=dict)


@pytest.mark.parametrize(
    ("text", "lang", "model", "marked"),
    [
        ("users:\n- size: big\n", "yaml", Pool, ["big"]),
        ("users: 3\nports: {80: a, http: b}\n", "yaml", Pool, ["3", "http"]),
        # What takes several lines is marked at its key, or where it begins.
        ("users:\n  size: 1\n  big: 2\n", "yaml", Pool, ["users"]),
        ("ports: {}\nusres: []\n", "yaml", Pool, ["p", "usres"]),
        ('{"users": [{}]}', "json", Pool, ["{}"]),
        ("[[users]]\nsize = '1'\n", "toml", Pool, ["'1'"]),
        ('let n = "x"; { users = [{ size = n }] }', "rcl", Pool, ["n"]),
        ("local u(n) = { size: n };\n{ users: [{ size: 'x' }, u(1)] }", "jsonnet", Pool, ["'x'"]),
        ("local b = { users: [{ size: 'x' }] };\nb { ports: {} }", "jsonnet", Pool, ["'x'"]),
        ("{ users: [{ size: 1 }] } { users+: [{ size: 'y' }] }", "jsonnet", Pool, ["'y'"]),
        ("{ users: [{ size: 'x' }] } + { users+: [{ size: 1 }] }", "jsonnet", Pool, ["'x'"]),
        (
            "{ users: [], ports: { x: 1 } } { ports+: { y: 2 } }",
            "jsonnet",
            Pool,
            ["1", "2", "x", "y"],
        ),
        ('output users { value = "x" }', "pcl", Pool, ['"x"']),
        (
            'output users { value = [{ size = "x" }, { szie = 1, size = 1 }] }',
            "pcl",
            Pool,
            ['"x"', "szie"],
        ),
        ('big = { size = "x" }\noutput users { value = [big, (big)] }', "pcl", Pool, ['"x"']),
        ("users = [2020-01-01]", "toml", Pool, ["2020-01-01"]),
        ("name: a\nsteps: {k: {l: 1}, q: {l: 2, m: x}}\n", "yaml", Strict, ["x"]),
        ("name: a\nsteps: {k: {}, 1: {}}\n", "yaml", Strict, ["1"]),
        ("name: a\nsetps: {}\n", "yaml", Strict, ["setps"]),
        ("name: 1\n", "yaml", Forbids, ["1"]),
        ("name: a\nnmae: b\n", "yaml", Forbids, ["nmae"]),
    ],
)
def test_the_value_is_marked_and_not_its_key(text, lang, model, marked):
    with pytest.raises(confty.WrongShape) as wrong:
        confty.loads(text, lang, into=model)
    lines = text.splitlines()
    found = [
        lines[one.line - 1][one.column - 1 : one.end_column - 1] for one in wrong.value.diagnostics
    ]
    assert sorted(found) == sorted(marked)


def test_a_value_in_an_imported_file_is_marked_there(tmp_path):
    (tmp_path / "d.yaml").write_text("size: nope\n")
    (tmp_path / "m.jsonnet").write_text("{ users: [import 'd.yaml'] }")
    (tmp_path / "m.rcl").write_text('{ users = [import "d.yaml"] }')
    for name in ("m.jsonnet", "m.rcl"):
        with pytest.raises(confty.WrongShape) as wrong:
            confty.load(tmp_path / name, into=Pool)
        (one,) = wrong.value.diagnostics
        assert (Path(one.path or "").name, one.line, one.column) == ("d.yaml", 1, 7)


@dataclasses.dataclass
class Derived:
    raw: dataclasses.InitVar[int]
    _: dataclasses.KW_ONLY
    note: str = ""
    doubled: int = dataclasses.field(init=False, default=0)
    shared: typing.ClassVar[int] = 3

    def __post_init__(self, raw: int) -> None:
        if raw < 0:
            raise ValueError("raw must not be negative")
        self.doubled = raw * 2


def test_what_only_post_init_is_given() -> None:
    made = confty.loads("raw: 2\nnote: n\n", "yaml", into=Derived)
    assert (made.doubled, made.note) == (4, "n")
    assert confty.schema_of(Derived)["$defs"]["Derived"]["required"] == ["raw"]  # type: ignore[index]
    for wrong in ("raw: 1\ndoubled: 3\n", "raw: 1\nshared: 3\n", "note: n\n", "raw: x\n"):
        with pytest.raises(confty.WrongShape):
            confty.loads(wrong, "yaml", into=Derived)


def test_a_key_that_may_only_be_read() -> None:
    extensions = pytest.importorskip("typing_extensions")
    table = extensions.TypedDict(
        "Locked", {"name": extensions.Required[extensions.ReadOnly[str]], "on": bool}, total=False
    )
    assert confty.loads("name: x\n", "yaml", into=table) == {"name": "x"}
    for wrong in ("on: true\n", "name: 3\n", "name: x\nof: true\n"):
        with pytest.raises(confty.WrongShape):
            confty.loads(wrong, "yaml", into=table)


def test_members_of_unions_are_found_in_the_file() -> None:
    one = pydantic.create_model("One", kind=(Literal["one"], ...), size=(int, ...))
    two = pydantic.create_model("Two", kind=(Literal["two"], ...), name=(str, ...))
    tagged = pydantic.create_model(
        "Tagged",
        __config__={"extra": "forbid"},
        part=(one | two, pydantic.Field(discriminator="kind")),
    )
    for text, line, message in (
        ("part:\n  kind: one\n  size: q\n", 3, "Input should be a valid integer"),
        ("part:\n  kind: two\n", 2, "'name' is missing"),
        ("part:\n  kind: two\n  name: x\nprat: 3\n", 4, "did you mean 'part'"),
    ):
        with pytest.raises(confty.WrongShape, match=message) as caught:
            confty.loads(text, "yaml", into=tagged)
        assert caught.value.diagnostics[0].line == line


def test_a_program_as_a_whole_has_a_place() -> None:
    text = 'output "note" {\n  value = "n"\n}\n'
    with pytest.raises(confty.WrongShape, match="'raw' is missing") as caught:
        confty.loads(text, "pcl", into=Derived, filename="main.pp")
    assert (caught.value.diagnostics[0].path, caught.value.diagnostics[0].line) == ("main.pp", 1)


def test_the_language_of_a_text_is_not_that_of_its_imports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "given.yaml").write_text("raw: x\n")
    (tmp_path / "main").write_text("import 'given.yaml'")
    for load in (
        lambda: confty.loads("import 'given.yaml'", "jsonnet", into=Derived),
        lambda: confty.load("main", "jsonnet", into=Derived),
    ):
        with pytest.raises(confty.WrongShape) as caught:
            load()
        assert (caught.value.diagnostics[0].path, caught.value.diagnostics[0].line) == (
            "given.yaml",
            1,
        )
