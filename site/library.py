"""Pages about the languages' own libraries, made of their records: type, words, example, source."""

from __future__ import annotations

import importlib
import inspect
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import chdir
from pathlib import Path
from types import ModuleType

from pages import PROJECT, shared

from confty.cli.doc_library import library
from confty.play.session import Session

HERE = Path(__file__).resolve().parent
TITLES = {"jsonnet": "std of Jsonnet", "rcl": "RCL", "pcl": "PCL", "phy": "Phy"}
MAIN = {"jsonnet": "main.jsonnet", "rcl": "main.rcl", "pcl": "main.pp", "phy": "main.phy"}
AROUND = {
    "motd.txt": "hello\n",
    "limits.json": '{ "dev": 1 }\n',
    "inputs.json": '{ "ext": { "env": "dev" } }\n',
}


def examples(language: str) -> dict[str, tuple[str, str]]:
    """The example of each function, by its name: a call, and what it gives on one line."""
    lines = (HERE / "examples" / f"{language}.txt").read_text(encoding="utf-8").splitlines()
    found = {}
    for line in lines:
        name, _, rest = line.partition(": ")
        call, _, value = rest.partition(" ⇒ ")
        found[name] = call.replace("¶", "\n"), value
    return found


def written(known: dict[str, tuple[str, str]]) -> str:
    """The file of such examples."""
    return "".join(
        f"{name}: {call.replace(chr(10), '¶')} ⇒ {value}\n"
        for name, (call, value) in known.items()
    )


class Runner:
    """Runs examples, as the playground would."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.session = Session()

    def files(self, expression: str) -> dict[str, str]:
        """The files of an example: the program, and what it reads."""
        around = {name: text for name, text in AROUND.items() if name in expression}
        if "shop:" in expression:
            around["confty.toml"] = '[pcl]\npackage-schemas = ["schemas"]\n'
            schema = (HERE / "examples" / "shop.json").read_text(encoding="utf-8")
            around["schemas/shop.json"] = schema
        if "extVar" in expression:
            around["inputs.json"] = AROUND["inputs.json"]
        return {MAIN[self.language]: self.program(expression), **around}

    def program(self, expression: str) -> str:
        """The program that has an expression for its value."""
        if self.language == "pcl" and not expression.startswith(("output ", "resource ")):
            return f'output "result" {{\n  value = {expression}\n}}\n'
        if self.language == "phy" and not expression.startswith("(Module"):
            kind = next(
                (kind for kind in ("IntTy", "BoolTy", "FloatTy") if self._fits(kind, expression)),
                "IntTy",
            )
            return _procedure(kind, expression)
        return expression + "\n"

    def _fits(self, kind: str, expression: str) -> bool:
        return not self._asked({"main.phy": _procedure(kind, expression)})["problems"]

    def _asked(self, files: dict[str, str]) -> dict[str, object]:
        form = "rcl" if self.language == "rcl" else "json"
        words = {"files": files, "name": MAIN[self.language], "form": form}
        found: dict[str, object] = json.loads(self.session.answer("run", json.dumps(words)))
        return found

    def result(self, expression: str) -> str:
        """What an example gives; an example that fails is a defect of the page."""
        told = self._asked(self.files(expression))
        text = told["text"]
        if not isinstance(text, str):
            raise SystemExit(f"{self.language}: {expression}: {told['problems']}")
        if self.language == "pcl":
            text = json.dumps(json.loads(text)["result"], indent=2)
        return text.rstrip("\n")

    def value(self, expression: str) -> str:
        """The same on one line."""
        text = self.result(expression)
        return text if self.language == "rcl" else json.dumps(json.loads(text), ensure_ascii=False)


def _procedure(kind: str, expression: str) -> str:
    return f"(Module\n  (ProcDecl main ({kind}) (Params)\n    (Return {expression})))\n"


def _line(function: Callable[..., object] | None, module: ModuleType) -> tuple[str, int]:
    path = Path(str(module.__file__)).relative_to(PROJECT).as_posix()
    if function is None:
        return path, 1
    try:
        return path, inspect.getsourcelines(function)[1]
    except (TypeError, OSError):
        return path, 1


def sources(language: str) -> dict[str, tuple[str, int]]:
    """The file and line where each function is written down."""
    found: dict[str, tuple[str, int]] = {}
    if language == "jsonnet":
        from confty.languages.jsonnet.library import FUNCTIONS

        for one in FUNCTIONS.values():
            name, _, function = one.body.partition(":")
            module = importlib.import_module(f"confty.languages.jsonnet.evaluator.library.{name}")
            found[f"std.{one.name}"] = _line(getattr(module, function, None), module)
        return found
    folder = PROJECT / "src" / "confty" / "languages" / language
    candidates = sorted([*folder.glob("library.py"), *(folder / "library").glob("*.py")])
    texts = {path: path.read_text(encoding="utf-8").splitlines() for path in candidates}
    for name in examples_of_records(language):
        short = name.rpartition(".")[2] or name
        for path, lines in texts.items():
            at = next((i for i, line in enumerate(lines, 1) if f'"{short}"' in line), None)
            if at is not None:
                found[name] = path.relative_to(PROJECT).as_posix(), at
                break
    return found


def examples_of_records(language: str) -> list[str]:
    """The names of all functions, as examples are found by."""
    if language == "rcl":
        return [f"{kind.name}.{one.name}" for kind in library("rcl") for one in kind.inside]
    return [entry.name for entry in library(language)]


def source_page(path: str) -> str:
    """The name of the page that shows a source file."""
    return f"source/{path.removeprefix('src/confty/').replace('/', '.')}.md"


def pages(language: str) -> Iterator[tuple[str, str]]:
    """The page of a library, and those of the sources it links to."""
    known, places = examples(language), sources(language)
    spelled = {}
    for entry in library(language):
        for one in entry.inside if language == "rcl" else [entry]:
            name = f"{entry.name}.{one.name}" if language == "rcl" else one.name
            spelled[name] = one
    lines = [f"# The library of {TITLES[language]}", ""]
    lines += [
        f"{len(spelled)} functions. Every example was run when this page was made; *try* opens it in the playground.",
        "",
    ]
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        runner = Runner(language)
        for name, entry in spelled.items():
            lines += [f"## `{name}` {{ #{anchor(name)} }}", ""]
            if entry.spelled and entry.spelled != name:
                lines += [f"```{language}", entry.spelled, "```", ""]
            lines += [entry.text, ""]
            links = []
            if (found := known.get(name)) is not None:
                expression, _ = found
                lines += [f"```{language}", *expression.split("\n"), "```", ""]
                lines += ["```text", runner.result(expression), "```", ""]
                files = runner.files(expression)
                links.append(f"[try](../play/index.html{shared(files, MAIN[language])})")
            if name in places:
                path, line = places[name]
                links.append(f"[source](../{source_page(path)}#__codelineno-0-{line})")
            lines += [" · ".join(links), ""]
    yield f"library/{language}.md", "\n".join(lines)
    for path in sorted({path for path, _ in places.values()}):
        text = (PROJECT / path).read_text(encoding="utf-8")
        title = os.path.basename(path)
        yield source_page(path), f'# {title}\n\n````python linenums="1"\n{text}````\n'


def anchor(name: str) -> str:
    """A name for a place in a page, also of a function that is a sign."""
    if any(letter.isalnum() for letter in name):
        return name.replace(".", "-").lower()
    return "sign-" + "-".join(str(ord(letter)) for letter in name)
