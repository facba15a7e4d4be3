"""Reverts recorded writes within the transaction of a call, the newest first.

A later change is a conflict. All of them are collected; where one is left undecided
the end raises, and the transaction is rolled back.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.undo import (
    announcements,
    coupon_issues,
    ledgers,
    reverted_rows,
    row_store,
)
from openmall.commerce.undo import store as write_store
from openmall.commerce.undo.announcements import Touched
from openmall.commerce.undo.consequences import Consequences
from openmall.commerce.undo.coupon_issues import ISSUES, MovedIssues
from openmall.commerce.undo.ledgers import BALANCES, STOCK, MovedBalance, MovedStock, Short
from openmall.commerce.undo.owners import OWNERS, Owner
from openmall.commerce.undo.persons import is_of_order
from openmall.commerce.undo.refusals import (
    CHANGED_SINCE_WRITE,
    MOVEMENT_CANNOT_BE_REVERTED,
    NOT_CHANGED_BY_WRITE,
    ROW_GONE,
)
from openmall.commerce.undo.row_store import RowWrite
from openmall.commerce.undo.sealed_writes import AnnouncedEvent, RevertedRow, WriteContent
from openmall.commerce.undo.shape import Conflict, Decision
from openmall.contract import scopes as scope_names
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotFound, NotModified

Movement = MovedStock | MovedBalance | MovedIssues
MOST_NAMED: Final = 20
"""Conflicts that are named in an error."""
WITHOUT_VALUES: Final = frozenset({"setting"})
"""Tables whose values an error never shows: they may hold a secret."""


class UndoConflict(NotModified):
    """409: resources have changed since the write, without a decision on them."""

    def __init__(self, conflicts: list[Conflict]) -> None:
        named = ", ".join(f"{each.resource} {each.object}" for each in conflicts[:MOST_NAMED])
        super().__init__(CHANGED_SINCE_WRITE, parameter="decisions", named=named)
        self.conflicts = conflicts

    def more_info(self) -> dict[str, Any]:
        shown = [msgspec.to_builtins(each) for each in self.conflicts[:MOST_NAMED]]
        return super().more_info() | {"conflicts": shown, "total": len(self.conflicts)}


class Reverting:
    """Reverts writes one after the other, and ends with what follows from that."""

    def __init__(self, call: Call, decisions: Sequence[Decision]) -> None:
        self.reverted: list[RevertedRow] = []
        self.countered = 0
        """Movements of ledgers that got entries of the opposite."""
        self._call = call
        self._decided = {(each.resource, each.object): each.decision for each in decisions}
        self._known: set[tuple[str, str]] = set()
        """Resources that the writes have changed."""
        self._conflicts: list[Conflict] = []
        self._events: set[AnnouncedEvent] = set()
        self._consequences = Consequences(call)

    @property
    def kept(self) -> list[str]:
        """Return the resources that stay by decision."""
        return sorted(
            f"{resource} {named}"
            for (resource, named), decision in self._decided.items()
            if decision == "keep"
        )

    async def add(self, write: write_store.RecordedWrite, content: WriteContent) -> None:
        """Revert a write that can be undone, apart from its conflicts.

        Raises Invalid (422) for a decision that cannot be carried out, and NotModified (409) where
        a row cannot become what it was.
        """
        # a scope to write does not let read
        reads = scope_names.permits(
            self._call.identity.scopes, write.scope.replace("write_", "read_")
        )
        self._events.update(content.events)
        await self._consequences.lock(content.rows)
        gone, erased = await self._gone(write.write_no, content.persons)
        rows = [
            row
            for row in content.rows
            if row.member_id not in (erased if is_of_order(row.table) else gone)
        ]
        reverted = [
            (row, current)
            for row, current in await reverted_rows.locked(self._call, rows)
            if self._reverts(write, row, current, reads=reads)
        ]
        apart = await self._remove_owners(write, content, {id(row) for row, _ in reverted})
        written = [(row, current) for row, current in reverted if id(row) not in apart]
        await self._consequences.prepare(written)
        await reverted_rows.revert(self._call, written)
        self.reverted += [row for row, _ in written]
        await reverted_rows.require_parents(
            self._call,
            [row for row, current in reverted if current is None and row.before is not None],
        )
        await self._counter_stock(write, content.stock, reads=reads)
        for each in content.balances:
            await self._counter_balance(write, each, reads=reads)
        for issues in content.coupons:
            await self._counter_coupons(write, issues, reads=reads)

    async def end(self) -> None:
        """Make anew and announce what follows from the reverted rows.

        Raises Invalid (422) for a decision about what no write has changed, and UndoConflict (409).
        """
        for resource, named in self._decided:
            if (resource, named) not in self._known:
                raise Invalid(
                    NOT_CHANGED_BY_WRITE, parameter="decisions", resource=resource, named=named
                )
        if self._conflicts:
            raise UndoConflict(self._conflicts)
        await reverted_rows.renew(self._call, self.reverted)
        await self._consequences.settle()
        await self._announce()

    def _reverts(
        self,
        write: write_store.RecordedWrite,
        row: RevertedRow,
        current: dict[str, Any] | None,
        *,
        reads: bool,
    ) -> bool:
        """Return whether a row is reverted; add a conflict where there is no decision on it."""
        place = row.table, reverted_rows.object_of(row)
        self._known.add(place)
        fields, decision = reverted_rows.moved(row, current), self._decided.get(place)
        if decision == "keep":
            return False
        if fields is None:
            return True
        if decision == "revert":
            if current is None and row.before is not None and row.after is not None:
                raise Invalid(
                    ROW_GONE,
                    parameter="decisions",
                    table=row.table,
                    named=reverted_rows.object_of(row),
                )
            return current is not None or row.before is not None
        shown = reads and row.table not in WITHOUT_VALUES
        self._conflicts.append(
            Conflict(
                write_no=write.write_no,
                resource=row.table,
                object=reverted_rows.object_of(row),
                fields=fields,
                now=reverted_rows.named(current, fields) if shown else None,
                then=reverted_rows.named(row.before, fields) if shown else None,
            )
        )
        return False

    async def _gone(self, write_no: int, persons: list[str]) -> tuple[set[str], set[str]]:
        """Lock customers; return those who left, and those of whom nothing is recorded any more.

        Of neither anything comes back; of the former their orders do.
        """
        gone = set()
        for member_id in sorted(persons):
            try:
                await customer_store.require(self._call, member_id, to_change=True)
            except NotFound:
                gone.add(member_id)
        kept = await write_store.personal(self._call.db, write_no) if persons else {}
        erased = set(persons) - kept.keys()
        return gone | erased, erased

    async def _remove_owners(
        self, write: write_store.RecordedWrite, content: WriteContent, reverted: set[int]
    ) -> set[int]:
        """Remove what the write created by the rules of its deletion.

        `reverted`: the identities of the rows that nothing keeps.

        Returns the identities of the rows that went with it, or stay with it: where one of them is
        kept, or something names it and there is no decision to remove it nevertheless.
        """
        apart: set[int] = set()
        for (name, number), rows in reverted_rows.created(content).items():
            owner = OWNERS[name]
            apart.update(map(id, rows))
            if not all(id(row) in reverted for row in rows):
                continue
            own = next(row for row in rows if row.table == name)
            dependents = await owner.dependents(self._call, number)
            if dependents and self._decided.get((name, reverted_rows.object_of(own))) != "revert":
                self._conflicts.append(
                    Conflict(
                        write_no=write.write_no,
                        resource=name,
                        object=reverted_rows.object_of(own),
                        fields=dependents,
                        now=None,
                        then=None,
                    )
                )
                continue
            await self._remove(owner, own, number, content.events)
            self.reverted += rows
        return apart

    async def _remove(
        self, owner: Owner, own: RevertedRow, number: Any, events: Sequence[AnnouncedEvent]
    ) -> None:
        if owner.remove is None:
            await row_store.write(self._call.db, RowWrite(own.table, own.key, None))
            return
        shop_no = (own.after or {}).get("shop_no", self._call.shop_no)
        for each in events:
            kind = announcements.ANNOUNCED.get(each.event_no)
            if kind is not None and (kind.column, each.number) == (owner.number, number):
                shop_no = each.shop_no
        try:
            with self._call.in_shop(shop_no):
                await owner.remove(self._call, number)
        except Invalid as error:
            raise NotModified(error.reason, parameter="write_no") from None

    async def _counter_stock(
        self, write: write_store.RecordedWrite, moved: Sequence[MovedStock], *, reads: bool
    ) -> None:
        wanted = [each for each in moved if self._counters(STOCK, each)]
        if not wanted:
            return
        below_zero = frozenset(
            each.variant_code
            for each in wanted
            if self._decided.get((STOCK, each.named)) == "revert"
        )
        short = await ledgers.counter_stock(
            self._call, wanted, write.write_no, below_zero=below_zero
        )
        self.countered += len(wanted) - len(short)
        for each in wanted:
            if each.variant_code in short:
                self._add_short(write, STOCK, each, short[each.variant_code], "quantity", reads)

    async def _counter_balance(
        self, write: write_store.RecordedWrite, moved: MovedBalance, *, reads: bool
    ) -> None:
        if not self._counters(BALANCES, moved):
            return
        try:
            await ledgers.counter_balance(self._call, moved, write.write_no)
        except Short as short:
            self._add_short(write, BALANCES, moved, short, moved.pot, reads)
        else:
            self.countered += 1

    async def _counter_coupons(
        self, write: write_store.RecordedWrite, moved: MovedIssues, *, reads: bool
    ) -> None:
        """Revoke what was given, and give back what was revoked; used ones are a conflict.

        By the decision to revert, all but those are revoked.
        """
        if not self._counters(ISSUES, moved):
            return
        used = await coupon_issues.used(self._call, moved)
        if used and self._decided.get((ISSUES, moved.named)) != "revert":
            self._add_short(write, ISSUES, moved, Short(str(used), "0"), "used", reads)
            return
        await coupon_issues.counter(self._call, moved)
        self.countered += 1

    def _counters(self, resource: str, moved: Movement) -> bool:
        place = resource, moved.named
        self._known.add(place)
        return self._decided.get(place) != "keep"

    def _add_short(
        self,
        write: write_store.RecordedWrite,
        resource: str,
        moved: Movement,
        short: Short,
        field: str,
        reads: bool,
    ) -> None:
        if self._decided.get((resource, moved.named)) == "revert":
            raise Invalid(
                MOVEMENT_CANNOT_BE_REVERTED,
                parameter="decisions",
                resource=resource,
                named=moved.named,
            )
        self._conflicts.append(
            Conflict(
                write_no=write.write_no,
                resource=resource,
                object=moved.named,
                fields=[field],
                now={field: short.now} if reads and short.now is not None else None,
                then={field: short.then} if reads and short.then is not None else None,
            )
        )

    async def _announce(self) -> None:
        touched: dict[tuple[str, Any], set[str]] = defaultdict(set)
        for row in self.reverted:
            for place in row.key.items():
                touched[place].update(row.before or row.after or ())
        about: dict[tuple[int, int], Touched] = defaultdict(dict)
        for each in sorted(self._events, key=lambda event: (event.event_no, str(event.number))):
            kind = announcements.ANNOUNCED.get(each.event_no)
            if kind is not None and (kind.column, each.number) in touched:
                fields = sorted(touched[kind.column, each.number])
                about[each.event_no, each.shop_no][each.number] = fields
        for (event_no, shop_no), numbers in sorted(about.items()):
            publish = announcements.ANNOUNCED[event_no].publish
            if publish is not None:
                with self._call.in_shop(shop_no):
                    await publish(self._call, numbers)
