"""Secret and unknown values at work: everything that only a labelled run needs.

A program whose inputs carry no labels never comes here.  For one that does, the generated code
gets other operators under the same names, and library calls go through ``library``.
"""
