"""Path patterns: the config file's globs and the lines of a ``.gitignore``.

Both become regular expressions over paths with forward slashes.  The two dialects differ in one
point only: a ``.gitignore`` line without a slash matches at any depth.
"""

from __future__ import annotations

import re
from collections.abc import Iterable


def glob_pattern(glob: str) -> re.Pattern[str]:
    """Compile a glob: ``*``, ``?``, ``**``, ``[abc]``, ``{one,two}``; it matches whole paths."""
    return re.compile(_translate(glob.removeprefix("./")) + r"\Z")


def _translate(glob: str) -> str:
    out: list[str] = []
    at, depth = 0, 0
    while at < len(glob):
        character = glob[at]
        if glob.startswith("**/", at) and (at == 0 or glob[at - 1] == "/"):
            out.append("(?:[^/]+/)*")
            at += 3
            continue
        if glob.startswith("**", at):
            out.append(".*")
            at += 2
            continue
        if character == "[" and (end := glob.find("]", at + 2)) > 0:
            body = glob[at + 1 : end].replace("\\", "\\\\")
            out.append("[" + ("^" + body[1:] if body[0] in "!^" else body) + "]")
            at = end + 1
            continue
        if character == "{" and "}" in glob[at:]:
            depth += 1
            out.append("(?:")
        elif character == "}" and depth:
            depth -= 1
            out.append(")")
        elif character == "," and depth:
            out.append("|")
        elif character == "\\" and at + 1 < len(glob):
            at += 1
            out.append(re.escape(glob[at]))
        else:
            out.append({"*": "[^/]*", "?": "[^/]"}.get(character) or re.escape(character))
        at += 1
    return "".join(out)


class IgnoreRules:
    """The lines of one ``.gitignore``, for paths below its folder."""

    __slots__ = ("_rules",)

    def __init__(self, lines: Iterable[str]) -> None:
        self._rules: list[tuple[re.Pattern[str], bool, bool]] = []
        for raw in lines:
            line = raw.rstrip("\n\r")
            line = line if line.endswith("\\ ") else line.rstrip(" ")
            if not line or line.startswith("#"):
                continue
            keep = line.startswith("!")
            line = line.removeprefix("!") if keep else line.removeprefix("\\")
            folders_only = line.endswith("/")
            line = line.rstrip("/")
            anchored = "/" in line
            body = _translate(line.removeprefix("/"))
            prefix = "" if anchored else "(?:.*/)?"
            self._rules.append((re.compile(prefix + body + r"\Z"), folders_only, keep))

    def verdict(self, path: str, *, is_folder: bool) -> bool | None:
        """Whether ``path`` is ignored; None when no line speaks of it.  The last line wins."""
        for pattern, folders_only, keep in reversed(self._rules):
            if (is_folder or not folders_only) and pattern.match(path):
                return not keep
        return None
