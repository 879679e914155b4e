"""The Pulumi side of what Terraform names: tokens of resources, names and types of properties.

Where a package has a schema, both are looked up in it.  Where it has none, they are what a
provider of Terraform's is called when Pulumi bridges it by itself: ``pkg:index/name:Name``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from confty.languages.pcl.converter.terraform.names import camel, field, pascal
from confty.languages.pcl.schemas.loader import Packages
from confty.languages.pcl.schemas.package import Package
from confty.languages.pcl.schemas.tokens import decompose
from confty.languages.pcl.schemas.types import Spec, read_reference
from confty.records import Record

#: Providers whose packages have another name.
_PACKAGES: Final = {
    "azurerm": "azure",
    "google": "gcp",
    "google-beta": "gcp",
    "bigip": "f5bigip",
    "helm": "kubernetes",
}
#: Where the same word is the member of several modules, the one that Terraform means.
_USUAL: Final = ("ec2", "core", "index", "core/v1", "apps/v1")
_NOT_LETTERS: Final = re.compile(r"[^a-z0-9]")


#: What a provider's own table says of Terraform's types, where it can be had.
Mappings = Callable[[str], Mapping[str, object] | None]


class Shape(metaclass=Record):
    """The type of a value as a schema tells it."""

    package: Final[Package | None]
    spec: Final[Spec]

    @property
    def element(self) -> Shape | None:
        """What a list holds."""
        inner = self.spec.get("items")
        return Shape(self.package, inner) if isinstance(inner, dict) else None

    @property
    def value(self) -> Shape | None:
        """What a map holds."""
        inner = self.spec.get("additionalProperties")
        return Shape(self.package, inner) if isinstance(inner, dict) else None

    @property
    def is_map(self) -> bool:
        """Whether keys are the program's own words."""
        return self.spec.get("type") == "object" and not self.properties()

    def asset(self) -> str | None:
        """The function that makes a file of a path, where files are wanted."""
        word = str(self.spec.get("$ref", ""))
        if not word.startswith("pulumi.json#/"):
            return None
        return {"Asset": "fileAsset", "Archive": "fileArchive"}.get(word.rpartition("/")[2])

    def properties(self) -> dict[str, Spec]:
        """The properties of an object; none for anything else."""
        spec = self.spec
        text = spec.get("$ref")
        if isinstance(text, str):
            named = read_reference(text)
            known = named.section == "types" and named.package is None
            index = self.package.index if self.package is not None and known else None
            spec = {} if index is None else index.entry("types", named.token) or {}
        found = spec.get("properties")
        return found if isinstance(found, dict) else {}

    def at(self, key: str | int) -> Shape | None:
        """What is at a key or an index."""
        if not isinstance(key, str) or self.spec.get("type") == "array":
            return self.element or self.value
        return self.property(key)[1] if self.properties() else self.value

    def property(self, name: str) -> tuple[str, Shape | None]:
        """What a property of Terraform's is called, and its shape."""
        return _property(self.package, self.properties(), name)


#: What is known of a map of the program's own: its keys stay.
OWN_MAP: Final = Shape(None, {"type": "object"})


class ResourceShape:
    """A resource or a data source: its token, and the shapes of what goes in and comes out."""

    __slots__ = ("inputs", "outputs", "package", "token")

    def __init__(
        self,
        token: str,
        package: Package | None = None,
        inputs: dict[str, Spec] | None = None,
        outputs: dict[str, Spec] | None = None,
    ) -> None:
        self.token: Final = token
        self.package: Final = package
        self.inputs: Final = inputs or {}
        self.outputs: Final = outputs or {}

    def input(self, name: str) -> tuple[str, Shape | None]:
        """What an argument is called, and its shape."""
        return _property(self.package, self.inputs, name)

    def output(self, name: str) -> tuple[str, Shape | None]:
        """What an attribute is called, and its shape."""
        return _property(self.package, self.outputs, name)


def _property(
    package: Package | None, properties: dict[str, Spec], name: str
) -> tuple[str, Shape | None]:
    """Find a property: by its name, in the plural for what Terraform repeats, or in capitals."""
    wanted = camel(name)
    if package is None and (own := field(name)) in properties:
        return own, Shape(None, properties[own])
    if package is None or not properties:
        return wanted, None
    plural = f"{wanted[:-1]}ies" if wanted.endswith("y") else f"{wanted}es"
    for one in (wanted, f"{wanted}s", plural, wanted.removesuffix("s")):
        if one in properties:
            return one, Shape(package, properties[one])
    folded = {one.lower(): one for one in properties}
    same = folded.get(wanted.lower())
    return (same, Shape(package, properties[same])) if same else (wanted, None)


class KnownShapes:
    """What the packages know, and the tables of providers where somebody has them."""

    def __init__(self, packages: Packages, mappings: Mappings | None = None) -> None:
        self._packages = packages
        self._mappings = mappings
        self._tables: dict[str, Mapping[str, object]] = {}
        # Packages that no schema was found for.
        self.missing: dict[str, None] = {}
        self._known: dict[tuple[str, str], ResourceShape] = {}

    def package_name(self, provider: str) -> str:
        """The package of a provider."""
        return _PACKAGES.get(provider, provider)

    def package(self, provider: str) -> Package | None:
        """The package of a provider, where there is a schema."""
        name = self.package_name(provider)
        found = self._packages.get(name)
        if found is None:
            self.missing.setdefault(name)
        return found

    def resource(self, type_: str) -> ResourceShape:
        """The resource that Terraform calls ``type_``."""
        return self._made("resources", type_)

    def data(self, type_: str) -> ResourceShape:
        """The function that stands for a data source."""
        return self._made("functions", type_)

    def provider(self, name: str) -> ResourceShape:
        """The provider resource of a package."""
        token = f"pulumi:providers:{self.package_name(name)}"
        package = self.package(name)
        return (
            ResourceShape(token)
            if package is None
            else ResourceShape(token, package, package.provider().inputs)
        )

    def _made(self, section: str, type_: str) -> ResourceShape:
        key = section, type_
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._find(section, type_)
        return found

    def _mapped(self, section: str, provider: str, type_: str) -> str | None:
        """The token that a provider's own table gives."""
        if self._mappings is None:
            return None
        table = self._tables.get(provider)
        if table is None:
            table = self._tables[provider] = self._mappings(provider) or {}
        part = table.get("dataSources" if section == "functions" else section)
        entry = part.get(type_) if isinstance(part, Mapping) else None
        token = entry.get("tok") if isinstance(entry, Mapping) else None
        return token if isinstance(token, str) else None

    def _find(self, section: str, type_: str) -> ResourceShape:
        provider, _, rest = type_.partition("_")
        rest = rest or provider
        package = self.package(provider)
        known = self._mapped(section, provider, type_)
        if known is not None:
            there = package is not None and known in package.spellings(section)
            return (
                _described(package, section, known) if package and there else ResourceShape(known)
            )
        if package is not None:
            gets = section == "functions"
            token = _best(package.spellings(section), rest, type_, gets=gets)
            if token is not None:
                return _described(package, section, token)
        name = self.package_name(provider)
        if section == "functions":
            return ResourceShape(f"{name}:index/get{pascal(rest)}:get{pascal(rest)}", package)
        return ResourceShape(f"{name}:index/{camel(rest)}:{pascal(rest)}", package)


def _described(package: Package, section: str, token: str) -> ResourceShape:
    if section == "resources":
        resource = package.resource(token)
        assert resource is not None
        return ResourceShape(token, package, resource.inputs, resource.outputs)
    spec = package.index.entry("functions", token) or {}
    given = (spec.get("inputs") or {}).get("properties") or {}
    made = (spec.get("outputs") or {}).get("properties") or {}
    return ResourceShape(token, package, given, made)


def _best(tokens: list[str], rest: str, type_: str, *, gets: bool) -> str | None:
    """The token whose module and member, or whose member alone, are what Terraform says.

    Some packages repeat their name in the member: ``random_pet`` is ``RandomPet``.
    """
    wanted, whole_type = _folded(rest), _folded(type_)
    found: list[tuple[int, int, str]] = []
    for text in tokens:
        token = decompose(text)
        if token is None:
            continue
        module = token.module.partition("/")[0]
        member = token.member.removeprefix("get") if gets else token.member
        whole = _folded(module + member)
        if wanted in {whole, _folded(module + token.member)}:
            found.append((0, 0, text))
        elif {wanted, whole_type} & {_folded(member), _folded(token.member)}:
            usual = token.module in _USUAL or module in _USUAL
            found.append((1, 0 if usual else 1, text))
    return min(found)[2] if found else None


def _folded(text: str) -> str:
    return _NOT_LETTERS.sub("", text.lower())
