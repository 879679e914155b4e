
// Run by node itself, this file runs the module beside it.
if (typeof process !== "undefined" && process.argv?.[1] && import.meta.url.endsWith(process.argv[1].split("/").pop())) {
  const fs = await import("node:fs");
  const file = new URL(import.meta.url.replace(/\.[a-z]+$/, ".wasm"));
  const write = (stream, bytes) => fs.writeSync(stream, bytes);
  const read = (name) => { try { return fs.readFileSync(name); } catch { return new Uint8Array(); } };
  try {
    fs.writeSync(1, run(await load(fs.readFileSync(file), { write, read })));
  } catch (error) {
    if (!(error instanceof Trap)) throw error;
    fs.writeSync(2, error.report);
    process.exitCode = 1;
  }
}
