"""What the developer of an app does with its webhooks: say what it wants, look, try again.

Wrong input raises ValueError that says what is wrong, for the console and the command line.
"""

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from openmall.contract.moments import Clock
from openmall.database.seal import Seal
from openmall.database.session import Database, Session
from openmall.oauth import apps, secrets
from openmall.webhooks import catalogue, sealing, search, signing, store
from openmall.webhooks.addresses import Networks, checked
from openmall.webhooks.delivering import store as delivering
from openmall.webhooks.delivering.trying import Delivery, tried
from openmall.webhooks.posting import Poster
from openmall.webhooks.search import Try, Wanted
from openmall.webhooks.signing import Keys, Mark
from openmall.webhooks.store import Kept

OVERLAP: Final = 86_400
"""Seconds for which a replaced secret signs along."""
MOST_LISTED: Final = 10_000


class Subscription(Struct, frozen=True, kw_only=True):
    """What an app wants to be told, and where."""

    client_id: str
    address: str
    """https address; empty: nowhere, nothing is delivered."""
    events: list[int]
    """Numbers of the events it subscribes to."""
    api_key: str
    """What it finds in `X-API-Key`."""
    secret: str
    """What deliveries to it are signed with, `whsec_...`."""
    old_secret_until: int | None
    """UTC seconds until which the secret before signs along; None: there is none."""


class Reception(Struct, frozen=True, kw_only=True):
    """How an app is told what happens in a mall."""

    mall_id: str
    reception_status: str
    """T it is told, F nothing is delivered."""
    delivered_up_to: int
    """Number of the mall's event up to which it was told, or waits to be tried again."""
    failures: int
    """Deliveries that failed in a row."""
    failing_since: int | None
    """UTC seconds; None: the last one was received."""


class Notice(Struct, frozen=True, kw_only=True):
    """What the developer should know."""

    at: int
    """UTC seconds."""
    kind: str
    """`failing` or `switched off`."""
    sentence: str


class Desk(Struct, frozen=True, kw_only=True):
    """What webhooks are looked after with."""

    database: Database
    clock: Clock
    seal: Seal
    networks: Networks
    """Where deliveries may go."""


async def show(desk: Desk, client_id: str) -> Subscription:
    """Return what an app wants to be told, with its keys; it gets these when it has none.

    Raises ValueError for no such app.
    """
    return _shown(desk, client_id, await _kept(desk, client_id))


async def find(desk: Desk, client_id: str) -> Subscription | None:
    """Return what an app wants to be told, with its keys; None: nobody ever said, or made any."""
    async with desk.database.reading("") as db:
        kept = await store.find(db, client_id)
    return None if kept is None else _shown(desk, client_id, kept)


async def set_address(desk: Desk, client_id: str, address: str) -> Subscription:
    """Let deliveries go to an https address, or nowhere when it is empty.

    An app that had none is told what happens from now on. Raises ValueError.
    """
    address = checked(address, desk.networks) if address else ""
    kept = await _kept(desk, client_id)
    return await _change(desk, client_id, kept, msgspec.structs.replace(kept, address=address))


async def set_events(desk: Desk, client_id: str, event_nos: Iterable[int]) -> Subscription:
    """Subscribe an app to these events and no others.

    It gets one only where it was allowed a scope of it. Raises ValueError for an unknown number.
    """
    wanted = sorted(set(event_nos))
    for event_no in wanted:
        if event_no not in catalogue.KINDS:
            raise ValueError(f"there is no event {event_no}")
    kept = await _kept(desk, client_id)
    events = " ".join(map(str, wanted))
    return await _change(desk, client_id, kept, msgspec.structs.replace(kept, events=events))


async def rotate(desk: Desk, client_id: str) -> Subscription:
    """Give an app a new API key at once, and a new secret beside which the old one holds a day."""
    kept = await _kept(desk, client_id)
    fresh = msgspec.structs.replace(
        kept,
        api_key=sealing.closed(desk.seal, client_id, secrets.draw()),
        secret=sealing.closed(desk.seal, client_id, signing.new_secret()),
        old_secret=kept.secret,
        old_until=int(desk.clock.now()) + OVERLAP,
    )
    async with desk.database.writing("") as db:
        await store.keep(db, client_id, fresh)
    return _shown(desk, client_id, fresh)


async def malls(desk: Desk, client_id: str) -> list[str]:
    """Return the malls an app is in."""
    async with desk.database.reading("") as db:
        return await store.malls(db, client_id)


async def receptions(
    desk: Desk, client_id: str, *, start: int = 0, limit: int | None = None
) -> list[Reception]:
    """Return how an app is told in each mall it is in, or in `limit` of them from the `start`."""
    found = []
    mall_ids = await malls(desk, client_id)
    for mall_id in mall_ids[start:][:limit]:
        async with desk.database.reading(mall_id) as db:
            status, sequence, _, failures, since = await store.lane(db, client_id) or (
                "T", 0, 0, 0, None,
            )  # fmt: skip
        found.append(
            Reception(
                mall_id=mall_id,
                reception_status=status,
                delivered_up_to=sequence,
                failures=failures,
                failing_since=since,
            )
        )
    return found


async def subscribed(db: Session, client_id: str) -> frozenset[int]:
    """Return the numbers of the events an app subscribes to."""
    kept = await store.find(db, client_id)
    return frozenset() if kept is None else _numbers(kept)


async def reception(db: Session, client_id: str) -> str:
    """Return whether an app is told what happens in the session's mall: T or F."""
    found = await store.lane(db, client_id)
    return "T" if found is None else str(found[0])


async def switch(db: Session, client_id: str, status: str) -> bool:
    """Let an app be told what happens in the session's mall, or not; False: it is so already.

    Switched on, it is told what happens from then on; what it missed it can read
    (`webhooks/events`). Switched off, what waited to be tried again is given up.
    """
    if await reception(db, client_id) == status:
        return False
    if status == "F":
        await store.switch_off(db, client_id)
    else:
        await store.begin_now(db, client_id, await subscribed(db, client_id))
    return True


async def deliveries(
    desk: Desk, mall_id: str, client_id: str, wanted: Wanted, *, limit: int = 100
) -> list[Try]:
    """Return tries to deliver to an app in a mall, the newest first, or those `after` one."""
    async with desk.database.reading(mall_id) as db:
        return await search.tries(db, client_id, wanted, limit=min(limit, MOST_LISTED))


def headers(made: Try) -> dict[str, str]:
    """Return what a try said in its headers, but for what comes of the app's keys or is not kept.

    Not kept is which event it followed (`X-Event-Previous`).
    """
    again = made.log_type == "R"
    mark = Mark(
        trace_id=made.trace_id, sequence=made.sequence, attempt=made.attempt, redelivery=again
    )
    return signing.plain(mark, now=made.requested_at)


async def notices(desk: Desk, mall_id: str, client_id: str, *, limit: int = 20) -> list[Notice]:
    """Return what the developer of an app should know about a mall, the newest first."""
    async with desk.database.reading(mall_id) as db:
        rows = await store.notices(db, client_id, limit)
    return [Notice(at=at, kind=kind, sentence=sentence) for at, kind, sentence in rows]


async def resend(desk: Desk, poster: Poster, mall_id: str, client_id: str, sequence: int) -> Try:
    """Deliver an event of a mall to an app again, now; return what came of it.

    Its trace id is the same. Raises ValueError: no address, an event that is not kept or that the
    app may not get, or an app that is not in the mall.
    """
    kept = await _ready(desk, client_id)
    async with desk.database.reading(mall_id) as db:
        scopes = await apps.allowed(db, client_id)
        event = await store.event(db, sequence)
        attempt = await store.tries(db, client_id, sequence) + 1
    if scopes is None:
        raise ValueError(f"the app is not in {mall_id}")
    if event is None or event[0] not in catalogue.permitted(scopes):
        raise ValueError(f"{mall_id} keeps no event {sequence} that the app may get")
    event_no, resource, created_at = event
    mark = Mark(
        trace_id=signing.trace_id(mall_id, client_id, sequence=sequence, created_at=created_at),
        sequence=sequence,
        attempt=attempt,
        redelivery=True,
    )
    body = signing.body_of(event_no, resource)
    return await _send(desk, poster, mall_id, client_id, kept, mark, event_no, body)


async def test(desk: Desk, poster: Poster, mall_id: str, client_id: str, event_no: int) -> Try:
    """Deliver an event that never happened, so that the receiver can be tried out.

    Its resource has the fields that say what an event is about, and nobody's data.
    Raises ValueError: no address, or no such event.
    """
    if event_no not in catalogue.KINDS:
        raise ValueError(f"there is no event {event_no}")
    kept = await _ready(desk, client_id)
    resource = msgspec.json.encode(catalogue.example(event_no, mall_id)).decode()
    mark = Mark(trace_id=signing.any_trace_id())
    body = signing.body_of(event_no, resource)
    return await _send(desk, poster, mall_id, client_id, kept, mark, event_no, body)


async def _send(
    desk: Desk,
    poster: Poster,
    mall_id: str,
    client_id: str,
    kept: Kept,
    mark: Mark,
    event_no: int,
    body: bytes,
) -> Try:
    keys = sealing.opened(desk.seal, client_id, kept, now=desk.clock.now())
    delivery = Delivery(
        client_id=client_id,
        address=kept.address,
        keys=keys,
        mark=mark,
        event_no=event_no,
        body=body,
    )
    _, row = await tried(poster, desk.clock, delivery)
    async with desk.database.writing(mall_id) as db:
        log_no = await delivering.log(db, [row])
        [made] = await search.tries(db, client_id, Wanted(log_no=log_no), limit=1)
    return made


async def _ready(desk: Desk, client_id: str) -> Kept:
    kept = await _kept(desk, client_id)
    if not kept.address:
        raise ValueError("the app has no address to deliver to")
    return kept


async def _kept(desk: Desk, client_id: str) -> Kept:
    """Return what is kept of an app, with keys. Raises ValueError for no such app."""
    async with desk.database.reading("") as db:
        if await apps.find(db, client_id) is None:
            raise ValueError(f"there is no app {client_id!r}")
        found = await store.find(db, client_id)
    if found is not None:
        return found
    made = Kept(
        address="",
        events="",
        api_key=sealing.closed(desk.seal, client_id, secrets.draw()),
        secret=sealing.closed(desk.seal, client_id, signing.new_secret()),
        old_secret="",
        old_until=0,
    )
    async with desk.database.writing("") as db:
        await store.add(db, client_id, made)
        kept = await store.find(db, client_id)
    assert kept is not None
    return kept


async def _change(desk: Desk, client_id: str, before: Kept, after: Kept) -> Subscription:
    """Write a change, and from where on the app is told what it brings."""
    mall_ids = await malls(desk, client_id)
    begins = _active(after) and not _active(before)
    for mall_id in mall_ids if begins or before.events != after.events else ():
        async with desk.database.writing(mall_id) as db:
            if begins and await reception(db, client_id) == "T":
                await store.begin_now(db, client_id, _numbers(after))
            elif not begins:
                await store.pass_by(db, client_id, _numbers(before))
    async with desk.database.writing("") as db:
        await store.keep(db, client_id, after)
    return _shown(desk, client_id, after)


def _active(kept: Kept) -> bool:
    return bool(kept.address and kept.events)


def _numbers(kept: Kept) -> frozenset[int]:
    return frozenset(map(int, kept.events.split()))


def _shown(desk: Desk, client_id: str, kept: Kept) -> Subscription:
    now = desk.clock.now()
    keys: Keys = sealing.opened(desk.seal, client_id, kept, now=now)
    events: Sequence[int] = sorted(_numbers(kept))
    return Subscription(
        client_id=client_id,
        address=kept.address,
        events=list(events),
        api_key=keys.api_key,
        secret=keys.secret,
        old_secret_until=kept.old_until if keys.old_secret else None,
    )
