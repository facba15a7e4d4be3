"""What is asked for as a file is one of ours, or nothing: whatever way a path is written."""

import httpx
import pytest

from openmall.access import passwords
from tests.access.oauth.authorization_requests import SIGN_IN, Browser, manager
from tests.every_operation.operation_calls import rows
from tests.every_operation.prerequisites import shopping
from tests.hostile import wire
from tests.pages.console.developer_browser import Developer
from tests.world import PASSWORD, World

pytestmark = pytest.mark.one_store

ABOVE = (
    "..", "%2e%2e", "%2E%2e", ".%2e", "%252e%252e", "..%00", "%c0%ae%c0%ae", "%e0%80%ae%e0%80%ae",
    "..;", "..%5c..", "%uff0e%uff0e", "....", ". .", "..%2f..", "%2f..",
)  # fmt: skip
"""Ways to write "the folder above"."""
ROOMS = ("/assets", "/files/%s", "/files", "/icons", "/developers/reference", "")
WANTED = ("secret.key", "openmall.sqlite", "etc/passwd", "src/openmall/app.py")
_TOLD = (b"root:", b"SQLite format", b"import gc", b"sealed")


def targets(mall_id: str = "m") -> list[str]:
    """Return paths that lead out of a room, if somebody follows them."""
    rooms = [room.replace("%s", mall_id) for room in ROOMS]
    return [
        f"{room}/{'/'.join([up] * depth)}/{wanted}"
        for room in rooms
        for up in ABOVE
        for depth in (1, 6)
        for wanted in WANTED
    ]


def tries() -> int:
    """Return how many paths this suite asks for."""
    return len(targets())


def test_no_path_leads_out_of_its_room(world: World) -> None:
    before = rows(world)
    wrong = []
    for path in targets(world.mall_id):
        headers = [(b"host", wire.host(world))]
        reply = wire.send(world.stage, b"GET", path.encode(), headers)
        if reply.status not in (400, 401, 404, 405) or any(each in reply.raw for each in _TOLD):
            wrong.append((path, reply.status, reply.raw[:80]))
    assert wrong == []
    assert rows(world) == before


def test_a_name_that_nobody_has_costs_a_hash_as_well(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given somebody who is known at each API, and a count of the hashes that are worked out
    shopping.member(world)
    manager(world)
    counted: list[str] = []
    plain = passwords._HASHER.verify

    class Counting:
        hash = passwords._HASHER.hash

        def verify(self, hashed: str, password: str) -> bool:
            counted.append(password)
            return plain(hashed, password)

    monkeypatch.setattr(passwords, "_HASHER", Counting())

    def office(name: str) -> httpx.Response:
        return Browser(world).sign_in(SIGN_IN, "wrong password", name)

    def console(name: str) -> httpx.Response:
        form = {"email": name, "password": "wrong password"}
        return Developer(world).send("/developers/sign-in", form)

    def shop(name: str) -> httpx.Response:
        body = {"request": {"member_id": name, "password": "wrong password"}}
        auth = world.full.basic
        return world.request("POST", "/api/v2/sessions", json=body, auth=auth)

    # when a wrong password is shown for them, and for nobody
    for api, known in ((office, "owner"), (console, "kim@example.com"), (shop, shopping.MEMBER)):
        world.stage.forget_counts()
        counted.clear()
        answers = [api(name) for name in (known, "nobody-at-all")]
        # then both cost a hash, and are told the same
        assert counted == ["wrong password"] * 2, api
        assert len({answer.status_code for answer in answers}) == 1
        assert PASSWORD not in answers[0].text
