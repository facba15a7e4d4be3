"""Fields that changes do not show, each group with the reason."""

from typing import Final

HIDDEN: Final[dict[str, frozenset[str]]] = {
    "it follows from other fields that are shown": frozenset(
        {
            "cellphone_digits", "code_key", "category_depth", "comment_count", "margin_rate",
            "price_excluding_tax", "root_category_no", "share_credits",
            "share_discount", "share_earned", "share_points", "stock_taken", "transitions",
        }
    ),
    "it is the moment of the change, which the entry has": frozenset(
        {"created_at", "register_date", "updated_at", "updated_date", "version"}
    ),
    "it is the number or code of what the entry names": frozenset(
        {
            "article_no", "benefit_no", "claim_code", "code_no", "comment_no",
            "discount_code_no", "display_no", "event_no", "field", "field_no", "first_no",
            "group_id", "id", "inflow_group_id", "inflow_id",
            "item_no", "memo_no", "no", "number", "option_code", "option_id",
            "orderform_property_id", "original_bundle_item_no", "original_item_no",
            "parent_article_no", "parent_comment_no", "part_no", "payment_info_id", "product_code",
            "property_no", "push_code", "queue_code", "request_no", "sales_channel_id",
            "script_no", "serial_no", "shop_no", "skin_code", "skin_no", "social_member_code",
            "status_name_id", "subscription_id", "subscription_item_id", "subscription_no",
            "thread_date", "thread_no", "transaction_ids", "value_no",
        }
    ),
    "the program works with it, people do not": frozenset(
        {
            "attach_type", "client_ip", "done_until", "due_at", "integrity", "ip", "origin",
            "password_hash", "reply_depth", "reply_sequence", "session_no", "size", "standing",
            "turn",
        }
    ),
}  # fmt: skip
"""Reason -> fields, as in the API and in tables."""
ALL: Final = frozenset().union(*HIDDEN.values())
OF_OWNER: Final = frozenset({"product_no", "variant_code", "order_id"})
"""Fields that name what a row belongs to; within lists and documents they are shown."""
