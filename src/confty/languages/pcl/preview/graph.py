"""Pictures of who depends on whom: Graphviz DOT and Mermaid, as text."""

from __future__ import annotations

from confty.languages.pcl.evaluator import Registration, Run
from confty.languages.pcl.preview.tree import is_default_provider


def _nodes(run: Run) -> list[Registration]:
    """The resources worth drawing: not the stack, which everything belongs to."""
    return [
        made
        for made in run.engine.resources.values()
        if made is not run.engine.stack and not is_default_provider(made)
    ]


def dot(run: Run) -> str:
    """The graph for Graphviz: solid edges are dependencies, dotted ones lead to the parent."""
    names = {made.urn: f"n{at}" for at, made in enumerate(_nodes(run))}
    lines = ["digraph resources {", "  rankdir=LR;", '  node [shape=box, fontname="sans-serif"];']
    for made in _nodes(run):
        label = f"{_escaped(made.name)}\\n{_escaped(made.type)}"
        shape = "" if made.custom else ", style=rounded"
        lines.append(f'  {names[made.urn]} [label="{label}"{shape}];')
    for made in _nodes(run):
        known = [names[urn] for urn in made.dependencies if urn in names]
        lines += [f"  {names[made.urn]} -> {name};" for name in known]
        if made.parent in names:
            lines.append(f"  {names[made.urn]} -> {names[str(made.parent)]} [style=dotted];")
    return "\n".join([*lines, "}"]) + "\n"


def mermaid(run: Run) -> str:
    """The graph for Mermaid."""
    names = {made.urn: f"n{at}" for at, made in enumerate(_nodes(run))}
    lines = ["flowchart LR"]
    for made in _nodes(run):
        opening, closing = ("[", "]") if made.custom else ("(", ")")
        label = f"{_quoted(made.name)}<br/>{_quoted(made.type)}"
        lines.append(f'  {names[made.urn]}{opening}"{label}"{closing}')
    for made in _nodes(run):
        known = [names[urn] for urn in made.dependencies if urn in names]
        lines += [f"  {names[made.urn]} --> {name}" for name in known]
        if made.parent in names:
            lines.append(f"  {names[made.urn]} -.-> {names[str(made.parent)]}")
    return "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def _quoted(text: str) -> str:
    return text.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
