"""``confty graph``: imports, resources or values, as DOT, Mermaid, JSON or a picture.

``--of imports`` draws which file imports which, ``--of resources`` the resources of a PCL program,
``--of values`` which parts of a file's value come from which secret, unknown or resource.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from confty.cli import asking, flags
from confty.cli.declared import Options
from confty.cli.leniency import add_mode_flags, modes_in
from confty.workspace.drawing import as_json, dot, mermaid
from confty.workspace.project import Project

if TYPE_CHECKING:
    from confty.values import Step

FORMS: Final = ("dot", "mermaid", "json", "svg")
SUBJECTS: Final = ("imports", "resources", "values")


def main(argv: list[str]) -> int:
    """Check the files to learn their imports, and draw them."""
    parser = flags.parser("graph", "Draw imports, resources or values.")
    flags.add_input_flags(parser)
    add_mode_flags(parser)
    parser.add_argument("--of", choices=SUBJECTS, default="imports", help="what to draw")
    parser.add_argument("--format", choices=FORMS, default="dot", help="svg needs Graphviz")
    parser.add_argument("-o", "--output", metavar="FILE", help="write to a file")
    parser.add_argument("paths", nargs="*", default=["."], metavar="PATH")
    return flags.run(parser, argv, _graph)


def _graph(options: Options) -> int:
    from confty.cli.check import found_files

    if options.of == "resources":
        return _resources(options)
    work = flags.project(options)
    if options.of == "values":
        return _values(work, options)
    names = found_files(options.paths, work.config)
    work.check_all(names)
    edges = work.graph.edges()
    nodes = sorted({*names, *(name for edge in edges for name in edge)})
    return _drawn(nodes, edges, options)


def _drawn(nodes: list[str], edges: list[tuple[str, str]], options: Options) -> int:
    if options.format == "svg":
        return flags.deliver(picture(dot(nodes, edges)), options.output)
    drawn = {"dot": dot, "mermaid": mermaid, "json": as_json}[options.format]
    return flags.deliver(drawn(nodes, edges), options.output)


def _resources(options: Options) -> int:
    """Let the preview of a program draw its resources."""
    from confty.cli import preview

    # A picture needs no values; what they would decide is left out, and said.
    words = [*options.paths, "--format", options.format, "--quiet"]
    words += [word for schema in options.schema or () for word in ("--schema", schema)]
    words += [f"--{mode}" for mode in modes_in(options)]
    if options.output:
        words += ["-o", options.output]
    return preview.draw(words)


def _values(work: Project, options: Options) -> int:
    """Draw from each labelled part of a value to what gave it its label."""
    from confty.cli.why import path_below
    from confty.values import why

    if len(options.paths) != 1:
        raise flags.BadUsage("--of values takes one file")
    work.flags = {**work.flags, "with_resources": True, "failed_unknown": True}
    value = asking.plain_value(work, options.paths[0], options)
    if isinstance(value, int):
        return value
    plain = value[1]
    edges: dict[tuple[str, str], None] = {}
    for reason in why(plain):
        part = path_below("", reason.path) or "the value"
        chain = [part, *[_step(one) for one in reversed(reason.steps)]]
        for later, earlier in pairwise(chain):
            edges[later, earlier] = None
    nodes = sorted({name for edge in edges for name in edge})
    return _drawn(nodes, sorted(edges), options)


def _step(step: Step) -> str:
    return step.what if step.place is None else f"{step.what} ({step.place})"


def picture(text: str) -> str:
    """Let Graphviz draw a DOT text as SVG."""
    import shutil
    import subprocess

    program = shutil.which("dot")
    if program is None:
        raise flags.BadUsage("--format svg needs Graphviz; its program `dot` is not installed")
    done = subprocess.run(  # noqa: S603  the program was just looked up, the input is ours
        [program, "-Tsvg"], input=text, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise flags.BadUsage(f"Graphviz failed with exit code {done.returncode}")
    return done.stdout
