"""One gradual type system for configuration, and the languages that need it.

    confty.load("app.jsonnet", ext_vars={"stage": "prod"})   data of a file of any language
    confty.load("app.yaml", into=Settings)                   ... as an object of a Python type
    confty.loads(text, "rcl")                                data of a text
    confty.check(["deploy", "app.yaml"])                     what is wrong with files and folders
    confty.type_of("lib.libsonnet"), confty.infer(path)      the type of what a file gives
    confty.format(text, "jsonnet")                           a text in its standard layout
    confty.query("app.yaml", ".users[0].name")               a part of a file's value
    confty.convert(path, "yaml"), confty.preview("infra")    another form, what a program would do
    confty.schema_of(Settings)                               a Python type as a JSON Schema
    confty.Project(folder)                                   many files, with edits

``aload``, ``aloads`` and ``acheck`` are for event loops.  Whatever is wrong with a file raises
``ConftyError`` with its ``diagnostics``.  The other names are values that cross languages:
secrets, what is not known yet, assets.
"""

# The names are loaded on first use, because the shell command imports this package too and must
# start at once.

from __future__ import annotations

import sys

# Not imported from ``typing``, which takes longer to load than all of this package's start-up.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from confty.api import ConftyError as ConftyError
    from confty.api import Diagnostic as Diagnostic
    from confty.api import MissingFile as MissingFile
    from confty.api import Project as Project
    from confty.api import WrongShape as WrongShape
    from confty.api import acheck as acheck
    from confty.api import aload as aload
    from confty.api import aloads as aloads
    from confty.api import check as check
    from confty.api import convert as convert
    from confty.api import format as format  # noqa: A004  the verb people look for
    from confty.api import infer as infer
    from confty.api import load as load
    from confty.api import load_file as load_file
    from confty.api import loads as loads
    from confty.api import preview as preview
    from confty.api import query as query
    from confty.api import schema_of as schema_of
    from confty.api import type_of as type_of
    from confty.values import SPLAT as SPLAT
    from confty.values import UNKNOWN as UNKNOWN
    from confty.values import Archive as Archive
    from confty.values import ArchiveLimits as ArchiveLimits
    from confty.values import Asset as Asset
    from confty.values import Concealed as Concealed
    from confty.values import Input as Input
    from confty.values import Labelled as Labelled
    from confty.values import Output as Output
    from confty.values import PassphraseManager as PassphraseManager
    from confty.values import Promise as Promise
    from confty.values import Receiver as Receiver
    from confty.values import ResourceReference as ResourceReference
    from confty.values import Step as Step
    from confty.values import Unknown as Unknown
    from confty.values import UnknownValue as UnknownValue
    from confty.values import Unsettled as Unsettled
    from confty.values import Urn as Urn
    from confty.values import ValueProblem as ValueProblem
    from confty.values import Why as Why
    from confty.values import WrongPassphrase as WrongPassphrase
    from confty.values import branch as branch
    from confty.values import declassified as declassified
    from confty.values import decode as decode
    from confty.values import decode_properties as decode_properties
    from confty.values import depends as depends
    from confty.values import element as element
    from confty.values import encode as encode
    from confty.values import is_plain as is_plain
    from confty.values import label as label
    from confty.values import label_leaf as label_leaf
    from confty.values import labels_in as labels_in
    from confty.values import lift as lift
    from confty.values import lift_binary as lift_binary
    from confty.values import parse_glob as parse_glob
    from confty.values import printed_glob as printed_glob
    from confty.values import redact as redact
    from confty.values import secret as secret
    from confty.values import stripped as stripped
    from confty.values import summary as summary
    from confty.values import unknown as unknown
    from confty.values import why as why

__version__ = "0.1.0"

__all__ = [
    "SPLAT",
    "UNKNOWN",
    "Archive",
    "ArchiveLimits",
    "Asset",
    "Concealed",
    "ConftyError",
    "Diagnostic",
    "Input",
    "Labelled",
    "MissingFile",
    "Output",
    "PassphraseManager",
    "Project",
    "Promise",
    "Receiver",
    "ResourceReference",
    "Step",
    "Unknown",
    "UnknownValue",
    "Unsettled",
    "Urn",
    "ValueProblem",
    "Why",
    "WrongPassphrase",
    "WrongShape",
    "__version__",
    "acheck",
    "aload",
    "aloads",
    "branch",
    "check",
    "convert",
    "declassified",
    "decode",
    "decode_properties",
    "depends",
    "element",
    "encode",
    "format",
    "infer",
    "is_plain",
    "label",
    "label_leaf",
    "labels_in",
    "lift",
    "lift_binary",
    "load",
    "load_file",
    "loads",
    "parse_glob",
    "preview",
    "printed_glob",
    "query",
    "redact",
    "schema_of",
    "secret",
    "stripped",
    "summary",
    "type_of",
    "unknown",
    "why",
]

_HOMES = {
    "MissingFile": "confty.api",
    "Project": "confty.api",
    "WrongShape": "confty.api",
    "acheck": "confty.api",
    "convert": "confty.api",
    "preview": "confty.api",
    "aload": "confty.api",
    "aloads": "confty.api",
    "query": "confty.api",
    "schema_of": "confty.api",
    "ConftyError": "confty.api",
    "check": "confty.api",
    "format": "confty.api",
    "infer": "confty.api",
    "load": "confty.api",
    "load_file": "confty.api",
    "loads": "confty.api",
    "type_of": "confty.api",
    "Diagnostic": "confty.api",
}

# Only at run time: a type checker has the list above, and refuses a name that is not in it.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name in {"load_ipython_extension", "unload_ipython_extension"}:
            home = "confty.notebook"
        elif name in __all__:
            home = _HOMES.get(name, "confty.values")
        else:  # also for who asks before it imports a package of ours
            raise AttributeError(f"module 'confty' has no attribute {name!r}")
        __import__(home)
        return getattr(sys.modules[home], name)


def __dir__() -> list[str]:
    return sorted(__all__)
