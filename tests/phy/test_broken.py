"""Whatever stands where another thing is wanted is a finding: every form, with wrong operands."""

import random

import pytest
from hosts import BareHost

from confty.language import Host
from confty.languages.phy.forms import FORMS
from confty.languages.phy.wiring import LANGUAGE
from confty.text import Source

LEAVES = [":", "()", "(", ")", "x", "f", "1", "1.5", '"a"', "true", "(Nothing)", "(Ident 1)", "-"]
DEPTH = 3


def form(rng: random.Random, depth: int = 0) -> str:
    if depth > DEPTH or rng.random() < 0.3:
        return rng.choice(LEAVES)
    rule = FORMS[rng.choice(list(FORMS))]
    count = rng.randint(rule.fewest, rule.most or rule.fewest + 2)
    count = max(0, count + rng.choice([0, 0, 0, 0, 1, -1]))
    return f"({' '.join([rule.name, *(form(rng, depth + 1) for _ in range(count))])})"


def all_rooms(text: str, host: Host) -> None:
    parsed = LANGUAGE.parser(Source("a.phy", text), host)
    checked = LANGUAGE.checker.room(parsed, host)
    LANGUAGE.formatter.room(parsed, host)
    LANGUAGE.evaluator.room(checked, host)
    insight = LANGUAGE.insight(checked.output)
    for offset in range(0, len(text) + 1, 3):
        insight.type_at(offset)
        insight.definition_at(offset)


@pytest.mark.parametrize("seed", range(8))
def test_wrong_operands_are_findings(seed: int) -> None:
    rng = random.Random(seed)
    host = BareHost(jit=False, timeout=5)
    for _ in range(150):
        all_rooms(form(rng), host)


@pytest.mark.parametrize(
    "text",
    [
        "(Match (TupleCons) (Rule (As : (IntTy)) 1))",
        "(Match (TupleCons) (Rule (As () (IntTy)) 1))",
        "(Match x (Rule (As (Ident) (IntTy)) 1))",
        "(Match x (Rule (As 1 (IntTy)) 1))",
        "(Match x (Rule (As x :) :))",
        "(RecordCons (Field : 1))",
        "(RecordCons (Field x :))",
        "(RecordTy (Field : (IntTy)))",
        "(Decl : 1)",
        "(ProcDecl : : : :)",
        "(ProcDecl f (IntTy) (Params (ParamDecl : (IntTy))) (Return 1))",
        "(TypeDecl : (IntTy))",
        "(FieldAccess x :)",
    ],
)
def test_a_broken_name_is_a_finding(text: str) -> None:
    assert LANGUAGE.check(Source("a.phy", text), BareHost()).failed
