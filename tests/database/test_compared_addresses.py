"""E-mail addresses are compared alike by Python and both databases, and found by an index."""

import asyncio
import unicodedata

import apsw
import asyncpg
import pytest
from sqlalchemy import Text, bindparam, select

from openmall.commerce.customer.customers import address_store
from openmall.commerce.order.order_view import access_paths
from openmall.commerce.privacy.customersprivacy import search
from openmall.database.schema import metadata
from openmall.database.session import Session
from openmall.database.statements import Statement
from openmall.database.text_search import mail_addresses
from openmall.events.messages import outbox
from openmall.events.messages import store as message_store
from openmall.events.messages.outbox import Draft
from tests.commerce.customer import customer_setup
from tests.commerce.order import order_setup
from tests.commerce.product.stock_setup import stocked
from tests.growth import seeding
from tests.growth.recording import Recorded
from tests.growth.work import Meter, PostgresMeter, SqliteMeter
from tests.world import World

_COMPARED = Statement(
    select(mail_addresses.Comparable(bindparam("address", type_=Text()))),
)
COPIES = 10_000
"""Customers; ten probes of an index cost less than a read of all of them."""
EMAIL = "planned@example.com"
"""Of one mall alone: what is frequent in a database is not looked up by an index."""


class TestOneRule:
    def test_python_and_the_database_agree_on_every_letter(self, world: World) -> None:
        letters = [chr(code) for code in range(1, 0x2100) if chr(code).isprintable()]
        letters += ["\u212a", "\u212b", "\uff21", "\U00010400", "\u1e9e", "\u0130"]
        capitals = [each for each in letters if unicodedata.category(each) in ("Lu", "Lt", "Ll")]

        async def ask(db: Session) -> dict[str, str]:
            text = "".join(capitals)
            row = await db.one(_COMPARED, address=text)
            assert row is not None
            return dict(zip(capitals, row[0], strict=True))

        found = world.in_transaction(ask)

        assert found == {each: mail_addresses.comparable(each) for each in capitals}

    @pytest.mark.parametrize(
        ("one", "other", "same"),
        [
            ("Ann@Example.com", "ann@example.COM", True),
            (" ann@example.com\u200b", "\u00a0ANN@example.com", True),
            ("\u0130nn@example.com", "inn@example.com", False),
            ("stra\u00dfe@example.com", "strasse@example.com", False),
            ("ann@example.com", "", False),
            ("", "", False),
            (" ", "\u200b", False),
        ],
    )
    def test_of_two_addresses(self, one: str, other: str, same: bool) -> None:
        assert mail_addresses.same(one, other) is mail_addresses.same(other, one) is same


@pytest.fixture
def large(world: World) -> World:
    """A mall with many customers, orders and messages."""
    customer_setup.join(world, "hana", name="Hana", email=EMAIL)
    order_setup.order(world, order_setup.wanted(stocked(world, 5)[1]))
    draft = Draft(
        shop_no=1, channel="email", occasion="joined", recipient=EMAIL, sender="Sky Store",
        language="en_US", subject="Joined", body="Welcome.", html="", member_id="hana",
    )  # fmt: skip
    world.in_transaction(lambda db: outbox.enqueue(db, world.stage.clock, [draft]))
    tables, copies = metadata().tables, range(1, COPIES + 1)
    copied = [
        seeding.copying(world.mall_id, tables[name], "1 = 1", copies)
        for name in ("customer", "customer_person", "shop_order")
    ]
    _execute(world, [*copied, _copied_messages(world)])
    return world


def _copied_messages(world: World) -> str:
    columns = [column.name for column in metadata().tables["message"].c]
    varied = {"message_no": "message_no + n", "recipient": "recipient || n"}
    values = ", ".join(varied.get(name, name) for name in columns)
    return (
        f"INSERT INTO message ({', '.join(columns)}) WITH RECURSIVE k(n) AS (SELECT 1 UNION ALL"
        f" SELECT n + 1 FROM k WHERE n < {COPIES}) SELECT {values} FROM message, k"
        f" WHERE mall_id = '{world.mall_id}'"
    )


def _execute(world: World, statements: list[str]) -> None:
    configuration = world.stage.app.configuration
    if not configuration.database:
        connection = apsw.Connection(str(configuration.database_path))
        for statement in statements:
            connection.execute(statement)
        connection.close()
        return

    async def run() -> None:
        connection = await asyncpg.connect(configuration.database)
        for statement in (*statements, "ANALYZE"):
            await connection.execute(statement)
        await connection.close()

    asyncio.run(run())


def _plans(world: World, reads: list[Recorded]) -> list[str]:
    """Return the plan of each statement in one text."""
    configuration = world.stage.app.configuration

    async def run() -> list[str]:
        if not configuration.database:
            meter: Meter = SqliteMeter(configuration.database_path)
            return ["\n".join(await meter.plan(read)) for read in reads]
        connection = await asyncpg.connect(configuration.database)
        try:
            meter = PostgresMeter(connection, ("force_custom_plan", "force_generic_plan"))
            return ["\n".join(await meter.plan(read)) for read in reads]
        finally:
            await connection.close()

    return asyncio.run(run())


def test_an_address_is_found_by_an_index(large: World) -> None:
    of_mall = {"mall_id": large.mall_id}
    page = {"limit": 11, "offset": 0, "shop_no": 1}
    listed = search._LISTS.of((("keyword", "mail"), ("member_authority", "C")), False, False)
    asked = {
        "ix_customer_person_email_lower": (address_store._WITH_EMAIL, {"email": EMAIL}),
        "ix_shop_order_buyer_email_lower": (
            access_paths._PATHS["buyer_email"], {"buyer_email": EMAIL, "most": 2_001},
        ),
        "ix_message_recipient_lower": (
            message_store._LISTS.of(("recipient",)), {"recipient": EMAIL, "limit": 51},
        ),
    }  # fmt: skip
    reads = [Recorded(statement, of_mall | values) for statement, values in asked.values()]
    reads.append(Recorded(listed, of_mall | page | {"keyword": [EMAIL, "an@example.com"]}))

    plans = _plans(large, reads)

    for name, plan in zip((*asked, "ix_customer_person_email_lower"), plans, strict=True):
        modes = 2 if large.stage.app.configuration.database else 1
        assert plan.count(name) == modes, f"{name}:\n{plan}"
