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
from tests.every_operation import examples
from tests.world import Installed, World

Values = dict[str, Any]
Row = tuple[Door, Operation]

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


def _brand(world: World, above: Values) -> str:
    code: str = world.post("brands", brand_name="Kite")["brand"]["brand_code"]
    return code


def _manufacturer(world: World, above: Values) -> str:
    made = world.post("manufacturers", manufacturer_name="Kite Works", president_name="Kim")
    code: str = made["manufacturer"]["manufacturer_code"]
    return code


def _tag(world: World, above: Values) -> str:
    tag = f"tag {next(_FRESH)}"
    world.post(f"products/{above['product_no']}/tags", tags=[tag])
    return tag


def _icon(world: World, above: Values) -> str:
    path = f"products/{above['product_no']}/icons"
    world.post(path, image_list=[{"code": "icon_gift"}])
    return "icon_gift"


def _memo(world: World, above: Values) -> int:
    path = f"products/{above['product_no']}/memos"
    number: int = world.post(path, author_id="owner", memo="Ask again")["memo"]["memo_no"]
    return number


def _of_newest(make: Callable[[World, Values], Any]) -> Callable[[World], None]:
    """Return what makes a thing of the product that was made last."""

    def of_newest(world: World) -> None:
        products = world.get("products", limit=100)["products"]
        make(world, {"product_no": max(each["product_no"] for each in products)})

    return of_newest


def _icons(world: World, above: Values) -> None:
    _icon(world, above)
    term = {"show_start_date": "2026-12-01", "show_end_date": "2026-12-24"}
    world.put(f"products/{above['product_no']}/icons", use_show_date="T", **term)


def _custom_property(world: World, above: Values) -> int:
    """Make a property, and give the product above, when there is one, a value of it."""
    drafts = [{"property_name": f"Property {next(_FRESH)}"}]
    made = world.post("products/customproperties", custom_properties=drafts)["product"]
    number: int = made["custom_properties"][0]["property_no"]
    if "product_no" in above:
        path = f"products/{above['product_no']}/customproperties/{number}"
        world.put(path, property_value="Blue")
    return number


def _custom_properties(world: World) -> None:
    _custom_property(world, {})


def _main(world: World, above: Values) -> int:
    number: int = world.post("mains", group_name="Picks")["main"]["display_group"]
    return number


def _filed(world: World, above: Values) -> int:
    return int(world.product(add_category_no={"category_no": above["category_no"]})["product_no"])


def _shown(world: World, above: Values) -> int:
    return int(world.product(main=[above["display_group"]])["product_no"])


def _filed_first(world: World) -> None:
    """Put product 1 into every category: it is the one that a list of numbers names."""
    if not world.get("products", product_no=1)["products"]:
        world.product()
    for category in world.get("categories")["categories"]:
        world.post(f"categories/{category['category_no']}/products", product_no=[1])


def _shown_first(world: World) -> None:
    """Put product 1 into every main display group of both shops."""
    if not world.get("products", product_no=1)["products"]:
        world.product()
    for shop_no in (1, 2):
        for main in world.get("mains", shop_no=shop_no)["mains"]:
            world.post(f"mains/{main['display_group']}/products", shop_no, product_no=[1])


def _images(world: World, above: Values) -> None:
    picture = {"image_upload_type": "A", "detail_image": examples.PIXEL}
    world.post(f"products/{above['product_no']}/images", **picture)


def _additional_images(world: World, above: Values) -> None:
    images = [{"big": examples.PIXEL}]
    world.post(f"products/{above['product_no']}/additionalimages", additional_image=images)


def _decoration(world: World, above: Values) -> str:
    images = [{"code": f"badge_{next(_FRESH)}", "path": examples.PIXEL}]
    path = f"products/{above['product_no']}/decorationimages"
    code: str = world.post(path, image_list=images)["decorationimage"]["image_list"][0]["code"]
    return code


def _any_decoration(world: World) -> None:
    _decoration(world, {"product_no": _product(world, {})})


def _no_options(world: World) -> None:
    for product in world.get("products", limit=100)["products"]:
        path = f"products/{product['product_no']}/options"
        assert world.call("DELETE", path).status_code in (200, 404)


MAKES: dict[str, Callable[[World, Values], Any]] = {
    "products/{product_no}": _product,
    "products/{product_no}/variants/{variant_code}": _variant,
    "categories/{category_no}": _category,
    "redirects/{id}": _redirect,
    "activitylogs/{process_no}": _line,
    "paymentgateway/{client_id}": _gateway,
    "paymentgateway/{client_id}/paymentmethods/{payment_method_code}": _method,
    "brands/{brand_code}": _brand,
    "manufacturers/{manufacturer_code}": _manufacturer,
    "products/{product_no}/tags/{tag}": _tag,
    "products/{product_no}/icons/{code}": _icon,
    "products/{product_no}/memos/{memo_no}": _memo,
    "products/customproperties/{property_no}": _custom_property,
    "products/{product_no}/customproperties/{property_no}": _custom_property,
    "categories/{category_no}/products/{product_no}": _filed,
    "mains/{display_group}": _main,
    "mains/{display_group}/products/{product_no}": _shown,
    "products/{product_no}/decorationimages/{code}": _decoration,
}
"""Path down to a placeholder -> what makes such a thing and returns its number or code."""


def _plain_product(world: World, above: Values) -> int:
    number: int = world.product()["product_no"]
    return number


INSTEAD: dict[tuple[str, str], Callable[[World, Values], Any]] = {
    ("POST products/{product_no}/options", "products/{product_no}"): _plain_product,
}
"""Operation, and path down to a placeholder -> what makes another such thing than MAKES does."""

MUST_BE_THERE: dict[str, Callable[[World], None]] = {
    "GET financials/paymentgateway": _contract,
    "GET financials/store": _contract,
    "GET portalpay/setting": _portalpay,
    "PUT portalpay/setting": _portalpay,
    "GET products/{product_no}/memos": _of_newest(_memo),
    "GET products/{product_no}/tags": _of_newest(_tag),
    "GET products/{product_no}/icons": _of_newest(_icons),
    "GET products/{product_no}/customproperties": _of_newest(_custom_property),
    "GET products/customproperties": _custom_properties,
    "GET categories/{category_no}/products": _filed_first,
    "POST categories/{category_no}/products": _filed_first,
    "PUT categories/{category_no}/products": _filed_first,
    "GET mains/{display_group}/products": _shown_first,
    "POST mains/{display_group}/products": _shown_first,
    "PUT mains/{display_group}/products": _shown_first,
    "GET products/decorationimages": _any_decoration,
}
"""Operation -> what makes the thing it answers, which its path does not name."""

MUST_BE_GONE: dict[str, Callable[[World], None]] = {
    "POST paymentgateway": _no_gateway,
    "POST portalpay/setting": _no_portalpay,
    "POST products/{product_no}/options": _no_options,
}
"""Operation -> what removes the thing of which it makes one and no second."""

OWN: dict[str, int] = {"client_id": 403}
"""Path parameter that must name the caller -> the status of another."""

NOBODY: dict[str, Any] = {
    "variant_code": "P00000ZZZZZZ",
    "brand_code": "B00000ZZ",
    "manufacturer_code": "M00000ZZ",
    "tag": "nobody's",
}
"""Path parameter -> one that exists nowhere; for all others the largest number."""

_OPTION = {"name": "A", "value": "B"}
_NEW_OPTION = {"option_name": "A", "option_value": [{"option_text": "B"}]}
"""An option as a new product has it, and as a product gets it."""

NEEDS: dict[str, Callable[[Any], Values]] = {
    "created_start_date": lambda value: {"created_end_date": "2026-12-31"},
    "created_end_date": lambda value: {"created_start_date": "2026-01-01"},
    "updated_start_date": lambda value: {"updated_end_date": "2026-12-31"},
    "updated_end_date": lambda value: {"updated_start_date": "2026-01-01"},
    "has_option": lambda value: {"options": [{**_OPTION, **_NEW_OPTION}]} if value == "T" else {},
    "options": lambda value: {"has_option": "T"},
    "use_icon_exposure_term": lambda value: {
        "icon_exposure_begin_datetime": "2026-11-01",
        "icon_exposure_end_datetime": "2026-11-30",
    },
    "use_show_date": lambda value: (
        {"show_start_date": "2026-11-01", "show_end_date": "2026-11-30"} if value == "T" else {}
    ),
}
"""Parameter -> what has to come with it."""


SENT: dict[str, Any] = {
    "use_chatappalimtalk": "T",
    "send_method": "S",
    "send_method_push": "T",
    "use_show_date": "F",
}
"""Parameter -> the value to send where the first that is valid is what a new shop has, or, when
the parameter is required, is not."""

MUST_HAVE: dict[str, Callable[[World, Values], None]] = {
    "DELETE products/{product_no}/images": _images,
    "DELETE products/{product_no}/additionalimages": _additional_images,
}
"""Operation -> what gives to the thing its path names what it takes away."""

ALSO: dict[str, Values] = {
    "POST products/{product_no}/images": {"detail_image": examples.PIXEL},
}
"""Operation -> what it needs to be sent that no column can say is required."""

NOTHING: dict[str, Values] = {
    "PUT products/{product_no}/additionalimages": {"additional_image": []},
    "PUT products/{product_no}/decorationimages": {"image_list": []},
}
"""Update whose required parameter is all it takes -> the value that says what a new one has."""


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
        make = INSTEAD.get((row.name, path), MAKES[path])
        found[name[1]] = make(world, found)
    if row.name in MUST_BE_THERE:
        MUST_BE_THERE[row.name](world)
    if row.name in MUST_HAVE:
        MUST_HAVE[row.name](world, found)
    return found


def least(world: World, row: Operation, path: Values) -> Values:
    """Return the fewest parameters a call needs, beside those of its path, to do something."""
    if row.name in MUST_BE_GONE:
        MUST_BE_GONE[row.name](world)
    values = {
        name: _made(world, path, name, field.type)
        for name, field in row.fields.items()
        if field.required and name not in row.placeholders
    } | ALSO.get(row.name, {})
    if row.method == "PUT":
        new = fields_of(row.gives) if row.gives else {}
        for name, field in row.fields.items():
            value = _made(world, path, name, field.type)
            changes = name not in new or new[name].default != value
            if not field.required and name != "shop_no" and changes:
                values[name] = value
                break
    return values


def _made(world: World, path: Values, name: str, kind: Any) -> Any:
    if name == "mall_id":
        return world.mall_id
    if name == "path":
        return f"/old/{next(_FRESH)}"
    if name == "variant_code":
        return _variant(world, path)
    if name in SENT:
        return SENT[name]
    if name == "custom_properties":
        return [{"property_name": f"Property {next(_FRESH)}"}]
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
