"""Texts of an adversary: openings without end, splices of real files, repeats, odd bytes."""

from __future__ import annotations

import random

from fuzz.seeds import seeds

#: What opens something, or is long when it is repeated, by language.
OPENERS = {
    "json": ["[", '{"a":', '"', "\\u", "-", "0", "1e", "[1,", '{"a":1,', "//", "/*", "'"],
    "yaml": ["[", "{a: ", "- ", "? ", "a: ", "&a ", "*a ", "!t ", '"', "'", "| ", ">\n", "---\n", "%YAML 1.2\n", "<<: *a\n", "- - ", "\t", " ", "a:\n ", "#", "!!binary ", "{", "{{", "&a [*a", "? [", '"\\x'],
    "toml": ["a.", "[a]\n", "[[a]]\n", "a={a=", "a=[", '"', '"""', "'''", 'a="', "1979-05-27T07:32:00", "[a.", "_", "0x", "+", "inf", "a=1\n", "a.b=1\n", "[[a.b]]\n", "#"],
    "jsonnet": ["[", "{", "(", "{a:", "{a::", "local a=1;", "local a(x)=", "if true then ", "function(x) ", "a.", "a[", "f(", "-", "!", "~", "1+", '"', "|||\n", "|||\n  %", "/*", "//", "#", 'import "a" + ', "error ", "assert true;", "[x for x in ", "{[x]:", "a{", "self.", "super.", "$", "std.", '"%s" % ', '"%(', "tailstrict ", "a==", "in ", "{a+:", "local a={b:", '@"', "1 in ", "//: {", "//: ("],
    "rcl": ["[", "{", "(", "let a=1;", "if true:", "[for x in ", "{for k,v in ", "x=>", 'f"{', 'f"', '"', '"""', 'f"""{', "a.", "f(", "-", "not ", "1+", "import ", "//", "#!", 'assert true,"";', "trace 1;", "{a=", '{"a":', "let a: ", "List[", "{ ", "set{", "...", "..[1],", "and ", "0x", "1_", "let f = (x: "],
    "pcl": ["[", "{", "(", "a=[", "a={", 'a="${', '"${', "%{", "a=<<EOT\n", "a=<<-EOT\n", "<<E\n${", "[for x in ", "{for k,v in ", 'resource "a" "b" {', 'component "a" "./', "a=!", "a=-", "a?", "a=a.", "a=f(", "/*", "#", "a=1\n", 'config "a" "string" {', "a[*].", "a.*.", "...", 'output "o" { value=', "%{if ", "%{for x in ", "a=try(", "invoke(", "a = secret("],
    "phy": ["(", "(Exprs ", "(TupleCons ", "(Call + 1 ", "(Module ", "(ProcDecl f ", "(While true ", "(If true ", "(Decl a ", "(Match ", "(Rule ", "(As : ", "(Seq (IntTy) ", '"', "-", "(Params ", "(TupleTy ", "(FnTy ", ";", "#|", "(Return ", "(Call ", '(Ident "', "1", "(Let ", "(Asgn a ", "(Index "],
}  # fmt: skip
CLOSERS = {"[": "]", "{": "}", "(": ")"}
SEPARATORS = ["", " ", "\n", ",", "\r\n", "\r", "\u2028", "\t"]
MIDDLES = ["1", "a", '"x"', "null", "", "x", "1 2", "😀"]
#: Bytes that are a whole file, or stand in the middle of one.
ODD = [
    b"", b"\n", b"\xef\xbb\xbf", b"\xef\xbb\xbf{}", b"\x00", b"{\x00}", b"\xed\xa0\x80", b'"\xed\xa0\x80"', b"\xff\xfe{\x00}\x00", b"\xfe\xff\x00{", b"\r\r\r", b"a\r\nb\r",
    b"\xe2\x80\xa8" * 50, b"a" * 1_000_000, b" " * 1_000_000, b"\n" * 100_000, b"1," * 200_000, b"\x1b[31m", b"\x85\xa0", b"\xf0\x9f\x98\x80" * 2000, b"e\xcc\x81" * 20000,
    b'"' + b"\\u0000" * 1000 + b'"', b"\xe2\x80\xae abc", b"9" * 50_000, b"-" * 50_000, b"1e" + b"9" * 5000, b"0." + b"0" * 50000 + b"1",
]  # fmt: skip
LONGEST = 1_200_000


def text(lang: str, pick: random.Random) -> bytes:
    """One text of an adversary."""
    way = pick.random()
    if way < 0.4:
        made = bomb(lang, pick)
    elif way < 0.5:
        return pick.choice(ODD)
    elif way < 0.8:
        made = _splice(lang, pick)
    else:
        made = _repeat(lang, pick)
    found = made.encode("utf-8", "surrogatepass")[:LONGEST]
    if pick.random() < 0.1:
        ends = pick.choice([b"\r\n", b"\r", b"\xe2\x80\xa8", b"\x0c\n"])
        found = found.replace(b"\n", ends)
    if pick.random() < 0.1:
        place = pick.randrange(len(found) + 1)
        found = found[:place] + pick.choice(ODD[:12]) + found[place:]
    return found


def bomb(lang: str, pick: random.Random) -> str:
    """Something opened again and again, and perhaps closed."""
    most = pick.choice([1, 3, 30, 120, 600, 5000, 60000])
    parts = [_opened(lang, pick, most) for _ in range(pick.choice([1, 1, 2, 4]))]
    return pick.choice(SEPARATORS).join(parts)


def _opened(lang: str, pick: random.Random, most: int) -> str:
    opener = pick.choice(OPENERS[lang])
    times = pick.choice([1, 2, 5, most])
    if pick.random() < 0.5:
        return opener * times
    closer = "".join(CLOSERS.get(letter, "") for letter in reversed(opener))
    if "EOT" in opener:
        closer = "\nEOT\n"
    elif '"' in opener and "${" in opener:
        closer = '}"'
    return opener * times + pick.choice(MIDDLES) + closer * times


def _splice(lang: str, pick: random.Random) -> str:
    known = seeds(lang)
    one, other = pick.choice(known), pick.choice(known)
    middle = ""
    if pick.random() < 0.6:
        middle = bomb(lang, pick)[: pick.choice([5, 50, 3000])]
    return one[: pick.randrange(len(one) + 1)] + middle + other[pick.randrange(len(other) + 1) :]


def _repeat(lang: str, pick: random.Random) -> str:
    known = pick.choice(seeds(lang))
    start = pick.randrange(len(known) + 1)
    end = start + pick.randrange(1, 30)
    return known[:start] + known[start:end] * pick.choice([2, 50, 500]) + known[end:]
