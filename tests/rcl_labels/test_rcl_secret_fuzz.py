"""A random secret goes through generated programs; no byte that comes out may tell of it.

Three laws are tried on each program.  Nothing that is printed holds the secret.  What is printed
does not change with the secret, as long as both runs end well.  And with ``--show-secrets`` the
value is that of the same program with plain inputs: labels change nothing but what is shown.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from support.rcl_secrets import (
    SecretPrograms,
    command,
    data,
    foretold,
    secrets,
    shown,
    traces_of,
)


def try_laws(seeds: range) -> dict[str, int]:
    counts = {"ended well": 0, "failed": 0, "refused": 0}
    for seed in seeds:
        text = SecretPrograms(seed).program()
        given, other = secrets(seed), secrets(-seed - 1)
        good, out, err = shown(text, given, "secret")
        for trace in traces_of(given):
            assert trace not in out + err, f"seed {seed}: {trace}\n{text}\n{out}{err}"
        good_too, out_too, err_too = shown(text, other, "secret")
        if good and good_too:
            assert out == out_too, f"seed {seed}\n{text}"
            assert err == err_too, f"seed {seed}\n{text}"
        counts["ended well" if good else "failed"] += 1
        plain, wanted, problem = shown(text, given, "str", formats=False)
        clear, found, _ = shown(text, given, "secret", show=True, formats=False)
        if plain and clear:
            assert found == wanted, f"seed {seed}\n{text}"
        elif clear:
            raise AssertionError(f"seed {seed}: only with labels\n{text}\n{problem}")
        counts["refused"] += plain and not clear
    return counts


def test_no_secret_gets_out() -> None:
    counts = try_laws(range(1000))
    assert counts["ended well"] > 300, counts
    assert counts["failed"] > 300, counts


@pytest.mark.fuzz
def test_no_secret_gets_out_of_many_programs() -> None:
    counts = try_laws(range(1000, 40_000))
    assert counts["ended well"] > 10_000, counts


def try_previews(seeds: range) -> int:
    """What is known while inputs are unknown is what it will be, whatever they turn out to be."""
    compared = 0
    for seed in seeds:
        text = SecretPrograms(seed).program()
        given = secrets(seed)
        preview = data(text, dict.fromkeys(given, ("unknown", "string")))
        real = data(text, {name: ("str", value) for name, value in given.items()})
        if preview is not None and real is not None:
            compared += 1
            assert foretold(preview, real), f"seed {seed}\n{text}\n{preview}\n{real}"
    return compared


def test_what_a_preview_shows_is_true() -> None:
    assert try_previews(range(7000, 7300)) > 60


@pytest.mark.fuzz
def test_what_many_previews_show_is_true() -> None:
    assert try_previews(range(10_000, 40_000)) > 6000


def test_no_secret_in_any_byte_of_the_command(tmp_path: Path, monkeypatch) -> None:
    file = tmp_path / "p.rcl"
    for seed in range(5000, 5120):
        text = SecretPrograms(seed).program()
        file.write_text(text, encoding="utf-8")
        given = secrets(seed)
        monkeypatch.setenv("SECRET_PW", given["pw"])
        monkeypatch.setenv("SECRET_PIN", given["pin"])
        flags = ["--ext-secret", "pw=env:SECRET_PW", "--ext-secret", "pin=env:SECRET_PIN"]
        for arguments in (
            ["eval", *flags, str(file)],
            ["eval", "--format", "yaml", *flags, str(file)],
            ["why", *flags, str(file)],
            ["check", "--output-format", "json", *flags, str(file)],
        ):
            code, out, err = command(arguments)
            assert code in (0, 1), err
            for trace in traces_of(given):
                assert trace not in out + err, f"seed {seed}: {trace}\n{text}\n{out}{err}"
