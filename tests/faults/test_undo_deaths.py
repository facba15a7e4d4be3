"""Plans and undo agree with the model whoever dies; a hundred: `tests/faults/undo_deaths.py`."""

import pytest

from tests.faults import undo_deaths
from tests.stores import STORES


@pytest.mark.parametrize("store", STORES)
def test_plans_and_undo_agree_with_the_model_after_every_death(store: str) -> None:
    killed = undo_deaths.run(5, store=store)

    assert killed.wrong == []
    assert killed.deaths.total() >= 5
    assert killed.tally["calls that were cut"] >= 1
