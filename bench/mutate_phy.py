"""One slip in a program, and what is said of it: how many messages, and how far from the place.

    python bench/mutate_phy.py [--every N] [-v]

Each program is broken in one place after the other, in all the ways of ``KINDS``; ``--every`` takes
one of so many.  Printed is, by kind, in how many cases there was one message, at most two, and how
often the first one stood on the line of the slip or next to it.  ``-v`` shows the others.
"""

from __future__ import annotations

import argparse
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from phy_others import OTHERS
from phy_programs import PROGRAMS

from confty.languages.phy.checker import check
from confty.languages.phy.forms import FORMS
from confty.text import Source

ROOT = Path(__file__).resolve().parent.parent

MORE = [
    """
(Module
  (TypeDecl shape
    (UnionTy
      (RecordTy (Field radius (FloatTy)))
      (RecordTy (Field width (FloatTy)) (Field height (FloatTy)))))
  (ProcDecl area (FloatTy) (Params (ParamDecl s shape))
    (Return
      (Match s
        (Rule (As c (RecordTy (Field radius (FloatTy))))
          (Call * 3.14 (Call * (FieldAccess c radius) (FieldAccess c radius))))
        (Rule (As r (RecordTy (Field width (FloatTy)) (Field height (FloatTy))))
          (Call * (FieldAccess r width) (FieldAccess r height))))))
  (ProcDecl main (FloatTy) (Params)
    (Exprs
      (Decl circle (As (RecordCons (Field radius 2.0)) shape))
      (Decl box (As (RecordCons (Field width 2.0) (Field height 3.0)) shape))
      (Return (Call + (Call area circle) (Call area box))))))
""",
    """
(Module
  (TypeDecl account (RecordTy (Field owner (SeqTy (CharTy))) (Field balance (IntTy))))
  (ProcDecl deposit account (Params (ParamDecl a account) (ParamDecl amount (IntTy)))
    (Exprs
      (Decl changed a)
      (If (Call <= amount 0)
        (Exprs
          (Call writeErr (Seq "nothing to deposit\\n"))
          (Return a)))
      (Asgn (FieldAccess changed balance) (Call + (FieldAccess a balance) amount))
      (Return changed)))
  (ProcDecl total (IntTy) (Params (ParamDecl accounts (SeqTy account)))
    (Exprs
      (Decl sum 0)
      (Decl i 0)
      (While (Call < i (Call len accounts))
        (Exprs
          (Asgn sum (Call + sum (FieldAccess (At accounts i) balance)))
          (Asgn i (Call + i 1))))
      (Return sum)))
  (ProcDecl main (IntTy) (Params)
    (Exprs
      (Decl ann (RecordCons (Field owner (Seq "ann")) (Field balance 10)))
      (Decl bob (Call deposit ann 32))
      (Call write (FieldAccess bob owner))
      (Return (Call total (Seq account ann bob))))))
""",
    """
(Module
  (ProcDecl map (SeqTy (IntTy))
    (Params
      (ParamDecl f (ProcTy (IntTy) (IntTy)))
      (ParamDecl s (SeqTy (IntTy))))
    (Exprs
      (Decl out (Seq (IntTy)))
      (Decl i 0)
      (While (Call < i (Call len s))
        (Exprs
          (Asgn out (Call concat out (Call f (At s i))))
          (Asgn i (Call + i 1))))
      (Return out)))
  (ProcDecl square (IntTy) (Params (ParamDecl n (IntTy)))
    (Return (Call * n n)))
  (ProcDecl main (SeqTy (IntTy)) (Params)
    (Return (Call map square (Seq (IntTy) 1 2 3)))))
""",
]  # fmt: skip

# A form, and what people write for it.
FOREIGN = {
    "Decl": ("Let", "let", "Define", "define", "var"),
    "Asgn": ("Set", "set!", "=", ":="),
    "If": ("if", "cond", "Cond", "when"),
    "While": ("while", "For", "loop"),
    "Exprs": ("begin", "Begin", "do", "progn"),
    "ProcDecl": ("defun", "Function", "lambda", "def", "Lambda"),
    "Return": ("return", "Ret"),
    "And": ("&&", "and"),
    "Or": ("||", "or"),
    "Call": ("call", "Apply"),
    "At": ("Index", "nth"),
    "FieldAccess": ("Get", "dot"),
    "RecordCons": ("Record", "struct"),
    "Match": ("match", "Switch"),
    "IntTy": ("Int", "int"),
    "FloatTy": ("Float", "float"),
    "SeqTy": ("ListTy", "List"),
    "Params": ("Args", "params"),
    "ParamDecl": ("Param", "param"),
    "Module": ("module", "Program"),
}
# A built-in, and what people write for it.
WORDS = {"<": (">", ">="), "==": ("=", "!=", "==="), "concat": ("append", "push"),
         "len": ("length", "size"), "mod": ("%",), "div": ("//",), "+": ("plus", "add"),
         "not": ("!",), "write": ("print",)}  # fmt: skip


def texts() -> list[str]:
    """Programs as people lay them out."""
    found = [one[0] for one in (*PROGRAMS.values(), *OTHERS.values())]
    small = [
        text.replace("SIZE", "9").replace("MARKS", "true false").replace("LENGTH", "2")
        for text in found
    ]
    page = (ROOT / "docs" / "languages" / "phy.md").read_text()
    written = re.findall(r"```phy title=\S+\n(.*?)```", page, re.DOTALL)
    every = [text.strip("\n") + "\n" for text in (*small, *MORE, *written)]
    return [text for text in every if not check(Source("a.phy", text)).diagnostics]


def parentheses(text: str, *, surplus: bool) -> Iterator[tuple[int, str]]:
    for found in re.finditer(r"[()]", text):
        at = found.start()
        again = found[0] * 2 if surplus else ""
        yield at, f"{text[:at]}{again}{text[at + 1 :]}"


def misspelt(text: str) -> Iterator[tuple[int, str]]:
    for found in re.finditer(r"\(([A-Z]\w+)", text):
        name, start, end = found[1], found.start(1), found.end(1)
        wrong = {name[:-1], name[0] + name[2:], name + name[-1], name.lower(), name.upper()}
        for one in sorted(wrong - set(FORMS)):
            yield start, f"{text[:start]}{one}{text[end:]}"


def foreign(text: str) -> Iterator[tuple[int, str]]:
    for form, others in FOREIGN.items():
        for found in re.finditer(rf"\({form}(?=[ )\n])", text):
            for one in others:
                yield found.start(), f"{text[: found.start()]}({one}{text[found.end() :]}"
    for word, others in WORDS.items():
        for found in re.finditer(rf"\(Call {re.escape(word)}(?= )", text):
            for one in others:
                yield found.start(), f"{text[: found.start()]}(Call {one}{text[found.end() :]}"


def left_out(text: str) -> Iterator[tuple[int, str]]:
    """A word that is needed: ``Call``, ``Exprs``, a name, an operand."""
    for found in re.finditer(r"\((?:Call|Exprs|Return) ?", text):
        yield found.start(), f"{text[: found.start()]}({text[found.end() :].lstrip()}"
    for found in re.finditer(r" [a-z0-9.]+(?=[ )])", text):
        yield found.start(), text[: found.start()] + text[found.end() :]


def renamed(text: str) -> Iterator[tuple[int, str]]:
    """A name where it is declared, so that every use of it is unknown: told at the first."""
    for found in re.finditer(r"\((?:Decl|ParamDecl|ProcDecl|TypeDecl) (\w+)", text):
        at = found.end(1)
        use = re.compile(rf"(?<=[ (]){found[1]}(?=[ )])").search(text, at)
        yield use.start() if use else at, f"{text[:at]}x{text[at:]}"


KINDS = {
    "lost parenthesis": lambda text: parentheses(text, surplus=False),
    "surplus parenthesis": lambda text: parentheses(text, surplus=True),
    "misspelt form": misspelt,
    "foreign word": foreign,
    "word left out": left_out,
    "declared otherwise": renamed,
}


def judged(kind: str, every: int, *, verbose: bool) -> tuple[int, int, int, int]:
    """Count the cases of a kind: all refused, one message, at most two, near the place."""
    cases = one = two = near = 0
    number = 0
    for text in texts():
        for at, broken in KINDS[kind](text):
            number += 1
            if number % every:
                continue
            source = Source("a.phy", broken)
            findings = check(source).diagnostics
            if not findings:
                continue
            cases += 1
            line = text.count("\n", 0, at) + 1
            first = findings[0].span
            close = first is not None and abs(source.place(first.start)[0] - line) <= 1
            one += len(findings) == 1
            two += len(findings) <= 2
            near += close
            if verbose and (len(findings) > 2 or not close):
                print(f"--- {kind}, line {line}: {text.splitlines()[line - 1].strip()}")
                print("".join(f"    {finding}\n" for finding in findings), end="")
    return cases, one, two, near


def main() -> None:
    reader = argparse.ArgumentParser()
    reader.add_argument("--every", type=int, default=1)
    reader.add_argument("--kind", choices=KINDS)
    reader.add_argument("-v", "--verbose", action="store_true")
    asked = reader.parse_args()
    totals: dict[str, int] = defaultdict(int)
    print(f"  {'slip':20} {'cases':>6} {'one':>7} {'two':>7} {'near':>7}")
    for kind in [asked.kind] if asked.kind else KINDS:
        cases, one, two, near = judged(kind, asked.every, verbose=asked.verbose)
        totals["cases"] += cases
        totals["two"] += two
        totals["near"] += near
        shares = [f"{part / max(cases, 1):7.1%}" for part in (one, two, near)]
        print(f"  {kind:20} {cases:6} {' '.join(shares)}")
    assert totals["two"] >= 0.95 * totals["cases"], "more than two messages in too many cases"
    assert totals["near"] >= 0.9 * totals["cases"], "too many first messages far from the slip"


if __name__ == "__main__":
    main()
