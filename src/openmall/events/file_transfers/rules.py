"""Behaviour of imports and exports of files, which a worker carries out.

An import or export is of the app that created it. Besides the scope of its operations a token needs
that of the data which is written or read.
"""

import base64
import binascii
from typing import Any, Final, get_args

import msgspec
from msgspec import UNSET

from openmall.access.oauth import installation_rows
from openmall.access.oauth.refusals import APP_DELETED_FROM_MALL
from openmall.contract import scopes as scope_names
from openmall.contract.call import Call
from openmall.contract.errors import Forbidden, Invalid, NotFound
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.events.file_transfers import (
    download,
    encodings,
    file_store,
    picture_store,
    refusals,
    sealed_files,
)
from openmall.events.file_transfers import events as transfer_events
from openmall.events.file_transfers import shape as transfer_shape
from openmall.events.file_transfers import store as transfer_store
from openmall.events.file_transfers.shape import (
    Export,
    ExportState,
    Import,
    ImportNote,
    ImportPart,
    ImportState,
    PlannedRecord,
    RejectedRow,
)
from openmall.events.file_transfers.store import Transfer
from openmall.events.file_transfers.takes import (
    ErrorQuery,
    ExportDraft,
    ExportFilters,
    ExportPath,
    ExportQuery,
    ImportDraft,
    ImportOptions,
    ImportPath,
    ImportQuery,
    PartDraft,
    PlanQuery,
)

MOST_NAMED_PICTURES: Final = 100
NOT_FETCHED: Final = "Pictures that could not be fetched: they keep their address"
UNFINISHED: Final = 20
"""Imports and exports of a mall that have not ended, at most."""
_IMPORT: Final = "import"
_EXPORT: Final = "export"
SCOPES: Final = {
    (_IMPORT, "products"): scope_names.WRITE_PRODUCT,
    (_IMPORT, "stock"): scope_names.WRITE_PRODUCT,
    (_IMPORT, "categories"): scope_names.WRITE_CATEGORY,
    (_IMPORT, "customers"): scope_names.WRITE_PRIVACY,
    (_IMPORT, "orders"): scope_names.WRITE_ORDER,
    (_EXPORT, "products"): scope_names.READ_PRODUCT,
    (_EXPORT, "stock"): scope_names.READ_PRODUCT,
    (_EXPORT, "categories"): scope_names.READ_CATEGORY,
    (_EXPORT, "orders"): scope_names.READ_ORDER,
    (_EXPORT, "customers"): scope_names.READ_PRIVACY,
}
"""Direction and kind -> the scope of its data."""
_NOUNS: Final = {_IMPORT: Phrase("import"), _EXPORT: Phrase("export")}


async def create_import(call: Call, draft: ImportDraft) -> Import:
    """Create an import of a file, which is then uploaded in parts and started.

    Needs the scope of the data besides: `mall.write_product` for products and stock,
    `mall.write_category`, `mall.write_privacy` for customers, or `mall.write_order` (403). Raises
    Invalid (422) for an encoding that is not read.
    """
    if draft.format == "saleor" and draft.kind != "products":
        raise Invalid(refusals.FORMAT_OF_PRODUCTS, parameter="format")
    if draft.line_column and draft.format != "csv":
        raise Invalid(refusals.COLUMNS_OF_CSV_ONLY, parameter="line_column")
    if draft.fetch_pictures == "T" and draft.kind != "products":
        raise Invalid(refusals.PICTURES_OF_PRODUCTS_ONLY, parameter="fetch_pictures")
    try:
        encodings.codec(draft.encoding)
    except LookupError:
        raise Invalid(
            refusals.UNKNOWN_ENCODING,
            parameter="encoding",
            encoding=repr(draft.encoding[: encodings.LONGEST]),
        ) from None
    options = ImportOptions(
        maps=draft.maps,
        constants=draft.constants,
        only=draft.only,
        encoding=draft.encoding,
        fetch_pictures=draft.fetch_pictures,
        own_codes=draft.own_codes,
        line_column=draft.line_column,
        notes=draft.notes,
    )
    transfer = await _create(
        call,
        _IMPORT,
        draft.kind,
        state="uploading",
        open="F",
        format=draft.format,
        dry_run=draft.dry_run,
        options=msgspec.json.encode(options).decode(),
    )
    call.journal(f"import {transfer.transfer_no}", {"kind": ("", draft.kind)})
    return transfer_shape.import_response(transfer, draft.notes)


async def _create(call: Call, direction: str, kind: str, **fields: Any) -> Transfer:
    _require_scope(call, direction, kind)
    client_id = call.identity.app.client_id
    if client_id and not await installation_rows.hold(call.db, client_id):
        raise Forbidden(APP_DELETED_FROM_MALL)
    # the number is allocated first: calls of a mall take turns from here on
    transfer = Transfer(
        transfer_no=await transfer_store.new_number(call.db),
        direction=direction,
        client_id=client_id,
        user_id=call.identity.user_id,
        kind=kind,
        shop_no=call.shop_no,
        created_at=int(call.clock.now()),
        **fields,
    )
    if await transfer_store.unfinished(call.db) >= UNFINISHED:
        raise Invalid(refusals.TOO_MANY_TRANSFERS, most=UNFINISHED)
    await transfer_store.add(call.db, transfer)
    return transfer


def _require_scope(call: Call, direction: str, kind: str) -> None:
    scope = SCOPES[direction, kind]
    if not _permitted(call, direction, kind):
        raise Forbidden(refusals.SCOPE_OF_DATA_MISSING, scope=scope)


def _permitted(call: Call, direction: str, kind: str) -> bool:
    """Return whether the caller may have such data; pages look at their manager themselves."""
    if not call.identity.app.client_id:
        return True
    return scope_names.permits(call.identity.scopes, SCOPES[direction, kind])


async def list_imports(call: Call, query: ImportQuery) -> list[Import]:
    """Retrieve a list of the app's imports, the newest first."""
    states = list(get_args(ImportState)) if query.state is UNSET else [query.state]
    found = await transfer_store.listed(
        call.db,
        call.identity.app.client_id,
        _IMPORT,
        states,
        limit=query.limit + 1,
        offset=query.offset,
    )
    call.effects.more = len(found) > query.limit
    return [transfer_shape.import_response(each, _notes(each)) for each in found[: query.limit]]


async def read_import(call: Call, params: ImportPath) -> Import:
    """Retrieve an import: how far it is, and what came of it."""
    transfer = await _find(call, _IMPORT, params.import_no)
    rejected_url = None
    if transfer.finished_at and await file_store.rejected_size(call.db, transfer.transfer_no):
        now = int(call.clock.now())
        path = download.rejected_address(call.seal, call.db.mall_id, transfer, now)
        rejected_url = f"{call.origin}{path}"
    return transfer_shape.import_response(
        transfer, [*_notes(transfer), *await _not_fetched(call, transfer)], rejected_url
    )


def _notes(transfer: Transfer) -> list[ImportNote]:
    """Return the notes with which an import was created."""
    return msgspec.json.decode(transfer.options or "{}", type=ImportOptions).notes


async def _not_fetched(call: Call, transfer: Transfer) -> list[ImportNote]:
    """Return a note on the pictures that could not be fetched, where there are any."""
    count, pictures = await picture_store.failed(
        call.db, transfer.transfer_no, limit=MOST_NAMED_PICTURES
    )
    codes = [f"{each.address[:100]}: {each.failure}"[:200] for each in pictures]
    return [ImportNote(message=NOT_FETCHED, count=count, codes=codes)] if count else []


async def _find(
    call: Call, direction: str, transfer_no: int, *, to_change: bool = False
) -> Transfer:
    """Return an import or export of the app. Raises NotFound (404)."""
    found = await transfer_store.find(call.db, transfer_no, to_change=to_change)
    if (
        found is None
        or found.direction != direction
        or found.client_id != call.identity.app.client_id
        or not _permitted(call, direction, found.kind)
    ):
        raise NotFound(DOES_NOT_EXIST, parameter=f"{direction}_no", resource=_NOUNS[direction])
    return found


async def upload(call: Call, draft: PartDraft) -> ImportPart:
    """Upload a part of the file of an import; one of the same number is replaced.

    A file has 512 parts of 1 MiB at most, which are numbered from 1 and may come in any order.
    """
    transfer = await _find(call, _IMPORT, draft.import_no, to_change=True)
    if transfer.state != "uploading":
        raise Invalid(refusals.IMPORT_STARTED, parameter="import_no")
    try:
        content = base64.b64decode(draft.content, validate=True)
    except binascii.Error:
        raise Invalid(refusals.NO_BASE64, parameter="content") from None
    sealed = sealed_files.seal_part(
        call.seal, call.db.mall_id, transfer.transfer_no, draft.part_no, draft.content
    )
    await file_store.put_part(
        call.db,
        transfer.transfer_no,
        draft.part_no,
        len(content),
        sealed,
    )
    return ImportPart(import_no=transfer.transfer_no, part_no=draft.part_no, size=len(content))


async def start(call: Call, params: ImportPath) -> Import:
    """Start an import whose file is uploaded; a worker carries it out. Twice is 422."""
    transfer = await _find(call, _IMPORT, params.import_no, to_change=True)
    parts, last, size = await file_store.measure(call.db, transfer.transfer_no)
    if not parts or parts != last:
        raise Invalid(refusals.PARTS_OF_FILE_MISSING, parameter="import_no")
    if not await transfer_store.start(call.db, transfer.transfer_no, parts=parts, size=size):
        raise Invalid(refusals.IMPORT_STARTED, parameter="import_no")
    call.journal(f"import {transfer.transfer_no}", {"state": (transfer.state, "queued")})
    return await read_import(call, params)


async def confirm(call: Call, params: ImportPath) -> Import:
    """Import the file of a dry run that has ended; a worker carries it out.

    The import begins anew, with other counts. 422 where it is no dry run, has not succeeded, or
    where its file, which is kept for a day, is gone.
    """
    transfer = await _find(call, _IMPORT, params.import_no, to_change=True)
    parts, last, _ = await file_store.measure(call.db, transfer.transfer_no)
    if transfer.dry_run != "T" or transfer.state != "succeeded":
        raise Invalid(refusals.NO_SUCCESSFUL_DRY_RUN, parameter="import_no")
    if not parts or parts != last:
        raise Invalid(refusals.FILE_OF_DRY_RUN_GONE, parameter="import_no")
    # the number is of a mall's row: calls of a mall take turns from here on
    await transfer_store.take_turns(call.db)
    if await transfer_store.unfinished(call.db) >= UNFINISHED:
        raise Invalid(refusals.TOO_MANY_TRANSFERS, most=UNFINISHED)
    await transfer_store.confirm(call.db, transfer.transfer_no, parts=parts)
    await file_store.forget_errors(call.db, transfer.transfer_no)
    await file_store.delete_rejected(call.db, transfer.transfer_no)
    call.journal(f"import {transfer.transfer_no}", {"dry_run": ("T", "F")})
    return await read_import(call, params)


async def list_plan(call: Call, query: PlanQuery) -> list[PlannedRecord]:
    """Retrieve a list of what a dry run found: the first 1,000 records that are not rejected."""
    transfer = await _find(call, _IMPORT, query.import_no)
    found = await file_store.plan(
        call.db, transfer.transfer_no, after=query.since_row_no, limit=query.limit
    )
    return [transfer_shape.plan_response(each) for each in found]


async def list_errors(call: Call, query: ErrorQuery) -> list[RejectedRow]:
    """Retrieve a list of the rows of an imported file that are at fault, in their order."""
    transfer = await _find(call, _IMPORT, query.import_no)
    found = await file_store.errors(
        call.db, transfer.transfer_no, after=query.since_error_no, limit=query.limit
    )
    return [transfer_shape.error_response(each) for each in found]


async def cancel_import(call: Call, params: ImportPath) -> Import:
    """Cancel what has not been done of an import, and delete its file; what was done stays.

    One that has ended is not cancelled (422).
    """
    await _cancel(call, _IMPORT, params.import_no)
    return await read_import(call, params)


async def _cancel(call: Call, direction: str, transfer_no: int) -> None:
    transfer = await _find(call, direction, transfer_no, to_change=True)
    at = int(call.clock.now())
    if not await transfer_store.end(call.db, transfer_no, state="cancelled", at=at):
        raise Invalid(
            refusals.TRANSFER_ENDED, parameter=f"{direction}_no", direction=_NOUNS[direction]
        )
    await file_store.delete_parts(call.db, transfer_no)
    ended = await transfer_store.find(call.db, transfer_no)
    if ended is not None and ended.client_id:
        call.publish(transfer_events.ended(ended))
    call.journal(f"{direction} {transfer_no}", {"state": (transfer.state, "cancelled")})


async def create_export(call: Call, draft: ExportDraft) -> Export:
    """Create an export: a worker writes the file.

    Needs the scope of the data besides: `mall.read_product`, `mall.read_category`,
    `mall.read_order` or, for customers, `mall.read_privacy` (403). That of customers needs a
    reason, which is logged.
    """
    if draft.kind == "customers" and not draft.reason.strip():
        raise Invalid(refusals.REASON_OF_EXPORT_MISSING, parameter="reason")
    filters = _filters(draft)
    transfer = await _create(
        call,
        _EXPORT,
        draft.kind,
        state="queued",
        open="T",
        format=draft.format,
        reason=draft.reason.strip(),
        options=msgspec.json.encode(filters).decode(),
    )
    changes: dict[str, tuple[str, str]] = {"kind": ("", draft.kind)}
    if transfer.reason:
        changes["reason"] = ("", transfer.reason)
    call.journal(f"export {transfer.transfer_no}", changes)
    return transfer_shape.export_response(transfer, None)


def _filters(draft: ExportDraft) -> ExportFilters:
    """Return what is exported. Raises Invalid (422) for a filter that the data do not have."""
    dated, of_products = draft.kind in ("orders", "customers"), draft.kind in ("products", "stock")
    fits = {
        "start_date": dated,
        "end_date": dated,
        "category_no": of_products,
        "group_no": draft.kind == "customers",
    }
    sent = {name: getattr(draft, name) for name in fits}
    values = {name: value for name, value in sent.items() if value not in (None, UNSET)}
    for name in values:
        if not fits[name]:
            raise Invalid(refusals.NO_SUCH_FILTER, parameter=name, kind=draft.kind)
    if draft.start_date and draft.end_date and draft.end_date < draft.start_date:
        raise Invalid(refusals.LAST_DAY_BEFORE_FIRST, parameter="end_date")
    return ExportFilters(**values)


async def list_exports(call: Call, query: ExportQuery) -> list[Export]:
    """Retrieve a list of the app's exports, the newest first; without addresses of files."""
    states = list(get_args(ExportState)) if query.state is UNSET else [query.state]
    found = await transfer_store.listed(
        call.db,
        call.identity.app.client_id,
        _EXPORT,
        states,
        limit=query.limit + 1,
        offset=query.offset,
    )
    call.effects.more = len(found) > query.limit
    return [transfer_shape.export_response(each, None) for each in found[: query.limit]]


async def read_export(call: Call, params: ExportPath) -> Export:
    """Retrieve an export: how far it is, and where its file is fetched for ten minutes."""
    transfer = await _find(call, _EXPORT, params.export_no)
    file_url = None
    if transfer.state == "succeeded":
        now = int(call.clock.now())
        path = download.address(call.seal, call.db.mall_id, transfer, now)
        file_url = f"{call.origin}{path}"
    return transfer_shape.export_response(transfer, file_url)


async def cancel_export(call: Call, params: ExportPath) -> Export:
    """Cancel an export. One that has ended is not cancelled (422)."""
    await _cancel(call, _EXPORT, params.export_no)
    return await read_export(call, params)
