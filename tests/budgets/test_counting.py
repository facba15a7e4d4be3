"""What is counted is what is sent, and a difference is described so that it is found."""

from contextlib import closing

import pytest

from tests import postgres
from tests.budgets import budget_file
from tests.budgets.budget_file import Budget
from tests.budgets.counting import CountedPostgres, Sent
from tests.budgets.stages import counted_stage
from tests.budgets.typical_calls import FLOWS, new_mall
from tests.postgres_proxies import RoundTripCounter

READ = Sent("SELECT name FROM customer", 1, "commerce/customer/store.py:7 read")
TAKE = Sent("UPDATE stock SET quantity = 1", 2, "commerce/stock/store.py:9 take")


@pytest.mark.parametrize("flow", ["cart to paid", "product updates"])
def test_a_round_trip_is_counted_for_each_answer_on_the_wire(flow: str) -> None:
    counted, on_the_wire = {}, {}
    with (
        closing(RoundTripCounter(postgres.server().new_database())) as proxy,
        counted_stage("postgresql", database=proxy.url) as stage,
    ):
        database = stage.app.database
        assert isinstance(database, CountedPostgres)
        follow = stage.client.app
        began = 0

        async def watched(*arguments: object) -> None:
            nonlocal began
            began = proxy.round_trips
            await follow(*arguments)  # type: ignore[arg-type] # what an ASGI server gives

        def count(call: str) -> None:
            counted[call] = len(database.recorder.sent)
            on_the_wire[call] = proxy.round_trips - began

        stage.client.app = watched
        FLOWS[flow](new_mall(stage), count)

    assert counted == on_the_wire
    assert sum(counted.values()) > 10


def test_what_a_call_does_more_is_named_with_who_sent_it() -> None:
    recorded = Budget(1, 3, 3, ("BEGIN", "SELECT customer", "COMMIT"))
    now = Budget(
        1,
        6,
        5,
        ("BEGIN", "SELECT customer", "SELECT customer", "UPDATE stock", "UPDATE stock", "COMMIT"),
    )
    begin, commit = (Sent(sql, 1, "the session itself") for sql in ("BEGIN", "COMMIT"))

    said = budget_file.difference(
        "POST orders", now, recorded, "postgresql", [begin, READ, READ, TAKE, commit]
    )

    assert said.splitlines() == [
        "POST orders on postgresql does more than its budget:",
        "  statements: 6, recorded 3",
        "  round trips: 5, recorded 3",
        "  what it sends, + marks what is new or repeated:",
        "    BEGIN                                    the session itself",
        "    SELECT customer                          commerce/customer/store.py:7 read",
        "  + SELECT customer                          commerce/customer/store.py:7 read",
        "      SELECT name FROM customer",
        "  + UPDATE stock ×2                          commerce/stock/store.py:9 take",
        "      UPDATE stock SET quantity = 1",
        "    COMMIT                                   the session itself",
    ]


def test_what_a_call_does_less_has_to_be_recorded() -> None:
    recorded, now = Budget(1, 3, 4, ()), Budget(1, 3, 3, ())

    said = budget_file.difference("POST orders", now, recorded, "sqlite", [])

    assert said == (
        "POST orders does less than recorded; `make generated ONLY=budgets` records it: "
        "pages written: 3, recorded 4"
    )
    assert budget_file.difference("POST orders", now, now, "sqlite", []) == ""


def test_one_statement_for_another_is_no_difference() -> None:
    recorded, now = Budget(0, 1, 1, ("SELECT cart",)), Budget(0, 1, 1, ("SELECT customer",))

    assert budget_file.difference("GET carts", now, recorded, "sqlite", [READ]) == ""


def test_the_file_is_read_as_it_was_written() -> None:
    assert budget_file.text_of(budget_file.read()) == budget_file.FILE.read_text(encoding="utf-8")
