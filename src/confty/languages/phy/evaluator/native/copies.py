"""Copying and dropping heavy values: two functions for each type that needs them.

Nothing is counted: a value has one owner, a copy is a copy of everything inside, and dropping
gives everything inside back.  Dropping takes empty slots (all zeros) as well.
"""

from __future__ import annotations

from collections.abc import Callable

from confty.languages.phy.evaluator.lowered import Lowered
from confty.languages.phy.evaluator.memory import is_boxed, is_heavy, parts_of
from confty.languages.phy.evaluator.native.layout import MachineTypes
from confty.languages.phy.evaluator.native.writer import FunctionWriter
from confty.types import ListOf, Type, Union, canonical


class Copies:
    """The copying and dropping functions of one program."""

    def __init__(self, program: Lowered, layout: MachineTypes) -> None:
        self.program = program
        self.layout = layout
        self.numbers: dict[Type, int] = {}
        self.functions: list[str] = []

    def clone(self, writer: FunctionWriter, value: str, type_: Type) -> str:
        """Write a copy of ``value``; return its name."""
        if not is_heavy(type_):
            return value
        word = self.layout.type(type_)
        return writer.name(
            f"call fastcc {word} @clone{self._number(type_)}(ptr %c, {word} {value})"
        )

    def drop(self, writer: FunctionWriter, value: str, type_: Type) -> None:
        """Write that ``value`` is not needed any more."""
        if is_heavy(type_):
            word = self.layout.type(type_)
            writer.line(f"call fastcc void @drop{self._number(type_)}(ptr %c, {word} {value})")

    def _number(self, type_: Type) -> int:
        kind = canonical(type_)
        number = self.numbers.get(kind)
        if number is None:
            number = self.numbers[kind] = len(self.numbers)
            word = self.layout.type(kind)
            body = self._clone(kind)
            self._define(f"{word} @clone{number}(ptr %c, {word} %v)", body)
            body = self._drop(kind)
            self._define(f"void @drop{number}(ptr %c, {word} %v)", body)
        return number

    def _define(self, head: str, body: FunctionWriter) -> None:
        lines = "\n".join(["entry:", *body.lines])
        self.functions.append(f"define internal fastcc {head} nounwind {{\n{lines}\n}}\n")

    # Copying.

    def _clone(self, type_: Type) -> FunctionWriter:
        writer = FunctionWriter(self.program, self.layout)
        word = self.layout.type(type_)
        if isinstance(type_, ListOf):
            made = self._clone_list(writer, type_)
        elif isinstance(type_, Union):
            self._each_member(writer, type_, self._clone_member)
            made = "%v"
        elif is_boxed(type_) and not any(map(is_heavy, parts_of(type_))):
            size = writer.size(self.layout.struct(type_))
            made = writer.name(f"call ptr @allocate(ptr %c, i64 {size})")
            arguments = f"ptr {made}, ptr %v, i64 {size}, i1 false"
            writer.line(f"call void @llvm.memcpy.p0.p0.i64({arguments})")
        else:
            parts: list[str] = []
            for index, part in enumerate(parts_of(type_)):
                parts.append(self.clone(writer, writer.part("%v", type_, index), part))
            made = writer.bundle(parts, type_)
        writer.line(f"ret {word} {made}")
        return writer

    def _clone_list(self, writer: FunctionWriter, type_: ListOf) -> str:
        element = self.layout.element(type_.element)
        data, count = writer.elements("%v"), writer.length("%v")
        arguments = f"ptr %c, ptr {data}, i64 {count}, i64 {writer.size(element)}"
        made = writer.name(f"call ptr @list_copy({arguments})")
        if is_heavy(type_.element):
            place = self._loop(writer, made, count, element)
            found = writer.load(place, element)
            writer.store(self.clone(writer, found, type_.element), place, element)
            self._end_loop(writer)
        return writer.made_list(made, count)

    def _clone_member(self, writer: FunctionWriter, union: Union, member: Type) -> None:
        copy = self.clone(writer, writer.project("%v", union, member), member)
        made = writer.inject(copy, member, union)
        writer.line(f"ret {self.layout.type(union)} {made}")

    # Dropping.

    def _drop(self, type_: Type) -> FunctionWriter:
        writer = FunctionWriter(self.program, self.layout)
        if isinstance(type_, ListOf):
            self._drop_list(writer, type_)
        elif isinstance(type_, Union):
            self._each_member(writer, type_, self._drop_member)
        elif is_boxed(type_):
            self._drop_box(writer, type_)
        else:
            for index, part in enumerate(parts_of(type_)):
                if is_heavy(part):
                    self.drop(writer, writer.part("%v", type_, index), part)
        writer.line("ret void")
        return writer

    def _drop_list(self, writer: FunctionWriter, type_: ListOf) -> None:
        data = writer.elements("%v")
        if is_heavy(type_.element):
            element = self.layout.type(type_.element)
            place = self._loop(writer, data, writer.length("%v"), element)
            self.drop(writer, writer.load(place, element), type_.element)
            self._end_loop(writer)
        writer.line(f"call void @list_free(ptr %c, ptr {data})")

    def _drop_box(self, writer: FunctionWriter, type_: Type) -> None:
        empty = writer.name("icmp eq ptr %v, null")
        writer.line(f"br i1 {empty}, label %none, label %some")
        writer.lines.append("none:")
        writer.line("ret void")
        writer.lines.append("some:")
        for index, part in enumerate(parts_of(type_)):
            if is_heavy(part):
                self.drop(writer, writer.part("%v", type_, index), part)
        writer.line("call void @release(ptr %c, ptr %v)")

    def _drop_member(self, writer: FunctionWriter, union: Union, member: Type) -> None:
        self.drop(writer, writer.project("%v", union, member), member)
        writer.line("ret void")

    # Shapes that both need.

    def _each_member(
        self,
        writer: FunctionWriter,
        type_: Union,
        act: Callable[[FunctionWriter, Union, Type], None],
    ) -> None:
        """Do something for the member that the value is, if that one is heavy."""
        heavy = [member for member in type_.members if is_heavy(member)]
        tag = writer.tag("%v", type_)
        labels = [writer.label() for _ in heavy]
        choices = [
            f"i64 {self.program.tag(member)}, label %{label}"
            for member, label in zip(heavy, labels, strict=True)
        ]
        writer.line(f"switch i64 {tag}, label %light [ {' '.join(choices)} ]")
        for member, label in zip(heavy, labels, strict=True):
            writer.lines.append(f"{label}:")
            act(writer, type_, member)
        writer.lines.append("light:")

    def _loop(self, writer: FunctionWriter, data: str, count: str, element: str) -> str:
        """Open a loop over elements; return the address of the current one."""
        writer.line("br label %head")
        writer.lines.append("head:")
        writer.line("%at = phi i64 [ 0, %entry ], [ %next, %latch ]")
        more = writer.name(f"icmp ult i64 %at, {count}")
        writer.line(f"br i1 {more}, label %body, label %done")
        writer.lines.append("body:")
        return writer.name(f"getelementptr {element}, ptr {data}, i64 %at")

    def _end_loop(self, writer: FunctionWriter) -> None:
        writer.line("br label %latch")
        writer.lines.append("latch:")
        writer.line("%next = add i64 %at, 1")
        writer.line("br label %head")
        writer.lines.append("done:")
