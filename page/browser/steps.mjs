// What a person does with the page: node steps.mjs URL [WORD...] prints one line of JSON a step.
// With words, only the steps whose names have one of them.

import fs from "node:fs";
import { createRequire } from "node:module";
import { launched } from "./chromium.mjs";

const [url, ...wanted] = process.argv.slice(2);
const host = new URL(url).host;
const browser = await launched();
const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const strays = [];
const complaints = [];

async function opened(path = "", options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  page.on("console", (message) => message.type() === "error" && complaints.push(`${message.text()} ${JSON.stringify(message.location())}`));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    const asked = new URL(request.url());
    if (/^https?:|^wss?:/.test(request.url()) && asked.host !== host) strays.push(request.url());
  });
  await page.goto(url + path);
  await page.waitForFunction(() => document.getElementById("status").textContent === "ready", null, { timeout: 60_000 });
  return page;
}

function check(condition, message) {
  if (!condition) throw new Error(message);
}

async function until(page, selector, wanted, timeout = 20_000) {
  const deadline = Date.now() + timeout;
  let text = "";
  while (Date.now() < deadline) {
    text = await page.textContent(selector);
    if (wanted instanceof RegExp ? wanted.test(text) : text.includes(wanted)) return text;
    await page.waitForTimeout(50);
  }
  throw new Error(`${selector}: expected ${wanted}, found ${JSON.stringify(text.slice(0, 300))}`);
}

async function write(page, text) {
  await page.click("#editor .cm-content");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await page.keyboard.type(text);
}

async function choose(page, language) {
  await page.selectOption("#language", language);
}

const PROGRAMS = {
  jsonnet: ["local a = { port: 1 }; { x: a.port + 1 }", '"x": 2', "local a = { port: 1 }; a.prot", "prot"],
  rcl: ["let x: Number = 41; { y = x + 1 }", '"y": 42', 'let x: Number = "41"; x', "Number"],
  pcl: ['name = "ada"\noutput "y" {\n  value = "hi ${name}"\n}', '"y": "hi ada"', 'output "y" {\n  value = nam\n}', "nam"],
  phy: ["(Module (ProcDecl main (IntTy) (Params) (Return (Call + 40 3))))", "43", "(Module (ProcDecl main (IntTy) (Params) (Return true)))", "main.phy"],
  json: ['{"a": [1, 2]}', '"a"', '{"a": 1, "a": 2}', "a"],
  yaml: ["a:\n  b: 1\n  c: [x]", '"b": 1', "a: 1\na: 2", "a"],
  toml: ["a = 1\n[b]\nc = 'x'", '"c": "x"', "a = ", ".toml"],
};

const steps = {
  "the editor is there before Python is": async () => {
    const page = await (await browser.newContext()).newPage();
    await page.route(/\.wasm$/, async (route) => {
      await new Promise((resume) => setTimeout(resume, 1500));
      await route.continue();
    });
    await page.goto(url);
    await page.waitForSelector("#editor .cm-content");
    check((await page.textContent("#status")) !== "ready", "ready without Python");
    check(await page.isVisible("#progress"), "there is no progress bar");
    await write(page, "{ typed: 'before' }");
    await until(page, "#output", "before", 60_000);
    check(!(await page.isVisible("#progress")), "the progress bar stays");
    await page.context().close();
  },
  "an ill-typed program, its place, its fix, its output": async () => {
    const page = await opened();
    await choose(page, "jsonnet");
    await write(page, "local service = { name: 'shop', port: 8080 };\nservice.prot\n");
    await until(page, "#problems", "prot");
    await until(page, "#problems", ":2:1");
    await page.waitForSelector("#editor .cm-lintRange-error");
    const marked = await page.textContent("#editor .cm-lintRange-error");
    check(marked.includes("prot"), `the mark is at ${marked}`);
    await page.click("#problems button");
    await until(page, "#problems", "no problems");
    await page.click("#run");
    await until(page, "#output", "8080");
    check((await page.textContent("#editor .cm-content")).includes("service.port"), "the fix is not in the editor");
    await page.context().close();
  },
  "every language": async () => {
    const page = await opened();
    for (const [language, [good, shown, bad, said]] of Object.entries(PROGRAMS)) {
      await choose(page, language);
      await write(page, bad);
      await until(page, "#problems", said);
      await until(page, "#problems", "error");
      await write(page, good);
      await until(page, "#problems", "no problems");
      await page.click("#run");
      await until(page, "#output", shown);
    }
    await page.context().close();
  },
  "an import between languages": async () => {
    const page = await opened();
    await page.selectOption("#example", { index: 1 });
    await until(page, "#output", "ada@example.com");
    await page.click('#files [data-name="users.rcl"]');
    await page.click("#editor .cm-content");
    await page.keyboard.press("Control+a");
    await page.keyboard.type('{ admins = ["eve@example.com"] }');
    await page.click('#files [data-name="deploy.jsonnet"]');
    await until(page, "#output", "eve@example.com");
    await page.selectOption("#form", "yaml");
    await until(page, "#output", /dev:\n/);
    await page.click("#add");
    await page.fill("#name", "more.json");
    await page.keyboard.press("Enter");
    await write(page, '{"extra": 7}');
    await page.click('#files [data-name="deploy.jsonnet"]');
    await write(page, "(import 'more.json').extra + 1");
    await until(page, "#output", "8");
    await page.context().close();
  },
  "a compiled module": async () => {
    const page = await opened();
    const module = (name) => page.setInputFiles("#opened", `${process.env.CONFTY_MODULES}/${name}.wasm`);
    await module("value");
    await until(page, "#output", "(TupleCons 4 25) : (TupleTy (IntTy) (IntTy))");
    await until(page, "#trace", "written");
    await module("trap");
    await until(page, "#output", "error[phy/out-of-bounds]: index 2 is out of bounds, the length is 2");
    await until(page, "#output", /at trap\.phy:5:13 pick/);
    await module("endless");
    await until(page, "#status", "running");
    await page.click("#stop");
    await until(page, "#output", "stopped");
    await page.setInputFiles("#opened", { name: "no.wasm", mimeType: "application/wasm", buffer: Buffer.from("no") });
    await until(page, "#output", "this module does not run");
    await page.setInputFiles("#opened", { name: "mine.jsonnet", mimeType: "text/plain", buffer: Buffer.from("{ mine: 1 + 1 }") });
    await until(page, "#output", '"mine": 2');
    check((await page.textContent("#files")).includes("mine.jsonnet"), "the file is in no tab");
    await page.context().close();
  },
  "an endless program stops": async () => {
    const page = await opened();
    await choose(page, "jsonnet");
    await write(page, "local f(n) = if n < 0 then 0 else f(n + 1) tailstrict; f(0)");
    await page.click("#run");
    await until(page, "#status", "running");
    await page.waitForTimeout(400);
    // The page goes on: typing is not held up, and mistakes are told, while it runs.
    const begun = Date.now();
    await page.click("#stop");
    await until(page, "#output", "stopped");
    await until(page, "#status", /^ready$/);
    // A new helper is loaded meanwhile, which takes a busy machine some seconds.
    check(Date.now() - begun < 20_000, "stopping takes too long");
    await write(page, "{ alive: 1 + 1 }");
    await page.click("#run");
    await until(page, "#output", '"alive": 2');
    await page.context().close();
  },
  "limits of time and depth are told": async () => {
    const page = await opened();
    check((await page.textContent("#memory")).includes("512 MB"), "the memory limit is not shown");
    await choose(page, "jsonnet");
    await write(page, "local f(n) = [f(n + 1)]; f(0)");
    await page.click("#run");
    await until(page, "#output", /no output/);
    await until(page, "#problems", "error");
    await page.selectOption("#seconds", "5");
    await write(page, "local f(n) = if n < 0 then 0 else f(n + 1) tailstrict; f(0)");
    await until(page, "#output", "time limit");
    await write(page, "std.length(std.repeat('abcdefgh', 200000000))");
    await until(page, "#output", "no output");
    await write(page, "{ alive: 1 + 2 }");
    await until(page, "#output", '"alive": 3', 30_000);
    complaints.splice(0, complaints.length, ...complaints.filter((text) => !/fatal error|call stack|Stack \(most|File "|RangeError/.test(text)));
    await page.context().close();
  },
  "a share link restores": async () => {
    const page = await opened();
    await choose(page, "rcl");
    await write(page, '{ shared = "ünïcode 🌍" }');
    await until(page, "#output", "🌍");
    await page.click("#share");
    await page.waitForFunction(() => location.hash.length > 10);
    const link = page.url();
    await page.context().close();
    const other = await opened(new URL(link).hash);
    check((await other.textContent("#editor .cm-content")).includes("ünïcode 🌍"), "the text is not there");
    await until(other, "#output", "🌍");
    await other.context().close();
  },
  "secrets stay hidden": async () => {
    const page = await opened();
    await choose(page, "pcl");
    await write(page, 'output "x" {\n  value = "a-${secret("hunter2")}"\n}');
    await page.click("#run");
    await until(page, "#output", "[secret]");
    for (const form of ["yaml", "toml", "json"]) {
      await page.selectOption("#form", form);
      await until(page, "#output", "secret");
      check(!(await page.textContent("#output")).includes("hunter2"), `${form} shows a secret`);
    }
    await page.click("#tab-why");
    await until(page, "#why", "secret");
    check(!(await page.textContent("#why")).includes("hunter2"), "why shows a secret");
    await page.selectOption("#example", { label: "A secret stays secret" });
    await page.click("#tab-output");
    await until(page, "#output", "[secret]");
    check(!(await page.textContent("#output")).includes("horse"), "the example shows its secret");
    await page.context().close();
  },
  "every example": async () => {
    const page = await opened();
    const count = await page.locator("#example option").count();
    for (let index = 1; index < count; index += 1) {
      await page.selectOption("#example", { index });
      await page.waitForTimeout(100);
      for (const view of ["output", "type", "graph", "why"]) {
        await page.click(`#tab-${view}`);
        await page.waitForFunction((id) => document.getElementById(id).textContent.length > 0, view, { timeout: 20_000 });
      }
      await page.click("#tab-output");
    }
    await page.selectOption("#example", { label: "A PCL preview with its graph" });
    await page.click("#tab-graph");
    await page.waitForSelector("#graph svg g.node", { timeout: 20_000 });
    await page.context().close();
  },
  "hover, completion, definition, format, download": async () => {
    const page = await opened();
    await choose(page, "jsonnet");
    await write(page, "local shop = { port: 8080, name: 'a' };\nshop.port");
    await until(page, "#output", "8080");
    await page.hover("#editor .cm-line:nth-child(2)", { position: { x: 20, y: 8 } });
    await page.waitForSelector(".cm-tooltip .about", { timeout: 20_000 });
    await page.mouse.move(5, 5);
    await page.click("#editor .cm-line:nth-child(2)");
    await page.keyboard.press("Home");
    await page.keyboard.press("F12");
    await page.waitForFunction(() => document.querySelector(".cm-activeLine")?.textContent.startsWith("local"), null, { timeout: 20_000 });
    await write(page, "local shop = { port: 8080, name: 'a' };\nshop.");
    await page.keyboard.press("Control+Space");
    await page.waitForSelector(".cm-tooltip-autocomplete >> text=port", { timeout: 20_000 });
    await page.keyboard.press("Escape");
    await write(page, "local shop = { port: 8080, name: 'a' };\n{a:shop.port}");
    await until(page, "#output", '"a": 8080');
    await page.click("#format");
    await page.waitForFunction(() => document.querySelector(".cm-content").textContent.includes("{ a: shop.port }"), null, { timeout: 20_000 });
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#download")]);
    check(download.suggestedFilename() === "playground.zip", "the folder has no name");
    const archive = fs.readFileSync(await download.path());
    check(archive.readUInt32LE(0) === 0x04034b50 && archive.includes("playground/"), "the archive is broken");
    await page.context().close();
  },
  "typed lines keep their spaces": async () => {
    const page = await opened();
    await choose(page, "jsonnet");
    await write(page, "{\n  text: |||\n    one\n    two\n  |||,\n}");
    await until(page, "#output", "one\\ntwo\\n");
    await choose(page, "yaml");
    await write(page, "a:\n  b: 1\n  c:\n    - d");
    await until(page, "#output", /"c": \[\s*"d"/);
    // By hand, a line begins where the last one did.
    await page.keyboard.press("Control+a");
    await page.keyboard.type("x:\n  y: 1", { delay: 90 });
    await page.waitForTimeout(100);
    await page.keyboard.press("Enter");
    await page.keyboard.type("z: 2", { delay: 90 });
    await until(page, "#output", /"y": 1,\s*"z": 2/);
    await page.context().close();
  },
  "keyboard only": async () => {
    const page = await opened();
    await page.focus("#language");
    await page.keyboard.press("Tab");
    check((await page.evaluate(() => document.activeElement.id)) === "run", "Run does not follow the choices");
    await page.focus("#tab-output");
    await page.keyboard.press("ArrowRight");
    check((await page.evaluate(() => document.activeElement.id)) === "tab-type", "arrows do not walk through tabs");
    await page.context().close();
  },
  "light, dark and a phone": async () => {
    for (const options of [{ colorScheme: "light" }, { colorScheme: "dark" }, { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }]) {
      const page = await opened("", options);
      await page.selectOption("#example", { label: "A mistake, and its fix" });
      await until(page, "#problems", "prot");
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth + 1);
      check(!wide, "the page is wider than the screen");
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => globalThis.axe.run(document));
      const serious = violations.filter((one) => ["serious", "critical"].includes(one.impact));
      check(!serious.length, serious.map((one) => `${one.id}: ${one.nodes.map((node) => `${node.html.slice(0, 120)} ${node.failureSummary}`).join(" | ")}`).join("\n"));
      await page.context().close();
    }
  },
  "it works offline after the first load": async () => {
    const page = await opened();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(async () => (await caches.keys()).length > 0 && navigator.serviceWorker.controller, null, { timeout: 60_000 });
    await page.context().setOffline(true);
    await page.reload();
    await page.waitForFunction(() => document.getElementById("status").textContent === "ready", null, { timeout: 60_000 });
    await choose(page, "rcl");
    await write(page, "{ offline = 1 + 1 }");
    await page.click("#run");
    await until(page, "#output", '"offline": 2');
    await page.context().close();
  },
  "ready in time on a warm cache": async () => {
    const page = await opened();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForTimeout(1000);
    const begun = Date.now();
    await page.reload();
    await page.waitForFunction(() => document.getElementById("status").textContent === "ready", null, { timeout: 60_000 });
    const took = Date.now() - begun;
    note = `${took} ms`;
    check(took < 5000, `it took ${took} ms`);
    await page.context().close();
  },
  "no console error, and no request leaves": async () => {
    check(!complaints.length, complaints.join("\n"));
    check(!strays.length, strays.join("\n"));
  },
};

let note = "";
for (const [name, step] of Object.entries(steps)) {
  if (wanted.length && !wanted.some((word) => name.includes(word))) continue;
  const begun = Date.now();
  note = "";
  let error = null;
  try {
    await step();
  } catch (problem) {
    error = String(problem.message ?? problem);
  }
  console.log(JSON.stringify({ name, error, note, seconds: (Date.now() - begun) / 1000 }));
}
await browser.close();
