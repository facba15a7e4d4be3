"""Whatever is called about a member, the log does not say of whom: every operation, once."""

import re

import pytest

from tests.commerce.order.order_setup import RECEIVER
from tests.events.request_log.log_reader import Log
from tests.events.request_log.test_redaction import everything
from tests.every_operation.operation_calls import least, send, things
from tests.every_operation.prerequisites.customers import SWEPT
from tests.every_operation.registry_rows import every_row
from tests.every_operation.test_strangers import HANA, MARKERS, _hers, _path

HERS = (HANA, SWEPT, *MARKERS, RECEIVER.name, RECEIVER.cellphone)


@pytest.mark.one_store
def test_the_log_names_nobody(log: Log) -> None:
    world = log.world
    _hers(world)
    log.write()
    called = every_row()
    # shoppers first: what the shop sets later decides what they may
    called.sort(key=lambda row: (row[0].name != "storefront", row[1].writes))
    for row in called:
        world.stage.forget_counts()
        path = _path(world, row) if row[0].name == "storefront" else things(world, row[1])
        answer = send(world, row, least(world, row[1], path), path)
        assert answer.status_code < 500, (row[1].name, answer.text)
        log.write()

    names = {f"{api.name} {operation.name}" for api, operation in called}
    assert log.called() >= names
    # other tests call in the same store
    kept = "\n".join(line for line in everything(log).splitlines() if log.client_id in line)
    assert kept
    told = {each for each in HERS if re.search(rf"(?<!\w){re.escape(each)}(?!\w)", kept)}
    lines = [line for line in kept.splitlines() for each in told if each in line]
    assert told == set(), lines[:5]
