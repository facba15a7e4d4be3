"""Batches of browsers are taken once, with what only their requests tell."""

import pytest

from openmall.analytics.collecting.setting import TrackingSetting
from openmall.analytics.collecting.shape import CollectedEvent
from openmall.contract.crud.settings import write_setting
from openmall.database.seal import configured_seal
from openmall.database.session import Session
from tests.analytics.collecting.tracking_browser import (
    FIREFOX,
    PHONE,
    SHOP,
    batch,
    collected,
    rows,
    send,
    tell,
)
from tests.world import NOVEMBER_2026, World

NOW = int(NOVEMBER_2026 * 1_000)
A_DAY = 86_400.0


def test_a_page_is_kept_with_what_the_request_tells(world: World) -> None:
    opened = f"{SHOP}/goods/7?utm_source=letter&utm_medium=mail&utm_campaign=spring&secret=1"
    came = "https://search.naver.com/search.naver?query=apron"
    sent = batch(
        {"kind": "product", "url": opened, "referrer": came, "product_no": 7, "ago": 1_500}
    )

    tell(world, sent, user_agent=PHONE)

    [event] = collected(world)
    assert event == CollectedEvent(
        at=NOW - 1_500,
        shop_no=1,
        kind="product",
        browser=event.browser,
        ip=event.ip,
        device="mobile",
        bot="",
        url="/goods/7",
        referrer="https://search.naver.com/search.naver",
        product_no=7,
        engine="Naver",
        keyword="apron",
        ad="letter",
        medium="mail",
        campaign="spring",
        term="",
        content="",
        about="",
        social="",
    )
    assert 0 < event.browser < 2**63
    assert 0 < event.ip < 2**63
    [(sequence, received_at, last_at, events, _)] = rows(world)
    assert (sequence, received_at, last_at, events) == (1, NOW, NOW - 1_500, 1)


def test_events_of_a_batch_are_kept_in_the_order_they_happened(world: World) -> None:
    sent = batch(
        {"url": "/late", "ago": 10},
        {"url": "/early", "ago": 5_000},
        {"kind": "search", "url": "/find?keyword=x", "words": " linen\napron ", "ago": 300},
    )

    tell(world, sent)

    found = collected(world)
    assert [(each.at - NOW, each.kind, each.url, each.about) for each in found] == [
        (-5_000, "page", "/early", ""),
        (-300, "search", "/find", "linenapron"),
        (-10, "page", "/late", ""),
    ]
    assert [row[2:4] for row in rows(world)] == [(NOW - 10, 3)]


def test_a_batch_that_is_sent_again_is_answered_alike_and_kept_once(world: World) -> None:
    tell(world, batch({"url": "/first"}))
    tell(world, batch({"url": "/other"}))
    tell(world, batch({"url": "/next"}, batch_id="batch-00002"))
    other = world.stage.new_world(f"{world.mall_id}-b")
    tell(other, batch({"url": "/elsewhere"}))

    assert [each.url for each in collected(world)] == ["/first", "/next"]
    assert [row[0] for row in rows(world)] == [1, 2]
    assert [each.url for each in collected(other)] == ["/elsewhere"]


def test_a_browser_has_one_number_in_a_mall_whatever_its_address_and_day(world: World) -> None:
    tell(world, batch())
    world.stage.clock.pass_(40 * A_DAY)
    tell(world, batch(batch_id="batch-00002"), user_agent=PHONE)
    tell(world, batch(batch_id="batch-00003", browser="visitor-00002"))
    other = world.stage.new_world(f"{world.mall_id}-b")
    tell(other, batch())

    first, later, another = collected(world)
    [elsewhere] = collected(other)
    assert first.browser == later.browser
    assert len({first.browser, another.browser, elsewhere.browser}) == 3
    assert first.ip != later.ip


def test_without_an_identifier_address_and_program_tell_a_browser_for_a_day(world: World) -> None:
    for at, agent in enumerate((FIREFOX, FIREFOX, PHONE)):
        tell(world, batch(batch_id=f"batch-0000{at}", browser=""), user_agent=agent)
    world.stage.clock.pass_(A_DAY)
    tell(world, batch(batch_id="batch-00009", browser=""))

    one, same, phone, tomorrow = collected(world)
    assert (one.browser, one.ip) == (same.browser, same.ip)
    assert len({one.browser, phone.browser, tomorrow.browser}) == 3
    assert one.ip == phone.ip != tomorrow.ip


def test_a_day_of_addresses_is_that_of_the_platform(world: World) -> None:
    # 09:00 there is midnight at UTC, between which the same address is one and the same
    world.stage.clock.at = NOVEMBER_2026 - 3_600
    tell(world, batch())
    world.stage.clock.at = NOVEMBER_2026 + 3_600
    tell(world, batch(batch_id="batch-00002"))
    # of the same batch, one event before midnight and one after it
    world.stage.clock.at = NOVEMBER_2026 + 15 * 3_600 + 60
    tell(world, batch({"ago": 120_000}, {"ago": 0}, batch_id="batch-00003"))

    before, after, evening, night = (each.ip for each in collected(world))
    assert before == after == evening != night


def _let_track(world: World) -> None:
    seal = configured_seal(world.stage.app.configuration)

    async def work(db: Session) -> None:
        await write_setting(db, seal, TrackingSetting(respect_do_not_track="F"))

    world.in_transaction(work)


@pytest.mark.parametrize("said", [{"dnt": "1"}, {"sec_gpc": "1"}])
def test_who_is_not_to_be_tracked_is_known_by_no_identifier(
    world: World, said: dict[str, str]
) -> None:
    tell(world, batch())
    tell(world, batch(batch_id="batch-00002"), **said)
    tell(world, batch(batch_id="batch-00003", browser=""))

    known, hidden, unnamed = (each.browser for each in collected(world))
    assert hidden == unnamed != known


def test_a_shop_may_track_all_the_same(world: World) -> None:
    _let_track(world)

    tell(world, batch())
    tell(world, batch(batch_id="batch-00002"), dnt="1", sec_gpc="1")

    known, asked = (each.browser for each in collected(world))
    assert known == asked


def test_a_setting_that_changes_is_believed_soon(world: World) -> None:
    tell(world, batch(), dnt="1")
    _let_track(world)
    world.stage.clock.pass_(31)

    tell(world, batch(batch_id="batch-00002"), dnt="1")
    tell(world, batch(batch_id="batch-00003"))

    before, after, known = (each.browser for each in collected(world))
    assert before != after == known


def test_a_bot_is_labelled_and_kept(world: World) -> None:
    tell(world, batch(), user_agent="Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/)")

    assert [each.bot for each in collected(world)] == ["bingbot"]


def test_pages_of_the_shop_are_no_referrers(world: World) -> None:
    own = f"{world.base_url}/before"
    tell(
        world,
        batch({"referrer": f"{SHOP}/before"}, {"referrer": own}, {"url": "/", "referrer": own}),
    )

    assert [each.referrer for each in collected(world)] == ["", "", ""]


def test_a_batch_is_of_one_of_the_shops(world: World) -> None:
    tell(world, batch(shop_no=2))

    assert [each.shop_no for each in collected(world)] == [2]
    unknown = send(world, batch(shop_no=3, batch_id="batch-00002"))
    assert unknown.status_code == 404
    assert unknown.json()["error"] == {
        "code": "404",
        "message": "The mall has no such shop. (parameter.shop_no)",
        "more_info": {"parameter": "shop_no", "reason": "no_shop"},
    }
    assert len(rows(world)) == 1


def test_an_unknown_mall_has_no_visitors(world: World) -> None:
    answer = world.stage.client.post(
        "https://nobody.openmall.localhost/collect", content=b"{}", headers={"content-type": ""}
    )

    refused = answer.json()["error"]
    assert (answer.status_code, refused["code"]) == (404, "404")
    assert (refused["message"], refused["more_info"]["reason"]) == (
        "There is no such shop.",
        "no_such",
    )


def test_pages_of_any_site_may_send_and_read_whether_it_was_taken(world: World) -> None:
    asked = world.request("OPTIONS", "/collect", headers={"origin": SHOP})
    taken = send(world, batch(), origin=SHOP)
    refused = send(world, b"{}", origin=SHOP)

    assert (asked.status_code, asked.headers["access-control-allow-methods"]) == (204, "POST")
    assert asked.headers["access-control-allow-headers"] == "content-type"
    assert {each.headers["access-control-allow-origin"] for each in (asked, taken, refused)} == {
        "*"
    }


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "DELETE"])
def test_nothing_is_read_there(world: World, method: str) -> None:
    answer = world.request(method, "/collect")

    assert (answer.status_code, answer.headers["allow"]) == (405, "POST, OPTIONS")


def test_batches_fill_no_bucket_of_an_api(world: World) -> None:
    for number in range(30):
        answer = send(world, batch(batch_id=f"batch-{number:05}"))
        assert not [name for name in answer.headers if "limit" in name or "usage" in name]

    assert world.call("GET", "products").headers["x-api-call-limit"] == "1/40"
