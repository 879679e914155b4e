"""Tokens to syntax: one S-expression, held against the table of forms.

Reading keeps its own stack, so that depth costs nothing.  A form that breaks the grammar stays
in the tree as ``Broken`` with its operands: the checker still looks into it, and says nothing
more about it.
"""

from __future__ import annotations

from typing import Final

from confty.kit.suggest import nearest
from confty.language import Outcome
from confty.languages.phy import codes
from confty.languages.phy.balance import Repair, repaired
from confty.languages.phy.forms import (
    DECLARATIONS,
    EXPRESSIONS,
    FORMS,
    LEAVES,
    LETTERS,
    NAMES,
    TYPES,
    Form,
)
from confty.languages.phy.lexer import BAD, CLOSE, COMMENT, FLOAT, INT, NAME, OPEN, Token, lex
from confty.languages.phy.misnomers import BUILTIN_WORDS, MEANT
from confty.records import Record
from confty.text import Diagnostic, Edit, Source, Span

SEED: Final = "seed"
CURRENT: Final = "current"

# Far more than anybody writes, and few enough for the rooms behind to follow.
DEEPEST: Final = 200_000


class Node(metaclass=Record):
    """A form with its operands, or a leaf with its value."""

    form: str
    start: int
    end: int
    items: list[Node]
    value: object

    def __repr__(self) -> str:
        return f"<{self.form} {self.start}:{self.end}>"


class Syntax:
    """A file as read: its one form, if there is one."""

    __slots__ = ("damaged", "source", "top")

    def __init__(self, source: Source, top: Node | None) -> None:
        self.source = source
        self.top = top
        # A stretch in which a parenthesis is wrong, and about which nothing more is said.
        self.damaged: tuple[int, int] | None = None

    def is_damaged(self, finding: Diagnostic) -> bool:
        """Whether a finding may come from a parenthesis that is wrong."""
        if self.damaged is None or finding.span is None:
            return False
        start, end = self.damaged
        return start <= finding.span.start < end


class _Open:
    """A form whose closing parenthesis has not come yet."""

    __slots__ = ("items", "name", "name_end", "name_start", "start")

    def __init__(self, start: int) -> None:
        self.start = start
        self.name: str | None = None
        self.name_start = self.name_end = start
        self.items: list[Node] = []


def parse(source: Source, dialect: str = CURRENT) -> Outcome[Syntax]:
    """Read a file as the one form it must be."""
    tokens = lex(source)
    reader = _Reader(source, dialect, list(tokens.diagnostics))
    top = reader.read(tokens.output)
    deep = any(finding.code is codes.TOO_DEEP for finding in reader.findings)
    if reader.findings and not deep and _surplus(tokens.output):
        return _balanced(source, dialect, tokens, reader, top)
    return Outcome(Syntax(source, top), tuple(reader.findings))


def _surplus(tokens: list[Token]) -> int:
    """Count the parentheses that open more than is closed."""
    return sum([(token.kind is OPEN) - (token.kind is CLOSE) for token in tokens])


def _balanced(
    source: Source, dialect: str, tokens: Outcome[list[Token]], reader: _Reader, top: Node | None
) -> Outcome[Syntax]:
    """Read a file again as it was probably meant: one slip is told once."""

    def judge(part: list[Token]) -> bool:
        trial = _Reader(source, dialect, [])
        trial.read(part)
        return not trial.findings

    repair = repaired(source, tokens.output, judge)
    if repair is None:
        # Nobody can tell what was meant: what follows from it is not worth telling.
        told = [one for one in reader.findings if one.code in _BALANCE][-1:]
        syntax = Syntax(source, top)
        syntax.damaged = (0, len(source.text) + 1)
        return Outcome(syntax, (*tokens.diagnostics, *told) if told else tuple(reader.findings))
    again = _Reader(source, dialect, [])
    syntax = Syntax(source, again.read(repair.tokens))
    syntax.damaged = repair.damaged
    kept = [one for one in again.findings if not syntax.is_damaged(one)]
    return Outcome(syntax, (*tokens.diagnostics, _told(source, repair), *kept))


def _told(source: Source, repair: Repair) -> Diagnostic:
    """Say which parenthesis is missing, or too much."""
    at = repair.at
    place = Span(source, at.start, at.end)
    if repair.kind == "close":
        finding = codes.UNCLOSED.at(place, "expected a closing parenthesis behind this")
        finding = finding.with_fix(Edit(Span(source, at.end, at.end), ")"))
        if repair.form is None:
            return finding
        start = repair.form.start
        name = source.text[start + 1 : start + 40].split("(")[0].split()
        span = Span(source, start, start + 1 + len(name[0]) if name else start + 1)
        return finding.note(span, "to close this form")
    if repair.kind == "open":
        message = f"expected an opening parenthesis before {at.value}"
        edit = Edit(Span(source, at.start, at.start), "(")
        return codes.STRAY_CLOSE.at(place, message).with_fix(edit)
    what = "opens" if at.kind is OPEN else "closes"
    code = codes.UNCLOSED if at.kind is OPEN else codes.STRAY_CLOSE
    return code.at(place, f"this parenthesis {what} nothing").with_fix(Edit(place, ""))


def parse_several(source: Source, dialect: str = CURRENT) -> Outcome[list[Node]]:
    """Read a text that may hold several forms, as a session does."""
    tokens = lex(source)
    reader = _Reader(source, dialect, list(tokens.diagnostics))
    reader.several = []
    reader.read(tokens.output)
    return Outcome(reader.several, tuple(reader.findings))


def open_forms(text: str) -> int:
    """Count the forms that a text opens and does not close; a string left open counts as one."""
    depth = 0
    tokens = lex(Source("", text))
    for token in tokens.output:
        depth += (token.kind is OPEN) - (token.kind is CLOSE)
    open_string = any(found.code is codes.UNCLOSED_STRING for found in tokens.diagnostics)
    return max(depth, 0) + open_string


class _Reader:
    """One pass over the tokens of a file."""

    def __init__(self, source: Source, dialect: str, findings: list[Diagnostic]) -> None:
        self.source = source
        self.dialect = dialect
        self.findings = findings
        self.opened: list[_Open] = []
        self.top: Node | None = None
        self.several: list[Node] | None = None

    def read(self, tokens: list[Token]) -> Node | None:
        for token in tokens:
            kind = token.kind
            if kind is COMMENT:
                continue
            if self.top is not None and not self.opened:
                if self.several is None:
                    self._trailing(token)
                    break
                self.top = None
            if kind is OPEN:
                if self._open(token):
                    break
            elif kind is CLOSE:
                self._close(token)
            else:
                self._leaf(token)
        self._finish()
        return self.top

    def _say(self, finding: Diagnostic) -> None:
        self.findings.append(finding)

    def _span(self, start: int, end: int) -> Span:
        return Span(self.source, start, end)

    def _open(self, token: Token) -> bool:
        if len(self.opened) == DEEPEST:
            place = self._span(token.start, token.end)
            self._say(codes.TOO_DEEP.at(place, f"forms nest deeper than {DEEPEST:,}"))
            self.opened.clear()
            self.top = Node("Broken", token.start, token.end, [], None)
            return True
        if self.opened and self.opened[-1].name is None:
            self._nameless(self.opened[-1], token)
        self.opened.append(_Open(token.start))
        return False

    def _nameless(self, form: _Open, token: Token) -> None:
        form.name = ""
        place = self._span(token.start, token.end)
        self._say(codes.NO_FORM_NAME.at(place, "expected the name of a form"))

    def _leaf(self, token: Token) -> None:
        if self.opened and self.opened[-1].name is None:
            form = self.opened[-1]
            if token.kind is NAME:
                assert isinstance(token.value, str)
                form.name, form.name_start, form.name_end = token.value, token.start, token.end
                return
            form.name = ""
            if token.kind is not BAD:
                self._nameless(form, token)
        self._add(Node(_LEAF.get(token.kind, "Broken"), token.start, token.end, [], token.value))

    def _close(self, token: Token) -> None:
        if not self.opened:
            place = self._span(token.start, token.end)
            self._say(codes.STRAY_CLOSE.at(place, "this parenthesis closes nothing"))
            self.top = Node("Broken", token.start, token.end, [], None)
            return
        form = self.opened.pop()
        if form.name is None:
            self._nameless(form, token)
        node = Node(form.name or "Broken", form.start, token.end, form.items, form.name)
        if not self._accept(node, form):
            node.form = "Broken"
        self._add(node)

    def _add(self, node: Node) -> None:
        if self.opened:
            self.opened[-1].items.append(node)
            return
        if node.form not in _TOPS:
            if node.form != "Broken":
                wanted = "a module, a declaration or an expression"
                place = self._span(node.start, node.end)
                found = _described(node)
                self._say(codes.OPERAND_KIND.at(place, f"expected {wanted}, found {found}"))
            node = Node("Broken", node.start, node.end, node.items, node.value)
        self.top = node
        if self.several is not None:
            self.several.append(node)

    def _trailing(self, token: Token) -> None:
        if self.top is not None and self.top.form == "Broken":
            return
        place = self._span(token.start, token.end)
        finding = codes.TRAILING_TEXT.at(place, "expected the end of the program")
        self._say(finding.with_help("put several declarations into one (Module ...)"))

    def _finish(self) -> None:
        if self.opened:
            form = self.opened[-1]
            place = self._span(form.start, max(form.name_end, form.start + 1))
            finding = codes.UNCLOSED.at(place, "this form is never closed")
            self._say(finding.with_fix(self._closing()))
            # Close what is open without judging it: one slip is told once.
            at = len(self.source.text)
            while self.opened:
                form = self.opened.pop()
                node = Node("Broken", form.start, at, form.items, form.name)
                if self.opened:
                    self.opened[-1].items.append(node)
                else:
                    self.top = node
        elif self.top is None:
            finding = codes.EMPTY_PROGRAM.at(self._span(0, 0), "expected a form, found nothing")
            self._say(finding.with_help("the smallest program is (Module)"))

    def _closing(self) -> Edit:
        """Close all that is open, behind what is written."""
        text = self.source.text.rstrip()
        comment = ";" in text[text.rfind("\n") + 1 :]
        place = self._span(len(text), len(text))
        return Edit(place, ("\n" if comment else "") + ")" * len(self.opened))

    def _accept(self, node: Node, form: _Open) -> bool:
        """Hold a closed form against the grammar; say what is wrong with it."""
        if node.form in LEAVES:
            return self._accept_leaf(node)
        rule = FORMS.get(node.form)
        if rule is None:
            return bool(form.name) and self._guessed(node, self._unknown(form))
        if self.dialect == SEED and not rule.in_seed:
            place = self._span(form.name_start, form.name_end)
            finding = codes.LATER_FORM.at(place, f"the seed dialect has no {rule.name}")
            self._say(finding.with_help("leave out --dialect seed to use later additions"))
            return False
        if node.form == "Seq" and node.items and node.items[0].form == "Text":
            return len(node.items) == 1 or self._miscounted(node, "one string")
        if len(node.items) < rule.fewest or (
            rule.most is not None and len(node.items) > rule.most
        ):
            return self._miscounted(node, _counted(rule))
        return self._operands(node, rule)

    def _operands(self, node: Node, rule: Form) -> bool:
        fine = True
        for index, item in enumerate(node.items):
            wanted, allowed = LETTERS[rule.letter(index)]
            if item.form == "Broken":
                fine = fine and wanted in _BREAKABLE
            elif item.form not in allowed:
                place = self._span(item.start, item.end)
                self._say(
                    codes.OPERAND_KIND.at(place, f"expected {wanted}, found {_described(item)}")
                )
                fine = False
            elif rule.letter(index) in "fga" and not self._inner(item, rule.letter(index)):
                fine = False
        return fine

    def _inner(self, item: Node, letter: str) -> bool:
        """Check the operand of an auxiliary form that depends on where the form stands."""
        inner = item.items[1] if letter != "a" else item.items[0]
        allowed = {"f": TYPES, "g": EXPRESSIONS, "a": {"Ident"}}[letter]
        if inner.form in allowed:
            return True
        if inner.form == "Broken":
            # Told already; a rule without a name has nothing to go on with.
            return letter != "a"
        wanted = {"f": "a type", "g": "an expression", "a": "a name"}[letter]
        place = self._span(inner.start, inner.end)
        self._say(codes.OPERAND_KIND.at(place, f"expected {wanted}, found {_described(inner)}"))
        return False

    def _accept_leaf(self, node: Node) -> bool:
        """Turn ``(Ident "x")``, ``(IntVal 1)`` and ``(FloatVal 1.5)`` into the leaves they are."""
        if len(node.items) != 1:
            return self._miscounted(node, _LEAF_WANTS[node.form])
        item = node.items[0]
        raw = self.source.text[item.start] != "("
        if raw and item.form == _LEAF_HOLDS[node.form]:
            value = item.value
            if isinstance(value, bytes):
                value = value.decode("utf-8", "surrogateescape")
        elif raw and node.form == "FloatVal" and item.value in {"inf", "nan"}:
            assert isinstance(item.value, str)
            value = float(item.value)
        else:
            if item.form != "Broken":
                place = self._span(item.start, item.end)
                wanted = _LEAF_WANTS[node.form]
                found = _described(item)
                self._say(codes.OPERAND_KIND.at(place, f"expected {wanted}, found {found}"))
            return False
        node.items = []
        node.value = value
        return True

    def _miscounted(self, node: Node, wanted: str) -> bool:
        place = self._span(node.start, node.end)
        found = len(node.items)
        finding = codes.OPERAND_COUNT.at(place, f"{node.form} takes {wanted}, found {found}")
        form = FORMS.get(node.form)
        self._say(finding.with_help(f"write {form.usage}") if form is not None else finding)
        return False

    def _unknown(self, form: _Open) -> str | None:
        """Report a form that does not exist; return the one that was probably meant."""
        assert form.name is not None
        place = self._span(form.name_start, form.name_end)
        finding = codes.UNKNOWN_FORM.at(place, f"there is no form {form.name}")
        if form.name in BUILTIN_WORDS:
            meant, help_ = None, f"write (Call {form.name} ...)"
        else:
            meant = MEANT.get(form.name) or MEANT.get(form.name.capitalize())
            meant = meant or nearest(form.name, NAMES)
            help_ = f"did you mean {meant}?"
        if form.name in BUILTIN_WORDS:
            at = form.name_start
            finding = finding.with_fix(Edit(self._span(at, at), "Call "))
        elif meant:
            finding = finding.with_fix(Edit(place, meant))
        self._say(finding.with_help(help_) if meant or form.name in BUILTIN_WORDS else finding)
        return meant

    def _guessed(self, node: Node, meant: str | None) -> bool:
        """Go on as if a form had the name that was meant; what does not fit then is not told."""
        if meant is None or meant in TYPES:
            # Of a type nothing is known then, and nothing said about what is of it.
            return False
        before = len(self.findings)
        node.form = meant
        guess = _Open(node.start)
        guess.name, guess.items = meant, node.items
        fits = self._accept(node, guess)
        del self.findings[before:]
        return fits


_BALANCE: Final = (codes.UNCLOSED, codes.STRAY_CLOSE, codes.TRAILING_TEXT)
_LEAF: Final = {NAME: "Ident", INT: "IntVal", FLOAT: "FloatVal", "string": "Text"}
_LEAF_HOLDS: Final = {"Ident": "Text", "IntVal": "IntVal", "FloatVal": "FloatVal"}
_LEAF_WANTS: Final = {"Ident": "a string", "IntVal": "an integer", "FloatVal": "a float"}
_TOPS: Final = {"Module", *DECLARATIONS, *EXPRESSIONS}
# A broken operand where one of these is wanted leaves its parent usable.
_BREAKABLE: Final = {"an expression", "a type", "an expression or a type", "a declaration"}


def _described(node: Node) -> str:
    if node.form == "Text":
        return "a string"
    rule = FORMS.get(node.form)
    if rule is None:
        return {"Ident": "a name", "IntVal": "an integer"}.get(node.form, "a float")
    return f"{node.form}, {rule.kind}"


def _counted(rule: Form) -> str:
    words = ("no operand", "one operand", "two operands", "three operands", "four operands")
    if rule.most is None:
        return f"at least {words[rule.fewest]}"
    if rule.most == rule.fewest:
        return words[rule.fewest]
    return f"{words[rule.fewest].split()[0]} or {words[rule.most]}"
