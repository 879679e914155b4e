"""Values as text, and text read back."""

from __future__ import annotations

from confty.languages.jsonnet.library.record import StdFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

MANIFESTS: Final = (
    StdFunction(
        "manifestJson",
        "(value: any) => string",
        "JSON over many lines, indented by four.",
        "manifests:manifest_json",
        printed=True,
        cpp="cpp:manifest_json",
        ends="sure",
    ),
    StdFunction(
        "manifestJsonMinified",
        "(value: any) => string",
        "JSON on one line, without blanks.",
        "manifests:manifest_minified",
        printed=True,
        cpp="cpp:manifest_minified",
        ends="sure",
    ),
    StdFunction(
        "manifestJsonEx",
        "(value: any, indent: string, newline?: string, key_val_sep?: string) => string",
        "JSON laid out with the given indentation, line break and key separator.",
        "manifests:manifest_json_ex",
        printed=True,
        cpp="cpp:manifest_json_ex",
        ends="sure",
    ),
    StdFunction(
        "manifestYamlDoc",
        "(value: any, indent_array_in_object?: boolean, quote_keys?: boolean) => string",
        "One YAML document.",
        "manifests:manifest_yaml",
        printed=True,
        cpp="cpp:manifest_yaml",
        ends="sure",
    ),
    StdFunction(
        "manifestYamlStream",
        "(value: array[any], indent_array_in_object?: boolean, c_document_end?: boolean, "
        "quote_keys?: boolean) => string",
        "A stream of YAML documents, one for each element.",
        "manifests:manifest_yaml_stream",
        late="indent_array_in_object quote_keys",
        printed=True,
        cpp="cpp:manifest_yaml_stream",
        ends="sure",
    ),
    StdFunction(
        "manifestToml",
        "(value: object) => string",
        "A TOML document, indented by two.",
        "formats:manifest_toml",
        printed=True,
        ends="sure",
    ),
    StdFunction(
        "manifestTomlEx",
        "(value: object, indent: string) => string",
        "A TOML document with the given indentation.",
        "formats:manifest_toml_ex",
        printed=True,
        also={"toml": "value"},
        ends="sure",
    ),
    StdFunction(
        "manifestIni",
        "(ini: object) => string",
        "An INI file from an object with the fields `main`, which may be missing, and `sections`.",
        "formats:manifest_ini",
        printed=True,
        ends="sure",
    ),
    StdFunction(
        "manifestPython",
        "(v: any) => string",
        "The value as a Python literal.",
        "formats:manifest_python",
        printed=True,
        ends="sure",
    ),
    StdFunction(
        "manifestPythonVars",
        "(conf: object) => string",
        "One Python assignment for each field of an object.",
        "formats:manifest_python_vars",
        printed=True,
        ends="sure",
    ),
    StdFunction(
        "manifestXmlJsonml",
        "(value: array[any]) => string",
        "XML from JsonML: an array of a tag, attributes that may be missing, and children.",
        "formats:manifest_xml",
        printed=True,
        ends="sure",
    ),
    StdFunction(
        "parseJson",
        "(str: string) => any",
        "The value that a JSON text stands for.",
        "readers:parse_json",
        rule="parse_json",
    ),
    StdFunction(
        "parseYaml",
        "(str: string) => any",
        "The value that a YAML text stands for; an array when it has several documents.",
        "readers:parse_yaml",
        cpp="cpp:parse_yaml",
        rule="parse_yaml",
    ),
)
