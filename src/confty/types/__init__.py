"""The gradual core: one set of types and one set of operations for every language.

Import from here only.  ``nodes`` are the kinds (for ``isinstance``), ``build`` makes them, and
every operation that languages disagree on takes a ``Rules`` value (how types relate) or a
``Notation`` (how they are spelled).  docs/type-core.md is the guided tour.

A module of the core is loaded when a name of it is first asked for: a command that only infers and
spells a type does not pay for narrowing and explanations.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from confty.types.access import Access, Problem, Wrong, iterate, read_field, read_index
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
        TOP,
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
        output_of,
        parameter,
        promise_of,
        ref,
        resource,
        retyped,
        set_of,
        tuple_of,
        unfold,
        union_of,
        var,
        written_union,
    )
    from confty.types.call import argument_verdicts, call
    from confty.types.convert import convert
    from confty.types.explain import Mismatch, Part, Reason, Step, explain
    from confty.types.facts import (
        And,
        Elements,
        Fact,
        HasField,
        Is,
        Length,
        Not,
        Or,
        Partial,
        Proof,
        blameless,
        conjoin,
        disjoin,
        learn,
        negate,
    )
    from confty.types.guard import Kind, Misfit, View, admits, fits
    from confty.types.join import common, join, join_all
    from confty.types.narrow import narrow, subtract, with_length
    from confty.types.nodes import (
        HAS_DYNAMIC,
        HAS_EVENTUAL,
        HAS_REF,
        HAS_UNION,
        HAS_VAR,
        HAS_WRITTEN,
        Atom,
        Constant,
        Dynamic,
        Enum,
        Eventual,
        Field,
        Function,
        ListOf,
        Literal,
        MapOf,
        Never,
        Object,
        Parameter,
        Ref,
        Resource,
        SetOf,
        Top,
        Tuple,
        Type,
        TypeNode,
        Union,
        Var,
    )
    from confty.types.relate import assignable, contained, convertible, same
    from confty.types.rules import (
        NO,
        SAFE,
        SOUND,
        SOUND_CROSSINGS,
        UNSAFE,
        ContainerRules,
        DynamicRules,
        Extra,
        FunctionRules,
        JoinRules,
        JoinStyle,
        LiteralRules,
        NarrowRules,
        ObjectRules,
        Rules,
        UnionRules,
        Verdict,
    )
    from confty.types.shapes import (
        deep_plain,
        eventual_rank,
        input_of,
        input_shape,
        lift,
        output_shape,
        plain_shape,
        resolve,
        resolve_promises,
        settled,
        settled_input,
        settled_output,
        settled_promise,
    )
    from confty.types.show import PLAIN, Notation, show
    from confty.types.solve import instantiate, match
    from confty.types.traverse import Key, collection, key_of, traverse, wrap
    from confty.types.unify import unify, unify_all
    from confty.types.walk import (
        canonical,
        children,
        mentions,
        rebuild,
        substitute,
        variables,
    )

_HOMES: Final = {
    "access": "Access Problem Wrong iterate read_field read_index",
    "build": (
        "ARCHIVE ASSET BOOL CHAR DYNAMIC FALSE FLOAT ID INT MAX_DEPTH NEVER NULL NUMBER "
        "OUTPUT PROMISE STRING TOP TRUE UNIT atom define enum eventual field "
        "function_of gradual_union list_of literal map_of object_of optional output_of "
        "parameter promise_of ref resource retyped set_of tuple_of unfold union_of var "
        "written_union"
    ),
    "call": "argument_verdicts call",
    "convert": "convert",
    "explain": "Mismatch Part Reason Step explain",
    "facts": (
        "And Elements Fact HasField Is Length Not Or Partial Proof blameless conjoin "
        "disjoin learn negate"
    ),
    "guard": "Kind Misfit View admits fits",
    "join": "common join join_all",
    "narrow": "narrow subtract with_length",
    "nodes": (
        "HAS_DYNAMIC HAS_EVENTUAL HAS_REF HAS_UNION HAS_VAR HAS_WRITTEN Atom Constant "
        "Dynamic Enum Eventual Field Function ListOf Literal MapOf Never Object "
        "Parameter Ref Resource SetOf Top Tuple Type TypeNode Union Var"
    ),
    "relate": "assignable contained convertible same",
    "rules": (
        "NO SAFE SOUND SOUND_CROSSINGS UNSAFE ContainerRules DynamicRules Extra "
        "FunctionRules JoinRules JoinStyle LiteralRules NarrowRules ObjectRules Rules "
        "UnionRules Verdict"
    ),
    "shapes": (
        "deep_plain eventual_rank input_of input_shape lift output_shape plain_shape "
        "resolve resolve_promises settled settled_input settled_output settled_promise"
    ),
    "show": "PLAIN Notation show",
    "solve": "instantiate match",
    "traverse": "Key collection key_of traverse wrap",
    "unify": "unify unify_all",
    "walk": "canonical children mentions rebuild substitute variables",
}
_HOME: Final = {name: module for module, names in _HOMES.items() for name in names.split()}


class _FrontDoor(ModuleType):
    """A package whose names are found on first use."""

    def __getattr__(self, name: str) -> object:
        home = _HOME.get(name)
        if home is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found: object = getattr(import_module(f"{__name__}.{home}"), name)
        super().__setattr__(name, found)
        return found

    def __setattr__(self, name: str, value: object) -> None:
        # Loading the module ``show`` binds that name here, where it has to be the function.
        if isinstance(value, ModuleType) and name in _HOME:
            value = getattr(value, name)
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _FrontDoor

__all__ = [
    "ARCHIVE",
    "ASSET",
    "BOOL",
    "CHAR",
    "DYNAMIC",
    "FALSE",
    "FLOAT",
    "HAS_DYNAMIC",
    "HAS_EVENTUAL",
    "HAS_REF",
    "HAS_UNION",
    "HAS_VAR",
    "HAS_WRITTEN",
    "ID",
    "INT",
    "MAX_DEPTH",
    "NEVER",
    "NO",
    "NULL",
    "NUMBER",
    "OUTPUT",
    "PLAIN",
    "PROMISE",
    "SAFE",
    "SOUND",
    "SOUND_CROSSINGS",
    "STRING",
    "TOP",
    "TRUE",
    "UNIT",
    "UNSAFE",
    "Access",
    "And",
    "Atom",
    "Constant",
    "ContainerRules",
    "Dynamic",
    "DynamicRules",
    "Elements",
    "Enum",
    "Eventual",
    "Extra",
    "Fact",
    "Field",
    "Function",
    "FunctionRules",
    "HasField",
    "Is",
    "JoinRules",
    "JoinStyle",
    "Key",
    "Kind",
    "Length",
    "ListOf",
    "Literal",
    "LiteralRules",
    "MapOf",
    "Misfit",
    "Mismatch",
    "NarrowRules",
    "Never",
    "Not",
    "Notation",
    "Object",
    "ObjectRules",
    "Or",
    "Parameter",
    "Part",
    "Partial",
    "Problem",
    "Proof",
    "Reason",
    "Ref",
    "Resource",
    "Rules",
    "SetOf",
    "Step",
    "Top",
    "Tuple",
    "Type",
    "TypeNode",
    "Union",
    "UnionRules",
    "Var",
    "Verdict",
    "View",
    "Wrong",
    "admits",
    "argument_verdicts",
    "assignable",
    "atom",
    "blameless",
    "call",
    "canonical",
    "children",
    "collection",
    "common",
    "conjoin",
    "contained",
    "convert",
    "convertible",
    "deep_plain",
    "define",
    "disjoin",
    "enum",
    "eventual",
    "eventual_rank",
    "explain",
    "field",
    "fits",
    "function_of",
    "gradual_union",
    "input_of",
    "input_shape",
    "instantiate",
    "iterate",
    "join",
    "join_all",
    "key_of",
    "learn",
    "lift",
    "list_of",
    "literal",
    "map_of",
    "match",
    "mentions",
    "narrow",
    "negate",
    "object_of",
    "optional",
    "output_of",
    "output_shape",
    "parameter",
    "plain_shape",
    "promise_of",
    "read_field",
    "read_index",
    "rebuild",
    "ref",
    "resolve",
    "resolve_promises",
    "resource",
    "retyped",
    "same",
    "set_of",
    "settled",
    "settled_input",
    "settled_output",
    "settled_promise",
    "show",
    "substitute",
    "subtract",
    "traverse",
    "tuple_of",
    "unfold",
    "unify",
    "unify_all",
    "union_of",
    "var",
    "variables",
    "with_length",
    "wrap",
    "written_union",
]
