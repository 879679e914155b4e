"""PCL: parsing against python-hcl2, binding against parsing, and growth by doubling.

Ratios come from one run on one machine: ours and the peer's take turns, the least of a few
rounds counts, and CPU time is measured rather than the clock.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from confty.kit.hcl import SyntaxCodes, parse
from confty.kit.installation import Installation
from confty.language import Unreadable
from confty.languages.pcl.checker import bind_folder
from confty.languages.pcl.evaluator import RunInfo, run_program
from confty.languages.pcl.schemas import loader
from confty.text import Source

CODES = SyntaxCodes("pcl")
TYPES = 1500
RESOURCES = 2000


def hcl_text(blocks: int) -> str:
    """General HCL: blocks, templates, lists, comprehensions, comments."""
    return "\n".join(
        f"""resource "res{i}" "acme:storage:Disk{i}" {{
  name = "disk-{i}"
  size = {{ gb = {i}, tier = "hot" }}
  zone = "${{region}}-${{zones[{i % 3}]}}"
  tags = {{
    env   = "prod" # which one
    owner = upper("team-{i}")
    count = 1 + {i} * 2
  }}
  ports   = [80, 443, {i}]
  enabled = {i} > 3 ? true : false
  subnets = [for s in net.subnets : s.id if s.public]
}}
"""
        for i in range(blocks)
    )


def schema() -> dict[str, object]:
    """A package of many resource types."""
    text = {"type": "string", "description": "a text " * 20}
    properties = {
        "name": text,
        "zone": text,
        "gb": {"type": "integer"},
        "tags": {"type": "object", "additionalProperties": {"type": "string"}},
        "ports": {"type": "array", "items": {"type": "integer"}},
        "spec": {"$ref": "#/types/acme:storage:Spec"},
    }
    resource = {
        "inputProperties": properties,
        "requiredInputs": ["name"],
        "properties": {**properties, "path": text},
        "required": ["name", "path"],
        "description": "a resource " * 40,
    }
    return {
        "name": "acme",
        "version": "1.0.0",
        "types": {
            "acme:storage:Spec": {
                "type": "object",
                "properties": {"gb": {"type": "integer"}, "label": {"type": "string"}},
            }
        },
        "resources": {f"acme:storage:Disk{i}": resource for i in range(TYPES)},
    }


def program_text(resources: int) -> str:
    """Resources that refer to one another."""
    lines = ['config region string { default = "eu" }\n']
    for i in range(resources):
        before = f"disk{i - 1}.name" if i else "region"
        lines.append(
            f"""resource disk{i} "acme:storage:Disk{i % TYPES}" {{
  name  = "disk-{i}"
  zone  = "${{region}}-{i % 3}"
  gb    = {i}
  tags  = {{ owner = "team-{i % 7}", after = {before} }}
  ports = [80, 443, {i % 1000}]
  spec  = {{ gb = {i}, label = "d" }}
}}
"""
        )
    lines.append(f"output last {{ value = disk{resources - 1}.path }}\n")
    return "\n".join(lines)


class Host:
    """Files on disk, a cache folder."""

    memory = None
    installation = Installation()

    def __init__(self, schemas: str, cache: str) -> None:
        self.settings = {"schema": schemas, "prefer_output_invokes": True}
        self.cache = cache

    def read(self, name: str) -> bytes:
        return Path(name).read_bytes()

    def entries(self, name: str) -> list[str]:
        try:
            return sorted(os.listdir(name))
        except OSError as error:
            raise Unreadable(str(error)) from None

    def variable(self, name: str) -> str | None:
        return self.cache if name == "CONFTY_CACHE_DIR" else None


def least(work, rounds: int = 3) -> float:
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def parsing() -> None:
    text = hcl_text(2450)
    ours = least(lambda: parse(Source("big.hcl", text), CODES), 5)
    print(f"parse {len(text) / 1e6:.2f} MB of HCL{'':10} confty {ours:8.3f} s")
    try:
        import hcl2
    except ImportError:
        print("python-hcl2 is not installed: no ratio (pip install python-hcl2)")
    else:
        hcl2.loads('a = "warm"\n')
        peer = least(lambda: hcl2.loads(text), 1)
        print(f"{'':30} hcl2   {peer:8.3f} s   {peer / ours:5.1f} times confty's")
    print("growth by doubling (1.0 is linear):")
    before = None
    for blocks in (600, 1200, 2400, 4800):
        grown = hcl_text(blocks)
        took = least(lambda grown=grown: parse(Source("big.hcl", grown), CODES))
        shown = f"{took / before / 2:5.2f}" if before else "    -"
        print(f"  {len(grown) / 1e6:6.2f} MB  {took:7.3f} s  {shown}")
        before = took


def programs() -> None:
    with tempfile.TemporaryDirectory() as folder:
        schemas, cache = Path(folder, "schemas"), Path(folder, "cache")
        schemas.mkdir()
        Path(schemas, "acme-1.0.0.json").write_text(json.dumps(schema()), encoding="utf-8")
        host = Host(str(schemas), str(cache))
        home = Path(folder, "program")
        home.mkdir()
        main = home / "main.pp"
        main.write_text(program_text(2), encoding="utf-8")
        bind_folder(str(home), host)  # the index is warm from here on

        def fresh() -> None:
            loader._INDEXES.clear()  # noqa: SLF001  as a new process would find it
            program = bind_folder(str(home), host)
            assert not program.diagnostics, program.diagnostics[:3]

        main.write_text(program_text(RESOURCES), encoding="utf-8")
        text = main.read_text(encoding="utf-8")
        alone = least(lambda: parse(Source("main.pp", text), CODES), 5)
        bound = least(fresh, 3)
        print(f"{RESOURCES} resources, {TYPES} resource types, index warm:")
        print(f"  parse alone        {alone:7.3f} s")
        print(f"  parse, bind, check {bound:7.3f} s   {bound / alone:4.1f} times parsing alone")
        print("preview, growth by doubling (1.0 is linear):")
        before = None
        for count in (500, 1000, 2000, 4000):
            main.write_text(program_text(count), encoding="utf-8")
            program = bind_folder(str(home), host)
            took = least(lambda program=program: run_program(program, RunInfo(), host), 2)
            shown = f"{took / before / 2:5.2f}" if before else "    -"
            print(f"  {count:5} resources  {took:7.3f} s  {shown}")
            before = took


def main() -> int:
    parsing()
    programs()
    return 0


if __name__ == "__main__":
    sys.exit(main())
