"""How fast an editor is served: first diagnostics, after an edit, answers, and memory over edits.

A file of a thousand lines with eighty imports, as the speeds that editors need are written for.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from support.lsp import Client

IMPORTS = 80
LINES = 1000


def workspace(folder: Path) -> Path:
    """Write the file and what it imports."""
    for index in range(IMPORTS):
        (folder / f"lib{index}.libsonnet").write_text(
            "local helper(x, y=2) = if x > y then { big: x } else { small: y };\n{\n"
            + "".join(
                f"  // Makes part {part}.\n"
                f"  make{part}(name, port={part}):: {{\n"
                f"    name: name, port: port, kind: 'k{part}', more: helper(port),\n"
                f"    labels+: {{ app: name, part: '{part}' }},\n  }},\n"
                for part in range(10)
            )
            + "}\n"
        )
    lines = [f"local lib{index} = import 'lib{index}.libsonnet';" for index in range(IMPORTS)]
    lines.append("local base = { labels: {}, replicas: 1 };")
    lines.append("{")
    while len(lines) < LINES - 8:
        index = len(lines)
        lib, part = index % IMPORTS, index % 10
        lines += [
            f"  part{index}: base + lib{lib}.make{part}('n{index}') + {{",
            f"    replicas: {index % 7},",
            "    labels+: {",
            f"      owner: 'team{index % 9}',",
            "    },",
            f"    command: ['run', '--port', '%d' % {index}],",
            "    enabled: self.replicas > 0,",
            "  },",
        ]
    lines.append("}")
    main = folder / "main.jsonnet"
    main.write_text("\n".join(lines) + "\n")
    return main


def resident(client: Client) -> float:
    """The server's memory, in megabytes."""
    text = Path(f"/proc/{client.process.pid}/statm").read_text()
    return int(text.split()[1]) * 4096 / 1e6


def milliseconds(work: Any, times: int = 21) -> float:
    """The median time of doing something."""
    found = []
    for _ in range(times):
        begun = time.perf_counter()
        work()
        found.append(time.perf_counter() - begun)
    return median(found) * 1000


def measure(edits: int) -> None:
    """Print the speeds."""
    with tempfile.TemporaryDirectory() as name, Client() as client:
        folder = Path(name)
        main = workspace(folder)
        begun = time.perf_counter()
        client.initialize(folder)
        print(f"  start of the server          {(time.perf_counter() - begun) * 1000:8.0f} ms")
        begun = time.perf_counter()
        uri = client.open(main)
        client.diagnostics(uri, 1)
        print(f"  first diagnostics            {(time.perf_counter() - begun) * 1000:8.0f} ms")
        text = main.read_text()
        target = next(at for at, one in enumerate(text.splitlines()) if at > 500 and "part" in one)
        version = 1

        def edit() -> None:
            nonlocal version
            version += 1
            place = {"line": target, "character": 2}
            new = "x" if version % 2 == 0 else ""
            end = {"line": target, "character": 2 if version % 2 == 0 else 3}
            client.change(uri, [{"range": {"start": place, "end": end}, "text": new}], version)
            client.diagnostics(uri, version)
            time.sleep(0.35)  # a pause, as of somebody who looks

        waited = milliseconds(edit, 11) - 350
        print(f"  diagnostics after an edit    {waited:8.0f} ms")
        lines = text.splitlines()
        line = next(at for at, one in enumerate(lines) if at > 600 and ".make" in one)
        column = lines[line].index("make")
        for method in ("hover", "definition", "completion", "signatureHelp", "documentHighlight"):
            at = column + (12 if method == "signatureHelp" else 2)
            spent = milliseconds(lambda m=method, a=at: client.at(m, uri, line, a))
            print(f"  {method:28} {spent:8.1f} ms")
        for method in ("documentSymbol", "semanticTokens/full", "foldingRange"):
            asked = {"textDocument": {"uri": uri}}
            spent = milliseconds(lambda m=method, a=asked: client.ask(f"textDocument/{m}", a), 7)
            print(f"  {method:28} {spent:8.1f} ms")
        before = resident(client)
        for index in range(edits):
            version += 1
            new = "y" * (index % 3)
            place = {"line": target, "character": 2}
            client.change(uri, [{"range": {"start": place, "end": place}, "text": new}], version)
            if index % 100 == 99:
                version += 1
                client.change(uri, text, version)
                client.diagnostics(uri, version)
        print(
            f"  memory                       {before:8.0f} MB, after {edits:,} edits "
            f"{resident(client):.0f} MB"
        )


def main() -> None:
    """Measure."""
    options = argparse.ArgumentParser()
    options.add_argument("--edits", type=int, default=10_000)
    print("The language server: 1,000 lines of Jsonnet, 80 imports")
    measure(options.parse_args().edits)


if __name__ == "__main__":
    main()
