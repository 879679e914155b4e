"""Resource references: a pointer to a resource, by its URN and, for custom ones, its id."""

from __future__ import annotations

from confty.records import Record
from confty.values.failures import ValueProblem
from confty.values.labels import Unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_PARTS: Final = 4


class Urn:
    """The parts of a resource's name: ``urn:pulumi:stack::project::parent$type::name``."""

    __slots__ = ("name", "project", "stack", "type_", "type_chain")

    def __init__(self, text: str) -> None:
        # A name may hold ``::`` itself, so the split stops before it.
        parts = text.split("::", _PARTS - 1)
        if not text.startswith("urn:pulumi:") or len(parts) != _PARTS:
            raise ValueProblem(f"expected urn:pulumi:STACK::PROJECT::TYPE::NAME, found {text!r}")
        self.stack: Final = parts[0].removeprefix("urn:pulumi:")
        self.project: Final = parts[1]
        self.type_chain: Final = tuple(parts[2].split("$"))
        self.type_: Final = self.type_chain[-1]
        self.name: Final = parts[3]

    def __str__(self) -> str:
        chain = "$".join(self.type_chain)
        return f"urn:pulumi:{self.stack}::{self.project}::{chain}::{self.name}"


class ResourceReference(metaclass=Record):
    """A pointer to a resource.  ``id`` is None for a component and ``Unknown`` in a preview."""

    urn: Final[str]
    id: Final[str | Unknown | None] = None
    package_version: Final[str] = ""

    @property
    def name(self) -> str:
        """The resource's name, as its URN says it; empty when that is no URN."""
        parts = self.urn.split("::", _PARTS - 1)
        return parts[3] if len(parts) == _PARTS else ""

    @property
    def type_(self) -> str:
        """The resource's type, as its URN says it; empty when that is no URN."""
        parts = self.urn.split("::", _PARTS - 1)
        return parts[2].split("$")[-1] if len(parts) == _PARTS else ""

    def plain(self) -> str | Unknown:
        """What stands for the resource where references are not understood: its id, or its URN."""
        return self.urn if self.id is None else self.id

    def __repr__(self) -> str:
        return f"ResourceReference({self.urn!r}, {self.id!r}, {self.package_version!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ResourceReference):
            return NotImplemented
        return (self.urn, self.id, self.package_version) == (
            other.urn,
            other.id,
            other.package_version,
        )

    def __hash__(self) -> int:
        return hash((self.urn, self.package_version))


def named(reference: ResourceReference) -> dict[str, str]:
    """What an engine says of a reference besides its URN: readers need not take that apart."""
    found = {"name": reference.name, "type": reference.type_}
    return {key: text for key, text in found.items() if text}
