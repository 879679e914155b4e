"""Where emitted code goes: variables, scopes, signatures, Python functions under construction.

``FunctionLines`` are the lines of one Python function.  A piece of emitted text that names a
variable of another function marks it as captured; a loop may not rebind such a variable, for
the closures made in it would all see the last value.
"""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.compiler.kinds import ANY, NUMBER, kind_of, number_like
from confty.languages.jsonnet.evaluator.compiler.strictness import strict_parameters
from confty.languages.jsonnet.parser import syntax as s

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# A function longer than this has one version, for arguments of any kind.
_SMALL: Final = 600

# How a Python variable holds a Jsonnet variable.
VALUE: Final = 0  # worked out
THUNK: Final = 1  # a thunk for certain
MAYBE: Final = 2  # either
DIRECT: Final = 3  # a Python function that is called directly


class Piece:
    """An emitted expression: its text, what is known of its value, how deep it nests."""

    __slots__ = ("depth", "held", "kind", "simple", "text")

    def __init__(
        self,
        text: str,
        kind: int = ANY,
        depth: int = 1,
        *,
        simple: bool = False,
        held: int = VALUE,
    ) -> None:
        self.text = text
        self.kind = kind
        self.depth = depth
        # A literal or a variable: may be written twice.
        self.simple = simple
        # For what was put off: whether it is a value, a thunk, or may be either.
        self.held = held


class FunctionFrame:
    """One Python function under construction."""

    __slots__ = ("closures", "loop", "named", "table")

    def __init__(self) -> None:
        # Whether a closure in it may outlive one turn of a loop.
        self.closures = False
        # How many things have names in it, and the dict of those that are too many.
        self.named = 0
        self.table = ""
        # The function whose tail calls of itself become turns of a loop, while one is built.
        self.loop: Signature | None = None


class Variable:
    """A Jsonnet variable: the Python name that holds it, and how."""

    __slots__ = ("frame", "held", "kind", "pending", "python", "signature", "value_name")

    def __init__(
        self,
        python: str,
        held: int,
        frame: FunctionFrame,
        kind: int = ANY,
        signature: Signature | None = None,
    ) -> None:
        self.python = python
        self.held = held
        self.frame = frame
        self.kind = kind
        # For DIRECT: how to call it, and the variable of the function as a value.
        self.signature = signature
        self.value_name: str | None = None
        # Whether its own function has yet to assign it.
        self.pending = False


class Scope:
    """Names in reach; a chain, innermost first."""

    __slots__ = ("dollar", "grows", "names", "parent", "this")

    def __init__(self, parent: Scope | None, grows: FunctionFrame | None = None) -> None:
        self.parent = parent
        # The function whose locals that follow may be added to it.
        self.grows = grows
        self.names: dict[str, Variable] = {}
        # The object this scope stands in, as (self variable, layer variable), and the outermost.
        self.this: tuple[Variable, Variable] | None = parent.this if parent else None
        self.dollar: Variable | None = parent.dollar if parent else None

    def with_locals(self, names: set[str], frame: FunctionFrame) -> Scope:
        """The scope of locals; those one after another share one, else thousands are a long way.

        Programs are resolved before: a name that is in reach too early is nobody's, unless it
        hides another.
        """
        shared = self.grows is frame and "std" not in names
        if shared and all(self.find(name) is None for name in names):
            return self
        return Scope(self, frame)

    def find(self, name: str) -> Variable | None:
        """The variable that a name means here; None when it is ``std`` itself."""
        scope: Scope | None = self
        while scope is not None:
            found = scope.names.get(name)
            if found is not None:
                return found
            scope = scope.parent
        return None


class Signature:
    """What callers may know of a function: its parameters, and which it certainly needs."""

    __slots__ = ("_result", "_strict", "body", "name", "numeric", "parameters", "scope", "shown")

    def __init__(
        self,
        name: str | None,
        parameters: list[s.Parameter],
        body: s.Expression,
        scope: Scope,
        *,
        shown: str = "",
    ) -> None:
        # The variable it is bound to, if any, and what to call it in traces.
        self.name = name
        self.shown = shown or name or "anonymous"
        self.parameters = parameters
        self.body = body
        self.scope = scope
        self.numeric: frozenset[str] = frozenset()
        self._strict: tuple[str, ...] | None = None
        self._result = ANY

    def known(self, name: str) -> tuple[tuple[str, ...], frozenset[str]] | None:
        """What strictness may ask of other functions in reach."""
        variable = self.scope.find(name)
        if variable is None or variable.signature is None:
            return None
        other = variable.signature
        names = tuple([parameter.name.name for parameter in other.parameters])
        return names, frozenset(other.strict)

    @property
    def strict(self) -> tuple[str, ...]:
        """The parameters it certainly needs, in order; none while this is being found out."""
        if self._strict is None:
            self._strict = ()
            plain = [p for p in self.parameters if p.default is None]
            found = strict_parameters(self.parameters, self.body, self.name, self.known)
            names = {parameter.name.name for parameter in plain}
            self._strict = tuple([name for name in found if name in names])
            self._find_numbers()
        return self._strict

    def _find_numbers(self) -> None:
        assert self._strict is not None
        if self.body.end - self.body.start > _SMALL:
            return
        numeric = number_like(self.body) & set(self._strict)
        if not numeric:
            return
        self.numeric = frozenset(numeric)
        self._result = NUMBER
        kinds = dict.fromkeys(numeric, NUMBER)
        kinds.update({p.name.name: ANY for p in self.parameters if p.name.name not in numeric})
        if kind_of(self.body, kinds, self) != NUMBER:
            self._result = ANY

    @property
    def result(self) -> int:
        """What it gives when its numeric parameters are numbers."""
        return self._result if self.strict else ANY


class FunctionLines:
    """The lines of one Python function, at the current indentation."""

    __slots__ = ("depth", "frame", "level", "lines", "only")

    def __init__(self, frame: FunctionFrame, level: int) -> None:
        self.frame = frame
        self.level = level
        self.lines: list[str] = []
        # The expression, when all the function does is return it, and how deep it nests.
        self.only: str | None = None
        self.depth = 0

    def add(self, text: str) -> None:
        """Add a line."""
        self.lines.append(" " * self.level + text)

    def give(self, piece: Piece) -> None:
        """Return the value of an expression."""
        self.only = None if self.lines else piece.text
        self.depth = piece.depth
        self.lines.append(" " * self.level + "return " + piece.text)


def is_entry(text: str) -> bool:
    """Whether something is held by an entry of a table, and by no Python variable."""
    return text[-1] == "]"


def use(variable: Variable, block: FunctionLines) -> str:
    """The Python name of a variable, noting whether it is captured."""
    if variable.frame is not block.frame:
        variable.frame.closures = True
    return variable.python
