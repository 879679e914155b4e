// Two workers, so that an endless program keeps nobody from being told of a typing mistake.
// Either can do everything: the one that is free answers.

const SHARED = typeof SharedArrayBuffer !== "undefined" && self.crossOriginIsolated;
const PATIENCE = 1500;

export class Stopped extends Error {}
export class Broken extends Error {}

class Helper {
  constructor(pool) {
    this.pool = pool;
    this.ready = false;
    this.task = null;
    this.memory = 0;
    this.interrupts = SHARED ? new Uint8Array(new SharedArrayBuffer(1)) : null;
    this.worker = new Worker(pool.parts.worker, { type: "module" });
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = (event) => this.hear({ kind: "fatal", message: event.message });
    const { base, pyodide, archive, snapshot, size } = pool.parts;
    const given = { base, pyodide, archive, snapshot, size, most: pool.most };
    this.worker.postMessage({ kind: "start", ...given, interrupts: this.interrupts });
  }

  hear(data) {
    if (data.memory) this.memory = data.memory;
    if (data.kind === "progress") return this.pool.onprogress(this, data.part);
    if (data.kind === "ready") {
      this.ready = true;
      return this.pool.arrived(this);
    }
    const task = this.task;
    this.task = null;
    if (data.kind === "answer") task?.resolve(JSON.parse(data.text));
    else if (data.kind === "failed") task?.reject(data.stopped ? new Stopped() : new Broken(data.message));
    else if (data.kind === "fatal") {
      task?.reject(new Broken(data.message));
      return this.pool.replace(this);
    }
    this.pool.next();
  }

  take(task) {
    this.task = task;
    if (this.interrupts) this.interrupts[0] = 0;
    this.worker.postMessage({ kind: "ask", id: task.id, method: task.method, words: task.words });
  }

  // Ask Python to stop; where that cannot be, or does not help, end the worker.
  stop() {
    const task = this.task;
    if (task === null) return;
    if (!this.interrupts) return this.end();
    this.interrupts[0] = 2;
    setTimeout(() => this.task === task && this.end(), PATIENCE);
  }

  end() {
    const task = this.task;
    this.task = null;
    this.pool.replace(this);
    task?.reject(new Stopped());
  }
}

export class Pool {
  constructor(parts, { most = 512 << 20, count = 2 } = {}) {
    this.parts = parts;
    this.most = most;
    this.count = count;
    this.waiting = [];
    this.ids = 0;
    this.failures = 0;
    this.onready = () => {};
    this.onprogress = () => {};
    this.onbroken = () => {};
    this.helpers = [new Helper(this)];
  }

  get ready() {
    return this.helpers.some((helper) => helper.ready);
  }

  arrived() {
    this.failures = 0;
    if (this.helpers.length < this.count) this.helpers.push(new Helper(this));
    this.onready();
    this.next();
  }

  replace(helper) {
    helper.worker.terminate();
    const place = this.helpers.indexOf(helper);
    if (place < 0) return;
    if (!helper.ready && ++this.failures > 3) {
      this.helpers.splice(place, 1);
      if (!this.helpers.length) this.onbroken();
      return;
    }
    this.helpers[place] = new Helper(this);
    this.next();
  }

  // A question of a kind (`only`) that is still waiting gives way to a newer one of the same kind.
  ask(method, words, only = null) {
    return new Promise((resolve, reject) => {
      if (only) {
        const old = this.waiting.findIndex((task) => task.only === only);
        if (old >= 0) this.waiting.splice(old, 1)[0].reject(new Stopped());
      }
      this.waiting.push({ id: ++this.ids, method, words, only, resolve, reject });
      this.next();
    });
  }

  // Long work never takes the last free worker while the other one is busy with long work, too.
  next() {
    for (let at = 0; at < this.waiting.length; ) {
      const task = this.waiting[at];
      const long = task.only === "run";
      const free = this.helpers.filter((helper) => helper.ready && !helper.task);
      const running = this.helpers.some((helper) => helper.task?.only === "run");
      const helper = long ? (running ? null : free.at(-1)) : free[0];
      if (helper) {
        this.waiting.splice(at, 1);
        helper.take(task);
      } else at += 1;
    }
  }

  running() {
    return this.helpers.find((helper) => helper.task?.only === "run") ?? null;
  }

  // End the run that is under way or waits.
  stop() {
    const at = this.waiting.findIndex((task) => task.only === "run");
    if (at >= 0) this.waiting.splice(at, 1)[0].reject(new Stopped());
    this.running()?.stop();
  }
}
