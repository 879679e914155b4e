"""What people do most with each command: shown by ``confty COMMAND --help`` and the manual."""

from __future__ import annotations

from typing import Final

EXAMPLES: Final[dict[str, tuple[str, ...]]] = {
    "check": (
        "confty check                         # everything below this folder",
        "confty check k8s/ --output-format github",
        "confty check --fix                   # apply what cannot change meaning",
        "confty check --update-baseline       # from now on, only new findings",
    ),
    "lint": ("confty lint lib/", "confty lint lib/ --ignore unused-name"),
    "eval": (
        "confty eval main.jsonnet -V env=prod",
        "confty eval users.rcl --format yaml -o users.yaml",
        "confty eval values.yaml --format rcl",
        "confty eval --many environments/ -o 'out/{path}.yaml' --format yaml",
        "confty eval --many environments/ > values.jsonl",
    ),
    "build": (
        "confty build                         # the [targets] of confty.toml",
        "confty build --check                 # are all files up to date?",
        "confty build targets.jsonnet         # a build file, of any language",
    ),
    "type": ("confty type main.jsonnet", "confty type main.jsonnet:3:7"),
    "fmt": ("confty fmt lib/ --check", "confty fmt main.rcl"),
    "query": (
        "confty query config.yaml '.spec.ports[0]'",
        "confty query config.yaml 'input.users.map(u => u.name)' --expr rcl",
        "confty query config.yaml 'std.length(input.users)' --expr jsonnet",
    ),
    "infer": (
        "confty infer config.yaml --emit pydantic",
        "confty infer users/*.json            # one type for what they have in common",
    ),
    "server": (
        "confty server                        # as editors start it, on standard streams",
        "confty server --tcp 7000             # for one client on a socket",
    ),
    "graph": ("confty graph main.jsonnet", "confty graph . --format dot"),
    "test": (
        "confty test                          # every test below this folder",
        "confty test lib/ --update            # write the expected values anew",
    ),
    "inputs": ("confty inputs main.jsonnet", "confty inputs infra/main.pp --format json"),
    "doc": (
        "confty doc lib/util.libsonnet",
        "confty doc lib/ -o site/ --format html",
        "confty doc --std jsonnet",
    ),
    "preview": ("confty preview infra/ --config region=eu", "confty preview infra/ --format json"),
    "convert": ("confty convert infra/ --to python -o program/",),
    "hcl": ("confty hcl main.tf", "confty hcl --vars '{\"n\": 1}' main.hcl"),
    "why": ("confty why main.jsonnet .db.password --ext-secret password",),
    "unseal": ("confty unseal secrets.json",),
    "repl": ("confty repl --lang jsonnet",),
    "play": ("confty play", "confty play --build site/playground"),
    "emit": ("confty emit program.phy --as python",),
    "explain": ("confty explain", "confty explain jsonnet/unused-name"),
    "jsonnet": ("confty jsonnet -J vendor main.jsonnet", "confty jsonnet -m out/ many.jsonnet"),
    "jsonnetfmt": ("confty jsonnetfmt -i main.jsonnet",),
    "jsonnet-lint": ("confty jsonnet-lint main.jsonnet",),
    "jsonnet-deps": ("confty jsonnet-deps main.jsonnet",),
    "rcl": ("confty rcl evaluate main.rcl --format json", "confty rcl build"),
    "cache": ("confty cache", "confty cache clear", "confty cache prepare"),
    "schema": ("confty schema add schemas/app.json",),
    "completion": (
        "confty completion bash > ~/.local/share/bash-completion/completions/confty",
        "confty completion zsh > ~/.zfunc/_confty",
        "confty completion fish > ~/.config/fish/completions/confty.fish",
    ),
    "man": ("confty man | man -l -",),
    "doctor": ("confty doctor",),
    "version": ("confty version --verbose",),
}


def shown(name: str) -> str:
    """Return the examples of a command as a part of its help; empty when it has none."""
    lines = EXAMPLES.get(name, ())
    return "\nexamples:\n" + "".join(f"  {line}\n" for line in lines) if lines else ""
