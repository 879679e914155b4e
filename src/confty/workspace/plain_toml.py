"""Config files as people write them, read without ``tomllib``, which takes as long as a command.

Bare and quoted keys, tables, and strings without escapes, whole numbers, truth values, lists and
inline tables of such.  Whatever else stands in a file, and whatever is wrong with it, is for
``tomllib``.
"""

from __future__ import annotations

from confty.patterns import VERBOSE, pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

_TOKEN: Final = pattern(
    r"""[ \t]*+(?:
      (?P<bare>[A-Za-z0-9_-]++)
    | "(?P<text>[^"\\\x00-\x1f\x7f]*+)"(?!")
    | '(?P<plain>[^'\x00-\x1f\x7f]*+)'(?!')
    | (?P<mark>\[\[|\]\]|[\[\]{}=.,])
    | (?P<end>(?:\#[^\x00-\x08\x0a-\x1f\x7f]*+)?(?:\r?\n|\Z))
    )""",
    VERBOSE,
)
_WHOLE: Final = pattern(r"-?(?:0|[1-9][0-9]{0,17})")
_TRUTH: Final = {"true": True, "false": False}
_DEEPEST: Final = 20


class Elaborate(Exception):
    """There is something that only the whole language has words for."""


def plain_toml(text: str) -> dict[str, Any]:
    """Read a text; raise ``Elaborate`` for one that is not plain, or not right."""
    return _Reading(text).table()


class _Reading:
    """A text, how far it was read, and the tables so far."""

    def __init__(self, text: str) -> None:
        self._text: Final = text
        self._at = 0
        self._kind = ""
        self._word = ""
        # Tables that only stand above others so far; those that have a line of their own; lists of
        # tables; tables of keys with dots.  By their numbers: they live as long as this.
        self._above: Final[set[int]] = set()
        self._named: Final[set[int]] = set()
        self._lists: Final[set[int]] = set()
        self._dotted: Final[set[int]] = set()
        self._root: Final[dict[str, Any]] = {}

    def table(self) -> dict[str, Any]:
        """Read all lines."""
        inside = self._root
        while self._at < len(self._text):
            self._next()
            if self._kind == "end":
                continue
            if self._word in ("[", "[[") and self._kind == "mark":
                inside = self._header(self._word)
            else:
                self._assignment(inside)
            if self._kind != "end":
                raise Elaborate
        return self._root

    def _next(self) -> None:
        found = _TOKEN.match(self._text, self._at)
        if found is None or found.lastgroup is None:
            raise Elaborate
        self._kind, self._word = found.lastgroup, found[found.lastgroup]
        self._at = found.end()

    def _keys(self, last: str) -> list[str]:
        """Read a key with its dots, from the word that was read, and what must stand behind it."""
        keys = []
        while True:
            if self._kind not in ("bare", "text", "plain"):
                raise Elaborate
            keys.append(self._word)
            self._next()
            if self._kind != "mark" or self._word not in (".", last):
                raise Elaborate
            if self._word == last:
                return keys
            self._next()

    def _header(self, opened: str) -> dict[str, Any]:
        self._next()
        *above, last = self._keys("]" if opened == "[" else "]]")
        self._next()
        inside = self._root
        for key in above:
            found = inside.get(key)
            if found is None:
                found = inside[key] = {}
                self._above.add(id(found))
            elif id(found) in self._lists:
                found = found[-1]
            elif id(found) not in self._above and id(found) not in self._named:
                raise Elaborate
            inside = found
        return self._one_more(inside, last) if opened == "[[" else self._named_table(inside, last)

    def _one_more(self, inside: dict[str, Any], key: str) -> dict[str, Any]:
        """Begin another table of a list of tables."""
        if key not in inside:
            inside[key] = []
            self._lists.add(id(inside[key]))
        tables = inside[key]
        if id(tables) not in self._lists:
            raise Elaborate
        made: dict[str, Any] = {}
        self._named.add(id(made))
        tables.append(made)
        return made

    def _named_table(self, inside: dict[str, Any], key: str) -> dict[str, Any]:
        if key not in inside:
            inside[key] = {}
            self._above.add(id(inside[key]))
        found: dict[str, Any] = inside[key]
        if id(found) not in self._above:
            raise Elaborate
        self._above.remove(id(found))
        self._named.add(id(found))
        return found

    def _assignment(self, inside: dict[str, Any]) -> None:
        *above, last = self._keys("=")
        for key in above:
            found = inside.get(key)
            if found is None:
                found = inside[key] = {}
                self._dotted.add(id(found))
            elif id(found) not in self._dotted:
                raise Elaborate
            inside = found
        if last in inside:
            raise Elaborate
        self._next()
        inside[last] = self._value(0)

    def _value(self, depth: int) -> Any:
        """Read a value that begins with the word that was read, and the word behind it."""
        kind, word = self._kind, self._word
        if depth > _DEEPEST:
            raise Elaborate
        if kind == "mark" and word == "[":
            return self._list(depth)
        if kind == "mark" and word == "{":
            return self._inline(depth)
        self._next()
        if kind in ("text", "plain"):
            return word
        if kind == "bare" and word in _TRUTH:
            return _TRUTH[word]
        if kind == "bare" and _WHOLE.fullmatch(word):
            return int(word)
        raise Elaborate

    def _list(self, depth: int) -> list[Any]:
        made: list[Any] = []
        self._next_inside()
        while self._word != "]" or self._kind != "mark":
            made.append(self._value(depth + 1))
            self._skip()
            if self._kind != "mark" or self._word not in (",", "]"):
                raise Elaborate
            if self._word == ",":
                self._next_inside()
        self._next()
        return made

    def _next_inside(self) -> None:
        self._next()
        self._skip()

    def _skip(self) -> None:
        """Skip the ends of lines inside of a list; there must be more behind them."""
        while self._kind == "end":
            if self._at >= len(self._text):
                raise Elaborate
            self._next()

    def _inline(self, depth: int) -> dict[str, Any]:
        made: dict[str, Any] = {}
        self._next()
        while self._word != "}" or self._kind != "mark":
            keys = self._keys("=")
            if len(keys) > 1 or keys[0] in made:
                raise Elaborate
            self._next()
            made[keys[0]] = self._value(depth + 1)
            if self._kind != "mark" or self._word not in (",", "}"):
                raise Elaborate
            if self._word == ",":
                self._next()
                if self._kind == "mark":
                    raise Elaborate
        self._next()
        return made
