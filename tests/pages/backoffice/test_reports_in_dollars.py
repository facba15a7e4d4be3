"""Money keeps its decimals in reports of a shop that sells in dollars, as page and as file."""

import csv
import io
from pathlib import Path

import pytest

from openmall.pages.backoffice.reports.definitions import DEFINITIONS
from tests.access.oauth.authorization_requests import Browser
from tests.analytics.reports.test_figures_agree import PERIOD, count_facts, import_by_call
from tests.world import Stage, World

QUERY = f"start={PERIOD['start_date']}&end={PERIOD['end_date']}"
OF_MONEY = [
    slug
    for slug, definition in DEFINITIONS.items()
    if definition.path in ("sales/times", "sales/paymethods", "products/sales", "members/sales")
]


@pytest.fixture
def world(stage: Stage) -> World:
    """A mall whose shop sells in dollars."""
    return stage.new_world(currencies=("USD", "KRW"))


def test_the_page_and_its_file_show_cents(owner: Browser, world: World, tmp_path: Path) -> None:
    import_by_call(world, tmp_path)
    count_facts(world)
    assert len(OF_MONEY) == 4

    for slug in OF_MONEY:
        page = owner.open(f"/admin/reports/{slug}?{QUERY}")
        file = owner.open(f"/admin/reports/{slug}.csv?{QUERY}")

        amounts = {"9.55", "5.01"} if slug == "sales-times" else {"14.56"}
        cells = {each for row in csv.reader(io.StringIO(file.text)) for each in row}
        assert amounts <= cells, (slug, file.text)
        assert all(each in page.text for each in amounts), slug
