"""Previews: nothing ends one but a real mistake, and it says what it knows."""

import json

import pytest

from confty.cli.check import main as check
from confty.cli.evaluate import main as evaluate
from confty.cli.graph import main as graph
from confty.cli.preview import main as preview
from confty.cli.why import main as why
from confty.values.secrets import PassphraseManager

SCHEMA = {
    "name": "p",
    "version": "1.0.0",
    "resources": {
        "p:index:Thing": {
            "inputProperties": {"label": {"type": "string"}},
            "properties": {
                name: {"type": "string"}
                for name in ("label", "first", "second", "third", "fourth")
            },
            "required": ["first", "second", "third", "fourth"],
        }
    },
    "functions": {
        "p:index:find": {
            "inputs": {"properties": {"text": {"type": "string"}}},
            "outputs": {
                "properties": {
                    "result": {"type": "string"},
                    "key": {"type": "string", "secret": True},
                }
            },
        }
    },
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.delenv("PULUMI_CONFIG_PASSPHRASE", raising=False)
    monkeypatch.delenv("PULUMI_CONFIG_PASSPHRASE_FILE", raising=False)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.json").write_text(json.dumps(SCHEMA))
    (tmp_path / "prog").mkdir()
    return tmp_path


def shown(capsys, folder, text, *words, code=0):
    (folder / "prog" / "main.pp").write_text(text)
    found = preview(["prog", "--schema", "p.json", "--output-format", "concise", *words])
    said = capsys.readouterr()
    assert found == code, said.err
    return said


def test_what_no_mock_gives_is_unknown(capsys, folder):
    text = (
        'found = invoke("p:index:find", { text = "x" })\n'
        'other = invoke("nowhere:index:find", {})\n'
        "output a { value = found.result }\n"
        "output b { value = found.key }\n"
        "output c { value = other.whatever }\n"
    )
    said = shown(capsys, folder, text)
    assert "a: [unknown] result of p:index:find, which no mock gives" in said.out
    assert "b: [secret] [unknown]" in said.out
    assert "c: [unknown]" in said.out


def test_another_stack_is_not_asked(capsys, folder):
    text = (
        'resource ref "pulumi:pulumi:StackReference" { name = "org/other/dev" }\n'
        'output a { value = getOutput(ref, "x") }\n'
        "output b { value = ref.outputs.y }\n"
    )
    said = shown(capsys, folder, text)
    assert "a: [unknown] the outputs of the stack 'org/other/dev'" in said.out
    assert "b: [unknown]" in said.out


def test_the_tree_shows_what_is_read_and_counts_the_rest(capsys, folder):
    text = 'resource a "p:index:Thing" { label = "l" }\noutput second { value = a.second }\n'
    said = shown(capsys, folder, text)
    assert "=> second: [unknown]" in said.out
    assert "=> first" not in said.out
    assert "and 3 outputs known after creation" in said.out
    assert "=> first: [unknown]" in shown(capsys, folder, text, "--full").out


def test_missing_settings_are_asked_for_at_once_by_name_and_type(capsys, folder):
    text = (
        'config one string {}\nconfig two "list(int)" {}\nconfig three bool { secret = true }\n'
        'resource a "p:index:Thing" { label = one }\nresource b "p:index:Thing" {}\n'
    )
    said = shown(capsys, folder, text, code=1)
    for words in ('"one" of type string', '"two" of type list(int)', '"three" of type bool'):
        assert f"missing required configuration value {words}" in said.err
    # The rest is shown all the same.
    assert "p:index:Thing b" in said.out


@pytest.mark.parametrize(
    ("declared", "given", "told"),
    [
        ("map(number)", '["q"]', "expected map(number), found a list"),
        ("list(number)", '{"a":1}', "expected list(number), found an object"),
        ("list(number)", '[1,"x"]', "expected number at [1], found a string"),
        ("list(number)", "[null]", "expected number at [0], found null"),
        ("list(number)", "null", "expected list(number), found null"),
        ("set(bool)", "[1]", "expected bool at [0], found a number"),
        ("object({a=number})", '{"a":"x"}', "expected number at a, found a string"),
        ("object({a=number})", "[]", "expected { a: number? }, found a list"),
        ("map(list(string))", '{"k":[[]]}', 'expected string at ["k"][0], found a list'),
        ("tuple([number])", "null", "expected (number), found null"),
        ("tuple([number])", "[1,2]", "expected (number), found a list of 2"),
    ],
)
def test_a_setting_is_held_against_its_type(capsys, folder, declared, given, told):
    text = f'config "m" "{declared}" {{}}\noutput o {{ value = m }}\n'
    said = shown(capsys, folder, text, "--config", f"m={given}", code=1)
    assert f'value "m" cannot be read: {told}\n' in said.err
    said = shown(capsys, folder, text, "--secret-config", f"m={given}", code=1)
    assert '"k"' not in said.err


@pytest.mark.parametrize(
    ("declared", "given", "value"),
    [
        ("list(number)", '["3"]', [3]),
        ("list(string)", "[3,true]", ["3", "true"]),
        ("object({a=optional(number)})", "{}", {}),
        ("map(any)", '{"a":null}', {"a": None}),
        ("any", "[1", "[1"),
        ("any", "null", None),
    ],
)
def test_a_setting_is_converted_to_its_type(capsys, folder, declared, given, value):
    text = f'config "m" "{declared}" {{}}\noutput o {{ value = m }}\n'
    said = shown(capsys, folder, text, "--config", f"m={given}", "--format", "json")
    assert json.loads(said.out)["outputs"]["o"] == value


def test_a_setting_that_may_be_null_is(capsys, folder):
    text = 'config "m" "list(number)" { nullable = true }\noutput o { value = m == null }\n'
    said = shown(capsys, folder, text, "--config", "m=null", "--format", "json")
    assert json.loads(said.out)["outputs"]["o"] is True


def test_a_stacks_file(capsys, folder, monkeypatch):
    manager = PassphraseManager.create("open sesame")
    nested = f"{{ user: ann, password: {{ secure: {manager.encrypt('s3cret')} }} }}"
    (folder / "Pulumi.yaml").write_text("name: shop\nruntime: pcl\n")
    (folder / "Pulumi.prod.yaml").write_text(
        f"encryptionsalt: {manager.state}\nconfig:\n  shop:size: 3\n  shop:names: [a, b]\n"
        f"  shop:token:\n    secure: {manager.encrypt('hunter2')}\n  shop:login: {nested}\n"
    )
    text = (
        'config size int {}\nconfig names "list(string)" {}\nconfig token string {}\n'
        "config login {}\n"
        "output size { value = size + 1 }\noutput last { value = names[1] }\n"
        "output token { value = token }\noutput login { value = login.password }\n"
        "output stack { value = stack() }\n"
    )
    flag = ("--config-file", "Pulumi.prod.yaml")
    closed = shown(capsys, folder, text, *flag)
    assert "size: 4" in closed.out
    assert 'last: "b"' in closed.out
    assert 'stack: "prod"' in closed.out
    assert "token: [secret] [unknown]" in closed.out
    assert "2 secrets are not known: set PULUMI_CONFIG_PASSPHRASE" in closed.err
    monkeypatch.setenv("PULUMI_CONFIG_PASSPHRASE", "open sesame")
    opened = shown(capsys, folder, text, *flag, "--show-secrets")
    assert 'token: [secret] "hunter2"' in opened.out
    assert 'login: [secret] "s3cret"' in opened.out
    hidden = shown(capsys, folder, text, *flag)
    assert "hunter2" not in hidden.out + hidden.err
    assert "s3cret" not in hidden.out + hidden.err
    monkeypatch.setenv("PULUMI_CONFIG_PASSPHRASE", "wrong")
    assert "does not open these secrets" in shown(capsys, folder, text, *flag, code=2).err


def test_the_projects_file_beside_a_stacks(capsys, folder):
    (folder / "Pulumi.yaml").write_text(
        "name: shop\nruntime: pcl\nmain: prog\nconfig:\n  region: eu\n  size: { default: 3 }\n"
        "  zone: { type: string, value: z }\n  empty: { type: string }\n"
        "  token: { default: hunter2, secret: true }\n"
    )
    (folder / "Pulumi.dev.yaml").write_text("config:\n  shop:zone: y\n")
    text = (
        "config region string {}\nconfig size int {}\nconfig zone string {}\n"
        'config empty string { default = "e" }\nconfig token string {}\n'
        'output a { value = "${region}-${size}-${zone}-${empty}" }\n'
        "output token { value = token }\noutput root { value = rootDirectory() }\n"
    )
    flag = ("--config-file", "Pulumi.dev.yaml", "--config", "size=4", "--format", "json")
    found = json.loads(shown(capsys, folder, text, *flag).out)["outputs"]
    assert found == {"a": "eu-4-y-e", "token": "[secret]", "root": str(folder)}


def test_mocks_are_named_in_errors(capsys, folder):
    (folder / "mine.py").write_text(
        "class Mine:\n"
        "    def new_resource(self, args):\n"
        "        return args.name, {'x': args.inputs['none']}\n"
        "    def call(self, args):\n"
        "        return {}\n"
    )
    text = 'resource a "p:index:Thing" { label = "l" }\n'
    said = shown(capsys, folder, text, "--mocks", "mine.py", code=1)
    assert "the mock Mine.new_resource failed with KeyError: 'none' (mine.py:3)" in said.err


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("return args.nam, {}", "there is no stack 'org/net/prod': the mock Mine.new_resource failed with AttributeError"),
        ("raise KeyError(args.typ)", "there is no stack 'org/net/prod': the mock Mine.new_resource failed with KeyError"),
        ("return 'id', None", "new_resource must return an id and a dict of outputs"),
        ("return 'id', {}", "there is no stack 'org/net/prod'"),
        ("return 'id', {'outputs': {'x': 1}}", ""),
    ],
)  # fmt: skip
def test_what_mocks_say_of_another_stack(capsys, folder, body, told):
    (folder / "mine.py").write_text(
        f"class Mine:\n    def new_resource(self, args):\n        {body}\n"
        "    def call(self, args):\n        return {}\n"
    )
    text = (
        'resource r "pulumi:pulumi:StackReference" { name = "org/net/prod" }\n'
        'output o { value = r.outputs["x"] }\n'
    )
    said = shown(capsys, folder, text, "--mocks", "mine.py", "--update", code=1 if told else 0)
    assert told in said.err
    assert "internal error" not in said.err
    # Mocks that do not know stacks are right in a preview.
    wrong = "must return" in told
    said = shown(capsys, folder, text, "--mocks", "mine.py", code=1 if wrong else 0)
    assert (told in said.err) if wrong else ("o: 1" in said.out or "o: [unknown]" in said.out)


def test_graph_and_why_need_no_configuration(capsys, folder):
    text = (
        'config names "list(string)" {}\n'
        'resource a "p:index:Thing" { label = names[0] }\n'
        'resource b "p:index:Thing" { label = a.first }\n'
        "output out { value = b.second }\n"
    )
    (folder / "prog" / "main.pp").write_text(text)
    assert graph(["--of", "resources", "--schema", str(folder), "prog"]) == 0
    assert "n1 -> n0" in capsys.readouterr().out
    assert why(["--schema", str(folder), "prog/main.pp", ".out"]) == 0
    assert "because of b.second, which is known once b is created" in capsys.readouterr().out


def test_what_fails_ends_no_picture_and_no_explanation(capsys, folder):
    text = (
        "config at { default = 2 }\nlast = [1, 2][at]\n"
        'resource a "p:index:Thing" { label = notImplemented("x") }\n'
        'resource b "p:index:Thing" { label = "${a.first}${last}" }\n'
        'key = readFile("nowhere")\n'
        "output one { value = last }\n"
        "output two { value = b.label }\n"
        'output three { value = "fine" }\n'
    )
    assert "outside a list" in shown(capsys, folder, text, code=1).err
    assert graph(["prog", "--of", "resources", "--schema", "p.json", "--format", "mermaid"]) == 0
    said = capsys.readouterr()
    assert "n1 --> n0" in said.out
    assert said.err.count("warning[") == 3
    for output, word in (("one", "outside a list of 2"), ("two", "a.first"), ("three", "known")):
        assert why(["prog/main.pp", f".{output}", "--schema", "p.json"]) == 0
        assert word in capsys.readouterr().out


def test_schemas_may_be_given_one_by_one(folder):
    (folder / "q.json").write_text(json.dumps({"name": "q", "resources": {"q:index:Thing": {}}}))
    text = 'resource a "p:index:Thing" {}\nresource b "q:index:Thing" {}\noutput c { value = 1 }\n'
    (folder / "prog" / "main.pp").write_text(text)
    given = ["--schema", "p.json", "--schema", "q.json"]
    assert check(["prog", *given]) == 0
    assert graph(["prog", "--of", "resources", *given]) == 0
    assert why(["prog/main.pp", ".c", *given]) == 0


def test_lenient_modes_are_flags_of_every_command_that_checks(capsys, folder):
    text = 'resource a "p:index:Nothing" {}\noutput label {\n  __logicalName = "out side"\n  value = 1\n}\n'
    (folder / "prog" / "main.pp").write_text(text)
    given, lenient = ["--schema", "p.json"], "--skip-resource-typechecking"
    assert check(["prog", *given]) == 1
    assert check(["prog", lenient, *given]) == 0
    assert graph(["prog", "--of", "resources", *given]) == 1
    assert graph(["prog", "--of", "resources", lenient, *given]) == 0
    assert graph(["prog/main.pp", "--of", "values", lenient, *given]) == 0
    # By its name outside, and by its label.
    for path in ('["out side"]', ".label"):
        assert why(["prog/main.pp", path, *given]) == 1
        assert why(["prog/main.pp", path, lenient, *given]) == 0
    assert why(["prog/main.pp", ".labl", lenient, *given]) == 2
    assert "did you mean 'label'?" in capsys.readouterr().err


def test_a_secret_that_is_missing_stays_one(capsys, folder):
    (folder / "prog" / "main.pp").write_text(
        "config token string {\n  secret = true\n}\noutput o {\n  value = token\n}\n"
    )
    assert why(["prog/main.pp", ".o"]) == 0
    said = capsys.readouterr().out
    assert ".o is unknown" in said
    assert ".o is secret" in said
    assert evaluate(["prog/main.pp"]) == 1
    assert "give it with --ext-secret token=env:NAME" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("value", "shown_as", "needs"),
    [
        ('b ? secret("a") : "b"', "[secret] [unknown]", "r"),
        ('"%{ if b }${secret("x")}%{ endif }"', "[secret] [unknown]", "r"),
        ('b ? s.id : "b"', "[unknown]", "r, s"),
        ('b ? split("a", "b")[7] : s.id', "[unknown]", "r, s"),
        ('b ? "a" : "b"', "[unknown]", "r"),
    ],
)
def test_what_is_not_decided_has_the_labels_of_both_branches(
    capsys, folder, value, shown_as, needs
):
    text = (
        'resource r "p:index:Thing" {}\nresource s "p:index:Thing" {}\n'
        f'b = r.id == "x"\noutput o {{ value = {value} }}\n'
        f'resource t "p:index:Thing" {{ label = {value} }}\n'
    )
    said = shown(capsys, folder, text)
    assert f"o: {shown_as} the id of " in said.out
    assert f"depends on {needs}\n" in said.out


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ('[r.id] == ["a", "b"]', False),
        ('[r.id] != ["a", "b"]', True),
        ("{ a = r.id } == { b = r.id }", False),
        ("[[r.id], 1] == [[r.id], 2]", False),
        ("[r.id] == { a = r.id }", False),
        ('[r.id] == "a"', False),
        ('[secret("x"), r.id] == ["y"]', "[secret]"),
        ('[r.id] == ["a"]', None),
        ('{ a = [r.id], b = 1 } != { a = ["x"], b = 1 }', None),
        ("r.id == null", None),
    ],
)
def test_what_is_not_known_decides_no_comparison_that_is_decided(capsys, folder, value, found):
    text = f'resource r "p:index:Thing" {{}}\noutput o {{ value = {value} }}\n'
    given = json.loads(shown(capsys, folder, text, "--format", "json").out)["outputs"]["o"]
    assert given == found if found is not None else "$unknown" in given


def test_assets_are_the_same_data_wherever_they_are_shown(capsys, folder):
    text = (
        'output a { value = [stringAsset("x"), fileAsset("a.txt"), remoteAsset("http://h/x")] }\n'
        'output b { value = assetArchive({ s = stringAsset("y"), z = fileArchive("z.zip") }) }\n'
    )
    said = shown(capsys, folder, text, "--format", "json")
    outputs = {
        "a": [{"$asset": "x"}, {"$file": "a.txt"}, {"$uri": "http://h/x"}],
        "b": {"$archive": {"s": {"$asset": "y"}, "z": {"$archive": "z.zip"}}},
    }
    assert json.loads(said.out)["outputs"] == outputs
    assert evaluate(["prog/main.pp"]) == 0
    assert json.loads(capsys.readouterr().out) == outputs
