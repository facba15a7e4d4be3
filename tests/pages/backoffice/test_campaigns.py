"""Campaigns for customers' data in the back office, and who completed them."""

from sqlalchemy import bindparam, insert

from openmall.commerce.promotion.customerevents.store import PARTICIPATION
from openmall.database.session import Session
from openmall.database.statements import Statement
from tests.access.oauth.authorization_requests import Browser
from tests.commerce.promotion.coupon_setup import NEWEST
from tests.world import World

CAMPAIGNS = "/admin/campaigns"
_ADD = Statement(insert(PARTICIPATION).values({c.name: bindparam(c.name) for c in PARTICIPATION.c}))


def campaign(world: World, name: str, **more: str) -> int:
    draft = {"type": "E", "name": name, "items": ["zipcode"], "auto_reward": "F", **more}
    answer = world.call("POST", "customerevents", json={"request": draft}, headers=NEWEST)
    assert answer.status_code == 201, answer.text
    number: int = answer.json()["customerevent"]["no"]
    return number


def complete(world: World, number: int, *members: str, at: int | None = 1_700_000_000) -> None:
    """Let customers have updated their postal code for a campaign; `at` None: not completed it."""

    async def write(db: Session) -> None:
        for order, member in enumerate(members):
            await db.run(
                _ADD,
                member_id=member,
                no=number,
                shop_no=1,
                type="E",
                updated="zipcode",
                completed_at=None if at is None else at + order // 2,
            )

    world.in_transaction(write)


def test_campaigns_are_listed_with_what_they_give(world: World, owner: Browser) -> None:
    nothing = campaign(world, "Where do you live?")
    campaign(world, "Points for you", auto_reward="T", use_point="T", point_amount="100.00")

    page = owner.open(CAMPAIGNS).text

    assert page.index("Points for you") < page.index("Where do you live?")
    assert page.count("Nothing by itself") == 1
    assert f'href="{CAMPAIGNS}/{nothing}?shop_no=1"' in page


def test_who_completed_a_campaign_is_listed_the_latest_first(world: World, owner: Browser) -> None:
    number, other = campaign(world, "Where do you live?"), campaign(world, "Other")
    complete(world, number, "hana", "mina", "jun")
    complete(world, number, "slow", at=None)
    complete(world, other, "else")

    page = owner.open(f"{CAMPAIGNS}/{number}").text

    assert page.index(">jun<") < page.index(">mina<") < page.index(">hana<")
    assert page.count("Postal code") == 3
    assert ">slow<" not in page
    assert ">else<" not in page
    assert "reward them as you like" in page


def test_a_long_list_has_pages(world: World, owner: Browser) -> None:
    number = campaign(world, "Where do you live?")
    names = [f"member{at:03d}" for at in range(60)]
    complete(world, number, *names)

    first = owner.open(f"{CAMPAIGNS}/{number}").text
    older = first.partition('rel="next"')[0].rpartition('href="')[2].partition('"')[0]
    second = owner.open(older.replace("&amp;", "&")).text

    shown = [[each for each in names if f">{each}<" in page] for page in (first, second)]
    assert [len(each) for each in shown] == [50, 10]
    assert sorted(shown[0] + shown[1]) == names
    assert 'rel="next"' not in second


def test_a_campaign_that_there_is_not(world: World, owner: Browser) -> None:
    for path in ("999", "none", "99999999999", "0"):
        assert owner.open(f"{CAMPAIGNS}/{path}").status_code == 404
