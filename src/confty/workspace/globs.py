"""Path patterns: the config file's globs and the lines of a ``.gitignore``.

Both are matched against paths with forward slashes.  The two dialects differ in one point only: a
``.gitignore`` line without a slash matches at any depth.

A pattern comes from a repository and may be hostile, so it is no regular expression: it is read
into a small automaton, all of whose states are followed at once.  Matching takes time in
proportion to the path.
"""

from __future__ import annotations

from _collections_abc import Callable

from confty.light import lru_cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

Test = Callable[[str], bool]
_MOST_REMEMBERED: Final = 5_000


def _any(_: str) -> bool:
    return True


def _inside(character: str) -> bool:
    return character != "/"


class Glob:
    """A compiled glob: ``*``, ``?``, ``**``, ``[abc]``, ``{one,two}``; it matches whole paths."""

    __slots__ = ("_free", "_known", "_last", "_start", "_steps")

    def __init__(self, glob: str, *, anywhere: bool = False) -> None:
        # For each state: where a character leads, and where nothing at all leads.
        self._steps: list[list[tuple[Test, int]]] = [[]]
        self._free: list[list[int]] = [[]]
        start = self.folders(0) if anywhere else 0
        self._last: Final = _Reader(self, glob).read(start)
        self._known: dict[tuple[frozenset[int], str], frozenset[int]] = {}
        self._start: Final = self._closed({0})

    def match(self, path: str) -> bool:
        """Say whether the whole path matches."""
        states = self._start
        for character in path:
            states = self._next(states, character)
            if not states:
                return False
        return self._last in states

    def _next(self, states: frozenset[int], character: str) -> frozenset[int]:
        key = (states, character)
        found = self._known.get(key)
        if found is None:
            reached = {to for one in states for test, to in self._steps[one] if test(character)}
            if len(self._known) >= _MOST_REMEMBERED:
                self._known.clear()
            found = self._known[key] = self._closed(reached)
        return found

    def _closed(self, states: set[int]) -> frozenset[int]:
        waiting = list(states)
        while waiting:
            for to in self._free[waiting.pop()]:
                if to not in states:
                    states.add(to)
                    waiting.append(to)
        return frozenset(states)

    # Building; each returns the state behind what it adds.

    def new(self) -> int:
        """Add a state."""
        self._steps.append([])
        self._free.append([])
        return len(self._steps) - 1

    def one(self, at: int, test: Test) -> int:
        """Add one character."""
        to = self.new()
        self._steps[at].append((test, to))
        return to

    def many(self, at: int, test: Test) -> int:
        """Add any number of characters."""
        to = self.new()
        self._free[at].append(to)
        self._steps[to].append((test, to))
        return to

    def folders(self, at: int) -> int:
        """Add any number of folders, each with its slash."""
        home, inside, to = self.new(), self.new(), self.new()
        self._free[at].append(home)
        self._free[home].append(to)
        self._steps[home].append((_inside, inside))
        self._steps[inside].append((_inside, inside))
        self._steps[inside].append((lambda character: character == "/", home))
        return to

    def join(self, at: int, to: int) -> None:
        """Let one state lead to another for nothing."""
        self._free[at].append(to)


class _Reader:
    """Reads the text of a glob into the states of an automaton."""

    __slots__ = ("at", "glob", "made")

    def __init__(self, made: Glob, glob: str) -> None:
        self.made = made
        self.glob = glob
        self.at = 0

    def read(self, state: int) -> int:
        """Read to the end and return the last state."""
        # Where the alternatives of each open brace began, and where they meet again.
        open_braces: list[tuple[int, int]] = []
        glob, made = self.glob, self.made
        while self.at < len(glob):
            character = glob[self.at]
            if character == "{" and "}" in glob[self.at :]:
                open_braces.append((state, made.new()))
                state = made.many(state, lambda _: False)
                self.at += 1
            elif character in ",}" and open_braces:
                began, meet = open_braces[-1]
                made.join(state, meet)
                state = made.many(began, lambda _: False)
                if character == "}":
                    open_braces.pop()
                    state = meet
                self.at += 1
            else:
                state = self._piece(state, character)
        for _, meet in open_braces:
            made.join(state, meet)
        return state

    def _piece(self, state: int, character: str) -> int:
        glob, made, at = self.glob, self.made, self.at
        if glob.startswith("**/", at) and (at == 0 or glob[at - 1] == "/"):
            self.at += 3
            return made.folders(state)
        if glob.startswith("**", at):
            self.at += 2
            return made.many(state, _any)
        if character == "[" and (end := glob.find("]", at + 2)) > 0:
            self.at = end + 1
            return made.one(state, _class(glob[at + 1 : end]))
        self.at += 1
        if character == "*":
            return made.many(state, _inside)
        if character == "?":
            return made.one(state, _inside)
        if character == "\\" and self.at < len(glob):
            character = glob[self.at]
            self.at += 1
        return made.one(state, lambda found: found == character)


def _class(body: str) -> Test:
    """Read the inside of brackets: characters and ranges, all others after ``!`` or ``^``."""
    negated = body[0] in "!^"
    body = body[1:] if negated else body
    ranges: list[tuple[str, str]] = []
    at = 0
    while at < len(body):
        if body[at + 1 : at + 2] == "-" and at + 2 < len(body):
            ranges.append((body[at], body[at + 2]))
            at += 3
        else:
            ranges.append((body[at], body[at]))
            at += 1

    def test(character: str) -> bool:
        listed = any(first <= character <= last for first, last in ranges)
        return character != "/" and listed is not negated

    return test


@lru_cache(maxsize=512)
def glob_pattern(glob: str) -> Glob:
    """Compile a glob of the config file."""
    return Glob(glob.removeprefix("./"))


class IgnoreRules:
    """The lines of one ``.gitignore``, for paths below its folder."""

    __slots__ = ("_rules",)

    def __init__(self, lines: Iterable[str]) -> None:
        self._rules: list[tuple[Glob, bool, bool]] = []
        for raw in lines:
            line = raw.rstrip("\n\r")
            line = line if line.endswith("\\ ") else line.rstrip(" ")
            if not line or line.startswith("#"):
                continue
            keep = line.startswith("!")
            line = line.removeprefix("!") if keep else line.removeprefix("\\")
            folders_only = line.endswith("/")
            line = line.rstrip("/")
            glob = Glob(line.removeprefix("/"), anywhere="/" not in line)
            self._rules.append((glob, folders_only, keep))

    def verdict(self, path: str, *, is_folder: bool) -> bool | None:
        """Whether ``path`` is ignored; None when no line speaks of it.  The last line wins."""
        for pattern, folders_only, keep in reversed(self._rules):
            if (is_folder or not folders_only) and pattern.match(path):
                return not keep
        return None
