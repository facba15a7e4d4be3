"""The tables whose writes the change feed records, and the fields their columns become.

The migration that creates the triggers reads this list. A change of it comes with a migration that
replaces the triggers of the changed tables (`change_triggers.replace`); a guard compares the
triggers of a migrated store with it, and the list with the columns of the tables.
"""

from collections.abc import Mapping
from typing import Final

from openmall.database.change_triggers import WHOLE, Dependents, Tracked


def _same(*names: str, **others: str) -> Mapping[str, str]:
    return {**{name: name for name in names}, **others}


_CLAIMS_OF_ORDER: Final = Dependents(
    "d.kind", "order_claim", "claim_code", "d.order_id = {row}.order_id"
)
_VARIANTS_OF_PRODUCT: Final = Dependents(
    "'variants'",
    "variant",
    "variant_code",
    "d.product_no = {row}.product_no",
    columns=("options",),
    fields="options",
)
_BUNDLES_WITH_PRODUCT: Final = Dependents(
    "'products'",
    "bundle_part",
    "product_no",
    "d.part_no = {row}.product_no",
    columns=("sold_out",),
    fields="sold_out",
)
_CATEGORIES_BELOW: Final = Dependents(
    "'categories'",
    "category",
    "category_no",
    "d.shop_no = {row}.shop_no AND d.root_category_no = {row}.root_category_no",
    columns=("category_name",),
    fields="full_category_name",
)

TRACKED: Final = (
    Tracked(
        table="product",
        resource="'products'",
        object="product_no",
        fields=_same(
            "product_code", "custom_product_code", "product_name", "eng_product_name",
            "supply_product_name", "internal_product_name", "model_name", "price", "retail_price",
            "supply_price", "display", "selling", "product_condition", "manufacturer_code",
            "trend_code", "brand_code", "origin_place_value", "product_weight",
            "created_date", "updated_date", "approve_status", "classification_code", "sold_out",
            "set_product_type", "market_sync", "has_option", "option_type",
            supplier_code="supplier_code",
            options=WHOLE,
            listed=WHOLE,
            detail=WHOLE,
        ),
        dependents=(_VARIANTS_OF_PRODUCT, _BUNDLES_WITH_PRODUCT),
    ),
    Tracked(
        table="product_category",
        resource="'products'",
        object="product_no",
        fields={"recommend": "category", "new": "category"},
    ),
    Tracked(
        table="main_product",
        resource="'products'",
        object="product_no",
        fields={"display_group": "main"},
    ),
    Tracked(
        table="product_exposure",
        resource="'products'",
        object="product_no",
        fields={"group_no": WHOLE},
    ),
    Tracked(
        table="bundle_part",
        resource="'products'",
        object="product_no",
        fields={"place": WHOLE, "purchase_quantity": WHOLE},
    ),
    Tracked(
        table="bundle_sales",
        resource="'products'",
        object="product_no",
        fields=dict.fromkeys(
            ("discount_value", "discount_type", "discount_round_unit", "discount_round_type"), WHOLE
        ),
    ),
    Tracked(
        table="variant",
        resource="'variants'",
        object="variant_code",
        fields=_same(
            "custom_variant_code", "display", "selling", "additional_amount", "use_inventory",
            "important_inventory", "inventory_control_type", "display_soldout", "quantity",
            "safety_inventory", "image", "display_order", "supply_price",
            choice="options", shop_amounts=WHOLE,
        ),
    ),
    Tracked(
        table="category",
        resource="'categories'",
        object="category_no",
        fields=_same(
            "category_depth", "parent_category_no", "root_category_no", "category_name",
            "display_type", "use_main", "use_display", "display_order", "access_authority",
            path=WHOLE,
            display=WHOLE,
        ),
        dependents=(_CATEGORIES_BELOW,),
    ),
    Tracked(
        table="customer",
        resource="'customers'",
        object="member_id",
        fields=_same(
            "shop_no", "member_authentication", "blacklist_type", "member_type", "join_path",
            "sms", "news_mail", "thirdparty_agree", "lifetime_member", "authentication_method",
            created_at="created_date",
            last_login_at="last_login_date",
            left_at=WHOLE,
            dormant_since=WHOLE,
            reactivated_at=WHOLE,
        ),
    ),
    Tracked(
        table="customer_person",
        resource="'customers'",
        object="member_id",
        fields=dict.fromkeys(
            (
                "name", "name_english", "name_phonetic", "nick_name", "phone", "cellphone",
                "email", "birthday", "solar_calendar", "wedding_anniversary", "gender", "zipcode",
                "country_code", "state", "city", "address1", "address2", "residence",
                "nationality", "interest", "job", "job_class", "recommend_id", "company_type",
                "corporate_name", "company_condition", "company_line", "foreigner_type",
                "refund_bank_code", "refund_bank_account_no", "refund_bank_account_holder",
                "additional_information",
            ),
            WHOLE,
        ),
    ),
    Tracked(
        table="customer_in_group",
        resource="'customers'",
        object="member_id",
        fields=_same("group_no", "fixed_group"),
    ),
    Tracked(
        table="customer_balance",
        resource="'customers'",
        object="member_id",
        fields=dict.fromkeys(
            ("points", "unavailable_points", "unavailable_coupon_points", "used_points", "credits"),
            WHOLE,
        ),
    ),
    Tracked(
        table="shop_order",
        resource="'orders'",
        object="order_id",
        fields=_same(
            "shop_no", "member_id", "member_email", "order_date", "payment_date", "cancel_date",
            "paid", "canceled", "shipping_status", "payment_amount", "order_place_id",
            "market_order_no", "subscription", "first_order",
            group_no="customer_group_no_when_ordering",
            auto_paid=WHOLE,
            methods=WHOLE,
            gateway=WHOLE,
            buyer="buyer",
            detail=WHOLE,
        ),
    ),
    Tracked(
        table="order_item",
        resource="'orders'",
        object="order_id",
        fields=dict.fromkeys(
            (
                "product_no", "variant_code", "quantity", "order_status",
                "order_status_before_cs", "product_price", "option_price",
                "additional_discount_price", "coupon_discount_price", "app_item_discount_amount",
                "payment_amount", "supplier_id", "shipping_code", "claim_code", "ordered_date",
                "placed_date", "shipped_date", "delivered_date", "purchaseconfirmation_date",
                "share_discount", "share_points", "share_credits", "share_earned", "detail",
            ),
            "items",
        ),
        dependents=(_CLAIMS_OF_ORDER,),
    ),
    Tracked(
        table="order_parcel",
        resource="'orders'",
        object="order_id",
        fields=dict.fromkeys(
            (
                "receiver_name", "receiver_address", "receiver", "tracking_no",
                "shipping_company_code", "carrier_id", "tracking_no_updated_date",
                "status_additional_info",
            ),
            WHOLE,
        ),
        dependents=(_CLAIMS_OF_ORDER,),
    ),
    Tracked(
        table="order_claim",
        resource="{row}.kind",
        object="claim_code",
        fields=dict.fromkeys(
            ("requested_date", "accepted_date", "completed_date", "request_no", "content"), WHOLE
        ),
    ),
    Tracked(
        table="order_refund",
        resource="'refunds'",
        object="refund_code",
        fields=_same(
            "status", "refund_date", "accepted_refund_date", "member_id", "member_email",
            "buyer_email",
            content=WHOLE,
        ),
        dependents=(_CLAIMS_OF_ORDER,),
    ),
    Tracked(
        table="coupon",
        resource="'coupons'",
        object="coupon_no",
        fields=_same(
            "coupon_type", "coupon_name", "created_date", "deleted", "is_stopped_issued_coupon",
            "pause_begin_datetime", "pause_end_datetime", "benefit_type", "issue_type",
            "issue_sub_type", "issue_order_path", "issue_order_type", "issue_reserved",
            "available_period_type", "available_begin_datetime", "available_end_datetime",
            "available_site", "available_scope", "available_price_type",
            "available_order_price_type", "issued",
            terms=WHOLE,
            detail=WHOLE,
        ),
    ),
)  # fmt: skip
"""Each table with its resource in the change feed."""
UNTRACKED: Final = frozenset(
    (
        ("customer", "password_hash"),
        ("customer", "session_no"),
        ("customer_person", "cellphone_digits"),
        ("customer_balance", "entries"),
        ("variant", "origin_code"),
        ("order_item", "origin"),
        ("order_item", "transitions"),
        ("order_item", "stock_taken"),
        ("order_item", "shop_no"),
        ("shop_order", "buyer_name"),
        ("shop_order", "buyer_email"),
        ("shop_order", "buyer_phone"),
        ("shop_order", "buyer_cellphone"),
        ("order_claim", "shop_no"),
        ("order_claim", "order_id"),
        ("order_claim", "kind"),
        ("order_refund", "shop_no"),
        ("order_refund", "order_id"),
        ("coupon", "shop_no"),
        ("main_product", "fixed_sort"),
        ("main_product", "sequence"),
    )
)
"""Columns whose updates are not recorded: no resource of the feed shows them, another column says
the same, or they never change."""
