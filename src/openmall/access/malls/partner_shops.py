"""The partner projection of shops: those in the partner programme, with the fields partners read.

Rows belong to the installation, because partners read across malls: `store_id` is the mall. See
docs/decisions/0010-partner-projection.md.
"""

from typing import Final

from sqlalchemy import Index

from openmall.database.policies import no_personal_data, with_same_mall
from openmall.database.schema import flag, installation_table, number, text

PARTNER_SHOP: Final = installation_table(
    "partner_shop",
    text("store_id"),
    number("shop_no"),
    text("shop_name"),
    text("shop_language"),
    text("shop_currency_code"),
    number("score"),
    text("shop_grade"),
    text("shop_popular_age"),
    text("shop_sex"),
    text("shop_region"),
    flag("use_platformpay"),
    flag("use_portalpay"),
    flag("use_carrier_y"),
    text("shipping_fee_type"),
    text("depth1"),
    text("depth2"),
    text("lists"),
    number("created_date"),
    number("updated_date"),
    number("prices_due", later=True),
    text("prices_made_with", later=True),
    backup=with_same_mall(
        "a copy does not take part in the partner programme", mall_column="store_id"
    ),
    personal_data=no_personal_data("what partners may read of products and shops"),
    key=("store_id", "shop_no"),
    wide=True,
)
"""A participating shop. `created_date`: when it joined. `lists`: JSON of its list fields.

`prices_due`: when its prices are compared with its benefits again; `prices_made_with`: digest of
those that they were computed with.
"""
_S: Final = PARTNER_SHOP.c
Index("ix_partner_shop_prices_due", _S.prices_due)
Index("ix_partner_shop_created", _S.created_date, _S.store_id, _S.shop_no)
Index("ix_partner_shop_name", _S.shop_name, _S.store_id, _S.shop_no)
