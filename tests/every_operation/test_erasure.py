"""Whatever operations write of a member, an erasure finds it: every one of them, then nothing."""

import pytest

from openmall.commerce.privacy.data_subject import rules as data_subject_rules
from tests.commerce.customer.customer_setup import do
from tests.commerce.order.order_setup import RECEIVER
from tests.every_operation.operation_calls import least, rows, send, things
from tests.every_operation.prerequisites.customers import SWEPT
from tests.every_operation.registry_rows import every_row
from tests.every_operation.test_strangers import HANA, MARKERS, _hers, _path
from tests.world import World

pytestmark = pytest.mark.both_stores

HERS = (*MARKERS, RECEIVER.name, RECEIVER.cellphone)
_KEY = "a key that is long enough for anybody: "


def test_nothing_that_an_operation_wrote_of_a_member_is_left(world: World) -> None:
    _hers(world)
    carried_out = 0
    writing = [row for row in every_row() if row[1].writes]
    # shoppers first: what the shop sets later decides what they may
    writing.sort(key=lambda row: row[0].name != "storefront")
    for number, row in enumerate(writing):
        world.stage.forget_counts()
        at_storefront = row[0].name == "storefront"
        path = _path(world, row) if at_storefront else things(world, row[1])
        # what is answered to a call with a key is kept as well
        key = {"Idempotency-Key": f"{_KEY}{number}".replace(" ", "-")}
        answer = send(world, row, least(world, row[1], path), path, headers=key)
        assert answer.status_code < 500, (row[1].name, answer.text)
        carried_out += answer.is_success
    assert carried_out > len(writing) * 0.9
    known = {table for table, _ in _left(world)}
    assert known >= {
        "article", "article_comment", "customer_person", "event",
        "order_history", "order_parcel", "order_refund", "repeatable_answer", "shop_order",
        "subscription", "urgent_inquiry",
    }  # fmt: skip

    for member_id in (HANA, SWEPT):
        do(world, lambda call, who=member_id: data_subject_rules.erase(call, who))

    assert _left(world) == {}


def _left(world: World) -> dict[tuple[str, str], str]:
    """Return where something stands that tells who she is: table and words -> a row."""
    return {
        (table, mark): line
        for table, lines in rows(world).items()
        for mark in HERS
        for line in lines
        if mark in line
    }
