"""Jsonnet against the reference in C++, the one in Go and the Rust binding, in one run.

Each engine runs each program in a process of its own, three times; the best time counts, in CPU
milliseconds, and the peak of memory over that of the bare process.  Ours parses, translates,
runs and prints each time, without a cache, but for the line that says warm.

    python bench/bench_jsonnet.py [NAME...]
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ENGINES = ("ours", "cpp", "go", "rust")
LIMIT = int(os.environ.get("CONFTY_BENCH_LIMIT", "20"))
SOURCE = str(Path(__file__).resolve().parent.parent / "src")


def library(lines: int) -> str:
    """A library: constructors, mixins and helpers, most of which a program never uses."""
    parts = ["local util = { join(a, b):: '%s-%s' % [a, b], merge(a, b):: a + b };", "{"]
    count = 0
    while len(parts) < lines:
        parts += [
            f"  // resource kind {count}",
            f"  kind{count}:: {{",
            "    new(name, replicas=1):: {",
            "      apiVersion: 'v1',",
            f"      kind: 'Kind{count}',",
            "      metadata: { name: name, labels: { app: name, tier: 'backend' } },",
            "      spec: { replicas: replicas, selector: { app: name } },",
            "    },",
            "    withLabel(key, value):: {",
            "      metadata+: { labels+: { [key]: value } },",
            "    },",
            "    withContainer(name, image, port=80):: {",
            "      spec+: {",
            "        containers+: [{",
            "          name: name,",
            "          image: image,",
            "          ports: [{ containerPort: port, protocol: 'TCP' }],",
            "          env: [",
            "            { name: 'NAME', value: name },",
            f"            {{ name: 'ID', value: util.join(name, '{count}') }},",
            "          ],",
            "          resources: {",
            "            limits: { cpu: '%dm' % (100 * port), memory: '128Mi' },",
            "            requests: { cpu: '50m', memory: '64Mi' },",
            "          },",
            "        }],",
            "      },",
            "    },",
            f"    defaults:: {{ zone: 'z{count}', rank: {count}, tags: ['a', 'b', 'c'] }},",
            "    check(o)::",
            "      if std.objectHas(o, 'spec') && o.spec.replicas > 0 then o",
            f"      else error 'kind{count} needs replicas',",
            "  },",
        ]
        count += 1
    return "\n".join([*parts, "}"]) + "\n"


REALISTIC = """
local k = import 'k8s.libsonnet';
local layer(env) = { metadata+: { labels+: { env: env }, namespace: env + '-apps' } };
local app(i) =
  local name = 'app-%d' % i;
  k.kind3.check(
    k.kind3.new(name, replicas=1 + i % 3)
    + k.kind3.withLabel('index', std.toString(i))
    + k.kind3.withContainer(name, 'registry/%s:v%d' % [name, i], 8000 + i)
    + layer(if i % 2 == 0 then 'prod' else 'dev')
    + { spec+: { strategy: { type: 'RollingUpdate' }, total: super.replicas * 2 } }
  );
{ ['app-%d.json' % i]: app(i) for i in std.range(1, 300) }
"""

PROGRAMS = {
    "recursive calls": "local fib(n) = if n <= 1 then 1 else fib(n - 1) + fib(n - 2); fib(25)",
    "recursion through objects": """
        local Fib = {
          n: 1,
          local outer = self,
          result: if self.n <= 1 then 1
                  else (Fib { n: outer.n - 1 }).result + (Fib { n: outer.n - 2 }).result,
        };
        (Fib { n: 18 }).result
    """,
    "join of strings": """
        std.join(', ', ['item %d is %s' % [i, std.toString(i * i)] for i in std.range(1, 3000)])
        + std.join('', [std.toString(i) + ';' for i in std.range(1, 10000)])
    """,
    "fold with concatenation": """
        std.length(std.foldl(function(text, i) text + 'part ' + i + '\\n', std.range(1, 6000), ''))
    """,
    "% of large templates": """
        local line = 'name=%(name)s size=%(size)05d ratio=%(ratio).3f\\n';
        local template = std.join('', std.makeArray(3000, function(i) line));
        [template % { name: 'n' + i, size: i * 7, ratio: i / 3 } for i in std.range(1, 4)]
    """,
    "sorting": """
        local xs = std.makeArray(1400, function(i) (i * 7919) % 2003);
        [std.sort(xs)[10], std.sort(xs, function(x) -x)[10],
         std.sort(['k' + x for x in xs])[10], std.length(std.set(xs))]
    """,
    "comparing large arrays": """
        local a = std.range(1, 30000), b = std.range(1, 30000);
        [a == b, a < b + [1], a + [2] <= b + [3], [[x] for x in a] == [[x] for x in b]]
    """,
    "base64 of a large string": """
        local text = std.join('', std.makeArray(4000, function(i) 'abc' + i));
        std.length(std.base64Decode(std.base64(text)))
    """,
    "manifesting a large object": """
        {
          ['key%d' % i]: {
            id: i, name: 'n%d' % i, on: i % 2 == 0, tags: ['a', 'b', i],
            nested: { x: i / 4, y: null, z: { deep: [[i], [i + 1]] } },
          } for i in std.range(1, 2500)
        }
    """,
    "deep inheritance": """
        local layer(i) = {
          n: super.n + 1, total: super.total + self.n, ['f' + i]: self.n + i,
          list+: [i], deep+: { [std.toString(i % 7)]+: i },
        };
        local start = { n: 0, total: 0, list: [], deep: {} };
        local deep(k) = std.foldl(function(o, i) o + layer(i), std.range(1, k), start);
        [deep(60 + k) { extra: self.total } for k in std.range(1, 20)]
    """,
    "realistic": REALISTIC,
    "realistic, warm": REALISTIC,
}


def evaluate(engine: str, warm: bool):
    """The function that runs a file with an engine."""
    if engine == "ours":
        sys.path.insert(0, SOURCE)
        from confty.languages.jsonnet.evaluator.cache import Cache
        from confty.languages.jsonnet.evaluator.files import DiskImporter
        from confty.languages.jsonnet.evaluator.manifest.json import json_text
        from confty.languages.jsonnet.evaluator.run import RunSettings
        from confty.languages.jsonnet.evaluator.run import evaluate as run

        def ours(path: str) -> str:
            settings = RunSettings()
            settings.max_stack = 20_000
            settings.cache = Cache(os.path.join(os.path.dirname(path), "cache")) if warm else None
            data = Path(path).read_bytes()
            return run(path, data, DiskImporter([]), settings).apply(json_text)

        return ours
    names = {"cpp": "_jsonnet", "go": "_gojsonnet", "rust": "rjsonnet"}
    try:
        module = __import__(names[engine])
    except ImportError:
        print(json.dumps({"absent": names[engine]}))
        raise SystemExit(0) from None
    return lambda path: module.evaluate_file(path, max_stack=20_000)


def measure(engine: str, name: str, path: str) -> None:
    """Run one program with one engine and print what it took."""
    import resource

    run = evaluate(engine, name.endswith("warm"))
    base = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    times, result = [], ""
    for _ in range(4 if name.endswith("warm") else 3):
        started = time.process_time()
        result = run(path)
        times.append((time.process_time() - started) * 1000)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    digest = hash(json.dumps(json.loads(result), sort_keys=True).replace(".0,", ","))
    print(json.dumps({"ms": min(times), "mb": (peak - base) / 1024, "digest": digest}))


def ask(engine: str, name: str, path: str) -> dict:
    command = [sys.executable, __file__, "--measure", engine, name, path]
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=LIMIT, check=False, env=environment
        )
    except subprocess.TimeoutExpired:
        return {"slow": True}
    if done.returncode:
        return {"failed": done.stderr.strip().splitlines()[-1:] or ["crash"]}
    return json.loads(done.stdout)


def cell(answer: dict, ours: dict) -> str:
    if "absent" in answer:
        return "not installed"
    if "slow" in answer:
        return f"over {LIMIT} s"
    if "failed" in answer:
        return "failed"
    ratio = f" {ours['ms'] / answer['ms']:.2f}x" if "ms" in ours else ""
    return f"{answer['ms']:.1f} ms {answer['mb']:.0f} MB{ratio}"


def main(chosen: list[str]) -> int:
    """Print a table: our time, each peer's, and ours divided by it."""
    print(f"{'program':28} {'ours':>18} " + " ".join([f"{e:>26}" for e in ENGINES[1:]]))
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "k8s.libsonnet").write_text(library(10_000))
        for name, program in PROGRAMS.items():
            if chosen and name not in chosen:
                continue
            path = str(Path(folder, "program.jsonnet"))
            Path(path).write_text(program)
            answers = {engine: ask(engine, name, path) for engine in ENGINES}
            ours = answers["ours"]
            shown = [f"{cell(answers[engine], ours):>26}" for engine in ENGINES[1:]]
            mine = cell(ours, {})
            print(f"{name:28} {mine:>18} " + " ".join(shown), flush=True)
            digests = {a["digest"] for a in answers.values() if "digest" in a}
            if len(digests) > 1:
                print(f"{'':28} the engines disagree")
    return 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        measure(*sys.argv[2:5])
    else:
        sys.exit(main(sys.argv[1:]))
