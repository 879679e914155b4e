"""Going through expressions with one method a kind; the one table of what kinds there are.

Evaluation, checking and writing in another language are visitors: they differ in what a method
gives, a value, a type or a text.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from confty.generics import Generic, TypeVar
from confty.kit.hcl import syntax

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

R = TypeVar("R")


class Visitor(ABC, Generic[R]):
    """Finds the method for a node; a subclass has them all, and may add kinds of its own."""

    def __init__(self) -> None:
        # What the element of a splat is while the right side is visited.
        self.items: dict[syntax.SplatItem, R] = {}
        self.by_kind: dict[type, Callable[..., R]] = {
            syntax.Literal: self._literal,
            syntax.Template: self._template,
            syntax.TemplateJoin: self._join,
            syntax.Traversal: self._traversal,
            syntax.RelativeTraversal: self._relative,
            syntax.Index: self._index,
            syntax.SplatItem: self._item,
            syntax.Splat: self._splat,
            syntax.Binary: self._binary,
            syntax.Unary: self._unary,
            syntax.Conditional: self._conditional,
            syntax.For: self._for,
            syntax.Call: self.call,
            syntax.Object: self._object,
            syntax.Tuple: self._tuple,
            syntax.Parentheses: self._parentheses,
            syntax.Missing: self._missing,
        }

    @abstractmethod
    def visit(self, node: syntax.Expression) -> R:
        """What a node gives: the method of its kind in ``by_kind``, and whatever else is due."""

    @abstractmethod
    def call(self, node: syntax.Call) -> R:
        """What a call gives."""

    def _parentheses(self, node: syntax.Parentheses) -> R:
        return self.visit(node.inner)

    def _item(self, node: syntax.SplatItem) -> R:
        return self.items[node]

    @abstractmethod
    def _missing(self, node: syntax.Missing) -> R: ...
    @abstractmethod
    def _literal(self, node: syntax.Literal) -> R: ...
    @abstractmethod
    def _template(self, node: syntax.Template) -> R: ...
    @abstractmethod
    def _join(self, node: syntax.TemplateJoin) -> R: ...
    @abstractmethod
    def _traversal(self, node: syntax.Traversal) -> R: ...
    @abstractmethod
    def _relative(self, node: syntax.RelativeTraversal) -> R: ...
    @abstractmethod
    def _index(self, node: syntax.Index) -> R: ...
    @abstractmethod
    def _splat(self, node: syntax.Splat) -> R: ...
    @abstractmethod
    def _binary(self, node: syntax.Binary) -> R: ...
    @abstractmethod
    def _unary(self, node: syntax.Unary) -> R: ...
    @abstractmethod
    def _conditional(self, node: syntax.Conditional) -> R: ...
    @abstractmethod
    def _for(self, node: syntax.For) -> R: ...
    @abstractmethod
    def _object(self, node: syntax.Object) -> R: ...
    @abstractmethod
    def _tuple(self, node: syntax.Tuple) -> R: ...
