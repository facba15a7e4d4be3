"""Options of a product in the back office: made, renamed, extended and removed in a form."""

from typing import Any

import pytest

from tests.access.oauth.authorization_requests import Browser
from tests.commerce.product.stock_setup import stocked
from tests.pages.backoffice.page_forms import form_of, problem, said, send

LIST = "/admin/products"


def combinations(owner: Browser, number: int) -> list[tuple[str, ...]]:
    variants = owner.world.get(f"products/{number}/variants")["variants"]
    return [tuple(each["value"] for each in variant["options"]) for variant in variants]


def with_options(owner: Browser) -> tuple[int, list[dict[str, Any]]]:
    """Return a product in two colours and two sizes, and its variants, the first with stock."""
    world = owner.world
    options = [{"name": "Colour", "value": "Sand,Ink"}, {"name": "Size", "value": "S,M"}]
    number = world.product(has_option="T", options=options)["product_no"]
    variants = world.get(f"products/{number}/variants")["variants"]
    path = f"products/{number}/variants/{variants[0]['variant_code']}"
    world.put(path, use_inventory="T", quantity=7, additional_amount="500")
    return number, world.get(f"products/{number}/variants")["variants"]


def remove_option(owner: Browser, address: str, at: str) -> None:
    """Remove an option whose variants have stock, and confirm it."""
    asked = send(owner, address, "options", remove__option=at)
    form = form_of(asked.text, "save")
    assert owner.submit(form.action, {**form.values, "remove-option": at}).status_code == 303


class TestOptions:
    def test_first_options_make_every_combination(self, owner: Browser) -> None:
        number = owner.world.product()["product_no"]

        page = send(
            owner, f"{LIST}/{number}", "options",
            option__0="Colour", new__0="Sand, Ink", option__1="Size", new__1="S,M,",
        )  # fmt: skip

        assert said(page) == "The options were saved."
        assert combinations(owner, number) == [
            ("Sand", "S"), ("Sand", "M"), ("Ink", "S"), ("Ink", "M"),
        ]  # fmt: skip

    def test_first_options_keep_the_stock_and_say_so_before(self, owner: Browser) -> None:
        number, code = stocked(owner.world, 10)

        before = owner.open(f"{LIST}/{number}")
        send(owner, f"{LIST}/{number}", "options", option__0="Colour", new__0="Sand, Ink")
        after = owner.world.get(f"products/{number}/variants")["variants"]

        assert "The 10 units in stock go to the first combination." in before.text
        assert [(each["quantity"], each["use_inventory"]) for each in after] == [
            (10, "T"),
            (0, "T"),
        ]
        assert after[0]["variant_code"] == code

    def test_what_a_removal_does_is_said_beside_its_button_and_done(self, owner: Browser) -> None:
        number, _ = stocked(owner.world, 10)
        page = f"{LIST}/{number}"
        both = {"option__0": "Colour", "new__0": "Sand, Ink", "option__1": "Size", "new__1": "S"}
        send(owner, page, "options", **both)

        told = [
            owner.open(page).text.partition(f'id="removal-{at}">')[2].partition("</p>")[0]
            for at in range(2)
        ]
        remove_option(owner, page, "1")
        after = owner.world.get(f"products/{number}/variants")["variants"]
        remove_option(owner, page, "0")
        [last] = owner.world.get(f"products/{number}/variants")["variants"]

        assert told == [
            "If you remove this option, variants that end: 2 (units in stock: 10), new ones without"
            " stock: 1, unchanged: 0. New ones keep what all they stand for have, such as a"
            " surcharge.",
            "If you remove this option, every variant stays, with its stock, price and code.",
        ]
        assert [each["quantity"] for each in after] == [10, 0]
        assert (last["quantity"], last["use_inventory"]) == (0, "T")

    def test_renaming_keeps_stock_and_surcharge(self, owner: Browser) -> None:
        number, before = with_options(owner)

        page = send(owner, f"{LIST}/{number}", "options", option__0="Shade", value__0__0="Dune")
        after = owner.world.get(f"products/{number}/variants")["variants"]

        assert said(page) == "The options were saved."
        assert [each["variant_code"] for each in after] == [each["variant_code"] for each in before]
        assert after[0]["options"][0] == {"name": "Shade", "value": "Dune"}
        assert (after[0]["quantity"], after[0]["additional_amount"]) == (7, "500.00")

    def test_a_new_value_adds_variants_and_leaves_the_others(self, owner: Browser) -> None:
        number, before = with_options(owner)

        send(owner, f"{LIST}/{number}", "options", new__1="L")
        after = owner.world.get(f"products/{number}/variants")["variants"]

        assert sorted(combinations(owner, number)) == sorted(
            (colour, size) for colour in ("Sand", "Ink") for size in ("S", "M", "L")
        )
        kept = {each["variant_code"]: each["quantity"] for each in after}
        assert {each["variant_code"] for each in before} < kept.keys()
        assert kept[before[0]["variant_code"]] == 7

    def test_a_removed_value_removes_its_variants_only(self, owner: Browser) -> None:
        number, before = with_options(owner)

        page = send(owner, f"{LIST}/{number}", "options", **{"remove-value": "0-1"})
        after = owner.world.get(f"products/{number}/variants")["variants"]

        assert said(page) == "The options were saved."
        assert after[0]["quantity"] == 7
        assert [each["variant_code"] for each in after] == [
            each["variant_code"] for each in before[:2]
        ]

    def test_removing_every_option_leaves_one_variant(self, owner: Browser) -> None:
        number, _ = with_options(owner)

        remove_option(owner, f"{LIST}/{number}", "1")
        one_option = combinations(owner, number)
        send(owner, f"{LIST}/{number}", "options", **{"remove-option": "0"})

        assert one_option == [("Sand",), ("Ink",)]
        assert combinations(owner, number) == [()]

    @pytest.mark.parametrize(
        ("typed", "field", "message"),
        [
            (
                {"new__0": "Sand"},
                "new-0",
                "Enter at least one value. Values of one option must differ.",
            ),
            ({"option__1": ""}, "option-1", "Enter a name for this option."),
            ({"option__1": "Colour"}, "option-1", "Another option has this name."),
            (
                {"option__2": "Cut"},
                "new-2",
                "Enter at least one value. Values of one option must differ.",
            ),
        ],
    )
    def test_what_cannot_be_saved_is_said_beside_its_field(
        self, owner: Browser, typed: dict[str, str], field: str, message: str
    ) -> None:
        number, before = with_options(owner)

        page = send(owner, f"{LIST}/{number}", "options", **typed)

        assert page.status_code == 422
        assert problem(page, field) == message
        assert owner.world.get(f"products/{number}/variants")["variants"] == before

    def test_too_many_combinations_are_refused(self, owner: Browser) -> None:
        number = owner.world.product()["product_no"]
        many = ",".join(map(str, range(40)))

        page = send(
            owner, f"{LIST}/{number}", "options",
            option__0="Colour", new__0=many, option__1="Size", new__1=many,
        )  # fmt: skip

        assert page.status_code == 422
        assert "These options make more than 1000 variants." in page.text
        assert combinations(owner, number) == [()]

    def test_options_that_another_manager_renamed_are_not_overwritten(self, owner: Browser) -> None:
        number, _ = with_options(owner)

        page = send(
            owner, f"{LIST}/{number}", "options", was__option__0="Former", option__0="Shade"
        )

        assert page.status_code == 422
        assert "Another manager changed the options." in page.text

    def test_another_shop_has_its_own_names(self, owner: Browser) -> None:
        number, before = with_options(owner)

        send(
            owner, f"{LIST}/{number}?shop_no=2", "options", option__0="Farbe", value__0__0="Sandig"
        )
        there = owner.world.get(f"products/{number}/variants", shop_no=2)["variants"]

        assert there[0]["options"][0] == {"name": "Farbe", "value": "Sandig"}
        assert there[0]["variant_code"] == before[0]["variant_code"]
        assert combinations(owner, number)[0] == ("Sand", "S")


class TestVariants:
    def test_a_row_of_the_grid_is_changed_whole(self, owner: Browser) -> None:
        number, before = with_options(owner)

        page = send(
            owner, f"{LIST}/{number}", "stock", quantity__1="12", use_inventory__1="T",
            custom_variant_code__1="AP-SAND-M", additional_amount__1="1,500",
            display__1=None, selling__1=None,
        )  # fmt: skip
        variant = owner.world.get(f"products/{number}/variants")["variants"][1]

        assert said(page) == "The variants were saved."
        assert {name: variant[name] for name in variant if variant[name] != before[1][name]} == {
            "quantity": 12,
            "use_inventory": "T",
            "custom_variant_code": "AP-SAND-M",
            "additional_amount": "1500.00",
            "display": "F",
            "sold_out": "T",
            "selling": "F",
        }
