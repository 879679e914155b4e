"""Damage: small changes to a text that real editors, merges and attackers make."""

from __future__ import annotations

import random
import re

# fmt: off
SHARED = (
    *("{", "}", "[", "]", "(", ")", '"', "'", ",", ":", ";", "=", ".", "..", "\\", "#", "//", "/*", "*/"),
    *("\n", "\n\n", "\r\n", "\r", "\t", " ", "  ", "\x00", "\x0b", "\x0c", "\x1b", "\x7f", "\x85"),
    *("\u2028", "\u2029", "\ufeff", "\ud800", "\udfff", "\u0301", "\U0001f600", "é", "\ufffe", "\u200b"),
)
NUMBERS = (
    *("0", "-0", "1", "-1", "0.5", "1e100", "-1e100", "1e308", "1e309", "1e-400", "0e4000000000000000000"),
    *("9007199254740993", "18446744073709551616", "9" * 40, "9" * 5000, "1e", "0x", "0x1f", "0b1", "1_0"),
    *("4294967296", "2147483648", "1e5", "1e9", "00", "01", "1.", ".5", "1e+", "NaN", "inf", "-inf"),
)
PIECES = {
    "json": ("null", "true", "false", '"a"', '"\\ud800"', '"\\u0000"', '{"a":', "[1,", '"$ref"', '"\\'),
    "yaml": (
        *("- ", "? ", ": ", "|", "|+", "|-", ">", ">+", ">2", "|2-", "&a ", "*a", "!!str ", "!a ", "!<a> "),
        *("---\n", "...\n", "%YAML 1.2\n", "<<: ", "~", "null", "yes", "2001-01-01", "0o7", "{a: ", "[a, "),
        *("# c\n", "'", '"', "\n  ", "\n- ", "\n\n  ", ".inf", "1:2", "@", "`", "!!binary ", "a: b\n"),
    ),
    "toml": (
        *("[a]", "[[a]]", "[a.b]\n", "a = ", "a.b = ", '"""', "'''", "1979-05-27T07:32:00Z", "07:32:00"),
        *("inf", "nan", "{ a = 1 }", "{a.b=1,", "\\u0000", "\\U00110000", "true", "# c\n", "\n[", "0o7"),
    ),
    "jsonnet": (
        *("local ", "local a = ", "function(", "function(x)", "self", "super", "$", "std.", "if ", "then "),
        *("else ", "for x in ", "import ", "importstr ", "error ", "assert ", "tailstrict", "null", "::"),
        *(":::", "+:", "+", "-", "!", "~", "|||\n", "|||\n  a\n|||", "@'", '@"', "[x]: 1 for x in ", "in "),
        *("a(1)", "a.b", "a[1:2]", "{a: 1}", "{a+: 1}", "[1, 2]", "[a for a in b]", "'%s' % ", "super.a"),
        *("std.makeArray(", "std.range(1, ", "std.length(", "std.parseJson(", "std.format(", "std.trace("),
        *("std.foldl(", "std.map(function(x) x, ", "std.manifestYamlDoc(", "std.sort(", "std.splitLimit("),
    ),
    "rcl": (
        *("let ", "let a = ", "in ", "if ", "else ", "for x in ", "import ", "assert ", "trace ", "type "),
        *("not ", "and ", "or ", "union ", "..", "...", "=>", "->", "x => x", 'f"{', '"""', 'f"""', "{{", "}}"),
        *("std.", ".map(", ".len()", ".get(", ".to_string()", ".fold(", ".split(", "Number", "List[", "|"),
        *("Union[", "Dict[String, Any]", "1e", "0x", "null", "true", "\\u{", "#!", "unreachable", "{1, 2}"),
    ),
    "pcl": (
        *("${", "%{", "%{ if ", "%{ for x in ", "%{ endif }", "~}", "<<EOF\n", "<<-EOF\n", "\nEOF\n", "EOF"),
        *("for x in ", "for k, v in ", "if ", "...", "=>", "? ", ": ", "[*]", ".*", ".*.a", "resource ", "output "),
        *("config ", "component ", "options {", "range = ", "a = ", "a {\n", "\n}\n", "null", "invoke(", "secret("),
        *("toJSON(", "element(", "split(", "range.value", "self", "$${", "%%{", "\\u", "&&", "||", "!", "try("),
    ),
    "phy": (
        *("(Module ", "(ProcDecl ", "(IntTy)", "(FloatTy)", "(BoolTy)", "(UnitTy)", "(Params)", "(Return ", "(Call "),
        *("(If ", "(While ", "(Exprs ", "(Decl ", "(Asgn ", "(TupleCons ", "(FieldAccess ", "(SeqCons ", "(At "),
        *("(Match ", "(Rule ", "(As ", "(TypeDecl ", "(RecordCons ", "(RecordTy ", "(UnionTy ", "(ProcTy "),
        *("(Unreachable)", "(VoidTy)", "(TupleTy ", "(SeqTy ", "(CharTy)", "(StringVal ", "(And ", "(Or ", "(Not "),
        *("+ ", "- ", "* ", "== ", "< ", "not ", "len ", "concat ", "write ", "x", "true", "false", ";a\n"),
    ),
}
# fmt: on
_WORD = re.compile(r"\w+|[^\w\s]+|\s+")
_NUMBER = re.compile(r"\d[\w.]*")


def damaged(lang: str, text: str, others: tuple[str, ...], pick: random.Random) -> str:
    """Return a text with one to four mistakes in it."""
    for _ in range(pick.choice((1, 1, 1, 2, 2, 3, 4))):
        text = pick.choice(_WAYS)(lang, text, others, pick)[:6000]
    return text


def _insert(lang, text, _others, pick):
    at = pick.randrange(len(text) + 1)
    return (
        text[:at]
        + pick.choice(pick.choice((SHARED, PIECES[lang], PIECES[lang], NUMBERS)))
        + text[at:]
    )


def _delete(_lang, text, _others, pick):
    at = pick.randrange(len(text) + 1)
    return text[:at] + text[at + pick.choice((1, 1, 2, 3, 8, 30)) :]


def _double(_lang, text, _others, pick):
    at = pick.randrange(len(text) + 1)
    end = at + pick.choice((1, 2, 5, 20, 80))
    return text[:end] + text[at:]


def _splice(_lang, text, others, pick):
    other = pick.choice(others)
    start, at = pick.randrange(len(other) + 1), pick.randrange(len(text) + 1)
    return text[:at] + other[start : start + pick.choice((5, 20, 60, 200))] + text[at:]


def _line(_lang, text, _others, pick):
    lines = text.splitlines(keepends=True)
    if not lines:
        return text
    at, to = pick.randrange(len(lines)), pick.randrange(len(lines))
    how = pick.randrange(5)
    if how == 0:
        del lines[at]
    elif how == 1:
        lines.insert(to, lines[at])
    elif how == 2:
        lines[at], lines[to] = lines[to], lines[at]
    elif how == 3:
        lines[at] = pick.choice(("", " ", "  ", "    ", "\t")) + lines[at].lstrip(" ")
    else:
        lines[at] = lines[at].rstrip("\n") + pick.choice(
            (" ", "\r\n", "\r", " # c\n", " // c\n", "")
        )
    return "".join(lines)


def _token(_lang, text, others, pick):
    words = _WORD.findall(text)
    if not words:
        return text
    at = pick.randrange(len(words))
    given = _WORD.findall(pick.choice(others)) or [""]
    words[at] = pick.choice(
        (words[pick.randrange(len(words))], pick.choice(given), words[at] * 2, "")
    )
    return "".join(words)


def _number(_lang, text, _others, pick):
    found = list(_NUMBER.finditer(text))
    if not found:
        return text
    spot = pick.choice(found)
    return text[: spot.start()] + pick.choice(NUMBERS) + text[spot.end() :]


def _nest(lang, text, _others, pick):
    opening, closing = pick.choice(_NESTS.get(lang, _NESTS["json"]))
    count = pick.choice((2, 5, 20, 120, 450)) if pick.random() < 0.3 else 2
    at = pick.randrange(len(text) + 1)
    end = min(len(text), at + pick.choice((0, 1, 5, 20)))
    return text[:at] + opening * count + text[at:end] + closing * count + text[end:]


def _newlines(_lang, text, _others, pick):
    return pick.choice(
        (
            text.replace("\n", "\r\n"),
            text.replace("\n", "\r"),
            text.rstrip("\n"),
            text + "\n\n",
            "\ufeff" + text,
        )
    )


def _cut(_lang, text, _others, pick):
    return text[: pick.randrange(len(text) + 1)]


# fmt: off
_NESTS = {
    "json": (("[", "]"), ('{"a":', "}")),
    "yaml": (("[", "]"), ("{a: ", "}"), ("- ", ""), ("? ", "")),
    "toml": (("[", "]"), ("{a=", "}")),
    "jsonnet": (("[", "]"), ("{a:", "}"), ("(", ")"), ("function(x) ", ""), ("-", ""), ("if true then ", ""), ("[", " for x in [1]]"), ("local a=1;", "")),
    "rcl": (("[", "]"), ("{a=", "}"), ("(", ")"), ("x => ", ""), ("not ", ""), ('f"{', '}"'), ("let a=1;", ""), ("-", "")),
    "pcl": (("[", "]"), ("{a=", "}"), ("(", ")"), ("!", ""), ('"${', '}"'), ("[for x in [1]: ", "]"), ("a {\n", "\n}\n"), ("true ? ", " : 1")),
    "phy": (("(", ")"), ("(TupleCons ", ")"), ("(Exprs ", ")"), ("(If true ", ")"), ("(Call not ", ")"), ("(SeqTy ", ")")),
}
_WAYS = (_insert, _insert, _insert, _delete, _delete, _double, _splice, _splice, _line, _line, _token, _token, _number, _nest, _newlines, _cut)
# fmt: on
