"""A profile as a flame graph: an SVG that needs nothing but a browser."""

from __future__ import annotations

from typing import Final
from zlib import crc32

from confty.kit.profile import Profile, ProfiledFunction

_WIDTH: Final = 1200
_ROW: Final = 18
_HEAD: Final = 48
_LETTER: Final = 6.6
#: What is narrower than this is not drawn.
_LEAST: Final = 0.4
_MOST_ROWS: Final = 120

_SCRIPT: Final = """
const all = [...document.querySelectorAll('g.f')], info = document.getElementById('info');
const W = %d, L = %s;
function draw(x0, w0) {
  for (const g of all) {
    const x = (+g.dataset.x - x0) / w0 * W, w = +g.dataset.w / w0 * W;
    const out = x + w <= 0.01 || x >= W - 0.01;
    g.style.display = out ? 'none' : '';
    const left = Math.max(x, 0), wide = Math.min(x + w, W) - left;
    const r = g.querySelector('rect'), t = g.querySelector('text');
    r.setAttribute('x', left); r.setAttribute('width', Math.max(wide - 0.5, 0.1));
    t.setAttribute('x', left + 3);
    const room = Math.floor((wide - 6) / L), name = g.dataset.n;
    t.textContent = room < 3 ? '' : name.length <= room ? name : name.slice(0, room - 1) + '…';
  }
}
for (const g of all) {
  g.addEventListener('click', () => draw(+g.dataset.x, +g.dataset.w));
  const told = g.querySelector('title').textContent;
  g.addEventListener('mouseover', () => { info.textContent = told; });
}
document.getElementById('all').addEventListener('click', () => draw(0, 1));
"""


class _Box:
    """A function on its way: where the stacks that go through it begin and how wide they are."""

    __slots__ = ("inside", "seconds", "step")

    def __init__(self, step: ProfiledFunction) -> None:
        self.step = step
        self.seconds = 0.0
        self.inside: dict[ProfiledFunction, _Box] = {}


def flame_graph(profile: Profile, title: str) -> str:
    """Draw where the time went: the widths are times, what stands above was called from below."""
    root = _Box(ProfiledFunction("all", ""))
    for stack, seconds in profile.stacks.items():
        root.seconds += seconds
        box = root
        for step in stack[:_MOST_ROWS]:
            box = box.inside.setdefault(step, _Box(step))
            box.seconds += seconds
    rows = _depth(root)
    height = _HEAD + rows * _ROW + 24
    parts = [_head(height, title, profile)]
    if root.seconds > 0:
        _draw(root, 0.0, 0, rows, root.seconds, parts)
    parts.append(f"<script><![CDATA[{_SCRIPT % (_WIDTH, _LETTER)}]]></script></svg>\n")
    return "".join(parts)


def _head(height: int, title: str, profile: Profile) -> str:
    looks = "1 look" if profile.looks == 1 else f"{profile.looks} looks"
    facts = f"{_time(profile.seconds)}, {looks}; click to enlarge"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}" '
        f'viewBox="0 0 {_WIDTH} {height}" font-family="monospace" font-size="11">'
        f'<rect width="100%" height="100%" fill="#fdfdfb"/>'
        f'<text x="8" y="18" font-size="14">{_escaped(title)}</text>'
        f'<text id="all" x="8" y="36" fill="#666" style="cursor:pointer">{facts}</text>'
        f'<text id="info" x="8" y="{height - 8}" fill="#333"> </text>'
    )


def _depth(box: _Box) -> int:
    deepest, waiting = 1, [(box, 1)]
    while waiting:
        here, depth = waiting.pop()
        deepest = max(deepest, depth)
        waiting += [(one, depth + 1) for one in here.inside.values()]
    return deepest


def _draw(root: _Box, start: float, level: int, rows: int, whole: float, parts: list[str]) -> None:
    waiting = [(root, start, level)]
    while waiting:
        box, at, depth = waiting.pop()
        share = box.seconds / whole
        if share * _WIDTH < _LEAST:
            continue
        parts.append(_rectangle(box, at, share, depth, rows))
        for one in sorted(box.inside.values(), key=lambda inner: inner.step.name):
            waiting.append((one, at, depth + 1))
            at += one.seconds / whole


def _rectangle(box: _Box, at: float, share: float, depth: int, rows: int) -> str:
    step = box.step
    x, width = at * _WIDTH, share * _WIDTH
    y = _HEAD + (rows - 1 - depth) * _ROW
    room = int((width - 6) / _LETTER)
    name = _escaped(step.name)
    shown = (
        "" if room < 3 else step.name if len(step.name) <= room else step.name[: room - 1] + "…"
    )
    where = f" ({step.place})" if step.place else ""
    told = _escaped(f"{step.name}{where}: {_time(box.seconds)}, {share:.1%}")
    return (
        f'<g class="f" data-x="{at:.6f}" data-w="{share:.6f}" data-n="{name}" '
        f'style="cursor:pointer"><title>{told}</title>'
        f'<rect x="{x:.1f}" y="{y}" width="{max(width - 0.5, 0.1):.1f}" height="{_ROW - 1}" '
        f'rx="1" fill="{_colour(step)}"/>'
        f'<text x="{x + 3:.1f}" y="{y + 13}">{_escaped(shown)}</text></g>'
    )


def _colour(step: ProfiledFunction) -> str:
    """Warm for the user's own functions, by file; cool for the library's."""
    if not step.place:
        return "#c9d6e3" if step.name != "all" else "#dddddd"
    shade = crc32(step.place.rpartition(":")[0].encode("utf-8", "replace")) % 40
    light = 60 + crc32(step.name.encode("utf-8", "replace")) % 18
    return f"hsl({20 + shade},85%,{light}%)"


def _time(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1000:.1f} ms"


def _escaped(text: str) -> str:
    text = "".join(letter if letter >= " " and letter != "\x7f" else " " for letter in text)
    text = text.encode("utf-8", "replace").decode("utf-8")
    for letter, name in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(letter, name)
    return text
