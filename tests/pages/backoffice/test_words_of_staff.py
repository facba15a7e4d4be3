"""What a shop is given in its own language is shown to its staff in theirs."""

import re

from openmall.commerce.community.boards import builtin
from openmall.commerce.store.backoffice_menu.pages import PAGES
from tests.access.oauth.authorization_requests import Browser
from tests.commerce.order.order_setup import paid, wanted
from tests.commerce.product.stock_setup import stocked
from tests.staff_pages import path_of

HANGUL = re.compile(r"[가-힣][가-힣 ]*")
_FIELDS = re.compile(r"<(?:input|option)[^>]*>|<textarea.*?</textarea>", re.DOTALL)
"""What is written to buyers stays in the language of the shop; so do values of options."""
_LANGUAGE = "한국어"


def test_staff_who_read_english_meet_no_name_that_a_korean_shop_is_given(owner: Browser) -> None:
    number, code = stocked(owner.world, 5)
    order_id = paid(owner.world, wanted(code))
    paths = [
        *(path_of(page) for page in PAGES),
        *(f"/admin/collections?kind={kind}" for kind in ("manufacturers", "suppliers", "trends",
                                                          "classifications")),
        *(f"/admin/boards/{board}{new}" for board in builtin.numbers() for new in ("", "-new")),
        f"/admin/products/{number}", "/admin/products?brand_code=B0000000",
        f"/admin/orders/{order_id}", "/admin/customer-groups/1", "/admin/customer-groups/moves",
        "/admin/segments/new", "/admin/newsletters/new", "/admin/coupons/new",
        *(f"/admin/settings/{slug}" for slug in ("order-statuses", "privacy-join", "privacy-orders",
                                                  "privacy-boards")),
    ]  # fmt: skip
    found = {}
    for path in paths:
        text = _FIELDS.sub("", owner.open(path).text).replace(_LANGUAGE, "")
        if words := HANGUL.findall(text):
            found[path] = sorted(set(words))

    assert found == {}
    assert _LANGUAGE in owner.open("/admin/boards").text
