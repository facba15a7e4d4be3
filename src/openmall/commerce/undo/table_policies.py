"""What an undo does with the changed rows of each table of malls' rows.

A table is named once; a guard compares the names with the tables whose changes are captured. A
write that changed a row of a refused table cannot be undone, and says why.
"""

from collections.abc import Mapping, Set
from typing import Any, Final, Literal

from msgspec import Struct

Kind = Literal["created", "updated", "deleted"]


class Reverted(Struct, frozen=True, kw_only=True):
    """Rows become what they were."""

    kinds: frozenset[Kind] = frozenset({"created", "updated", "deleted"})
    """Changes that are reverted; a write that did something else to a row cannot be undone."""
    fixed: tuple[str, ...] = ()
    """Columns on which rows of other tables depend: a write that changed one cannot be undone."""
    derived: tuple[str, ...] = ()
    """Columns that follow from a ledger or from other rows: neither compared nor written."""
    counted: tuple[str, ...] = ()
    """Columns that change by what others read and write around the row: as `derived`, and also of
    a created row not compared."""
    owner: str = ""
    """Rows are created and deleted only together with the row of this table that they belong to."""
    restored: Mapping[str, Any] = {}
    """Values with which a deleted row comes back, because a ledger adds to them."""
    touched: str = ""
    """The column with the moment of the last change: not compared, and set by the undo."""
    only: frozenset[str] = frozenset()
    """The only columns of an updated row that are reverted, and fields of its JSON documents as
    `detail.labels`: a write that changed another cannot be undone. Empty: every column. A field
    is without a value, not null, where it has its default."""

    @property
    def documents(self) -> dict[str, set[str]]:
        """Return the columns of which single fields are reverted: column -> fields."""
        found: dict[str, set[str]] = {}
        for column, dot, field in (name.partition(".") for name in self.only):
            if dot:
                found.setdefault(column, set()).add(field)
        return found


class Left(Struct, frozen=True):
    """Rows stay: they are a record of the write itself, and the undo adds its own."""

    reason: str


class Recomputed(Struct, frozen=True):
    """Rows follow from others, and are made anew from what those are after the undo."""

    reason: str


class Countered(Struct, frozen=True):
    """Rows of a ledger stay; the undo adds counter entries by the ledger's own functions."""

    reason: str


class Refused(Struct, frozen=True):
    """A write that changed a row cannot be undone."""

    reason: str
    lost: bool = False
    """Rows that went with a deleted product or category do not come back, and prevent nothing."""


TablePolicy = Reverted | Left | Recomputed | Countered | Refused

_KEPT: Final = Reverted(kinds=frozenset({"updated", "deleted"}))
"""Others may name a new row meanwhile, so that it is not taken away."""
_CHANGED: Final = Reverted(kinds=frozenset({"updated"}))
_CHANGED_OR_NEW: Final[frozenset[Kind]] = frozenset({"created", "updated"})
_BUYER: Final = frozenset({"buyer", "buyer_name", "buyer_email", "buyer_phone", "buyer_cellphone"})
_STATE_OF_ITEM: Final = frozenset(
    {
        "order_status",
        "placed_date",
        "shipped_date",
        "delivered_date",
        "purchaseconfirmation_date",
        "detail.shipping_company_code",
        "detail.post_express_flag",
    }
)
"""Columns of an item of an order that its state and its parcel change."""
_TEXTS_OF_ITEM: Final = frozenset(
    {
        "detail.labels",
        "detail.additional_option_value",
        "detail.additional_option_values",
        "detail.product_bundle_list",
    }
)
_REVERTED: Final[Mapping[str, Reverted]] = {
    "product": Reverted(
        fixed=("product_code", "has_option", "option_type", "options", "set_product_type"),
        derived=("sold_out",),
        touched="updated_date",
    ),
    "variant": Reverted(
        fixed=("choice",), derived=("quantity",), owner="product", restored={"quantity": 0}
    ),
    "category": Reverted(
        fixed=("path", "parent_category_no", "root_category_no", "category_depth"),
    ),
    "setting": Reverted(),
    "category_about": Reverted(),
    "board_about": Reverted(),
    "product_memo": Reverted(),
    "product_picture_text": Reverted(),
    "product_seo": Reverted(),
    "comment_template": Reverted(),
    "common_event": Reverted(),
    "redirect": Reverted(),
    "shown_status": Reverted(),
    "custom_property_value": Reverted(),
    "brand": Reverted(),
    "classification": _KEPT,
    "manufacturer": _KEPT,
    "trend": _KEPT,
    "custom_property": Reverted(),
    "shipping_origin": _KEPT,
    "product_category": Reverted(),
    "category_order": Reverted(),
    "main_product": Reverted(),
    "option_look": Reverted(),
    "bundle_part": Reverted(),
    "bundle_sales": Reverted(),
    "benefit": Reverted(),
    "coupon": Reverted(derived=("issued",), kinds=_CHANGED_OR_NEW),
    "serial_code": Reverted(kinds=frozenset({"created"})),
    "serial_batch": Reverted(kinds=frozenset({"created"})),
    "discount_code": Reverted(derived=("used",)),
    "customer_event": _CHANGED,
    "carrier": Reverted(),
    "supplier": Reverted(),
    "recipient_group": Reverted(derived=("member_count",)),
    "inflow": Reverted(),
    "inflow_group": Reverted(),
    "sales_channel": Reverted(),
    "points_autoexpiration": Reverted(),
    "autodisplay": Reverted(),
    "decorated_product": Reverted(),
    "design_icon": Reverted(),
    "page_field": _KEPT,
    "page_property": Reverted(),
    "script_tag": Reverted(),
    "theme_translation": Reverted(),
    "theme_page": Reverted(counted=("version",), touched="updated_date"),
    "payment_gateway": Reverted(),
    "payment_gateway_method": Reverted(),
    "payment_gateway_endpoints": Reverted(
        kinds=frozenset({"updated"}),
        only=frozenset({"start_url", "confirm_url", "refund_url", "reconciliation_url"}),
    ),
    "subscription_rule": Reverted(),
    "customer": Reverted(
        kinds=frozenset({"updated"}),
        fixed=(
            "password_hash",
            "session_no",
            "left_at",
            "dormant_since",
            "reactivated_at",
            "created_at",
            "last_login_at",
            "shop_no",
        ),
    ),
    "customer_person": _CHANGED,
    "customer_in_group": Reverted(),
    "customer_memo": Reverted(),
    "shop_order": Reverted(
        kinds=frozenset({"updated"}),
        only=_BUYER | {"detail.show_shipping_address"},
        derived=("shipping_status",),
    ),
    "order_item": Reverted(
        kinds=frozenset({"updated"}), only=_STATE_OF_ITEM | _TEXTS_OF_ITEM, derived=("transitions",)
    ),
    "order_parcel": Reverted(kinds=frozenset({"updated"})),
    "order_label": Reverted(),
    "order_memo": Reverted(),
    "order_autocalculation_removed": Reverted(),
    "migrated_order": Reverted(),
    "article": Reverted(counted=("comment_count", "hit", "turn")),
    "article_comment": Reverted(),
    "urgent_inquiry": Reverted(kinds=frozenset({"updated"}), only=frozenset({"reply_status"})),
    "urgent_inquiry_reply": Reverted(),
}
_LEFT: Final = {
    "the write's own records; the undo adds its own": (
        "activity_log event change_cause change_entry change_feed change_mark repeatable_answer"
    ),
    "numbers are not used again": "counter",
    "what was rehearsed": "plan plan_change plan_comment",
    "the mall goes on knowing the picture": "decoration_image",
    "the job that made the write, and its answers": "job job_part",
    "deliveries of events": (
        "first_event webhook_queue webhook_log webhook_notice webhook_pending"
    ),
    "its revision grows, also by the undo": "theme",
    "what a page was, and how it failed": "theme_failure theme_page_version",
    "what an order was; the undo adds its own entries": "order_history order_item_transition",
}
_RECOMPUTED: Final = {
    "made anew from the reviews of the product": "partner_figures",
    "made anew from the product": (
        "product_names product_part product_tag product_information product_exposure"
    ),
}
_COUNTERED: Final = {
    "stock becomes what it was by entries of its ledger": "stock_change",
    "points and credits become what they were by entries of their ledger": (
        "customer_balance mileage_entry"
    ),
    "unused ones are revoked, and revoked ones given back": "coupon_issue",
}
_REFUSED: Final = {
    "it changed customers, or what is theirs": (
        "cart coupon_use customer_address customer_device"
        " customer_event_participation customer_payment_method customer_session_ended"
        " customer_social"
        " discount_code_use"
    ),
    "it reserved stock": "stock_reservation",
    "it changed orders": (
        "cash_receipt order_benefit imported_order order_claim order_coupon guest_order"
        " order_quote order_reservation order_visit subscription subscription_item"
        " subscription_order"
    ),
    "it moved money, or changed how it is taken": (
        "app_agreement app_charge app_payment gateway_dispute gateway_payment gateway_refund"
        " order_payment order_refund payment_gateway_contract sms_balance stored_payment_method"
        " stripe_payment test_gateway_method test_gateway_payment test_gateway_refund"
    ),
    "it wrote messages": (
        "message message_attempt message_batch message_cursor message_reminder message_template"
        " sms_sender"
    ),
    "it changed who may do what": (
        "agent_confirmation agent_grant approval_rules authorization_code authorization_request"
        " installation mall mall_closed mall_limits manager manager_session sandbox sandbox_fault"
        " shop social_token_spent staff_identity staff_passkey staff_policy staff_role"
        " staff_second_factor supplier_user token webhook_recipe"
    ),
    "work goes on with it": (
        "collected collected_batch fact_batch file_error file_part file_picture"
        " file_plan file_transfer sessionised"
    ),
    "it changed visits and figures": (
        "browser hourly_product_sales partner_category hourly_sales saved_report saved_view"
    ),
    "it changed the design": "theme_publication",
}
_LOST: Final = {
    "it changed what customers have of products": "cart_line restock_request restock_target wish",
    "it changed how often products were looked at": "product_hit product_hit_day",
}
"""Rows of a deleted product that do not come back."""


def _named(
    groups: Mapping[str, str], kind: type[Left | Recomputed | Countered | Refused]
) -> dict[str, TablePolicy]:
    return {name: kind(why) for why, names in groups.items() for name in names.split()}


POLICIES: Final[Mapping[str, TablePolicy]] = {
    **_REVERTED,
    **_named(_LEFT, Left),
    **_named(_RECOMPUTED, Recomputed),
    **_named(_COUNTERED, Countered),
    **_named(_REFUSED, Refused),
    **{name: Refused(why, lost=True) for why, names in _LOST.items() for name in names.split()},
}
"""Table -> what an undo does with its rows."""


def obstacle(table: str, kind: Kind, changed: Set[str], *, owned: str = "") -> str:
    """Return why a change of a row prevents an undo; empty: it does not.

    `changed`: the columns that differ, and fields of documents as `detail.labels`. `owned`: the
    table of what was created or deleted with it.
    """
    policy = POLICIES.get(table)
    if policy is None:
        return f"it changed {table}"
    if isinstance(policy, Refused):
        return "" if policy.lost and owned and kind == "deleted" else policy.reason
    if not isinstance(policy, Reverted):
        return ""
    if kind not in policy.kinds or (policy.owner and kind != "updated" and policy.owner != owned):
        return f"it {kind} a {table.replace('_', ' ')}"
    if kind != "updated":
        return ""
    fixed = sorted(changed & {*policy.fixed})
    if policy.only:
        fixed = sorted(changed - policy.only - {*policy.derived, *policy.counted})
    return f"it changed {', '.join(fixed)} of a {table}" if fixed else ""
