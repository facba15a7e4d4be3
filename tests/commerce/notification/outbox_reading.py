"""What the outbox of a mall holds, and the work of workers that fills it."""

from msgspec.structs import replace

from openmall.commerce.notification import batch_expansion, event_messages
from openmall.commerce.notification.intake.places import Places
from openmall.commerce.notification.reminders import rules as reminder_rules
from openmall.commerce.notification.restock import sending as restock_sending
from openmall.commerce.notification.sms import balance, senders
from openmall.contract.links import Links
from openmall.contract.moments import Clocks
from openmall.database.seal import configured_seal
from openmall.database.session import Session
from openmall.events.messages import sealed_texts
from openmall.events.messages import store as message_store
from openmall.events.messages.store import Listed
from tests.world import World

PHONE = "02-123-4567"


def written(world: World) -> list[Listed]:
    """Let workers write what is due, and return the outbox, the oldest message first."""
    stage = world.stage
    clocks = Clocks(stage.clock)
    app = stage.app
    places = Places(
        configured_seal(app.configuration),
        Links(app.configuration.origin_of, app.configuration.staff_address),
    )
    malls = app.directory.mall
    stage.run(lambda: event_messages.write_due(app.database, clocks, malls, places))
    stage.run(lambda: reminder_rules.remind_due(app.database, clocks, malls, places))
    stage.run(lambda: batch_expansion.expand_due(app.database, clocks, malls, places))
    stage.run(lambda: restock_sending.send_due(app.database, clocks, malls, places))
    return outbox(world)


def outbox(world: World) -> list[Listed]:
    """Return the outbox, the oldest message first."""

    async def read(db: Session) -> list[Listed]:
        return await message_store.listed(db, limit=1_000)

    seal = configured_seal(world.stage.app.configuration)
    return [
        replace(sealed_texts.opened(seal, world.mall_id, each, each.sealed), sealed="")
        for each in world.in_transaction(read)[::-1]
    ]


def may_send(world: World, *, tenths: int = 1_000) -> int:
    """Let the shop send text messages and pay for them; return its sender."""
    world.put("sms/setting", use_sms="T", default_sender=PHONE)
    if tenths:
        world.in_transaction(lambda db: balance.top_up(db, tenths))
    return world.in_transaction(lambda db: senders.add(db, world.stage.clock, PHONE))
