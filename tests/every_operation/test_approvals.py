"""Every write that can change what a rule of approval is about waits, by the API and by a page."""

from typing import Any

import pytest

from openmall.api.pipeline import approval_rules
from openmall.contract.approval import ApprovalRule, WaitsForApproval
from openmall.contract.call import App, Identity
from openmall.contract.errors import Forbidden
from openmall.contract.journal.tables import ACTIVITY, EVENT
from openmall.database.sequences import SEQUENCE
from openmall.events.plans.tables import CHANGE, COMMENT, PLAN
from tests.events.plans.people import Person, add_rule, remove_rule
from tests.every_operation.approval_kinds import (
    RULES,
    amounts_of,
    every_kind,
    kinds_of,
    managing_writes,
)
from tests.every_operation.operation_calls import least, rows, send, things
from tests.every_operation.prerequisites import Row
from tests.every_operation.registry_rows import named
from tests.world import World

_WRITES = managing_writes()
_AN_APP = Identity(App("an-app", "", "", strict=False, restricted=True), user_type="P")
_OF_PLANS = {PLAN.name, CHANGE.name, COMMENT.name, SEQUENCE.name, "approval_rules"}
_OF_EVENTS = {EVENT.name, ACTIVITY.name}
"""Tables in which a plan that waits is announced."""


@pytest.mark.parametrize("writing", _WRITES, ids=[named(each) for each in _WRITES])
def test_a_rule_of_each_kind_that_an_operation_can_change_concerns_it(writing: Row) -> None:
    api, operation = writing
    kinds = kinds_of(writing)
    request = {"price": "1"} if "price" in kinds.shown else {}

    for kind in kinds.shown | kinds.also:
        try:
            found = approval_rules.concerning(
                [RULES[kind]], api.name, _AN_APP, operation, [request]
            )
        except Forbidden:
            assert operation.path.startswith("imports")
        else:
            assert found == [RULES[kind]], kind


def test_the_file_names_operations_that_exist() -> None:
    assert every_kind().keys() == {(api.name, row.method, row.path) for api, row in _WRITES}


_SHIPPING = "shipping fees are no prices of products"
_VOUCHER = "docs/approval.md: coupons, discount codes and groups are not compared"
NOT_COMPARED = {
    "PUT shipping/suppliers/{supplier_id}": _SHIPPING,
    "POST suppliers/users/{supplier_id}/regionalsurcharges": _SHIPPING,
    "PUT suppliers/users/{supplier_id}/regionalsurcharges/setting": _SHIPPING,
    "PUT shipping": _SHIPPING,
    "POST carriers": _SHIPPING,
    "PUT carriers/{carrier_id}/details": _SHIPPING,
    "PUT regionalsurcharges": _SHIPPING,
    "POST customergroups": _VOUCHER,
    "PUT customergroups/{group_no}": _VOUCHER,
    "POST coupons": _VOUCHER,
    "POST serialcoupons": _VOUCHER,
    "POST discountcodes": _VOUCHER,
    "PUT discountcodes/{discount_code_no}": _VOUCHER,
    "DELETE discountcodes/{discount_code_no}": _VOUCHER,
    "POST customerevents": "points of members who take part; the points are moved later",
    "POST orders/migrations": "records of orders of another shop",
    "PUT orders/migrations": "records of orders of another shop",
    "POST orderform/properties": "the width of an input in percent",
    "PUT orderform/properties/{orderform_property_id}": "the width of an input in percent",
    "POST orders/calculation": "changes nothing",
    "POST subscription/shipments": "an order that a write places does not count",
    "PUT sandbox/faults": "percent of calls that fail",
    "POST appstore/orders": "what the app charges the shop",
}
"""Operations whose amounts no rule of prices or money is about, with the reason."""


def test_every_operation_with_an_amount_is_of_a_kind_or_named_with_a_reason() -> None:
    without = {
        f"{operation.method} {operation.path}"
        for api, operation in _WRITES
        if amounts_of(operation)
        for kinds in [kinds_of((api, operation))]
        if not {"price", "money"} & (kinds.shown | kinds.also)
    }

    assert without == NOT_COMPARED.keys()


_SHOWN = [each for each in _WRITES if kinds_of(each).shown]


@pytest.mark.parametrize("writing", _SHOWN, ids=[named(each) for each in _SHOWN])
def test_what_a_rule_concerns_waits_by_the_api_and_by_a_page(world: World, writing: Row) -> None:
    api, operation = writing
    kinds = kinds_of(writing)
    path = things(world, operation)
    values = {**least(world, operation, path), **kinds.request}
    clerk = Person(world, "clerk", "A", "products:edit")
    below = operation.path.format(**path)

    for kind in sorted(kinds.shown):
        rule = add_rule(world, **_columns(RULES[kind]))
        before = _kept(world)

        if api.name == "admin":
            answer = send(world, writing, values, path)
            assert answer.status_code == 202, answer.text
            assert answer.json()["plan"]["reason"] == "rule"
        if not operation.together:  # which no page calls
            with pytest.raises(WaitsForApproval):
                clerk.call(operation.method, below, api=api.name, permits=None, **values)

        assert _kept(world) == before
        remove_rule(world, rule)


def _columns(rule: ApprovalRule) -> dict[str, Any]:
    return {name: getattr(rule, name) for name in rule.__struct_fields__ if name != "rule_no"}


def _kept(world: World) -> dict[str, list[str]]:
    """Return the rows of the mall without those of plans."""
    return {
        name: each
        for name, each in rows(world).items()
        if name not in _OF_PLANS and name not in _OF_EVENTS
    }
