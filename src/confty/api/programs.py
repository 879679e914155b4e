"""Whole programs: what one would do, and what it is in another language."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Literal, TypeVar, Unpack, cast, overload

from confty.api.errors import ConftyError, MissingFile
from confty.api.given import Given, ToPcl, settings_of, takes, takes_given
from confty.api.work import AskedFile, Path, nearest_config, on_disk
from confty.language import Folders, Outcome, Unreadable, Wish
from confty.light import partial
from confty.registry import language
from confty.render import FORMATS, render
from confty.values import redact
from confty.workspace import Disk, Project
from confty.workspace.bounds import guarded, limits_of, most_output, output_too_large, telling_of
from confty.workspace.codes import NOTHING_THERE, UNREADABLE
from confty.workspace.host import WorkspaceHost

T = TypeVar("T")
Form = Literal["tree", "dot", "mermaid"]
DataForm = Literal[
    "json", "json-compact", "json-4", "json-tab", "json-lines", "yaml", "yaml-stream", "toml",
    "toml-1.1", "raw", "rcl", "jsonnet",
]  # fmt: skip
#: The language whose programs are folders.
_OF_FOLDERS = "pcl"


@overload
def preview(
    path: Path = ...,
    form: Literal["data"] = ...,
    *,
    update: bool = ...,
    continue_on_error: bool = ...,
    mocks: object = ...,
    **given: Unpack[ToPcl],
) -> dict[str, Any]: ...
@overload
def preview(
    path: Path,
    form: Form,
    *,
    update: bool = ...,
    continue_on_error: bool = ...,
    mocks: object = ...,
    **given: Unpack[ToPcl],
) -> str: ...
@takes(ToPcl)
def preview(
    path: Path = ".",
    form: Literal["data"] | Form = "data",
    *,
    update: bool = False,
    continue_on_error: bool = False,
    mocks: object = None,
    **given: Unpack[ToPcl],
) -> Any:
    """Say what a PCL program would do: its resources and outputs, as data or as a text.

    ``mocks`` stands for providers: an object with ``new_resource(args)`` and ``call(args)``.
    ``update`` runs it as an update would instead of its preview.
    """
    if form not in {"data", "tree", "dot", "mermaid"}:
        raise ValueError(f"form is 'data', 'tree', 'dot' or 'mermaid', not {form!r}")
    folder, host, folders = _program(path, given)
    wish = Wish(
        form=form,
        update=update,
        show_secrets=bool(given.get("show_secrets")),
        continue_on_error=continue_on_error,
        mocks=mocks,
    )
    return _made(lambda: folders.preview(folder, host, wish), host, folder, "run")


@overload
def convert(
    path: Path, to: Literal["python", "pcl"], **given: Unpack[Given]
) -> dict[str, str]: ...
@overload
def convert(path: Path, to: DataForm, **given: Unpack[Given]) -> str: ...
@overload
def convert(path: Path, to: str, **given: Unpack[Given]) -> str | dict[str, str]: ...
@takes_given
def convert(path: Path, to: str, **given: Unpack[Given]) -> str | dict[str, str]:
    """Write a program or a file in another language.

    ``python`` makes a Python program of a PCL program, ``pcl`` a PCL file of a data file; both
    return the texts of files by their names.  Any other form (``json``, ``yaml``, ``toml``,
    ``rcl``, ``jsonnet``, ...) is the text of the file's value in that form.
    """
    if to == "python":
        folder, host, folders = _program(path, given)
        name = str(host.settings.get("project") or "")
        name = name or os.path.basename(os.path.abspath(folder)) or "project"
        return _made(lambda: folders.convert(folder, host, name), host, folder, "convert")
    if to != "pcl" and to not in FORMATS:
        known = ", ".join(dict.fromkeys(("python", "pcl", *FORMATS)))
        raise ValueError(f"there is no form {to!r}; known are {known}")
    work = on_disk(path, None, given)
    return cast("str | dict[str, str]", work.plain(partial(_written, work, to)))


def _written(work: AskedFile, to: str, value: object) -> Outcome[object]:
    """A file's value as a text, or as the texts of files."""
    data = redact(value)
    if to == "pcl":
        try:
            return Outcome({"main.pp": _folders().written(data)})
        except ValueError as problem:
            message = f"{work.name} cannot be written as PCL: {problem}"
            return Outcome(None, (NOTHING_THERE.at(None, message),))
    written = render(data, to)
    if not isinstance(written, str):
        return Outcome(None, (written,))
    too_large = output_too_large(len(written), most_output(work.settings()), None)
    return Outcome(written, () if too_large is None else (too_large,))


def _folders() -> Folders:
    found = language(_OF_FOLDERS).folders
    assert found is not None
    return found


def _program(path: Path, given: Given | ToPcl) -> tuple[str, WorkspaceHost, Folders]:
    """The folder of a program, its surroundings, and who knows what to make of it."""
    name = os.fspath(path)
    if not os.path.exists(name):
        message = f"{name} cannot be read: there is no such file or folder"
        raise MissingFile([UNREADABLE.at(None, message)])
    folder = name if os.path.isdir(name) else os.path.dirname(name) or "."
    settings: dict[str, object] = {**settings_of(given, _OF_FOLDERS)}
    schema = settings.pop("schema", None)
    if schema is not None:
        # Not ``schema``: the data files that a program reads are none of a package.
        settings["package_schemas"] = [schema]
    settings["prefer_output_invokes"] = True
    project = Project(nearest_config(folder), Disk(), settings, nearest=nearest_config)
    host = project.host(f"{folder}/main.pp", _OF_FOLDERS)
    try:
        has_program = any(one.endswith(".pp") for one in host.entries(folder))
    except Unreadable:
        has_program = False
    if not has_program:
        message = f"{folder} has no program in it: there is no .pp file"
        raise ConftyError([NOTHING_THERE.at(None, message)])
    return folder, host, _folders()


def _made(work: Callable[[], Outcome[T]], host: WorkspaceHost, folder: str, verb: str) -> T:
    """What was made of a program within its limits; what is wrong with it is raised."""

    def tried() -> Outcome[T | None]:
        try:
            return cast("Outcome[T | None]", work())
        except Unreadable as problem:
            message = f"{folder} cannot be {verb}: {problem}"
            return Outcome(None, (UNREADABLE.at(None, message),))

    made = guarded(tried, None, telling_of(None), limits_of(host.settings))
    if made.output is None or made.failed:
        raise ConftyError(made.diagnostics)
    return made.output
