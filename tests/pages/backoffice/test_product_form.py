"""The form of a product: all of a new one at once, many variants at once, and what is refused."""

from typing import Any

import pytest

from tests.access.oauth.authorization_requests import Browser
from tests.media.images import picture
from tests.pages.backoffice.page_forms import form_of, problem, said, send
from tests.pages.backoffice.test_approvals import add_rule
from tests.pages.backoffice.test_roles import sub_admin

LIST = "/admin/products"
NEW = f"{LIST}/new"
TYPED = {
    "product_name": "Linen <script>apron</script>",
    "summary_description": "Stone washed",
    "description": "<p>Woven in <b>Daegu</b>.</p>",
    "price": "30,000",
    "quantity": "7",
    "option-0": "Size",
    "new-0": "S, M, L",
    "option-1": "Colour",
    "new-1": "Sand, Ink",
    "product_tag": "linen, kitchen",
    "sale_price": "27,000",
    "sale_from": "2026-11-20",
    "sale_to": "2026-12-20",
    "meta_title": "An apron of linen",
}


def create(owner: Browser, *pictures: bytes, **typed: str) -> Any:
    """Send the form of a new product, with pictures, and return the answer."""
    form = form_of(owner.open(NEW).text, "save")
    sent = {**form.values, **TYPED, **{name.replace("__", "-"): typed[name] for name in typed}}
    sent.pop("added")
    files = [("added", (f"{at}.png", each)) for at, each in enumerate(pictures)]
    return owner._sent("POST", form.action, data=sent, files=files or [("added", ("", b""))])


def variants(owner: Browser, number: int) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = owner.world.get(f"products/{number}/variants")["variants"]
    return found


class TestNew:
    def test_all_of_a_product_is_created_at_once(self, owner: Browser) -> None:
        made = owner.world.post("categories", category_name="Kitchen")["category"]["category_no"]

        answer = create(
            owner, *(picture(size, size, "PNG") for size in (100, 110, 120, 130, 140)),
            **{f"in__{made}": "T"},
        )  # fmt: skip
        [number] = [each["product_no"] for each in owner.world.get("products")["products"]]
        product = owner.world.get(f"products/{number}")["product"]
        page = owner.open(answer.headers["location"])

        assert said(page) == "The product was created."
        assert product["product_name"] == TYPED["product_name"]
        assert "<script>apron" not in page.text
        assert product["description"] == TYPED["description"]
        assert product["product_tag"] == ["linen", "kitchen"]
        assert [each["category_no"] for each in product["category"]] == [made]
        assert len(product["additional_image"]) == 4
        assert product["detail_image"]
        assert [(each["quantity"], each["use_inventory"]) for each in variants(owner, number)] == [
            (7, "T")
        ] * 6
        assert form_of(page.text, "save").values["sale_price"] == "27000"
        assert (
            owner.world.get(f"products/{number}/seo")["seo"]["meta_title"] == (TYPED["meta_title"])
        )

    def test_what_is_refused_names_its_field_and_loses_nothing(self, owner: Browser) -> None:
        wrong = {
            "price": "cheap", "quantity": "1.5", "new-1": "", "sale_price": "99,000",
            "sale_to": "",
        }  # fmt: skip

        for field, text in wrong.items():
            page = create(owner, **{field: text})
            values = form_of(page.text, "save").values

            assert page.status_code == 422, field
            assert problem(page, field), field
            expected = {**TYPED, field: text}
            assert {name: values[name] for name in expected} == expected
        assert owner.world.get("products")["products"] == []

    @pytest.mark.parametrize(
        ("field", "typed"),
        [
            ("sale_price", "abc"),
            ("sale_price", "-1"),
            ("sale_from", ""),
            ("sale_to", "2026-11-01"),
            ("sale_to", "soon"),
            ("quantity", "-5"),
            ("quantity", "9999999999"),
            ("meta_title", "x" * 3_000),
            ("option-1", "Size"),
            ("description", "<div>" * 5_000),
        ],
    )
    def test_a_part_that_is_refused_creates_nothing(
        self, owner: Browser, field: str, typed: str
    ) -> None:
        page = create(owner, picture(100, 100, "PNG"), **{field: typed})

        values = form_of(page.text, "save").values
        expected = {**TYPED, field: typed}
        assert page.status_code == 422
        assert problem(page, field)
        assert {name: values[name] for name in expected} == expected
        assert owner.world.get("products/count") == {"count": 0}
        assert owner.world.get("benefits")["benefits"] == []

    def test_the_alert_names_the_day_that_is_missing(self, owner: Browser) -> None:
        page = create(owner, sale_from="")

        assert '<a href="#f-sale_from">From:</a> This field is required.' in page.text

    def test_a_category_that_is_there_no_more_creates_nothing(self, owner: Browser) -> None:
        page = create(owner, **{"was-in-999": "F", "in-999": "T"})

        assert page.status_code == 422
        assert form_of(page.text, "save").values["summary_description"] == "Stone washed"
        assert owner.world.get("products/count") == {"count": 0}

    def test_a_picture_that_is_none_creates_nothing(self, owner: Browser) -> None:
        page = create(owner, picture(100, 100, "PNG"), b"no picture")

        assert page.status_code == 422
        assert problem(page, "added").startswith("Choose a picture")
        assert "The new pictures were not saved. Please choose them again." in page.text
        assert form_of(page.text, "save").values["product_name"] == TYPED["product_name"]
        assert owner.world.get("products/count") == {"count": 0}

    def test_what_waits_for_approval_is_said(self, owner: Browser) -> None:
        helper = sub_admin(owner.world, "helper", {"products": "edit"})
        add_rule(owner.world, objects=3)

        answer = create(helper)

        page = helper.open(answer.headers["location"])
        [product] = owner.world.get("products")["products"]
        assert said(page) == (
            "The product was created. Some of what you entered waits for approval."
        )
        assert {each["quantity"] for each in variants(owner, product["product_no"])} == {0}


class TestWhole:
    """One press of Save saves everything, or nothing."""

    @pytest.mark.parametrize(
        ("typed", "field"),
        [
            ({"quantity-0": "77", "additional_amount-0": "-99999999"}, "additional_amount-0"),
            ({"custom_variant_code-1": "x" * 200}, "custom_variant_code-1"),
            ({"new-0": "S"}, "new-0"),
            ({"option-1": "Size"}, "option-1"),
            ({"meta_title": "x" * 3_000}, "meta_title"),
            ({"sale_price": "99,000"}, "sale_price"),
            ({"sale_price": "abc"}, "sale_price"),
            ({"sale_to": "2026-11-01"}, "sale_to"),
        ],
    )
    def test_a_refused_panel_leaves_every_other_as_it_was(
        self, owner: Browser, typed: dict[str, str], field: str
    ) -> None:
        number = int(create(owner).headers["location"].rpartition("/")[2].partition("?")[0])
        address = f"{LIST}/{number}"
        before = form_of(owner.open(address).text, "save")
        others = {
            "product_name": "Another", "price": "5,555", "quantity-1": "12",
            "sale_price": "3,000", "meta_description": "Short",
        }  # fmt: skip

        page = owner.submit(before.action, {**before.values, **others, **typed})

        values = form_of(page.text, "save").values
        expected = {**others, **typed}
        assert page.status_code == 422
        assert problem(page, field)
        assert {name: values[name] for name in expected} == expected
        after = form_of(owner.open(address).text, "save").values
        assert {n: v for n, v in after.items() if n not in ("once", "form_token")} == {
            n: v for n, v in before.values.items() if n not in ("once", "form_token")
        }

    def test_a_file_that_is_no_picture_leaves_everything_as_it_was(self, owner: Browser) -> None:
        number = int(create(owner).headers["location"].rpartition("/")[2].partition("?")[0])
        form = form_of(owner.open(f"{LIST}/{number}").text, "save")
        sent = {**form.values, "product_name": "Another"}
        sent.pop("added")
        files = [("added", ("a.png", each)) for each in (picture(90, 90, "PNG"), b"no picture")]

        page = owner._sent("POST", form.action, data=sent, files=files)

        product = owner.world.get(f"products/{number}")["product"]
        assert page.status_code == 422
        assert problem(page, "added").startswith("Choose a picture")
        assert "The new pictures were not saved. Please choose them again." in page.text
        assert product["product_name"] == TYPED["product_name"]
        assert not product["detail_image"]

    def test_everything_is_saved_by_one_press(self, owner: Browser) -> None:
        number = int(create(owner).headers["location"].rpartition("/")[2].partition("?")[0])

        page = send(
            owner, f"{LIST}/{number}", "save", price="１２，０００", sale_price="9000",
            quantity__1="１２", new__0="XL", meta_description="Short",
        )  # fmt: skip

        product = owner.world.get(f"products/{number}")["product"]
        assert said(page) == "The product was saved."
        assert product["price"] == "12000.00"
        assert form_of(page.text, "save").values["sale_price"] == "9000"
        assert [each["quantity"] for each in variants(owner, number)][:3] == [7, 12, 7]
        assert len(variants(owner, number)) == 8

    def test_the_alert_names_the_variant(self, owner: Browser) -> None:
        number = int(create(owner).headers["location"].rpartition("/")[2].partition("?")[0])

        page = send(owner, f"{LIST}/{number}", "save", quantity__1="many")

        assert (
            '<a href="#f-quantity-1">Quantity of Size: S, Colour: Ink:</a> Enter a whole number.'
        ) in page.text


class TestGrid:
    def test_ticked_variants_get_what_the_first_row_says(self, owner: Browser) -> None:
        number = int(create(owner).headers["location"].rpartition("/")[2].partition("?")[0])

        page = send(
            owner, f"{LIST}/{number}", "save", row__0="T", row__2="T", all__quantity="12",
            all__additional_amount="1,500", all__selling="F", quantity__1="3",
        )  # fmt: skip

        now = [
            (each["quantity"], each["additional_amount"], each["selling"], each["use_inventory"])
            for each in variants(owner, number)
        ]
        assert said(page) == "The variants were saved."
        assert now == [
            (12, "1500.00", "F", "T"), (3, "0.00", "T", "T"), (12, "1500.00", "F", "T"),
            *[(7, "0.00", "T", "T")] * 3,
        ]  # fmt: skip

    def test_nothing_happens_without_a_ticked_one(self, owner: Browser) -> None:
        number = int(create(owner).headers["location"].rpartition("/")[2].partition("?")[0])

        page = send(owner, f"{LIST}/{number}", "save", all__quantity="12")

        assert said(page) == "No changes to save."
        assert {each["quantity"] for each in variants(owner, number)} == {7}

    def test_a_wrong_value_is_said_there_and_nothing_is_saved(self, owner: Browser) -> None:
        number = int(create(owner).headers["location"].rpartition("/")[2].partition("?")[0])

        page = send(
            owner, f"{LIST}/{number}", "save", row__0="T", row__5="T", all__quantity="many",
            product_name="Another",
        )  # fmt: skip

        values = form_of(page.text, "save").values
        assert page.status_code == 422
        assert problem(page, "all-quantity") == "Enter a whole number."
        assert (values["row-5"], values["all-quantity"]) == ("T", "many")
        assert owner.world.get(f"products/{number}")["product"]["product_name"] != "Another"

    def test_a_thousand_variants_come_in_parts(self, owner: Browser) -> None:
        options = [
            {"name": name, "value": [f"{name}{each}" for each in range(most)]}
            for name, most in (("A", 100), ("B", 10))
        ]
        number = owner.world.product(has_option="T", options=options)["product_no"]

        first = owner.open(f"{LIST}/{number}")
        page = send(
            owner, f"{LIST}/{number}?variants_from=950", "save", row__49="T", all__quantity="5"
        )

        assert "1–50 of 1000" in first.text
        assert first.text.count('name="code-') == 50
        assert said(page) == "The variants were saved."
        assert "951–1000 of 1000" in page.text
        assert [each["quantity"] for each in variants(owner, number)][-2:] == [0, 5]


class TestParts:
    def test_texts_for_search_engines(self, owner: Browser) -> None:
        number = owner.world.product()["product_no"]
        address = f"{LIST}/{number}"

        page = send(owner, address, "save", meta_title="Linen", search_engine_exposure=None)
        again = send(owner, address, "save")

        seo = owner.world.get(f"products/{number}/seo")["seo"]
        assert said(page) == "The texts for search engines were saved."
        assert said(again) == "No changes to save."
        assert (seo["meta_title"], seo["search_engine_exposure"]) == ("Linen", "F")

    def test_only_the_changed_categories_are_saved(self, owner: Browser) -> None:
        world = owner.world
        first, second, third = (
            world.post("categories", category_name=name)["category"]["category_no"]
            for name in ("Kitchen", "Garden", "Bath")
        )
        number = world.product(add_category_no=[{"category_no": first}])["product_no"]
        form = form_of(owner.open(f"{LIST}/{number}").text, "save")
        world.put(f"products/{number}", add_category_no=[{"category_no": third}])

        sent = {name: value for name, value in form.values.items() if name != f"in-{first}"}
        owner.submit(form.action, {**sent, f"in-{second}": "T"})

        product = world.get(f"products/{number}")["product"]
        assert {each["category_no"] for each in product["category"]} == {second, third}
