"""Pages of the history look names up by kind: as many statements for many entries as for some."""

from collections.abc import Iterator

import pytest

from tests.access.oauth.authorization_requests import SIGN_IN, Browser, manager
from tests.budgets.counting import CountedSqlite
from tests.budgets.stages import counted_stage
from tests.budgets.typical_calls import new_mall
from tests.commerce.customer.customer_setup import join
from tests.world import Stage

SOME, MANY = 2, 6
MOST = 60
"""Statements of a page, those that begin and end transactions included."""


@pytest.fixture(scope="module")
def recording() -> Iterator[Stage]:
    """Return a stage whose writes can be undone."""
    with counted_stage("sqlite") as stage:
        stage.app.undo.days = 1
        yield stage


def _statements(stage: Stage, things: int) -> dict[str, int]:
    """Return what the pages of a shop send in which so many things of several kinds changed."""
    world = new_mall(stage)
    manager(world)
    browser = Browser(world)
    assert browser.sign_in(SIGN_IN).status_code == 200
    for at in range(things):
        number = world.product(price="1000", product_name=f"Cup {at}")["product_no"]
        brand = world.post("brands", brand_name=f"Brand {at}")["brand"]["brand_code"]
        world.put(f"products/{number}", price="2000", brand_code=brand)
        world.post("categories", category_name=f"Cups {at}", parent_category_no=1)
        join(world, f"hana{at}", name=f"Hana {at}")
        world.put(f"customersprivacy/hana{at}", city="Busan")
    database = stage.app.database
    assert isinstance(database, CountedSqlite)
    found = {}
    for path in ("/admin/history", "/admin/activity"):
        browser.open(path)  # what a worker keeps of its first call
        page = browser.open(path)
        assert page.status_code == 200
        assert f"Cup {things - 1}" in page.text
        found[path] = len(database.recorder.sent)
    return found


def test_statements_do_not_depend_on_how_many_things_changed(recording: Stage) -> None:
    some = _statements(recording, SOME)

    assert _statements(recording, MANY) == some
    assert max(some.values()) < MOST
