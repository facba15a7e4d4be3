"""A member who writes reviews gets the coupons that the shop gives for them."""

from tests.commerce.community.board_setup import REVIEWS
from tests.commerce.promotion.coupon_setup import coupon, issues
from tests.storefront.shopper_client import Shopper
from tests.world import World

PICTURE = [{"name": "a.png", "url": "https://pictures.example.com/a.png"}]


def _write(world: World, shopper: Shopper) -> int:
    number = world.product()["product_no"]
    world.stage.clock.pass_(60)
    path = f"boards/{REVIEWS}/articles"
    said = {"title": "Good", "content": "Good", "product_no": number, "rating": 5}
    made: int = shopper.send("POST", path, **said)["article_no"]
    return made


def test_every_second_review_brings_a_coupon_and_a_removed_one_none(world: World) -> None:
    world.put(f"boards/{REVIEWS}", write_permission="A")
    number = coupon(
        world, issue_type="A", issue_sub_type="P", issue_review_count=2, same_user_reissue="T"
    )
    shopper = Shopper(world)
    shopper.sign_up()

    def had() -> int:
        return len(issues(world, number))

    counts = []
    for _ in range(3):
        last = _write(world, shopper)
        counts.append(had())
    assert counts == [0, 1, 1]
    shopper.send("DELETE", f"boards/{REVIEWS}/articles/{last}")
    shopper.send("DELETE", f"boards/{REVIEWS}/articles/{last - 1}")
    _write(world, shopper)
    _write(world, shopper)
    assert had() == 1
    _write(world, shopper)
    assert had() == 2


def test_a_review_with_a_picture_brings_what_others_do_not(world: World) -> None:
    number = coupon(world, issue_type="A", issue_sub_type="P", issue_review_has_image="T")
    shopper = Shopper(world)
    shopper.sign_up()
    product = world.product()["product_no"]
    said = {
        "title": "Good", "content": "Good", "product_no": product, "member_id": "hana",
        "writer": "Hana", "client_ip": "127.0.0.1",
    }  # fmt: skip

    world.post(f"boards/{REVIEWS}/articles", **said)
    without = len(issues(world, number))
    world.post(f"boards/{REVIEWS}/articles", **said, attach_file_urls=PICTURE)

    assert (without, len(issues(world, number))) == (0, 1)
