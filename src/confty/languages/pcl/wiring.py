"""PCL's pipeline on one screen: text, tokens, syntax, bound program, stack outputs, rendered."""

from __future__ import annotations

from confty.language import FromChecked, FromSyntax, FromText, Host, Language, Outcome, Wish
from confty.languages.pcl import codes
from confty.languages.pcl.parser import Syntax, parse
from confty.text import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from confty.kit.insight import Insight
    from confty.languages.pcl.checker.checked import Checked
    from confty.languages.pcl.evaluator.outputs import StackOutputs


def _parse(source: Source, host: Host) -> Outcome[Syntax]:
    del host  # there is one way to read PCL
    return parse(source)


def _check(source: Source, host: Host) -> Outcome[Checked]:
    """Bind the program that the file belongs to; say what there is to say about this file."""
    from confty.languages.pcl.checker import bind_source
    from confty.languages.pcl.checker.checked import Checked

    program = bind_source(source, host)
    findings = [
        finding
        for finding in program.diagnostics
        if finding.span is None or finding.span.source.name == source.name
    ]
    return Outcome(Checked(program, source), tuple(findings))


def _said(source: Source, host: Host) -> Outcome[None]:
    """The same, where nobody asks for more than that."""
    from confty.languages.pcl.checker import bind_source
    from confty.languages.pcl.checker.shared import findings_about

    found = findings_about(source, lambda: bind_source(source, host, sharing=True), host)
    return Outcome(None, found)


def _insight(checked: Checked) -> Insight:
    from confty.languages.pcl.insight import PclInsight

    return PclInsight(checked)


def _evaluate(checked: Outcome[Checked], host: Host) -> Outcome[StackOutputs | None]:
    """The stack outputs of a program without resources."""
    from confty.languages.pcl.evaluator.outputs import evaluate_outputs

    return evaluate_outputs(checked.output.program, host)


def _plain(value: StackOutputs) -> Outcome[object]:
    from confty.languages.pcl.evaluator.outputs import plain

    return Outcome(plain(value))


def _render(value: StackOutputs, name: str) -> Outcome[str]:
    from confty.languages.pcl.evaluator.outputs import shown
    from confty.render import render

    rendered = render(shown(value), name)
    return Outcome(rendered) if isinstance(rendered, str) else Outcome("", (rendered,))


def _reformat(parsed: Outcome[Syntax], host: Host) -> Outcome[str]:
    from confty.languages.pcl.formatter import reformat

    del host  # one layout for everybody
    source = parsed.output.source
    if parsed.failed:
        return Outcome(source.text, parsed.diagnostics)
    return Outcome(reformat(source), parsed.diagnostics)


def _meaning(parsed: Syntax) -> object:
    from confty.languages.pcl.formatter import meaning

    return meaning(parsed.source)


class _Folders:
    """What is made of a program's folder."""

    def preview(self, folder: str, host: Host, wish: Wish) -> Outcome[object]:
        from confty.languages.pcl.preview.room import preview

        return preview(folder, host, wish)

    def convert(self, folder: str, host: Host, name: str) -> Outcome[dict[str, str]]:
        from confty.languages.pcl.converter.room import convert

        return convert(folder, host, name)

    def written(self, data: object) -> str:
        from confty.languages.pcl.converter.from_data import as_pcl

        return as_pcl(data)


LANGUAGE: Language[Syntax, Checked, StackOutputs] = Language(
    name="pcl",
    codes=codes.CODES,
    parser=_parse,
    checker=FromText(_check),  # a folder is one program
    brief=FromText(_said),  # which says what it says once, for all of its files
    insight=_insight,
    evaluator=FromChecked(_evaluate),
    plain=_plain,
    formats=("json", "yaml", "toml", "raw"),
    render=_render,
    formatter=FromSyntax(_reformat),
    labelled=True,
    meaning=_meaning,
    folders=_Folders(),
)
