"""RCL: the gradual configuration language, from text to rendered value."""
