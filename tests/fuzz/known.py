"""What still succeeds against us, with the rule it breaks; a line goes when its attack is held."""

#: Tests, by name.
KNOWN: dict[str, str] = {}

#: Patterns, by where they stand.
KNOWN_PATTERNS: dict[str, str] = {}

#: Failures of the fuzzers, as (language, operation, kind, place).
KNOWN_FAILURES: frozenset[tuple[str, str, str, str]] = frozenset()
