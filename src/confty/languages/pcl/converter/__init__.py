"""Programs in other languages: expressions rewritten, then written out."""

from confty.languages.pcl.converter.python.program import PythonProject

__all__ = ["PythonProject"]
