"""Reports name what they have by number, with links to it."""

import html
import re
from decimal import Decimal

from openmall.pages.backoffice.reports import tables
from openmall.pages.backoffice.reports.definitions import DEFINITIONS, Column
from openmall.pages.backoffice.reports.report_names import Names
from tests.access.oauth.authorization_requests import Browser
from tests.commerce.order.order_setup import paid, wanted
from tests.commerce.product.stock_setup import stocked
from tests.pages.backoffice.test_reports import at


def links(browser: Browser, address: str) -> list[tuple[str, str]]:
    text = browser.open(address).text.rpartition("<tbody>")[2].partition("</tbody>")[0]
    return [
        (html.unescape(name), html.unescape(link))
        for link, name in re.findall(r'<td[^>]*><a href="([^"]*)">([^<]*)</a>', text)
    ]


def test_units_sold_name_their_products_with_links(owner: Browser) -> None:
    number, code = stocked(owner.world, 10)
    paid(owner.world, wanted(code, 2))
    name = owner.world.get(f"products/{number}")["product"]["product_name"]

    found = links(owner, at("product-sales", "start=2026-11-21&end=2026-11-21"))

    product = f"/admin/products/{number}"
    assert found == [(name, product), (code, product)]


def test_pages_of_the_shop_are_links_and_name_their_product(owner: Browser) -> None:
    number = owner.world.product(product_name="Blue cup")["product_no"]
    names = Names(products={number: "Blue cup"})
    urls = (f"/products/{number}", f"/product/detail.html?a=b&product_no={number}", "/search")

    named = [names.name("url", {"url": url}, url) for url in urls]
    addresses = [names.address("url", {"url": url}) for url in (*urls, "//evil.example", "x")]

    assert named == [f"Blue cup ({urls[0]})", f"Blue cup ({urls[1]})", ""]
    assert addresses == [*urls, "", ""]


def test_a_rise_of_refunds_is_no_good_news() -> None:
    trends = {
        name: [
            tables._difference(Column(name=name, kind="money"), Decimal(now), Decimal(2)).trend
            for now in (1, 2, 3)
        ]
        for name in ("payment_amount", "refund_amount")
    }

    assert trends == {"payment_amount": ["down", "", "up"], "refund_amount": ["up", "", "down"]}
    assert {each.name for d in DEFINITIONS.values() for each in d.counted} >= tables.LESS_IS_BETTER
