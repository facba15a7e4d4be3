"""SQL of text messages: balance, senders, and the people who may receive them."""

from typing import Final

from sqlalchemy import bindparam, insert, select, update

from openmall.access.malls.tables import MANAGER
from openmall.commerce.notification.sms.tables import SMS_BALANCE, SMS_SENDER
from openmall.commerce.supply.tables import SUPPLIER
from openmall.database.statements import Statement

_B: Final = SMS_BALANCE.c
BALANCE: Final = Statement(select(_B.tenths).where(_B.mall_id == bindparam("mall_id")))
TOP_UP: Final = Statement(
    lambda insert: (
        insert(SMS_BALANCE)
        .values(mall_id=bindparam("mall_id"), tenths=bindparam("tenths"))
        .on_conflict_do_update(
            index_elements=["mall_id"], set_={"tenths": _B.tenths + bindparam("tenths")}
        )
    )
)
CHARGE: Final = Statement(
    update(SMS_BALANCE)
    .where(_B.mall_id == bindparam("mall_id"), _B.tenths >= bindparam("tenths"))
    .values(tenths=_B.tenths - bindparam("tenths"))
)

_S: Final = SMS_SENDER.c
SENDERS: Final = Statement(
    select(_S.sender_no, _S.sender, _S.auth_status)
    .where(_S.mall_id == bindparam("mall_id"), _S.sender_no > 0)
    .order_by(_S.sender_no.desc())
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)
SENDER: Final = Statement(
    select(_S.sender, _S.auth_status).where(
        _S.mall_id == bindparam("mall_id"), _S.sender_no == bindparam("sender_no")
    )
)
ADD_SENDER: Final = Statement(insert(SMS_SENDER).values({c.name: bindparam(c.name) for c in _S}))
SET_SENDER: Final = Statement(
    update(SMS_SENDER)
    .where(_S.mall_id == bindparam("mall_id"), _S.sender_no == bindparam("sender_no"))
    .values(auth_status=bindparam("auth_status"))
)

MANAGERS: Final = Statement(
    select(MANAGER.c.user_id, MANAGER.c.name, MANAGER.c.phone)
    .where(
        MANAGER.c.mall_id == bindparam("mall_id"),
        MANAGER.c.manager_type != "S",
        MANAGER.c.phone.isnot(None),
    )
    .order_by(MANAGER.c.user_id)
)
SUPPLIERS: Final = Statement(
    select(SUPPLIER.c.supplier_code, SUPPLIER.c.supplier_name, SUPPLIER.c.details)
    .where(
        SUPPLIER.c.mall_id == bindparam("mall_id"),
        SUPPLIER.c.shop_no == 1,
        SUPPLIER.c.supplier_code > bindparam("after"),
    )
    .order_by(SUPPLIER.c.supplier_code)
    .limit(bindparam("limit"))
)
