"""Files that go by a convention, and the schemas that describe them.

The table names schemas and where they are published.  A check uses one that is in the store;
``confty schema add NAME`` fetches it.
"""

from __future__ import annotations

import os
from fnmatch import fnmatchcase
from typing import Final

from confty.kit.reading import slashed

_STORE: Final = "https://json.schemastore.org"

#: name -> (where it is published, the files it describes)
KNOWN: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "pyproject": (f"{_STORE}/pyproject.json", ("pyproject.toml",)),
    "github-workflow": (
        f"{_STORE}/github-workflow.json",
        (".github/workflows/*.yml", ".github/workflows/*.yaml"),
    ),
    "github-action": (f"{_STORE}/github-action.json", ("action.yml", "action.yaml")),
    "dependabot": (
        f"{_STORE}/dependabot-2.0.json",
        (".github/dependabot.yml", ".github/dependabot.yaml"),
    ),
    "compose": (
        "https://raw.githubusercontent.com/compose-spec/compose-spec/main/schema/compose-spec.json",
        (
            "compose.yaml",
            "compose.yml",
            "compose.*.yaml",
            "compose.*.yml",
            "docker-compose.yaml",
            "docker-compose.yml",
            "docker-compose.*.yaml",
            "docker-compose.*.yml",
        ),
    ),
    "gitlab-ci": (
        "https://gitlab.com/gitlab-org/gitlab/-/raw/master/app/assets/javascripts/editor/schema/ci.json",
        (".gitlab-ci.yml", ".gitlab-ci.yaml"),
    ),
    "pre-commit": (f"{_STORE}/pre-commit-config.json", (".pre-commit-config.yaml",)),
    "chart": (f"{_STORE}/chart.json", ("Chart.yaml",)),
    "kustomization": (
        f"{_STORE}/kustomization.json",
        ("kustomization.yaml", "kustomization.yml"),
    ),
    "package": (f"{_STORE}/package.json", ("package.json",)),
    "tsconfig": (f"{_STORE}/tsconfig.json", ("tsconfig.json", "tsconfig.*.json")),
    "jsconfig": (f"{_STORE}/jsconfig.json", ("jsconfig.json",)),
    "eslintrc": (f"{_STORE}/eslintrc.json", (".eslintrc.json", ".eslintrc.yaml", ".eslintrc.yml")),
    "prettierrc": (f"{_STORE}/prettierrc.json", (".prettierrc.json", ".prettierrc.yaml")),
    "renovate": ("https://docs.renovatebot.com/renovate-schema.json", ("renovate.json",)),
    "cargo": (f"{_STORE}/cargo.json", ("Cargo.toml",)),
    "mkdocs": ("https://squidfunk.github.io/mkdocs-material/schema.json", ("mkdocs.yml",)),
    "openapi": (
        "https://spec.openapis.org/oas/3.1/schema/2022-10-07",
        ("openapi.yaml", "openapi.yml", "openapi.json"),
    ),
    "pulumi-project": (
        "https://raw.githubusercontent.com/pulumi/pulumi/master/sdk/go/common/workspace/project.json",
        ("Pulumi.yaml",),
    ),
    "circleci": (f"{_STORE}/circleciconfig.json", (".circleci/config.yml",)),
    "azure-pipelines": (
        "https://raw.githubusercontent.com/microsoft/azure-pipelines-vscode/master/service-schema.json",
        ("azure-pipelines.yml", "azure-pipelines.yaml"),
    ),
}


def known_name(path: str) -> str | None:
    """Return the name of the schema that a file has by convention."""
    # The whole path, for the folders of a pattern may lie above the one that the name counts from.
    parts = slashed(os.path.abspath(path)).split("/")
    for name, (_, globs) in KNOWN.items():
        for glob in globs:
            below = "/".join(parts[-glob.count("/") - 1 :])
            # As many folders as the pattern has, so that none of its stars takes a slash.
            if fnmatchcase(below, glob) and below.count("/") == glob.count("/"):
                return name
    return None
