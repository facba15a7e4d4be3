"""What the arguments of the tools for shoppers are: their types, bounds and descriptions."""

from typing import Final

from openmall.commerce.order.placement.checkout.takes import AddressDraft
from openmall.pages.mcp.tool import Json

NUMBER: Final = {"type": "integer", "minimum": 1}
PRODUCT: Final = {**NUMBER, "description": "product_no of a product, as search_products has it."}
CART_ITEM: Final = {**NUMBER, "description": "basket_product_no of the item, of view_cart."}
ORDER: Final = {"type": "string", "description": "order_id, as list_orders has it."}
EARLIER_NAMES: Final = {"variants_code": "variant_code"}
"""Names of arguments before they were those of the answers."""
SESSION: Final = {
    "type": "string",
    "description": "Of a guest: the session that an earlier cart tool returned. Keep it private.",
}
VARIANT: Final = {
    "type": "string",
    "description": "variant_code of the product; not needed for a product with one variant.",
}
PARTS: Final = {
    "type": "array",
    "items": {"type": "string"},
    "maxItems": 100,
    "description": "Of a bundle: variants_code of a variant of each part, of those that "
    "get_product has in bundle_product_components; a part with one variant needs none.",
}
_RECEIVER: Final = {
    "type": "object",
    "description": "name, cellphone, zipcode, address1, address2, address_city and address_state "
    "of an address abroad, country_code, shipping_message.",
}
ESTIMATE: Final[Json] = {
    "payment_method": {"type": "string", "description": "A code of payment_options."},
    "receiver": _RECEIVER,
    "basket_product_no": {
        "type": "array",
        "items": NUMBER,
        "description": "Items of the cart to order now; without it, the whole cart.",
    },
    "variants": {
        "type": "array",
        "items": {"type": "object"},
        "description": "Order directly, without the cart: variant_code and quantity of each, and "
        "part_variants of a bundle, as add_to_cart has them.",
    },
    "coupons": {
        "type": "array",
        "items": {"type": "object"},
        "description": "issue_no of each coupon to use.",
    },
    "discount_code": {
        "type": "string",
        "description": "A discount code that the shopper has, as they typed it.",
    },
    "session": SESSION,
}


def price(edge: str) -> Json:
    """Return an argument that is the lowest or highest price of products."""
    form = "an amount in the shop's currency, a decimal in a string: 12000 or 12.50."
    return {"type": "string", "description": f"{edge} price: {form}"}


def limit(most: int, **more: int) -> Json:
    """Return the argument of the rows of a page; `more`: its default."""
    return {
        "type": "integer",
        "minimum": 1,
        "maximum": most,
        **more,
        "description": "Rows of one page.",
    }


def offset(most: int) -> Json:
    """Return the argument of the rows before a page."""
    return {
        "type": "integer",
        "minimum": 0,
        "maximum": most,
        "default": 0,
        "description": "Rows before the page: 10 is the second page of ten rows.",
    }


def address(receiver: Json) -> Json:
    """Return all of a receiver that an order is charged by: an estimate of less would mislead."""
    return {name: receiver[name] for name in AddressDraft.__struct_fields__ if name in receiver}


def variants(given: Json) -> Json:
    """Return the variants to order as the operation names them, whatever they are called."""
    if "variants" not in given:
        return {}
    return {
        "variants": [_named(each) if isinstance(each, dict) else each for each in given["variants"]]
    }


def _named(variant: Json) -> Json:
    names = {now: earlier for earlier, now in EARLIER_NAMES.items()}
    named = {names.get(name, name): value for name, value in variant.items()}
    chosen = named.pop("part_variants", None)
    return named if chosen is None else {**named, **parts(chosen)}


def parts(chosen: object) -> Json:
    """Return the parts of a bundle as the operation names them; what is no list is its refusal."""
    if not isinstance(chosen, list):
        return {"bundle_product_components": chosen}
    return {"bundle_product_components": [{"variants_code": code} for code in chosen]}
