"""Checking a tree of files as the command and the language server do, in this process."""

from __future__ import annotations

from pathlib import Path

import pytest

from confty.cli import flags
from confty.registry import SETTINGS
from confty.workspace import Config
from confty.workspace.config import find_config
from confty.workspace.project import Project


def enter_tree(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in an empty folder, with a cache and a store of schemas of its own."""
    monkeypatch.setenv("CONFTY_CACHE_DIR", str(folder / "cache"))
    monkeypatch.setenv("CONFTY_SCHEMA_DIR", str(folder / "store"))
    (folder / "tree").mkdir()
    monkeypatch.chdir(folder / "tree")


def project(*words: str) -> Project:
    """Make the project that the command makes of these words."""
    parser = flags.parser("check", "")
    flags.add_input_flags(parser)
    return flags.project(parser.parse_args([*words]))


def whole_config(folder: str) -> Config:
    """Find the config of a folder as the language server does: with whole paths."""
    found = find_config(folder, SETTINGS)
    found.whole = True
    return found
