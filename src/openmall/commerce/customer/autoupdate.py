"""The next group of a customer, and the purchases required to reach it.

Specification: resources of the Customer area are "not shown".
"""

from typing import TypedDict

from msgspec import Struct

from openmall.commerce.customer.automatic_groups import rules as automatic_group_rules
from openmall.commerce.customer.customergroups import rules as customergroup_rules
from openmall.commerce.customer.customergroups.shape import Purchases
from openmall.commerce.customer.customergroups_setting import CustomergroupsSetting
from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.customer.customers.takes import CustomerPath
from openmall.contract.call import Call
from openmall.contract.crud.settings import current
from openmall.contract.operation import get
from openmall.contract.scopes import READ_CUSTOMER


class Autoupdate(Struct, frozen=True, kw_only=True):
    """A customer's progress to the next group; amounts are cut to whole units of the shop's
    currency.
    """

    shop_no: int
    member_id: str
    next_grade: str = ""
    """Name of the next group; empty when there is none, when the customer's group is fixed, or when
    automatic moves are off.
    """
    total_purchase_amount: int
    total_purchase_count: int
    required_purchase_amount: int = 0
    required_purchase_count: int = 0


class _Following(TypedDict, total=False):
    """The next group, and what is lacking for it."""

    next_grade: str
    required_purchase_amount: int
    required_purchase_count: int


async def retrieve(call: Call, params: CustomerPath) -> Autoupdate:
    """Retrieve what a customer lacks for the next group.

    Raises NotFound (404).
    """
    customer = await customer_store.get(call, params.member_id)
    setting = await current(call, CustomergroupsSetting)
    found_purchases = await automatic_group_rules.purchases_of(call, setting, [params.member_id])
    bought = found_purchases.get(params.member_id, Purchases())
    found = None
    if setting.use_auto_update == "T" and customer.fixed_group == "F":
        found = customergroup_rules.following(
            await customergroup_rules.of_shop(call),
            customer.group_no,
            bought,
            setting.customer_tier_criteria,
        )
    following: _Following = {}
    if found is not None:
        group, lacking = found
        following = {
            "next_grade": group.group_name,
            "required_purchase_amount": int(lacking.amount),
            "required_purchase_count": lacking.number,
        }
    return Autoupdate(
        shop_no=call.shop_no,
        member_id=customer.member_id,
        total_purchase_amount=int(bought.amount),
        total_purchase_count=bought.number,
        **following,
    )


OPERATIONS = [
    get(
        "customers/{member_id}/autoupdate",
        retrieve,
        takes=CustomerPath,
        gives=Autoupdate,
        key="autoupdate",
        scope=READ_CUSTOMER,
    ),
]
