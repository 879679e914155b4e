// Where the program is looked for.

import assert from "node:assert/strict";
import test from "node:test";

import finding from "../dist/finding.js";

const nothing = { configured: "", folders: ["/home/me"], environment: {}, windows: false };

test("the project's own environment goes first", () => {
  const there = new Set(["/home/me/.venv/bin/confty", "/usr/bin/confty"]);
  const around = { ...nothing, environment: { PATH: "/usr/bin:/bin" } };
  assert.equal(finding.find(around, (name) => there.has(name)), "/home/me/.venv/bin/confty");
  there.delete("/home/me/.venv/bin/confty");
  assert.equal(finding.find(around, (name) => there.has(name)), "/usr/bin/confty");
});

test("the interpreter that was chosen, then the active environment", () => {
  const around = { ...nothing, python: "/envs/a/bin/python", environment: { VIRTUAL_ENV: "/envs/b" } };
  assert.equal(finding.find(around, (name) => name.startsWith("/envs/")), "/envs/a/bin/confty");
  assert.equal(finding.find(around, (name) => name.startsWith("/envs/b")), "/envs/b/bin/confty");
});

test("what is set is the only place", () => {
  const around = { ...nothing, configured: "tools/confty", environment: { PATH: "/usr/bin" } };
  assert.equal(finding.find(around, (name) => name === "/home/me/tools/confty"), "/home/me/tools/confty");
  assert.equal(finding.find(around, (name) => name === "/usr/bin/confty"), undefined);
  assert.equal(finding.find({ ...around, configured: "confty" }, () => false), "confty");
});

test("nothing is found where nothing is, and it is said how to get it", () => {
  assert.equal(finding.find(nothing, () => false), undefined);
  assert.match(finding.MISSING, /pip install 'confty\[server\]'/);
});
