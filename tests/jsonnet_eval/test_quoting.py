"""Strings in output: what is written at once and what Python's encoder writes is the same."""

import json
import subprocess
import sys

from hypothesis import given
from hypothesis import strategies as st

from confty.languages.jsonnet.evaluator.manifest.json import line_text
from confty.languages.jsonnet.evaluator.values import quote

ODD = '"\\\n\t\r\x00\x1f\x7f\x80\x9f\xa0\xad\u2028\u2029\ud800\ufeff\U0001f600é a'


def one_by_one(text: str) -> str:
    """As the reference does it: each character for itself."""
    parts = [
        f"\\u{ord(one):04x}"
        if "\x7f" <= one <= "\x9f"
        else json.dumps(one, ensure_ascii=False)[1:-1]
        for one in text
    ]
    return '"' + "".join(parts) + '"'


@given(st.text() | st.text(ODD))
def test_every_text_is_quoted(text):
    assert quote(text) == one_by_one(text)
    assert line_text(text) == one_by_one(text)


def test_a_long_text_is_quoted_in_pieces():
    for part in ("x" * 5, 'a"b\\\n', "\x00\x9f"):
        text = part * (1_100_000)
        assert quote(text) == '"' + one_by_one(part)[1:-1] * 1_100_000 + '"'


def test_a_program_of_plain_strings_does_without_the_encoder():
    script = (
        "import sys, confty.cli.main as main\n"
        "sys.argv = ['confty', 'jsonnet', '--no-cache', '-e', sys.argv[1]]\n"
        "main.main()\n"
        "sys.exit('_json' in sys.modules)"
    )
    for program, needed in (("{ a: 'b \"c\" \\\\ d\\n', 'é': 1 }", 0), ("'\\t'", 1)):
        done = subprocess.run(
            [sys.executable, "-c", script, program], capture_output=True, check=False
        )
        assert done.returncode == needed, done
