"""SQL of the consents of customers to advertising."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import bindparam, select

from openmall.commerce.customer.customers.tables import CUSTOMER
from openmall.database.session import Session
from openmall.database.statements import InList, Statement

_C: Final = CUSTOMER.c
_CONSENTS: Final = Statement(
    select(_C.member_id, _C.sms, _C.news_mail).where(
        _C.mall_id == bindparam("mall_id"), InList(_C.member_id, "member_ids")
    )
)


async def consents(db: Session, member_ids: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Return the consents to text messages and to mail, `T` or `F` each, by member id.

    Customers that the mall does not have are left out.
    """
    rows = await db.all(_CONSENTS, member_ids=list(dict.fromkeys(member_ids)))
    return {member_id: (sms, news_mail) for member_id, sms, news_mail in rows}
