"""How the code is kept: heads of files, reasons beside exceptions to rules, no state, no leftovers."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
PACKAGE = PROJECT / "src" / "confty"

MOST_LINES_OF_IMPORTS = 36
MOST_NAMES_OF_A_MODULE = 9
# Loops in which a look-up behind a dot would be counted: they take names, whatever their number.
HOT = ("languages/jsonnet/evaluator/", "languages/jsonnet/lexer/", "languages/data/parser/")

# Tables at the top of a module that running programs fill.  Each holds what is the same for all of
# them and is bounded, or belongs to one thread or process; an answer never depends on one.
KEPT = {
    "types/build.py": "the atoms that languages invent when they are loaded",
    "types/interning.py": "the last types, so that they are not made anew",
    "kit/aging.py": "how many objects the collector has not looked at",
    "kit/rooms.py": "thread: the limits of the run that is under way",
    "kit/locks.py": "thread: who is just leaving a lock; process: how often it was forked",
    "kit/threads.py": "where runs begin, the code of three functions; how large stacks are, for a moment",
    "values/cells.py": "thread: what an output still has to do",
    "values/promises.py": "thread: the loop that waits for promises",
    "values/failures.py": "one class for each class of errors that was concealed",
    "start.py": "process: the command that it is",
    "registry.py": "the languages that were asked for",
    "workspace/many.py": "process: the project of a worker",
    "fleet/crew.py": "process: the job of a worker",
    "fleet/remote.py": "bounded: the jobs that a worker of a cluster has begun",
    "languages/phy/evaluator/native/compiling.py": "bounded: machine code by its text",
    "languages/pcl/unify.py": "thread: the question that is being answered",
    "languages/data/checker/schema/prepared.py": "bounded: schemas by their bytes",
    "languages/data/checker/schema/local_kinds.py": "bounded: kinds by what the host sees",
    "languages/jsonnet/evaluator/values.py": "bounded: shapes of records by their names",
    "languages/jsonnet/evaluator/current.py": "thread: the run that is under way",
}
# Objects at the top of a module that remember something of what they were asked.
REMEMBERING = {
    "languages/data/rules.py": "the relation: its answers",
    "languages/jsonnet/rules.py": "the relation: its answers",
    "languages/pcl/rules.py": "the relations: their answers",
    "languages/phy/rules.py": "the relation: its answers",
    "languages/rcl/rules.py": "the relation: its answers",
    "types/relate.py": "two relations of the core: their answers",
    "types/build.py": "the tables in which equal types are one",
    "kit/sources.py": "bounded: notes of our own sources that were found to hold",
    "kit/shared.py": "settings of Python itself, for as long as somebody is inside",
    "languages/jsonnet/checker/keeping.py": "bounded: checked files by name, text and settings",
    "languages/jsonnet/evaluator/units.py": "bounded: trees and translated units by content",
    "languages/pcl/unify.py": "thread: the question that is being answered",
    "types/walk.py": "tables: canonical forms of types that are alive",
}
CHANGES = {
    "append", "add", "update", "setdefault", "pop", "clear", "extend", "insert", "discard", "remove",
    "popitem", "move_to_end",
}  # fmt: skip

# Called by nobody here: Python, a protocol or a library calls them, or they are for users.
CALLED_FROM_OUTSIDE = {
    "api/findings.py": "to_dict",
    "cli/thorough.py": "_print_message",
    "highlight.py": "LEXERS",
    # Generated code has the number; here is its name, beside its siblings'.
    "languages/jsonnet/evaluator/values.py": "VISIBLE",
    "play/server.py": "do_GET do_HEAD log_message",
    "pulumi/converter.py": "ConvertProgram ConvertState",
    "pulumi/language.py": (
        "Handshake GetPluginInfo About RuntimeOptionsPrompts GetRequiredPackages Cancel Pack Link "
        "GetRequiredPlugins GetProgramDependencies InstallDependencies GenerateProgram "
        "GenerateProject GeneratePackage"
    ),
    "pytest_plugin.py": "pytest_addoption pytest_collect_file collect reportinfo runtest",
    "notebook.py": "load_ipython_extension unload_ipython_extension _render_traceback_ _repr_html_",
    "server/protocol.py": "structure_message handle_message report_server_error",
    # What a Python program does with values (docs/values.md), as far as nobody here does.
    "values/engine.py": "read_properties",
    "values/outputs.py": "flattened",
    "values/paths.py": "reset",
    "values/sdkview.py": "seen_properties",
    "values/secrets.py": "Base64Manager encrypt_with",
    "values/shapes.py": "input_shape output_shape plain_shape",
    "values/structs.py": "to_struct from_struct",
}


@cache
def modules() -> dict[str, tuple[str, ast.Module]]:
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        found[path.relative_to(PACKAGE).as_posix()] = text, ast.parse(text)
    return found


def test_no_file_begins_with_a_screenful_of_names() -> None:
    long: list[str] = []
    for name, (_, tree) in modules().items():
        imports = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
        lines = sum((node.end_lineno or 0) - node.lineno + 1 for node in imports)
        if lines > MOST_LINES_OF_IMPORTS:
            long.append(f"{name}: {lines} lines of imports")
        if name.startswith(HOT) or name.endswith("__init__.py"):
            continue
        long += [
            f"{name}: {len(node.names)} names of {node.module}; import the module"
            for node in imports
            if isinstance(node, ast.ImportFrom)
            and (node.module or "").startswith("confty")
            and len(node.names) > MOST_NAMES_OF_A_MODULE
            and not {alias.name for alias in node.names} <= exported(tree)
        ]
    assert long == []


def exported(tree: ast.Module) -> set[str]:
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return set(ast.literal_eval(node.value))
    return set()


def test_exceptions_to_rules_give_a_reason() -> None:
    silent = re.compile(r"# noqa: [A-Z0-9, ]+$|# type: ignore(?:\[[\w, -]+\])?$")
    found = [
        f"{name}:{number}"
        for name, (text, _) in modules().items()
        for number, line in enumerate(text.split("\n"), 1)
        if silent.search(line)
    ]
    assert found == []


def changed_tables(tree: ast.Module) -> list[str]:
    """The names at the top of a module that its functions change."""
    top = {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    }
    found: list[str] = []
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        inside = list(ast.walk(function))
        own = {arg.arg for arg in inside if isinstance(arg, ast.arg)}
        own |= {n.id for n in inside if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        for node in inside:
            if isinstance(node, ast.Global):
                found += node.names
            changed: ast.expr | None = None
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                changed = node.func.value if node.func.attr in CHANGES else None
            elif isinstance(node, ast.Subscript | ast.Attribute) and not isinstance(
                node.ctx, ast.Load
            ):
                changed = node.value
            if isinstance(changed, ast.Name) and changed.id in top - own:
                found.append(changed.id)
    return found


def test_nothing_process_wide_changes_by_running() -> None:
    found = {name for name, (_, tree) in modules().items() if changed_tables(tree)}
    assert found == set(KEPT)


def test_a_changed_table_is_seen() -> None:
    text = "known = {}\nseen = set()\ndef f(x):\n    known[x] = 1\n    seen.add(x)\n"
    assert changed_tables(ast.parse(text)) == ["known", "seen"]
    assert changed_tables(ast.parse("known = {}\ndef f(known):\n    known[1] = 1\n")) == []


def changes_itself(node: ast.ClassDef) -> bool:
    """Whether a method of a class, other than its constructor, changes what an object holds."""
    for function in node.body:
        if not isinstance(function, ast.FunctionDef) or function.name == "__init__":
            continue
        for one in ast.walk(function):
            held: ast.expr | None = None
            if isinstance(one, ast.Attribute) and not isinstance(one.ctx, ast.Load):
                held = one
            elif isinstance(one, ast.Subscript) and not isinstance(one.ctx, ast.Load):
                held = one.value
            elif isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute):
                held = one.func.value if one.func.attr in CHANGES else None
            if isinstance(held, ast.Attribute) and ast.unparse(held.value) == "self":
                return True
    return False


@cache
def changing_classes() -> set[tuple[str, str]]:
    """The classes whose objects change, by module and name, with those made of them."""
    found: set[tuple[str, str]] = set()
    classes = [
        (module_name(name), node)
        for name, (_, tree) in modules().items()
        for node in tree.body
        if isinstance(node, ast.ClassDef)
    ]
    while True:
        names = {name for _, name in found}
        more = {
            (home, node.name)
            for home, node in classes
            if changes_itself(node)
            or {ast.unparse(base).split(".")[-1] for base in node.bases} & names
        }
        if more == found:
            return found
        found = more


def module_name(name: str) -> str:
    return "confty." + name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def remembering(name: str, tree: ast.Module) -> bool:
    """Whether a module makes an object at its top that its own methods change."""
    known = {
        one: module_name(name) for home, one in changing_classes() if home == module_name(name)
    }
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            homes = {home for home, _ in changing_classes()}
            known |= {
                one.asname or one.name: node.module or ""
                for one in node.names
                if node.module in homes
            }
    for node in tree.body:
        if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
            continue
        for value in ast.walk(node.value):
            made = ast.unparse(value.func).split("[")[0] if isinstance(value, ast.Call) else ""
            if made == "types.Relation" or (known.get(made), made) in changing_classes():
                return True
    return False


def test_objects_that_remember_are_listed() -> None:
    found = {name for name, (_, tree) in modules().items() if remembering(name, tree)}
    # The records of ``std`` are constants that read their signatures when they are first asked.
    assert {name for name in found if not name.startswith("languages/jsonnet/library/")} == set(
        REMEMBERING
    )


def test_no_cache_holds_types_that_know_a_file() -> None:
    """Jsonnet's types lead to the file that made them; ``types.remembering`` does not hold them."""
    holding: list[str] = []
    for name, (_, tree) in modules().items():
        for node in ast.walk(tree):
            if not isinstance(node, ast.FunctionDef) or not name.startswith("languages/jsonnet/"):
                continue
            caches = [one for one in node.decorator_list if "cache" in ast.unparse(one)]
            taken = [ast.unparse(one.annotation) for one in node.args.args if one.annotation]
            if caches and any("Type" in one or "types." in one for one in taken):
                holding.append(f"{name}: {node.name}")
    assert holding == []


def test_every_cache_is_bounded() -> None:
    """A cache of a function that takes anything has a size; one of none is a constant."""
    unbounded: list[str] = []
    for name, (_, tree) in modules().items():
        for node in ast.walk(tree):
            if not isinstance(node, ast.FunctionDef) or not node.args.args:
                continue
            if any(
                ast.unparse(one) in {"cache", "functools.cache"} for one in node.decorator_list
            ):
                unbounded.append(f"{name}: {node.name}")
    assert unbounded == []


def test_nothing_is_left_over() -> None:
    """Whatever is defined is named a second time, or is for somebody outside."""
    words: Counter[str] = Counter()
    for text, _ in modules().values():
        words.update(re.findall(r"\w+", text))
    found: list[str] = []
    for name, (_, tree) in modules().items():
        outside = CALLED_FROM_OUTSIDE.get(name, "").split()
        for node in ast.walk(tree):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                continue
            magic = node.name.startswith("__")
            if words[node.name] == 1 and not magic and node.name not in outside:
                found.append(f"{name}: {node.name}")
        for node in tree.body:
            target = node.target if isinstance(node, ast.AnnAssign) else None
            if isinstance(target, ast.Name) and target.id not in outside:
                found += [] if is_read(target.id, tree, name) else [f"{name}: {target.id}"]
    assert found == []


def test_what_users_call_is_told_to_them() -> None:
    told = (PROJECT / "docs" / "values.md").read_text(encoding="utf-8")
    names = [
        word
        for home, words in CALLED_FROM_OUTSIDE.items()
        if home.startswith("values/")
        for word in words.split()
    ]
    assert [word for word in names if not re.search(rf"\b{word}\b", told)] == []


@cache
def read_elsewhere() -> dict[str, set[str]]:
    """The names that are imported, or read behind a dot, and by which modules."""
    found: dict[str, set[str]] = {}
    for name, (_, tree) in modules().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    found.setdefault(alias.name, set()).add(name)
            elif isinstance(node, ast.Attribute):
                found.setdefault(node.attr, set()).add(name)
    return found


def is_read(word: str, tree: ast.Module, name: str) -> bool:
    """Whether a constant at the top of a module is read there or by somebody else."""
    here = {
        one.id
        for one in ast.walk(tree)
        if isinstance(one, ast.Name) and one.id == word and isinstance(one.ctx, ast.Load)
    }
    # A language is found by its name, ``languages/rcl/wiring:LANGUAGE``.
    return bool(here or read_elsewhere().get(word, set()) - {name} or name.endswith("wiring.py"))
