"""What values of changed fields are, where they are ids or codes: names of things, and words."""

from collections.abc import Mapping
from typing import Final

from openmall.commerce.order import status_names
from openmall.commerce.store.orders_status.names import STATUSES
from openmall.contract.json_values import Encodable
from openmall.http.web.languages import marked
from openmall.pages.backoffice import order_labels, shipping_rates
from openmall.pages.backoffice.page_context import ROLES, PageContext
from openmall.translations import countries
from openmall.translations.catalogues import LANGUAGES

KIND_OF_FIELD: Final[Mapping[str, str]] = {
    "add_category_list": "category",
    "add_category_no": "category",
    "article_no": "article",
    "author_id": "staff",
    "available_category_list": "category",
    "board_no": "board",
    "brand_code": "brand",
    "buy_group_list": "group",
    "buy_member_id_list": "customer",
    "carrier_id": "carrier",
    "category": "category",
    "category_list": "category",
    "category_no": "category",
    "changed_variant_code": "variant",
    "classification_code": "classification",
    "client_id": "app",
    "coupon_no": "coupon",
    "customer_group_list": "group",
    "except_categories": "category",
    "except_category_list": "category",
    "exchange_variant_code": "variant",
    "exposure_group_list": "group",
    "full_category_no": "category",
    "gift_product_list": "product",
    "group_no": "group",
    "issue_member_group_no": "group",
    "issue_order_available_category_list": "category",
    "issue_order_available_product_list": "product",
    "main": "display",
    "manufacturer_code": "manufacturer",
    "member_group_no": "group",
    "member_id": "customer",
    "origin_code": "shipping_origin",
    "parent_category_no": "category",
    "permission_shop_no": "shop",
    "permitted_category_list": "category",
    "product_list": "product",
    "product_no": "product",
    "products": "product",
    "recommend_id": "customer",
    "reply_member_group_no": "group",
    "reply_user_id": "staff",
    "role": "role",
    "role_no": "role",
    "shops": "shop",
    "supplier_code": "supplier",
    "trend_code": "trend",
    "user_id": "staff",
    "variant_code": "variant",
    "write_member_group_no": "group",
}
"""Field with ids, or with a list of them -> what kind of thing has these ids."""
_AGREED: Final = {"T": marked("Agreed"), "F": marked("Declined")}
_CODES: Final[Mapping[str, Mapping[str, str]]] = {
    "approve_status": {
        "N": marked("New, by a supplier"),
        "E": marked("Changed by a supplier"),
        "R": marked("Rejected"),
        "C": marked("Approved"),
        "I": marked("Under review"),
    },
    "blacklist_type": {
        "A": marked("May neither sign in nor buy"),
        "L": marked("May not sign in"),
        "P": marked("May not buy"),
    },
    "claim_reason_type": order_labels.REQUEST_REASONS,
    "display": {"T": marked("Displayed"), "F": marked("Hidden")},
    "gender": {"F": marked("Female"), "M": marked("Male")},
    "manager_type": ROLES,
    "news_mail": _AGREED,
    "paid": order_labels.PAID,
    "payment_method": order_labels.METHODS,
    "payment_methods": order_labels.METHODS,
    "methods": order_labels.METHODS,
    "product_condition": {
        "N": marked("New product"),
        "B": marked("Returned product"),
        "R": marked("Stock of earlier seasons"),
        "U": marked("Used product"),
        "E": marked("Display item"),
        "F": marked("Refurbished"),
        "S": marked("Scratched"),
    },
    "refund_status": order_labels.REFUNDS,
    "reply_status": {
        "N": marked("Not answered"),
        "P": marked("In progress"),
        "C": marked("Answered"),
    },
    "selling": {"T": marked("On sale"), "F": marked("Not on sale")},
    "shipping_fee_type": shipping_rates.TYPES,
    "shipping_status": {
        "F": marked("Not shipped"),
        "M": marked("On its way"),
        "T": marked("Delivered"),
        "W": marked("On hold"),
        "X": marked("Nothing to ship"),
    },
    "sms": _AGREED,
    "state": {
        "open": marked("Can be undone"),
        "undone": marked("Undone"),
        "refused": marked("Cannot be undone"),
        "waiting": marked("Waits for a decision"),
        "approved": marked("Is being carried out"),
        "applied": marked("Carried out"),
        "rejected": marked("Turned down"),
        "expired": marked("Expired"),
        "queued": marked("Waits to be sent"),
        "sent": marked("Sent"),
        "failed": marked("Failed"),
        "running": marked("Under way"),
        "done": marked("Done"),
        "canceled": marked("Cancelled"),
    },
    "subscription_state": {
        "U": marked("Active"),
        "P": marked("Paused"),
        "C": marked("Ended"),
    },
    "tax_type": {
        "A": marked("Taxed"),
        "B": marked("Tax-free"),
        "C": marked("Taxed at zero"),
    },
    "use_display": {"T": marked("Displayed"), "F": marked("Hidden")},
}
"""Field -> code -> what it says."""
_STATUS_FIELDS: Final = frozenset(
    {"order_status", "order_status_before_cs", "previous_status", "status_code"}
)
_COUNTRY_FIELDS: Final = frozenset(
    {
        "country_code", "exchange_country_code", "made_in_code", "market_country_code",
        "nationality", "shipping_country_list",
    }
)  # fmt: skip


def is_id(field: str, value: Encodable) -> bool:
    """Return whether a value of a field is the id of a thing, or a list of such ids."""
    # switches of some resources are called as lists of others
    return value not in ("T", "F", 0) and not isinstance(value, bool) and field in KIND_OF_FIELD


def of_code(context: PageContext, field: str, code: str) -> str:
    """Return what a code of a field says, in the reader's language; empty: it is not known."""
    if known := _CODES.get(field, {}).get(code):
        return context.translate(known)
    if field in _STATUS_FIELDS:
        number = next((no for status, no in status_names.NUMBERS.items() if status == code), 0)
        if number in STATUSES:
            return STATUSES[number].basic_name.translate(context.language)
    if field in _COUNTRY_FIELDS:
        return countries.names(context.language).get(code, "")
    if field == "language_code" and (found := LANGUAGES.get(code.partition("_")[0])):
        return found.name
    return ""
