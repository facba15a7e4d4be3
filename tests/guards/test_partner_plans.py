"""No list of partners sorts or reads a whole table, however many shops take part."""

import re

import apsw
import pytest
from sqlalchemy import Select

from openmall.commerce.partner.products import search as partner_product_search
from openmall.commerce.partner.products.takes import PartnerProductFilters
from openmall.commerce.partner.shops import search as partner_shop_search
from openmall.commerce.partner.shops.takes import ShopFilters
from openmall.commerce.partner_projection.tables import SORTS, USUAL
from openmall.configuration import Configuration
from openmall.contract.fields import fields_of
from openmall.database.statements import Statement
from tests import new_store

SORTING = "USE TEMP B-TREE"
WHOLE = re.compile(r"^SCAN \w+$")
FEW = {
    "collection_product_category", "brand_name", "product_standard_tags", "product_name",
    "international_shipping_country", "shop_name", "store_id", "product_ukey", "product_no",
    *USUAL,
}  # fmt: skip
"""Filters that find products before they are sorted: few, or of one mall."""


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> apsw.Connection:
    configuration = Configuration(data_dir=tmp_path_factory.mktemp("plans"))
    new_store.prepare(configuration)
    return apsw.Connection(str(configuration.database_path))


def steps(store: apsw.Connection, clause: Select[tuple[object, ...]]) -> list[str]:
    compiled = Statement(clause).on("sqlite")
    values = {name: compiled.fixed.get(name, "1") for name in compiled.names}
    values |= dict.fromkeys(compiled.lists, "[1]")
    return [str(row[3]) for row in store.execute(f"EXPLAIN QUERY PLAN {compiled.sql}", values)]


def how(name: str, *, many: bool) -> partner_product_search.How:
    return ((many,),) if name in FEW - {"store_id", "product_ukey", "product_no"} else ()


@pytest.mark.parametrize("order", ["asc", "desc"])
@pytest.mark.parametrize("sort", SORTS)
def test_products_are_read_in_the_order_of_an_index(
    store: apsw.Connection, sort: str, order: str
) -> None:
    for shape in ((), (("is_free_gift", ()),), (("collection_product_category", ((True,),)),)):
        plan = steps(store, partner_product_search.page_of(shape, sort, order))
        assert plan[0] == f"SCAN partner_product USING INDEX ix_partner_product_{sort}"
        assert not any(SORTING in step for step in plan)


def test_what_few_products_have_is_found_before_it_is_sorted(store: apsw.Connection) -> None:
    for name in sorted(FEW - {"product_no"}):
        plan = steps(
            store,
            partner_product_search.page_of(
                ((name, how(name, many=False)),), "created_date", "desc"
            ),
        )
        assert plan[0].startswith("SEARCH partner_product USING INDEX"), name


def test_no_filter_of_products_reads_them_all_in_no_order(store: apsw.Connection) -> None:
    for name in fields_of(PartnerProductFilters):
        for many in (False, True):
            shape = ((name, how(name, many=many)),)
            plan = steps(store, partner_product_search.page_of(shape, "created_date", "desc"))
            assert not any(WHOLE.match(step) for step in plan), (name, plan)


@pytest.mark.parametrize(
    ("sort", "index"),
    [("created_date", "ix_partner_shop_created"), ("shop_name", "ix_partner_shop_name")],
)
def test_shops_are_read_in_the_order_of_an_index(
    store: apsw.Connection, sort: str, index: str
) -> None:
    assert steps(store, partner_shop_search.page_of((), sort, "desc")) == [
        f"SCAN partner_shop USING INDEX {index}"
    ]


def test_no_filter_of_shops_reads_them_all_in_no_order(store: apsw.Connection) -> None:
    for name in fields_of(ShopFilters):
        shape = ((name, (1,) if name == "shop_name" else ()),)
        plan = steps(store, partner_shop_search.page_of(shape, "created_date", "desc"))
        assert not any(WHOLE.match(step) for step in plan), (name, plan)
