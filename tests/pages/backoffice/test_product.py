"""One product in the back office: its page, and every form of it."""

import httpx
import pytest

from tests.access.oauth.authorization_requests import Browser
from tests.commerce.product.stock_setup import ledger, stocked
from tests.media.images import picture, read
from tests.pages.backoffice.page_forms import COMMA, form_of, problem, said, send

LIST = "/admin/products"


class TestOne:
    def test_details_are_changed_through_the_api(self, owner: Browser) -> None:
        world = owner.world
        number = world.product()["product_no"]

        page = send(
            owner,
            f"{LIST}/{number}",
            "details",
            product_name="Apron of linen",
            price="12,500",
            selling="F",
            product_tag="linen, kitchen,",
            summary_description="Wide",
        )
        product = world.get(f"products/{number}")["product"]

        assert said(page) == "The product was saved."
        assert product["product_name"] == "Apron of linen"
        assert product["price"] == "12500.00"
        assert product["selling"] == "F"
        assert product["product_tag"] == ["linen", "kitchen"]
        assert product["summary_description"] == "Wide"
        assert product["display"] == "T"
        assert "Product changed: " in owner.open("/admin/activity").text

    def test_nothing_different(self, owner: Browser) -> None:
        number = owner.world.product()["product_no"]

        page = send(owner, f"{LIST}/{number}", "details")

        assert said(page) == "No changes to save."

    @pytest.mark.parametrize(
        ("field", "typed", "message"),
        [
            ("price", "cheap", "This is not a number."),
            ("price", "12,50", COMMA),
            ("retail_price", "1,2345", COMMA),
            ("price", "-1", "Enter a value from 0 to 2147483647."),
            ("product_name", "x" * 251, "Enter at most 250 characters."),
            ("product_name", "", "This field is required."),
        ],
    )
    def test_what_is_wrong_is_said_beside_its_field_and_what_was_typed_stays(
        self, owner: Browser, field: str, typed: str, message: str
    ) -> None:
        number = owner.world.product()["product_no"]

        page = send(
            owner, f"{LIST}/{number}", "details", **{"custom_product_code": "K-1", field: typed}
        )

        assert page.status_code == 422
        assert problem(page, field) == message
        assert 'value="K-1"' in page.text
        assert owner.world.get(f"products/{number}")["product"]["custom_product_code"] == ""

    def test_a_shop_of_the_mall_has_its_own_words(self, owner: Browser) -> None:
        world = owner.world
        number = world.product()["product_no"]

        page = send(owner, f"{LIST}/{number}?shop_no=2", "details", product_name="Schürze")

        assert said(page) == "The product was saved."
        assert world.get(f"products/{number}", shop_no=2)["product"]["product_name"] == "Schürze"
        assert world.get(f"products/{number}")["product"]["product_name"] == "Linen apron"

    def test_stock_is_set_where_it_was_changed_and_only_there(self, owner: Browser) -> None:
        world = owner.world
        options = [{"name": "Colour", "value": "Sand,Ink"}]
        number = world.product(has_option="T", options=options)["product_no"]
        address = f"{LIST}/{number}"
        opened = owner.open(address)

        page = send(
            owner, address, "stock", quantity__1="5", use_inventory__1="T",
            additional_amount__1="1,000",
        )  # fmt: skip
        first, second = world.get(f"products/{number}/variants")["variants"]

        assert opened.status_code == 200
        assert said(page) == "The variants were saved."
        assert (first["use_inventory"], first["additional_amount"]) == ("F", "0.00")
        assert (second["use_inventory"], second["quantity"]) == ("T", 5)
        assert second["additional_amount"] == "1000.00"
        assert [entry[0] for entry in ledger(world)] == [second["variant_code"]]

    def test_what_was_sold_meanwhile_stays_sold(self, owner: Browser) -> None:
        world = owner.world
        number, code = stocked(world, 7)
        page = owner.open(f"{LIST}/{number}").text
        form = form_of(page, "stock")
        world.put(f"products/{number}/variants/{code}/inventories", quantity=3)

        answer = owner.submit(form.action, {**form.values, "additional_amount-0": "10"})

        [variant] = world.get(f"products/{number}/variants")["variants"]
        assert answer.status_code == 303
        assert (variant["quantity"], variant["additional_amount"]) == (3, "10.00")

    def test_a_quantity_that_is_no_number(self, owner: Browser) -> None:
        number, _ = stocked(owner.world, 7)

        page = send(owner, f"{LIST}/{number}", "stock", quantity__0="many")

        assert page.status_code == 422
        assert problem(page, "quantity-0") == "Enter a whole number."
        assert 'value="many"' in page.text

    def test_categories(self, owner: Browser) -> None:
        world = owner.world
        number = world.product()["product_no"]
        made = world.post("categories", category_name="Kitchen")["category"]["category_no"]

        added = send(owner, f"{LIST}/{number}", "categories", **{f"in__{made}": "T"})
        inside = world.get(f"products/{number}")["product"]["category"]
        removed = send(owner, f"{LIST}/{number}", "categories", **{f"in__{made}": None})

        assert said(added) == said(removed) == "The categories were changed."
        assert [each["category_no"] for each in inside] == [made]
        assert world.get(f"products/{number}")["product"]["category"] == []

    def test_the_description(self, owner: Browser) -> None:
        number = owner.world.product()["product_no"]
        text = "<p>한글 설명</p>" * 3_000

        page = send(owner, f"{LIST}/{number}", "description", description=text)

        assert said(page) == "The description was saved."
        assert owner.world.get(f"products/{number}")["product"]["description"] == text

    def test_a_description_is_saved_without_what_the_shop_would_not_show(
        self, owner: Browser
    ) -> None:
        number = owner.world.product()["product_no"]
        typed = '<p onclick="x()">A <b>bold</b><script>x()</script> word</p>'

        send(owner, f"{LIST}/{number}", "description", description=typed)

        product = owner.world.get(f"products/{number}")["product"]
        assert product["description"] == "<p>A <b>bold</b> word</p>"

    def test_a_description_that_is_nested_too_deeply(self, owner: Browser) -> None:
        number = owner.world.product(description="Before")["product_no"]

        page = send(owner, f"{LIST}/{number}", "description", description="<div>" * 5_000)

        assert page.status_code == 422
        assert problem(page, "description") == (
            "The text is too long, or its elements are nested too deeply."
        )
        assert owner.world.get(f"products/{number}")["product"]["description"] == "Before"

    def test_a_picture_of_the_text_is_stored(self, owner: Browser) -> None:
        number = owner.world.product()["product_no"]
        form = form_of(owner.open(f"{LIST}/{number}").text, "description")
        sent = {"form_token": form.values["form_token"], "deed": "text-picture"}

        def upload(content: bytes) -> httpx.Response:
            files = {"file": ("a.png", content, "image/png")}
            return owner._sent("POST", form.action, data=sent, files=files)

        answer, refused, empty = upload(picture(60, 40, "PNG")), upload(b"none"), upload(b"")

        assert (answer.status_code, answer.headers["content-type"]) == (
            200, "text/plain; charset=utf-8",
        )  # fmt: skip
        assert answer.text.startswith("/files/")
        assert read(owner.open(answer.text).content).size == (60, 40)
        assert refused.status_code == 422
        assert refused.text.startswith("Choose a picture")
        assert (empty.status_code, empty.text) == (422, "This field is required.")

    def test_a_long_text_in_a_form_with_files(self, owner: Browser) -> None:
        number = owner.world.product()["product_no"]
        page = owner.open(f"{LIST}/{number}").text
        form = form_of(page, "description")
        text = "<p>한글 설명</p>" * 3_000
        files = {name: (None, value) for name, value in form.values.items()}

        answer = owner._sent("POST", form.action, files=files | {"description": (None, text)})

        assert answer.status_code == 303
        assert owner.world.get(f"products/{number}")["product"]["description"] == text

    def test_delete_asks_first(self, owner: Browser) -> None:
        number = owner.world.product()["product_no"]
        address = f"{LIST}/{number}"

        question = owner.open(f"{address}?delete=1")
        page = send(owner, f"{address}?delete=1", "delete")

        assert "Delete Linen apron?" in question.text
        assert said(page) == "The product was deleted."
        assert owner.world.call("GET", f"products/{number}").status_code == 404

    @pytest.mark.parametrize("below", ["999", "abc", "1%2F2", "999?delete=1"])
    def test_a_product_there_is_not_is_told_in_the_frame(self, owner: Browser, below: str) -> None:
        page = owner.open(f"{LIST}/{below}")

        assert page.status_code == 404
        assert "Not found" in page.text
        assert '<nav class="side"' in page.text

    def test_a_form_of_another_site_changes_nothing(self, owner: Browser) -> None:
        number = owner.world.product()["product_no"]

        for address, form in (
            (LIST, {"deed": "display-F", "row-0": number}),
            (f"{LIST}/{number}", {"deed": "delete"}),
            (f"{LIST}/new", {"product_name": "X"}),
        ):
            assert owner.submit(address, form).status_code == 403
        assert owner.world.get("products/count") == {"count": 1}
        assert owner.world.get(f"products/{number}")["product"]["display"] == "T"
