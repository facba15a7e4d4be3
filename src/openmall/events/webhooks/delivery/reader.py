"""Reading ahead: the events of the outbox that an app subscribes to, in their order."""

from collections.abc import Iterable
from typing import Final

import msgspec

from openmall.database.seal import Seal
from openmall.database.session import Row, Session
from openmall.events.webhooks import catalogue, sealed_keys
from openmall.events.webhooks.delivery import store as delivery_store
from openmall.events.webhooks.delivery.event_queue import EventQueue, QueuedEvent
from openmall.events.webhooks.delivery.store import QueueSnapshot
from openmall.events.webhooks.recipes import conditions
from openmall.events.webhooks.recipes.store import StoredRecipe

WINDOW: Final = 500
"""Events that are read at once."""
MAX_WAITING: Final = 5_000
"""Events that may be stored as waiting for one app in one mall; further ones stay in the outbox."""


class Reader:
    """How far the outbox was read for one queue, and the subscription it is read for."""

    def __init__(self, seal: Seal, client_id: str) -> None:
        self._seal = seal
        self._client_id = client_id
        self._buffered: list[QueuedEvent] = []
        self._in_doubt_upto = 0
        self.position = 0
        """Number of the last event that was read."""
        self.previous = 0
        """Number of the last one read that was for the app; 0: there was none."""
        self.passed_over = False
        """Events were read of which the app wants none, by recipes or changed fields."""

    def start(
        self, position: int, *, previous: int, buffered: list[QueuedEvent], in_doubt_upto: int
    ) -> None:
        """Read on behind `position`.

        `buffered`: stored events that join the queue when the events before them were read.
        `in_doubt_upto`: number up to which another worker may have sent events.
        """
        self.position, self.previous = position, previous
        self._buffered, self._in_doubt_upto = buffered, in_doubt_upto

    def reload_subscription(self, snapshot: QueueSnapshot, now: float) -> None:
        """Take over events, address and keys of the subscription, and the head of the outbox."""
        permitted = snapshot.events & catalogue.permitted(snapshot.scopes)
        self.event_nos = permitted & {catalogue.APP_DELETED} if snapshot.deleted else permitted
        self.address = snapshot.address
        self._fields = snapshot.changed_fields
        self._recipes: dict[int, list[StoredRecipe]] = {}
        for recipe in snapshot.recipes:
            self._recipes.setdefault(recipe.event_no, []).append(recipe)
        self._head = snapshot.head
        self.keys = sealed_keys.opened(self._seal, self._client_id, snapshot, now=now)

    @property
    def at_head(self) -> bool:
        return self.position >= self._head

    def is_full(self, queue: EventQueue) -> bool:
        """Say whether nothing more is read for now."""
        fresh = len(queue) - queue.stored_count
        return fresh > WINDOW // 2 or queue.stored_count >= MAX_WAITING

    async def events_after(self, db: Session, after: int) -> tuple[list[Row], int]:
        """Return the next events for the app, and the number up to which they are complete."""
        rows = await delivery_store.events(
            db, after=after, upto=self._head, event_nos=self.event_nos, most=WINDOW
        )
        upto = rows[-1][0] if len(rows) == WINDOW else self._head
        return [row for row in rows if self._is_for_app(row)], upto

    def _is_for_app(self, row: Row) -> bool:
        # only the app itself receives the events of its deletion and its payments
        recipes = self._recipes.get(row[1], ())
        fields = self._fields.get(row[1])
        if row[1] not in catalogue.OF_ONE_APP and not recipes and fields is None:
            return True
        changed = row[5].split(",") if row[5] else None
        if fields is not None and changed is not None and fields.isdisjoint(changed):
            self.passed_over = True
            return False
        resource = msgspec.json.decode(row[2])
        if row[1] in catalogue.OF_ONE_APP and resource.get("client_id") != self._client_id:
            return False
        if not recipes or any(
            conditions.is_triggered(recipe.settings, resource, changed) for recipe in recipes
        ):
            return True
        self.passed_over = True
        return False

    def enqueue(self, queue: EventQueue, rows: Iterable[Row], upto: int) -> None:
        """Add new events, and buffered ones among them, to the queue in their order."""
        fresh = []
        stored = {each.sequence for each in self._buffered}
        for sequence, event_no, resource, created_at, traceparent, changed_fields in rows:
            if sequence not in stored:
                fresh.append(
                    QueuedEvent(
                        sequence=sequence,
                        event_no=event_no,
                        previous=self.previous,
                        subjects=catalogue.subjects(event_no, resource),
                        resource=resource,
                        created_at=created_at,
                        traceparent=traceparent,
                        changed_fields=changed_fields,
                        in_doubt=sequence <= self._in_doubt_upto,
                    )
                )
            self.previous = sequence
        reached = [each for each in self._buffered if each.sequence <= upto]
        self._buffered = [each for each in self._buffered if each.sequence > upto]
        for event in sorted([*fresh, *reached], key=lambda each: each.sequence):
            queue.add(event)
        self.position = upto
