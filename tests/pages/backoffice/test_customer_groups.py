"""Groups are made and edited, and customers edited and blocked, in the back office."""

from openmall.commerce.customer.customers import rules as customer_rules
from tests.access.oauth.authorization_requests import Browser
from tests.commerce.customer.customer_setup import do, join
from tests.pages.backoffice.page_forms import problem, said, send
from tests.world import World

GROUPS = "/admin/customer-groups"
NEW = f"{GROUPS}/new"


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
