"""What a periodic task did in all processes that run it, also in those that ended."""

from collections.abc import Iterable, Mapping

from openmall.http.periodic_task import TaskState


def together(of_processes: Iterable[Mapping[str, TaskState]]) -> dict[str, TaskState]:
    """Return the state of each task over all processes, by its name.

    Its beginning is that of the first process: a task whose process dies before each success is
    late by all of that time.
    """
    found: dict[str, TaskState] = {}
    for states in of_processes:
        for name, state in states.items():
            known = found.get(name)
            if known is None:
                found[name] = state
                continue
            newest = max(known, state, key=lambda each: each.started_at)
            found[name] = TaskState(
                started_at=min(known.started_at, state.started_at),
                succeeded_at=max(known.succeeded_at, state.succeeded_at),
                interval=newest.interval,
                runs=known.runs + state.runs,
                failures=known.failures + state.failures,
            )
    return found
