"""Every event that is announced anywhere can be told to apps, and is about something it has."""

from collections.abc import Iterator

from openmall.contract.events import Event
from openmall.events.webhooks.catalogue import KINDS, SCOPES
from tests.every_operation.registry_rows import every_row
from tests.guards.sources import import_all


def _announced(kind: type[Event]) -> Iterator[type[Event]]:
    for each in kind.__subclasses__():
        yield from _announced(each)
        if each.__module__.startswith("openmall.") and hasattr(each, "event_no"):
            yield each


def test_every_announced_event_is_catalogued_with_fields_it_has() -> None:
    import_all()
    wrong = {}
    for kind in _announced(Event):
        known = KINDS.get(kind.event_no)
        if known is None or not set(known.fields) <= set(kind.__struct_fields__):
            wrong[kind.__name__] = (kind.event_no, kind.__struct_fields__)
    assert wrong == {}


def test_every_scope_of_an_event_is_one_an_operation_needs() -> None:
    needed = {row.scope for _, row in every_row()}
    assert SCOPES - needed == set()
