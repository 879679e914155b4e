"""A model of a run on a cluster: 100,000 targets on 1 to 1,000 workers, simulated batch by batch.

What is simulated: one scheduler that handles one batch at a time, one client that packs what is
sent and writes what comes back, workers that start cold (they translate what is shared once), and
batches whose size follows measured cost, as ``confty.fleet.cluster`` makes them.  Costs are
arguments, measured on the machine this is run on or given; workers die at a rate.  The simulation
is checked against real runs at 1 and 2 workers by ``bench_fleet.py``.
"""

from __future__ import annotations

import argparse
import heapq
import random
from dataclasses import dataclass

from confty.fleet.connection import batch_size

FIRST = 4


@dataclass
class Costs:
    """Seconds, but for ``price``: dollars for an hour of one worker."""

    target: float = 0.005  # evaluating one target on a warm worker
    spread: float = 0.5  # standard deviation of that, as a part of it (log-normal)
    shared: float = 1.5  # translating what is shared, once a worker, and connecting
    batch: float = 0.005  # the scheduler, for each batch
    worker: float = 0.001  # a worker, for each batch, beside the work
    sent: float = 0.00008  # the client, for each target: reading, packing, sending
    taken: float = 0.00012  # the client, for each result: unpacking, order, writing
    deaths: float = 0.0  # workers that die, for each worker and hour
    price: float = 0.04


@dataclass
class Outcome:
    seconds: float
    busy: float
    batches: int
    scheduler: float
    client: float
    work: float
    lost: float
    dollars: float


def simulate(targets: int, workers: int, costs: Costs, seed: int = 1) -> Outcome:
    """Go through a run: events are batches that end."""
    rng = random.Random(seed)
    sigma = costs.spread
    scheduler = client = costs.sent * targets * 0.3  # a look ahead at all targets
    scheduled_time = client_time = 0.0
    client_time += client
    idle: list[tuple[float, int]] = [(0.0, worker) for worker in range(workers)]
    heapq.heapify(idle)
    warm = [False] * workers
    ends: list[tuple[float, int, int]] = []
    left, known, batches, work, lost, last = targets, 0.0, 0, 0.0, 0.0, 0.0
    again = 0
    while left or again or ends:
        while idle and (left or again):
            free, worker = heapq.heappop(idle)
            size = _size(left + again, known, workers)
            size = min(size, left + again)
            taken = min(again, size)
            again -= taken
            left -= size - taken
            client = max(client, free) + costs.sent * size
            client_time += costs.sent * size
            scheduler = max(scheduler, client) + costs.batch
            scheduled_time += costs.batch
            seconds = _batch(rng, size, costs.target, sigma) + costs.worker
            if not warm[worker]:
                seconds += costs.shared
                warm[worker] = True
            begin = max(scheduler, free)
            batches += 1
            if costs.deaths and rng.random() < costs.deaths * seconds / 3600:
                lost += seconds / 2
                again += size
                warm[worker] = False
                heapq.heappush(idle, (begin + seconds / 2 + 10.0, worker))
                continue
            work += seconds
            heapq.heappush(ends, (begin + seconds, worker, size))
        if not ends:
            continue
        end, worker, size = heapq.heappop(ends)
        known = known or costs.target
        client = max(client, end) + costs.taken * size
        client_time += costs.taken * size
        last = max(last, client, end)
        heapq.heappush(idle, (end, worker))
    dollars = workers * last / 3600 * costs.price
    busy = work / (workers * last)
    return Outcome(last, busy, batches, scheduled_time, client_time, work, lost, dollars)


def _size(left: int, known: float, workers: int) -> int:
    return batch_size(left, known, workers) if known else FIRST


def _batch(rng: random.Random, size: int, mean: float, spread: float) -> float:
    # The sum of many is near enough to a normal one.
    return max(mean * 0.2 * size, rng.gauss(mean * size, spread * mean * size**0.5))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--targets", type=int, default=100_000)
    for name, value in vars(Costs()).items():
        parser.add_argument(f"--{name}", type=float, default=value)
    options = vars(parser.parse_args())
    targets = options.pop("targets")
    costs = Costs(**options)
    print(f"{targets} targets of {1000 * costs.target:g} ms")
    print(
        f"{'workers':>8}{'seconds':>9}{'busy':>7}{'batches':>9}{'scheduler':>11}{'client':>9}{'lost':>7}{'dollars':>9}"
    )
    for workers in (1, 2, 10, 20, 50, 100, 200, 500, 1000):
        made = simulate(targets, workers, costs)
        print(
            f"{workers:8}{made.seconds:9.1f}{made.busy:7.0%}{made.batches:9}{made.scheduler:10.1f}s"
            f"{made.client:8.1f}s{made.lost:6.0f}s{made.dollars:9.3f}"
        )


if __name__ == "__main__":
    main()
