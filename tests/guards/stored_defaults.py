"""The structs that are stored as JSON, and the defaults of their fields.

A stored document omits what equals its default, or was written before a field was added: the
default is then part of the stored data. Renew the snapshot with
`python -m tests.guards.stored_defaults`; with `--added`, as `make generated ONLY=printed` does, it
gains new fields alone.
"""

import json
import sys
from pathlib import Path
from typing import Any, Final, get_args

import msgspec
from msgspec import NODEFAULT, UNSET, Struct
from msgspec.structs import FieldInfo, fields

from openmall.analytics.collecting.shape import CollectedEvent as Seen
from openmall.analytics.sessionising.fact_builder import Placed
from openmall.analytics.sessionising.store import _StoredSource as Visitor
from openmall.commerce.category.autodisplay.shape import Rule
from openmall.commerce.category.categories.shape import CategoryDisplay
from openmall.commerce.category.category_documents import About
from openmall.commerce.category.page_properties.shape import PropertyChange, StoredField
from openmall.commerce.community.articles.shape import File, NumberedFile
from openmall.commerce.community.boards.shape import Board
from openmall.commerce.community.boards_seo import BoardSeo
from openmall.commerce.community.urgentinquiry import AttachedFile
from openmall.commerce.customer.customers.shape import Person
from openmall.commerce.design.themes.theme_look import Look as ThemeLook
from openmall.commerce.mileage.autoexpiration.shape import Autoexpiration
from openmall.commerce.notification.batches.store import Content
from openmall.commerce.notification.recipientgroups.shape import Conditions
from openmall.commerce.notification.templates.shape import Parts
from openmall.commerce.order.billing.refunds.shape import StoredRefund as Refund
from openmall.commerce.order.claims.shape import Claim
from openmall.commerce.order.memos import MemoProduct
from openmall.commerce.order.migrated_orders.shape import MigratedOrder
from openmall.commerce.order.orders.item_shape import Item
from openmall.commerce.order.orders.shape import Buyer, Order, Receiver
from openmall.commerce.order.orders.tables import ITEMS, ORDERS
from openmall.commerce.order.placement.subscription_rules.shape import Rule as SubscriptionRule
from openmall.commerce.order.placement.subscriptions.shape import Subscription, SubscriptionItem
from openmall.commerce.order.quotes import QuoteBasis as Basis
from openmall.commerce.order.reporting.sales_for_attribution.store import _Detail as SoldItem
from openmall.commerce.order.reporting.sales_for_attribution.store import _OrderDetail as SoldOrder
from openmall.commerce.order.reporting.verification.store import _Parts as VerifiedItem
from openmall.commerce.partner_projection.shape import Figures, UnsearchedFields
from openmall.commerce.personal.carts.takes import AddedOptionText
from openmall.commerce.personal.wishlist.shape import WishFile, WishOptionText
from openmall.commerce.product.decorationimages import Decoration
from openmall.commerce.product.options.store import Look
from openmall.commerce.product.products.events import Announced
from openmall.commerce.product.products.shape import ListedProduct, Product
from openmall.commerce.product.products.store import COLUMNS as PRODUCT_COLUMNS
from openmall.commerce.product.variants.store import OptionNames
from openmall.commerce.promotion.benefits.shape import Benefit
from openmall.commerce.promotion.benefits.store import BENEFITS
from openmall.commerce.promotion.coupons.shape import Coupon, Terms
from openmall.commerce.promotion.coupons.tables import COUPONS
from openmall.commerce.promotion.customerevents.shape import CustomerEvent
from openmall.commerce.promotion.discount_codes.shape import DiscountCode
from openmall.commerce.promotion.discount_codes.tables import CODES
from openmall.commerce.salesreport.financials import GatewayContract
from openmall.commerce.shipping.carrier_shape import Carrier
from openmall.commerce.store.paymentgateway.shape import Information as GatewayInformation
from openmall.commerce.supply.contacts import Contacts
from openmall.commerce.supply.suppliers import Supplier
from openmall.commerce.supply.users.shape import SupplierUser
from openmall.commerce.undo.sealed_writes import WriteContent
from openmall.contract.approval import ApprovalRule
from openmall.contract.crud import settings
from openmall.contract.plans import PlanOutcome
from openmall.contract.refusal import _Stored
from openmall.contract.sandbox import Fault
from openmall.database.backfill import Progress
from openmall.events.file_transfers.takes import ExportFilters, ImportOptions
from openmall.events.messages.outbox import Alternative
from openmall.events.messages.sealed_texts import _Texts
from openmall.events.plans.shape import Effects, RateCost, StoredChange
from openmall.events.webhooks.recipes.conditions import TriggerSetting
from openmall.pages.sampleshop.search_engines.search_store import _Detail as Described
from openmall.transfer.backup.shape import Manifest
from tests.guards.sources import import_all

PAGE: Final = Path(__file__).with_name("stored_defaults.json")
RENEW: Final = "python -m tests.guards.stored_defaults"

DOCUMENTS: Final[dict[str, type[Struct]]] = {
    "message.fallback": Alternative,
    "message.sealed": _Texts,
    "file_error.reason": _Stored,
    "plan.effects Effects": Effects,
    "plan.effects RateCost": RateCost,
    "plan.outcome": PlanOutcome,
    "plan_change.content": StoredChange,
    "approval_rules.rules": ApprovalRule,
    "recorded_write.content": WriteContent,
    "message_template.parts": Parts,
    "article.files": File,
    "article_comment.attach_file_urls": NumberedFile,
    "autodisplay.content": Rule,
    "benefit.detail": Benefit,
    "board_about.content Board": Board,
    "board_about.content BoardSeo": BoardSeo,
    "carrier.details": Carrier,
    "cart_line.additional_option_values": AddedOptionText,
    "category.display": CategoryDisplay,
    "collected.content": Seen,
    "coupon.detail": Coupon,
    "coupon.terms": Terms,
    "customer_event.detail": CustomerEvent,
    "discount_code.detail": DiscountCode,
    "customer_person": Person,
    "decorated_product.content": Decoration,
    "browser.source": Visitor,
    "file_transfer.options": ImportOptions,
    "file_transfer.options of exports": ExportFilters,
    "migrated_order.document": MigratedOrder,
    "message_batch.details": Content,
    "option_look.look": Look,
    "theme_page.source of looks": ThemeLook,
    "order_claim.content": Claim,
    "order_history.document buyer": Buyer,
    "order_history.document receiver": Receiver,
    "order_item.detail": Item,
    "order_item.detail, for attribution": SoldItem,
    "order_item.detail, for verification": VerifiedItem,
    "order_memo.product_list": MemoProduct,
    "order_parcel.receiver": Receiver,
    "order_quote.basis": Basis,
    "order_refund.content": Refund,
    "order_visit.content": Placed,
    "page_field.content": StoredField,
    "page_property.content": PropertyChange,
    "partner_figures.figures": Figures,
    "partner_product.shown": UnsearchedFields,
    "payment_gateway.additional_information": GatewayInformation,
    "payment_gateway_contract": GatewayContract,
    "points_autoexpiration.content": Autoexpiration,
    "product.detail": Product,
    "product.detail, for search engines": Described,
    "product.listed": ListedProduct,
    "product.listed, for events": Announced,
    "sandbox_fault.content": Fault,
    "schema_note.content": Progress,
    "shop_order.buyer": Buyer,
    "shop_order.detail": Order,
    "shop_order.detail, for attribution": SoldOrder,
    "subscription_rule.content": SubscriptionRule,
    "subscription.content": Subscription,
    "subscription_item.content": SubscriptionItem,
    "supplier.details": Supplier,
    "supplier_user.details": SupplierUser,
    "urgent_inquiry.files": AttachedFile,
    "urgent_inquiry_reply.files": AttachedFile,
    "product.options": OptionNames,
    "wish.additional_option": WishOptionText,
    "wish.attached_file_option": WishFile,
    "backup: manifest": Manifest,
    "recipient_group.conditions": Conditions,
    "supplier.details, for messages": Contacts,
    "webhook_recipe.settings": TriggerSetting,
}
"""Table and column -> the struct in it, or in its list or dictionary."""
WRITTEN: Final[dict[str, frozenset[str]]] = {
    "benefit.detail": BENEFITS.written,
    "customer_person": frozenset({"additional_information"}),
    "payment_gateway_contract": frozenset({"payment_method_information"}),
    "coupon.detail": COUPONS.written,
    "discount_code.detail": CODES.written,
    "order_item.detail": ITEMS.written,
    "product.detail": frozenset(Product.__struct_fields__) - set(PRODUCT_COLUMNS),
    "product.listed": frozenset(ListedProduct.__struct_fields__) - set(PRODUCT_COLUMNS),
    "shop_order.detail": ORDERS.written,
}
"""The fields of a document where others are columns, which are always written."""


def stored() -> dict[str, type[Struct]]:
    """Return every struct that is stored as JSON, by the place it is stored at."""
    import_all()
    found = dict(DOCUMENTS)
    found |= {f"setting.{name}": kind for name, kind in settings.kinds().items()}
    found |= {f"category_about.{kind.__name__}": kind for kind in About.__subclasses__()}
    return found


def structs_within(kind: Any) -> list[type[Struct]]:
    """Return the structs that a type names, outside of other structs."""
    if isinstance(kind, type) and issubclass(kind, Struct):
        return [kind]
    return [struct for each in get_args(kind) for struct in structs_within(each)]


def defaults(place: str, kind: type[Struct]) -> dict[str, str]:
    """Return the defaults of a stored struct and of those within it: path -> JSON text."""
    written = WRITTEN.get(place)
    found: dict[str, str] = {}

    def add(path: str, of: type[Struct], above: tuple[type[Struct], ...]) -> None:
        for each in fields(of):
            if not above and written is not None and each.name not in written:
                continue
            # the name on the wire is the one in the document
            where = f"{path}.{each.encode_name}"
            if (default := _default(each)) is not NODEFAULT:
                found[where] = _text(default)
            inside = structs_within(each.type)
            for inner in inside:
                if inner not in (*above, of):
                    named = where if len(inside) == 1 else f"{where} {inner.__name__}"
                    add(named, inner, (*above, of))

    add(place, kind, ())
    return found


def _default(field: FieldInfo) -> Any:
    return field.default if field.default_factory is NODEFAULT else field.default_factory()


def _text(value: Any) -> str:
    return "absent" if value is UNSET else msgspec.json.encode(value, order="sorted").decode()


def snapshot() -> dict[str, str]:
    """Return the default of every stored field: place and path -> JSON text."""
    found: dict[str, str] = {}
    for place, kind in stored().items():
        found |= defaults(place, kind)
    return dict(sorted(found.items()))


def _write(*, added_only: bool) -> None:
    now = snapshot()
    if added_only:
        now = dict(sorted((now | json.loads(PAGE.read_text(encoding="utf-8"))).items()))
    PAGE.write_text(json.dumps(now, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    _write(added_only="--added" in sys.argv[1:])
