"""Programs that are not PCL, read as PCL: which language a folder is in, and its reader."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable
from typing import Final

from confty.language import Host, Outcome
from confty.languages.pcl import codes
from confty.languages.pcl.converter.terraform.shapes import Mappings
from confty.languages.pcl.schemas.loader import Packages

PCL: Final = "pcl"
TERRAFORM: Final = "terraform"
PULUMI_YAML: Final = "pulumi-yaml"
_PROJECTS: Final = ("Pulumi.yaml", "Pulumi.yml")


def language_of_folder(names: Iterable[str]) -> str:
    """What the files of a folder are written in; PCL where nothing says otherwise."""
    there = list(names)
    if any(name.endswith(".pp") for name in there):
        return PCL
    if any(name.endswith(".tf") for name in there):
        return TERRAFORM
    return PULUMI_YAML if any(name in _PROJECTS for name in there) else PCL


def language_of_file(path: str) -> str | None:
    """What one file is written in; None where its name does not say."""
    if path.endswith(".tf"):
        return TERRAFORM
    return PULUMI_YAML if posixpath.basename(path) in _PROJECTS else None


def read_terraform(
    folder: str,
    host: Host,
    name: str,
    packages: Packages | None = None,
    mappings: Mappings | None = None,
) -> Outcome[dict[str, str]]:
    """A folder of Terraform's as the files of a PCL program."""
    from confty.languages.pcl.converter.terraform import from_terraform  # noqa: PLC0415  on demand

    return from_terraform(folder, host, name, packages or Packages(host), mappings)


def read_pulumi_yaml(path: str, host: Host, name: str | None = None) -> Outcome[dict[str, str]]:
    """A program in Pulumi's YAML as the files of a PCL program."""
    from confty.languages.pcl.converter.pulumi_yaml import from_pulumi_yaml  # noqa: PLC0415  on demand

    foreign = host.foreign(path)
    if foreign is None:
        found = codes.CONVERSION.at(None, f"{path}: expected a YAML or JSON file")
        return Outcome({}, (found,))
    value = foreign.value()
    if value.failed:
        return Outcome({}, value.diagnostics)
    return from_pulumi_yaml(value.output, foreign.declared_at, name)
