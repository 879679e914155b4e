"""A Pulumi engine small enough for tests: it takes registrations over gRPC and answers them.

``Monitor`` listens on a free local port in preview or in update mode, decodes what programs send
with our own decoder, and keeps it for the test to look at.  ``run_program`` runs an unmodified
Python program against it, in a process of its own and never longer than its timeout.

It needs the ``pulumi`` package, whose generated protocol modules it is built on.
"""

from __future__ import annotations

from pulumi_monitor.monitor import Monitor, Provider, Registration
from pulumi_monitor.programs import Finished, run_program

__all__ = ["Finished", "Monitor", "Provider", "Registration", "run_program"]
