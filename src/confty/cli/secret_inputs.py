"""Secret and unknown inputs from the command line.

``NAME=env:VARIABLE`` and ``NAME=file:PATH`` say where a secret is; the secret itself is never an
argument, for other users of a machine can read those.  ``NAME`` alone means ``env:NAME``.
``cmd:`` runs a program and is refused unless it was allowed.
"""

from __future__ import annotations

import os

from confty.cli.declared import Options
from confty.kit.reading import is_stream, read_file, read_stream
from confty.registry import UNKNOWN_TYPES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

KINDS: Final = ("ext", "tla")


class BadSecret(Exception):
    """A secret that cannot be had; the message never holds any of it."""


def given_secrets(options: Options, kind: str) -> dict[str, tuple[str, str]]:
    """Return name -> (``secret``, text) and name -> (``unknown``, type) for one kind of input."""
    given: dict[str, tuple[str, str]] = {}
    for item in getattr(options, f"{kind}_secret", ()):
        name, _, origin = item.partition("=")
        allowed = getattr(options, "allow_commands", False)
        given[name] = ("secret", read_secret(name, origin or f"env:{name}", allowed=allowed))
    for item in getattr(options, f"{kind}_unknown", ()):
        name, _, type_ = item.partition("=")
        if (type_ or "any") not in UNKNOWN_TYPES:
            known = ", ".join(UNKNOWN_TYPES)
            raise BadSecret(f"--{kind}-unknown {name}: the type is one of {known}, not {type_!r}")
        given[name] = ("unknown", type_ or "any")
    return given


def secret_origins(options: Options) -> dict[str, dict[str, str]]:
    """Return where secrets are, by setting and name: another machine may fetch its own there."""
    found: dict[str, dict[str, str]] = {}
    for kind in KINDS:
        for item in getattr(options, f"{kind}_secret", ()):
            name, _, origin = item.partition("=")
            found.setdefault(f"{kind}_vars", {})[name] = origin or f"env:{name}"
    return found


def read_secret(name: str, origin: str, *, allowed: bool) -> str:
    """Return the text of a secret."""
    scheme, colon, where = origin.partition(":")
    if not colon or scheme not in {"env", "file", "cmd"}:
        raise BadSecret(
            f"secret {name}: expected env:VARIABLE, file:PATH or cmd:COMMAND after the name"
        )
    if scheme == "env":
        found = os.environ.get(where)
        if found is None:
            raise BadSecret(f"secret {name}: there is no environment variable {where}")
        return found
    if scheme == "file":
        return _from_file(name, where)
    if not allowed:
        raise BadSecret(f"secret {name}: cmd: runs a program; allow it with --allow-commands")
    return _from_command(name, where)


def _from_file(name: str, path: str) -> str:
    try:
        data = read_stream(path) if is_stream(path) else read_file(path)
        return data.decode("utf-8").removesuffix("\n")
    except OSError as error:
        reason = (error.strerror or "unreadable").lower()
        raise BadSecret(f"secret {name}: {path}: {reason}") from None
    except UnicodeDecodeError:
        raise BadSecret(f"secret {name}: {path} is not UTF-8 text") from None


def _from_command(name: str, command: str) -> str:
    import shlex
    import subprocess

    try:
        done = subprocess.run(  # noqa: S603  the user asked for this program and allowed it
            shlex.split(command), capture_output=True, text=True, check=False, timeout=60
        )
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        raise BadSecret(f"secret {name}: the command failed ({type(error).__name__})") from None
    if done.returncode:
        raise BadSecret(f"secret {name}: the command ended with {done.returncode}")
    return done.stdout.removesuffix("\n")
