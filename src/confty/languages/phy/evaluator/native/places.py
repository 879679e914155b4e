"""Reading and writing locations in native code: addresses, checked as they are walked."""

from __future__ import annotations

from confty.languages.phy.evaluator.code import Place, Program, Step, Value, is_boxed, is_heavy
from confty.languages.phy.evaluator.native.copies import Copies
from confty.languages.phy.evaluator.native.layout import Layout
from confty.languages.phy.evaluator.native.writer import Writer
from confty.languages.phy.rules import canonical
from confty.types import ListOf, Tuple, Type, Union


class Places(Writer):
    """A writer that can also walk into places; ``FunctionPrinter`` adds the rest."""

    def __init__(self, program: Program, layout: Layout, copies: Copies) -> None:
        super().__init__(program, layout)
        self.copies = copies

    def value(self, value: Value) -> str:
        """Return the name or the text of a value."""
        raise NotImplementedError

    def trap(self, failed: str, site: int, left: str = "0", right: str = "0") -> None:
        """End the run when ``failed`` holds."""
        raise NotImplementedError

    def read_place(self, place: Place) -> str:
        """Return what a place holds; whoever keeps it must copy it."""
        last = place.steps[-1]
        if last.index is not None and isinstance(last.container, Tuple) and _is_mixed(last):
            address = self._walk(place, place.steps[:-1])
            container = last.container
            base = self.name(f"load {self.layout.type(container)}, ptr {address}")
            index = self.value(last.index)
            self.check_index(index, str(len(container.elements)), last.site)
            return self.member_at(base, container, last.type, index)
        address = self._walk(place, place.steps)
        if isinstance(last.container, ListOf):
            return self.load_element(address, place.type)
        return self.name(f"load {self.layout.type(place.type)}, ptr {address}")

    def write_place(self, place: Place, value: str) -> None:
        """Store a value in a place, after dropping what was there."""
        address = self._walk(place, place.steps)
        in_list = isinstance(place.steps[-1].container, ListOf)
        word = self.layout.type(place.type)
        if is_heavy(place.type):
            self.copies.drop(self, self.name(f"load {word}, ptr {address}"), place.type)
        if in_list:
            self.store_element(value, address, place.type)
        else:
            self.line(f"store {word} {value}, ptr {address}")

    def _walk(self, place: Place, steps: tuple[Step, ...]) -> str:
        """Return the address that steps lead to, checking indices on the way."""
        address = f"%x{place.slot.number}"
        for step in steps:
            container = step.container
            if isinstance(container, ListOf):
                list_ = self.name(f"load ptr, ptr {address}")
                assert step.index is not None
                index = self.value(step.index)
                fixed = container.length
                length = self.length(list_) if fixed is None else str(fixed)
                self.check_index(index, length, step.site)
                word = self.layout.element(container.element)
                first = self.elements(list_)
                address = self.name(f"getelementptr {word}, ptr {first}, i64 {index}")
                continue
            if is_boxed(container):
                address = self.name(f"load ptr, ptr {address}")
            address = self._into_struct(address, step)
        return address

    def _into_struct(self, address: str, step: Step) -> str:
        struct = self.layout.struct(step.container)
        if step.position is not None:
            return self.name(f"getelementptr {struct}, ptr {address}, i32 0, i32 {step.position}")
        assert step.index is not None
        assert isinstance(step.container, Tuple)
        index = self.value(step.index)
        self.check_index(index, str(len(step.container.elements)), step.site)
        # All members are of one type, so the struct lies there like an array.
        word = self.layout.type(step.type)
        return self.name(f"getelementptr {word}, ptr {address}, i64 {index}")

    def check_index(self, index: str, length: str, site: int) -> None:
        """End the run unless an index is within bounds; as unsigned, negative ones are large."""
        outside = self.name(f"icmp uge i64 {index}, {length}")
        self.trap(outside, site, index, length)

    def member_at(self, base: str, container: Tuple, result: Type, index: str) -> str:
        """Return the member of a tuple at an index that is known to be within it."""
        word = self.layout.type(result)
        mixed = len({canonical(part) for part in container.elements}) > 1
        if is_boxed(container) and not mixed:
            place = self.name(f"getelementptr {word}, ptr {base}, i64 {index}")
            return self.name(f"load {word}, ptr {place}")
        place = self.reserve(word)
        after = self.label()
        labels = [self.label() for _ in container.elements]
        choices = [f"i64 {at}, label %{label}" for at, label in enumerate(labels)]
        self.line(f"switch i64 {index}, label %{labels[0]} [ {' '.join(choices)} ]")
        for at, (part, label) in enumerate(zip(container.elements, labels, strict=True)):
            self.lines.append(f"{label}:")
            found = self.part(base, container, at)
            if mixed:
                assert isinstance(result, Union)
                found = self.inject(found, part, result)
            self.line(f"store {word} {found}, ptr {place}")
            self.line(f"br label %{after}")
        self.lines.append(f"{after}:")
        return self.name(f"load {word}, ptr {place}")

    def reserve(self, word: str) -> str:
        """Reserve memory in the frame."""
        raise NotImplementedError


def _is_mixed(step: Step) -> bool:
    assert isinstance(step.container, Tuple)
    return len({canonical(part) for part in step.container.elements}) > 1
