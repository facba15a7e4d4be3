"""Webhook events of customers. Specification: "Events" are "not shown"; fields as catalogued."""

from typing import ClassVar, Literal

from openmall.commerce.customer.customers.shape import Customer
from openmall.commerce.customer.customers.takes import CustomerDraft
from openmall.contract.events import Event


class CustomerJoined(Event, frozen=True, kw_only=True):
    """Event 90032: a customer joined. Unknown fields are empty."""

    event_no: ClassVar[int] = 90032

    member_id: str
    group_no: int
    name: str
    nick_name: str
    name_english: str
    name_phonetic: str
    created_date: str
    member_authentication: str
    birthday: str
    gender: str
    phone: str
    cellphone: str
    sms: str
    email: str
    news_mail: str
    total_mileage: str
    available_mileage: str
    recommend_id: str
    residence: str
    use_mobile_app: str
    member_type: str

    @classmethod
    def of(cls, customer: Customer, draft: CustomerDraft) -> "CustomerJoined":
        """Return the event for `customer`, who joined with `draft`."""
        return cls(
            event_shop_no=str(customer.shop_no),
            member_id=customer.member_id,
            group_no=customer.group_no,
            name=draft.name,
            nick_name=draft.nick_name,
            name_english=draft.name_english,
            name_phonetic=draft.name_phonetic,
            created_date=customer.created_date.isoformat(),
            member_authentication=customer.member_authentication,
            birthday="" if draft.birthday is None else draft.birthday.isoformat(),
            gender=customer.gender or "",
            phone=draft.phone,
            cellphone=draft.cellphone,
            sms=customer.sms,
            email=draft.email,
            news_mail=customer.news_mail,
            total_mileage=str(customer.total_points),
            available_mileage=str(customer.available_points),
            recommend_id=draft.recommend_id,
            residence=draft.residence,
            use_mobile_app=customer.use_mobile_app,
            member_type=draft.member_type,
        )


class CustomerSignedIn(Event, frozen=True, kw_only=True):
    """Event 90143: a customer signed in."""

    event_no: ClassVar[int] = 90143

    member_id: str
    group_name: str
    inflow_name: Literal["PC", "Mobile"]


class CustomerMoved(Event, frozen=True, kw_only=True):
    """Event 90144: a customer moved to another group."""

    event_no: ClassVar[int] = 90144
    changed_fields: ClassVar[tuple[str, ...]] = ("group_no",)

    member_id: str
    after_member_group_name: str


class CustomersRest(Event, frozen=True, kw_only=True):
    """Event 90145: customers became dormant: they have not signed in for long."""

    event_no: ClassVar[int] = 90145

    member_id: str
    """All of them, separated by a comma and a blank."""


class CustomerCameBack(Event, frozen=True, kw_only=True):
    """Event 90146: a dormant customer signed in."""

    event_no: ClassVar[int] = 90146

    member_id: str


class CustomerLeft(Event, frozen=True, kw_only=True):
    """Event 90147: a membership ended."""

    event_no: ClassVar[int] = 90147

    member_id: str


class CustomerLinked(Event, frozen=True, kw_only=True):
    """Event 90063: a customer linked an account of another service."""

    event_no: ClassVar[int] = 90063

    member_id: str
    social_name: str
    social_member_code: str


class CustomerChanged(Event, frozen=True, kw_only=True):
    """Event 90080: fields of a customer changed; it has their names, not their values."""

    event_no: ClassVar[int] = 90080
    audited_by: ClassVar[str] = "member_id"

    member_id: str
    diff_key: list[str]
    sub_event_code: Literal["EC_FRONT", "EC_ADMIN"]
    """By the customer, or by the shop."""
