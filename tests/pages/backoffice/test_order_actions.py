"""Orders in the back office: every deed of daily life, as their states allow."""

from typing import Any

import pytest
from msgspec import structs

from tests.access.oauth.authorization_requests import Browser
from tests.commerce.order.claim_setup import claim
from tests.commerce.order.order_setup import RECEIVER, order, paid, pay, states, wanted
from tests.commerce.product.stock_setup import stocked
from tests.pages.backoffice.page_forms import deeds, form_of, problem, said, send
from tests.pages.backoffice.test_roles import sub_admin

LIST = "/admin/orders"


@pytest.fixture
def code(owner: Browser) -> str:
    """A variant with forty on the shelf."""
    return stocked(owner.world, 40)[1]


def sent(browser: Browser, number: str) -> Any:
    return send(
        browser, f"{LIST}/{number}", "ship", tracking_no="1234", shipping_company_code="0001"
    )


class TestDeeds:
    def test_from_payment_to_confirmation(self, owner: Browser, code: str) -> None:
        world = owner.world
        number = order(world, wanted(code))
        address = f"{LIST}/{number}"
        told, seen, offered = [], [], []

        for deed, typed in (
            ("pay", {}),
            ("prepare", {}),
            ("hold", {}),
            ("unhold", {}),
            ("ship", {"tracking_no": "4711", "shipping_company_code": "0001"}),
            ("deliver", {}),
            ("confirm", {}),
        ):
            offered.append(deed in deeds(owner.open(address).text))
            told.append(said(send(owner, address, deed, **typed)))
            seen += states(world, number)

        [shipment] = world.get(f"orders/{number}/shipments")["shipments"]
        assert all(offered)
        assert told == [
            "The order is paid.",
            "The items are being prepared.",
            "The items are on hold.",
            "The items are no longer on hold.",
            "The items were shipped.",
            "The shipment is delivered.",
            "The purchase is confirmed.",
        ]
        assert seen == ["N10", "N20", "N22", "N20", "N30", "N40", "N50"]
        assert shipment["tracking_no"] == "4711"

    def test_only_what_is_possible_is_offered(self, owner: Browser, code: str) -> None:
        world = owner.world
        number = order(world, wanted(code))
        address = f"{LIST}/{number}"
        notes = {"memo"}

        waiting = deeds(owner.open(address).text)
        send(owner, address, "pay")
        ready = deeds(owner.open(address).text)
        sent(owner, number)
        away = deeds(owner.open(address).text)
        send(owner, address, "deliver")
        there = deeds(owner.open(address).text)

        assert waiting == notes | {"pay", "cancel", "receiver"}
        assert ready == notes | {
            "prepare", "ship", "hold", "cancel", "exchange", "unpay", "receiver",
        }  # fmt: skip
        assert away == notes | {
            "deliver", "track", "unship", "confirm", "return", "exchange",
        }  # fmt: skip
        assert there == notes | {"track", "confirm", "return", "exchange"}

    def test_one_item_of_two_is_sent(self, owner: Browser, code: str) -> None:
        world = owner.world
        number = paid(world, wanted(code), wanted(code, 2))

        send(
            owner, f"{LIST}/{number}", "ship", item__0=None, tracking_no="1",
            shipping_company_code="0001",
        )  # fmt: skip

        assert states(world, number) == ["N10", "N30"]

    def test_no_item_is_ticked(self, owner: Browser, code: str) -> None:
        number = paid(owner.world, wanted(code))

        page = send(owner, f"{LIST}/{number}", "prepare", item__0=None)

        assert page.status_code == 422
        assert states(owner.world, number) == ["N10"]

    def test_a_tracking_number_that_is_too_long(self, owner: Browser, code: str) -> None:
        number = paid(owner.world, wanted(code))

        page = send(
            owner, f"{LIST}/{number}", "ship", tracking_no="1" * 41, shipping_company_code="0001"
        )

        assert page.status_code == 422
        assert problem(page, "tracking_no") == "Enter at most 40 characters."
        assert f'value="{"1" * 41}"' in page.text
        assert states(owner.world, number) == ["N10"]

    def test_the_tracking_number_is_mended_and_the_shipment_taken_back(
        self, owner: Browser, code: str
    ) -> None:
        world = owner.world
        number = paid(world, wanted(code))
        sent(owner, number)

        send(owner, f"{LIST}/{number}", "track", shipped_tracking_no="999")
        [shipment] = world.get(f"orders/{number}/shipments")["shipments"]
        page = send(owner, f"{LIST}/{number}", "unship")

        assert shipment["tracking_no"] == "999"
        assert said(page) == "The shipment was cancelled."
        assert states(world, number) == ["N20"]

    def test_somebody_else_was_quicker(self, owner: Browser, code: str) -> None:
        world = owner.world
        number = paid(world, wanted(code))
        form = form_of(owner.open(f"{LIST}/{number}").text, "hold")
        sent(owner, number)

        page = owner.submit(form.action, form.values)

        assert page.status_code == 422
        assert "Another manager was faster: an item is now in state In Transit." in page.text
        assert "deliver" in deeds(page.text)
        assert states(world, number) == ["N30"]

    def test_an_exchange_is_withdrawn(self, owner: Browser, code: str) -> None:
        world = owner.world
        number = paid(world, wanted(code))
        sent(owner, number)
        claim(world, number, "exchange", "accepted", same_product="T")
        accepted = states(world, number)

        page = send(owner, f"{LIST}/{number}", "withdraw")

        assert accepted == ["E10", "N01"]
        assert said(page) == "The request was withdrawn."
        assert states(world, number)[0] == "N30"

    def test_what_the_buyer_asked_for_is_refused(self, owner: Browser, code: str) -> None:
        world = owner.world
        number = paid(world, wanted(code))
        world.post("cancellationrequests", order_id=number, reason="Too slow", reason_type="B")
        asked = states(world, number)

        page = send(owner, f"{LIST}/{number}", "refuse", refuse_reason="It is on its way")

        assert asked == ["C00"]
        assert said(page) == "The request was refused."
        assert states(world, number) == ["N10"]

    def test_the_payment_is_taken_back(self, owner: Browser, code: str) -> None:
        number = paid(owner.world, wanted(code))

        page = send(owner, f"{LIST}/{number}", "unpay")

        assert said(page) == "The order is no longer marked as paid."
        assert states(owner.world, number) == ["N00"]

    def test_notes(self, owner: Browser, code: str) -> None:
        world = owner.world
        number = paid(world, wanted(code))
        address = f"{LIST}/{number}"

        page = send(owner, address, "memo", content="Call <b>before</b> ten")
        kept = world.get(f"orders/{number}/memos")["memos"]
        gone = send(owner, address, "forget")
        empty = send(owner, address, "memo", content=" ")

        assert said(page) == "The note was saved."
        assert "Call &lt;b&gt;before&lt;/b&gt; ten" in page.text
        assert [(each["content"], each["author_id"]) for each in kept] == [
            ("Call <b>before</b> ten", "owner")
        ]
        assert said(gone) == "The note was deleted."
        assert world.get(f"orders/{number}/memos") == {"memos": []}
        assert (empty.status_code, problem(empty, "content")) == (422, "This field is required.")


class TestRecipient:
    def test_an_address_without_a_postal_code_can_be_changed(
        self, owner: Browser, code: str
    ) -> None:
        world = owner.world
        somebody = structs.replace(RECEIVER, zipcode="", cellphone="", address2="")
        number = paid(world, wanted(code), receiver=somebody)

        changed = send(owner, f"{LIST}/{number}", "receiver", to__address1="2 Sejong-daero")

        [receiver] = world.get(f"orders/{number}", embed="receivers")["order"]["receivers"]
        assert said(changed) == "The recipient was changed."
        assert receiver["address1"] == "2 Sejong-daero"

    def test_nobody_changes_the_recipient_of_a_cancelled_order(
        self, owner: Browser, code: str
    ) -> None:
        number = order(owner.world, wanted(code))
        address = f"{LIST}/{number}"
        before = deeds(owner.open(address).text)

        claim(owner.world, number, "cancellation", "canceled")

        page = owner.open(address).text
        assert "receiver" in before
        assert "receiver" not in deeds(page)
        assert "Change the recipient" not in page

    def test_the_recipient_is_changed_until_the_parcel_is_sent(
        self, owner: Browser, code: str
    ) -> None:
        world = owner.world
        number = paid(world, wanted(code))
        address = f"{LIST}/{number}"

        wrong = send(owner, address, "receiver", to__name="")
        words = send(owner, address, "receiver", to__cellphone="abc")
        changed = send(
            owner,
            address,
            "receiver",
            to__name="Kim",
            to__shipping_message="Ring twice",
        )
        same = send(owner, address, "receiver")
        stale = form_of(owner.open(address).text, "receiver")
        sent(owner, number)
        late = owner.submit(stale.action, {**stale.values, "to-name": "Lee"})

        assert problem(wrong, "to-name") == "This field is required."
        assert problem(words, "to-cellphone").startswith("Enter a phone number")
        assert said(changed) == "The recipient was changed."
        assert said(same) == "No changes to save."
        assert late.status_code == 422
        assert "The parcel was already sent." in late.text
        assert "receiver" not in deeds(owner.open(address).text)
        [receiver] = world.get(f"orders/{number}", embed="receivers")["order"]["receivers"]
        assert (receiver["name"], receiver["shipping_message"]) == ("Kim", "Ring twice")


def test_a_carrier_is_chosen_and_an_unknown_code_is_refused(owner: Browser, code: str) -> None:
    number = order(owner.world, wanted(code))
    pay(owner.world, number)
    address = f"{LIST}/{number}"

    refused = send(owner, address, "ship", tracking_no="1", shipping_company_code="NOPE")

    assert refused.status_code == 422
    assert "CJ Logistics" in refused.text
    assert owner.world.get(f"orders/{number}/shipments")["shipments"] == []

    send(owner, address, "ship", tracking_no="1/2&x", shipping_company_code="0002")

    page = owner.open(address).text
    assert "Carrier: CJ Logistics" in page
    link = "https://trace.cjlogistics.com/next/tracking.html?wblNo=1%2F2%26x"
    assert f'<a href="{link}" rel="noopener noreferrer">Track parcel</a>' in page
    # shipping is no change of the shipping settings
    assert owner.world.get("carriers")["carriers"] == []


def test_managers_ship_by_every_carrier_on_offer_whatever_settings_they_may_change(
    owner: Browser, code: str
) -> None:
    world = owner.world
    clerk = sub_admin(world, "clerk", {"orders": "edit"})
    both = []
    for browser in (owner, clerk):
        number = order(world, wanted(code))
        pay(world, number)
        shipped = send(
            browser, f"{LIST}/{number}", "ship", tracking_no="1", shipping_company_code="0070"
        )
        [shipment] = world.get(f"orders/{number}/shipments")["shipments"]
        [item] = world.get(f"orders/{number}/items")["items"]
        shown = "Carrier: DHL Express" in browser.open(f"{LIST}/{number}").text
        both.append(
            (said(shipped), shipment["shipping_company_code"], item["shipping_company_name"], shown)
        )

    assert both[0] == both[1] == ("The items were shipped.", "0070", "DHL Express", True)
    assert world.get("carriers")["carriers"] == []
    assert clerk.open("/admin/carriers").status_code == 403


def test_carriers_with_one_code_are_told_apart_and_changed(owner: Browser, code: str) -> None:
    world = owner.world
    for name in ("Van", "Bike"):
        own = {"shipping_carrier": name, "track_shipment_url": f"https://{name}.example.com/?n="}
        send(owner, "/admin/carriers/new", "save", **own)
    number = order(world, wanted(code))
    pay(world, number)
    address = f"{LIST}/{number}"

    send(owner, address, "ship", tracking_no="1", shipping_company_code="0001.2")
    by_bike = owner.open(address).text
    changed = send(owner, address, "track", shipped_company_code="0001")
    by_van = owner.open(address).text
    same = send(owner, address, "track")
    [found] = world.get(f"orders/{number}/items")["items"]
    send(owner, "/admin/carriers/1", "remove")
    gone = owner.open(address).text

    assert "Carrier: Bike" in by_bike
    assert 'href="https://Bike.example.com/?n=1"' in by_bike
    assert (said(changed), said(same)) == (
        "The tracking number was saved.",
        "No changes to save.",
    )
    assert 'href="https://Van.example.com/?n=1"' in by_van
    assert (found["shipping_company_id"], found["shipping_company_name"]) == ("1", "Van")
    # the other carrier with the code is not taken for it
    assert "Carrier: Van" in gone
    assert 'href="https://' not in gone.partition("Carrier: Van")[2].partition("</p>")[0]


def test_a_refused_form_ticks_the_items_that_it_sent_wherever_they_stand(
    owner: Browser, code: str
) -> None:
    world = owner.world
    number = paid(world, *(wanted(code, 2) for _ in range(3)))
    first, second, third = (f"{number}-0{at}" for at in (1, 2, 3))
    form = form_of(owner.open(f"{LIST}/{number}").text, "cancel")
    # another manager cancels the first item, which is shown no more
    claim(world, number, "cancellation", "canceled", (1, 2))
    typed = {"item-0": first, "item-1": second, "quantity-1": "1", "claim_reason_type": "A"}

    page = owner.submit(form.action, {**form.values, **typed})

    again = form_of(page.text, "cancel").values
    ticked = {name: value for name, value in again.items() if name.startswith("item-")}
    assert page.status_code == 422
    assert ticked == {"item-0": second}
    assert (again["quantity-0"], again["quantity-1"]) == ("1", "2")
    assert third in page.text
