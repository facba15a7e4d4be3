"""Coupon settings: which coupons a shop accepts, how many at once, and when they come back.

Specification: "Coupons setting"; "Update coupon settings". A plain settings resource.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from openmall.contract.operation import get, put
from openmall.contract.params import Flag, Number, ShopParams
from openmall.contract.scopes import READ_STORE, WRITE_STORE
from openmall.standard.settings import Setting, change_setting, read_setting

IssueType = Literal["A", "O", "P"]
"""A checkout and product coupons, O checkout only, P product only."""
WithDiscounts = Literal["A", "C", "G"]
"""A both, C coupons only, G customer-tier discounts only."""
Recover = Literal["T", "F", "M"]
"""T yes, F no, M always ask."""
RecoverPart = Literal["F", "M"]
Viewpoint = Literal["A", "B"]
"""A when the claim is complete, B when it is accepted."""
SortingType = Literal["A", "B", "C", "D", "E"]
"""A start date, B end date, C issued date, D amount, E rate."""
ImageType = Literal["1", "2", "3", "4", "5"]
NoticeType = Literal["C", "A"]
"""C the selected periods, A all of them."""


class RecoverCoupon(Struct, frozen=True, kw_only=True):
    """When a used coupon is given back."""

    restore_viewpoint: Viewpoint = "A"
    cancel_before_pay: Recover = "T"
    cancel_after_pay: Recover = "F"
    return_: Recover = field(name="return", default="F")
    exchange: Recover = "F"
    part: RecoverPart = "F"


class MostCoupons(Struct, frozen=True, kw_only=True):
    """How many coupons may be used, per product, order and day."""

    product_per_product: int = 1
    order_per_order: int = 1
    product_and_order_per_order: int = 2
    product_per_order: int = 1
    product_and_order_per_day: int = 10


class AdditionalCoupon(Struct, frozen=True, kw_only=True):
    coupon_no: str


class NoticeDays(Struct, frozen=True, kw_only=True):
    """Before how many days a customer hears that a coupon expires."""

    one_day: Flag = "F"
    three_day: Flag = "F"
    seven_day: Flag = "F"


class Notice(Struct, frozen=True, kw_only=True):
    expiration_notice_date_type: NoticeType = "A"
    expiration_notice_date: NoticeDays = NoticeDays()


class CouponsSetting(Setting, frozen=True, kw_only=True):
    """A shop's coupon settings; the defaults are what a new shop has."""

    use_coupon: Flag = "T"
    available_issue_type: IssueType = "A"
    allow_using_coupons_with_points: Flag = "T"
    allow_using_coupons_with_discounts: WithDiscounts = "A"
    allow_using_product_and_order_coupons: Flag = "T"
    recover_coupon_setting: RecoverCoupon = RecoverCoupon()
    max_coupon_count: MostCoupons = MostCoupons()
    use_additional_coupon: Flag = "F"
    additional_coupon_no: list[AdditionalCoupon] = []
    show_coupon_to_non_members: Flag = "F"
    show_group_coupon_to_non_members: Flag = "F"
    show_issued_coupon: Flag = "T"
    sorting_type: SortingType = "C"
    download_image_type: ImageType = "1"
    background_image_type: ImageType = "1"
    expiration_notice_date_setting: Notice = Notice()


class RecoverCouponChange(Struct, frozen=True, kw_only=True):
    restore_viewpoint: Viewpoint | UnsetType = UNSET
    cancel_before_pay: Recover | UnsetType = UNSET
    cancel_after_pay: Recover | UnsetType = UNSET
    return_: Recover | UnsetType = field(name="return", default=UNSET)
    exchange: Recover | UnsetType = UNSET
    part: RecoverPart | UnsetType = UNSET


class MostCouponsChange(Struct, frozen=True, kw_only=True):
    product_per_product: Number | UnsetType = UNSET
    order_per_order: Number | UnsetType = UNSET
    product_and_order_per_order: Number | UnsetType = UNSET
    product_per_order: Number | UnsetType = UNSET
    product_and_order_per_day: Number | UnsetType = UNSET


class NoticeDaysChange(Struct, frozen=True, kw_only=True):
    one_day: Flag | UnsetType = UNSET
    three_day: Flag | UnsetType = UNSET
    seven_day: Flag | UnsetType = UNSET


class NoticeChange(Struct, frozen=True, kw_only=True):
    expiration_notice_date_type: NoticeType | UnsetType = UNSET
    expiration_notice_date: NoticeDaysChange | UnsetType = UNSET


class CouponsSettingChange(ShopParams, frozen=True, kw_only=True):
    """What may be sent to change coupon settings; UNSET: not sent, left alone."""

    use_coupon: Flag | UnsetType = UNSET
    available_issue_type: IssueType | UnsetType = UNSET
    allow_using_coupons_with_points: Flag | UnsetType = UNSET
    allow_using_coupons_with_discounts: WithDiscounts | UnsetType = UNSET
    allow_using_product_and_order_coupons: Flag | UnsetType = UNSET
    recover_coupon_setting: RecoverCouponChange | UnsetType = UNSET
    max_coupon_count: MostCouponsChange | UnsetType = UNSET
    use_additional_coupon: Flag | UnsetType = UNSET
    additional_coupon_no: Annotated[list[AdditionalCoupon], Meta(max_length=5)] | UnsetType = UNSET
    show_coupon_to_non_members: Flag | UnsetType = UNSET
    show_group_coupon_to_non_members: Flag | UnsetType = UNSET
    show_issued_coupon: Flag | UnsetType = UNSET
    sorting_type: SortingType | UnsetType = UNSET
    download_image_type: ImageType | UnsetType = UNSET
    background_image_type: ImageType | UnsetType = UNSET
    expiration_notice_date_setting: NoticeChange | UnsetType = UNSET


OPERATIONS = [
    get(
        "coupons/setting",
        read_setting(CouponsSetting),
        takes=ShopParams,
        gives=CouponsSetting,
        key="coupon",
        scope=READ_STORE,
    ),
    put(
        "coupons/setting",
        change_setting(CouponsSetting, CouponsSettingChange),
        takes=CouponsSettingChange,
        gives=CouponsSetting,
        key="coupon",
        scope=WRITE_STORE,
    ),
]
