"""Events of imports and exports that have ended, which the app that created them receives.

They are openmall's own: the specification has no operation for files.
"""

from typing import ClassVar

from openmall.contract.events import Event
from openmall.events.file_transfers.store import Transfer


class ImportEnded(Event, frozen=True, kw_only=True):
    """Event 91001: an import has succeeded, failed or was cancelled."""

    event_no: ClassVar[int] = 91001

    client_id: str
    import_no: int
    kind: str
    dry_run: str
    state: str
    done: int
    new: int
    changed: int
    unchanged: int
    rejected: int
    errors: int


class ExportEnded(Event, frozen=True, kw_only=True):
    """Event 91002: an export has succeeded, failed or was cancelled."""

    event_no: ClassVar[int] = 91002

    client_id: str
    export_no: int
    kind: str
    state: str
    done: int
    size: int


def ended(transfer: Transfer) -> ImportEnded | ExportEnded:
    """Return the event of an import or export that has ended."""
    shop_no = str(transfer.shop_no)
    if transfer.direction == "export":
        return ExportEnded(
            event_shop_no=shop_no,
            client_id=transfer.client_id,
            export_no=transfer.transfer_no,
            kind=transfer.kind,
            state=transfer.state,
            done=transfer.done,
            size=transfer.size,
        )
    return ImportEnded(
        event_shop_no=shop_no,
        client_id=transfer.client_id,
        import_no=transfer.transfer_no,
        kind=transfer.kind,
        dry_run=transfer.dry_run,
        state=transfer.state,
        done=transfer.done,
        new=transfer.created,
        changed=transfer.updated,
        unchanged=transfer.unchanged,
        rejected=transfer.rejected,
        errors=transfer.errors,
    )
