"""Claims of a shopper on the pages of the shop: once, however often their form is sent."""

import re
from typing import Any

from tests.commerce.notification.outbox_reading import written
from tests.commerce.order.claim_setup import sent
from tests.commerce.order.order_setup import pay
from tests.commerce.product.stock_setup import stocked
from tests.pages.sampleshop.shop_browser import Guest, said
from tests.world import World


def _order(world: World, guest: Guest, quantity: str) -> str:
    number, _ = stocked(world, 9)
    guest.put(number, quantity=quantity)
    return guest.order(payment_method="cash")


def _form(guest: Guest, order_id: str, **changed: str) -> dict[str, str]:
    """Return the form of a cancellation of the first item, as its page has it."""
    page = guest.see(f"/orders/{order_id}/claim?kind=cancel&item={order_id}-01")
    sent = dict(re.findall(r'<input type="hidden" name="([a-z_]+)" value="([^"]*)"', page))
    return {**sent, "quantity": "1", "reason_type": "A", "reason": "", **changed}


def _claims(world: World, order_id: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = world.get(f"orders/{order_id}", embed="cancellation")["order"][
        "cancellation"
    ]
    return found


def test_a_claim_sent_twice_is_asked_for_once(world: World, guest: Guest) -> None:
    order_id = _order(world, guest, "3")
    form = _form(guest, order_id)

    answers = [guest.submit(f"/orders/{order_id}/claim", form) for _ in range(2)]

    assert [(each.status_code, each.headers["location"]) for each in answers] == [
        (303, f"/orders/{order_id}?done=asked")
    ] * 2
    assert len(_claims(world, order_id)) == 1
    guest.submit(f"/orders/{order_id}/claim", _form(guest, order_id))
    assert len(_claims(world, order_id)) == 2


def test_a_form_of_a_claim_without_a_key_asks_each_time(world: World, guest: Guest) -> None:
    order_id = _order(world, guest, "3")
    form = _form(guest, order_id, once="")

    statuses = [guest.submit(f"/orders/{order_id}/claim", form).status_code for _ in range(2)]

    assert statuses == [303, 303]
    assert len(_claims(world, order_id)) == 2


def test_what_cannot_be_asked_for_any_more_is_said_on_the_order(world: World, guest: Guest) -> None:
    order_id = _order(world, guest, "1")
    earlier, later = _form(guest, order_id), _form(guest, order_id)
    guest.submit(f"/orders/{order_id}/claim", earlier)

    second = guest.submit(f"/orders/{order_id}/claim", later)
    back = guest.open(f"/orders/{order_id}/claim?kind=cancel&item={order_id}-01")

    assert second.status_code == 422
    assert "This cannot be requested for the item any more, or not yet." in said(second.text)
    assert f"Order {order_id}" in said(second.text)
    assert (back.status_code, back.headers["location"]) == (303, f"/orders/{order_id}")
    assert guest.open(f"/orders/{order_id}/claim?kind=x&item={order_id}-01").status_code == 404


def test_too_many_are_refused_in_the_language_of_the_shopper(world: World, guest: Guest) -> None:
    order_id = _order(world, guest, "2")
    guest.cookies["openmall-language"] = "ko"

    answer = guest.submit(f"/orders/{order_id}/claim", _form(guest, order_id, quantity="3"))

    assert answer.status_code == 422
    assert "수량: 2 이하" in said(answer.text)
    assert _claims(world, order_id) == []


def test_a_request_withdrawn_twice_says_so_on_the_order(world: World, guest: Guest) -> None:
    number, _ = stocked(world, 9)
    guest.put(number)
    order_id = guest.order()
    guest.done(f"/orders/{order_id}/payment", outcome="approved")
    guest.submit(f"/orders/{order_id}/claim", _form(guest, order_id))
    code = re.search(r'name="claim" value="([^"]*)"', guest.see(f"/orders/{order_id}"))
    assert code is not None

    first = guest.done(f"/orders/{order_id}", act="withdraw", claim=code[1])
    again = {"act": "withdraw", "claim": code[1]}
    status, message = guest.refused(f"/orders/{order_id}", "/sign-in", **again)

    assert first == f"/orders/{order_id}?done=withdrawn"
    assert (status, message) == (404, "This request is no longer open.")


def _delivered(world: World, guest: Guest) -> tuple[str, dict[str, str]]:
    """Return a delivered order of sand, and colour -> variant code: gold costs more."""
    options = [{"name": "Colour", "value": "Sand,Ink,Gold,Moss"}]
    number = world.product(has_option="T", options=options, price=11_000)["product_no"]
    variants = world.get(f"products/{number}/variants")["variants"]
    codes = {each["options"][0]["value"]: each["variant_code"] for each in variants}
    world.put(f"products/{number}/variants/{codes['Gold']}", additional_amount="500")
    world.put(f"products/{number}/variants/{codes['Moss']}", use_inventory="T", quantity=0)
    guest.done(f"/products/{number}", act="cart", variant_code=codes["Sand"], quantity="1")
    order_id = guest.order(payment_method="cash")
    pay(world, order_id)
    sent(world, order_id, "shipped")
    return order_id, codes


def _exchange(guest: Guest, order_id: str) -> tuple[str, dict[str, str]]:
    page = guest.see(f"/orders/{order_id}/claim?kind=exchange&item={order_id}-01")
    sent_along = dict(re.findall(r'<input type="hidden" name="([a-z_]+)" value="([^"]*)"', page))
    return page, {**sent_along, "quantity": "1", "reason_type": "A", "reason": ""}


def test_a_buyer_chooses_what_an_item_is_exchanged_for(world: World, guest: Guest) -> None:
    order_id, codes = _delivered(world, guest)
    page, form = _exchange(guest, order_id)

    answer = guest.submit(f"/orders/{order_id}/claim", {**form, "variant": codes["Ink"]})
    world.post(
        f"orders/{order_id}/exchange", status="accepted", same_product="F",
        items=[{"order_item_code": f"{order_id}-01", "quantity": 1,
                "exchange_variant_code": codes["Ink"]}],
    )  # fmt: skip
    mails = [each for each in written(world) if each.occasion.startswith("exchange")]

    options = re.findall(r'<option value="(P[0-9A-Z]+)"( selected)?>([^<]+)<', page)
    assert [(code, bool(chosen)) for code, chosen, _ in options] == [
        (codes["Sand"], True),
        (codes["Ink"], False),
    ]
    assert answer.headers["location"].endswith("done=asked")
    assert [each.occasion for each in mails] == ["exchange_requested", "exchange_accepted"]
    assert all("(Colour=Sand) × 1: ₩11,000 → Colour=Ink" in each.body for each in mails)


def test_what_costs_more_or_is_not_there_cannot_be_asked_for(world: World, guest: Guest) -> None:
    order_id, codes = _delivered(world, guest)

    for colour in ("Gold", "Moss"):
        _, form = _exchange(guest, order_id)
        answer = guest.submit(f"/orders/{order_id}/claim", {**form, "variant": codes[colour]})
        assert answer.status_code == 422
    [item] = world.get(f"orders/{order_id}/items")["items"]
    assert item["order_status"] == "N40"


def test_another_shoppers_order_offers_no_choice(world: World, guest: Guest) -> None:
    order_id, _ = _delivered(world, guest)

    page = Guest(world).open(f"/orders/{order_id}/claim?kind=exchange&item={order_id}-01")

    assert page.status_code in (303, 404)
    assert "Colour=Ink" not in page.text
