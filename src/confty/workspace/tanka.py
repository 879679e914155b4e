"""Environments of Tanka: what their programs are told of themselves.

A folder with a ``main.jsonnet`` is an environment.  With a ``spec.json`` beside it the program may
ask for its description, by ``import 'tk'`` or as an external variable; one that describes itself
in Jsonnet cannot, since it has to be evaluated first.
"""

from __future__ import annotations

import os
from typing import Any, Final

from confty.language import Unreadable
from confty.workspace.files import Files
from confty.workspace.home import DESCRIPTION, PROGRAM, Home

#: Files that are there without being on the disk, by the path that imports them.
INSIDE: Final = {"tk": ("<tanka>/tk.libsonnet", b"{ env: std.extVar('tanka.dev/environment') }\n")}
_INLINE: Final = (
    "error \"Using tk.env and std.extVar('tanka.dev/environment') is only supported for static"
    ' environments. Directly access this data using standard Jsonnet instead."'
)


def entry_of(path: str) -> str:
    """The file that a folder of an environment stands for; any other path as it is."""
    program = os.path.join(path, PROGRAM)
    if os.path.isdir(path) and os.path.isfile(program):
        return os.path.normpath(program).replace("\\", "/")
    return path


def described(home: Home, files: Files) -> str:
    """What an environment knows of itself, as code."""
    import json  # noqa: PLC0415  start-up: most files are of no environment

    name = os.path.join(home.environment, DESCRIPTION)
    if not files.is_file(name):
        return _INLINE
    try:
        given = json.loads(files.read(name))
    except (Unreadable, ValueError, RecursionError) as error:
        return "error " + json.dumps(f"parsing {name}: {error}")
    if not isinstance(given, dict):
        return "error " + json.dumps(f"parsing {name}: expected an object")
    below = os.path.relpath(home.environment, home.packages or ".").replace("\\", "/")
    return json.dumps(_environment(given, below))


def _environment(given: dict[str, Any], name: str) -> dict[str, Any]:
    metadata, spec = given.get("metadata"), given.get("spec")
    metadata = metadata if isinstance(metadata, dict) else {}
    spec = spec if isinstance(spec, dict) else {}
    server = spec.get("apiServer") or ""
    scheme, found, _ = str(server).partition("://")
    if not (scheme and found):
        server = f"https://{server}"
    return {
        "apiVersion": given.get("apiVersion") or "tanka.dev/v1alpha1",
        "kind": given.get("kind") or "Environment",
        "metadata": {**metadata, "name": name, "namespace": f"{name}/{PROGRAM}"},
        "spec": {
            "resourceDefaults": {},
            "expectVersions": {},
            **spec,
            "apiServer": server,
            "namespace": spec.get("namespace") or "default",
        },
    }
