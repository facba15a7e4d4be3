"""The operations of a sandbox, which are openmall's own extension of the specification."""

import time
from typing import Annotated, Final

from msgspec import UNSET, Meta, UnsetType

from openmall.access.sandbox import clock as sandbox_clock
from openmall.access.sandbox import faults as sandbox_faults
from openmall.access.sandbox.refusals import CLOCK_TARGET_AMBIGUOUS, NO_FAULTS
from openmall.access.sandbox.shape import SandboxClock, Script
from openmall.access.sandbox.store import Counted
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.operation import delete, get, post, put
from openmall.contract.params import Params, StartDate
from openmall.contract.sandbox import Fault
from openmall.contract.scopes import READ_STORE, WRITE_STORE

_READ_SECONDS: Final = 5.0
Forward = Annotated[int, Meta(ge=1, le=sandbox_clock.FURTHEST)]
AheadBy = Annotated[int, Meta(ge=0, le=sandbox_clock.FURTHEST)]


Wait = Annotated[int, Meta(ge=0, le=25)]


class ClockQuery(Params, frozen=True, kw_only=True):
    """How long to wait for what is due."""

    wait: Wait = 0
    """Seconds to wait until what became due is done."""


class Setting(Params, frozen=True, kw_only=True):
    """What the clock is to show: one of the two."""

    to: StartDate | UnsetType = UNSET
    ahead: AheadBy | UnsetType = UNSET
    """Seconds before everybody else's."""


class Forwarding(Params, frozen=True, kw_only=True):
    forward: Forward
    """Seconds by which the clock is moved on."""


class Loading(Params, frozen=True, kw_only=True):
    rules: Annotated[list[Fault], Meta(max_length=sandbox_faults.MAX_FAULTS)]


async def read_clock(call: Call, params: ClockQuery) -> SandboxClock:
    """Retrieve the clock of a sandbox.

    After it was advanced its status is `advancing` until everything that became due is done:
    orders, points, expiry, jobs, messages and webhooks. With `wait`, the call is answered as soon
    as the status is `ready`, or when so many seconds have passed.
    """
    deadline = time.monotonic() + _READ_SECONDS + params.wait
    mall_id = call.mall.mall_id
    if params.wait:
        began = time.monotonic()
        await sandbox_clock.wait_until_settled(
            call.database, mall_id, params.wait, deadline=deadline
        )
        call.effects.waited += time.monotonic() - began
    async with call.database.reading(mall_id, deadline=deadline) as db:
        return SandboxClock.of(await sandbox_clock.read(db, _machine(call)))


async def set_clock(call: Call, params: Setting) -> SandboxClock:
    """Set the clock of a sandbox forward."""
    machine = _machine(call)
    before = await sandbox_clock.read(call.db, machine, to_change=True)
    if params.to is not UNSET and params.ahead is not UNSET:
        raise Invalid(CLOCK_TARGET_AMBIGUOUS, parameter="ahead")
    if params.to is not UNSET:
        ahead, named = params.to - int(machine), "to"
    else:
        ahead, named = before.ahead if params.ahead is UNSET else params.ahead, "ahead"
    if ahead == before.ahead:
        raise NotModified()
    return await _set(call, before, ahead, named)


async def forward_clock(call: Call, params: Forwarding) -> SandboxClock:
    """Move the clock of a sandbox on."""
    before = await sandbox_clock.read(call.db, _machine(call), to_change=True)
    return await _set(call, before, before.ahead + params.forward, "forward")


async def _set(call: Call, before: sandbox_clock.Reading, ahead: int, named: str) -> SandboxClock:
    after = await sandbox_clock.advance(call.db, before, ahead=ahead, named=named)
    call.effects.invalidates_caches = True
    call.journal("sandbox clock", {"ahead": (before.ahead, after.ahead)})
    return SandboxClock.of(after)


async def read_faults(call: Call, params: Params) -> Script:
    """Retrieve the faults of a sandbox."""
    return Script.of(await sandbox_faults.script(call.db))


async def load_faults(call: Call, params: Loading) -> Script:
    """Replace the faults of a sandbox, counted anew."""
    before = await sandbox_faults.script(call.db)
    if before == [Counted(at, rule, 0, 0) for at, rule in enumerate(params.rules, 1)]:
        raise NotModified()
    await sandbox_faults.replace(call.db, params.rules)
    call.effects.invalidates_caches = True
    call.journal("sandbox faults", {"rules": (len(before), len(params.rules))})
    return Script.of(await sandbox_faults.script(call.db))


async def clear_faults(call: Call, params: Params) -> Script:
    """Remove the faults of a sandbox."""
    before = await sandbox_faults.script(call.db)
    if not before:
        raise NotFound(NO_FAULTS)
    await sandbox_faults.replace(call.db, [])
    call.effects.invalidates_caches = True
    call.journal("sandbox faults", {"rules": (len(before), 0)})
    return Script.of(before)


def _machine(call: Call) -> float:
    """Return the time of the machine's clock, which in a sandbox is not the call's."""
    ahead = call.mall.sandbox.ahead if call.mall.sandbox else 0
    return call.clock.now() - ahead


OPERATIONS: Final = [
    get(
        "sandbox/clock",
        read_clock,
        takes=ClockQuery,
        gives=SandboxClock,
        key="clock",
        scope=READ_STORE,
        reads_store=False,
    ),
    put(
        "sandbox/clock",
        set_clock,
        takes=Setting,
        gives=SandboxClock,
        key="clock",
        scope=WRITE_STORE,
    ),
    post(
        "sandbox/clock",
        forward_clock,
        takes=Forwarding,
        gives=SandboxClock,
        key="clock",
        scope=WRITE_STORE,
    ),
    get("sandbox/faults", read_faults, takes=Params, gives=Script, key="faults", scope=READ_STORE),
    put(
        "sandbox/faults", load_faults, takes=Loading, gives=Script, key="faults", scope=WRITE_STORE
    ),
    delete(
        "sandbox/faults", clear_faults, takes=Params, gives=Script, key="faults", scope=WRITE_STORE
    ),
]
