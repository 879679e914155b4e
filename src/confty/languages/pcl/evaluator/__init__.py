"""The evaluator: a bound program run against an engine in memory."""

from confty.languages.pcl.evaluator.engine import Engine
from confty.languages.pcl.evaluator.instance import run_program
from confty.languages.pcl.evaluator.mocks import (
    BadMocks,
    CallArgs,
    Mocks,
    ResourceArgs,
    load_mocks,
)
from confty.languages.pcl.evaluator.requests import Failure, Monitor, Registration, RunInfo
from confty.languages.pcl.evaluator.run import Run

__all__ = [
    "BadMocks",
    "CallArgs",
    "Engine",
    "Failure",
    "Mocks",
    "Monitor",
    "Registration",
    "ResourceArgs",
    "Run",
    "RunInfo",
    "load_mocks",
    "run_program",
]
