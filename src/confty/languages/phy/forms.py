"""The grammar as a table: every form, where it may stand, and what operands it takes.

An operand pattern is a few letters, one for each operand: ``e`` expression, ``t`` type, ``n``
name, ``i`` integer, ``s`` selector (integer or name), ``d`` declaration, ``P`` the parameter
list, ``p`` a parameter, ``f``/``g`` a field with a type or an expression, ``r`` a rule, ``a``
what a rule takes, ``x`` an expression or a type.  ``?``, ``*`` and ``+`` repeat the letter
before them.
"""

from __future__ import annotations

from typing import Final

EXPRESSION: Final = "an expression"
TYPE: Final = "a type"
DECLARATION: Final = "a declaration"
MODULE: Final = "a module"
PART: Final = "part of a form"


class Form:
    """One form: its kind, its operands and whether the seed already has it."""

    __slots__ = ("fewest", "in_seed", "kind", "most", "name", "pattern", "shape")

    def __init__(self, name: str, kind: str, pattern: str, *, in_seed: bool) -> None:
        self.name = name
        self.kind = kind
        self.in_seed = in_seed
        self.pattern = pattern
        self.shape = "".join(letter for letter in pattern if letter not in "?*+")
        optional = pattern.count("?") + pattern.count("*")
        self.fewest = len(self.shape) - optional
        self.most = None if pattern[-1:] in {"*", "+"} else len(self.shape)

    def letter(self, index: int) -> str:
        """Return the pattern letter of an operand."""
        return self.shape[min(index, len(self.shape) - 1)]


_SEED: Final = (
    ("If", EXPRESSION, "eee?"),
    ("While", EXPRESSION, "ee"),
    ("Return", EXPRESSION, "e?"),
    ("Unreachable", EXPRESSION, ""),
    ("Call", EXPRESSION, "ee*"),
    ("TupleCons", EXPRESSION, "e*"),
    ("FieldAccess", EXPRESSION, "es"),
    ("Exprs", EXPRESSION, "e+"),
    ("And", EXPRESSION, "ee"),
    ("Or", EXPRESSION, "ee"),
    ("Asgn", EXPRESSION, "ee"),
    ("Decl", EXPRESSION, "ne"),
    ("VoidTy", TYPE, ""),
    ("UnitTy", TYPE, ""),
    ("BoolTy", TYPE, ""),
    ("IntTy", TYPE, ""),
    ("FloatTy", TYPE, ""),
    ("TupleTy", TYPE, "t*"),
    ("UnionTy", TYPE, "t+"),
    ("ProcTy", TYPE, "tt*"),
    ("ParamDecl", PART, "nt"),
    ("Params", PART, "p*"),
    ("ProcDecl", DECLARATION, "ntPe"),
    ("TypeDecl", DECLARATION, "nt"),
    ("Module", MODULE, "d*"),
)
_LATER: Final = (
    ("As", EXPRESSION, "et"),
    ("At", EXPRESSION, "ee"),
    ("ArrayCons", EXPRESSION, "e+"),
    ("RecordCons", EXPRESSION, "g+"),
    ("Seq", EXPRESSION, "te*"),
    ("Match", EXPRESSION, "er+"),
    ("CharTy", TYPE, ""),
    ("ArrayTy", TYPE, "it"),
    ("SeqTy", TYPE, "t"),
    ("RecordTy", TYPE, "f+"),
    ("Field", PART, "nx"),
    ("Rule", PART, "ae"),
)

FORMS: Final = {
    name: Form(name, kind, pattern, in_seed=in_seed)
    for table, in_seed in ((_SEED, True), (_LATER, False))
    for name, kind, pattern in table
}
EXPRESSIONS: Final = {name for name, form in FORMS.items() if form.kind is EXPRESSION} | {
    "Ident",
    "IntVal",
    "FloatVal",
}
TYPES: Final = {name for name, form in FORMS.items() if form.kind is TYPE} | {"Ident"}
DECLARATIONS: Final = {name for name, form in FORMS.items() if form.kind is DECLARATION}
EMPTY: Final[set[str]] = set()

# Pattern letter: what it is called in a message, and the forms it takes.
LETTERS: Final = {
    "e": (EXPRESSION, EXPRESSIONS),
    "t": (TYPE, TYPES),
    "x": ("an expression or a type", EXPRESSIONS | TYPES),
    "n": ("a name", {"Ident"}),
    "i": ("an integer", {"IntVal"}),
    "s": ("a position or a field name", {"IntVal", "Ident"}),
    "d": (DECLARATION, DECLARATIONS),
    "P": ("(Params ...)", {"Params"}),
    "p": ("(ParamDecl name type)", {"ParamDecl"}),
    "f": ("(Field name type)", {"Field"}),
    "g": ("(Field name expression)", {"Field"}),
    "r": ("(Rule (As name type) expression)", {"Rule"}),
    "a": ("(As name type)", {"As"}),
}

LEAVES: Final = {"Ident", "IntVal", "FloatVal"}
NAMES: Final = (*FORMS, *sorted(LEAVES))
