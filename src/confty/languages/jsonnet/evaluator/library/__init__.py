"""The standard library, native; one module a theme, each function's signature beside its body.

A module is imported when a program first names one of its functions, so ``THEMES`` says where
each one lives.
"""
