"""Results of attempts: collected while a queue is delivered, written in one transaction."""

from openmall.database.session import Session
from openmall.database.values import BoundValue
from openmall.events.webhooks.delivery import circuit_breaker, retry_policy
from openmall.events.webhooks.delivery import store as delivery_store
from openmall.events.webhooks.delivery.event_queue import EventQueue, QueuedEvent
from openmall.events.webhooks.delivery.store import QueueState


class Results:
    """Unwritten results of one queue: log entries, waiting events, events that are done."""

    def __init__(self, queue: EventQueue) -> None:
        self._queue = queue
        self.log: list[dict[str, BoundValue]] = []
        """Entries without numbers."""
        self._waiting: dict[int, QueuedEvent] = {}
        self._done: list[int] = []

    def record(
        self,
        state: QueueState,
        event: QueuedEvent,
        *,
        success: bool,
        entries: list[dict[str, BoundValue]],
        now: float,
    ) -> QueueState:
        """Record an attempt, and schedule a retry where it failed; return the state after it."""
        self.log.extend(entries)
        if success:
            self.ack(event)
            return circuit_breaker.after_success(state)
        event.attempts += 1
        next_at = retry_policy.next_attempt_at(event.attempts + event.in_doubt, now)
        if next_at is None:
            self.ack(event)
        else:
            self._queue.retry(event, next_at)
            self._waiting[event.sequence] = event
        return circuit_breaker.after_failure(state, now, given_up=next_at is None)

    def ack(self, event: QueuedEvent) -> None:
        """Remove an event: delivered, given up, or no longer for this app."""
        self._queue.remove(event)
        if event.stored:
            self._done.append(event.sequence)
            self._waiting.pop(event.sequence, None)

    def store_unfinished(self, *, everything: bool) -> None:
        """Store events that wait behind a stored one; `everything`: all that are queued."""
        for event in self._queue if everything else self._queue.blocked_by_stored():
            if not event.stored:
                self._queue.mark_stored(event)
                self._waiting[event.sequence] = event

    async def write(self, db: Session, client_id: str) -> None:
        """Write everything that was collected."""
        if self.log:
            await delivery_store.add_log(db, self.log)
        await delivery_store.delete_waiting(db, client_id, self._done)
        await delivery_store.store_waiting(db, client_id, self._waiting.values())

    def clear(self) -> None:
        """Empty the collected results, once their transaction is committed."""
        self.log, self._done, self._waiting = [], [], {}
