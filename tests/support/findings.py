"""A few findings to report."""

from confty.text import Code, Severity, Source, Span

MISMATCH = Code("rcl/type-mismatch", Severity.ERROR, "Types differ.")
UNUSED = Code("jsonnet/unused-local", Severity.WARNING, "A local is not used.")


def span(source, text, occurrence=0):
    start = -1
    for _ in range(occurrence + 1):
        start = source.text.index(text, start + 1)
    return Span(source, start, start + len(text))


def example():
    source = Source("users.rcl", 'let xs: List[Number] = [\n    42,\n    "43",\n];\nxs\n')
    return (
        MISMATCH.at(span(source, '"43"'), "expected Number, found String")
        .labelled("this is a String")
        .note(span(source, "Number"), "because of this annotation")
        .with_help("remove the quotes")
    )
