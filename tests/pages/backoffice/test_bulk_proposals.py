"""One bulk change of staff is one proposal, and a proposal says which variants it is about."""

import re

import pytest

from openmall.contract import scopes as scope_names
from openmall.contract.errors import NotFound
from tests.access.oauth.authorization_requests import Browser
from tests.events.plans.people import Person, add_rule
from tests.pages.backoffice.history_pages import changes, price
from tests.pages.backoffice.page_forms import form_of, send
from tests.pages.backoffice.test_approvals import LIST, lines, propose
from tests.pages.backoffice.test_roles import sub_admin


def test_one_bulk_change_is_one_proposal(owner: Browser) -> None:
    world = owner.world
    numbers = [
        world.product(price="12000", product_name=name)["product_no"]
        for name in ("Apron", "Bowl", "Cup")
    ]
    helper = sub_admin(world, "helper", {"products": "edit"})
    add_rule(world, price_percent=10)
    rows = {f"row-{at}": str(number) for at, number in enumerate(numbers)}

    page = send(helper, "/admin/products", "bulk", **{**rows, "bulk-price": "+50%"})

    assert page.status_code == 200
    assert "3 changes wait for approval." in page.text
    assert lines(owner.open(LIST)) == ["Several changes together: Apron and 2 more"]
    [number] = re.findall(rf'href="{LIST}/(\d+)"', owner.open(LIST).text)
    proposal = owner.open(f"{LIST}/{number}")
    assert changes(proposal.text) == [("Price", "12,000 KRW", "18,000 KRW")] * 3
    assert re.findall(r'aria-label="Approve: (.*?)"', proposal.text) == ["Apron", "Bowl", "Cup"]
    form = form_of(proposal.text, "approve")
    done = owner.submit(
        form.action,
        {**form.values, "object": ["1", "3"], "deed": "approve"},
    )
    assert done.headers["location"].endswith("?done=part")
    assert [price(world, each) for each in numbers] == ["18000.00", "12000.00", "18000.00"]


def test_a_stranger_combines_no_proposals_of_others(owner: Browser) -> None:
    world = owner.world
    number = world.product(price="12000")["product_no"]
    helper = sub_admin(world, "helper", {"products": "edit"})
    add_rule(world, price_percent=10)
    for amount in ("100", "200"):
        send(helper, f"/admin/products/{number}", "details", price=amount)

    with pytest.raises(NotFound):
        Person(world, "else").call("POST", "approvals/combine", plan_nos=[1, 2])


def test_a_proposal_names_the_values_of_a_variant(owner: Browser) -> None:
    world = owner.world
    proposer = world.install(
        [scope_names.READ_PRODUCT, scope_names.READ_APPLICATION, "mall.write_product.propose"]
    )
    made = world.product(
        product_name="Umbrella",
        has_option="T",
        options=[{"name": "Color", "value": ["Sky", "Ink"]}],
    )
    path = f"products/{made['product_no']}/variants"
    codes = [each["variant_code"] for each in world.get(path)["variants"]]
    plan = propose(
        world, proposer, "PUT", path,
        requests=[{"variant_code": each, "additional_amount": "500"} for each in codes],
    )  # fmt: skip

    page = owner.open(f"{LIST}/{plan}").text

    found = re.findall(r'aria-label="Approve: (.*?)"', page)
    assert found == ["Umbrella (Sky)", "Umbrella (Ink)"]
