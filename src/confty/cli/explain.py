"""``confty explain``: say what a code means and what to do about it."""

from __future__ import annotations

import sys

from confty.kit.pages import codes, page_of
from confty.kit.suggest import did_you_mean


def main(argv: list[str]) -> int:
    """Print the page of a code, or the list of codes when none is named."""
    if argv in (["-h"], ["--help"]) or len(argv) > 1:
        sys.stdout.write("usage: confty explain [CODE]\n\nWithout a code, list all codes.\n")
        return 0 if len(argv) == 1 else 2
    known = codes()
    if not argv:
        sys.stdout.write("".join(f"{code}\n" for code in known))
        return 0
    code = argv[0]
    if code not in known:
        same = [name for name in known if name.partition("/")[2] == code]
        if len(same) == 1:
            code = same[0]
        else:
            near = did_you_mean(code, known)
            if same:
                near = f"; did you mean {' or '.join(same)}?"
            sys.stderr.write(f"confty explain: there is no code {code!r}{near}\n")
            return 2
    sys.stdout.write(page_of(code) or "")
    return 0
