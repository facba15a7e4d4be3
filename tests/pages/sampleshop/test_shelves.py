"""Lists of products are sorted and narrowed, as the shop's settings and the shopper say."""

import re
from typing import Any

import pytest

from openmall.commerce.product import hits, shelf
from openmall.pages.sampleshop.products import product_lists, product_ranks
from tests.commerce.community.board_setup import REVIEWS, write
from tests.commerce.order.checkout_setup import Checkout
from tests.commerce.product.stock_setup import stocked
from tests.pages.sampleshop.shop_browser import Guest, said
from tests.world import World

_NAMES = re.compile(r'class="ware-name">([^<]*)<')


def shown(guest: Guest, path: str) -> list[str]:
    """Return the names of the products of a list, in its order."""
    return _NAMES.findall(guest.see(path))


@pytest.fixture
def filled(world: World) -> str:
    """A category of three products; return its page."""
    category = world.post("categories", category_name="Cups")["category"]["category_no"]
    brands = [
        world.post("brands", brand_name=name)["brand"]["brand_code"] for name in ("Alpha", "Beta")
    ]
    for name, price, brand in (("Blue", 3000, 0), ("Amber", 1000, 1), ("Clear", 2000, 1)):
        values: dict[str, Any] = {"product_name": name, "price": price}
        place = [{"category_no": category}]
        world.product(**values, brand_code=brands[brand], add_category_no=place)
        world.stage.clock.pass_(1)
    return f"/categories/{category}"


def test_products_are_sorted_by_price_name_and_age(guest: Guest, filled: str) -> None:
    found = {sort: shown(guest, f"{filled}?sort={sort}") for sort in ("new", "low", "high", "name")}

    assert found == {
        "new": ["Clear", "Amber", "Blue"],
        "low": ["Amber", "Clear", "Blue"],
        "high": ["Blue", "Clear", "Amber"],
        "name": ["Amber", "Blue", "Clear"],
    }


def test_lists_go_by_the_prices_that_they_show(world: World, guest: Guest, filled: str) -> None:
    numbers = {
        each["product_name"]: each["product_no"] for each in world.get("products")["products"]
    }
    shop = Checkout(world)
    shop.benefit("DP", "period_sale", product_list=[numbers["Blue"]], discount_value="80",
                 discount_value_unit="P")  # fmt: skip

    found = {
        query: shown(guest, f"{filled}?{query}")
        for query in (
            "sort=low", "sort=high", "price_max=700", "price_min=2500", "price_max=1000&sort=name",
            "price_max=1000&sort=high",
        )
    }  # fmt: skip

    assert found == {
        "sort=low": ["Blue", "Amber", "Clear"],
        "sort=high": ["Clear", "Amber", "Blue"],
        "price_max=700": ["Blue"],
        "price_min=2500": [],
        "price_max=1000&sort=name": ["Amber", "Blue"],
        "price_max=1000&sort=high": ["Amber", "Blue"],
    }
    assert 'placeholder="600"' in guest.see(filled)


@pytest.mark.parametrize(
    ("setting", "first"),
    [
        ("new_product", "Clear"),
        ("low_price", "Amber"),
        ("high_price", "Blue"),
        ("product_name", "Amber"),
    ],
)
def test_the_default_order_is_that_of_the_settings(
    world: World, guest: Guest, filled: str, setting: str, first: str
) -> None:
    if setting != "new_product":
        world.put("products/display/setting", sorting_options=setting)

    assert shown(guest, filled)[0] == first
    assert shown(guest, f"{filled}?sort=new")[0] == "Clear"


def test_a_list_is_narrowed_by_price_and_brand(guest: Guest, filled: str) -> None:
    page = guest.see(filled)
    beta = re.search(r'name="brand" value="(\w+)"> <span>Beta', page)
    assert beta is not None

    assert "Beta (2)" in said(page)
    assert "Alpha (1)" in said(page)
    assert 'placeholder="1000"' in page
    assert 'placeholder="3000"' in page
    assert shown(guest, f"{filled}?price_min=2000&sort=low") == ["Clear", "Blue"]
    assert shown(guest, f"{filled}?price_max=1,999.99") == ["Amber"]
    assert shown(guest, f"{filled}?brand={beta[1]}&sort=low") == ["Amber", "Clear"]
    both = guest.see(f"{filled}?brand={beta[1]}&price_min=2000")
    assert _NAMES.findall(both) == ["Clear"]
    assert f'value="{beta[1]}" checked' in both
    assert "Clear filters" in both
    assert shown(guest, f"{filled}?price_min=x&brand=%27&in_stock=1&sort=low") == [
        "Amber", "Clear", "Blue",
    ]  # fmt: skip


def test_what_is_sold_out_is_left_out_on_demand(world: World, guest: Guest) -> None:
    stocked(world, 0)
    number, _ = stocked(world, 4)
    names = shown(guest, "/search?q=a")

    left = shown(guest, "/search?q=a&in_stock=T")

    assert (len(names), len(left)) == (2, 1)
    assert f"/products/{number}" in guest.see("/search?q=a&in_stock=T")


def test_links_to_other_pages_keep_how_the_list_is_narrowed(
    guest: Guest, filled: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(product_lists, "PAGE_SIZE", 1)

    page = guest.see(f"{filled}?price_min=2000&sort=low")

    older = re.search(rf'href="({filled}\?[^"]*page=2)"', page)
    assert older is not None
    assert shown(guest, older[1].replace("&amp;", "&")) == ["Blue"]


def test_facets_count_a_bounded_number_of_products(
    guest: Guest, filled: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf, "MOST_COUNTED", 2)

    page = said(guest.see(filled))

    counts = [int(each) for each in re.findall(r"(?:Alpha|Beta) \((\d)\)", page)]
    assert sum(counts) == 2
    assert len(shown(guest, filled)) == 3


@pytest.fixture
def shirts(world: World) -> str:
    """A category of three shirts with colours and sizes; return its page."""
    category = world.post("categories", category_name="Shirts")["category"]["category_no"]
    for name, colours, sizes in (
        ("Plain", ["Red", "Blue"], ["M", "L"]),
        ("Striped", ["Blue"], ["L"]),
        ("Dotted", ["Red"], ["S"]),
    ):
        number = world.product(
            product_name=name, price=1000, add_category_no=[{"category_no": category}]
        )["product_no"]
        options = [
            {"option_name": label, "option_value": [{"option_text": each} for each in values]}
            for label, values in (("Colour", colours), ("Size", sizes))
        ]
        world.post(f"products/{number}/options", has_option="T", option_type="T", options=options)
        world.stage.clock.pass_(1)
    world.product(product_name="Scarf", price=500, add_category_no=[{"category_no": category}])
    return f"/categories/{category}"


def test_a_list_is_narrowed_by_options(guest: Guest, shirts: str) -> None:
    page = said(guest.see(shirts))

    assert "Colour Blue (2) Red (2) Size L (2) M (1) S (1)" in page
    for chosen, found in (
        ("option=Colour:Blue", ["Striped", "Plain"]),
        ("option=Colour:Blue&option=Colour:Red", ["Dotted", "Striped", "Plain"]),
        ("option=Colour:Red&option=Size:L", ["Plain"]),
        ("option=Colour:Red&option=Size:XL", []),
        ("option=Nothing", []),
        ("option=Colour:Blue&price_max=10", []),
        ("option=Colour:Blue&sort=name", ["Plain", "Striped"]),
        ("option=&option=" + "x" * 501, ["Scarf", "Dotted", "Striped", "Plain"]),
    ):
        assert shown(guest, f"{shirts}?{chosen}") == found, chosen
    narrowed = guest.see(f"{shirts}?option=Colour:Blue")
    assert 'name="option" value="Colour:Blue" checked' in narrowed
    assert "Red (2)" in said(narrowed), "what else there is stays offered"
    assert "Clear filters" in narrowed


def test_options_of_a_search_are_offered_and_kept_by_links(
    guest: Guest, shirts: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(product_lists, "PAGE_SIZE", 1)

    page = guest.see("/search?q=t&option=Colour:Blue")

    older = re.search(r'href="(/search\?[^"]*page=2[^"]*)"', page)
    assert older is not None
    assert _NAMES.findall(page) == ["Striped"]
    assert shown(guest, older[1].replace("&amp;", "&")) == []
    assert shown(guest, f"{shirts}?option=Colour:Blue&page=2") == ["Plain"]


def test_a_long_list_is_narrowed_otherwise_before_options_are_offered(
    guest: Guest, shirts: str, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf, "MOST_COUNTED", 4)
    long = said(guest.see(shirts))
    narrowed = said(guest.see(f"{shirts}?price_min=600"))

    assert "Colour" not in long
    assert "Only the first 4 products are counted." in long
    assert "Colour Blue (2) Red (2)" in narrowed
    assert "are counted" not in narrowed
    assert shown(guest, f"{shirts}?price_min=600&option=Size:S") == ["Dotted"]


def sort_numbers(world: World, *names: str) -> list[int]:
    found = {each["product_name"]: each["product_no"] for each in world.get("products")["products"]}
    return [found[name] for name in names]


def test_best_sellers_come_first_and_the_others_follow_the_newest_first(
    world: World, guest: Guest, filled: str
) -> None:
    [amber] = sort_numbers(world, "Amber")
    guest.put(amber)
    world.put("payments", order_id=guest.order(payment_method="cash"), status="paid")

    assert shown(guest, f"{filled}?sort=sales") == ["Amber", "Clear", "Blue"]
    assert shown(guest, f"{filled}?sort=sales&price_min=2000") == ["Clear", "Blue"]


def test_products_are_sorted_by_reviews_views_and_manufacturer(
    world: World, guest: Guest, filled: str
) -> None:
    blue, amber, clear = sort_numbers(world, "Blue", "Amber", "Clear")
    for number in (blue, amber, amber):
        write(world, REVIEWS, product_no=number, rating=5)
    views = {(blue, 1, 20_000): 7, (clear, 1, 20_000): 3}
    world.in_transaction(lambda db: hits._keep(db, views))
    codes = [
        world.post("manufacturers", manufacturer_name=name, president_name="Kim")["manufacturer"][
            "manufacturer_code"
        ]
        for name in ("Alpha", "Beta")
    ]
    world.put(f"products/{clear}", manufacturer_code=codes[0])
    world.put(f"products/{blue}", manufacturer_code=codes[1])

    assert shown(guest, f"{filled}?sort=reviews") == ["Amber", "Blue", "Clear"]
    assert shown(guest, f"{filled}?sort=views") == ["Blue", "Clear", "Amber"]
    assert shown(guest, f"{filled}?sort=maker")[-2:] == ["Clear", "Blue"]
    world.put("products/display/setting", sorting_options="review")
    assert shown(guest, filled) == ["Amber", "Blue", "Clear"]


def test_the_pages_of_a_ranked_list_have_each_product_once(
    world: World, guest: Guest, filled: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(product_lists, "PAGE_SIZE", 2)
    [amber] = sort_numbers(world, "Amber")
    world.in_transaction(lambda db: hits._keep(db, {(amber, 1, 20_000): 7}))

    pages = [shown(guest, f"{filled}?sort=views&page={number}") for number in (1, 2)]

    assert pages == [["Amber", "Clear"], ["Blue"]]


def test_an_order_is_kept_for_some_minutes(world: World, guest: Guest, filled: str) -> None:
    blue, amber = sort_numbers(world, "Blue", "Amber")
    world.in_transaction(lambda db: hits._keep(db, {(blue, 1, 20_000): 7}))
    first = shown(guest, f"{filled}?sort=views")[0]
    world.in_transaction(lambda db: hits._keep(db, {(amber, 1, 20_000): 9}))
    kept = shown(guest, f"{filled}?sort=views")[0]
    world.stage.clock.pass_(product_ranks.SECONDS + 1)

    assert (first, kept, shown(guest, f"{filled}?sort=views")[0]) == ("Blue", "Blue", "Amber")
