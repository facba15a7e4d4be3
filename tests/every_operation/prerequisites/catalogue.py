"""Categories, products and what belongs to them, for the sweeps."""

from collections.abc import Callable
from typing import Any

from tests.commerce.partner import programme_setup
from tests.commerce.product.complete_product import coloured
from tests.every_operation import examples
from tests.every_operation.prerequisites.kinds import FRESH, Values
from tests.world import World


def product(world: World, above: Values) -> int:
    options = [{"name": "Colour", "value": "Sand,Ink"}]
    number: int = world.product(has_option="T", options=options)["product_no"]
    return number


def variant(world: World, above: Values) -> str:
    number = above.get("product_no") or world.get("products")["products"][0]["product_no"]
    code: str = world.get(f"products/{number}/variants")["variants"][0]["variant_code"]
    return code


def category(world: World, above: Values) -> int:
    made = world.post("categories", category_name="Aprons")["category"]
    number: int = made["category_no"]
    return number


def _brand(world: World, above: Values) -> str:
    code: str = world.post("brands", brand_name="Kite")["brand"]["brand_code"]
    return code


def _manufacturer(world: World, above: Values) -> str:
    made = world.post("manufacturers", manufacturer_name="Kite Works", president_name="Kim")
    code: str = made["manufacturer"]["manufacturer_code"]
    return code


def _tag(world: World, above: Values) -> str:
    tag = f"tag {next(FRESH)}"
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
    drafts = [{"property_name": f"Property {next(FRESH)}"}]
    made = world.post("products/customproperties", custom_properties=drafts)["product"]
    number: int = made["custom_properties"][0]["property_no"]
    if "product_no" in above:
        path = f"products/{above['product_no']}/customproperties/{number}"
        world.put(path, property_value="Blue")
    return number


def _custom_properties(world: World) -> None:
    _custom_property(world, {})


def main(world: World, above: Values) -> int:
    number: int = world.post("mains", group_name="Picks")["main"]["display_group"]
    return number


def _coloured(world: World, above: Values) -> int:
    number = int(coloured(world)["product_no"])
    _additional_images(world, {"product_no": number})
    return number


def _filed(world: World, above: Values) -> int:
    return int(world.product(add_category_no={"category_no": above["category_no"]})["product_no"])


def _shown(world: World, above: Values) -> int:
    return int(world.product(main=[above["display_group"]])["product_no"])


def first_product(world: World) -> None:
    """Make a product, unless there is one, that has number 1: what a value at random names."""
    if not world.get("products", product_no=1)["products"]:
        coloured(world)


def _filed_first(world: World) -> None:
    """Put product 1 into every category: it is the one that a list of numbers names."""
    first_product(world)
    for category in world.get("categories")["categories"]:
        world.post(f"categories/{category['category_no']}/products", product_no=[1])


def _shown_first(world: World) -> None:
    """Put product 1 into every main display group of both shops."""
    first_product(world)
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
    images = [{"code": f"badge_{next(FRESH)}", "path": examples.PIXEL}]
    path = f"products/{above['product_no']}/decorationimages"
    code: str = world.post(path, image_list=images)["decorationimage"]["image_list"][0]["code"]
    return code


def _any_decoration(world: World) -> None:
    _decoration(world, {"product_no": product(world, {})})


def _on_sale(world: World) -> None:
    """Let product 1 be one whose shipping can be paid either way, with a name to engrave."""
    if not world.get("products", product_no=1)["products"]:
        world.product(has_option="T", options=[{"name": "Colour", "value": "Sand"}])
        name = {"additional_option_name": "Name", "additional_option_text_length": 9}
        offered = [{**name, "required_additional_option": "F"}]
        world.put("products/1/options", use_additional_option="T", additional_options=offered)
    if world.get("products/1")["product"]["prepaid_shipping_fee"] != "B":
        world.put("products/1", prepaid_shipping_fee="B")


def _no_options(world: World) -> None:
    for product in world.get("products", limit=100)["products"]:
        path = f"products/{product['product_no']}/options"
        assert world.call("DELETE", path).status_code in (200, 404)


def _plain_product(world: World, above: Values) -> int:
    number: int = world.product()["product_no"]
    return number


_OPTION = {"name": "A", "value": "B"}


_NEW_OPTION = {"option_name": "A", "option_value": [{"option_text": "B"}]}
"""An option as a new product has it, and as a product gets it."""


CREATORS: dict[str, Callable[[World, Values], Any]] = {
    "products/{product_no}": product,
    "products/{product_no}/variants/{variant_code}": variant,
    "categories/{category_no}": category,
    "brands/{brand_code}": _brand,
    "manufacturers/{manufacturer_code}": _manufacturer,
    "products/{product_no}/tags/{tag}": _tag,
    "products/{product_no}/icons/{code}": _icon,
    "products/{product_no}/memos/{memo_no}": _memo,
    "products/customproperties/{property_no}": _custom_property,
    "products/{product_no}/customproperties/{property_no}": _custom_property,
    "categories/{category_no}/products/{product_no}": _filed,
    "mains/{display_group}": main,
    "mains/{display_group}/products/{product_no}": _shown,
    "products/{product_no}/decorationimages/{code}": _decoration,
    "productsdetail/{product_no}": _coloured,
}


OPERATION_CREATORS: dict[tuple[str, str], Callable[[World, Values], Any]] = {
    ("POST products/{product_no}/options", "products/{product_no}"): _plain_product,
}


def tagged(world: World) -> None:
    """Let a product of a mall that takes part in the programme have a property."""
    programme_setup.enrol(world, shop_tags=[f"tag-{world.mall_id}"])
    name = f"Fit {next(FRESH)} of {world.mall_id}"
    world.product(additional_information=[{"key": "fit", "name": name, "value": "slim"}])


def _any_product(world: World) -> None:
    world.product()


EXISTING_FIRST: dict[str, Callable[[World], None]] = {
    "PUT inventories": _any_product,
    "PUT prices": _any_product,
    "GET products/standardtags": tagged,
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
    "POST carts": _on_sale,
}


REMOVED_FIRST: dict[str, Callable[[World], None]] = {
    "POST products/{product_no}/options": _no_options,
}


UNKNOWN_VALUES: dict[str, Any] = {
    "variant_code": "P00000ZZZZZZ",
    "brand_code": "B00000ZZ",
    "recipe_code": "90001-999999999",
    "manufacturer_code": "M00000ZZ",
    "tag": "nobody's",
}


COMPANION_VALUES: dict[str, Callable[[Any], Values]] = {
    "tax_rate": lambda value: {"tax_type": "C"} if value == 0 else {},
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
    "separated_category": lambda value: {"category_no": 2},
}


SAMPLE_VALUES: dict[str, Any] = {
    "properties": [{"key": "product_name", "name": "A"}],
}


REQUIRED_STATE: dict[str, Callable[[World, Values], None]] = {
    "DELETE products/{product_no}/images": _images,
    "DELETE products/{product_no}/additionalimages": _additional_images,
}


EXTRA_VALUES: dict[str, Values] = {
    "POST products/{product_no}/images": {"detail_image": examples.PIXEL},
}


def _priced(world: World) -> Values:
    return {"product_no": world.get("products")["products"][0]["product_no"], "price": "9900.00"}


EXTRA_VALUES_FROM_MALL: dict[str, Callable[[World], Values]] = {"PUT prices": _priced}

DEFAULT_VALUES: dict[str, Values] = {
    "PUT products/{product_no}/additionalimages": {"additional_image": []},
    "PUT products/{product_no}/decorationimages": {"image_list": []},
}
