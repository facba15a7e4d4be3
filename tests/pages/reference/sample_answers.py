"""Makes the samples of the reference: calls every operation of a mall on a fresh store.

`make generated ONLY=samples`, or `python -m tests.pages.reference.sample_answers [api ...]`.
"""

import gc
import itertools
import json
import sys
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from msgspec import inspect
from sqlalchemy import bindparam, select

from openmall.api.pipeline.api_definitions import ApiDefinition
from openmall.contract import api_versions
from openmall.contract.journal.tables import EVENT
from openmall.database.statements import Statement
from openmall.pages.reference import samples
from openmall.pages.reference.catalog import APIS, Entry
from tests.every_operation import operation_calls
from tests.every_operation.operation_calls import PREFIXES, envelope, least, send, send_raw, things
from tests.every_operation.prerequisites import Row, Values
from tests.every_operation.prerequisites import shopping as made_shopping
from tests.every_operation.registry_rows import every_row, named
from tests.every_operation.test_answers import BEFORE, FULL
from tests.every_operation.test_events import CALLS
from tests.world import NOVEMBER_2026, Stage, World, open_stage

FOLDER: Final = Path(samples.__file__).parent
LONGEST_LIST: Final = 2
LONGEST_TEXT: Final = 300
PRETTY: Final[Values] = {
    "product_name": "Linen apron",
    "category_name": "Kitchen",
    "name": "Dana Park",
    "buyer_name": "Hana Kim",
    "receiver_name": "Hana Kim",
    "writer": "Hana Kim",
    "author_id": "haneul",
    "title": "Is it in stock again?",
    "content": "When will it be back?",
    "memo": "Called back, wants it blue.",
    "reason": "Changed my mind",
    "claim_reason": "Changed my mind",
    "email": "hana@example.com",
    "phone": "02-000-0000",
    "cellphone": "010-0000-0000",
    "zipcode": "04524",
    "address1": "110 Sejong-daero, Jung-gu, Seoul",
    "address2": "3rd floor",
    "brand_name": "Moorland",
    "manufacturer_name": "Moorland Mills",
    "president_name": "Minji Lee",
    "supplier_name": "Kite Farm",
    "trend_name": "Summer linen",
    "group_name": "Gold",
    "coupon_name": "Welcome coupon",
    "benefit_name": "Weekend sale",
    "refund_bank_name": "Bank",
    "refund_bank_account_no": "000-000000-00-000",
    "refund_bank_account_holder": "Hana Kim",
    "bank_account_holder": "Hana Kim",
    "tracking_no": "1234567890",
    "shipping_message": "Leave it at the door",
    "keyword": "linen",
    "tag": "linen",
    "tags": ["linen", "kitchen"],
    "description": "Washed linen, made to last.",
    "simple_description": "Washed linen",
    "summary_description": "Washed linen",
    "model_name": "LA-100",
    "hash_tags": ["linen"],
    "option_name": "Colour",
    "shipping_company_name": "Parcel Post",
    "origin_name": "Main warehouse",
    "company_name": "Moorland",
    "nick_name": "hana",
    "city": "Seoul",
    "property_name": "Care",
    "property_value": "Wash cold",
    "custom_product_code": "LA-100",
    "custom_variant_code": "LA-100-B",
    "meta_title": "Linen for the kitchen",
    "common_page_title": "Moorland",
    "menu_image_pc": "/files/kitchen.png",
    "password": "keep-this-secret",
    "receiver_phone": "02-000-0000",
    "receiver_cellphone": "010-0000-0000",
    "receiver_zipcode": "04524",
    "receiver_address1": "110 Sejong-daero, Jung-gu, Seoul",
    "receiver_address2": "3rd floor",
    "buyer_cellphone": "010-0000-0000",
    "buyer_zipcode": "04524",
    "buyer_address1": "110 Sejong-daero, Jung-gu, Seoul",
    "buyer_address2": "3rd floor",
    "inflow_group_name": "Newsletters",
    "inflow_name": "November",
    "sales_channel_name": "Pop-up store",
    "names": ["fragile"],
    "privacy_all": "What is kept, and why.",
    "target": "/kitchen",
    "user_name": "Hana Kim",
    "region_name": "Jeju",
    "contact": "02-000-0000",
    "group_description": "Those who buy often",
    "collect_tracking_no": "1234567890",
    "partner_id": "shop-1",
    "authentication_key": "key",
}
"""Parameter of free text -> what somebody would write there."""
FIRST: Final[dict[str, Callable[[World], object]]] = {
    "GET products": lambda world: world.product(),
    "GET products/count": lambda world: world.product(),
    "GET categories": lambda world: world.post("categories", category_name="Kitchen"),
    "GET categories/count": lambda world: world.post("categories", category_name="Kitchen"),
    "GET redirects": lambda world: world.post("redirects", path="/summer", target="/kitchen"),
    "GET activitylogs": lambda world: world.product(),
}
"""What is done in the mall before an operation is called, so that it has something to answer."""
WITHDRAWN: Final[Values] = {
    "undone": "T",
    "undone_reason_type": "A",
    "undone_reason": "Keeps it",
    "expose_order_detail": "F",
    "exposed_undone_reason": "Keeps it",
}
"""What earlier versions want of a claim that is changed."""
_NUMBERS: Final = itertools.count(1)
_EVENTS: Final = Statement(
    select(EVENT.c.event_no)
    .where(EVENT.c.mall_id == bindparam("mall_id"))
    .order_by(EVENT.c.sequence)
)
_plain = operation_calls._made
_ANNOUNCING: Final = {name: (number, more) for number, (name, more) in CALLS.items()}


def _pretty(world: World, path: Values, name: str, kind: Any) -> Any:
    value = _plain(world, path, name, kind)
    nice = PRETTY.get(name)
    if isinstance(nice, str) and isinstance(value, str) and set(value) <= {"A"}:
        bare = operation_calls.examples.alone(kind)
        if isinstance(bare, inspect.StrType) and not bare.pattern:
            return nice[: bare.max_length]
    return nice if isinstance(nice, list) and value == ["A"] else value


def sampled(stage: Stage, row: Row, version: str) -> samples.Sample:
    """Return a sample of an operation, in a mall of its own."""
    stage.clock.at = NOVEMBER_2026
    stage.forget_counts()
    world = stage.new_world(f"{samples.MALL}-{next(_NUMBERS)}")
    definition, operation = row
    unknown = Entry(definition, operation, version).missing.top - {*operation.placeholders}
    tries: list[Values] = [FULL.get(operation.name, {}), {}, WITHDRAWN]
    if named(row) in _ANNOUNCING:
        more = _ANNOUNCING[named(row)][1]
        tries.insert(0, {k: v for k, v in more.items() if v is not msgspec.UNSET})
    for before in BEFORE.get(operation.name, ()):
        other = next(
            ((definition, each) for each in definition.operations if each.name == before), None
        )
        if other is None:
            continue  # it is about the other API's operation of this name
        path = things(world, other[1])
        values = least(world, other[1], path) | FULL.get(before, {})
        assert send(world, other, values, path).is_success
    said = ""
    for more in tries:
        path = things(world, operation)
        values = least(world, operation, path) | more
        values = {name: value for name, value in values.items() if name not in unknown}
        if operation.name in FIRST:
            FIRST[operation.name](world)
        there = len(_events(world))
        answer = send(world, row, values, path, headers={api_versions.HEADER: version})
        if answer.is_success and answer.status_code != 207:
            events = sorted(set(_events(world)[there:]))
            return _told(world, row, values, path, answer, events)
        said = answer.text
    raise AssertionError(f"{named(row)}: {said}")


def _told(
    world: World, row: Row, values: Values, path: Values, answer: Any, events: list[int]
) -> samples.Sample:
    operation = row[1]
    body = envelope(operation, values) if operation.has_body else None
    session = row[0].name == "storefront" and made_shopping.needs_member(operation)
    found = samples.Sample(
        path=path,
        query={} if operation.has_body else values,
        body=body,
        session=session and operation.name != "POST carts",
        status=answer.status_code,
        answer=answer.json() if answer.content else None,
        events=events,
    )
    text = msgspec.json.encode(found).decode()
    plain = text.replace(f"tag-{world.mall_id}", "linen").replace(world.mall_id, samples.MALL)
    read = msgspec.json.decode(plain, type=samples.Sample)
    return msgspec.structs.replace(read, answer=_short(read.answer), body=_short(read.body))


def _events(world: World) -> list[int]:
    return [row[0] for row in world.in_transaction(lambda db: db.all(_EVENTS))]


def _short(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _short(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_short(each) for each in value[:LONGEST_LIST]]
    if isinstance(value, str) and len(value) > LONGEST_TEXT:
        return value[:LONGEST_TEXT] + "..."
    return value


def refusals(stage: Stage, definition: ApiDefinition) -> dict[str, Any]:
    """Return the bodies with which an API refuses, by status."""
    world = stage.new_world(f"{samples.MALL}-{next(_NUMBERS)}")
    bare = world.install([])
    row = next(each for each in definition.operations if not each.placeholders)
    where = f"{PREFIXES[definition.name]}/{row.path}"
    about = {"mall_id": world.mall_id} if definition.mall_from == "query" else {}
    asked = [
        send_raw(world, definition, "GET", f"{where}?x=%zz"),
        send_raw(
            world, definition, row.method, where, params=about, headers={"Authorization": "no"}
        ),
        send_raw(world, definition, row.method, where, params=about, app=bare),
        send_raw(world, definition, "GET", f"{where}/nothing/there", params=about),
    ]
    return {
        str(answer.status_code): answer.json()
        for answer in asked
        if answer.is_error and "error" in answer.json()
    }


def main(names: list[str]) -> int:
    """Write the samples of the APIs that are named, or of all."""
    operation_calls._made = _pretty
    failed = 0
    with tempfile.TemporaryDirectory() as folder, open_stage(Path(folder)) as stage:
        gc.freeze()
        for api in names or APIS:
            found: dict[str, samples.Sample] = {}
            for row in every_row():
                if row[0].name != api:
                    continue
                for version in samples.versions(named(row)):
                    try:
                        found[samples.key(row[1].name, version)] = sampled(stage, row, version)
                    except (Exception, pytest.fail.Exception):
                        failed += 1
                        print(named(row), version, traceback.format_exc(limit=-2), file=sys.stderr)
            definition = next(each for each, _ in every_row() if each.name == api)
            kept = samples.SampleFile(refusals(stage, definition), dict(sorted(found.items())))
            plain = msgspec.to_builtins(kept)
            lines = [
                f"{json.dumps(name)}: {json.dumps(each, ensure_ascii=False)}"
                for name, each in plain["samples"].items()
            ]
            text = ",\n".join(lines)
            refused = json.dumps(plain["errors"], ensure_ascii=False)
            (FOLDER / f"{api}.json").write_text(
                f'{{"errors": {refused},\n"samples": {{\n{text}\n}}}}\n', encoding="utf-8"
            )
            print(f"{api}: {len(found)} samples, {len(text) // 1024} KB")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
