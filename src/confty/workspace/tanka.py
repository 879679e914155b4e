"""Environments of Tanka: what their programs are told of themselves.

A folder with a ``main.jsonnet`` is an environment.  With a ``spec.json`` beside it the program may
ask for its description, by ``import 'tk'`` or as an external variable; one that describes itself
in Jsonnet cannot, since it has to be evaluated first.
"""

from __future__ import annotations

import os

from confty.kit.reading import slashed
from confty.language import Unreadable
from confty.workspace.files import Files
from confty.workspace.home import DESCRIPTION, MARKS, PROGRAM, Home

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

#: Files that are there without being on the disk, by the path that imports them.
INSIDE: Final = {"tk": ("<tanka>/tk.libsonnet", b"{ env: std.extVar('tanka.dev/environment') }\n")}
_INLINE: Final = (
    "error \"Using tk.env and std.extVar('tanka.dev/environment') is only supported for static"
    ' environments. Directly access this data using standard Jsonnet instead."'
)


def entry_of(path: str) -> str:
    """The file that a folder of an environment, or below one, stands for; else the path itself."""
    if not os.path.isdir(path):
        return path
    # Beyond the root of the project no environment of it lies.
    place = path
    while not os.path.isfile(program := os.path.join(place, PROGRAM)):
        above = os.path.normpath(os.path.join(place, os.pardir))
        whole = os.path.abspath(place)
        if _is_root(place) or whole == os.path.dirname(whole) or not _is_below_root(whole):
            return path
        place = above
    return slashed(os.path.normpath(program))


def _is_root(folder: str) -> bool:
    return any(os.path.isfile(os.path.join(folder, mark)) for mark in MARKS)


def _is_below_root(folder: str) -> bool:
    while (above := os.path.dirname(folder)) != folder:
        if _is_root(folder):
            return True
        folder = above
    return False


def described(home: Home, files: Files, program: str) -> str:
    """What an environment knows of itself when a program of it is evaluated, as code."""
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
    root = home.packages or "."
    below = slashed(os.path.relpath(home.environment, root))
    entry = PROGRAM
    if program.endswith(".jsonnet") and _is_in(home.environment, program):
        entry = os.path.basename(program)
    try:
        made = _environment(given, below, os.path.normpath(f"{below}/{entry}"))
    except TypeError as error:
        return "error " + json.dumps(f"parsing {name}: {error}")
    return json.dumps(made)


def _is_in(folder: str, name: str) -> bool:
    return os.path.dirname(os.path.abspath(name)) == os.path.abspath(folder)


# What Tanka reads of a description, and what it leaves out where it is empty.
_METADATA: Final = ("labels",)
_SPEC: Final = (
    "apiServer",
    "contextNames",
    "diffStrategy",
    "applyStrategy",
    "injectLabels",
    "tankaEnvLabelFromFields",
    "exportJsonnetImplementation",
)


def _environment(given: dict[str, object], name: str, entry: str) -> dict[str, object]:
    metadata, spec = dict(_part(given, "metadata")), dict(_part(given, "spec"))
    # A description of the old form is taken over as it stands, without what is filled in else.
    old = _moved(given, metadata, spec)
    kept = {key: spec[key] for key in _SPEC if spec.get(key)}
    if kept.get("apiServer") and not old and "://" not in str(kept["apiServer"])[1:]:
        kept["apiServer"] = f"https://{kept['apiServer']}"
    place = metadata.get("namespace") if old else entry
    defaults, versions = _part(spec, "resourceDefaults"), _part(spec, "expectVersions")
    namespace = spec.get("namespace")
    return {
        "apiVersion": _or(given.get("apiVersion"), "tanka.dev/v1alpha1"),
        "kind": _or(given.get("kind"), "Environment"),
        "metadata": {
            **{key: metadata[key] for key in _METADATA if metadata.get(key)},
            "name": name,
            **({"namespace": place} if place else {}),
        },
        "spec": {
            **kept,
            "namespace": _or(namespace, "default"),
            "resourceDefaults": {
                key: defaults[key] for key in ("annotations", "labels") if defaults.get(key)
            },
            "expectVersions": {"tanka": versions["tanka"]} if versions.get("tanka") else {},
        },
    }


def _moved(given: dict[str, object], metadata: dict[str, object], spec: dict[str, object]) -> bool:
    """Put what stands where it stood in old descriptions in its place; say whether there was any.

    What stands in its place counts.  A namespace that is not said is "default", an empty one none.
    """
    labels = dict(_part(metadata, "labels"))
    places = {
        "namespace": (spec, "namespace", spec.get("namespace") == ""),
        "server": (spec, "apiServer", not spec.get("apiServer")),
        "team": (labels, "team", "team" not in labels),
    }
    found = [key for key, (*_, free) in places.items() if key in given and free]
    for key in found:
        part, name, _ = places[key]
        if not isinstance(given[key], str):
            raise TypeError(f"expected a string for {key!r}")
        part[name] = given[key]
    if "team" in found:
        metadata["labels"] = labels
    return bool(found)


def _part(given: dict[str, object], key: str) -> dict[str, object]:
    part = given.get(key)
    return part if isinstance(part, dict) else {}


def _or(value: object, usual: str) -> object:
    """What is not there is as usual; what is there and empty, is empty."""
    return usual if value is None else value
