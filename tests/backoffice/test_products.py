"""Products in the back office: found, switched several at once, changed, made and deleted."""

import re

import pytest

from tests.areas.product.stocking import ledger, stocked
from tests.backoffice.daily import forms, problem, said, send, send_only
from tests.files.images import picture
from tests.oauth.at_the_door import SIGN_IN, Browser, manager

LIST = "/admin/products"


def names(browser: Browser, query: str = "") -> list[str]:
    """Return the names of the products a list shows."""
    page = browser.open(f"{LIST}?{query}")
    assert page.status_code == 200, page.text
    return re.findall(r'<th scope="row" class="broad"><a [^>]*>([^<]*)</a>', page.text)


class TestList:
    def test_a_row_says_what_a_product_is_and_costs_and_how_many_there_are(
        self, owner: Browser
    ) -> None:
        number, _ = stocked(owner.world, 7)
        owner.world.put(f"products/{number}", custom_product_code="AP-1")

        page = owner.open(LIST).text
        row = page.split("<tbody>")[1].split("</tr>")[0]

        assert f'<a href="/admin/products/{number}">Linen apron</a>' in row
        assert "AP-1" in row
        assert "11,000 KRW" in row
        assert ">Displayed<" in row
        assert ">On sale<" in row
        assert '<td class="figure">7</td>' in row

    def test_search(self, owner: Browser) -> None:
        world = owner.world
        category = world.post("categories", category_name="Kitchen")["category"]["category_no"]
        world.product(product_name="Apron", add_category_no=[{"category_no": category}])
        world.product(product_name="Bowl", display="F", custom_product_code="B-1")
        world.stage.clock.pass_(3600)
        world.product(product_name="Cup", selling="F", product_tag=["tea"])

        found = {
            query: names(owner, query)
            for query in (
                "",
                "sort=name",
                "field=product_name&keyword=ow",
                "field=custom_product_code&keyword=B-1",
                "field=product_no&keyword=1",
                "field=product_tag&keyword=tea",
                "display=F",
                "selling=F",
                f"category={category}",
                "category=none&sort=name",
                "dates=created&from=2026-11-21T09:30:00%2B09:00&to=2026-11-21",
                "keyword=nothing",
            )
        }

        assert list(found.values()) == [
            ["Cup", "Bowl", "Apron"],
            ["Apron", "Bowl", "Cup"],
            ["Bowl"],
            ["Bowl"],
            ["Apron"],
            ["Cup"],
            ["Bowl"],
            ["Cup"],
            ["Apron"],
            ["Bowl", "Cup"],
            ["Cup"],
            [],
        ]
        assert "No product matches." in owner.open(f"{LIST}?keyword=nothing").text

    def test_an_empty_shop_says_how_to_begin(self, owner: Browser) -> None:
        page = owner.open(LIST).text

        assert "There is no product yet." in page
        assert page.count('href="/admin/products/new"') == 2

    def test_pages(self, owner: Browser) -> None:
        for at in range(31):
            owner.world.product(product_name=f"No {at}")

        first, second = names(owner, "display=T"), names(owner, "display=T&page=2")
        page = owner.open(f"{LIST}?display=T").text

        assert (len(first), second) == (30, ["No 0"])
        assert 'href="/admin/products?display=T&amp;page=2" rel="next"' in page
        assert 'rel="prev"' not in page
        assert 'rel="next"' not in owner.open(f"{LIST}?display=T&page=2").text

    @pytest.mark.parametrize(
        ("query", "field", "message"),
        [
            ("from=yesterday", "from", "This is no date."),
            ("field=product_no&keyword=apron", "keyword", "This is not a number."),
        ],
    )
    def test_what_cannot_be_searched_for_is_said_beside_its_field(
        self, owner: Browser, query: str, field: str, message: str
    ) -> None:
        page = owner.open(f"{LIST}?{query}")

        assert page.status_code == 422
        assert problem(page, field) == message

    def test_names_are_escaped(self, owner: Browser) -> None:
        number = owner.world.product(product_name="<script>alert(1)</script>")["product_no"]

        for address in (LIST, f"{LIST}/{number}", f"{LIST}/{number}?delete=1"):
            page = owner.open(address).text
            assert "<script>alert" not in page
            assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


class TestSwitches:
    def test_several_at_once(self, owner: Browser) -> None:
        world = owner.world
        first, second, third = (world.product()["product_no"] for _ in range(3))

        page = send(owner, LIST, "display-F", row__0=str(third), row__2=str(first))

        assert said(page) == "The chosen products are hidden."
        assert [
            world.get(f"products/{number}")["product"]["display"]
            for number in (first, second, third)
        ] == ["F", "T", "F"]

    def test_what_is_so_already_stays_so(self, owner: Browser) -> None:
        number = owner.world.product()["product_no"]

        page = send(owner, LIST, "selling-T", row__0=str(number))

        assert said(page) == "The chosen products are on sale."

    def test_none_chosen(self, owner: Browser) -> None:
        owner.world.product()

        page = send(owner, LIST, "selling-F")

        assert said(page) == "No product was chosen."

    def test_one_that_is_gone_is_told_by_itself_and_the_others_are_done(
        self, owner: Browser
    ) -> None:
        world = owner.world
        first, second = (world.product()["product_no"] for _ in range(2))
        page = owner.open(LIST)
        assert world.call("DELETE", f"products/{first}").status_code == 200

        token = forms(page.text)[-2].values["form_token"]
        sent = {"form_token": token, "deed": "selling-F", "row-0": first, "row-1": second}
        answer = owner.submit(LIST, sent)

        assert answer.status_code == 422
        assert f"Product {first}: The product does not exist." in answer.text
        assert f"Product {second}: done" in answer.text
        assert world.get(f"products/{second}")["product"]["selling"] == "F"


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
        assert "Changed product" in owner.open("/admin/activity").text

    def test_nothing_different(self, owner: Browser) -> None:
        number = owner.world.product()["product_no"]

        page = send(owner, f"{LIST}/{number}", "details")

        assert said(page) == "Nothing was different, so nothing was changed."

    @pytest.mark.parametrize(
        ("field", "typed", "message"),
        [
            ("price", "cheap", "This is not a number."),
            ("price", "-1", "From 0 to 2147483647."),
            ("product_name", "x" * 251, "At most 250 characters."),
            ("product_name", "", "At least 1 characters."),
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
        assert said(page) == "The stock was saved."
        assert (first["use_inventory"], first["additional_amount"]) == ("F", "0.00")
        assert (second["use_inventory"], second["quantity"]) == ("T", 5)
        assert second["additional_amount"] == "1000.00"
        assert [entry[0] for entry in ledger(world)] == [second["variant_code"]]

    def test_what_was_sold_meanwhile_stays_sold(self, owner: Browser) -> None:
        world = owner.world
        number, code = stocked(world, 7)
        page = owner.open(f"{LIST}/{number}").text
        [form] = [each for each in forms(page) if each.values.get("deed") == "stock"]
        world.put(f"products/{number}/variants/{code}/inventories", quantity=3)

        answer = owner.submit(form.action, {**form.values, "additional_amount-0": "10"})

        [variant] = world.get(f"products/{number}/variants")["variants"]
        assert answer.status_code == 303
        assert (variant["quantity"], variant["additional_amount"]) == (3, "10.00")

    def test_a_quantity_that_is_no_number(self, owner: Browser) -> None:
        number, _ = stocked(owner.world, 7)

        page = send(owner, f"{LIST}/{number}", "stock", quantity__0="many")

        assert page.status_code == 422
        assert problem(page, "quantity-0") == "This is not a number."
        assert 'value="many"' in page.text

    def test_categories(self, owner: Browser) -> None:
        world = owner.world
        number = world.product()["product_no"]
        made = world.post("categories", category_name="Kitchen")["category"]["category_no"]

        added = send(owner, f"{LIST}/{number}", "categories", add=str(made))
        inside = world.get(f"products/{number}")["product"]["category"]
        removed = send(owner, f"{LIST}/{number}", "categories", remove=str(made))

        assert said(added) == said(removed) == "The categories were changed."
        assert [each["category_no"] for each in inside] == [made]
        assert world.get(f"products/{number}")["product"]["category"] == []

    def test_the_description(self, owner: Browser) -> None:
        number = owner.world.product()["product_no"]
        text = "<p>한글 설명</p>" * 3_000

        page = send(owner, f"{LIST}/{number}", "description", description=text)

        assert said(page) == "The description was saved."
        assert owner.world.get(f"products/{number}")["product"]["description"] == text

    def test_a_picture(self, owner: Browser) -> None:
        number = owner.world.product()["product_no"]
        page = owner.open(f"{LIST}/{number}").text
        [form] = [each for each in forms(page) if each.values.get("deed") == "picture"]
        files = {"picture": ("apron.png", picture(600, 400, "PNG"), "image/png")}
        sent = {name: value for name, value in form.values.items() if name != "picture"}

        answer = owner._sent("POST", form.action, data=sent, files=files)

        product = owner.world.get(f"products/{number}")["product"]
        assert answer.headers["location"] == f"{LIST}/{number}?done=picture"
        assert "/files/" in product["detail_image"]
        assert "/files/" in product["tiny_image"]

    def test_what_is_no_picture(self, owner: Browser) -> None:
        number = owner.world.product()["product_no"]
        page = owner.open(f"{LIST}/{number}").text
        [form] = [each for each in forms(page) if each.values.get("deed") == "picture"]
        files = {"picture": ("apron.png", b"no picture", "image/png")}
        sent = {name: value for name, value in form.values.items() if name != "picture"}

        answer = owner._sent("POST", form.action, data=sent, files=files)
        foreign = owner._sent("POST", form.action, data={**sent, "form_token": "x"}, files=files)

        assert answer.status_code == 422
        assert problem(answer, "picture").startswith("Expected a picture")
        assert foreign.status_code == 403

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
        assert "This is not here" in page.text
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


class TestNew:
    def test_made_with_its_stock_and_category(self, owner: Browser) -> None:
        world = owner.world
        made = world.post("categories", category_name="Kitchen")["category"]["category_no"]
        page = owner.open(f"{LIST}/new").text
        form = forms(page)[1]

        answer = owner.submit(
            form.action,
            {
                **form.values,
                "product_name": "Bowl",
                "price": "9000",
                "supply_price": "4000",
                "quantity": "12",
                "category": str(made),
                "display": "T",
            },
        )
        number = answer.headers["location"].rpartition("/")[2].partition("?")[0]
        product = world.get(f"products/{number}", embed="variants")["product"]

        assert answer.headers["location"].endswith("?done=made")
        assert (product["product_name"], product["price"]) == ("Bowl", "9000.00")
        assert (product["display"], product["selling"]) == ("T", "F")
        assert [each["category_no"] for each in product["category"]] == [made]
        assert [(each["use_inventory"], each["quantity"]) for each in product["variants"]] == [
            ("T", 12)
        ]

    def test_what_is_missing_is_said_and_what_was_typed_stays(self, owner: Browser) -> None:
        form = forms(owner.open(f"{LIST}/new").text)[1]

        sent = {**form.values, "price": "9000", "supply_price": "4000"}
        page = owner.submit(form.action, sent)

        assert page.status_code == 422
        assert problem(page, "product_name") == "This is needed."
        assert 'value="9000"' in page.text
        assert owner.world.get("products/count") == {"count": 0}


def test_suppliers_do_not_see_the_pages(browser: Browser) -> None:
    manager(browser.world, "seller", "S")
    browser.sign_in(SIGN_IN, user="seller")

    pages = {
        path: browser.open(path).status_code
        for path in (LIST, f"{LIST}/1", "/admin/orders", "/admin/customers", "/admin/boards")
    }

    assert pages == dict.fromkeys(pages, 403)
    assert LIST not in browser.open("/admin").text


def test_the_pages_speak_korean(owner: Browser) -> None:
    number = owner.world.product()["product_no"]
    owner.cookies["openmall-language"] = "ko"

    page = owner.open(f"{LIST}/{number}").text
    refused = send_only(owner, f"{LIST}/{number}", "details", price="싸다")

    assert '<html lang="ko">' in page
    assert ">상품 관리</a>" in page
    assert problem(refused, "price") == "숫자가 아닙니다."
