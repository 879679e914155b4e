"""PCL's functions, each one record of what every room needs of it."""

from confty.languages.pcl.library.record import Labels, LibraryFunction, Own, Pattern, Signature
from confty.languages.pcl.library.table import FILES, FUNCTIONS

__all__ = ["FILES", "FUNCTIONS", "Labels", "LibraryFunction", "Own", "Pattern", "Signature"]
