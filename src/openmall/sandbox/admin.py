"""The operations of a sandbox. No specification knows them: they are openmall's own extension."""

from typing import Annotated, Final

from msgspec import UNSET, Meta, UnsetType

from openmall.contract.call import Call
from openmall.contract.errors import NotFound
from openmall.contract.operation import delete, get, put
from openmall.contract.params import Params, StartDate
from openmall.contract.sandbox import Fault
from openmall.contract.scopes import READ_STORE, WRITE_STORE
from openmall.sandbox import clock, faults
from openmall.sandbox.shape import SandboxClock, Script

Forward = Annotated[int, Meta(ge=1, le=clock.FURTHEST)]


class Forwarding(Params, frozen=True, kw_only=True):
    """How far the clock is moved on: one of the two."""

    forward: Forward | UnsetType = UNSET
    """Seconds."""
    to: StartDate | UnsetType = UNSET


class Loading(Params, frozen=True, kw_only=True):
    rules: Annotated[list[Fault], Meta(max_length=faults.MOST)]


async def read_clock(call: Call, params: Params) -> SandboxClock:
    """Retrieve the clock of a sandbox."""
    return SandboxClock.of(await clock.read(call.db, _machine(call)))


async def forward_clock(call: Call, params: Forwarding) -> SandboxClock:
    """Move the clock of a sandbox on."""
    before = await clock.read(call.db, _machine(call))
    after = await clock.advance(
        call.db,
        _machine(call),
        forward=None if params.forward is UNSET else params.forward,
        to=None if params.to is UNSET else params.to,
    )
    call.outdates = True
    call.journal("sandbox clock", {"ahead": (before.ahead, after.ahead)})
    return SandboxClock.of(after)


async def read_faults(call: Call, params: Params) -> Script:
    """Retrieve the faults of a sandbox."""
    return Script.of(await faults.script(call.db))


async def load_faults(call: Call, params: Loading) -> Script:
    """Replace the faults of a sandbox, counted anew."""
    before = await faults.script(call.db)
    await faults.replace(call.db, params.rules)
    call.outdates = True
    call.journal("sandbox faults", {"rules": (len(before), len(params.rules))})
    return Script.of(await faults.script(call.db))


async def clear_faults(call: Call, params: Params) -> Script:
    """Remove the faults of a sandbox."""
    before = await faults.script(call.db)
    if not before:
        raise NotFound("The sandbox has no faults.")
    await faults.replace(call.db, [])
    call.outdates = True
    call.journal("sandbox faults", {"rules": (len(before), 0)})
    return Script.of(before)


def _machine(call: Call) -> float:
    """Return what the machine's clock shows, which in a sandbox is not the call's."""
    ahead = call.mall.sandbox.ahead if call.mall.sandbox else 0
    return call.clock.now() - ahead


OPERATIONS: Final = [
    get(
        "sandbox/clock",
        read_clock,
        takes=Params,
        gives=SandboxClock,
        key="clock",
        scope=READ_STORE,
    ),
    put(
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
