"""A shopper asks for a notice on the page of a sold-out product, and declines by its link."""

import re
from typing import Any

from tests.commerce.notification.outbox_reading import written
from tests.commerce.product.stock_setup import stocked
from tests.pages.sampleshop.shop_browser import Guest
from tests.world import World

BUTTON = "Notify me when it is back"


def offers(world: World, **setting: Any) -> None:
    world.put("restocknotification/setting", use="T", send_method="A", **setting)


def notices(world: World) -> list[str]:
    return [each.body for each in written(world) if each.occasion == "restock_notice"]


def test_a_member_asks_and_withdraws_on_the_page_of_the_product(world: World, guest: Guest) -> None:
    offers(world)
    number, code = stocked(world, 0)
    guest.join()
    before = guest.see(f"/products/{number}")

    asked = guest.done(f"/products/{number}", act="restock")
    waiting = guest.see(asked)
    ended = guest.see(guest.done(f"/products/{number}", act="no-restock"))
    world.put(f"products/{number}/variants/{code}/inventories", quantity=3)

    assert BUTTON in before
    assert "We will write to you when it is back in stock." in waiting
    assert BUTTON not in waiting
    assert BUTTON in ended
    assert notices(world) == []


def test_a_product_in_stock_or_of_a_shop_without_notices_offers_none(
    world: World, guest: Guest
) -> None:
    sold_out, _ = stocked(world, 0)
    without = guest.see(f"/products/{sold_out}")
    offers(world, button_show_target="A")
    in_stock, _ = stocked(world, 3)
    with_button = guest.see(f"/products/{sold_out}")
    world.put("restocknotification/setting", is_button_show="F")

    assert BUTTON not in without
    assert BUTTON in with_button
    assert BUTTON not in guest.see(f"/products/{sold_out}")
    world.put("restocknotification/setting", is_button_show="T")
    assert BUTTON not in guest.see(f"/products/{in_stock}")


def test_a_guest_reads_what_the_shop_says_where_notices_are_for_members(
    world: World, guest: Guest
) -> None:
    offers(world, show_message_to_non_members="Join us to be told.")
    number, _ = stocked(world, 0)

    page = guest.see(f"/products/{number}")
    status, _ = guest.refused(f"/products/{number}", act="restock")

    assert "Join us to be told." in page
    assert BUTTON not in page
    assert status == 403


def test_a_guest_asks_with_an_address_and_declines_by_the_link_of_the_notice(
    world: World, guest: Guest
) -> None:
    offers(world, button_show_target="A")
    number, code = stocked(world, 0)
    other, other_code = stocked(world, 0)
    refused = guest.refused(f"/products/{number}", act="restock", email="nobody")
    for each in (number, other):
        guest.done(f"/products/{each}", act="restock", email="guest@example.com")
    world.put(f"products/{number}/variants/{code}/inventories", quantity=3)
    [body] = notices(world)
    [path] = re.findall(r"https://[^/]+(/restock[^ ]+)", body)

    page = guest.see(path)
    [token] = re.findall('name="token" value="([^"]+)"', page)
    done = guest.submit("/restock", {"token": token})
    world.put(f"products/{other}/variants/{other_code}/inventories", quantity=3)

    assert refused[0] == 422
    assert "You get no more restock notices" in done.text
    assert len(notices(world)) == 1


def test_a_mail_program_declines_by_one_post(world: World, guest: Guest) -> None:
    offers(world, button_show_target="A")
    number, code = stocked(world, 0)
    guest.done(f"/products/{number}", act="restock", email="guest@example.com")
    world.put(f"products/{number}/variants/{code}/inventories", quantity=3)
    [path] = re.findall(r"https://[^/]+(/restock[^ ]+)", notices(world)[0])

    answer = world.request(
        "POST",
        path,
        content=b"List-Unsubscribe=One-Click",
        headers={"Content-Type": "application/x-www-form-urlencoded"},
    )

    assert answer.status_code == 200


def test_the_variant_that_is_sold_out_is_chosen_where_the_shop_has_it_so(
    world: World, guest: Guest
) -> None:
    offers(world, button_show_method="G")
    number, code = stocked(world, 0)
    guest.join()

    page = guest.see(f"/products/{number}")
    waiting = guest.see(guest.done(f"/products/{number}", act="restock", variant_code=code))

    assert f'<option value="{code}">' in page
    assert BUTTON not in waiting


def test_a_link_that_is_not_genuine_is_refused(guest: Guest) -> None:
    answer = guest.submit("/restock", {"token": "a.b"})

    assert answer.status_code == 422
    assert "This link is not valid any more." in answer.text
