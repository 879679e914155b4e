"""A run as JSON data.

Values are JSON with these objects in it: ``{"$unknown": why}`` for what is not known yet,
``{"$secret": value}`` for secrets if they may be shown (``"[secret]"`` if not),
``{"$resource": urn}`` for references, and ``$asset``, ``$file``, ``$uri`` and ``$archive`` for
assets and archives.
"""

from __future__ import annotations

from confty.languages.pcl.evaluator import Registration, Run
from confty.languages.pcl.evaluator.outputs import asset_data
from confty.values import Archive, Asset, Labelled, ResourceReference, Step, Unknown

SECRET = "[secret]"  # noqa: S105  the word that stands for one


class PreviewView:
    """Turns labelled values into JSON data."""

    def __init__(self, *, secrets: bool) -> None:
        self.secrets = secrets

    def value(self, value: object) -> object:
        """One value."""
        if isinstance(value, Labelled):
            return self._labelled(value)
        if isinstance(value, Unknown):
            return {"$unknown": "not known yet"}
        if isinstance(value, list):
            return [self.value(each) for each in value]
        if isinstance(value, dict):
            return {key: self.value(each) for key, each in value.items()}
        if isinstance(value, ResourceReference):
            found: dict[str, object] = {"$resource": value.urn}
            if isinstance(value.id, str):
                found["id"] = value.id
            return found
        if isinstance(value, (Asset, Archive)):
            return self.value(asset_data(value))
        if isinstance(value, str):
            return value.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
        return value

    def _labelled(self, value: Labelled) -> object:
        if isinstance(value.value, Unknown):
            why = reason(value)
            if not why and value.secret and not self.secrets:
                # That nobody knows it yet may be the doing of a secret.
                return SECRET
            inner: object = {"$unknown": why or "not known yet"}
        else:
            if value.secret and not self.secrets:
                return SECRET
            inner = (
                PreviewView(secrets=True).value(value.value)
                if value.secret
                else self.value(value.value)
            )
        return {"$secret": inner} if value.secret else inner


def reason(value: Labelled) -> str:
    """Why a value is not known: the step that brought the unknown in, if the story has it."""
    waiting: list[Step] = list(value.origins)
    seen: set[int] = set()
    while waiting:
        step = waiting.pop(0)
        if "unknown" in step.introduces:
            return step.what
        if id(step) not in seen:
            seen.add(id(step))
            waiting.extend(step.causes)
    return ""


def document(run: Run, *, secrets: bool) -> dict[str, object]:
    """The whole run."""
    shown = PreviewView(secrets=secrets)
    return {
        "outputs": shown.value(run.outputs),
        "resources": [_resource(made, shown) for made in run.engine.resources.values()],
    }


def _resource(made: Registration, shown: PreviewView) -> dict[str, object]:
    found: dict[str, object] = {
        "type": made.type,
        "name": made.name,
        "urn": made.urn,
        "parent": made.parent,
        "custom": made.custom,
        "inputs": shown.value(made.inputs),
        "outputs": shown.value(made.outputs),
        "dependencies": made.dependencies,
        "propertyDependencies": {
            name: urns for name, urns in made.property_dependencies.items() if urns
        },
        "options": {
            **{name: shown.value(one) for name, one in made.options.items() if one is not None},
            **dict.fromkeys(made.hidden_options, SECRET),
        },
    }
    if made.id is not None:
        found["id"] = shown.value(made.id)
    if made.provider:
        found["provider"] = made.provider
    if made.external:
        found["external"] = True
    return found
