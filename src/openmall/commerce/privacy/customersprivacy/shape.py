"""A customer as apps with access to personal data see it. Specification: as catalogued."""

from datetime import date, datetime
from decimal import Decimal
from typing import Literal

from msgspec import Struct

from openmall.commerce.customer.customergroups.shape import GENERAL
from openmall.commerce.customer.customers.shape import (
    Authentication,
    Blacklist,
    Gender,
    Information,
    JoinPath,
    MemberType,
    Method,
)
from openmall.contract.money import ZERO
from openmall.contract.params import Flag

Authority = Literal["C", "P", "A", "S"]
"""C a customer; P, A and S manage the shop, and are no customers."""


class CustomerPrivacy(Struct, frozen=True, kw_only=True):
    """A customer of a mall in one of its shops, with personal data; unknown values are empty."""

    shop_no: int
    member_id: str
    name: str = ""
    name_english: str = ""
    name_phonetic: str = ""
    phone: str = ""
    cellphone: str = ""
    email: str = ""
    wedding_anniversary: date | None = None
    birthday: date | None = None
    solar_calendar: Flag = "T"
    total_points: Decimal = ZERO
    available_points: Decimal = ZERO
    used_points: Decimal = ZERO
    available_credits: Decimal = ZERO
    city: str = ""
    state: str = ""
    address1: str = ""
    address2: str = ""
    group_no: int = GENERAL
    job: str = ""
    job_class: str = ""
    zipcode: str = ""
    created_date: datetime
    member_authentication: Authentication = "F"
    use_blacklist: Flag = "F"
    blacklist_type: Blacklist = ""
    last_login_date: datetime | None = None
    member_authority: Authority = "C"
    nick_name: str = ""
    recommend_id: str = ""
    residence: str = ""
    interest: str = ""
    gender: Gender | None = None
    member_type: MemberType = "p"
    company_type: Literal["p", "c"] | None = None
    foreigner_type: Literal["f", "p", "d"] | None = None
    authentication_method: Method | None = None
    lifetime_member: Flag = "F"
    corporate_name: str = ""
    nationality: str = ""
    shop_name: str = ""
    """Name of the shop they joined in."""
    country_code: str = ""
    use_mobile_app: Flag = "F"
    additional_information: list[Information] = []
    join_path: JoinPath = "P"
    fixed_group: Flag = "F"
    sms: Flag = "F"
    news_mail: Flag = "F"
    thirdparty_agree: Flag = "F"
    refund_bank_code: str = ""
    refund_bank_account_no: str = ""
    refund_bank_account_holder: str = ""
    company_condition: str | None = None
    company_line: str | None = None
    sns_list: list[str] = []
    """Accounts of other services, each with when it was linked."""
    account_reactivation_date: datetime | None = None
    """When they were active again after dormancy."""


_ALL = CustomerPrivacy.__struct_fields__
_CONSENT = {"sms", "news_mail"}
LISTED = tuple(
    name for name in _ALL if name not in {*_CONSENT, "available_credits", "additional_information"}
)
RETRIEVED = tuple(name for name in _ALL if name not in {*_CONSENT, "account_reactivation_date"})
CHANGED = (
    "shop_no", "member_id", "cellphone", "email", "birthday", "solar_calendar", "country_code",
    "state", "city", "address1", "address2", "zipcode", "sms", "news_mail", "thirdparty_agree",
    "fixed_group", "additional_information", "refund_bank_code", "refund_bank_account_no",
    "refund_bank_account_holder", "gender",
)  # fmt: skip
"""Fields answered by a list, by a single read and by an update."""
