"""A page of the measurements: ratios against the originals, growth, memory, and where and when.

Written by ``make bench`` to ``build/bench/index.html``, with plots as SVG and nothing to load.
Ratios are of one run on one machine, in turns, by the smallest CPU time of a few.
"""

from __future__ import annotations

import html
import json
import math
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))
OUT = ROOT / "build" / "bench"
ROUNDS = 5
#: How many curves a picture shows, the steepest.
MOST_CURVES = 24
COLORS = ("#3366aa", "#cc5533", "#339966", "#aa7722", "#7755aa", "#228899", "#aa3366", "#667788")
PACKAGES = (
    "confty",
    "gojsonnet",
    "jsonnet",
    "rjsonnet",
    "rcl-lang",
    "pulumi",
    "python-hcl2",
    "PyYAML",
    "ruamel.yaml",
    "llvmlite",
    "distributed",
)

FIB = "local fib(n) = if n < 2 then n else fib(n - 1) + fib(n - 2); fib(17)"
FOLD = "std.foldl(function(a, b) a + b, std.range(1, 20000), 0)"
OBJECTS = "{ ['k%d' % i]: { a: i, b: 'x' + i, c: [i, i + 1] } for i in std.range(1, 1500) }"
RCL = (
    "let xs = ["
    + ", ".join(map(str, range(2000)))
    + ']; [for i in xs: { name = f"n{i}", value = (i * 2) + 1 }]'
)
YAML = "".join(f"item{i}:\n  name: n{i}\n  ports: [80, {i}]\n" for i in range(800))
HCL = "".join(
    f'resource "t" "r{i}" {{\n  name = "n{i}"\n  size = {i} + 1\n}}\n' for i in range(200)
)


def spent(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def originals() -> dict[str, dict[str, Callable[[], object]]]:
    """What is compared: ours first, then each original that is there."""
    import confty

    made: dict[str, dict[str, Callable[[], object]]] = {}
    for name, text in (
        ("Jsonnet: calls", FIB),
        ("Jsonnet: fold", FOLD),
        ("Jsonnet: objects", OBJECTS),
    ):
        made[name] = {"confty": lambda text=text: confty.loads(text, "jsonnet", cache=False)}
        for module in ("_gojsonnet", "_jsonnet", "rjsonnet"):
            if (found := loaded(module)) is not None:
                made[name][module.strip("_")] = lambda text=text, found=found: (
                    found.evaluate_snippet("a", text)
                )
    made["RCL"] = {"confty": lambda: confty.loads(RCL, "rcl", cache=False)}
    if (rcl := loaded("rcl")) is not None:
        made["RCL"]["rcl"] = lambda: rcl.loads(RCL)
    made["YAML"] = {"confty": lambda: confty.loads(YAML, "yaml")}
    if (yaml := loaded("yaml")) is not None:
        made["YAML"]["PyYAML"] = lambda: yaml.safe_load(YAML)
    if (ruamel := loaded("ruamel.yaml")) is not None:
        made["YAML"]["ruamel.yaml"] = lambda: ruamel.YAML(typ="safe", pure=True).load(YAML)
    made["HCL"] = {"confty": lambda: parsed_hcl(HCL)}
    if (hcl := loaded("hcl2")) is not None:
        made["HCL"]["python-hcl2"] = lambda: hcl.loads(HCL)
    return made


def parsed_hcl(text: str) -> object:
    from confty.workspace import Config, Memory, Project

    return Project(Config({}), Memory({"main.pp": text})).reformat("main.pp")


def loaded(name: str) -> object:
    from importlib import import_module

    try:
        return import_module(name)
    except ImportError:
        return None


def ratios() -> list[tuple[str, str, float]]:
    """Return how long we take, as a part of what each original takes."""
    made = []
    for name, works in originals().items():
        best = dict.fromkeys(works, math.inf)
        for _ in range(ROUNDS):
            for who, work in works.items():
                try:
                    best[who] = min(best[who], spent(work))
                except Exception as error:  # noqa: BLE001  another version may not know a program
                    print(f"{name}: {who} fails: {type(error).__name__}", file=sys.stderr)
        made += [
            (name, who, best["confty"] / max(best[who], 1e-5))
            for who in works
            if who != "confty" and math.isfinite(best[who])
        ]
    return made


def memory() -> list[tuple[str, str, float]]:
    """Return the most memory that processes take, in megabytes."""
    peak = "import resource, sys; {}; print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    programs = {
        ("a bare interpreter", "Python"): "pass",
        (
            "Jsonnet: objects",
            "confty",
        ): f"import confty; confty.loads({OBJECTS!r}, 'jsonnet', cache=False)",
        (
            "Jsonnet: objects",
            "gojsonnet",
        ): f"import _gojsonnet as g; g.evaluate_snippet('a', {OBJECTS!r})",
        (
            "Jsonnet: objects",
            "rjsonnet",
        ): f"import rjsonnet as g; g.evaluate_snippet('a', {OBJECTS!r})",
        ("RCL", "confty"): f"import confty; confty.loads({RCL!r}, 'rcl', cache=False)",
        ("RCL", "rcl"): f"import rcl; rcl.loads({RCL!r})",
        ("YAML", "confty"): f"import confty; confty.loads({YAML!r}, 'yaml')",
        ("YAML", "PyYAML"): f"import yaml; yaml.safe_load({YAML!r})",
    }
    made = []
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    for (name, who), code in programs.items():
        done = subprocess.run(
            [sys.executable, "-c", peak.format(code)],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode == 0:
            made.append((name, who, int(done.stdout.split()[-1]) / 1024))
    return made


def bars(rows: list[tuple[str, str, float]], unit: str, mark: float | None = None) -> str:
    """Draw horizontal bars; ``mark`` is a line to compare with."""
    width, step, left = 820, 24, 230
    top = max([value for _, _, value in rows] + [mark or 0]) * 1.1
    lines = [f'<svg viewBox="0 0 {width} {step * len(rows) + 30}" role="img">']
    for number, (name, who, value) in enumerate(rows):
        y = 8 + number * step
        length = max(1.0, (width - left - 90) * value / top)
        color = COLORS[sorted({one for _, one, _ in rows}).index(who) % len(COLORS)]
        lines.append(
            f'<text x="{left - 8}" y="{y + 13}" text-anchor="end">{html.escape(name)}, {html.escape(who)}</text>'
        )
        lines.append(f'<rect x="{left}" y="{y}" width="{length:.1f}" height="16" fill="{color}"/>')
        lines.append(f'<text x="{left + length + 6:.1f}" y="{y + 13}">{value:.2f}{unit}</text>')
    if mark is not None:
        x = left + (width - left - 90) * mark / top
        lines.append(
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="0" y2="{step * len(rows) + 8}" stroke="#222" stroke-dasharray="4 3"/>'
        )
    return "\n".join([*lines, "</svg>"])


def curves(rows: list[tuple[str, list[tuple[int, float]]]]) -> str:
    """Draw growth: size to the right, seconds upwards, both by powers; a slope of one is linear."""
    width, height, left = 820, 340, 60
    points = [point for _, some in rows for point in some]
    low, high = math.log10(min(p[0] for p in points)), math.log10(max(p[0] for p in points))
    bottom, top = math.log10(min(p[1] for p in points)), math.log10(max(p[1] for p in points))

    def place(size: float, seconds: float) -> tuple[float, float]:
        x = left + (math.log10(size) - low) / max(0.01, high - low) * (width - left - 250)
        y = height - 30 - (math.log10(seconds) - bottom) / max(0.01, top - bottom) * (height - 50)
        return x, y

    lines = [f'<svg viewBox="0 0 {width} {height}" role="img">']
    for number, (name, some) in enumerate(rows):
        color = COLORS[number % len(COLORS)]
        dash = (
            f' stroke-dasharray="{2 + number // len(COLORS) * 3} 2"'
            if number >= len(COLORS)
            else ""
        )
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(*point) for point in some))
        lines.append(
            f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="1.6"{dash}/>'
        )
        if number < MOST_CURVES:
            lines.append(
                f'<text x="{width - 240}" y="{14 + number * 13}" fill="{color}" font-size="11">{html.escape(name)}</text>'
            )
    for power in range(math.ceil(bottom), math.floor(top) + 1):
        y = place(10**low, 10**power)[1]
        lines.append(f'<text x="4" y="{y + 4:.1f}">{10.0**power:g} s</text>')
    for power in range(math.ceil(low), math.floor(high) + 1):
        x = place(10**power, 10**bottom)[0]
        lines.append(
            f'<text x="{x:.1f}" y="{height - 8}" text-anchor="middle">{10**power:,}</text>'
        )
    return "\n".join([*lines, "</svg>"])


def growth() -> str:
    found = OUT / "growth.json"
    if not found.exists():
        return "<p>bench/growth.py was not run.</p>"
    parts = []
    table: dict[str, list[tuple[str, list[tuple[int, float]]]]] = {}
    for language, kind, stage, points in json.loads(found.read_text()):
        (small, first), (large, last) = points[0], points[-1]
        exponent = math.log(last / first) / math.log(large / small)
        table.setdefault(language, []).append((f"{exponent:.2f} {stage}: {kind}", points))
    for language, rows in table.items():
        rows.sort(reverse=True)
        parts.append(f"<h3>{html.escape(language)}</h3>{curves(rows[:MOST_CURVES])}")
        if len(rows) > MOST_CURVES:
            parts.append(f"<p>{len(rows) - MOST_CURVES} others grow less.</p>")
    return "\n".join(parts)


def machine() -> dict[str, str]:
    model = platform.processor() or platform.machine()
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    except OSError:
        pass
    load = ", ".join(f"{one:.1f}" for one in os.getloadavg()) if hasattr(os, "getloadavg") else "?"
    versions = []
    for name in PACKAGES:
        try:
            versions.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            continue
    return {
        "date": time.strftime("%Y-%m-%d %H:%M %Z"),
        "machine": f"{model}, {os.cpu_count()} cores, load {load}",
        "system": platform.platform(),
        "Python": sys.version.split()[0],
        "versions": ", ".join(versions),
    }


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    facts = "".join(
        f"<tr><th>{html.escape(key)}</th><td>{html.escape(value)}</td></tr>"
        for key, value in machine().items()
    )
    texts = "".join(
        f"<h3>{html.escape(one.stem)}</h3><pre>{html.escape(one.read_text())}</pre>"
        for one in sorted(OUT.glob("*.txt"))
    )
    page = f"""<!doctype html><meta charset="utf-8"><title>confty: measurements</title>
<style>body {{ font: 15px/1.5 sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; color: #222 }}
svg {{ width: 100%; font: 12px sans-serif }} th {{ text-align: left; padding-right: 1em; vertical-align: top }} pre {{ overflow: auto; background: #f6f6f4; padding: 1em }}</style>
<h1>confty: measurements</h1><table>{facts}</table>
<h2>Time against the originals</h2><p>CPU time of one call in a process that runs, as a part of the original's: below 1 we are faster.</p>
{bars(ratios(), "", 1.0)}
<h2>Memory</h2><p>The most that a process takes for one call, in megabytes.</p>
{bars(memory(), " MB")}
<h2>Growth</h2><p>Size to the right, seconds upwards, both by powers of ten; the number is the exponent, 1 is in proportion.</p>
{growth()}
<h2>All figures</h2>{texts}
"""
    (OUT / "index.html").write_text(page)
    print(f"wrote {OUT / 'index.html'}")


if __name__ == "__main__":
    main()
