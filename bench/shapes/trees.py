"""Trees that grow: as many programs as what all of them use has parts."""

from __future__ import annotations

import json

from shapes.parts import Files, Kinds, joined
from shapes.pcl import PACKAGE

#: What is measured by checking all of its files.
TREE = "a tree: "


def _programs(suffix: str, n: int, text: str) -> Files:
    return {f"p{at}/main.{suffix}": text.replace("@", str(at)) for at in range(n)}


def _yaml(n: int) -> str:
    return joined(n, lambda at: f"f{at}: [1, {{a: {at}}}]") + "\n"


def _libsonnet(n: int) -> str:
    return "{\n" + joined(n, lambda at: f"  f{at}: [x + {at} for x in [1, 2]],") + "\n}\n"


def _rcl(n: int) -> str:
    return "{\n" + joined(n, lambda at: f"  f{at} = [for x in [1, 2]: x + {at}],") + "\n}\n"


def _component(n: int) -> str:
    rows = joined(n, lambda at: f'f{at} = [for x in [1, 2]: "${{x}}-{at}"]')
    return rows + '\noutput "o" {\n  value = f0\n}\n'


def _kinds(n: int) -> str:
    one = PACKAGE["resources"]["pkg:m:T"]
    return json.dumps({**PACKAGE, "resources": {f"pkg:m:T{at}": one for at in range(n)}})


def _schema(n: int) -> str:
    rows = {f"f{at}": {"type": "array", "items": {"type": "integer"}} for at in range(n)}
    return json.dumps({"type": "object", "properties": rows})


TREES: dict[str, Kinds] = {
    "jsonnet": {
        "a tree: one library": lambda n: {
            **_programs("jsonnet", n, "(import '../lib.libsonnet').f@\n"),
            "lib.libsonnet": _libsonnet(n),
        },
        "a tree: one document": lambda n: {
            **_programs("jsonnet", n, "(import '../d.yaml').f@\n"),
            "d.yaml": _yaml(n),
        },
    },
    "rcl": {
        "a tree: one library": lambda n: {
            **_programs("rcl", n, 'let lib = import "../lib.rcl"; { a = lib.f@ }\n'),
            "lib.rcl": _rcl(n),
        },
        "a tree: one of Jsonnet": lambda n: {
            **_programs("rcl", n, 'let lib = import "../lib.libsonnet"; { a = lib.f@ }\n'),
            "lib.libsonnet": _libsonnet(n),
        },
    },
    "pcl": {
        "a tree: one component": lambda n: {
            **_programs("pp", n, 'component c "../common" {\n}\nx@ = c.o\n'),
            "common/main.pp": _component(n),
        },
        "a tree: files of one program": lambda n: {
            f"p/f{at}.pp": f"x{at} = 1\ny{at} = x{(at + 1) % n}\n" for at in range(n)
        },
        "a tree: one package": lambda n: {
            **_programs("pp", n, 'resource r "pkg:m:T@" {\n  name = "x"\n}\n'),
            "confty.toml": '[pcl]\npackage-schemas = ["schemas"]\n',
            "schemas/pkg-1.0.0.json": _kinds(n),
        },
        "a tree: one document": lambda n: {
            **_programs("pp", n, 'd = importData("../d.yaml")\nx = d.f@\n'),
            "d.yaml": _yaml(n),
        },
    },
    "json": {
        "a tree: one schema": lambda n: {
            **_programs("json", n, '{"$schema": "../s.json", "f@": [1]}\n'),
            "s.json": _schema(n),
        },
    },
    "yaml": {
        "a tree: one schema": lambda n: {
            **_programs("yaml", n, "# yaml-language-server: $schema=../s.json\nf@: [1]\n"),
            "s.json": _schema(n),
        },
    },
}
