"""``confty schema``: the store of schemas that checks look into.

This is the one command that fetches a schema, and it fetches what it is told to, no more.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from confty.cli import flags
from confty.cli.declared import Options
from confty.kit.encoding import decode
from confty.kit.reading import read_file, slashed
from confty.kit.schemas import MOST, Damaged, SchemaStore, Stored, digest_of, user_schemas
from confty.kit.suggest import did_you_mean
from confty.text import Severity

if TYPE_CHECKING:
    from confty.language import Host
    from confty.languages.data.checker.schema.catalogue import Description
    from confty.languages.data.parser.document import Document
    from confty.languages.pcl.schemas.plugins import Plugin

_SECONDS = 30
#: How many files of a folder are added.
_MOST_FILES = 20_000
_SUFFIXES = {".json": ".json", ".yaml": ".yaml", ".yml": ".yaml", ".toml": ".toml"}

_ABOUT = """Schemas that data files and Pulumi programs are held against, kept by name.

  confty schema add https://json.schemastore.org/pyproject.json
  confty schema add github-workflow          a name that confty knows; see `confty schema list`
  confty schema add schemas/app.json --name app
  confty schema add kubernetes/v1.31/        a folder of JSON schemas, or an OpenAPI description
  confty schema add aws.json                 the schema of a Pulumi package
  confty schema list
  confty schema show app
  confty schema show random                  a package, wherever its schema comes from
  confty schema show random:index/randomPet:RandomPet
  confty schema remove app
"""


def _parser() -> flags.CommandParser:
    made = flags.CommandParser(
        prog="confty schema",
        description=_ABOUT,
        as_written=True,
    )
    made.add_argument("action", choices=("add", "list", "show", "remove"))
    made.add_argument("what", nargs="*", metavar="URL|FILE|FOLDER|NAME")
    made.add_argument("--name", metavar="NAME", help="what to call the schema that is added")
    return made


def main(argv: list[str]) -> int:
    """Run the command."""
    options = _parser().parse_args(argv)
    store = user_schemas()
    try:
        return {"add": _add, "list": _list, "show": _show, "remove": _remove}[options.action](
            store, options
        )
    except (flags.BadUsage, Damaged) as bad:
        sys.stderr.write(f"confty schema: {bad}\n")
        return 2
    except OSError as error:
        if error.filename is None:
            raise
        reason = (error.strerror or "cannot be used").lower()
        sys.stderr.write(f"confty schema: {error.filename}: {reason}\n")
        return 2


def _list(store: SchemaStore, options: Options) -> int:
    from confty.languages.data.checker.schema.conventions import KNOWN

    if options.what:
        raise flags.BadUsage("list takes no names; show NAME says more about one")
    for entry in store.entries:
        kinds = f"  ({_counted(entry)})" if entry.kinds else ""
        sys.stdout.write(f"{entry.name}  {entry.digest[:19]}  {entry.source}{kinds}\n")
    for name, found in sorted(_plugins().items()):
        sys.stdout.write(f"{name}  plugin  {', '.join(one.version for one in found)}\n")
    if store.damage is not None:
        raise Damaged(store.damage)
    kept = {entry.name for entry in store.entries}
    missing = [name for name in KNOWN if name not in kept]
    sys.stderr.write(f"{len(store.entries)} in {store.folder}\n")
    sys.stderr.write(f"known by name, to be added: {', '.join(missing)}\n")
    return 0


def _counted(entry: Stored) -> str:
    return "1 kind" if len(entry.kinds) == 1 else f"{len(entry.kinds)} kinds"


def _show(store: SchemaStore, options: Options) -> int:
    from confty.languages.data.checker.schema.conventions import KNOWN

    for name in _some(options):
        if (store.find(name) is None or ":" in name) and _show_package(name):
            continue
        entry = _known(store, name)
        sys.stdout.write(f"name: {entry.name}\nsource: {entry.source}\ndigest: {entry.digest}\n")
        sys.stdout.write(f"file: {store.folder}/{entry.file}\n")
        for one in entry.ids:
            sys.stdout.write(f"id: {one}\n")
        for glob in KNOWN.get(entry.name, ("", ()))[1]:
            sys.stdout.write(f"describes: {glob}\n")
        for kind in entry.kinds:
            sys.stdout.write(f"kind: {kind}\n")
    return 0


def _plugins() -> dict[str, list[Plugin]]:
    from confty.languages.pcl.schemas.plugins import installed

    return installed(_host())


def _host() -> Host:
    from confty.workspace import Project

    return Project().host("main.pp", "pcl")


def _show_package(name: str) -> bool:
    """Say what a package holds, or a resource or function of one; False where there is none."""
    from confty.languages.pcl.rules import spelled_briefly
    from confty.languages.pcl.schemas import Packages, package_of

    package = Packages(_host()).get(package_of(name) or name)
    if package is None:
        return False
    if ":" not in name:
        resources, functions = (package.spellings(one) for one in ("resources", "functions"))
        sys.stdout.write(f"package: {package.name} {package.version}\n")
        for one in resources:
            sys.stdout.write(f"resource: {one}\n")
        for one in functions:
            sys.stdout.write(f"function: {one}\n")
        return True
    resource, function = package.resource(name), package.function(name)
    if resource is None and function is None:
        near = did_you_mean(name, [*package.spellings("resources")])
        raise flags.BadUsage(f"there is no {name!r} in the package {package.name}{near}")
    if resource is not None:
        sys.stdout.write(f"resource: {resource.token}\n")
        for one in resource.inputs:
            must = "required" if resource.must_set(one) else "optional"
            sys.stdout.write(
                f"input: {one}: {spelled_briefly(resource.input_type(one))} ({must})\n"
            )
        for one in sorted(set(resource.outputs) - set(resource.inputs)):
            sys.stdout.write(f"output: {one}\n")
    if function is not None:
        sys.stdout.write(f"function: {function.token}\n")
        sys.stdout.write(f"takes: {spelled_briefly(function.arguments(inputs=False))}\n")
        sys.stdout.write(f"gives: {spelled_briefly(function.returns(output=False))}\n")
    return True


def _remove(store: SchemaStore, options: Options) -> int:
    for name in _some(options):
        entry = _known(store, name)
        store.remove(entry)
        sys.stdout.write(f"removed {entry.name}\n")
    return 0


def _known(store: SchemaStore, name: str) -> Stored:
    found = store.find(name) or store.find(os.path.abspath(name))
    if found is None:
        near = did_you_mean(name, [entry.name for entry in store.entries])
        raise flags.BadUsage(f"there is no schema {name!r} in the store{near}")
    return found


def _some(options: Options) -> list[str]:
    if not options.what:
        raise flags.BadUsage(f"{options.action} needs a name")
    found: list[str] = options.what
    return found


def _add(store: SchemaStore, options: Options) -> int:
    from confty.languages.data.checker.schema.conventions import KNOWN

    if options.name and len(_some(options)) > 1:
        raise flags.BadUsage("--name goes with one schema")
    added: list[tuple[Stored, bytes, Description]] = []
    for what in _some(options):
        if "://" in what or (what in KNOWN and not os.path.exists(what)):
            address = KNOWN[what][0] if what in KNOWN else what
            added.append(_described(address, fetched(address), options.name or _called(address)))
        elif os.path.isdir(what):
            added += [_from_file(path, _below(path, what)) for path in _files(what)]
        else:
            added.append(_from_file(what, options.name or _called(what)))
    store.add([(entry, data) for entry, data, _ in added])
    for entry, _, _ in added[:20]:
        kinds = f", {_counted(entry)}" if entry.kinds else ""
        sys.stdout.write(f"added {entry.name} ({entry.digest[:19]}{kinds})\n")
    if len(added) > 20:
        sys.stdout.write(f"and {len(added) - 20} more\n")
    _tell_missing(store, [one for _, _, description in added for one in description.refers])
    return 0


def _tell_missing(store: SchemaStore, refers: list[str]) -> None:
    for address in dict.fromkeys(refers):
        if "://" in address and store.find(address) is None and "json-schema.org" not in address:
            sys.stderr.write(f"it refers to {address}\nhelp: confty schema add {address}\n")


def _from_file(path: str, name: str) -> tuple[Stored, bytes, Description]:
    try:
        data = read_file(path, MOST)
    except (OSError, ValueError) as error:
        raise flags.BadUsage(f"{path}: {getattr(error, 'strerror', None) or error}") from None
    return _described(slashed(os.path.abspath(path)), data, name)


def _described(source: str, data: bytes, name: str) -> tuple[Stored, bytes, Description]:
    """Read what is to be added: only a schema, or a list of kinds, is kept."""
    from confty.languages.data.checker.schema.catalogue import Description
    from confty.languages.data.checker.schema.resources import reader_of
    from confty.languages.pcl.schemas.sources import stored_names

    suffix = _SUFFIXES.get(os.path.splitext(source)[1], ".json")
    text, wrong = decode(source, data)
    parsed = reader_of(suffix)(text)
    for problem in (*wrong, *parsed.diagnostics):
        if problem.severity is not Severity.ERROR:
            continue
        raise flags.BadUsage(f"{problem.span or source}: {problem.message}")
    found = Description(parsed.output, source)
    if not found.is_schema:
        raise flags.BadUsage(f"{source}: expected a schema, which is an object")
    ids = tuple(dict.fromkeys(found.ids))
    if packages := stored_names(parsed.output.value):
        named = name if name != _called(source) else packages[0].partition(":")[2]
        return Stored(named, source, digest_of(data), suffix, packages), data, found
    _need_sense(parsed.output, found)
    return Stored(name, source, digest_of(data), suffix, ids, found.kinds), data, found


def _need_sense(document: Document, found: Description) -> None:
    """Refuse a schema whose keywords mean nothing: a check could not use it."""
    from confty.languages.data.checker.schema.prepared import findings_in
    from confty.workspace.files import Memory
    from confty.workspace.host import WorkspaceHost

    if found.is_catalogue:
        return
    for problem in findings_in(document, WorkspaceHost(Memory({}))):
        if problem.severity is Severity.ERROR:
            raise flags.BadUsage(f"{problem.span or document.source.name}: {problem.message}")


def _called(source: str) -> str:
    """What a schema is called when nobody says: its name by convention, or that of its file."""
    from confty.languages.data.checker.schema.conventions import KNOWN

    for name, (address, _) in KNOWN.items():
        if source == address:
            return name
    base = source.rstrip("/").rpartition("/")[2]
    stem = (
        base.removesuffix(os.path.splitext(base)[1]) if base.endswith(tuple(_SUFFIXES)) else base
    )
    return stem.removesuffix(".schema") or source


def _below(path: str, folder: str) -> str:
    inside = slashed(os.path.relpath(path, os.path.dirname(os.path.abspath(folder))))
    return os.path.splitext(inside)[0]


def _files(folder: str) -> list[str]:
    found: list[str] = []
    for home, folders, files in os.walk(folder):
        folders[:] = sorted(one for one in folders if not one.startswith("."))
        found += [
            os.path.join(home, one) for one in sorted(files) if one.endswith(tuple(_SUFFIXES))
        ]
        if len(found) > _MOST_FILES:
            raise flags.BadUsage(f"{folder}: there are more than {_MOST_FILES:,} files in it")
    if not found:
        raise flags.BadUsage(f"{folder}: there are no schemas in it")
    return found


def fetched(address: str) -> bytes:
    """Fetch a schema; by https, or from this machine."""
    from urllib.error import HTTPError, URLError
    from urllib.parse import urlsplit
    from urllib.request import Request, urlopen

    def secure(url: str) -> bool:
        try:
            parts = urlsplit(url)
        except ValueError:
            return False
        return parts.scheme == "https" or (
            parts.scheme == "http" and parts.hostname in {"localhost", "127.0.0.1", "::1"}
        )

    if not secure(address):
        raise flags.BadUsage(f"{address}: a schema is fetched by https only")
    request = Request(address, headers={"User-Agent": "confty"})  # noqa: S310  looked at above
    try:
        with urlopen(request, timeout=_SECONDS) as answer:  # noqa: S310  looked at above
            if not secure(answer.geturl()):
                raise flags.BadUsage(f"{address}: it leads to an address that is not https")
            data: bytes = answer.read(MOST + 1)
    except (URLError, OSError, ValueError) as error:
        if isinstance(error, HTTPError):
            error.close()  # it is the answer, too
        reason = getattr(error, "reason", None) or error
        raise flags.BadUsage(f"{address}: {reason}") from None
    if len(data) > MOST:
        raise flags.BadUsage(f"{address}: it is larger than {MOST >> 20} megabytes")
    return data
