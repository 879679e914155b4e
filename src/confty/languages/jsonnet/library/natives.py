"""The functions that Tanka gives to programs through ``std.native``: one record each."""

from __future__ import annotations

from confty.languages.jsonnet.library.record import StdFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

NATIVES: Final = {
    record.name: record
    for record in (
        StdFunction(
            "parseJson",
            "(json: string) => any",
            "The value that a JSON text stands for.",
            "natives:parse_json",
        ),
        StdFunction(
            "parseYaml",
            "(yaml: string) => array[any]",
            "The documents of a YAML text, one or many.",
            "natives:parse_yaml",
        ),
        StdFunction(
            "manifestJsonFromJson",
            "(json: string, indent: number) => string",
            "A JSON text laid out with an indentation.",
            "natives:manifest_json",
        ),
        StdFunction(
            "manifestYamlFromJson",
            "(json: string) => string",
            "A JSON text as YAML.",
            "natives:manifest_yaml",
        ),
        StdFunction(
            "escapeStringRegex",
            "(str: string) => string",
            "A regular expression that matches just this text.",
            "natives:escape_regex",
        ),
        StdFunction(
            "regexMatch",
            "(regex: string, string: string) => boolean",
            "Whether a regular expression matches anywhere in a text.",
            "natives:regex_match",
        ),
        StdFunction(
            "regexSubst",
            "(regex: string, src: string, repl: string) => string",
            "The text with every match replaced; `$1` and `${name}` stand for groups.",
            "natives:regex_subst",
        ),
        StdFunction(
            "sha256",
            "(str: string) => string",
            "The SHA-256 digest of a text, in hexadecimal.",
            "natives:sha256",
        ),
        StdFunction(
            "helmTemplate",
            "(name: string, chart: string, opts: object) => object",
            "What `helm template` makes of a chart, if programs may be run.",
            "natives:helm_template",
        ),
        StdFunction(
            "kustomizeBuild",
            "(path: string, opts: object) => object",
            "What `kustomize build` makes of a folder, if programs may be run.",
            "natives:kustomize_build",
        ),
    )
}
