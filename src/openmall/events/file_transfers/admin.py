"""The operations of imports and exports of files. No specification knows them: they are ours."""

from typing import Final

from openmall.contract import scopes as scope_names
from openmall.contract.operation import delete, get, listing, post
from openmall.events.file_transfers import rules as transfer_rules
from openmall.events.file_transfers.shape import (
    Export,
    Import,
    ImportPart,
    PlannedRecord,
    RejectedRow,
)
from openmall.events.file_transfers.takes import (
    ErrorQuery,
    ExportDraft,
    ExportPath,
    ExportQuery,
    ImportDraft,
    ImportPath,
    ImportQuery,
    PartDraft,
    PlanQuery,
)

_READ: Final = scope_names.READ_APPLICATION
_WRITE: Final = scope_names.WRITE_APPLICATION

OPERATIONS: Final = [
    listing(
        "imports",
        transfer_rules.list_imports,
        takes=ImportQuery,
        gives=Import,
        key="imports",
        scope=_READ,
        links=True,
    ),
    post(
        "imports",
        transfer_rules.create_import,
        takes=ImportDraft,
        gives=Import,
        key="import",
        scope=_WRITE,
    ),
    get(
        "imports/{import_no}",
        transfer_rules.read_import,
        takes=ImportPath,
        gives=Import,
        key="import",
        scope=_READ,
    ),
    delete(
        "imports/{import_no}",
        transfer_rules.cancel_import,
        takes=ImportPath,
        gives=Import,
        key="import",
        scope=_WRITE,
    ),
    post(
        "imports/{import_no}/parts",
        transfer_rules.upload,
        takes=PartDraft,
        gives=ImportPart,
        key="part",
        scope=_WRITE,
    ),
    post(
        "imports/{import_no}/start",
        transfer_rules.start,
        takes=ImportPath,
        gives=Import,
        key="import",
        scope=_WRITE,
    ),
    post(
        "imports/{import_no}/confirm",
        transfer_rules.confirm,
        takes=ImportPath,
        gives=Import,
        key="import",
        scope=_WRITE,
    ),
    listing(
        "imports/{import_no}/plan",
        transfer_rules.list_plan,
        takes=PlanQuery,
        gives=PlannedRecord,
        key="plan",
        scope=_READ,
    ),
    listing(
        "imports/{import_no}/errors",
        transfer_rules.list_errors,
        takes=ErrorQuery,
        gives=RejectedRow,
        key="errors",
        scope=_READ,
    ),
    listing(
        "exports",
        transfer_rules.list_exports,
        takes=ExportQuery,
        gives=Export,
        key="exports",
        scope=_READ,
        links=True,
    ),
    post(
        "exports",
        transfer_rules.create_export,
        takes=ExportDraft,
        gives=Export,
        key="export",
        scope=_WRITE,
    ),
    get(
        "exports/{export_no}",
        transfer_rules.read_export,
        takes=ExportPath,
        gives=Export,
        key="export",
        scope=_READ,
    ),
    delete(
        "exports/{export_no}",
        transfer_rules.cancel_export,
        takes=ExportPath,
        gives=Export,
        key="export",
        scope=_WRITE,
    ),
]
