// The server as the library sees it that the extension is built on; VS Code itself is not here.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";

const require = createRequire(require_from());
const rpc = require("vscode-languageserver-protocol/node");

function require_from() {
  // The library is a dependency of the client's.
  return createRequire(import.meta.url).resolve("vscode-languageclient/node");
}

const program = process.env.CONFTY ?? "confty";

test("diagnostics, hover, completion and a command", async (t) => {
  const server = spawn(program, ["server"], { stdio: ["pipe", "pipe", "inherit"] });
  const failed = await new Promise((resolve) => {
    server.once("error", () => resolve(true));
    server.once("spawn", () => resolve(false));
  });
  if (failed) {
    t.skip("NOT RUN: confty is not on the search path; CONFTY names it");
    return;
  }
  const connection = rpc.createProtocolConnection(server.stdout, server.stdin);
  const told = new Promise((resolve) =>
    connection.onNotification(rpc.PublishDiagnosticsNotification.type, resolve),
  );
  connection.listen();
  const folder = mkdtempSync(join(tmpdir(), "confty-"));
  const file = join(folder, "main.jsonnet");
  const text = "local f(x) = x * 2;\n{ a: f(2), b: nope }\n";
  writeFileSync(file, text);
  const uri = pathToFileURL(file).toString();
  const { capabilities } = await connection.sendRequest(rpc.InitializeRequest.type, {
    processId: process.pid,
    rootUri: pathToFileURL(folder).toString(),
    capabilities: {},
    workspaceFolders: [{ uri: pathToFileURL(folder).toString(), name: "w" }],
  });
  assert.ok(capabilities.renameProvider);
  await connection.sendNotification(rpc.InitializedNotification.type, {});
  await connection.sendNotification(rpc.DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: "jsonnet", version: 1, text },
  });
  const { diagnostics } = await told;
  assert.deepEqual(diagnostics.map((one) => one.code), ["jsonnet/unknown-name"]);
  const place = { textDocument: { uri }, position: { line: 1, character: 5 } };
  assert.match(
    JSON.stringify(await connection.sendRequest(rpc.HoverRequest.type, place)),
    /number/,
  );
  assert.ok((await connection.sendRequest(rpc.CompletionRequest.type, place)).items.length > 0);
  const shown = await connection.sendRequest(rpc.ExecuteCommandRequest.type, {
    command: "confty.evaluateExpression",
    arguments: [uri, { start: { line: 1, character: 5 }, end: { line: 1, character: 9 } }],
  });
  assert.equal(shown.text, "4\n");
  await connection.sendRequest(rpc.ShutdownRequest.type);
  await connection.sendNotification(rpc.ExitNotification.type);
  const code = await new Promise((resolve) => server.once("exit", resolve));
  assert.equal(code, 0);
});
