"""The sale price of a product for a period, and what the shop shows of it."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

import openmall
from openmall.commerce.promotion.benefits import sale_prices
from openmall.contract.errors import NotFound
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH
from tests.access.oauth.authorization_requests import Browser
from tests.pages.backoffice.page_forms import COMMA, form_of, problem, said, send
from tests.pages.backoffice.test_roles import sub_admin
from tests.world import World


def day(owner: Browser, days: int) -> str:
    now = datetime.fromtimestamp(owner.world.stage.clock.now(), UTC)
    return (now + timedelta(days=days)).date().isoformat()


def on_sale(owner: Browser, number: int, price: str, **typed: str) -> httpx.Response:
    dates = {"sale_from": day(owner, -1), "sale_to": day(owner, 7)}
    sent = {**dates, "sale_price": price, **typed}
    return send(owner, f"/admin/products/{number}", "sale-price", **sent)


def test_it_is_changed_and_ended(owner: Browser) -> None:
    number = owner.world.product(price="20000")["product_no"]
    on_sale(owner, number, "15000")

    on_sale(owner, number, "12000")
    [listed] = owner.world.get("benefits")["benefits"]
    benefit = owner.world.get(f"benefits/{listed['benefit_no']}")["benefit"]
    same = on_sale(owner, number, "12000")
    ended = on_sale(owner, number, "")
    nothing = on_sale(owner, number, "", sale_from="", sale_to="")

    assert benefit["period_sale"]["discount_value"] == "8000.00"
    assert said(same) == "No changes to save."
    assert said(ended) == "The sale price was saved."
    assert owner.world.get("benefits")["benefits"] == []
    assert said(nothing) == "No changes to save."


def test_who_may_edit_products_sets_it_without_the_right_to_edit_promotions(
    owner: Browser, world: World
) -> None:
    number = world.product(price="20000")["product_no"]
    clerk = sub_admin(world, "clerk", {"products": "edit"})
    viewer = sub_admin(world, "viewer", {"products": "view"})

    saved = on_sale(clerk, number, "15000")
    changed = on_sale(clerk, number, "12000")
    refused = on_sale(viewer, number, "10000")
    [listed] = world.get("benefits")["benefits"]
    benefit = world.get(f"benefits/{listed['benefit_no']}")["benefit"]
    pages = clerk.open("/admin/benefits").status_code
    ended = on_sale(clerk, number, "")

    assert said(saved) == said(changed) == said(ended) == "The sale price was saved."
    assert (refused.status_code, pages) == (403, 403)
    assert benefit["period_sale"]["discount_value"] == "8000.00"
    assert world.get("benefits")["benefits"] == []


def test_sales_of_other_products_are_left_alone(owner: Browser) -> None:
    first, second = (owner.world.product(price="20000")["product_no"] for _ in range(2))
    on_sale(owner, first, "15000")

    on_sale(owner, second, "10000")

    found = [
        owner.world.get(f"benefits/{each['benefit_no']}")["benefit"]
        for each in owner.world.get("benefits")["benefits"]
    ]
    assert {
        each["period_sale"]["product_list"][0]: each["period_sale"]["discount_value"]
        for each in found
    } == {first: "5000.00", second: "10000.00"}
    form = form_of(owner.open(f"/admin/products/{first}").text, "sale-price")
    assert form.values["sale_price"] == "15000"


def test_a_sale_that_was_imported_or_restricted_is_the_one_that_the_page_shows(
    owner: Browser,
) -> None:
    world = owner.world
    number = world.product(price="20000")["product_no"]
    path = f"/admin/products/{number}"
    made = world.post(
        "benefits",
        use_benefit="T",
        benefit_name="Imported",
        benefit_division="D",
        benefit_type="DP",
        use_benefit_period="T",
        benefit_start_date="2026-11-01T09:30:00+09:00",
        benefit_end_date="2026-12-24T18:00:00+09:00",
        platform_types=["P"],
        product_binding_type="P",
        period_sale={
            "product_list": [number],
            "discount_value": "25",
            "discount_value_unit": "P",
            "discount_truncation_unit": "F",
            "discount_truncation_method": "L",
        },
    )["benefit"]

    def stored() -> dict[str, Any]:
        [listed] = world.get("benefits")["benefits"]
        assert listed["benefit_no"] == made["benefit_no"]
        found: dict[str, Any] = world.get(f"benefits/{listed['benefit_no']}")["benefit"]
        return found

    before = stored()
    shown = form_of(owner.open(path).text, "sale-price").values
    same = send(owner, path, "sale-price")
    after_same = stored()
    longer = send(owner, path, "sale-price", sale_to="2026-12-31")
    after_longer = stored()
    cheaper = send(owner, path, "sale-price", sale_price="12000")
    after_cheaper = stored()

    assert [shown[name] for name in ("sale_price", "sale_from", "sale_to")] == [
        "15000", "2026-11-01", "2026-12-24",
    ]  # fmt: skip
    assert (said(same), after_same) == ("No changes to save.", before)
    assert said(longer) == said(cheaper) == "The sale price was saved."
    # what was not typed stays: the percentage, the hour of the beginning, the platform
    assert after_longer == {**before, "benefit_end_date": "2026-12-31T23:59:59+09:00"}
    sale = after_cheaper["period_sale"]
    assert (sale["discount_value"], sale["discount_value_unit"]) == ("8000.00", "W")
    assert after_cheaper["platform_types"] == ["P"]
    assert after_cheaper["benefit_start_date"] == before["benefit_start_date"]


def test_pages_and_imports_leave_the_benefit_to_its_rule() -> None:
    source = Path(openmall.__file__).parent
    writing = [
        path
        for folder in ("pages/backoffice/product", "pages/backoffice/supplier", "transfer")
        for path in (source / folder).rglob("*.py")
        if "benefit_rules" in path.read_text()
    ]
    assert writing == []


@pytest.mark.parametrize(
    ("typed", "field", "message"),
    [
        ({"price": "20000"}, "sale_price", "Enter a sale price below the usual price."),
        ({"price": "25000"}, "sale_price", "Enter a sale price below the usual price."),
        ({"price": ""}, "sale_price", "This field is required."),
        ({"price": "-1"}, "sale_price", "Enter a sale price below the usual price."),
        ({"price": "NaN"}, "sale_price", "This is not a number."),
        ({"price": "cheap"}, "sale_price", "This is not a number."),
        ({"price": "12,50"}, "sale_price", COMMA),
        ({"price": "15000", "sale_from": ""}, "sale_from", "This field is required."),
        ({"price": "15000", "sale_to": ""}, "sale_to", "This field is required."),
        ({"price": "15000", "sale_to": "soon"}, "sale_to", "This is not a date."),
    ],
)
def test_what_is_wrong_is_said_at_its_field(
    owner: Browser, typed: dict[str, str], field: str, message: str
) -> None:
    number = owner.world.product(price="20000")["product_no"]

    page = on_sale(owner, number, **typed)

    assert page.status_code == 422
    assert problem(page, field) == message
    assert owner.world.get("benefits")["benefits"] == []


def discount(owner: Browser) -> str:
    [listed] = owner.world.get("benefits")["benefits"]
    found = owner.world.get(f"benefits/{listed['benefit_no']}")["benefit"]["period_sale"]
    return str(found["discount_value"])


def test_it_stays_when_the_usual_price_is_changed(owner: Browser) -> None:
    number = owner.world.product(price="20000")["product_no"]
    path = f"/admin/products/{number}"
    on_sale(owner, number, "15000")

    saved = send(owner, path, "details", price="25,000")
    after_form = discount(owner)
    bulk = {"row__0": str(number), "bulk-price": "+10%"}
    send(owner, "/admin/products", "bulk", **bulk)
    after_bulk = discount(owner)
    owner.world.put(f"products/{number}", price="30000")

    assert said(saved) == "The product was saved."
    assert (after_form, after_bulk) == ("10000.00", "12500.00")
    # an app changes the price alone, as its reference says
    assert discount(owner) == "12500.00"


def test_a_price_that_is_not_above_it_is_refused(owner: Browser) -> None:
    number = owner.world.product(price="20000")["product_no"]
    on_sale(owner, number, "15000")

    page = send(owner, f"/admin/products/{number}", "details", price="15000")

    assert page.status_code == 422
    assert problem(page, "sale_price") == "Enter a sale price below the usual price."
    assert owner.world.get(f"products/{number}")["product"]["price"] == "20000.00"
    assert discount(owner) == "5000.00"


@pytest.mark.parametrize("place", ["bulk", "rows"])
def test_a_price_changes_only_with_its_sale_price(
    owner: Browser, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fault is between the writes: a sale price is stored as what is taken off the price."""
    number = owner.world.product(price="20000")["product_no"]
    on_sale(owner, number, "15000")

    async def refuse(*_: object, **__: object) -> None:
        raise NotFound(NO_SUCH, resource=Phrase("benefit"))

    with monkeypatch.context() as patched:
        patched.setattr(sale_prices, "write", refuse)
        if place == "bulk":
            bulk = {"row__0": str(number), "bulk-price": "+10%"}
            page = send(owner, "/admin/products", "bulk", **bulk)
        else:
            form = form_of(owner.open("/admin/products?edit=rows").text, "rows")
            page = owner.submit(form.action, {**form.values, "price-0": "25000"})

    assert page.status_code == 422
    assert owner.world.get(f"products/{number}")["product"]["price"] == "20000.00"
    assert discount(owner) == "5000.00"
