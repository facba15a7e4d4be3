"""A text that a write takes has an upper length, or is listed here with the reason for none.

The OpenAPI documents publish the same types (`maxLength`). A body of any length is refused by its
size (`body_limit`, 413).
"""

from collections.abc import Iterator

from msgspec import inspect

from openmall.api import admin, storefront
from openmall.contract.fields import fields_of

UNBOUNDED: dict[str, tuple[str, ...]] = {
    "a picture, in base64 or as its address, whose size is bounded where it is decoded": (
        "additional_image[]",
        "additional_image[].big",
        "additional_image[].medium",
        "additional_image[].small",
        "detail_image",
        "icon[]",
        "list_image",
        "menu_image_mobile",
        "menu_image_pc",
        "menu_over_image_pc",
        "options[].option_value[].option_image_file",
        "options[].option_value[].option_link_image",
        "small_image",
        "tiny_image",
        "title_image_mobile",
        "title_image_pc",
        "top_images_mobile[]",
        "top_images_pc[]",
    ),
    "a text with markup, which may hold pictures": (
        "content",
        "description",
        "exchange_info",
        "mobile_description",
        "payment_info",
        "service_info",
        "shipping_info",
        "simple_description",
        "size_guide.description",
        "translated_additional_description",
        "translated_description",
        "translations[].description",
        "translations[].exchange_info",
        "translations[].mobile_description",
        "translations[].payment_info",
        "translations[].service_info",
        "translations[].shipping_info",
        "translations[].simple_description",
    ),
    "a number or code that is looked up, and not found when it is long": (
        "additional_coupon_no[].coupon_no",
        "applicable_suppliers[].supplier_code",
        "applicable_suppliers[].supplier_id",
        "bundle_additional_options.variant_code",
        "buy_member_id_list[]",
        "claim_code",
        "code",
        "coupon_no",
        "exchange_items[].variant_code",
        "items[].bundle_product_components[].option_id",
        "items[].bundle_product_components[].product_code",
        "items[].bundle_product_components[].product_no",
        "items[].exchange_variant_code",
        "items[].option_id",
        "items[].order_item_code",
        "items[].product_bundle_no",
        "items[].product_code",
        "items[].product_name",
        "items[].product_no",
        "member_id[]",
        "name",
        "order_id",
        "order_item_code",
        "order_item_code[]",
        "orderform_property_id",
        "original_bundle_item_no",
        "original_options[].option_name",
        "original_options[].option_value[].option_text",
        "payment_id",
        "product_list[].option_code",
        "push_code",
        "recover_coupon_no",
        "refund_code",
        "request_admin_id",
        "shipping_carrier_code",
        "shipping_code",
        "shipping_company_code",
        "subscription_id",
        "supplier_id",
        "type",
        "user_id",
        "variants[].additional_option_values[].key",
        "variants[].additional_option_values[].name",
        "variants[].additional_option_values[].title",
        "variants[].additional_option_values[].type",
        "variants[].bundle_product_components[].variants_code",
        "variants[].options[].name",
        "variants[].options[].option_code",
        "variants[].options[].value",
        "variants[].variants_code",
    ),
    "checked where its form is known: a list of numbers, a country, a status, a rate": (
        "available_shop_no",
        "client_ip",
        "country_code",
        "country_hs_code[].country_code",
        "country_hscode[].country_code",
        "exchange_country_code",
        "items[].order_status",
        "market_country_code",
        "options[].value",
        "options[].value[]",
        "points_amount[].points_rate",
    ),
    "a struct that is stored as well: a bound would make what is stored unreadable": (
        "additional_information[].key",
        "additional_information[].name",
        "additional_information[].value",
        "icon_url",
        "issue_member_group_name",
        "manager_information[].email",
        "manager_information[].name",
        "manager_information[].phone",
        "nick_name[].nick_name",
        "oversea_additional_fee_list[].fee_name",
        "package_volume.height",
        "package_volume.length",
        "package_volume.width",
        "return_address.address1",
        "return_address.address2",
        "return_address.zipcode",
        "return_address.ziptype",
        "user_name[].user_name",
    ),
}


def _unbounded(kind: inspect.Type, name: str) -> Iterator[str]:
    """Yield the names of texts without an upper length."""
    if isinstance(kind, inspect.Metadata):
        yield from _unbounded(kind.type, name)
    elif isinstance(kind, inspect.UnionType):
        for each in kind.types:
            yield from _unbounded(each, name)
    elif isinstance(kind, inspect.ListType):
        yield from _unbounded(kind.item_type, f"{name}[]")
    elif isinstance(kind, inspect.StructType):
        for field in fields_of(kind.cls).values():
            yield from _unbounded(field.type, f"{name}.{field.name}")
    elif isinstance(kind, inspect.StrType) and kind.max_length is None and kind.pattern is None:
        yield name


def test_every_text_of_a_write_has_an_upper_length_or_a_reason_for_none() -> None:
    found = {
        name
        for api in (admin.api(), storefront.api())
        for operation in api.operations
        if operation.has_body
        for field in operation.fields.values()
        for name in _unbounded(field.type, field.name)
    }

    assert found == {name for names in UNBOUNDED.values() for name in names}
