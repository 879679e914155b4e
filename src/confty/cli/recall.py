"""``confty eval``, its front: what a Jsonnet program gave before is given again while it holds.

The whole command line is a part of an entry's name, so that no flag has to be understood here;
``keeping.py`` decides for which of them there is an entry at all.  Everything else is evaluated.

Loaded before anything is known to be missing, so that it must not cost anything itself.
"""

from __future__ import annotations

import os
import sys

from confty.cli.writing import write

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# The suffixes of the programs whose results are kept.
_SUFFIXES: Final = (".jsonnet", ".libsonnet")
# What the environment says to an evaluation that is given nothing.
_VARIABLES: Final = (
    "CONFTY_CONFIG_FILE",
    "CONFTY_OUTPUT_FORMAT",
    "GITHUB_ACTIONS",
    "HOME",
    "JSONNET_PATH",
    "XDG_CONFIG_HOME",
)


def main(argv: list[str]) -> int:
    """Print what is kept, or evaluate."""
    key = key_of(argv)
    if key is not None:
        from confty.languages.jsonnet.evaluator.results import user_results

        results = user_results()
        known = None if results is None else results.find(key)
        if known is not None and isinstance(known[0], str):
            write(sys.stdout, known[0])
            return 0
    from confty.cli import evaluate

    return evaluate.main(argv, key)


def key_of(argv: list[str]) -> str | None:
    """The name of what a command line gives; None for one of which nothing is kept."""
    if "--no-cache" in argv or not any(word.endswith(_SUFFIXES) for word in argv):
        return None
    from confty.languages.jsonnet.evaluator.results import key_of_result

    variables = [os.environ.get(name) for name in _VARIABLES]
    try:
        return key_of_result("confty eval", b"", (argv, variables))
    except OSError:
        return None  # where we are is nowhere any more
