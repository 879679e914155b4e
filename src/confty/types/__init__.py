"""The gradual core: one set of types and one set of operations for every language.

Import from here only.  ``nodes`` are the kinds (for ``isinstance``), ``build`` makes them, and
every operation that languages disagree on takes a ``Rules`` value (how types relate) or a
``Notation`` (how they are spelled).  docs/type-core.md is the guided tour.

A module of the core is loaded when a name of it is first asked for: a command that only infers and
spells a type does not pay for narrowing and explanations.  No module has the name of a function:
loading it would bind that name here.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from confty.types.access import (
        Access,
        AccessProblem,
        Problem,
        read_field,
        read_index,
        refused,
        values_of,
    )
    from confty.types.build import (
        ARCHIVE,
        ASSET,
        BOOL,
        CHAR,
        DYNAMIC,
        FALSE,
        FLOAT,
        ID,
        INT,
        MAX_DEPTH,
        NEVER,
        NULL,
        NUMBER,
        OUTPUT,
        PROMISE,
        STRING,
        TRUE,
        UNIT,
        atom,
        define,
        enum,
        eventual,
        field,
        function_of,
        gradual_union,
        list_of,
        literal,
        map_of,
        object_of,
        optional,
        order,
        originated,
        originated_later,
        output_of,
        parameter,
        ref,
        retyped,
        set_of,
        tuple_of,
        unfold,
        union_of,
        var,
        written_union,
    )
    from confty.types.call import Complaint, Deal, Misdealt, deal
    from confty.types.constants import has_constant
    from confty.types.explaining import Mismatch, MismatchKind, PathStep, explain, misfits
    from confty.types.facts import (
        Elements,
        Fact,
        Facts,
        HasField,
        HasLength,
        Is,
        Not,
        Proof,
        both,
        learn,
    )
    from confty.types.guard import Guards, Misfit, View
    from confty.types.join import common, merge, widen
    from confty.types.narrowing import narrow
    from confty.types.nodes import (
        HAS_DYNAMIC,
        HAS_EVENTUAL,
        HAS_ORIGIN,
        HAS_REF,
        HAS_VAR,
        Atom,
        Constant,
        Dynamic,
        Enum,
        Eventual,
        Field,
        Function,
        LateField,
        ListOf,
        Literal,
        MapOf,
        Never,
        Object,
        Parameter,
        Ref,
        SetOf,
        Tuple,
        Type,
        TypeNode,
        Union,
        Var,
    )
    from confty.types.questions import knows_origin, remembering
    from confty.types.relate import Relation
    from confty.types.rows import from_rows, number, remember, to_rows
    from confty.types.rules import NO, SAFE, UNSAFE, Extra, Rules, Verdict
    from confty.types.solving import solve
    from confty.types.spelling import Notation, as_written, brief, quoted, show
    from confty.types.translation import Dialect, translate
    from confty.types.walk import (
        Renamer,
        canonical,
        children,
        members,
        parts,
        plain,
        rebuild,
        resolve,
        same,
        substitute,
        variables,
    )

_HOMES: Final = {
    "access": "Access Problem AccessProblem read_field read_index refused values_of",
    "build": (
        "ARCHIVE ASSET BOOL CHAR DYNAMIC FALSE FLOAT ID INT MAX_DEPTH NEVER NULL NUMBER "
        "OUTPUT PROMISE STRING TRUE UNIT atom define enum eventual field function_of "
        "gradual_union list_of literal map_of object_of optional order originated "
        "originated_later output_of parameter ref retyped set_of tuple_of unfold union_of "
        "var written_union"
    ),
    "call": "Complaint Deal Misdealt deal",
    "constants": "has_constant",
    "explaining": "Mismatch MismatchKind PathStep explain misfits",
    "facts": "Elements Fact Facts HasField Is HasLength Not Proof both learn",
    "guard": "Guards Misfit View",
    "join": "common merge widen",
    "narrowing": "narrow",
    "nodes": (
        "HAS_DYNAMIC HAS_EVENTUAL HAS_ORIGIN HAS_REF HAS_VAR Atom Constant Dynamic Enum Eventual "
        "Field Function LateField ListOf Literal MapOf Never Object Parameter Ref SetOf "
        "Tuple Type TypeNode Union Var"
    ),
    "relate": "Relation",
    "questions": "knows_origin remembering",
    "rows": "from_rows number remember to_rows",
    "rules": "NO SAFE UNSAFE Extra Rules Verdict",
    "spelling": "Notation as_written brief quoted show",
    "solving": "solve",
    "translation": "Dialect translate",
    "walk": (
        "Renamer canonical children members parts plain rebuild resolve same substitute variables"
    ),
}
_HOME: Final = {name: module for module, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> object:
    """Find a name on its first use."""
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    place = f"{__name__}.{home}"
    __import__(place)
    found: object = getattr(sys.modules[place], name)
    setattr(sys.modules[__name__], name, found)
    return found


__all__ = [
    "ARCHIVE", "ASSET", "BOOL", "CHAR", "DYNAMIC", "FALSE", "FLOAT", "HAS_DYNAMIC",
    "HAS_EVENTUAL", "HAS_ORIGIN", "HAS_REF", "HAS_VAR", "ID", "INT", "MAX_DEPTH", "NEVER",
    "NO", "NULL", "NUMBER", "OUTPUT", "PROMISE", "SAFE", "STRING", "TRUE", "UNIT", "UNSAFE",
    "Access", "AccessProblem", "Atom", "Complaint", "Constant", "Deal", "Dialect", "Dynamic",
    "Elements", "Enum", "Eventual", "Extra", "Fact", "Facts", "Field", "Function", "Guards",
    "HasField", "HasLength", "Is", "LateField", "ListOf", "Literal", "MapOf", "Misdealt",
    "Misfit", "Mismatch", "MismatchKind", "Never", "Not", "Notation", "Object", "Parameter",
    "PathStep", "Problem", "Proof", "Ref", "Relation", "Renamer", "Rules", "SetOf", "Tuple",
    "Type", "TypeNode", "Union", "Var", "Verdict", "View", "as_written", "atom", "both",
    "brief", "canonical", "children", "common", "deal", "define", "enum", "eventual",
    "explain", "field", "from_rows", "function_of", "gradual_union", "has_constant",
    "knows_origin", "learn", "list_of", "literal", "map_of", "members", "merge", "misfits",
    "narrow", "number", "object_of", "optional", "order", "originated", "originated_later",
    "output_of", "parameter", "parts", "plain", "quoted", "read_field", "read_index",
    "rebuild", "ref", "refused", "remember", "remembering", "resolve", "retyped", "same",
    "set_of", "show", "solve", "substitute", "to_rows", "translate", "tuple_of", "unfold",
    "union_of", "values_of", "var", "variables", "widen", "written_union",
]  # fmt: skip
