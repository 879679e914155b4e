"""A run as a tree for people: resources under their parents, then the stack's outputs."""

from __future__ import annotations

import json

from confty.languages.pcl.evaluator import Registration, Run
from confty.languages.pcl.preview.document import SECRET, PreviewView
from confty.values import Labelled, stripped

_WIDEST = 76


def tree(run: Run, *, secrets: bool, full: bool = False) -> str:
    """Show a run: what is known, referred to or changed, and ``full`` also all the rest."""
    return "\n".join(_Tree(run, secrets=secrets, full=full).lines()) + "\n"


class _Tree:
    def __init__(self, run: Run, *, secrets: bool, full: bool) -> None:
        self.run = run
        self.full = full
        self.shown = PreviewView(secrets=secrets)
        self.children: dict[str, list[Registration]] = {}
        for made in run.engine.resources.values():
            if made is not run.engine.stack and not is_default_provider(made):
                parent = made.parent or run.engine.stack.urn
                self.children.setdefault(parent, []).append(made)

    def lines(self) -> list[str]:
        stack = self.run.engine.stack
        count = sum(map(len, self.children.values()))
        word = "resource" if count == 1 else "resources"
        mode = "preview" if self.run.info.preview else "update"
        lines = [f"{mode} of {stack.name}: {count} {word}"]
        lines += self._below(stack.urn, "")
        if self.run.outputs:
            lines.append("outputs")
            for name, value in self.run.outputs.items():
                lines += self._property("    ", name, value)
        return lines

    def _below(self, urn: str, margin: str) -> list[str]:
        lines: list[str] = []
        found = self.children.get(urn, [])
        for at, made in enumerate(found):
            last = at == len(found) - 1
            lines.append(f"{margin}{'└─ ' if last else '├─ '}{_heading(made)}")
            inner = margin + ("   " if last else "│  ")
            bar = inner + ("│ " if self.children.get(made.urn) else "  ")
            lines += self._properties(made, bar + "  ")
            lines += self._below(made.urn, inner)
        return lines

    def _properties(self, made: Registration, margin: str) -> list[str]:
        lines: list[str] = []
        for name, value in made.inputs.items():
            lines += self._property(margin, name, value)
        waiting = 0
        for name, value in made.outputs.items():
            if name in made.inputs:
                changed = not is_unknown(value) and stripped(value) != stripped(made.inputs[name])
                if not changed:
                    continue
            elif is_unknown(value) and not self.full and name not in made.read:
                waiting += 1
                continue
            lines += self._property(margin, f"=> {name}", value)
        if waiting:
            word = "output" if waiting == 1 else "outputs"
            when = "creation" if self.run.info.preview else "the run"
            lines.append(f"{margin}and {waiting} {word} known after {when}")
        names = sorted(self._name(urn) for urn in made.dependencies)
        if names:
            lines.append(f"{margin}depends on {', '.join(names)}")
        options = {k: v for k, v in made.options.items() if v not in (None, [], {})}
        options.update(dict.fromkeys(made.hidden_options, SECRET))
        if options:
            lines += self._property(margin, "options", options)
        return lines

    def _name(self, urn: str) -> str:
        made = self.run.engine.resources.get(urn)
        return made.name if made is not None else urn

    def _property(self, margin: str, name: str, value: object) -> list[str]:
        shown = self.shown.value(value)
        text = _text(shown)
        if len(text) <= _WIDEST or not isinstance(shown, (dict, list)) or _is_special(shown):
            return [f"{margin}{name}: {_cut(text)}"]
        lines = [f"{margin}{name}:"]
        pairs = shown.items() if isinstance(shown, dict) else enumerate(shown)
        for key, inner in pairs:
            lines.append(f"{margin}    {key}: {_cut(_text(inner))}")
        return lines


def _heading(made: Registration) -> str:
    return f"{made.type} {made.name}" + (" (read)" if made.external else "")


def is_default_provider(made: Registration) -> bool:
    """Whether a provider came with a package, declared by nobody."""
    return made.type.startswith("pulumi:providers:") and (
        made.name == "default" or made.name.startswith("default_")
    )


def is_unknown(value: object) -> bool:
    """Whether a value as a whole is not known."""
    return isinstance(value, Labelled) and value.unknown


def _text(shown: object) -> str:
    """A value on one line."""
    if isinstance(shown, dict):
        if shown.keys() == {"$unknown"}:
            return f"[unknown] {shown['$unknown']}"
        if shown.keys() == {"$secret"}:
            inner = shown["$secret"]
            return f"{SECRET} {_text(inner)}"
        if "$resource" in shown:
            return str(shown["$resource"]).split("::", 3)[-1]
        parts = [f"{key}: {_text(value)}" for key, value in shown.items()]
        return "{ " + ", ".join(parts) + " }" if parts else "{}"
    if isinstance(shown, list):
        return "[" + ", ".join(_text(each) for each in shown) + "]"
    if shown == SECRET:
        return SECRET
    return json.dumps(shown, ensure_ascii=False)


def _is_special(shown: dict[str, object] | list[object]) -> bool:
    """Whether an object stands for something that is no object: an unknown, an asset."""
    return not shown or (isinstance(shown, dict) and next(iter(shown)).startswith("$"))


def _cut(text: str) -> str:
    return text if len(text) <= 2 * _WIDEST else text[: 2 * _WIDEST - 1] + "…"
