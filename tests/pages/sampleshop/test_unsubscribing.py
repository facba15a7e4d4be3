"""A customer declines mail that advertises by the link in such a mail, signed in or not."""

import re
from typing import Any

from tests.commerce.customer.customer_setup import join
from tests.commerce.notification.outbox_reading import written
from tests.commerce.promotion.coupon_setup import coupon, give
from tests.pages.sampleshop.shop_browser import Guest
from tests.world import World

HANA = "hana"
ONE_CLICK = b"List-Unsubscribe=One-Click"


def link(world: World) -> str:
    """Return the path of the link in a mail that advertises."""
    written(world)
    join(world, HANA, email="hana@example.com", news_mail="T")
    give(world, coupon(world), HANA)
    [mail] = [each for each in written(world) if each.occasion == "coupon_issued"]
    [path] = re.findall(r"https://[^/]+(/unsubscribe[^ ]+)", mail.body)
    found: str = path
    return found


def consent(world: World) -> Any:
    return world.get("customers", member_id=HANA)["customers"][0]["news_mail"]


def test_a_mail_program_unsubscribes_by_one_post_without_a_page(world: World) -> None:
    path = link(world)
    headers = {"Content-Type": "application/x-www-form-urlencoded"}

    answers = [
        world.request("POST", path, content=ONE_CLICK, headers=headers).status_code
        for _ in range(2)
    ]

    assert answers == [200, 200]
    assert consent(world) == "F"


def test_opening_the_link_changes_nothing_until_the_form_is_sent(
    world: World, guest: Guest
) -> None:
    path = link(world)

    page = guest.see(path)
    opened = consent(world)
    [token] = re.findall('name="token" value="([^"]+)"', page)
    done = guest.submit("/unsubscribe", {"token": token})

    assert opened == "T"
    assert "You get no more advertising mail" in done.text
    assert consent(world) == "F"


def test_a_link_that_is_not_genuine_changes_nothing(world: World, guest: Guest) -> None:
    path = link(world)

    answer = guest.submit(path[:-2] + "xx", {"token": ""})

    assert answer.status_code == 422
    assert consent(world) == "T"
