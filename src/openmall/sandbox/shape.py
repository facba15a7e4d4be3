"""What is answered of a sandbox."""

from datetime import datetime

from msgspec import Struct

from openmall.contract.moments import moment
from openmall.contract.sandbox import (
    ClientId,
    Delay,
    Effect,
    Fault,
    FaultyApi,
    FaultyMethod,
    Pattern,
    Percent,
    Seed,
    Times,
)
from openmall.sandbox.clock import Reading
from openmall.sandbox.store import Counted


class SandboxClock(Struct, frozen=True, kw_only=True):
    """What time it is in a sandbox."""

    now: datetime
    ahead: int
    """Seconds before everybody else's."""

    @classmethod
    def of(cls, reading: Reading) -> "SandboxClock":
        return cls(now=moment(reading.now), ahead=reading.ahead)


class Rule(Struct, frozen=True, kw_only=True):
    """A fault, how many calls it has matched, and how many of them it spoiled."""

    fault_no: int
    effect: Effect
    api: FaultyApi
    method: FaultyMethod
    path: Pattern
    client_id: ClientId
    delay_ms: Delay
    percent: Percent
    first: Times
    every: Times
    seed: Seed
    matched: int
    done: int


class Script(Struct, frozen=True, kw_only=True):
    """The faults of a sandbox, in the order in which they are asked."""

    rules: list[Rule]

    @classmethod
    def of(cls, counted: list[Counted]) -> "Script":
        return cls(rules=[_rule(each) for each in counted])


def _rule(counted: Counted) -> Rule:
    said = {name: getattr(counted.fault, name) for name in Fault.__struct_fields__}
    return Rule(fault_no=counted.fault_no, matched=counted.matched, done=counted.done, **said)
