"""Phy procedures as Python callables: values on their way in and out, and how they are called."""
