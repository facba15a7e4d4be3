"""An operator lets displays fill themselves now."""

from decimal import Decimal

import pytest

from openmall.access.oauth.directory import Directory
from openmall.cli import installation
from openmall.cli.installation import Installation
from openmall.commerce.category.autodisplay import store as autodisplay_store
from openmall.commerce.category.autodisplay.shape import Rule
from openmall.commerce.category.mains import main_placements
from openmall.commerce.product.product_service import bulk as product_bulk
from openmall.commerce.product.product_service.bulk_shape import BulkProduct
from openmall.configuration import Configuration
from openmall.contract.call import Call
from tests.cli.command_line import Shell


def fill(shell: Shell) -> None:
    """Write a product, and a rule that was never renewed."""

    async def work(opened: Installation) -> None:
        mall = await Directory(opened.database, opened.clock, lambda: 0).mall("myshop")
        assert mall is not None
        shown = {"product_name": "Cup", "supply_price": Decimal(1), "display": "T", "selling": "T"}
        rule = Rule(
            display_no=1, use_main="T", category_no=1, display_group=2, display_count=4,
            use_reservation="F", use_hashtag="F",
        )  # fmt: skip
        async with opened.database.writing("myshop") as db:
            await product_bulk.write(
                db, mall, opened.clock, [BulkProduct(code="C-1", everywhere=shown)]
            )
            assert await autodisplay_store.add(Call(opened.clock, db), rule)

    installation.run(Configuration(data_dir=shell.data_dir), work)


def shown(shell: Shell) -> list[int]:
    """Return the products of the first group of the first page."""

    async def work(opened: Installation) -> list[int]:
        async with opened.database.reading("myshop") as db:
            call = Call(opened.clock, db)
            return [place.product_no for place in await main_placements.order(call, 2)]

    return installation.run(Configuration(data_dir=shell.data_dir), work)


@pytest.fixture
def ruled(shop: Shell) -> Shell:
    """A shell at an installation with two malls, one of which has a rule."""
    shop.text("mall", "create", "other", "--name", "Other")
    fill(shop)
    return shop


def test_rules_of_every_mall_are_renewed(ruled: Shell) -> None:
    before = shown(ruled)

    report = ruled.json("autodisplay", "renew")

    assert report == {"malls": 2, "rules": 1, "renewed": 1}
    assert (before, shown(ruled)) == ([], [1])
    assert ruled.text("autodisplay", "renew") == "1 displays were renewed, 0 begin later.\n"
    assert shown(ruled) == [1]


def test_one_mall_is_renewed_alone(ruled: Shell) -> None:
    report = ruled.json("autodisplay", "renew", "--mall", "other")

    assert (report, shown(ruled)) == ({"malls": 1, "rules": 0, "renewed": 0}, [])


def test_a_mall_that_is_not_there(ruled: Shell) -> None:
    said = ruled.fails("autodisplay", "renew", "--mall", "nobody")

    assert said == "there is no mall 'nobody'"
