"""What one address writes is limited, unless an app shows its key; guessed passwords wait."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from openmall.access.oauth.backoff import FREE_ATTEMPTS
from openmall.commerce.store.posting_limits import PostingLimits
from openmall.contract.crud.settings import write_setting
from openmall.database.seal import configured_seal
from openmall.database.session import Session
from tests.storefront.shopper_client import PASSWORD, Shopper
from tests.world import World, open_stage

FREE = 5
ARTICLES = f"/api/v2/boards/{FREE}/articles"
GUEST = {"title": "Hello", "content": "All", "writer": "Guest", "password": "sesame"}
PERSON = {"name": "Lee", "agree_terms": "T", "agree_privacy": "T"}


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A mall whose limits are enforced, behind a proxy that says who calls."""
    with open_stage(tmp_path, limits="enforce", trusted_proxies=("127.0.0.1",)) as stage:
        yield stage.new_world("limited")


def post(
    world: World, *, ip: str = "192.0.2.1", key: bool = False, path: str = ARTICLES, **request: Any
) -> httpx.Response:
    """Write as a client of an address, with or without the app's key."""
    world.stage.client.cookies.clear()
    headers = {"X-Forwarded-For": ip}
    auth = world.full.basic if key else None
    if not key:
        headers["X-Platform-Client-Id"] = world.full.credentials.client_id
    answer: httpx.Response = world.request(
        "POST", path, headers=headers, auth=auth, json={"request": request or GUEST}
    )
    # the calls have a bucket of their own
    world.stage.clock.pass_(0.5)
    return answer


def sign_up(world: World, number: int, **rest: Any) -> httpx.Response:
    name = f"member{number}"
    email = f"{name}@example.com"
    member = {"member_id": name, "password": PASSWORD, "email": email, **PERSON}
    return post(world, path="/api/v2/customers", **rest, **member)


def set_limits(world: World, **limits: int) -> None:
    seal = configured_seal(world.stage.app.configuration)

    async def write(db: Session) -> None:
        await write_setting(db, seal, PostingLimits(**limits))

    world.in_transaction(write)


def test_one_address_writes_five_times_a_minute(world: World) -> None:
    answers = [post(world) for _ in range(7)]

    assert [each.status_code for each in answers] == [201] * 5 + [429] * 2
    assert answers[5].json()["error"]["message"] == "Too much is written from here."
    assert [each.headers["retry-after"] for each in answers[5:]] == ["58", "57"]
    world.stage.clock.pass_(57)
    assert post(world).status_code == 201


def test_one_address_signs_up_five_times_a_minute(world: World) -> None:
    answers = [sign_up(world, number) for number in range(6)]

    assert [each.status_code for each in answers] == [201] * 5 + [429]
    assert answers[5].json()["error"]["message"] == "Too many sign up from here."


def test_tried_addresses_of_a_member_count_as_sign_ups(world: World) -> None:
    session = sign_up(world, 1).headers["x-openmall-session"]

    def change(**request: str) -> httpx.Response:
        world.stage.clock.pass_(0.5)
        answer: httpx.Response = world.request(
            "PUT",
            "/api/v2/customers/me",
            headers={
                "X-Forwarded-For": "192.0.2.1",
                "X-Platform-Client-Id": world.full.credentials.client_id,
                "X-Openmall-Session": session,
            },
            json={"request": request},
        )
        return answer

    answers = [change(email=f"probe{at}@example.com") for at in range(6)]

    assert [each.status_code for each in answers] == [200] * 4 + [429] * 2
    assert answers[5].json()["error"]["message"] == "Too many e-mail addresses were tried."
    assert "retry-after" in answers[5].headers
    own = change(email="Probe3@example.com", name="Lee Min")
    assert own.status_code == 200, "one's own is no other address"
    with_password = change(email="more@example.com", current_password=PASSWORD)
    assert with_password.status_code == 429
    assert sign_up(world, 2).status_code == 429


def test_calls_with_the_key_of_an_app_have_the_limit_of_their_app_alone(world: World) -> None:
    posts = [post(world, key=True) for _ in range(12)]
    sign_ups = [sign_up(world, number, key=True) for number in range(12)]

    assert {each.status_code for each in [*posts, *sign_ups]} == {201}


def test_nothing_is_refused_where_limits_are_only_counted(tmp_path: Path) -> None:
    with open_stage(tmp_path, limits="count", trusted_proxies=("127.0.0.1",)) as stage:
        world = stage.new_world("unlimited")
        answers = [post(world) for _ in range(12)]
        answers += [sign_up(world, number) for number in range(12)]

    assert {each.status_code for each in answers} == {201}


def test_an_ipv6_client_is_its_network(world: World) -> None:
    answers = [post(world, ip=f"2001:db8:0:1::{number:x}") for number in range(6)]

    assert [each.status_code for each in answers] == [201] * 5 + [429]
    assert post(world, ip="2001:db8:0:2::1").status_code == 201


def test_a_shop_sets_its_own_limits(world: World) -> None:
    set_limits(world, posts_per_minute=2, sign_ups_per_minute=0)

    posts = [post(world) for _ in range(3)]
    sign_ups = [sign_up(world, number) for number in range(8)]

    assert [each.status_code for each in posts] == [201, 201, 429]
    assert {each.status_code for each in sign_ups} == {201}


def test_guessed_passwords_of_an_article_wait_from_wherever_they_come(world: World) -> None:
    number = post(world, key=True, **GUEST, secret="T").json()["article"]["article_no"]
    other = post(world, key=True, **GUEST, secret="T").json()["article"]["article_no"]

    def opened(article_no: int, password: str, at: int) -> httpx.Response:
        path = f"{ARTICLES}/{article_no}/opening"
        return post(world, key=True, ip=f"198.51.100.{at}", path=path, password=password)

    guesses = [opened(number, f"guess {at}", at) for at in range(FREE_ATTEMPTS)]
    assert [each.status_code for each in guesses] == [401] * FREE_ATTEMPTS
    waiting = opened(number, "sesame", 51)

    assert waiting.status_code == 429
    wait = int(waiting.headers["retry-after"])
    assert opened(other, "sesame", 52).status_code == 201, "another article waits for nobody"
    world.stage.clock.pass_(wait)
    assert opened(number, "sesame", 53).status_code == 201
    assert [opened(number, f"guess {at}", at).status_code for at in range(3)] == [401] * 3


def test_guessed_passwords_of_a_change_wait(world: World) -> None:
    path = f"boards/{FREE}/articles"
    guest = Shopper(world)
    number = guest.send("POST", path, **GUEST)["article_no"]
    comments = f"{path}/{number}/comments"
    written = guest.send("POST", comments, content="Hi", writer="Guest", password="sesame")

    for own in (f"{path}/{number}", f"{comments}/{written['comment_no']}"):
        guesses = [
            guest.refused("PUT", own, content="Changed", password=f"guess {at}")[0]
            for at in range(FREE_ATTEMPTS + 1)
        ]
        assert guesses == [401] * FREE_ATTEMPTS + [429]
