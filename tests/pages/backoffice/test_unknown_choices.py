"""A choice that a page does not offer is refused, not taken for the one that is offered first."""

from typing import Any

import pytest

from tests.access.oauth.authorization_requests import Browser, hidden
from tests.commerce.product.stock_setup import stocked
from tests.every_operation.operation_calls import rows

SHOP = "?shop_no=1"
RULE = {"deed": "add", "objects": "3"}
PROMOTION = {
    "deed": "save", "coupon_name": "Welcome", "benefit_type": "Z", "benefit_price": "1000",
}  # fmt: skip


@pytest.mark.parametrize(
    ("path", "form"),
    [
        (f"/admin/payments{SHOP}", {"deed": "test-gateway", "use": "off"}),
        (f"/admin/payment-apps{SHOP}", {"client_id": "any", "use": "off"}),
        (f"/admin/stripe{SHOP}", {"use_stripe": "yes"}),
        (f"/admin/company{SHOP}", {"act": "closing", "closes": "never"}),
        ("/admin/roles", {"name": "Packers", "area_orders": "own", "area_products": "edit"}),
        ("/admin/managers", {"act": "policy", "second_factor": "no"}),
        ("/admin/approval-rules", {**RULE, "whom": "everybody"}),
        ("/admin/approval-rules", {**RULE, "whom": "role:x"}),
        ("/admin/approval-rules", {**RULE, "customers": "F"}),
        ("/admin/inquiries?tab=none", {"deed": "hide", "number": "1"}),
        ("/admin/inquiries?tab=urgent", {"deed": "hide", "number": "1", "content": "Yes"}),
        (f"/admin/saved-reports{SHOP}", {"deed": "save", "slug": "visitpaths-ads", "name": "Mine"}),
        ("/admin/settings/orders", {"claim_request_button_exposure.cancel_N22": "maybe"}),
        ("/admin/displays/category-1-1", {"deed": "delete"}),
    ],
)
def test_a_choice_that_is_not_offered(owner: Browser, path: str, form: dict[str, Any]) -> None:
    before = rows(owner.world)
    token = hidden(owner.open("/admin"))["form_token"]

    answer = owner.submit(path, {"form_token": token, **form})

    assert answer.status_code == 400
    assert "Nothing was changed." in answer.text
    assert rows(owner.world) == before


def test_stock_is_added_or_counted(owner: Browser) -> None:
    _, code = stocked(owner.world, 5)
    before = rows(owner.world)
    form = {"deed": "adjust", "action": "take", "units": "3", "reason": "counted"}
    token = hidden(owner.open("/admin"))["form_token"]

    answer = owner.submit(f"/admin/stock/{code}", {"form_token": token, **form})

    assert answer.status_code == 400
    assert rows(owner.world) == before


def test_a_coupon_is_not_saved_with_the_first_choice(owner: Browser) -> None:
    before = rows(owner.world)
    token = hidden(owner.open("/admin"))["form_token"]

    answer = owner.submit("/admin/coupons/new", {"form_token": token, **PROMOTION})

    assert answer.status_code == 422
    assert "Choose one of the values." in answer.text
    assert rows(owner.world) == before
