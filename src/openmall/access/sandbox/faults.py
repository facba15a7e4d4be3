"""Fault injection in sandboxes; the same script with the same seeds selects the same calls."""

from collections.abc import Sequence
from fnmatch import fnmatchcase
from hashlib import blake2b
from typing import Any, Final

import msgspec

from openmall.access.sandbox import store as sandbox_store
from openmall.access.sandbox.refusals import (
    FAULT_FREQUENCY_AMBIGUOUS,
    NO_SANDBOX,
    ONLY_DELAYS_HAVE_DELAY,
    ONLY_WEBHOOKS_ARE_DOUBLED,
    TOO_MANY_FAULTS,
)
from openmall.access.sandbox.store import Counted
from openmall.contract.call import Mall
from openmall.contract.counters import Counters
from openmall.contract.errors import Forbidden, Invalid
from openmall.contract.sandbox import Fault, FaultyApi
from openmall.database.session import Database, Session

MAX_FAULTS: Final = 50
"""Faults of one script."""


def selects(fault: Fault, place: int) -> bool:
    """Return whether the `place`-th call (from 1) that a fault matches fails."""
    if fault.first:
        return place <= fault.first
    if fault.every:
        return place % fault.every == 0
    if fault.percent:
        hashed = blake2b(f"{fault.seed} {place}".encode(), digest_size=8).digest()
        return int.from_bytes(hashed, "big") * 100 < fault.percent << 64
    return True


def read(text: bytes | str) -> list[Fault]:
    """Parse a script, a JSON list of faults. Raises ValueError for an invalid one."""
    try:
        decoded = msgspec.json.decode(text, type=list[dict[str, Any]])
        script = msgspec.convert(decoded, list[Fault])
    except (msgspec.MsgspecError, RecursionError) as error:
        raise ValueError(str(error)) from None
    for name in sorted({name for each in decoded for name in each}):
        if name not in Fault.__struct_fields__:
            raise ValueError(f"a fault has no {name!r}")
    return script


def check(script: Sequence[Fault]) -> None:
    """Raise Invalid (422), with the name of the parameter, for contradictory faults."""
    if len(script) > MAX_FAULTS:
        raise Invalid(TOO_MANY_FAULTS, parameter="rules", most=MAX_FAULTS)
    for fault in script:
        if (fault.effect == "double") != (fault.api == "webhooks"):
            raise Invalid(ONLY_WEBHOOKS_ARE_DOUBLED, parameter="rules.effect")
        if (fault.effect == "delay") != bool(fault.delay_ms):
            raise Invalid(ONLY_DELAYS_HAVE_DELAY, parameter="rules.delay_ms")
        if sum(map(bool, (fault.percent, fault.first, fault.every))) > 1:
            raise Invalid(FAULT_FREQUENCY_AMBIGUOUS, parameter="rules.percent")


async def script(db: Session) -> list[Counted]:
    """Return the faults of the session's mall, with their counts. Raises Forbidden (403)."""
    if await sandbox_store.ahead(db) is None:
        raise Forbidden(NO_SANDBOX)
    return await sandbox_store.faults(db)


async def replace(db: Session, faults: Sequence[Fault]) -> None:
    """Replace the faults of the session's mall, with counts of 0.

    The caller must invalidate the caches of all workers after the commit, as `load` does.
    Raises Forbidden (403) for a mall that is no sandbox, Invalid (422).
    """
    check(faults)
    if await sandbox_store.ahead(db, to_change=True) is None:
        raise Forbidden(NO_SANDBOX)
    await sandbox_store.replace(db, faults)


async def load(
    database: Database, counters: Counters, mall_id: str, faults: Sequence[Fault]
) -> list[Counted]:
    """Replace the faults of a sandbox, and invalidate the caches of all workers."""
    try:
        async with database.writing(mall_id) as db:
            await replace(db, faults)
            return await sandbox_store.faults(db)
    finally:
        await counters.invalidate_caches()


async def add(database: Database, counters: Counters, mall_id: str, fault: Fault) -> None:
    """Append a fault to those of a sandbox, which keep their counts.

    Raises Forbidden (403) for a mall that is no sandbox, Invalid (422).
    """
    try:
        async with database.writing(mall_id) as db:
            if await sandbox_store.ahead(db, to_change=True) is None:
                raise Forbidden(NO_SANDBOX)
            existing = await sandbox_store.faults(db)
            check([*(each.fault for each in existing), fault])
            start = max((each.fault_no for each in existing), default=0) + 1
            await sandbox_store.add_faults(db, [fault], start=start)
    finally:
        await counters.invalidate_caches()


async def due(
    database: Database, mall: Mall, *, api: FaultyApi, method: str, path: str, client_id: str
) -> list[Fault]:
    """Return the faults of a call: any number of delays, then at most one that ends it.

    Each matching fault is counted, up to the one that ends the call.
    """
    sandbox = mall.sandbox
    found = [
        (fault_no, fault)
        for fault_no, fault in (sandbox.faults if sandbox else ())
        if fault.api == api
        and fault.method in ("*", method)
        and fault.client_id in ("", client_id)
        and fnmatchcase(path, fault.path.replace("[", "[[]"))
    ]
    selected: list[Fault] = []
    if not found:
        return selected
    async with database.writing(mall.mall_id) as db:
        for fault_no, fault in found:
            place = await sandbox_store.matched(db, fault_no)
            if place and selects(fault, place):
                await sandbox_store.done(db, fault_no)
                selected.append(fault)
                if fault.effect != "delay":
                    break
    return selected


async def doubles(database: Database, mall: Mall, *, event_no: int, client_id: str) -> bool:
    """Return whether a webhook is to be sent twice.

    Makes no query in a mall that is no sandbox. `client_id`: the receiving app.
    """
    if mall.sandbox is None:
        return False
    path = str(event_no)
    return bool(
        await due(database, mall, api="webhooks", method="*", path=path, client_id=client_id)
    )
