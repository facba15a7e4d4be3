"""Filters of customer information, and the fields that may be changed."""

from datetime import date
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from openmall.commerce.customer.customers.shape import Gender, Information, JoinPath, MemberType
from openmall.commerce.customer.customers.takes import (
    CustomerPath,
    Email,
    MemberId,
    Phone,
    Text20,
    Text40,
    Text50,
    Text255,
)
from openmall.commerce.privacy.customersprivacy.shape import Authority
from openmall.contract.params import EndDate, Flag, Number, Offset8000, ShopParams, StartDate


class CustomerFilters(ShopParams, frozen=True, kw_only=True):
    """Filters of customers; all of them must match."""

    search_type: Literal["customer_info", "created_date"] = "customer_info"
    """created_date: from `created_start_date` on in the order they joined, so that a program can
    walk through all; else who joined last comes first."""
    created_start_date: StartDate | UnsetType = UNSET
    member_id: MemberId | UnsetType = UNSET
    news_mail: Flag | UnsetType = UNSET
    sms: Flag | UnsetType = UNSET
    thirdparty_agree: Flag | UnsetType = UNSET
    group_no: Number | UnsetType = UNSET
    search_field: Literal["id", "name", "hp", "tel", "mail", "shop_name"] | UnsetType = UNSET
    """Field searched for `keyword`; default: id. Values match as a whole, a mobile phone (hp) in
    any notation.
    """
    keyword: list[str] | UnsetType = UNSET
    date_type: Literal["join", "login", "age", "account_reactivation", "wedding"] | UnsetType = (
        UNSET
    )
    """Event that the two dates limit; default: joining."""
    start_date: StartDate | UnsetType = UNSET
    end_date: EndDate | UnsetType = UNSET
    member_type: Literal["vip", "poor", "unipoint"] | UnsetType = UNSET
    """vip: in special care, poor: blocked, unipoint: with points of a shared programme (none)."""
    member_class: MemberType | UnsetType = UNSET
    residence: list[str] | UnsetType = UNSET
    gender: Gender | UnsetType = UNSET
    member_authority: Authority = "C"
    join_path: JoinPath | UnsetType = UNSET
    use_mobile_app: Flag | UnsetType = UNSET
    fixed_group: Flag | UnsetType = UNSET
    is_simple_join: Flag | UnsetType = UNSET
    """T: they sign in with an account of another service."""


class CustomerQuery(CustomerFilters, frozen=True, kw_only=True):
    limit: Annotated[int, Meta(ge=1, le=1000)] = 30
    offset: Offset8000 = 0


class CustomerChange(CustomerPath, frozen=True, kw_only=True):
    """Changes of a customer."""

    cellphone: Phone | UnsetType = UNSET
    email: Email | UnsetType = UNSET
    sms: Flag | UnsetType = UNSET
    news_mail: Flag | UnsetType = UNSET
    thirdparty_agree: Flag | UnsetType = UNSET
    birthday: date | None | UnsetType = UNSET
    solar_calendar: Flag | UnsetType = UNSET
    address1: Text255 | UnsetType = UNSET
    address2: Text255 | UnsetType = UNSET
    zipcode: Annotated[str, Meta(max_length=14)] | UnsetType = UNSET
    country_code: Annotated[str, Meta(max_length=3)] | UnsetType = UNSET
    """Two letters, as it is returned, or three (ISO 3166-1)."""
    additional_information: list[Information] | UnsetType = UNSET
    city: Text255 | UnsetType = UNSET
    state: Text255 | UnsetType = UNSET
    refund_bank_code: Text20 | UnsetType = UNSET
    refund_bank_account_no: Text40 | UnsetType = UNSET
    refund_bank_account_holder: Text50 | UnsetType = UNSET
    fixed_group: Flag | UnsetType = UNSET
    recommend_id: Text20 | UnsetType = UNSET
    """The customer who referred them; empty: none."""
    gender: Gender | None | UnsetType = UNSET
