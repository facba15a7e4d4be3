"""Who customers are: looked up by what is known of them, and put right, without leaving traces."""

from datetime import date
from typing import Any

import pytest

from openmall.commerce.customer import plusapp, social
from openmall.commerce.customer.customers import rules as customer_rules
from openmall.commerce.customer.customers import store as customer_store
from openmall.contract.journal.tables import ACTIVITY
from tests.commerce.customer.customer_setup import do, join
from tests.commerce.customer.test_grouping import events
from tests.error_bodies import error
from tests.every_operation.operation_calls import rows
from tests.world import World

PATH = "customersprivacy/haneul"
PERSONAL: dict[str, Any] = {
    "name": "Kim Haneul",
    "email": "haneul@example.com",
    "phone": "02-0000-0001",
    "cellphone": "010-0000-0001",
    "birthday": date(1988, 4, 12),
    "wedding_anniversary": date(2015, 5, 5),
    "gender": "F",
    "residence": "Seoul",
    "sms": "T",
}


@pytest.fixture
def joined(world: World) -> World:
    """A mall with three customers, who joined on three days."""
    world.post("customergroups", group_name="VIP", group_description="")
    join(world, **PERSONAL)
    do(
        world,
        lambda call: social.link(
            call, "haneul", social_name="chatapp", social_member_code="100001"
        ),
    )
    world.stage.clock.pass_(86_400)
    join(
        world,
        "minjun",
        name="Lee Minjun",
        email="minjun@example.com",
        member_authentication="B",
        member_type="c",
        group_no=2,
        fixed_group="T",
        gender="M",
        news_mail="T",
        thirdparty_agree="T",
        join_path="M",
    )
    do(world, lambda call: customer_store.note_sign_in(call, "minjun"))
    world.stage.clock.pass_(86_400)
    join(world, "seoyeon", shop_no=2, name="Kim Haneul", residence="Busan")
    do(world, lambda call: customer_rules.block(call, "seoyeon", "A"))
    do(
        world,
        lambda call: plusapp.installed(
            call, "seoyeon", device_id="phone", os_type="os_a", auto_login=True, push=False
        ),
    )
    world.full = world.install(restricted=True)
    return world


def test_all_that_is_known_of_a_customer(world: World) -> None:
    join(world, **PERSONAL)
    world.post("points", member_id="haneul", amount="70", type="increase")

    assert world.get(PATH) == {
        "customersprivacy": {
            "shop_no": 1,
            "member_id": "haneul",
            "name": "Kim Haneul",
            "name_english": "",
            "name_phonetic": "",
            "phone": "02-0000-0001",
            "cellphone": "010-0000-0001",
            "email": "haneul@example.com",
            "wedding_anniversary": "2015-05-05",
            "birthday": "1988-04-12",
            "solar_calendar": "T",
            "total_points": "70.00",
            "available_points": "70.00",
            "used_points": "0.00",
            "available_credits": "0.00",
            "city": "",
            "state": "",
            "address1": "",
            "address2": "",
            "group_no": 1,
            "job": "",
            "job_class": "",
            "zipcode": "",
            "created_date": "2026-11-21T09:00:00+09:00",
            "member_authentication": "F",
            "use_blacklist": "F",
            "blacklist_type": "",
            "last_login_date": None,
            "member_authority": "C",
            "nick_name": "",
            "recommend_id": "",
            "residence": "Seoul",
            "interest": "",
            "gender": "F",
            "member_type": "p",
            "company_type": None,
            "foreigner_type": None,
            "authentication_method": None,
            "lifetime_member": "F",
            "corporate_name": "",
            "nationality": "",
            "shop_name": f"{world.mall_id} ko_KR",
            "country_code": "",
            "use_mobile_app": "F",
            "additional_information": [],
            "join_path": "P",
            "fixed_group": "F",
            "thirdparty_agree": "F",
            "refund_bank_code": "",
            "refund_bank_account_no": "",
            "refund_bank_account_holder": "",
            "company_condition": None,
            "company_line": None,
            "sns_list": [],
        }
    }


ALL = ["seoyeon", "minjun", "haneul"]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({}, ALL),
        ({"limit": 1, "offset": 1}, ["minjun"]),
        ({"search_type": "created_date", "created_start_date": "2026-11-22"}, ALL[1::-1]),
        ({"member_id": "haneul"}, ["haneul"]),
        ({"news_mail": "T"}, ["minjun"]),
        ({"sms": "T"}, ["haneul"]),
        ({"thirdparty_agree": "F"}, ["seoyeon", "haneul"]),
        ({"group_no": 1}, ["seoyeon", "haneul"]),
        ({"group_no": 2}, ["minjun"]),
        ({"keyword": "haneul,minjun"}, ["minjun", "haneul"]),
        ({"search_field": "name", "keyword": "Kim Haneul"}, ["seoyeon", "haneul"]),
        ({"search_field": "name", "keyword": "Kim"}, []),
        ({"search_field": "hp", "keyword": "01000000001"}, ["haneul"]),
        ({"search_field": "hp", "keyword": "-"}, []),
        ({"search_field": "tel", "keyword": "02-0000-0001"}, ["haneul"]),
        ({"search_field": "mail", "keyword": "minjun@example.com"}, ["minjun"]),
        ({"start_date": "2026-11-22"}, ["seoyeon", "minjun"]),
        ({"date_type": "join", "end_date": "2026-11-21"}, ["haneul"]),
        ({"date_type": "login", "start_date": "2026-11-22"}, ["minjun"]),
        ({"date_type": "age", "start_date": "1988-04-12", "end_date": "1988-04-12"}, ["haneul"]),
        ({"date_type": "age", "end_date": "1988-04-11"}, []),
        ({"date_type": "account_reactivation", "start_date": "2026-11-01"}, []),
        ({"member_type": "vip"}, ["minjun"]),
        ({"member_type": "poor"}, ["seoyeon"]),
        ({"member_type": "unipoint"}, []),
        ({"member_class": "c"}, ["minjun"]),
        ({"residence": "Seoul,Busan"}, ["seoyeon", "haneul"]),
        ({"gender": "F"}, ["haneul"]),
        ({"member_authority": "C"}, ALL),
        ({"member_authority": "P"}, []),
        ({"join_path": "M"}, ["minjun"]),
        ({"use_mobile_app": "T"}, ["seoyeon"]),
        ({"use_mobile_app": "F"}, ["minjun", "haneul"]),
        ({"fixed_group": "T"}, ["minjun"]),
        ({"fixed_group": "F", "gender": "F", "residence": "Seoul"}, ["haneul"]),
    ],
)
def test_customers_are_found(joined: World, query: dict[str, Any], found: list[str]) -> None:
    listed = joined.get("customersprivacy", **query)["customersprivacy"]
    paging = {"limit", "offset"} & query.keys()

    assert [each["member_id"] for each in listed] == found
    if not paging:
        assert joined.get("customersprivacy/count", **query) == {"count": len(found)}


def test_customers_are_found_by_the_shop_they_joined_in(joined: World) -> None:
    query = {"search_field": "shop_name", "keyword": f"{joined.mall_id} en_US"}

    [found] = joined.get("customersprivacy", **query)["customersprivacy"]

    assert (found["member_id"], found["shop_no"]) == ("seoyeon", 1)


def test_what_the_newest_version_finds(joined: World) -> None:
    newest = {"X-Platform-Api-Version": "2026-03-01"}
    before = {"X-Platform-Api-Version": "2024-03-01"}

    def found(headers: dict[str, str], **query: Any) -> list[str]:
        answer = joined.call("GET", "customersprivacy", params=query, headers=headers)
        assert answer.status_code == 200, answer.text
        return [each["member_id"] for each in answer.json()["customersprivacy"]]

    assert found(newest, is_simple_join="T") == ["haneul"]
    assert found(newest, is_simple_join="F") == ["seoyeon", "minjun"]
    assert found(before, is_simple_join="T") == ALL
    wedding = {"date_type": "wedding", "start_date": "2015-05-05"}
    assert found(newest, **wedding) == ["haneul"]
    refused = joined.call("GET", "customersprivacy", params=wedding, headers=before)
    assert refused.status_code == 422


def test_accounts_of_other_services_are_named(joined: World) -> None:
    found = joined.get(PATH)["customersprivacy"]

    assert found["sns_list"] == ["CHATAPP(2026-11-21 09:00:00)"]


def test_a_walk_has_to_begin_somewhere(world: World) -> None:
    answer = world.call("GET", "customersprivacy", params={"search_type": "created_date"})

    said = "A search by date needs its first day. (parameter.created_start_date)"
    assert answer.json() == error(422, said, parameter="created_start_date")


def test_a_customer_is_put_right(world: World) -> None:
    join(world, **PERSONAL)
    join(world, "minjun")
    change = {
        "cellphone": "010-0000-0002",
        "birthday": "1988-04-13",
        "additional_information": [{"key": "add1", "value": "Linen"}],
        "fixed_group": "T",
        "recommend_id": "minjun",
        "gender": "M",
        "news_mail": "T",
    }
    body = {"request": change}
    headers = {"X-Platform-Api-Version": "2026-03-01"}

    answer = world.call("PUT", PATH, json=body, headers=headers)

    assert answer.json() == {
        "customersprivacy": {
            "shop_no": 1,
            "member_id": "haneul",
            "cellphone": "010-0000-0002",
            "email": "haneul@example.com",
            "birthday": "1988-04-13",
            "solar_calendar": "T",
            "country_code": "",
            "state": "",
            "city": "",
            "address1": "",
            "address2": "",
            "zipcode": "",
            "sms": "T",
            "news_mail": "T",
            "thirdparty_agree": "F",
            "fixed_group": "T",
            "additional_information": [{"key": "add1", "value": "Linen"}],
            "refund_bank_code": "",
            "refund_bank_account_no": "",
            "refund_bank_account_holder": "",
            "gender": "M",
        }
    }
    assert world.get(PATH)["customersprivacy"]["recommend_id"] == "minjun"
    found = world.get("customersprivacy", search_field="hp", keyword="01000000002")
    assert [each["member_id"] for each in found["customersprivacy"]] == ["haneul"]
    assert world.call("PUT", PATH, json=body, headers=headers).status_code == 409
    [event] = events(world, 90080)
    assert (event["diff_key"], event["sub_event_code"]) == (sorted(change), "EC_ADMIN")


def test_what_changed_is_logged_and_never_what_it_says(world: World) -> None:
    join(world, **PERSONAL)

    world.put(PATH, email="kim@example.com", news_mail="T")

    line = rows(world)[ACTIVITY.name][-1]
    assert "email *** -> ***" in line
    assert "news_mail F -> T" in line
    assert "example.com" not in line


@pytest.mark.parametrize("recommend_id", ["nobody", "haneul"])
def test_nobody_is_brought_by_who_is_not_there(world: World, recommend_id: str) -> None:
    join(world)
    before = rows(world)

    answer = world.call(
        "PUT",
        PATH,
        json={"request": {"recommend_id": recommend_id}},
        headers={"X-Platform-Api-Version": "2026-03-01"},
    )

    said = "There is no such other customer. (parameter.recommend_id)"
    assert answer.json() == error(422, said, parameter="recommend_id")
    assert rows(world) == before


def test_a_country_is_taken_in_two_letters_or_three(joined: World) -> None:
    changed = joined.put(PATH, country_code="JPN")["customersprivacy"]
    refused = joined.call("PUT", PATH, json={"request": {"country_code": "QQ"}})

    assert changed["country_code"] == "JP"
    assert refused.status_code == 422
    assert refused.json()["error"]["message"] == "There is no country QQ. (parameter.country_code)"
    emptied = joined.put(PATH, country_code="")["customersprivacy"]
    assert emptied["country_code"] == ""
