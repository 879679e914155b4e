"""Reading and writing locations in native code: addresses, checked as they are walked."""

from __future__ import annotations

from confty.languages.phy.evaluator.memory import is_boxed, is_heavy
from confty.languages.phy.evaluator.native.copies import Copies
from confty.languages.phy.evaluator.native.frame import NativeFrame
from confty.languages.phy.evaluator.places import FieldStep, IndexStep, Location, PlaceStep
from confty.types import ListOf, Tuple, Type, Union, canonical


class PlaceWriter:
    """The places of one function."""

    def __init__(self, frame: NativeFrame, copies: Copies) -> None:
        self.frame = frame
        self.out = frame.out
        self.layout = frame.layout
        self.copies = copies

    def read(self, place: Location) -> str:
        """Return what a place holds; whoever keeps it must copy it."""
        last = place.steps[-1]
        container = last.container
        mixed = isinstance(container, Tuple) and _is_mixed(container)
        if isinstance(last, IndexStep) and isinstance(container, Tuple) and mixed:
            address = self._walk(place, place.steps[:-1])
            base = self.out.load(address, self.layout.type(container))
            index = self.frame.value(last.index)
            self.frame.check_index(index, str(len(container.elements)), last.site)
            return self.member_at(base, container, last.type, index)
        address = self._walk(place, place.steps)
        if isinstance(container, ListOf):
            return self.out.load_element(address, place.type)
        return self.out.load(address, self.layout.type(place.type))

    def write(self, place: Location, value: str) -> None:
        """Store a value in a place, after dropping what was there."""
        address = self._walk(place, place.steps)
        in_list = isinstance(place.steps[-1].container, ListOf)
        word = self.layout.type(place.type)
        if is_heavy(place.type):
            self.copies.drop(self.out, self.out.load(address, word), place.type)
        if in_list:
            self.out.store_element(value, address, place.type)
        else:
            self.out.store(value, address, word)

    def _walk(self, place: Location, steps: tuple[PlaceStep, ...]) -> str:
        """Return the address that steps lead to, checking indices on the way."""
        address = f"%x{place.slot.number}"
        proven = self.frame.proven
        # A list that was looked up before the loop around: what leads there need not be walked.
        known = [at for at in range(len(steps)) if (id(place), at) in proven.lists]
        start = max(known, default=0)
        for at, step in enumerate(steps[start:], start):
            container = step.container
            if isinstance(container, ListOf):
                list_ = proven.lists.get((id(place), at)) or self.out.load(address, "%L")
                assert isinstance(step, IndexStep)
                index = self.frame.value(step.index)
                if (id(place), at) not in proven.within:
                    fixed = container.length
                    length = self.out.length(list_) if fixed is None else str(fixed)
                    self.frame.check_index(index, length, step.site)
                word = self.layout.element(container.element)
                first = self.out.elements(list_)
                address = self.out.name(f"getelementptr {word}, ptr {first}, i64 {index}")
                continue
            if is_boxed(container):
                address = self.out.load(address, "ptr")
            address = self._into_struct(address, step)
        return address

    def _into_struct(self, address: str, step: PlaceStep) -> str:
        struct = self.layout.struct(step.container)
        if isinstance(step, FieldStep):
            return self.out.name(
                f"getelementptr {struct}, ptr {address}, i32 0, i32 {step.position}"
            )
        assert isinstance(step.container, Tuple)
        index = self.frame.value(step.index)
        self.frame.check_index(index, str(len(step.container.elements)), step.site)
        # All members are of one type, so the struct lies there like an array.
        word = self.layout.type(step.type)
        return self.out.name(f"getelementptr {word}, ptr {address}, i64 {index}")

    def member_at(self, base: str, container: Tuple, result: Type, index: str) -> str:
        """Return the member of a tuple at an index that is known to be within it."""
        word = self.layout.type(result)
        mixed = _is_mixed(container)
        if is_boxed(container) and not mixed:
            place = self.out.name(f"getelementptr {word}, ptr {base}, i64 {index}")
            return self.out.load(place, word)
        place = self.frame.reserve(word)
        after = self.out.label()
        labels = [self.out.label() for _ in container.elements]
        choices = [f"i64 {at}, label %{label}" for at, label in enumerate(labels)]
        self.out.line(f"switch i64 {index}, label %{labels[0]} [ {' '.join(choices)} ]")
        for at, (part, label) in enumerate(zip(container.elements, labels, strict=True)):
            self.out.lines.append(f"{label}:")
            found = self.out.part(base, container, at)
            if mixed:
                assert isinstance(result, Union)
                found = self.out.inject(found, part, result)
            self.out.line(f"store {word} {found}, ptr {place}")
            self.out.line(f"br label %{after}")
        self.out.lines.append(f"{after}:")
        return self.out.name(f"load {word}, ptr {place}")


def _is_mixed(container: Tuple) -> bool:
    return len({canonical(part) for part in container.elements}) > 1
