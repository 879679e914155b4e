"""The bodies of the standard library, native; one module a theme, loaded when first used.

What each function takes and gives, and its documentation, stands in its record in
``confty.languages.jsonnet.library``.
"""
