"""The files around the one that is asked about: what is known of each, and who leads to whom."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from confty.kit.reading import slashed
from confty.workspace.config import Config
from confty.workspace.desk import Desk, Look
from confty.workspace.mentions import Mentions, holding
from confty.workspace.vendored import is_vendored

#: How many files are looked at for one question.
MOST: Final = 3000


class TooMany(Exception):
    """More files would have to be looked at than one question may take."""


class Shelf:
    """Where answers about other files come from."""

    def __init__(
        self,
        desk: Desk,
        mentions: Mentions,
        roots: Sequence[str],
        config: Callable[[str], Config],
    ) -> None:
        self.desk: Final = desk
        self.roots: Final = tuple(roots)
        self._mentions: Final = mentions
        self._config: Final = config

    def look(self, name: str) -> Look | None:
        """Return what is known of a file now; None where it cannot be looked at."""
        if self.desk.text(name) is None and not os.path.isfile(name):
            return None
        return self.desk.fresh(name) or self.desk.look(name)

    def files(self) -> list[str]:
        """Return the project's files in languages of ours, open ones first."""
        opened = list(reversed(self.desk.open_files()))
        return list(dict.fromkeys((*opened, *self._mentions.files(self.roots, self._config))))

    def naming(self, word: str, names: Iterable[str]) -> list[str]:
        """Return the files that may use ``word`` as it is introduced in one of ``names``.

        Those are the files themselves and the ones that lead to them by imports, in any language,
        as far as they hold the word.
        """
        texts = self._texts()
        leading = self._mentions.leading_to(names, self.files(), texts)
        found = holding(word, leading, texts)
        if len(found) > MOST:
            raise TooMany(f"{len(found):,} files hold `{word}`, and at most {MOST:,} are searched")
        return found

    def holding(self, word: str) -> list[str]:
        """Return the files whose text holds a word."""
        return holding(word, self.files(), self._texts())

    def leading_to(self, names: Iterable[str]) -> list[str]:
        """Return the files that may import one of these, directly or not, and these."""
        return self._mentions.leading_to(names, self.files(), self._texts())

    def is_ours(self, name: str) -> bool:
        """Whether a file belongs to the project, and not to a package or to somebody else."""
        if self.desk.text(name) is not None and not self.roots:
            return True
        inside = any(name.startswith(os.path.join(root, "")) for root in self.roots)
        below = next((os.path.relpath(name, one) for one in self.roots if inside), name)
        return (inside or not self.roots) and not is_vendored(slashed(below))

    def _texts(self) -> dict[str, str]:
        return {
            name: text
            for name in self.desk.open_files()
            if (text := self.desk.text(name)) is not None
        }
