"""What people try, and what Phy has for it: forms and names of other languages."""

from __future__ import annotations

from typing import Final

#: A form that does not exist: the one that is meant.
MEANT: Final = {
    "Let": "Decl", "Var": "Decl", "Def": "Decl", "Define": "Decl", "Declare": "Decl",
    "Val": "Decl", "Local": "Decl",
    "Set": "Asgn", "Assign": "Asgn", "Set!": "Asgn", "Store": "Asgn", "=": "Asgn", ":=": "Asgn",
    "Begin": "Exprs", "Do": "Exprs", "Block": "Exprs", "Progn": "Exprs", "Seqn": "Exprs",
    "Body": "Exprs", "Then": "Exprs",
    "Fun": "ProcDecl", "Func": "ProcDecl", "Function": "ProcDecl", "Defun": "ProcDecl",
    "Proc": "ProcDecl", "Procedure": "ProcDecl", "Fn": "ProcDecl",
    "Param": "ParamDecl", "Arg": "ParamDecl", "Parameter": "ParamDecl",
    "Args": "Params", "Parameters": "Params", "Arguments": "Params",
    "Type": "TypeDecl", "Alias": "TypeDecl", "Typedef": "TypeDecl",
    "Int": "IntTy", "Integer": "IntTy", "Number": "IntTy",
    "Float": "FloatTy", "Double": "FloatTy", "Real": "FloatTy",
    "Bool": "BoolTy", "Boolean": "BoolTy", "Char": "CharTy", "Unit": "UnitTy", "Void": "VoidTy",
    "Tuple": "TupleCons", "Record": "RecordCons", "Struct": "RecordCons", "Array": "ArrayCons",
    "List": "Seq", "Sequence": "Seq", "Vector": "Seq", "Union": "UnionTy",
    "Get": "FieldAccess", "Dot": "FieldAccess", "Nth": "At", "Index": "At", "Ref": "At",
    "Loop": "While", "For": "While", "Repeat": "While",
    "When": "If", "Cond": "If", "Ite": "If", "Case": "Match", "Switch": "Match",
    "Cast": "As", "Ret": "Return", "Give": "Return", "Program": "Module", "Panic": "Unreachable",
    "Apply": "Call", "Invoke": "Call",
}  # fmt: skip

#: A name that does not exist: how the same is said.
INSTEAD: Final = {
    ">": "write (Call < b a) for a > b",
    ">=": "write (Call <= b a) for a >= b",
    "!=": "write (Call not (Call == a b)) for a != b",
    "/=": "write (Call not (Call == a b)) for a /= b",
    "<>": "write (Call not (Call == a b)) for a <> b",
    "=": "equality is ==",
    "===": "equality is ==",
    "&&": "write (And a b)",
    "and": "write (And a b)",
    "||": "write (Or a b)",
    "or": "write (Or a b)",
    "!": "write (Call not a)",
    "%": "write (Call mod a b)",
    "//": "write (Call div a b)",
    "neg": "write (Call - 0 a)",
    "print": "write (Call write text)",
    "println": "write (Call write text)",
    "length": "write (Call len s)",
    "size": "write (Call len s)",
    "append": "write (Call concat s element), which gives a longer sequence",
    "push": "write (Call concat s element), which gives a longer sequence",
    "++": "write (Call concat s element), which gives a longer sequence",
    "True": "write true",
    "False": "write false",
    "null": "unit is (TupleCons)",
    "none": "unit is (TupleCons)",
    "None": "unit is (TupleCons)",
    "unit": "unit is (TupleCons)",
    "int": "the type is (IntTy)",
    "float": "the type is (FloatTy)",
    "bool": "the type is (BoolTy)",
    "char": "the type is (CharTy)",
    "string": "a text is a (SeqTy (CharTy))",
    "str": "a text is a (SeqTy (CharTy))",
}

#: Built-in names that people take for forms.
BUILTIN_WORDS: Final = frozenset(
    {
        "+", "-", "*", "/", "div", "mod", "==", "<", "<=", "not", "len", "concat", "write",
        "writeErr", "readFile",
    }
)  # fmt: skip
