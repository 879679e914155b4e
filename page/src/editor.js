// The editor: one view, one state a file; what the worker knows comes in as tooltips and marks.

import { EditorState } from "@codemirror/state";
import {
  EditorView, keymap, lineNumbers, highlightActiveLine, highlightActiveLineGutter, drawSelection,
  hoverTooltip,
} from "@codemirror/view";
import { history, historyKeymap, defaultKeymap, indentMore, indentLess, insertNewline, insertNewlineKeepIndent } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { setDiagnostics, lintKeymap, lintGutter } from "@codemirror/lint";
import { searchKeymap, highlightSelectionMatches } from "@codemirror/search";
import {
  autocompletion, completionKeymap, acceptCompletion, completionStatus, startCompletion, setSelectedCompletion,
} from "@codemirror/autocomplete";
import { LANGUAGES, languageOf, colours } from "./languages.js";
import { toUnits, toPoints } from "./places.js";

const KINDS = {
  field: "property", property: "property", function: "function", method: "method", keyword: "keyword",
  variable: "variable", parameter: "variable", type: "type", class: "class", file: "namespace",
  module: "namespace", value: "constant", constant: "constant", enum: "enum", snippet: "text",
};

const FASTER_THAN_HANDS = 60;
const FONT = { fontFamily: "var(--mono)", fontSize: "13.5px", lineHeight: "1.55" };
const CHOSEN = { backgroundColor: "color-mix(in srgb, var(--accent) 26%, transparent)" };
const BOX = { backgroundColor: "var(--panel)", color: "var(--text)", border: "1px solid var(--line)" };

// Colours are the page's, so that light and dark are said in one place.
const look = EditorView.theme({
  "&": { backgroundColor: "var(--panel)", color: "var(--text)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": FONT,
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--text)" },
  ".cm-gutters": { backgroundColor: "var(--panel)", color: "var(--faint)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--active)" },
  ".cm-activeLineGutter": { color: "var(--text)" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": CHOSEN,
  ".cm-selectionMatch": { backgroundColor: "var(--chosen)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--chosen)", outline: "1px solid var(--line)" },
  ".cm-tooltip": { ...BOX, borderRadius: "7px", maxWidth: "min(46rem, 90vw)" },
  ".cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--accent-text)" },
  ".cm-completionInfo": BOX,
  ".cm-diagnosticAction": { backgroundColor: "var(--accent)", color: "var(--accent-text)", borderRadius: "5px" },
  ".cm-panels": { backgroundColor: "var(--back)", color: "var(--text)" },
  ".cm-panels input, .cm-panels button": { ...BOX, backgroundImage: "none" },
});

// Everything but the language: `asks` are the questions that the page can put to a worker.
export class Editor {
  constructor({ parent, label, asks, onchange, keys = [] }) {
    this.asks = asks;
    this.onchange = onchange;
    this.label = label;
    this.keys = keys;
    this.states = new Map();
    this.name = null;
    this.typed = 0;
    this.view = new EditorView({ parent, state: EditorState.create({}) });
  }

  state(name, text) {
    const mode = LANGUAGES[languageOf(name)]?.mode;
    return EditorState.create({ doc: text, extensions: [this.extensions(name), mode ?? []] });
  }

  extensions(name) {
    return [
      lineNumbers(), highlightActiveLineGutter(), highlightActiveLine(), history(), drawSelection(),
      bracketMatching(), highlightSelectionMatches(), colours, look, lintGutter(), EditorState.tabSize.of(2),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": `${this.label} ${name}`, "aria-multiline": "true" }),
      keymap.of([
        ...this.keys,
        { key: "F12", run: () => this.jump() },
        { key: "Ctrl-Space", run: (view) => this.complete(view) },
        { key: "Tab", run: (view) => (completionStatus(view.state) ? this.accept(view) : this.indent(view)) },
        { key: "Shift-Tab", run: indentLess },
        { key: "Enter", run: (view) => this.newline(view) },
        ...completionKeymap, ...lintKeymap, ...historyKeymap, ...searchKeymap, ...defaultKeymap,
      ]),
      // A list that opens by itself takes no key away: nothing in it is chosen until it is asked for.
      autocompletion({ override: [(context) => this.completions(context)], selectOnOpen: false, icons: true }),
      hoverTooltip((view, at) => this.hover(view, at), { hoverTime: 250 }),
      EditorView.domEventHandlers({
        // Left to itself, Chromium puts a style on what is typed over coloured text, which the
        // page's policy does not allow.
        beforeinput: (event, view) => {
          if (event.inputType !== "insertText" || !event.data || view.composing) return false;
          event.preventDefault();
          this.typed = performance.now();
          view.dispatch({ ...view.state.replaceSelection(event.data), userEvent: "input.type", scrollIntoView: true });
          return true;
        },
        mousedown: (event, view) => {
          if (!(event.ctrlKey || event.metaKey)) return false;
          const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
          if (at === null) return false;
          view.dispatch({ selection: { anchor: at } });
          this.jump();
          return true;
        },
      }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) this.onchange(this.name, this.text());
      }),
    ];
  }

  // Show a file; its undo history and selection are as they were left.
  open(name, text) {
    if (this.name !== null) this.states.set(this.name, this.view.state);
    const kept = this.states.get(name);
    this.name = name;
    this.view.setState(kept && kept.doc.toString() === text ? kept : this.state(name, text));
  }

  forget() {
    this.states.clear();
    this.name = null;
  }

  text() {
    return this.view.state.doc.toString();
  }

  // Replace the text by another one as one step that can be undone.
  replace(text) {
    const before = this.text();
    if (before === text) return;
    let from = 0;
    while (from < before.length && from < text.length && before[from] === text[from]) from += 1;
    let end = 0;
    const most = Math.min(before.length, text.length) - from;
    while (end < most && before.at(-1 - end) === text.at(-1 - end)) end += 1;
    this.view.dispatch({ changes: { from, to: before.length - end, insert: text.slice(from, text.length - end) } });
  }

  indent(view) {
    if (view.state.selection.ranges.some((range) => !range.empty)) return indentMore(view);
    view.dispatch(view.state.replaceSelection("  "), { userEvent: "input" });
    return true;
  }

  // A new line begins where the last one did.  Letters that arrive faster than hands type, as from a
  // program, bring their own spaces.
  newline(view) {
    const fast = performance.now() - this.typed < FASTER_THAN_HANDS;
    this.typed = performance.now();
    return fast ? insertNewline(view) : insertNewlineKeepIndent(view);
  }

  accept(view) {
    if (!acceptCompletion(view)) {
      view.dispatch({ effects: setSelectedCompletion(0) });
      acceptCompletion(view);
    }
    return true;
  }

  // Asked for, the first of the list is chosen.
  complete(view) {
    startCompletion(view);
    let tries = 40;
    const choose = () => {
      if (completionStatus(view.state) === "active") view.dispatch({ effects: setSelectedCompletion(0) });
      else if ((tries -= 1) > 0) setTimeout(choose, 50);
    };
    setTimeout(choose, 50);
    return true;
  }

  point(at) {
    return toPoints(this.text(), at);
  }

  async completions(context) {
    const typed = context.matchBefore(/[\w$]*/);
    const before = context.state.sliceDoc(Math.max(0, typed.from - 1), typed.from);
    if (!context.explicit && typed.from === typed.to && before !== ".") return null;
    const found = await this.asks.complete(this.name, this.point(context.pos));
    if (!found?.length || context.aborted) return null;
    const text = this.text();
    const start = found[0].start === undefined ? typed.from : toUnits(text, found[0].start);
    return {
      from: start,
      options: found.map((one, index) => ({
        label: one.label,
        detail: one.detail,
        info: one.text ? () => note(one.text) : undefined,
        apply: one.insert ?? one.label,
        type: KINDS[one.kind] ?? "variable",
        boost: -index / found.length,
      })),
      validFor: /^[\w$]*$/,
    };
  }

  async hover(view, at) {
    const name = this.name;
    const found = await this.asks.hover(name, this.point(at));
    if (!found || this.name !== name) return null;
    const text = this.text();
    const pos = found.start === undefined ? at : toUnits(text, found.start);
    const end = found.end === undefined ? undefined : toUnits(text, found.end);
    return { pos, end, above: true, create: () => ({ dom: about(found, name) }) };
  }

  async jump() {
    const found = await this.asks.definition(this.name, this.point(this.view.state.selection.main.head));
    if (found) this.asks.show(found.path, found.start, found.end);
    return true;
  }

  select(start, end = start) {
    const text = this.text();
    this.view.dispatch({
      selection: { anchor: toUnits(text, start), head: toUnits(text, end) },
      scrollIntoView: true,
    });
    this.view.focus();
  }

  // Mark the problems of the file that is shown.
  mark(problems, onfix) {
    const text = this.text();
    const found = problems.filter((one) => one.path === this.name && one.start !== undefined);
    const marks = found.map((one) => {
      const from = toUnits(text, one.start);
      return {
        from,
        to: Math.max(from, toUnits(text, one.end)),
        severity: one.severity === "hint" ? "info" : one.severity,
        message: one.message + (one.help ? `\nhelp: ${one.help}` : ""),
        source: one.code,
        actions: one.fixes.map((fix) => ({ name: fix.title, apply: () => onfix(fix) })),
      };
    });
    this.view.dispatch(setDiagnostics(this.view.state, marks));
  }
}

function note(text) {
  const made = document.createElement("div");
  made.className = "note";
  made.textContent = text;
  return made;
}

function about(found, name) {
  const made = document.createElement("div");
  made.className = "about";
  if (found.type) {
    const code = document.createElement("code");
    code.textContent = found.type;
    made.append(code);
  }
  if (found.text) made.append(note(found.text));
  return made;
}
