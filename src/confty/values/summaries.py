"""What labels there are in values that lie inside one another, found once for each of them."""

from __future__ import annotations

from confty.values.labels import Labelled, summary


class Summaries:
    """Summaries of values that stay as they are: what has one of them inside does not enter it.

    A row of names, each with the one before inside, would be looked through anew for each of them.
    """

    def __init__(self) -> None:
        self._known: dict[int, Labelled] = {}
        # So that no other value gets the number of one that is known.
        self._held: list[object] = []

    def of(self, value: object) -> Labelled:
        """Return the summary of a value, kept if it is a container."""
        if not isinstance(value, dict | list | tuple):
            return summary(value, self._known)
        found = self._known.get(id(value))
        if found is None:
            self._held.append(value)
            found = self._known[id(value)] = summary(value, self._known)
        return found
