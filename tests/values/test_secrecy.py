"""No way out for a secret: every failure is turned inside out and searched for its text."""

from __future__ import annotations

import traceback

import pytest

from confty.values import Output, ValueProblem, encode
from confty.values.assets import Asset
from confty.values.secrets import PassphraseManager, encrypt_with, passphrase_from_environment

pytestmark = pytest.mark.timeout(60)
TEXT = "open sesame"


class Safe:
    """An object that tells what it holds whenever something about it fails."""

    def __init__(self, text):
        self.text = text

    def __repr__(self):
        return f"Safe({self.text})"

    def __getitem__(self, key):
        raise ValueError(self.text)

    @property
    def value_error(self):
        raise ValueError(self.text)

    @property
    def key_error(self):
        raise KeyError(self.text)

    @property
    def attribute_error(self):
        raise AttributeError(self.text)


def told(error):
    """Everything that can be read off an exception and those it is chained to."""
    found = []
    while error is not None:
        frames = traceback.TracebackException.from_exception(error, capture_locals=True)
        found += [str(error), repr(error), repr(error.args), repr(vars(error)), *frames.format()]
        error = error.__cause__ or error.__context__
    return "\n".join(found)


async def failing(text):
    raise ValueError(text)


# Each is given a secret, fails, and must not say on what; the text is in no variable out here.
FAILURES = {
    "callback": lambda held: held().apply(int),
    "inner output": lambda held: held().apply(lambda text: Output.of(text).apply(int)),
    "inner failure": lambda held: held().apply(lambda text: Output.failed(ValueError(text))),
    "inner awaitable": lambda held: held().apply(lambda text: Output.of(failing(text))),
    "property": lambda held: held().apply(Safe).value_error,
    "property with a lookup": lambda held: held().apply(Safe).key_error,
    "property with an attribute": lambda held: held().apply(Safe).attribute_error,
    "item": lambda held: held().apply(Safe)["x"],
    "missing key": lambda held: held().apply(lambda text: {text: 1})["open"],
    "missing element": lambda held: held().apply(lambda text: [text])[7],
    "not indexable": lambda held: held().apply(Safe).text[0]["x"],
    "not text": lambda held: encode(held().apply(lambda text: text + "\ud800")),
}


@pytest.mark.parametrize("way", FAILURES)
def test_a_failure_on_a_secret_does_not_tell_it(way):
    with pytest.raises(Exception) as caught:
        FAILURES[way](lambda: Output.secret(TEXT[:5] + TEXT[5:])).labelled()
    frames = caught.value.__traceback__
    ours = told(caught.value.with_traceback(frames.tb_next))
    assert TEXT not in ours


@pytest.mark.parametrize(
    "late",
    [lambda: Output.failed(ValueError(TEXT)), lambda: failing(TEXT)],
    ids=["output", "await"],
)
def test_a_failed_secret_is_secret(late):
    output = Output.secret(late())
    assert output.is_secret()
    with pytest.raises(ValueError, match="hidden because a secret was in use") as caught:
        output.labelled()
    assert TEXT not in told(caught.value.with_traceback(None))


def test_a_property_that_raises_fails_an_output_that_comes_later():
    output, resolve = Output.deferred()
    part = output.value_error
    resolve(Safe("plain"))
    with pytest.raises(ValueError, match="plain"):
        part.labelled()


def test_texts_that_are_none_are_not_told():
    with pytest.raises(ValueProblem, match="the text of an asset has a lone surrogate") as caught:
        Asset(text=TEXT + "\ud800").hash()
    assert caught.value.__context__ is None
    with pytest.raises(ValueProblem, match="the text to encrypt has a lone") as caught:
        encrypt_with(bytes(32), bytes(12), TEXT + "\ud800")
    assert caught.value.__context__ is None


def test_a_passphrase_file_that_is_no_text_is_not_told(tmp_path):
    path = tmp_path / "passphrase"
    path.write_bytes(TEXT.encode() + b"\xff")
    with pytest.raises(ValueProblem, match="cannot read the passphrase file") as caught:
        passphrase_from_environment({"PULUMI_CONFIG_PASSPHRASE_FILE": str(path)})
    assert caught.value.__context__ is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("v1:AAAA:AAAA", "expected a nonce of 12 bytes, found 3"),
        ("v1:AAAAAAAAAAAAAAAA:%%%%", "the text is not base64"),
        ("v1:AAAAAAAAAAAAAAAA:AAAA", "the passphrase does not open these secrets"),
    ],
)
def test_a_broken_ciphertext_says_what_is_broken(text, message):
    manager = PassphraseManager.create("any")
    with pytest.raises(ValueProblem, match=message):
        manager.decrypt(text)
