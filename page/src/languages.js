// How each language is coloured.  Only that: what a text means, the worker says.

import { StreamLanguage, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { json as jsonMode } from "@codemirror/legacy-modes/mode/javascript";
import { toml as tomlMode } from "@codemirror/legacy-modes/mode/toml";
import { yaml as yamlMode } from "@codemirror/legacy-modes/mode/yaml";
import { tags, highlightTree } from "@lezer/highlight";

const words = (text) => new Set(text.split(" "));

// A language of braces: what a `made` record says of it, letter by letter.
function braces(made) {
  const inside = (stream, state, end, escapes) => {
    while (!stream.eol()) {
      if (escapes && stream.match(/^\\./)) continue;
      if (escapes && stream.match(/^\\$/)) continue;
      if (stream.match(end)) {
        state.until = null;
        return;
      }
      stream.next();
    }
    if (!state.until.many) state.until = null;
  };
  const begin = (stream, state, end, style, { escapes = true, many = true } = {}) => {
    state.until = { end, style, escapes, many };
    inside(stream, state, end, escapes);
    return style;
  };
  return StreamLanguage.define({
    name: made.name,
    startState: () => ({ until: null }),
    copyState: (state) => ({ until: state.until }),
    token(stream, state) {
      if (state.until) {
        const { end, style, escapes } = state.until;
        inside(stream, state, end, escapes);
        return style;
      }
      if (stream.eatSpace()) return null;
      if (made.comment && stream.match(made.comment)) {
        stream.skipToEnd();
        return "comment";
      }
      if (made.block && stream.match("/*")) return begin(stream, state, "*/", "comment", { escapes: false });
      for (const [start, end, options] of made.strings) {
        const found = stream.match(start);
        if (found) {
          const last = typeof end === "function" ? end(found) : end;
          return begin(stream, state, last, "string", options);
        }
      }
      if (stream.match(/^\d[\d_]*(\.\d+)?([eE][+-]?\d+)?|^0[xXbB][\da-fA-F_]+/)) return "number";
      const word = stream.match(/^\$?[A-Za-z_][\w]*/);
      if (word) return made.word(word[0], stream);
      stream.next();
      return null;
    },
    languageData: { commentTokens: { line: made.line } },
  });
}

const word = (keywords, atoms, key) => (text, stream) => {
  if (keywords.has(text)) return "keyword";
  if (atoms.has(text)) return "atom";
  if (stream.match(key, false)) return "propertyName";
  if (/^[A-Z]/.test(text)) return "typeName";
  return stream.match(/^\s*\(/, false) ? "variableName.function" : "variableName";
};

const jsonnet = braces({
  name: "jsonnet",
  line: "//",
  comment: /^(\/\/|#)/,
  block: true,
  strings: [
    [/^\|\|\|-?/, /^\s*\|\|\|/, { escapes: false }],
    [/^@"/, '"', { escapes: false }],
    [/^@'/, "'", { escapes: false }],
    [/^"/, '"'],
    [/^'/, "'"],
  ],
  word: word(
    words("assert else error for function if import importstr importbin in local tailstrict then self super"),
    words("true false null $"),
    /^\s*(\([^()]*\)\s*)?\+?:{1,3}/,
  ),
});

const rcl = braces({
  name: "rcl",
  line: "//",
  comment: /^(\/\/|#!)/,
  block: false,
  strings: [
    [/^f?"""/, '"""'],
    [/^f?"/, '"'],
  ],
  word: word(
    words("and assert else for if import in let not or trace type union"),
    words("true false null"),
    /^\s*=(?!=|>)/,
  ),
});

const pcl = braces({
  name: "pcl",
  line: "//",
  comment: /^(\/\/|#)/,
  block: true,
  strings: [
    [/^<<-?(\w+)/, (found) => new RegExp(`^\\s*${found[1]}$`), { escapes: false }],
    [/^"/, '"', { many: false }],
  ],
  word: word(
    words("resource config output local component package pulumi for in if else endif endfor options range"),
    words("true false null"),
    /^\s*=(?!=|>)/,
  ),
});

const phy = StreamLanguage.define({
  name: "phy",
  startState: () => ({ opened: false }),
  token(stream, state) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^;.*/)) return "comment";
    if (stream.match(/^"(\\.|[^"\\])*"?/)) return "string";
    if (stream.match(/^-?\d+(\.\d+)?/)) return "number";
    if (stream.eat("(")) {
      state.opened = true;
      return "paren";
    }
    if (stream.eat(")")) return "paren";
    const found = stream.match(/^[^\s()";]+/);
    if (!found) {
      stream.next();
      return null;
    }
    const first = state.opened;
    state.opened = false;
    if (/^(true|false)$/.test(found[0])) return "atom";
    if (/Ty$/.test(found[0])) return "typeName";
    return first ? "keyword" : "variableName";
  },
  languageData: { commentTokens: { line: ";" } },
});

export const LANGUAGES = {
  jsonnet: { title: "Jsonnet", suffix: ".jsonnet", mode: jsonnet },
  rcl: { title: "RCL", suffix: ".rcl", mode: rcl },
  pcl: { title: "PCL", suffix: ".pp", mode: pcl },
  phy: { title: "Phy", suffix: ".phy", mode: phy },
  json: { title: "JSON", suffix: ".json", mode: StreamLanguage.define({ ...jsonMode, tokenTable: { property: tags.propertyName } }) },
  yaml: { title: "YAML", suffix: ".yaml", mode: StreamLanguage.define(yamlMode) },
  toml: { title: "TOML", suffix: ".toml", mode: StreamLanguage.define({ ...tomlMode, tokenTable: { property: tags.propertyName } }) },
};

const SUFFIXES = {
  jsonnet: "jsonnet", libsonnet: "jsonnet", rcl: "rcl", pp: "pcl", phy: "phy", json: "json",
  jsonc: "json", json5: "json", jsonl: "json", ndjson: "json", yaml: "yaml", yml: "yaml", toml: "toml",
};

export function languageOf(name) {
  return SUFFIXES[name.split(".").pop().toLowerCase()] ?? null;
}

const style = HighlightStyle.define([
  { tag: [tags.keyword, tags.definitionKeyword, tags.modifier], class: "t-keyword" },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], class: "t-string" },
  { tag: [tags.number, tags.bool, tags.atom, tags.null], class: "t-number" },
  { tag: [tags.comment, tags.lineComment, tags.meta], class: "t-comment" },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], class: "t-property" },
  { tag: [tags.typeName, tags.className], class: "t-type" },
  { tag: tags.function(tags.variableName), class: "t-function" },
]);

export const colours = syntaxHighlighting(style);

// Put a text into an element, coloured.
export function paint(element, text, language) {
  element.textContent = "";
  const mode = LANGUAGES[language]?.mode;
  if (!mode || text.length > 200_000) {
    element.textContent = text;
    return;
  }
  let done = 0;
  highlightTree(mode.parser.parse(text), style, (from, to, classes) => {
    element.append(text.slice(done, from));
    const part = document.createElement("span");
    part.className = classes;
    part.textContent = text.slice(from, to);
    element.append(part);
    done = to;
  });
  element.append(text.slice(done));
}
