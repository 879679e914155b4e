// Runs a Phy program that was compiled to WebAssembly, in node or in a page.  The module says itself
// what its procedures take and give, and where in the text its traps are: in its section "phy".
const SIZES = { int: [8, 8], float: [8, 8], bool: [1, 1], char: [1, 1], unit: [1, 1], proc: [4, 4], list: [16, 8] };

export class Trap extends Error {
  constructor(report) { super(report.split("\n")[0]); this.name = "Trap"; this.report = report; }
}

const runs = new WeakMap();

/** The procedures of a module as functions.  Options: `write(stream, bytes)` and `read(name)`. */
export async function load(bytes, options = {}) {
  const module = bytes instanceof WebAssembly.Module ? bytes : await WebAssembly.compile(bytes);
  const [described] = WebAssembly.Module.customSections(module, "phy");
  if (!described) throw new TypeError("this is no module of Phy: it has no section phy");
  const data = JSON.parse(new TextDecoder().decode(described));
  const type = (number) => data.types[number];
  function measure(t) {
    if (t.kind === "union") return [8 * t.words, 8];
    if (t.kind !== "struct") return SIZES[t.kind];
    if (t.boxed) return [4, 4];
    return measureStruct(t).slice(1);
  }
  function measureStruct(t) {
    let at = 0, most = 1;
    const offsets = t.parts.map((part) => {
      const [size, align] = measure(type(part));
      at = Math.ceil(at / align) * align;
      const offset = at;
      at += size;
      most = Math.max(most, align);
      return offset;
    });
    return [offsets, Math.ceil(at / most) * most, most];
  }
  const write = options.write ?? (() => {});
  const read = options.read ?? (() => new Uint8Array());
  let memory, exported;
  const view = () => new DataView(memory.buffer);
  const bytesAt = (address, count) => new Uint8Array(memory.buffer, address, Number(count));
  const fill = (text, ...values) => text.replace(/%lld|%s/g, () => String(values.shift()));
  function message(site, left, right) {
    const [what] = site, t = data.texts;
    if (what === "unreachable") return t.unreachable;
    if (what === "index") return fill(t.index, left, right);
    if (what === "call") return fill(t.call, left ? "the stack has room for" : t.deepest);
    if (right === 0n && (what === "div" || what === "mod")) return fill(t.zero, left);
    const result = { "+": left + right, "-": left - right, "*": left * right, div: -left }[what];
    return t.overflow + result + t.overflowed;
  }
  function trail(site, depth, shadow) {
    const calls = [];
    let level = Number(depth) - data.procedures[site[4]].weight;
    while (level > 0) {
      const call = data.sites[view().getInt32(shadow + 4 * (level + 1), true)];
      calls.push(call);
      level -= data.procedures[call[4]].weight;
    }
    let running = site[4], text = "";
    calls.forEach((call, index) => {
      if (index < data.inner || index >= calls.length - data.outer)
        text += call[3] + data.procedures[running].label + "\n";
      else if (index === data.inner)
        text += fill(data.texts.more, (calls.length - data.inner - data.outer).toLocaleString("en-US"));
      running = call[4];
    });
    return text;
  }
  const phy = {
    trap(at, left, right, depth, shadow) {
      const site = data.sites[Number(at)];
      throw new Trap(message(site, left, right) + site[1] + trail(site, depth, shadow) + site[2]);
    },
    exhausted() { throw new Trap(data.texts.memory); },
    put(stream, address, count) { write(Number(stream), bytesAt(address, count).slice()); },
    read_file(address, count, to) {
      const found = read(new TextDecoder().decode(bytesAt(address, count)));
      if (to) bytesAt(to, found.length).set(found);
      return BigInt(found.length);
    },
  };
  exported = (await WebAssembly.instantiate(module, { phy })).exports;
  memory = exported.memory;
  const context = Number(exported.phy_context.value);

  function get(t, at) {
    const v = view();
    switch (t.kind) {
      case "int": return v.getBigInt64(at, true);
      case "float": return v.getFloat64(at, true);
      case "bool": return v.getUint8(at) !== 0;
      case "char": return v.getUint8(at);
      case "unit": return null;
      case "proc": return undefined;
      case "list": return list(t, v.getUint32(at, true), Number(v.getBigInt64(at + 8, true)));
      case "union": return member(t, words(at, t.words));
    }
    return struct(t, t.boxed ? v.getUint32(at, true) : at);
  }
  const words = (at, count) => Array.from({ length: count }, (_, i) => view().getBigInt64(at + 8 * i, true));
  function struct(t, at) {
    const values = measureStruct(t)[0].map((offset, i) => get(type(t.parts[i]), at + offset));
    return t.names ? Object.fromEntries(t.names.map((name, i) => [name, values[i]])) : values;
  }
  function list(t, at, count) {
    const size = (([size, align]) => Math.ceil(size / align) * align)(measure(type(t.element)));
    return Array.from({ length: count }, (_, i) => get(type(t.element), at + size * i));
  }
  function member(t, found) {
    const inner = type(t.members[found.shift()]);
    return { type: inner, value: unword(inner, found) };
  }
  function unword(t, found) {
    if (t.kind === "union") return member(t, found.splice(0, t.words));
    if (t.kind === "list") { const at = Number(found.shift()); return list(t, at, Number(found.shift())); }
    if (t.kind === "struct" && t.boxed) return struct(t, Number(found.shift()));
    if (t.kind === "struct") {
      const values = t.parts.map((part) => unword(type(part), found));
      return t.names ? Object.fromEntries(t.names.map((name, i) => [name, values[i]])) : values;
    }
    const word = found.shift();
    if (t.kind === "float") return new Float64Array(new BigInt64Array([word]).buffer)[0];
    return { int: word, bool: word !== 0n, char: Number(word), unit: null }[t.kind];
  }
  const kept = [];
  function allocate(size) { const at = exported.phy_allocate(BigInt(size)); return at; }
  const kind = (value) => value === null ? "null" : Array.isArray(value) ? `array of ${value.length}` : typeof value;
  function misfit(wanted, found, at, Kind = TypeError) {
    throw new Kind(`${at}: expected ${wanted}, found ${found}`);
  }
  // Like the functions of Python: nothing is cut off, and nothing becomes what it is not.
  const TAKE = {
    int(value, at) {
      const whole = typeof value === "bigint" || Number.isInteger(value);
      if (!whole) misfit("int", typeof value === "number" ? value : kind(value), at);
      const found = BigInt(value);
      if (BigInt.asIntN(64, found) !== found) misfit("an int of 64 bits", "a larger one", at, RangeError);
      return found;
    },
    float(value, at) {
      if (typeof value === "number") return value;
      if (typeof value !== "bigint") misfit("float", kind(value), at);
      const found = Number(value);
      if (!Number.isFinite(found) || BigInt(found) !== value) misfit("float", "an int that is none exactly", at, RangeError);
      return found;
    },
    bool: (value, at) => typeof value === "boolean" ? value : misfit("bool", kind(value), at),
    char(value, at) {
      if (typeof value === "string") {
        const bytes = new TextEncoder().encode(value);
        return bytes.length === 1 ? bytes[0] : misfit("a text of one byte", `one of ${bytes.length}`, at);
      }
      const found = TAKE.int(value, at);
      return 0n <= found && found <= 255n ? Number(found) : misfit("a char", found, at, RangeError);
    },
    unit: (value, at) => value === null || value === undefined ? null : misfit("null", kind(value), at),
  };
  function put(t, value, at, where) {
    if (t.kind === "list") {
      const [address, count] = putList(t, value, where), v = view();
      v.setUint32(at, address, true);
      v.setBigInt64(at + 8, BigInt(count), true);
      return;
    }
    if (t.kind in TAKE) {
      const found = TAKE[t.kind](value, where), v = view();
      if (t.kind === "int") v.setBigInt64(at, found, true);
      else if (t.kind === "float") v.setFloat64(at, found, true);
      else if (t.kind !== "unit") v.setUint8(at, Number(found));
      return;
    }
    if (t.kind !== "struct" || t.boxed) throw new TypeError(`${where}: this argument cannot be given from JavaScript`);
    const parts = t.names ? fields(t, value, where) : positions(t, value, where);
    const step = (i) => t.names ? `.${t.names[i]}` : `[${i}]`;
    measureStruct(t)[0].forEach((offset, i) => put(type(t.parts[i]), parts[i], at + offset, where + step(i)));
  }
  function fields(t, value, at) {
    const wanted = `an object with ${t.names.join(", ")}`;
    if (value === null || typeof value !== "object") misfit(wanted, kind(value), at);
    const given = Object.keys(value);
    if (given.length !== t.names.length || !t.names.every((name) => given.includes(name)))
      misfit(wanted, `one with ${given.join(", ") || "nothing"}`, at);
    return t.names.map((name) => value[name]);
  }
  function positions(t, value, at) {
    if (!Array.isArray(value) || value.length !== t.parts.length) misfit(`an array of ${t.parts.length}`, kind(value), at);
    return value;
  }
  function putList(t, value, where) {
    const isText = typeof value === "string" && type(t.element).kind === "char";
    const items = isText ? new TextEncoder().encode(value) : value;
    if (!Array.isArray(items) && !(ArrayBuffer.isView(items) && "length" in items)) misfit("an array", kind(value), where);
    if (t.length !== null && items.length !== t.length) misfit(`an array of ${t.length}`, kind(Array.from(items)), where, RangeError);
    const [size, align] = measure(type(t.element)), stride = Math.ceil(size / align) * align;
    const at = items.length ? allocate(stride * items.length) : 0;
    for (let i = 0; i < items.length; i++) put(type(t.element), items[i], at + stride * i, `${where}[${i}]`);
    return [at, items.length];
  }
  const SCALARS = new Set(["int", "float", "bool", "char"]);
  const procedures = {};
  for (const one of data.procedures) {
    const result = one.result === null ? null : type(one.result);
    const pass = (value, i) => {
      const t = type(one.parameters[i]), where = `${one.name}() parameter ${one.names[i]}`;
      if (SCALARS.has(t.kind)) {
        const found = TAKE[t.kind](value, where);
        return t.kind === "int" || t.kind === "float" ? found : Number(found);
      }
      if (t.kind === "list") { const [at, count] = putList(t, value, where); return [at, BigInt(count)]; }
      const at = allocate(measure(t)[0] + 8);
      put(t, value, at, where);
      return at;
    };
    const call = (...passed) => {
      try {
        return exported[one.export](...passed);
      } catch (error) {
        if (error instanceof RangeError)
          throw new Trap(fill(data.texts.call, "the stack has room for") + "\n");
        throw error;
      }
    };
    procedures[one.name] = (...given) => {
      const wanted = one.parameters.length;
      if (given.length !== wanted)
        throw new TypeError(`${one.name}() takes ${wanted} argument${wanted === 1 ? "" : "s"}, found ${given.length}`);
      try {
        const passed = given.flatMap(pass);
        if (result && SCALARS.has(result.kind)) {
          const value = call(...passed);
          return result.kind === "bool" ? value !== 0 : value;
        }
        if (!result) return call(...passed);
        const out = allocate(measure(result)[0] + 8);
        call(...passed, out);
        return get(result, out);
      } finally {
        exported.phy_release(context);
      }
    };
  }
  function show(t, value) {
    switch (t.kind) {
      case "int": return String(value);
      case "float": return float(value);
      case "bool": return value ? "(True)" : "(False)";
      case "char": return `(char ${value})`;
      case "unit": return "(TupleCons)";
      case "proc": return "(proc ...)";
      case "union": return show(value.type, value.value);
      case "list": return `(${[t.length === null ? "array" : "ArrayCons", ...value.map((one) => show(type(t.element), one))].join(" ")})`;
    }
    if (t.names)
      return `(RecordCons ${t.names.map((name, i) => `(Field ${name} ${show(type(t.parts[i]), value[name])})`).join(" ")})`;
    return `(TupleCons ${value.map((one, i) => show(type(t.parts[i]), one)).join(" ")})`;
  }
  const entry = data.procedures[data.procedures.length - 1];
  runs.set(procedures, () => {
    if (entry.parameters.length) throw new TypeError(`${entry.name} takes arguments: call it by its name`);
    const value = procedures[entry.name]();
    return entry.result === null ? "" : `${show(type(entry.result), value)} : ${entry.written}\n`;
  });
  return procedures;
}

export function float(value) {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value < 0 ? "-inf" : "inf";
  if (value === 0) return Object.is(value, -0) ? "-0.0" : "0.0";
  const sign = value < 0 ? "-" : "";
  const [mantissa, exponent] = Math.abs(value).toExponential().split("e");
  const digits = mantissa.replace(".", ""), point = Number(exponent) + 1;
  if (-6 <= point && point <= 17) {
    if (point <= 0) return sign + "0." + "0".repeat(-point) + digits;
    const padded = digits.padEnd(point, "0");
    return sign + padded.slice(0, point) + "." + (padded.slice(point) || "0");
  }
  const power = point - 1;
  return sign + digits[0] + (digits.length > 1 ? "." + digits.slice(1) : "") + "e" + (power < 0 ? "" : "+") + power;
}

/** Run the last procedure of a module; return what is printed for it. */
export function run(procedures) {
  return runs.get(procedures)();
}
