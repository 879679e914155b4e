"""Make the pictures of README and the start page from the real thing: `make pictures`."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import threading
from html import escape
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parent
sys.path[:0] = [str(PROJECT / "src"), str(PROJECT / "page")]

import build  # noqa: E402

from confty.play.server import Server  # noqa: E402

TARGET = PROJECT / "docs" / "pictures"
PROGRAM = """\
local service = { name: 'shop', port: 8080 };
{
  url: 'http://%s:%d/' % [service.name, service.prot],
}
"""
COLOURS = {
    "1": 'font-weight="bold"', "2": 'fill="#9aa1b8"', "31": 'fill="#ff9c94"', "32": 'fill="#8fd6a4"',
    "33": 'fill="#f2c267"', "34": 'fill="#9cc1ff"', "35": 'fill="#d9a3ff"', "36": 'fill="#7fd6e8"',
}  # fmt: skip
CODE = re.compile(r"\x1b\[([\d;]*)m")
WIDTH, HEIGHT, EDGE = 8.4, 20, 18


def terminal(text: str) -> str:
    """What a terminal shows, as SVG."""
    lines = text.rstrip("\n").split("\n")
    wide = max(len(CODE.sub("", line)) for line in lines)
    width, height = round(wide * WIDTH + 2 * EDGE), len(lines) * HEIGHT + 2 * EDGE
    said = escape(CODE.sub("", text))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">',
        f"<title>{said}</title>",
        f'<rect width="{width}" height="{height}" rx="10" fill="#1b1e2b"/>',
        '<g font-family="ui-monospace, SF Mono, Menlo, Consolas, monospace" font-size="14" fill="#e7e9f5" xml:space="preserve">',
    ]
    style: set[str] = set()
    for row, line in enumerate(lines):
        column, at, y = 0, 0, EDGE + row * HEIGHT + 14
        for found in [*CODE.finditer(line), None]:
            piece = line[at : found.start() if found else len(line)]
            if piece.strip():
                looks = " ".join(COLOURS[one] for one in sorted(style) if one in COLOURS)
                lead = len(piece) - len(piece.lstrip())
                x = EDGE + (column + lead) * WIDTH
                length = len(piece.strip()) * WIDTH
                parts.append(
                    f'<text x="{x:.1f}" y="{y}" textLength="{length:.1f}" {looks}>{escape(piece.strip())}</text>'
                )
            column += len(piece)
            if found:
                at = found.end()
                codes = found[1].split(";")
                style = style | set(codes) if codes not in ([""], ["0"]) else set()
    return "\n".join([*parts, "</g></svg>"]) + "\n"


def message() -> str:
    """A message as `confty check` prints it on a terminal."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "service.jsonnet").write_text(PROGRAM, encoding="utf-8")
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "confty",
                "check",
                "--color",
                "always",
                "--no-cache",
                "service.jsonnet",
            ],
            cwd=folder,
            env={"PYTHONPATH": str(PROJECT / "src"), "PATH": "/usr/bin:/bin", "HOME": folder},
            capture_output=True,
            text=True,
            check=False,
        )
    return f"\x1b[32m$\x1b[0m confty check service.jsonnet\n{done.stdout}"


def main() -> None:
    """Make them all."""
    TARGET.mkdir(exist_ok=True)
    (TARGET / "message.svg").write_text(terminal(message()), encoding="utf-8")
    build.build()
    server = Server(str(build.PAGE), 0)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    script = PROJECT / "page" / "browser" / "pictures.mjs"
    subprocess.run([*build.node(), str(script), server.url, str(TARGET)], check=True)
    server.shutdown()


if __name__ == "__main__":
    main()
    for path in sorted(TARGET.iterdir()):
        print(f"{path.relative_to(PROJECT)}: {path.stat().st_size / 1000:.0f} kB")
