"""The shop's own app: the devices on which a customer has installed it.

Specification: resources of the Customer area are "not shown".
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from msgspec import Struct
from sqlalchemy import bindparam, select

from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.customer.customers.tables import DEVICE
from openmall.commerce.customer.customers.takes import CustomerPath
from openmall.contract.call import Call
from openmall.contract.moments import moment
from openmall.contract.operation import listing
from openmall.contract.params import Flag
from openmall.contract.scopes import READ_CUSTOMER
from openmall.database.statements import Statement


class Device(Struct, frozen=True, kw_only=True):
    """A device with the shop's app on it."""

    shop_no: int
    os_type: str
    install_date: datetime
    auto_login_flag: Flag
    use_push_flag: Flag


_D: Final = DEVICE.c
_LIST: Final = Statement(
    select(_D.os_type, _D.install_date, _D.auto_login_flag, _D.use_push_flag)
    .where(
        _D.mall_id == bindparam("mall_id"),
        _D.shop_no == bindparam("shop_no"),
        _D.member_id == bindparam("member_id"),
    )
    .order_by(_D.install_date, _D.device_id)
)
_INSTALL: Final = Statement(
    lambda insert: (
        insert(DEVICE)
        .values({c.name: bindparam(c.name) for c in _D})
        .on_conflict_do_update(
            index_elements=["mall_id", "member_id", "shop_no", "device_id"],
            set_={name: bindparam(name) for name in ("auto_login_flag", "use_push_flag")},
        )
    )
)


async def retrieve(call: Call, params: CustomerPath) -> Sequence[Device]:
    """Retrieve the devices on which a customer has installed the shop's app, oldest first."""
    await customer_store.require(call, params.member_id)
    rows = await call.db.all(_LIST, shop_no=call.shop_no, member_id=params.member_id)
    return [
        Device(
            shop_no=call.shop_no,
            os_type=os_type,
            install_date=moment(at),
            auto_login_flag=auto_login,
            use_push_flag=push,
        )
        for os_type, at, auto_login, push in rows
    ]


async def installed(
    call: Call,
    member_id: str,
    *,
    device_id: str,
    os_type: str,
    auto_login: bool,
    push: bool,
) -> None:
    """Store that a customer uses the shop's app on a device; the first installation time stays.

    Raises NotFound (404) for an unknown customer.
    """
    await customer_store.require(call, member_id, to_change=True)
    await call.db.run(
        _INSTALL,
        shop_no=call.shop_no,
        member_id=member_id,
        device_id=device_id,
        os_type=os_type,
        install_date=int(call.clock.now()),
        auto_login_flag="T" if auto_login else "F",
        use_push_flag="T" if push else "F",
    )


OPERATIONS = [
    listing(
        "customers/{member_id}/plusapp",
        retrieve,
        takes=CustomerPath,
        gives=Device,
        key="plusapp",
        scope=READ_CUSTOMER,
    ),
]
