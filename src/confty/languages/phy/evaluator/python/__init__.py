"""The Python back end: the linear code as Python, which needs nothing and starts at once."""
