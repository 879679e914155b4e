"""A prompt's session: expressions, and names for their values.

``name = expression`` keeps a value; any other entry is an expression.  It is the output of a
program of its own, in which the kept values are written out.
"""

from __future__ import annotations

import json
import re
from typing import Final

from confty.kit.entries import Entries, begun, is_closed, last_word
from confty.language import Host, Outcome
from confty.languages.pcl.checker import bind_source
from confty.languages.pcl.checker.checked import Checked
from confty.languages.pcl.evaluator.outputs import evaluate_outputs, shown
from confty.languages.pcl.insight import PclInsight
from confty.languages.pcl.library import FUNCTIONS
from confty.languages.pcl.rules import spelled
from confty.languages.pcl.written import as_hcl
from confty.types import Object

_NAME: Final = r"[A-Za-z_][A-Za-z0-9_-]*"
_BINDING: Final = re.compile(rf"\s*({_NAME})\s*=(?!=)\s*")
_LAST_WORD: Final = re.compile(rf"(?:{_NAME})?\Z")
_RESULT: Final = "it"


class Session:
    """The state of one read-evaluate-print loop."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.entries = Entries()
        self.kept: dict[str, str] = {}  # values, as expressions that need no work

    def is_complete(self, text: str) -> bool:
        """Whether an entry may end here."""
        return is_closed(text)

    def enter(self, text: str) -> Outcome[str]:
        """Take an entry; return what to show."""
        binding = _BINDING.match(text)
        checked = self._checked(text)
        if checked.failed:
            return Outcome("", self.entries.moved(checked.diagnostics))
        evaluated = evaluate_outputs(checked.output.program, self.host)
        if evaluated.output is None:
            return Outcome("", self.entries.moved(evaluated.diagnostics))
        if binding is not None:
            value = evaluated.output[_RESULT]
            self.kept[binding[1]] = _written(value) or text[binding.end() :]
            return Outcome("")
        found = shown(evaluated.output)
        assert isinstance(found, dict)
        return Outcome(json.dumps(found[_RESULT], indent=2, ensure_ascii=False))

    def type_of(self, text: str) -> Outcome[str]:
        """Return the type of an expression, without running it."""
        checked = self._checked(text)
        whole = PclInsight(checked.output).whole()
        known = whole.by_name.get(_RESULT) if isinstance(whole, Object) else None
        return Outcome(
            "" if known is None else spelled(known.type), self.entries.moved(checked.diagnostics)
        )

    def documentation(self, text: str) -> Outcome[str]:
        """Return what is said of a function."""
        function = FUNCTIONS.get(text.strip())
        return Outcome("" if function is None else function.about)

    def completions(self, text: str) -> list[str]:
        """Return what the last word of a line may go on as."""
        return begun((*self.kept, *FUNCTIONS), last_word(_LAST_WORD, text))

    def _checked(self, text: str) -> Outcome[Checked]:
        binding = _BINDING.match(text)
        skip = 0 if binding is None else binding.end()
        kept = "".join(f"{name} = {value}\n" for name, value in self.kept.items())
        before = f'{kept}output "{_RESULT}" {{\n  value = '
        source = self.entries.source(text, before, "\n}\n", skip)
        program = bind_source(source, self.host)
        return Outcome(Checked(program, source), tuple(program.diagnostics))


def _written(value: object) -> str:
    """Write a value as an expression; empty for one that only its expression can make again."""
    try:
        return as_hcl(json.dumps(value, ensure_ascii=False))
    except TypeError:
        return ""
