"""What still succeeds against us, with the rule it breaks; a line goes when its attack is held."""

#: The rules by number.
RULES = {
    "01": "rule 1: every lexer loop moves forward",
    "02": "rule 2: patterns and globs are linear",
    "03": "rule 3: types are graphs",
    "04": "rule 4: walks up a tree end at the root",
    "05": "rule 5: sizes are checked before use",
    "06": "rule 6: a mistake never ends in 101",
    "07": "rule 7: every evaluator obeys the limits",
    "08": "rule 8: limits belong to a run",
    "09": "rule 9: the native stack",
    "10": "rule 10: a cache only makes faster",
    "11": "rule 11: a repository never runs code",
    "12": "rule 12: files are read with care",
    "13": "rule 13: fmt keeps meaning",
    "14": "rule 14: reports are valid",
    "15": "rule 15: exit codes",
    "16": "rule 16: a secret decides nothing printed",
    "18": "rule 18: interned types",
    "19": "rule 19: portable",
    "17": "rule 17: nothing grows with use",
}

_TESTS = {
    "01": [],
    "02": [],
    "03": [],
    "04": [],
    "05": [],
    "06": [],
    "07": [],
    "08": [],
    "09": [],
    "10": [],
    "11": [],
    "12": [],
    "13": [],
    "14": [],
    "15": [],
    "16": [],
    "17": [],
    "18": [],
    "19": [],
}

#: Tests, by name.
KNOWN = {name: RULES[rule] for rule, names in _TESTS.items() for name in names}

#: Patterns, by where they stand.
KNOWN_PATTERNS: dict[str, str] = {}

#: Patterns that take more than linear time without a loop in a loop.
KNOWN_SLOW: set[str] = set()

#: Failures of the fuzzers, as (language, operation, kind, place).
KNOWN_FAILURES: frozenset[tuple[str, str, str, str]] = frozenset()
