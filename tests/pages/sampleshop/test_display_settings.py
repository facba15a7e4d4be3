"""What a shop's settings change on its pages: prices, texts, ways to pay, reviews."""

import re
from typing import Any

import pytest

from openmall.pages.sampleshop.search_engines import product_feed
from tests.commerce.order.order_setup import pay
from tests.commerce.product.stock_setup import stocked
from tests.commerce.promotion.coupon_setup import coupon, give
from tests.pages.sampleshop.shop_browser import Guest, said
from tests.storefront.shopper_client import benefit
from tests.world import World

FREE = "/boards/5"


def _set(world: World, path: str, *requests: dict[str, Any], **request: Any) -> None:
    body: dict[str, Any] = {"requests": list(requests)} if requests else {"request": request}
    answer = world.call("PUT", path, json=body)
    assert answer.status_code == 200, answer.text


def _member(world: World, guest: Guest) -> int:
    """Return a product that the member `hana` gets for less."""
    number, _ = stocked(world, 5)
    world.put(f"products/{number}", retail_price="15000.00")
    group = benefit(world)
    guest.join()
    world.post(f"customergroups/{group}/customers", member_id="hana", fixed_member_group="F")
    return number


def _without_bar(page: str) -> str:
    """Return a page without the bar at the foot of phones, which repeats the price of a product."""
    return re.sub(r'<div class="buy-bar".*?</div>', "", page, flags=re.DOTALL)


def test_each_kind_of_page_strikes_out_what_its_settings_say(world: World, guest: Guest) -> None:
    number = _member(world, guest)
    struck = re.compile(r"<s [^>]*>(.*?)</s>", re.S)

    def struck_out(path: str) -> list[str]:
        return [said(each) for each in struck.findall(_without_bar(guest.see(path)))]

    before = struck_out(f"/products/{number}")
    _set(world, "products/properties/setting", strikethrough_retail_price="T")
    _set(world, "mains/properties/setting", strikethrough_price="F")

    assert before == ["was ₩11,000"]
    assert struck_out(f"/products/{number}") == [
        "was ₩11,000",
        "was List price ₩15,000",
    ]
    assert struck_out("/") == []
    assert "₩9,900 10% off ₩11,000" in said(guest.see("/"))
    assert struck_out("/search?q=apron") == ["was ₩11,000"]


def test_a_page_shows_the_texts_that_are_used_in_their_font(world: World, guest: Guest) -> None:
    number = _member(world, guest)
    font = {"color": "#FF0000", "font_size": 20, "font_type": "D"}
    _set(world, "categories/properties/setting", product_tax_type_text={"use": "T", **font})
    _set(world, "products/properties/setting", product_discount_price_text={"use": "F"})

    shelf, page = guest.see("/search?q=apron"), guest.see(f"/products/{number}")
    style = guest.open("/prices.css")

    assert '<span class="quiet shown-category-tax"> Tax included</span>' in shelf
    assert "Tax included" not in page
    assert "₩9,900" not in page
    assert style.headers["content-type"].startswith("text/css")
    in_the_dark = "color: light-dark(#FF0000, oklch(from #FF0000 max(l, 0.8) c h))"
    font_rule = "font-size: 20px; font-weight: 700; font-style: italic"
    rule = f"color: #FF0000; {in_the_dark}; {font_rule}"
    assert f".shown-category-tax {{ {rule} }}" in style.text
    assert f".shown-main-tax {{ {rule} }}" not in style.text


def test_the_price_with_the_best_coupon_is_shown_where_it_is_used(
    world: World, guest: Guest
) -> None:
    number, _ = stocked(world, 5)
    guest.join()
    give(world, coupon(world), "hana")

    before = said(guest.see(f"/products/{number}"))
    _set(world, "products/properties/setting", optimum_discount_price_text={"use": "T"})

    assert "With your coupon" not in before
    assert "With your coupon ₩8,000" in said(guest.see(f"/products/{number}"))
    assert "With your coupon" not in said(guest.see("/"))


def test_guides_are_on_one_page_and_texts_on_product_pages(world: World, guest: Guest) -> None:
    number, _ = stocked(world, 5)
    own = world.product(shipping_info="Comes by bicycle")["product_no"]
    empty = said(guest.see("/information"))
    _set(
        world,
        "information",
        {"type": "MEMBERSHIP", "content": "<p>Members save</p>", "display_mobile": "F"},
        {"type": "PAYMENT", "content": "Cards are fine"},
        {"type": "SHIPPING_INFORMATION", "content": "Two days", "use": "T"},
        {"type": "SERVICE_INFORMATION", "content": "Ask us"},
    )

    page = guest.see("/information")

    assert "There is no information yet." in empty
    assert re.findall(r'<section class="(.*?)"><h2>(.*?)</h2>', page) == [
        ("panel not-on-phones", "Membership"),
        ("panel", "Payment"),
    ]
    assert "Members save" in page
    assert "Cards are fine" in page
    assert "Two days" not in page
    assert "Shipping Two days" in said(guest.see(f"/products/{number}"))
    assert "Ask us" not in guest.see(f"/products/{number}"), "it is not used"
    assert "Comes by bicycle" in guest.see(f"/products/{own}")
    assert "Two days" not in guest.see(f"/products/{own}"), "the product says it itself"
    _set(world, "information", {"type": "PAYMENT", "save_type": "C"})
    assert "Cards are fine" not in guest.see("/information")


def test_the_checkout_offers_the_providers_that_are_shown(world: World, guest: Guest) -> None:
    number, _ = stocked(world, 5)
    guest.put(number)

    def ways() -> list[str]:
        return re.findall(r'name="payment_method" value="(\w+)"', guest.see("/checkout"))

    before = said(guest.see("/checkout"))
    assert ways() == ["card", "tcash", "cash"]
    _set(world, "paymentmethods/tcash/paymentproviders/test", display="F")
    assert ways() == ["card", "cash"]
    _set(world, "paymentmethods/cash/paymentproviders/bank", display="F")
    assert ways() == ["card"]
    assert "Card Interest-free installments: 2, 3 months" in before


def test_an_order_offers_reviews_when_the_boards_say_so(world: World, guest: Guest) -> None:
    number, _ = stocked(world, 5)
    guest.join()
    guest.put(number)
    order = guest.order()

    unpaid = guest.see(f"/orders/{order}")
    pay(world, order)
    before = guest.see(f"/orders/{order}")
    _set(world, "boards/setting", review_button_mode="shipend_date")

    assert "/boards/4/write" not in unpaid, "nothing was bought yet"
    assert f"/boards/4/write?product_no={number}" in before
    assert "/boards/4/write" not in guest.see(f"/orders/{order}")


def test_passwords_of_guests_follow_the_rules_once_they_are_used(
    world: World, guest: Guest
) -> None:
    form = {"title": "Hello", "content": "All", "writer": "Guest"}
    _set(world, "boards/setting", password_rules="T")

    for weak in ("sesame1", "sesamesesame", "1234567890"):
        assert guest.refused(f"{FREE}/write", **form, password=weak)[0] == 422

    assert guest.done(f"{FREE}/write", **form, password="sesame99") == f"{FREE}?done=written"


def test_replies_of_the_staff_are_signed_as_the_boards_say(world: World, guest: Guest) -> None:
    reply = {
        "writer": "Kim", "nick_name": "Captain", "title": "Reply", "content": "Yes",
        "client_ip": "127.0.0.1", "reply_user_id": "owner",
    }  # fmt: skip
    answer = world.call("POST", "boards/5/articles", json={"requests": [reply]})
    assert answer.status_code == 201, answer.text

    def author() -> str:
        [found] = re.findall(r"Reply</a>.*?<p class=\"meta\">(.*?) ·", guest.see(FREE), re.S)
        return said(found)

    names = []
    for choice in ("nickname", "shopname", "storename", "name"):
        _set(world, "boards/setting", admin_name=choice)
        names.append(author())
    shop = world.get("store")["store"]["shop_name"]
    assert names == ["Captain", world.mall_id, shop, "Kim"]


def test_the_product_feed_is_served_to_a_portal_with_a_contract(world: World, guest: Guest) -> None:
    number = world.product(
        product_name="Apron\t<b>", model_name="A-1", retail_price="15000.00",
        detail_image="https://pictures.example.com/big.jpg",
    )["product_no"]  # fmt: skip
    world.product(display="F")
    assert guest.open("/products.txt").status_code == 404
    world.post("portalpay/setting", shop_id="c_1", certi_key="certi", image_key="image")

    feed = guest.open("/products.txt")

    lines = [line.split("\t") for line in feed.text.splitlines()]
    page = f"{world.base_url}/products/{number}"
    assert feed.headers["content-type"].startswith("text/tab-separated-values")
    assert feed.headers["cache-control"] == "public, max-age=3600"
    assert lines[0][:3] == ["id", "title", "price_pc"]
    assert lines[1:] == [
        [
            str(number), "Apron <b>", "11000.00", "11000.00", page, page,
            "https://pictures.example.com/big.jpg", "A-1",
        ]
    ]  # fmt: skip
    assert world.request("HEAD", "/products.txt").text == ""


def test_the_product_feed_has_more_products_than_a_page_of_the_list(
    world: World, guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = [world.product()["product_no"] for _ in range(5)]
    world.post("portalpay/setting", shop_id="c_1", certi_key="certi", image_key="image")
    monkeypatch.setattr(product_feed, "_PAGE_SIZE", 2)

    lines = guest.open("/products.txt").text.splitlines()[1:]

    assert [int(line.split("\t")[0]) for line in lines] == numbers


def test_what_is_reduced_says_by_how_much_wherever_its_price_stands(
    world: World, guest: Guest
) -> None:
    number = _member(world, guest)
    code = world.get(f"products/{number}/variants")["variants"][0]["variant_code"]
    guest.done(f"/products/{number}", act="wish", variant_code=code)
    off = re.compile(r'<span class="off">(.*?)</span>')

    shown = {
        path: off.findall(_without_bar(guest.see(path)))
        for path in ("/", "/search?q=apron", f"/products/{number}", "/wishlist")
    }

    # 9,900 in place of 11,000 is 10 per cent, as the cart says; 15,000 is a list price beside it
    assert shown == {path: ["10% off"] for path in shown}
    assert "₩9,900 10% off was ₩11,000 List price ₩15,000" in said(guest.see("/wishlist"))


@pytest.mark.parametrize(
    ("price", "retail", "text"),
    [
        ("9999.00", "10000.00", []),
        ("9901.00", "10000.00", []),
        ("6667.00", "10000.00", ["33% off"]),
    ],
)
def test_no_discount_is_called_larger_than_it_is(
    world: World, guest: Guest, price: str, retail: str, text: list[str]
) -> None:
    number = world.product(price=price, retail_price=retail)["product_no"]

    page = _without_bar(guest.see(f"/products/{number}"))

    assert re.findall(r'<span class="off">(.*?)</span>', page) == text
