"""Terraform's language as PCL: a folder of ``.tf`` files becomes a folder of ``.pp`` files.

``names`` and ``functions`` say how Terraform's words are called in PCL, ``shapes`` finds the
Pulumi side of a resource in the package schemas, ``expressions`` rewrites expressions in place,
``blocks`` writes the blocks of a file, and ``program`` goes through a folder and its modules.
What has no counterpart is a finding, and ``notImplemented`` stands in its place.
"""

from confty.languages.pcl.converter.terraform.program import from_terraform

__all__ = ["from_terraform"]
