"""A mall in which every operation has something to act on, and the calls to it."""

import itertools
import re
from collections.abc import Callable
from datetime import date
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from sqlalchemy import bindparam, delete, select

from openmall.apis import registry
from openmall.areas.store import financials
from openmall.contract.fields import fields_of
from openmall.contract.operation import Operation
from openmall.database.schema import metadata
from openmall.database.session import Session
from openmall.database.statements import Statement
from openmall.journal.tables import ACTIVITY
from openmall.pipeline.doors import Door
from openmall.standard.settings import SETTING
from openmall.versions import calendar
from tests.areas.partner import taking_part
from tests.every_operation import examples
from tests.world import Installed, World

Values = dict[str, Any]
Row = tuple[Door, Operation]

_TAKING_PART: set[str] = set()
"""Malls whose first shop takes part in the partner programme."""
_FRESH = itertools.count(1)
_FORGET_SETTING = Statement(
    delete(SETTING).where(
        SETTING.c.mall_id == bindparam("mall_id"), SETTING.c.name == bindparam("name")
    )
)
PREFIXES = {
    door.name: "".join(f"/{part}" for part in door.prefix)
    for door in registry.doors().all
    if door.operations
}
"""API that has operations -> the path above them."""


def _product(world: World, above: Values) -> int:
    options = [{"name": "Colour", "value": "Sand,Ink"}]
    number: int = world.product(has_option="T", options=options)["product_no"]
    return number


def _variant(world: World, above: Values) -> str:
    code: str = world.get(f"products/{above['product_no']}/variants")["variants"][0]["variant_code"]
    return code


def _category(world: World, above: Values) -> int:
    made = world.post("categories", category_name="Aprons")["category"]
    number: int = made["category_no"]
    return number


def _redirect(world: World, above: Values) -> int:
    path = f"/old/{next(_FRESH)}"
    number: int = world.post("redirects", path=path, target="/new")["redirects"]["id"]
    return number


def _line(world: World, above: Values) -> int:
    _redirect(world, above)
    period = {"start_date": "2026-01-01", "end_date": "2030-12-31"}
    number: int = world.get("activitylogs", **period)["activitylogs"][0]["process_no"]
    return number


LOGO = "https://shop.example.com/img/logo.png"


def _gateway(world: World, above: Values) -> str:
    """Make the app's gateway, unless it has one, and a method of it to list."""
    client_id = world.full.credentials.client_id
    body = {"request": {"partner_id": "shop-1"}}
    assert world.call("POST", "paymentgateway", json=body).status_code in (201, 422)
    _method(world, {"client_id": client_id})
    return client_id


def _method(world: World, above: Values) -> str:
    path = f"paymentgateway/{above['client_id']}/paymentmethods"
    code = f"method-{next(_FRESH)}"
    words = {"payment_method": "etc", "payment_method_name": "Kite Pay", "payment_method_url": LOGO}
    made = world.post(path, payment_method_code=code, **words)["paymentmethod"]
    found: str = made["payment_method_code"]
    return found


def _contract(world: World) -> None:
    contract = financials.GatewayContract(
        partner_id="shop-1",
        payment_gateway_name="gateway_a",
        contract_date=date(2026, 1, 5),
        setting_date=date(2026, 1, 12),
        status="T",
        bank_code="013",
        bank_account_no="000-000000-00-000",
        bank_account_name="Shop",
        payment_method_information=[
            financials.Settlement(payment_method="card", period="M", period_information="15")
        ],
    )
    world.in_transaction(lambda db: financials.keep_contract(db, contract))


def _no_gateway(world: World) -> None:
    path = f"paymentgateway/{world.full.credentials.client_id}"
    assert world.call("DELETE", path).status_code in (200, 404)


def _portalpay(world: World) -> None:
    _no_portalpay(world)
    keys = {"authentication_key": "key", "certi_key": "certi", "image_key": "image"}
    body = {"request": {"shop_id": "c_1", **keys}}
    for shop_no in (1, 2):
        made = world.call("POST", "portalpay/setting", json={"shop_no": shop_no, **body})
        assert made.status_code == 201, made.text


def _no_portalpay(world: World) -> None:
    world.in_transaction(lambda db: db.run(_FORGET_SETTING, name="PortalpaySetting"))


MAKES: dict[str, Callable[[World, Values], Any]] = {
    "products/{product_no}": _product,
    "products/{product_no}/variants/{variant_code}": _variant,
    "categories/{category_no}": _category,
    "redirects/{id}": _redirect,
    "activitylogs/{process_no}": _line,
    "paymentgateway/{client_id}": _gateway,
    "paymentgateway/{client_id}/paymentmethods/{payment_method_code}": _method,
}
"""Path down to a placeholder -> what makes such a thing and returns its number or code."""


MUST_BE_THERE: dict[str, Callable[[World], None]] = {
    "GET financials/paymentgateway": _contract,
    "GET financials/store": _contract,
    "GET portalpay/setting": _portalpay,
    "PUT portalpay/setting": _portalpay,
}
"""Operation -> what makes the thing it answers, which its path does not name."""

MUST_BE_GONE: dict[str, Callable[[World], None]] = {
    "POST paymentgateway": _no_gateway,
    "POST portalpay/setting": _no_portalpay,
}
"""Operation -> what removes the thing of which it makes one and no second."""

OWN: dict[str, int] = {"client_id": 403}
"""Path parameter that must name the caller -> the status of another."""

NOBODY: dict[str, Any] = {"variant_code": "P00000ZZZZZZ"}
"""Path parameter -> one that exists nowhere; for all others the largest number."""

NEEDS: dict[str, Callable[[Any], Values]] = {
    "created_start_date": lambda value: {"created_end_date": "2026-12-31"},
    "created_end_date": lambda value: {"created_start_date": "2026-01-01"},
    "updated_start_date": lambda value: {"updated_end_date": "2026-12-31"},
    "updated_end_date": lambda value: {"updated_start_date": "2026-01-01"},
    "has_option": lambda value: {"options": [{"name": "A", "value": "B"}]} if value == "T" else {},
    "options": lambda value: {"has_option": "T"},
    "use_icon_exposure_term": lambda value: {
        "icon_exposure_begin_datetime": "2026-11-01",
        "icon_exposure_end_datetime": "2026-11-30",
    },
}
"""Parameter -> what has to come with it."""


SENT: dict[str, Any] = {
    "use_chatappalimtalk": "T",
    "send_method": "S",
    "send_method_push": "T",
}
"""Parameter -> the value to send where the first that is valid is what a new shop has, or, when
the parameter is required, is not."""


def things(world: World, row: Operation) -> Values:
    """Make what an operation's path names, and return its path parameters."""
    found: Values = {}
    path = ""
    for part in row.path.split("/"):
        path = f"{path}/{part}".lstrip("/")
        name = re.fullmatch(r"\{(\w+)\}", part)
        if name is None:
            continue
        if path not in MAKES:
            pytest.fail(
                f"`{path}` is a new kind of thing: add to MAKES in tests/every_operation/"
                "populated.py how to make one, so that the sweeps can call its operations"
            )
        found[name[1]] = MAKES[path](world, found)
    if row.name in MUST_BE_THERE:
        MUST_BE_THERE[row.name](world)
    return found


def least(world: World, row: Operation, path: Values) -> Values:
    """Return the fewest parameters a call needs, beside those of its path, to do something."""
    if row.name in MUST_BE_GONE:
        MUST_BE_GONE[row.name](world)
    values = {
        name: _made(world, path, name, field.type)
        for name, field in row.fields.items()
        if field.required and name not in row.placeholders
    }
    if row.scope in taking_part.SCOPES:
        values |= _published(world, row)
    if row.method == "PUT":
        new = fields_of(row.gives) if row.gives else {}
        for name, field in row.fields.items():
            value = _made(world, path, name, field.type)
            changes = name not in new or new[name].default != value
            if not field.required and name != "shop_no" and changes:
                values[name] = value
                break
    return values


def _published(world: World, row: Operation) -> Values:
    """Let the mall take part, and return what leaves out those of other tests."""
    tag = f"tag-{world.mall_id}"
    if world.mall_id not in _TAKING_PART:
        _TAKING_PART.add(world.mall_id)
        taking_part.enrol(world, shop_tags=[tag])
    named = {"shop_name": f"{world.mall_id} ko_KR"}
    return {"shop_tags": tag} if row.path == "shops" else named


def _made(world: World, path: Values, name: str, kind: Any) -> Any:
    if name == "mall_id":
        return world.mall_id
    if name == "path":
        return f"/old/{next(_FRESH)}"
    if name == "variant_code":
        return _variant(world, path)
    if name in SENT:
        return SENT[name]
    if name == "payment_method_code":
        return f"method-{next(_FRESH)}"
    return examples.valid(kind)


def send(
    world: World,
    row: Row,
    values: Values,
    path: Values,
    *,
    app: Installed | None = None,
    **rest: Any,
) -> httpx.Response:
    """Call an operation with parameters wherever it takes them: in the body, or in the query.

    It speaks the newest version, the one the registry describes, unless `headers` name another.
    """
    rest["headers"] = {calendar.HEADER: calendar.NEWEST, **rest.get("headers", {})}
    door, operation = row
    if operation.has_body and "json" not in rest and "content" not in rest:
        rest["json"] = envelope(operation, values)
    elif values and not operation.has_body:
        query = rest.get("params", {})
        rest["params"] = {name: _text(value) for name, value in values.items()} | query
    return send_raw(world, door, operation.method, url(row, path), app=app, **rest)


def send_raw(
    world: World, door: Door, method: str, path: str, *, app: Installed | None = None, **rest: Any
) -> httpx.Response:
    """Send anything to an API, with the credentials it wants."""
    app = app or world.full
    if "auth" not in rest and "Authorization" not in rest.get("headers", {}):
        if door.credential == "bearer":
            rest["headers"] = {**app.headers, **rest.get("headers", {})}
        elif door.credential == "storefront":
            rest["auth"] = app.basic
        else:
            rest["auth"] = (app.credentials.client_id, app.credentials.client_secret)
    if "mall" in door.sites:
        return world.request(method, path, **rest)
    outside = f"https://{door.sites[0]}.openmall.localhost{path}"
    answer: httpx.Response = world.stage.client.request(method, outside, **rest)
    return answer


def url(row: Row, path: Values) -> str:
    """Return where an operation is, its placeholders filled."""
    door, operation = row
    quoted = {name: quote(str(value), safe="") for name, value in path.items()}
    return f"{PREFIXES[door.name]}/{operation.path.format(**quoted)}"


def envelope(operation: Operation, values: Values) -> Values:
    """Return the body of a write, `shop_no` where it belongs."""
    inner = {name: value for name, value in values.items() if name != "shop_no"}
    beside = {"shop_no": values["shop_no"]} if "shop_no" in values else {}
    return {**beside, **({"requests": [inner]} if operation.objects > 1 else {"request": inner})}


def _text(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def outcome(answer: httpx.Response) -> tuple[int, str]:
    """Return status and message of a call, of its first object when it is about several."""
    body = answer.json()
    if answer.status_code == 207:
        [first] = next(iter(body.values()))
        return first["status"], first.get("message", "")
    return answer.status_code, body["error"]["message"] if answer.is_error else ""


_TABLES = {table.name: table for table in metadata.sorted_tables if "mall_id" in table.c}
_ROWS = {
    name: Statement(select(table).where(table.c.mall_id == bindparam("mall_id")))
    for name, table in _TABLES.items()
}


def rows(world: World) -> dict[str, list[Any]]:
    """Return every row the store has of a mall: two that are equal mean that nothing changed."""

    async def read(db: Session) -> dict[str, list[Any]]:
        found = {name: await db.all(statement) for name, statement in _ROWS.items()}
        return {name: sorted(map(repr, map(tuple, each))) for name, each in found.items()}

    return world.in_transaction(read)


def lines(world: World) -> int:
    """Return how many lines the mall's activity log has."""
    return len(rows(world)[ACTIVITY.name])
