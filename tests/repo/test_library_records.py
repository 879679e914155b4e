"""What is known of a library function stands on its record, and in no list of names elsewhere."""

import ast

import pytest

from confty.languages.jsonnet.library import FUNCTIONS as STD
from confty.languages.pcl.library import FUNCTIONS as OF_PCL
from confty.languages.phy.library import BUILTINS
from confty.languages.rcl.library.table import LIBRARY
from tests.repo.test_house import modules

NAMES = {
    "jsonnet": {*STD, *(f"std.{name}" for name in STD)},
    "pcl": {*OF_PCL},
    "phy": {*BUILTINS},
    "rcl": {one.name for one in LIBRARY},
}
# So many names of functions in one literal are a table of functions.
MANY = 4
# Where such a literal is no second place to say something of a function.
ELSEWHERE = {
    "jsonnet/evaluator/library/encoding.py": "Python's own names of digests",
    "jsonnet/evaluator/tree/parameters.py": "written from the records by a test",
    "jsonnet/evaluator/tree/standard.py": "written from the records by a test",
    "pcl/converter/names.py": "which variables of a program are named for an argument",
    "pcl/converter/terraform/functions.py": "the functions of Terraform",
    "pcl/converter/yaml_values.py": "the functions of Pulumi YAML",
    "pcl/evaluator/expressions.py": "what a run is told, by the names of its functions",
    "phy/evaluator/traps.py": "signs in the words of a failure",
    "phy/misnomers.py": "what others call them",
    "phy/stepping/operations.py": "what Python's signs on the records do",
}


def listed(tree: ast.Module, names: set[str]) -> bool:
    for node in ast.walk(tree):
        keys: list[ast.expr | None] = []
        if isinstance(node, ast.Set | ast.Tuple | ast.List):
            keys = [*node.elts]
        elif isinstance(node, ast.Dict):
            keys = node.keys
        found = {one.value for one in keys if isinstance(one, ast.Constant)}
        if len(found & names) >= MANY:
            return True
    return False


@pytest.mark.parametrize("language", NAMES)
def test_no_table_of_functions_beside_the_records(language: str) -> None:
    found = {
        name.removeprefix("languages/")
        for name, (_, tree) in modules().items()
        if name.startswith(f"languages/{language}/")
        and not name.startswith((f"languages/{language}/library", f"languages/{language}/parser"))
        and listed(tree, NAMES[language])
    }
    assert found == {name for name in ELSEWHERE if name.startswith(f"{language}/")}
