"""Coupon settings: which coupons a shop accepts, how many at once, and when they come back.

Specification: "Coupons setting"; "Update coupon settings". Its operations look coupons up:
`commerce/promotion/coupons/coupons_setting_admin.py`.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from openmall.contract.crud.changes import READ_ONLY, Takes
from openmall.contract.crud.settings import Setting
from openmall.contract.labels import Label, Values
from openmall.contract.params import Flag, Number

IssueType = Annotated[
    Literal["A", "O", "P"],
    Values(
        {
            "A": Label("Product and checkout coupons"),
            "O": Label("Checkout coupons only"),
            "P": Label("Product coupons only"),
        }
    ),
]
"""A checkout and product coupons, O checkout only, P product only."""
WithDiscounts = Annotated[
    Literal["A", "C", "G"],
    Values(
        {
            "A": Label("Both"),
            "C": Label("Coupons only"),
            "G": Label("Customer group discounts only"),
        }
    ),
]
"""A both, C coupons only, G customer-tier discounts only."""
Recover = Annotated[
    Literal["T", "F", "M"],
    Values({"T": Label("Yes"), "F": Label("No"), "M": Label("Ask every time")}),
]
"""T yes, F no, M always ask."""
RecoverPart = Annotated[Literal["F", "M"], Values({"F": Label("No"), "M": Label("Ask every time")})]
Viewpoint = Annotated[
    Literal["A", "B"],
    Values(
        {"A": Label("when the request is complete"), "B": Label("when the request is accepted")}
    ),
]
"""A when the claim is complete, B when it is accepted."""
SortingType = Annotated[
    Literal["A", "B", "C", "D", "E"],
    Values(
        {
            "A": Label("start date"),
            "B": Label("end date"),
            "C": Label("date of issue"),
            "D": Label("amount"),
            "E": Label("rate"),
        }
    ),
]
"""A start date, B end date, C issued date, D amount, E rate."""
ImageType = Annotated[
    Literal["1", "2", "3", "4", "5"],
    Values(
        {
            "1": Label("Picture 1"),
            "2": Label("Picture 2"),
            "3": Label("Picture 3"),
            "4": Label("Picture 4"),
            "5": Label("Picture 5"),
        }
    ),
]
NoticeType = Annotated[
    Literal["C", "A"],
    Values({"C": Label("at the times selected below"), "A": Label("at all times")}),
]
"""C the selected periods, A all of them."""


class RecoverCoupon(Struct, frozen=True, kw_only=True):
    """When a used coupon is given back."""

    restore_viewpoint: Annotated[Viewpoint, Label("Coupons are restored")] = "A"
    cancel_before_pay: Annotated[Recover, Label("Cancelled before payment")] = "T"
    cancel_after_pay: Annotated[Recover, Label("Cancelled after payment")] = "F"
    return_: Annotated[Recover, Label("Returned")] = field(name="return", default="F")
    exchange: Annotated[Recover, Label("Exchanged")] = "F"
    part: Annotated[RecoverPart, Label("Partially cancelled or returned")] = "F"


class MostCoupons(Struct, frozen=True, kw_only=True):
    """Maximum number of coupons used per product, order and day."""

    product_per_product: Annotated[int, Label("Product coupons per product"), Takes(Number)] = 1
    order_per_order: Annotated[int, Label("Checkout coupons per order"), Takes(Number)] = 1
    product_and_order_per_order: Annotated[int, Label("Coupons per order"), Takes(Number)] = 2
    product_per_order: Annotated[int, Label("Product coupons per order"), Takes(Number)] = 1
    product_and_order_per_day: Annotated[int, Label("Coupons per day"), Takes(Number)] = 10
    product_per_item: Annotated[int | UnsetType, READ_ONLY] = UNSET
    """As `product_per_product`, which is counted for each item of an order."""


class AdditionalCoupon(Struct, frozen=True, kw_only=True):
    coupon_no: Annotated[str, Label("Coupon no.")]


AdditionalCoupons = Annotated[list[AdditionalCoupon], Meta(max_length=5)]


class NoticeDays(Struct, frozen=True, kw_only=True):
    """Before how many days a customer hears that a coupon expires."""

    one_day: Annotated[Flag, Label("One day")] = "F"
    three_day: Annotated[Flag, Label("Three days")] = "F"
    seven_day: Annotated[Flag, Label("Seven days")] = "F"


class Notice(Struct, frozen=True, kw_only=True):
    expiration_notice_date_type: Annotated[NoticeType, Label("Notify before")] = "A"
    expiration_notice_date: Annotated[NoticeDays, Label("Days before")] = NoticeDays()


class CouponsSetting(Setting, frozen=True, kw_only=True):
    """A shop's coupon settings; the defaults are what a new shop has."""

    use_coupon: Annotated[Flag, Label("Use coupons")] = "T"
    available_issue_type: Annotated[IssueType, Label("Coupons that can be used")] = "A"
    allow_using_coupons_with_points: Annotated[
        Flag, Label("Coupons can be used together with points")
    ] = "T"
    allow_using_coupons_with_discounts: Annotated[
        WithDiscounts, Label("Coupons and customer group discounts")
    ] = "A"
    allow_using_product_and_order_coupons: Annotated[
        Flag, Label("Product and checkout coupons can be used together")
    ] = "T"
    recover_coupon_setting: Annotated[RecoverCoupon, Label("Restore used coupons")] = (
        RecoverCoupon()
    )
    max_coupon_count: Annotated[MostCoupons, Label("How many coupons may be used")] = MostCoupons()
    use_additional_coupon: Annotated[Flag, Label("Allow additional coupons")] = "F"
    additional_coupon_no: Annotated[
        list[AdditionalCoupon],
        Label("Additional coupons"),
        Takes(AdditionalCoupons),
    ] = []
    show_coupon_to_non_members: Annotated[Flag, Label("Show coupons to guests")] = "F"
    show_group_coupon_to_non_members: Annotated[
        Flag, Label("Show coupons of customer groups to guests")
    ] = "F"
    show_issued_coupon: Annotated[Flag, Label("Show coupons that were taken already")] = "T"
    sorting_type: Annotated[SortingType, Label("Coupons are sorted by")] = "C"
    download_image_type: Annotated[ImageType, Label("Picture of the download button")] = "1"
    background_image_type: Annotated[ImageType, Label("Background of coupons")] = "1"
    expiration_notice_date_setting: Annotated[Notice, Label("Coupon expiry notices")] = Notice()
