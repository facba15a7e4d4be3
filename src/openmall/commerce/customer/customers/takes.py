"""The parameters of customers, and the data sent on joining."""

from datetime import date
from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, UnsetType

from openmall.commerce.customer.customergroups.shape import GENERAL
from openmall.commerce.customer.customers.shape import (
    Authentication,
    Gender,
    Information,
    JoinPath,
    MemberType,
    Method,
)
from openmall.contract import patterns
from openmall.contract.params import Country, EntityNo, Flag, ShopParams

MemberId = Annotated[str, Meta(min_length=1, max_length=20)]
"""A member id in a filter; NewMemberId bounds new ones."""
MEMBER_ID: Final = patterns.pattern(
    r"^[a-z0-9][a-z0-9_-]*\Z", "a-z, 0-9, _ and - only, beginning with a-z or 0-9"
)
NewMemberId = Annotated[str, Meta(min_length=4, max_length=20, pattern=MEMBER_ID)]
Phone = Annotated[str, Meta(max_length=20, pattern=patterns.PHONE)]
Email = Annotated[str, Meta(max_length=255, pattern=patterns.EMAIL)]
Text20 = Annotated[str, Meta(max_length=20)]
Text40 = Annotated[str, Meta(max_length=40)]
Text50 = Annotated[str, Meta(max_length=50)]
Text255 = Annotated[str, Meta(max_length=255)]


class CustomerQuery(ShopParams, frozen=True, kw_only=True):
    """Filters a list of customers; one of the two is required."""

    cellphone: list[str] | UnsetType = UNSET
    """However it is written, with the code of its country or without."""
    member_id: list[MemberId] | UnsetType = UNSET


class CustomerPath(ShopParams, frozen=True, kw_only=True):
    member_id: MemberId


class Leaving(CustomerPath, frozen=True, kw_only=True):
    is_point_check: Flag | UnsetType = UNSET
    """T: not while they have points left."""


class Grouped(ShopParams, frozen=True, kw_only=True):
    """The customer to move to a group, sent and answered."""

    group_no: EntityNo
    member_id: MemberId
    fixed_group: Flag = "F"


class CustomerDraft(ShopParams, frozen=True, kw_only=True):
    """The data of a new customer: the fields of a Person, and consents."""

    member_id: NewMemberId
    group_no: EntityNo = GENERAL
    fixed_group: Flag = "F"
    member_authentication: Authentication = "F"
    authentication_method: Method | None = None
    member_type: MemberType = "p"
    join_path: JoinPath = "P"
    sms: Flag = "F"
    news_mail: Flag = "F"
    thirdparty_agree: Flag = "F"
    lifetime_member: Flag = "F"
    name: Text50 = ""
    name_english: Text50 = ""
    name_phonetic: Text50 = ""
    nick_name: Text50 = ""
    phone: Phone = ""
    cellphone: Phone = ""
    email: Email = ""
    birthday: date | None = None
    solar_calendar: Flag = "T"
    wedding_anniversary: date | None = None
    gender: Gender | None = None
    zipcode: Annotated[str, Meta(max_length=14)] = ""
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
    company_type: Literal["p", "c"] | None = None
    corporate_name: Text50 = ""
    company_condition: Text50 = ""
    company_line: Text50 = ""
    foreigner_type: Literal["f", "p", "d"] | None = None
    refund_bank_code: Text20 = ""
    refund_bank_account_no: Text40 = ""
    refund_bank_account_holder: Text50 = ""
    additional_information: tuple[Information, ...] = ()
