"""Coupons, discount codes and benefits in the back office, with the preview of their prices."""

import html
import re
from typing import Any

import httpx
import pytest

from tests.access.oauth.authorization_requests import Browser
from tests.commerce.customer.customer_setup import join
from tests.commerce.promotion.coupon_setup import issues, shown
from tests.pages.backoffice.page_forms import form_of, forms, problem, said
from tests.world import World

COUPONS, CODES, BENEFITS = "/admin/coupons", "/admin/discount-codes", "/admin/benefits"
PERIOD = {"available_begin_datetime": "2026-11-01", "available_end_datetime": "2026-12-31"}


def press(browser: Browser, page: httpx.Response, button: str, **typed: str | None) -> Any:
    """Fill in the form that has a button, press it, and return the page that follows."""
    form = form_of(page.text, button)
    sent = {**form.values, **{_name(name): value for name, value in typed.items()}}
    answer = browser.submit(
        html.unescape(form.action), {name: v for name, v in sent.items() if v is not None}
    )
    if answer.status_code == 303:
        return browser.open(answer.headers["location"])
    return answer


def _name(name: str) -> str:
    return name.replace("__", ".")


def rows(page: httpx.Response) -> list[list[str]]:
    """Return the texts of the preview's rows."""
    table = page.text.partition('<h2 id="preview">')[2].partition("</table>")[0]
    found = []
    for row in re.findall(r"<tr>(.*?)</tr>", table, re.DOTALL)[1:]:
        cells = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)
        found.append([" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in cells])
    return found


def priced(world: World, price: str = "10000.00") -> int:
    number: int = world.product(price=price, display="T", selling="T")["product_no"]
    return number


class TestCoupons:
    def test_a_coupon_is_created_as_it_was_previewed(self, owner: Browser) -> None:
        world = owner.world
        number = priced(world)
        page = owner.open(f"{COUPONS}/new")
        terms: dict[str, Any] = {
            "coupon_name": "Spring",
            "discount_amount__benefit_price": "3,000",
            "preview__products": str(number),
            **PERIOD,
        }

        preview = press(owner, page, "preview", **terms)
        before = world.get("coupons", deleted="T,F")["coupons"]
        made = press(owner, preview, "save")

        guests, members = rows(preview)[:2]
        assert guests[1] == "Guests"
        assert guests[-1] == "Guests have no coupons."
        assert members[2:4] == ["10,000 KRW", "Coupon or code −3,000 KRW"]
        assert members[-1] == "−3,000 KRW"
        assert before == []
        assert said(made) == "The coupon was created."
        [coupon] = world.get("coupons")["coupons"]
        assert (coupon["coupon_name"], coupon["benefit_price"]) == ("Spring", "3000.00")
        assert coupon["available_end_datetime"] == "2026-12-31T23:59:59+09:00"
        assert ">Spring</a>" in owner.open(COUPONS).text

    def test_a_form_that_is_sent_twice_makes_one_coupon(self, owner: Browser) -> None:
        page = owner.open(f"{COUPONS}/new")
        terms: dict[str, Any] = {
            "coupon_name": "Twice",
            "discount_amount__benefit_price": "1",
            **PERIOD,
        }

        answers = [press(owner, page, "save", **terms) for _ in range(2)]

        assert [said(each) for each in answers] == ["The coupon was created."] * 2
        assert len(owner.world.get("coupons")["coupons"]) == 1

    def test_only_the_fields_of_the_chosen_kind_are_shown(self, owner: Browser) -> None:
        page = owner.open(f"{COUPONS}/new")
        changed = press(owner, page, "fields", coupon_name="Kept", benefit_type="B", way="SR")

        assert 'name="discount_amount.benefit_price"' in page.text
        assert 'name="discount_rate.benefit_percentage"' not in page.text
        assert 'name="discount_amount.benefit_price"' not in changed.text
        assert 'name="discount_rate.benefit_percentage"' in changed.text
        assert 'name="serial_generate_auto.issue_max_count"' in changed.text
        assert 'value="Kept"' in changed.text
        shipping = press(owner, page, "fields", benefit_type="E")
        assert 'name="available_scope"' not in shipping.text

    @pytest.mark.parametrize(
        ("typed", "field", "message"),
        [
            ({"coupon_name": ""}, "coupon_name", "This field is required."),
            (
                {"discount_amount__benefit_price": ""},
                "discount_amount.benefit_price",
                "Enter an amount.",
            ),
            (
                {"discount_amount__benefit_price": "much"},
                "discount_amount.benefit_price",
                "This is not a number.",
            ),
            ({"available_begin_datetime": ""}, "available_begin_datetime", "Enter a date."),
            (
                {"available_end_datetime": "2026-10-01"},
                "available_end_datetime",
                "The end date is before the start date.",
            ),
            (
                {"available_site.W": None, "available_site.M": None, "available_site.P": None},
                "available_site",
                "Choose at least one.",
            ),
        ],
    )
    @pytest.mark.parametrize("button", ["preview", "save"])
    def test_what_is_wrong_names_its_field_and_changes_nothing(
        self, owner: Browser, typed: dict[str, str | None], field: str, message: str, button: str
    ) -> None:
        priced(owner.world)
        page = owner.open(f"{COUPONS}/new")
        terms: dict[str, Any] = {
            "coupon_name": "Wrong",
            "discount_amount__benefit_price": "1",
            **PERIOD,
        }

        answer = press(owner, page, button, **{**terms, **typed})

        assert answer.status_code == 422
        assert problem(answer, re.escape(field)) == message
        assert owner.world.get("coupons")["coupons"] == []

    def test_a_coupon_is_issued_to_one_customer_a_group_and_all(self, owner: Browser) -> None:
        world = owner.world
        for name in ("hana", "mina"):
            join(world, name)
        number = self._made(owner)
        path = f"{COUPONS}/{number}"

        one = press(owner, owner.open(path), "issue", issued_member_scope="M", member_id="hana")
        everybody = press(owner, owner.open(path), "issue", issued_member_scope="A")
        nobody = press(owner, owner.open(path), "issue", issued_member_scope="A")
        unknown = press(
            owner, owner.open(path), "issue", issued_member_scope="M", member_id="nobody"
        )
        group = press(
            owner,
            owner.open(path),
            "issue",
            issued_member_scope="G",
            group_no="1",
            allow_duplication="T",
        )

        assert [said(each) for each in (one, everybody, group)] == ["The coupon was issued."] * 3
        assert nobody.status_code == 422
        assert "everyone chosen has it already" in problem(nobody, "issued_member_scope")
        assert unknown.status_code in (404, 422)
        holders = [each["member_id"] for each in issues(world, number)]
        assert sorted(holders) == ["hana", "hana", "mina", "mina"]

    def test_a_coupon_is_stopped_started_and_deleted(self, owner: Browser) -> None:
        number = self._made(owner)
        path = f"{COUPONS}/{number}"

        stopped = press(owner, owner.open(path), "pause")
        running = press(owner, owner.open(path), "restart")
        deleted = press(owner, owner.open(path), "delete")

        assert [said(each) for each in (stopped, running, deleted)] == [
            "The coupon is no longer issued.",
            "The coupon is issued again.",
            "The coupon was deleted.",
        ]
        assert 'value="issue"' not in stopped.text
        assert shown(owner.world, number)["deleted"] == "T"

    def test_generated_codes_are_listed_and_downloaded(self, owner: Browser) -> None:
        page = owner.open(f"{COUPONS}/new")
        with_codes = press(owner, page, "fields", way="SR", coupon_name="Flyer", **PERIOD)
        made = press(
            owner,
            with_codes,
            "save",
            discount_amount__benefit_price="500",
            serial_generate_auto__issue_max_count="25",
        )
        number = re.findall(r"<code>(\d{19})</code>", made.text)[0]
        file = owner.open(f"{COUPONS}/{number}?codes=csv")

        codes = owner.world.get(f"serialcoupons/{number}/issues")["serialcoupons"]
        assert len(codes) == 25
        assert file.headers["content-type"] == "text/csv; charset=utf-8"
        lines = file.text.lstrip("\ufeff").splitlines()
        assert lines[0] == "Code,Customer,Used"
        assert {each.split(",")[0] for each in lines[1:]} == {c["serial_code"] for c in codes}

    def test_codes_of_ones_own_are_added_once(self, owner: Browser) -> None:
        page = owner.open(f"{COUPONS}/new")
        own = press(
            owner, page, "fields", way="SS", serial_generate_method="M", coupon_name="Radio",
            **PERIOD,
        )  # fmt: skip
        made = press(owner, own, "save", discount_amount__benefit_price="500")
        number = re.findall(r"<code>(\d{19})</code>", made.text)[0]
        path = f"{COUPONS}/{number}"

        short = press(owner, owner.open(path), "codes", serial_code_list="abc")
        added = press(owner, owner.open(path), "codes", serial_code_list="RADIO26")
        again = press(owner, owner.open(path), "codes", serial_code_list="OTHER26")

        assert problem(short, "serial_code_list") == "Enter at least 4 characters."
        assert said(added) == "The codes were added."
        assert "enter only one" in problem(again, "serial_code_list")
        assert "<code>RADIO26</code>" in owner.open(path).text

    def _made(self, owner: Browser) -> str:
        page = owner.open(f"{COUPONS}/new")
        made = press(
            owner, page, "save", coupon_name="Given", discount_amount__benefit_price="1000",
            **PERIOD,
        )  # fmt: skip
        found: str = re.findall(r"<code>(\d{19})</code>", made.text)[0]
        return found


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
            ({"discount_value": "120"}, "discount_value", "Enter 99 or less."),
            ({"discount_code": ""}, "discount_code", "This field is required."),
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

        assert {_name(name) for name in typed} <= names
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
