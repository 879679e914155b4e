"""``python -m confty``: the same as the command."""

import sys

from confty.start import run

sys.exit(run())
