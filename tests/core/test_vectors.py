"""The published facts that the core alone can judge: PCL's relations, Jsonnet's flow typing."""

from __future__ import annotations

import json
from collections.abc import Callable

from core import facts_notation, jsonnet_notation
from core.presets import JSONNET, PCL, PCL_ASSIGN
from support.conformance import require

from confty.types import (
    NO,
    NULL,
    NUMBER,
    SAFE,
    UNSAFE,
    Key,
    Type,
    assignable,
    define,
    key_of,
    learn,
    ref,
    resolve,
    same,
    settled_input,
    show,
    traverse,
    tuple_of,
    unify_all,
)

_KINDS = {"no": NO, "unsafe": UNSAFE, "safe": SAFE}
_STEPS = {"error": NO, "warning": UNSAFE, "ok": SAFE}
read = facts_notation.read


def _assign(target: str, source: str, wanted: bool) -> bool:
    return (assignable(read(source), read(target), PCL_ASSIGN) is SAFE) is wanted


def _convert(target: str, source: str, wanted: str) -> bool:
    return assignable(read(source), read(target), PCL) is _KINDS[wanted]


def _convert_named(named: dict[str, str], target: str, source: str, wanted: str) -> bool:
    names: dict[str, Type] = {name: ref(name) for name in named}
    for name, text in named.items():
        define(names[name], read(text, names))
    return assignable(read(source, names), read(target, names), PCL) is _KINDS[wanted]


def _unify(parts: list[str], safe: str, unsafe: str) -> bool:
    wanted = (read(safe), read(unsafe))
    found = [unify_all([read(part) for part in order], PCL) for order in (parts, parts[::-1])]
    return found == [wanted, wanted]


def _step(type_: str, key: dict[str, object], result: str, wanted: str) -> bool:
    if "type" in key:
        step = Key(read(str(key["type"])))
    else:
        (value,) = key.values()
        step = key_of(value) if isinstance(value, (str, int, float)) else Key(tuple_of(NUMBER))
    found = traverse(read(type_), step, PCL, PCL_ASSIGN)
    return found.type is read(result) and found.verdict is _STEPS[wanted]


_JUDGES: dict[str, Callable[..., bool]] = {
    "assign": _assign,
    "convert": _convert,
    "convertrec": _convert_named,
    "unify": _unify,
    "traverse": _step,
    "equal": lambda left, right, wanted: same(read(left), read(right)) is wanted,
    "optional": lambda type_, wanted: (
        (assignable(NULL, read(type_), PCL_ASSIGN) is SAFE) is wanted
    ),
    "resolve": lambda type_, wanted: resolve(read(type_)) is read(wanted),
    "construct": lambda type_, wanted: read(type_) is read(wanted),
    "input": lambda type_, wanted: settled_input(read(type_)) is read(wanted),
}


def test_pcl_facts(tally) -> None:
    facts = json.loads(require("pcl", "types.json").read_text(encoding="utf-8"))["facts"]
    judged = [fact for fact in facts if fact[0] in _JUDGES]
    failing = [str(fact[:-1]) for fact in judged if not _JUDGES[fact[0]](*fact[1:-1])]
    tally("types, pcl facts", len(judged) - len(failing), len(judged), failing)
    assert not failing


def test_jsonnet_flow_typing(tally) -> None:
    lines = require("jsonnet", "matrix.jsonl").read_text(encoding="utf-8").splitlines()
    failing: list[str] = []
    judged = 0
    for line in lines:
        case = json.loads(line)
        fact = jsonnet_notation.fact_of(case["test"]) if case["op"] == "then/else" else None
        if fact is None:
            continue  # an operator, or a test that proves nothing by itself
        before = jsonnet_notation.read(case["lhs"])
        for branch, held in (("then", True), ("else", False)):
            judged += 1
            after = learn(fact, before, JSONNET, holds=held)
            if after is not jsonnet_notation.read(case[branch]):
                failing.append(f"{case['lhs']}, {case['test']}, {branch}: {show(after)}")
    tally("types, jsonnet flow typing", judged - len(failing), judged, failing)
    assert judged
    assert not failing
