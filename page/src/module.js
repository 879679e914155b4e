// A worker that runs one program which was compiled to WebAssembly, and ends.

import { load, run, Trap } from "../../src/confty/languages/phy/emit/loader.mjs";

const MOST = 1 << 20;

self.onmessage = async ({ data }) => {
  const written = [];
  let room = MOST;
  const write = (stream, bytes) => {
    if (room <= 0) return;
    room -= bytes.length;
    written.push(bytes);
  };
  const trace = () => new TextDecoder().decode(new Uint8Array(written.flatMap((bytes) => [...bytes])));
  const encoder = new TextEncoder();
  const read = (name) => encoder.encode(data.files[name] ?? "");
  try {
    const text = run(await load(data.bytes, { write, read }));
    self.postMessage({ text, trace: trace() });
  } catch (error) {
    const said = error instanceof Trap ? error.report : `this module does not run: ${error.message}`;
    self.postMessage({ text: null, said, trace: trace() });
  }
};
