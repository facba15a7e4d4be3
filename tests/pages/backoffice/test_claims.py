"""Claims in the back office: previewed by the refund itself, and done as they were previewed."""

import re
from decimal import Decimal
from typing import Any

import httpx
import pytest

from tests.access.oauth.authorization_requests import Browser
from tests.commerce.order.claim_setup import check_books, paid_back, refund, settings
from tests.commerce.order.claim_setup import sent as send_all
from tests.commerce.order.order_setup import order, paid, states, wanted
from tests.commerce.product.stock_setup import stocked
from tests.pages.backoffice.page_forms import form_of, forms, problem, said, send
from tests.world import World

LIST = "/admin/orders"
WISHES = {"membership_discount": "700", "shipping_fee": "2500"}
NOVEMBER = {"start_date": "2026-11-01", "end_date": "2026-11-30"}


@pytest.fixture
def code(owner: Browser) -> str:
    """A variant with forty on the shelf."""
    return stocked(owner.world, 40)[1]


def left(world: World, code: str) -> int:
    """Return how many of a variant are on the shelf."""
    [variant] = world.get("products/1/variants")["variants"]
    assert variant["variant_code"] == code
    quantity: int = variant["quantity"]
    return quantity


def preview(browser: Browser, number: str, deed: str, **typed: Any) -> httpx.Response:
    """Fill in the merchant's own form of a claim, and return the preview that follows."""
    page = send(browser, f"{LIST}/{number}", deed, **typed)
    assert page.status_code == 200, page.text
    return page


def asked(browser: Browser, number: str) -> httpx.Response:
    """Press "Accept this request" of an order, and return the preview that follows."""
    page = browser.open(f"{LIST}/{number}").text
    [form] = [each for each in forms(page) if "claim" in each.values]
    return browser.open(f"{form.action}?claim={form.values['claim']}")


def confirm(browser: Browser, page: httpx.Response, **typed: str) -> httpx.Response:
    """Confirm a preview, and return what is answered at once."""
    [form] = [each for each in forms(page.text) if "seen" in each.values]
    return browser.submit(form.action, {**form.values, **typed})


def confirmed(browser: Browser, page: httpx.Response, **typed: str) -> httpx.Response:
    answer = confirm(browser, page, **typed)
    assert answer.status_code == 303, answer.text
    return browser.open(answer.headers["location"])


def shown(page: httpx.Response) -> dict[str, str]:
    """Return the lines of a preview's refund: name -> amount."""
    found = re.findall(r"<dt>(.*?)</dt><dd class=\"figure\">(.*?)</dd>", page.text)
    return {re.sub("<.*?>", "", name): re.sub("<.*?>", "", amount) for name, amount in found}


def ask_back(world: World, number: str, *items: tuple[int, int], **more: Any) -> None:
    """Let a buyer ask to return units of items."""
    world.post(
        "returnrequests",
        order_id=number,
        **{
            "reason_type": "K",
            "reason": "The seam is open",
            "request_pickup": "F",
            "items": [
                {"order_item_code": f"{number}-{item:02d}", "quantity": quantity}
                for item, quantity in items
            ],
            **more,
        },
    )


class TestRequests:
    def test_accepting_a_return_does_what_was_asked_for_after_a_preview(
        self, owner: Browser, code: str
    ) -> None:
        world = owner.world
        settings(world, return_shipping_fee=3000)
        number = paid(world, wanted(code), wanted(code, 3))
        send_all(world, number)
        ask_back(world, number, (2, 2))

        opened = owner.open(f"{LIST}/{number}")
        page = asked(owner, number)
        before = (states(world, number), paid_back(world, number), left(world, code))
        done = confirmed(owner, page, claim_status="returned", recover_inventory="T")

        [claim] = world.get(f"orders/{number}", embed="return")["order"]["return"]
        made = refund(world, claim["claim_code"])
        assert "The buyer asks to return" in opened.text
        assert "Defective product" in opened.text
        assert "Defective product" in page.text
        assert "The seam is open" in opened.text
        assert "The seam is open" in page.text
        assert "Linen apron × 2" in page.text
        assert "Linen apron × 1" not in page.text.partition("What stays in the order")[0]
        assert before == (["N30", "N30", "R00"], before[1], 36)
        assert len(before[1]) == 1
        assert shown(page) == {"Products": "22,000 KRW", "Total": "22,000 KRW"}
        assert said(done) == "The request was accepted."
        assert (Decimal(made["refund_amount"]), made["status"]) == (22000, "T")
        assert (claim["claim_reason_type"], claim["claim_reason"]) == ("K", "The seam is open")
        assert [(each["order_item_code"], each["quantity"]) for each in claim["items"]] == [
            (f"{number}-03", 2)
        ]
        assert states(world, number) == ["N30", "N30", "R40"]
        assert left(world, code) == 38
        check_books(world, number)

    def test_the_lines_of_a_preview_are_those_of_the_refund(
        self, owner: Browser, code: str
    ) -> None:
        world = owner.world
        settings(world, return_shipping_fee=3000)
        number = paid(world, wanted(code), wishes=WISHES)
        send_all(world, number)
        ask_back(world, number, (1, 1), reason_type="A")

        page = asked(owner, number)
        confirmed(owner, page, claim_status="returned")

        [claim] = world.get(f"orders/{number}", embed="return")["order"]["return"]
        made = refund(world, claim["claim_code"])
        lines = shown(page)
        assert lines.pop("Total") == f"{Decimal(made['refund_amount']):,.0f} KRW"
        assert lines["Return shipping fee"] == "-3,000 KRW"
        assert lines["Customer group discount"] == "-700 KRW"
        assert sum(
            Decimal(amount.removesuffix(" KRW").replace(",", "")) for amount in lines.values()
        ) == Decimal(made["refund_amount"])
        check_books(world, number)

    def test_goods_come_back_first_and_the_return_is_completed_later(
        self, owner: Browser, code: str
    ) -> None:
        world = owner.world
        number = paid(world, wanted(code))
        send_all(world, number)
        ask_back(world, number, (1, 1))

        confirmed(owner, asked(owner, number), claim_status="accepted")
        accepted = (states(world, number), len(paid_back(world, number)))
        page = asked(owner, number)
        done = confirmed(owner, page, claim_status="returned", recover_inventory="T")

        [claim] = world.get(f"orders/{number}", embed="return")["order"]["return"]
        assert accepted == (["R10"], 1)
        assert "Complete and refund 11,000 KRW" in page.text
        assert said(done) == "The request is complete."
        assert states(world, number) == ["R40"]
        assert claim["claim_reason_type"] == "K"
        assert left(world, code) == 40

    def test_accepting_a_cancellation(self, owner: Browser, code: str) -> None:
        world = owner.world
        number = paid(world, wanted(code, 3), wanted(code))
        world.post(
            "cancellationrequests", order_id=number, reason="Too slow", reason_type="B",
            items=[{"order_item_code": f"{number}-02", "quantity": 1}],
        )  # fmt: skip

        page = asked(owner, number)
        confirmed(owner, page, claim_status="canceled")

        [claim] = world.get(f"orders/{number}", embed="cancellation")["order"]["cancellation"]
        assert shown(page)["Total"] == "11,000 KRW"
        assert states(world, number) == ["N10", "C40"]
        assert (claim["claim_reason_type"], claim["claim_reason"]) == ("B", "Too slow")

    @pytest.mark.parametrize("status", ["accepted", "exchanged"])
    def test_accepting_an_exchange_sends_what_the_buyer_wishes_for(
        self, owner: Browser, status: str
    ) -> None:
        world = owner.world
        options = [{"name": "Colour", "value": "Sand,Ink"}]
        number_of = world.product(has_option="T", options=options, price=11000)["product_no"]
        sand, ink = world.get(f"products/{number_of}/variants")["variants"]
        number = paid(world, wanted(sand["variant_code"]))
        send_all(world, number)
        world.post(
            "exchangerequests", order_id=number, reason="Too pale", reason_type="E",
            items=[{"order_item_code": f"{number}-01", "quantity": 1}],
            exchange_items=[
                {"product_no": number_of, "variant_code": ink["variant_code"], "quantity": 1}
            ],
        )  # fmt: skip

        page = asked(owner, number)
        confirmed(owner, page, claim_status=status)

        [claim] = world.get(f"orders/{number}", embed="exchange")["order"]["exchange"]
        assert "Ink) × 1" in page.text
        assert [each["variant_code"] for each in claim["exchanged_items"]] == [ink["variant_code"]]
        assert claim["claim_reason_type"] == "E"
        assert states(world, number)[0] == {"accepted": "E10", "exchanged": "E40"}[status]

    def test_a_preview_changes_and_announces_nothing(self, owner: Browser, code: str) -> None:
        world = owner.world
        number = paid(world, wanted(code, 2))
        send_all(world, number)
        ask_back(world, number, (1, 1))
        before = world.get(f"orders/{number}", embed="items,return,refunds")
        lines = world.get("activitylogs", **NOVEMBER)

        first, second = asked(owner, number), asked(owner, number)

        assert shown(first) == shown(second)
        assert world.get(f"orders/{number}", embed="items,return,refunds") == before
        assert world.get("activitylogs", **NOVEMBER) == lines
        assert left(world, code) == 38

    def test_a_refund_that_changed_since_its_preview_is_shown_again(
        self, owner: Browser, code: str
    ) -> None:
        world = owner.world
        settings(world, return_shipping_fee=3000)
        number = paid(world, wanted(code))
        send_all(world, number)
        ask_back(world, number, (1, 1), reason_type="A")
        page = asked(owner, number)
        settings(world, return_shipping_fee=4000)

        answer = confirm(owner, page, claim_status="returned")
        unchanged = states(world, number)
        done = confirmed(owner, answer, claim_status="returned")

        assert (answer.status_code, unchanged) == (409, ["R00"])
        assert "The result has changed meanwhile." in answer.text
        assert (shown(page)["Total"], shown(answer)["Total"]) == ("8,000 KRW", "7,000 KRW")
        assert said(done) == "The request was accepted."
        assert paid_back(world, number)[-1][1] == "-7000.00"

    def test_a_confirmation_that_is_sent_twice_refunds_once(
        self, owner: Browser, code: str
    ) -> None:
        world = owner.world
        number = paid(world, wanted(code))
        send_all(world, number)
        ask_back(world, number, (1, 1))
        page = asked(owner, number)

        first = confirm(owner, page, claim_status="returned")
        second = confirm(owner, page, claim_status="returned")
        other = confirm(owner, page, claim_status="accepted")

        assert first.status_code == second.status_code == 303
        assert first.headers["location"] == second.headers["location"]
        assert other.status_code == 422
        assert len(paid_back(world, number)) == 2
        assert states(world, number) == ["R40"]
        check_books(world, number)

    def test_a_request_that_was_withdrawn_meanwhile(self, owner: Browser, code: str) -> None:
        world = owner.world
        number = paid(world, wanted(code))
        send_all(world, number)
        ask_back(world, number, (1, 1))
        page = asked(owner, number)
        send(owner, f"{LIST}/{number}", "refuse")

        answer = confirm(owner, page, claim_status="returned")
        again = owner.open(str(page.request.url.copy_with(host=None, scheme="")).lstrip(":"))

        assert answer.status_code == again.status_code == 422
        assert "Another manager already decided this request." in answer.text
        assert states(world, number) == ["N30"]
        assert len(paid_back(world, number)) == 1

    @pytest.mark.parametrize("claim", ["C20260101-0000001", "x", "%27"])
    def test_a_claim_there_is_not(self, owner: Browser, code: str, claim: str) -> None:
        number = paid(owner.world, wanted(code))

        assert owner.open(f"{LIST}/{number}?claim={claim}").status_code == 404

    def test_what_was_never_paid_refunds_nothing(self, owner: Browser, code: str) -> None:
        world = owner.world
        number = order(world, wanted(code))

        page = preview(owner, number, "cancel", item__0=f"{number}-01", claim_reason_type="H")
        confirmed(owner, page)

        assert "no money is refunded" in page.text
        assert states(world, number) == ["C49"]


class TestOwnForms:
    @pytest.mark.parametrize("deed", ["return", "exchange"])
    def test_nothing_is_chosen_beforehand(self, owner: Browser, code: str, deed: str) -> None:
        number = paid(owner.world, wanted(code), wanted(code))
        send_all(owner.world, number)

        values = form_of(owner.open(f"{LIST}/{number}").text, deed).values

        assert not [name for name in values if name.startswith("item-")]
        assert not values.get("claim_reason_type")

    def test_items_and_reason_have_to_be_chosen(self, owner: Browser, code: str) -> None:
        number = paid(owner.world, wanted(code))

        nothing = send(owner, f"{LIST}/{number}", "cancel", claim_reason_type="H")
        no_reason = send(owner, f"{LIST}/{number}", "cancel", item__0=f"{number}-01")

        assert (nothing.status_code, no_reason.status_code) == (422, 422)
        assert "Select at least one item." in nothing.text
        assert problem(no_reason, "cancel-why") == "This field is required."
        assert states(owner.world, number) == ["N10"]

    def test_a_part_is_cancelled(self, owner: Browser, code: str) -> None:
        world = owner.world
        number = paid(world, wanted(code, 3))

        page = preview(
            owner, number, "cancel", item__0=f"{number}-01", quantity__0="2",
            claim_reason_type="H", reason="Only one left",
        )  # fmt: skip
        before = states(world, number)
        done = confirmed(owner, page)

        [kept, gone] = world.get(f"orders/{number}/items")["items"]
        assert (before, shown(page)["Total"]) == (["N10"], "22,000 KRW")
        assert "Linen apron × 2" in page.text
        assert "Confirm and refund 22,000 KRW" in page.text
        assert said(done) == "The cancellation was saved."
        assert {(each["order_status"], each["quantity"]) for each in (kept, gone)} == {
            ("N10", 1),
            ("C40", 2),
        }
        assert "Only one left" in done.text
        assert left(world, code) == 39
        check_books(world, number)

    def test_more_units_than_were_bought(self, owner: Browser, code: str) -> None:
        number = paid(owner.world, wanted(code, 2))

        page = send(
            owner, f"{LIST}/{number}", "cancel", item__0=f"{number}-01", quantity__0="9",
            claim_reason_type="H",
        )  # fmt: skip

        assert page.status_code == 422
        assert "Enter 2 or less." in page.text

    def test_a_return_without_a_request(self, owner: Browser, code: str) -> None:
        world = owner.world
        number = paid(world, wanted(code))
        send_all(world, number)
        typed = {"item__0": f"{number}-01", "claim_reason_type": "E"}

        page = preview(owner, number, "return", claim_status="accepted", **typed)
        done = confirmed(owner, page)

        assert "Nothing is refunded yet." in page.text
        assert said(done) == "The return was saved."
        assert states(world, number) == ["R10"]

    def test_a_refund_that_is_made_later(self, owner: Browser, code: str) -> None:
        world = owner.world
        settings(world, refund_processing_setting="D")
        number = paid(world, wanted(code))
        page = preview(owner, number, "cancel", item__0=f"{number}-01", claim_reason_type="H")
        confirmed(owner, page)
        before = states(world, number)

        done = send(owner, f"{LIST}/{number}", "refund")

        assert "It is refunded when you mark it as refunded." in page.text
        assert before == ["C41"]
        assert said(done) == "The refund is complete."
        assert states(world, number) == ["C40"]
        [made] = world.get(f"orders/{number}", embed="refunds")["order"]["refunds"]
        assert (made["status"], Decimal(made["refund_amount"])) == ("T", 11000)

    def test_the_history_says_what_was_refunded(self, owner: Browser, code: str) -> None:
        number = paid(owner.world, wanted(code))
        page = preview(owner, number, "cancel", item__0=f"{number}-01", claim_reason_type="H")

        history = confirmed(owner, page).text.split('id="history"')[1]

        told = re.findall(r"<p>([^<]*)</p>\s*<p class=\"quiet\">([^·<]*) · ", history)
        assert ("Refunded", "11,000 KRW") in told
        assert ("Paid", "11,000 KRW") in told
        assert "-11,000" not in history
