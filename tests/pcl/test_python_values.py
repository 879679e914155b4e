"""What converted programs give beside what PCL gives: names that hide nothing, numbers, texts.

Each program is converted and run under the mocks of Pulumi's own SDK, and has to export what our own
run of it does.
"""

import pytest
from pcl.test_late_python import THING, Made, agrees, pyright

from confty.cli.convert import main as convert

PROGRAMS = {
    "a parameter beside what has its name": {
        "main.pp": f"""
config "id" "string" {{ default = "mine" }}
label = 7
resource pet {THING} {{ label = "p" }}
resource dog {THING} {{ label = "d" }}
output a {{ value = "${{id}}-${{pet.id}}" }}
output b {{ value = "${{label}}-${{pet.label}}" }}
output c {{ value = [for id in ["a"] : "${{id}}-${{pet.id}}"] }}
output d {{ value = join(",", [for id in split("", pet.id) : "${{id}}-${{pet.id}}"]) }}
output e {{ value = "${{id}}-${{pet.id}}-${{dog.id}}" }}
output f {{ value = [for id1 in ["b"] : "${{id}}-${{pet.id}}-${{id1}}"] }}
""",
    },
    "what the program uses of Python": {
        "main.pp": """
config "list" "string" { default = "cfg" }
_ = "q"
str = 5
len = [1]
range = [3]
max = 4
math = 5 % 2
json = toJSON({ a = 1 })
base64 = toBase64("x")
hashlib = sha1("y")
isinstance = true
sorted = { b = "x", a = "y" }
enumerate = [for i, v in ["a"] : "${i}${v}"]
float = 1.5 * 3
output a { value = "${list}-${_}-${str}-${len[0]}-${range[0]}-${max}-${math}-${json}-${float}" }
output b { value = "${base64}-${hashlib}-${isinstance}-${enumerate[0]}" }
output c { value = [for v in sorted : max(1, 2) + length(split("", v))] }
""",
    },
    "loops with names of Python's": {
        "main.pp": """
a_b = "ab"
key = { k = "v" }
number = 1.5 * 3
output a { value = [for aB in ["1"] : "${aB}${a_b}"] }
output b { value = [for _ in ["a"] : "${_}"] }
output c { value = [for _, v in ["a"] : "${_}${v}"] }
output d { value = [for list in key : "${list}${max(1, 2)}"] }
output e { value = [for len in ["ab"] : length(split("", len))] }
output f { value = [for key in key : key] }
output g { value = [for isinstance in [true] : "${isinstance} ${number}"] }
""",
    },
    "a component with names of Python's": {
        "main.pp": 'component c "./part" { super = "s" }\noutput a { value = c.out }\n',
        "part/main.pp": """
config "super" "string" {}
list = [super]
output out { value = "${super}-${list[0]}-${length(list)}" }
""",
    },
}


PROGRAMS["texts and numbers as PCL has them"] = {
    "main.pp": f"""
config i any {{ default = "3" }}
config t bool {{ default = true }}
config n number {{ default = 1 }}
config m "map(int)" {{ default = {{ a = 1 }} }}
config anything any {{ default = true }}
resource a {THING} {{ label = "x" }}
output json {{ value = toJSON({{ b = "\u00e9", a = [1, 1.5 * 2], c = {{ e = t, d = n }} }}) }}
output late {{ value = toJSON({{ b = "\u00e9", a = a.label }}) }}
output small {{ value = "${{n / 10000000}} x ${{n / 4}} ${{n * 3}}" }}
output dynamic {{ value = [i * 2, i + 1, -i, i < 4, i % 2] }}
output bools {{ value = [n == 1, t == true, anything == 1, anything == true, [anything] == [1]] }}
output more {{ value = [t != n, anything != 1, {{ a = anything }} == {{ a = true }}] }}
output most {{ value = [max(2, 3.5), min(2, 1.5), max(1, 2)] }}
output looked {{ value = [lookup(m, "b", 3.5), lookup(m, "a", 3.5)] }}
output index {{ value = ["x", "y"][5 % 2] }}
""",
}


PART = """
config "n" "number" {{}}
output out {{ value = "{0}-${{n}}" }}
output json {{ value = toJSON({{ a = n }}) }}
"""
FOLDERS = (
    "x/net", "y/net", "a-b", "a_b", "logging", "json", "random", "os", "pulumi", "1x", "__main__",
    "none", "google", "pulumi_late",
)  # fmt: skip
PROGRAMS["components whose folders have names of something else"] = {
    "main.pp": "".join(
        f'component c{at} "./{folder}" {{ n = {at} }}\n'
        f"output o{at} {{ value = [c{at}.out, c{at}.json] }}\n"
        for at, folder in enumerate(FOLDERS)
    )
    + f'resource a {THING} {{ label = "x" }}\n',
    **{f"{folder}/main.pp": PART.format(folder) for folder in FOLDERS},
}


LATE = f"""
config on bool {{ default = false }}
config many number {{ default = 0 }}
config empty "list(string)" {{ default = [] }}
config hidden string {{
  secret = true
  default = "hunter2"
}}
resource pet {THING} {{ label = "p" }}
resource none {THING} {{
  options {{ range = many }}
}}
resource two {THING} {{
  options {{ range = 2 }}
  label = "t"
}}
resource table {THING} {{
  options {{ range = {{ for k in ["a", "b"] : k => k if many > 0 }} }}
}}
name = on ? pet.id : "none"
"""
PROGRAMS["what is late in parts"] = {
    "main.pp": LATE
    + """
output name { value = "p-${name}" }
output length { value = unsecret(length(on ? "none" : secret("s"))) }
output loop { value = [for x in [{ n = pet.id }, { n = "b" }] : "-${x.n}"] }
output index { value = "a-${[pet.id, "x"][many + 1]}" }
output join { value = join("-", [name, pet.id]) }
output texts { value = [for s in ["q", pet.id] : "${s}!"] }
""",
}
PROGRAMS["what is late behind conditions and in attempts"] = {
    "main.pp": LATE
    + """
output first { value = length(none) > 0 ? none[0].id : "none" }
output text { value = "x-${length(none) > 0 ? none[0].id : "none"}" }
output second { value = length(two) > 0 ? two[1].id : "none" }
output can { value = [can(none[0].id), can(two[0].id), can(two[3].id)] }
output attempt { value = "x-${try(none[0].id, "none")}-${try(two[1].id, "none")}" }
output split { value = try(split("a", pet.id)[5], "none") }
output part { value = "t-${try(split("_", pet.id)[1], "none")}" }
output loop { value = [for x in empty : "${x}${none[0].id}"] }
output late { value = [for x in split("_", pet.id) : "${x}${try(none[0].id, "q")}"] }
""",
}
PROGRAMS["collections of what is late"] = {
    "main.pp": LATE
    + """
output same { value = two[*].id == ["two-0_id", "two-1_id"] }
output other { value = two[*].id != ["two-0_id"] }
output none { value = none[*].id == [] }
output secrets { value = unsecret([for s in [hidden] : s] == ["hunter2"]) }
output join { value = join(",", [for s in ["a"] : "${s}${pet.id}"]) }
output looked { value = lookup({ for k, v in table : k => v.id }, "a", "none") }
output text { value = "${lookup({ for k, v in table : k => v.id }, "a", "none")}!" }
""",
}


PROGRAMS["bools as PCL has them"] = {
    "main.pp": f"""
config b any {{ default = "false" }}
config t any {{ default = "1" }}
config s string {{ default = "1" }}
resource a {THING} {{ label = b ? "yes" : "no" }}
output tests {{ value = [b ? 1 : 2, t ? 1 : 2, s ? 1 : 2] }}
output signs {{ value = [!b, b || t, b && t, !s] }}
output loop {{ value = [for x in ["x"] : x if b] }}
""",
}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    pytest.importorskip("pulumi", reason="the Pulumi SDK is not installed")
    return Made(tmp_path_factory.mktemp("names"), PROGRAMS)


@pytest.mark.parametrize("name", PROGRAMS)
def test_it_gives_what_our_run_gives(made, name):
    agrees(made, name)


@pytest.mark.parametrize("name", ["urn", "registerOutputs"])
def test_an_output_that_a_component_of_pulumi_has_itself_is_told(name, tmp_path, capsys):
    (tmp_path / "part").mkdir()
    (tmp_path / "main.pp").write_text('component c "./part" {}\n')
    (tmp_path / "part" / "main.pp").write_text(f"output {name} {{ value = 1 }}\n")
    words = ["--to", "python", "-o", str(tmp_path / "made"), "--output-format", "concise"]
    assert convert([str(tmp_path), *words]) == 1
    assert "part/main.pp:1:8: error[pcl/conversion] a component has" in capsys.readouterr().err


def test_pyright_has_nothing_to_say(made):
    pyright(made, PROGRAMS)
