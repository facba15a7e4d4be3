"""What the shop shows of the displays that a merchant arranged."""

import re

from tests.commerce.product.autodisplay_setup import products
from tests.pages.sampleshop.shop_browser import Guest
from tests.world import World

_NAMES = re.compile(r'class="ware-name">([^<]*)<')
_ROWS = re.compile(r"<h2(?: class=\"all-products\")?>([^<]*)</h2>(.*?)(?=<h2|<footer)", re.S)
_FILTERS = re.compile(r'<aside id="filters".*?</aside>', re.S)


def rows(guest: Guest, path: str) -> list[tuple[str, list[str]]]:
    """Return heading and products of the rows of a page that have products."""
    page = _FILTERS.sub("", guest.see(path))
    found = [(title, _NAMES.findall(row)) for title, row in _ROWS.findall(page)]
    return [(title, names) for title, names in found if names]


def named(world: World, *names: str) -> list[int]:
    return products(world, *[{"product_name": name} for name in names])


def filed(world: World, *numbers: int, **request: str) -> int:
    made = world.post("categories", category_name="Cups", **request)["category"]
    number: int = made["category_no"]
    world.post(f"categories/{number}/products", product_no=list(numbers))
    return number


def test_the_home_page_shows_its_displays_in_order(guest: Guest, world: World) -> None:
    cup, bowl, plate = named(world, "Cup", "Bowl", "Plate")
    world.post("mains", group_name="Gifts")
    world.post("mains/4/products", product_no=[plate])
    world.post("mains/2/products", product_no=[bowl, cup])

    assert rows(guest, "/") == [
        ("Recommended", ["Bowl", "Cup"]),
        ("Gifts", ["Plate"]),
        ("New in the shop", ["Plate", "Bowl", "Cup"]),
    ]
    world.post("mains/3/products", product_no=[cup])
    assert rows(guest, "/") == [
        ("Recommended", ["Bowl", "Cup"]),
        ("New in the shop", ["Cup"]),
        ("Gifts", ["Plate"]),
    ]


def test_a_display_whose_products_are_hidden_is_not_shown(guest: Guest, world: World) -> None:
    [cup] = named(world, "Cup")
    world.post("mains/2/products", product_no=[cup])
    world.put(f"products/{cup}", display="F")

    assert "Recommended" not in guest.see("/")


def test_a_renamed_display_has_its_name(guest: Guest, world: World) -> None:
    [cup] = named(world, "Cup")
    world.put("mains/2", group_name="Our favourites")
    world.post("mains/2/products", product_no=[cup])

    assert rows(guest, "/")[0] == ("Our favourites", ["Cup"])


def test_a_category_is_in_the_shops_order_until_it_is_arranged(guest: Guest, world: World) -> None:
    first, second, third = named(world, "Cup", "Bowl", "Plate")
    number = filed(world, first, second, third)
    path = f"/categories/{number}"
    before = _NAMES.findall(guest.see(path))

    world.put(f"categories/{number}/products", display_group=1, product_no=[first], sequence=1)

    assert before == ["Plate", "Bowl", "Cup"]
    page = guest.see(path)
    assert _NAMES.findall(page)[0] == "Cup"
    assert '<option value="arranged" selected>Recommended order</option>' in page
    assert _NAMES.findall(guest.see(f"{path}?sort=new")) == before
    assert _NAMES.findall(guest.see(f"{path}?in_stock=T")) == before


def test_an_arranged_category_has_the_products_below_it(guest: Guest, world: World) -> None:
    cup, bowl = named(world, "Cup", "Bowl")
    top = filed(world, cup)
    filed(world, bowl, parent_category_no=str(top))

    world.put(f"categories/{top}", product_display_key="N", product_display_sort="A")

    assert _NAMES.findall(guest.see(f"/categories/{top}")) == ["Bowl", "Cup"]


def test_pages_of_an_arranged_category_follow_each_other(guest: Guest, world: World) -> None:
    numbers = named(world, *[f"Cup {at:02}" for at in range(26)])
    number = filed(world, *numbers)
    world.put(f"categories/{number}", product_display_key="N", product_display_sort="A")
    path = f"/categories/{number}"

    first, second = guest.see(path), guest.see(f"{path}?page=2")

    assert _NAMES.findall(first) == [f"Cup {at:02}" for at in range(24)]
    assert f'href="{path}?page=2"' in first
    assert _NAMES.findall(second) == ["Cup 24", "Cup 25"]


def test_sections_of_a_category_stand_before_its_list(guest: Guest, world: World) -> None:
    cup, bowl = named(world, "Cup", "Bowl")
    number = filed(world, cup, bowl)
    world.post(f"categories/{number}/products", display_group=2, product_no=[bowl])
    world.post(f"categories/{number}/products", display_group=3, product_no=[cup])
    path = f"/categories/{number}"

    assert rows(guest, path) == [
        ("Recommended", ["Bowl"]),
        ("New in the shop", ["Cup"]),
        ("All products", ["Bowl", "Cup"]),
    ]
    assert rows(guest, f"{path}?sort=name") == []
    assert _NAMES.findall(guest.see(f"{path}?sort=name")) == ["Bowl", "Cup"]


def test_a_hidden_category_is_not_found(guest: Guest, world: World) -> None:
    number = filed(world, *named(world, "Cup"))
    world.put(f"categories/{number}", use_display="F")

    guest.see(f"/categories/{number}", 404)
