// The client: starts `confty server`, and shows what its commands give in documents of their own.

import * as vscode from "vscode";
import {
  ExecuteCommandRequest,
  LanguageClient,
  LanguageClientOptions,
  ServerOptions,
  State,
  TransportKind,
} from "vscode-languageclient/node";

import { MISSING, find } from "./finding";

const OURS = ["jsonnet", "rcl", "pcl", "phy"];
const DATA = ["json", "jsonc", "json5", "yaml", "dockercompose", "github-actions-workflow", "toml"];
const SCHEME = "confty";

interface Shown {
  uri: string;
  languageId: string;
  text: string;
  failed: boolean;
}

/** The texts of results, by their addresses. */
class Results implements vscode.TextDocumentContentProvider {
  private readonly texts = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? "";
  }

  async show(result: Shown): Promise<void> {
    const uri = vscode.Uri.parse(result.uri);
    this.texts.set(uri.toString(), result.text);
    this.changed.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    const known = (await vscode.languages.getLanguages()).includes(result.languageId);
    if (known && document.languageId !== result.languageId) {
      await vscode.languages.setTextDocumentLanguage(document, result.languageId);
    }
    await vscode.window.showTextDocument(document, {
      preserveFocus: true,
      preview: true,
      viewColumn: vscode.ViewColumn.Beside,
    });
  }
}

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel("confty", { log: true });
  const results = new Results();
  const command = (name: string, work: () => unknown) =>
    vscode.commands.registerCommand(`confty.${name}`, work);
  context.subscriptions.push(
    log,
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, results),
    command("showValue", () => run(results, "confty.evaluate")),
    command("showPreview", () => run(results, "confty.preview")),
    command("showExpression", () => run(results, "confty.evaluateExpression", selection())),
    command("askExpression", async () => {
      const prompt = "An expression in which `input` is the value of this file";
      const asked = await vscode.window.showInputBox({ prompt, value: "input" });
      if (asked) {
        await run(results, "confty.evaluateExpression", asked);
      }
    }),
    command("restart", () => restart(log)),
    command("showLog", () => log.show()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("confty.path") || event.affectsConfiguration("confty.dataFiles")) {
        void restart(log);
      }
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => restart(log)),
    vscode.debug.registerDebugAdapterDescriptorFactory("phy", {
      createDebugAdapterDescriptor: () => debugged(log),
    }),
    vscode.debug.registerDebugConfigurationProvider("phy", {
      resolveDebugConfiguration: (_folder, given) => (given.type ? given : current()),
    }),
  );
  await restart(log);
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

async function restart(log: vscode.LogOutputChannel): Promise<void> {
  const before = client;
  client = undefined;
  if (before && before.state !== State.Stopped) {
    await before.stop();
  }
  const program = await located();
  if (!program) {
    void complain(log);
    return;
  }
  log.info(`starting ${program} server`);
  const options: ServerOptions = { command: program, args: ["server"], transport: TransportKind.stdio };
  client = new LanguageClient("confty", "confty", options, clientOptions(log));
  try {
    await client.start();
  } catch (error) {
    log.error(String(error));
    void complain(log, "confty does not start; is its extra `server` installed?");
  }
}

/** What debugs a Phy program: the same confty that checks it. */
async function debugged(log: vscode.LogOutputChannel): Promise<vscode.DebugAdapterDescriptor | undefined> {
  const program = await located();
  if (!program) {
    void complain(log);
    return undefined;
  }
  return new vscode.DebugAdapterExecutable(program, ["debug", "--adapter"]);
}

/** Without a configuration the file in the editor is debugged. */
function current(): vscode.DebugConfiguration | undefined {
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId !== "phy") {
    return undefined;
  }
  return { type: "phy", request: "launch", name: "Phy", program: document.fileName, stopOnEntry: true };
}

function clientOptions(log: vscode.LogOutputChannel): LanguageClientOptions {
  const settings = vscode.workspace.getConfiguration("confty");
  const languages = settings.get<boolean>("dataFiles", true) ? [...OURS, ...DATA] : OURS;
  return {
    documentSelector: languages.flatMap((language) => [
      { scheme: "file", language },
      { scheme: "untitled", language },
    ]),
    initializationOptions: JSON.parse(JSON.stringify(settings)),
    outputChannel: log,
    synchronize: { configurationSection: "confty" },
  };
}

/** The program; in a folder that is not trusted, nothing that the folder brings along is started. */
async function located(): Promise<string | undefined> {
  const trusted = vscode.workspace.isTrusted;
  const folders = (vscode.workspace.workspaceFolders ?? []).map((one) => one.uri.fsPath);
  const python = vscode.extensions.getExtension("ms-python.python");
  let interpreter: string | undefined;
  if (trusted && python) {
    const api = python.isActive ? python.exports : await python.activate();
    interpreter = api?.environments?.getActiveEnvironmentPath?.(folders[0])?.path;
  }
  return find({
    configured: vscode.workspace.getConfiguration("confty").get<string>("path", ""),
    folders: trusted ? folders : [],
    python: interpreter,
    environment: process.env,
    windows: process.platform === "win32",
  });
}

async function complain(log: vscode.LogOutputChannel, message = MISSING): Promise<void> {
  const [copy, settings, shown] = ["Copy the Command", "Open the Settings", "Show the Log"];
  const chosen = await vscode.window.showErrorMessage(message, copy, settings, shown);
  if (chosen === copy) {
    await vscode.env.clipboard.writeText("pip install 'confty[server]'");
  } else if (chosen === settings) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "confty.path");
  } else if (chosen === shown) {
    log.show();
  }
}

function selection(): unknown {
  const chosen = vscode.window.activeTextEditor?.selection;
  return chosen && client?.code2ProtocolConverter.asRange(chosen);
}

async function run(results: Results, command: string, ...more: unknown[]): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!client || !editor) {
    return;
  }
  const uri = client.code2ProtocolConverter.asUri(editor.document.uri);
  try {
    const result = await client.sendRequest(ExecuteCommandRequest.type, {
      command,
      arguments: [uri, ...more],
    });
    await results.show(result as Shown);
  } catch (error) {
    void vscode.window.showErrorMessage(`confty: ${(error as Error).message}`);
  }
}
