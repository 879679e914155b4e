"""Programs in other languages: expressions rewritten, then written out."""
