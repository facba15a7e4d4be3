"""Calls to `/_test` that tests make, and its description."""

from typing import Any

import httpx
from openapi_spec_validator import validate
from sqlalchemy import bindparam, func, select

from openmall.apptesting.endpoints import ROUTES
from openmall.apptesting.scenarios import TRIGGERS
from openmall.database.schema import metadata
from openmall.database.statements import Statement
from tests.world import Stage

LOCAL = "https://127.0.0.1:8443/_test"


def send(stage: Stage, method: str, path: str, draft: dict[str, Any]) -> httpx.Response:
    """Make a call; a draft without anything is sent as no body."""
    body = {"json": draft} if draft else {}
    return stage.client.request(method, LOCAL + path, **body)


def call(stage: Stage, method: str, path: str = "", **draft: Any) -> Any:
    """Return what a call that must succeed is answered."""
    answer = send(stage, method, path, draft)
    assert answer.status_code < 300, answer.text
    return answer.json()


def refused(stage: Stage, method: str, path: str, **draft: Any) -> tuple[int, str]:
    """Return the status of a refusal, and the parameter that it names."""
    answer = send(stage, method, path, draft)
    assert answer.status_code >= 400, answer.text
    return answer.status_code, answer.json()["error"]["more_info"].get("parameter", "")


def create(stage: Stage, **draft: Any) -> Any:
    """Create a test mall."""
    return call(stage, "POST", "/malls", **draft)


def admin(
    stage: Stage,
    made: dict[str, Any],
    method: str,
    path: str,
    request: dict[str, Any] | None = None,
    *,
    status: int = 200,
) -> Any:
    """Call the admin API of a test mall with its token."""
    body = {} if request is None else {"json": {"request": request}}
    answer = stage.client.request(
        method,
        f"{made['mall']['local_url']}/api/v2/admin/{path}",
        headers={"Authorization": f"Bearer {made['token']['access_token']}"},
        **body,
    )
    assert answer.status_code == status, answer.text
    return answer.json()


def rows_of(stage: Stage, column: str, value: str) -> set[str]:
    """Return the tables that have rows with a value."""

    async def find() -> set[str]:
        found = set()
        async with stage.app.database.reading("") as db:
            for name, table in metadata().tables.items():
                if column in table.c:
                    count = Statement(
                        select(func.count()).where(table.c[column] == bindparam("value")),
                        across_malls="a test looks for what is left",
                    )
                    row = await db.one(count, value=value)
                    if row is not None and row[0]:
                        found.add(name)
        return found

    return stage.run(find)


def test_the_server_says_what_can_be_triggered(stage: Stage) -> None:
    about = call(stage, "GET")

    assert about["triggers"] == TRIGGERS
    assert about["mall_url"] == "https://{mall_id}.openmall.localhost:8443"


def test_the_description_is_openapi_with_every_call(stage: Stage) -> None:
    described = call(stage, "GET", "/openapi.json")

    validate(described)
    calls = {(method, path) for path, methods in described["paths"].items() for method in methods}
    assert calls == {(each.method.lower(), f"/_test{each.path}") for each in ROUTES}
    draft = described["components"]["schemas"]["MallDraft"]["properties"]
    assert {"mall_id", "contents", "app", "webhooks"} <= set(draft)
