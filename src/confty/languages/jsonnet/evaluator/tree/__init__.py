"""The first tier: programs run from a tree of tuples, without being translated first."""
