"""A catalogue is written while the process that writes it is killed again and again."""

import signal
import tempfile
import time
from functools import partial
from pathlib import Path

import pytest

from tests.journeys.conftest import STORES, database_options
from tests.journeys.running import Running, soon
from tests.journeys.test_processes import called

OBJECTS = 2_000
KILLS = 4


@pytest.mark.parametrize("store", STORES)
def test_no_object_is_done_twice_or_lost_when_workers_are_killed(store: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        options = [*database_options(store), "--no-limits", "--products", "20"]
        mall = Running(Path(folder), *options)
        try:
            said = {"writer": "Mina", "content": "c", "client_ip": "1.2.3.4"}
            sent = [{**said, "title": f"t{number}"} for number in range(OBJECTS)]
            headers = {"Prefer": "respond-async"}
            token = mall.demo.app("full").access_token
            placed = mall.client.post(
                "/api/v2/admin/boards/5/articles",
                json={"requests": sent},
                headers={**headers, "Authorization": f"Bearer {token}"},
            )
            assert placed.status_code == 202
            path = placed.headers["location"].removeprefix("/api/v2/admin/")
            # when whoever is at it is killed, whenever it has gone on a little
            before = kills = 0
            while kills < KILLS and before < OBJECTS:
                assert soon(partial(goes_on, mall, path, before))
                time.sleep(0.2)
                for worker in called(mall, "jobs work"):
                    worker.send_signal(signal.SIGKILL)
                before = done(mall, path)
                kills += before < OBJECTS
            assert kills > 0, "everything was done before anybody was killed"
            deadline = time.monotonic() + 120
            while state(mall, path) != "succeeded":
                assert time.monotonic() < deadline
                time.sleep(0.2)
            job = mall.call("GET", path).json()["job"]
            # then each object was done once, in their order
            assert (job["done"], job["refused"]) == (OBJECTS, 0)
            assert job["outcome"]["status"] == 201
            titles = [each["title"] for each in job["outcome"]["body"]["articles"]]
            assert titles == [f"t{number}" for number in range(OBJECTS)]
            assert sorted(written(mall)) == sorted(titles)
        finally:
            mall.kill()


def goes_on(mall: Running, path: str, before: int) -> bool:
    """Whether more was done than before."""
    return done(mall, path) > before


def done(mall: Running, path: str) -> int:
    """How many objects were done."""
    found: int = mall.call("GET", path).json()["job"]["done"]
    return found


def state(mall: Running, path: str) -> str:
    found: str = mall.call("GET", path).json()["job"]["state"]
    return found


def written(mall: Running) -> list[str]:
    """The titles of this job's articles that are in the mall."""
    found: list[str] = []
    offset = 0
    while True:
        place = {"limit": 100, "offset": offset}
        page = mall.call("GET", "boards/5/articles", params=place).json()["articles"]
        if not page:
            return found
        offset += len(page)
        found += [each["title"] for each in page if each["writer"] == "Mina"]
