"""Building large structures without interruption by the cycle collector.

A parser makes a million objects and frees none; the collector looks at all of them again and
again, and finds nothing.  Switching it off while they are made is worth a factor of two or three.
"""

from __future__ import annotations

from confty.kit.limits import uncollected

__all__ = ["uncollected"]
