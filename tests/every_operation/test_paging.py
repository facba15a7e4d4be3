"""Pages are disjoint, complete and in a stable order; a count is what the list holds."""

import os
from collections.abc import Iterator
from typing import Any

import pytest

from openmall.commerce.collection.classifications import CLASSIFICATIONS, ClassificationDraft
from openmall.commerce.collection.trends import TRENDS, TrendDraft
from openmall.commerce.customer import social
from openmall.contract.call import Call, Mall, Shop
from openmall.contract.moments import SystemClock
from openmall.database.session import Session
from tests.commerce.application import charges
from tests.commerce.community import inquiry_setup
from tests.commerce.customer import customer_setup
from tests.commerce.partner import programme_setup
from tests.coverage_scope import the_application_alone
from tests.every_operation import examples
from tests.every_operation.operation_calls import least, rows, send, send_raw, things, url
from tests.every_operation.prerequisites import (
    COMPANION_VALUES,
    CREATORS,
    Row,
    Values,
    application,
    claims,
    details,
    file_transfers,
    migrated_orders,
    mileage,
    notification,
    order,
    own,
    plans,
    promotion,
    shopping,
    writes,
)
from tests.every_operation.prerequisites import community as written
from tests.every_operation.registry_rows import every_row
from tests.world import NOVEMBER_2026, Stage, World

pytestmark = pytest.mark.both_stores

HOW_MANY = 7
SORTS = ("created_date", "updated_date", "product_name")

TELLING: dict[str, str] = {
    "product_no": "2,3",
    "product_name": "apron,nothing like it",
    "product_code": "P000000B",
    "eng_product_name": "Apron",
    "price_min": "12000",
    "price_max": "12000.00",
    "custom_product_code": "C-2,C-3",
    "product_tag": "linen",
    "category": "2",
    "created_start_date": "2026-11-21",
    "updated_start_date": "2026-11-21",
    "created_end_date": "2026-11-21",
    "updated_end_date": "2026-11-21",
    "category_no": "2,4",
    "category_name": "aprons 3",
    "parent_category_no": "1",
    "brand_code": "B0000000",
    "display": "T",
    "selling": "T",
    "since_product_no": "4",
    "brand_name": "kite 3,nothing like it",
    "manufacturer_code": "M0000000,M000000B",
    "manufacturer_name": "WORKS",
    "classification_code": "C000000A,C000000C",
    "classification_name": "clearance",
    "trend_code": "T0000000",
    "trend_name": "Summer 1",
    "use_brand": "T",
    "important_flag": "T",
    "memo": "3",
    "supplier_code": "S000000B",
    "supplier_name": "farm 3",
    "user_id": "farm2",
}
"""Filter -> a value that some of what is there has; for the rest any valid one."""

FEWER: dict[str, Values] = {
    "GET origin": {"foreign": "F"},
    "GET activitylogs": {"type": "product"},
}
"""List that is longer than a page can be -> a filter that leaves less of it."""

UNTOLD = {("partner", "brand_name")}
"""API and filter of what nobody told of the things made here."""

FULL: Values = {
    "product_no": 1,
    "category_no": 3,
    "display_group": 2,
    "member_id": "haneul",
    "board_no": 5,
    "article_no": 1,
    "supplier_id": "farm1",
    "coupon_no": promotion.FIRST_COUPON,
    "plan_no": 1,
}
"""Path parameter -> the thing that `_fill` puts things into."""

FULL_OF: dict[str, Values] = {
    "GET serialcoupons/{coupon_no}/issues": {"coupon_no": promotion.SERIAL_COUPON},
}
"""List -> the thing of its path, where it is another one."""

LINKED: dict[str, tuple[Values, Values]] = {
    "GET activitylogs": ({"type": "brand"}, {"type": "brand"}),
    "GET boards/{board_no}/articles": ({"is_display": "T"}, {"display": "T"}),
    "GET commonevents": ({}, {"name": "Spring"}),
    "GET coupons/{coupon_no}/issues": ({}, {}),
    "GET cashreceipt": ({"start_date": "2026-11-21", "end_date": "2026-11-21"}, {}),
    "GET products/{product_no}/carts": ({}, {"product_no": 1}),
    **file_transfers.PAGED,
    "GET jobs": ({}, {"operation": "POST products"}),
    **plans.PAGED,
    **writes.PAGED,
    "GET orders": ({"order_status": "N00"}, {"order_place_id": "platform"}),
    "GET shippingorigins": ({}, {}),
    "GET urgentinquiry": ({"start_date": "2026-11-21"}, {}),
    "GET push": ({}, {"shop_no": 1}),
    "GET recipientgroups": ({}, {"shop_no": 1}),
    "GET reservations": ({}, {"shop_no": 1}),
    "GET reports/hourlysales": ({}, {"shop_no": 1}),
    "GET reports/productsales": ({}, {"shop_no": 1}),
    "GET translations/categories": ({}, {"shop_no": 1}),
    "GET translations/products": ({}, {"shop_no": 1}),
}
"""List with links -> a filter that keeps three pages of things, and what they have in common."""


def _link(world: World, service: str) -> None:
    def work(call: Call) -> Any:
        return social.link(call, "haneul", social_name=service, social_member_code="1")

    customer_setup.do(world, work)


def _fill(world: World) -> None:
    clock = world.stage.clock
    began = clock.at
    for at in range(1, HOW_MANY + 1):
        world.product(
            product_name=f"Linen apron {at % 3}",
            eng_product_name="Apron" if at % 2 else "",
            price=f"{10 + at}000",
            custom_product_code=f"C-{at}",
            product_tag=["linen"] if at > 3 else [],
        )
        world.post("categories", category_name=f"Aprons {at}")
        world.post("brands", brand_name=f"Kite {at}")
        world.post("manufacturers", manufacturer_name=f"Kite Works {at}", president_name="Kim")
        clock.pass_(at % 2)
    clock.at = began
    world.in_transaction(_group)
    world.put("products/2", add_category_no=[{"category_no": 2}])
    address = {"address1": "1 Harbour Road", "address2": "Dock 2", "country_code": "KR"}
    person = {"password": "correct horse", "permission_shop_no": [1]}
    fee = {"region_name": "Jeju", "regional_surcharge_amount": "3000.00"}
    for at in range(1, HOW_MANY + 1):
        world.post("suppliers", supplier_name=f"Kite Farm {at}")
        code = f"S000000{'ABCDEFG'[at - 1]}"
        world.post("suppliers/users", user_id=f"farm{at}", supplier_code=code, **person)
        world.post("suppliers/users/farm1/regionalsurcharges", use_regional_surcharge="T", **fee)
        world.post("shippingorigins", origin_name=f"Dock {at}", **address)
    world.put("products/3", supplier_code="S000000B")
    world.post("scripttags", **application.TAG)
    for _ in range(HOW_MANY):
        charges.paid(world)
    for at in range(HOW_MANY):
        world.post("products/1/memos", author_id="owner", memo=f"Memo {at}")
    customer_setup.join(world, "haneul")
    for at in range(HOW_MANY):
        text = {"author_id": "owner", "memo": f"Memo {at}", "important_flag": "FT"[at % 3 > 0]}
        world.post("customers/haneul/memos", **text)
        _link(world, f"service {at}")
    fee = {"country_code": "JP", "min_value": "0", "max_value": "100000", "additional_fee": "50"}
    fees = [{**fee, "fee_name": f"Customs {at}"} for at in range(HOW_MANY)]
    world.put("shipping", oversea_additional_fee="T", oversea_additional_fee_list=fees)
    for _ in range(HOW_MANY + 1):
        written.CREATORS["boards/{board_no}/articles/{article_no}"](world, FULL)
        written.CREATORS["boards/{board_no}/articles/{article_no}/comments/{comment_no}"](
            world, FULL
        )
        inquiry_setup.receive(world)
    for at in range(HOW_MANY):
        claims.refunded(world, at % 3 + 1)
    for at in range(HOW_MANY):
        number = order.ordered(world, at % 3 + 1)
        clock.at = began - at * 3_600
        order.pay(world, number)
    clock.at = began
    for at in range(HOW_MANY):
        order.ordered(world, at % 3 + 1)
    file_transfers.fill(world, HOW_MANY)
    plans.fill(world, HOW_MANY)
    writes.fill(world, HOW_MANY)
    notification.fill(world, HOW_MANY)
    details.fill(world, HOW_MANY)
    migrated_orders.fill(world, HOW_MANY)
    promotion.fill(world, "haneul", times=HOW_MANY)
    mileage.fill(world)


def _where(world: World, filled: World, row: Row) -> World:
    """Return the mall a list is read in: that of all readers, or one filled for this list."""
    if row[0].name == "storefront" and row[1].path.startswith(("customers/me", "carts")):
        own.fill(world, HOW_MANY)
    elif row[0].name == "analytics":
        things(world, row[1])
    elif row[1].path == "reservations":
        shopping.book(world, world.product()["product_no"], HOW_MANY)
    elif row[1].path not in OUTSIDE:
        return filled
    return world


async def _group(db: Session) -> None:
    shops = {1: Shop(1, "Shop", "ko_KR", "KRW"), 2: Shop(2, "Shop", "en_US", "KRW")}
    mall, clock = Mall(db.mall_id, "Mall", "KR", shops), SystemClock()
    for at in range(1, HOW_MANY + 1):
        filed = ClassificationDraft(classification_name=f"Clearance {at}")
        await CLASSIFICATIONS.add(db, mall, clock, filed)
        await TRENDS.add(db, mall, clock, TrendDraft(trend_name=f"Summer {at}"))


@pytest.fixture(scope="module")
def _filled_once(stage: Stage) -> tuple[World, dict[str, list[str]]]:
    stage.clock.at = NOVEMBER_2026
    mall = stage.new_world(f"pages-{os.getpid()}-{stage.app.database.dialect}")
    _fill(mall)
    for shelf in ("categories/3/products", "mains/2/products"):
        mall.post(shelf, product_no=list(range(1, HOW_MANY + 1)))
    for row in every_row():
        # who calls as a partner takes part, who calls as a shopper signs in
        if row[1].name in ("GET products", "GET orders") and row[0].name != "admin":
            _listed(mall, row)
    return mall, rows(mall)


@pytest.fixture
def filled(stage: Stage, _filled_once: tuple[World, dict[str, list[str]]]) -> Iterator[World]:
    """The mall that `_fill` filled. All who only read share it, and leave it as it was."""
    mall, before = _filled_once
    stage.clock.at = NOVEMBER_2026
    stage.forget_counts()
    with the_application_alone():
        yield mall
    assert rows(mall) == before


def _listed(world: World, row: Row, **query: Any) -> list[Any]:
    full = {**FULL, **FULL_OF.get(row[1].name, {})}
    path = {name: full[name] for name in row[1].placeholders}
    answer = send(world, row, {**least(world, row[1], path), **query}, path)
    assert answer.status_code == 200, answer.text
    found: list[Any] = answer.json()[row[1].key]
    return found


def _most(row: Row) -> int:
    """Return the limit that lists a whole mall of `_fill`."""
    limit = row[1].fields.get("limit")
    return min(100, getattr(limit and limit.type, "le", None) or 100)


def _walk(world: World, row: Row, **query: Any) -> list[Any]:
    found: list[Any] = []
    size = max(3, row[1].fields["limit"].type.ge or 1)  # type: ignore[union-attr,attr-defined] # a number
    for offset in range(0, 100, size):
        page = _listed(world, row, limit=size, offset=offset, **query)
        found += page
        if len(page) < size:
            break
    return found


OUTSIDE = ("shops", "bundleproducts", "subscription/shipments", "products/standardtags")
"""Lists of what is not in the mall that `_fill` filled."""


def test_pages_are_disjoint_complete_and_in_one_order(
    world: World, filled: World, paged: Row
) -> None:
    world = _where(world, filled, paged)
    few = FEWER.get(paged[1].name, {})
    if paged[1].path == "shops":
        [tag] = least(world, paged[1], {}).values()
        for at in range(HOW_MANY):
            other = world.stage.new_world(f"{world.mall_id}-{at}")
            programme_setup.enrol(other, shop_tags=[tag])
    if paged[1].path == "products/standardtags":
        for _ in range(HOW_MANY):
            things(world, paged[1])
    for made in ("bundleproducts/{product_no}", "subscription/shipments/{subscription_id}"):
        if paged[1].path == made.rpartition("/")[0]:
            for _ in range(HOW_MANY):
                CREATORS[made](world, {})
    whole = _listed(world, paged, limit=_most(paged), **few)
    assert len(whole) >= HOW_MANY
    assert _walk(world, paged, **few) == whole
    assert len({repr(each) for each in whole}) == len(whole)
    assert _listed(world, paged, **few) == whole[: paged[1].fields["limit"].default]
    assert _listed(world, paged, offset=len(whole), **few) == []


@pytest.mark.parametrize("order", ["asc", "desc"])
@pytest.mark.parametrize("sort", SORTS)
def test_products_that_are_alike_keep_their_order_across_pages(
    filled: World, sort: str, order: str
) -> None:
    row = next(r for r in every_row() if (r[0].name, r[1].name) == ("admin", "GET products"))
    whole = _walk(filled, row, sort=sort, order=order)
    keys = [(each[sort], each["product_no"]) for each in whole]
    assert keys == sorted(keys, reverse=order == "desc")
    assert len(keys) == HOW_MANY


@pytest.mark.parametrize("api", ["admin", "storefront"])
def test_a_walk_by_number_meets_every_product_once(filled: World, api: str) -> None:
    row = next(r for r in every_row() if (r[0].name, r[1].name) == (api, "GET products"))
    seen: list[int] = []
    last = 0
    while page := _listed(filled, row, limit=3, since_product_no=last, offset=2):
        seen += [each["product_no"] for each in page]
        last = seen[-1]
    assert seen == list(range(1, HOW_MANY + 1)), "in order of number, whatever the offset"


def test_a_count_is_the_length_of_the_list_for_every_filter(
    world: World, filled: World, counting: Row
) -> None:
    filled = _where(world, filled, counting)
    api, operation = counting
    listing = next(
        row
        for row in every_row()
        if row[0] is api and row[1].name == operation.name.removesuffix("/count")
    )
    matched = {}
    for name, field in operation.fields.items():
        value = TELLING.get(name) or examples.valid(field.type)
        needs: Values = COMPANION_VALUES.get(name, lambda value: {})(value)
        query = {**needs, name: value}
        length = len(_listed(filled, listing, limit=_most(listing), **query))
        asked = {**least(filled, operation, {}), **query}
        assert send(filled, counting, asked, {}).json() == {"count": length}, name
        matched[name] = length
    silent = {name for name in TELLING if matched.get(name) == 0}
    assert silent - {name for each, name in UNTOLD if each == api.name} == set()
    if operation.fields.keys() == {"shop_no"}:
        assert matched["shop_no"] > 0
        return
    if operation.name == "GET themes/count":
        return  # a mall has one theme, and one filter of it
    assert len(set(matched.values())) > 1, "some filters leave something out"


def test_links_lead_through_all_pages_and_back(world: World, filled: World, linked: Row) -> None:
    api, operation = linked
    asked, common = LINKED[operation.name]
    filled = _where(world, filled, linked)
    path = {name: FULL[name] for name in operation.placeholders}
    values = {**least(filled, operation, path), "limit": 3, **asked}
    whole = _listed(filled, linked, limit=100, **asked)
    address = url(linked, path)
    answer = send_raw(filled, api, "GET", address, params=values)
    alike = [each for each in whole if common.items() <= each.items()]
    assert HOW_MANY <= len(alike) <= 9, "three pages"
    met, rels = [], []
    while True:
        body = answer.json()
        met += body[operation.key]
        links = {link["rel"]: link["href"] for link in body.get("links", [])}
        rels.append(list(links))
        assert all(href.startswith(f"{filled.base_url}{address}?") for href in links.values())
        if "next" not in links:
            break
        answer = send_raw(filled, api, "GET", links["next"].removeprefix(filled.base_url))
    assert met == whole
    assert rels == [["next"], ["prev", "next"], ["prev"]]
    back = send_raw(filled, api, "GET", links["prev"].removeprefix(filled.base_url))
    assert back.json()[operation.key] == whole[3:6]


def test_a_list_that_fits_on_its_page_has_no_links(world: World, linked: Row) -> None:
    path = things(world, linked[1])
    answer = send(world, linked, least(world, linked[1], path), path)
    assert set(answer.json()) == {linked[1].key}
