"""Orders in the back office: found, and every deed of daily life done as their states allow."""

import html
import re
from decimal import Decimal
from typing import Any

import pytest

from tests.access.oauth.authorization_requests import Browser
from tests.commerce.order.claim_setup import claim
from tests.commerce.order.order_setup import order, paid, states, wanted
from tests.commerce.product.stock_setup import stocked
from tests.page_content import form_token
from tests.pages.backoffice.page_forms import form_with, problem, said, send

LIST = "/admin/orders"


@pytest.fixture
def code(owner: Browser) -> str:
    """A variant with forty on the shelf."""
    return stocked(owner.world, 40)[1]


def numbers(browser: Browser, query: str = "") -> list[str]:
    """Return the numbers of the orders a list shows."""
    page = browser.open(f"{LIST}?{query}")
    assert page.status_code == 200, page.text
    return re.findall(r'<th scope="row" class="nowrap"><a [^>]*>([^<]*)</a>', page.text)


def sent(browser: Browser, number: str) -> Any:
    return send(
        browser, f"{LIST}/{number}", "ship", tracking_no="1234", shipping_company_code="0001"
    )


class TestList:
    def test_a_row_says_who_bought_what_for_how_much_and_where_it_is(
        self, owner: Browser, code: str
    ) -> None:
        number = paid(owner.world, wanted(code, 2), wanted(code))

        page = owner.open(LIST).text
        row = page.split("<tbody>")[1].split("</tr>")[0]

        assert f'<a href="/admin/orders/{number}">{number}</a>' in row
        assert "Hana Kim" in row
        assert "Linen apron and 1 other" in row
        assert "33,000 KRW" in row
        assert "Bank deposit" in row
        assert re.findall(r'class="badge ?">([^<]*)<', row) == ["Payment Complete"]

    def test_tabs_count_what_waits_for_the_shop(self, owner: Browser, code: str) -> None:
        world = owner.world
        waiting = order(world, wanted(code))
        first, second = paid(world, wanted(code)), paid(world, wanted(code))
        sent(owner, second)

        page = owner.open(LIST).text
        tabs = page.partition('<ul class="tabs">')[2].partition("</ul>")[0]

        assert re.findall(r'>([^<>]+?)(?: <span class="number">(\d+)</span>)?</a>', tabs) == [
            ("All", ""),
            ("Awaiting payment", "1"),
            ("To fulfil", "1"),
            ("In transit", "1"),
            ("Delivered", ""),
            ("Claims", ""),
        ]
        assert numbers(owner, "tab=open") == [first]
        assert numbers(owner, "tab=unpaid") == [waiting]
        assert numbers(owner, "tab=paid") == [first]
        assert numbers(owner, "tab=sent") == [second]
        assert numbers(owner, "tab=held") == []

    def test_a_row_offers_the_next_step(self, owner: Browser, code: str) -> None:
        world = owner.world
        unpaid, ready, held, asked = (
            order(world, wanted(code)), *(paid(world, wanted(code, 2)) for _ in range(3)),
        )  # fmt: skip
        world.put(f"orders/{held}", process_status="hold")
        claim(world, asked, "cancellation", "canceling", (1, 1), claim_reason_type="A")

        page = owner.open(LIST).text
        steps = re.findall(r'<a class="button small" href="([^"]*)">(\w+)<span', page)

        assert steps == [(f"{LIST}/{asked}", "Decide"), (f"{LIST}/{ready}#dialog-ship", "Ship")]
        assert unpaid in page

    def test_filters_are_chips_that_each_can_be_removed(self, owner: Browser, code: str) -> None:
        page = owner.open(
            f"{LIST}?tab=held&field=buyer_name&keyword=Hana&payment_method=cash"
            "&from=2026-11-01&to=2026-11-21"
        ).text
        part = page.partition('<ul class="chosen"')[2].partition("</ul>")[0]
        chips = {
            re.sub(r"<[^>]*>", "", text).strip(): html.unescape(address)
            for address, text in re.findall(r'<a(?: class="[^"]*")? href="([^"]*)">(.*?)</a>', part)
        }

        dates = "from=2026-11-01&to=2026-11-21"
        assert chips == {
            "Remove the filter: On hold": f"{LIST}?tab=open&field=buyer_name&keyword=Hana"
            f"&payment_method=cash&{dates}",
            "Remove the filter: Buyer: Hana": f"{LIST}?tab=held&payment_method=cash&{dates}",
            "Remove the filter: Bank deposit": f"{LIST}?tab=held&field=buyer_name&keyword=Hana"
            f"&{dates}",
            "Remove the filter: Order: 2026-11-01 – 2026-11-21": f"{LIST}?tab=held"
            "&field=buyer_name&keyword=Hana&payment_method=cash",
            "Clear all": f"{LIST}?tab=held",
        }

    def test_search(self, owner: Browser, code: str) -> None:
        world = owner.world
        first = order(world, wanted(code))
        second = paid(world, wanted(code))

        found = {
            query: numbers(owner, query)
            for query in (
                f"keyword={first}",
                "field=buyer_name&keyword=Hana Kim",
                "field=member_id&keyword=hana",
                "field=product_no&keyword=1",
                "payment_status=P",
                "payment_status=F",
                "payment_method=cash",
                "payment_method=card",
                "from=2026-11-01&to=2026-11-21",
                "from=2026-11-01&to=2026-11-20",
                "field=receiver_name&keyword=Nobody",
            )
        }

        assert list(found.values()) == [
            [first],
            [second, first],
            [second, first],
            [second, first],
            [second],
            [first],
            [second, first],
            [],
            [second, first],
            [],
            [],
        ]

    def test_what_is_read_order_by_order_is_searched_within_three_months(
        self, owner: Browser, code: str
    ) -> None:
        order(owner.world, wanted(code))

        page = owner.open(f"{LIST}?payment_status=F").text
        form = form_with(page, "from")
        said = owner.open(f"{LIST}?payment_status=F&from=2026-11-01&to=2026-11-02").text

        assert (form.values["from"], form.values["to"]) == ("2026-08-24", "2026-11-21")
        assert 'name="from" type="date" value="2026-11-01"' in said
        assert 'name="from" type="date" value=""' in owner.open(LIST).text

    @pytest.mark.parametrize(
        ("query", "field", "message"),
        [
            ("from=2026-01-01&to=2026-11-21", "to", "Choose up to three months."),
            ("from=2026-11-01", "to", "Enter both a start and an end date."),
            ("field=product_no&keyword=x", "keyword", "This is not a number."),
        ],
    )
    def test_what_cannot_be_searched_for_is_said_beside_its_field(
        self, owner: Browser, query: str, field: str, message: str
    ) -> None:
        page = owner.open(f"{LIST}?{query}")

        assert page.status_code == 422
        assert problem(page, field) == message

    def test_an_empty_shop(self, owner: Browser) -> None:
        assert "There are no orders yet." in owner.open(LIST).text
        assert "No matching orders." in owner.open(f"{LIST}?tab=paid").text


class TestSteps:
    def test_several_orders_are_paid_and_prepared(self, owner: Browser, code: str) -> None:
        world = owner.world
        first, second, third = (order(world, wanted(code)) for _ in range(3))

        told = [
            said(send(owner, f"{LIST}?tab=unpaid", "pay", row__0=third, row__2=first)),
            said(send(owner, LIST, "prepare", row__0=third)),
            said(send(owner, LIST, "prepare")),
        ]

        assert told == [
            "The selected orders are marked as paid.",
            "The selected orders are being prepared.",
            "No orders selected.",
        ]
        assert [states(world, number) for number in (first, second, third)] == [
            ["N10"],
            ["N00"],
            ["N20"],
        ]

    def test_what_cannot_be_prepared_is_told_by_itself(self, owner: Browser, code: str) -> None:
        world = owner.world
        waiting, ready = order(world, wanted(code)), paid(world, wanted(code))

        page = send(owner, LIST, "prepare", row__0=ready, row__1=waiting)

        assert page.status_code == 422
        assert f"<li>Order {ready}: done</li>" in page.text
        reason = "This cannot be done with an item in the state Awaiting Payment."
        assert f"<li>Order {waiting}: {reason}</li>" in page.text
        assert (states(world, ready), states(world, waiting)) == (["N20"], ["N00"])

    def test_what_was_paid_before_is_not_told_as_marked(self, owner: Browser, code: str) -> None:
        world = owner.world
        waiting, done = order(world, wanted(code)), paid(world, wanted(code))

        page = send(owner, LIST, "pay", row__0=waiting, row__1=done)

        assert f"<li>Order {waiting}: done</li>" in page.text
        assert f"<li>Order {done}: This order awaits no payment: it was paid already" in page.text
        assert states(world, waiting) == ["N10"]


class TestPage:
    def test_what_is_shown(self, owner: Browser, code: str) -> None:
        number = paid(owner.world, wanted(code, 2))

        page = owner.open(f"{LIST}/{number}").text

        assert f"<h1>Order {number}</h1>" in page
        for text in (
            "Linen apron",
            "22,000 KRW",
            "Hana Kim",
            "hana@example.com",
            '<a href="/admin/customers/hana">hana</a>',
            "04524 1 Sejong-daero Room 3",
            "Leave it at the door",
            "Ordered",
        ):
            assert text in page

    @pytest.mark.parametrize("below", ["20261121-9999999", "x", "1"])
    def test_an_order_there_is_not_is_told_in_the_frame(self, owner: Browser, below: str) -> None:
        page = owner.open(f"{LIST}/{below}")

        assert page.status_code == 404
        assert "Not found" in page.text

    def test_a_form_of_another_site_changes_nothing(self, owner: Browser, code: str) -> None:
        number = order(owner.world, wanted(code))

        answer = owner.submit(f"{LIST}/{number}", {"deed": "pay"})

        assert answer.status_code == 403
        assert states(owner.world, number) == ["N00"]

    def test_an_unknown_deed_does_nothing(self, owner: Browser, code: str) -> None:
        number = order(owner.world, wanted(code))
        token = form_token(owner.open(f"{LIST}/{number}").text)

        answer = owner.submit(f"{LIST}/{number}", {"form_token": token, "deed": "burn"})

        assert answer.status_code == 400
        assert "The page has no such button. Nothing was changed." in answer.text
        assert states(owner.world, number) == ["N00"]


class TestTotals:
    def test_the_total_of_a_filtered_list_is_that_of_its_orders(self, owner: Browser) -> None:
        world = owner.world
        _, code = stocked(world, 1000)
        paid_numbers = [paid(world, wanted(code, quantity=at + 1)) for at in range(33)]
        order(world, wanted(code))

        text = owner.open(f"{LIST}?tab=paid&totals=1").text

        amounts = [
            Decimal(world.get(f"orders/{each}")["order"]["payment_amount"]) for each in paid_numbers
        ]
        shown = re.sub(r"<[^>]+>", "", text.partition('id="totals">')[2].partition("</p>")[0])
        assert shown == f"33 orders: {sum(amounts):,.0f} KRW"

    def test_every_order_of_the_page_can_be_selected_at_once(self, owner: Browser) -> None:
        world = owner.world
        _, code = stocked(world, 40)
        numbers = {order(world, wanted(code)) for _ in range(3)}

        page = owner.open(f"{LIST}?select=all").text

        ticked = set(re.findall(r'value="([0-9-]+)" checked', page))
        assert ticked == numbers
