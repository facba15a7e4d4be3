"""The Python client repeats what docs/apps/errors.md says is repeated, and nothing else."""

from pathlib import Path

import httpx
import pytest

from openmall_client import ApiError, Retries
from openmall_client.transport import Call, Connection, Transport

PAGE = Path(__file__).parents[2] / "docs/apps/errors.md"
CALL = Call("PUT /products/{product_no}", "PUT", "/products/1", body={"request": {}})


def repeated() -> dict[int, bool]:
    """Return the statuses of the page's table, and whether it says they are repeated."""
    table = PAGE.read_text("utf-8").partition("| status | repeat? |")[2].partition("\n\n")[0]
    rows = [line.strip("| ").split(" | ", 1) for line in table.splitlines()[2:]]
    return {
        int(status): answer.startswith("yes")
        for statuses, answer in rows
        for status in statuses.split(", ")
        if status.isdigit() and not answer.startswith("once")
    }


def sent(status: int) -> list[httpx.Request]:
    """Return the requests of a call that is answered with a status each time."""
    requests: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        return httpx.Response(status, json={}, headers={"Retry-After": "0"})

    retries = Retries(attempts=3)
    transport = Transport(Connection("https://shop.example", "2026-03-01", retries=retries))
    transport._http = httpx.Client(transport=httpx.MockTransport(answer))
    with pytest.raises(ApiError):
        transport.send(CALL)
    return requests


@pytest.mark.parametrize(("status", "repeats"), repeated().items())
def test_a_status_is_repeated_as_the_guide_says(status: int, repeats: bool) -> None:
    requests = sent(status)

    assert len(requests) == (3 if repeats else 1)
    assert len({each.headers["Idempotency-Key"] for each in requests}) == 1
