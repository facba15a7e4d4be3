"""Customers in the back office: found, given points and coupons, moved to groups, noted about."""

import re
from urllib.parse import quote

import httpx
import pytest

from tests.access.oauth.authorization_requests import Browser
from tests.commerce.customer.customer_setup import join
from tests.commerce.order.order_setup import paid, wanted
from tests.commerce.product.stock_setup import stocked
from tests.commerce.promotion.coupon_setup import coupon
from tests.pages.backoffice.history_pages import changes
from tests.pages.backoffice.page_forms import form_of, problem, said, send
from tests.world import World

LIST = "/admin/customers"
HANA = f"{LIST}/hana"


def people(browser: Browser, query: str = "") -> list[str]:
    """Return the names of the customers a list shows."""
    page = browser.open(f"{LIST}?{query}")
    assert page.status_code == 200, page.text
    return re.findall(r'<span class="grow"><a href="/admin/customers/[^>]*>([^<]*)</a>', page.text)


@pytest.fixture
def hana(owner: Browser) -> World:
    """A mall with one customer."""
    join(
        owner.world,
        "hana",
        name="Hana Kim",
        email="hana@example.com",
        cellphone="010-1234-5678",
        address1="1 Sejong-daero",
    )
    return owner.world


class TestList:
    def test_search(self, owner: Browser, hana: World) -> None:
        join(hana, "min", name="Min Lee", email="min@example.com")

        found = {
            query: sorted(people(owner, query))
            for query in (
                "",
                "field=id&keyword=hana",
                "field=name&keyword=Min Lee",
                "field=mail&keyword=hana@example.com",
                "field=hp&keyword=010-1234-5678",
                "group_no=1",
                "group_no=2",
                "from=2026-11-21&to=2026-11-21",
                "from=2026-11-20&to=2026-11-20",
                "field=name&keyword=Nobody",
            )
        }

        both = ["Hana Kim", "Min Lee"]
        assert list(found.values()) == [
            both, ["Hana Kim"], ["Min Lee"], ["Hana Kim"], ["Hana Kim"], both, [], both, [], [],
        ]  # fmt: skip
        assert "No matching customers." in owner.open(f"{LIST}?field=name&keyword=Nobody").text

    def test_an_empty_shop(self, owner: Browser) -> None:
        assert "There are no customers yet." in owner.open(LIST).text

    def test_a_date_that_is_none(self, owner: Browser, hana: World) -> None:
        page = owner.open(f"{LIST}?from=soon&to=2026-11-21")

        assert page.status_code == 422
        assert problem(page, "from") == "This is not a date."
        assert '<details class="filter-more" open>' in page.text

    def test_chosen_filters_are_removed_one_by_one(self, owner: Browser, hana: World) -> None:
        page = owner.open(f"{LIST}?field=name&keyword=Hana+Kim&member_type=poor").text

        chosen = page.partition('<ul class="chosen"')[2].partition("</ul>")[0]
        assert re.findall(r'<a href="([^"]*)"><span[^>]*>[^<]*</span>([^<]*)<', chosen) == [
            (f"{LIST}?field=name&amp;member_type=poor", "Name: Hana Kim"),
            (f"{LIST}?field=name&amp;keyword=Hana+Kim", "Blocked"),
        ]
        assert '<details class="filter-more">' in page


def opened(page: httpx.Response) -> list[str]:
    """Return the dialogs that stand open, because their form was refused."""
    return re.findall(r'<dialog class="dialog again" id="dialog-(\w+)"', page.text)


def figures(page: str) -> dict[str, str]:
    """Return the figures at the top of a customer's page."""
    glance = page.partition('<ul class="glance"')[2].partition("</ul>")[0]
    return dict(re.findall(r'<span class="quiet">([^<]*)</span> <strong>([^<]*)</strong>', glance))


class TestValue:
    def test_orders_and_their_value_come_first(self, owner: Browser, hana: World) -> None:
        code = stocked(hana, 9)[1]
        first = paid(hana, wanted(code))
        hana.stage.clock.pass_(86_400)
        second = paid(hana, wanted(code, quantity=2))
        owner.sign_in("/api/v2/oauth/sign-in")

        page = owner.open(HANA).text

        assert figures(page) == {
            "Orders": "2",
            "Amount": "33,000 KRW",
            "Average order": "16,500 KRW",
            "Last order": "2026-11-22",
        }
        assert re.findall(r'<th scope="row"[^>]*><a href="/admin/orders/([^"]*)"', page) == [
            second,
            first,
        ]

    def test_a_customer_without_orders(self, owner: Browser, hana: World) -> None:
        page = owner.open(HANA).text

        assert figures(page) == {
            "Orders": "0",
            "Amount": "0 KRW",
            "Average order": "–",
            "Last order": "–",
        }
        assert "There are no orders." in page

    def test_of_many_orders_the_newest_are_added_up(
        self, owner: Browser, hana: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("openmall.pages.backoffice.customers.customer_orders.MOST_ORDERS", 2)
        code = stocked(hana, 9)[1]
        for _ in range(3):
            paid(hana, wanted(code))

        page = owner.open(HANA).text

        assert figures(page)["Orders"] == "3"
        assert figures(page)["Amount"] == "22,000 KRW"
        assert "of the newest 2 orders" in page


class TestDialogs:
    def test_a_refused_dialog_reopens_with_what_was_typed(
        self, owner: Browser, hana: World
    ) -> None:
        edit = send(owner, HANA, "edit", email="nowhere", address1="2 Jong-ro")
        points = send(owner, HANA, "points", amount="many", reason="Because")
        credit = send(owner, HANA, "credits", amount="many", reason="Sorry")
        block = send(owner, HANA, "block", blacklist_type="L", block_reason="")
        note = send(owner, HANA, "memo", note=" ", important_flag="T")

        pages = [edit, points, credit, block, note]
        assert [each.status_code for each in pages] == [422] * 5
        assert [opened(each) for each in pages] == [
            ["edit"], ["points"], ["credits"], ["block"], ["memo"],
        ]  # fmt: skip
        assert form_of(edit.text, "edit").values["email"] == "nowhere"
        assert form_of(edit.text, "edit").values["address1"] == "2 Jong-ro"
        assert problem(edit, "email")
        assert form_of(points.text, "points").values["reason"] == "Because"
        assert form_of(points.text, "credits").values["reason"] == ""
        assert form_of(credit.text, "credits").values["reason"] == "Sorry"
        assert form_of(block.text, "block").values["blacklist_type"] == "L"
        assert form_of(note.text, "memo").values["important_flag"] == "T"

    def test_every_dialog_is_reached_by_a_plain_link(self, owner: Browser, hana: World) -> None:
        coupon(hana)

        page = owner.open(HANA)

        dialogs = set(re.findall(r'<dialog [^>]*id="(dialog-\w+)"', page.text))
        assert dialogs == {
            f"dialog-{each}"
            for each in ("edit", "group", "memo", "points", "credits", "coupon", "block")
        }
        assert dialogs <= set(re.findall(r'<a [^>]*href="#(dialog-\w+)" data-dialog', page.text))
        assert opened(page) == []


class TestOne:
    def test_what_is_shown(self, owner: Browser, hana: World) -> None:
        number = paid(hana, wanted(stocked(hana, 3)[1]))

        page = owner.open(HANA).text

        for text in (
            "<h1>Hana Kim</h1>",
            "hana@example.com",
            "010-1234-5678",
            "1 Sejong-daero",
            f'<a href="/admin/orders/{number}">{number}</a>',
            "11,000 KRW",
        ):
            assert text in page

    def test_points_are_given_and_taken_with_a_reason(self, owner: Browser, hana: World) -> None:
        given = send(owner, HANA, "points", type="increase", amount="1,500", reason="Sorry")
        send(owner, HANA, "points", type="decrease", amount="500", reason="Too many")

        [customer] = hana.get("customers", member_id="hana")["customers"]
        moved = hana.get(
            "points", start_date="2026-11-01", end_date="2026-11-30", member_id="hana"
        )["points"]
        page = owner.open(HANA).text
        assert said(given) == "The points were changed."
        assert customer["available_points"] == "1000.00"
        assert sorted(each["reason"] for each in moved) == ["Sorry", "Too many"]
        assert ">+1,500 KRW<" in page
        assert ">−500 KRW<" in page

    def test_credits_are_given_and_taken_with_a_reason(self, owner: Browser, hana: World) -> None:
        given = send(owner, HANA, "credits", type="increase", amount="1,500", reason="Sorry")
        taken = send(owner, HANA, "credits", type="decrease", amount="500", reason="Paid back")
        nothing = send(owner, HANA, "credits", type="increase", amount="0", reason="Nothing")
        too_many = send(owner, HANA, "credits", type="decrease", amount="1,001", reason="All")

        [customer] = hana.get("customers", member_id="hana")["customers"]
        listed = hana.get("credits", start_date="2026-11-01", end_date="2026-11-30")["credits"]
        assert [said(given), said(taken)] == ["The credits were changed."] * 2
        assert said(nothing) == "No changes to save."
        assert too_many.status_code == 422
        assert problem(too_many, "credits-amount")
        assert customer["available_credits"] == "1000.00"
        assert [
            (each["case"], each["increase_amount"], each["decrease_amount"], each["admin_id"])
            for each in listed
        ] == [("D", "", "500.00", "owner"), ("D", "1500.00", "", "owner")]
        assert {each["reason"] for each in listed} == {"Sorry", "Paid back"}
        assert ("Credits", "1,500 KRW", "1,000 KRW") in changes(owner.open("/admin/activity").text)

    @pytest.mark.parametrize(
        ("typed", "message"),
        [("many", "This is not a number."), ("-5", "Enter a value from 0 to 2147483647.")],
    )
    def test_points_that_are_no_amount(
        self, owner: Browser, hana: World, typed: str, message: str
    ) -> None:
        page = send(owner, HANA, "points", amount=typed, reason="Because")

        assert page.status_code == 422
        assert problem(page, "amount") == message
        assert 'value="Because"' in page.text

    def test_a_coupon_is_issued_and_taken_back(self, owner: Browser, hana: World) -> None:
        number = coupon(hana)

        page = send(owner, HANA, "coupon", coupon_no=number)
        issued = hana.get("customers/hana/coupons")["coupons"]
        back = send(owner, HANA, "unissue")

        assert said(page) == "The coupon was issued."
        assert [each["coupon_no"] for each in issued] == [number]
        assert said(back) == "The coupon was revoked."
        assert hana.get("customers/hana/coupons") == {"coupons": []}

    def test_no_coupon_to_give(self, owner: Browser, hana: World) -> None:
        assert "The shop has no coupon that managers can issue." in owner.open(HANA).text

    def test_the_group_is_changed(self, owner: Browser, hana: World) -> None:
        friends = {"group_name": "Friends", "group_description": "", "group_icon": ""}
        made = hana.post("customergroups", **friends)["customergroup"]["group_no"]

        page = send(owner, HANA, "group", group_no=str(made), fixed_group="T")

        [customer] = hana.get("customers", member_id="hana")["customers"]
        assert said(page) == "The group was changed."
        assert (customer["group_no"], customer["fixed_group"]) == (made, "T")

    def test_notes(self, owner: Browser, hana: World) -> None:
        page = send(owner, HANA, "memo", note="Likes <i>linen</i>", important_flag="T")
        [kept] = hana.get("customers/hana/memos")["memos"]
        gone = send(owner, HANA, "forget")
        empty = send(owner, HANA, "memo", note="")

        assert said(page) == "The note was saved."
        assert "Likes &lt;i&gt;linen&lt;/i&gt;" in page.text
        assert (kept["memo"], kept["author_id"], kept["important_flag"]) == (
            "Likes <i>linen</i>",
            "owner",
            "T",
        )
        assert said(gone) == "The note was deleted."
        assert hana.get("customers/hana/memos") == {"memos": []}
        assert (empty.status_code, problem(empty, "note")) == (422, "This field is required.")

    @pytest.mark.parametrize("below", ["nobody", quote("한글", safe=""), "a%2Fb", "x" * 40])
    def test_a_customer_there_is_not_is_told_in_the_frame(self, owner: Browser, below: str) -> None:
        page = owner.open(f"{LIST}/{below}")

        assert page.status_code == 404
        assert "Not found" in page.text

    def test_a_form_of_another_site_changes_nothing(self, owner: Browser, hana: World) -> None:
        form = {"deed": "points", "type": "increase", "amount": "1", "reason": "x"}

        assert owner.submit(HANA, form).status_code == 403
        [customer] = hana.get("customers", member_id="hana")["customers"]
        assert customer["available_points"] == "0.00"
