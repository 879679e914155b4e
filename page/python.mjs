// Python for the page, made by the Python that runs in it: the memory of an interpreter in which all
// languages have been used once.  What is not in it yet is imported from the archive of sources.

import { loadPyodide } from "pyodide";

const USE = `
import os, sys, json, gc
sys.path.insert(0, "/lib/confty.zip")
os.makedirs("/page"); os.chdir("/page")
from confty.play.session import Session
session = Session()
files = json.loads(programs)
for name in files:
    for method in ("check", "run", "type", "format", "why", "graph"):
        session.answer(method, json.dumps({"files": {name: files[name]}, "name": name}))
    for form in ("yaml", "toml"):
        session.answer("run", json.dumps({"name": name, "form": form}))
    session.answer("fixes", json.dumps({"name": name}))
    session.answer("actions", json.dumps({"name": name, "start": 0, "end": 1}))
    for method in ("hover", "definition", "complete"):
        session.answer(method, json.dumps({"name": name, "offset": 2}))
session.answer("explain", json.dumps({"code": "json/empty"}))
session.lay({})
os.chdir("/")
del session, files, programs
gc.collect()
`;

const PROGRAMS = {
  "a.jsonnet": "local f(x) = x + 1; { a: std.map(f, [1, 2]), b: 'a %d' % f(1), c: self.a }\n",
  "a.rcl": "type T = { a: Number }; let t: T = { a = 1 }; { x = t, y = [for i in [1, 2]: i], z = f\"{t.a}\" }\n",
  "main.pp": 'x = 1\noutput "y" {\n  value = secret("a${x}")\n}\n',
  "a.phy": "(Module (ProcDecl main (IntTy) (Params) (Return (Call + 40 2))))\n",
  "a.json": '{"a": [1, "b", null]}\n',
  "a.yaml": "a: [1, b]\nc:\n  - d: 1\n",
  "a.toml": 'a = 1\n[b]\nc = "d"\n',
};

export async function snapshotted(archive) {
  const python = await loadPyodide({ _makeSnapshot: true, stderr: () => {} });
  python.FS.writeFile("/lib/confty.zip", archive);
  python.globals.set("programs", JSON.stringify(PROGRAMS));
  python.runPython(USE);
  return python.makeMemorySnapshot();
}
