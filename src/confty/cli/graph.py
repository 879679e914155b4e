"""``confty graph``: which file imports which, as DOT, Mermaid, JSON or a picture."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from typing import Final

from confty.cli import flags

FORMS: Final = ("dot", "mermaid", "json", "svg")


def main(argv: list[str]) -> int:
    """Check the files to learn their imports, and draw them."""
    parser = flags.parser("graph", "Draw which file imports which.")
    flags.add_input_flags(parser)
    parser.add_argument("--format", choices=FORMS, default="dot", help="svg needs Graphviz")
    parser.add_argument("-o", "--output", metavar="FILE", help="write to a file")
    parser.add_argument("paths", nargs="*", default=["."], metavar="PATH")
    options = parser.parse_args(argv)
    try:
        return _graph(options)
    except flags.BadUsage as bad:
        sys.stderr.write(f"confty graph: {bad}\n")
        return 2


def _graph(options: Namespace) -> int:
    from confty.cli.check import found_files

    flags.enter_directory(options)
    work = flags.project(options)
    names = found_files(options.paths, work.config)
    work.check_all(names)
    edges = work.graph.edges()
    nodes = sorted({*names, *(name for edge in edges for name in edge)})
    if options.format == "svg":
        return flags.deliver(picture(dot(nodes, edges)), options.output)
    drawn = {"dot": dot, "mermaid": mermaid, "json": as_json}[options.format]
    return flags.deliver(drawn(nodes, edges), options.output)


def dot(nodes: list[str], edges: list[tuple[str, str]]) -> str:
    """Write the graph for Graphviz."""
    lines = ["digraph imports {", "  rankdir=LR;", "  node [shape=box];"]
    lines += [f"  {json.dumps(node, ensure_ascii=False)};" for node in nodes]
    for importer, imported in edges:
        pair = [json.dumps(name, ensure_ascii=False) for name in (importer, imported)]
        lines.append(f"  {pair[0]} -> {pair[1]};")
    return "\n".join([*lines, "}"]) + "\n"


def mermaid(nodes: list[str], edges: list[tuple[str, str]]) -> str:
    """Write the graph for Mermaid; names are quoted, since a path may hold anything."""
    number = {node: f"n{index}" for index, node in enumerate(nodes)}
    lines = ["flowchart LR"]
    lines += [f'  {number[node]}["{node.replace(chr(34), "#quot;")}"]' for node in nodes]
    lines += [f"  {number[importer]} --> {number[imported]}" for importer, imported in edges]
    return "\n".join(lines) + "\n"


def as_json(nodes: list[str], edges: list[tuple[str, str]]) -> str:
    """Write the graph as data."""
    pairs = [{"from": importer, "to": imported} for importer, imported in edges]
    return json.dumps({"files": nodes, "imports": pairs}, indent=2, ensure_ascii=False) + "\n"


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
