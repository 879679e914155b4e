"""How the Jsonnet checker grows, and what an edit costs.

A library of Kubernetes-like modules is doubled four times; the table shows lines, the times to
parse and to check, and the growth from one size to the next (2.0 is linear).  Then one file of
a library of many files is edited and checked again, with the number of files looked at.
"""

from __future__ import annotations

import gc
import sys
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from confty.languages.jsonnet.checker import Units
from confty.languages.jsonnet.lexer import lex
from confty.languages.jsonnet.parser import parse
from confty.text import Source
from confty.workspace import Memory
from confty.workspace.host import WorkspaceHost

MODULE = """
  module%(n)d:: {
    local labels = { tier: 'web' },
    local config = { name: 'service%(n)d', port: 80 + %(n)d, replicas: 3, labels: labels },
    _config+:: config,
    name: self._config.name,
    metadata(extra={}):: { name: $.module%(n)d.name, labels: config.labels + extra },
    container(image, port=config.port)::
      assert std.isString(image) : 'an image is a string';
      assert std.isNumber(port);
      {
        name: config.name,
        image: image,
        ports: [{ containerPort: port + i } for i in std.range(0, 2)],
      },
    deployment(image='nginx', replicas=null):: {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: $.module%(n)d.metadata({ app: config.name }),
      spec: {
        replicas: if replicas == null then config.replicas else replicas,
        template: { spec: { containers: [$.module%(n)d.container(image)] } },
        selector: std.mapWithKey(function(k, v) '%%s=%%s' %% [k, v], config.labels),
      },
    },
    values: std.map(function(x) x * 2, std.filter(function(x) x > 1, [1, 2, 3, config.port])),
    total: std.foldl(function(sum, x) sum + x, self.values, 0),
  },
"""


def library(modules: int, first: int = 0) -> str:
    return "{\n" + "".join(MODULE % {"n": n} for n in range(first, first + modules)) + "}\n"


def check(files: dict[str, str], name: str) -> tuple[float, int, int]:
    units = Units(WorkspaceHost(Memory(files)))
    start = process_time()
    checked = units.check(Source(name, files[name]))
    spent = process_time() - start
    return spent, units.checked, len(checked.findings)


def parse_time(text: str) -> float:
    start = process_time()
    parse(lex(Source("parse.jsonnet", text)).output)
    return process_time() - start


def growth() -> None:
    print(f"{'lines':>7} {'parse':>8} {'check':>8} {'growth':>7} {'check / parse':>14}")
    before = None
    for doublings in range(5):
        text = library(34 * 2**doublings)
        name = f"library{doublings}.libsonnet"
        gc.collect()
        parsed = parse_time(text)
        gc.collect()
        spent, _, findings = check({name: text}, name)
        assert findings == 0, findings
        ratio = "" if before is None else f"{spent / before:.2f}"
        lines = text.count("\n")
        print(f"{lines:7} {parsed:7.2f}s {spent:7.2f}s {ratio:>7} {spent / parsed:14.1f}")
        before = spent


def edits() -> None:
    """A library of twenty files; each imports the one before it, main imports all."""
    files = {f"part{n}.libsonnet": library(17, n * 17) for n in range(20)}
    for n in range(10, 20):
        body = files[f"part{n}.libsonnet"]
        files[f"part{n}.libsonnet"] = f"(import 'part{n - 10}.libsonnet') + {body}"
    names = sorted(files)
    files["main.jsonnet"] = "\n+ ".join(f"(import '{name}')" for name in names)
    lines = sum(text.count("\n") for text in files.values())
    spent, looked, _ = check(files, "main.jsonnet")
    print(f"\n{len(files)} files, {lines} lines: first check {spent:.2f}s, {looked} files checked")
    spent, looked, _ = check(files, "main.jsonnet")
    print(f"again, nothing changed: {spent:.2f}s, {looked} files checked")
    files["part3.libsonnet"] += "// a comment\n"
    spent, looked, _ = check(files, "main.jsonnet")
    print(f"after editing part3 (needed by part13 and main): {spent:.2f}s, {looked} files checked")


def main() -> None:
    growth()
    edits()


if __name__ == "__main__":
    main()
