"""What is said about YAML: several syntax errors, traps, tags, templates; and what is not."""

import pytest
from data.host import MemoryHost

from confty.languages.data.wiring import YAML
from confty.text import Source


def check(text, **settings):
    return YAML.check(Source("a.yaml", text), MemoryHost(**settings)).diagnostics


def said(text, **settings):
    return [(one.span.first[0], one.code.name) for one in check(text, **settings)]


SEVERAL = [
    # Siblings of the same mapping, at several depths.
    ("a: @x\nb: 1\nc: @y\n", [1, 3]),
    ("top:\n  a: @x\n  b: 1\n  c: @y\nd: `z\n", [2, 4, 5]),
    ("- a: @x\n  b: 1\n- c: @y\n  d: @z\n", [1, 3, 4]),
    ("k:\n- @x\n- 1\n- @y\nz: @w\n", [2, 4, 5]),
    # Brackets and quotes that are never closed end with their line.
    ("a: [1, 2\nb: 1\nc: {x: 1\nd: 2\n", [1, 3]),
    ("a: \"x\nb: 1\nc: 'y\n", [1, 3]),
    # Documents are read one by one.
    ("a: b: c\n---\nd: 1\n---\ne: f: g\n", [1, 5]),
    # One mistake is told once: lines that cannot belong to anything are passed over.
    ("a:\n    b: 1\n  c: 2\n  d: 3\ne: 4\n", [3]),
    ("a: b: c: d\n", [1]),
    # Anchors from before the mistake are known behind it.
    ("a: &n 1\nb: @x\nc: *n\n", [2]),
]


@pytest.mark.parametrize(("text", "lines"), SEVERAL)
def test_several_syntax_errors(text, lines):
    found = check(text)
    assert [one.span.first[0] for one in found] == lines
    assert all(one.severity.word == "error" for one in found)


def test_a_large_text_is_read_with_care_only_around_its_mistake():
    good = "".join(f"key{i}: [1, 2, {{a: b}}]\n" for i in range(10_000))
    found = check(f"{good}bad: @x\n{good.replace('key', 'other')}worse: 'y\n")
    assert [one.span.text for one in found] == ["@", "'y"]
    assert [one.span.first[0] for one in found] == [10_001, 20_002]


def test_findings_before_a_mistake_in_a_large_text_are_told():
    good = "".join(f"key{i}: 1\n" for i in range(20_000))
    assert said(f"key7: 2\n{good}bad: @x\n") == [
        (9, "yaml/duplicate-key"),
        (20_002, "yaml/syntax"),
    ]


TRAPS = [
    ("a: no", "yaml/old-bool"),
    ("a: Off", "yaml/old-bool"),
    ("- YES", "yaml/old-bool"),
    ("no: Norway", "yaml/old-bool"),
    ("a: 0644", "yaml/leading-zero"),
    ("a: -012", "yaml/leading-zero"),
    ("zip: 01239", "yaml/leading-zero"),
    ("a: 22:22", "yaml/old-number"),
    ("a: 190:20:30.15", "yaml/old-number"),
    ("a: 1_000", "yaml/old-number"),
    ("a: 0b101", "yaml/old-number"),
    ("version: 3.10", "yaml/lost-zero"),
    ("go-version: [1.19, 1.20]", "yaml/lost-zero"),
    ("python:\n- 3.10", "yaml/lost-zero"),
    ("appVersion: 1.100", "yaml/lost-zero"),
    ("a: &x 1\nb: &x 2", "yaml/duplicate-anchor"),
    ("%YAML 1.1\n---\na: 1", "yaml/old-version"),
    ("a: 1\n---\n", "yaml/empty-document"),
]


@pytest.mark.parametrize(("text", "code"), TRAPS)
def test_traps(text, code):
    (found,) = check(text)
    assert found.code.name == code
    assert found.severity.word == "warning"
    assert found.help or found.notes


def test_what_is_said_of_octal_numbers_is_so():
    import yaml

    (found,) = check("a: 0644")
    assert found.message.startswith(f"0644 is 644 here, and {yaml.safe_load('0644')} to")


ORDINARY = [
    "on:\n  push:\n    branches: [main]\njobs:\n  a:\n    runs-on: ubuntu-latest\n",
    'a: "no"\nb: \'0644\'\nc: "3.10"\nd: |\n  no\n',
    "price: 10.50\nratio: 0.10\nversion: 3.8\nv: 2.0\nx-version: 1.0\n",
    "port: 0\nfloat: 0.5\nhex: 0x1F\noctal: 0o17\nexp: 1e3\nneg: -0.5\n",
    "date: 2024-01-01\ntime: 2024-01-01T10:00:00Z\nip: 10.0.0.0\nhost: 10.0.0.1:80\n",
    "ports:\n- 8080:80\n- 127.0.0.1:53:53/udp\nmac: 0a:1b:2c:3d:4e:5f\n",
    "y: 1\nn: 2\nx: nothing\nnote: offline\n",
    "a: &x 1\n---\nb: &x 2\n",
    "---\na: 1\n---\nb: 2\n",
    "a: 1\n...\n",
    "---\n",
    "run: echo ${{ matrix.x }}\nif: ${{ a && b }}\n",
    "- shell: \"{{ item }}\"\n- name: 'x {{ y }}'\n- debug: msg {{ z }}\n",
]


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_files_have_no_findings(text):
    assert said(text) == []


def test_tags_by_setting():
    text = "a: !Ref x\nb: !Sub 'y'\nc: !Ref z\nd: !GetAtt [a, b]\ne: !If {x: 1}\n"
    assert said(text) == [(1, "yaml/unknown-tag"), (2, "yaml/unknown-tag")] + [
        (line, "yaml/unknown-tag") for line in (4, 5)
    ]
    assert said(text, tags=["!Ref", "!Sub scalar", "!GetAtt sequence", "!If"]) == []
    assert "set tags" in check("a: !Ref x\n")[0].help


TEMPLATES = [
    "name: {{ .Values.name }}\n",
    'a: 1\n{{- if .Values.x }}\nb: 2\n{{- end }}\nc: {{ include "x" . | nindent 2 }}\n',
    "{{ range $i := until 3 }}\n- {{ $i }}\n{{ end }}\n",
    "name: {{ name }}\nother: {{ other | upper }}-x\n",
    "{% if x %}\na: 1\n{% endif %}\n",
]


@pytest.mark.parametrize("text", TEMPLATES)
def test_templates_are_left_alone_with_one_hint(text):
    (found,) = check(text)
    assert found.code.name == "yaml/template"
    assert found.severity.word == "hint"
    evaluated = YAML.evaluate(Source("a.yaml", text), MemoryHost())
    assert [one.code.name for one in evaluated.diagnostics] == ["yaml/template-value"]
    assert YAML.reformat(Source("a.yaml", text), MemoryHost()).output == text


def test_half_a_character_is_told():
    assert said("a: \ud800\n") == [(1, "yaml/unexpected-character")]


def test_a_mistake_beside_an_action_in_a_string_is_a_mistake():
    assert said('a: "{{ x }}"\nb: @y\n') == [(2, "yaml/syntax")]
