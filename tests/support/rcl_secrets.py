"""RCL programs that push inputs everywhere, and what a secret looks like when it got out."""

from __future__ import annotations

import base64
import contextlib
import io
import random
from typing import Any

from confty.cli.main import main
from confty.values import Labelled
from confty.workspace.files import Memory
from confty.workspace.project import Project
from support.rcl_programs import KINDS, Programs

LETTERS = "bcdfghjkqvwxzBCDFGHJKQVWXZ"
_USES = {
    "String": (
        "ext.pw", "ext.pw", 'f"<{ext.pw}>"', 'ext["pw"]', "ext.pw.chars()[1]",
        '[ext.pw].join("-")', "{ p = ext.pw }.p", '(if ext.pw > "m": "yes" else: ext.pw)',
        "std.format_json([ext.pw])", "({ a = 1 } | { b = ext.pw }).b", "ext.pw.to_uppercase()",
    ),
    "Number": (
        "ext.pin.parse_int()", "ext.pw.len()", "(ext.pin.parse_int() + 1)",
        "[1, ext.pin.parse_int()][1]", "ext.pin.parse_number()",
    ),
    "Bool": (
        '(ext.pw == "x")', '(ext.pw != "x")', "ext.pw.contains(ext.pin)",
        "([ext.pw] == [ext.pin])", '(ext.pw < "m")', "[ext.pw].contains(ext.pin)",
    ),
    "List": (
        "[ext.pw]", "ext.pw.chars()", "[ext.pw, 1, ext.pin]", "[for c in ext.pw.chars(): c]",
        "[ext.pin, ext.pw].map(e => (trace e; e))", "[for k, v in ext: k]", "[..ext.pw.chars(), 1]",
        '[1, 2].filter(e => ext.pw > "m")', '[for e in [1, 2]: if ext.pw > "m": e]',
        "[ext.pw, ext.pin].sort()", "[ext.pw, ext.pin].sort_by(e => e)",
        '[1, 2].sort_by(e => if ext.pw > "m": e else: -e)', "ext.values()",
    ),
    "Set": (
        "[ext.pw].to_set_dedup()", "{1, 2}.map_dedup(e => ext.pw)", "{ext.pw}", "{1}",
        '{1, 2}.filter(e => ext.pw > "m")', "{1}.transitive_closure(e => [ext.pw, e])",
    ),
    "Dict": (
        "{ p = ext.pw }", "ext", "{ ...ext, a = 1 }", "{ ext.pw: 1 }",
        "[ext.pw, ext.pin].key_by(e => e)", "[ext.pw].enumerate()",
        '(if ext.pw > "m": { a = 1 } else: { b = 2 })', "{ a = { b = ext.pw } }",
        "[1].group_by(e => ext.pw)",
    ),
}  # fmt: skip


class SecretPrograms(Programs):
    """Programs whose leaves are often made of the inputs ``pw`` and ``pin``."""

    def program(self) -> str:
        self.scope, self.functions, self.counter = [], [], 0
        lines = [self.statement() for _ in range(self.random.randrange(1, 4))]
        names = [name for name, _ in self.scope]
        more = [self.expr(self.pick(*KINDS), self.random.randrange(3)) for _ in range(2)]
        fields = [f"f{index} = {one}" for index, one in enumerate([*names, *more])]
        return "\n".join([*lines, f"{{ {', '.join(fields)} }}"]) + "\n"

    def leaf(self, kind: str) -> str:
        if kind in _USES and self.chance(40):
            return self.pick(*_USES[kind])
        return super().leaf(kind)

    def statement(self) -> str:
        if self.chance(20):
            return f"trace {self.expr(self.pick(*KINDS), 2)};"
        if self.chance(8):
            return f"assert {self.expr('Bool', 1)}: {self.expr(self.pick(*KINDS), 1)};"
        if self.chance(4):
            return f"let {self.fresh()} = std.read_file_utf8({self.expr('String', 1)});"
        return super().statement()


def secrets(seed: int) -> dict[str, str]:
    """Make a word and a number that no program contains by chance."""
    choice = random.Random(f"secret {seed}")
    word = "".join(choice.choice(LETTERS) for _ in range(16))
    return {"pw": word, "pin": str(choice.randrange(10**14, 10**15))}


def traces_of(given: dict[str, str]) -> list[str]:
    """List what gives a secret away: itself, pieces of it and its obvious transforms."""
    word, pin = given["pw"], given["pin"]
    return [
        word[:6], word[5:11], word[-6:], word.upper()[:8], word.lower()[:8], word[::-1][:6],
        '", "'.join(word[:4]), base64.b64encode(word.encode()).decode()[:12],
        word.encode().hex()[:12], pin[:9], pin[-9:], str(int(pin) + 1), str(2 * int(pin)),
        str(int(pin) - 1), pin[::-1][:9], ",".join(word[:4]), "-".join(word[:4]),
    ]  # fmt: skip


def command(arguments: list[str]) -> tuple[int, str, str]:
    """Run a command in this process."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(arguments)
    return code, out.getvalue(), err.getvalue()


def shown(
    text: str, given: dict[str, str], form: str, *, show: bool = False, formats: bool = True
) -> tuple[bool, str, str]:
    """Evaluate with inputs of one form; return whether it worked, every format, and the rest."""
    flags: dict[str, object] = {
        "ext_vars": {name: (form, value) for name, value in given.items()},
        "show_secrets": show,
    }
    said = io.StringIO()
    work = Project(files=Memory({"p.rcl": text.encode()}, None), flags=flags)
    with contextlib.redirect_stderr(said):
        outcome = work.evaluate("p.rcl")
    rest = said.getvalue() + "".join(map(_told, outcome.diagnostics))
    if outcome.output is None:
        return False, "", rest
    room, value = outcome.output
    texts = []
    for name in room.formats if formats else room.formats[:1]:
        rendered = room.render(value, name)
        texts.append(rendered.output + "".join(map(_told, rendered.diagnostics)))
    return True, "\n".join(texts), rest


def data(text: str, given: dict[str, tuple[str, str]]) -> Any:
    """Return the value of a program as plain data with labels; None when it has none."""
    work = Project(files=Memory({"p.rcl": text.encode()}, None), flags={"ext_vars": given})
    with contextlib.redirect_stderr(io.StringIO()):
        outcome = work.evaluate("p.rcl")
    if outcome.output is None:
        return None
    room, value = outcome.output
    return room.plain(value).output


def foretold(preview: Any, real: Any) -> bool:
    """Whether a value with unknown parts is the other one as far as it is known."""
    if isinstance(preview, Labelled):
        return preview.unknown or foretold(preview.value, real)
    if isinstance(preview, dict) and isinstance(real, dict):
        return list(preview) == list(real) and all(
            foretold(preview[key], real[key]) for key in real
        )
    if isinstance(preview, list) and isinstance(real, list):
        return len(preview) == len(real) and all(map(foretold, preview, real))
    return type(preview) is type(real) and bool(preview == real)


def _told(finding: object) -> str:
    from confty import report
    from confty.text import Diagnostic

    assert isinstance(finding, Diagnostic)
    return report.report([finding], "full", color=False, version="0") + "\n"
