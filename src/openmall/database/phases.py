"""Phases of online migrations: expand first, contract last.

The file name of a migration tells its kind. `0041_names.py` only adds, and older programs continue
to work (expand). `0042_contract_names.py` removes what only older programs needed (contract).
`0043_standstill_keys.py` requires that nothing serves, with the reason in its docstring. A file
that adds a column defines its backfill as `BACKFILL`.
"""

from pathlib import Path
from typing import Final, Literal

from msgspec import Struct

MIGRATIONS: Final = Path(__file__).parent / "migrations"
SERVED_SINCE: Final = "0036"
"""The first schema that can be migrated while programs use it."""

Kind = Literal["expand", "contract", "standstill"]


class Step(Struct, frozen=True):
    """One migration."""

    number: str
    kind: Kind


class StoreState(Struct, frozen=True):
    """The schema of a store, and the oldest program compatible with it."""

    schema: str | None
    """None: the store is empty."""
    program: str = ""
    """The schema that a compatible program must know; empty: that of the store itself."""


def steps() -> list[Step]:
    """Return every migration this program knows, in order."""
    names = sorted(path.stem for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))
    return [Step(name[:4], _kind(name[5:])) for name in names]


def _kind(name: str) -> Kind:
    if name.startswith("contract_"):
        return "contract"
    return "standstill" if name.startswith("standstill_") else "expand"


def newest() -> str:
    """Return the newest schema this program knows."""
    return steps()[-1].number


def needed() -> str:
    """Return the oldest schema this program can serve: the last one that adds something."""
    return [step.number for step in steps() if step.kind != "contract"][-1]


def usable(store: StoreState) -> bool:
    """Return whether this program can serve a store."""
    if store.schema is None or store.schema < needed():
        return False
    return (store.schema if store.schema <= newest() else store.program or store.schema) <= newest()


def program_for(schema: str) -> str:
    """Return the oldest schema that a program must know to use a store of `schema`."""
    least = added = SERVED_SINCE
    for step in steps():
        if step.number > schema or step.number <= SERVED_SINCE:
            continue
        if step.kind == "contract":
            least = added
        else:
            added = step.number
            least = added if step.kind == "standstill" else least
    return least


class NotNow(Exception):
    """A phase cannot be run yet; the message names the step before it."""


def pending(schema: str | None) -> list[Step]:
    """Return the migrations a store does not have yet."""
    return [step for step in steps() if schema is None or step.number > schema]


def to_expand(schema: str | None) -> list[Step]:
    """Return the next expand migrations, to run while other programs serve. Raises NotNow."""
    waiting = pending(schema)
    if not any(step.kind == "expand" for step in waiting):
        return []
    if schema is not None and schema < SERVED_SINCE:
        raise NotNow(
            f"schema {schema} is from before {SERVED_SINCE}, since when stores are brought up "
            "while they are used: stop every program, then `openmall db migrate`"
        )
    if schema is None:
        return waiting
    while waiting[-1].kind == "contract":
        waiting.pop()
    for step in waiting:
        if step.kind == "standstill":
            raise NotNow(
                f"{step.number} can only be done while nothing serves: stop every program, "
                "then `openmall db migrate`"
            )
        if step.kind == "contract":
            raise NotNow(
                f"{step.number} takes something away and comes first: `openmall db backfill` and "
                "`openmall db migrate --contract`, when every program that serves knows "
                f"schema {program_for(step.number)}"
            )
    return waiting


def to_contract(schema: str | None) -> list[Step]:
    """Return the next contract migrations. Raises NotNow."""
    waiting = pending(schema)
    if not any(step.kind == "contract" for step in waiting):
        return []
    if waiting[0].kind != "contract":
        raise NotNow(f"{waiting[0].number} comes first: `openmall db migrate --expand`")
    found = []
    for step in waiting:
        if step.kind != "contract":
            break
        found.append(step)
    return found


def next_step(store: StoreState, *, filled: bool) -> str:
    """Return the operator's next step; empty: none. `filled`: no backfill is pending."""
    if store.schema is None:
        return "openmall db migrate"
    waiting = pending(store.schema)
    if not waiting:
        if store.schema > newest() and not usable(store):
            return f"install a program that knows schema {store.program or store.schema}"
        return "" if filled else "openmall db backfill, when every program that serves is new"
    if waiting[0].kind == "contract":
        command = "migrate --contract" if filled else "backfill"
        return f"openmall db {command}, when every program that serves is new"
    try:
        to_expand(store.schema)
    except NotNow as why:
        return str(why)
    return "openmall db migrate --expand"
