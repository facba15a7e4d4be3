"""What every page of the shop has, whatever it is about."""

import re

import pytest

from openmall.api import analytics
from openmall.commerce.design.themes import theme_look
from openmall.commerce.design.themes.theme_look import ContentPage, Look
from openmall.pages.sampleshop import routes
from tests.commerce.order.placement.subscriber import RULE
from tests.commerce.product.stock_setup import stocked
from tests.page_content import form_token
from tests.pages.sampleshop.shop_browser import Guest
from tests.storefront.shopper_client import benefit
from tests.world import World

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self';"
    " img-src 'self' data: https:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
MARKUP = '<img src=x onerror="alert(1)">&amp;'
ESCAPED = "&lt;img src=x onerror=&#34;alert(1)&#34;&gt;&amp;amp;"
LONG = "Oversized" * 25
NO_PAGES = (
    "/look.css",
    "/prices.css", "/products.txt", "/feed.xml", "/feed.csv", "/sitemap.xml", "/sitemap-0.xml",
    "/robots.txt", "/llms.txt",
)  # fmt: skip
"""Addresses of the shop that are no pages."""


AT_SERVICES = ("/sign-in/return", "/sign-in/first")
"""Pages that follow a sign-in at another service: see `test_social_sign_in.py`."""
FOR_AGENTS = ("/agents/authorize",)
"""Pages that only an agent leads to: see `tests/pages/mcp/`."""
SECRET_ADDRESSES = {
    "/newsletter/confirm": "no-referrer",
    "/password": "strict-origin",
    "/restock": "no-referrer",
    "/unsubscribe": "no-referrer",
}
"""Pages whose address holds the token of a link."""


@pytest.fixture
def filled(world: World, guest: Guest) -> tuple[Guest, dict[str, str]]:
    """A member who has something of everything, and the addresses of every page for them."""
    number, code = stocked(world, 9)
    section = world.post("categories", category_name="Kitchen")["category"]["category_no"]
    guest.join()
    path = f"/products/{number}"
    guest.done(path, act="wish", variant_code=code)
    guest.put(number)
    order_id = guest.order()
    guest.put(number)
    guest.done("/boards/5/write", title="Hello", content="All")
    subscribed, _ = stocked(world, 9)
    rule = {"request": {**RULE, "product_binding_type": "P", "product_list": [subscribed]}}
    world.call("POST", "subscription/shipments/setting", json=rule)
    stored = guest.send("/cards", act="add", agree_recurring_charges="T")
    card = stored.headers["Location"]
    guest.done(card, card="approved")
    own = {"path": "/own.html", "source": "<h1>Own</h1>"}
    assert world.call("POST", "themes/1/pages", json={"request": own}).status_code == 201
    look = Look(pages=(ContentPage(slug="about-us", title="About us"),))
    designed = {"path": theme_look.PATH, "source": theme_look.encode(look)}
    assert world.call("POST", "themes/1/pages", json={"request": designed}).status_code == 201
    [article] = re.findall(r'/boards/5/articles/(\d+)"', guest.see("/boards/5"))
    claim = f"/orders/{order_id}/claim?kind=cancel&item={order_id}-01"
    return guest, {
        "/": "/",
        "/categories/{number}": f"/categories/{section}",
        "/search": "/search?q=apron",
        "{own_page}": "/own.html",
        "/products/{number}": path,
        "/information": "/information",
        "/products/{number}/subscribe": f"/products/{subscribed}/subscribe",
        "/subscriptions": "/subscriptions",
        "/terms": "/terms",
        "/privacy": "/privacy",
        "/page/{slug}": "/page/about-us",
        "/cards": "/cards",
        "/cards/{card}": card,
        "/cart": "/cart",
        "/checkout": "/checkout",
        "/orders": "/orders",
        "/orders/find": "/orders/find",
        "/orders/{order}": f"/orders/{order_id}",
        "/orders/{order}/payment": f"/orders/{order_id}/payment",
        "/orders/{order}/claim": claim,
        "/join": "/join",
        "/sign-in": "/sign-in",
        "/unsubscribe": "/unsubscribe",
        "/restock": "/restock",
        "/newsletter": "/newsletter",
        "/newsletter/confirm": "/newsletter/confirm",
        "/password": "/password",
        "/account": "/account",
        "/account/addresses": "/account/addresses",
        "/account/agents": "/account/agents",
        "/account/leave": "/account/leave",
        "/wishlist": "/wishlist",
        "/coupons": "/coupons",
        "/points": "/points",
        "/boards": "/boards",
        "/boards/{number}": "/boards/5",
        "/boards/{number}/write": "/boards/5/write",
        "/boards/{number}/articles/{number}": f"/boards/5/articles/{article}",
    }


def test_every_page_is_whole_and_safe(filled: tuple[Guest, dict[str, str]]) -> None:
    guest, paths = filled
    shown = [page for page in routes.PAGES if page.show is not None]
    assert len(paths) == len(shown) - len(NO_PAGES) - len(AT_SERVICES) - len(FOR_AGENTS)

    for path in paths.values():
        answer = guest.open(path)
        text = answer.text
        assert answer.status_code == 200, path
        assert len(re.findall("<h1[ >]", text)) == 1, path
        assert re.search(r'<html lang="en">', text), path
        assert answer.headers["content-security-policy"] == POLICY
        usual = SECRET_ADDRESSES.get(path, "strict-origin-when-cross-origin")
        assert answer.headers["referrer-policy"] == usual
        assert answer.headers["cache-control"] == "no-store"
        # data for search engines is no script: browsers run none of it
        assert re.findall(r'<script(?! src=| type="application/ld\+json">)', text) == [], path
        assert "style=" not in text, path
        assert guest.world.request("HEAD", path).text == ""


MOST_BYTES = 110_000
"""Bytes of a page with its style sheets and scripts, without pictures."""
_LOADED = re.compile(r'<(?:link rel="stylesheet" href|script src)="(/[^"]*)"')


def test_every_page_is_small_with_all_that_it_loads_but_pictures(
    filled: tuple[Guest, dict[str, str]], world: World
) -> None:
    guest, paths = filled
    for at in range(30):
        world.product(product_name=f"Apron {at} {LONG[:80]}")
    loaded: dict[str, int] = {}
    sizes = {}
    for path in paths.values():
        page = guest.open(path)
        found = _LOADED.findall(page.text)
        assert len(found) >= 3, path
        for address in found:
            if address not in loaded:
                loaded[address] = len(guest.open(address.replace("&amp;", "&")).content)
        sizes[path] = len(page.content) + sum(loaded[each] for each in found)

    assert {path: size for path, size in sizes.items() if size > MOST_BYTES} == {}
    assert len(sizes) == len(paths)


def test_pages_tell_analytics_of_products_and_searches_but_not_of_people(
    filled: tuple[Guest, dict[str, str]],
) -> None:
    guest, paths = filled
    counted = {name for name, path in paths.items() if "/analytics.js?shop_no=1" in guest.see(path)}

    assert set(paths) - counted == {
        "/orders", "/orders/{order}", "/orders/{order}/payment", "/orders/{order}/claim", "/join",
        "/orders/find", "/sign-in", "/password", "/unsubscribe", "/restock", "/account",
        "/newsletter", "/newsletter/confirm",
        "/account/leave", "/account/addresses", "/account/agents", "/wishlist", "/coupons",
        "/points", "/subscriptions", "/cards", "/cards/{card}",
        "/products/{number}/subscribe",
    }  # fmt: skip
    number = paths["/products/{number}"].rpartition("/")[2]
    product = guest.see(paths["/products/{number}"])
    assert f'<meta name="openmall:product-no" content="{number}">' in product
    assert '<meta name="openmall:search" content="apron">' in guest.see("/search?q=apron")
    assert "openmall:search" not in guest.see("/search")


def test_every_page_speaks_korean_as_its_shop_does(
    filled: tuple[Guest, dict[str, str]],
) -> None:
    guest, paths = filled
    del guest.cookies["openmall-language"]
    for path in paths.values():
        text = guest.see(path)
        assert '<html lang="ko">' in text, path
        assert "장바구니" in text, path
    assert '<html lang="en">' in guest.see("/shop2")
    guest.cookies["openmall-language"] = "ko"
    assert '<html lang="ko">' in guest.see("/shop2"), "the reader's choice wins"


def test_nothing_is_shown_as_markup_that_is_none(world: World, guest: Guest) -> None:
    number, _ = stocked(world, 5)
    described = f"<p>Soft</p><script>bad()</script><div onclick='x'>{MARKUP} and warm</div>"
    world.put(f"products/{number}", product_name=MARKUP, description=described)
    world.post("categories", category_name="<b>Kitchen</b>")
    guest.join(name="<i>Hana</i>")
    guest.put(number)
    guest.done("/boards/5/write", title=MARKUP, content=MARKUP)

    pages = {path: guest.see(path) for path in (
        "/", f"/products/{number}", "/cart", "/checkout", "/account", "/boards/5",
        "/search?q=%3Cimg",
    )}  # fmt: skip

    for path, text in pages.items():
        assert "<img src=x" not in text, path
        assert "<b>Kitchen" not in text, path
        assert "<i>Hana" not in text, path
        assert "bad()" not in text, path
    assert ESCAPED in pages["/cart"]
    assert "Soft" in pages[f"/products/{number}"]
    assert "and warm" in pages[f"/products/{number}"]
    assert "Results for “&lt;img”" in pages["/search?q=%3Cimg"]


def test_what_the_shop_recommends_comes_first(world: World, guest: Guest) -> None:
    numbers = [world.product(product_name=f"Apron {at}")["product_no"] for at in range(3)]
    world.post("mains/2/products", product_no=[numbers[1], numbers[0]])

    page = guest.see("/")

    recommended = page.partition("Recommended")[2].partition("New in the shop")[0]
    assert re.findall(r'class="ware-name">([^<]*)<', recommended) == ["Apron 1", "Apron 0"]


def test_an_unknown_or_hidden_product_is_not_there(world: World, guest: Guest) -> None:
    hidden = world.product(display="F")["product_no"]

    for path in (
        f"/products/{hidden}",
        "/products/999999",
        "/products/0",
        "/products/x",
        "/nope",
        "/products/1/",
        "/shop7/",
        "/shop7/cart",
        "/shop0/",
        "/%2e%2e/admin",
    ):
        page = guest.see(path, 404)
        assert re.findall(r"<h1[^>]*>(.*?)</h1>", page) == ["Page not found"], path


def test_a_method_that_no_page_has(guest: Guest) -> None:
    assert guest.submit("/search", {}).status_code == 405
    assert guest.open("/sign-out").status_code == 405
    assert guest.world.request("DELETE", "/cart").status_code == 405


def test_each_shop_has_pages_sessions_and_a_cart_of_its_own(world: World, guest: Guest) -> None:
    number, _ = stocked(world, 5)
    world.put(f"products/{number}", 2, product_name="In English", display="T", selling="T")
    guest.put(number)

    second = guest.see(f"/shop2/products/{number}")
    guest.done(
        f"/shop2/products/{number}",
        act="cart",
        quantity="2",
        variant_code=re.findall(r'name="variant_code" value="(\w+)"', second)[0],
    )

    assert "In English" in second
    assert "/analytics.js?shop_no=2" in second
    assert 'href="/shop2/cart"' in second
    assert 'value="2"' in guest.see("/shop2/cart")
    assert 'value="1"' in guest.see("/cart")
    assert '<a href="/" aria-current="true">' in guest.see("/cart")
    assert '<a href="/shop2" aria-current="true">' in guest.see("/shop2/cart")
    assert guest.done("/shop2/cart", act="empty") == "/shop2/cart?done=changed"


@pytest.mark.one_store
def test_the_bare_address_shows_the_default_mall_and_hides_no_other_api(world: World) -> None:
    bare = world.stage.client.request("GET", "https://openmall.localhost/")
    unknown = world.stage.client.request("GET", "https://openmall.localhost/nope")

    assert bare.status_code == 200
    assert bare.headers["content-type"].startswith("text/html")
    assert unknown.headers["content-type"].startswith("application/json")
    for operation in analytics.api().operations:
        assert routes.find(f"/{operation.path}") is None, operation.path


@pytest.mark.one_store
def test_the_shop_takes_no_address_of_another_part(world: World) -> None:
    for path in ("/api/v2/products", "/api/nope", "/admin", "/analytics.js"):
        answer = world.request("GET", path, follow_redirects=False)
        assert b"storefront" not in answer.content, path
    host = "https://collection.openmall.localhost/"
    assert (
        world.stage.client.request("GET", host)
        .headers["content-type"]
        .startswith("application/json")
    )


@pytest.mark.one_store
def test_there_is_no_shop_at_a_host_without_a_mall(world: World) -> None:
    answer = world.stage.client.request("GET", "https://nobody.openmall.localhost/")

    assert (answer.status_code, answer.text) == (404, "There is no shop at this host name.")


@pytest.mark.one_store
def test_what_cannot_be_read_is_refused(world: World, guest: Guest) -> None:
    assert guest.open("/search?q=a&q=b").status_code == 400
    assert guest.open("/search?q=%ff").status_code == 400
    assert guest.open("/search?q=%00").status_code == 400
    assert guest.open("/search?" + "&".join(["a=1"] * 200)).status_code == 400
    token = form_token(guest.see("/sign-in"))
    big = guest.submit("/sign-in", {"form_token": token, "member_id": "x" * 70_000})
    assert big.status_code == 413
    plain = world.request("POST", "/sign-in", json={"form_token": token})
    assert plain.status_code == 400


def test_a_session_that_has_ended_is_said_and_forgotten(world: World, guest: Guest) -> None:
    number, _ = stocked(world, 5)
    guest.join()
    guest.put(number)
    world.stage.clock.pass_(86_401)

    home = guest.see("/")

    assert "Your session has ended. Please sign in again." in home
    assert "Your session has ended" not in guest.see("/")
    world.stage.clock.pass_(-86_401)
    guest.done("/sign-in", member_id="hana", password="correct horse battery")
    world.stage.clock.pass_(86_401)
    answer = guest.open("/account")
    assert answer.headers["location"] == "/sign-in?next=/account&why=expired"
    assert "Your session has ended" in guest.see("/sign-in?next=/account&why=expired")
    guest.cookies["__Host-openmall-shopper-1"] = "1.broken.session"
    assert "Your session has ended" in guest.see("/cart")


def test_a_group_has_its_price_and_a_stranger_has_not(world: World, guest: Guest) -> None:
    number, _ = stocked(world, 5)
    benefit(world)

    assert "Your price" not in guest.see(f"/products/{number}")


@pytest.mark.one_store
@pytest.mark.parametrize("path", ["products", "categories", "boards"])
def test_a_number_that_nothing_can_have_is_not_found(guest: Guest, path: str) -> None:
    page = guest.see(f"/{path}/{'9' * 18}", 404)

    assert "Page not found" in page
    assert "Expected" not in page
