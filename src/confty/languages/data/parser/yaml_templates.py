"""Templates of YAML: texts that become YAML once a program has filled them in.

Helm's are told by their words.  Of others, the actions are covered up: if what is left is YAML,
the actions were what was wrong with it.
"""

from __future__ import annotations

from confty.languages.data.lexer.yaml_quick import next_event
from confty.patterns import pattern
from confty.text import Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

#: What a template fills in.  ``${{ }}`` is an expression of workflows and stands in strings.
_ACTION: Final = pattern(r"(?<!\$)\{\{(?:[^{}\n]|\n(?!\n)|\{(?!\{)|\}(?!\}))*+\}\}|\{%[^\n%]*+%\}")
_HELM: Final = pattern(
    r"\{\{-|-\}\}|\{\{\s*(?:\.\w|\$|(?:if|else|end|range|with|include|template|define|block|tpl"
    r"|toYaml|printf|quote|default|required|lookup)\b)"
)


def template_action(source: Source, wrong: int) -> Span | None:
    """Return an action of a text that is no YAML because it is a template.

    It is the first on the line where something is wrong, or behind it, if there is one.
    """
    text = source.text
    if "{{" not in text and "{%" not in text:
        return None
    line = text.rfind("\n", 0, wrong) + 1
    first = _ACTION.search(text, line) or _ACTION.search(text)
    if first is None:
        return None
    if _HELM.search(text) is None and next_event(_covered(text)) is None:
        return None
    return Span(source, *first.span())


def _covered(text: str) -> str:
    """The text with a word for each action, and a comment for a line of nothing else."""
    lines = []
    for line in text.split("\n"):
        covered = _ACTION.sub("x", line)
        alone = not covered.replace("x", "").strip() and covered != line
        lines.append(f"# {covered}" if alone else covered)
    return "\n".join(lines)
