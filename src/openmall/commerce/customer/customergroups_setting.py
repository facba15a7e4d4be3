"""Customer tier settings: whether and when customers are moved between groups automatically.

Apps read them; the back office sets them, or the operator with `openmall customer settings`.
Specification: resources of the Customer area are "not shown".
"""

from datetime import date
from typing import Final, Literal

import msgspec

from openmall.commerce.customer.customergroups.rules import Criteria
from openmall.contract.crud.settings import SETTING, Setting, read_setting
from openmall.contract.operation import get
from openmall.contract.params import Flag, ShopParams
from openmall.contract.scopes import READ_CUSTOMER
from openmall.database.schema import fixed_code, partial_index

Weekday = Literal["0", "1", "2", "3", "4", "5", "6"]
"""0 is Sunday."""


class CustomergroupsSetting(Setting, frozen=True, kw_only=True):
    """Rules of moving customers between groups; fields of an unused period are None."""

    auto_update: Flag = "F"
    """The value of `use_auto_update`, which older clients read under this name."""
    use_auto_update: Flag = "F"
    customer_tier_criteria: Criteria = "purchase_amount"
    standard_purchase_amount: Literal["total_order_amount", "total_paid_amount", "credit_price"] = (
        "total_order_amount"
    )
    offline_purchase_amount: Flag | None = None
    standard_purchase_count: Literal["order_count", "product_count"] = "order_count"
    offline_purchase_count: Flag | None = None
    auto_update_criteria: Literal["delivery_complete", "payment_complete"] = "delivery_complete"
    deduct_cancellation_refund: Flag = "T"
    interval_auto_update: Literal["1d", "3d", "1w", "1m", "3m", "6m", "12m"] = "1m"
    total_period: Literal["now", "1m", "3m", "6m", "12m", "24m", "36m"] = "6m"
    interval_week: Weekday | None = None
    interval_month: Literal[1, 5] | None = 1
    """The day of the month."""
    auto_update_set_date: str | None = None
    """When groups change next, `YYYY-MM-DD HH:MM:SS`; None until that is set."""
    use_discount_limit: Flag = "F"
    discount_limit_reset_period: Literal["1d", "3d", "1w", "1m"] = "1m"
    discount_limit_reset_week: Weekday | None = None
    discount_limit_reset_date: Literal[1, 5] | None = 1
    """The day of the month."""
    discount_limit_begin_date: date | None = None
    discount_limit_end_date: date | None = None


OF_CUSTOMER_GROUPS: Final = SETTING.c.name == fixed_code(CustomergroupsSetting.__name__)
"""The condition of these settings, which workers look for in every mall."""
partial_index(
    "ix_setting_of_customer_groups",
    SETTING.c.mall_id,
    SETTING.c.shop_no,
    where=OF_CUSTOMER_GROUPS,
)


def _shown(setting: CustomergroupsSetting) -> CustomergroupsSetting:
    return msgspec.structs.replace(setting, auto_update=setting.use_auto_update)


retrieve: Final = read_setting(CustomergroupsSetting, _shown)

OPERATIONS = [
    get(
        "customergroups/setting",
        retrieve,
        takes=ShopParams,
        gives=CustomergroupsSetting,
        key="customergroup",
        scope=READ_CUSTOMER,
    ),
]
