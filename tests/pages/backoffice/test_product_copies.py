"""Several products at once in the back office: copied, and edited by one decision."""

from decimal import Decimal
from typing import Any

import pytest

from openmall.contract.errors import Invalid
from openmall.pages.backoffice.product.product_bulk import PriceChange
from tests.access.oauth.authorization_requests import Browser, manager
from tests.pages.backoffice.page_forms import problem, said, send
from tests.world import World

LIST = "/admin/products"


@pytest.fixture
def abroad(world: World) -> Browser:
    """The head admin of a mall with a shop in won and one in dollars, signed in."""
    mall = world.stage.new_world(f"{world.mall_id}-abroad", currencies=("KRW", "USD"))
    manager(mall)
    browser = Browser(mall)
    assert browser.sign_in("/api/v2/oauth/sign-in").status_code == 200
    return browser


def product(owner: Browser, number: int, shop_no: int = 1) -> dict[str, Any]:
    found: dict[str, Any] = owner.world.get(f"products/{number}", shop_no=shop_no)["product"]
    return found


class TestDuplicate:
    def test_a_copy_has_texts_prices_and_options_but_neither_stock_nor_sku(
        self, owner: Browser
    ) -> None:
        world = owner.world
        category = world.post("categories", category_name="Kitchen")["category"]["category_no"]
        number = world.product(
            has_option="T",
            options=[{"name": "Colour", "value": "Sand,Ink"}],
            custom_product_code="AP-1",
            retail_price="15000",
            description="<p>한글 <b>x</b></p>",
            product_tag=["linen"],
            add_category_no=[{"category_no": category}],
        )["product_no"]
        first = world.get(f"products/{number}/variants")["variants"][0]["variant_code"]
        world.put(
            f"products/{number}/variants/{first}",
            use_inventory="T", quantity=7, additional_amount="500", custom_variant_code="AP-1-S",
        )  # fmt: skip
        before = product(owner, number)

        page = send(owner, f"{LIST}/{number}", "duplicate")
        copy = product(owner, number + 1)
        variants = world.get(f"products/{number + 1}/variants")["variants"]

        assert said(page) == "This is the copy. It is hidden and has no stock."
        assert copy["product_name"] == "Linen apron (copy)"
        assert (copy["display"], copy["selling"]) == ("F", "F")
        assert copy["custom_product_code"] == ""
        same = ("price", "retail_price", "supply_price", "description", "product_tag", "tax_type")
        assert {name: copy[name] for name in same} == {name: before[name] for name in same}
        assert [each["category_no"] for each in copy["category"]] == [category]
        assert [each["options"][0]["value"] for each in variants] == ["Sand", "Ink"]
        assert [
            (each["use_inventory"], each["quantity"], each["additional_amount"])
            for each in variants
        ] == [("T", 0, "500.00"), ("F", 0, "0.00")]
        assert {each["custom_variant_code"] for each in variants} == {""}
        assert product(owner, number) == before

    def test_each_shop_keeps_its_own_price_and_name(self, abroad: Browser) -> None:
        world = abroad.world
        number = world.product()["product_no"]
        world.stage.clock.pass_(60)
        world.put(
            f"products/{number}", shop_no=2, product_name="Linen apron EN", price="45.50",
            retail_price="60", supply_price="20",
        )  # fmt: skip

        send(abroad, f"{LIST}/{number}", "duplicate")
        there = product(abroad, number + 1, shop_no=2)

        assert there["product_name"] == "Linen apron EN (copy)"
        assert (there["price"], there["retail_price"]) == ("45.50", "60.00")
        assert (there["display"], there["selling"]) == ("F", "F")

    def test_a_price_that_another_currency_does_not_have_is_not_made_up(
        self, abroad: Browser
    ) -> None:
        number = abroad.world.product()["product_no"]

        send(abroad, f"{LIST}/{number}", "duplicate")

        assert product(abroad, number + 1)["price"] == "11000.00"
        assert product(abroad, number + 1, shop_no=2)["price"] == "0.00"

    def test_a_combination_that_was_removed_is_not_in_the_copy(self, owner: Browser) -> None:
        world = owner.world
        number = world.product(has_option="T", options=[{"name": "Size", "value": "S,M,L"}])[
            "product_no"
        ]
        middle = world.get(f"products/{number}/variants")["variants"][1]["variant_code"]
        assert world.call("DELETE", f"products/{number}/variants/{middle}").status_code == 200

        send(owner, f"{LIST}/{number}", "duplicate")
        variants = world.get(f"products/{number + 1}/variants")["variants"]

        assert [each["options"][0]["value"] for each in variants] == ["S", "L"]


class TestBulk:
    def test_price_stock_and_category_are_one_decision(self, owner: Browser) -> None:
        world = owner.world
        category = world.post("categories", category_name="Kitchen")["category"]["category_no"]
        first = world.product(price="10005")["product_no"]
        second = world.product(price="20000")["product_no"]
        third = world.product(price="30000")["product_no"]

        page = send(
            owner, LIST, "bulk", row__0=str(second), row__1=str(first),
            **{"bulk-price": "+10%", "bulk-stock": "25", "bulk-add": str(category)},
        )  # fmt: skip

        assert said(page) == "The selected products were changed."
        assert [product(owner, each)["price"] for each in (first, second, third)] == [
            "11006.00",  # 11,005.5 won
            "22000.00",
            "30000.00",
        ]
        for number in (first, second):
            [variant] = world.get(f"products/{number}/variants")["variants"]
            assert (variant["use_inventory"], variant["quantity"]) == ("T", 25)
            [inside] = product(owner, number)["category"]
            assert inside["category_no"] == category
        assert product(owner, third)["category"] == []

    @pytest.mark.parametrize(
        ("field", "typed", "message"),
        [
            (
                "bulk-price",
                "cheap",
                "Enter a price such as 12000, or a change such as +10%, -10%, +500 or -500.",
            ),
            (
                "bulk-price",
                "10%",
                "Enter a price such as 12000, or a change such as +10%, -10%, +500 or -500.",
            ),
            ("bulk-stock", "1.5", "Enter a whole number."),
            ("bulk-price", "", "Enter what to change."),
        ],
    )
    def test_what_is_wrong_is_said_at_its_field_and_the_choice_stays(
        self, owner: Browser, field: str, typed: str, message: str
    ) -> None:
        number = owner.world.product()["product_no"]

        page = send(owner, LIST, "bulk", row__0=str(number), **{field: typed})

        assert page.status_code == 422
        assert problem(page, field) == message
        assert f'value="{number}" aria-label="Linen apron" checked' in page.text
        assert product(owner, number)["price"] == "11000.00"

    def test_one_that_cannot_be_changed_is_named_and_the_others_are(self, owner: Browser) -> None:
        cheap = owner.world.product(price="300")["product_no"]
        dear = owner.world.product(price="9000")["product_no"]

        page = send(
            owner, LIST, "bulk", row__0=str(cheap), row__1=str(dear), **{"bulk-price": "-500"}
        )

        assert page.status_code == 422
        assert f"Product {cheap}: The new price would be negative." in page.text
        assert (product(owner, cheap)["price"], product(owner, dear)["price"]) == (
            "300.00",
            "8500.00",
        )

    def test_a_shop_of_another_currency_is_changed_in_its_own(self, abroad: Browser) -> None:
        world = abroad.world
        number = world.product()["product_no"]
        world.stage.clock.pass_(60)
        world.put(f"products/{number}", shop_no=2, price="45.55")

        send(abroad, f"{LIST}?shop_no=2", "bulk", row__0=str(number), **{"bulk-price": "-10%"})

        assert product(abroad, number, shop_no=2)["price"] == "41.00"  # 40.995
        assert product(abroad, number)["price"] == "11000.00"

    def test_a_price_there_is_not_is_not_changed_by_percent(self, abroad: Browser) -> None:
        number = abroad.world.product()["product_no"]

        page = send(
            abroad, f"{LIST}?shop_no=2", "bulk", row__0=str(number), **{"bulk-price": "-10%"}
        )

        assert page.status_code == 422
        assert "It has no price in the currency of this shop yet." in page.text


@pytest.mark.parametrize(
    ("change", "price", "currency", "after"),
    [
        (PriceChange(Decimal(5), relative=False, percent=False), "9", "KRW", "5"),
        (PriceChange(Decimal("-33.3"), relative=True, percent=True), "100", "KRW", "67"),
        (PriceChange(Decimal("-33.3"), relative=True, percent=True), "100", "USD", "66.70"),
        (PriceChange(Decimal(10), relative=True, percent=True), "0.05", "USD", "0.06"),
        (PriceChange(Decimal(-100), relative=True, percent=True), "9", "KRW", "0"),
    ],
)
def test_prices_are_rounded_half_up_to_the_smallest_unit(
    change: PriceChange, price: str, currency: str, after: str
) -> None:
    assert str(change.apply(Decimal(price), currency)) == after


def test_no_price_is_below_zero() -> None:
    with pytest.raises(Invalid, match="negative"):
        PriceChange(Decimal(-101), relative=True, percent=True).apply(Decimal(9), "KRW")
