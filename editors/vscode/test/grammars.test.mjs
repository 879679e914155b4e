// What the grammars make of a few lines of each language.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import test from "node:test";

const require = createRequire(import.meta.url);
const oniguruma = require("vscode-oniguruma");
const { INITIAL, Registry, parseRawGrammar } = require("vscode-textmate");

const wasm = readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"));
const library = oniguruma.loadWASM(wasm.buffer).then(() => ({
  createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
  createOnigString: (text) => new oniguruma.OnigString(text),
}));

async function scopes(language, text) {
  const registry = new Registry({
    onigLib: library,
    loadGrammar: async () => {
      const path = new URL(`../syntaxes/${language}.tmLanguage.json`, import.meta.url);
      return parseRawGrammar(readFileSync(path, "utf8"), `${language}.json`);
    },
  });
  const grammar = await registry.loadGrammar(`source.${language}`);
  const found = [];
  let stack = INITIAL;
  for (const line of text.split("\n")) {
    const result = grammar.tokenizeLine(line, stack);
    stack = result.ruleStack;
    for (const token of result.tokens) {
      found.push([line.slice(token.startIndex, token.endIndex).trim(), token.scopes.at(-1)]);
    }
  }
  return (word) => found.filter(([text]) => text === word).map(([, scope]) => scope);
}

test("Jsonnet", async () => {
  const of = await scopes("jsonnet", "local f(x) = std.length(x); // c\n{ 'a': |||\n  if\n|||, b:: @'x''y', c+: 1 }");
  assert.deepEqual(of("local"), ["storage.type.jsonnet"]);
  assert.deepEqual(of("length"), ["support.function.jsonnet"]);
  assert.deepEqual(of("// c"), ["comment.line.double-slash.jsonnet"]);
  assert.deepEqual(of("if"), ["string.unquoted.block.jsonnet"]);
  assert.deepEqual(of("b"), ["variable.other.property.jsonnet"]);
  assert.deepEqual(of("1"), ["constant.numeric.jsonnet"]);
});

test("RCL", async () => {
  const of = await scopes("rcl", 'let x: List[Number] = [0xff]; f"a {if x: {y = 1}} b" // c');
  assert.deepEqual(of("let"), ["storage.type.rcl"]);
  assert.deepEqual(of("List"), ["support.type.rcl"]);
  assert.deepEqual(of("0xff"), ["constant.numeric.rcl"]);
  assert.deepEqual(of("if"), ["keyword.control.rcl"]);
  assert.deepEqual(of("y"), ["variable.other.property.rcl"]);
  assert.deepEqual(of("// c"), ["comment.line.double-slash.rcl"]);
});

test("PCL", async () => {
  const of = await scopes("pcl", 'resource bucket "aws:s3:Bucket" {\n  name = "a-${upper(b)}-c"\n  text = <<EOF\n  if ${x}\nEOF\n}');
  assert.deepEqual(of("resource"), ["storage.type.pcl"]);
  assert.deepEqual(of("bucket"), ["entity.name.type.pcl"]);
  assert.deepEqual(of("name"), ["variable.other.property.pcl"]);
  assert.deepEqual(of("upper"), ["entity.name.function.pcl"]);
  assert.deepEqual(of("x"), ["variable.other.readwrite.pcl"]);
});

test("Phy", async () => {
  const of = await scopes("phy", '(ProcDecl main (IntTy) (Params) ; c\n  (Return (Call < 1 "a;b")))');
  assert.deepEqual(of("ProcDecl"), ["storage.type.phy"]);
  assert.deepEqual(of("main"), ["entity.name.phy"]);
  assert.deepEqual(of("IntTy"), ["support.type.phy"]);
  assert.deepEqual(of("; c"), ["comment.line.semicolon.phy"]);
  assert.deepEqual(of("<"), ["entity.name.function.phy"]);
  assert.deepEqual(of("1"), ["constant.numeric.phy"]);
});
