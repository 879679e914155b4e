"""Files, settings and the import graph: what turns a path into work for a language."""

from confty.workspace.config import Config, find_config
from confty.workspace.files import Disk, Files, Memory
from confty.workspace.graph import ImportGraph
from confty.workspace.host import WorkspaceHost
from confty.workspace.levels import BadConfig
from confty.workspace.project import Project

__all__ = [
    "BadConfig",
    "Config",
    "Disk",
    "Files",
    "ImportGraph",
    "Memory",
    "Project",
    "WorkspaceHost",
    "find_config",
]
