// Python in a worker: loads the runtime from a snapshot of its memory in which confty is imported
// already, then answers questions one after the other.

let python = null;
let answer = null;

self.onmessage = async ({ data }) => {
  if (data.kind === "start") {
    try {
      await start(data);
      self.postMessage({ kind: "ready", memory: heap() });
    } catch (error) {
      self.postMessage({ kind: "fatal", message: String(error) });
    }
    return;
  }
  try {
    const text = answer(data.method, JSON.stringify(data.words));
    self.postMessage({ kind: "answer", id: data.id, text, memory: heap() });
  } catch (error) {
    const stopped = error.type === "KeyboardInterrupt";
    const fatal = !stopped && (error.pyodide_fatal_error || !error.type);
    const message = stopped ? "stopped" : String(error);
    self.postMessage({ kind: fatal ? "fatal" : "failed", id: data.id, message, stopped });
  }
};

function heap() {
  return python._module.HEAP8.length;
}

function step(part) {
  self.postMessage({ kind: "progress", part });
}

// The memory belongs to the module: it is made large enough for the snapshot before that is
// copied, and may not grow beyond the limit, where Python then finds no memory.
function guardMemory(least, most) {
  const pages = (bytes) => Math.ceil(bytes / 65536);
  const guarded = (made) => {
    // What is compiled without being started has no memory yet.
    const memory = made.instance?.exports.memory;
    if (!memory) return made;
    if (memory.buffer.byteLength < least) memory.grow(pages(least - memory.buffer.byteLength));
    memory.grow = (more) => {
      if (memory.buffer.byteLength + more * 65536 > most) throw new RangeError("memory limit");
      return WebAssembly.Memory.prototype.grow.call(memory, more);
    };
    step(0.6);
    return made;
  };
  for (const name of ["instantiateStreaming", "instantiate"]) {
    const before = WebAssembly[name];
    WebAssembly[name] = async (...given) => guarded(await before.apply(WebAssembly, given));
  }
}

// For hosts that do not say what kind of file it is.
function saidToBeWebAssembly() {
  const before = self.fetch;
  self.fetch = async (asked, ...more) => {
    const response = await before(asked, ...more);
    const kind = response.headers.get("Content-Type") ?? "";
    if (!String(asked.url ?? asked).endsWith(".wasm") || kind.startsWith("application/wasm")) return response;
    return new Response(response.body, { status: response.status, headers: { "Content-Type": "application/wasm" } });
  };
}

async function unpacked(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  const stream = response.body.pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function start({ base, pyodide, archive, snapshot, size, most, interrupts }) {
  guardMemory(size, most);
  saidToBeWebAssembly();
  const bytes = unpacked(base + snapshot).then((found) => (step(0.4), found));
  const code = fetch(base + archive).then((response) => response.arrayBuffer());
  const { loadPyodide } = await import(base + pyodide + "pyodide.mjs");
  step(0.2);
  python = await loadPyodide({
    indexURL: base + pyodide,
    _loadSnapshot: bytes,
    stdout: () => {},
    stderr: () => {},
  });
  step(0.9);
  python.FS.writeFile("/lib/confty.zip", new Uint8Array(await code));
  if (interrupts) python.setInterruptBuffer(interrupts);
  python.FS.mkdirTree("/page");
  python.FS.chdir("/page");
  answer = python.runPython("from confty.play.session import Session; Session().answer");
}
