"""What a change is about: the name, picture and page of each changed resource, looked up together.

Resources are named as stored rows (`product`, `1,7`) or as in the API (`products`, `7`).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec import Struct

from openmall.access.staff_site import office_url
from openmall.commerce.product.product_service import rules as product_rules
from openmall.contract.embedded import embedded
from openmall.contract.errors import ApiError
from openmall.contract.json_values import Encodable
from openmall.http.web.languages import marked
from openmall.pages.backoffice.history.changed_fields import ShownField, page_of_setting
from openmall.pages.backoffice.page_context import PageContext

CHANGES: Final = {
    "created": marked("New"),
    "updated": marked("Modified"),
    "deleted": marked("Deleted"),
}
"""What happened to a resource -> the word of its badge."""
_AT_ONCE: Final = 100
_KINDS: Final = {
    "product": marked("Product"),
    "variant": marked("Variant"),
    "inventory": marked("Stock"),
    "category": marked("Category"),
    "category_about": marked("Category"),
    "board_about": marked("Board"),
    "board": marked("Board"),
    "product_memo": marked("Memo of a product"),
    "memo": marked("Memo"),
    "product_seo": marked("Search engine texts of a product"),
    "seo": marked("Search engine texts"),
    "comment_template": marked("Answer template"),
    "commenttemplate": marked("Answer template"),
    "common_event": marked("Notice in the whole shop"),
    "commonevent": marked("Notice in the whole shop"),
    "redirect": marked("Redirect"),
    "shown_status": marked("Name of an order state"),
    "status": marked("Name of an order state"),
    "custom_property": marked("Property of products"),
    "custom_property_value": marked("Property of a product"),
    "brand": marked("Brand"),
    "classification": marked("Classification"),
    "manufacturer": marked("Manufacturer"),
    "trend": marked("Trend"),
    "shipping_origin": marked("Shipping origin"),
    "shippingorigin": marked("Shipping origin"),
    "setting": marked("Settings"),
    "order": marked("Order"),
    "customer": marked("Customer"),
    "coupon": marked("Coupon"),
    "benefit": marked("Discount or benefit"),
    "supplier": marked("Supplier"),
    "article": marked("Post"),
    "article_comment": marked("Comment"),
    "urgent_inquiry": marked("Urgent inquiry"),
    "urgent_inquiry_reply": marked("Answer to an urgent inquiry"),
    "shop_order": marked("Order"),
    "order_item": marked("Item of an order"),
    "order_parcel": marked("Parcel and recipient of an order"),
    "order_label": marked("Label of an order"),
    "order_memo": marked("Memo of an order"),
    "order_autocalculation_removed": marked("Calculation of an order"),
    "migrated_order": marked("Order of an earlier shop"),
    "coupon_issue": marked("Coupons of customers"),
    "serial_code": marked("Coupon code"),
    "serial_batch": marked("Coupon codes"),
    "theme_page": marked("Page of a theme"),
    "theme_translation": marked("Texts of a theme"),
    "payment_gateway": marked("Payment gateway"),
    "payment_gateway_method": marked("Payment method of a gateway"),
    "payment_gateway_endpoints": marked("Addresses of a payment gateway"),
    "subscription_rule": marked("Rule of subscriptions"),
}
"""Table or resource, in the singular -> what it is called."""
NAME_FIELDS: Final = (
    "product_name",
    "category_name",
    "brand_name",
    "manufacturer_name",
    "trend_name",
    "classification_name",
    "origin_name",
    "property_name",
    "coupon_name",
    "benefit_name",
    "supplier_name",
    "group_name",
    "carrier_name",
    "title",
    "name",
    "path",
)
"""Fields with the name of what has them, the first that has a value."""
_COLLECTIONS: Final = ("brand", "manufacturer", "trend", "classification")


class ProductFace(Struct, frozen=True):
    """How a product is recognised."""

    name: str
    picture: str
    variants: dict[str, str] = {}
    """Code of a variant -> its values, as `Red, Large`."""


class ShownResource(Struct, frozen=True, kw_only=True):
    """A resource that a write has changed, or would change."""

    resource: str
    object: str
    kind: str
    name: str
    picture: str
    """Address of a picture; empty: it has none."""
    address: str
    """Its page in the back office; empty: it has none."""
    change: str
    fields: list[ShownField]


def kind_of(resource: str) -> str:
    """Return what a resource is called, to be translated."""
    return _KINDS[resource]


async def faces(
    context: PageContext,
    numbers: Iterable[int],
    shop_no: int = 1,
    *,
    with_variants: bool = False,
) -> dict[int, ProductFace]:
    """Return name and picture of products by their numbers, a hundred in a call.

    `with_variants`: what their variants are called, too. Empty where the manager may not view
    products.
    """
    embed = ("variants",) if with_variants else ()
    wanted = sorted(set(numbers))
    found: dict[int, ProductFace] = {}
    for at in range(0, len(wanted), _AT_ONCE):
        parameters: dict[str, Encodable] = {
            "product_no": wanted[at : at + _AT_ONCE],
            "limit": _AT_ONCE,
            "shop_no": shop_no,
        }
        try:
            rows = (await context.call(product_rules.listing, parameters, embed=embed)).content
        except ApiError as error:
            if error.status != 403:
                raise
            return {}
        found |= {
            row.product_no: ProductFace(
                row.product_name,
                row.tiny_image or row.list_image or "",
                {
                    each.variant_code: ", ".join(option.value for option in each.options)
                    for each in (embedded(row.variants) if with_variants else ())
                },
            )
            for row in rows
        }
    return found


def show(
    context: PageContext,
    *,
    resource: str,
    named: str,
    key: Mapping[str, Encodable],
    change: str,
    fields: list[ShownField],
    values: Sequence[dict[str, Encodable] | None],
    products: dict[int, ProductFace],
) -> ShownResource:
    """Return how a resource is shown. `values`: what is known of it, the newest last."""
    one = _singular(resource)
    number = _number(key.get("product_no"))
    face = products.get(number)
    name = next(
        (str(side[n]) for side in values[::-1] if side for n in NAME_FIELDS if side.get(n)), ""
    )
    if face is not None:
        name = face.name
    if one == "setting":
        page = page_of_setting(context, str(key.get("name", "")))
        name = context.translate(page[1]) if page else str(key.get("name", ""))
    kind = _KINDS.get(one)
    return ShownResource(
        resource=resource,
        object=named,
        kind=context.translate(kind) if kind else one.replace("_", " "),
        name=" ".join(filter(None, (name, _variant(one, key, face)))) or named,
        picture=face.picture if face else "",
        address=_address(context, one, key, number),
        change=change,
        fields=fields,
    )


def _singular(resource: str) -> str:
    if resource in _KINDS or resource == "status":
        return resource
    plural = resource.removesuffix("ies") + "y" if resource.endswith("ies") else resource
    return plural.removesuffix("s") if plural == resource else plural


def _variant(one: str, key: Mapping[str, Encodable], face: ProductFace | None) -> str:
    """Return the values of a changed variant in parentheses; its code where they are not known."""
    code = str(key.get("variant_code", "")) if one in ("variant", "inventory") else ""
    if face is None or code not in face.variants:
        return code
    values = face.variants[code]
    # a product without options has one variant, which its name says
    return f"({values})" if values else ""


def _number(value: Encodable) -> int:
    text = str(value)
    return int(text) if text.isdecimal() else 0


def _address(context: PageContext, one: str, key: Mapping[str, Encodable], number: int) -> str:
    shop_no = _number(key.get("shop_no")) or 1
    in_shop = f"?shop_no={shop_no}" if shop_no != 1 else ""
    if number:
        return office_url(f"/products/{number}{in_shop}")
    if one in ("category", "category_about"):
        return office_url("/categories")
    if one in _COLLECTIONS:
        return office_url(
            f"/collections?kind={one}s" if one != "classification" else "/collections"
        )
    if one == "shipping_origin":
        return office_url(f"/shipping-origins/{key['origin_code']}") if "origin_code" in key else ""
    if one == "carrier":
        return office_url(f"/carriers/{_number(key.get('carrier_id'))}{in_shop}")
    if one == "setting":
        page = page_of_setting(context, str(key.get("name", "")))
        return office_url(f"/settings/{page[0]}{in_shop}") if page else ""
    return ""
