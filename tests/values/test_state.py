"""State files and secrets: there and back, and what is refused."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from values.strategies import rich_trees

from confty.values import (
    Labelled,
    PassphraseManager,
    ResourceReference,
    Unknown,
    ValueProblem,
    WrongPassphrase,
    state,
)
from confty.values.gojson import dumps, number
from confty.values.labels import mapped
from confty.values.secrets import Base64Manager, passphrase_from_environment
from confty.values.signatures import KEY, OUTPUT, REFERENCE, SECRET

URN = "urn:pulumi:dev::proj::pkg:mod:Typ::nm"
MANAGER = Base64Manager()


@given(rich_trees, st.booleans())
def test_decode_of_encode_is_the_value(tree, shown):
    kept = mapped(tree, what_state_keeps)
    encoded = state.encode(kept, MANAGER, show_secrets=shown)
    text = json.dumps(encoded)
    assert state.decode(json.loads(text), MANAGER) == kept


def what_state_keeps(node):
    """No dependencies, no kinds of unknowns; bytes that are text are text."""
    if isinstance(node, Labelled):
        if not node.secret and not node.unknown:
            return what_state_keeps(node.value)
        return Labelled(Unknown() if node.unknown else node.value, node.secret)
    if isinstance(node, bytes):
        return node if not node.isascii() and not is_text(node) else node + b"\xff"
    return node


def is_text(data):
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


@given(rich_trees.map(lambda tree: Labelled(["hunter2-N33dle", tree], secret=True)))
def test_no_plain_text_of_a_secret_in_a_state_file(tree):
    class Hiding:
        def encrypt(self, text):
            return f"{len(text)}"

        def decrypt(self, text):
            return text

    assert "N33dle" not in json.dumps(state.encode({"a": tree}, Hiding()))


def test_numbers_that_json_has_not():
    for value in (math.inf, -math.inf):
        assert state.decode(state.encode(value, MANAGER), MANAGER) == value
    assert math.isnan(state.decode(state.encode(math.nan, MANAGER), MANAGER))
    minus = state.decode({KEY: SECRET, "plaintext": "-0"}, MANAGER)
    assert math.copysign(1, minus.value) == -1


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1.0, "1"),
        (0.1, "0.1"),
        (-0.0, "-0"),
        (1e20, "100000000000000000000"),
        (1e21, "1e+21"),
        (1.5e-7, "1.5e-7"),
        (1e-6, "0.000001"),
        (123456789012345680, "123456789012345680"),
        (5e-324, "5e-324"),
        (1.7976931348623157e308, "1.7976931348623157e+308"),
    ],
)
def test_numbers_as_go_writes_them(value, text):
    assert number(value) == text


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_written_number_reads_back(value):
    assert float(number(value)) == value


def test_text_as_go_writes_it():
    assert dumps({"b": "<&>\u2028\x00\n", "a": [True, None]}) == (
        '{"a":[true,null],"b":"\\u003c\\u0026\\u003e\\u2028\\u0000\\n"}'
    )


def test_malformed_values_are_refused_without_their_text():
    for broken in (
        {KEY: SECRET},
        {KEY: SECRET, "plaintext": "1", "ciphertext": "MQ=="},
        {KEY: SECRET, "plaintext": "hunter2"},
        {KEY: OUTPUT, "value": 1},
        {KEY: "foo"},
        {KEY: "8ad145fe-0d11-4827-bfd7-1abcbf086f5c", "value": "zz"},
        {KEY: REFERENCE},
    ):
        with pytest.raises(ValueProblem) as caught:
            state.decode(broken, MANAGER)
        assert "hunter2" not in str(caught.value)
        assert "hunter2" not in repr(caught.value.__context__)


def test_references_of_a_release_that_wrote_them_oddly():
    def read(found):
        return state.decode({KEY: REFERENCE, "urn": URN, "id": found}, MANAGER)

    assert read({"V": None}) == ResourceReference(URN)
    assert read({"V": "i-1"}) == ResourceReference(URN, "i-1")
    assert read({"V": {"Element": {}}}) == ResourceReference(URN, Unknown())
    assert read("") == ResourceReference(URN, Unknown())


def test_envelopes():
    inside = {"resources": []}
    assert state.opened({"version": 3, "deployment": inside}) is inside
    assert state.opened({"version": 4, "features": ["taint"], "deployment": inside}) is inside
    assert state.opened({"version": 3, "checkpoint": {"latest": inside}}) is inside
    for broken in (
        {"version": 2, "deployment": inside},
        {"version": 4, "features": ["telepathy"], "deployment": inside},
        {"version": 3},
    ):
        with pytest.raises(ValueProblem):
            state.opened(broken)


@pytest.mark.timeout(60)
def test_a_passphrase_opens_what_it_closed(tmp_path):
    manager = PassphraseManager.create("correct horse")
    text = manager.encrypt('"hunter2"')
    assert text != manager.encrypt('"hunter2"')
    assert "hunter2" not in text
    again = PassphraseManager("correct horse", manager.state)
    assert again.decrypt(text) == '"hunter2"'
    encoded = state.encode({"a": Labelled("hunter2", secret=True)}, manager)
    assert state.decode(encoded, again) == {"a": Labelled("hunter2", secret=True)}
    with pytest.raises(WrongPassphrase):
        PassphraseManager("wrong horse", manager.state)
    with pytest.raises(WrongPassphrase):
        again.decrypt(text[:-8] + "AAAAAA==")
    for broken in ("v2:a:b", "v1:AAAA:v1:x:y", "", "v1:!!:x"):
        with pytest.raises(ValueProblem):
            PassphraseManager("correct horse", broken)
    with pytest.raises(ValueProblem):
        again.decrypt("plain")
    assert repr(manager) == "PassphraseManager([secret])"
    (tmp_path / "pass").write_text("from a file\n")
    variable, file = "PULUMI_CONFIG_PASSPHRASE", "PULUMI_CONFIG_PASSPHRASE_FILE"
    assert passphrase_from_environment({variable: "", file: "x"}) == ""
    assert passphrase_from_environment({file: str(tmp_path / "pass")}) == "from a file"
    assert passphrase_from_environment({}) is None
    with pytest.raises(ValueProblem):
        passphrase_from_environment({file: str(tmp_path / "none")})
