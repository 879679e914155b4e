"""One word for one thing: names of classes mean the same wherever they stand."""

import ast
from collections import defaultdict
from fnmatch import fnmatch

from tests.repo.test_house import modules

# Words of docs/vocabulary.md that are classes, and where each is at home (``*``: in any language);
# nobody else may use it for something of his own.  A Python program sees findings and projects by the same words, in ``api``.
WORDS = {
    "Source": "text/source.py",
    "Span": "text/span.py",
    "Diagnostic": "text/diagnostic.py api/findings.py",
    "Note": "text/diagnostic.py",
    "Language": "language.py",
    "Outcome": "language.py",
    "Host": "language.py",
    "Foreign": "language.py",
    "Insight": "kit/insight.py",
    "Ground": "languages/*/insight/ground.py",
    "Relation": "types/relate.py",
    "Rules": "types/rules.py",
    "Verdict": "types/rules.py",
    "Mismatch": "types/explaining.py",
    "Notation": "types/spelling.py",
    "Labelled": "values/labels.py",
    "Findings": "kit/checking/findings.py",
    "Wanted": "kit/checking/mismatch.py",
    "Limits": "kit/limits.py",
    "Store": "kit/store.py",
    "Step": "values/labels.py",
    "Job": "fleet/job.py",
    "Batch": "fleet/job.py",
    "Crew": "fleet/crew.py",
    "Delivery": "fleet/delivery.py",
    "Code": "text/diagnostic.py",
    "Target": "fleet/job.py",
    "Project": "workspace/project.py api/projects.py",
    # The same thing in every language that has it.
    "Checked": "languages/*/checker/checked.py",
    "Program": "languages/jsonnet/evaluator/program.py languages/pcl/model.py languages/rcl/loader.py",
    "Run": (
        "languages/jsonnet/evaluator/current.py languages/pcl/evaluator/run.py "
        "languages/rcl/evaluator/run.py"
    ),
    "Session": "cli/repl.py languages/*/session.py play/session.py",
    "Unit": (
        "languages/jsonnet/checker/units.py languages/jsonnet/evaluator/compiler/unit.py "
        "languages/rcl/unit.py"
    ),
}

# Trees, whose kinds of nodes are named for what is written; two trees may have the same kinds.
TREES = {
    "kit/hcl/syntax.py",
    "languages/jsonnet/formatter/tree.py",
    "languages/jsonnet/parser/nodes.py",
    "languages/jsonnet/parser/syntax.py",
    "languages/phy/checker/checked.py",
    "languages/phy/evaluator/code.py",
    "languages/phy/library.py",
    "languages/phy/parser.py",
    "languages/rcl/formatter/layout.py",
    "languages/rcl/parser/syntax.py",
    "languages/rcl/parser/typesyntax.py",
    "types/nodes.py",
}

# Other names that several files give to a class of their own, and the one thing they mean.
SAME = {
    "BadUsage": "a command line that cannot be carried out",
    "Binding": "a name that is introduced, and what is known of it",
    "Builtin": "a function that is there from the start",
    "Checker": "the state of one file's check",
    "ClassField": "one field of a Python class",
    "ComputedLiteral": "an object literal with computed names: plain, and with labels",
    "Connection": "what goes through one connection",
    "Context": "what checking one file needs",
    "Cursor": "where a parser is, and what it has said",
    "CursorPlace": "where an editor's cursor is, and what is known there",
    "Document": "a whole text as its parser read it",
    "Emitter": "code as it grows",
    "Evaluated": "the value of a program, and what it takes to show it",
    "ExpressionWriter": "writes expressions in another language",
    "Given": "what a program is given from outside",
    "GivenNames": "the names that a converter has given",
    "Labels": "how a library function treats labels",
    "Lexer": "one pass over a text that makes tokens",
    "LibraryFunction": "the record of a function that a language brings along",
    "Misfit": "a value that does not fit, and why",
    "Names": "collects the names of one file",
    "ObjectLiteral": "an object literal under construction",
    "OptionsWriter": "writes the options of resources in another language",
    "Origins": "finds where values are written",
    "OutOfMemory": "a run took more memory than it may",
    "Overflow": "a number is too large",
    "Parameter": "one parameter of a function",
    "ParseStop": "what is being parsed cannot be read further",
    "Refused": "a request that cannot be carried out, and why",
    "Request": "a command line that was understood",
    "Scope": "the names of one construct, inside those of another",
    "Shape": "the type of a value of HCL",
    "Signature": "the parameters of a function, and what comes out",
    "Site": "a place of a text where something is called",
    "Stop": "a program cannot go on",
    "Syntax": "a file as its parser read it",
    "Token": "a word of a text and its place",
    "Tokens": "the tokens of one text",
    "Trap": "a run of Phy that ended without a value",
    "Unreachable": "the end of a program of Phy",
    "Unusual": "what the quick reader leaves to the careful one",
    "Variable": "something that a name can refer to",
    "Wrong": "what is wrong with a scalar",
}


def named(tree: ast.Module) -> set[str]:
    """The classes of a module, and its names for types, those for annotations only included."""
    inner = [node for node in tree.body if isinstance(node, ast.If)]
    found = set()
    for node in [*tree.body, *(one for each in inner for one in each.body)]:
        if isinstance(node, ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            if ast.unparse(node.annotation) == "TypeAlias":
                found.add(node.target.id)
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Subscript | ast.BinOp):
            found.update(one.id for one in node.targets if isinstance(one, ast.Name))
    return found


def is_home(word: str, name: str, home: tuple[str, str]) -> bool:
    return word == home[0] and fnmatch(name, home[1])


def test_a_word_of_the_vocabulary_means_one_thing() -> None:
    found = {
        (word, name)
        for name, (_, tree) in modules().items()
        for word in named(tree)
        if word in WORDS
    }
    homes = [(word, home) for word, names in WORDS.items() for home in names.split()]
    known = {
        (word, name) for word, name in found if any(is_home(word, name, one) for one in homes)
    }
    assert found == known
    assert [one for one in homes if not any(is_home(*each, one) for each in found)] == []


def test_a_name_of_several_classes_means_one_thing() -> None:
    homes = defaultdict(set)
    for name, (_, tree) in modules().items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].add(name)
    shared = {word for word, names in homes.items() if len(names) > 1 and not names <= TREES}
    assert shared == SAME.keys() | {
        word for word, names in WORDS.items() if " " in names or "*" in names
    }
