"""What checkers repeat: findings said once, scopes, expectations and mismatches in words."""

from confty.kit.checking.findings import Findings
from confty.kit.checking.mismatch import LanguageWords, ToldMismatch, Wanted
from confty.kit.checking.scopes import Scope

__all__ = ["Findings", "LanguageWords", "Scope", "ToldMismatch", "Wanted"]
