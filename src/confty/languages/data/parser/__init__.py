"""Tokens into documents: plain data with places."""
