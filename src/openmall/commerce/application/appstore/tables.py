"""The tables of charges: what apps asked for, what was paid, and what is paid again."""

from typing import Final

from sqlalchemy import Index

from openmall.database.policies import no_personal_data, with_same_mall
from openmall.database.schema import flag, number, shop_table, text
from openmall.database.undo_policies import MONEY_MOVED

_BACKUP: Final = with_same_mall("apps are let into a copy by its users")
_MERCHANTS: Final = no_personal_data("what a merchant pays to apps")

APP_CHARGE: Final = shop_table(
    "app_charge",
    text("charge_id"),
    text("client_id"),
    text("name"),
    number("amount"),
    text("currency"),
    text("return_url"),
    flag("automatic"),
    text("confirmation_hash"),
    text("state"),
    number("created_at"),
    backup=_BACKUP,
    undo=MONEY_MOVED,
    personal_data=_MERCHANTS,
    key=("charge_id",),
    wide=True,
)
"""A charge. `state`: waiting, paid, cancelled by the merchant, or ended: it is not paid again.

`amount`: hundredths. `confirmation_hash`: of the secret in the address at which it is confirmed.
"""
Index(
    "ix_app_charge_confirmation",
    APP_CHARGE.c.mall_id,
    APP_CHARGE.c.confirmation_hash,
    unique=True,
)
Index(
    "ix_app_charge_of_app",
    APP_CHARGE.c.mall_id,
    APP_CHARGE.c.client_id,
    APP_CHARGE.c.created_at,
    APP_CHARGE.c.charge_id,
)

APP_PAYMENT: Final = shop_table(
    "app_payment",
    text("charge_id"),
    number("cycle"),
    text("client_id"),
    text("status"),
    text("approval_no"),
    text("gateway"),
    text("method"),
    number("amount"),
    number("refunded"),
    text("currency"),
    text("language"),
    number("paid_at"),
    number("refunded_at", null=True),
    number("expires_at", null=True),
    backup=_BACKUP,
    undo=MONEY_MOVED,
    personal_data=_MERCHANTS,
    key=("charge_id", "cycle"),
)
"""A payment of a charge. `cycle`: 1 the first one, 2 the next month's."""
Index(
    "ix_app_payment_of_app",
    APP_PAYMENT.c.mall_id,
    APP_PAYMENT.c.client_id,
    APP_PAYMENT.c.paid_at,
    APP_PAYMENT.c.charge_id,
)

APP_AGREEMENT: Final = shop_table(
    "app_agreement",
    text("charge_id"),
    text("client_id"),
    text("agreement"),
    number("cycle"),
    number("next_at"),
    number("failures"),
    backup=with_same_mall("apps are let into a copy by its users", watched=True),
    undo=MONEY_MOVED,
    personal_data=_MERCHANTS,
    deleted_with=("app",),
    key=("charge_id",),
)
"""A charge that is paid again at `next_at`, as payment `cycle`.

`agreement`: its name at the gateway. `failures`: refusals in a row; -1: the merchant ended it, and
the month that was paid for is over at `next_at`.
"""
Index("ix_app_agreement_due", APP_AGREEMENT.c.mall_id, APP_AGREEMENT.c.next_at)
