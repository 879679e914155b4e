// The page: files in tabs, what the worker says of them, and what can be done with them.

import { Editor } from "./editor.js";
import { LANGUAGES, languageOf, paint } from "./languages.js";
import { Files, selected, walkable } from "./tabs.js";
import { Broken, Pool, Stopped } from "./workers.js";
import { count, list } from "./problems.js";
import { isFine, packed, unpacked } from "./share.js";
import { toUnits } from "./places.js";
import { zipped } from "./zip.js";
import { ModuleRun, opened } from "./opening.js";
import { keep, restored, theme } from "./kept.js";
import { EXAMPLES, STARTERS } from "./examples.js";

const CHECK_AFTER = 200;
const MOST = 512 << 20;
const find = (id) => document.getElementById(id);

export class Page {
  constructor(parts) {
    this.files = {};
    this.active = null;
    this.problems = [];
    this.troubled = new Set();
    this.view = "output";
    this.run = null;
    this.timer = 0;
    // How many compiled programs were run: a check that began before one runs nothing after it.
    this.executed = 0;
    this.tabs = new Files(find("files"), (name) => this.open(name));
    this.editor = new Editor({
      parent: find("editor"),
      label: "Editor for",
      asks: this.asks(),
      onchange: (name, text) => this.changed(name, text),
      keys: [
        { key: "Mod-Enter", run: () => (this.evaluate(), true) },
        { key: "Shift-Alt-f", run: () => (this.format(), true) },
        { key: "Mod-.", run: () => (this.fixHere(), true) },
      ],
    });
    this.module = parts.module;
    this.pool = new Pool(parts, { most: MOST });
    this.pool.onready = () => this.arrived();
    this.pool.onprogress = (helper, part) => this.progress(helper, part);
    this.pool.onbroken = () => this.status("Python could not be loaded; reload the page");
    this.listen();
  }

  async begin() {
    const shared = await unpacked(location.hash);
    const kept = shared ?? restored();
    this.load(kept ?? EXAMPLES[0], { keep: false });
    if (!kept) find("example").value = EXAMPLES[0].title;
  }

  asks() {
    const ask = (method) => (name, offset) =>
      this.pool.ask(method, { files: this.files, name, offset }, method).catch(() => null);
    return {
      complete: ask("complete"),
      hover: ask("hover"),
      definition: ask("definition"),
      show: (path, start, end) => this.show({ path, start, end }),
    };
  }

  listen() {
    const on = (id, kind, deed) => find(id).addEventListener(kind, deed);
    for (const [name, { title }] of Object.entries(LANGUAGES)) find("language").append(new Option(title, name));
    for (const { title } of EXAMPLES) find("example").append(new Option(title, title));
    on("language", "change", (event) => this.choose(event.target.value));
    on("example", "change", (event) => {
      const chosen = EXAMPLES.find((one) => one.title === event.target.value);
      if (chosen) this.load(chosen);
    });
    on("run", "click", () => this.evaluate());
    on("stop", "click", () => this.stop());
    on("format", "click", () => this.format());
    on("share", "click", () => this.share());
    on("download", "click", () => this.download());
    on("open", "click", () => find("opened").click());
    on("opened", "change", async ({ target }) => {
      await this.take(target.files);
      target.value = "";
    });
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      this.take(event.dataTransfer.files);
    });
    on("theme", "click", () => theme(document.documentElement.dataset.theme !== "dark"));
    on("form", "change", () => this.evaluate());
    on("add", "click", () => this.ask());
    on("remove", "click", () => this.remove());
    on("naming", "close", () => this.named());
    walkable(find("views"), (tab) => (this.look(tab), tab.focus()));
    for (const tab of find("views").children) tab.addEventListener("click", () => this.look(tab));
    addEventListener("hashchange", async () => {
      const shared = await unpacked(location.hash);
      if (shared) this.load(shared);
    });
    find("memory").textContent = `Memory limit ${MOST >> 20} MB`;
  }

  // Files.

  load({ files, active }, { keep = true } = {}) {
    this.files = { ...files };
    this.editor.forget();
    this.troubled.clear();
    this.problems = [];
    this.show1(active ?? Object.keys(files)[0]);
    if (keep) this.keep();
    this.soon(0);
  }

  show1(name) {
    this.active = name;
    this.editor.open(name, this.files[name]);
    this.tabs.show(Object.keys(this.files), name, this.troubled);
    find("language").value = languageOf(name) ?? "";
  }

  open(name) {
    if (name === this.active) return;
    this.show1(name);
    this.soon(0);
  }

  choose(language) {
    const known = Object.keys(this.files).find((name) => languageOf(name) === language);
    if (known) return this.open(known);
    const name = `main${LANGUAGES[language].suffix}`;
    this.files = { ...this.files, [name]: STARTERS[language] };
    this.keep();
    this.open(name);
  }

  ask() {
    find("name").value = "";
    find("naming-note").textContent = "The suffix says the language: .jsonnet, .rcl, .pp, .phy, .json, .yaml, .toml.";
    find("naming").returnValue = "";
    find("naming").showModal();
    find("name").focus();
  }

  named() {
    const name = find("name").value.trim();
    if (find("naming").returnValue !== "add" || !name) return;
    if (!isFine(name) || (!languageOf(name) && !name.includes("."))) return this.say(`${name} cannot be the name of a file`);
    if (!(name in this.files)) this.files = { ...this.files, [name]: "" };
    this.keep();
    this.open(name);
    this.editor.view.focus();
  }

  async take(chosen) {
    const { texts, modules } = await opened(chosen, (text) => this.say(text));
    const [first] = Object.keys(texts);
    if (first) {
      this.files = { ...this.files, ...texts };
      this.editor.forget();
      this.show1(first);
      this.keep();
      if (!modules.length) this.soon(0);
    }
    for (const one of modules) await this.execute(one);
  }

  remove() {
    const names = Object.keys(this.files);
    if (names.length < 2) return this.say("the last file stays");
    const { [this.active]: _, ...left } = this.files;
    const next = names[Math.max(0, names.indexOf(this.active) - 1)];
    this.files = left;
    this.keep();
    this.show1(next in left ? next : Object.keys(left)[0]);
    this.soon(0);
  }

  changed(name, text) {
    if (this.files[name] === text) return;
    this.files = { ...this.files, [name]: text };
    this.keep();
    this.soon(CHECK_AFTER);
  }

  keep() {
    keep({ files: this.files, active: this.active });
  }

  // What Python is asked.

  arrived() {
    this.usage();
    if (find("status").textContent === "ready") return;
    find("progress").hidden = true;
    this.status(this.run ? "running" : "ready");
  }

  progress(helper, part) {
    if (this.pool.helpers[0] === helper && !this.pool.ready) find("progress").value = part;
  }

  soon(after) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), after);
  }

  async check() {
    const { active: name, files, executed } = this;
    if (this.run && this.run.files !== files) this.stop({ quiet: true });
    try {
      const { problems } = await this.pool.ask("check", { files, name }, "check");
      if (this.files !== files || this.active !== name) return;
      this.tell(problems);
      if (problems.length) this.mend(problems, files, name);
      if (this.executed !== executed) return;
      if (!problems.some((one) => one.severity === "error")) await this.evaluate();
      else this.fill();
    } catch (error) {
      if (error instanceof Broken) this.tell([tooFar(name, error)]);
    }
  }

  // Changes that were tried take the place of those that findings bring along.
  async mend(problems, files, name) {
    const found = await this.pool.ask("fixes", { files, name }, "fixes").catch(() => null);
    if (!found?.length || this.files !== files || this.active !== name) return;
    const better = problems.map((one, index) => {
      const fixes = found.find((mended) => mended.index === index)?.fixes;
      return fixes ? { ...one, fixes } : one;
    });
    this.tell(merged(better, this.problems));
  }

  tell(problems) {
    this.problems = problems;
    list(find("problems"), problems, {
      show: (place) => this.show(place),
      fix: (fix) => this.fix(fix),
      explain: (code, row) => this.explain(code, row),
    });
    find("count").textContent = count(problems);
    this.editor.mark(problems, (fix) => this.fix(fix));
    this.troubled = new Set(problems.map((one) => one.path).filter((path) => path in this.files));
    this.tabs.show(Object.keys(this.files), this.active, this.troubled);
  }

  async evaluate() {
    const { active: name, files } = this;
    const form = find("form").value;
    if (this.run && this.run.files === files && this.run.name === name && this.run.form === form) return;
    if (this.run) this.stop({ quiet: true });
    const run = { files, name, form, begun: performance.now(), quiet: false, late: false };
    this.run = run;
    const seconds = Number(find("seconds").value);
    const clock = setInterval(() => this.tick(run, seconds), 100);
    if (this.pool.ready) this.status("running");
    find("stop").classList.remove("idle");
    try {
      const found = await this.pool.ask("run", { files, name, form }, "run");
      if (this.run === run) this.present(found, form, name);
    } catch (error) {
      if (this.run === run && !run.quiet) this.ended(error, run, seconds, name);
    } finally {
      clearInterval(clock);
      if (this.run === run) {
        this.run = null;
        find("stop").classList.add("idle");
        if (this.pool.ready) this.status("ready");
        this.usage(run);
        this.fill();
      }
    }
  }

  // Run a program that was compiled elsewhere; nothing in the tabs takes part but the files it reads.
  async execute({ name, bytes }) {
    clearTimeout(this.timer);
    this.executed += 1;
    if (this.run) this.stop({ quiet: true });
    const { files } = this;
    const module = new ModuleRun(this.module, { bytes, files });
    const run = { files, name, form: "", module, begun: performance.now(), quiet: false, late: false };
    this.run = run;
    const seconds = Number(find("seconds").value);
    const clock = setInterval(() => this.tick(run, seconds), 100);
    this.look(find("tab-output"));
    this.status("running");
    find("stop").classList.remove("idle");
    const found = await module.found;
    clearInterval(clock);
    if (this.run !== run) return;
    this.run = null;
    find("stop").classList.add("idle");
    this.status("ready");
    this.usage(run);
    if (found === null) return this.ended(new Stopped(), run, seconds, name);
    this.present({ text: found.text, problems: [], trace: found.trace }, "", name);
    if (found.text === null) find("output").textContent = found.said;
    this.say(`${name} ran as WebAssembly`);
  }

  tick(run, seconds) {
    if (this.run !== run) return;
    const helper = run.module ?? this.pool.running();
    if (!helper) {
      run.begun = performance.now();
      return;
    }
    if (find("status").textContent !== "running") this.status("running");
    this.usage(run);
    if (performance.now() - run.begun > seconds * 1000 && !run.late) {
      run.late = true;
      (run.module ?? this.pool).stop();
    }
  }

  stop({ quiet = false } = {}) {
    if (!this.run) return;
    this.run.quiet = quiet;
    (this.run.module ?? this.pool).stop();
    if (quiet) this.run = null;
  }

  present({ text, problems, trace }, form, name) {
    const output = find("output");
    output.classList.toggle("failed", text === null);
    if (text === null) {
      output.textContent = problems.length ? `no output: ${problems[0].message}` : "no output";
    } else paint(output, text, form);
    find("trace").hidden = !trace;
    find("trace").textContent = trace ?? "";
    if (problems.length && this.active === name) this.tell(merged(this.problems, problems));
  }

  ended(error, run, seconds, name) {
    const output = find("output");
    output.classList.add("failed");
    if (error instanceof Stopped) {
      output.textContent = run.late ? `stopped after ${seconds} seconds, as the time limit says` : "stopped";
      return;
    }
    const found = tooFar(name, error);
    output.textContent = `no output: ${found.message}`;
    this.tell(merged(this.problems, [found]));
  }

  usage(run) {
    const used = Math.max(0, ...this.pool.helpers.map((helper) => helper.memory));
    const parts = [];
    if (run) parts.push(`${((performance.now() - run.begun) / 1000).toFixed(1)} s`);
    if (used) parts.push(`${used >> 20} MB`);
    find("usage").textContent = parts.join(", ");
  }

  // What is shown on the right.

  look(tab) {
    selected(find("views"), tab);
    for (const one of find("views").children) find(one.getAttribute("aria-controls")).hidden = one !== tab;
    this.view = tab.id.slice("tab-".length);
    this.fill();
  }

  async fill() {
    const { view, files, active: name } = this;
    if (view === "output" || (this.filled?.files === files && this.filled.view === view && this.filled.name === name)) return;
    try {
      const found = await this.pool.ask(view, { files, name }, view);
      if (this.files !== files || this.active !== name) return;
      if (view === "graph") await this.picture(found);
      else paint(find(view), found.text ?? NOTHING[view], view === "type" ? languageOf(name) : "");
      this.filled = { files, view, name };
    } catch (error) {
      if (error instanceof Broken) find(view).textContent = tooFar(name, error).message;
    }
  }

  async picture({ dot, tree }) {
    const { drawn } = await import("./graph.js");
    const parts = [dot ? await drawn(dot) : "there is nothing to draw while the program has mistakes"];
    if (tree) {
      const text = document.createElement("pre");
      text.textContent = tree;
      parts.push(text);
    }
    find("graph").replaceChildren(...parts);
  }

  async explain(code, row) {
    const open = row.querySelector(".page");
    if (open) return open.remove();
    const { text } = await this.pool.ask("explain", { code });
    const page = document.createElement("pre");
    page.className = "page";
    page.tabIndex = 0;
    page.textContent = text ?? "there is no page about this";
    row.append(page);
  }

  // Deeds.

  show({ path, start, end, line, column }) {
    if (path in this.files) {
      if (path !== this.active) {
        this.show1(path);
        this.soon(0);
      }
      if (start === undefined && line) {
        const found = this.editor.view.state.doc.line(Math.min(line, this.editor.view.state.doc.lines));
        this.editor.view.dispatch({ selection: { anchor: Math.min(found.to, found.from + column - 1) }, scrollIntoView: true });
        this.editor.view.focus();
      } else this.editor.select(start, end);
    }
  }

  fix({ edits, title }) {
    const texts = { ...this.files };
    for (const { path, start, end, text } of [...edits].sort((one, other) => other.start - one.start)) {
      if (!(path in texts)) continue;
      const whole = texts[path];
      texts[path] = whole.slice(0, toUnits(whole, start)) + text + whole.slice(toUnits(whole, end));
    }
    this.files = { ...texts, [this.active]: this.files[this.active] };
    this.editor.replace(texts[this.active]);
    this.keep();
    this.soon(0);
    this.say(`done: ${title}`);
  }

  // The changes that are offered at the cursor, as a list to choose from.
  async fixHere() {
    const { active: name, files } = this;
    const { from, to } = this.editor.view.state.selection.main;
    const words = { files, name, start: this.editor.point(from), end: this.editor.point(to) };
    const found = await this.pool.ask("actions", words, "actions").catch(() => null);
    if (this.files !== files || this.active !== name) return;
    if (!found?.length) return this.say("nothing is offered here");
    const rows = found.map((one) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = one.title;
      button.addEventListener("click", () => {
        find("offers").close();
        this.fix(one);
        this.editor.view.focus();
      });
      return button;
    });
    find("offered").replaceChildren(...rows);
    find("offers").showModal();
    rows[0].focus();
  }

  async format() {
    const { active: name, files } = this;
    const found = await this.pool.ask("format", { files, name }, "format").catch(() => null);
    if (!found || this.active !== name || this.files !== files) return;
    if (found.text === null) this.say("a file with mistakes stays as it is");
    else this.editor.replace(found.text);
  }

  async share() {
    const fragment = `#s=${await packed({ files: this.files, active: this.active })}`;
    history.replaceState(null, "", fragment);
    try {
      await navigator.clipboard.writeText(location.href);
      this.say("the link is copied; it holds the files");
    } catch {
      this.say("the link is in the address bar; it holds the files");
    }
  }

  download() {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(zipped(Object.fromEntries(
      Object.entries(this.files).map(([name, text]) => [`playground/${name}`, text]),
    )));
    link.download = "playground.zip";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  status(text) {
    if (find("status").textContent !== text) find("status").textContent = text;
  }

  say(text) {
    find("notice").textContent = text;
    clearTimeout(this.saying);
    this.saying = setTimeout(() => (find("notice").textContent = ""), 5000);
  }
}

const NOTHING = { type: "the type is not known while the file has mistakes", why: "no part of the value is secret or unknown" };

function merged(problems, more) {
  const known = new Set(problems.map((one) => `${one.code} ${one.start} ${one.message}`));
  return [...problems, ...more.filter((one) => !known.has(`${one.code} ${one.start} ${one.message}`))];
}

// Python has no words left when the stack of the browser is full.
function tooFar(path, error) {
  const deep = /call stack|recursion/i.test(error.message);
  const message = deep ? "this nests deeper than can be followed" : "this takes more than the browser gives";
  const code = deep ? "file/too-deep" : "file/out-of-memory";
  return { path, line: 1, column: 1, start: 0, end: 0, severity: "error", code, message, notes: [], fixes: [] };
}
