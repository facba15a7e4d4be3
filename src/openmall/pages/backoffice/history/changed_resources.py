"""What a change is about: the name, picture and page of each changed resource, looked up together.

Resources are named as stored rows (`product`, `1,7`) or as in the API (`products`, `7`).
"""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from openmall.access.staff_site import office_url
from openmall.contract.json_values import Encodable
from openmall.http.web.languages import marked
from openmall.pages.backoffice.history.changed_fields import ShownField
from openmall.pages.backoffice.history.field_labels import page_of_setting
from openmall.pages.backoffice.history.resource_nouns import NOUNS
from openmall.pages.backoffice.history.subjects import Names, Subjects
from openmall.pages.backoffice.page_context import PageContext

CHANGES: Final = {
    "created": marked("New"),
    "updated": marked("Modified"),
    "deleted": marked("Deleted"),
}
"""What happened to a resource -> the word of its badge."""
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
    "discount_code_name",
    "benefit_name",
    "supplier_name",
    "group_name",
    "board_name",
    "inflow_group_name",
    "inflow_name",
    "sales_channel_name",
    "shipping_carrier",
    "subscription_shipments_name",
    "custom_name",
    "display_name",
    "payment_method_name",
    "bank_name",
    "subject",
    "title",
    "name",
    "path",
)
"""Fields with the name of what has them, the first that has a value."""
KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "article": ("article", "article_comment", "articles", "comment"),
    "app": (
        "app", "origins", "payment_gateway", "payment_gateway_endpoints", "payment_gateway_method",
        "paymentgateway", "script_tag", "scripttag", "subscription", "webhook",
    ),
    "benefit": ("benefit",),
    "board": ("board", "board_about"),
    "brand": ("brand",),
    "campaign": ("customer_event", "customerevent"),
    "carrier": ("carrier",),
    "category": ("category", "category_about", "category_order", "product_category"),
    "classification": ("classification",),
    "common_event": ("common_event", "commonevent"),
    "coupon": ("coupon", "coupon_schedule", "issues", "serial_batch", "serial_code"),
    "custom_property": ("custom_property",),
    "customer": (
        "customer", "customer_in_group", "customer_memo", "customer_person", "customersprivacy",
        "invitation", "paymentinformation", "points",
    ),
    "discount_code": ("discount_code", "discountcode"),
    "display": ("main", "main_product"),
    "group": ("customergroup", "customers"),
    "inflow": ("inflow",),
    "inflow_group": ("inflow_group", "inflowgroup"),
    "inquiry": ("reply", "urgent_inquiry", "urgent_inquiry_reply"),
    "manufacturer": ("manufacturer",),
    "order": (
        "autocalculation", "buyer", "cancellation", "completion", "exchange", "fulfillments",
        "migrated_order", "migration", "order", "order_autocalculation_removed", "order_item",
        "order_label", "order_memo", "order_parcel", "payment", "receiver", "refund", "return",
        "shippingfeecancellation", "shop_order", "shortagecancellation",
    ),
    "redirect": ("redirect",),
    "sales_channel": ("sales_channel", "saleschannel"),
    "segment": ("recipient_group", "recipientgroup"),
    "shipping_origin": ("shipping_origin", "shippingorigin"),
    "staff": ("supplier_user", "user"),
    "subscription_rule": ("shipment", "subscription_rule"),
    "supplier": ("supplier",),
    "template": ("comment_template", "commenttemplate"),
    "theme": ("page", "theme", "theme_page", "theme_translation"),
    "trend": ("trend",),
}  # fmt: skip
"""Kind of thing -> resources that it names, as tables and in the API, in the singular."""
KEY_FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "app": ("client_id",),
    "article": ("article_no",),
    "benefit": ("benefit_no",),
    "board": ("board_no",),
    "brand": ("brand_code",),
    "campaign": ("no",),
    "carrier": ("carrier_id",),
    "category": ("category_no",),
    "classification": ("classification_code",),
    "common_event": ("event_no",),
    "coupon": ("coupon_no",),
    "custom_property": ("property_no",),
    "customer": ("member_id",),
    "discount_code": ("discount_code_no",),
    "display": ("display_group",),
    "group": ("group_no",),
    "inflow": ("inflow_id",),
    "inflow_group": ("inflow_group_id", "group_id"),
    "inquiry": ("article_no",),
    "manufacturer": ("manufacturer_code",),
    "order": ("order_id",),
    "redirect": ("id",),
    "sales_channel": ("sales_channel_id",),
    "segment": ("group_no",),
    "shipping_origin": ("origin_code",),
    "staff": ("user_id",),
    "subscription_rule": ("subscription_no",),
    "supplier": ("supplier_code",),
    "template": ("comment_no",),
    "theme": ("skin_no",),
    "trend": ("trend_code",),
}
"""Kind of thing -> fields with its id."""
_KIND_OF: Final = {each: kind for kind, resources in KINDS.items() for each in resources}
_COLLECTIONS: Final = ("brand", "manufacturer", "trend", "classification")
_OF_VARIANTS: Final = ("variant", "variants", "inventory")
_Sides = Sequence[Mapping[str, Encodable] | None]


class ShownResource(Struct, frozen=True, kw_only=True):
    """A resource that a write has changed, or would change."""

    resource: str
    object: str
    kind: str
    name: str
    """As people know it; where it has no name, as its kind."""
    picture: str
    """Address of a picture; empty: it has none."""
    address: str
    """Its page in the back office; empty: it has none."""
    change: str
    fields: list[ShownField]


def kind_of(resource: str) -> str:
    """Return what a resource is called, to be translated; of an unknown one, a general word."""
    return NOUNS.get(singular(resource), marked("Entry"))


def subject_of(
    resource: str, named: str, key: Mapping[str, Encodable], values: _Sides
) -> tuple[str, str]:
    """Return kind and id of the thing that names a resource; empty: its own fields name it.

    `values`: what is known of it.
    """
    one = singular(resource)
    if one in _OF_VARIANTS and key.get("variant_code"):
        return "variant", str(key["variant_code"])
    if key.get("product_no"):
        return "product", str(key["product_no"])
    kind = _KIND_OF.get(one, "")
    for field in KEY_FIELDS.get(kind, ()):
        for side in (key, *values):
            if side and side.get(field):
                return kind, str(side[field])
    # in the API an object is named by the last part of its path, by rows by its whole key
    return (kind, named.rpartition(",")[2]) if kind and not key else ("", "")


def want(
    subjects: Subjects, resource: str, named: str, key: Mapping[str, Encodable], values: _Sides
) -> None:
    """Want the name of a resource, as `show` takes it."""
    kind, number = subject_of(resource, named, key, values)
    if kind:
        subjects.add(kind, number)


def show(
    context: PageContext,
    *,
    resource: str,
    named: str,
    key: Mapping[str, Encodable],
    change: str,
    fields: list[ShownField],
    values: _Sides,
    names: Names,
) -> ShownResource:
    """Return how a resource is shown. `values`: what is known of it, the newest last."""
    one = singular(resource)
    number = _number(key.get("product_no"))
    face = names.faces.get(number)
    kind = context.translate(kind_of(resource))
    return ShownResource(
        resource=resource,
        object=named,
        kind=kind,
        name=_name(context, one, named, key, values, names) or kind,
        picture=face.picture if face else "",
        address=_address(context, one, key, number),
        change=change,
        fields=fields,
    )


def _name(
    context: PageContext,
    one: str,
    named: str,
    key: Mapping[str, Encodable],
    values: _Sides,
    names: Names,
) -> str:
    """Return the name of a resource; empty: it has none."""
    if one == "setting":
        page = page_of_setting(context, str(key.get("name", "")))
        return context.translate(page[1]) if page else ""
    kind, number = subject_of(one, named, key, values)
    if kind and (name := names.of(kind, number)):
        return name
    if own := own_name(values):
        return own
    return names.value(context, kind, number) if kind else ""


def own_name(values: _Sides) -> str:
    """Return the name that a resource has among its own fields, the newest; empty: it has none."""
    found = (side.get(name) for side in values[::-1] if side for name in NAME_FIELDS)
    return next((str(each) for each in found if each and isinstance(each, str)), "")


def singular(resource: str) -> str:
    """Return the key of a resource in the singular, by which it is called."""
    if resource in NOUNS or resource == "status":
        return resource
    plural = resource.removesuffix("ies") + "y" if resource.endswith("ies") else resource
    return plural.removesuffix("s") if plural == resource else plural


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
