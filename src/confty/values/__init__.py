"""Values that cross languages: labels, Outputs, assets, references, and how they travel.

The front door.  Names are loaded on first use: an evaluator that wants labels alone does not pay
for archives and encryption.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from confty.values.archives import Archive as Archive
    from confty.values.archives import ArchiveLimits as ArchiveLimits
    from confty.values.assets import Asset as Asset
    from confty.values.failures import Concealed as Concealed
    from confty.values.failures import ValueProblem as ValueProblem
    from confty.values.globs import SPLAT as SPLAT
    from confty.values.globs import parse_glob as parse_glob
    from confty.values.globs import printed_glob as printed_glob
    from confty.values.labels import UNKNOWN as UNKNOWN
    from confty.values.labels import Labelled as Labelled
    from confty.values.labels import Step as Step
    from confty.values.labels import Unknown as Unknown
    from confty.values.labels import branch as branch
    from confty.values.labels import declassified as declassified
    from confty.values.labels import depends as depends
    from confty.values.labels import element as element
    from confty.values.labels import is_plain as is_plain
    from confty.values.labels import label as label
    from confty.values.labels import label_leaf as label_leaf
    from confty.values.labels import labels_in as labels_in
    from confty.values.labels import lift as lift
    from confty.values.labels import lift_binary as lift_binary
    from confty.values.labels import redact as redact
    from confty.values.labels import secret as secret
    from confty.values.labels import stripped as stripped
    from confty.values.labels import summary as summary
    from confty.values.labels import unknown as unknown
    from confty.values.outputs import Input as Input
    from confty.values.outputs import Output as Output
    from confty.values.outputs import UnknownValue as UnknownValue
    from confty.values.promises import Promise as Promise
    from confty.values.promises import Unsettled as Unsettled
    from confty.values.reasons import Why as Why
    from confty.values.reasons import why as why
    from confty.values.references import ResourceReference as ResourceReference
    from confty.values.references import Urn as Urn
    from confty.values.secrets import PassphraseManager as PassphraseManager
    from confty.values.secrets import WrongPassphrase as WrongPassphrase
    from confty.values.wire import Receiver as Receiver
    from confty.values.wire import decode as decode
    from confty.values.wire import decode_properties as decode_properties
    from confty.values.wire import encode as encode

_HOMES: Final = {
    "archives": "Archive ArchiveLimits",
    "assets": "Asset",
    "failures": "Concealed ValueProblem",
    "globs": "SPLAT parse_glob printed_glob",
    "labels": (
        "UNKNOWN Labelled Step Unknown branch declassified depends element is_plain label"
        " label_leaf labels_in lift lift_binary redact secret stripped summary unknown"
    ),
    "outputs": "Input Output UnknownValue",
    "promises": "Promise Unsettled",
    "reasons": "Why why",
    "references": "ResourceReference Urn",
    "secrets": "PassphraseManager WrongPassphrase",
    "wire": "Receiver decode decode_properties encode",
}
_HOME: Final = {
    name: f"confty.values.{module}" for module, names in _HOMES.items() for name in names.split()
}

__all__ = sorted(_HOME)  # noqa: PLE0605  the table above is the list


def __getattr__(name: str) -> object:
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module 'confty.values' has no attribute {name!r}")
    __import__(home)
    return getattr(sys.modules[home], name)
