"""Recipient groups as they are answered, and their conditions."""

from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.contract.params import EntityNo, Flag, Limit100, Number, Price, ShopParams, ShortText
from openmall.contract.ranges import compared_by

GroupName = Annotated[str, Meta(min_length=1, max_length=40)]
Description = Annotated[str, Meta(max_length=255)]
NewsMail = Literal["T", "F", "D"]
"""T agreed to news by mail, F does not receive them, D never asked: no customer here."""
MemberClass = Literal["p", "c", "f"]
"""p a person, c a business, f a foreigner."""
SpecialType = Literal["vip", "poor"]
"""vip in special care, poor blocked."""
JoinPath = Literal["P", "M"]
"""P on a computer, M on a mobile device."""
DateType = Literal["join", "birthday", "wedding", "partner"]
"""join the day of joining, birthday, wedding the anniversary, partner the partner's birthday."""
Gender = Literal["M", "F"]
Age = Annotated[int, Meta(ge=1, le=99)]
Points = Annotated[Decimal, Meta(extra={"ge": Decimal(0), "le": Decimal(999_999_999)})]
Days = Annotated[int, Meta(ge=1, le=3650)]
MonthOfYear = Annotated[int, Meta(ge=1, le=12)]
Offset10000 = Annotated[int, Meta(ge=0, le=10_000)]


class Conditions(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is true of every customer of a group; null and empty: any customer."""

    news_mail: NewsMail | None = None
    sms: Flag | None = None
    member_group_no: EntityNo | None = None
    member_class: MemberClass | None = None
    member_type: SpecialType | None = None
    join_path: JoinPath | None = None
    inflow_path: str = ""
    """How they came to the shop; of no customer here, so that the group is empty."""
    inflow_path_detail: str = ""
    date_type: DateType | None = None
    start_date: date | None = None
    end_date: date | None = None
    solar_calendar: Flag | None = None
    age_min: Age | None = None
    age_max: Age | None = None
    gender: Gender | None = None
    available_points_min: Points | None = None
    available_points_max: Points | None = None
    use_mobile_app: Flag | None = None
    plusapp_member_join: Flag | None = None
    """T joined in the shop's own app; of no customer here."""
    ordered_within_days: Days | None = None
    """They paid for an order of the last days; with the next four, of segments alone."""
    not_ordered_within_days: Days | None = None
    orders_min: Number | None = None
    """They paid for so many orders, ever."""
    spent_min: Price | None = None
    """They paid so much for products, ever."""
    birthday_month: MonthOfYear | None = None


class RecipientGroup(Struct, frozen=True, kw_only=True):
    """A group of customers to whom messages are sent."""

    shop_no: int
    group_no: int
    group_name: str
    group_description: str = ""
    created_date: datetime
    group_member_count: int
    """Number of customers at the last change or mailing; current when one group is read."""
    news_mail: NewsMail | None = None
    sms: Flag | None = None
    member_group_no: int | None = None
    member_class: MemberClass | None = None
    member_type: SpecialType | None = None
    join_path: JoinPath | None = None
    inflow_path: str = ""
    inflow_path_detail: str = ""
    date_type: DateType | None = None
    start_date: date | None = None
    end_date: date | None = None
    solar_calendar: Flag | None = None
    age_min: int | None = None
    age_max: int | None = None
    gender: Gender | None = None
    available_points_min: Decimal | None = None
    available_points_max: Decimal | None = None
    use_mobile_app: Flag | None = None
    plusapp_member_join: Flag | None = None


SEGMENT_CONDITIONS: Final = (
    "ordered_within_days", "not_ordered_within_days", "orders_min", "spent_min", "birthday_month",
)  # fmt: skip
"""Conditions that only the pages of the back office set and show; the API keeps them."""


class GroupQuery(ShopParams, frozen=True, kw_only=True):
    limit: Limit100 = 10
    offset: Offset10000 = 0


class GroupPath(ShopParams, frozen=True, kw_only=True):
    group_no: EntityNo


class DeletedGroup(Struct, frozen=True, kw_only=True):
    shop_no: int
    group_no: int


class GroupDraft(ShopParams, frozen=True, kw_only=True):
    group_name: GroupName
    group_description: Description | UnsetType = UNSET
    news_mail: NewsMail | None | UnsetType = UNSET
    sms: Flag | None | UnsetType = UNSET
    member_group_no: EntityNo | None | UnsetType = UNSET
    member_class: MemberClass | None | UnsetType = UNSET
    member_type: SpecialType | None | UnsetType = UNSET
    join_path: JoinPath | None | UnsetType = UNSET
    inflow_path: ShortText | UnsetType = UNSET
    inflow_path_detail: ShortText | UnsetType = UNSET
    date_type: DateType | None | UnsetType = UNSET
    start_date: Annotated[
        date | None | UnsetType, compared_by("the group's rule sees what is stored")
    ] = UNSET
    end_date: date | None | UnsetType = UNSET
    solar_calendar: Flag | None | UnsetType = UNSET
    age_min: Annotated[
        Age | None | UnsetType, compared_by("the group's rule sees what is stored")
    ] = UNSET
    age_max: Age | None | UnsetType = UNSET
    gender: Gender | None | UnsetType = UNSET
    available_points_min: Annotated[
        Points | None | UnsetType, compared_by("the group's rule sees what is stored")
    ] = UNSET
    available_points_max: Points | None | UnsetType = UNSET
    use_mobile_app: Flag | None | UnsetType = UNSET
    plusapp_member_join: Flag | None | UnsetType = UNSET


class GroupChange(GroupDraft, frozen=True, kw_only=True):
    group_no: EntityNo
