"""Settings of a shop that a statement of another table reads beside its rows."""

from sqlalchemy import ScalarSelect, bindparam, select

from openmall.contract.call import Call
from openmall.contract.crud.settings import SETTING, Setting


def content_of(kind: type[Setting]) -> ScalarSelect[str]:
    """Return the column of another statement that reads the settings `kind`, for `keep`.

    The statement binds `mall_id` and `shop_no`.
    """
    return (
        select(SETTING.c.content)
        .where(
            SETTING.c.mall_id == bindparam("mall_id"),
            SETTING.c.shop_no == bindparam("shop_no"),
            SETTING.c.name == kind.__name__,
        )
        .scalar_subquery()
    )


def keep(call: Call, kind: type[Setting], content: str | None) -> None:
    """Keep settings of the call's shop that were read by `content_of`, for `current`."""
    call.settings[call.shop_no, kind.__name__] = content
