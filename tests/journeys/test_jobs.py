"""A catalogue is written while the process that writes it is killed again and again."""

import signal
import time
from functools import partial

import pytest

from tests.journeys.demo_server import DemoServer, soon
from tests.journeys.test_processes import processes_of
from tests.random_cases import cases

OBJECTS = cases(2_000, usual=600)
KILLS = cases(4, usual=2)


@pytest.mark.both_stores
def test_no_object_is_done_twice_or_lost_when_workers_are_killed(mall: DemoServer) -> None:
    article = {"writer": "Mina", "content": "c", "client_ip": "1.2.3.4"}
    articles = [{**article, "title": f"t{number}"} for number in range(OBJECTS)]
    token = mall.demo.app("full").access_token
    accepted = mall.client.post(
        "/api/v2/admin/boards/5/articles",
        json={"requests": articles},
        headers={"Prefer": "respond-async", "Authorization": f"Bearer {token}"},
    )
    assert accepted.status_code == 202
    path = accepted.headers["location"].removeprefix("/api/v2/admin/")
    # a worker is killed whenever some more objects were done
    before = kills = 0
    while kills < KILLS and before < OBJECTS:
        assert soon(partial(has_gone_on, mall, path, before), pause=0.1)
        for worker in processes_of(mall, "jobs work"):
            worker.send_signal(signal.SIGKILL)
        before = objects_done(mall, path)
        kills += before < OBJECTS
    assert kills > 0, "all objects were done before a worker was killed"
    deadline = time.monotonic() + 120
    while state_of(mall, path) != "succeeded":
        assert time.monotonic() < deadline
        time.sleep(0.2)
    job = mall.call("GET", path).json()["job"]
    # each object was done once, in their order
    assert (job["done"], job["refused"]) == (OBJECTS, 0)
    assert job["outcome"]["status"] == 201
    titles = [each["title"] for each in job["outcome"]["body"]["articles"]]
    assert titles == [f"t{number}" for number in range(OBJECTS)]
    assert sorted(titles_in_the_mall(mall)) == sorted(titles)


def has_gone_on(mall: DemoServer, path: str, before: int) -> bool:
    """Say whether more than `before` objects were done."""
    return objects_done(mall, path) > before


def objects_done(mall: DemoServer, path: str) -> int:
    """Return how many objects of a job were done."""
    done: int = mall.call("GET", path).json()["job"]["done"]
    return done


def state_of(mall: DemoServer, path: str) -> str:
    state: str = mall.call("GET", path).json()["job"]["state"]
    return state


def titles_in_the_mall(mall: DemoServer) -> list[str]:
    """Return the titles of the articles of this job that are in the mall."""
    titles: list[str] = []
    offset = 0
    while True:
        place = {"limit": 100, "offset": offset}
        page = mall.call("GET", "boards/5/articles", params=place).json()["articles"]
        if not page:
            return titles
        offset += len(page)
        titles += [each["title"] for each in page if each["writer"] == "Mina"]
