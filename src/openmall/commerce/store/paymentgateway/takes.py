"""The parameters of payment gateways and their methods, with the bounds of each value."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from openmall.commerce.store.paymentgateway.shape import (
    AdditionalInformation,
    FeeType,
    LimitType,
    PaymentMethod,
    ReviewStatus,
)
from openmall.contract import patterns
from openmall.contract.params import Params, ShopParams

ClientId = Annotated[str, Meta(max_length=50)]
Name50 = Annotated[str, Meta(min_length=1, max_length=50)]

# written out letter by letter: the printed schema's regular expressions know no "ignore case"
PICTURE = patterns.pattern(
    r"^[hH][tT][tT][pP][sS]?://[^\x00-\x20/?#]+/[^\x00-\x20?#]*"
    r"\.([pP][nN][gG]|[jJ][pP][eE]?[gG])(\?[^\x00-\x20#]*)?(#[^\x00-\x20]*)?\Z",
    "a URL that ends in .png, .jpg or .jpeg",
)
"""An http or https address whose path ends in .png, .jpg or .jpeg."""
PictureUrl = Annotated[str, Meta(max_length=200, pattern=PICTURE)]


class GatewayDraft(ShopParams, frozen=True, kw_only=True):
    partner_id: Name50
    additional_information: AdditionalInformation | UnsetType = UNSET
    membership_fee_type: FeeType | UnsetType = UNSET
    service_limit_type: LimitType | UnsetType = UNSET
    review_status: ReviewStatus | UnsetType = UNSET


class GatewayPath(ShopParams, frozen=True, kw_only=True):
    client_id: ClientId


class GatewayChange(GatewayPath, frozen=True, kw_only=True):
    """The changes to a gateway; UNSET: left alone."""

    partner_id: Name50 | UnsetType = UNSET
    additional_information: AdditionalInformation | UnsetType = UNSET
    membership_fee_type: FeeType | UnsetType = UNSET
    service_limit_type: LimitType | UnsetType = UNSET
    review_status: ReviewStatus | UnsetType = UNSET


class PaymentMethodQuery(Params, frozen=True, kw_only=True):
    client_id: ClientId


class MethodPath(PaymentMethodQuery, frozen=True, kw_only=True):
    payment_method_code: Name50


class MethodDraft(MethodPath, frozen=True, kw_only=True):
    payment_method: PaymentMethod
    payment_method_name: Name50
    payment_method_url: PictureUrl
    available_shop_no: str | UnsetType = UNSET


class MethodChange(MethodPath, frozen=True, kw_only=True):
    """The changes to a method; UNSET: left alone."""

    payment_method: PaymentMethod | UnsetType = UNSET
    payment_method_name: Name50 | UnsetType = UNSET
    payment_method_url: PictureUrl | UnsetType = UNSET
    available_shop_no: str | UnsetType = UNSET
