// Python for the page, made by the Python that runs in it: an archive of compiled modules, and the
// memory of an interpreter in which all languages have been used once.

import { loadPyodide } from "pyodide";

// Compiled modules lie where their sources would, as zipimport wants them.
const COMPILE = `
import io, marshal, zipfile, importlib._bootstrap_external as external
made = io.BytesIO()
with zipfile.ZipFile("/source.zip") as source, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as target:
    for item in source.infolist():
        data, name = source.read(item), item.filename
        if name.endswith(".py"):
            code = compile(data, "/lib/confty.zip/" + name, "exec", dont_inherit=True, optimize=0)
            data, name = bytes(external._code_to_hash_pyc(code, b"\\0" * 8, checked=False)), name + "c"
        info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
        info.compress_type = zipfile.ZIP_DEFLATED
        target.writestr(info, data)
with open("/confty.zip", "wb") as file:
    file.write(made.getvalue())
`;

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

export async function archived(source) {
  const python = await loadPyodide();
  python.FS.writeFile("/source.zip", source);
  python.runPython(COMPILE);
  return python.FS.readFile("/confty.zip");
}

export async function snapshotted(archive) {
  const python = await loadPyodide({ _makeSnapshot: true, stderr: () => {} });
  python.FS.writeFile("/lib/confty.zip", archive);
  python.globals.set("programs", JSON.stringify(PROGRAMS));
  python.runPython(USE);
  return python.makeMemorySnapshot();
}
