"""An item of an order as apps read it."""

from datetime import datetime
from decimal import Decimal
from typing import Literal

from msgspec import Struct

from openmall.commerce.order.states import Status, StatusCode
from openmall.contract.money import ZERO
from openmall.contract.params import Flag

ReasonType = Literal[
    "A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "O", "P", "V", "W"
]  # fmt: skip
"""A and O change of mind, B late, C undeliverable, D bad packaging, E and P dissatisfied, F not as
described, G poor service, H out of stock, I other, J and W wrong delivery, K and V defective,
L customs."""
Undone = Literal["Cancellation", "Exchange", "Return"]
"""Kind of the request that was withdrawn or refused."""


class AdditionalOption(Struct, frozen=True, kw_only=True):
    """A text that a buyer entered in a field of the product."""

    key: str
    type: str = "text"
    name: str = ""
    value: str = ""


class OptionText(Struct, frozen=True, kw_only=True):
    option_text: str | None
    value_no: int


class ChosenOption(Struct, frozen=True, kw_only=True):
    option_code: str
    option_name: str | None
    option_value: OptionText


class BundlePart(Struct, frozen=True, kw_only=True):
    """A product within an ordered bundle."""

    product_no: int
    product_code: str
    variant_code: str
    product_name: str
    product_name_default: str = ""
    option_id: str = ""
    option_value: str = ""
    option_value_default: str = ""
    additional_option_value: str = ""
    additional_option_values: list[AdditionalOption] = []
    quantity: int = 1
    supplier_id: str = ""
    eng_product_name: str | None = None
    hs_code: str = ""
    product_price: Decimal = ZERO
    option_price: Decimal = ZERO
    custom_product_code: str = ""
    custom_variant_code: str | None = None


class Invoice(Struct, frozen=True, kw_only=True):
    """One of several parcels of an item."""

    type: str = ""
    tracking_no: str
    shipping_company_id: int
    shipping_company_name: str = ""
    shipping_company_code: str = ""
    quantity: int = 1


class Item(Struct, frozen=True, kw_only=True):
    """An item of an order. The defaults are those of a plain one."""

    shop_no: int = 1
    item_no: int = 0
    order_item_code: str = ""
    variant_code: str = ""
    product_no: int = 0
    product_code: str = ""
    internal_product_name: str = ""
    custom_product_code: str = ""
    custom_variant_code: str = ""
    eng_product_name: str | None = None
    option_id: str = ""
    option_value: str = ""
    option_value_default: str = ""
    additional_option_value: str = ""
    additional_option_values: list[AdditionalOption] = []
    product_name: str = ""
    product_name_default: str = ""
    product_price: Decimal = ZERO
    option_price: Decimal = ZERO
    additional_discount_price: Decimal = ZERO
    coupon_discount_price: Decimal = ZERO
    app_item_discount_amount: Decimal = ZERO
    payment_amount: Decimal = ZERO
    quantity: int = 1
    product_tax_type: Literal["A", "B", "C"] = "A"
    tax_rate: int = 10
    supplier_product_name: str = ""
    supplier_transaction_type: Literal["D", "P"] = "D"
    supplier_id: str = ""
    supplier_name: str = ""
    tracking_no: str = ""
    shipping_code: str = ""
    claim_code: str = ""
    claim_reason_type: ReasonType | None = None
    claim_reason: str = ""
    refund_bank_name: str = ""
    refund_bank_account_no: str = ""
    refund_bank_account_holder: str = ""
    post_express_flag: str | None = None
    order_status: Status = "N00"
    request_undone: Undone | None = None
    claim_quantity: int = 0
    order_status_additional_info: str | None = None
    status_code: StatusCode = "N1"
    status_text: str = ""
    """The name that the shop shows for the status. It is not stored: see `status_names.py`."""
    open_market_status: str = ""
    bundled_shipping_type: Literal["N", "C"] = "N"
    shipping_company_id: str = ""
    shipping_company_name: str = ""
    shipping_company_code: str = ""
    product_bundle: Flag = "F"
    product_bundle_no: str = "0"
    product_bundle_name: str | None = None
    product_bundle_name_default: str | None = None
    product_bundle_type: Literal["C", "S"] | None = None
    was_product_bundle: Literal["T"] | None = None
    original_bundle_item_no: str | None = None
    portal_pay_order_id: str | None = None
    portal_pay_claim_status: str | None = None
    individual_shipping_fee: Decimal = ZERO
    shipping_fee_type: Literal["T", "F", "D", "M", "I", "N", "W", "C", "X"] = "X"
    shipping_fee_type_text: str = "Default shipping"
    shipping_payment_option: Literal["C", "P", "F"] = "P"
    payment_info_id: str = ""
    original_item_no: list[int] = []
    store_pickup: Flag = "F"
    ordered_date: datetime | None = None
    shipped_date: datetime | None = None
    delivered_date: datetime | None = None
    purchaseconfirmation_date: datetime | None = None
    cancel_date: datetime | None = None
    return_confirmed_date: datetime | None = None
    return_request_date: datetime | None = None
    return_collected_date: datetime | None = None
    cancel_request_date: datetime | None = None
    refund_date: datetime | None = None
    exchange_request_date: datetime | None = None
    exchange_date: datetime | None = None
    product_material: str | None = None
    product_material_eng: str | None = None
    cloth_fabric: str | None = None
    product_weight: Decimal = ZERO
    volume_size: int | None = None
    volume_size_weight: int | None = None
    clearance_category: str | None = None
    clearance_category_info: str | None = None
    clearance_category_code: str | None = None
    hs_code: str = ""
    one_plus_n_event: str | None = None
    origin_place: str = ""
    origin_place_no: int = 0
    made_in_code: str = ""
    origin_place_value: str = ""
    gift: Flag = "F"
    item_granting_gift: str | None = None
    subscription: Flag = "F"
    product_bundle_list: list[BundlePart] = []
    market_cancel_request: Flag | None = None
    market_cancel_request_quantity: int | None = None
    market_fail_reason: str | None = None
    market_fail_reason_guide: str | None = None
    market_item_no: str | None = None
    market_custom_variant_code: str | None = None
    option_type: Literal["T", "E", "F"] | None = None
    options: list[ChosenOption] = []
    market_discount_amount: Decimal = ZERO
    labels: list[str] | None = None
    order_status_before_cs: Status | None = None
    supply_price: Decimal = ZERO
    multi_invoice: list[Invoice] = []
    shipping_expected_date: str = ""
    """When the shop expects to send it, yyyy-mm-dd; empty: it does not say."""

    @property
    def placed_no(self) -> int:
        """Return the number of the item that was ordered, of which this may be split off."""
        return self.original_item_no[0] if self.original_item_no else self.item_no
