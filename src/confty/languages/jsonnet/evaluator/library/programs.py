"""Programs that Tanka runs for a configuration: ``helm template`` and ``kustomize build``.

Only whoever runs the command can allow it; nothing in a repository can.
"""

from __future__ import annotations

import json
import os
import re
import subprocess

from confty.languages.jsonnet.evaluator.current import current
from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.library import yaml_text
from confty.languages.jsonnet.evaluator.manifest.plain import plain_data
from confty.languages.jsonnet.evaluator.values import Obj, Value, record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

# Seconds that a program may take.
_PATIENCE: Final = 300


def helm(name: str, chart: str, options: Value) -> Value:
    """What ``helm template`` makes of a chart, by kind and name."""
    given = _options("helmTemplate", options)
    path = _beside("helmTemplate", given, chart)
    words = [os.environ.get("TANKA_HELM_PATH", "helm"), "template", name, path, "--values", "-"]
    words += [f"--api-versions={version}" for version in given.get("apiVersions") or ()]
    words += ["--include-crds"] if given.get("includeCRDs", True) else []
    words += ["--skip-tests"] if given.get("skipTests") else []
    if given.get("kubeVersion"):
        words.append(f"--kube-version={given['kubeVersion']}")
    words += ["--no-hooks"] if given.get("noHooks") else []
    if given.get("namespace"):
        words.append(f"--namespace={given['namespace']}")
    return _named(_output(words, json.dumps(given.get("values") or {})), given)


def kustomize(path: str, options: Value) -> Value:
    """What ``kustomize build`` makes of a folder, by kind and name."""
    given = _options("kustomizeBuild", options)
    program = os.environ.get("TANKA_KUSTOMIZE_PATH", "kustomize")
    return _named(_output([program, "build", _beside("kustomizeBuild", given, path)], ""), given)


def _options(name: str, options: Value) -> dict[str, Any]:
    if not current().programs:
        message = f"std.native('{name}') runs a program, which nothing has allowed"
        raise Stop(f"{message}: evaluate with --allow-commands if you trust this tree")
    if options.__class__ is not Obj:
        raise Stop(f"{name} expected an object of options")
    given = plain_data(options)
    assert isinstance(given, dict)
    return given


def _beside(name: str, given: dict[str, object], path: str) -> str:
    caller = given.get("calledFrom")
    if not isinstance(caller, str) or not caller:
        raise Stop(f"{name} expected the file that calls it in calledFrom, as std.thisFile")
    whole = os.path.normpath(os.path.join(os.path.dirname(caller), path))
    if not os.path.exists(whole):
        raise Stop(f"{name} found nothing at {whole}")
    # A name that begins with a dash would be read as a flag.
    return os.path.join(".", whole) if not os.path.isabs(whole) else whole


def _output(words: list[str], given: str) -> list[Value]:
    try:
        done = subprocess.run(  # noqa: S603  allowed by whoever runs the command
            words, input=given, capture_output=True, text=True, timeout=_PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Stop(f"{words[0]} could not be run: {error}") from None
    if done.returncode:
        raise Stop(f"{' '.join(words[:2])} failed: {done.stderr.strip()}")
    found = yaml_text.read_documents(done.stdout)
    return [one for one in found if one.__class__ is Obj and one.shape.visible]


def _named(manifests: list[Value], given: dict[str, object]) -> Value:
    if given.get("nameFormat"):
        raise Stop("a nameFormat of one's own is a template of Go, which cannot be filled in here")
    fields: dict[str, Value] = {}
    for manifest in manifests:
        data: Any = plain_data(manifest)
        metadata = data.get("metadata") or {}
        name = _snake(f"{data.get('kind')}_{metadata.get('name')}")
        if name in fields:
            raise Stop(f"two resources share the same name {name}")
        fields[name] = manifest
    return record(fields)


def _snake(text: str) -> str:
    """``PodSecurityPolicy_a-b`` is ``pod_security_policy_a_b``."""
    # Capitals that no small letter follows are stepped over at once, not tried one by one.
    parted = re.sub(
        r"([a-z0-9])([A-Z])|([A-Z]+)([A-Z][a-z])|([A-Z]++)",
        lambda found: found[5] or f"{found[1] or found[3]}_{found[2] or found[4]}",
        text,
    )
    return re.sub(r"[^0-9A-Za-z]+", "_", parted).lower()
