// <confty-snippet language="jsonnet">program</confty-snippet>: an editable, running snippet.
// The text is there before any script is; Python is loaded when somebody first presses Run.
// Further files are children: <template data-file="users.rcl">…</template>.

import { Editor } from "./editor.js";
import { LANGUAGES, paint } from "./languages.js";
import { Pool } from "./workers.js";
import { count, list } from "./problems.js";
import { toUnits } from "./places.js";
import rules from "./snippet.css";

const home = new URL(".", import.meta.url).href;
const SECONDS = 10;
let pool = null;

function python() {
  pool ??= new Pool({ ...PARTS, base: home, worker: home + PARTS.worker }, { count: 1 });
  return pool;
}

function made(kind, className, text) {
  const element = document.createElement(kind);
  element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

class Snippet extends HTMLElement {
  connectedCallback() {
    if (this.editor) return;
    const language = this.getAttribute("language") ?? "jsonnet";
    this.name = this.getAttribute("file") ?? `main${LANGUAGES[language]?.suffix ?? ".jsonnet"}`;
    this.files = Object.fromEntries(
      [...this.querySelectorAll("[data-file]")].map((one) => [one.dataset.file, (one.content ?? one).textContent]),
    );
    for (const one of this.querySelectorAll("[data-file]")) one.remove();
    const text = this.textContent.replace(/^\n+|\s+$/g, "") + "\n";
    this.textContent = "";
    const box = made("div", "confty-editor");
    const bar = made("div", "confty-bar");
    this.button = made("button", "confty-run", "Run");
    this.button.type = "button";
    this.button.addEventListener("click", () => this.evaluate());
    this.state = made("span", "confty-state");
    this.state.setAttribute("role", "status");
    bar.append(this.button, this.state);
    this.output = made("pre", "confty-output");
    this.output.tabIndex = 0;
    this.output.setAttribute("role", "region");
    this.output.setAttribute("aria-label", "Output");
    this.output.hidden = true;
    this.problems = made("div", "confty-problems");
    this.append(box, bar, this.problems, this.output);
    const ask = (method) => (name, offset) =>
      pool?.ready ? pool.ask(method, { files: this.all(), name, offset }, method).catch(() => null) : Promise.resolve(null);
    this.editor = new Editor({
      parent: box,
      label: "Snippet",
      asks: { complete: ask("complete"), hover: ask("hover"), definition: ask("definition"), show: (path, start, end) => path === this.name && this.editor.select(start, end) },
      onchange: () => this.check(),
      keys: [{ key: "Mod-Enter", run: () => (this.evaluate(), true) }],
    });
    this.editor.open(this.name, text);
  }

  all() {
    return { ...this.files, [this.name]: this.editor.text() };
  }

  tell(problems) {
    this.editor.mark(problems, (fix) => this.fix(fix));
    this.problems.textContent = "";
    if (problems.length) {
      list(this.problems, problems, {
        show: (place) => place.path === this.name && this.editor.select(place.start, place.end),
        fix: (fix) => this.fix(fix),
        explain: () => {},
      });
    }
    this.state.textContent = count(problems);
  }

  fix({ edits }) {
    let text = this.editor.text();
    for (const edit of [...edits].sort((one, other) => other.start - one.start)) {
      if (edit.path !== this.name) continue;
      text = text.slice(0, toUnits(text, edit.start)) + edit.text + text.slice(toUnits(text, edit.end));
    }
    this.editor.replace(text);
  }

  check() {
    if (!pool?.ready) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      const found = await pool.ask("check", { files: this.all(), name: this.name }, this.name).catch(() => null);
      if (found) this.tell(found.problems);
    }, 250);
  }

  async evaluate() {
    if (this.running) return python().stop();
    this.running = true;
    this.button.textContent = "Stop";
    this.state.textContent = python().ready ? "running" : "loading Python";
    const form = this.getAttribute("format") ?? "json";
    const words = { files: this.all(), name: this.name };
    let timer = 0;
    try {
      const checked = await python().ask("check", words);
      this.tell(checked.problems);
      // What is wrong is told above; a run would say the same once more.
      if (checked.problems.some((one) => one.severity === "error")) {
        this.output.hidden = true;
        return;
      }
      timer = setTimeout(() => pool.stop(), SECONDS * 1000);
      const found = await python().ask("run", { ...words, form }, "run");
      this.output.hidden = false;
      if (found.text === null) this.tell(found.problems);
      paint(this.output, found.text ?? "no output", form);
    } catch {
      this.output.hidden = false;
      this.output.textContent = "stopped";
    } finally {
      clearTimeout(timer);
      this.running = false;
      this.button.textContent = "Run";
    }
  }
}

const sheet = new CSSStyleSheet();
sheet.replaceSync(rules);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
if (!customElements.get("confty-snippet")) customElements.define("confty-snippet", Snippet);
