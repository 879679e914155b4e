"""What a user may choose about the layout; the defaults are the reference formatter's."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Options:
    """Flags of the formatter; ``l`` leaves a style as it is, an indent of 0 the indentation."""

    indent: int = 2
    max_blank_lines: int = 2
    string_style: str = "s"
    comment_style: str = "s"
    pretty_field_names: bool = True
    pad_arrays: bool = False
    pad_objects: bool = True
    sort_imports: bool = True
    use_implicit_plus: bool = True
