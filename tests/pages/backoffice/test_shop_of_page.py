"""What is made or changed on the pages of a further shop is made or changed in that shop."""

from typing import Any

import pytest

from openmall.api import office_pages
from openmall.api.pipeline import parsing
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.contract.call_state import CallState
from openmall.pages.backoffice.settings.resources import RESOURCES
from tests.access.oauth.authorization_requests import Browser, manager
from tests.commerce.customer.customer_setup import join
from tests.pages.backoffice.page_forms import Form, forms, problem, send
from tests.pages.backoffice.test_settings import OPERATIONS
from tests.pages.backoffice.test_settings import form as settings_form
from tests.pages.backoffice.test_settings import send as send_settings
from tests.world import World

HERE = "shop_no=2"
_CHANGE = "PUT products/{product_no}"


@pytest.fixture
def owner(world: World) -> Browser:
    """The head admin of a mall with a shop in dollars and one in won, signed in."""
    mall = world.stage.new_world(f"{world.mall_id}-second", currencies=("USD", "KRW"))
    manager(mall)
    browser = Browser(mall)
    assert browser.sign_in("/api/v2/oauth/sign-in").status_code == 200
    return browser


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, bool, int]]:
    """Name, whether it writes, and shop of each call of an operation that is of one shop."""
    found: list[tuple[str, bool, int]] = []
    choose = parsing.choose_shop

    def record(state: CallState) -> None:
        choose(state)
        if state.operation.chooses_shop:
            found.append((state.operation.name, state.operation.writes, state.call.shop_no))

    monkeypatch.setattr(parsing, "choose_shop", record)
    return found


def new_product(owner: Browser, query: str, **typed: str) -> Any:
    page = owner.open(f"/admin/products/new?{query}").text
    [form] = [each for each in forms(page) if "product_name" in each.values]
    made = {"product_name": "Cup", "supply_price": "1", "display": "T", "selling": "T", **typed}
    answer = owner.submit(form.action, {**form.values, **made})
    assert answer.status_code == 303, answer.text
    return page


def test_a_new_product_is_of_the_shop_of_its_page(owner: Browser) -> None:
    world = owner.world
    name = world.get("shops")["shops"][1]["shop_name"]

    page = new_product(owner, HERE, price="12,500", quantity="3")

    [there] = world.get("products", shop_no=2)["products"]
    [here] = world.get("products")["products"]
    assert 'id="f-price-unit">KRW<' in page
    assert f"made for the shop {name}" in page
    assert (there["price"], there["display"], there["selling"]) == ("12500.00", "T", "T")
    assert (here["price"], here["display"], here["selling"]) == ("0.00", "F", "F")


def test_a_hidden_one_has_its_price_and_is_not_given_away_elsewhere(owner: Browser) -> None:
    world = owner.world
    new_product(owner, HERE, price="12,500", display="F", selling="F")
    [product] = world.get("products")["products"]
    address = f"/admin/products/{product['product_no']}"

    there = owner.open(f"{address}?{HERE}").text
    refused = send(owner, address, "details", display="T", selling="T")
    priced = send(owner, address, "details", display="T", selling="T", price="9.50")

    [here] = world.get("products")["products"]
    assert "has no price in" not in there
    assert problem(refused, "price") == "It has no price in the currency of this shop yet."
    assert priced.status_code == 200
    assert (here["price"], here["display"]) == ("9.50", "T")


def test_an_import_or_export_begins_in_the_shop_of_its_page(owner: Browser) -> None:
    page = owner.open(f"/admin/transfers?kind=products&{HERE}").text

    fields = [each.values for each in forms(page)]
    assert [each["shop_no"] for each in fields if "shop_no" in each] == ["2"]
    assert [each["of_shop"] for each in fields if "of_shop" in each] == ["2"]


_TYPED: dict[str, dict[str, str]] = {
    "/products/new": {"product_name": "Cup", "price": "1000", "supply_price": "1"},
    "/categories": {"category_name": "Cups", "deed": "create"},
    "/displays": {"group_name": "Week", "deed": "create"},
    "/segments/new": {"group_name": "Regulars", "orders_min": "2", "deed": "save"},
    "/customer-groups/new": {"group_name": "Friends", "deed": "save"},
    "/discount-codes/new": {"deed": "save", "discount_code_name": "A", "discount_code": "SPRING"},
    "/coupons/new": {"deed": "save"},
    "/benefits/new": {"deed": "save"},
    "/newsletters/new": {"deed": "preview", "subject": "News", "body": "Cups"},
    "/boards/1": {"title": "Open", "content": "Now"},
}
"""Page -> what is typed into its form of something new."""


def test_every_page_of_a_shop_reads_and_writes_in_it(
    owner: Browser, calls: list[tuple[str, bool, int]]
) -> None:
    join(owner.world, "hana")
    product = owner.world.product(shop_no=2)["product_no"]
    paths = {page.at for page in menu_pages.PAGES} - {each.at for each in menu_pages.SUPPLIER_PAGES}
    paths |= {f"/products/{product}", "/customers/hana", "/settings/orders", *_TYPED}
    elsewhere: dict[str, set[str]] = {}
    written: set[str] = set()
    for path in sorted(paths):
        del calls[:]
        page = owner.open(f"/admin{path}?{HERE}")
        for form in forms(page.text):
            if "form_token" in form.values and "sign-out" not in form.action:
                _send(owner, form, path)
        wrong = {name for name, writes, shop_no in calls if shop_no != 2}
        if path.startswith(("/products", "/stock")):
            # they compare with the basic shop, and leave a new product without a price there
            wrong -= {"GET products/{product_no}", "GET products", _CHANGE}
            wrong -= {"GET products/{product_no}/variants"}
        written |= {name for name, writes, _ in calls if writes}
        if wrong and page.status_code == 200:
            elsewhere[path] = wrong
    assert elsewhere == {}
    assert len(written) > 8, written


def _send(owner: Browser, form: Form, path: str) -> None:
    assert HERE in form.action, (path, form.action)
    typed = _TYPED.get(path, {})
    if (form.panels and not typed) or (typed and not typed.keys() - {"deed"} <= form.values.keys()):
        return
    deeds = {value for name, value in form.buttons if name == "deed"}
    if not typed and deeds & {"delete", "remove"}:
        return
    owner.submit(form.action, {**form.values, **typed})


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
    before = settings_form(owner, page)["exchange_rate"]

    saved = send_settings(owner, f"{page}?shop_no=2", exchange_rate="77")

    assert saved.headers["location"] == f"{page}?shop_no=2&done=changed"
    assert settings_form(owner, f"{page}?shop_no=2")["exchange_rate"] == "77"
    assert settings_form(owner, page)["exchange_rate"] == before
