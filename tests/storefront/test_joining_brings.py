"""Who joins, or agrees to hear of the shop, gets what the shop gives for it."""

from tests.commerce.promotion.coupon_setup import NEWEST, coupon, issues
from tests.storefront.shopper_client import Shopper
from tests.world import World

MONTH = 30 * 86_400


def gives(world: World, **said: str) -> None:
    answer = world.call("PUT", "points/setting", json={"request": said}, headers=NEWEST)
    assert answer.status_code == 200, answer.text


def points(shopper: Shopper) -> str:
    found: str = shopper.get("customers/me")["available_points"]
    return found


def back(world: World, shopper: Shopper) -> None:
    """Let a shopper sign in, who was away."""
    world.full, shopper.session = world.install(restricted=True), ""
    shopper.send("POST", "sessions", member_id="hana", password="correct horse battery")


def test_who_joins_gets_points_and_coupons(world: World) -> None:
    gives(world, join_point="500")
    number = coupon(world, issue_type="A", issue_sub_type="J", issue_member_join_recommend="T")
    first, second = Shopper(world), Shopper(world)

    first.sign_up()
    second.sign_up("minjun", recommend_id="hana")
    Shopper(world).sign_up("jiwoo", recommend_id="jiwoo")

    assert (points(first), points(second)) == ("500.00", "500.00")
    assert sorted(each["member_id"] for each in issues(world, number)) == [
        "hana",
        "jiwoo",
        "minjun",
    ]


def test_a_shop_that_gives_nothing_gives_nothing(world: World) -> None:
    shopper = Shopper(world)
    shopper.sign_up(sms="T", news_mail="T")
    assert points(shopper) == "0.00"


def test_who_agrees_gets_points_once(world: World) -> None:
    gives(world, agree_point="100", use_email_agree_point="T")
    shopper = Shopper(world)
    shopper.sign_up(sms="T")
    assert points(shopper) == "0.00"

    for wish in ("T", "F", "T"):
        shopper.send("PUT", "customers/me", news_mail=wish)

    assert points(shopper) == "100.00"


def test_who_agrees_again_gets_points_again_where_that_is_said(world: World) -> None:
    gives(world, agree_point="100", use_sms_agree_point="T", agree_change_type="T")
    shopper = Shopper(world)
    shopper.sign_up(sms="T")

    for wish in ("F", "T"):
        shopper.send("PUT", "customers/me", sms=wish)

    assert points(shopper) == "200.00"


def test_who_agrees_again_waits_for_the_months_of_the_setting(world: World) -> None:
    gives(
        world,
        agree_point="100",
        use_sms_agree_point="T",
        agree_change_type="P",
        agree_restriction_period="3",
    )
    shopper = Shopper(world)
    shopper.sign_up(sms="T")

    seen = []
    for months in (2, 1):
        world.stage.clock.pass_(months * MONTH)
        back(world, shopper)
        for wish in ("F", "T"):
            shopper.send("PUT", "customers/me", sms=wish)
        seen.append(points(shopper))

    assert seen == ["100.00", "200.00"]
