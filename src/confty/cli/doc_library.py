"""The languages' own libraries as entries: made of the records that every room reads."""

from __future__ import annotations

from confty.kit.reference import OfferedName


def library(language: str) -> list[OfferedName]:
    """Return what a language's library offers."""
    return {"jsonnet": _jsonnet, "rcl": _rcl, "pcl": _pcl, "phy": _phy}[language]()


def _jsonnet() -> list[OfferedName]:
    from confty.languages.jsonnet.library import FUNCTIONS

    return [
        OfferedName(f"std.{one.name}", f"std.{one.name}{one.signature}", one.doc, None)
        for one in sorted(FUNCTIONS.values(), key=lambda one: one.name)
        if not one.name.startswith("_")
    ]


def _rcl() -> list[OfferedName]:
    from confty.languages.rcl.library.table import LIBRARY

    kinds: dict[str, list[OfferedName]] = {}
    for one in LIBRARY:
        for kind in one.kinds:
            spelled = f"{kind}.{one.name}: ({', '.join(one.parameters)}) -> {one.result}"
            kinds.setdefault(kind, []).append(
                OfferedName(one.name, spelled, one.documentation, None)
            )
    return [OfferedName(kind, "", "", None, some) for kind, some in kinds.items()]


def _pcl() -> list[OfferedName]:
    from confty.languages.pcl.library import FUNCTIONS

    return [
        OfferedName(name, name, one.about, None)
        for name, one in sorted(FUNCTIONS.items())
        if not name.startswith("_")
    ]


def _phy() -> list[OfferedName]:
    from confty.languages.phy.library import BUILTINS

    return [
        OfferedName(name, name, one.documentation, None) for name, one in sorted(BUILTINS.items())
    ]
