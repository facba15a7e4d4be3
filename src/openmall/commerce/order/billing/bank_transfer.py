"""Bank transfer: payment into one of the shop's own bank accounts, without a gateway."""

from collections.abc import Iterable
from typing import Final

from openmall.commerce.order.billing.gateways import provider_display
from openmall.commerce.order.billing.gateways.provider_display import BANK, ProviderDisplay
from openmall.commerce.order.billing.refusals import NO_TRANSFER_ACCOUNT
from openmall.commerce.order.orders.item_shape import Item
from openmall.commerce.order.orders.shape import Method, Order
from openmall.commerce.store.accounts import Account, Accounts
from openmall.contract.call import Call
from openmall.contract.crud.settings import Setting, current
from openmall.contract.crud.settings_of_shops import of_shops
from openmall.contract.errors import Invalid
from openmall.contract.money import ZERO

CASH: Final[Method] = "cash"
"""The code of the payment method."""
SETTINGS: Final[tuple[type[Setting], ...]] = (Accounts, ProviderDisplay)
"""What decides whether a shop offers it, to be read with other settings."""


async def transfer_accounts(call: Call, shop_no: int) -> list[Account]:
    """Return the bank accounts that buyers of a shop transfer money to, the default first.

    Empty: the shop cannot be paid by transfer.
    """
    if shop_no == call.shop_no:
        return (await current(call, Accounts)).in_use()
    return (await of_shops(call, Accounts, [shop_no]))[shop_no].in_use()


async def is_offered(call: Call) -> bool:
    """Return whether buyers of the call's shop can pay by transfer: it has an account."""
    if not await provider_display.is_shown(call, CASH, BANK):
        return False
    return bool(await transfer_accounts(call, call.shop_no))


async def require_account(call: Call) -> None:
    """Raise Invalid (422) where the call's shop has no account that money is transferred to."""
    if not await transfer_accounts(call, call.shop_no):
        raise Invalid(NO_TRANSFER_ACCOUNT, parameter="payment_method")


def is_awaited(order: Order, items: Iterable[Item], *, offered: bool) -> bool:
    """Return whether the shop waits for a transfer of its buyer, for an order or added items.

    What is added to a paid order is paid by transfer, however the order was paid, where the shop
    has that `offered`.
    """
    if order.actual_order_amount.total_amount_due <= ZERO:
        return False
    if CASH not in order.payment_method and (order.paid == "F" or not offered):
        return False
    return any(item.order_status == "N00" for item in items)
