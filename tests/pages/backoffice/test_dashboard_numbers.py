"""Every number of the first page leads to a list of exactly so many rows."""

import html
import re
from decimal import Decimal

import pytest

from tests.access.oauth.authorization_requests import Browser
from tests.analytics.reports import visit_facts
from tests.commerce.community import board_setup
from tests.commerce.order.claim_setup import claim, sent, settings
from tests.commerce.order.order_setup import order, paid, pay, wanted
from tests.commerce.product.stock_setup import stocked
from tests.world import World

DAY = 86_400
PAGE = 30
"""Rows on a page of a list."""
_LINKED = re.compile(r'<a href="([^"]*)">(.*?)</a>', re.S)
_ADDED_UP = {"Sales": "Paid", "Visits": "Visits"}
"""What the first page names a sum -> the column of the report that it is the sum of."""


def numbers(browser: Browser, address: str = "/admin") -> dict[str, tuple[str, str]]:
    """Return every number of the first page with a list: title -> number, and where it leads."""
    text = re.sub(r"\s+", " ", browser.open(address).text)
    found = {}
    for glance in re.findall(r'<ul class="glance"[^>]*>(.*?)</ul>', text):
        for row in glance.split("<li>")[1:]:
            title = re.findall(r'<span class="quiet">([^<]*)</span>', row)[0]
            if title == "Average order":
                assert not _LINKED.findall(row)
                continue
            [(link, shown)] = _LINKED.findall(row)
            found[title] = (shown.partition("<")[0], html.unescape(link))
    waits = text.partition('id="waiting"')[2].partition("</section>")[0]
    for row in waits.split("<li>")[1:]:
        [(link, title)] = _LINKED.findall(row)
        number = re.findall(r'<span class="number">([^<]*)</span>', row)[0]
        found[title] = (number, html.unescape(link))
    return found


def pages(browser: Browser, address: str) -> list[str]:
    """Return a list's page and all that follow it."""
    found = []
    while address:
        page = browser.open(address)
        assert page.status_code == 200, address
        found.append(page.text)
        onward = re.search(r'<a class="button" href="([^"]*)" rel="next">', page.text)
        address = html.unescape(onward[1]) if onward else ""
    return found


def rows(browser: Browser, address: str) -> int:
    """Count the rows of a list, over all its pages."""
    bodies = (page.partition("<tbody>")[2].rpartition("</tbody>")[0] for page in
              pages(browser, address))  # fmt: skip
    return sum(body.count("<tr>") for body in bodies)


def added_up(browser: Browser, address: str, column: str) -> Decimal:
    """Add up a column of a report, over all its pages."""
    total = Decimal(0)
    for page in pages(browser, address):
        table = re.findall(r"<table>.*?</table>", page, re.S)[-1]
        heads = [re.sub(r"<[^>]*>|[↑↓]", "", each).strip()
                 for each in re.findall(r"<th [^>]*>(.*?)</th>", table, re.S)]  # fmt: skip
        at = heads.index(column)
        for row in table.partition("<tbody>")[2].split("<tr>")[1:]:
            cell = re.findall(r"<td[^>]*>(.*?)</td>", row, re.S)[at]
            total += Decimal(cell.replace(",", ""))
    return total


def plain(number: str) -> Decimal:
    return Decimal(number.replace(",", "").split(" ")[0])


def check(browser: Browser, address: str = "/admin") -> dict[str, str]:
    """Follow every number of the first page; return the numbers."""
    found = numbers(browser, address)
    for title, (number, link) in found.items():
        column = _ADDED_UP.get(title.partition(" ")[0], "")
        shown = added_up(browser, link, column) if column and plain(number) else None
        assert plain(number) == (rows(browser, link) if shown is None else shown), title
    return {title: number for title, (number, _) in found.items()}


def sell(world: World, code: str) -> None:
    """Leave orders in every state that waits for the shop, on three days of two months."""
    clock = world.stage.clock
    start = clock.now()
    settings(world, refund_processing_setting="D")
    clock.pass_(-DAY * 24)
    paid(world, wanted(code, 1))
    clock.pass_(DAY * 19)
    for _ in range(3):
        order(world, wanted(code, 1))
    for _ in range(PAGE + 4):
        paid(world, wanted(code, 1))
    prepared, held, sent_, back, over, undone = (paid(world, wanted(code, 2)) for _ in range(6))
    clock.pass_(start - clock.now())
    world.put(f"orders/{prepared}", process_status="prepare")
    world.put(f"orders/{held}", process_status="hold")
    sent(world, sent_)
    sent(world, back, "shipped")
    claim(world, back, "return", "accepted", (1, 1), claim_reason_type="A")
    swapped = paid(world, wanted(code, 1))
    sent(world, swapped, "shipped")
    claim(world, swapped, "exchange", "accepted", (1, 1), same_product="T")
    asked = paid(world, wanted(code, 2))
    claim(world, asked, "cancellation", "canceling", (1, 1), claim_reason_type="A")
    claim(world, over, "cancellation", "canceled", (1, 2), claim_reason_type="A")
    pay(world, undone, "unpaid", recover_inventory="T")
    paid(world, wanted(code, 1), wishes={"points": "11000"}, methods=["point"])
    gone = paid(world, wanted(code, 1))
    claim(world, gone, "cancellation", "canceled", (1, 1), claim_reason_type="A")


@pytest.fixture
def busy(owner: Browser) -> Browser:
    """A manager's browser at a shop with something of everything."""
    world = owner.world
    _, code = stocked(world, 1000)
    sell(world, code)
    for _ in range(PAGE + 3):
        stocked(world, 0)
    stocked(world, 3, safety_inventory=3)
    stocked(world, 0, display_soldout="F")
    stocked(world, 0, use_inventory="F")
    for _ in range(PAGE + 1):
        board_setup.write(world, board_setup.QUESTIONS, title="How big is it?")
    answered = board_setup.write(world, 9, title="Where is it?")
    board_setup.write(world, 9, title="When is it there?")
    board_setup.reply(world, answered, reply="T", title="Re: Where is it?", reply_user_id="owner")
    head = visit_facts.head(world, 20261121, 8, "pc", 1)
    visit = {**head, **visit_facts.who(1, first=1), **visit_facts.NOWHERE, "landing": "/"}
    visit_facts.keep(world, {"visit": [visit]})
    return owner


def test_every_number_leads_to_so_many_rows(busy: Browser) -> None:
    found = check(busy)
    today = check(busy, "/admin?period=today")

    assert found["Sold-out products"] == "35"
    assert found["Unanswered product questions"] == "31"
    assert found["Unanswered inquiries"] == "1"
    assert found["Orders to prepare"] == "37"
    assert found["Orders waiting for payment"] == "4"
    for what in ("Orders to ship", "Orders on hold", "Cancellations to decide",
                 "Returns to decide", "Exchanges to decide"):  # fmt: skip
        assert found[what] == "1", what
    assert today["Orders"] == "4"
    assert today["Visits"] == "1"
    assert Decimal(found["Orders"]) > PAGE


def test_numbers_of_another_shop_lead_to_its_lists(busy: Browser) -> None:
    found = numbers(busy, "/admin?shop_no=2")

    assert {"0", "0 KRW", "0 USD"} >= {number for number, _ in found.values()} - {"35"}
    assert all("shop_no=2" in link for _, link in found.values())
    check(busy, "/admin?shop_no=2")


def test_a_product_of_which_one_variant_is_gone_says_so_in_its_list(owner: Browser) -> None:
    world = owner.world
    number, _ = stocked(world, 5)
    options = [{"name": "Size", "value": ["S", "L"]}]
    number = world.product(has_option="T", options=options)["product_no"]
    small, large = world.get(f"products/{number}/variants")["variants"]
    for each, quantity in ((small, 0), (large, 5)):
        world.put(
            f"products/{number}/variants/{each['variant_code']}/inventories",
            use_inventory="T", display_soldout="T", quantity=quantity,
        )  # fmt: skip

    [page] = pages(owner, "/admin/products?stock=partly")

    assert "Sold-out products" not in check(owner)
    assert "Partly sold out" in page
    assert f'href="/admin/products/{number}"' in page
