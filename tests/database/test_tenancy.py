"""A statement that could show one mall's rows to another cannot be written."""

import pytest
from sqlalchemy import and_, bindparam, delete, exists, insert, or_, select, update

from openmall.access.malls.tables import MALL, SHOP
from openmall.database.statements import Statement, StatementCache
from openmall.database.tenancy import UnboundStatement

HERE = SHOP.c.mall_id == bindparam("mall_id")
OF_THE_ROW = select(MALL.c.name).where(MALL.c.mall_id == SHOP.c.mall_id).scalar_subquery()
NAMED = select(SHOP.c.mall_id, SHOP.c.name).subquery()


@pytest.mark.parametrize(
    "clause",
    [
        select(SHOP.c.name),
        select(SHOP.c.name).where(SHOP.c.shop_no == bindparam("shop_no")),
        select(SHOP.c.name).where(SHOP.c.mall_id != bindparam("mall_id")),
        select(SHOP.c.name).where(SHOP.c.mall_id == bindparam("other")),
        select(SHOP.c.name).join(MALL, MALL.c.name == SHOP.c.name).where(HERE),
        select(SHOP.c.name).where(HERE, SHOP.c.name.in_(select(MALL.c.name))),
        update(SHOP).values(name=bindparam("name")),
        delete(SHOP),
        insert(SHOP).values(shop_no=bindparam("shop_no"), name=bindparam("name")),
        insert(SHOP).values([{"mall_id": bindparam("mall_id")}, {"name": bindparam("name")}]),
        # what does not hold for every row, or holds in another SELECT, binds nothing
        select(SHOP.c.name).where(or_(HERE, SHOP.c.shop_no == 1)),
        select(SHOP.c.name).where(~HERE),
        select(SHOP.c.name, HERE),
        select(SHOP.c.name).order_by(HERE),
        select(SHOP.c.name).union_all(select(SHOP.c.name)),
        select(SHOP.c.name).where(HERE).union_all(select(MALL.c.name)),
        select(select(SHOP.c.name).subquery().c.name),
        select(NAMED.c.name).where(NAMED.c.mall_id == bindparam("mall_id")),
        select(SHOP.c.name).where(HERE, exists().where(MALL.c.name == SHOP.c.name)),
        select(SHOP.c.name).where(
            HERE, exists().where(or_(MALL.c.mall_id == SHOP.c.mall_id, MALL.c.name == SHOP.c.name))
        ),
        select(SHOP.c.name).outerjoin(MALL, and_(MALL.c.mall_id == SHOP.c.mall_id, HERE)),
        update(SHOP).where(HERE).values(name=select(MALL.c.name).scalar_subquery()),
        update(SHOP).where(or_(HERE, SHOP.c.shop_no == 1)).values(name=bindparam("name")),
        update(SHOP).where(HERE, MALL.c.name == SHOP.c.name).values(name=bindparam("name")),
        delete(SHOP).where(HERE, SHOP.c.name.in_(select(MALL.c.name))),
        insert(SHOP).values(
            mall_id=bindparam("mall_id"), name=select(MALL.c.name).scalar_subquery()
        ),
        insert(SHOP).from_select(["mall_id", "name"], select(MALL.c.mall_id, MALL.c.name)),
        select(select(MALL.c.name).cte("all_malls").c.name),
        # the mall of the row around it: Citus asks every server
        select(SHOP.c.name, OF_THE_ROW).where(HERE),
        select(SHOP.c.name).where(HERE).order_by(OF_THE_ROW),
        select(SHOP.c.name).where(HERE).group_by(SHOP.c.name).having(OF_THE_ROW == ""),
        select(SHOP.c.name, OF_THE_ROW).where(HERE).with_for_update(),
        update(SHOP).where(HERE).values(name=OF_THE_ROW),
    ],
)
def test_an_unbound_statement_is_refused(clause: object) -> None:
    with pytest.raises(UnboundStatement):
        Statement(clause)  # type: ignore[arg-type] # every one is a clause


@pytest.mark.parametrize(
    "clause",
    [
        select(SHOP.c.name).where(HERE),
        select(SHOP.c.name).join(MALL, MALL.c.mall_id == SHOP.c.mall_id).where(HERE),
        update(SHOP).where(HERE).values(name=bindparam("name")),
        delete(SHOP).where(HERE),
        select(SHOP.c.name).where(and_(HERE, or_(SHOP.c.shop_no == 1, SHOP.c.shop_no == 2))),
        select(SHOP.c.name).where(HERE, exists().where(MALL.c.mall_id == SHOP.c.mall_id)),
        select(SHOP.c.name).outerjoin(MALL, MALL.c.mall_id == SHOP.c.mall_id).where(HERE),
        select(SHOP.c.name).where(HERE).union_all(select(SHOP.c.name).where(HERE)),
        select(select(SHOP.c.name).where(HERE).subquery().c.name),
        select(select(SHOP.c.name).where(HERE).cte("shops").c.name),
        update(SHOP)
        .where(HERE)
        .values(
            name=select(MALL.c.name).where(MALL.c.mall_id == bindparam("mall_id")).scalar_subquery()
        ),
        insert(SHOP).from_select(
            ["mall_id", "name"],
            select(MALL.c.mall_id, MALL.c.name).where(MALL.c.mall_id == bindparam("mall_id")),
        ),
    ],
)
def test_a_bound_statement_is_taken(clause: object) -> None:
    Statement(clause)  # type: ignore[arg-type] # every one is a clause


def test_an_alias_must_be_bound_too() -> None:
    other = SHOP.alias("other")

    with pytest.raises(UnboundStatement, match="other"):
        Statement(select(other.c.name).join(SHOP, SHOP.c.name == other.c.name).where(HERE))


def test_shapes_forget_what_was_not_asked_for_longest() -> None:
    shapes = StatementCache(lambda name: select(SHOP.c[name]).where(HERE), max_size=2)

    first = shapes.of("name")
    shapes.of("language")
    assert shapes.of("name") is first
    shapes.of("currency")

    assert shapes.of("name") is first
    assert len(shapes._cache) == 2
