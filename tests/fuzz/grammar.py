"""Small grammars: well-formed texts of every language, odd on purpose.

A rule is a list of alternatives; ``<name>`` in one is another rule.  The first alternatives of
a rule end sooner, so that deep texts come to an end.
"""

from __future__ import annotations

import random
import re

_NAME = re.compile(r"<(\w+)>")
_NUMBERS = ["0", "1", "2", "-1", "3.5", "1e3", "-0.0", "9007199254740993", "1e100", "0.1"]
_SPACE = ["", " ", "\n", "\n  ", "  ", "\n\n"]

# fmt: off
GRAMMARS: dict[str, dict[str, list[str]]] = {
    "json": {
        "start": ["<v>", "<s><v><s>\n"],
        "v": ["1", '"a"', "null", "<n>", "<str>", "[<s>]", "{<s>}", "[<s><v><s>]", "[<v>,<s><v>]", "{<s><m><s>}", "{<m>,<s><m>}"],
        "m": ["<str>:<s><v>"],
        "str": ['"a"', '"b"', '""', '"\\u00e9"', '"\\n"', '"\\ud83d\\ude00"', '"$ref"', '"type"', '"\\ud800"', '"\u2028"', '"a.b"'],
        "n": _NUMBERS,
        "s": _SPACE,
    },
    "yaml": {
        "start": ["<block>", "---\n<block>", "<block>...\n", "---\n<block>---\n<block>", "# c\n<block>"],
        "block": ["<flow>\n", "<key>: <flow>\n", "- <flow>\n", "<key>: <flow>\n<key2>: <flow>\n", "- <flow>\n- <flow> # c\n", "<key>:\n  <key>: <flow>\n  <key2>: <flow>\n", "<key>:\n- <flow>\n- <key>: <flow>\n", "- - <flow>\n  - <flow>\n", "<key>: <text>", "- <text>- <flow>\n", "? <flow>\n: <flow>\n", "- &a <flow>\n- *a\n", "<key>: <text><key2>: <flow>\n", "<key>:\n    # c\n\n    - <flow>\n"],
        "text": ["|<h>\n  a\n\n  b\n", ">\n  a\n  b\n\n\n", "|<h>\n    a\n   b\n", "|+\n  a\n\n\n", ">+\n  a\n\n", "|2\n    a\n", "|-\n  a\n\n", '"a\n  b"\n', "'a\n\n  b'\n", "a\n  b\n", "|<h>\n\n  a\n", "| # c\n  a\n", "|<h>\n\n", ">-\n\n  a\n\n\n   b\n"],
        "h": ["", "+", "-", "1", "1+"],
        "flow": ["1", "a", "~", "<n>", "''", "'a b'", '"a\\n"', "[]", "{}", "[<flow>, <flow>]", "{<key>: <flow>}", "{<key>: <flow>, <key2>}", "yes", "0o7", "2001-01-01", "!!str 1", "a b", "- ", "''''", '"#"', "a#b", "1:2", ".nan", "!a b", "", "null", "0x1F", "[a: b]", "[? a : b]", "'a: b'", "|", "12:30:45", "+1", "1_000", "é", '"\\u2028"', "=", "<<"],
        "key": ["a", "b", "'a'", "1", '"c d"', "true", "<<", "?", "a b", "é", "null", "[a]", "-a"],
        "key2": ["c", "d", '"e"', "2", "f g"],
        "n": _NUMBERS,
    },
    "toml": {
        "start": ["<line>", "<line><line>", "<line><table><line>", "<table><line><table><line>", "# c\n<line>\n\n<table><line>"],
        "table": ["[<k>]\n", "[[<k>]]\n", "[<k>.<k>]\n", " [ <k> . <k> ] # c\n", "[[a]]\n[a.b]\n", "[[a.b]]\n"],
        "line": ["<k> = <v>\n", "<k>.<k> = <v>\n", "<k>=<v> # c\n", "  <k> = <v>\r\n", "\n<k> = <v>\n"],
        "k": ["a", "b", "c", "'d'", '"e f"', "1", "-", "''", '"é"', "1.2", "a . b"],
        "v": ["1", "true", '"a"', "<n>", "'\\'", '"""\na\n\n"""', "'''\n'a''''", '"\\u00e9"', "[]", "[<v>]", "[<v>, <v>,]", "[\n  <v>, # c\n  <v>\n]", "{}", "{ <k> = <v> }", "{<k>=<v>, <k>.b=<v>}", "1979-05-27", "1979-05-27T07:32:00-08:00", "07:32:00", "1979-05-27 07:32:00.123456", "inf", "-nan", "0xdead_beef", "0o7", "0b1", "1_000", "+1", '"""a\\\n   b"""', '"""""a"""', '"\\b\\t"', "'é'"],
        "n": ["0", "-1", "3.5", "1e3", "-0.0", "9223372036854775807", "9223372036854775808", "1e400", "6.626e-34"],
    },
    "jsonnet": {
        "start": ["<e>\n", "<e>", "local <i> = <e>;\n<e>\n", "// c\n<e>\n", "local f(<i>) = <e>;\nf(<e>)\n", "{<f>,<f>}\n"],
        "e": ["1", "<n>", "<str>", "null", "true", "<i>", "[]", "{}", "self", "$", "(<e>)", "[<e>, <e>]", "[<e>,<s><e>,]", "{<s><f><s>}", "{<f>,<s><f>,}", "<e> + <e>", "<e> <op> <e>", "-<e>", "!<e>", "<e>.<i>", "<e>[<e>]", "<e>[<e>:<e>]", "<e>(<e>)", "<e>(<i>=<e>)", "if <e> then <e> else <e>", "if <e> then <e>", "local <i> = <e>; <e>", "local <i>(<i>, <j>=<e>) = <e>; <e>", "function(<i>) <e>", "[<e> for <i> in <e>]", "[<e> for <i> in <e> if <e>]", "{[<e>]: <e> for <i> in <e>}", "error <e>", "assert <e> : <e>; <e>", "<e> {<f>}", "<e> +\n{ [<i>]: <e> for <i> in <e> }", "std.<std>(<e>)", "std.<std2>(<e>, <e>)", "super.<i>", "<e> in <e>", "'%s' % <e>", "import 'a'", "<e> # c\n", "/* c */ <e>", "<e>\n// c\n", "<i>(<e>) tailstrict", "'a' in super", "{local <i> = <e>, <f>}", "{assert <e>, <f>}"],
        "f": ["<i>: <e>", "<i>:: <e>", "'<i>': <e>", '"a b": <e>', "[<e>]: <e>", "<i>+: <e>", "<i>(<i>): <e>", "<i>:::\n<e>", "|||\n  a\n|||: <e>", "['<i>']: <e>", "\n// c\n<i>: <e>"],
        "i": ["a", "b", "x", "f"],
        "j": ["c", "y"],
        "op": ["-", "*", "/", "%", "==", "!=", "<", "<=", "&&", "||", "&", "|", "^", "<<", ">>"],
        "str": ["'a'", '"b"', "'\"'", '"\'"', "@'a''b'", '@"\\"', "|||\n  a\n   b\n|||", "|||\n\n  a\n\n|||", "|||-\n  a\n|||", "'\\u00e9'", "''", "'%d'", "'\\ud800'", '"\\u2028"'],
        "n": _NUMBERS,
        "s": _SPACE,
        "std": ["length", "type", "toString", "parseJson", "parseYaml", "manifestYamlDoc", "sort", "reverse", "sum", "objectFields", "char", "codepoint", "abs", "isString", "prune", "base64", "uniq", "trim", "asciiUpper", "flattenArrays", "parseInt", "manifestJson", "manifestTomlEx", "set", "lines", "mantissa", "floor", "objectValues", "manifestPython", "escapeStringJson", "encodeUTF8", "parseHex", "all", "isEmpty", "md5"],
        "std2": ["makeArray", "range", "split", "join", "map", "filter", "format", "mod", "max", "get", "member", "repeat", "foldl", "startsWith", "objectHas", "setUnion", "mergePatch", "count", "find", "pow", "equals", "splitLimit", "filterMap", "flatMap", "strReplace", "slice", "mapWithIndex", "trace", "assertEqual", "manifestJsonEx", "stripChars", "xor", "removeAt", "substr"],
    },
    "rcl": {
        "start": ["<e>\n", "<e>", "let <i> = <e>;\n<e>\n", "// c\n<e>\n", "let <i>: <t> = <e>;\n<e>\n", "{ <f>; <f> }\n"],
        "e": ["1", "<n>", "<str>", "null", "true", "<i>", "[]", "{}", "{:}", "(<e>)", "[<e>, <e>]", "[<e>,<s><e>,]", "{<e>, <e>}", "{<s><f><s>}", "{<f>;<s><f>;}", "{<e>: <e>}", "<e> <op> <e>", "-<e>", "not <e>", "<e>.<m>", "<e>\n.<m>", "<e>[<e>]", "<i>(<e>)", "if <e>: <e> else: <e>", "if <e>: <e> else <e>", "let <i> = <e>; <e>", "<i> => <e>", "(<i>, <j>) => <e>", "[for <i> in <e>: <e>]", "[for <i> in <e>: if <e>: <e>]", "{for <i>, <j> in <e>: <i>: <e>}", "assert <e>, <e>; <e>", "trace <e>; <e>", "[..<e>]", "{...<e>}", "[..<e>, <e>]", "std.<std>(<e>)", 'import "a"', "(// c\n<e>)", "[<e>, // c\n<e>]", "{<e>, <e>\n.to_string()}"],
        "m": ["len()", "to_string()", "map(<i> => <e>)", "get(<e>, <e>)", "keys()", "fold(<e>, (<i>, <j>) => <e>)", "split(<e>)", "join(<e>)", "sort()", "reverse()", "contains(<e>)", "parse_int()", "enumerate()", "to_list()", "sum()", "group_by(<i> => <e>)", "filter(<i> => <e>)", "chars()", "substr(0, <e>)", "replace(<e>, <e>)", "round(2)", "a", "to_set_dedup()", "except(<e>)", "parse_number()", "slice(0, <e>)", "transitive_closure(<i> => <e>)"],
        "f": ["<i> = <e>", '"<i>": <e>', "<i> = <e>", "for <i> in <e>: <i>: <e>", "if <e>: <i> = <e>", "..<e>", "let <i> = <e>; <i> = <e>", "// c\n<i> = <e>", '"a b" : <e>'],
        "i": ["a", "b", "x", "f"],
        "j": ["c", "y"],
        "t": ["Number", "String", "Bool", "Any", "List[<t>]", "Dict[String, <t>]", "Union[<t>, <t>]", "(<t>) -> <t>", "Set[<t>]", "Null", "Int"],
        "op": ["+", "-", "*", "/", "==", "!=", "<", "<=", "and", "or", ">", "|"],
        "str": ['"a"', '"b"', '""', 'f"{<e>}"', 'f"a{<e>}b"', '"""\n  a\n  b\n"""', 'f"""\n  {<e>}\n"""', '"\\n"', '"\\u{e9}"', '"\\""', 'f"{{}}"', '"\u2028"', '"""\na\\\n"""', '"""\n\n  "a"\n"""'],
        "n": ["0", "1", "-1", "3.5", "1e3", "0x1f", "0b10", "1_000", "9007199254740993", "1e100", "-0.0", "0.10", "1e-3"],
        "s": _SPACE,
        "std": ["range(0, 3)", "format_json", "empty_set", "read_file_utf8"],
    },
    "pcl": {
        "start": ["<b>", "<b><b>", "# c\n<b>", "<b>\n\n<b>"],
        "b": ['output "<i>" {\n  value = <e>\n}\n', "<i> = <e>\n", 'config "<i>" "<t>" {\n  default = <e>\n}\n', 'resource "<i>" "a:b:C" {\n  <i> = <e>\n  options {\n    range = <e>\n  }\n}\n', "output o {\nvalue=<e>\n}\n", "<i> {\n  <i> = <e>\n  <j> { }\n}\n", 'component "<i>" "./a" {\n  <i> = <e>\n}\n', "<i> = <here>", 'output "<i>" {\n  value = <here>}\n', "<i> { <i> = <e> }\n"],
        "here": ["<<EOF\na\n<tpl>\nEOF\n", "<<-EOF\n    a\n  <tpl>\n  EOF\n", "<<EOF\n${<e>}\nEOF\n", "<<EOF\nEOF\n", "<<EOF\na\r\n\nEOF\n", "<<EOF\n%{ if true }\na\n%{ endif }\nEOF\n"],
        "e": ["1", "<n>", "<str>", "null", "true", "<i>", "[]", "{}", "(<e>)", "[<e>, <e>]", "[\n<e>,\n<e>\n]", "{ <k> = <e> }", "{\n<k> = <e>\n<k> = <e>\n}", "{<k>: <e>, <k> = <e>}", "<e> <op> <e>", "-<e>", "!<e>", "<e>.<i>", "<e>[<e>]", "<e>[*].<i>", "<e>.*.<i>", "<e> ? <e> : <e>", "[for <i> in <e>: <e>]", "[for <i>, <j> in <e>: <e> if <e>]", "{for <i>, <j> in <e>: <i> => <e>}", "{for <i> in <e>: <i> => <e>...}", "<fn>(<e>)", "<fn>(<e>, <e>)", "<fn>(<e>...)", "<e>.0", "/* c */ <e>", "range.value"],
        "k": ["a", "b", '"c"', "(<e>)", '"a b"', "1", '"${<e>}"'],
        "fn": ["toJSON", "split", "join", "element", "length", "secret", "unsecret", "toBase64", "try", "can", "lookup", "entries", "sha1", "readFile", "fileAsset", "invoke", "single", "notImplemented", "cwd", "stack", "singleOrNone", "max", "fromBase64", "mimeType", "range", "getOutput", "pulumiResourceName", "call", "goat"],
        "i": ["a", "b", "x", "foo"],
        "j": ["c", "y"],
        "t": ["string", "int", "bool", "number", "list(string)", "map(any)", "object({a=string})"],
        "op": ["+", "-", "*", "/", "%", "==", "!=", "<", "<=", "&&", "||"],
        "str": ['"a"', '""', '"${<e>}"', '"a${<e>}b"', '"\\n"', '"$${a}"', '"%{ if <e> }a%{ else }b%{ endif }"', '"%{ for x in <e> }${x}%{ endfor }"', '"a${~<e>~} b"', '"\\u00e9"', '"%%{"', '"$"', '"\\""'],
        "tpl": ["a", "${<e>}", "%{ if <e> }a%{ endif }", "$${", "%%{a", "$", "  ${~<e>}", "\\n"],
        "n": ["0", "1", "3.5", "1e3", "9007199254740993", "1e100", "0.1", "1E+2"],
    },
    "phy": {
        "start": ["<e>\n", "(Exprs <d> <e>)\n", "(Module <p>)", "(Module <td> <p>)", "<p>", "(Module <p> (ProcDecl <i> <t> (Params) (Return <e>)))\n; c\n"],
        "p": ["(ProcDecl <i> <t> (Params) (Return <e>))", "(ProcDecl <i> <t> (Params (ParamDecl <i> <t>)) (Return <e>))", "(ProcDecl <i> (UnitTy) (Params) <e>)"],
        "td": ["(TypeDecl <i> <t>)"],
        "d": ["(Decl <i> <e>)", "(Decl <i> <e>) <d>", "(Decl <i> <e>)\n(Asgn <i> <e>)"],
        "e": ["1", "<n>", "true", "<i>", "(TupleCons)", "(TupleCons <e> <e>)", "(Call <op> <e> <e>)", "(If <e> <e> <e>)", "(If <e> <e>)", "(Exprs <d> <e>)", "(FieldAccess <e> 0)", "(Call <i> <e>)", "(Call <i>)", "(Seq <t> <e> <e>)", "(SeqCons <t> <e>)", "(At <e> <e>)", "(While <e> <e>)", "(While true <e>)", "(Return <e>)", "(Unreachable)", "(Match <e> <r> <r>)", "(RecordCons (Field <i> <e>))", "(FieldAccess <e> <i>)", '(StringVal "a")', '"a"', "(Call len <e>)", "(Call concat <e> <e>)", "(And <e> <e>)", "(Or <e> <e>)", "(Not <e>)", "(Asgn <i> <e>)", "(Decl <i> <e>)", "(Return)", "( If <e>\n  <e> ; c\n <e>)"],
        "r": ["(Rule (As <i> <t>) <e>)", "(Rule <i> <e>)", "(Rule (As <i> <t>) (Return <e>))"],
        "i": ["a", "b", "x", "f"],
        "t": ["(IntTy)", "(FloatTy)", "(BoolTy)", "(UnitTy)", "(VoidTy)", "(CharTy)", "(TupleTy <t> <t>)", "(TupleTy)", "(SeqTy <t>)", "(UnionTy <t> <t>)", "(RecordTy (Field <i> <t>))", "(ProcTy <t> <t>)", "<i>"],
        "op": ["+", "-", "*", "/", "==", "<", "<=", "not", "div", "mod"],
        "n": ["0", "2", "-1", "3.5", "100", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "1e3", "-0.0"],
    },
}
# fmt: on


def generated(lang: str, pick: random.Random) -> str:
    """Return a text of a language, of at most a few hundred characters."""
    rules = GRAMMARS[lang]
    budget = [pick.choice((4, 10, 25, 60))]

    def expand(rule: str, depth: int) -> str:
        ways = rules[rule]
        budget[0] -= 1
        if depth > 12 or budget[0] < 0:
            ways = ways[:4]
        elif len(ways) > 8 and pick.random() < 0.7:
            ways = ways[4:]
        return _NAME.sub(lambda found: expand(found[1], depth + 1), pick.choice(ways))

    return expand("start", 0)
