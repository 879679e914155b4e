"""The server as a client library of others sees it: pytest-lsp, with what real editors can do."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest

pytest_lsp = pytest.importorskip("pytest_lsp", reason="NOT RUN: pytest-lsp is not installed")

from lsprotocol import types  # noqa: E402
from support.lsp import SOURCES  # noqa: E402

EDITORS = ("visual_studio_code", "neovim", "emacs")
TEXT = "local twice(x) = x * 2;\nlocal spare = 1;\n{ a: twice(2), b: twic(3) }\n"


async def _session(editor: str, folder: Path) -> None:
    config = pytest_lsp.ClientServerConfig(
        server_command=[sys.executable, "-m", "confty", "server"],
        server_env={**os.environ, "PYTHONPATH": str(SOURCES)},
    )
    client = await config.start()
    try:
        await client.initialize_session(
            types.InitializeParams(
                capabilities=pytest_lsp.client_capabilities(editor),
                workspace_folders=[types.WorkspaceFolder(uri=folder.as_uri(), name="w")],
                root_uri=folder.as_uri(),
            )
        )
        await _everything(client, (folder / "main.jsonnet").as_uri())
        await client.shutdown_session()
    finally:
        await client.stop()


async def _everything(client: pytest_lsp.LanguageClient, uri: str) -> None:
    item = types.TextDocumentItem(uri=uri, language_id="jsonnet", version=1, text=TEXT)
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
    document = types.TextDocumentIdentifier(uri=uri)
    await client.wait_for_notification("textDocument/publishDiagnostics")
    codes = {one.code for one in client.diagnostics[uri]}
    assert codes == {"jsonnet/unused-name", "jsonnet/unknown-name"}
    at = types.Position(line=2, character=7)
    place = {"text_document": document, "position": at}
    # The library turns every answer into the types of the specification, or fails.
    assert await client.text_document_hover_async(types.HoverParams(**place))
    assert await client.text_document_definition_async(types.DefinitionParams(**place))
    assert await client.text_document_completion_async(types.CompletionParams(**place))
    context = types.ReferenceContext(include_declaration=True)
    found = await client.text_document_references_async(
        types.ReferenceParams(**place, context=context)
    )
    assert len(found) == 2
    assert await client.text_document_document_highlight_async(
        types.DocumentHighlightParams(**place)
    )
    assert await client.text_document_prepare_rename_async(types.PrepareRenameParams(**place))
    edit = await client.text_document_rename_async(types.RenameParams(**place, new_name="double"))
    assert edit.document_changes or edit.changes
    await client.text_document_signature_help_async(types.SignatureHelpParams(**place))
    whole = types.Range(start=types.Position(0, 0), end=types.Position(3, 0))
    only = {"text_document": document}
    assert await client.text_document_document_symbol_async(types.DocumentSymbolParams(**only))
    assert await client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(**only)
    )
    await client.text_document_inlay_hint_async(types.InlayHintParams(**only, range=whole))
    await client.text_document_folding_range_async(types.FoldingRangeParams(**only))
    await client.text_document_document_link_async(types.DocumentLinkParams(**only))
    assert await client.text_document_selection_range_async(
        types.SelectionRangeParams(**only, positions=[at])
    )
    assert await client.text_document_code_action_async(
        types.CodeActionParams(
            **only,
            range=types.Range(start=types.Position(1, 7), end=types.Position(1, 7)),
            context=types.CodeActionContext(diagnostics=[]),
        )
    )
    options = types.FormattingOptions(tab_size=2, insert_spaces=True)
    await client.text_document_formatting_async(
        types.DocumentFormattingParams(**only, options=options)
    )
    items = await client.text_document_prepare_call_hierarchy_async(
        types.CallHierarchyPrepareParams(**place)
    )
    calls = await client.call_hierarchy_incoming_calls_async(
        types.CallHierarchyIncomingCallsParams(item=items[0])
    )
    assert [call.from_.name for call in calls] == ["a"]
    assert await client.workspace_symbol_async(types.WorkspaceSymbolParams(query="twice"))


@pytest.mark.parametrize("editor", EDITORS)
def test_a_session(editor: str, tmp_path: Path) -> None:
    asyncio.run(asyncio.wait_for(_session(editor, tmp_path), 120))
