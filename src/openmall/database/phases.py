"""Phases of online migrations: expand first, contract last.

The file name of a migration tells its kind. `0241_names.py` only adds, and older programs continue
to work (expand). `0242_contract_names.py` removes what only older programs needed (contract).
`0243_standstill_keys.py` requires that nothing serves, with the reason in its docstring. A file
that adds a column defines its backfill as `BACKFILL`.
"""

from pathlib import Path
from typing import Final, Literal

from msgspec import Struct

MIGRATIONS: Final = Path(__file__).parent / "migrations"
LAST_COMMIT_BEFORE: Final = "e6b3a168"
"""The commit whose program upgrades stores of all earlier schemas to the oldest one here."""
SERVED_SINCE: Final = "0240"
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


def oldest() -> str:
    """Return the oldest schema that this program upgrades."""
    return steps()[0].number


def too_old(schema: str | None) -> str:
    """Return why a schema is not upgraded, and what to do first; empty: it is upgraded."""
    if schema is None or schema >= oldest():
        return ""
    return (
        f"schema {schema} is too old: this program upgrades {oldest()} and later. Upgrade it first"
        f" with the program of commit {LAST_COMMIT_BEFORE} (git checkout {LAST_COMMIT_BEFORE}, make"
        f" install, openmall db migrate), which has schema {oldest()}, and then with this one"
    )


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


class TooOld(NotNow):
    """The schema of a store is not upgraded by this program; the message says by which one."""


def require_upgradable(schema: str | None) -> None:
    """Raise TooOld for a schema that this program does not upgrade."""
    if reason := too_old(schema):
        raise TooOld(f"the store cannot be upgraded: {reason}")


def pending(schema: str | None) -> list[Step]:
    """Return the migrations a store does not have yet."""
    return [step for step in steps() if schema is None or step.number > schema]


def to_expand(schema: str | None) -> list[Step]:
    """Return the next expand migrations, to run while other programs serve. Raises NotNow."""
    require_upgradable(schema)
    waiting = pending(schema)
    if not any(step.kind != "contract" for step in waiting):
        return []
    if schema is None:
        return waiting
    while waiting[-1].kind == "contract":
        waiting.pop()
    if waiting[0].kind == "contract":
        number = waiting[0].number
        raise NotNow(
            f"{number} takes something away and comes first: `openmall db backfill` and "
            "`openmall db migrate --contract`, when every program that serves knows "
            f"schema {program_for(number)}"
        )
    for step in waiting:
        # programs of before need what a contraction takes away, and this one what follows it
        if step.kind != "expand":
            raise NotNow(
                f"{step.number} can only be done while nothing serves: stop every program, "
                "then `openmall db migrate`"
            )
    return waiting


def to_contract(schema: str | None) -> list[Step]:
    """Return the next contract migrations. Raises NotNow."""
    require_upgradable(schema)
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
    if reason := too_old(store.schema):
        return reason
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
