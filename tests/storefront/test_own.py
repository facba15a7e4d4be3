"""A shopper looks at and changes what is theirs: wishes, coupons, points, orders, membership."""

from typing import Any, get_args

import pytest

from openmall.commerce.store.orders_setting import ClaimButton
from openmall.contract import api_versions
from tests.commerce.order.claim_setup import settings
from tests.commerce.order.order_setup import pay, states
from tests.commerce.product.stock_setup import stocked
from tests.commerce.promotion.coupon_setup import RATE, coupon, give
from tests.every_operation.prerequisites.own import self_service
from tests.storefront.shopper_client import PASSWORD, Shopper
from tests.world import World


@pytest.fixture
def hana(world: World) -> Shopper:
    shopper = Shopper(world)
    shopper.sign_up()
    return shopper


def _ordered(world: World, shopper: Shopper, *, quantity: int = 1) -> str:
    _, code = stocked(world, 10)
    number: str = shopper.order("cash", variants=[{"variants_code": code, "quantity": quantity}])[
        "order_id"
    ]
    return number


def delivered(world: World, shopper: Shopper) -> str:
    number = _ordered(world, shopper)
    assert pay(world, number).status_code == 200
    parcel = {"tracking_no": "1", "shipping_company_code": "0001", "status": "shipping"}
    [sent] = world.post(f"orders/{number}/shipments", **parcel)["shipments"]
    world.put(f"orders/{number}/shipments/{sent['shipping_code']}", status="shipped")
    return number


def test_a_wish_is_kept_once_and_taken_off(world: World, hana: Shopper) -> None:
    _, code = stocked(world, 3)

    made = hana.send("POST", "customers/me/wishlist", variant_code=code)

    assert (made["variant_code"], made["price"]) == (code, "11000.00")
    assert hana.get("customers/me/wishlist") == [made]
    assert hana.get("customers/me/wishlist/count") == 1
    assert hana.refused("POST", "customers/me/wishlist", variant_code=code) == (
        422,
        "It is on the wish list already. (parameter.variant_code)",
    )
    number = made["wishlist_no"]
    assert hana.send("DELETE", f"customers/me/wishlist/{number}") == {
        "shop_no": 1,
        "wishlist_no": number,
    }
    assert hana.get("customers/me/wishlist") == []
    assert Shopper(world).refused("GET", "customers/me/wishlist")[0] == 401


def test_a_coupon_is_fetched_as_often_as_it_may_be(world: World, hana: Shopper) -> None:
    given, fetched = coupon(world), coupon(world, issue_type="D")
    give(world, given, "hana")

    got = hana.send("POST", "customers/me/coupons", coupon_no=fetched)

    assert got == {"shop_no": 1, "coupon_no": fetched, "count": 1}
    assert [each["coupon_no"] for each in hana.get("customers/me/coupons")] == [given, fetched]
    assert hana.get("customers/me/coupons/count") == 2
    assert hana.refused("POST", "customers/me/coupons", coupon_no=fetched)[0] == 422
    assert hana.refused("POST", "customers/me/coupons", coupon_no=given) == (
        422,
        "This coupon cannot be fetched. (parameter.coupon_no)",
    )


@pytest.mark.parametrize(
    ("by", "order"), [("A", "bca"), ("B", "cba"), ("C", "abc"), ("D", "bac"), ("E", "cab")]
)
def test_coupons_are_in_the_order_that_the_shop_sets(
    world: World, hana: Shopper, by: str, order: str
) -> None:
    begins, ends = "available_begin_datetime", "available_end_datetime"
    coupons: dict[str, dict[str, Any]] = {
        "a": {begins: "2026-11-03", "discount_amount": {"benefit_price": "3000.00"}},
        "b": {
            begins: "2026-11-01",
            ends: "2026-12-30",
            "discount_amount": {"benefit_price": "5000.00"},
        },
        "c": {begins: "2026-11-02", ends: "2026-12-29", "benefit_type": "B", "discount_rate": RATE},
    }
    for name, more in coupons.items():
        give(world, coupon(world, coupon_name=name, **more), "hana")
    if by != "C":
        world.put("coupons/setting", sorting_type=by)

    path = "customers/me/coupons"

    assert "".join(each["coupon_name"] for each in hana.get(path)) == order
    assert [each["coupon_name"] for each in hana.get(path, offset=1, limit=1)] == [order[1]]


def test_points_are_told_change_by_change_without_who_made_it(world: World, hana: Shopper) -> None:
    for amount, way in (("1000.00", "increase"), ("300.00", "decrease")):
        world.post("points", member_id="hana", amount=amount, type=way, reason="Gift")

    newest, oldest = hana.get("customers/me/points")

    assert newest == {
        "shop_no": 1,
        "issue_date": "2026-11-21T09:00:00+09:00",
        "case": "A",
        "case_text": "Changed by the shop",
        "increase_amount": None,
        "decrease_amount": "300.00",
        "balance": "700.00",
        "remaining": None,
        "available_date": None,
        "order_id": "",
        "reason": "Gift",
    }
    assert (oldest["increase_amount"], oldest["balance"]) == ("1000.00", "1000.00")
    assert hana.get("customers/me/points", end_date="2026-11-20") == []
    assert hana.get("customers/me/credits") == []


def test_what_was_not_paid_is_given_up_at_once(world: World, hana: Shopper) -> None:
    number = _ordered(world, hana)

    [item] = hana.get(f"orders/{number}/claimableitems")
    hana.send("POST", f"orders/{number}/cancellationrequests", reason_type="A", reason="Too dear")

    assert (item["order_status"], item["buttons"]) == ("N00", ["cancel"])
    assert states(world, number) == ["C47"]
    assert hana.get(f"orders/{number}/claimableitems") == []


def test_a_cancellation_is_asked_for_and_withdrawn(world: World, hana: Shopper) -> None:
    number = _ordered(world, hana)
    pay(world, number)
    ask = {"reason_type": "A", "reason": "Too dear"}

    hana.send("POST", f"orders/{number}/cancellationrequests", **ask)

    assert states(world, number) == ["C00"]
    [claim] = hana.get(f"orders/{number}/claims")
    code = claim["claim_code"]
    said = {name: claim[name] for name in ("kind", "status", "claim_reason", "undone")}
    assert said == {
        "kind": "cancellation",
        "status": "requested",
        "claim_reason": "Too dear",
        "undone": "F",
    }
    gone = hana.send("DELETE", f"orders/{number}/claims/{code}")
    assert (gone["undone"], states(world, number)) == ("T", ["N10"])
    assert hana.refused("DELETE", f"orders/{number}/claims/{code}")[0] == 404


def test_the_shop_says_what_may_be_asked_for_and_how_long(world: World, hana: Shopper) -> None:
    number = delivered(world, hana)
    back = {"reason_type": "A", "reason": "Too small", "request_pickup": "F"}

    [item] = hana.get(f"orders/{number}/claimableitems")
    status, _ = hana.refused(
        "POST", f"orders/{number}/cancellationrequests", reason_type="A", reason="No"
    )
    assert states(world, number) == ["N40"]
    world.stage.clock.pass_(31 * 86_400)
    again = Shopper(world)
    again.send("POST", "sessions", member_id="hana", password=PASSWORD)
    late, _ = again.refused("POST", f"orders/{number}/returnrequests", **back)

    assert (item["buttons"], status, late) == (["exchange", "return"], 422, 422)


STATES: dict[str, dict[str, str]] = {
    "N00": {"cancel": "C47"},
    "N10": {"cancel": "C00", "exchange": "E00"},
    "N20": {"cancel": "C00", "exchange": "E00"},
    "N22": {"cancel": "C00", "exchange": "E00"},
    "N21": {"cancel": "C00", "exchange": "E00"},
    "N30": {"exchange": "E00", "return": "R00"},
    "N40": {"exchange": "E00", "return": "R00"},
}
"""State of an item -> each claim that its buyer may make then, and the state that it leads to."""
CLAIMS = {
    "cancel": "cancellationrequests",
    "exchange": "exchangerequests",
    "return": "returnrequests",
}


def _in_state(world: World, shopper: Shopper, state: str) -> str:
    """Return a new order whose item is in a state."""
    if state == "N40":
        return delivered(world, shopper)
    number = _ordered(world, shopper)
    if state != "N00":
        pay(world, number)
    if state in ("N20", "N22"):
        world.put(f"orders/{number}", process_status="prepare")
    if state == "N22":
        world.put(f"orders/{number}", process_status="hold")
    if state in ("N21", "N30"):
        status = "standby" if state == "N21" else "shipping"
        parcel = {"tracking_no": "1", "shipping_company_code": "0001", "status": status}
        world.post(f"orders/{number}/shipments", **parcel)
    assert states(world, number) == [state]
    return number


def test_every_button_of_every_state_leads_where_it_says_and_no_other_claim_is_taken(
    world: World, hana: Shopper
) -> None:
    every = {"claim_request_button_exposure": [*get_args(get_args(ClaimButton)[0])]}
    newest = {api_versions.HEADER: api_versions.NEWEST}
    world.call("PUT", "orders/setting", json={"request": every}, headers=newest)
    why = {"reason_type": "A", "reason": "Other", "request_pickup": "F"}
    buttons: dict[str, list[str]] = {}
    led: dict[str, dict[str, str]] = {}

    for state in STATES:
        for claim, path in CLAIMS.items():
            number = _in_state(world, hana, state)
            [item] = hana.get(f"orders/{number}")["items"]
            buttons[state] = item["buttons"]
            answer = hana.ask("POST", f"orders/{number}/{path}", json={"request": why})
            [after] = states(world, number)
            if answer.status_code == 201:
                led.setdefault(state, {})[claim] = after
            else:
                assert (answer.status_code, after) == (422, state), (claim, answer.text)

    assert led == STATES
    # what is not paid is given up by its own button, whatever the shop shows
    assert buttons == {
        state: sorted(claims) if state != "N00" else [] for state, claims in STATES.items()
    }


def test_a_return_is_asked_for_in_time(world: World, hana: Shopper) -> None:
    number = delivered(world, hana)
    back = {"reason_type": "A", "reason": "Too small", "request_pickup": "F"}

    hana.send("POST", f"orders/{number}/returnrequests", **back)

    assert states(world, number) == ["R00"]


def test_a_purchase_is_confirmed_where_the_shop_has_a_button(world: World, hana: Shopper) -> None:
    number = delivered(world, hana)
    path = f"orders/{number}/confirmations"

    assert hana.refused("POST", path) == (
        422,
        "The shop confirms purchases itself. (parameter.order_id)",
    )
    self_service(world)
    assert hana.send("POST", path) == {
        "shop_no": 1,
        "order_id": number,
        "order_item_code": [f"{number}-01"],
    }
    assert states(world, number) == ["N50"]


def test_an_address_is_changed_while_the_shop_lets_buyers(world: World, hana: Shopper) -> None:
    number = _ordered(world, hana)
    path = f"orders/{number}/receiver"

    status, _ = hana.refused("PUT", path, address1="2 Hangang-daero")
    self_service(world)
    after = hana.send("PUT", path, address1="2 Hangang-daero")

    assert (status, after["address1"]) == (422, "2 Hangang-daero")
    [receiver] = hana.get(f"orders/{number}")["receivers"]
    assert (receiver["address1"], receiver["name"]) == ("2 Hangang-daero", "Min Kim")


def test_an_address_is_changed_up_to_the_state_that_the_shop_says(
    world: World, hana: Shopper
) -> None:
    number = _ordered(world, hana)
    path = f"orders/{number}/receiver"
    settings(world, receiver_address_modify_button_exposure="N00")
    hana.send("PUT", path, address1="2 Hangang-daero")
    pay(world, number)

    status, _ = hana.refused("PUT", path, address1="3 Hangang-daero")
    settings(world, receiver_address_modify_button_exposure="N10")

    assert status == 422
    assert hana.send("PUT", path, address1="3 Hangang-daero")["address1"] == "3 Hangang-daero"


def test_who_leaves_says_the_password_and_is_a_guest(world: World, hana: Shopper) -> None:
    number = _ordered(world, hana)
    path = "customers/me/withdrawal"

    status, _ = hana.refused("POST", path, current_password="wrong password")
    left = hana.send("POST", path, current_password=PASSWORD)

    assert (status, left["kind"], left["member_id"]) == (401, "guest", "")
    assert hana.refused("GET", "customers/me")[0] == 401
    assert world.get("customers", member_id="hana")["customers"] == []
    assert world.get(f"orders/{number}")["order"]["order_id"] == number, "the books keep it"
