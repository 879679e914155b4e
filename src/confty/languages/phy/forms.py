"""The forms: one record each, from which reader, formatter and editors take what they need.

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
    """One form: where it may stand, what it takes, what it is for, and since when."""

    __slots__ = (
        "beside", "documentation", "fewest", "in_seed", "kind", "most", "name", "shape", "usage",
    )  # fmt: skip

    def __init__(
        self,
        usage: str,
        kind: str,
        pattern: str,
        documentation: str,
        *,
        later: bool = False,
        beside: int = 0,
    ) -> None:
        self.name = usage.strip("()").split()[0]
        # How it is written, its operands by what they are for.
        self.usage = usage
        self.kind = kind
        self.documentation = documentation
        self.in_seed = not later
        # How many operands stay on the line of the name when the rest goes below it.
        self.beside = beside
        self.shape = "".join(letter for letter in pattern if letter not in "?*+")
        optional = pattern.count("?") + pattern.count("*")
        self.fewest = len(self.shape) - optional
        self.most = None if pattern[-1:] in {"*", "+"} else len(self.shape)

    def letter(self, index: int) -> str:
        """Return the pattern letter of an operand."""
        return self.shape[min(index, len(self.shape) - 1)]


_FORMS: Final = (
    Form(
        "(If condition body other?)", EXPRESSION, "eee?", beside=1,
        documentation="Gives one of two values; without a third operand the other one is unit.",
    ),
    Form(
        "(While condition body)", EXPRESSION, "ee", beside=1,
        documentation="Repeats the body as long as the condition holds, which it tests first.",
    ),
    Form(
        "(Return value?)", EXPRESSION, "e?", beside=1,
        documentation="Leaves the procedure with a value, or with unit.",
    ),
    Form(
        "(Unreachable)", EXPRESSION, "",
        documentation="Ends the whole program with a report: control should never arrive here.",
    ),
    Form(
        "(Call callee argument*)", EXPRESSION, "ee*", beside=1,
        documentation="Calls a procedure or a built-in; arguments are computed from the left.",
    ),
    Form(
        "(TupleCons member*)", EXPRESSION, "e*",
        documentation="Makes a tuple; without members it is the unit value.",
    ),
    Form(
        "(FieldAccess base selector)", EXPRESSION, "es", beside=1,
        documentation="Takes a member of a tuple by its position, or of a record by its name.",
    ),
    Form(
        "(Exprs expression+)", EXPRESSION, "e+",
        documentation="Computes expressions in order; the value is the last one's.",
    ),
    Form(
        "(And left right)", EXPRESSION, "ee",
        documentation="Holds when both operands do; the second is computed only if it matters.",
    ),
    Form(
        "(Or left right)", EXPRESSION, "ee",
        documentation="Holds when an operand does; the second is computed only if it matters.",
    ),
    Form(
        "(Asgn location value)", EXPRESSION, "ee", beside=1,
        documentation="Stores a value in a local or in a part of one.",
    ),
    Form(
        "(Decl name value)", EXPRESSION, "ne", beside=1,
        documentation="Declares a local with a first value, from which it has its type.",
    ),
    Form(
        "(As value type)", EXPRESSION, "et", later=True,
        documentation="Takes a value as one of a type that it fits: a member as its union.",
    ),
    Form(
        "(At base index)", EXPRESSION, "ee", later=True, beside=1,
        documentation="Takes an element of a sequence, an array or a tuple by an index.",
    ),
    Form(
        "(ArrayCons element+)", EXPRESSION, "e+", later=True,
        documentation="Makes an array; its elements have a common type.",
    ),
    Form(
        "(RecordCons (Field name value)+)", EXPRESSION, "g+", later=True,
        documentation="Makes a record; fields are computed as written and kept by name.",
    ),
    Form(
        "(Seq type element*)", EXPRESSION, "te*", later=True, beside=1,
        documentation="Makes a sequence of a type, or of the bytes of a text.",
    ),
    Form(
        "(Match union (Rule (As name type) body)+)", EXPRESSION, "er+", later=True, beside=1,
        documentation="Looks into a union: the rule for the member it holds gives the value.",
    ),
    Form(
        "(VoidTy)", TYPE, "",
        documentation="The type without values, of what never ends with one.",
    ),
    Form("(UnitTy)", TYPE, "", documentation="The type of the empty tuple."),
    Form("(BoolTy)", TYPE, "", documentation="The type of true and false."),
    Form("(IntTy)", TYPE, "", documentation="Whole numbers of 64 bits."),
    Form("(FloatTy)", TYPE, "", documentation="Numbers of IEEE binary64."),
    Form(
        "(CharTy)", TYPE, "", later=True,
        documentation="A byte of a text; there are no operations on it.",
    ),
    Form(
        "(TupleTy member*)", TYPE, "t*",
        documentation="Tuples with members of these types; without members it is unit.",
    ),
    Form(
        "(UnionTy member+)", TYPE, "t+",
        documentation="Values of one of these types; their order does not matter.",
    ),
    Form(
        "(ProcTy result parameter*)", TYPE, "tt*",
        documentation="Procedures with this result and these parameters.",
    ),
    Form(
        "(ArrayTy length element)", TYPE, "it", later=True, beside=1,
        documentation="Arrays of a fixed length.",
    ),
    Form("(SeqTy element)", TYPE, "t", later=True, documentation="Sequences of any length."),
    Form(
        "(RecordTy (Field name type)+)", TYPE, "f+", later=True,
        documentation="Records with these fields; their order does not matter.",
    ),
    Form(
        "(ParamDecl name type)", PART, "nt", beside=1,
        documentation="A parameter of a procedure; it cannot be written.",
    ),
    Form("(Params parameter*)", PART, "p*", documentation="The parameters of a procedure."),
    Form(
        "(Field name part)", PART, "nx", later=True, beside=1,
        documentation="A field of a record: with its type, or with its value.",
    ),
    Form(
        "(Rule (As name type) body)", PART, "ae", later=True, beside=1,
        documentation="What a match does with a member of the union, which gets a name.",
    ),
    Form(
        "(ProcDecl name result (Params parameter*) body)", DECLARATION, "ntPe", beside=3,
        documentation="Declares a procedure; it sees itself and what is declared before it.",
    ),
    Form(
        "(TypeDecl name type)", DECLARATION, "nt", beside=1,
        documentation="Declares another name for a type.",
    ),
    Form(
        "(Module declaration*)", MODULE, "d*",
        documentation="A program of declarations; the last procedure is run.",
    ),
)  # fmt: skip

FORMS: Final = {form.name: form for form in _FORMS}

#: Forms that hold one token, and are written as that token for short.
LEAVES: Final = {"Ident", "IntVal", "FloatVal"}
NAMES: Final = (*FORMS, *sorted(LEAVES))


def _of(kind: str) -> set[str]:
    return {form.name for form in _FORMS if form.kind is kind}


EXPRESSIONS: Final = _of(EXPRESSION) | LEAVES
TYPES: Final = _of(TYPE) | {"Ident"}
DECLARATIONS: Final = _of(DECLARATION)

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
