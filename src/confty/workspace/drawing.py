"""Graphs as text: DOT, Mermaid, JSON."""

from __future__ import annotations

import json


def dot(nodes: list[str], edges: list[tuple[str, str]]) -> str:
    """Write the graph for Graphviz."""
    lines = ["digraph confty {", "  rankdir=LR;", "  node [shape=box];"]
    lines += [f"  {json.dumps(node, ensure_ascii=False)};" for node in nodes]
    for importer, imported in edges:
        pair = [json.dumps(name, ensure_ascii=False) for name in (importer, imported)]
        lines.append(f"  {pair[0]} -> {pair[1]};")
    return "\n".join([*lines, "}"]) + "\n"


def mermaid(nodes: list[str], edges: list[tuple[str, str]]) -> str:
    """Write the graph for Mermaid; names are quoted, since a path may hold anything."""
    number = {node: f"n{index}" for index, node in enumerate(nodes)}
    lines = ["flowchart LR"]
    lines += [f'  {number[node]}["{_label(node)}"]' for node in nodes]
    lines += [f"  {number[importer]} --> {number[imported]}" for importer, imported in edges]
    return "\n".join(lines) + "\n"


def _label(name: str) -> str:
    """A name between quotes, by the codes that Mermaid has for what cannot stand there."""
    return "".join(
        letter if letter.isprintable() and letter != '"' else f"#{ord(letter)};" for letter in name
    )


def as_json(nodes: list[str], edges: list[tuple[str, str]]) -> str:
    """Write the graph as data."""
    pairs = [{"from": importer, "to": imported} for importer, imported in edges]
    return json.dumps({"nodes": nodes, "edges": pairs}, indent=2, ensure_ascii=False) + "\n"
