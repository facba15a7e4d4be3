"""A page of a further shop leads to pages of that shop, and its search finds what is there."""

import re
from urllib.parse import parse_qs, quote, urlsplit

import pytest

from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.pages.backoffice import kept_shop
from tests.access.oauth.authorization_requests import Browser, manager
from tests.commerce.product.stock_setup import stocked
from tests.pages.backoffice.page_forms import send_only
from tests.storefront.shopper_client import RECEIVER, USUAL
from tests.world import World

_TARGETS = re.compile(r'(?:href|action)="(/admin[^"]*)"')
_SEARCHES = re.compile(r'<form [^>]*method="get"[^>]*action="/admin.*?</form>', re.DOTALL)
ACROSS = kept_shop.ACROSS
"""Pages with things of every shop: frame, filters and links to such pages keep the shop."""
_TO_ACROSS = re.compile("|".join(rf"/admin{at}(?:[/?]|$)" for at in (*ACROSS, "/approval-rules")))


@pytest.fixture
def owner(world: World) -> Browser:
    """The head admin of a mall with two shops, signed in."""
    manager(world)
    browser = Browser(world)
    assert browser.sign_in("/api/v2/oauth/sign-in").status_code == 200
    return browser


BUYER = {"name": "Kim Haneul", "email": "kim@example.com", "cellphone": "010-5555-6666"}


def order_abroad(world: World) -> str:
    """Place an order of a guest in the second shop."""
    number, _ = stocked(world, 4)
    world.put(f"products/{number}", 2, display="T", selling="T")
    headers: dict[str, str] = {}
    for path, request in (
        ("carts", {"product_no": number, **USUAL}),
        ("orders", {
            "receiver": RECEIVER, "payment_method": "cash",
            "buyer": BUYER,
        }),
    ):  # fmt: skip
        world.stage.client.cookies.clear()
        answer = world.request(
            "POST", f"/api/v2/{path}", auth=world.full.basic, headers=headers,
            json={"shop_no": 2, "request": request},
        )  # fmt: skip
        assert answer.is_success, answer.text
        headers = {"X-Openmall-Session": answer.headers.get("x-openmall-session", "")}
    order_id: str = answer.json()["order"]["order_id"]
    return order_id


def losing(page: str) -> list[str]:
    """Return the links and forms of a page of the second shop that name no shop."""
    links = [each.replace("&amp;", "&") for each in _TARGETS.findall(page)]
    lost = [each for each in links if "shop_no" not in parse_qs(urlsplit(each).query)]
    searches = [form for form in _SEARCHES.findall(page) if 'name="shop_no"' not in form]
    return lost + searches


def _address_of(lost: str) -> str:
    """Return the address of a link, or of a form."""
    form = _TARGETS.search(lost)
    return form[1] if form else lost


def test_every_page_of_a_shop_keeps_it(owner: Browser) -> None:
    order_id = order_abroad(owner.world)
    [product] = owner.world.get("products", shop_no=2)["products"]
    paths = [page.at for page in menu_pages.PAGES]
    paths += [
        f"/orders/{order_id}", f"/products/{product['product_no']}", "/products/new",
        "/settings/seo", "/settings/orders", "/reports/sales", "/boards/1", "/stock/none",
        "/coupons/new", "/benefits/new", "/discount-codes/new", "/message-templates/joined",
    ]  # fmt: skip
    lost = {}
    for path in paths:
        page = owner.open(f"/admin{path}?shop_no=2").text
        if path in ACROSS:
            main = re.search(r"<main.*</main>", page, re.DOTALL)
            assert main is not None
            lost[f"{path} itself"] = [
                each for each in losing(main[0]) if _TO_ACROSS.match(_address_of(each))
            ]
            page = page.replace(main[0], "")
        lost[path] = losing(page)

    assert {path: found for path, found in lost.items() if found} == {}
    assert losing(owner.open("/admin/orders").text) != [], "the basic shop needs no number"


def test_what_follows_a_form_is_in_the_shop(owner: Browser) -> None:
    order_abroad(owner.world)
    [product] = owner.world.get("products", shop_no=2)["products"]
    address = f"/admin/products/{product['product_no']}?shop_no=2"

    answer = send_only(owner, f"{address}&delete=1", "delete")

    assert answer.headers["location"] == "/admin/products?done=deleted&shop_no=2"


@pytest.mark.parametrize("shop_no", [1, 2])
@pytest.mark.parametrize("typed", ["Kim Haneul", "kim@example.com", "010-5555-6666"])
def test_an_order_of_a_further_shop_is_found(owner: Browser, shop_no: int, typed: str) -> None:
    order_id = order_abroad(owner.world)
    page = owner.open(f"/admin?shop_no={shop_no}").text
    search = page.partition('<form class="bar-search"')[2].partition("</form>")[0]
    shop = re.findall(r'<input type="hidden" (name="shop_no" value="\d+")>', search)

    assert shop == ([] if shop_no == 1 else ['name="shop_no" value="2"'])
    kept = f"&shop_no={shop_no}" if shop else ""
    found = owner.open(f"/admin/search?q={quote(typed)}{kept}").text
    number = owner.open(f"/admin/search?q={order_id}")

    name = owner.world.get("shops")["shops"][1]["shop_name"]
    assert f"Orders · {name}</h2>" in found
    assert f"/admin/orders/{order_id}?shop_no=2" in found
    assert ("It was found in another shop" in found) == (shop_no == 1)
    assert number.headers["location"] == f"/admin/orders/{order_id}?shop_no=2"
    assert owner.open(number.headers["location"]).status_code == 200
