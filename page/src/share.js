// A link that holds the files, deflated, in its fragment, which no server sees.

const FINE = /^[\w@+-][\w .@+-]{0,99}$/;
const MOST = 4 << 20;

export function isFine(name) {
  const parts = name.split("/");
  return parts.length <= 8 && parts.every((part) => FINE.test(part) && !/[. ]$/.test(part));
}

async function through(bytes, stream, most = Infinity) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    size += value.length;
    if (size > most) throw new Error("the link holds too much");
    parts.push(value);
  }
}

export async function packed(state) {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  const small = await through(bytes, new CompressionStream("deflate-raw"));
  let text = "";
  for (const byte of small) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// Returns { files, active }, or null for a fragment that is none of ours.
export async function unpacked(fragment) {
  const found = /^#?s=([\w-]+)$/.exec(fragment);
  if (!found) return null;
  try {
    const text = atob(found[1].replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const plain = await through(bytes, new DecompressionStream("deflate-raw"), MOST);
    const state = JSON.parse(new TextDecoder().decode(plain));
    const named = Object.entries(state.files ?? {});
    const files = Object.fromEntries(
      named.filter(([name, content]) => isFine(name) && typeof content === "string"),
    );
    const names = Object.keys(files);
    if (!names.length) return null;
    return { files, active: names.includes(state.active) ? state.active : names[0] };
  } catch {
    return null;
  }
}
