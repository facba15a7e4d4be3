"""Points and credits of a customer: their form, and what is said of amounts."""

from tests.access.oauth.authorization_requests import Browser
from tests.commerce.customer.customer_setup import join
from tests.pages.backoffice.page_forms import send

PAGE = "/admin/customers/haneul"


def test_points_need_a_reason(owner: Browser) -> None:
    join(owner.world, "haneul")

    refused = send(owner, PAGE, "points", amount="1000", type="increase", reason=" ")
    given = send(owner, PAGE, "points", amount="1000", type="increase", reason="Thanks")

    assert refused.status_code == 422
    assert "This field is required." in refused.text
    assert '<span class="figure">+1,000 KRW</span>' in given.text
    assert given.text.count('<span class="figure">+') == 1


def test_a_refusal_shows_the_balance_as_money(owner: Browser) -> None:
    join(owner.world, "haneul")
    send(owner, PAGE, "points", amount="1285", type="increase", reason="Thanks")

    refused = send(owner, PAGE, "points", amount="5000", type="decrease", reason="Mistake")

    assert refused.status_code == 422
    assert "1,285 KRW" in refused.text
    assert "1285.00" not in refused.text
