"""The language server: a thin shell around ``ide`` that speaks LSP 3.17."""
