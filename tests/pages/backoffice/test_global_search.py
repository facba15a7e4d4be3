"""The search of the back office: orders, products and customers at once."""

import re

import pytest

from tests.access.oauth.authorization_requests import Browser
from tests.commerce.customer.customer_setup import join
from tests.commerce.order.order_setup import order, wanted
from tests.commerce.product.stock_setup import stocked
from tests.pages.backoffice.test_roles import sub_admin

PAGE = "/admin/search"


def found(owner: Browser, typed: str) -> dict[str, list[str]]:
    """Return the heading of each kind, and the addresses of its results."""
    main = owner.open(f"{PAGE}?q={typed}").text.partition("<main")[2]
    parts = re.findall(r'<h2 id="kind-\d+">(.*?)</h2>(.*?)</section>', main, re.DOTALL)
    return {
        name.partition(" · ")[0]: re.findall(r'<li><span class="grow"><a href="([^"]*)"', rows)
        for name, rows in parts
    }


def test_an_order_number_leads_to_its_order(owner: Browser) -> None:
    number = order(owner.world, wanted(stocked(owner.world, 4)[1]))

    answer = owner.open(f"{PAGE}?q={number}")

    assert (answer.status_code, answer.headers["location"]) == (303, f"/admin/orders/{number}")


def test_everything_of_that_name_is_found(owner: Browser) -> None:
    world = owner.world
    join(world, "hana")
    product = world.product(product_name="Hana teapot")["product_no"]

    by_name = found(owner, "teapot")
    by_number = found(owner, str(product))
    by_id = found(owner, "hana")

    assert by_name == {"Products": [f"/admin/products/{product}"]}
    assert f"/admin/products/{product}" in by_number["Products"]
    assert by_id["Customers"] == ["/admin/customers/hana"]
    assert by_id["Products"] == [f"/admin/products/{product}"]


def test_orders_are_found_by_their_buyer(owner: Browser) -> None:
    world = owner.world
    number = order(world, wanted(stocked(world, 4)[1]))
    buyer = world.get(f"orders/{number}", embed="buyer")["order"]["buyer"]

    results = [found(owner, buyer[name]) for name in ("name", "email", "cellphone")]

    assert [each["Orders"] for each in results] == [[f"/admin/orders/{number}"]] * 3


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("x", "Enter at least two characters."),
        ("nothing+like+it", "Nothing found."),
        ("%0a%27%22%3Cb%3E%25_%5C", "Nothing found."),
        ("%EA%B0%80" * 300, "Nothing found."),
    ],
)
def test_what_finds_nothing_says_so(owner: Browser, typed: str, message: str) -> None:
    page = owner.open(f"{PAGE}?q={typed}")

    assert page.status_code == 200
    assert message in page.text


@pytest.mark.parametrize(
    ("area", "kinds"),
    [
        ("orders", {"Orders"}),
        ("customers", {"Customers"}),
        ("products", {"Products"}),
        ("boards", set()),
    ],
)
def test_a_role_finds_only_what_it_opens(owner: Browser, area: str, kinds: set[str]) -> None:
    world = owner.world
    join(world, "hana")
    world.product(product_name="Hana teapot")
    number = order(world, wanted(stocked(world, 4)[1]))
    buyer = world.get(f"orders/{number}", embed="buyer")["order"]["buyer"]
    helper = sub_admin(world, "helper", {area: "view"})

    results = [found(helper, typed) for typed in ("hana", buyer["email"])]

    assert {kind for each in results for kind in each} == kinds
    assert helper.open(f"{PAGE}?q={number}").status_code == (303 if area == "orders" else 200)
    paths = [path for each in results for hits in each.values() for path in hits]
    assert {path: helper.open(path).status_code for path in paths} == dict.fromkeys(paths, 200)
    if not kinds:
        assert "Nothing found." in helper.open(f"{PAGE}?q=hana").text
