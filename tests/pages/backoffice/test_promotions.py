"""Discount codes and benefits in the back office, with the preview of their prices."""

from typing import Any

import pytest

from tests.access.oauth.authorization_requests import Browser
from tests.pages.backoffice.page_forms import forms, problem, said
from tests.pages.backoffice.promotion_forms import (
    BENEFITS,
    CODES,
    COUPONS,
    dotted,
    press,
    priced,
    rows,
)


class TestDiscountCodes:
    TERMS: dict[str, Any] = {
        "discount_code": "AUTUMN",
        "discount_code_name": "Autumn",
        "discount_value": "10",
        "discount_max_price": "5,000",
        "available_start_date": "2026-12-01",
        "available_end_date": "2026-12-31",
    }

    def test_a_code_is_previewed_created_changed_and_deleted(self, owner: Browser) -> None:
        world = owner.world
        number = priced(world)
        page = owner.open(f"{CODES}/new")

        preview = press(owner, page, "preview", preview__products=str(number), **self.TERMS)
        made = press(owner, preview, "save")
        [stored] = world.get("discountcodes")["discountcodes"]
        path = f"{CODES}/{stored['discount_code_no']}"
        changed = press(owner, owner.open(path), "save", discount_value="20")
        same = press(owner, owner.open(path), "save")
        after = world.get(f"discountcodes/{stored['discount_code_no']}")["discountcode"]
        deleted = press(owner, owner.open(path), "delete")

        assert rows(preview)[0][-1] == "−1,000 KRW"
        assert [said(each) for each in (made, changed, same, deleted)] == [
            "The discount code was saved.",
            "The discount code was saved.",
            "No changes to save.",
            "The discount code was deleted.",
        ]
        assert (after["discount_value"], after["discount_max_price"]) == (20, 5000)
        assert world.get("discountcodes")["discountcodes"] == []

    def test_a_code_for_members_reduces_nothing_for_guests(self, owner: Browser) -> None:
        number = priced(owner.world)
        page = owner.open(f"{CODES}/new")

        preview = press(
            owner, page, "preview", available_user="M", preview__products=str(number), **self.TERMS
        )

        guests, members = rows(preview)[:2]
        assert guests[-1] == "Only for members"
        assert members[-1] == "−1,000 KRW"
        assert owner.world.get("discountcodes")["discountcodes"] == []

    @pytest.mark.parametrize(
        ("typed", "field", "message"),
        [
            ({"discount_value": "120"}, "discount_value", "Enter a value from 1 to 99."),
            ({"discount_code": ""}, "discount_code", "This field is required."),
            ({"discount_max_price": ""}, "discount_max_price", "This field is required."),
            ({"available_end_date": "soon"}, "available_end_date", "This is not a date."),
        ],
    )
    def test_what_is_wrong_names_its_field(
        self, owner: Browser, typed: dict[str, str], field: str, message: str
    ) -> None:
        page = owner.open(f"{CODES}/new")

        answer = press(owner, page, "save", **{**self.TERMS, **typed})

        assert (answer.status_code, problem(answer, field)) == (422, message)
        assert owner.world.get("discountcodes")["discountcodes"] == []


class TestBenefits:
    def test_a_sale_of_chosen_products_is_previewed_and_in_the_shop(self, owner: Browser) -> None:
        world = owner.world
        number, other = priced(world), priced(world, "5000.00")
        page = owner.open(f"{BENEFITS}/new")
        sale: dict[str, Any] = {
            "benefit_name": "Winter sale",
            "own__discount_value": "15",
            "product_binding_type": "P",
            "own__product_list": str(number),
            "preview__products": f"{number},{other}",
        }

        preview = press(owner, page, "preview", **sale)
        before = world.get(f"products/{number}/discountprice")["discountprice"]
        made = press(owner, preview, "save")
        after = [
            world.get(f"products/{each}/discountprice")["discountprice"]["pc_discount_price"]
            for each in (number, other)
        ]

        found = rows(preview)
        assert {row[-1] for row in found if row[2] == "10,000 KRW"} == {"−1,500 KRW"}
        assert {row[-1] for row in found if row[2] == "5,000 KRW"} == {"No change"}
        assert before["pc_discount_price"] == "10000.00"
        assert said(made) == "The benefit was saved."
        assert after == ["8500.00", "5000.00"]
        assert "Winter sale" in owner.open(BENEFITS).text

    def test_a_sale_that_begins_later_is_previewed_as_while_it_runs(self, owner: Browser) -> None:
        number = priced(owner.world)
        page = owner.open(f"{BENEFITS}/new")

        preview = press(
            owner,
            page,
            "preview",
            benefit_name="Later",
            own__discount_value="1000",
            own__discount_value_unit="W",
            use_benefit_period="T",
            benefit_start_date="2027-01-01",
            benefit_end_date="2027-01-31",
            preview__products=str(number),
        )

        assert rows(preview)[0][-1] == "−1,000 KRW"

    @pytest.mark.parametrize(
        ("kind", "typed", "change"),
        [
            ("DM", {"own__discount_value": "500", "own__discount_value_unit": "W"}, "−500 KRW"),
            (
                "DQ",
                {
                    "own__discount_value": "500",
                    "own__discount_value_unit": "W",
                    "own__bulk_purchase_begin_quantity": "2",
                    "preview__quantity": "2",
                },
                "−1,000 KRW",
            ),
            (
                "DN",
                {"own__discount_value": "10", "own__new_product_day": "7"},
                "−1,000 KRW",
            ),
            (
                "PB",
                {"own__product_bundle_count": "1", "preview__quantity": "2"},
                "−10,000 KRW 1 free",
            ),
        ],
    )
    def test_each_kind_has_its_fields_and_its_prices(
        self, owner: Browser, kind: str, typed: dict[str, str], change: str
    ) -> None:
        number = priced(owner.world)
        page = press(owner, owner.open(f"{BENEFITS}/new"), "fields", benefit_type=kind)
        names = {name for form in forms(page.text) for name in form.values}
        terms: dict[str, Any] = {"benefit_name": kind, "preview__products": str(number), **typed}

        preview = press(owner, page, "preview", **terms)
        made = press(owner, preview, "save")

        assert {dotted(name) for name in typed} <= names
        assert rows(preview)[-1][-1] == change
        assert said(made) == "The benefit was saved."

    def test_gifts_are_previewed_and_stored(self, owner: Browser) -> None:
        world = owner.world
        number = priced(world)
        gift = world.product(product_name="Tote bag", price="0")["product_no"]
        page = press(owner, owner.open(f"{BENEFITS}/new"), "fields", benefit_type="PG")

        without = press(owner, page, "save", benefit_name="Tote")
        searched = press(owner, without, "find", find__own__gift_product_list="Tote")
        chosen = press(owner, searched, f"add:own.gift_product_list:{gift}")
        made = press(owner, chosen, "save", preview__products=str(number))

        assert problem(without, "own.gift_product_list") == "Choose at least one."
        assert said(made) == "The benefit was saved."
        [stored] = world.get("benefits")["benefits"]
        kept = world.get(f"benefits/{stored['benefit_no']}")["benefit"]
        assert [each["product_no"] for each in kept["gift"]["gift_product_list"]] == [gift]

    def test_a_benefit_is_changed_stopped_and_deleted(self, owner: Browser) -> None:
        world = owner.world
        page = owner.open(f"{BENEFITS}/new")
        press(owner, page, "save", benefit_name="Sale", own__discount_value="10")
        [stored] = world.get("benefits")["benefits"]
        path = f"{BENEFITS}/{stored['benefit_no']}"

        same = press(owner, owner.open(path), "save")
        changed = press(owner, owner.open(path), "save", own__discount_value="20", use_benefit=None)
        after = world.get(f"benefits/{stored['benefit_no']}")["benefit"]
        deleted = press(owner, owner.open(path), "delete")

        assert [said(each) for each in (same, changed, deleted)] == [
            "No changes to save.",
            "The benefit was saved.",
            "The benefit was deleted.",
        ]
        assert (after["use_benefit"], after["period_sale"]["discount_value"]) == ("F", "20.00")
        assert world.get("benefits")["benefits"] == []

    @pytest.mark.parametrize(
        ("typed", "field", "message"),
        [
            ({"benefit_name": ""}, "benefit_name", "This field is required."),
            ({"own__discount_value": "ten"}, "own.discount_value", "This is not a number."),
            (
                {"own__discount_value": "120"},
                "own.discount_value",
                "Enter a value from 0 to 100.",
            ),
        ],
    )
    def test_what_is_wrong_names_its_field(
        self, owner: Browser, typed: dict[str, str], field: str, message: str
    ) -> None:
        page = owner.open(f"{BENEFITS}/new")
        terms: dict[str, Any] = {"benefit_name": "Sale", "own__discount_value": "10", **typed}

        answer = press(owner, page, "save", **terms)

        assert (answer.status_code, problem(answer, field)) == (422, message)
        assert owner.world.get("benefits")["benefits"] == []


@pytest.mark.parametrize(
    "path", [f"{COUPONS}/7", f"{CODES}/999", f"{BENEFITS}/999", f"{COUPONS}/x"]
)
def test_what_does_not_exist_is_not_found(owner: Browser, path: str) -> None:
    assert owner.open(path).status_code == 404


@pytest.mark.parametrize(
    ("path", "name", "value"),
    [
        (COUPONS, "way", "x"),
        (COUPONS, "way", ""),
        (COUPONS, "benefit_type", "?"),
        (BENEFITS, "benefit_type", "ZZ"),
        (CODES, "available_product_type", "9"),
    ],
)
def test_codes_that_no_form_offers_are_replaced(
    owner: Browser, path: str, name: str, value: str
) -> None:
    answer = press(owner, owner.open(f"{path}/new"), "fields", **{name: value})

    assert answer.status_code == 200
