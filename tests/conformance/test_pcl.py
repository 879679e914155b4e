"""The published facts about PCL: its types, binding, rewrites, and whole programs."""

import functools
import itertools
import json
import re
from decimal import Decimal

import pytest
from conformance.pcl_notation import read_type, unnamed
from conformance.pcl_programs import Conformance
from support.conformance import require, root

from confty.kit.checking import Findings
from confty.kit.hcl import parse_expression
from confty.kit.installation import Installation
from confty.languages.pcl import codes
from confty.languages.pcl.checker import bind_source
from confty.languages.pcl.checker.context import Context, Leniency
from confty.languages.pcl.checker.expressions import Checker
from confty.languages.pcl.converter.applies import Applies
from confty.languages.pcl.converter.conversions import Conversions
from confty.languages.pcl.converter.printer import printed
from confty.languages.pcl.converter.typed import Typed
from confty.languages.pcl.eventuals import input_type
from confty.languages.pcl.formatter import reformat
from confty.languages.pcl.library import FUNCTIONS, LibraryFunction, Signature
from confty.languages.pcl.model import Typing, Variable
from confty.languages.pcl.rules import CONVERSION, assigns, converts, is_optional
from confty.languages.pcl.traversal import traverse
from confty.languages.pcl.unify import unify_all
from confty.text import Source
from confty.types import (
    NO,
    NUMBER,
    define,
    optional,
    ref,
    resolve,
    tuple_of,
)
from confty.workspace import Disk, Memory


def table(name, **reading):
    path = root() / "pcl" / name
    return json.loads(path.read_text(encoding="utf-8"), **reading) if path.exists() else {}


# Constants of programs are decimals, so those of facts are.
FACTS = table("types.json", parse_float=Decimal).get("facts", [])
BINDING = table("bind.json")
PROGRAMS = table("expect.json").get("tests", {})


def test_vectors_are_here():
    for name in ("types.json", "bind.json", "expect.json", "programs", "schemas"):
        require("pcl", name)
    assert FACTS
    assert BINDING
    assert PROGRAMS


# Types.


def context(text, roots):
    class NoPackages:
        def known(self):
            return []

    made = Context(Source("fact", text), Typing(), NoPackages(), Leniency(), Findings())
    made.enter(roots, {})
    return made


def typed(text, roots):
    made = context(text, roots)
    node, findings = parse_expression(made.source, codes.SYNTAX)
    assert not findings
    return node, Checker(made).check(node), made


def key_of(fact):
    if "attr" in fact:
        return fact["attr"]
    if "type" in fact:
        return read_type(fact["type"])
    # A list as an index is a tuple to the type system.
    return tuple_of(NUMBER) if isinstance(fact["index"], list) else fact["index"]


def holds(fact):
    kind, *rest = fact
    if kind == "assign":
        return assigns(read_type(rest[1]), read_type(rest[0])) is rest[2]
    if kind == "convert":
        found = CONVERSION.assignable(read_type(rest[1]), read_type(rest[0]))
        return found.name.lower() == rest[2]
    if kind == "convertrec":
        names = {name: ref(name) for name in rest[0]}
        for name, text in rest[0].items():
            define(names[name], read_type(text, names))
        found = CONVERSION.assignable(read_type(rest[2], names), read_type(rest[1], names))
        return found.name.lower() == rest[3]
    if kind == "unify":
        wanted = (read_type(rest[1]), read_type(rest[2]))
        orders = itertools.permutations([read_type(text) for text in rest[0]])
        return all(unify_all(order) == wanted for order in orders)
    if kind == "traverse":
        access = traverse(read_type(rest[0]), key_of(rest[1]))
        said = "error" if access.verdict is NO else "warning" if access.problems else "ok"
        return (access.type, said) == (read_type(rest[2]), rest[3])
    if kind in ("expr", "exprtype"):
        roots = {name: Variable(name, read_type(text), None) for name, text in rest[0].items()}
        _, found, made = typed(rest[1], roots)
        wanted = read_type(rest[2])
        fits = found is wanted if kind == "exprtype" else converts(found, wanted)
        return fits and not any(each.severity.word == "error" for each in made.findings.all)
    if kind == "equal":
        return (read_type(rest[0]) is read_type(rest[1])) is rest[2]
    if kind == "optional":
        return is_optional(read_type(rest[0])) is rest[1]
    functions = {"resolve": resolve, "input": input_type, "construct": lambda type_: type_}
    return functions[kind](read_type(rest[0])) is read_type(rest[1])


def lines_of(finding):
    """Where a finding is, and what it points to: the original may mark the one or the other."""
    spans = [finding.span, *[note.span for note in finding.notes]]
    return {span.first[0] for span in spans if span is not None}


def stands(fact):
    """Whether a fact holds; one that raises fails alone."""
    try:
        return holds(fact)
    except Exception:  # noqa: BLE001  the fact is named among those that fail
        return False


def test_types(tally):
    require("pcl", "types.json")
    failing = [json.dumps(fact, default=str) for fact in FACTS if not stands(fact)]
    tally("pcl types", len(FACTS) - len(failing), len(FACTS), failing)
    assert not failing


# Binding.


class FactHost:
    """The files of a snippet in memory, the schemas on disk."""

    memory = None
    installation = Installation()

    def __init__(self, files, settings):
        self.files = Memory(files)
        self.settings = settings

    def read(self, name):
        return (Disk() if name.startswith("/") else self.files).read(name)

    def entries(self, name):
        return (Disk() if name.startswith("/") else self.files).entries(name)

    def variable(self, _name):
        return None


def setting(option):
    name = re.sub(r"(?<!^)([A-Z])", r"_\1", option).lower()
    return name.replace("_versioned", "")


def wrong_with(fact):
    settings = {setting(option): True for option in fact.get("options", ())}
    settings["schema"] = str(root() / "pcl" / "schemas")
    files = {"p/main.pp": fact["source"]}
    files.update({f"p/{name}": text for name, text in fact.get("files", {}).items()})
    program = bind_source(Source("p/main.pp", fact["source"]), FactHost(files, settings))
    found = program.diagnostics
    if program.failed is fact["ok"]:
        yield f"ok is {not program.failed}: {found}"
    if fact["ok"] and "diags" not in fact and found:
        yield f"unexpected {found}"
    for severity, text, line in fact.get("diags", ()):
        if not any(
            each.severity.word == severity
            and text in each.message
            and (line is None or line in lines_of(each))
            for each in found
        ):
            yield f"no {severity} {text!r} on line {line}: {found}"
    for name, text in fact.get("types", {}).items():
        if unnamed(program.names[name].type) is not read_type(text):
            yield f"{name} is {program.names[name].type}, expected {text}"
    for name, names in fact.get("deps", {}).items():
        if sorted(each.name for each in program.names[name].dependencies) != sorted(names):
            yield f"{name} depends on {program.names[name].dependencies}"


def test_binding(tally):
    require("pcl", "bind.json")
    facts = BINDING["bind"]
    problems = {fact["name"]: list(wrong_with(fact)) for fact in facts}
    failing = [name for name, found in problems.items() if found]
    tally("pcl binding", len(facts) - len(failing), len(facts), failing)
    assert not failing, {name: problems[name] for name in failing}


# Rewrites.


def schema_type(text):
    """``schema{…}`` is an object type that carries a name."""
    names = {}

    def named(match):
        name = f"S{len(names)}"
        names[name] = _named_schema(match[0])
        return name

    replaced = re.sub(r"schema\{[^}]*\}", named, text)
    return read_type(replaced, names)


@functools.cache
def _named_schema(text):
    made = ref(text)
    define(made, read_type(text.replace("schema{", "object{")))
    return made


def scope(texts):
    names, roots = {}, {}
    for name, text in texts.items():
        if "(" not in name:
            names[name] = read_type(text, names)
            roots[name] = Variable(name, names[name], None)
    return roots


def functions(texts):
    """Functions of a fact's scope: ``fetch(p?: string)``."""
    found = {}
    for head, result in texts.items():
        match = re.match(r"(\w+)\((.*)\)$", head)
        if not match:
            continue
        parameters = []
        for part in filter(None, match[2].split(",")):
            name, text = part.split(":")
            type_ = schema_type(text.strip())
            parameters.append((name.strip(" ?"), optional(type_) if "?" in name else type_))
        made = Signature(parameters, schema_type(result))
        found[match[1]] = lambda _arguments, _lenient, made=made: made
    return found


def normal(text):
    return text.replace(" ", "").replace("=", ":")


def rewritten(fact, texts, monkeypatch):
    for name, maker in functions(texts).items():
        monkeypatch.setitem(FUNCTIONS, name, LibraryFunction(name, "", maker, len))
    node, _, made = typed(fact["in"], scope(texts))
    return node, made


def test_apply_rewrites(tally, monkeypatch):
    require("pcl", "bind.json")
    failing = []
    for fact in BINDING["apply"]:
        node, made = rewritten(fact, BINDING["apply_scope"], monkeypatch)
        types = Typed(made, promises=fact.get("promises", True))
        found = Applies(types, skip_to_json=fact.get("tojson", False)).rewrite(node)
        if normal(printed(found)) != normal(fact["out"]):
            failing.append(f"{fact['in']}: {printed(found)}")
    tally("pcl applies", len(BINDING["apply"]) - len(failing), len(BINDING["apply"]), failing)
    assert not failing


def test_conversion_rewrites(tally, monkeypatch):
    require("pcl", "bind.json")
    failing = []
    for fact in BINDING["convert"]:
        node, made = rewritten(fact, BINDING["convert_scope"], monkeypatch)
        types = Typed(made, promises=False)
        wanted = None if fact["to"] is None else schema_type(fact["to"])
        found = Conversions(types).rewrite(Applies(types).rewrite(node), wanted)
        if normal(printed(found)) != normal(fact["out"]):
            failing.append(f"{fact['in']}: {printed(found)}")
    tally(
        "pcl conversions", len(BINDING["convert"]) - len(failing), len(BINDING["convert"]), failing
    )
    assert not failing


# Programs.


@pytest.mark.parametrize("name", PROGRAMS)
def test_program(name, tmp_path):
    require("pcl", "programs")
    problems = Conformance(root() / "pcl", name, PROGRAMS[name], tmp_path).run()
    assert not problems


def test_count_of_programs(tmp_path, tally):
    """The same once more, for the number; the hundred-megabyte string is left to its own test."""
    require("pcl", "programs")
    small = [name for name in PROGRAMS if "large" not in name]
    vectors = root() / "pcl"
    failing = [
        name for name in small if Conformance(vectors, name, PROGRAMS[name], tmp_path).run()
    ]
    tally("pcl programs", len(small) - len(failing), len(small), failing)
    assert not failing


@pytest.mark.parametrize("name", PROGRAMS)
def test_conversion_to_python(name):
    """Every program becomes Python that compiles, or is refused with a place in the program."""
    from conformance.pcl_programs import converted_files

    files, findings = converted_files(root() / "pcl", name)
    for finding in findings:
        assert finding.span is not None
    for path, text in files.items():
        if path.endswith(".py"):
            compile(text, path, "exec")


def test_formatting_keeps_every_program(tally):
    """Formatting twice is formatting once, and neither tree nor comments change."""
    programs = require("pcl", "programs")
    from pcl.test_rooms import comments, shape

    failing = []
    files = sorted(programs.rglob("*.pp"))
    for path in files:
        text = path.read_text(encoding="utf-8").replace("\r\n", "\n")
        once = reformat(Source(path.name, text))
        same = shape(once) == shape(text) and comments(once) == comments(text)
        if not same or reformat(Source(path.name, once)) != once:
            failing.append(str(path.relative_to(programs)))
    tally("pcl formatting", len(files) - len(failing), len(files), failing)
    assert not failing
