"""Coupons in the back office: created after a preview, issued, stopped, with codes."""

import re
from typing import Any

import pytest

from tests.access.oauth.authorization_requests import Browser
from tests.commerce.customer.customer_setup import join
from tests.commerce.promotion.coupon_setup import issues, shown
from tests.pages.backoffice.page_forms import problem, said
from tests.pages.backoffice.promotion_forms import COUPONS, press, priced, rows

PERIOD = {"available_begin_datetime": "2026-11-01", "available_end_datetime": "2026-12-31"}


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

    @pytest.mark.parametrize(
        ("way", "typed", "expected", "times"),
        [
            (
                "AA",
                {"issue_anniversary_type": "W", "issue_anniversary_pre_issue_day": "7"},
                {"issue_anniversary_type": "W", "issue_anniversary_pre_issue_day": 7},
                "7 days before the wedding anniversary",
            ),
            (
                "AA",
                {"issue_anniversary_pre_issue_day": "1"},
                {"issue_anniversary_type": "B", "issue_anniversary_pre_issue_day": 1},
                "The day before the birthday",
            ),
            (
                "AA",
                {},
                {"issue_anniversary_type": "B", "issue_anniversary_pre_issue_day": None},
                "On the birthday",
            ),
            (
                "AN",
                {"issue_no_purchase_period": "6"},
                {"issue_no_purchase_period": 6},
                "6 months after the last order",
            ),
            (
                "AN",
                {"issue_no_purchase_period": "1"},
                {"issue_no_purchase_period": 1},
                "A month after the last order",
            ),
            (
                "R",
                {"recurring_issuance__recurring_issuance_interval": "3m",
                 "recurring_issuance__recurring_issuance_hour": "0"},
                {"issue_type": "R", "issue_sub_type": "M"},
                "Every 3 months, on day 1 at 00:00",
            ),
        ],
    )  # fmt: skip
    def test_coupons_at_set_times_are_made_and_listed_with_their_times(
        self,
        owner: Browser,
        way: str,
        typed: dict[str, str],
        expected: dict[str, Any],
        times: str,
    ) -> None:
        page = press(
            owner, owner.open(f"{COUPONS}/new"), "fields", way=way, coupon_name="Later", **PERIOD
        )

        made = press(owner, page, "save", discount_amount__benefit_price="500", **typed)

        assert said(made) == "The coupon was created."
        [found] = owner.world.get("coupons")["coupons"]
        assert {name: found[name] for name in expected} == expected
        path = f"{COUPONS}/{found['coupon_no']}"
        coupon = owner.open(path).text
        for shown_times in (owner.open(f"{COUPONS}?issue_type={way[0]}").text, coupon):
            assert times in shown_times
            assert "500 KRW off" in shown_times
        assert "<dt>Next issue</dt><dd>2026-" in coupon
        assert 'value="issue"' not in coupon
        press(owner, owner.open(path), "pause")
        assert "Next issue" not in owner.open(path).text

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
