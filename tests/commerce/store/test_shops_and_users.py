"""The shops of a mall, their profile and accounts, and who manages them."""

import pytest

from openmall.access.malls import rules as mall_rules
from openmall.commerce.store.profile import alpha_3
from openmall.commerce.store.shops import currency_name, language_name
from tests.access.oauth.authorization_requests import Browser, authorize_path, manager
from tests.world import World


def test_the_shops_of_a_mall_and_one_of_them(world: World) -> None:
    shops = world.get("shops")["shops"]

    assert [each["shop_no"] for each in shops] == [1, 2]
    domain = f"{world.mall_id}.openmall.localhost"
    assert shops[1] == {
        "shop_no": 2,
        "default": "F",
        "shop_name": f"{world.mall_id} en_US",
        "business_country_code": "KR",
        "language_code": "en_US",
        "language_name": "English",
        "currency_code": "KRW",
        "currency_name": "South Korean Won (KRW)",
        "reference_currency_code": "",
        "reference_currency_name": None,
        "pc_skin_no": 1,
        "mobile_skin_no": None,
        "base_domain": domain,
        "primary_domain": domain,
        "slave_domain": [],
        "active": "T",
        "timezone": "Asia/Seoul",
        "timezone_name": "(UTC+09:00) Seoul",
        "date_format": "YYYY-MM-DD",
        "time_format": "hh:mm:ss",
        "use_reference_currency": "F",
        "is_https_active": "T",
        "channel": "",
        "site_connect": "F",
    }
    assert world.get("shops/2") == {"shop": shops[1]}
    assert world.get("shops/1") == {"shop": {**shops[0], "default": "T"}}
    assert world.call("GET", "shops/3").status_code == 404


@pytest.mark.parametrize(
    ("language", "name"),
    [
        ("ko_KR", "Korean"),
        ("zh_CN", "Simplified Chinese"),
        ("zh_TW", "Traditional Chinese"),
        ("q!", "q!"),
    ],
)
def test_languages_by_their_english_names(language: str, name: str) -> None:
    assert language_name(language) == name


def test_what_has_no_name_is_called_by_its_code() -> None:
    assert (currency_name("USD"), currency_name("QQQ")) == ("US Dollar (USD)", "QQQ")
    assert (currency_name("USD", "ko"), language_name("en_US", "ko")) == ("미국 달러 (USD)", "영어")
    assert (alpha_3("KR"), alpha_3("US"), alpha_3("Q1")) == ("KOR", "USA", "Q1")


def test_the_profile_of_a_new_shop(world: World) -> None:
    store = world.get("store", shop_no=2)["store"]

    filled = {name: value for name, value in store.items() if value not in ("", "F", [])}
    domain = f"{world.mall_id}.openmall.localhost"
    assert filled == {
        "shop_no": 2,
        "shop_name": f"{world.mall_id} en_US",
        "mall_id": world.mall_id,
        "base_domain": domain,
        "primary_domain": domain,
        "country": "South Korea",
        "country_code": "KOR",
        "mall_url": f"https://{domain}",
    }
    assert len(store) == 39
    new = world.stage.new_world(accounts=False)
    assert new.get("store/accounts") == {"accounts": []}


def test_managers_are_listed_searched_and_suppliers_are_none(world: World) -> None:
    manager(world, "owner")
    manager(world, "haneul", "A")
    manager(world, "farm", "S")

    everybody = world.get("users")["users"]

    assert everybody == [
        {
            "user_id": user_id,
            "user_name": "Kim Owner",
            "phone": "",
            "email": "",
            "ip_restriction_type": "F",
            "admin_type": admin_type,
            "last_login_date": None,
        }
        for user_id, admin_type in (("haneul", "A"), ("owner", "P"))
    ]
    found = [
        [each["user_id"] for each in world.get("users", **query)["users"]]
        for query in (
            {"admin_type": "P"},
            {"keyword": "ANEU"},
            {"search_type": "name", "keyword": "owner"},
            {"search_type": "member_Id", "keyword": "owner"},
            {"keyword": "farm"},
        )
    ]
    assert found == [["owner"], ["haneul"], ["haneul", "owner"], ["owner"], []]


def test_one_manager_and_when_they_signed_in_last(world: World) -> None:
    manager(world, "owner")
    world.in_transaction(
        lambda db: mall_rules.keep_manager(
            db, world.stage.clock, "haneul", "a long password", name="Haneul", manager_type="A",
            phone="010-0000-0001", email="haneul@example.com",
        )
    )  # fmt: skip
    # who gets a new password keeps the rest
    world.in_transaction(
        lambda db: mall_rules.keep_manager(
            db, world.stage.clock, "haneul", "a longer password", name="Haneul", manager_type="A"
        )
    )

    Browser(world).sign_in(authorize_path(world.full, scope="mall.read_store"))

    dates = {each["user_id"]: each["last_login_date"] for each in world.get("users")["users"]}
    assert dates == {"haneul": None, "owner": "2026-11-21T09:00:00+09:00"}
    user = world.get("users/haneul", shop_no=2)["user"]
    assert {name: user[name] for name in ("shop_no", "admin_type", "user_name")} == {
        "shop_no": 2,
        "admin_type": "A",
        "user_name": "Haneul",
    }
    assert (user["phone"], user["email"]) == ("010-0000-0001", "haneul@example.com")
    assert user["menu_access_authority"] == {
        "order": {"authority": True, "detail_setting": {}},
        "product": {"authority": True, "detail_setting": {}},
    }
    assert set(user["detail_authority_setting"]["product"].values()) == {None, "T"}


def test_a_user_of_a_supplier_is_no_user(world: World) -> None:
    manager(world, "farm", "S")
    answer = world.call("GET", "users/farm")
    said = "The user does not exist. (parameter.user_id)"
    assert (answer.status_code, answer.json()["error"]["message"]) == (404, said)
