"""Customers join, are found without being told apart from others, and leave without a trace."""

from datetime import date
from typing import Any

import pytest

from openmall.commerce.customer import paymentinformation, plusapp, social
from openmall.commerce.customer.customers import rules as customer_rules
from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.customer.customers.takes import CustomerDraft
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.journal.tables import ACTIVITY
from tests.commerce.customer.customer_setup import do, join
from tests.commerce.customer.test_grouping import events
from tests.error_bodies import error
from tests.every_operation.operation_calls import lines, rows
from tests.world import World

PERSONAL: dict[str, Any] = {
    "name": "Kim Haneul",
    "email": "haneul@example.com",
    "phone": "02-0000-0001",
    "cellphone": "010-0000-0001",
    "birthday": date(1988, 4, 12),
    "gender": "F",
    "address1": "1 Sample Road",
}
NEW: dict[str, Any] = {
    "shop_no": 1,
    "member_id": "haneul",
    "group_no": 1,
    "member_authentication": "F",
    "use_blacklist": "F",
    "blacklist_type": "",
    "authentication_method": None,
    "sms": "F",
    "news_mail": "F",
    "solar_calendar": "T",
    "total_points": "0.00",
    "available_points": "0.00",
    "used_points": "0.00",
    "last_login_date": None,
    "created_date": "2026-11-21T09:00:00+09:00",
    "gender": None,
    "use_mobile_app": "F",
    "available_credits": "0.00",
    "fixed_group": "F",
}


def refused(world: World, method: str, path: str, **query: str) -> tuple[int, Any]:
    answer = world.call(method, path, params=query)
    return answer.status_code, answer.json()


def test_a_customer_is_shown_without_what_tells_who_they_are(world: World) -> None:
    join(world, **PERSONAL, sms="T", news_mail="T", member_authentication="T")

    found = world.get("customers", member_id="haneul")

    said = {"sms": "T", "news_mail": "T", "member_authentication": "T", "gender": "F"}
    assert found == {"customers": [{**NEW, **said}]}


def test_a_customer_is_one_of_every_shop_of_the_mall_and_of_no_other(world: World) -> None:
    join(world, shop_no=2)
    other = world.stage.new_world(f"{world.mall_id}-other")

    assert world.get("customers", member_id="haneul") == {"customers": [NEW]}
    assert world.get("customers", member_id="haneul", shop_no=2) == {
        "customers": [{**NEW, "shop_no": 2}]
    }
    assert other.get("customers", member_id="haneul") == {"customers": []}


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"member_id": "haneul,minjun,nobody"}, ["haneul", "minjun"]),
        ({"member_id": "HANEUL"}, []),
        ({"cellphone": "01000000001"}, ["haneul"]),
        ({"cellphone": "(010) 0000 0001,010-9999-9999"}, ["haneul"]),
        ({"cellphone": "+82 10 0000 0001"}, ["haneul"]),
        ({"cellphone": "\u202a０１０-0000-0001\u202c"}, ["haneul"]),
        ({"cellphone": "0000"}, []),
        ({"cellphone": "-"}, []),
        ({"cellphone": "010-0000-0001", "member_id": "minjun"}, []),
    ],
)
def test_customers_are_found_by_name_and_by_cell_phone(
    world: World, query: dict[str, str], found: list[str]
) -> None:
    join(world, "haneul", cellphone="010-0000-0001")
    join(world, "minjun", cellphone="")

    listed = world.get("customers", **query)["customers"]

    assert [each["member_id"] for each in listed] == found


def test_the_list_of_everybody_is_not_given(world: World) -> None:
    said = "Either `member_id` or `cellphone` is required. (parameter.member_id)"

    assert refused(world, "GET", "customers") == (422, error(422, said, parameter="member_id"))


def test_who_joins_is_announced_with_what_is_known_of_them(world: World) -> None:
    join(world, **PERSONAL, recommend_id="minjun")

    assert events(world, 90032) == [
        {
            "mall_id": world.mall_id,
            "event_shop_no": "1",
            "member_id": "haneul",
            "group_no": 1,
            "name": "Kim Haneul",
            "nick_name": "",
            "name_english": "",
            "name_phonetic": "",
            "created_date": "2026-11-21T09:00:00+09:00",
            "member_authentication": "F",
            "birthday": "1988-04-12",
            "gender": "F",
            "phone": "02-0000-0001",
            "cellphone": "010-0000-0001",
            "sms": "F",
            "email": "haneul@example.com",
            "news_mail": "F",
            "total_mileage": "0.00",
            "available_mileage": "0.00",
            "recommend_id": "minjun",
            "residence": "",
            "use_mobile_app": "F",
            "member_type": "p",
        }
    ]


def test_a_name_is_of_one_person(world: World) -> None:
    join(world)
    before = rows(world)

    with pytest.raises(Invalid) as refusal:
        join(world, shop_no=2, name="Somebody else")

    assert refusal.value.text() == "This name is taken. (parameter.member_id)"
    assert rows(world) == before


def test_nobody_joins_into_a_group_that_is_not_there(world: World) -> None:
    before = rows(world)

    with pytest.raises(Invalid) as refusal:
        join(world, group_no=2)

    assert refusal.value.text() == "The shop has no such group. (parameter.group_no)"
    assert rows(world) == before


def test_the_group_of_somebody(world: World) -> None:
    number = world.post("customergroups", group_name="VIP", group_description="")
    number = number["customergroup"]["group_no"]
    join(world, group_no=number, fixed_group="T")

    found = do(world, lambda call: customer_rules.group_of(call, "haneul"))

    assert (found.group_no, found.group_name) == (number, "VIP")
    assert world.get("customers", member_id="haneul")["customers"] == [
        {**NEW, "group_no": number, "fixed_group": "T"}
    ]
    with pytest.raises(NotFound):
        do(world, lambda call: customer_rules.group_of(call, "nobody"))


def test_what_the_shop_kept_about_somebody_goes_when_they_leave(world: World) -> None:
    join(world, **PERSONAL)
    memo = {"author_id": "owner", "memo": "Rings twice: Kim Haneul"}
    for shop_no in (1, 2):
        world.post("customers/haneul/memos", shop_no, **memo)

    async def use(call: Any) -> None:
        await plusapp.installed(
            call, "haneul", device_id="phone", os_type="os_a", auto_login=True, push=True
        )
        await social.link(call, "haneul", social_name="chatapp", social_member_code="100001")
        await paymentinformation.remember(
            call, "haneul", payment_method="card", payment_gateway="gateway_a"
        )
        await customer_store.note_sign_in(call, "haneul")

    do(world, use)
    before = lines(world)

    gone = world.call("DELETE", "customers/haneul")

    assert (gone.status_code, gone.json()) == (
        200,
        {"customer": {"shop_no": 1, "member_id": "haneul"}},
    )
    left = {
        name: found for name, found in rows(world).items() if name.startswith("customer") and found
    }
    assert list(left) == ["customer"]
    [tombstone] = left["customer"]
    assert "haneul" in tombstone
    assert lines(world) == before + 1
    told = rows(world)[ACTIVITY.name]
    assert [row for row in told if "Kim" in row or "example.com" in row or "0000-0001" in row] == []
    assert events(world, 90147) == [
        {"mall_id": world.mall_id, "event_shop_no": "1", "member_id": "haneul"}
    ]


def test_who_left_is_nobody_and_their_name_stays_taken(world: World) -> None:
    join(world, cellphone="010-0000-0001", password_hash="hash")
    assert world.call("DELETE", "customers/haneul").status_code == 200

    said = error(404, "The customer does not exist. (parameter.member_id)", parameter="member_id")
    assert refused(world, "DELETE", "customers/haneul") == (404, said)
    assert refused(world, "GET", "customers/haneul/memos") == (404, said)
    assert refused(world, "GET", "customers/haneul/plusapp") == (404, said)
    assert world.get("customers", member_id="haneul") == {"customers": []}
    assert world.get("customers", cellphone="010-0000-0001") == {"customers": []}
    assert do(world, lambda call: customer_store.sign_in_record(call.db, "haneul")) is None
    assert do(world, lambda call: customer_store.page(call, after="", limit=10)) == []
    with pytest.raises(Invalid):
        join(world)


def test_points_keep_somebody_only_when_they_are_looked_at(world: World) -> None:
    join(world)
    world.post("points", 2, member_id="haneul", amount="100", type="increase")

    kept = world.call("DELETE", "customers/haneul", params={"is_point_check": "T"})
    gone = world.call("DELETE", "customers/haneul")

    said = "The customer has points left. (parameter.is_point_check)"
    refusal = error(422, said, parameter="is_point_check")
    assert (kept.status_code, kept.json()) == (422, refusal)
    assert gone.status_code == 200


def test_what_is_kept_from_somebody(world: World) -> None:
    join(world)

    blocked = do(world, lambda call: customer_rules.block(call, "haneul", "P"))

    assert (blocked.use_blacklist, blocked.blacklist_type) == ("T", "P")
    assert world.get("customers", member_id="haneul")["customers"] == [
        {**NEW, "use_blacklist": "T", "blacklist_type": "P"}
    ]
    with pytest.raises(NotModified):
        do(world, lambda call: customer_rules.block(call, "haneul", "P"))
    with pytest.raises(NotFound):
        do(world, lambda call: customer_rules.block(call, "nobody", "P"))


def test_who_signs_up_says_what_the_shop_asks_for(world: World) -> None:
    def sign_up(**said: Any) -> Any:
        draft = CustomerDraft(member_id="haneul", **said)
        return do(world, lambda call: customer_rules.sign_up(call, draft, password_hash="hash"))

    with pytest.raises(Invalid) as refusal:
        sign_up(name="Kim Haneul")
    assert refusal.value.text() == "A required parameter is missing. (parameter.email)"

    sign_up(name="Kim Haneul", email="haneul@example.com", job="baker", gender="F")

    # neither is asked for, so neither is kept
    assert world.get("customers", member_id="haneul")["customers"] == [NEW]
    assert "baker" not in "".join(rows(world)["customer_person"])
