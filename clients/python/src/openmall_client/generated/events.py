"""The events of webhooks. Generated: `make generated ONLY=sdks`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from openmall_client.event import Event

if TYPE_CHECKING:
    from openmall_client.generated import admin_models as m

__all__ = [
    "AppDeleted",
    "AppExpirationExtended",
    "AppExpired",
    "AppPayment",
    "AppPaymentRefundCompleted",
    "AppPaymentRefundRequested",
    "ArticleCreated",
    "ArticleDeleted",
    "ArticleUpdated",
    "BenefitAdded",
    "BenefitChanged",
    "BenefitDeleted",
    "CarrierAdded",
    "CarrierDeleted",
    "CarrierUpdated",
    "CategoryAdded",
    "CategoryDeleted",
    "CategoryUpdated",
    "CommentAdded",
    "CommentDeleted",
    "CouponAdded",
    "CouponDeleted",
    "CouponIssuanceChanged",
    "ExportEnded",
    "ImportEnded",
    "MemberChanged",
    "MemberGroupChanged",
    "MemberJoined",
    "MemberLinkedAccount",
    "MemberLogin",
    "MemberPointsChanged",
    "MemberRests",
    "MemberReturned",
    "MemberWithdrawal",
    "OrderCancellationStatusChanged",
    "OrderDeliveryStatusChanged",
    "OrderExchangeStatusChanged",
    "OrderMemoAdded",
    "OrderMemoDeleted",
    "OrderMemoUpdated",
    "OrderPaymentStatusChanged",
    "OrderReceived",
    "OrderRecipientChanged",
    "OrderRefundStatusChanged",
    "OrderReturnStatusChanged",
    "OrderShippingCodeChanged",
    "OrdersCancellationStatusChanged",
    "OrdersDeliveryStatusChanged",
    "OrdersRefundStatusChanged",
    "OrdersReturnStatusChanged",
    "PlanApplied",
    "PlanApproved",
    "PlanRejected",
    "PlanWaiting",
    "ProductAddedToCart",
    "ProductAddedToOrder",
    "ProductCreated",
    "ProductDeleted",
    "ProductInventoryChanged",
    "ProductStockStatusChanged",
    "ProductUpdated",
    "SuboperatorAdded",
    "SuboperatorDeleted",
    "SuboperatorUpdated",
    "SupplierAdded",
    "SupplierDeleted",
    "SupplierUpdated",
    "UrgentInquiryDeleted",
    "UrgentInquiryReceived",
]


@dataclass(frozen=True)
class AppDeleted(Event):
    """An app was deleted from a mall."""

    number: Literal[90077]
    resource: m.Resource


@dataclass(frozen=True)
class AppExpirationExtended(Event):
    """A merchant paid for another month."""

    number: Literal[90079]
    resource: m.Resource1


@dataclass(frozen=True)
class AppExpired(Event):
    """What a merchant paid for each month is over."""

    number: Literal[90078]
    resource: m.Resource2


@dataclass(frozen=True)
class AppPayment(Event):
    """A charge of an app was paid, for the first time or again."""

    number: Literal[90157]
    resource: m.Resource3


@dataclass(frozen=True)
class AppPaymentRefundCompleted(Event):
    """A payment of a charge was given back."""

    number: Literal[90159]
    resource: m.Resource4


@dataclass(frozen=True)
class AppPaymentRefundRequested(Event):
    """A merchant asked for a payment of a charge back; the payment service has not answered yet."""

    number: Literal[90158]
    resource: m.Resource5


@dataclass(frozen=True)
class ArticleCreated(Event):
    """Event 90033: an article was written."""

    number: Literal[90033]
    resource: m.Resource6


@dataclass(frozen=True)
class ArticleDeleted(Event):
    """Event 90036: an article was deleted."""

    number: Literal[90036]
    resource: m.Resource7


@dataclass(frozen=True)
class ArticleUpdated(Event):
    """Event 90039: an article was changed."""

    number: Literal[90039]
    resource: m.Resource8


@dataclass(frozen=True)
class BenefitAdded(Event):
    """Event 90047: a benefit was created."""

    number: Literal[90047]
    resource: m.Resource9


@dataclass(frozen=True)
class BenefitChanged(Event):
    """Event 90048: a benefit was changed."""

    number: Literal[90048]
    resource: m.Resource9


@dataclass(frozen=True)
class BenefitDeleted(Event):
    """Event 90050: a benefit was deleted."""

    number: Literal[90050]
    resource: m.Resource11


@dataclass(frozen=True)
class CarrierAdded(Event):
    """Event 90100: a carrier was added. The sender is who runs the shop."""

    number: Literal[90100]
    resource: m.Resource12


@dataclass(frozen=True)
class CarrierDeleted(Event):
    """Event 90102: a carrier was deleted."""

    number: Literal[90102]
    resource: m.Resource13


@dataclass(frozen=True)
class CarrierUpdated(Event):
    """Event 90101: a carrier was changed: its details, or whether it is the default."""

    number: Literal[90101]
    resource: m.Resource14


@dataclass(frozen=True)
class CategoryAdded(Event):
    """Event 90042: a category was added."""

    number: Literal[90042]
    resource: m.Resource15


@dataclass(frozen=True)
class CategoryDeleted(Event):
    """Event 90044: a category was deleted."""

    number: Literal[90044]
    resource: m.Resource16


@dataclass(frozen=True)
class CategoryUpdated(Event):
    """Event 90043: a category was edited."""

    number: Literal[90043]
    resource: m.Resource17


@dataclass(frozen=True)
class CommentAdded(Event):
    """Event 90034: a comment was written."""

    number: Literal[90034]
    resource: m.Resource18


@dataclass(frozen=True)
class CommentDeleted(Event):
    """Event 90037: a comment was deleted."""

    number: Literal[90037]
    resource: m.Resource18


@dataclass(frozen=True)
class CouponAdded(Event):
    """Event 90153: a coupon was created."""

    number: Literal[90153]
    resource: m.Resource20


@dataclass(frozen=True)
class CouponDeleted(Event):
    """Event 90152: a coupon was deleted."""

    number: Literal[90152]
    resource: m.Resource21


@dataclass(frozen=True)
class CouponIssuanceChanged(Event):
    """Event 90154: a coupon is no longer issued, or issued again."""

    number: Literal[90154]
    resource: m.Resource22


@dataclass(frozen=True)
class ExportEnded(Event):
    """Event 91002: an export has succeeded, failed or was cancelled."""

    number: Literal[91002]
    resource: m.Resource23


@dataclass(frozen=True)
class ImportEnded(Event):
    """Event 91001: an import has succeeded, failed or was cancelled."""

    number: Literal[91001]
    resource: m.Resource24


@dataclass(frozen=True)
class MemberChanged(Event):
    """Event 90080: fields of a customer changed; it has their names, not their values."""

    number: Literal[90080]
    resource: m.Resource25


@dataclass(frozen=True)
class MemberGroupChanged(Event):
    """Event 90144: a customer moved to another group."""

    number: Literal[90144]
    resource: m.Resource26


@dataclass(frozen=True)
class MemberJoined(Event):
    """Event 90032: a customer joined. Unknown fields are empty."""

    number: Literal[90032]
    resource: m.Resource27


@dataclass(frozen=True)
class MemberLinkedAccount(Event):
    """Event 90063: a customer linked an account of another service."""

    number: Literal[90063]
    resource: m.Resource28


@dataclass(frozen=True)
class MemberLogin(Event):
    """Event 90143: a customer signed in."""

    number: Literal[90143]
    resource: m.Resource29


@dataclass(frozen=True)
class MemberPointsChanged(Event):
    """Event 90148: the points that a customer can spend changed; amounts are cut to whole units."""

    number: Literal[90148]
    resource: m.Resource30


@dataclass(frozen=True)
class MemberRests(Event):
    """Event 90145: customers became dormant: they have not signed in for long."""

    number: Literal[90145]
    resource: m.Resource31


@dataclass(frozen=True)
class MemberReturned(Event):
    """Event 90146: a dormant customer signed in."""

    number: Literal[90146]
    resource: m.Resource31


@dataclass(frozen=True)
class MemberWithdrawal(Event):
    """Event 90147: a membership ended."""

    number: Literal[90147]
    resource: m.Resource31


@dataclass(frozen=True)
class OrderCancellationStatusChanged(Event):
    """Event 90026: a cancellation of items changed."""

    number: Literal[90026]
    resource: m.Resource34


@dataclass(frozen=True)
class OrderDeliveryStatusChanged(Event):
    """Event 90024: items of an order are prepared, held, sent or delivered."""

    number: Literal[90024]
    resource: m.Resource35


@dataclass(frozen=True)
class OrderExchangeStatusChanged(Event):
    """Event 90028: an exchange of items changed."""

    number: Literal[90028]
    resource: m.Resource36


@dataclass(frozen=True)
class OrderMemoAdded(Event):
    """Event 90066: a memo was written about an order."""

    number: Literal[90066]
    resource: m.Resource37


@dataclass(frozen=True)
class OrderMemoDeleted(Event):
    """Event 90069: a memo of an order was deleted."""

    number: Literal[90069]
    resource: m.Resource38


@dataclass(frozen=True)
class OrderMemoUpdated(Event):
    """Event 90068: a memo of an order was changed."""

    number: Literal[90068]
    resource: m.Resource38


@dataclass(frozen=True)
class OrderPaymentStatusChanged(Event):
    """Event 90025: an order was paid, or its payment was taken back."""

    number: Literal[90025]
    resource: m.Resource40


@dataclass(frozen=True)
class OrderReceived(Event):
    """Event 90023: an order was placed."""

    number: Literal[90023]
    resource: m.Resource41


@dataclass(frozen=True)
class OrderRecipientChanged(Event):
    """Event 90064: a parcel of an order has another receiver, or another address."""

    number: Literal[90064]
    resource: m.Resource42


@dataclass(frozen=True)
class OrderRefundStatusChanged(Event):
    """Event 90029: the refund of a claim was executed, or failed."""

    number: Literal[90029]
    resource: m.Resource43


@dataclass(frozen=True)
class OrderReturnStatusChanged(Event):
    """Event 90027: a return of items changed."""

    number: Literal[90027]
    resource: m.Resource44


@dataclass(frozen=True)
class OrderShippingCodeChanged(Event):
    """Event 90162: a shipment has another tracking number or carrier."""

    number: Literal[90162]
    resource: m.Resource45


@dataclass(frozen=True)
class OrdersCancellationStatusChanged(Event):
    """Event 90072: cancellations of items of several orders changed."""

    number: Literal[90072]
    resource: m.Resource46


@dataclass(frozen=True)
class OrdersDeliveryStatusChanged(Event):
    """Event 90071: items of several orders are prepared, held, sent or delivered."""

    number: Literal[90071]
    resource: m.Resource47


@dataclass(frozen=True)
class OrdersRefundStatusChanged(Event):
    """Event 90073: items of several orders were refunded."""

    number: Literal[90073]
    resource: m.Resource48


@dataclass(frozen=True)
class OrdersReturnStatusChanged(Event):
    """Event 90074: returns of items of several orders changed."""

    number: Literal[90074]
    resource: m.Resource48


@dataclass(frozen=True)
class PlanApplied(Event):
    """Event 91006: an approved call of the app was carried out."""

    number: Literal[91006]
    resource: m.Resource50


@dataclass(frozen=True)
class PlanApproved(Event):
    """Event 91004: a call of the app was approved, in whole or in part."""

    number: Literal[91004]
    resource: m.Resource51


@dataclass(frozen=True)
class PlanRejected(Event):
    """Event 91005: a call of the app was rejected; nothing is done of it."""

    number: Literal[91005]
    resource: m.Resource52


@dataclass(frozen=True)
class PlanWaiting(Event):
    """Event 91003: a call of the app waits for approval."""

    number: Literal[91003]
    resource: m.Resource53


@dataclass(frozen=True)
class ProductAddedToCart(Event):
    """Event 90084: a shopper put a product into the cart."""

    number: Literal[90084]
    resource: m.Resource54


@dataclass(frozen=True)
class ProductAddedToOrder(Event):
    """Event 90031: an item was added to an order."""

    number: Literal[90031]
    resource: m.Resource55


@dataclass(frozen=True)
class ProductCreated(Event):
    """Event 90001: a product was created."""

    number: Literal[90001]
    resource: m.Resource56


@dataclass(frozen=True)
class ProductDeleted(Event):
    """Event 90003: a product was deleted."""

    number: Literal[90003]
    resource: m.Resource57


@dataclass(frozen=True)
class ProductInventoryChanged(Event):
    """Event 90075: the stock of a variant changed; with its product's current fields."""

    number: Literal[90075]
    resource: m.Resource58


@dataclass(frozen=True)
class ProductStockStatusChanged(Event):
    """Event 90150: a product sold out, or is in stock again."""

    number: Literal[90150]
    resource: m.Resource59


@dataclass(frozen=True)
class ProductUpdated(Event):
    """Event 90002: a product was edited."""

    number: Literal[90002]
    resource: m.Resource60


@dataclass(frozen=True)
class SuboperatorAdded(Event):
    """Event 90113: a user of a supplier was added, who may sign in at once."""

    number: Literal[90113]
    resource: m.Resource61


@dataclass(frozen=True)
class SuboperatorDeleted(Event):
    """Event 90115: a user of a supplier, who is a manager of the mall, was deleted."""

    number: Literal[90115]
    resource: m.Resource62


@dataclass(frozen=True)
class SuboperatorUpdated(Event):
    """Event 90114: a user of a supplier was changed."""

    number: Literal[90114]
    resource: m.Resource63


@dataclass(frozen=True)
class SupplierAdded(Event):
    """Event 90090: a supplier was added."""

    number: Literal[90090]
    resource: m.Resource64


@dataclass(frozen=True)
class SupplierDeleted(Event):
    """Event 90093: a supplier was deleted."""

    number: Literal[90093]
    resource: m.Resource65


@dataclass(frozen=True)
class SupplierUpdated(Event):
    """Event 90091: a supplier was changed."""

    number: Literal[90091]
    resource: m.Resource66


@dataclass(frozen=True)
class UrgentInquiryDeleted(Event):
    """Event 90038: a customer took back what they asked."""

    number: Literal[90038]
    resource: m.Resource67


@dataclass(frozen=True)
class UrgentInquiryReceived(Event):
    """Event 90035: a customer asks something urgent."""

    number: Literal[90035]
    resource: m.Resource67


BY_NUMBER: dict[int, type[Event]] = {
    90077: AppDeleted,
    90079: AppExpirationExtended,
    90078: AppExpired,
    90157: AppPayment,
    90159: AppPaymentRefundCompleted,
    90158: AppPaymentRefundRequested,
    90033: ArticleCreated,
    90036: ArticleDeleted,
    90039: ArticleUpdated,
    90047: BenefitAdded,
    90048: BenefitChanged,
    90050: BenefitDeleted,
    90100: CarrierAdded,
    90102: CarrierDeleted,
    90101: CarrierUpdated,
    90042: CategoryAdded,
    90044: CategoryDeleted,
    90043: CategoryUpdated,
    90034: CommentAdded,
    90037: CommentDeleted,
    90153: CouponAdded,
    90152: CouponDeleted,
    90154: CouponIssuanceChanged,
    91002: ExportEnded,
    91001: ImportEnded,
    90080: MemberChanged,
    90144: MemberGroupChanged,
    90032: MemberJoined,
    90063: MemberLinkedAccount,
    90143: MemberLogin,
    90148: MemberPointsChanged,
    90145: MemberRests,
    90146: MemberReturned,
    90147: MemberWithdrawal,
    90026: OrderCancellationStatusChanged,
    90024: OrderDeliveryStatusChanged,
    90028: OrderExchangeStatusChanged,
    90066: OrderMemoAdded,
    90069: OrderMemoDeleted,
    90068: OrderMemoUpdated,
    90025: OrderPaymentStatusChanged,
    90023: OrderReceived,
    90064: OrderRecipientChanged,
    90029: OrderRefundStatusChanged,
    90027: OrderReturnStatusChanged,
    90162: OrderShippingCodeChanged,
    90072: OrdersCancellationStatusChanged,
    90071: OrdersDeliveryStatusChanged,
    90073: OrdersRefundStatusChanged,
    90074: OrdersReturnStatusChanged,
    91006: PlanApplied,
    91004: PlanApproved,
    91005: PlanRejected,
    91003: PlanWaiting,
    90084: ProductAddedToCart,
    90031: ProductAddedToOrder,
    90001: ProductCreated,
    90003: ProductDeleted,
    90075: ProductInventoryChanged,
    90150: ProductStockStatusChanged,
    90002: ProductUpdated,
    90113: SuboperatorAdded,
    90115: SuboperatorDeleted,
    90114: SuboperatorUpdated,
    90090: SupplierAdded,
    90093: SupplierDeleted,
    90091: SupplierUpdated,
    90038: UrgentInquiryDeleted,
    90035: UrgentInquiryReceived,
}
"""The class of each event."""
