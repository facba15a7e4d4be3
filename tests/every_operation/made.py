"""What operations need to act on: how to make each kind of thing, and what to send with what."""

import itertools
from collections.abc import Callable
from datetime import date
from typing import Any

from sqlalchemy import bindparam, delete

from openmall.areas.store import financials
from openmall.contract.operation import Operation
from openmall.database.statements import Statement
from openmall.pipeline.doors import Door
from openmall.standard.settings import SETTING
from tests.every_operation import examples, made_order
from tests.world import World

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
    **made_order.MAKES,
}
"""Path down to a placeholder -> what makes such a thing and returns its number or code."""


def _plain_product(world: World, above: Values) -> int:
    number: int = world.product()["product_no"]
    return number


INSTEAD: dict[tuple[str, str], Callable[[World, Values], Any]] = {
    ("POST products/{product_no}/options", "products/{product_no}"): _plain_product,
    **made_order.INSTEAD,
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
    **made_order.MUST_BE_THERE,
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
    **made_order.NOBODY,
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
    "start_date": lambda value: {"end_date": "2026-11-30"},
    "end_date": lambda value: {"start_date": "2026-10-01"},
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
    **made_order.ALSO,
}
"""Operation -> what it needs to be sent that no column can say is required."""

NOTHING: dict[str, Values] = {
    "PUT products/{product_no}/additionalimages": {"additional_image": []},
    "PUT products/{product_no}/decorationimages": {"image_list": []},
    **made_order.NOTHING,
}
"""Update whose required parameter is all it takes -> the value that says what a new one has."""
