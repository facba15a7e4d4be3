"""A customer as apps without access to personal information see them.

Specification: resources of the Customer area are "not shown"; fields as in `spec/answers.tsv`.
"""

from datetime import date, datetime
from decimal import Decimal
from typing import Final, Literal

from msgspec import Struct

from openmall.commerce.customer.customergroups.shape import GENERAL
from openmall.contract.money import ZERO
from openmall.contract.params import Flag

Authentication = Literal["T", "F", "B", "J"]
"""T verified, F not verified, B in special care, J below the age of consent."""
Method = Literal["i", "m", "e", "d", "a"]
"""Method of verification: i PIN, m mobile phone, e email, d by the shop, a another method."""
Blacklist = Literal["", "P", "L", "A"]
"""Empty nothing, P may not buy, L may not sign in, A neither."""
SHUT_OUT: Final = ("L", "A")
"""Values of `Blacklist` that keep a customer from signing in."""
Gender = Literal["M", "F"]
MemberType = Literal["p", "c", "f"]
"""p a person, c a business, f a foreigner."""
JoinPath = Literal["P", "M"]
"""P on a computer, M on a mobile device."""


class Information(Struct, frozen=True, kw_only=True):
    """An answer to a question that a shop asks its customers."""

    key: str
    value: str


class Person(Struct, frozen=True, kw_only=True):
    """The personal data of a customer; unknown fields are empty."""

    name: str = ""
    name_english: str = ""
    name_phonetic: str = ""
    nick_name: str = ""
    phone: str = ""
    cellphone: str = ""
    email: str = ""
    birthday: date | None = None
    solar_calendar: Flag = "T"
    """F: the birthday is of the lunar calendar."""
    wedding_anniversary: date | None = None
    gender: Gender | None = None
    zipcode: str = ""
    country_code: str = ""
    state: str = ""
    city: str = ""
    address1: str = ""
    address2: str = ""
    residence: str = ""
    nationality: str = ""
    interest: str = ""
    job: str = ""
    job_class: str = ""
    recommend_id: str = ""
    """The customer who referred them."""
    company_type: Literal["p", "c"] | None = None
    corporate_name: str = ""
    company_condition: str = ""
    company_line: str = ""
    foreigner_type: Literal["f", "p", "d"] | None = None
    refund_bank_code: str = ""
    refund_bank_account_no: str = ""
    refund_bank_account_holder: str = ""
    additional_information: tuple[Information, ...] = ()


class Customer(Struct, frozen=True, kw_only=True):
    """A customer of a mall in one of its shops, without personal data."""

    shop_no: int
    member_id: str
    group_no: int = GENERAL
    member_authentication: Authentication = "F"
    use_blacklist: Flag = "F"
    blacklist_type: Blacklist = ""
    authentication_method: Method | None = None
    sms: Flag = "F"
    """T: text messages that advertise are welcome."""
    news_mail: Flag = "F"
    solar_calendar: Flag = "T"
    total_points: Decimal = ZERO
    """Available, pending and spent amounts."""
    available_points: Decimal = ZERO
    used_points: Decimal = ZERO
    last_login_date: datetime | None = None
    created_date: datetime
    gender: Gender | None = None
    use_mobile_app: Flag = "F"
    available_credits: Decimal = ZERO
    fixed_group: Flag = "F"
    """T: no rule moves them to another group."""


class CustomerKey(Struct, frozen=True, kw_only=True):
    """Identifies a customer in a shop, in the answer to a deletion."""

    shop_no: int
    member_id: str
