"""The address that the palette reads: its results, their bounds, and whom it refuses."""

from typing import Any
from urllib.parse import quote, urlencode

import httpx
import pytest

from openmall.pages.backoffice.search import palette
from tests.access.oauth.authorization_requests import SIGN_IN, Browser, manager
from tests.commerce.customer.customer_setup import join
from tests.commerce.order.order_setup import order, wanted
from tests.commerce.product.stock_setup import stocked
from tests.pages.backoffice.test_kept_shop import order_abroad
from tests.pages.backoffice.test_roles import sub_admin
from tests.world import World

ADDRESS = "/admin/search/palette"
SCRIPT = {"X-Requested-With": "openmall", "Sec-Fetch-Site": "same-origin"}


def ask(browser: Browser, headers: dict[str, str] | None = None, **query: Any) -> httpx.Response:
    """Ask as the script of the palette does."""
    sent = SCRIPT if headers is None else headers
    return browser.open(f"{ADDRESS}?{urlencode(query, doseq=True)}", **sent)


def lines(answer: httpx.Response) -> dict[str, list[str]]:
    """Return the addresses below each heading."""
    assert answer.status_code == 200, answer.text
    return {
        group["title"]: [line["address"] for line in group["lines"]]
        for group in answer.json()["groups"]
    }


def test_pages_settings_actions_and_records_are_found_at_once(owner: Browser) -> None:
    world = owner.world
    join(world, "hana")
    product = world.product(product_name="Carrier bag")["product_no"]
    number = order(world, wanted(stocked(world, 4)[1]))

    carrier = lines(ask(owner, q="carrier"))
    customer = lines(ask(owner, q="hana"))
    by_number = ask(owner, q=number)

    assert carrier["Pages"][0] == "/admin/carriers"
    assert carrier["Quick actions"] == ["/admin/carriers/new"]
    [titled] = [title for title in carrier if title.startswith("Products")]
    assert carrier[titled] == [f"/admin/products/{product}"]
    assert ["/admin/customers/hana"] in customer.values()
    assert lines(by_number) == {"Orders": [f"/admin/orders/{number}"]}
    assert by_number.json()["more"] == f"/admin/search?q={number}"


def test_an_answer_is_for_this_page_alone(owner: Browser) -> None:
    answer = ask(owner, q="tax")

    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")
    assert not [name for name in answer.headers if name.startswith("access-control-")]


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Sec-Fetch-Site": "same-origin"},
        {"X-Requested-With": "XMLHttpRequest"},
        {**SCRIPT, "Sec-Fetch-Site": "cross-site"},
        {**SCRIPT, "Sec-Fetch-Site": "same-site"},
        {**SCRIPT, "Sec-Fetch-Site": "none"},
    ],
)
def test_what_our_script_did_not_ask_for_is_refused(
    owner: Browser, headers: dict[str, str]
) -> None:
    world = owner.world
    world.product(product_name="Hana teapot")

    refused, none = (ask(owner, headers, q=each) for each in ("teapot", "nothing like it"))

    assert (refused.status_code, none.status_code) == (403, 403)
    assert "Another website asked for this." in refused.text
    # what is found does not change what is said
    assert "Hana teapot" not in refused.text


def test_an_address_beside_it_is_no_page(owner: Browser) -> None:
    assert owner.open("/admin/search/other").status_code == 404


def test_without_a_session_it_leads_to_the_sign_in(world: World) -> None:
    answer = ask(Browser(world), q="tax")

    assert answer.status_code == 303
    assert "/sign-in" in answer.headers["location"]


def test_users_of_suppliers_search_nothing(world: World) -> None:
    manager(world, "supplier", "S")
    browser = Browser(world)
    browser.sign_in(SIGN_IN, user="supplier")

    assert ask(browser, q="orders").status_code == 403


@pytest.mark.parametrize(
    ("area", "kinds"),
    [("orders", {"order"}), ("products", {"product"}), ("boards", set()), ("settings", set())],
)
def test_a_role_gets_names_of_what_it_opens_alone(
    owner: Browser, area: str, kinds: set[str]
) -> None:
    world = owner.world
    product = world.product(product_name="Hana teapot")["product_no"]
    number = order(world, wanted(stocked(world, 4)[1]))
    helper = sub_admin(world, "helper", {area: "view"})
    ids = [
        f"product:{product}:1", f"order:{number}:1", "page:/orders", "page:/products",
        "page:/managers", "setting:shipping", "setting:shipping#shipping_fee",
        "action:/products/new", "customer:hana:1",
    ]  # fmt: skip

    named = ask(helper, recent=ids).json()["groups"]
    typed = [lines(ask(helper, q=each)) for each in ("teapot", number)]

    recent = [line["id"] for group in named for line in group["lines"]]
    assert {each.partition(":")[0] for each in recent} & {"product", "order"} == kinds
    assert ("page:/orders" in recent) == (area == "orders")
    assert ("setting:shipping" in recent) == (area == "settings")
    assert "page:/managers" not in recent
    assert "action:/products/new" not in recent
    found = {each for result in typed for group in result.values() for each in group}
    assert (f"/admin/products/{product}" in found) == (area == "products")
    assert (f"/admin/orders/{number}" in found) == (area == "orders")


def test_what_is_opened_lately_is_named_in_its_order_and_nothing_is_made_of_other_ids(
    owner: Browser,
) -> None:
    product = owner.world.product(product_name="Hana teapot")["product_no"]
    ids = [
        "page:/stock", f"product:{product}:1", "product:999999:1", f"product:{product}:7",
        "product:1 OR 1=1:1", "order:../../x:1", "nothing", "", "x" * 500, "setting:seo",
        f"product:{'9' * 30}:1",
    ]  # fmt: skip

    answer = ask(owner, recent=ids)

    first = answer.json()["groups"][0]
    assert first["title"] == "Recent"
    assert [line["id"] for line in first["lines"]] == [
        "page:/stock", f"product:{product}:1",
    ]  # fmt: skip
    assert first["lines"][1]["name"] == "Hana teapot"


def test_another_malls_records_have_no_name(owner: Browser) -> None:
    other = owner.world.stage.new_world()
    product = other.product(product_name="Secret teapot")["product_no"]
    number = order(other, wanted(stocked(other, 4)[1]))

    answer = ask(owner, recent=[f"product:{product}:1", f"order:{number}:1"])

    assert "Secret teapot" not in answer.text
    assert number not in answer.text


def test_results_are_bounded(owner: Browser) -> None:
    for at in range(8):
        owner.world.product(product_name=f"Order tray {at}")

    answer = ask(owner, q="order")
    start = ask(owner, recent=[f"page:/{each}" for each in "abcdefghij"] + ["page:/orders"] * 40)

    listed = [line for group in answer.json()["groups"] for line in group["lines"]]
    assert 10 < len(listed) <= palette.MOST
    assert "Recent" not in lines(start)


@pytest.mark.parametrize(
    ("typed", "status"),
    [
        ("x" * 100, 200),
        ("x" * 101, 422),
        ("가" * 101, 422),
        ("%_\\'\"<b>\n", 200),
        ("가" * 100, 200),
    ],
)
def test_a_query_has_at_most_a_hundred_characters(owner: Browser, typed: str, status: int) -> None:
    answer = ask(owner, q=typed)

    assert answer.status_code == status
    if status == 422:
        assert "The search text (q) has more than 100 characters." in answer.text


def test_addresses_are_of_the_shop_of_the_page(owner: Browser) -> None:
    number = order_abroad(owner.world)

    page = lines(ask(owner, q="carrier", shop_no=2))
    found = ask(owner, q=number)

    assert page["Pages"][0] == "/admin/carriers?shop_no=2"
    assert lines(found) == {"Orders": [f"/admin/orders/{number}?shop_no=2"]}
    assert [line["id"] for group in found.json()["groups"] for line in group["lines"]] == [
        f"order:{number}:2"
    ]


def test_customers_have_no_id_that_a_browser_would_keep(owner: Browser) -> None:
    join(owner.world, "hana")

    groups = ask(owner, q="hana").json()["groups"]

    ids = [
        line["id"]
        for group in groups
        for line in group["lines"]
        if "/customers/" in line["address"]
    ]
    assert ids == [""]


def test_the_page_without_a_script_has_the_same_results(owner: Browser) -> None:
    owner.world.product(product_name="Carrier bag")

    page = owner.open(f"/admin/search?q={quote('carrier')}").text.partition("<main")[2]
    answer = lines(ask(owner, q="carrier"))

    for addresses in answer.values():
        for each in addresses:
            assert f'href="{each.replace("&", "&amp;")}"' in page
    assert page.index("/admin/carriers") < page.index("/admin/products/")
