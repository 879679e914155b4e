"""Classes of Python programs as schemas: ``python:package.module:Class``.

The source is read and not run.  Where that is not enough, ``--import-models`` lets another process
import the module; a config file, which comes with a repository, cannot ask for that.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from typing import Final

from confty.kit.encoding import decode
from confty.language import Host, Unreadable
from confty.languages.data import codes
from confty.languages.data.parser.document import Document
from confty.languages.data.parser.places import Path, Places
from confty.models.source import NotRead, ReadSchema, read_model
from confty.text import Diagnostic, Source, Span

_SECONDS: Final = 60
_IMPORT: Final = """\
import importlib, json, os, sys
out = os.fdopen(os.dup(1), "w", encoding="utf-8")
sys.stdout = sys.stderr
where, name, roots, own = json.loads(sys.argv[1])
sys.path[:0] = roots
sys.path.append(own)
try:
    if where.endswith(".py"):
        import importlib.util
        spec = importlib.util.spec_from_file_location("confty_model", where)
        found = importlib.util.module_from_spec(spec)
        sys.modules["confty_model"] = found
        spec.loader.exec_module(found)
    else:
        found = importlib.import_module(where)
    for part in name.split("."):
        found = getattr(found, part)
    from confty.models import schema_of
    said = {"schema": schema_of(found)}
except BaseException as error:
    said = {"wrong": f"{type(error).__name__}: {error}"}
json.dump(said, out)
out.flush()
"""


class MadeSchema:
    """A schema, what is wrong with it, and the files that it was read from."""

    __slots__ = ("document", "findings", "led", "read")

    def __init__(self) -> None:
        self.document: Document | None = None
        self.findings: list[Diagnostic] = []
        self.read: dict[str, bytes] = {}
        #: Where modules were looked for, and what was there.
        self.led: dict[tuple[str, str | None], str | None] = {}


class PythonDocument(Document):
    """A schema whose parts stand in Python files."""

    __slots__ = ("_spans",)

    def __init__(self, schema: object, spans: Mapping[Path, Span]) -> None:
        first = next(iter(spans.values()), None)
        source = Source("schema", "") if first is None else first.source
        super().__init__(source, "json", schema, Places)
        self._spans = spans

    def span(self, path: Path) -> Span | None:
        """The place of a field or a class; of the nearest around what has none."""
        for length in range(len(path), -1, -1):
            found = self._spans.get(path[:length])
            if found is not None:
                return found
        return None

    def key_span(self, path: Path) -> Span | None:
        """The same: a field is its own key."""
        return self.span(path)


def described(address: str, host: Host) -> MadeSchema:
    """Read the class that an address names."""
    made = MadeSchema()
    _, _, rest = address.partition(":")
    where, _, name = rest.rpartition(":")
    if not where or not name:
        message = f"expected python:package.module:Class, found {address}"
        made.findings.append(codes.SCHEMA_UNREADABLE.at(None, message))
        return made
    may_import = bool(host.settings.get("import_models"))
    try:
        read = read_model(where, name, lambda path: _source(path, host, made))
    except NotRead as problem:
        if not may_import:
            said = codes.SCHEMA_UNREADABLE.at(None, f"{address} cannot be read: {problem}")
            help_ = "--import-models imports the module where its source is not in the project"
            made.findings.append(said.with_help(help_))
            return made
        return _imported(address, where, name, host, made)
    if read.unread and may_import:
        return _imported(address, where, name, host, made)
    made.findings += _unread(read)
    made.document = PythonDocument(read.schema, read.places)
    return made


def _source(path: str, host: Host, made: MadeSchema) -> Source | None:
    whole = f"{host.root}/{path}" if host.root not in {"", "."} else path
    file = made.led[whole, None] = host.resolve(whole, None)
    if file is None:
        return None
    try:
        data = host.read(file)
    except Unreadable as unreadable:
        raise NotRead(f"{file}: {unreadable}") from None
    made.read[file] = data
    source, wrong = decode(file, data)
    if wrong:
        raise NotRead(f"{file} is not UTF-8")
    return source


def _unread(read: ReadSchema) -> list[Diagnostic]:
    help_ = "it may be anything; --import-models imports the module to know more"
    return [codes.SCHEMA_NOT_STATIC.at(span, what).with_help(help_) for span, what in read.unread]


def _imported(address: str, where: str, name: str, host: Host, made: MadeSchema) -> MadeSchema:
    """Let another process import the module, as who runs the command allowed."""
    made.findings = []
    root = host.root or "."
    if where.endswith(".py"):
        where = f"{root}/{where}"
    own = __file__.replace("\\", "/").rpartition("/confty/languages/")[0]
    given = json.dumps([where, name, [root, f"{root}/src"], own])
    try:
        ended = subprocess.run(  # noqa: S603  what the user asked for by a flag
            [sys.executable, "-c", _IMPORT, given],
            capture_output=True,
            timeout=_SECONDS,
            check=False,
            stdin=subprocess.DEVNULL,
        )
        said: dict[str, object] = json.loads(ended.stdout or b"{}")
    except subprocess.TimeoutExpired:
        said = {"wrong": f"it took longer than {_SECONDS} seconds"}
    except (OSError, ValueError) as error:
        said = {"wrong": str(error)}
    if "schema" in said:
        made.document = PythonDocument(said["schema"], {})
    else:
        reason = said.get("wrong", "the process ended early")
        message = f"{address} cannot be imported: {reason}"
        made.findings.append(codes.SCHEMA_UNREADABLE.at(None, message))
    return made
