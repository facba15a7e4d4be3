"""The lists of products of searches and categories: order, pages, what is in them."""

import re

from tests.pages.sampleshop.shop_browser import Guest, said
from tests.world import World

LONG = "Oversized" * 25


def test_a_shelf_is_paged_sorted_and_may_be_empty(world: World, guest: Guest) -> None:
    for at in range(26):
        world.product(product_name=f"Apron {at:02}")
    names = re.compile(r'class="ware-name">([^<]*)<')

    first = guest.see("/search?q=apron&sort=name")
    second = guest.see("/search?q=apron&sort=name&page=2")
    empty = said(guest.see("/search?q=nowhere"))

    assert names.findall(first) == [f"Apron {at:02}" for at in range(24)]
    assert 'href="/search?q=apron&amp;sort=name&amp;page=2" rel="next"' in first
    assert names.findall(second) == ["Apron 24", "Apron 25"]
    assert 'href="/search?q=apron&amp;sort=name" rel="prev"' in second
    assert 'rel="next"' not in second
    assert "No results" in empty
    for wrong in ("page=x", "page=-1", "page=99999999999", "sort=../x", "page=2&page=3"):
        assert guest.open(f"/search?q=apron&{wrong}").status_code in (200, 400), wrong


def test_a_search_for_nothing_shows_all_products(world: World, guest: Guest) -> None:
    none = guest.see("/search")
    for at in range(26):
        world.product(product_name=f"Apron {at:02}")
    world.product(product_name="Hidden", display="F")
    names = re.compile(r'class="ware-name">([^<]*)<')

    first, second = guest.see("/search?sort=name"), guest.see("/search?sort=name&page=2")

    assert "No products yet" in said(none)
    assert "<h1>All products</h1>" in first
    assert names.findall(first + second) == [f"Apron {at:02}" for at in range(26)]
    assert 'href="/search?sort=name&amp;page=2" rel="next"' in first


def test_a_category_shows_what_it_and_those_below_it_hold(world: World, guest: Guest) -> None:
    above = world.post("categories", category_name="Kitchen")["category"]["category_no"]
    below = world.post("categories", category_name="Cups", parent_category_no=above)["category"]
    number = world.product(product_name=LONG)["product_no"]
    world.post(f"categories/{below['category_no']}/products", product_no=[number])
    hidden = world.post("categories", category_name="Secret", use_display="F")["category"]

    page = guest.see(f"/categories/{above}")

    assert LONG in page
    assert f'href="/categories/{below["category_no"]}">Cups</a>' in page
    assert 'aria-current="true">Kitchen</a>' in page
    assert "No products yet" not in page
    assert "Secret" not in page
    guest.see(f"/categories/{hidden['category_no']}", 404)
    guest.see("/categories/999999", 404)
