"""A store's profile: the company that runs the shop, its address and its contact data; read only.

Specification: "Store". What the mall does not know itself the operator enters with
`openmall mall set`.
"""

from functools import lru_cache
from typing import Annotated, Final, Literal

from babel import Locale
from babel.core import get_global
from msgspec import Meta, Struct
from msgspec.structs import asdict

from openmall.contract.call import Call
from openmall.contract.crud.settings import Setting, current
from openmall.contract.operation import get
from openmall.contract.params import Flag, ShopParams
from openmall.contract.scopes import READ_STORE

_ENGLISH: Final = Locale("en")

Text = Annotated[str, Meta(max_length=10_000)]
Goods = Literal[
    "Undecided",
    "Apparel",
    "FashionAccessories",
    "LuxuryGoods",
    "BrandApparel",
    "BrandAccessories",
    "Food_Beverage",
    "Lifestyle_HealthCare",
    "Furniture_HomeDecor",
    "Beauty_PersonalCare",
    "Maternity_BabyProducts",
    "Digital_HomeAppliances",
    "CarAccessories",
    "Rentals",
    "Sports_Leisure",
    "CD_DVD",
    "Books",
    "Travels_Services",
    "Used_Refurbished_Exhibition",
    "Others",
]
"""Lines of business of the shop."""


class StoreProfile(Setting, frozen=True, kw_only=True):
    """Entered data of a shop; the defaults are those of a new shop."""

    company_registration_no: Text = ""
    company_name: Text = ""
    president_name: Text = ""
    company_condition: Text = ""
    company_line: Text = ""
    zipcode: Text = ""
    address1: Text = ""
    address2: Text = ""
    phone: Text = ""
    fax: Text = ""
    email: Text = ""
    notification_only_email: Text = ""
    mail_order_sales_registration: Flag = "F"
    """T: the business is reported as one that sells at a distance."""
    mail_order_sales_registration_number: Text = ""
    missing_report_reason_type: Text = ""
    missing_report_reason: Text = ""
    about_us_contents: Text = ""
    company_map_url: Text = ""
    customer_service_phone: Text = ""
    customer_service_email: Text = ""
    customer_service_fax: Text = ""
    customer_service_sms: Text = ""
    customer_service_hours: Text = ""
    privacy_officer_name: Text = ""
    privacy_officer_position: Text = ""
    privacy_officer_department: Text = ""
    privacy_officer_phone: Text = ""
    privacy_officer_email: Text = ""
    contact_us_mobile: Flag = "F"
    contact_us_contents: Text = ""
    sales_product_categories: list[Goods] = []


class Store(Struct, frozen=True, kw_only=True):
    """A shop and the company that runs it."""

    shop_no: int
    shop_name: str
    mall_id: str
    base_domain: str
    primary_domain: str
    company_registration_no: str
    company_name: str
    president_name: str
    company_condition: str
    company_line: str
    country: str
    country_code: str
    """ISO 3166 alpha-3."""
    zipcode: str
    address1: str
    address2: str
    phone: str
    fax: str
    email: str
    notification_only_email: str
    mall_url: str
    mail_order_sales_registration: Flag
    mail_order_sales_registration_number: str
    missing_report_reason_type: str
    missing_report_reason: str
    about_us_contents: str
    company_map_url: str
    customer_service_phone: str
    customer_service_email: str
    customer_service_fax: str
    customer_service_sms: str
    customer_service_hours: str
    privacy_officer_name: str
    privacy_officer_position: str
    privacy_officer_department: str
    privacy_officer_phone: str
    privacy_officer_email: str
    contact_us_mobile: Flag
    contact_us_contents: str
    sales_product_categories: list[Goods]


async def retrieve(call: Call, params: ShopParams) -> Store:
    """Retrieve store details."""
    return Store(
        **asdict(await current(call, StoreProfile)),
        shop_name=call.mall.shops[call.shop_no].name,
        mall_id=call.mall.mall_id,
        base_domain=domain(call),
        primary_domain=domain(call),
        country=_ENGLISH.territories.get(call.mall.country, call.mall.country),
        country_code=alpha_3(call.mall.country),
        mall_url=call.origin,
    )


def domain(call: Call) -> str:
    """Return the name the mall is served at, as the client wrote it, without a port."""
    host = call.origin.removeprefix("https://")
    name, _, port = host.rpartition(":")
    return name if port.isdigit() and name else host


@lru_cache(maxsize=1_024)
def alpha_3(country: str) -> str:
    """Return a country's code in three letters: `KOR` for `KR`; itself if there is none."""
    aliases = get_global("territory_aliases")
    long = [code for code, of in aliases.items() if of == [country] and code.isalpha()]
    return next((code for code in long if len(code) == 3), country)


OPERATIONS = [
    get(
        "store",
        retrieve,
        takes=ShopParams,
        gives=Store,
        key="store",
        scope=READ_STORE,
    ),
]
