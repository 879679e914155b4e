// A zip archive of texts, stored: what `download` gives.

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit += 1) byte = byte & 1 ? (byte >>> 1) ^ 0xedb88320 : byte >>> 1;
  return byte;
});

function checksum(bytes) {
  let sum = ~0;
  for (const byte of bytes) sum = (sum >>> 8) ^ TABLE[(sum ^ byte) & 255];
  return ~sum >>> 0;
}

function record(signature, fields) {
  const bytes = new Uint8Array(4 + fields.reduce((size, [width]) => size + width, 0));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, signature, true);
  let at = 4;
  for (const [width, value] of fields) {
    if (width === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += width;
  }
  return bytes;
}

export function zipped(files) {
  const encoder = new TextEncoder();
  const parts = [];
  const index = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const path = encoder.encode(name);
    const bytes = encoder.encode(text);
    // Version 2.0, names in UTF-8, stored, the first day there is, then sizes.
    const common = [[2, 20], [2, 0x800], [2, 0], [2, 0], [2, 0x21], [4, checksum(bytes)],
      [4, bytes.length], [4, bytes.length], [2, path.length], [2, 0]];
    parts.push(record(0x04034b50, common), path, bytes);
    index.push(record(0x02014b50, [[2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]]), path);
    offset += 30 + path.length + bytes.length;
  }
  const size = index.reduce((sum, part) => sum + part.length, 0);
  const count = index.length / 2;
  const end = record(0x06054b50, [[2, 0], [2, 0], [2, count], [2, count], [4, size], [4, offset], [2, 0]]);
  return new Blob([...parts, ...index, end], { type: "application/zip" });
}
