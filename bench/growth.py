"""How every stage of every language grows: inputs are doubled, and the exponent is printed.

For each kind of input the size is doubled until a stage takes long enough to be measured, then
twice more; the exponent is that of the last two doublings.  Of each size the fastest of several
tries counts, and one that seems steep gets more of them, because a busy machine only ever makes
things slower.  What is steep still is doubled on: where memory outgrows a cache of the machine even
``json.loads`` takes a step (1.17 from 65,536 fields to 262,144, 0.94 behind that), and a step stays
behind, while what takes the square gets worse.  Above 1.15 is a failure.  ``growth.py jsonnet`` does
one language, ``growth.py jsonnet:merges`` one input, and ``--short`` takes smaller ones.
"""

from __future__ import annotations

import gc
import json
import math
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

from confty.kit.limits import limited  # noqa: E402
from confty.text import Source  # noqa: E402
from confty.workspace import Config, Memory, Project  # noqa: E402
from confty.workspace.door import UNWATCHED  # noqa: E402

MOST = 1.15
LONG_ENOUGH = 0.04
TOO_LONG = 2.5
LARGEST = 1 << 17
# What grows in proportion shows that soon; only what seems steep is tried so often.
TRIES = 12
# How often what is steep is doubled on, and how often each of those is tried.
FURTHER = 3
ONCE_MORE = 3

Files = dict[str, str]
_fresh = count()


def joined(n: int, item: Callable[[int], str], between: str = "\n") -> str:
    return between.join(item(number) for number in range(n))


# One input for each kind, by language: the first file is the one that is worked on.
JSONNET: dict[str, Callable[[int], Files]] = {
    "lines": lambda n: {"a.jsonnet": "[\n" + joined(n, lambda i: f"  {i} + 1,") + "\n]"},
    "fields": lambda n: {"a.jsonnet": "{" + joined(n, lambda i: f"f{i}: {i},") + "}"},
    "locals": lambda n: {
        "a.jsonnet": joined(n, lambda i: f"local v{i} = {f'v{i - 1} + 1' if i else 0};")
        + f" v{n - 1 if n < 200 else 1}"
    },
    "locals in an object": lambda n: {
        "a.jsonnet": "{" + joined(n, lambda i: f"local v{i} = {i}, f{i}: v{i},") + "}"
    },
    "functions": lambda n: {
        "a.jsonnet": "{" + joined(n, lambda i: f"f{i}(x, y=1):: x + y + {i},") + " a: self.f0(1) }"
    },
    "nesting": lambda n: {
        "a.jsonnet": joined(n // 50, lambda i: f"local d{i} = {'{a: ' * 50}{i}{'}' * 50};") + " d0"
    },
    "merges": lambda n: {"a.jsonnet": joined(n, lambda i: f"{{ f{i}: {i} }}", " + ")},
    "merges of names": lambda n: {
        "a.jsonnet": joined(
            n, lambda i: f"local m{i} = {f'm{i - 1} + ' if i else ''}{{ f{i}: {i} }};"
        )
        + " m0"
    },
    "layers by name": lambda n: {
        "a.jsonnet": joined(
            n, lambda i: f"local m{i} = {f'm{i - 1} ' if i else ''}{{ f{i}: {i}, g: self.f{i} }};"
        )
        + (f" m{n - 1}.f0" if n < 200 else " m1")
    },
    "imports": lambda n: {
        "a.jsonnet": "[" + joined(n, lambda i: f"import 'l{i}.libsonnet',") + "]",
        **{f"l{i}.libsonnet": f"{{ x: {i} }}" for i in range(n)},
    },
    "union members": lambda n: {
        "a.jsonnet": "function(x) { a: ["
        + joined(n, lambda i: f"if x == {i} then 'v{i}' else", " ")
        + " null] }"
    },
    "findings": lambda n: {"a.jsonnet": joined(n, lambda i: f"local u{i} = {i};") + " 1"},
    "unknown names": lambda n: {
        "a.jsonnet": joined(n, lambda i: f"local v{i} = {i};")
        + " ["
        + joined(n, lambda i: f"v{i} + other{i},")
        + "]"
    },
    "unknown fields": lambda n: {
        "a.jsonnet": "local o = {"
        + joined(n, lambda i: f"f{i}: {i},")
        + "}; ["
        + joined(n, lambda i: f"o.other{i},")
        + "]"
    },
    "errors": lambda n: {"a.jsonnet": "[" + joined(n, lambda i: f"{{ a: {i} }}.b,") + "]"},
    "strings": lambda n: {"a.jsonnet": "[" + joined(n, lambda i: f"'x%d' % {i} + 'y',") + "]"},
}
RCL: dict[str, Callable[[int], Files]] = {
    "lines": lambda n: {"a.rcl": "[\n" + joined(n, lambda i: f"  {i} + 1,") + "\n]"},
    "fields": lambda n: {"a.rcl": "{" + joined(n, lambda i: f"f{i} = {i},") + "}"},
    "locals": lambda n: {
        "a.rcl": joined(n, lambda i: f"let v{i} = {f'v{i - 1} + 1' if i else 0};") + f" v{n - 1}"
    },
    "functions": lambda n: {
        "a.rcl": joined(n, lambda i: f"let f{i} = (x: Number, y: Number) => x + y + {i};")
        + " f0(1, 2)"
    },
    "nesting": lambda n: {
        "a.rcl": joined(n // 50, lambda i: f"let d{i} = {'{a = ' * 50}{i}{'}' * 50};") + " d0"
    },
    "imports": lambda n: {
        "a.rcl": "[" + joined(n, lambda i: f'import "l{i}.rcl",') + "]",
        **{f"l{i}.rcl": f"{{ x = {i} }}" for i in range(n)},
    },
    "union members": lambda n: {
        "a.rcl": "let x: Union[" + joined(n, lambda i: f'"v{i}"', ", ") + '] = "v1"; x'
    },
    "findings": lambda n: {"a.rcl": joined(n, lambda i: f"let u{i} = {i};") + " 1"},
    "unknown names": lambda n: {
        "a.rcl": joined(n, lambda i: f"let v{i} = {i};")
        + " ["
        + joined(n, lambda i: f"v{i} + other{i},")
        + "]"
    },
    "unknown fields": lambda n: {
        "a.rcl": "let o = {"
        + joined(n, lambda i: f"f{i} = {i},")
        + "}; ["
        + joined(n, lambda i: f"o.other{i},")
        + "]"
    },
    "errors": lambda n: {"a.rcl": joined(n, lambda i: f'let u{i}: Number = "x";') + " 1"},
}
PCL: dict[str, Callable[[int], Files]] = {
    "lines": lambda n: {"main.pp": joined(n, lambda i: f"l{i} = {i} + 1")},
    "locals": lambda n: {"main.pp": joined(n, lambda i: f"l{i} = {f'l{i - 1} + 1' if i else 0}")},
    "outputs": lambda n: {"main.pp": joined(n, lambda i: f'output "o{i}" {{\n  value = {i}\n}}')},
    "fields": lambda n: {"main.pp": "l = {\n" + joined(n, lambda i: f"  f{i} = {i}") + "\n}"},
    "resources": lambda n: {
        "main.pp": joined(n, lambda i: f'resource r{i} "pkg:m:T" {{\n  name = "n{i}"\n}}')
    },
    "nesting": lambda n: {
        "main.pp": joined(n // 20 + 1, lambda i: f"l{i} = {'[' * 20}{i}{']' * 20}")
    },
    "functions": lambda n: {"main.pp": joined(n, lambda i: f"l{i} = toJSON([{i}, length([1])])")},
    "strings": lambda n: {
        "main.pp": "a = 1\n" + joined(n, lambda i: f'l{i} = "x${{a}} and ${{a + {i}}}"')
    },
    "imports": lambda n: {
        "main.pp": joined(n, lambda i: f'component c{i} "./c{i}" {{\n}}'),
        **{f"c{i}/main.pp": f'output "x" {{\n  value = {i}\n}}' for i in range(n)},
    },
    "union members": lambda n: {
        "main.pp": "l = [\n" + joined(n, lambda i: f"  {{ f{i} = {i} }},") + "\n]"
    },
    "findings": lambda n: {"main.pp": joined(n, lambda i: f"l{i} = missing{i}")},
}
PHY: dict[str, Callable[[int], Files]] = {
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
    "findings": lambda n: {
        "a.phy": "(Module (ProcDecl main (IntTy) (Params) (Exprs\n"
        + joined(n, lambda i: f"(Decl v{i} missing{i})")
        + "\n(Return 1))))"
    },
}
DATA: dict[str, dict[str, Callable[[int], Files]]] = {
    "json": {
        "lines": lambda n: {"a.json": "[\n" + joined(n, str, ",\n") + "\n]"},
        "fields": lambda n: {"a.json": json.dumps({f"f{i}": i for i in range(n)}, indent=1)},
        "nesting": lambda n: {"a.json": "[" + joined(n // 50 + 1, lambda i: '{"a":' * 50 + str(i) + "}" * 50, ",\n") + "]"},
        "findings": lambda n: {"a.json": "{" + joined(n, lambda i: f'"k{i}": 1, "k{i}": 2', ",\n") + "}"},
    },
    "yaml": {
        "lines": lambda n: {"a.yaml": joined(n, lambda i: f"- {i}")},
        "fields": lambda n: {"a.yaml": joined(n, lambda i: f"f{i}: text {i}")},
        "documents": lambda n: {"a.yaml": joined(n, lambda i: f"a: {i}\nb: [1, 2]", "\n---\n")},
        "nesting": lambda n: {"a.yaml": joined(n // 20 + 1, lambda i: f"k{i}: " + "[" * 20 + str(i) + "]" * 20)},
        "findings": lambda n: {"a.yaml": joined(n, lambda i: f"k{i}: 1\nk{i}: 2")},
    },
    "toml": {
        "lines": lambda n: {"a.toml": joined(n, lambda i: f"f{i} = {i}")},
        "tables": lambda n: {"a.toml": joined(n, lambda i: f"[t{i}]\na = {i}")},
        "nesting": lambda n: {"a.toml": joined(n // 20 + 1, lambda i: f"k{i} = " + "[" * 20 + str(i) + "]" * 20)},
        "findings": lambda n: {"a.toml": joined(n, lambda i: f"k{i} = 1\nk{i} = 2")},
    },
}  # fmt: skip
INPUTS = {"jsonnet": JSONNET, "rcl": RCL, "pcl": PCL, "phy": PHY, **DATA}
#: What a stage has nothing to do for: programs with mistakes are not run.
IDLE = {
    ("eval", "findings"),
    ("eval", "errors"),
    ("fmt", "errors"),
    ("eval", "unknown names"),
    ("fmt", "unknown names"),
    ("eval", "unknown fields"),
    ("fmt", "unknown fields"),
    ("fmt", "findings"),
    ("eval", "resources"),
}
#: The same of one language: a program with components has no plain value.
IDLE_OF = {("pcl", "eval", "imports")}


@dataclass
class Curve:
    language: str
    kind: str
    stage: str
    points: list[tuple[int, float]]

    @property
    def exponent(self) -> float:
        # Of the last two doublings.
        (small, first), (large, last) = self.points[-3:][0], self.points[-1]
        return math.log(last / first) / math.log(large / small)


def project_of(files: Files) -> tuple[Project, str]:
    # Another text each time, so that nothing is remembered.
    name = next(iter(files))
    mark = {"json": " ", "pcl": "# ", "phy": "; ", "yaml": "# ", "toml": "# "}.get(
        {"pp": "pcl"}.get(name.rpartition(".")[2], name.rpartition(".")[2]), "// "
    )
    number = next(_fresh)
    note = "\n" + (" " * (number % 97) if mark == " " else f"{mark}{number}\n")
    texts = {**files, name: files[name] + note}
    return Project(Config({}), Memory(texts), {"cache": False}), name


def parse(files: Files) -> Callable[[], object]:
    project, name = project_of(files)
    room = project.language(name).output
    assert room is not None
    source = Source(name, project.files.read(name).decode())
    host = project.host(name, room.name)
    return lambda: room.parser(source, host)


def check(files: Files) -> Callable[[], object]:
    project, name = project_of(files)
    return lambda: project.checked(name).diagnostics


def evaluate(files: Files) -> Callable[[], object]:
    project, name = project_of(files)

    def work() -> object:
        made = project.evaluate(name).output
        if made is None:
            return None
        room, value = made
        return room.render(value, room.formats[0])

    return work


def lay_out(files: Files) -> Callable[[], object]:
    project, name = project_of(files)
    return lambda: project.reformat(name)


STAGES = {"parse": parse, "check": check, "eval": evaluate, "fmt": lay_out}


def seconds(make: Callable[[], Callable[[], object]]) -> float:
    work = make()
    gc.collect()
    spent = [0.0]

    def timed() -> None:
        begun = time.thread_time()
        work()
        spent[0] = time.thread_time() - begun

    limited(timed, UNWATCHED)
    return spent[0]


def measured(
    make: Callable[[int], Callable[[], object]], first: int = 64
) -> list[tuple[int, float]]:
    """Double until it takes long enough, then twice more."""
    size = first
    seconds(lambda: make(first))  # loads what is loaded once
    while (taken := seconds(lambda size=size: make(size))) < LONG_ENOUGH and size < LARGEST:
        size *= 4 if taken < LONG_ENOUGH / 8 else 2
    # The smallest counts most and costs least: one that a busy machine made slow would flatten all.
    points = [(size, min(taken, *[seconds(lambda: make(size)) for _ in range(ONCE_MORE)]))]
    for factor in (2, 4):
        points.append((size * factor, seconds(lambda factor=factor: make(size * factor))))
        if points[-1][1] > TOO_LONG:
            break
    return points


def curve(
    language: str, kind: str, stage: str, make: Callable[[int], Callable[[], object]]
) -> Curve:
    """Measure a few times; of each size the fastest counts."""
    # Only so many findings have a suggestion, so what is beyond that is measured.
    found = Curve(language, kind, stage, measured(make, 2048 if "unknown" in kind else 64))
    for _ in range(TRIES - 1):
        if found.exponent <= 1.1:
            break
        again = [
            (size, min(taken, seconds(lambda size=size: make(size))))
            for size, taken in found.points
        ]
        found = Curve(language, kind, stage, again)
    for _ in range(FURTHER):
        size, taken = found.points[-1]
        if found.exponent <= MOST or taken > TOO_LONG / 2:
            break
        more = min(seconds(lambda size=size: make(size * 2)) for _ in range(ONCE_MORE))
        found.points.append((size * 2, more))
    return found


def sessions(n: int) -> Callable[[], object]:
    """A prompt that is given one entry after the other."""
    from confty.languages.phy.session import Session

    one = Session(Project(Config({}), Memory({}), {"cache": False}).host("entry.phy", "phy"))

    def work() -> None:
        for number in range(n):
            one.enter(f"(ProcDecl f{number} (IntTy) (Params) (Return {number}))")

    return work


def nested_outputs(n: int) -> Callable[[], object]:
    """Values of values of values, as a program makes them."""
    from confty import Output

    def work() -> object:
        value = Output.of(0)
        for _ in range(n):
            value = Output.of({"inner": value}).apply(lambda one: one)
        return value

    return work


def cases(
    chosen: list[str],
) -> Iterator[tuple[str, str, str, Callable[[int], Callable[[], object]]]]:
    def wanted(language: str, kind: str) -> bool:
        return not chosen or language in chosen or f"{language}:{kind}" in chosen

    for language, kinds in INPUTS.items():
        for kind, text in kinds.items():
            if not wanted(language, kind):
                continue
            for stage, make in STAGES.items():
                if (stage, kind) not in IDLE and (language, stage, kind) not in IDLE_OF:
                    yield language, kind, stage, lambda n, make=make, text=text: make(text(n))
    if wanted("values", "nesting"):
        yield "values", "nesting", "apply", nested_outputs
    if wanted("phy", "prompt"):
        yield "phy", "prompt", "repl", sessions


def main(words: list[str]) -> int:
    global LONG_ENOUGH  # noqa: PLW0603  a script's own setting
    chosen = [word for word in words if word != "--short"]
    if chosen != words:
        LONG_ENOUGH /= 4
    curves = []
    print(f"{'':10}{'':22}{'stage':8}{'size':>8}{'seconds':>10}{'exponent':>10}")
    for language, kind, stage, make in cases(chosen):
        try:
            found = curve(language, kind, stage, make)
        except Exception as error:  # noqa: BLE001  a stage that breaks is a failure of this too
            print(
                f"{language:10}{kind:22}{stage:8}  {type(error).__name__}: {str(error)[:60]}",
                flush=True,
            )
            curves.append(Curve(language, kind, stage, [(1, 1.0), (2, 9.9)]))
            continue
        curves.append(found)
        size, taken = found.points[-1]
        bad = "  too steep" if found.exponent > MOST else ""
        print(
            f"{language:10}{kind:22}{stage:8}{size:8}{taken:10.3f}{found.exponent:10.2f}{bad}",
            flush=True,
        )
    out = ROOT / "build" / "bench" / "growth.json"
    out.parent.mkdir(parents=True, exist_ok=True)
    if not chosen:
        out.write_text(
            json.dumps([[one.language, one.kind, one.stage, one.points] for one in curves])
        )
    steep = [one for one in curves if one.exponent > MOST]
    print(f"{len(steep)} of {len(curves)} grow faster than in proportion")
    return int(bool(steep))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
