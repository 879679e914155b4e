"""The standard library: ``table`` has one record for each function, beside it are the bodies."""
