"""Parcels of an order: shoppers read the carrier and follow the link, on the page and in mail."""

import html
import re
from typing import Any

import pytest

from tests.commerce.notification.outbox_reading import written
from tests.commerce.order.order_setup import pay
from tests.commerce.product.stock_setup import stocked
from tests.pages.sampleshop.shop_browser import Guest
from tests.world import World

VAN = {
    "shipping_carrier_code": "0001",
    "contact": "",
    "email": "",
    "shipping_carrier": "Our <b>van</b>",
    "track_shipment_url": "https://van.example.com/track?lang=en&no={number}",
}
NUMBER = '1/2 "><script>&x=1#'
ENCODED = "1%2F2%20%22%3E%3Cscript%3E%26x%3D1%23"


def ordered(world: World, shopper: Guest) -> str:
    number, _ = stocked(world, 9)
    shopper.put(number, quantity="2")
    order_id = shopper.order(payment_method="cash")
    pay(world, order_id)
    return order_id


def ship(world: World, order_id: str, code: str, **more: Any) -> None:
    sent = {"tracking_no": NUMBER, "shipping_company_code": code, "status": "shipping", **more}
    world.post(f"orders/{order_id}/shipments", **sent)


def parcels(page: str) -> str:
    """Return the part of an order's page that lists its parcels; empty without one."""
    found = re.search(r"<section[^>]*><h2>(?:Parcels|배송 정보)</h2>.*?</section>", page, re.DOTALL)
    return found[0] if found else ""


def links(page: str) -> list[str]:
    return [
        html.unescape(each)
        for each in re.findall(r'href="([^"]*)" rel="noopener noreferrer"', parcels(page))
    ]


def mail(world: World) -> tuple[str, str]:
    [sent] = [each for each in written(world) if each.occasion == "shipment_started"]
    return sent.body, sent.html


@pytest.mark.parametrize("member", [False, True])
def test_an_own_carrier_is_named_and_linked(world: World, guest: Guest, member: bool) -> None:
    world.post("carriers", **VAN)
    if member:
        guest.join()
    order_id = ordered(world, guest)
    assert parcels(guest.see(f"/orders/{order_id}")) == ""
    ship(world, order_id, "0001")
    address = f"https://van.example.com/track?lang=en&no={ENCODED}"

    page = guest.see(f"/orders/{order_id}")
    body, mailed = mail(world)

    assert links(page) == [address]
    assert "Our &lt;b&gt;van&lt;/b&gt;" in parcels(page)
    assert "<script>&x" not in page
    assert f"Our <b>van</b> {NUMBER}" in body
    assert address in body
    assert f'<a href="{html.escape(address)}">' in mailed
    assert "<b>van" not in mailed
    # another shopper sees nothing of it
    assert Guest(world).open(f"/orders/{order_id}").status_code != 200


def test_a_guest_who_finds_the_order_in_another_browser_reads_it(
    world: World, guest: Guest
) -> None:
    order_id = ordered(world, guest)
    ship(world, order_id, "0070", tracking_no="JD 1")
    other = Guest(world)
    other.done("/orders/find", order_id=order_id, contact="guest@example.com")
    other.cookies["openmall-language"] = "ko"

    page = other.see(f"/orders/{order_id}")

    [link] = links(page)
    assert link.startswith("https://www.dhl.com/")
    assert link.endswith("tracking-id=JD%201")
    assert "배송 조회" in parcels(page)


@pytest.mark.parametrize("code", ["0001", "0018"])
def test_a_carrier_that_is_not_known_has_no_link(world: World, guest: Guest, code: str) -> None:
    order_id = ordered(world, guest)
    ship(world, order_id, code, tracking_no="4711")

    page = guest.see(f"/orders/{order_id}")
    body, _ = mail(world)

    assert links(page) == []
    assert "<strong>Parcel service</strong> 4711" in parcels(page)
    assert "택배 4711" in body
    assert "배송 조회" not in body


def test_each_parcel_of_an_order_has_its_carrier(world: World, guest: Guest) -> None:
    first, _ = stocked(world, 9)
    second, _ = stocked(world, 9)
    for number in (first, second):
        guest.put(number, quantity="1")
    order_id = guest.order(payment_method="cash")
    pay(world, order_id)
    codes = [each["order_item_code"] for each in world.get(f"orders/{order_id}/items")["items"]]
    for code, carrier in zip(codes, ("0002", "0003"), strict=True):
        ship(world, order_id, carrier, tracking_no="7", order_item_code=[code])

    page = guest.see(f"/orders/{order_id}")

    assert sorted(each.split("/")[2] for each in links(page)) == [
        "trace.cjlogistics.com",
        "www.hanjin.com",
    ]
    assert ("CJ Logistics" in parcels(page), "Hanjin" in parcels(page)) == (True, True)
    bodies = [each.body for each in written(world) if each.occasion == "shipment_started"]
    assert any("CJ대한통운" in each for each in bodies), "the shop is Korean"


def test_several_parcels_of_one_item_are_listed(world: World, guest: Guest) -> None:
    van = world.post("carriers", **VAN)["carrier"]["carrier_id"]
    order_id = ordered(world, guest)
    sent = {"tracking_no": "A 1", "shipping_company_id": van, "quantity": 1}
    world.put(
        f"orders/{order_id}/items/{order_id}-01",
        multi_invoice=[sent, {**sent, "tracking_no": "B"}],
    )

    assert links(guest.see(f"/orders/{order_id}")) == [
        f"https://van.example.com/track?lang=en&no={each}" for each in ("A%201", "B")
    ]
