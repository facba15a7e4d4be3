"""Rows of a member that are put into their tables directly."""

from typing import Any

import msgspec
from sqlalchemy import Table, insert

from openmall.commerce.customer.customers.tables import SUBSCRIBER
from openmall.commerce.notification.batches.tables import BATCH
from openmall.commerce.notification.restock.tables import REQUEST
from openmall.commerce.order.billing.stored_methods.store import METHOD
from openmall.commerce.personal.addresses.tables import ADDRESS
from openmall.commerce.promotion.customerevents.store import PARTICIPATION
from openmall.commerce.promotion.discount_codes.tables import USE
from openmall.commerce.promotion.serialcoupons.store import CODE
from openmall.commerce.undo.tables import PERSONAL, WRITE
from openmall.contract.journal import changes
from openmall.database.statements import Statement
from openmall.database.text_search import mail_addresses
from openmall.events.messages.tables import MESSAGE
from openmall.events.plans.tables import COMMENT, PLAN
from tests.commerce.customer.customer_setup import do
from tests.commerce.order.checkout_setup import HANA
from tests.commerce.privacy.marks import Marks
from tests.world import World


def put_in(world: World, table: Table, **values: Any) -> None:
    """Add a row of a table that nothing in the mall writes yet."""
    row = {c.name: values.get(c.name, "" if "CHAR" in str(c.type) else 1) for c in table.c}
    row |= {c.name: values.get(c.name, "") for c in table.c if str(c.type) == "TEXT"}
    row |= {c.name: "F" for c in table.c if str(c.type) == "VARCHAR(1)"}
    row["mall_id"] = world.mall_id
    do(world, lambda call: call.db.run(Statement(insert(table).values(row))))


def put_sent_and_redeemed(world: World, mark: Marks) -> None:
    """Add messages to the member, and codes that the member used."""
    texts = {name: mark.word(name) for name in ("subject", "body", "html")}
    texts["extra"] = msgspec.json.encode({"link": mark.word("link")}).decode()
    put_in(world, MESSAGE, member_id=HANA, recipient=mark.email(), next_at=None, **texts)
    contents = {name: mark.word() for name in ("content_os_a", "content_os_b")}
    details = msgspec.json.encode({"title": mark.word("title")}).decode()
    put_in(world, BATCH, member_id=HANA, code="B1", due_at=None, details=details, **contents)
    put_in(world, PARTICIPATION, member_id=HANA, type="E", updated="email")
    put_in(world, METHOD, member_id=HANA, label=mark.word("card"))
    put_in(world, REQUEST, member_id=HANA)
    person = world.get(f"customersprivacy/{HANA}")["customersprivacy"]
    put_in(world, SUBSCRIBER, email=mail_addresses.comparable(person["email"]))
    place = {name: mark.word(name) for name in ("address_name", "name", "address1", "address2")}
    put_in(world, ADDRESS, member_id=HANA, cellphone=mark.phone(), **place)
    put_in(world, USE, member_id=HANA, order_id="20261121-0000009")
    put_in(world, CODE, member_id=HANA, serial_code="USEDBYHANA")


def put_changes(world: World, mark: Marks) -> None:
    """Add what feed, plans and recorded writes keep of a change of the member, and its cause."""
    changed = {"resource": "customers", "object": HANA, "fields": "name"}
    put_in(world, changes.MARK, **changed)
    put_in(world, changes.ENTRY, **changed)
    put_in(world, changes.CAUSE, fields=f'{{"customer {HANA}": ["{mark.word("cause")}"]}}')
    path = f"/api/v2/admin/customers/{HANA}"
    put_in(world, PLAN, path=path, query="[]")
    put_in(world, COMMENT, content=f"ask customer {HANA}")
    put_in(world, WRITE, path=path)
    put_in(world, PERSONAL, member_id=HANA, sealed="rows of before")
