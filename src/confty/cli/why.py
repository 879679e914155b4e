"""``confty why``: say why a part of a file's value is secret, unknown or dependent."""

from __future__ import annotations

import sys

from confty.cli import asking, flags
from confty.cli.declared import Options
from confty.cli.leniency import add_mode_flags
from confty.kit.suggest import did_you_mean


def main(argv: list[str]) -> int:
    """Evaluate a file and tell the story of one part of its value."""
    parser = flags.parser("why", "Say why a part of a value is secret, unknown or dependent.")
    flags.add_input_flags(parser)
    add_mode_flags(parser)
    parser.add_argument("file", metavar="FILE")
    parser.add_argument(
        "path", metavar="PATH", nargs="?", default="", help="such as .users[0].url"
    )
    return flags.run(parser, argv, _why)


def _why(options: Options) -> int:
    work = flags.project(options)
    # A program of resources is asked as its preview knows it.
    work.flags = {**work.flags, "with_resources": True, "failed_unknown": True}
    name = flags.with_stdin(work, options.file, options)
    value = asking.plain_value(work, name, options)
    if isinstance(value, int):
        return value
    plain = value[1]
    from confty.report.excerpt import printable
    from confty.values import why
    from confty.values.reasons import Reason, Why

    part = _part(plain, options.path)
    reasons = why(part)
    asked = options.path
    found = [Reason(path_below(asked, one.path), one.is_, one.steps) for one in reasons]
    told = str(Why(found)) if found or not asked else str(reasons).replace("the value", asked)
    lines = [printable(line) for line in told.split("\n")]
    flags.write(sys.stdout, "\n".join(lines) + "\n")
    return 0


def path_below(asked: str, path: str) -> str:
    """A path inside of the part that was asked about, as it was, from the whole value on."""
    return asked + (path if not path or path.startswith("[") else f".{path}")


def _part(value: object, path: str) -> object:
    """Walk to a part of a value; the labels on the way count for it."""
    from confty.values import Labelled, ValueProblem
    from confty.values import paths as property_paths
    from confty.values.labels import relabelled

    try:
        steps = property_paths.parse(path.removeprefix(".")) if path else ()
    except ValueProblem as problem:
        raise flags.BadUsage(f"{path}: {problem}") from None
    above: list[Labelled] = []
    for step in steps:
        if isinstance(value, Labelled):
            above.append(value)
            if value.secret:
                # Which parts it has is secret, too.
                break
            value = value.value
        value = _child(value, step)
    for outer in above:
        value = relabelled(value, outer)
    return value


def _child(value: object, step: str | int) -> object:
    if isinstance(value, dict) and step in value:
        return value[step]
    if isinstance(value, list) and isinstance(step, int) and 0 <= step < len(value):
        return value[step]
    # What a language calls otherwise than its value does: an output of PCL and its label.
    others: dict[str, str] = getattr(value, "other_names", {})
    if isinstance(value, dict) and step in others and others[str(step)] in value:
        return value[others[str(step)]]
    known = [*map(str, value), *others] if isinstance(value, dict) else []
    raise flags.BadUsage(f"there is no {step!r} in the value{did_you_mean(str(step), known)}")
