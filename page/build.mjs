// Builds the page: node build.mjs SOURCE.zip FOLDER.  Called by build.py.

import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import esbuild from "esbuild";
import { snapshotted } from "./python.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const [source, target] = process.argv.slice(2);
const read = (name) => fs.readFileSync(path.join(here, name));
const sealed = (data) => createHash("sha256").update(data).digest("hex").slice(0, 10);

function write(name, data) {
  const file = path.join(target, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, data);
  return name;
}

// A file whose name says what is in it, so that it may be kept for ever.
function named(stem, suffix, data) {
  return write(`${stem}-${sealed(data)}${suffix}`, data);
}

function examples() {
  const files = (folder, inside = "") =>
    fs.readdirSync(path.join(folder, inside), { withFileTypes: true }).flatMap((entry) => {
      const name = path.posix.join(inside, entry.name);
      return entry.isDirectory() ? files(folder, name) : [name];
    });
  const root = path.join(here, "examples");
  const texts = (folder) =>
    Object.fromEntries(
      files(folder).filter((name) => name !== "example.json").map((name) => [name, fs.readFileSync(path.join(folder, name), "utf8")]),
    );
  const folders = fs.readdirSync(root).filter((name) => name !== "starters").sort();
  const found = folders.map((name) => {
    const about = JSON.parse(fs.readFileSync(path.join(root, name, "example.json"), "utf8"));
    const { from, ...told } = about;
    // An example may be one of the repository's, under files of its own.
    const base = from ? texts(path.join(here, "..", from)) : {};
    const { [about.active]: first, ...others } = { ...base, ...texts(path.join(root, name)) };
    return { ...told, files: { [about.active]: first, ...others } };
  });
  const suffixes = { ".jsonnet": "jsonnet", ".rcl": "rcl", ".pp": "pcl", ".phy": "phy", ".json": "json", ".yaml": "yaml", ".toml": "toml" };
  const starters = Object.fromEntries(
    Object.entries(texts(path.join(root, "starters"))).map(([name, text]) => [suffixes[path.extname(name)], text]),
  );
  return `export const EXAMPLES = ${JSON.stringify(found)};\nexport const STARTERS = ${JSON.stringify(starters)};\n`;
}

const made = {
  name: "made",
  setup(build) {
    build.onResolve({ filter: /^\.\/examples\.js$/ }, () => ({ path: "examples", namespace: "made" }));
    build.onLoad({ filter: /.*/, namespace: "made" }, () => ({ contents: examples() }));
    // CodeMirror's styles as objects, also in a document: a policy without inline styles allows those.
    build.onLoad({ filter: /style-mod[\\/]src[\\/]style-mod\.js$/ }, (given) => {
      const text = fs.readFileSync(given.path, "utf8");
      const changed = text.replaceAll("!root.head && root.adoptedStyleSheets", "root.adoptedStyleSheets");
      if (changed === text) throw new Error("style-mod has changed");
      return { contents: changed, loader: "js" };
    });
  },
};

async function bundled(entry, options = {}) {
  const result = await esbuild.build({
    entryPoints: entry, bundle: true, format: "esm", minify: true, target: "es2022", write: false,
    outdir: path.join(target, "assets"), entryNames: "[name]-[hash]", chunkNames: "[name]-[hash]",
    splitting: true, metafile: true, absWorkingDir: here, plugins: [made], legalComments: "none", loader: { ".css": "text" }, ...options,
  });
  for (const file of result.outputFiles) write(path.relative(target, file.path), file.contents);
  return Object.fromEntries(
    Object.entries(result.metafile.outputs).filter(([, output]) => output.entryPoint)
      .map(([name, output]) => [path.basename(output.entryPoint, ".js"), path.relative(target, path.join(here, name)).replaceAll("\\", "/")]),
  );
}

fs.rmSync(target, { recursive: true, force: true });
const { version } = JSON.parse(read("node_modules/pyodide/package.json"));
const pyodide = `pyodide-${version}/`;
for (const name of ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"]) {
  write(pyodide + name, read(`node_modules/pyodide/${name}`));
}
const code = new Uint8Array(fs.readFileSync(source));
const memory = await snapshotted(code);
const worker = (await bundled(["src/worker.js"], { splitting: false })).worker;
const module = (await bundled(["src/module.js"], { splitting: false })).module;
const parts = {
  worker, module, pyodide,
  archive: named("python/confty", ".zip", code),
  snapshot: named("python/memory", ".bin.gz", gzipSync(memory, { level: 9 })),
  size: memory.length,
};
const entries = await bundled(["src/main.js"]);
// Documents elsewhere name this one, so its name stays; what it loads is named by content.
const snippet = await bundled(["src/snippet.js"], { entryNames: "confty-snippet", outdir: target, define: { PARTS: JSON.stringify(parts) } });
const style = named("assets/style", ".css", (await esbuild.transform(read("src/style.css").toString(), { loader: "css", minify: true })).code);
write("icon.svg", read("src/icon.svg"));
write("manifest.webmanifest", JSON.stringify({ name: "confty playground", short_name: "confty", start_url: ".", display: "standalone", icons: [{ src: "icon.svg", sizes: "any", type: "image/svg+xml" }] }));
const policy = fs.readFileSync(path.join(here, "policy.txt"), "utf8").trim().split(/\n/).join("; ");
let html = read("index.html").toString();
const filled = { policy, style, main: entries.main, parts: JSON.stringify(parts) };
for (const [name, value] of Object.entries(filled)) html = html.replaceAll(`{{${name}}}`, () => value);
write("index.html", html);
const all = fs.readdirSync(target, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  .map((entry) => path.relative(target, path.join(entry.parentPath, entry.name)).replaceAll("\\", "/")).sort();
const whole = sealed(all.map((name) => `${name} ${sealed(fs.readFileSync(path.join(target, name)))}`).join("\n"));
const service = (await esbuild.transform(read("src/sw.js").toString(), { minify: true })).code;
write("sw.js", `self.VERSION=${JSON.stringify(whole)};self.FILES=${JSON.stringify(all)};\n${service}`);
if (!snippet.snippet) throw new Error("there is no snippet");
