// Files from the reader's disk: texts become tabs, a program that was compiled to WebAssembly is run.

import { isFine } from "./share.js";

const LONGEST = 4 << 20;

// Sort files by what can be done with them; what can be done with none is said.
export async function opened(chosen, say) {
  const texts = {};
  const modules = [];
  for (const file of chosen) {
    if (file.name.endsWith(".wasm")) modules.push({ name: file.name, bytes: await file.arrayBuffer() });
    else if (!isFine(file.name) || file.size > LONGEST) say(`${file.name} cannot be opened here`);
    else texts[file.name] = await file.text();
  }
  return { texts, modules };
}

// One run of a compiled program, in a worker of its own: whoever stops it ends that.
export class ModuleRun {
  constructor(worker, { bytes, files }) {
    this.worker = new Worker(worker, { type: "module" });
    this.found = new Promise((resolve) => {
      this.resolve = resolve;
      this.worker.onmessage = ({ data }) => this.end(data);
      this.worker.onerror = (event) => this.end({ text: null, said: event.message, trace: "" });
    });
    this.worker.postMessage({ bytes, files });
  }

  end(found) {
    this.worker.terminate();
    this.resolve(found);
  }

  stop() {
    this.end(null);
  }
}
