"""A copy equals its shop whoever dies; two hundred deaths: `tests/faults/mirror_deaths.py`."""

import pytest

from tests.faults import mirror_deaths


@pytest.mark.parametrize("store", ["sqlite", "postgresql"])
def test_a_copy_equals_its_shop_after_every_death(store: str) -> None:
    report = mirror_deaths.run(6, store=store)

    assert (report.deaths, report.differences) == (6, 0)
    assert report.writes > 0
