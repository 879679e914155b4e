"""The config file: where it is found, what wins, what is refused."""

import pytest

from confty.registry import SETTINGS
from confty.text import Code, Severity, Source, Span
from confty.workspace.config import Config, find_config, levelled, overridden
from confty.workspace.levels import BadConfig

LANGUAGES = {"jsonnet": ("jpath", "string-style", "a", "b"), "rcl": ()}
FOUND = Code("jsonnet/unused-local", Severity.WARNING, "Unused.").at(
    Span(Source("a", "x"), 0, 1), "m"
)


@pytest.fixture(autouse=True)
def no_user_config(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "user"))
    monkeypatch.delenv("CONFTY_CONFIG_FILE", raising=False)


def test_the_nearest_file_wins_and_confty_toml_beats_pyproject(tmp_path):
    (tmp_path / "pyproject.toml").write_text('[tool.confty]\nexclude = ["outer"]\n')
    inner = tmp_path / "inner"
    inner.mkdir()
    assert find_config(str(inner), LANGUAGES).strings("exclude") == ["outer"]
    (inner / "pyproject.toml").write_text('[tool.confty]\nexclude = ["py"]\n')
    assert find_config(str(inner), LANGUAGES).strings("exclude") == ["py"]
    (inner / "confty.toml").write_text('exclude = ["own"]\n')
    assert find_config(str(inner), LANGUAGES).strings("exclude") == ["own"]


def test_a_pyproject_without_our_table_is_passed_over(tmp_path):
    (tmp_path / "confty.toml").write_text('exclude = ["outer"]\n')
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "pyproject.toml").write_text("[tool.other]\nx = 1\n")
    assert find_config(str(inner), LANGUAGES).strings("exclude") == ["outer"]


def test_the_user_file_stands_under_the_project(tmp_path):
    user = tmp_path / "user" / "confty"
    user.mkdir(parents=True)
    (user / "confty.toml").write_text('output-format = "concise"\nexclude = ["u"]\n')
    (tmp_path / "confty.toml").write_text('exclude = ["p"]\n')
    config = find_config(str(tmp_path), LANGUAGES)
    assert (config.output_format, config.strings("exclude")) == ("concise", ["p"])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[jsonnet]\nstring-style = 'q'", "expected d, s or l for 'string-style'"),
        ("[jsonnet]\ncomment-style = 'zzz'", "expected h, s or l for 'comment-style'"),
        ("[jsonnet]\next-vars = 3", "expected a table of strings for 'ext-vars'"),
        ("[jsonnet]\next-vars = { env = 3 }", "expected a table of strings for 'ext-vars'"),
        ("[jsonnet]\ntla-vars = ['x']", "expected a table of strings for 'tla-vars'"),
        ("[rcl]\next-types = { port = 3 }", "expected a table of strings for 'ext-types'"),
        ("[rcl]\next-values = 3", "expected a table for 'ext-values'"),
        ("[pcl]\nconfig = 3", "expected a table for 'config'"),
        ("[pcl]\nsecret-config = ['x']", "expected a table for 'secret-config'"),
        ("[yaml]\ntags = '!Ref'", "expected a list of strings for 'tags'"),
        ("[toml]\nschema = ['a']", "expected a string for 'schema'"),
        ("[pcl]\nschema = 3", "expected a string or a list of strings for 'schema'"),
    ],
)
def test_a_setting_that_means_nothing_is_refused(tmp_path, text, says):
    (tmp_path / "confty.toml").write_text(text)
    with pytest.raises(BadConfig) as refused:
        find_config(str(tmp_path), SETTINGS)
    assert says in str(refused.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("exclud = []", "did you mean 'exclude'"),
        ("exclude = 1", "expected a list for 'exclude'"),
        ('rules = { all = "wran" }', "did you mean 'warn'"),
        ('rules = { all = ["warn"] }', "has no level"),
        ('rules = { unused-nmae = "warn" }', "did you mean 'unused-name'"),
        ('schemas = { "*.json" = 5 }', "expected strings in 'schemas'"),
        ("include = [1]", "expected strings in 'include'"),
        ('[[overrides]]\ninclude = ["a"]\nrule = {}', "did you mean 'rules'"),
        ('output-format = "fulll"', "'output-format' is one of"),
        ("[jsonnet]\njpaht = []", "did you mean 'jpath'"),
        ("a = " + "[" * 3000, "nested too deeply"),
        ("jsonnet = 3", "expected a table for 'jsonnet'"),
        ("[[overrides]]\nrules = {}", "needs a list 'include'"),
        ("a = = b", "line 1"),
    ],
)
def test_a_bad_file_is_refused_with_its_name(tmp_path, text, says):
    (tmp_path / "confty.toml").write_text(text)
    with pytest.raises(BadConfig, match=r"confty\.toml") as refused:
        find_config(str(tmp_path), LANGUAGES)
    assert says in str(refused.value)


@pytest.mark.parametrize("rule", ["jsonnet/unused-local", "unused-local", "all"])
def test_levels_by_full_name_short_name_and_all(rule):
    assert levelled(FOUND, [{rule: "ignore"}]) is None
    raised = levelled(FOUND, [{rule: "error"}])
    assert raised is not None
    assert raised.severity is Severity.ERROR
    assert levelled(FOUND, []) is FOUND


def test_a_later_layer_wins_however_generally_it_speaks():
    table = {
        "rules": {"jsonnet/unused-local": "warn"},
        "overrides": [{"include": ["**"], "rules": {"unused-local": "ignore"}}],
    }
    assert levelled(FOUND, Config(table).rules_for("a")) is None
    raised = levelled(FOUND, Config(table, levels={"all": "error"}).rules_for("a"))
    assert raised is not None
    assert raised.severity is Severity.ERROR


def test_overrides_apply_to_their_files(tmp_path):
    table = {"overrides": [{"include": ["legacy/**"], "rules": {"all": "warn"}}]}
    config = Config(table, str(tmp_path))
    assert config.rules_for(str(tmp_path / "legacy" / "a.rcl")) == [{"all": "warn"}]
    assert config.rules_for(str(tmp_path / "new" / "a.rcl")) == []


def test_schemas_are_found_below_the_config_file(tmp_path, monkeypatch):
    config = Config({"schemas": {"k8s/**/*.yaml": "schemas/k8s.json"}}, str(tmp_path))
    monkeypatch.chdir(tmp_path)
    found = config.schema_for(str(tmp_path / "k8s" / "a" / "b.yaml"))
    assert found == "schemas/k8s.json"
    assert config.schema_for(str(tmp_path / "other.yaml")) is None


def test_the_command_line_sets_single_keys():
    assignments = ["jsonnet.b=[1, 2]", "output-format=full"]
    config = overridden(Config({"jsonnet": {"a": 1}}), assignments, LANGUAGES)
    assert config.table["jsonnet"] == {"a": 1, "b": [1, 2]}
    assert config.output_format == "full"


@pytest.mark.parametrize(
    "bad",
    [
        *("nonsense", "rules=5", "rules.all=foo", "rules.all.y=5", "include=foo"),
        *("overrides=[5]", "includ=foo", "a.b.c=5", "jsonnet=5", "baseline=5"),
    ],
)
def test_a_bad_setting_on_the_command_line_is_refused(bad):
    with pytest.raises(BadConfig):
        overridden(Config({}), [bad], LANGUAGES)


def test_paths_in_a_language_table_are_below_the_config_file(tmp_path, monkeypatch):
    table = {"jsonnet": {"jpath": ["vendor", "/abs"], "string-style": "d"}}
    monkeypatch.chdir(tmp_path)
    found = Config(table, str(tmp_path / "deep")).language("jsonnet")
    assert found == {"jpath": ["deep/vendor", "/abs"], "string_style": "d"}
