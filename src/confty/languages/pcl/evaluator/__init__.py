"""The evaluator: a bound program run against an engine in memory."""

from confty.languages.pcl.evaluator.engine import Engine
from confty.languages.pcl.evaluator.instance import perform, run_program
from confty.languages.pcl.evaluator.mocks import (
    BadMocks,
    CallArgs,
    Mocks,
    ResourceArgs,
    load_mocks,
)
from confty.languages.pcl.evaluator.registry import (
    EngineRefusal,
    Hook,
    Registration,
    Registry,
    ResourceRequest,
    RunInfo,
)
from confty.languages.pcl.evaluator.run import Run

__all__ = [
    "BadMocks",
    "CallArgs",
    "Engine",
    "EngineRefusal",
    "Hook",
    "Mocks",
    "Registration",
    "Registry",
    "ResourceArgs",
    "ResourceRequest",
    "Run",
    "RunInfo",
    "load_mocks",
    "perform",
    "run_program",
]
