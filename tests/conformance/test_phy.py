"""Phy's published expression tests, of today and of the seed's time, on both back ends.

The cases say only that a program must be refused, not why.  ``REASONS`` is the missing half: which
rule each of them breaks, by the name of the case, written from the rules of the language.
"""

from __future__ import annotations

import importlib.util
import re
import sys
import warnings
from pathlib import Path
from types import ModuleType

import pytest
from support.conformance import require

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "phy"))

from hosts import BareHost

from confty.languages.phy.wiring import LANGUAGE
from confty.text import Source

# A type that differs is refused where it meets the other one: which place that is, a name does
# not tell.  The same for a name out of scope: it is unknown, or free to be declared again.
DIFFERS = ("asgn-mismatch", "return-mismatch", "no-common-type", "arg-mismatch", "body-mismatch")
OUT_OF_SCOPE = ("name-unknown", "redeclared")

# Pattern of the case's name: the code it must give (one of several where the name leaves that
# open), and codes it may give besides.
REASONS = (
    (r"t02_as_no_void_error", ("void-type", "as-mismatch"), ()),
    (r"t02_as_type_mismatch_error", "as-mismatch", ()),
    (r"t03_array_cons_no_common_type_error", "no-common-type", ()),
    (r"t03_array_cons_no_void_\d_error", "void-member", ()),
    (r"t03_array_type_cons_count_2_error", "array-length", ("void-type",)),
    (r"t03_array_type_cons_count_\d_error", ("array-length", "operand-kind"), ("void-type",)),
    (r"t03_array_type_cons_no_void_error", "void-type", ()),
    (r"t03_tuple_access_out_of_bounds_\d", "no-such-field", ()),
    (r"t04_type_declaration_no_self_visibility", "type-unknown", ()),
    (r"t05_proc_with_non_void_body_error", "body-mismatch", ()),
    (r"t05_return_operand_cannot_be_void", "return-void", ()),
    (r"t06_call_argument_type_mismatch_error", "arg-mismatch", ()),
    (r"t06_call_arity_mismatch_\d_error", "arity", ()),
    (r"t06_disallowed_void_in_union", "void-type", ("return-void",)),
    (r"t06_redeclaration_error_\d", "redeclared", ()),
    (r"t06_union_duplicate_types", "union-duplicate", ()),
    (r"t09_asgn_incompatible_type_error", "asgn-mismatch", ()),
    (r"t09_decl_after_use_error", "name-unknown", ()),
    (r"t09_decl_no_self_visibility_error", "name-unknown", ()),
    (r"t09_exprs_nontrailing_non.unit.void_error( copy)?", "value-dropped", ()),
    (r"t10_asgn_lhs_must_be_lvalue_\d+_error", "not-assignable", ()),
    (r"t11_scopes_if_2_error", "name-unknown", ()),
    (r"t11_scopes_if_\d_error", OUT_OF_SCOPE, ()),
    (r"t11_scopes_local_cannot_shadow_error_\d", "redeclared", ()),
    (r"t12_or_scoping_3_error", "name-unknown", ()),
    (r"t12_(and|or)_scoping_\d_error", OUT_OF_SCOPE, ()),
    (r"t12_(and|or)_typing_\d_error", "operand-not-bool", ()),
    (r"t13_proc_type_mismatch_error", "return-mismatch", ()),
    (r"t13_proc_type_void_parameter_error", "param-void", ()),
    (r"t14_parameters_immutable_\d_error", "not-assignable", ()),
    (r"t14_parameters_redeclaration_\d_error", "redeclared", ()),
    (r"t14_parameters_void_error", "param-void", ()),
    (r"t15_while_scoping_2_error", "name-unknown", ()),
    (r"t15_while_scoping_\d_error", OUT_OF_SCOPE, ()),
    (r"t16_seq_construct_with_void_error", ("void-type", "void-member"), ()),
    (r"t16_seq_type_with_void_error", "void-type", ()),
    (r"t21_match_branch_different_ident_scoping_error", "name-unknown", ()),
    (r"t21_match_cannot_shadow_decl", "redeclared", ()),
    (r"t21_match_duplicate_error", "match-duplicate", ()),
    (r"t21_match_ident_cannot_assign_error", "not-assignable", ()),
    (r"t21_match_no_supertype_error", "no-common-type", ()),
    (r"t21_match_not_all_covered_error", "match-missing", ()),
    (r"t21_match_type_not_in_union_error", "match-foreign", ()),
    (r"t21_match_value_must_be_union_error", "match-not-union", ()),
    (r"t21_record_cons_duplicate_field_name_error", "field-duplicate", ()),
    (r"t21_record_cons_no_void_error", "void-member", ()),
    (r"t21_record_type_cons_duplicate_field_error", "field-duplicate", ()),
    (r"t21_record_type_cons_no_void_error", "void-type", ()),
    (r"t22_record_access_index_must_be_ident_error", "field-selector", ()),
    (r"t22_record_access_missing_field_error", "no-such-field", ()),
    (r"t22_record_type_equality_[24]_error", "asgn-mismatch", ()),
    (r"t22_record_type_equality_\d_error", DIFFERS, ()),
)


def suite() -> ModuleType:
    path = require("phy_run.py")
    spec = importlib.util.spec_from_file_location("phy_run", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def cases(folder: str, *, legacy: bool) -> tuple[ModuleType, list]:
    runner = suite()
    found = []
    for path in sorted(require("phy", folder).glob("*.test")):
        case = runner.Case(str(path), path.read_text(encoding="utf-8"))
        if legacy:
            case.body = runner.first_form(case.body)
        case.body = case.body.replace('"tests/expr/', f'"{case.dir}/')
        found.append(case)
    assert found, "the folder of the suite holds cases"
    return runner, found


def run(text: str, mode: str, **settings: object) -> tuple[str, list[str]]:
    """Run a program as the suite's runner wants it."""
    host = BareHost(traps="value", **settings)
    source = Source("case.phy", text)
    if mode == "check":
        checked = LANGUAGE.check(source, host)
        return ("reject" if checked.failed else "ok"), []
    outcome = LANGUAGE.evaluate(source, host)
    if outcome.failed:
        return "reject", [repr(finding) for finding in outcome.diagnostics]
    shown = LANGUAGE.render(outcome.output, "phy").output.removesuffix("\n")
    return "ok", [*[data.decode() for _, data in host.console.pieces], shown]


@pytest.mark.parametrize("jit", [False, True], ids=["python", "native"])
@pytest.mark.parametrize(
    ("folder", "dialect"), [("current", "current"), ("seed", "current"), ("seed", "seed")]
)
def test_suite(folder: str, dialect: str, jit: bool, tally) -> None:
    if jit:
        pytest.importorskip("llvmlite", reason="native code needs llvmlite")
    legacy = folder == "seed"
    runner, found = cases(folder, legacy=legacy)
    failing = []
    for case in found:
        mode = "check" if case.check_only else "run"
        status, pieces = run(case.body, mode, jit=jit, dialect=dialect)
        reason = runner.judge(case, status, "".join(pieces), "", pieces, legacy)
        if reason:
            failing.append(f"{case.name} ({reason})")
    name = f"phy {folder}, {dialect} dialect, {'native' if jit else 'python'}"
    tally(name, len(found) - len(failing), len(found), failing)
    assert not failing


@pytest.mark.parametrize("dialect", ["current", "seed"])
def test_seed_features_in_the_current_folder(dialect: str, tally) -> None:
    runner, found = cases("current", legacy=False)
    found = [case for case in found if not case.features]
    failing = []
    for case in found:
        mode = "check" if case.check_only else "run"
        status, pieces = run(case.body, mode, jit=False, dialect=dialect)
        if runner.judge(case, status, "".join(pieces), "", pieces, legacy=False):
            failing.append(case.name)
    tally(f"phy current, seed features, {dialect} dialect", len(found) - len(failing), len(found))
    assert not failing


@pytest.mark.parametrize("folder", ["current", "seed"])
def test_reasons(folder: str, tally) -> None:
    """Every refused program is refused for the rule it breaks, and for that one only."""
    _, found = cases(folder, legacy=folder == "seed")
    refused = [case for case in found if case.reject]
    failing, unlisted = [], []
    for case in refused:
        checked = LANGUAGE.check(Source("case.phy", case.body), BareHost())
        codes = [finding.code.name.removeprefix("phy/") for finding in checked.diagnostics]
        entry = next((one for one in REASONS if re.fullmatch(one[0], case.name)), None)
        if entry is None:
            unlisted.append(case.name)
            assert codes, case.name
        else:
            wanted = {entry[1]} if isinstance(entry[1], str) else set(entry[1])
            if not wanted & set(codes) or not set(codes) <= wanted | set(entry[2]):
                failing.append(f"{case.name}: expected {entry[1]}, found {codes}")
    tally(f"phy {folder}, reasons", len(refused) - len(failing), len(refused), failing)
    if unlisted:
        warnings.filterwarnings("default", message="refused cases without a reason")
        warnings.warn(f"refused cases without a reason: {unlisted}", stacklevel=1)
    assert not failing
