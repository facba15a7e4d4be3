"""A developer looks at the plans of an app, and decides on them in a test mall."""

import html
import re

import pytest

from openmall.contract.plans import PlanMoved
from openmall.pages.console import plans
from tests.commerce.customer.customer_setup import join
from tests.events.plans.people import Person
from tests.pages.console import test_team
from tests.pages.console.developer_browser import Developer, copied, give_scopes
from tests.pages.console.plan_calls import (
    PROPOSES,
    WRITES,
    InMall,
    in_merchants_mall,
    in_test_mall,
    shown,
)
from tests.world import World


@pytest.fixture
def proposer(kim: Developer) -> InMall:
    """An app that may propose changes of products in a test mall of Kim's."""
    return in_test_mall(kim, *PROPOSES)


@pytest.fixture
def writer(kim: Developer) -> InMall:
    """An app that may write products in a test mall of Kim's."""
    return in_test_mall(kim, *WRITES)


def numbers(page: str) -> list[int]:
    """Return the plans a list shows."""
    return [int(each) for each in re.findall(r'class="what" href="[^"]*/(\d+)"', page)]


def test_a_rehearsed_call_is_listed_with_its_call_and_shown_in_full(writer: InMall) -> None:
    product = writer.product()
    number = writer.change(product["product_no"], rehearsed=True, price="4321.00")

    listed = writer.page("plans")
    page = writer.plan(number)

    assert numbers(listed.text) == [number]
    assert "Rehearsed PUT products/{product_no}" in shown(listed)
    text = shown(page)
    assert f"before {product['price']} → after 4321.00" in text
    assert "Objects of the call 1" in text
    assert "Cost of the rate limits 1 call, bucket of 40" in text
    assert "Needs the permission mall.write_product" in text
    # the call in the log is the one that rehearsed
    address = re.search(rf'href="({writer.home}/calls/\d+)"', page.text)
    assert address is not None
    assert address[1] in listed.text
    call = shown(writer.kim.open(address[1]))
    assert f"PUT /api/v2/admin/products/{product['product_no']}" in call
    # nobody decides on it but the app, with its token
    commands = copied(page)
    origin = f"https://{writer.mall_id}.openmall.localhost/api/v2/admin/plans/{number}"
    assert [re.sub(r" --cacert \S+", "", each.splitlines()[0]) for each in commands] == [
        f"curl -X POST {origin}/apply \\",
        f"curl {origin} \\",
        f"curl -X DELETE {origin} \\",
    ]
    assert '\\"token\\": \\"$PLAN_TOKEN\\"' in commands[0]
    assert "Decide as the merchant would" not in text


def test_plans_are_found_by_state_and_page_by_page(
    writer: InMall, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = writer.product()["product_no"]
    made = [writer.change(number, rehearsed=True, price=f"{at}.00") for at in (11, 12, 13)]
    monkeypatch.setattr(plans, "PAGE_SIZE", 2)
    first = writer.page("plans")
    older = re.search(r'href="([^"]*)" rel="next"', first.text)
    assert older is not None
    second = writer.kim.open(html.unescape(older[1]))
    forward = {"deed": "forward", "forward": "604800"}
    writer.kim.send(f"/developers/malls/{writer.mall_id}", forward)

    found = {
        state: numbers(writer.page(f"plans?state={state}").text)
        for state in ("open", "expired", "waiting", "failed", "applied", "approved", "rejected")
    }

    assert numbers(first.text) == made[:0:-1]
    assert numbers(second.text) == made[:1]
    assert 'rel="next"' not in second.text
    assert found["expired"] == made[:0:-1]
    assert [state for state, each in found.items() if each] == ["expired"]
    assert "No matching plans" in writer.page("plans?state=open").text
    assert "Expired PUT" in shown(writer.page("plans?state=expired"))


def test_a_waiting_plan_is_approved_in_the_console(proposer: InMall) -> None:
    number = proposer.product()["product_no"]
    plan = proposer.change(number, price="4321.00")
    before = shown(proposer.plan(plan))

    done = proposer.decide(plan, "approve", comment="Fine with us.")
    after = shown(proposer.plan(plan))
    page = proposer.kim.open(done.headers["location"])

    assert "The token may only propose this." in before
    assert "Decide as the merchant would" in before
    assert done.status_code == 303
    assert "Approved, and carried out." in page.text
    assert proposer.price(number) == "4321.00"
    assert proposer.announced() == [91003, 91004, 91006]
    assert "State Applied" in after
    assert re.search(
        r"Decision Approved 1 of 1 objects, \d{4}-\d\d-\d\d \d\d:\d\d\. developer", after
    )
    assert "Fine with us." in after
    assert '"price":"4321.00"' in after.replace("\n", "")
    assert "Decide as the merchant would" not in after
    listed = shown(proposer.page("plans"))
    assert "Approved 1 of 1 objects" in listed
    assert "Comment: Fine with us." in listed
    assert numbers(proposer.page("plans?state=applied").text) == [plan]


def test_a_waiting_plan_is_commented_and_rejected(proposer: InMall) -> None:
    number = proposer.product()["product_no"]
    price = proposer.price(number)
    plan = proposer.change(number, price="4321.00")

    empty = proposer.decide(plan, "comment", comment=" ")
    commented = proposer.decide(plan, "comment", comment="Why?")
    rejected = proposer.decide(plan, "reject")
    again = proposer.decide(plan, "approve")

    assert (empty.status_code, commented.status_code, rejected.status_code) == (422, 303, 303)
    assert "Write a comment first." in empty.text
    assert proposer.price(number) == price
    assert proposer.announced() == [91003, 91005]
    assert again.status_code == 409
    assert "Nothing was done." in again.text
    assert "The plan is rejected." in again.text
    assert "State Rejected" in shown(proposer.plan(plan))


def test_a_part_of_a_plan_is_approved(proposer: InMall) -> None:
    found = proposer.call("GET", "products?limit=3&fields=product_no,price").json()["products"]
    objects = [{"product_no": each["product_no"], "price": "55.00"} for each in found]
    sent = proposer.call("PUT", "prices", json={"requests": objects})
    assert sent.status_code == 202, sent.text
    plan = sent.json()["plan"]["plan_no"]

    wrong = [
        proposer.decide(plan, "approve", objects=text).status_code
        for text in ("one", "3-1", "0", "1-99999")
    ]
    unknown = proposer.decide(plan, "approve", objects="4")
    done = proposer.decide(plan, "approve", objects="1, 3-3")

    assert wrong == [422] * 4
    assert "The call has the objects 1 to 3." in unknown.text
    assert done.status_code == 303
    assert [proposer.price(each["product_no"]) for each in found] == [
        "55.00",
        found[1]["price"],
        "55.00",
    ]
    assert "Approved 2 of 3 objects" in shown(proposer.plan(plan))


def test_a_plan_that_fails_says_why_and_waits(proposer: InMall) -> None:
    number = proposer.product()["product_no"]
    plan = proposer.change(number, price="4321.00")
    give_scopes(proposer.world, proposer.app, "mall.write_product")
    token = copied(
        proposer.kim.send(
            f"/developers/malls/{proposer.mall_id}",
            {"deed": "token", "client_id": proposer.app.client_id},
        )
    )[0]
    proposer.token = token
    assert proposer.call("DELETE", f"products/{number}").status_code == 200

    answer = proposer.decide(plan, "approve")
    listed = proposer.page("plans?state=failed")

    assert answer.status_code == 409
    assert "The call fails now, so nothing was done. The plan waits." in answer.text
    assert numbers(listed.text) == [plan]
    assert "The product does not exist." in shown(listed)
    assert "Waits for approval Could not be applied PUT" in shown(listed)
    assert "Could not be applied The product does not exist." in shown(proposer.plan(plan))


def test_a_plan_that_has_moved_leads_to_the_fresh_one(proposer: InMall) -> None:
    number = proposer.product()["product_no"]
    first = proposer.change(number, price="4321.00")
    other = proposer.change(number, price="99.00")
    assert proposer.decide(other, "approve").status_code == 303

    answer = proposer.decide(first, "approve")
    old = proposer.plan(first)
    fresh = re.search(r'href="([^"]*)">Open the fresh plan', old.text)

    assert answer.status_code == 409
    assert "A fresh plan waits." in answer.text
    assert fresh is not None
    page = proposer.kim.open(fresh[1])
    assert "before 99.00 → after 4321.00" in shown(page)
    # it is of the same call
    call = re.search(rf"{proposer.home}/calls/\d+", old.text)
    assert call is not None
    assert call[0] in page.text


def test_an_applied_plan_that_fails_keeps_the_reason(writer: InMall) -> None:
    number = writer.product()["product_no"]
    answer = writer.call(
        "PUT",
        f"products/{number}",
        json={"request": {"price": "1.00"}},
        headers={"Prefer": "handling=rehearse"},
    )
    plan = int(answer.headers["link"].partition(">")[0].rpartition("/")[2])
    assert writer.call("DELETE", f"products/{number}").status_code == 200

    token = {"request": {"token": answer.headers["x-platform-plan-token"]}}
    refused = writer.call("POST", f"plans/{plan}/apply", json=token)

    assert refused.status_code == 409
    assert "Rehearsed Could not be applied PUT" in shown(writer.page("plans"))
    assert "The product does not exist." in shown(writer.plan(plan))


def test_in_a_merchants_mall_nothing_is_shown_that_the_log_masks(
    kim: Developer, world: World
) -> None:
    scopes = (*PROPOSES, "mall.read_privacy", "mall.write_privacy.propose")
    app = kim.app(*PROPOSES)
    give_scopes(world, app, "mall.read_privacy", "mall.write_privacy.propose")
    its = in_merchants_mall(kim, world, app, *scopes)
    product = world.product(price="7700.00", supply_price="123.00")
    join(world, city="Seongsu", cellphone="010-1111-2222")
    plan = its.change(product["product_no"], price="8800", internal_product_name="seen")
    path, sent = "customersprivacy/haneul", {"city": "Bada", "sms": "T"}
    of_customer = its.call("PUT", path, json={"request": sent}).json()["plan"]["plan_no"]

    text, person = shown(its.plan(plan)), shown(its.plan(of_customer))
    decided = its.decide(plan, "approve")

    # what was sent is shown; what was there before, and what follows from it, is not
    assert "before *** → after 8800.00" in text
    assert "7700" not in text
    assert "after seen" in text
    assert "This is a merchant's mall" in text
    assert "Decide as the merchant would" not in text
    assert "Stored rows" not in text
    assert f"products {product['product_no']} changed" in text
    # of people nothing is shown but codes
    assert "customers *** changed" in person
    assert "sms before *** → after T" in person
    assert not any(each in person for each in ("haneul", "Seongsu", "Bada"))
    assert decided.status_code == 403
    assert "The merchant decides here" in decided.text
    assert its.announced() == [91003, 91003]


def test_a_comment_and_a_failure_in_a_merchants_mall_are_masked(
    kim: Developer, world: World
) -> None:
    app = kim.app(*PROPOSES)
    its = in_merchants_mall(kim, world, app, *PROPOSES)
    product = world.product()
    plan = its.change(product["product_no"], price="8800")
    owner = Person(world, "owner-of-it")
    owner.call("POST", f"approvals/{plan}/comments", content="Ask kim@example.com, please")
    world.call("DELETE", f"products/{product['product_no']}")
    with pytest.raises(PlanMoved):
        owner.decide(plan, "approve")

    listed, page = shown(its.page("plans")), shown(its.plan(plan))

    for text in (listed, page):
        assert "Ask ***, please" in text
        assert "The product does not exist." in text
        assert "kim@example.com, please" not in text
    assert "owner-of-it" not in page


def test_a_colleague_sees_a_test_mall_of_another_masked(kim: Developer, lee: Developer) -> None:
    its = in_test_mall(kim, *PROPOSES)
    product = its.product()
    plan = its.change(product["product_no"], price="4321.00")
    test_team.join(kim, its.app, lee)

    page = lee.open(f"{its.home}/plans/{its.mall_id}/{plan}")

    assert page.status_code == 200
    assert "before *** → after 4321.00" in shown(page)
    assert "Decide as the merchant would" not in page.text


def test_plans_of_others_and_unknown_ones_are_not_there(kim: Developer, proposer: InMall) -> None:
    plan = proposer.change(proposer.product()["product_no"], price="4321.00")
    other = kim.app()

    pages = [
        kim.open(f"{other.home}/plans/{proposer.mall_id}/{plan}"),
        kim.open(f"{proposer.home}/plans/{proposer.mall_id}/{plan + 1}"),
        kim.open(f"{proposer.home}/plans/{proposer.mall_id}/none"),
        kim.open(f"{proposer.home}/plans?mall=none"),
        proposer.decide(plan + 1, "approve"),
    ]
    strange = proposer.decide(plan, "apply")

    assert [page.status_code for page in pages] == [404] * 5
    assert strange.status_code == 400
    assert proposer.announced() == [91003]


def test_an_app_in_no_mall_has_no_plans(kim: Developer) -> None:
    app = kim.app()

    assert "The app is not installed in any mall" in kim.open(f"{app.home}/plans").text
    assert "The app is not installed in any mall" not in kim.open(f"{app.home}/calls").text
