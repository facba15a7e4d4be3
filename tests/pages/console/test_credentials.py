"""Secrets are replaced, and the ones before work on for as long as is chosen."""

import html

import pytest

from openmall.access.oauth import apps as registered_apps
from openmall.access.oauth.secrets import StoredSecret, digest
from tests.pages.console.developer_browser import Developer, Registered, copied, give_scopes
from tests.world import World

HOUR = 3600


def knows_secret(world: World, client_id: str, secret: str) -> bool:
    """Say whether the token endpoint takes a client secret."""
    answer = world.request(
        "POST",
        "/api/v2/oauth/token",
        data={"grant_type": "refresh_token", "refresh_token": "none"},
        auth=(client_id, secret),
    )
    known: bool = answer.json()["error"] != "invalid_client"
    assert answer.status_code == (400 if known else 401)
    return known


def knows_partner(world: World, client_id: str, secret: str) -> bool:
    """Say whether the partner API takes a client secret."""
    answer = world.stage.client.get(
        "https://collection.openmall.localhost/api/shops", auth=(client_id, secret)
    )
    return answer.status_code != 401


def knows_key(world: World, mall_id: str, client_id: str, key: str) -> bool:
    """Say whether the storefront takes a front API key."""
    answer = world.stage.client.get(
        f"https://{mall_id}.openmall.localhost/api/v2/products", auth=(client_id, key)
    )
    assert answer.status_code in (200, 401)
    return answer.status_code == 200


def renew(kim: Developer, app: Registered, which: str, hours: int) -> str:
    """Replace a secret and return the new one."""
    form = {"which": which, "deed": "renew", "hours": str(hours)}
    page = kim.send(f"{app.home}/credentials", form)
    assert page.status_code == 200, page.text
    assert page.headers["cache-control"] == "no-store"
    [made] = copied(page)
    return made


class TestKept:
    def test_both_are_good_until_the_earlier_one_ends(self) -> None:
        kept = StoredSecret(digest("new"), digest("old"), 100)

        assert [kept.proves(each, 99.9) for each in ("new", "old", "other", "")] == [
            True, True, False, False,
        ]  # fmt: skip
        assert [kept.proves(each, 100) for each in ("new", "old", "other", "")] == [
            True, False, False, False,
        ]  # fmt: skip
        assert (kept.overlaps(99.9), kept.overlaps(100)) == (True, False)

    def test_nothing_proves_what_nobody_has(self) -> None:
        assert not StoredSecret().proves("", 0)
        assert not StoredSecret(digest("new"), None, 100).proves("", 0)


@pytest.mark.parametrize("hours", [1, 24, 168])
def test_an_earlier_secret_works_for_the_time_chosen(kim: Developer, hours: int) -> None:
    app, world = kim.app(), kim.world
    give_scopes(world, app, "collection.read_shop")

    new = renew(kim, app, "secret", hours)

    world.stage.clock.pass_(hours * HOUR - 1)
    for known in (knows_secret, knows_partner):
        assert known(world, app.client_id, new)
        assert known(world, app.client_id, app.secret)
        assert not known(world, app.client_id, "another")
    world.stage.clock.pass_(1)
    for known in (knows_secret, knows_partner):
        assert known(world, app.client_id, new)
        assert not known(world, app.client_id, app.secret)


def test_without_overlap_the_earlier_one_stops_at_once(kim: Developer) -> None:
    app, world = kim.app(), kim.world
    give_scopes(world, app, "collection.read_shop")
    assert knows_partner(world, app.client_id, app.secret)

    new = renew(kim, app, "secret", 0)

    for known in (knows_secret, knows_partner):
        assert known(world, app.client_id, new)
        assert not known(world, app.client_id, app.secret)
    assert "The previous one works until" not in kim.open(f"{app.home}/credentials").text


def test_the_front_api_key_is_replaced_alone(kim: Developer) -> None:
    app, world = kim.app(), kim.world
    mall = kim.mall(app).mall_id
    assert knows_key(world, mall, app.client_id, app.key)

    new = renew(kim, app, "key", 24)

    assert knows_key(world, mall, app.client_id, new)
    assert knows_key(world, mall, app.client_id, app.key)
    assert knows_secret(world, app.client_id, app.secret)
    world.stage.clock.pass_(24 * HOUR)
    assert knows_key(world, mall, app.client_id, new)
    assert not knows_key(world, mall, app.client_id, app.key)


def test_the_page_says_until_when_and_ends_it_at_once(kim: Developer) -> None:
    app, world = kim.app(), kim.world
    new = renew(kim, app, "secret", 24)
    page = f"{app.home}/credentials"

    shown = html.unescape(kim.open(page).text)
    answer = kim.send(page, {"which": "secret", "deed": "end"})

    assert shown.count("The previous one works until 2026-11-22 09:00.") == 1
    assert new not in shown
    assert answer.headers["location"] == f"{page}?done=ended"
    assert "The previous one no longer works." in kim.open(answer.headers["location"]).text
    assert "The previous one works until" not in kim.open(page).text
    assert not knows_secret(world, app.client_id, app.secret)
    assert knows_secret(world, app.client_id, new)


def test_two_work_at_a_time_and_never_three(kim: Developer) -> None:
    app, world = kim.app(), kim.world

    second = renew(kim, app, "secret", 168)
    third = renew(kim, app, "secret", 24)

    assert [knows_secret(world, app.client_id, each) for each in (app.secret, second, third)] == [
        False, True, True,
    ]  # fmt: skip


@pytest.mark.parametrize(
    "form",
    [
        {"which": "other", "deed": "renew", "hours": "24"},
        {"which": "secret", "deed": "renew", "hours": "9999"},
        {"which": "secret", "deed": "renew", "hours": "-1"},
        {"which": "secret", "deed": "renew"},
        {"deed": "end"},
    ],
)
def test_a_form_that_says_something_unknown_changes_nothing(
    kim: Developer, form: dict[str, str]
) -> None:
    app = kim.app()

    answer = kim.send(f"{app.home}/credentials", form)

    async def find() -> registered_apps.RegisteredApp | None:
        async with kim.world.stage.app.database.reading("") as db:
            return await registered_apps.find(db, app.client_id)

    found = kim.world.stage.run(find)
    assert answer.status_code == 422
    assert found is not None
    assert found.secret == StoredSecret(digest(app.secret))
    assert found.key == StoredSecret(digest(app.key))
