"""On PostgreSQL, changes of many prices take as many round trips as those of some."""

from collections.abc import Iterator

import httpx
import pytest

from tests.budgets.counting import CountedPostgres
from tests.budgets.stages import counted_stage
from tests.budgets.typical_calls import new_mall
from tests.world import Stage

SOME, MANY = 8, 24


@pytest.fixture(scope="module")
def recording() -> Iterator[Stage]:
    """Return a stage on PostgreSQL whose writes can be undone."""
    with counted_stage("postgresql") as stage:
        stage.app.undo.days = 1
        yield stage


def _round_trips(stage: Stage, products: int) -> dict[str, int]:
    """Return what a rehearsal, its application and an undo send."""
    world = new_mall(stage)
    database = stage.app.database
    assert isinstance(database, CountedPostgres)
    rows = [
        {"product_no": world.product(price="1000")["product_no"], "price": f"{2_000 + at}"}
        for at in range(products)
    ]
    found: dict[str, int] = {}

    def call(name: str, method: str, path: str, sent: object, **headers: str) -> httpx.Response:
        answer: httpx.Response = world.call(method, path, json=sent, headers=headers)
        assert answer.status_code < 300, answer.text
        found[name] = len(database.recorder.sent)
        return answer

    rehearsed = call(
        "rehearse",
        "PUT",
        "prices",
        {"requests": rows},
        Prefer="respond-async, handling=rehearse",
    )
    plan_no = rehearsed.headers["link"].partition(">")[0].rpartition("/")[2]
    token = rehearsed.headers["x-platform-plan-token"]
    call("apply", "POST", f"plans/{plan_no}/apply", {"request": {"token": token}})
    [write] = world.get("writes", limit=1)["writes"]
    undone = call("undo", "POST", f"writes/{write['write_no']}/undo", {"request": {}})
    assert undone.json()["write"]["reverted"] == products
    return found


def test_round_trips_do_not_depend_on_how_many_prices_change(recording: Stage) -> None:
    _round_trips(recording, SOME)  # what a worker keeps of its first calls

    assert _round_trips(recording, MANY) == _round_trips(recording, SOME)
