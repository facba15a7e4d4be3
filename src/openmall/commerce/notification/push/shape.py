"""Push messages as they are answered, and their parameters."""

from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.contract.params import (
    EndDate,
    EntityNo,
    Flag,
    Limit100,
    LongText,
    Price,
    ShopParams,
    ShortText,
    StartDate,
)

SendType = Literal["immediately", "reservation", "repetition"]
"""immediately now, reservation at a time, repetition again and again: of no message here."""
OsType = Literal["all", "os_a", "os_b"]
ReceiverType = Literal["all", "group", "id"]
"""all users of the app, group the customers of recipient groups, id one customer."""
LinkType = Literal["url", "coupon", "notice"]
"""What a tap opens: an address, the customer's coupons, or a notice."""
SearchStatus = Literal["sending", "reservation"]
"""sending those that were sent, reservation those that wait for their time."""
SearchDate = Literal["send_date", "regist_date"]
"""Date that is searched: of sending, or of creation."""
Hour = Annotated[int, Meta(ge=0, le=23)]
Minute = Annotated[int, Meta(ge=0, le=59)]
Days = Annotated[int, Meta(ge=1, le=999)]
Offset10000 = Annotated[int, Meta(ge=0, le=10_000)]


class Push(Struct, frozen=True, kw_only=True):
    """A push message."""

    shop_no: int
    push_code: str
    send_type: SendType
    reserve_day: date | None
    reserve_hour: int | None
    reserve_minuate: int | None
    os_type: OsType
    receiver_type: ReceiverType
    group_no: list[int] | None
    member_id: str | None
    title: str
    content_os_a: str
    content_os_b: str | None
    image_url: str
    use_link: Flag
    link_type: LinkType | None
    external_link: str
    use_benefit: Flag
    benefit_end_day: int | None
    benefit_points: Decimal | None
    """Points that the app gives to those who open the message within so many days."""
    silent: Flag
    repetition_no: int | None = None
    created_date: datetime
    send_date: datetime | None
    reserve_date: datetime | None
    send_status: Flag
    """T: it was sent."""
    send_count_os_a: int | None
    """Devices that it was sent to; null: none of this system."""
    send_count_os_b: int | None
    response_count_os_a: int | None = None
    """Null: apps do not report here who has opened a message."""
    response_count_os_b: int | None = None


class PushQuery(ShopParams, frozen=True, kw_only=True):
    search_status: SearchStatus
    search_date: SearchDate = "send_date"
    start_date: StartDate | UnsetType = UNSET
    end_date: EndDate | UnsetType = UNSET
    push_code: list[str] | UnsetType = UNSET
    content: str | UnsetType = UNSET
    """Any part of the text."""
    send_type: SendType | UnsetType = UNSET
    receiver_type: ReceiverType | UnsetType = UNSET
    silent: Flag | UnsetType = UNSET
    limit: Limit100 = 10
    offset: Offset10000 = 0


class PushPath(ShopParams, frozen=True, kw_only=True):
    push_code: str


class DeletedPush(Struct, frozen=True, kw_only=True):
    shop_no: int
    push_code: str


class PushDraft(ShopParams, frozen=True, kw_only=True):
    send_type: Literal["immediately", "reservation"]
    reserve_day: date | UnsetType = UNSET
    reserve_hour: Hour | UnsetType = UNSET
    reserve_minuate: Minute | UnsetType = UNSET
    os_type: OsType = "all"
    receiver_type: ReceiverType = "all"
    group_no: list[EntityNo] | UnsetType = UNSET
    """Recipient groups."""
    member_id: Annotated[str, Meta(max_length=20)] | UnsetType = UNSET
    title: ShortText | UnsetType = UNSET
    content_os_a: LongText | UnsetType = UNSET
    content_os_b: LongText | UnsetType = UNSET
    image_url: ShortText | UnsetType = UNSET
    use_link: Flag = "F"
    link_type: LinkType | UnsetType = UNSET
    external_link: ShortText | UnsetType = UNSET
    use_benefit: Flag = "F"
    benefit_end_day: Days | UnsetType = UNSET
    benefit_points: Price | UnsetType = UNSET
    silent: Flag = "F"


class PushChange(PushPath, frozen=True, kw_only=True):
    title: ShortText | UnsetType = UNSET
    content_os_a: LongText | UnsetType = UNSET
    content_os_b: LongText | UnsetType = UNSET
    image_url: ShortText | UnsetType = UNSET
