"""The rows a mall consists of before anything is sold in it."""

from typing import Final

from openmall.database.schema import number, shop_table, text

MALL: Final = shop_table(
    "mall",
    text("name"),
    text("country"),
    number("created_at"),
    key=(),
)

CLOSED: Final = shop_table("mall_closed", number("closed_at"), text("notice"), key=())
"""A mall that nobody is served in for now. `notice`: what whoever comes is told."""

SHOP: Final = shop_table(
    "shop",
    number("shop_no"),
    text("name"),
    text("language"),
    text("currency"),
    key=("shop_no",),
)

MANAGER: Final = shop_table(
    "manager",
    text("user_id"),
    text("name"),
    text("manager_type"),
    text("password_hash"),
    number("created_at"),
    text("phone", null=True),
    text("email", null=True),
    number("last_login_at", null=True),
    key=("user_id",),
)
"""Somebody who may sign in. `last_login_at`: null until they do."""
