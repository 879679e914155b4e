"""What a run did, for people and programs: a tree, JSON, and pictures of the graph."""

from confty.languages.pcl.preview.document import document
from confty.languages.pcl.preview.graph import dot, mermaid
from confty.languages.pcl.preview.tree import is_default_provider, tree

__all__ = ["document", "dot", "is_default_provider", "mermaid", "tree"]
