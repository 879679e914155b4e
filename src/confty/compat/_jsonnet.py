"""The C extension's name for the same functions."""

from confty.compat.jsonnet import JsonnetError, evaluate_file, evaluate_snippet, version

__all__ = ["JsonnetError", "evaluate_file", "evaluate_snippet", "version"]
