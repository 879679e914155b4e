"""What the server says of itself when a client connects."""

from __future__ import annotations

from typing import Final

from confty.ide.colours import MODIFIERS, TYPES
from confty.server.commands import COMMANDS
from confty.server.protocol import Json

_INCREMENTAL: Final = 2
#: What begins a completion without being asked for: fields, keys, paths, arguments, forms.
TRIGGERS: Final = (".", '"', "'", "/", "[", "$", ":", "(", "=", "<", " ")
#: What needs no options.
_PLAIN: Final = (
    "hoverProvider",
    "definitionProvider",
    "declarationProvider",
    "typeDefinitionProvider",
    "implementationProvider",
    "referencesProvider",
    "documentHighlightProvider",
    "workspaceSymbolProvider",
    "documentFormattingProvider",
    "documentRangeFormattingProvider",
    "foldingRangeProvider",
    "selectionRangeProvider",
    "callHierarchyProvider",
)
_WRITING: Final = {
    "completionProvider": {"triggerCharacters": list(TRIGGERS), "resolveProvider": False},
    "signatureHelpProvider": {
        "triggerCharacters": ["(", ",", " "],
        "retriggerCharacters": [",", "=", ")"],
    },
}
_VIEWING: Final = {
    "documentSymbolProvider": {"label": "confty"},
    "documentLinkProvider": {"resolveProvider": False},
    "inlayHintProvider": {"resolveProvider": False},
    "semanticTokensProvider": {
        "legend": {"tokenTypes": list(TYPES), "tokenModifiers": list(MODIFIERS)},
        "full": {"delta": True},
        "range": True,
    },
    "diagnosticProvider": {
        "identifier": "confty",
        "interFileDependencies": True,
        "workspaceDiagnostics": False,
    },
}
_CHANGING: Final = {
    "renameProvider": {"prepareProvider": True},
    "codeActionProvider": {
        "codeActionKinds": [
            "quickfix",
            "refactor",
            "source",
            "source.fixAll",
            "source.organizeImports",
        ],
    },
    "executeCommandProvider": {"commands": list(COMMANDS)},
}
_MOVES: Final = {"filters": [{"scheme": "file", "pattern": {"glob": "**"}}]}


def capabilities(encoding: str) -> Json:
    """Return what the server can do."""
    return {
        "positionEncoding": encoding,
        "textDocumentSync": {
            "openClose": True,
            "change": _INCREMENTAL,
            "save": {"includeText": False},
        },
        **dict.fromkeys(_PLAIN, True),
        **_WRITING,
        **_VIEWING,
        **_CHANGING,
        "workspace": {
            "workspaceFolders": {"supported": True, "changeNotifications": True},
            "fileOperations": {"willRename": _MOVES},
            "textDocumentContent": {"schemes": ["confty"]},
        },
    }
