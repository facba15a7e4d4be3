"""What is said of the side effects of operations is about operations and events there are."""

import csv
import re
from importlib.resources import files

from openmall.api import registry
from openmall.events.webhooks.catalogue import KINDS
from openmall.pages.mcp import side_effects

[ADMIN] = [each for each in registry.apis().all if each.name == "admin"]
WRITES = [each for each in ADMIN.operations if each.writes]


def rows() -> list[dict[str, str]]:
    text = (files("openmall.pages.mcp") / "side_effects.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def test_every_row_is_the_first_for_an_operation() -> None:
    reached = set()
    for operation in WRITES:
        for at, row in enumerate(rows()):
            pattern = re.escape(row["path"]).replace(r"\*", ".*")
            if row["methods"] in ("*", operation.method) and re.fullmatch(pattern, operation.path):
                reached.add(at)
                break

    assert [row for at, row in enumerate(rows()) if at not in reached] == []


def test_every_event_can_be_subscribed_to() -> None:
    known = {each.name for each in KINDS.values()}

    assert {name for row in rows() for name in row["events"].split()} - known == set()


def test_what_moves_money_or_sends_messages_needs_a_person() -> None:
    for operation in WRITES:
        effects = side_effects.of_operation(operation)
        if effects.money or effects.messages or operation.method != "POST":
            assert side_effects.needs_confirmation(operation), operation.name
    assert {each.path for each in WRITES if each.method == "POST"} >= side_effects.ADDITIVE


def test_reading_has_no_side_effects() -> None:
    for operation in ADMIN.operations:
        if not operation.writes:
            assert side_effects.of_operation(operation) == side_effects.SideEffects()
            assert not side_effects.needs_confirmation(operation)
