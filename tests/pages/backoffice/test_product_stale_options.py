"""Options of a product in two tabs, and what is asked before stock is removed with one."""

import html
import re
from typing import Any

import httpx

from tests.access.oauth.authorization_requests import Browser
from tests.pages.backoffice.page_forms import Form, form_of, problem, said

LIST = "/admin/products"
ANOTHER = "Another manager changed the options. Nothing was changed."


def product(owner: Browser) -> tuple[int, str]:
    """Make a product with the colours Sand and Ink in the sizes S and M; return its page too."""
    options = [{"name": "Colour", "value": "Sand,Ink"}, {"name": "Size", "value": "S,M"}]
    number: int = owner.world.product(has_option="T", options=options)["product_no"]
    return number, f"{LIST}/{number}"


def opened(owner: Browser, address: str) -> Form:
    return form_of(owner.open(address).text, "save")


def submit(owner: Browser, form: Form, **typed: Any) -> httpx.Response:
    """Send a form that was opened before."""
    sent = {name.replace("__", "-"): value for name, value in typed.items()}
    return owner.submit(form.action, {**form.values, **sent})


def variants(owner: Browser, number: int) -> dict[tuple[str, ...], int]:
    """Return the quantity of each variant by its values."""
    found = owner.world.get(f"products/{number}/variants")["variants"]
    return {tuple(each["value"] for each in it["options"]): it["quantity"] for it in found}


def set_stock(owner: Browser, number: int, quantity: int, *values: str) -> None:
    for each in owner.world.get(f"products/{number}/variants")["variants"]:
        if {it["value"] for it in each["options"]} >= {*values}:
            path = f"products/{number}/variants/{each['variant_code']}"
            owner.world.put(path, use_inventory="T", quantity=quantity)


def banner(page: httpx.Response) -> str:
    found = re.search(r"<strong>([^<]*)</strong> <p>([^<]*)</p>", page.text)
    return html.unescape(f"{found[1]} {found[2]}") if found else ""


class TestStale:
    def test_a_value_that_the_page_did_not_show_stays(self, owner: Browser) -> None:
        number, address = product(owner)
        stale = opened(owner, address)
        submit(owner, opened(owner, address), new__0="Moss")
        set_stock(owner, number, 9, "Moss")

        saved = submit(owner, stale, value__0__0="Dune", new__1="L")

        assert saved.status_code == 303
        assert variants(owner, number) == {
            (colour, size): 9 if colour == "Moss" and size != "L" else 0
            for colour in ("Dune", "Ink", "Moss")
            for size in ("S", "M", "L")
        }

    def test_an_option_that_the_page_did_not_show_stays(self, owner: Browser) -> None:
        number, address = product(owner)
        stale = opened(owner, address)
        submit(owner, opened(owner, address), option__2="Cut", new__2="Wide, Slim")
        set_stock(owner, number, 9, "Slim")

        saved = submit(owner, stale, option__0="Shade")

        after = variants(owner, number)
        assert saved.status_code == 303
        assert len(after) == 8
        assert {quantity for values, quantity in after.items() if values[-1] == "Slim"} == {9}

    def test_removing_a_shown_value_leaves_one_that_was_not_shown(self, owner: Browser) -> None:
        number, address = product(owner)
        stale = opened(owner, address)
        submit(owner, opened(owner, address), new__0="Moss")

        saved = submit(owner, stale, **{"remove-value": "0-1"})

        assert saved.status_code == 303
        assert {values[0] for values in variants(owner, number)} == {"Sand", "Moss"}

    def test_an_option_is_not_removed_with_a_value_that_was_not_shown(self, owner: Browser) -> None:
        number, address = product(owner)
        stale = opened(owner, address)
        submit(owner, opened(owner, address), new__0="Moss")
        before = variants(owner, number)

        refused = submit(owner, stale, product_name="Apron, long", **{"remove-option": "0"})

        assert refused.status_code == 412
        assert ANOTHER in refused.text
        assert form_of(refused.text, "save").values["product_name"] == "Apron, long"
        assert variants(owner, number) == before

    def test_what_was_typed_stays_at_its_value_where_places_moved(self, owner: Browser) -> None:
        number, address = product(owner)
        stale = opened(owner, address)
        submit(owner, opened(owner, address), **{"remove-value": "0-0"})

        refused = submit(owner, stale, value__0__1="Night", quantity__3="5", price="x")
        again = form_of(refused.text, "save")
        saved = submit(owner, again, price="5000")

        assert refused.status_code == 422
        assert (again.values["was-value-0-0"], again.values["value-0-0"]) == ("Ink", "Night")
        assert saved.status_code == 303
        assert variants(owner, number) == {("Night", "S"): 0, ("Night", "M"): 5}

    def test_variants_that_were_not_shown_keep_their_stock_on_a_refused_page(
        self, owner: Browser
    ) -> None:
        number, address = product(owner)
        stale = opened(owner, address)
        submit(owner, opened(owner, address), new__1="L")
        set_stock(owner, number, 4, "L")

        refused = submit(owner, stale, quantity__2="5", price="x")
        again = form_of(refused.text, "save")
        saved = submit(owner, again, price="5000")

        assert refused.status_code == 422
        assert saved.status_code == 303
        after = variants(owner, number)
        assert {values: units for values, units in after.items() if units} == {
            ("Sand", "L"): 4, ("Ink", "L"): 4, ("Ink", "S"): 5,
        }  # fmt: skip

    def test_a_wrong_quantity_is_said_at_its_variant_where_rows_moved(self, owner: Browser) -> None:
        number, address = product(owner)
        stale = opened(owner, address)
        submit(owner, opened(owner, address), **{"remove-value": "0-0"})

        refused = submit(owner, stale, quantity__3="many")

        assert list(variants(owner, number)) == [("Ink", "S"), ("Ink", "M")]
        assert problem(refused, "quantity-1") == "Enter a whole number."
        assert form_of(refused.text, "save").values["quantity-0"] == "0"

    def test_a_colour_that_was_set_meanwhile_is_not_set_back(self, owner: Browser) -> None:
        _, address = product(owner)
        stale = opened(owner, address)
        submit(owner, opened(owner, address), color__0__0="#112233")

        again = form_of(submit(owner, stale, price="x").text, "save")
        saved = submit(owner, again, price="5000", value__0__1="Night")

        assert saved.status_code == 303
        assert opened(owner, address).values["color-0-0"] == "#112233"


class TestRemoval:
    def test_an_emptied_value_is_refused_at_its_field(self, owner: Browser) -> None:
        number, address = product(owner)
        set_stock(owner, number, 7, "Sand")
        before = variants(owner, number)

        page = submit(owner, opened(owner, address), value__0__0=" ", product_name="Apron, long")

        assert page.status_code == 422
        assert problem(page, "value-0-0") == (
            "Enter a text for this value, or remove it with its button."
        )
        assert '<a href="#f-value-0-0">Value Sand:</a>' in page.text
        assert form_of(page.text, "save").values["product_name"] == "Apron, long"
        assert variants(owner, number) == before

    def test_a_value_with_stock_is_removed_once_its_units_were_named(self, owner: Browser) -> None:
        number, address = product(owner)
        set_stock(owner, number, 7, "Sand")
        before = variants(owner, number)
        typed = {"remove-value": "0-0", "product_name": "Apron, long"}

        asked = submit(owner, opened(owner, address), **typed)
        kept = variants(owner, number)
        form = form_of(asked.text, "save")
        done = submit(owner, form, **{"remove-value": "0-0"})

        assert asked.status_code == 409
        assert banner(asked).startswith("Remove Sand? Variants that end: 2 (units in stock: 14).")
        assert ("remove-value", "0-0") in form.buttons
        assert form.values["product_name"] == "Apron, long"
        assert kept == before
        assert done.status_code == 303
        assert said(owner.open(done.headers["location"])) == "The product was saved."
        assert variants(owner, number) == {("Ink", "S"): 0, ("Ink", "M"): 0}

    def test_it_is_asked_again_where_the_stock_changed_since(self, owner: Browser) -> None:
        number, address = product(owner)
        set_stock(owner, number, 7, "Sand")
        asked = submit(owner, opened(owner, address), **{"remove-value": "0-0"})
        set_stock(owner, number, 8, "Sand", "S")

        again = submit(owner, form_of(asked.text, "save"), **{"remove-value": "0-0"})

        assert "units in stock: 15" in banner(again)
        assert len(variants(owner, number)) == 4

    def test_saving_after_the_question_removes_nothing(self, owner: Browser) -> None:
        number, address = product(owner)
        set_stock(owner, number, 7, "Sand")
        typed = {"remove-value": "0-0", "value-0-1": "Night"}

        asked = submit(owner, opened(owner, address), **typed)
        saved = submit(owner, form_of(asked.text, "save"))

        assert saved.status_code == 303
        assert {values[0] for values in variants(owner, number)} == {"Sand", "Night"}

    def test_an_option_with_stock_is_removed_once_its_units_were_named(
        self, owner: Browser
    ) -> None:
        number, address = product(owner)
        set_stock(owner, number, 7, "Sand")

        asked = submit(owner, opened(owner, address), **{"remove-option": "0"})
        kept = len(variants(owner, number))
        done = submit(owner, form_of(asked.text, "save"), **{"remove-option": "0"})

        assert banner(asked).startswith("Remove Colour? Variants that end: 4 (units in stock: 14).")
        assert kept == 4
        assert done.status_code == 303
        assert variants(owner, number) == {("S",): 0, ("M",): 0}
