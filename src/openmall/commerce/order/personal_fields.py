"""Fields in the documents of orders that identify a customer, and those that an erasure keeps."""

from typing import Final

REFUND_ACCOUNT_FIELDS: Final = frozenset(
    {"refund_bank_code", "refund_bank_name", "refund_bank_account_no", "refund_bank_account_holder"}
)
PLACE_FIELDS: Final = frozenset({"shop_no", "member_id", "country_code", "shipping_code"})
"""All that an erasure leaves of a buyer or receiver. The country stays: the shipping fee and the
taxes of the order follow from it."""
