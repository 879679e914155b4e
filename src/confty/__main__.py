"""``python -m confty``: the same as the command."""

import sys

from confty.cli.main import run

sys.exit(run())
