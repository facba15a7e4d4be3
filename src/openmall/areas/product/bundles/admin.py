"""The admin API's operations on bundles."""

from typing import Final

from openmall.areas.product.additionalimages import has_pictures, make_sent
from openmall.areas.product.bundles import rules
from openmall.areas.product.bundles.shape import Bundle
from openmall.areas.product.bundles.takes import BundleDraft, BundlePath, BundleQuery, BundleUpdate
from openmall.areas.product.products.shape import Product
from openmall.contract.operation import delete, get, listing, post, put
from openmall.contract.scopes import READ_PRODUCT, WRITE_PRODUCT

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

OPERATIONS = [
    listing(
        "bundleproducts",
        rules.listing,
        takes=BundleQuery,
        gives=Bundle,
        key="bundleproducts",
        scope=READ_PRODUCT,
        embeds=("discountprice", "additionalimages"),
        shows=LISTED,
    ),
    get(
        "bundleproducts/{product_no}",
        rules.retrieve,
        takes=BundlePath,
        gives=Bundle,
        key="bundleproduct",
        scope=READ_PRODUCT,
        embeds=("discountprice", "additionalimages"),
        shows=DETAIL,
    ),
    post(
        "bundleproducts",
        rules.create,
        takes=BundleDraft,
        gives=Bundle,
        key="bundleproduct",
        scope=WRITE_PRODUCT,
        shows=CREATED,
        prepare=make_sent,
        prepares=has_pictures,
    ),
    put(
        "bundleproducts/{product_no}",
        rules.change,
        takes=BundleUpdate,
        gives=Bundle,
        key="bundleproduct",
        scope=WRITE_PRODUCT,
        shows=UPDATED,
        prepare=make_sent,
        prepares=has_pictures,
    ),
    delete(
        "bundleproducts/{product_no}",
        rules.delete,
        takes=BundlePath,
        gives=Product,
        key="bundleproduct",
        scope=WRITE_PRODUCT,
        shows=("product_no",),
    ),
]
