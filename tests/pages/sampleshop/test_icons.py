"""Visitors see the icons that a shop's design shows."""

from typing import Any

from tests.world import World

PICTURE = "https://cdn.example.com/new.png"
PHONE = "Mozilla/5.0 (iPhone) AppleWebKit Mobile/15E148"


def change(world: World, **request: Any) -> None:
    answer = world.call("PUT", "icons", json={"request": request})
    assert answer.status_code == 200


def page(world: World, path: str = "/", agent: str = "") -> str:
    answer = world.request("GET", path, headers={"User-Agent": agent})
    assert answer.status_code == 200
    return str(answer.text)


def with_icons(world: World, *codes: str, **request: Any) -> int:
    number: int = world.product(product_name="Apron", **request)["product_no"]
    chosen = {"image_list": [{"code": each} for each in codes]}
    world.call("POST", f"products/{number}/icons", json={"request": chosen})
    return number


def test_visitors_see_the_icons_of_products(world: World) -> None:
    number = with_icons(world, "icon_new", "icon_gift")

    home, detail = page(world), page(world, f"/products/{number}")

    for html in (home, detail):
        assert 'src="/icons/icon_new.svg"' in html
        assert 'src="/icons/icon_gift.svg"' in html
        assert "icon_hot" not in html


def test_visitors_see_the_shops_picture_and_no_hidden_icon(world: World) -> None:
    with_icons(world, "icon_new", "icon_gift")
    change(world, id=1, group_code="A", path=PICTURE)
    change(world, id=5, group_code="A", display="F")

    desk, phone = page(world), page(world, agent=PHONE)

    assert f'src="{PICTURE}"' in desk
    assert "icon_gift.svg" not in desk
    assert f'src="{PICTURE}"' not in phone
    assert "icon_gift.svg" in phone


def test_icons_are_shown_in_their_period(world: World) -> None:
    number = with_icons(world, "icon_new")
    period = {"use_show_date": "T", "show_start_date": "2026-11-01", "show_end_date": "2026-11-30"}
    world.call("PUT", f"products/{number}/icons", json={"request": period})
    during = page(world)

    past = {**period, "show_start_date": "2026-10-01", "show_end_date": "2026-10-31"}
    world.call("PUT", f"products/{number}/icons", json={"request": past})

    assert "icon_new.svg" in during
    assert "icon_new.svg" not in page(world)


def test_the_cart_in_the_header_has_an_icon_until_it_is_hidden(world: World) -> None:
    shown = page(world)
    change(world, id=11, group_code="C", path=PICTURE)
    own = page(world)
    change(world, id=11, group_code="C", display="F")
    hidden = page(world)

    assert [_cart_icon(each) for each in (shown, own, hidden)] == ["bag", "own", ""]


def _cart_icon(html: str) -> str:
    """Return which icon the link to the cart has: the sprite's bag, one of the shop's own, none."""
    link = html.partition('class="bar-button top-cart"')[2].partition("</a>")[0]
    return "own" if PICTURE in link else "bag" if "#shopping-bag" in link else ""


def test_a_sold_out_product_has_one_badge(world: World) -> None:
    options = [{"name": "Colour", "value": ["Sand"]}]
    number = with_icons(world, has_option="T", options=options)
    [variant] = world.get(f"products/{number}/variants")["variants"]
    path = f"products/{number}/variants/{variant['variant_code']}/inventories"
    world.put(path, use_inventory="T", display_soldout="T", quantity=0)

    html = page(world)

    assert html.count("Sold out") + html.count("품절") == 1
    assert "icon_soldout" not in html
