"""The parameters of bundles: to create, change, find and list them."""

from typing import Annotated, Literal

from msgspec import UNSET, UnsetType

from openmall.commerce.product.bundles.shape import ComponentDraft, DiscountDraft
from openmall.commerce.product.products.shape import Condition
from openmall.commerce.product.products.takes import (
    AnyChange,
    AnyFilters,
    AtMost,
    Name,
    SortedBy,
    Weight,
)
from openmall.contract.params import (
    EndDate,
    EntityNo,
    Flag,
    Limit100,
    Offset8000,
    Order,
    ShopParams,
    StartDate,
)
from openmall.contract.ranges import compared_by


class BundleDraft(AnyChange, frozen=True, kw_only=True):
    """The fields sent to create a bundle."""

    product_name: Name
    bundle_product_components: list[ComponentDraft]
    bundle_product_sales: DiscountDraft
    prepaid_shipping_fee: Literal["C", "P", "B"] = "B"


class BundleUpdate(AnyChange, frozen=True, kw_only=True):
    """The fields sent to change the bundle named in the path; UNSET: left alone."""

    product_no: EntityNo
    bundle_product_components: list[ComponentDraft] | UnsetType = UNSET
    bundle_product_sales: DiscountDraft | UnsetType = UNSET
    product_condition: Condition | UnsetType = UNSET
    product_used_month: AtMost | UnsetType = UNSET
    delete_category_no: EntityNo | list[EntityNo] | UnsetType = UNSET
    use_icon_exposure_term: Flag | UnsetType = UNSET
    icon_exposure_begin_datetime: Annotated[
        StartDate | UnsetType, compared_by("the product's rule sees whether the term is used")
    ] = UNSET
    icon_exposure_end_datetime: EndDate | UnsetType = UNSET


class BundlePath(ShopParams, frozen=True, kw_only=True):
    """Selects a bundle of a shop by its product number."""

    product_no: EntityNo


class BundleQuery(AnyFilters, frozen=True, kw_only=True):
    """Filters, sorts and pages a list of bundles."""

    product_weight: Weight | UnsetType = UNSET
    sort: SortedBy | UnsetType = UNSET
    order: Order = "desc"
    offset: Offset8000 = 0
    limit: Limit100 = 10
