"""A periodic task rests longer after a long search in vain, and goes on after a failure."""

import asyncio

import pytest

from openmall.http.periodic_task import PeriodicTask, TaskState, pause_after


@pytest.mark.parametrize(
    ("result", "took", "pause"),
    [
        (0, 0.01, 1.0),
        (0, 0.5, 2.0),
        (0, 20.0, 60.0),
        (3, 20.0, 1.0),
        (None, 20.0, 1.0),
    ],
)
def test_a_search_in_vain_takes_a_fifth_of_the_time(
    result: int | None, took: float, pause: float
) -> None:
    assert pause_after(result, took=took, seconds=1.0) == pause


def test_a_task_that_runs_seldom_is_not_run_more_often() -> None:
    assert pause_after(0, took=1.0, seconds=3_600.0) == 3_600.0


def test_a_failure_is_tried_again_and_the_end_waits_for_a_run() -> None:
    runs: list[int] = []
    states: list[TaskState] = []

    async def live() -> None:
        enough = asyncio.Event()

        async def work() -> int:
            runs.append(len(runs))
            if len(runs) == 1:
                raise RuntimeError("the store is away")
            if len(runs) == 3:
                enough.set()
            return 0

        task = PeriodicTask(work, name="tested")
        task.begin(0.0)
        await enough.wait()
        await task.end()
        states.append(task.state)

    asyncio.run(live())

    assert runs[:3] == [0, 1, 2]
    [state] = states
    assert (state.runs, state.failures) == (len(runs), 1)
    assert state.succeeded_at >= state.started_at > 0
