"""The page of an order has a button exactly where the shop accepts what it sends."""

import re
from typing import get_args

import pytest

from openmall.commerce.store.orders_setting import ClaimButton
from tests.commerce.order.claim_setup import claim, sent, settings
from tests.commerce.order.order_setup import pay, states
from tests.commerce.product.stock_setup import stocked
from tests.pages.sampleshop.shop_browser import Guest, said
from tests.world import World

REVIEWS = "/boards/4"
FORM = "/boards/5/write"
"""A page with the token of forms, which a page without a button has not."""
STATES = (
    "N00", "N10", "N20", "N22", "N21", "N30", "N40", "N50", "C47", "C00", "C40", "E00", "R00",
    "R40",
)  # fmt: skip
CALLED_OFF = ("C47", "C40", "R40")
CLAIMS = ("cancel", "exchange", "return")


def _in_state(world: World, guest: Guest, state: str) -> tuple[str, int]:
    """Order a product of its own whose item gets into a state; return order and product."""
    world.stage.forget_counts()
    number, _ = stocked(world, 9)
    guest.put(number)
    order = guest.order(payment_method="cash")
    if state == "C47":
        guest.done(f"/orders/{order}/claim", FORM, **_asking("cancel", order))
    elif state != "N00":
        pay(world, order)
    if state in ("N20", "N22"):
        world.put(f"orders/{order}", process_status="prepare")
    if state == "N22":
        world.put(f"orders/{order}", process_status="hold")
    if state == "N21":
        parcel = {"tracking_no": "1", "shipping_company_code": "0001", "status": "standby"}
        world.post(f"orders/{order}/shipments", **parcel)
    if state == "N30":
        sent(world, order)
    if state in ("N40", "N50", "E00", "R00", "R40"):
        sent(world, order, "shipped")
    if state == "N50":
        world.put(f"orders/{order}", purchase_confirmation="T")
    if state in ("C00", "E00", "R00"):
        kind = {"C": "cancel", "E": "exchange", "R": "return"}[state[0]]
        guest.done(f"/orders/{order}/claim", FORM, **_asking(kind, order))
    if state == "C40":
        claim(world, order, "cancellation", "canceled")
    if state == "R40":
        claim(world, order, "return", "returned")
    assert states(world, order) == [state]
    return order, number


def _asking(kind: str, order: str) -> dict[str, str]:
    return {
        "kind": kind, "item": f"{order}-01", "quantity": "1", "reason_type": "A",
        "reason": "Other", "request_pickup": "F",
    }  # fmt: skip


def _offers(page: str, number: int) -> set[str]:
    """Return what the page of an order has buttons for."""
    found = set(re.findall(r"/claim\?kind=(\w+)&", page.replace("&amp;", "&")))
    if f"{REVIEWS}/write?product_no={number}" in page:
        found.add("review")
    return found | set(re.findall(r'name="act" value="(confirm|withdraw)"', page))


def _accepted(guest: Guest, order: str, number: int, deed: str, page: str) -> bool:
    """Send what a button sends, or would; return whether it was accepted."""
    here = f"/orders/{order}"
    if deed in CLAIMS:
        answer = guest.send(f"{here}/claim", FORM, **_asking(deed, order))
    elif deed == "review":
        form = {"title": "Warm", "content": "Like in the picture", "product_no": str(number)}
        answer = guest.send(f"{REVIEWS}/write", FORM, **form)
    elif deed == "withdraw":
        code = re.search(r'name="claim" value="([^"]*)"', page)
        named = code[1] if code else "C1"
        answer = guest.send(here, FORM, act="withdraw", claim=named)
    else:
        answer = guest.send(here, FORM, act="confirm")
    assert answer.status_code in (303, 403, 404, 422), (deed, answer.status_code)
    guest.world.stage.forget_counts()
    return answer.status_code == 303 and "done=" in answer.headers["location"]


def _everything_is_shown(world: World) -> None:
    settings(
        world,
        claim_request_button_exposure=[*get_args(get_args(ClaimButton)[0])],
        use_purchase_confirmation_button="T",
    )


@pytest.mark.parametrize("deed", [*CLAIMS, "confirm", "withdraw", "review"])
def test_a_button_is_there_in_every_state_in_which_it_is_accepted(
    world: World, guest: Guest, deed: str
) -> None:
    _everything_is_shown(world)
    guest.join()
    offered, accepted = set(), set()

    for state in STATES:
        order, number = _in_state(world, guest, state)
        page = guest.see(f"/orders/{order}")
        if deed in _offers(page, number):
            offered.add(state)
        if _accepted(guest, order, number, deed, page):
            accepted.add(state)

    if deed == "review":
        # this board takes reviews of members who bought nothing, too
        accepted -= {*CALLED_OFF, "N00"}
    assert offered == accepted
    assert (
        offered
        == {
            "cancel": {"N00", "N10", "N20", "N22", "N21"},
            "exchange": {"N10", "N20", "N22", "N21", "N30", "N40"},
            "return": {"N30", "N40"},
            "confirm": {"N40"},
            "withdraw": {"C00", "E00", "R00"},
            "review": {*STATES} - {*CALLED_OFF, "N00"},
        }[deed]
    )


@pytest.mark.parametrize(
    ("since", "first"),
    [("place_date", "N20"), ("shipbegin_date", "N30"), ("shipend_date", "N40")],
)
def test_a_review_is_offered_from_the_day_on_from_which_the_board_takes_it(
    world: World, guest: Guest, since: str, first: str
) -> None:
    world.put(
        "boards/4", write_permission_extra={"is_member_buy": "T", "member_write_after": since}
    )
    guest.join()
    in_turn = ("N00", "N10", "N20", "N30", "N40")
    offered, accepted = [], []

    for state in in_turn:
        order, number = _in_state(world, guest, state)
        page = guest.see(f"/orders/{order}")
        if "review" in _offers(page, number):
            offered.append(state)
        if _accepted(guest, order, number, "review", page):
            accepted.append(state)

    assert offered == accepted == [*in_turn[in_turn.index(first) :]]


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"write_permission": "A"},
        {"write_permission": "A", "write_permission_extra": {"is_guest_buy": "T"}},
        {"write_permission": "N"},
        {"use_board": "F"},
        {"write_permission": "G", "write_member_group_no": 1},
        {"write_permission": "I"},
    ],
    ids=str,
)
@pytest.mark.parametrize("is_member", [True, False])
def test_a_review_is_offered_to_those_who_may_write_it(
    world: World, guest: Guest, changes: dict[str, object], is_member: bool
) -> None:
    if changes:
        world.put("boards/4", **changes)
    if is_member:
        guest.join()
    order, number = _in_state(world, guest, "N40")

    page = guest.see(f"/orders/{order}")
    form = {"title": "Warm", "content": "Like in the picture", "product_no": str(number)}
    by_guest = {} if is_member else {"writer": "Guest", "password": "sesame"}
    answer = guest.send(f"{REVIEWS}/write", FORM, **form, **by_guest)

    assert ("review" in _offers(page, number)) == (answer.status_code == 303)


def test_a_product_that_is_gone_is_not_offered_to_be_reviewed(world: World, guest: Guest) -> None:
    guest.join()
    order, number = _in_state(world, guest, "N40")
    assert world.call("DELETE", f"products/{number}").status_code == 200

    page = guest.see(f"/orders/{order}")

    assert "review" not in _offers(page, number)
    assert not _accepted(guest, order, number, "review", page)


@pytest.mark.parametrize(
    ("chosen", "is_offered"),
    [
        ({}, False),
        ({"use_purchase_confirmation_button": "T"}, True),
        ({"use_purchase_confirmation_button": "T",
          "purchase_confirmation_button_set_date": "2099-01-01"}, False),
    ],
)  # fmt: skip
def test_a_receipt_is_confirmed_where_the_shop_has_a_button(
    world: World, guest: Guest, chosen: dict[str, str], is_offered: bool
) -> None:
    if chosen:
        settings(world, **chosen)
    order, number = _in_state(world, guest, "N40")

    page = guest.see(f"/orders/{order}")

    assert ("confirm" in _offers(page, number)) == is_offered
    assert _accepted(guest, order, number, "confirm", page) == is_offered
    assert states(world, order) == ["N50" if is_offered else "N40"]


def test_what_is_under_way_is_not_confirmed_with_what_has_arrived(
    world: World, guest: Guest
) -> None:
    settings(world, use_purchase_confirmation_button="T")
    for _ in range(3):
        guest.put(stocked(world, 9)[0])
    order = guest.order(payment_method="cash")
    pay(world, order)
    codes = [f"{order}-{each:02d}" for each in (1, 2, 3)]
    parcels = []
    for code in codes:
        made = world.post(
            f"orders/{order}/shipments", tracking_no=code, shipping_company_code="0001",
            status="shipping", order_item_code=[code],
        )  # fmt: skip
        parcels.append(made["shipments"][0]["shipping_code"])
    world.put(f"orders/{order}/shipments/{parcels[0]}", status="shipped")

    page = guest.see(f"/orders/{order}")
    named = re.findall(r'name="item" value="([^"]*)"', page)
    # the next one arrives while the page is open
    world.put(f"orders/{order}/shipments/{parcels[1]}", status="shipped")
    guest.done(f"/orders/{order}", act="confirm", item=named)
    after = guest.see(f"/orders/{order}")

    [first, *_] = world.get(f"orders/{order}/items")["items"]
    assert named == [codes[0]]
    assert f"Delivered: {first['product_name']} Confirm receipt" in said(page)
    assert states(world, order) == ["N50", "N40", "N30"]
    assert re.findall(r'name="item" value="([^"]*)"', after) == [codes[1]]
