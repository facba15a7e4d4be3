"""Answers have the fields and the types that the documented samples have, no more and no fewer."""

import csv
import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Any

import pytest

from openmall.api.pipeline.api_definitions import ApiDefinition
from openmall.commerce.store.chatapp_profile import ChatappProfile
from openmall.contract.crud.settings import write_setting
from openmall.database.seal import configured_seal
from openmall.database.session import Session
from tests.commerce.application.charges import CHARGE
from tests.every_operation.answer_differences import EMPTY, MORE
from tests.every_operation.operation_calls import (
    least,
    send,
    things,
)
from tests.every_operation.prerequisites import (
    Row,
    Values,
    notification,
)
from tests.every_operation.prerequisites import community as written
from tests.every_operation.prerequisites.application import TAG
from tests.every_operation.prerequisites.displays import BUNDLE
from tests.every_operation.prerequisites.store import LOGO
from tests.every_operation.registry_rows import SPEC, every_row, is_specified, named
from tests.world import World

LINKS = "links"
"""Type of the row which says that a list answers links to its next page."""
DATED = {"X-Platform-Api-Version": "2024-03-01"}
"""The version whose samples are transcribed, of operations that it has."""

SUPPLIER: Values = {
    "supplier_name": "Kite Farm",
    "manager_information": [{"no": 1, "name": "Kim"}],
    "payment_method": "30",
    "payment_start_date": 1,
    "payment_end_date": 15,
    "account_start_date": "2026-01-01",
    "account_stop_date": "2026-12-31",
}
SUPPLIER_USER: Values = {
    "user_name": [{"shop_no": 1, "user_name": "Kim"}],
    "nick_name": [{"shop_no": 1, "nick_name": "Kim"}],
}

FULL: dict[str, Values] = {
    "POST customerevents": {"start_date": "2026-11-01", "end_date": "2026-12-31"},
    "POST recipientgroups": notification.CONDITIONS,
    "PUT automessages/setting": {"send_method": "K", "send_method_push": "T"},
    "PUT coupons/setting": {"additional_coupon_no": [{"coupon_no": "6000000000000000001"}]},
    "PUT chatpay/setting": {
        "shop_key": "key",
        "pixel_code": "pixel",
        "button_authorization_key": "key",
        "thirdparty_agree_date": "2026-07-15",
    },
    "POST portalpay/setting": {
        "authentication_key": "key",
        "shop_id": "c_1",
        "certi_key": "certi",
        "image_key": "image",
    },
    "PUT socials/portallogin": {"client_id": "id", "client_secret": "secret"},
    "PUT orders/setting": {
        "purchase_confirmation_button_set_date": "2026-12-01",
        "purchase_confirmation_auto_check_day": 7,
        "purchase_confirmation_auto_check_set_date": "2026-12-01",
    },
    "PUT orders/status": {"status_name_id": 1, "custom_name": "Being made"},
    "POST paymentgateway": {
        "partner_id": "shop-1",
        "membership_fee_type": "FREE",
        "additional_information": [{"key": "version", "value": "1"}],
    },
    "PUT paymentgateway/{client_id}": {
        "membership_fee_type": "PRE",
        "additional_information": [{"key": "version", "value": "2"}],
    },
    "POST paymentgateway/{client_id}/paymentmethods": {
        "payment_method_code": "kite",
        "payment_method": "tcash",
        "payment_method_name": "Kite Pay",
        "payment_method_url": LOGO,
    },
    "PUT products/{product_no}/icons": {
        "image_list": [{"code": "icon_new"}],
        "use_show_date": "T",
        "show_start_date": "2026-12-01",
        "show_end_date": "2026-12-24",
    },
    "POST bundleproducts": BUNDLE,
    "POST carts": {
        "variants": [
            {
                "quantity": 1,
                "variants_code": "P000000A000A",
                "options": [{"option_code": ""}],
                "additional_option_values": [{"key": "item_option_add", "value": "Kim"}],
            }
        ]
    },
    "POST appstore/orders": CHARGE,
    "POST scripttags": TAG,
    "POST suppliers": SUPPLIER,
    "PUT suppliers/{supplier_code}": {**SUPPLIER, "payment_start_date": 3},
    "PUT shipping/suppliers/{supplier_id}": {
        "shipping_etc": None,
        "shipping_fee_type": "D",
        "shipping_rates": [
            {"shipping_rates_min": "0", "shipping_rates_max": "30000", "shipping_fee": "3000"}
        ],
        "country_hscode": [{"country_code": "JPN", "hscode": "010121100"}],
    },
    "POST suppliers/users": SUPPLIER_USER,
    "PUT suppliers/users/{user_id}": SUPPLIER_USER,
    "PUT shipping": {
        "shipping_etc": None,
        "shipping_fee_type": "D",
        "shipping_rates": [{"min_value": "0", "max_value": "10000", "shipping_fee": "2500"}],
        "oversea_shipping_country": "T",
        "oversea_shipping_country_list": [{"country_code": "US"}],
        "country_shipping_fee": "T",
        "country_shipping_fee_list": [
            {
                "country_code": "US",
                "conditional": "price",
                "min_value": "1",
                "max_value": "1000",
                "shipping_fee": "1000",
            }
        ],
    },
    "PUT regionalsurcharges": {
        "use_regional_surcharge": "T",
        "regional_surcharge_list": [
            {"region_name": "Jeju", "regional_surcharge_amount": "3000.00"},
        ],
    },
    "GET shippingorigins": {"limit": 1},
    "GET activitylogs": {"start_date": "2026-11-01", "end_date": "2026-11-30", "limit": 1},
    "GET boards/{board_no}/articles": {"limit": 1},
    "GET boards/{board_no}/comments": {"limit": 1},
    "GET urgentinquiry": {"limit": 1},
    "PUT boards/{board_no}": {"categories": [{"board_category_no": 1, "category_name": "Talk"}]},
    "POST boards/{board_no}/articles": {
        "product_no": 1,
        "category_no": 2,
        "board_category_no": 1,
        "reply_status": "C",
        "attach_file_urls": written.FILES,
    },
    "PUT boards/{board_no}/articles/{article_no}": {"title": "Changed"},
    "POST boards/{board_no}/articles/{article_no}/comments": {
        "attach_file_urls": written.FILES,
    },
    "POST urgentinquiry/{article_no}/reply": {"attach_file_urls": written.FILES},
    "PUT urgentinquiry/{article_no}/reply": {"attach_file_urls": written.FILES},
    "PUT orders/{order_id}/items/{order_item_code}": {"claim_reason": "Too late"},
    "GET visitors/pageview": {"format_type": "hour"},
    "GET visitors/view": {"format_type": "hour"},
    "GET translations/categories": {"limit": 1},
    "GET translations/products": {"limit": 1},
}
"""Operation -> what to send so that nothing it answers is empty."""

BEFORE: dict[str, list[str]] = {
    "GET chatpay/setting": ["PUT chatpay/setting"],
    "GET coupons/setting": ["PUT coupons/setting"],
    "POST boards/{board_no}/articles": [
        "POST products",
        "POST categories",
        "PUT boards/{board_no}",
    ],
    "GET shipping": ["PUT shipping"],
    "GET carriers": ["PUT shipping"],
    "GET carriers/{carrier_id}": ["PUT shipping"],
    "POST carriers": ["PUT shipping"],
    "GET regionalsurcharges": ["PUT regionalsurcharges"],
}
"""Operation -> writes of the same thing that come before it."""


def _samples() -> dict[tuple[str, ...], dict[str, str]]:
    found: dict[tuple[str, ...], dict[str, str]] = {}
    with (SPEC / "answers.tsv").open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            fields = found.setdefault((row["api"], row["method"], row["path"]), {})
            assert row["field"] not in fields, f"said twice: {row}"
            fields[row["field"]] = row["type"]
    return found


SAMPLES = _samples()
ROWS = {(api.name, row.method, row.path): (api, row) for api, row in every_row()}


@pytest.mark.parametrize("key", SAMPLES, ids=" ".join)
def test_an_answer_has_the_shape_of_its_sample(world: World, key: tuple[str, ...]) -> None:
    row = ROWS[key]
    name = row[1].name
    answered = _answer(world, row)
    resource = answered[row[1].key]
    shape = dict(_shape(resource))
    if LINKS in answered:
        shape[LINKS] = LINKS
    sample = SAMPLES[key]
    differing = {
        field: (shape.get(field), sample.get(field))
        for field in shape.keys() | sample.keys()
        if not _agree(shape.get(field), sample.get(field)) and not _excused(name, field)
    }
    assert differing == {}, "openmall, then the sample"


def _answer(world: World, row: Row) -> dict[str, Any]:
    api, operation = row
    for before in BEFORE.get(operation.name, ()):
        assert _called(world, _named(api, before)).is_success
    if operation.name == "GET chatappalimtalk/profile":
        seal = configured_seal(world.stage.app.configuration)

        async def enter(db: Session) -> None:
            await write_setting(db, seal, ChatappProfile(chatapp_senderkey="key"))

        world.in_transaction(enter)
    if operation.name == "GET activitylogs":
        for _ in range(2):
            things(world, _named(api, "GET activitylogs/{process_no}")[1])
    answer = _called(world, row)
    assert answer.is_success, answer.text
    found: dict[str, Any] = answer.json()
    return found


def _called(world: World, row: Row) -> Any:
    operation = row[1]
    path = things(world, operation)
    values = least(world, operation, path) | FULL.get(operation.name, {})
    dated = DATED if row[0].has(operation, "2024-03-01") else {}
    return send(world, row, values, path, headers=dated)


def _named(api: ApiDefinition, name: str) -> Row:
    return next((api, row) for row in api.operations if row.name == name)


def _shape(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Return every field within an answer and its type; of a list, those of its first."""
    yield name, _type(value)
    first = value[0] if isinstance(value, list) and value else value
    if first is not value and not isinstance(first, dict):
        yield f"{name}.*", _type(first)
    if isinstance(first, dict):
        for key, inner in first.items():
            yield from _shape(inner, f"{name}.{key}".lstrip("."))


def _type(value: Any) -> str:
    if isinstance(value, str):
        for kind, form in (
            ("amount", r"-?\d+\.\d\d"),
            ("moment", r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d"),
            ("date", r"\d{4}-\d\d-\d\d"),
        ):
            if re.fullmatch(form, value):
                return kind
        return "string"
    names = {None: "null", bool: "boolean", int: "integer", float: "number"}
    return names.get(None if value is None else type(value)) or (
        "list" if isinstance(value, list) else "object"
    )


def _agree(ours: str | None, sample: str | None) -> bool:
    return ours == sample or {ours, sample} == {"integer", "number"}


def _excused(name: str, field: str) -> bool:
    for (operation, pattern), _ in (*EMPTY.items(), *MORE.items()):
        inside = field == pattern or field.startswith(f"{pattern}.")
        if fnmatchcase(name, operation.replace("[", "[[]")) and (
            inside or fnmatchcase(field, pattern)
        ):
            return True
    return False


def test_every_operation_of_the_store_area_has_its_sample() -> None:
    samples = {f"{api} {method} {path}" for api, method, path in SAMPLES}
    store = {
        named(row)
        for row in every_row()
        if row[0].name == "admin"
        and row[1].scope.endswith("_store")
        and is_specified(row[0].name, row[1].method, row[1].path)
    }
    read_and_changed = {
        f"admin {method} {path}"
        for method in ("GET", "PUT")
        for path in (
            "benefits/setting", "carts/setting", "orderform/setting", "privacy/boards",
            "privacy/orders", "products/display/setting", "restocknotification/setting",
            "boards/setting", "categories/properties/setting", "mains/properties/setting",
            "products/properties/setting", "store/dropshipping",
        )
    }  # fmt: skip
    unshown = read_and_changed | {
        "admin GET redirects",
        "admin POST redirects",
        "admin PUT redirects/{id}",
        "admin DELETE redirects/{id}",
        "admin GET payment/freeinstallments",
        "admin GET paymentservices",
        "admin GET socials/portalshopping",
        "admin PUT currency",
        "admin PUT customers/setting",
    }
    assert store - samples - unshown == set(), (
        "write its fields in spec/answers.tsv, or name it here"
    )
    assert unshown - (store - samples) == set(), "there is a sample, or no such operation"
