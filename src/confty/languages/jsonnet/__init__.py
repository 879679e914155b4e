"""Jsonnet: types inferred without annotations, flow typing, a lazy evaluator and a formatter."""
