"""What partners read of shops."""

from typing import Any

import pytest

from tests.commerce.partner.programme_setup import COLLECTION, SCOPES, ask, enrol, leave, read
from tests.error_bodies import error
from tests.world import World

WHOLE: dict[str, Any] = {
    "score": 90,
    "depth1": "D1",
    "depth2": "D11",
    "shop_popular_age": "twenties",
    "shop_sex": "F",
    "shop_region": "Seoul",
    "shop_tags": ["Linen", "slow"],
    "social_logins": ["chatapp", "portal"],
    "use_platformpay": True,
    "shipping_fee_type": "M",
    "benefits": ["PG"],
    "global_payment_type": ["GB"],
}


def test_a_shop_is_answered_whole(world: World) -> None:
    enrol(world, **WHOLE)
    world.stage.clock.pass_(60)
    enrol(world, **WHOLE)

    mall = world.mall_id
    assert read(world, "shops") == [
        {
            "collection_store_category": {"depth1": "D1", "depth2": "D11"},
            "store_id": mall,
            "shop_name": f"{mall} ko_KR",
            "shop_no": 1,
            "shop_url": f"https://{mall}.openmall.localhost",
            "shop_currency_code": "KRW",
            "shop_language": "ko_KR",
            "shop_grade": "black",
            "shop_popular_age": "twenties",
            "shop_sex": "F",
            "shop_region": "Seoul",
            "shop_tags": ["Linen", "slow"],
            "social_logins": ["chatapp", "portal"],
            "use_platformpay": True,
            "use_portalpay": False,
            "use_carrier_y": False,
            "shipping_fee_type": "M",
            "benefits": ["PG"],
            "global_payment_type": ["GB"],
            "created_date": "2026-11-21T09:00:00+09:00",
            "updated_date": "2026-11-21T09:01:00+09:00",
        }
    ]


@pytest.mark.parametrize(
    ("score", "grade"),
    [(100, "black"), (90, "black"), (89, "purple"), (80, "purple"), (79, "green"), (70, "green"),
     (69, "orange"), (0, "orange")],
)  # fmt: skip
def test_the_score_is_the_grade(world: World, score: int, grade: str) -> None:
    enrol(world, score=score)

    assert [each["shop_grade"] for each in read(world, "shops", shop_grade=grade)] == [grade]


FOUND: dict[str, list[int]] = {
    "collection_store_category=D11": [1],
    "collection_store_category=D1,E1": [1, 2],
    "shop_name=KO_kr": [1],
    "shop_name=ko_KR,en_US": [1, 2],
    "shop_name=nobody": [],
    "shop_no=2": [2],
    "shop_currency_code=KRW": [1, 2],
    "shop_currency_code=USD": [],
    "shop_language=en_US": [2],
    "shop_grade=black": [1],
    "shop_popular_age=etc": [2],
    "shop_sex=F": [1],
    "shop_sex=M": [],
    "shop_region=Seoul": [1],
    "shop_tags=linen,other": [1],
    "shop_tags=lin": [],
    "use_platformpay=true": [1],
    "use_platformpay=false": [2],
    "use_portalpay=true": [2],
    "use_carrier_y=true": [],
    "social_logins=portal": [1],
    "shipping_fee_type=E": [2],
    "benefits=PG,PB": [1],
    "global_payment_type=GA": [],
    "shop_properties=black": [1],
    "shop_properties=portalpay,LINEN": [1, 2],
    "shop_properties=nothing": [],
    "created_start_date=2026-11-22": [2],
    "created_end_date=2026-11-21": [1],
}


def test_every_filter_finds_what_it_says(world: World) -> None:
    enrol(world, **WHOLE)
    world.stage.clock.pass_(86_400)
    enrol(world, 2, depth1="E1", use_portalpay=True)

    found = {
        text: sorted(each["shop_no"] for each in read(world, "shops", **dict([text.split("=")])))
        for text in FOUND
    }

    assert found == FOUND


def test_shops_are_sorted_and_paged(world: World) -> None:
    enrol(world)
    world.stage.clock.pass_(1)
    enrol(world, 2)

    def numbers(**query: Any) -> list[int]:
        return [each["shop_no"] for each in read(world, "shops", **query)]

    assert numbers() == [2, 1]
    assert numbers(order="asc") == [1, 2]
    assert numbers(sort="shop_name", order="asc") == [2, 1], "en_US before ko_KR"
    assert numbers(sort="shop_name", order="desc", limit=1) == [1]
    assert numbers(limit=1, offset=1) == [1]
    assert numbers(offset=2) == []


def test_a_shop_that_left_is_gone(world: World) -> None:
    enrol(world)

    leave(world)

    assert read(world, "shops") == []


def test_a_name_that_is_sought_has_words_and_not_too_many(world: World) -> None:
    for name, said in (("!!", "A name has letters or digits."),
                       ("a b c d e f g h i j k", "A name has at most 10 words.")):  # fmt: skip
        answer = ask(world, "shops", shop_name=name)
        assert (answer.status_code, answer.json()) == (
            422,
            error(422, f"{said} (parameter.shop_name)", parameter="shop_name"),
        )


def test_a_client_reads_what_it_is_registered_for_in_no_mall(world: World) -> None:
    for scopes, statuses in ((SCOPES, [200, 200]), (SCOPES[:1], [200, 401]), ([], [401, 401])):
        app = world.install(scopes, in_mall=False)
        auth = (app.credentials.client_id, app.credentials.client_secret)
        answers = [
            world.stage.client.get(f"{COLLECTION}/api/{path}?store_id=nobody", auth=auth)
            for path in ("shops", "products")
        ]
        assert [answer.status_code for answer in answers] == statuses
        if statuses[1] == 401:
            said = "The client is not permitted collection.read_product. (insufficient_scope)"
            assert answers[1].json() == error(401, said)
