"""Text that is safe where it goes: a message holds whatever a program or a file name does."""

from __future__ import annotations


def clean(text: str) -> str:
    """Return text that steers no terminal; it may have several lines."""
    if text.isprintable():
        return text
    return "".join([one if one.isprintable() or one in "\n\t" else _kept(one) for one in text])


def on_one_line(text: str) -> str:
    """Return text that steers no terminal, on one line."""
    return clean(text).replace("\n", "\\n").replace("\t", " ")


def _kept(character: str) -> str:
    """Spell a character that is not printed, unless it is a space or joins what is."""
    import unicodedata  # noqa: PLC0415  start-up: hardly any message needs it

    if unicodedata.category(character) in {"Zs", "Co"} or character in "\u200c\u200d":
        return character
    return _spelled(character)


def _spelled(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")


def for_xml(text: str) -> str:
    """Return text that a document of XML 1.0 can hold."""
    return "".join([one if _is_xml(one) else _spelled(one) for one in text])


def _is_xml(character: str) -> bool:
    code = ord(character)
    if code < 0xD800:
        return code >= 0x20 or character in "\t\n\r"
    return code >= 0xE000 and code not in {0xFFFE, 0xFFFF}


def for_json(document: str) -> str:
    """Return a document of JSON that is UTF-8: half a pair of surrogates becomes an escape."""
    try:
        document.encode("utf-8")
    except UnicodeEncodeError:
        return document.encode("utf-8", "backslashreplace").decode("utf-8")
    return document
