"""Settings are read and changed in the shop whose page shows them."""

from openmall.api import office_pages
from openmall.pages.backoffice.settings.resources import RESOURCES
from tests.access.oauth.authorization_requests import Browser
from tests.pages.backoffice.test_settings import OPERATIONS, address, form, send, stored


def test_settings_are_read_in_the_shop_in_which_they_are_changed() -> None:
    in_office = {each.path: each for each in office_pages.api().operations if each.method == "GET"}

    apart = {
        slug
        for slug, each in RESOURCES.items()
        if OPERATIONS["PUT", each.path].chooses_shop
        != (
            OPERATIONS["GET", each.path] if each.read_by == "admin" else in_office[each.path]
        ).chooses_shop
    }

    assert apart == set()


def test_an_exchange_rate_is_of_the_shop_of_its_page(owner: Browser) -> None:
    page = "/admin/settings/currency"
    before = form(owner, page)["exchange_rate"]

    saved = send(owner, f"{page}?shop_no=2", exchange_rate="77")

    assert saved.headers["location"] == f"{page}?shop_no=2&done=changed"
    assert form(owner, f"{page}?shop_no=2")["exchange_rate"] == "77"
    assert form(owner, page)["exchange_rate"] == before


def test_each_shop_has_its_own(owner: Browser) -> None:
    at = address("coupons", "shop_no=2")

    answer = send(owner, at, **{"max_coupon_count.product_per_product": "3"})

    assert answer.headers["location"] == f"{at}&done=changed"
    counts = [
        stored(owner.world, "coupons", shop_no)["max_coupon_count"]["product_per_product"]
        for shop_no in (1, 2)
    ]
    assert counts == [1, 3]
