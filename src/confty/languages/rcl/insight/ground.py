"""A checked document as the answers see it: its tree, its tokens, and what is in scope where."""

from __future__ import annotations

from _bisect import bisect_right
from functools import cached_property
from typing import Final

from confty.languages.rcl.checker.annotations import Exports
from confty.languages.rcl.checker.checked import Binding, Checked
from confty.languages.rcl.insight.origins import Origins
from confty.languages.rcl.lexer import NONCODE, Tokens, lex, repair
from confty.languages.rcl.parser import syntax
from confty.languages.rcl.parser.walk import TreePart, walk, way_to
from confty.languages.rcl.unit import Given
from confty.text import Span


class Ground:
    """One document; what is costly is made when it is first asked for, and kept."""

    def __init__(self, checked: Checked, given: Given | None = None) -> None:
        self.checked: Final = checked
        self.source: Final = checked.source
        self.text: Final = checked.source.text
        # What the program is given from outside, and which inputs are secret or unknown.
        self.inputs: Final = None if given is None else given.type
        self.labels: Final = {} if given is None else given.labels

    @cached_property
    def tokens(self) -> Tokens:
        """The tokens of the text, balanced where it is not."""
        lexed = lex(self.source)
        return repair(self.source)[0] if lexed.diagnostics else lexed.output

    @cached_property
    def steps(self) -> list[TreePart]:
        """All of the tree."""
        return list(walk(self.checked.document.body))

    @cached_property
    def origins(self) -> Origins:
        """Where fields are written."""
        return Origins(self.checked)

    @cached_property
    def lets(self) -> dict[syntax.Name, syntax.Let]:
        """The statement of each name that a ``let`` binds."""
        return {one.name: one for one in self.steps if isinstance(one, syntax.Let)}

    def span(self, start: int, end: int) -> Span:
        """A span of this document."""
        return Span(self.source, start, end)

    def way(self, offset: int) -> list[TreePart]:
        """What is around an offset, outermost first."""
        return way_to(self.checked.document.body, offset)

    def token_at(self, offset: int) -> int:
        """The index of the last token that starts at or before an offset; -1 for none."""
        return bisect_right(self.tokens.starts, offset) - 1

    def code_before(self, offset: int) -> int:
        """The index of the last code token that ends at or before an offset; -1 for none."""
        tokens = self.tokens
        at = self.token_at(offset)
        while at >= 0 and (
            tokens.kinds[at] in NONCODE
            or tokens.starts[at] == tokens.ends[at]  # the end, or what a repair put there
            or tokens.ends[at] > offset
        ):
            at -= 1
        return at

    def word(self, offset: int) -> tuple[int, int]:
        """The stretch of the word that an offset is in or at the end of."""
        start = end = min(max(offset, 0), len(self.text))
        while start > 0 and _is_letter(self.text[start - 1]):
            start -= 1
        while end < len(self.text) and _is_letter(self.text[end]):
            end += 1
        return start, end

    def in_scope(self, offset: int) -> dict[str, Binding]:
        """The names that can be used at an offset, the innermost of each."""
        found: dict[str, Binding] = {}
        for step in self.way(offset):
            for name in self._bound_by(step, offset):
                binding = self.checked.binders.get(name)
                if binding is not None:
                    found[name.text] = binding
        return found

    def _bound_by(self, step: TreePart, offset: int) -> list[syntax.Name]:
        """The names that something around an offset brings into scope there."""
        if isinstance(step, syntax.Function):
            inside = offset >= step.body.start or _in_body(step, offset)
            return list(step.parameters) if inside else []
        found: list[syntax.Name] = []
        for one in _statements(step):
            if isinstance(one, syntax.Let):
                found += [one.name] if self._is_over(one, offset) else []
            elif isinstance(one, syntax.For) and one.end <= offset and one.collection.end < offset:
                found += one.variables
        return found

    def _is_over(self, one: syntax.Let, offset: int) -> bool:
        """Whether a statement ends before an offset; one without semicolon ends with its line."""
        if one.end > offset:
            return False
        return self.text[one.end - 1] == ";" or "\n" in self.text[one.end : offset]

    def aliases(self, offset: int) -> dict[str, syntax.TypeAliasStatement]:
        """The types that are declared around an offset."""
        found: dict[str, syntax.TypeAliasStatement] = {}
        for step in self.way(offset):
            for one in _statements(step):
                if isinstance(one, syntax.TypeAliasStatement):
                    found[one.name.text] = one
        return found

    def imported(self, binding: Binding) -> syntax.Import | None:
        """The import that a name is bound to, if it is one."""
        value = self.checked.values.get(binding)
        while isinstance(value, syntax.Parens):
            value = value.body
        return value if isinstance(value, syntax.Import) else None

    @cached_property
    def _files(self) -> dict[str, list[Binding]]:
        found: dict[str, list[Binding]] = {}
        for binding in self.checked.binders.values():
            if self.imported(binding) is not None:
                found.setdefault(binding.name, []).append(binding)
        return found

    def file_named(self, name: str, offset: int) -> Binding | None:
        """The name of a file whose types are used at an offset."""
        found = self._files.get(name, [])
        return found[0] if len(found) == 1 else self.in_scope(offset).get(name)

    def exports(self, binding: Binding) -> Exports:
        """The types of the file that a name is bound to."""
        node = self.imported(binding)
        file = None if node is None else self.checked.files.get(node)
        return {} if file is None or file.checked is None else file.checked.exports


def _is_letter(letter: str) -> bool:
    return letter.isalnum() or letter in "_-"


def _statements(step: TreePart) -> list[syntax.Control]:
    if isinstance(step, syntax.Block):
        return [one for _, one in step.statements]
    return [one for _, one in step.controls] if isinstance(step, syntax.Element) else []


def _in_body(step: syntax.Function, offset: int) -> bool:
    last = step.parameters[-1].end if step.parameters else step.start + 1
    return offset > last + 1
