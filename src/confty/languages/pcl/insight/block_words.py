"""The blocks of PCL and what stands in them, in words."""

from __future__ import annotations

from typing import Final, NamedTuple


class Word(NamedTuple):
    """A block or an attribute: what it is for, and text to begin it with."""

    about: str
    snippet: str | None = None
    type: str = ""
    labels: int = 0
    required: bool = False


BLOCKS: Final = {
    "resource": Word(
        "A resource that the program makes: a name and the token of its type.",
        'resource "${1:name}" "${2:pkg:module:Type}" {\n  $0\n}',
        labels=2,
    ),
    "config": Word(
        "A setting of the stack, or an input of a component: a name and a type.",
        'config "${1:name}" "${2:string}" {\n  $0\n}',
        labels=2,
    ),
    "output": Word(
        "An output of the stack or the component.",
        'output "${1:name}" {\n  value = $0\n}',
        labels=1,
    ),
    "component": Word(
        "A component: a name and the folder of its program.",
        'component "${1:name}" "${2:./folder}" {\n  $0\n}',
        labels=2,
    ),
    "read": Word(
        "A resource that exists already and is looked up: a name and the token of its type.",
        'read "${1:name}" "${2:pkg:module:Type}" {\n  id = "$0"\n}',
        labels=2,
    ),
    "hook": Word(
        "A command that runs when a resource is created, changed or deleted.",
        'hook "${1|resource,error|}" "${2:name}" {\n  command = [$0]\n}',
        labels=2,
    ),
    "package": Word(
        "Which schema a package name means.",
        'package {\n  baseProviderName = "$1"\n  $0\n}',
    ),
    "pulumi": Word(
        "What the program asks of Pulumi itself.", 'pulumi {\n  requiredVersionRange = "$0"\n}'
    ),
}

ATTRIBUTES: Final[dict[str, dict[str, Word]]] = {
    "config": {
        "default": Word("The value where the stack sets none.", type="its type"),
        "description": Word("What it is for.", 'description = "$0"', type="string"),
        "nullable": Word("Whether it may be null.", "nullable = true", type="bool"),
        "secret": Word("Whether its value is a secret.", "secret = true", type="bool"),
        "__logicalName": Word(
            "The setting's name in the stack, where it is not the label.",
            '__logicalName = "$0"',
            type="string",
        ),
    },
    "output": {
        "value": Word("What is given.", required=True),
        "__logicalName": Word(
            "The output's name in the stack, where it is not the label.",
            '__logicalName = "$0"',
            type="string",
        ),
    },
    "hook": {
        "command": Word(
            "The command and its arguments; `args` tells of the resource.",
            "command = [$0]",
            type="list(string)",
            required=True,
        ),
        "ignoreErrors": Word(
            "Whether a command that fails stops nothing.", "ignoreErrors = true", type="bool"
        ),
        "onDryRun": Word("Whether it runs in a preview, too.", "onDryRun = true", type="bool"),
    },
    "pulumi": {
        "requiredVersionRange": Word(
            "The versions of Pulumi that the program works with.",
            'requiredVersionRange = "$0"',
            type="string",
        ),
    },
    "package": {
        "baseProviderName": Word(
            "The plugin.", 'baseProviderName = "$0"', type="string", required=True
        ),
        "baseProviderVersion": Word(
            "The version of the plugin.", 'baseProviderVersion = "$0"', type="string"
        ),
        "baseProviderDownloadUrl": Word(
            "Where the plugin is to be had.", 'baseProviderDownloadUrl = "$0"', type="string"
        ),
        "parameterization": Word(
            "What makes another package of the plugin.",
            'parameterization {\n  name    = "$1"\n  version = "$2"\n  value   = "$0"\n}',
            type="block",
        ),
    },
    "parameterization": {
        "name": Word("The name of the package.", 'name = "$0"', type="string"),
        "version": Word("The version of the package.", 'version = "$0"', type="string"),
        "value": Word("What the plugin is told, in base64.", 'value = "$0"', type="string"),
    },
}

OPTION_WORDS: Final = {
    "range": Word("Makes several: a number, a list, a map, or whether there is one at all."),
    "parent": Word("The resource that it belongs to."),
    "provider": Word("The provider that makes it."),
    "providers": Word("The providers of what is inside a component."),
    "dependsOn": Word("What must be there before it.", "dependsOn = [$0]"),
    "protect": Word("Whether deleting it is refused.", "protect = true"),
    "retainOnDelete": Word("Whether it stays when it leaves the stack.", "retainOnDelete = true"),
    "deleteBeforeReplace": Word(
        "Whether the old one goes before the new one comes.", "deleteBeforeReplace = true"
    ),
    "ignoreChanges": Word("Properties whose changes are left alone.", "ignoreChanges = [$0]"),
    "hideDiffs": Word("Properties whose changes are not shown.", "hideDiffs = [$0]"),
    "replaceOnChanges": Word(
        "Properties whose changes make a new resource.", "replaceOnChanges = [$0]"
    ),
    "additionalSecretOutputs": Word(
        "Outputs that are secret, too.", "additionalSecretOutputs = [$0]"
    ),
    "version": Word("The version of the package that makes it.", 'version = "$0"'),
    "pluginDownloadURL": Word("Where its plugin is to be had.", 'pluginDownloadURL = "$0"'),
    "import": Word("The id of an existing resource to take over.", 'import = "$0"'),
    "customTimeouts": Word("How long operations may take.", "customTimeouts = {\n  $0\n}"),
    "aliases": Word("Names that it had before.", "aliases = [$0]"),
    "deletedWith": Word("The resource with which it goes."),
    "replaceWith": Word("Resources with which it is replaced.", "replaceWith = [$0]"),
    "replacementTrigger": Word("A value whose change makes a new resource."),
    "envVarMappings": Word(
        "Environment variables of the provider.", "envVarMappings = {\n  $0\n}"
    ),
    "hooks": Word("Commands around its operations.", "hooks = {\n  $0\n}"),
    "__logicalName": Word(
        "The resource's name in the stack, where it is not the label.",
        '__logicalName = "$0"',
        type="string",
    ),
}
