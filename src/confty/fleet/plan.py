"""What targets will ask for, guessed from their texts, so that it can be sent along.

An import is a word and a string in every language here; a program whose imports are not found
this way asks for them later.  What several targets need is sent to each worker once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from confty.fleet.job import Target
from confty.fleet.shipped import Answers, Around, Keeper
from confty.registry import language_of
from confty.workspace.host import WorkspaceHost

_IMPORT: Final = re.compile(rb"""\bimport(?:str|bin)?\s*+(?:\(\s*+)?["']([^"'\n]{1,1000})["']""")

#: From how many bytes of imports on types are sent: reading them costs a fourth of finding them.
_HEAVY: Final = 20_000


class Plan:
    """The answers that a machine gives before it is asked."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper: Final = keeper
        self._hosts: Final[dict[tuple[int, str, str], WorkspaceHost]] = {}
        self._found: Final[dict[tuple[str, tuple[str, ...], str], Answers]] = {}
        self._closures: Final[dict[tuple[object, ...], Answers]] = {}
        self._arounds: Final[dict[str, tuple[object, ...]]] = {}
        self._groups: Final[dict[tuple[object, ...], frozenset[str] | None]] = {}
        self._users: Final[dict[tuple[object, ...], int]] = {}

    def look_ahead(self, todo: Iterable[tuple[int, Target]]) -> Answers:
        """Return what more than one of the targets needs."""
        shared: Answers = {}
        users = self._users
        for _, target in todo:
            needed = self._imports(target)
            for question, answer in needed.items():
                users[question] = users.get(question, 0) + 1
                if users[question] == 2:
                    shared[question] = answer
        return shared

    def own(self, portion: Sequence[tuple[int, Target]]) -> Answers:
        """Return what only these targets need."""
        made: Answers = {}
        for _, target in portion:
            made.update(self._itself(target))
            for question, answer in self._imports(target).items():
                if self._users.get(question, 0) < 2:
                    made[question] = answer
        return made

    def group(self, target: Target) -> frozenset[str] | None:
        """Return the files that a target imports, None where they are little work.

        Targets of one group need the same types, which one worker finds and the others are sent.
        """
        lang = self._keeper.language(target.inputs, target.name)
        key = (target.inputs, target.name.rpartition("/")[0], lang, self._paths(target.name))
        if key not in self._groups:
            texts = {
                question[1]: len(answer)
                for question, answer in self._imports(target).items()
                if question[0] == "text" and isinstance(answer, bytes)
            }
            heavy = sum(texts.values()) >= _HEAVY
            self._groups[key] = frozenset(texts) if heavy else None
        return self._groups[key]

    def _itself(self, target: Target) -> Answers:
        name = target.name
        lang = self._keeper.language(target.inputs, name)
        made = self._keeper.answer(("text", name))
        made[("file", name)] = isinstance(made[("text", name)], bytes)
        made[("around", target.inputs, name, lang)] = self._around(target.inputs, name, lang)
        folders = self._host(target.inputs, name, lang).sandbox
        if folders is not None:
            made.update(self._keeper.answer(("inside", folders.folders, name)))
        return made

    def _around(self, inputs: int, name: str, lang: str) -> tuple[object, ...]:
        found: Around = self._keeper.around(inputs, name, lang)
        # One object for all that are alike: it is written once then.
        return self._arounds.setdefault(repr(found), tuple(found))

    def _host(self, inputs: int, name: str, lang: str) -> WorkspaceHost:
        # Files of one folder differ in settings only, and those are not looked at here.
        key = inputs, name.rpartition("/")[0], lang
        found = self._hosts.get(key)
        if found is None:
            found = self._hosts[key] = self._keeper.host(inputs, name, lang)
        return found

    def _imports(self, target: Target) -> Answers:
        """Return the answers behind all imports of a target, whichever file they stand in."""
        lang = self._keeper.language(target.inputs, target.name)
        host = self._host(target.inputs, target.name, lang)
        first = self._paths(target.name)
        key = (target.inputs, target.name.rpartition("/")[0], lang, first)
        known = self._closures.get(key)
        if known is not None:
            return known
        made: Answers = {}
        waiting = [(target.name, path) for path in first]
        seen = {target.name}
        while waiting:
            importer, path = waiting.pop()
            found, name = self._resolved(host, path, importer)
            made.update(found)
            if name is None or name in seen:
                continue
            seen.add(name)
            if host.sandbox is not None:
                made.update(self._keeper.answer(("inside", host.sandbox.folders, name)))
            other = language_of(name)
            if other is not None and other != lang:
                question = ("around", target.inputs, name, other)
                made[question] = self._around(target.inputs, name, other)
            waiting += [(name, inner) for inner in self._paths(name)]
        self._closures[key] = made
        return made

    def _paths(self, name: str) -> tuple[str, ...]:
        text = self._keeper.answer(("text", name))["text", name]
        if not isinstance(text, bytes) or b"import" not in text:
            return ()
        found = dict.fromkeys(_IMPORT.findall(text))
        return tuple([path.decode("utf-8", "replace") for path in found])

    def _resolved(
        self, host: WorkspaceHost, path: str, importer: str
    ) -> tuple[Answers, str | None]:
        """Return what is asked on the way to an imported file, and its name."""
        made: Answers = {}
        for candidate in host.candidates(path, importer):
            answers = self._keeper.answer(("file", candidate))
            made.update(answers)
            if answers[("file", candidate)]:
                return made, candidate
        return made, None
