"""Syntax to Python source: the evaluator is a compiler.

Strictness first (what is certainly needed is worked out at once, all else becomes a thunk),
kinds second (what is known to be a number uses Python's operators), shapes and constants third.
"""
