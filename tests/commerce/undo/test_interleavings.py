"""Random interleavings of writes, rehearsals, applications and undos agree with a model."""

from collections import Counter
from collections.abc import Iterator

import pytest

from tests.commerce.undo.interleavings import Run, opened
from tests.random_cases import cases
from tests.stores import STORES
from tests.world import Stage

RUNS = 8


@pytest.fixture(autouse=True)
def recorded() -> None:
    """Ask for no stage, which would repeat every test on the other store: `breaking` records."""


@pytest.fixture(scope="module", params=STORES)
def breaking(request: pytest.FixtureRequest) -> Iterator[Stage]:
    with opened(request.param) as stage:
        yield stage


def test_concurrent_callers_whose_connections_break_agree_with_the_model(breaking: Stage) -> None:
    done: Counter[str] = Counter()
    for seed in range(1, 1 + cases(120 * RUNS, usual=RUNS)):
        run = Run(breaking, seed)
        assert run.run() == [], seed
        done.update(run.tally())

    # the cases are about what they are to be about
    assert done["broken connections"] >= RUNS
    assert done["applied"] >= RUNS // 2
    assert done["undo calls"] >= RUNS
