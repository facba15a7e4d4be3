"""What pages of a shop show of its settings: the company behind it, its holidays, its fields."""

from typing import Final

from openmall.commerce.customer.customers.properties import CustomersProperties
from openmall.commerce.store.closing_setting import ClosingSetting, closed_at, is_announced
from openmall.commerce.store.products_display_setting import ProductsDisplaySetting
from openmall.commerce.store.profile import StoreProfile
from openmall.commerce.store.seo_setting import SeoSetting
from openmall.contract.crud import shop_settings
from openmall.contract.crud.shop_settings import ShopSettings
from openmall.contract.json_values import Encodable
from openmall.database.session import Database

KINDS: Final = (
    SeoSetting, StoreProfile, ClosingSetting, ProductsDisplaySetting, CustomersProperties,
)  # fmt: skip
"""Settings that pages of a shop need, read in one statement a page."""


async def read(database: Database, mall_id: str, shop_no: int) -> ShopSettings:
    """Return the settings that pages of a shop need."""
    async with database.reading(mall_id) as db:
        return await shop_settings.read(db, shop_no, *KINDS)


def company(settings: ShopSettings | None) -> dict[str, Encodable]:
    """Return the company's data that the foot of every page shows; empty texts: not entered."""
    profile = StoreProfile() if settings is None else settings.of(StoreProfile)
    place = (profile.zipcode, profile.address1, profile.address2)
    officer = (profile.privacy_officer_name, profile.privacy_officer_position)
    return {
        "name": profile.company_name,
        "representative": profile.president_name,
        "registration_no": profile.company_registration_no,
        "mail_order_no": profile.mail_order_sales_registration_number
        if profile.mail_order_sales_registration == "T"
        else "",
        "address": " ".join(part for part in place if part),
        "phone": profile.customer_service_phone or profile.phone,
        "fax": profile.customer_service_fax or profile.fax,
        "email": profile.customer_service_email or profile.email,
        "hours": profile.customer_service_hours,
        "privacy_officer": " ".join(part for part in officer if part),
        "privacy_officer_phone": profile.privacy_officer_phone,
        "privacy_officer_email": profile.privacy_officer_email,
    }


def closing(settings: ShopSettings | None, now: float) -> dict[str, Encodable]:
    """Return how the shop is closed, and the notice that its pages show; empty: none."""
    setting = ClosingSetting() if settings is None else settings.of(ClosingSetting)
    announced = is_announced(setting, now)
    return {
        "kind": closed_at(setting, now),
        "is_announced": announced,
        "notice": setting.notice if announced else "",
        "first_day": setting.first_day,
        "last_day": setting.last_day,
    }
