"""Automatic messages: their variables in the shop's language, and how the shop sends them."""

import pytest

from tests.world import Stage, World

NEW = {
    "shop_no": 1,
    "use_sms": "T",
    "use_chatappalimtalk": "F",
    "use_push": "T",
    "send_method": "S",
    "send_method_push": "F",
}


@pytest.fixture
def abroad(stage: Stage, world: World) -> World:
    """A mall with a Korean, an English, a Japanese and a French shop."""
    languages = ("ko_KR", "en_US", "ja_JP", "fr_FR")
    return stage.new_world(f"abroad-{world.mall_id}", languages)


def test_the_variables_speak_the_language_of_the_shop(abroad: World) -> None:
    found = {
        shop_no: {
            each["name"]: each
            for each in abroad.get("automessages/arguments", shop_no=shop_no)["arguments"]
        }
        for shop_no in (1, 2, 3, 4)
    }

    assert [found[shop_no]["[NAME]"] for shop_no in (1, 2, 3)] == [
        {
            "shop_no": 1,
            "name": "[NAME]",
            "description": "고객 이름",
            "sample": "김하늘",
            "string_length": "Char",
            "send_case": "모든 상황",
        },
        {
            "shop_no": 2,
            "name": "[NAME]",
            "description": "Customer name",
            "sample": "Haneul Kim",
            "string_length": "Char",
            "send_case": "All occasions",
        },
        {
            "shop_no": 3,
            "name": "[NAME]",
            "description": "お客様のお名前",
            "sample": "金ハヌル",
            "string_length": "Char",
            "send_case": "すべての場合",
        },
    ]
    assert [found[shop_no]["[TRACKING_NO]"]["send_case"] for shop_no in (1, 2, 3)] == [
        "배송 시작",
        "Shipment started",
        "発送開始",
    ]
    assert [found[shop_no]["[COUPON]"]["send_case"] for shop_no in (1, 2, 3)] == [
        "쿠폰 발급, 쿠폰 만료 예정",
        "Coupon issued, Coupon expiring",
        "クーポン発行、クーポン期限間近",
    ]
    in_french = {name: {**each, "shop_no": 2} for name, each in found[4].items()}
    assert in_french == found[2]


def test_a_length_is_one_of_two_words(world: World) -> None:
    rows = world.get("automessages/arguments")["arguments"]

    assert {each["name"]: each["string_length"] for each in rows} == {
        "[NAME]": "Char",
        "[SHOP_NAME]": "Char",
        "[SHOP_PHONE]": "Char",
        "[MEMBER_ID]": "Char",
        "[RESET_URL]": "Variable",
        "[ORDER_ID]": "Variable",
        "[PRODUCT]": "Char",
        "[AMOUNT]": "Variable",
        "[BANK]": "Char",
        "[ACCOUNT_NO]": "Variable",
        "[DUE_DATE]": "Char",
        "[CARRIER]": "Char",
        "[TRACKING_NO]": "Variable",
        "[TRACKING_URL]": "Variable",
        "[COUPON]": "Char",
        "[EXPIRY_DATE]": "Char",
        "[POINTS]": "Variable",
        "[POINTS_LEFT]": "Variable",
        "[POINT_BALANCE]": "Variable",
        "[INQUIRY]": "Char",
        "[ITEMS]": "Variable",
        "[SHIPPING_FEE]": "Variable",
        "[DISCOUNTS]": "Variable",
        "[ADJUSTMENT]": "Variable",
        "[REFUND_AMOUNT]": "Variable",
        "[ORDER_TOTAL]": "Variable",
        "[PAID_AMOUNT]": "Variable",
        "[DUE_AMOUNT]": "Variable",
        "[TRANSFER_ACCOUNT]": "Variable",
        "[ADDRESS]": "Variable",
        "[ORDER_URL]": "Variable",
    }


def test_a_new_shop_sends_by_sms(world: World) -> None:
    assert world.get("automessages/setting") == {"automessages": NEW}
    assert world.get("chatappalimtalk/setting") == {
        "chatappalimtalk": {"shop_no": 1, "use_chatappalimtalk": "F"}
    }


def test_a_change_answers_what_can_be_changed_and_is_kept_for_its_shop(world: World) -> None:
    changed = world.put("automessages/setting", send_method="K", send_method_push="T")

    assert changed == {"automessages": {"shop_no": 1, "send_method": "K", "send_method_push": "T"}}
    kept = {**NEW, "send_method": "K", "send_method_push": "T"}
    assert world.get("automessages/setting") == {"automessages": kept}
    assert world.get("automessages/setting", shop_no=2) == {"automessages": {**NEW, "shop_no": 2}}


def test_push_is_left_alone_when_it_is_not_sent(world: World) -> None:
    world.put("automessages/setting", send_method="S", send_method_push="T")

    changed = world.put("automessages/setting", send_method="K")["automessages"]

    assert changed == {"shop_no": 1, "send_method": "K", "send_method_push": "T"}


def test_whether_the_chat_app_is_used_is_kept_in_one_place(world: World) -> None:
    changed = world.put("chatappalimtalk/setting", use_chatappalimtalk="T")

    assert changed == {"chatappalimtalk": {"shop_no": 1, "use_chatappalimtalk": "T"}}
    assert world.get("chatappalimtalk/setting") == changed
    assert world.get("automessages/setting") == {
        "automessages": {**NEW, "use_chatappalimtalk": "T"}
    }
    world.put("chatappalimtalk/setting", use_chatappalimtalk="F")
    assert world.get("automessages/setting") == {"automessages": NEW}


def test_what_only_the_settings_page_may_switch_is_not_taken_from_an_app(world: World) -> None:
    request = {"send_method": "K", "use_sms": "F", "use_push": "F", "use_chatappalimtalk": "T"}

    answer = world.call("PUT", "automessages/setting", json={"request": request})

    assert answer.status_code == 200
    assert answer.headers["x-platform-ignored"] == "use_sms, use_push, use_chatappalimtalk"
    assert world.get("automessages/setting") == {"automessages": {**NEW, "send_method": "K"}}


@pytest.mark.parametrize(
    ("path", "request_", "status", "said"),
    [
        (
            "automessages/setting",
            {"send_method_push": "T"},
            422,
            "A required parameter is missing. (parameter.send_method)",
        ),
        (
            "automessages/setting",
            {"send_method": "P"},
            422,
            "Invalid enum value 'P'. (parameter.send_method)",
        ),
        (
            "automessages/setting",
            {"send_method": "K", "send_method_push": None},
            422,
            "(parameter.send_method_push)",
        ),
        ("automessages/setting", {"send_method": "S", "send_method_push": "F"}, 409, "identical"),
        (
            "chatappalimtalk/setting",
            {"use_chatappalimtalk": "Y"},
            422,
            "Invalid enum value 'Y'. (parameter.use_chatappalimtalk)",
        ),
        ("chatappalimtalk/setting", {"use_chatappalimtalk": "F"}, 409, "identical"),
    ],
    ids=["no method", "other method", "null", "same", "no flag", "same flag"],
)
def test_what_is_refused_changes_nothing(
    world: World, path: str, request_: dict[str, object], status: int, said: str
) -> None:
    answer = world.call("PUT", path, json={"request": request_})

    assert answer.status_code == status
    assert said in answer.json()["error"]["message"]
    assert world.get("automessages/setting") == {"automessages": NEW}
