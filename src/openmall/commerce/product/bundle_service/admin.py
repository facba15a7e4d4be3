"""The admin API's operations on bundles."""

from typing import Final

from openmall.commerce.product.additionalimages import has_pictures, make_sent
from openmall.commerce.product.bundle_service import rules as bundle_rules
from openmall.commerce.product.bundles.shape import Bundle
from openmall.commerce.product.bundles.takes import (
    BundleDraft,
    BundlePath,
    BundleQuery,
    BundleUpdate,
)
from openmall.commerce.product.products.shape import Product
from openmall.contract.resource import Resource

_EVERYWHERE: Final = (
    "shop_no", "product_no", "bundle_product_components", "product_code", "custom_product_code",
    "product_name", "eng_product_name", "supply_product_name", "internal_product_name",
    "model_name", "display", "price_content", "buy_limit_by_product", "buy_limit_type",
    "buy_group_list", "buy_member_id_list", "repurchase_restriction",
    "single_purchase_restriction", "points_by_product", "points_setting_by_payment",
    "points_amount", "adult_certification", "summary_description", "product_tag", "use_portalpay",
    "portalpay_type", "icon", "hscode", "detail_image", "product_weight", "product_material",
    "english_product_material", "cloth_fabric", "exposure_limit_type", "exposure_group_list",
)  # fmt: skip
_ECHOED: Final = (
    *_EVERYWHERE,
    "bundle_product_sales", "category", "description", "mobile_description", "simple_description",
    "payment_info", "shipping_info", "exchange_info", "service_info", "shipping_calculation",
    "shipping_fee_by_product", "shipping_method", "shipping_period", "shipping_scope",
    "shipping_area", "shipping_fee_type", "shipping_rates", "prepaid_shipping_fee",
    "clearance_category_code", "image_upload_type", "relational_product", "additional_image",
    "additional_information",
)  # fmt: skip
CREATED: Final = (*_ECHOED, "created_date")
UPDATED: Final = (
    *_ECHOED,
    "product_condition",
    "product_used_month",
    "except_member_points",
    "updated_date",
)
DETAIL: Final = (
    *_ECHOED,
    "project_no", "selling", "product_condition", "product_used_month", "except_member_points",
    "separated_mobile_description", "country_hscode", "icon_show_period", "updated_date",
    "clearance_category_eng", "clearance_category_kor", "list_icon", "list_image", "tiny_image",
    "small_image", "main", "created_date", "discountprice", "additionalimages",
)  # fmt: skip
LISTED: Final = (
    *_EVERYWHERE,
    "selling", "product_condition", "product_used_month", "except_member_points", "list_image",
    "tiny_image", "small_image", "icon_show_period", "created_date", "updated_date", "list_icon",
    "sold_out", "discountprice", "additionalimages",
)  # fmt: skip

_BUNDLEPRODUCTS: Final = Resource(
    Bundle, area="product", key="bundleproduct", listed="bundleproducts"
)

OPERATIONS = [
    _BUNDLEPRODUCTS.listing(
        "bundleproducts",
        bundle_rules.listing,
        takes=BundleQuery,
        embeds=("discountprice", "additionalimages"),
        shows=LISTED,
    ),
    _BUNDLEPRODUCTS.get(
        "bundleproducts/{product_no}",
        bundle_rules.retrieve,
        takes=BundlePath,
        embeds=("discountprice", "additionalimages"),
        shows=DETAIL,
    ),
    _BUNDLEPRODUCTS.post(
        "bundleproducts",
        bundle_rules.create,
        takes=BundleDraft,
        shows=CREATED,
        prepare=make_sent,
        prepares=has_pictures,
    ),
    _BUNDLEPRODUCTS.put(
        "bundleproducts/{product_no}",
        bundle_rules.change,
        takes=BundleUpdate,
        shows=UPDATED,
        prepare=make_sent,
        prepares=has_pictures,
    ),
    _BUNDLEPRODUCTS.giving(Product).delete(
        "bundleproducts/{product_no}", bundle_rules.delete, takes=BundlePath, shows=("product_no",)
    ),
]
