"""Messages to the resource monitor: what a program asks, as the engine wants it said."""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Iterable, Mapping
from typing import Final

from google.protobuf.struct_pb2 import Struct
from pulumi.runtime.proto import alias_pb2, resource_pb2

from confty.languages.pcl.evaluator import CallArgs, Registration, ResourceRequest
from confty.languages.pcl.model import PackageBlock
from confty.values import Labelled, ResourceReference, encode, label, labels_in, stripped, summary
from confty.values.signatures import UNKNOWN_STRING
from confty.values.structs import to_bytes
from confty.values.wire import Receiver

# What engines of today take.  References with an id that is not known carry the sentinel.
PLAIN: Final = Receiver(flat=True)
WITH_OUTPUTS: Final = Receiver(flat=True, outputs=True)

#: What stands for a provider's id that is not known yet.
SENTINEL: Final = UNKNOWN_STRING

_HOOKS: Final = {
    "beforeCreate": "before_create",
    "afterCreate": "after_create",
    "beforeUpdate": "before_update",
    "afterUpdate": "after_update",
    "beforeDelete": "before_delete",
    "afterDelete": "after_delete",
    "onError": "on_error",
}


class Reached:
    """URNs that a request names: its own, its parents', what it depends on and who serves it."""

    __slots__ = ("dependencies", "properties", "provider", "providers")

    def __init__(self) -> None:
        self.dependencies: set[str] = set()
        self.properties: dict[str, list[str]] = {}
        self.provider = ""
        self.providers: dict[str, str] = {}


def struct(values: Mapping[str, object], receiver: Receiver = PLAIN) -> Struct:
    """Properties as a message; what is null is not there."""
    present = {name: value for name, value in values.items() if not _null(value)}
    return Struct.FromString(to_bytes(present, receiver))


def _null(value: object) -> bool:
    return value is None or (isinstance(value, Labelled) and value.value is None)


def registration(
    made: Registration, request: ResourceRequest, reached: Reached, package: str
) -> resource_pb2.RegisterResourceRequest:
    """The request for a resource or a component; ``package`` is the reference of its package."""
    options = made.options
    receiver = WITH_OUTPUTS if made.remote else PLAIN
    timeouts = options.get("customTimeouts")
    before = options.get("deleteBeforeReplace")
    message = resource_pb2.RegisterResourceRequest(
        type=made.type,
        name=made.name,
        parent=made.parent or "",
        custom=made.custom,
        remote=made.remote,
        object=struct(made.inputs, receiver),
        protect=options.get("protect"),
        retainOnDelete=options.get("retainOnDelete"),
        dependencies=sorted(reached.dependencies),
        propertyDependencies={
            name: resource_pb2.RegisterResourceRequest.PropertyDependencies(urns=urns)
            for name, urns in reached.properties.items()
        },
        provider=reached.provider,
        providers=reached.providers,
        deleteBeforeReplace=bool(before),
        deleteBeforeReplaceDefined=before is not None,
        ignoreChanges=options.get("ignoreChanges") or [],
        version="" if package else request.version,
        pluginDownloadURL="" if package else request.url,
        packageRef=package,
        acceptSecrets=True,
        acceptResources=True,
        additionalSecretOutputs=options.get("additionalSecretOutputs") or [],
        importId=options.get("import") or "",
        customTimeouts=None if timeouts is None else _timeouts(timeouts),
        aliases=[_alias(each) for each in options.get("aliases") or ()],
        supportsPartialValues=True,
        supportsResultReporting=True,
        replaceOnChanges=options.get("replaceOnChanges") or [],
        deletedWith=options.get("deletedWith") or "",
        replace_with=options.get("replaceWith") or [],
        hideDiffs=options.get("hideDiffs") or [],
        envVarMappings=options.get("envVarMappings") or {},
        hooks=_hooks(options.get("hooks") or {}),
    )
    trigger = options.get("replacementTrigger")
    if trigger is not None:
        message.replacement_trigger.CopyFrom(struct({"": trigger}).fields[""])
    return message


def reading(
    made: Registration, request: ResourceRequest, reached: Reached, package: str
) -> resource_pb2.ReadResourceRequest:
    """The request for a resource that is only looked up."""
    return resource_pb2.ReadResourceRequest(
        type=made.type,
        name=made.name,
        id=str(encode(request.read_id, PLAIN)),
        parent=made.parent or "",
        provider=reached.provider,
        properties=struct(made.inputs),
        dependencies=sorted(reached.dependencies),
        version="" if package else request.version,
        pluginDownloadURL="" if package else request.url,
        packageRef=package,
        acceptSecrets=True,
        acceptResources=True,
        additionalSecretOutputs=made.options.get("additionalSecretOutputs") or [],
    )


def invocation(
    args: CallArgs, provider: str, package: str, depends_on: Iterable[str]
) -> resource_pb2.ResourceInvokeRequest:
    """The request for a function; its arguments are plain."""
    version, url = _version(args, package)
    return resource_pb2.ResourceInvokeRequest(
        tok=args.token,
        args=struct(args.args),
        provider=provider,
        version=version,
        pluginDownloadURL=url,
        packageRef=package,
        acceptResources=True,
        dependsOn=sorted(depends_on),
    )


def method_call(
    args: CallArgs, provider: str, package: str, reached: Reached
) -> resource_pb2.ResourceCallRequest:
    """The request for a method; its arguments keep what they depend on."""
    version, url = _version(args, package)
    return resource_pb2.ResourceCallRequest(
        tok=args.token,
        args=struct({**args.labelled, "__self__": args.receiver}, WITH_OUTPUTS),
        argDependencies={
            name: resource_pb2.ResourceCallRequest.ArgumentDependencies(urns=urns)
            for name, urns in reached.properties.items()
        },
        provider=provider,
        version=version,
        pluginDownloadURL=url,
        packageRef=package,
    )


def package(block: PackageBlock) -> resource_pb2.RegisterPackageRequest:
    """The request for a package that is another one with a parameter."""
    return resource_pb2.RegisterPackageRequest(
        name=block.base,
        version=block.base_version,
        download_url=block.url,
        parameterization=resource_pb2.Parameterization(
            name=block.name, version=block.version, value=b64decode(block.value)
        ),
    )


def as_text(value: object) -> object:
    """A value of a provider's configuration: text, or the JSON text of something else."""
    bare = value.value if isinstance(value, Labelled) else value
    if bare is None or isinstance(bare, str) or any(mark.unknown for mark in labels_in(value)):
        return value
    whole = summary(value)
    return label(json.dumps(stripped(value)), secret=whole.secret, dependencies=whole.dependencies)


def _version(args: CallArgs, package: str) -> tuple[str, str]:
    if package or args.package is None or args.package.name == "pulumi":
        return "", ""
    return args.package.version, args.package.url


def _timeouts(given: Mapping[str, object]) -> resource_pb2.RegisterResourceRequest.CustomTimeouts:
    texts = {name: str(given[name]) for name in ("create", "update", "delete") if given.get(name)}
    return resource_pb2.RegisterResourceRequest.CustomTimeouts(**texts)


def _alias(given: object) -> alias_pb2.Alias:
    """An alias: a whole URN, or the parts in which an older name differs."""
    if isinstance(given, str):
        return alias_pb2.Alias(urn=given)
    assert isinstance(given, dict)
    spec = alias_pb2.Alias.Spec(
        name=given.get("name") or "",
        type=given.get("type") or "",
        stack=given.get("stack") or "",
        project=given.get("project") or "",
    )
    parent = given.get("parentUrn") or given.get("parent")
    if given.get("noParent"):
        spec.noParent = True
    elif parent is not None:
        spec.parentUrn = parent.urn if isinstance(parent, ResourceReference) else str(parent)
    else:
        spec.parentUrn = ""
    return alias_pb2.Alias(spec=spec)


def _hooks(
    names: Mapping[str, list[str]],
) -> resource_pb2.RegisterResourceRequest.ResourceHooksBinding:
    binding = resource_pb2.RegisterResourceRequest.ResourceHooksBinding()
    for slot, bound in names.items():
        getattr(binding, _HOOKS[slot]).extend(bound)
    return binding
