"""The parameters of a shopper's own account.

Specification: "lets a shop customer read their own information"; operations and fields are ours,
named as the customers of the admin API are.
"""

from datetime import date
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from openmall.commerce.customer.customers.credentials import LONGEST, SHORTEST
from openmall.commerce.customer.customers.shape import Gender
from openmall.commerce.customer.customers.takes import (
    Email,
    MemberId,
    NewMemberId,
    Phone,
    Text20,
    Text40,
    Text50,
    Text255,
)
from openmall.contract.params import Country, Flag, ShopParams

NewPassword = Annotated[str, Meta(min_length=SHORTEST, max_length=LONGEST)]
Password = Annotated[str, Meta(min_length=1, max_length=LONGEST)]
Zipcode = Annotated[str, Meta(max_length=14)]
Agreed = Literal["T"]


class Joining(ShopParams, frozen=True, kw_only=True):
    """The fields of a sign-up, without the credentials."""

    member_id: NewMemberId
    agree_terms: Agreed
    """Consent to the terms of use; required for joining."""
    agree_privacy: Agreed
    """Consent to storing this personal data; required for joining."""
    sms: Flag = "F"
    """T: text messages that advertise are welcome."""
    news_mail: Flag = "F"
    thirdparty_agree: Flag = "F"
    """T: the data may be passed on to the third parties that the shop names."""
    mobile: Flag = "F"
    name: Text50 = ""
    name_english: Text50 = ""
    name_phonetic: Text50 = ""
    nick_name: Text50 = ""
    phone: Phone = ""
    cellphone: Phone = ""
    email: Email = ""
    birthday: date | None = None
    """From 1900-01-01 to today (+09:00)."""
    wedding_anniversary: date | None = None
    """From 1900-01-01 to today (+09:00)."""
    gender: Gender | None = None
    zipcode: Zipcode = ""
    country_code: Country = ""
    state: Text255 = ""
    city: Text255 = ""
    address1: Text255 = ""
    address2: Text255 = ""
    residence: Text50 = ""
    nationality: Text50 = ""
    interest: Text50 = ""
    job: Text50 = ""
    job_class: Text50 = ""
    recommend_id: Text20 = ""


class SignUp(Joining, frozen=True, kw_only=True):
    """The fields of a sign-up with a password."""

    password: NewPassword


class SignIn(ShopParams, frozen=True, kw_only=True):
    """The credentials of a sign-in."""

    member_id: MemberId
    password: Password
    mobile: Flag = "F"


class MyChange(ShopParams, frozen=True, kw_only=True):
    """The fields a customer changes of their account; UNSET: left alone."""

    sms: Flag | UnsetType = UNSET
    news_mail: Flag | UnsetType = UNSET
    thirdparty_agree: Flag | UnsetType = UNSET
    lifetime_member: Flag | UnsetType = UNSET
    """T: they stay a customer for good."""
    name: Text50 | UnsetType = UNSET
    name_english: Text50 | UnsetType = UNSET
    name_phonetic: Text50 | UnsetType = UNSET
    nick_name: Text50 | UnsetType = UNSET
    phone: Phone | UnsetType = UNSET
    cellphone: Phone | UnsetType = UNSET
    email: Email | UnsetType = UNSET
    birthday: date | None | UnsetType = UNSET
    """From 1900-01-01 to today (+09:00)."""
    wedding_anniversary: date | None | UnsetType = UNSET
    """From 1900-01-01 to today (+09:00)."""
    gender: Gender | None | UnsetType = UNSET
    zipcode: Zipcode | UnsetType = UNSET
    country_code: Country | UnsetType = UNSET
    state: Text255 | UnsetType = UNSET
    city: Text255 | UnsetType = UNSET
    address1: Text255 | UnsetType = UNSET
    address2: Text255 | UnsetType = UNSET
    residence: Text50 | UnsetType = UNSET
    nationality: Text50 | UnsetType = UNSET
    interest: Text50 | UnsetType = UNSET
    job: Text50 | UnsetType = UNSET
    job_class: Text50 | UnsetType = UNSET
    refund_bank_code: Text20 | UnsetType = UNSET
    refund_bank_account_no: Text40 | UnsetType = UNSET
    refund_bank_account_holder: Text50 | UnsetType = UNSET
    password: NewPassword | UnsetType = UNSET
    """The new password; requires `current_password`, or a recent sign-in of who has none."""
    current_password: Password | UnsetType = UNSET


class Withdrawal(ShopParams, frozen=True, kw_only=True):
    """The parameters of ending one's membership."""

    current_password: Password | UnsetType = UNSET
    """Required of a customer who has one; others need a recent sign-in."""
    is_point_check: Flag = "F"
    """T: not while they have points left, which would be gone."""
