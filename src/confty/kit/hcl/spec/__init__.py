"""Decoding any HCL body by a specification, as HCL's own ``hcldec`` does.

A specification file is HCL as well: each block says what to take out of a body and what the
result looks like.  ``reader`` turns the file into ``Spec`` records, ``decode`` applies them to a
body, ``shapes`` holds the types that results carry beside their values.
"""

from confty.kit.hcl.spec.decode import Decoded, decode
from confty.kit.hcl.spec.reader import SpecFile, read_spec
from confty.kit.hcl.spec.shapes import ANY, Shape

__all__ = ["ANY", "Decoded", "Shape", "SpecFile", "decode", "read_spec"]
