"""Collections in translated code: displays, comprehensions, and loops where those do not reach."""

from __future__ import annotations

from confty import types
from confty.languages.rcl.evaluator.translator.analysis import (
    Interval,
    any_inside,
    element_children,
)
from confty.languages.rcl.evaluator.translator.translator import Translator, slot
from confty.languages.rcl.library.standard import RANGE_LIMIT
from confty.languages.rcl.parser import syntax


def collection(self: Translator, node: syntax.Collection) -> str:
    """Translate ``[...]`` or ``{...}``."""
    self.deeper(1)
    kind = "list"
    if node.bracket == "{":
        kind = "dict" if node in self.checked.dicts else "set"
    parts = []
    single = len(node.elements) == 1
    for element in node.elements:
        if element.controls:
            text = _comprehension(self, element, kind)
            if single:
                self.depth -= 1
                return text
            parts.append(f"{'**' if kind == 'dict' else '*'}{text}")
        else:
            parts.append(_part(self, element, kind))
    self.depth -= 1
    inside = ", ".join(parts)
    if kind == "list":
        return f"[{inside}]"
    return f"{{{inside}}}" if parts or kind == "dict" else "set()"


def _part(self: Translator, element: syntax.Element, kind: str) -> str:
    """Translate an element without control items, for a display."""
    result = element.result
    if isinstance(result, syntax.Pair):
        return f"{_key(self, result.key)}: {self.expr(result.value)}"
    if isinstance(result, syntax.Item):
        return _key(self, result.value) if kind == "set" else self.expr(result.value)
    if kind == "dict":
        return f"**{_mapping(self, result)}"
    text = _unpacked(self, result)
    return f"*map(freeze, {text})" if kind == "set" else f"*{text}"


def _key(self: Translator, node: syntax.Expr) -> str:
    """Translate a key or an element of a set; strings and numbers freeze to themselves."""
    text = self.expr(node)
    return text if self.known(node) in (types.STRING, types.NUMBER) else f"freeze({text})"


def _mapping(self: Translator, node: syntax.Unpack) -> str:
    text = self.expr(node.value)
    known = types.unfold(self.known(node.value))
    return text if isinstance(known, (types.MapOf, types.Object)) else f"mapping({text})"


def _unpacked(self: Translator, node: syntax.Unpack) -> str:
    text = self.expr(node.value)
    known = types.unfold(self.known(node.value))
    if isinstance(known, types.SetOf):
        text = f"elements({text})"
    elif not isinstance(known, types.ListOf):
        text = f"singles({text})"
    text = f"spread({text})"
    guard = self.checked.guards.get(node)
    if guard is None or (guard.proven and self.trusting):
        return text
    return f"checked({self.out.constant(self.tests.of(guard.wanted.type), 'g')}, {text})"


def _comprehension(self: Translator, element: syntax.Element, kind: str) -> str:
    """Write a Python comprehension, or a loop when something inside needs statements."""
    out = self.out
    outer_steps, self.steps = self.steps, 0
    mark, margin, counter = len(out.lines), out.margin, out.counter
    text = _expression_form(self, element, kind)
    if text is None or len(out.lines) != mark:
        del out.lines[mark:]
        out.margin = margin
        # Names made for the dropped form are not reused: constants may refer to them.
        assert out.counter >= counter
        self.steps = 0
        text = _statement_form(self, element, kind)
    self.steps = outer_steps
    return text


def _expression_form(self: Translator, element: syntax.Element, kind: str) -> str | None:
    if any(any_inside(one, (syntax.Function,)) for one in element_children(element)):
        return None
    heads: list[tuple[str, bool]] = []
    for index, (_, control) in enumerate(element.controls):
        if isinstance(control, syntax.For):
            source = _source(self, control)
            if ":=" in source:
                if index:
                    return None
                name = self.out.fresh()
                self.out.line(f"{name} = {source}")
                source = name
            heads.append((_head(self, control, source), True))
        elif isinstance(control, syntax.Filter):
            if not heads:
                return None
            heads.append((f"if {self.expr(control.condition)}", False))
        else:
            return None
    hoisted = len(self.out.lines)
    body = _yielded(self, element, kind)
    if body is None or len(self.out.lines) != hoisted:
        return None
    return _finished(self, heads, body, kind)


def _finished(self: Translator, heads: list[tuple[str, bool]], body: str, kind: str) -> str:
    """Put a comprehension together; loops over work that counts pay for it as they start."""
    texts = []
    for text, is_loop in heads:
        if is_loop:
            variables, _, source = text.partition(" in ")
            texts.append(f"{variables} in spend({source}, {max(self.steps, 1)})")
        else:
            texts.append(text)
    self.functions += 1
    inside = f"{body} {' '.join(texts)}"
    if kind == "list":
        return f"[{inside}]"
    return f"{{{inside}}}"


def _yielded(self: Translator, element: syntax.Element, kind: str) -> str | None:
    result = element.result
    if isinstance(result, syntax.Unpack):
        return None
    if isinstance(result, syntax.Pair):
        return f"{_key(self, result.key)}: {self.expr(result.value)}"
    return _key(self, result.value) if kind == "set" else self.expr(result.value)


def _head(self: Translator, control: syntax.For, source: str) -> str:
    names = [slot(self.checked.binders[name]) for name in control.variables]
    return f"for {', '.join(names)} in {source}"


def _source(self: Translator, control: syntax.For) -> str:
    """Translate what a loop goes over, and note what is known of its variable."""
    binding = self.checked.binders[control.variables[0]]
    bounds = _range_bounds(self, control.collection)
    if bounds is not None and len(control.variables) == 1:
        lower, upper = bounds
        self.intervals[binding] = (lower, max(lower, upper - 1))
        self.steps += 3
        return f"range({lower}, {upper})"
    text = self.expr(control.collection)
    known = types.unfold(self.known(control.collection))
    if len(control.variables) == 2:
        return (
            f"pairs({text})"
            if isinstance(known, (types.MapOf, types.Object))
            else f"doubles({text})"
        )
    if len(control.variables) != 1:
        return "retry()"
    if isinstance(known, types.ListOf):
        return text
    return f"elements({text})" if isinstance(known, types.SetOf) else f"singles({text})"


def _range_bounds(self: Translator, node: syntax.Expr) -> tuple[int, int] | None:
    """Recognise ``std.range`` with bounds that are known now."""
    while isinstance(node, syntax.Parens):
        node = node.body
    if (
        not isinstance(node, syntax.Chain)
        or not isinstance(node.base, syntax.Name)
        or len(node.links) != 2
    ):
        return None
    binding = self.checked.uses[node.base]
    field, call = node.links
    if binding.node is not None or binding.name != "std" or not isinstance(field, syntax.Field):
        return None
    if field.name.text != "range" or not isinstance(call, syntax.Call) or len(call.arguments) != 2:
        return None
    found: list[int] = []
    for argument in call.arguments:
        interval: Interval = self.interval(argument)
        if interval is None or interval[0] != interval[1]:
            return None
        found.append(interval[0])
    lower, upper = found
    return (lower, upper) if upper - lower <= RANGE_LIMIT else None


def _statement_form(self: Translator, element: syntax.Element, kind: str) -> str:
    out = self.out
    name = out.fresh()
    out.line(f"{name} = {'[]' if kind == 'list' else '{}' if kind == 'dict' else 'set()'}")
    closures = any(any_inside(one, (syntax.Function,)) for one in element_children(element))
    margin = out.margin
    _rest(self, element, 0, kind, (name, closures))
    out.margin = margin
    return name


def _rest(
    self: Translator, element: syntax.Element, index: int, kind: str, target: tuple[str, bool]
) -> None:
    """Write the control items from ``index`` on, then what adds to the target."""
    out = self.out
    if index == len(element.controls):
        _add(self, element, kind, target[0])
        return
    control = element.controls[index][1]
    if isinstance(control, syntax.For):
        source = _source(self, control)
        out.line(f"{_head(self, control, f'spend({source}, 1)')}:")
        out.margin += 1
        if target[1]:
            # Functions made in a loop keep the values of their own round.
            names = ", ".join([slot(self.checked.binders[one]) for one in control.variables])
            inner = out.fresh("b")
            self.functions += 1
            call = f"{inner}({names})"
            out.margin -= 1
            loop = out.lines.pop()
            out.line(f"def {inner}({names}):")
            out.margin += 1
            _rest(self, element, index + 1, kind, target)
            out.margin -= 1
            out.lines.append(loop)
            out.line(f" {call}")
            return
    elif isinstance(control, syntax.Filter):
        out.line(f"if {self.expr(control.condition)}:")
        out.margin += 1
    else:
        self.statement(control)
    _rest(self, element, index + 1, kind, target)


def _add(self: Translator, element: syntax.Element, kind: str, name: str) -> None:
    out, result = self.out, element.result
    if isinstance(result, syntax.Unpack):
        if kind == "dict":
            out.line(f"{name}.update({_mapping(self, result)})")
        elif kind == "set":
            out.line(f"{name}.update(map(freeze, {_unpacked(self, result)}))")
        else:
            out.line(f"{name}.extend({_unpacked(self, result)})")
        return
    text = _yielded(self, element, kind)
    assert text is not None
    if isinstance(result, syntax.Pair):
        key, value = _key(self, result.key), self.expr(result.value)
        out.line(f"{name}[{key}] = {value}")
    else:
        out.line(f"{name}.{'add' if kind == 'set' else 'append'}({text})")
