"""A product in a further shop: its pictures come along, a number of another currency does not."""

from typing import Any

import pytest

from tests.access.oauth.authorization_requests import Browser, manager
from tests.commerce.product.stock_setup import stocked
from tests.commerce.product.test_amounts_of_shops import amounts, as_before
from tests.media.images import picture
from tests.pages.backoffice.page_forms import form_of, forms, problem, said, send
from tests.pages.backoffice.test_supplier_pages import PRODUCTS, SECRET
from tests.world import World

LIST = "/admin/products"
ABROAD = {"shop_no": 2}


@pytest.fixture
def owner(world: World) -> Browser:
    """The head admin of a mall with a shop in won and one in dollars, signed in."""
    mall = world.stage.new_world(f"{world.mall_id}-abroad", currencies=("KRW", "USD"))
    manager(mall)
    browser = Browser(mall)
    assert browser.sign_in("/api/v2/oauth/sign-in").status_code == 200
    return browser


def abroad(world: World, number: int) -> Any:
    return world.get(f"products/{number}", **ABROAD)["product"]


def pictured(owner: Browser, number: int) -> None:
    """Upload a main picture in the basic shop, as its page does."""
    form = form_of(owner.open(f"{LIST}/{number}").text, "add-picture")
    files = {"added": ("apron.png", picture(600, 400, "PNG"), "image/png")}
    sent = {name: value for name, value in form.values.items() if name != "added"}
    answer = owner._sent("POST", form.action, data={**sent, "deed": "add-picture"}, files=files)
    assert answer.status_code == 303


def test_a_new_product_has_no_price_in_another_currency(owner: Browser) -> None:
    world = owner.world
    [form] = [
        each for each in forms(owner.open(f"{LIST}/new").text) if "product_name" in each.values
    ]
    typed = {
        "product_name": "Teapot", "price": "39,000", "retail_price": "45,000",
        "supply_price": "20,000",
    }  # fmt: skip
    page = owner.open(owner.submit(form.action, {**form.values, **typed}).headers["location"])
    [made] = world.get("products")["products"]
    number = made["product_no"]

    there = abroad(world, number)
    shown = owner.open(f"{LIST}/{number}?shop_no=2")
    listed = owner.open(f"{LIST}?shop_no=2").text
    fields = form_of(shown.text, "details").values

    assert said(page) == "The product was created."
    assert made["price"] == "39000.00"
    assert (there["price"], there["retail_price"], there["supply_price"]) == ("0.00",) * 3
    assert (there["display"], there["selling"]) == ("F", "F")
    assert (fields["price"], fields["retail_price"], fields["supply_price"]) == ("", "", "")
    assert "has no price in USD yet" in shown.text
    assert "39,000 KRW" in shown.text
    assert "No price yet" in listed
    assert "39,000" not in listed


def test_a_product_of_the_api_has_none_either_until_one_is_entered(owner: Browser) -> None:
    world = owner.world
    number = world.product(price=39000, retail_price=45000)["product_no"]
    address = f"{LIST}/{number}?shop_no=2"

    refused = send(owner, address, "details", display="T", selling="T")
    still = abroad(world, number)
    texts = send(owner, address, "details", product_name="Teapot")
    without = abroad(world, number)
    done = send(owner, address, "details", price="29.90", display="T", selling="T")

    product = abroad(world, number)
    assert refused.status_code == 422
    assert problem(refused, "price") == "It has no price in the currency of this shop yet."
    assert (still["display"], still["selling"]) == ("F", "F")
    assert said(texts) == said(done) == "The product was saved."
    assert (without["product_name"], without["price"]) == ("Teapot", "0.00")
    assert (without["display"], without["selling"]) == ("F", "F")
    assert (product["price"], product["retail_price"]) == ("29.90", "0.00")
    assert (product["display"], product["selling"]) == ("T", "T")
    assert "has no price" not in done.text
    assert world.get(f"products/{number}")["product"]["price"] == "39000.00"


@pytest.mark.parametrize("deed", ["display-T", "selling-T"])
def test_several_at_once_are_not_opened_without_a_price(owner: Browser, deed: str) -> None:
    world = owner.world
    number = world.product(price=39000)["product_no"]

    [form] = [
        each
        for each in forms(owner.open(f"{LIST}?shop_no=2").text)
        if ("deed", deed) in each.buttons
    ]
    page = owner.submit(form.action, {**form.values, "deed": deed, "row-0": str(number)})

    there = abroad(world, number)
    assert page.status_code == 422
    assert "It has no price in the currency of this shop yet." in page.text
    assert (there["display"], there["selling"]) == ("F", "F")


def test_surcharges_of_before_are_not_taken_for_another_currency(owner: Browser) -> None:
    world = owner.world
    number, _ = stocked(world, 5)
    # one number for all shops, as it was stored before each had its own
    as_before(world, 100_000)
    address = f"{LIST}/{number}?shop_no=2"

    refused = send(owner, address, "details", price="29.90", display="T", selling="T")
    send(owner, address, "stock", additional_amount__0="1.50")
    send(owner, address, "details", price="29.90", display="T", selling="T")

    assert refused.status_code == 422
    assert "have additional prices in another shop" in refused.text
    assert abroad(world, number)["selling"] == "T"


def test_a_surcharge_is_entered_in_the_currency_of_its_shop(owner: Browser) -> None:
    world = owner.world
    number, code = stocked(world, 5)
    there = f"{LIST}/{number}?shop_no=2"
    send(owner, there, "details", price="29.90", display="T", selling="T")

    here = send(owner, f"{LIST}/{number}", "stock", additional_amount__0="1000")
    abroad_ = send(owner, there, "stock", additional_amount__0="1.50")

    assert said(here) == said(abroad_) == "The variants were saved."
    assert amounts(world, number, code) == ["1000.00", "1.50"]
    page = owner.open(there).text
    assert "Additional price (USD)" in page
    assert "Additional price (KRW)" in owner.open(f"{LIST}/{number}").text
    decimals = send(owner, f"{LIST}/{number}", "stock", additional_amount__0="1000.5")
    assert decimals.status_code == 422


def test_all_pictures_come_along(owner: Browser) -> None:
    world = owner.world
    number = world.product()["product_no"]
    more = [{"big": "https://cdn.example.com/1.png"}, {"big": "https://cdn.example.com/2.png"}]
    world.put(f"products/{number}", additional_image=more)
    pictured(owner, number)
    here = world.get(f"products/{number}")["product"]
    address = f"{LIST}/{number}?shop_no=2"

    before = owner.open(address).text
    send(owner, address, "details", price="29.90", display="T", selling="T")

    there = abroad(world, number)
    assert "/files/" in here["detail_image"]
    assert here["detail_image"] in before
    assert "https://cdn.example.com/2.png" in before
    for name in ("detail_image", "list_image", "tiny_image", "small_image", "additional_image"):
        assert there[name] == here[name]
    assert [each["big"] for each in there["additional_image"]] == [each["big"] for each in more]


def test_a_picture_of_its_own_stays(owner: Browser) -> None:
    world = owner.world
    number = world.product()["product_no"]
    pictured(owner, number)
    followed = abroad(world, number)["detail_image"]
    own = "https://cdn.example.com/own.png"
    world.put(f"products/{number}", detail_image=own, **ABROAD)
    here = world.get(f"products/{number}")["product"]["detail_image"]
    pictured(owner, number)
    send(owner, f"{LIST}/{number}?shop_no=2", "details", price="29.90", display="T")

    assert followed == here
    assert abroad(world, number)["detail_image"] == own


def test_a_shop_of_the_same_currency_keeps_the_price(world: World) -> None:
    manager(world)
    owner = Browser(world)
    owner.sign_in("/api/v2/oauth/sign-in")
    number = world.product(price=39000)["product_no"]

    page = send(owner, f"{LIST}/{number}?shop_no=2", "details", display="T", selling="T")

    there = abroad(world, number)
    assert said(page) == "The product was saved."
    assert (there["price"], there["display"], there["selling"]) == ("39000.00", "T", "T")


@pytest.mark.parametrize("shop_no", [1, 2])
def test_a_product_of_a_supplier_has_a_price_in_its_currency_alone(
    owner: Browser, shop_no: int
) -> None:
    """`shop_no`: in which the supplier adds it, in won or in dollars."""
    world = owner.world
    code = world.post("suppliers", supplier_name="Kite")["supplier"]["supplier_code"]
    world.post(
        "suppliers/users",
        user_id="kite1",
        supplier_code=code,
        password=SECRET,
        permission_shop_no=[1, 2],
    )
    kite = Browser(world)
    assert kite.sign_in("/api/v2/oauth/sign-in", SECRET, user="kite1").status_code == 200
    new = f"{PRODUCTS}/new?shop_no={shop_no}"

    page = send(kite, new, "make", product_name="Jam", price="35")

    [made] = world.get("products")["products"]
    prices = [made["price"], abroad(world, made["product_no"])["price"]]
    assert page.status_code == 200, page.text
    assert prices == (["35.00", "0.00"] if shop_no == 1 else ["0.00", "35.00"])
