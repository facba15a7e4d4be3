"""The settings of the store area: what a new shop has, what a change does, what stays sealed."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import bindparam, select

from openmall.api import registry
from openmall.api.versions.v2026_03_01.store import OpenOrderSettings, SetOrderSettings
from openmall.contract.crud.settings import SETTING, Setting
from openmall.contract.fields import fields_of
from openmall.contract.journal.record import MASK, redacted
from openmall.contract.journal.tables import ACTIVITY
from openmall.database.session import Session
from openmall.database.statements import Statement
from tests.world import World

NEWEST = {"X-Platform-Api-Version": "2026-03-01"}
PORTALPAY = {"shop_id": "c_abc", "certi_key": "certi-1", "image_key": "image-1"}
_KEPT = Statement(select(SETTING.c.content).where(SETTING.c.mall_id == bindparam("mall_id")))
_CHANGES = Statement(
    select(ACTIVITY.c.content, ACTIVITY.c.changes).where(ACTIVITY.c.mall_id == bindparam("mall_id"))
)


def _stored(world: World) -> str:
    async def read(db: Session) -> str:
        rows = [*await db.all(_KEPT), *await db.all(_CHANGES)]
        return repr([tuple(row) for row in rows])

    return world.in_transaction(read)


def _refused(world: World, method: str, path: str, **request: Any) -> tuple[int, str]:
    answer = world.call(method, path, json={"request": request})
    return answer.status_code, answer.json()["error"]["message"]


def test_image_sizes_of_a_new_shop_and_a_change_of_one(world: World) -> None:
    new = world.get("images/setting")["image"]

    changed = world.put("images/setting", product_image_size={"zoom_image_width": 900})["image"]

    assert new == {
        "shop_no": 1,
        "product_image_size": {
            "detail_image_width": 500,
            "detail_image_height": 500,
            "list_image_width": 300,
            "list_image_height": 300,
            "tiny_image_width": 220,
            "tiny_image_height": 220,
            "zoom_image_width": 500,
            "zoom_image_height": 500,
            "small_image_width": 100,
            "small_image_height": 100,
        },
    }
    assert changed["product_image_size"] == {**new["product_image_size"], "zoom_image_width": 900}
    assert world.get("images/setting") == {"image": changed}
    assert world.get("images/setting", shop_no=2)["image"] == {**new, "shop_no": 2}


def test_mobile_settings_and_a_sender_profile_without_a_key(world: World) -> None:
    assert world.get("mobile/setting") == {
        "mobile": {"shop_no": 1, "use_mobile_page": "T", "use_mobile_domain_redirection": "T"}
    }
    assert world.get("chatappalimtalk/profile") == {
        "chatappprofile": {"shop_no": 1, "chatapp_senderkey": None}
    }


def test_chat_pay_keys_are_sealed_at_rest_and_masked_in_the_log(world: World) -> None:
    changed = world.put(
        "chatpay/setting",
        shop_key="shop-key-1",
        button_authorization_key="button-key-1",
        pixel_code="pixel-1",
        use_chatpay="T",
        basket_button_size={"pc": "100x40"},
        thirdparty_agree_date="2026-07-15T17:59:00+09:00",
    )["chatpay"]

    assert changed == {
        "shop_no": 1,
        "shop_key": "shop-key-1",
        "pixel_code": "pixel-1",
        "use_chatpay": "T",
        "product_detail_button_size": {"pc": "210x83", "mobile": "290x95"},
        "basket_button_size": {"pc": "100x40", "mobile": "290x95"},
        "use_dark_mode": "F",
        "button_authorization_key": "button-key-1",
        "thirdparty_agree": "F",
        "thirdparty_agree_date": "2026-07-15T17:59:00+09:00",
    }
    assert world.get("chatpay/setting") == {"chatpay": changed}
    stored = _stored(world)
    assert "pixel-1" in stored
    assert "shop-key-1" not in stored
    assert "button-key-1" not in stored
    assert MASK in stored


def test_null_takes_a_key_away_and_the_rest_stays(world: World) -> None:
    world.put("chatpay/setting", shop_key="shop-key-1", pixel_code="pixel-1")

    changed = world.put("chatpay/setting", shop_key=None)["chatpay"]

    assert (changed["shop_key"], changed["pixel_code"]) == (None, "pixel-1")
    assert _refused(world, "PUT", "chatpay/setting", use_chatpay=None)[0] == 422
    assert _refused(world, "PUT", "chatpay/setting", shop_key=None)[0] == 409


def test_a_sealed_key_that_is_sent_again_is_identical_content(world: World) -> None:
    world.put("chatpay/setting", shop_key="shop-key-1")
    assert _refused(world, "PUT", "chatpay/setting", shop_key="shop-key-1")[0] == 409


def test_portal_pay_is_created_once_and_then_its_key_is_changed(world: World) -> None:
    missing = world.call("GET", "portalpay/setting")
    early = _refused(world, "PUT", "portalpay/setting", authentication_key="key_1")
    made = world.post("portalpay/setting", **PORTALPAY)["portalpay"]
    again = _refused(world, "POST", "portalpay/setting", **PORTALPAY)
    changed = world.put("portalpay/setting", authentication_key="key_1")

    assert missing.status_code == 404
    assert early == (404, "The shop has no portalpay setting.")
    assert made == {
        "shop_no": 1,
        "authentication_key": None,
        "portalpay_version": "2.1",
        **PORTALPAY,
        "is_button_show": "T",
        "is_used_order": "T",
        "is_used_review": "T",
        "is_show_review": "T",
        "is_order_page": "N",
        "portal_button_pc_product": "A|1|2",
        "portal_button_pc_basket": "A|1|1",
        "portal_button_mobile_product": "MA|1|2",
        "portal_button_mobile_basket": "MA|1|1",
    }
    assert again == (422, "The shop has portalpay setting already. (parameter.shop_no)")
    assert changed == {"portalpay": {"shop_no": 1, "authentication_key": "key_1"}}
    assert world.get("portalpay/setting") == {
        "portalpay": {**made, "shop_no": "1", "authentication_key": "key_1"}
    }
    assert world.call("GET", "portalpay/setting", params={"shop_no": 2}).status_code == 404
    stored = _stored(world)
    assert not [key for key in ("certi-1", "image-1", "key_1") if key in stored]


@pytest.mark.both_stores
def test_portal_pay_created_by_several_at_once_is_created_by_one(world: World) -> None:
    with ThreadPoolExecutor(8) as pool:
        calls = [
            pool.submit(world.call, "POST", "portalpay/setting", json={"request": PORTALPAY})
            for _ in range(8)
        ]
    assert sorted(each.result().status_code for each in calls) == [201] + [422] * 7


def test_order_settings_of_a_new_shop(world: World) -> None:
    assert world.speaking("2024-03-01").get("orders/setting") == {
        "order": {
            "shop_no": 1,
            "claim_request": "T",
            "claim_request_type": "S",
            "claim_request_button_exposure": [
                "cancel_N10",
                "cancel_N20",
                "exchange_N40",
                "return_N40",
            ],
            "claim_request_button_date_type": "order_date",
            "claim_request_button_period": 30,
            "stock_recover": "T",
            "stock_recover_base": "T",
            "stock_recover_individual": {
                "cancel_before": None,
                "cancel_after": None,
                "cancel_return": None,
            },
            "refund_processing_setting": "S",
            "claim_request_auto_accept": "F",
            "refund_benefit_setting": "T",
            "use_product_prepare_status": "T",
            "use_purchase_confirmation_button": "F",
            "purchase_confirmation_button_set_date": None,
            "use_purchase_confirmation_auto_check": "F",
            "purchase_confirmation_auto_check_day": None,
            "purchase_confirmation_auto_check_set_date": None,
            "use_additional_fields": "F",
            "customer_pays_return_shipping": "F",
            "refund_bank_account_required": "F",
        }
    }


def test_order_settings_are_changed_and_answered_as_in_their_version(world: World) -> None:
    changed = world.speaking("2024-03-01").put(
        "orders/setting",
        refund_benefit_setting="U",
        purchase_confirmation_auto_check_day=30,
        purchase_confirmation_auto_check_set_date="2026-12-01",
        claim_request="F",
        exchange_shipping_fee="2500",
    )["order"]

    assert changed == {
        "refund_benefit_setting": "U",
        "use_product_prepare_status": "T",
        "use_purchase_confirmation_button": "F",
        "purchase_confirmation_button_set_date": None,
        "use_purchase_confirmation_auto_check": "F",
        "purchase_confirmation_auto_check_day": 30,
        "purchase_confirmation_auto_check_set_date": "2026-12-01",
        "shop_no": 1,
    }
    newest = world.call("GET", "orders/setting", headers=NEWEST).json()["order"]
    assert (newest["claim_request"], newest["exchange_shipping_fee"]) == ("T", "0.00")


def test_the_newest_version_sets_what_could_only_be_read(world: World) -> None:
    body = {
        "claim_request": "F",
        "claim_request_type": "D",
        "stock_recover_individual": {"cancel_after": "M"},
        "exchange_shipping_fee": "2500",
        "auto_cancel_cash_period": 23,
    }
    older = world.speaking("2024-03-01")
    answer = world.call("PUT", "orders/setting", headers=NEWEST, json={"request": body})
    hidden = older.get("orders/setting")["order"]
    world.call("PUT", "orders/setting", headers=NEWEST, json={"request": {"claim_request": "T"}})
    shown = older.get("orders/setting")["order"]

    changed = answer.json()["order"]
    assert answer.status_code == 200
    assert changed["exchange_shipping_fee"] == "2500.00"
    assert changed["auto_cancel_cash_period"] == 23
    assert changed["claim_request_type"] is None
    assert (hidden["claim_request"], hidden["claim_request_type"]) == ("F", None)
    assert (shown["claim_request"], shown["claim_request_type"]) == ("T", "D")
    assert shown["stock_recover_individual"] == {
        "cancel_before": None,
        "cancel_after": "M",
        "cancel_return": None,
    }
    assert not set(shown) & set(OpenOrderSettings.added)
    assert set(SetOrderSettings.added) <= set(changed)


def test_what_an_earlier_version_does_not_know_is_named_as_ignored(world: World) -> None:
    body = {"request": {"claim_request": "F", "refund_benefit_setting": "F"}}
    older = world.speaking("2024-03-01")
    strict = world.install(strict=True, version="2024-03-01")

    ignored = older.call("PUT", "orders/setting", json=body)
    refused = world.call("PUT", "orders/setting", json=body, app=strict)

    assert (ignored.status_code, ignored.headers["x-platform-ignored"]) == (200, "claim_request")
    assert refused.status_code == 422


@pytest.mark.parametrize("day", [0, 31, "0", "thirty"])
def test_a_day_outside_the_month_is_refused_by_name(world: World, day: object) -> None:
    status, message = _refused(
        world, "PUT", "orders/setting", purchase_confirmation_auto_check_day=day
    )
    assert status == 422
    assert message.endswith("(parameter.purchase_confirmation_auto_check_day)")


@pytest.mark.both_stores
def test_changes_at_once_of_different_fields_lose_none(world: World) -> None:
    sizes = [f"{kind}_image_{side}" for kind in ("detail", "list", "tiny", "zoom", "small")
             for side in ("width", "height")]  # fmt: skip

    def set_one(name: str) -> int:
        request = {"product_image_size": {name: 77}}
        status: int = world.call("PUT", "images/setting", json={"request": request}).status_code
        return status

    with ThreadPoolExecutor(len(sizes)) as pool:
        assert set(pool.map(set_one, sizes)) == {200}
    assert world.get("images/setting")["image"]["product_image_size"] == dict.fromkeys(sizes, 77)


def _answered() -> list[type[Setting]]:
    return [
        row.gives
        for api in registry.apis().all
        for row in api.operations
        if row.gives is not None and issubclass(row.gives, Setting)
    ]


def test_every_secret_of_a_setting_is_masked_in_the_log() -> None:
    secrets = {
        name for kind in _answered() for name, field in fields_of(kind).items() if field.secret
    }
    assert len(secrets) >= 6
    values = redacted(dict.fromkeys(secrets, ("before", "after"))).values()
    assert list(values) == [[MASK, MASK]] * len(secrets)
