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
    "03": [
        "test_03_doubling_functions",
    ],
    "04": [],
    "05": [
        "test_05_sizes_of_rcl[eval-doubled]",
        "test_05_sizes_of_rcl[eval-text]",
        "test_05_sizes_of_jsonnet[eval-deep-yaml]",
        "test_05_sizes_of_jsonnet[eval-doubled]",
        "test_05_sizes_of_jsonnet[eval-format-list]",
        "test_05_sizes_of_jsonnet[eval-makeArray-length]",
        "test_05_sizes_of_jsonnet[eval-makeArray]",
        "test_05_sizes_of_jsonnet[eval-range-length]",
        "test_05_sizes_of_jsonnet[eval-range]",
        "test_05_sizes_of_jsonnet[eval-repeat]",
        "test_05_sizes_of_jsonnet[eval-splitLimitR]",
        "test_05_sizes_of_jsonnet[eval-splitLimit]",
        "test_05_sizes_of_jsonnet[eval-star]",
    ],
    "06": [
        "test_06_mistakes[arguments.jsonnet]",
        "test_06_mistakes[match.phy]",
        "test_06_mistakes[objects.jsonnet]",
        "test_06_mistakes[recursion.jsonnet]",
        "test_06_mistakes[sum.jsonnet]",
    ],
    "07": [],
    "08": [
        "test_08_checking_beside_evaluating",
        "test_08_everything_is_as_it_was",
        "test_a_hundred_threads[jsonnet]",
        "test_a_hundred_threads_of_all_languages",
        "test_deep_programs_beside_busy_ones",
        "test_from_asyncio[jsonnet]",
        "test_where_no_thread_can_be_started[jsonnet]",
        "test_where_no_thread_can_be_started[phy]",
    ],
    "09": [
        "test_09_native_runs_do_not_leak",
    ],
    "10": [
        "test_10_a_folder_that_others_write_is_not_read",
        "test_10_a_forged_entry_is_not_run",
        "test_10_a_relative_folder_is_refused",
        "test_10_equal_content_at_two_paths",
        "test_10_no_text_of_the_command_line_is_kept",
        "test_10_the_command_shows_and_clears",
        "test_10_two_entry_points_and_one_library",
        "test_many_processes_on_one_cache",
    ],
    "11": [],
    "12": [],
    "14": [],
    "15": [],
    "16": [
        "test_16_traces_of_rcl_under_a_secret_condition[yes]",
        "test_16_traces_under_a_secret_condition[yes]",
    ],
    "17": [
        "test_nothing_grows_with_use[json-check]",
        "test_nothing_grows_with_use[yaml-check]",
        "test_nothing_grows_with_use[toml-check]",
        "test_nothing_grows_with_use[jsonnet-check]",
        "test_nothing_grows_with_use[rcl-check]",
        "test_nothing_grows_with_use[rcl-eval]",
        "test_nothing_grows_with_use[pcl-check]",
        "test_nothing_grows_with_use[pcl-eval]",
    ],
    "18": [],
    "19": [],
}

#: Tests, by name.
KNOWN = {name: RULES[rule] for rule, names in _TESTS.items() for name in names}

#: Patterns, by where they stand.
KNOWN_PATTERNS = {}

#: Patterns that take more than linear time without a loop in a loop.
KNOWN_SLOW = {
    "confty.languages.jsonnet.evaluator.format._CODE",
}

#: Failures of the fuzzers, as (language, operation, kind, place).
KNOWN_FAILURES = frozenset(
    {
        ("jsonnet", "fmt", "fmt-breaks", ""),
        ("jsonnet", "fmt", "fmt-not-idempotent", ""),
        ("rcl", "?", "hang", "languages/rcl/evaluator/translator/runtime.py:call"),
        ("rcl", "?", "hang", "languages/rcl/values.py:__init__"),
        ("rcl", "fmt", "fmt-breaks", ""),
        ("rcl", "fmt", "hang", "languages/rcl/values.py:<genexpr>"),
    }
)
