"""Products in the back office: found, switched several at once, changed, made and deleted."""

import re

import pytest

from openmall.pages.backoffice.product import product_tax
from tests.access.oauth.authorization_requests import SIGN_IN, Browser, manager
from tests.commerce.product.stock_setup import stocked
from tests.pages.backoffice.page_forms import (
    COMMA,
    form_of,
    forms,
    problem,
    said,
    send,
    send_only,
)

LIST = "/admin/products"


def names(browser: Browser, query: str = "") -> list[str]:
    """Return the names of the products a list shows."""
    page = browser.open(f"{LIST}?{query}")
    assert page.status_code == 200, page.text
    return re.findall(r'<span class="grow"><a [^>]*>([^<]*)</a>', page.text)


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
        assert "No matching products." in owner.open(f"{LIST}?keyword=nothing").text

    def test_each_chosen_filter_is_shown_with_the_list_without_it(self, owner: Browser) -> None:
        number = owner.world.post("categories", category_name="Kitchen")["category"]["category_no"]
        chosen = {
            "keyword=ow&field=product_tag": "Tag: ow",
            "display=F": "Hidden",
            "selling=T": "On sale",
            "stock=partly": "Has sold-out variants",
            "approve_status=R": "Rejected",
            f"category={number}": "Kitchen",
            "category=none": "Uncategorized",
            "dates=updated&from=2026-11-01": "Changed from 2026-11-01",
            "to=2026-11-02": "Created until 2026-11-02",
        }

        for query, text in chosen.items():
            page = owner.open(f"{LIST}?sort=name&{query}").text
            chips = page.partition('<ul class="chosen"')[2].partition("</ul>")[0]
            found = re.findall(
                r'<a href="([^"]*)"><span class="unseen">[^<]*</span>([^<]*)<', chips
            )
            assert [label for _, label in found] == [text]
            parameter = query.split("&")[-1 if query.startswith("dates") else 0]
            assert parameter not in found[0][0]
            assert "sort=name" in found[0][0]
        assert '<ul class="chosen"' not in owner.open(f"{LIST}?sort=name").text

    def test_an_empty_shop_says_how_to_begin(self, owner: Browser) -> None:
        page = owner.open(LIST).text

        assert "There are no products yet." in page
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
            ("from=yesterday", "from", "This is not a date."),
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

        assert said(page) == "The selected products are hidden."
        assert [
            world.get(f"products/{number}")["product"]["display"]
            for number in (first, second, third)
        ] == ["F", "T", "F"]

    def test_what_is_so_already_stays_so(self, owner: Browser) -> None:
        number = owner.world.product()["product_no"]

        page = send(owner, LIST, "selling-T", row__0=str(number))

        assert said(page) == "The selected products are on sale."

    def test_none_chosen(self, owner: Browser) -> None:
        owner.world.product()

        page = send(owner, LIST, "selling-F")

        assert said(page) == "No products selected."

    def test_one_that_is_gone_is_told_by_itself_and_the_others_are_done(
        self, owner: Browser
    ) -> None:
        world = owner.world
        first, second = (world.product()["product_no"] for _ in range(2))
        page = owner.open(LIST)
        assert world.call("DELETE", f"products/{first}").status_code == 200

        token = form_of(page.text, "selling-F").values["form_token"]
        sent = {"form_token": token, "deed": "selling-F", "row-0": first, "row-1": second}
        answer = owner.submit(LIST, sent)

        assert answer.status_code == 422
        assert f"Product {first}: The product does not exist." in answer.text
        assert f"Product {second}: done" in answer.text
        assert world.get(f"products/{second}")["product"]["selling"] == "F"


class TestNew:
    def test_made_with_its_stock_and_category(self, owner: Browser) -> None:
        world = owner.world
        made = world.post("categories", category_name="Kitchen")["category"]["category_no"]
        form = form_of(owner.open(f"{LIST}/new").text, "save")

        answer = owner.submit(
            form.action,
            {
                **form.values,
                "product_name": "Bowl",
                "price": "9000",
                "supply_price": "4000",
                "quantity": "12",
                f"in-{made}": "T",
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
        form = form_of(owner.open(f"{LIST}/new").text, "save")

        sent = {**form.values, "price": "9000", "supply_price": "4000"}
        page = owner.submit(form.action, sent)

        assert page.status_code == 422
        assert problem(page, "product_name") == "This field is required."
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


@pytest.mark.parametrize(
    ("field", "typed", "message"),
    [("price", "12,50", COMMA), ("quantity", "-3", "Enter 0 or more.")],
)
def test_a_new_product_with_a_wrong_number_is_not_created(
    owner: Browser, field: str, typed: str, message: str
) -> None:
    form = next(each for each in forms(owner.open(f"{LIST}/new").text) if "price" in each.values)
    named = {"product_name": "Mug", "price": "1,250", "supply_price": "1"}

    page = owner.submit(form.action, {**form.values, **named, field: typed})

    assert (page.status_code, problem(page, field)) == (422, message)
    assert owner.world.get("products")["products"] == []


@pytest.mark.parametrize(
    ("country", "rate", "stored"),
    [("KR", "10", ("A", 10)), ("US", "0", ("B", 0)), ("DE", "19", ("A", 19))],
)
def test_a_new_product_has_the_tax_that_its_form_shows(
    owner: Browser, country: str, rate: str, stored: tuple[str, int]
) -> None:
    form = next(each for each in forms(owner.open(f"{LIST}/new").text) if "price" in each.values)
    named = {"product_name": "Mug", "price": "1,250", "supply_price": "1", "tax_rate": rate}

    owner.submit(form.action, {**form.values, **named})

    [product] = owner.world.get("products")["products"]
    found = owner.world.get(f"products/{product['product_no']}")["product"]
    page = owner.open(f"{LIST}/{product['product_no']}").text
    assert form.values["tax_rate"] == "10", "of the mall's country, Korea"
    assert (found["tax_type"], found["tax_rate"]) == stored
    assert form_of(page, "details").values["tax_rate"] == rate
    assert product_tax.preset(country) == (10 if country == "KR" else 0)
