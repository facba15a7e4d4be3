"""Groups are made and edited, and customers edited and blocked, in the back office."""

import re

import pytest

from openmall.commerce.customer.automatic_groups import office as automatic_group_office
from openmall.commerce.customer.customers import rules as customer_rules
from tests.access.oauth.authorization_requests import Browser, manager
from tests.commerce.customer.customer_setup import do, join
from tests.commerce.customer.test_grouping import group_of
from tests.pages.backoffice.page_forms import deeds, problem, said, send
from tests.world import World

GROUPS = "/admin/customer-groups"
NEW = f"{GROUPS}/new"
MOVES = f"{GROUPS}/automatic"


def test_a_group_is_made_with_its_benefit_and_rule(world: World, owner: Browser) -> None:
    page = send(
        owner, NEW, "save", group_name="Gold", group_description="Best", buy_benefits="D",
        discount_information__amount_discount="5", ship_benefits="T",
        auto_change_information__min_purchase_amount="300,000",
    )  # fmt: skip

    [group] = world.get("customergroups", group_name="Gold")["customergroups"]
    assert said(page) == "The group was created."
    assert group["buy_benefits"] == "D"
    assert group["ship_benefits"] == "T"
    assert group["discount_information"]["amount_discount"] == "5.00"
    assert 'value="300000"' in page.text
    assert '<a href="/admin/customer-groups/2">Gold</a>' in owner.open(GROUPS).text


def test_percentages_of_a_group_are_rounded_to_the_smallest_unit_of_the_currency(
    world: World,
) -> None:
    mall = world.stage.new_world(f"{world.mall_id}-abroad", currencies=("KRW", "USD"))
    manager(mall)
    browser = Browser(mall)
    browser.sign_in("/api/v2/oauth/sign-in")
    benefit = {
        "buy_benefits": "P",
        "discount_information__amount_discount": "10",
        "points_information__amount_discount": "1",
    }

    mall.post(
        "customergroups",
        2,
        group_name="Whole",
        group_description="Rounded to dollars",
        discount_information={"amount_discount": "5", "truncation_unit": "1"},
    )

    send(browser, f"{NEW}?shop_no=2", "save", group_name="Gold", **benefit)
    send(browser, NEW, "save", group_name="Gold", **benefit)
    send(browser, f"{GROUPS}/2?shop_no=2", "save", group_name="Silver")

    def units(group_no: int, shop_no: int) -> list[str]:
        found = mall.get(f"customergroups/{group_no}", shop_no=shop_no)["customergroup"]
        names = ("discount_information", "points_information")
        return [found[name]["truncation_unit"] for name in names]

    assert units(3, 2) == ["0.01", "0.01"]
    assert units(2, 1) == ["1", "1"]
    assert units(2, 2) == ["1", "0.01"]


def test_a_group_is_edited(world: World, owner: Browser) -> None:
    world.post("customergroups", group_name="Gold", group_description="Best")

    page = send(
        owner, f"{GROUPS}/2", "save", group_name="Silver", buy_benefits="M",
        points_information__amount_discount="2",
    )  # fmt: skip
    again = send(owner, f"{GROUPS}/2", "save")

    group = world.get("customergroups/2")["customergroup"]
    assert (group["group_name"], group["buy_benefits"]) == ("Silver", "M")
    assert group["points_information"]["amount_discount"] == "2.00"
    assert group["mobile_points_information"]["amount_discount"] == "2.00"
    assert said(page) == "The group was saved."
    assert said(again) == "No changes to save."


def test_the_general_group_keeps_its_name_of_the_language(world: World, owner: Browser) -> None:
    send(owner, f"{GROUPS}/1", "save", buy_benefits="D")

    assert world.get("customergroups/1")["customergroup"]["buy_benefits"] == "D"


def test_what_is_wrong_stands_beside_its_field(world: World, owner: Browser) -> None:
    world.post("customergroups", group_name="Gold", group_description="Best")

    taken = send(owner, NEW, "save", group_name="Gold")
    wrong = send(owner, f"{GROUPS}/2", "save", discount_information__amount_discount="much")

    assert problem(taken, "group_name")
    assert problem(wrong, "discount_information-amount_discount") == "This is not a number."
    assert owner.open(f"{GROUPS}/77").status_code == 404
    assert owner.open(f"{GROUPS}/x").status_code == 404


def test_the_number_of_customers_leads_to_them(world: World, owner: Browser) -> None:
    world.post("customergroups", group_name="Gold", group_description="Best")
    for name in ("ann", "ben"):
        join(world, name)
    world.post("customergroups/2/customers", member_id="ben")

    page = owner.open(GROUPS).text

    assert '/admin/customers?group_no=2&amp;shop_no=1">1<' in page
    listed = owner.open("/admin/customers?group_no=2&shop_no=1").text
    assert "<code>ben</code>" in listed
    assert "<code>ann</code>" not in listed


def test_a_group_is_deleted_and_its_customers_get_into_another(
    world: World, owner: Browser
) -> None:
    for name in ("Gold", "Silver"):
        world.post("customergroups", group_name=name, group_description="-")
    for name in ("ann", "ben"):
        join(world, name)
        world.post("customergroups/3/customers", member_id=name, fixed_group="T")

    unknown = send(owner, f"{GROUPS}/3", "delete", new_group_no="9")
    page = send(owner, f"{GROUPS}/3", "delete", new_group_no="2")
    again = world.post("customergroups", group_name="Bronze", group_description="-")

    assert unknown.status_code == 422
    assert said(page) == "The group was deleted."
    assert [each["group_name"] for each in world.get("customergroups")["customergroups"]] == [
        "일반 회원", "Gold", "Bronze",
    ]  # fmt: skip
    assert [group_of(world, name) for name in ("ann", "ben")] == [(2, "F"), (2, "F")]
    # the number of a deleted group is not given again: orders and coupons may still name it
    assert again["customergroup"]["group_no"] == 4
    assert "delete" not in deeds(owner.open(f"{GROUPS}/1").text)


def test_a_group_of_many_is_deleted_in_parts(
    world: World, owner: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(automatic_group_office, "MOST_AT_ONCE", 2)
    world.post("customergroups", group_name="Gold", group_description="-")
    for name in ("ann", "ben", "cem"):
        join(world, name)
        world.post("customergroups/2/customers", member_id=name)

    first = send(owner, f"{GROUPS}/2", "delete", new_group_no="1")
    left = [group_of(world, name)[0] for name in ("ann", "ben", "cem")]
    second = send(owner, f"{GROUPS}/2", "delete", new_group_no="1")

    assert said(first).startswith("Some of its customers were moved.")
    assert left == [1, 1, 2]
    assert said(second) == "The group was deleted."


def test_automatic_moves_are_previewed_and_planned(world: World, owner: Browser) -> None:
    world.post(
        "customergroups", group_name="Gold", group_description="-",
        auto_change_information={"min_purchase_amount": "10000"},
    )  # fmt: skip
    join(world, "ann")
    world.post("customergroups/2/customers", member_id="ann")

    preview = send(owner, MOVES, "preview", total_period="12m")
    unchanged = world.get("customergroups/setting")["customergroup"]
    saved = send(owner, MOVES, "save", use_auto_update="T", interval_auto_update="1d")
    setting = world.get("customergroups/setting")["customergroup"]
    same = send(owner, MOVES, "save")
    off = send(owner, MOVES, "save", use_auto_update=None)

    assert "Gold → General" in preview.text
    assert "1 customers" in preview.text
    assert re.findall(r'href="/admin/customers/(\w+)"', preview.text) == ["ann"]
    assert unchanged["total_period"] == "6m"
    assert said(saved) == "The settings were saved."
    assert (setting["use_auto_update"], setting["auto_update"]) == ("T", "T")
    assert setting["auto_update_set_date"] == "2026-11-22 03:00:00"
    assert "Next time: 2026-11-22 03:00" in saved.text
    assert said(same) == "No changes to save."
    assert "Nobody is moved now." in off.text
    assert world.get("customergroups/setting")["customergroup"]["auto_update_set_date"] is None


def test_nobody_would_be_moved_where_no_group_says_purchases(world: World, owner: Browser) -> None:
    join(world, "ann")

    assert "Nobody would be moved." in send(owner, MOVES, "preview").text


def test_a_profile_is_edited(world: World, owner: Browser) -> None:
    join(world, "ann", news_mail="F", email="ann@example.com")

    page = send(
        owner, "/admin/customers/ann", "edit", email="new@example.com", news_mail="T",
        birthday="1990-12-24", gender="F",
    )  # fmt: skip
    again = send(owner, "/admin/customers/ann", "edit")

    stored = world.get("customersprivacy/ann")["customersprivacy"]
    [account] = world.get("customers", member_id="ann")["customers"]
    assert said(page) == "The customer was changed."
    assert said(again) == "No changes to save."
    assert (stored["email"], stored["birthday"]) == ("new@example.com", "1990-12-24")
    assert (account["news_mail"], account["gender"]) == ("T", "F")


def test_a_wrong_address_is_refused_beside_its_field(world: World, owner: Browser) -> None:
    join(world, "ann", email="ann@example.com")

    page = send(owner, "/admin/customers/ann", "edit", email="nowhere")

    assert problem(page, "email")
    assert world.get("customersprivacy/ann")["customersprivacy"]["email"] == "ann@example.com"


def test_a_customer_is_blocked_with_a_reason_and_unblocked(world: World, owner: Browser) -> None:
    join(world, "ann")

    without = send(owner, "/admin/customers/ann", "block", blacklist_type="A")
    blocked = send(owner, "/admin/customers/ann", "block", blacklist_type="A", block_reason="Fraud")
    [memo] = world.get("customers/ann/memos")["memos"]
    there = do(world, lambda call: customer_rules.find(call, "ann"))
    unblocked = send(owner, "/admin/customers/ann", "unblock")
    after = do(world, lambda call: customer_rules.find(call, "ann"))

    assert problem(without, "block_reason") == "This field is required."
    assert said(blocked) == "The customer was blocked."
    assert "May neither sign in nor buy" in blocked.text
    assert (memo["memo"], memo["important_flag"]) == ("Fraud", "T")
    assert (there.blacklist_type, after.blacklist_type) == ("A", "")
    assert said(unblocked) == "The customer is no longer blocked."
