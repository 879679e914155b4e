"""Sealed documents: a secret opens in its own place and nowhere else."""

import copy
import json

import pytest

from confty.values import Labelled, ValueProblem, WrongPassphrase, secret, state, stripped
from confty.values import signatures as sign
from confty.values.sealing import FORMAT, seal, unseal
from confty.values.secrets import PassphraseManager

pytest.importorskip("cryptography")

VALUE = {
    "a": secret("hunter1"),
    "b": secret("two"),
    "c": "plain",
    "d": [secret("hunter1"), secret({"x": [1, None]})],
    "e": {"a": secret("three"), "0": secret(0.5)},
}


@pytest.fixture(scope="module", name="sealed")
def _sealed():
    return seal(VALUE, "p")


def again(document):
    return unseal(json.loads(json.dumps(document)), "p")


def test_a_document_opens_where_it_was_sealed(sealed):
    opened = again(sealed)
    assert stripped(opened) == stripped(VALUE)
    assert isinstance(opened["a"], Labelled)
    assert opened["a"].secret
    assert opened["c"] == "plain"
    assert "hunter1" not in json.dumps(sealed)
    with pytest.raises(WrongPassphrase):
        unseal(sealed, "q")


def swap(value):
    value["a"], value["b"] = value["b"], value["a"]


def swap_equal(value):
    value["a"], value["d"][0] = value["d"][0], value["a"]


def move(value):
    value["z"] = value.pop("a")


def inject(value):
    value["c"] = value["a"]


def copied(value):
    value["d"].append(value["d"][0])


def deeper(value):
    value["e"]["a"] = value["a"]


def shorter(value):
    del value["d"][0]


def key_for_index(value):
    value["d"] = {"0": value["d"][0], "1": value["d"][1]}


def wrapped(value):
    value["a"] = [value["a"]]


def in_the_open(value):
    value["a"] = {sign.KEY: sign.SECRET, "plaintext": '"mine"'}


def both(value):
    value["a"]["plaintext"] = '"mine"'


def no_text(value):
    value["a"]["ciphertext"] = None


def new_name(value):
    value["e2"] = value.pop("e")


@pytest.mark.parametrize(
    "change",
    [
        swap,
        swap_equal,
        move,
        inject,
        copied,
        deeper,
        shorter,
        key_for_index,
        wrapped,
        in_the_open,
        both,
        no_text,
        new_name,
    ],
)
def test_a_secret_in_another_place_is_refused(sealed, change):
    document = copy.deepcopy(sealed)
    change(document["value"])
    with pytest.raises(ValueProblem) as problem:
        again(document)
    assert "value[" in str(problem.value)
    assert "hunter1" not in str(problem.value)
    assert problem.value.__context__ is None


def test_a_secret_of_another_document_is_refused(sealed):
    other = seal(VALUE, "p")
    for field in ("id", "salt"):
        with pytest.raises(ValueProblem):
            again({**sealed, field: other[field]})
    manager = PassphraseManager("p", sealed["salt"])
    loose = state.encode(secret("mine"), manager)
    assert stripped(state.decode(loose, manager)) == "mine"
    with pytest.raises(ValueProblem):
        again({**sealed, "value": {**sealed["value"], "a": loose}})


def test_what_is_readable_may_be_edited(sealed):
    document = copy.deepcopy(sealed)
    document["value"]["c"] = "edited"
    assert again(document)["c"] == "edited"


def test_a_deep_document_is_refused(sealed):
    deep = None
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(ValueProblem, match="too deeply"):
        unseal({**sealed, "value": deep}, "p")


@pytest.mark.parametrize("document", [None, [], {}, {"format": "x"}, {"format": FORMAT}])
def test_other_documents(document):
    with pytest.raises(ValueProblem):
        unseal(document, "p")


def test_documents_of_the_first_form_are_told_of():
    manager = PassphraseManager.create("p")
    old = {"format": "confty-sealed-1", "salt": manager.state}
    with pytest.raises(ValueProblem, match="seal the value again"):
        unseal({**old, "value": state.encode(VALUE, manager)}, "p")
