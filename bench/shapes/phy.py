"""Inputs in Phy that grow, by what there is more of: the first file is the one that is worked on."""

from __future__ import annotations

from shapes.parts import Kinds, joined

PHY: Kinds = {
    "lines": lambda n: {
        "a.phy": "(Module (ProcDecl main (IntTy) (Params) (Exprs (Decl x 0)\n"
        + joined(n, lambda i: f"(Asgn x (Call + x {i}))")
        + "\n(Return x))))"
    },
    "functions": lambda n: {
        "a.phy": "(Module\n"
        + joined(
            n,
            lambda i: (
                f"(ProcDecl f{i} (IntTy) (Params (ParamDecl x (IntTy))) (Return (Call + x {i})))"
            ),
        )
        + "\n(ProcDecl main (IntTy) (Params) (Return (Call f0 1))))"
    },
    "locals": lambda n: {
        "a.phy": "(Module (ProcDecl main (IntTy) (Params) (Exprs\n"
        + joined(n, lambda i: f"(Decl v{i} {f'(Call + v{i - 1} 1)' if i else 0})")
        + f"\n(Return v{n - 1}))))"
    },
    "nesting": lambda n: {
        "a.phy": "(Module\n"
        + joined(
            n // 20 + 1,
            lambda i: (
                f"(ProcDecl f{i} (IntTy) (Params) (Return {'(Call + 1 ' * 20}{i}{')' * 20}))"
            ),
        )
        + "\n(ProcDecl main (IntTy) (Params) (Return 1)))"
    },
    "fields": lambda n: {
        "a.phy": "(Module\n(TypeDecl t (RecordTy\n"
        + joined(n, lambda i: f"(Field f{i} (IntTy))")
        + "))\n(ProcDecl main (IntTy) (Params) (Exprs (Decl r (RecordCons\n"
        + joined(n, lambda i: f"(Field f{i} {i})")
        + "))\n(Return (FieldAccess r f1)))))"
    },
    "union members": lambda n: {
        "a.phy": "(Module\n(TypeDecl u (UnionTy\n"
        + joined(n, lambda i: f"(RecordTy (Field f{i} (IntTy)))")
        + "))\n(ProcDecl pass u (Params (ParamDecl x u)) (Return x))"
        + "\n(ProcDecl main (IntTy) (Params) (Return 1)))"
    },
    "fields of one name": lambda n: {
        "a.phy": "(Module\n"
        + joined(n, lambda i: f"(TypeDecl t{i} (RecordTy (Field a (IntTy)) (Field b{i} (IntTy))))")
        + "\n(ProcDecl main (IntTy) (Params) (Exprs\n"
        + joined(n, lambda i: f"(Decl r{i} (RecordCons (Field a {i}) (Field b{i} 1)))")
        + "(Return 1))))"
    },
    "findings": lambda n: {
        "a.phy": "(Module (ProcDecl main (IntTy) (Params) (Exprs\n"
        + joined(n, lambda i: f"(Decl v{i} missing{i})")
        + "\n(Return 1))))"
    },
    "comments": lambda n: {
        "a.phy": joined(n, lambda i: f"; note {i}")
        + "\n(Module (ProcDecl main (IntTy) (Params) (Return 1)))"
    },
    "else if": lambda n: {
        "a.phy": "(Module\n"
        + joined(
            n // 20 + 1,
            lambda i: (
                f"(ProcDecl f{i} (IntTy) (Params (ParamDecl x (IntTy))) (Exprs "
                + joined(20, lambda j: f"(If (Call == x {j}) (Return {j})", " ")
                + ")" * 20
                + " (Return 0)))"
            ),
        )
        + "\n(ProcDecl main (IntTy) (Params) (Return (Call f0 1))))"
    },
    "ifs": lambda n: {
        "a.phy": "(Module (ProcDecl main (IntTy) (Params) (Exprs (Decl x 0)\n"
        + joined(n, lambda i: f"(If (Call == x {i}) (Asgn x (Call + x 1)))")
        + "\n(Return x))))"
    },
    "loops": lambda n: {
        "a.phy": "(Module (ProcDecl main (IntTy) (Params) (Exprs (Decl x 0)\n"
        + joined(n, lambda i: f"(While (Call < x {i}) (Asgn x (Call + x 1)))")
        + "\n(Return x))))"
    },
    "a row of calls": lambda n: {
        "a.phy": "(Module\n(ProcDecl f0 (IntTy) (Params) (Return 1))\n"
        + joined(n, lambda i: f"(ProcDecl f{i + 1} (IntTy) (Params) (Return (Call f{i // 2})))")
        + f"\n(ProcDecl main (IntTy) (Params) (Return (Call f{n}))))"
    },
    "parameters": lambda n: {
        "a.phy": "(Module (ProcDecl f (IntTy) (Params "
        + joined(n, lambda i: f"(ParamDecl p{i} (IntTy))")
        + ") (Return p0)) (ProcDecl main (IntTy) (Params) (Return (Call f "
        + joined(n, str, " ")
        + "))))"
    },
    "tuples": lambda n: {
        "a.phy": "(Module (ProcDecl main (IntTy) (Params) (Exprs (Decl t (TupleCons\n"
        + joined(n, str)
        + ")) (Return 1))))"
    },
    "types": lambda n: {
        "a.phy": "(Module\n"
        + joined(
            n,
            lambda i: (
                f"(TypeDecl t{i} (RecordTy (Field a {f't{i - 1}' if i % 10 else '(IntTy)'})))"
            ),
        )
        + "\n(ProcDecl main (IntTy) (Params) (Return 1)))"
    },
    "suppressions": lambda n: {
        "a.phy": "(Module (ProcDecl main (IntTy) (Params) (Exprs\n"
        + joined(n, lambda i: f"(Decl v{i} missing{i}) ; confty: ignore")
        + "\n(Return 1))))"
    },
    "syntax errors": lambda n: {"a.phy": "(Module\n" + joined(n, lambda i: f"(Oops {i})") + ")"},
    "deep calls": lambda n: {
        "a.phy": "(Module (ProcDecl main (IntTy) (Params) (Return "
        + "(Call + 1 " * n
        + "1"
        + ")" * n
        + ")))"
    },
    "deep parentheses unclosed": lambda n: {"a.phy": "(Module " + "(Exprs " * n},
    "one long else if": lambda n: {
        "a.phy": "(Module (ProcDecl main (IntTy) (Params) (Exprs (Decl x 1) "
        + joined(n, lambda j: f"(If (Call == x {j}) (Return {j})", "\n")
        + ")" * n
        + " (Return 0))))"
    },
    "names like others": lambda n: {
        "a.phy": "(Module (ProcDecl main (IntTy) (Params) (Exprs\n"
        + joined(n, lambda i: f"(Decl serviceAccountName{i} {i})")
        + joined(n, lambda i: f"(Asgn serviceAccountNames{i} {i})")
        + "\n(Return 1))))"
    },
    "fields like others": lambda n: {
        "a.phy": "(Module (ProcDecl main (IntTy) (Params) (Exprs (Decl r (RecordCons\n"
        + joined(n, lambda i: f"(Field serviceAccountName{i} {i})")
        + "))\n"
        + joined(n, lambda i: f"(Decl v{i} (FieldAccess r serviceAccountNames{i}))")
        + "(Return 1))))"
    },
    "uses of one name": lambda n: {
        "a.phy": "(Module (ProcDecl main (IntTy) (Params) (Exprs (Decl v 1)\n"
        + joined(n, lambda _: "(Asgn v v)")
        + "\n(Return v))))"
    },
    "errors on one line": lambda n: {
        "a.phy": "(Module (ProcDecl main (IntTy) (Params) (Exprs "
        + joined(n, lambda i: f"(Decl v{i} missing{i})", " ")
        + " (Return 1))))"
    },
    "wrong arguments": lambda n: {
        "a.phy": "(Module (ProcDecl f (IntTy) (Params (ParamDecl x (IntTy))) (Return x))\n"
        "(ProcDecl main (IntTy) (Params) (Exprs "
        + joined(n, lambda i: f"(Decl v{i} (Call f {i} {i}))")
        + " (Return 1))))"
    },
    "calls": lambda n: {
        "a.phy": "(Module (ProcDecl f (IntTy) (Params (ParamDecl x (IntTy))) (Return x))\n"
        "(ProcDecl main (IntTy) (Params) (Exprs "
        + joined(n, lambda i: f"(Decl v{i} (Call f {i}))")
        + " (Return 1))))"
    },
    "empty lines": lambda n: {
        "a.phy": "(Module" + "\n" * n + "(ProcDecl main (IntTy) (Params) (Return 1)))"
    },
    "loops in loops": lambda n: {
        "a.phy": "(Module\n"
        + joined(
            n // 10 + 1,
            lambda i: (
                f"(ProcDecl f{i} (IntTy) (Params) (Exprs (Decl x 0) "
                + "(While (Call < x 1) (Exprs (Asgn x (Call + x 1)) " * 10
                + "))" * 10
                + " (Return x)))"
            ),
        )
        + "\n(ProcDecl main (IntTy) (Params) (Return 1)))"
    },
}
