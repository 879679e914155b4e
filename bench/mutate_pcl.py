"""How many mistakes in real PCL programs the checker sees, by kind, and whether at their line.

    python bench/mutate_pcl.py [CORPUS] [--count 6] [--seed 1] [--kind NAME] [-v]

Each program of the corpus is changed in one place, in one way of those in ``KINDS``; a few places
are taken by lot for each kind.  What is said of the program as it is does not count.  An error or
a warning that is new catches the mistake; it is right when one stands on the changed line.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

from confty import types  # noqa: E402
from confty.kit.hcl import syntax  # noqa: E402
from confty.kit.hcl.walk import parts  # noqa: E402
from confty.languages.pcl import model  # noqa: E402
from confty.languages.pcl.checker import bind_folder  # noqa: E402
from confty.languages.pcl.rules import without_none  # noqa: E402
from confty.text import Diagnostic, Severity  # noqa: E402
from confty.workspace import Disk  # noqa: E402

CORPUS = ROOT.parent / "shared" / "corpus" / "pcl"
# A change: the file, where, what is put there, and the line the mistake is then on.
Change = tuple[str, int, int, str]


class Host(Disk):
    """A program's surroundings: its own schemas and leniency."""

    def __init__(self, corpus: Path, record: dict[str, list[str]]) -> None:
        self.settings = {
            "schema": [str(corpus / "schemas" / name) for name in record["schemas"]],
            "prefer_output_invokes": True,
            **{option.replace("-", "_"): True for option in record["options"]},
        }

    def variable(self, _name: str) -> str | None:
        return None


class Bound:
    """A program as it is, and the places where it could be spoilt."""

    def __init__(self, program: model.Program) -> None:
        self.program = program
        self.resources = [
            node for node in program.nodes if isinstance(node, model.ResourceNode) and node.schema
        ]

    def attributes(self) -> Iterator[tuple[model.ResourceNode, syntax.Attribute]]:
        for node in self.resources:
            for item in node.body.items:
                if isinstance(item, syntax.Attribute):
                    yield node, item

    def nodes(self) -> Iterator[tuple[model.ProgramNode, syntax.Node]]:
        """Every expression of the program with what it is in."""
        for node in self.program.nodes:
            waiting: list[object] = [node.syntax]
            while waiting:
                each = waiting.pop()
                if isinstance(each, syntax.Block):
                    waiting += each.body.items
                elif isinstance(each, syntax.Attribute):
                    waiting.append(each.value)
                elif isinstance(each, syntax.Node):
                    yield node, each
                    if isinstance(each, syntax.Object):
                        waiting += [part for item in each.items for part in (item.key, item.value)]
                    else:
                        waiting += parts(each)

    def literals(self) -> Iterator[tuple[model.ResourceNode, syntax.Attribute, types.Type]]:
        for node, item in self.attributes():
            wanted = node.input_types.get(item.name)
            if isinstance(syntax.unwrapped(item.value), syntax.Literal) and wanted is not None:
                yield node, item, types.unfold(without_none(types.resolve(wanted)))


def file_of(node: model.ProgramNode) -> str:
    return node.source.name


def _of(node: model.ProgramNode, item: syntax.Node, text: str) -> Change:
    return file_of(node), item.start, item.end, text


def misspelt(word: str) -> str:
    swapped = word[:-2] + word[-1:] + word[-2:-1]
    return swapped if swapped != word else word + "x"


def misspelt_property(bound: Bound) -> Iterator[Change]:
    for node, item in bound.attributes():
        yield file_of(node), item.start, item.name_end, misspelt(item.name)


def word_for_number(bound: Bound) -> Iterator[Change]:
    for node, item, wanted in bound.literals():
        if wanted in (types.INT, types.NUMBER):
            yield _of(node, item.value, '"three"')


def word_for_flag(bound: Bound) -> Iterator[Change]:
    for node, item, wanted in bound.literals():
        if wanted is types.BOOL:
            yield _of(node, item.value, '"maybe"')


def list_for_text(bound: Bound) -> Iterator[Change]:
    for node, item, wanted in bound.literals():
        if wanted is types.STRING:
            yield _of(node, item.value, "[1, 2]")


def object_for_text(bound: Bound) -> Iterator[Change]:
    for node, item, wanted in bound.literals():
        if wanted is types.STRING:
            yield _of(node, item.value, "{ a = 1 }")


def text_for_list(bound: Bound) -> Iterator[Change]:
    for node, item in bound.attributes():
        wanted = node.input_types.get(item.name)
        inner = types.unfold(without_none(types.resolve(wanted))) if wanted is not None else None
        if isinstance(item.value, syntax.Tuple) and isinstance(inner, types.ListOf):
            yield _of(node, item.value, '"one"')


def missing_required(bound: Bound) -> Iterator[Change]:
    for node, item in bound.attributes():
        if node.schema is not None and item.name in node.schema.required_inputs:
            yield file_of(node), item.start, item.end, f"\0{node.syntax.start}"


def unknown_resource(bound: Bound) -> Iterator[Change]:
    for node in bound.resources:
        label = node.syntax.labels[1]
        text = node.source.text[label.start : label.end].strip('"')
        yield _of(node, label, f'"{text}z"')


def resource_in_capitals(bound: Bound) -> Iterator[Change]:
    for node in bound.resources:
        label = node.syntax.labels[1]
        text = node.source.text[label.start : label.end].strip('"')
        head, _, tail = text.rpartition(":")
        if tail.swapcase() != tail:
            yield _of(node, label, f'"{head}:{tail.swapcase()}"')


def unknown_function(bound: Bound) -> Iterator[Change]:
    for node, each in bound.nodes():
        if isinstance(each, syntax.Call):
            yield file_of(node), each.start, each.start + len(each.name), misspelt(each.name)


def unknown_token(bound: Bound) -> Iterator[Change]:
    for node, each in bound.nodes():
        if isinstance(each, syntax.Call) and each.name == "invoke" and each.arguments:
            text = syntax.literal_text(each.arguments[0])
            if text is not None:
                yield _of(node, each.arguments[0], f'"{text}z"')


def wrong_argument(bound: Bound) -> Iterator[Change]:
    for node, each in bound.nodes():
        if isinstance(each, syntax.Call) and each.name == "invoke" and len(each.arguments) > 1:
            given = each.arguments[1]
            if isinstance(given, syntax.Object) and given.items:
                key = given.items[0].key
                yield _of(node, key, misspelt(syntax.literal_text(key) or "ab"))


def undeclared(bound: Bound) -> Iterator[Change]:
    for node, each in bound.nodes():
        if isinstance(each, syntax.Traversal) and each in bound.program.typing.roots:
            end = each.start + len(each.root)
            yield file_of(node), each.start, end, misspelt(each.root) + "q"


def bad_traversal(bound: Bound) -> Iterator[Change]:
    for node, each in bound.nodes():
        if isinstance(each, syntax.Traversal) and each.steps:
            variable = bound.program.typing.roots.get(each)
            step = each.steps[0]
            owner = variable.node if variable is not None else None
            ranged = isinstance(owner, model.InstanceNode) and owner.range_kind != "none"
            known = isinstance(owner, model.ResourceNode) and owner.schema is not None
            if known and not ranged and isinstance(step.key, str):
                text = node.source.text[step.start : step.end]
                yield file_of(node), step.start, step.end, text.replace(step.key, step.key + "d")


def duplicate(bound: Bound) -> Iterator[Change]:
    names = [node for node in bound.program.nodes if isinstance(node, model.ResourceNode)]
    for before, node in pairwise(names):
        if before.source is node.source:
            label = node.syntax.labels[0]
            yield _of(node, label, before.name)


def option(text: str) -> Callable[[Bound], Iterator[Change]]:
    """One more line in the options of a resource, or options with that line."""

    def spoil(bound: Bound) -> Iterator[Change]:
        for node in bound.resources:
            name = text.split(" ", 1)[0]
            blocks = [
                item
                for item in node.body.items
                if isinstance(item, syntax.Block) and item.type == "options"
            ]
            for block in blocks:
                at = node.source.text.index("{", block.start) + 1
                if all(one.name != name for one in block.body.items if hasattr(one, "name")):
                    yield file_of(node), at, at, f"\n{text}\n"
            at = node.source.text.index("{", node.syntax.labels[-1].end) + 1
            if not blocks:
                yield file_of(node), at, at, f"\noptions {{\n{text}\n}}\n"

    return spoil


def provider_of_another(bound: Bound) -> Iterator[Change]:
    for node in bound.resources:
        for other in bound.resources:
            if other is not node and not str(other.token).startswith("pulumi:providers:"):
                for change in option(f"provider = {other.name}")(Bound(bound.program)):
                    if (
                        change[0] == file_of(node)
                        and node.syntax.start <= change[1] <= node.syntax.end
                    ):
                        yield change
                break


def without_index(bound: Bound) -> Iterator[Change]:
    for node, each in bound.nodes():
        if isinstance(each, syntax.Traversal) and len(each.steps) > 1:
            variable = bound.program.typing.roots.get(each)
            owner = variable.node if variable is not None else None
            ranged = isinstance(owner, model.InstanceNode) and owner.range_kind in ("list", "map")
            if ranged and not isinstance(each.steps[0].key, str):
                yield file_of(node), each.steps[0].start, each.steps[0].end, ""


def wrong_enum(bound: Bound) -> Iterator[Change]:
    for node, item, wanted in bound.literals():
        if isinstance(wanted, types.Enum):
            yield _of(node, item.value, '"no such thing"')


def missing_bracket(bound: Bound) -> Iterator[Change]:
    for node, each in bound.nodes():
        if isinstance(each, syntax.Tuple) and each.end - each.start > 2:
            yield file_of(node), each.end - 1, each.end, ""


def missing_quote(bound: Bound) -> Iterator[Change]:
    for node, each in bound.nodes():
        text = each.value if isinstance(each, syntax.Literal) else None
        if isinstance(text, str) and "\n" not in text and node.source.text[each.end - 1] == '"':
            yield file_of(node), each.end - 1, each.end, ""


def unknown_type(bound: Bound) -> Iterator[Change]:
    for node in bound.program.nodes:
        if isinstance(node, model.ConfigNode) and len(node.syntax.labels) > 1:
            yield _of(node, node.syntax.labels[1], "strng")


def loop_over_nothing(bound: Bound) -> Iterator[Change]:
    for node, each in bound.nodes():
        if isinstance(each, syntax.For):
            yield _of(node, each.collection, "12")


def added_to_text(bound: Bound) -> Iterator[Change]:
    for node, item, wanted in bound.literals():
        if wanted is types.STRING:
            yield _of(node, item.value, '"a" + 1')


def cycle(bound: Bound) -> Iterator[Change]:
    for node, item, wanted in bound.literals():
        if wanted is types.STRING and node.range_kind == "none":
            yield _of(node, item.value, f"{node.name}.urn")


def indexed_text(bound: Bound) -> Iterator[Change]:
    for node, item, wanted in bound.literals():
        if wanted is types.STRING and node.range_kind == "none":
            yield _of(node, item.value, "true.x" if item.name == "" else "[1].name")


def missing_component_input(bound: Bound) -> Iterator[Change]:
    for node in bound.program.nodes:
        if isinstance(node, model.ComponentNode) and node.program is not None:
            for item in node.body.items:
                config = node.program.names.get(getattr(item, "name", ""))
                if isinstance(config, model.ConfigNode) and config.required:
                    yield file_of(node), item.start, item.end, f"\0{node.syntax.start}"


KINDS: dict[str, Callable[[Bound], Iterator[Change]]] = {
    "a misspelt property": misspelt_property,
    "a word for a number": word_for_number,
    "a word for a flag": word_for_flag,
    "a list for a text": list_for_text,
    "an object for a text": object_for_text,
    "a text for a list": text_for_list,
    "a required property left out": missing_required,
    "an unknown resource": unknown_resource,
    "a resource in other capitals": resource_in_capitals,
    "an unknown function": unknown_function,
    "an unknown token in invoke": unknown_token,
    "a wrong argument of invoke": wrong_argument,
    "an undeclared name": undeclared,
    "a property that is not there": bad_traversal,
    "a name twice": duplicate,
    "protect is a word": option('protect = "maybe"'),
    "dependsOn of texts": option('dependsOn = ["x"]'),
    "an unknown option": option("protekt = true"),
    "a provider that is none": provider_of_another,
    "ranged without an index": without_index,
    "a wrong enum value": wrong_enum,
    "a bracket left out": missing_bracket,
    "a quote left out": missing_quote,
    "an unknown config type": unknown_type,
    "a loop over a number": loop_over_nothing,
    "a number added to a text": added_to_text,
    "a resource that needs itself": cycle,
    "a key of a list": indexed_text,
    "a component's input left out": missing_component_input,
}


def told(folder: Path, host: Host) -> list[Diagnostic]:
    found = bind_folder(str(folder), host).diagnostics
    return [one for one in found if one.severity is not Severity.HINT]


def spoilt(folder: Path, change: Change, host: Host) -> list[tuple[str, int, str]]:
    """What is said of a program with one change: file, line, message."""
    name, start, end, text = change
    with tempfile.TemporaryDirectory() as work:
        for path in folder.rglob("*"):
            if path.is_file() and ".git" not in path.parts:
                to = Path(work) / path.relative_to(folder)
                to.parent.mkdir(parents=True, exist_ok=True)
                to.write_bytes(path.read_bytes())
        target = Path(work) / Path(name).resolve().relative_to(folder.resolve())
        before = target.read_text(encoding="utf-8")
        target.write_text(before[:start] + text.split("\0")[0] + before[end:], encoding="utf-8")
        said = told(Path(work), host)
        return [
            (
                str(Path(one.span.source.name).resolve().relative_to(Path(work).resolve())),
                one.span.source.place(one.span.start)[0],
                one.message,
            )
            for one in said
        ]


def line_of(folder: Path, change: Change) -> tuple[str, set[int]]:
    """The lines on which the mistake may be said to be: where it was put, or its block's head."""
    name, start, _, text = change
    before = Path(name).read_text(encoding="utf-8")
    first = before.count("\n", 0, start) + 1
    lines = set(range(first, first + text.count("\n") + 1))
    if "\0" in text:
        # What is left out may be missed at either end of its block.
        begun = int(text.split("\0")[1])
        close = before.index("\n}", begun)
        lines = {before.count("\n", 0, at) + 1 for at in (begun, close + 1)}
        lines |= {max(lines) - before.count("\n", start, change[2])}
    return str(Path(name).resolve().relative_to(folder.resolve())), lines


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", nargs="?", default=str(CORPUS))
    parser.add_argument("--count", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind")
    parser.add_argument("-v", action="store_true", dest="loud")
    options = parser.parse_args()
    corpus = Path(options.corpus)
    records = json.loads((corpus / "index.json").read_text(encoding="utf-8"))
    found = gathered(corpus, records, options.kind)
    chance = Random(options.seed)
    totals: Counter[str] = Counter()
    for kind, places in found.items():
        chosen = chance.sample(places, min(options.count, len(places)))
        marks = Counter(judged(corpus, records, kind, one, loud=options.loud) for one in chosen)
        totals += marks
        caught = marks["line"] + marks["elsewhere"]
        print(f"{kind:34}{caught:4} of {len(chosen):3} caught, {marks['line']:3} at the line")
    every = sum(totals.values())
    print(
        f"{totals['line'] + totals['elsewhere']} of {every} caught, {totals['line']} at the line"
    )
    return 0 if totals["line"] >= every * 33 / 35 else 1


def gathered(
    corpus: Path, records: dict[str, dict[str, list[str]]], only: str | None
) -> dict[str, list[tuple[str, Change]]]:
    """The places of every kind of mistake, with the program's name."""
    found: dict[str, list[tuple[str, Change]]] = {
        kind: [] for kind in KINDS if only in (None, kind)
    }
    for name, record in records.items():
        folder = corpus / "programs" / name
        program = bind_folder(str(folder), Host(corpus, record))
        # What is lenient by its own wish is not asked to complain.
        if record["options"]:
            continue
        bound = Bound(program)
        for kind in found:
            found[kind] += [(name, change) for change in KINDS[kind](bound)]
    return found


def judged(
    corpus: Path,
    records: dict[str, dict[str, list[str]]],
    kind: str,
    chosen: tuple[str, Change],
    *,
    loud: bool,
) -> str:
    """Whether a mistake is seen, and at its line."""
    name, change = chosen
    folder = corpus / "programs" / name
    host = Host(corpus, records[name])
    before = Counter(re.sub(r"/.*/", "", one.message) for one in told(folder, host))
    said = spoilt(folder, change, host)
    new: list[tuple[str, int, str]] = []
    for each in said:
        key = re.sub(r"/.*/", "", each[2])
        if before[key]:
            before[key] -= 1
        else:
            new.append(each)
    file, lines = line_of(folder, change)
    mark = "missed"
    if new:
        right = any(one[0] == file and one[1] in lines for one in new)
        mark = "line" if right else "elsewhere"
    if loud or mark != "line":
        text = change[3].strip()[:40]
        print(f"  {mark}: {kind} in {name}/{file}:{min(lines)} ({text!r}) {new[:2]}")
    return mark


if __name__ == "__main__":
    sys.exit(main())
