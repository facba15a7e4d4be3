"""Imports and exports of files: upload, plan, confirmation, progress, rejected rows, download."""

import base64
import re
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace
from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.access.oauth.refusals import UNKNOWN_BUTTON
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.contract.errors import ApiError, Invalid, Malformed, NotFound
from openmall.contract.json_values import Encodable
from openmall.contract.moments import moment
from openmall.contract.refusal import Phrase, reason_of
from openmall.contract.refusals import NO_SUCH
from openmall.contract.worker_threads import UPLOADS
from openmall.events.file_transfers import rules as transfer_rules
from openmall.events.file_transfers.shape import Export, Import, PlannedRecord, RejectedRow
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import form_errors, uploads
from openmall.pages.backoffice.customers import customers
from openmall.pages.backoffice.fault_wordings import FAULTS
from openmall.pages.backoffice.form_errors import NO_ERROR, FormState
from openmall.pages.backoffice.page_context import PageContext, PageError
from openmall.pages.backoffice.product import product_tax
from openmall.pages.backoffice.refusals import UPLOAD_EMPTY
from openmall.pages.backoffice.rendering import not_found_page, render_page
from openmall.pages.backoffice.transfers import import_sources

MAX_MEGABYTES: Final = 10
"""Of a file that is uploaded here; larger ones are imported compressed, by calls or commands."""
SHOWN: Final = 20
ROWS: Final = 100
"""Rows of a plan, and rows at fault, on a page."""
KINDS: Final = {
    "products": (menu_pages.PRODUCTS, marked("Products with stock")),
    "stock": (menu_pages.PRODUCTS, marked("Stock alone")),
    "categories": (menu_pages.PRODUCTS, marked("Categories")),
    "orders": (menu_pages.ORDERS, marked("Orders")),
    "customers": (menu_pages.CUSTOMERS, marked("Customers")),
}
"""Kind -> the page of its data, which a manager has to be allowed to open, and its name."""
EXPORTED: Final = ("products", "stock", "categories", "orders", "customers")
STATES: Final = {
    "uploading": marked("Not started"),
    "queued": marked("Waiting"),
    "running": marked("In progress"),
    "succeeded": marked("Finished"),
    "failed": marked("Failed"),
    "cancelled": marked("Cancelled"),
    "expired": marked("Deleted because a customer was erased"),
}
BADGES: Final = {"succeeded": "good", "failed": "bad"}
OUTCOMES: Final = {
    "new": marked("New"),
    "changed": marked("Modified"),
    "unchanged": marked("Unchanged"),
}
_ENDED: Final = frozenset({"succeeded", "failed", "cancelled", "expired"})
_ADDRESS: Final = re.compile(r"(import|export)-([1-9][0-9]{0,9})")
_PART_BYTES: Final = 1024 * 1024
_REFRESH_SECONDS: Final = "2"
_UPLOAD: Final = "upload"
_EXPORT: Final = "export"
_FIELDS: Final = {
    "kind": "data",
    "format": "file_format",
    "start_date": "from",
    "end_date": "to",
}
"""Parameter of an export -> its field, which the form of imports does not have too."""
_MESSAGES: Final = {"cancelled": marked("It was cancelled; what was done stays.")}


async def show(context: PageContext) -> Response:
    """Handle `GET /admin/transfers`: forms, and what was imported and exported last."""
    return await _page(context, NO_ERROR)


async def _page(context: PageContext, state: FormState, *, status: int = 200) -> Response:
    kinds = _kinds(context)
    imports = (await context.call(transfer_rules.list_imports, {"limit": SHOWN})).content
    exports = (await context.call(transfer_rules.list_exports, {"limit": SHOWN})).content
    groups = await customers.groups(context) if "customers" in kinds else {}
    return render_page(
        context,
        "transfers.html",
        status=status,
        form_state=state,
        kinds=list(_kinds(context, writes=True).items()),
        exported=[(kind, kinds[kind]) for kind in EXPORTED if kind in kinds],
        names=kinds,
        sources=[(code, context.translate(name)) for code, name in import_sources.SOURCES.items()],
        groups=list(groups.items()),
        shops=[(number, shop.name) for number, shop in context.visit.mall.shops.items()],
        shop_no=context.shop.shop_no,
        chosen=context.visit.query.text("kind"),
        imports=[each for each in imports if each.kind in kinds],
        exports=[each for each in exports if each.kind in kinds],
        states=STATES,
        badges=BADGES,
        most=MAX_MEGABYTES,
    )


def _kinds(context: PageContext, *, writes: bool = False) -> dict[str, str]:
    """Return the kinds of data that this manager may have, or change, with their names."""
    return {
        kind: context.translate(name)
        for kind, (page, name) in KINDS.items()
        if context.may_open(page) and (not writes or context.may_change(page))
    }


def _require_kind(context: PageContext, kind: str, *, writes: bool = False) -> None:
    if kind not in _kinds(context, writes=writes):
        raise PageError(
            marked("You may not open this"),
            marked("Your account does not include these data."),
            status=403,
        )


async def create(context: PageContext) -> Response:
    """Handle `POST /admin/transfers`: upload a file to be planned, or begin an export."""
    if uploads.is_upload(context.visit.request):
        form, file = await uploads.read_form(
            context, max_bytes=MAX_MEGABYTES * 1024 * 1024 + 65_536
        )
        action, begin = _UPLOAD, _upload(context, form, file)
    else:
        form = await context.form()
        action, begin = _EXPORT, _export(context, form)
    try:
        return redirect(f"{context.page.path}/{await begin}")
    except ApiError as error:
        names = _FIELDS if action == _EXPORT else {"content": "file"}
        state = form_errors.rejected_form(context, action, form, error, names)
        return await _page(context, state, status=error.status)


async def _upload(context: PageContext, form: Fields, file: bytes) -> str:
    """Create a dry run of an uploaded file; return its address below the page."""
    kind = form.text("kind")
    _require_kind(context, kind, writes=True)
    if not file:
        raise Invalid(UPLOAD_EMPTY, parameter="file")
    options = {
        name: [line.strip() for line in form.text(name).splitlines() if line.strip()]
        for name in ("maps", "constants", "only")
    }
    encoding, source = form.text("encoding") or "utf-8", form.text("source")
    notes: list[dict[str, Encodable]] = []
    shop_no, line_column = form.text("shop_no") or str(context.shop.shop_no), ""
    if source:
        now = moment(context.clock.now()).strftime("%Y-%m-%d %H:%M:%S")
        rewritten = await UPLOADS.run(
            import_sources.rewritten,
            source,
            kind,
            file,
            encoding,
            now=now,
            currency=_currency(context, shop_no),
            tax_rate=product_tax.preset(context.visit.mall.country),
        )
        line_column = import_sources.LINE
        file, notes, encoding = rewritten.content, rewritten.notes, "utf-8"
    draft = {
        "kind": kind,
        "format": "csv" if source else form.text("format") or "csv",
        "encoding": encoding,
        "dry_run": "T",
        "fetch_pictures": "T" if kind == "products" and form.is_ticked("pictures") else "F",
        "own_codes": "T" if source else "F",
        "line_column": line_column,
        "notes": notes,
        "shop_no": shop_no,
        **options,
    }
    number = (await context.call(transfer_rules.create_import, draft)).content.import_no
    try:
        for at in range(0, max(len(file), 1), _PART_BYTES):
            part = base64.b64encode(file[at : at + _PART_BYTES]).decode()
            values: dict[str, Encodable] = {"part_no": at // _PART_BYTES + 1, "content": part}
            await context.call(transfer_rules.upload, {**values, "import_no": number})
        await context.call(transfer_rules.start, {"import_no": number})
    except ApiError:
        await context.call(transfer_rules.cancel_import, {"import_no": number})
        raise
    return f"import-{number}"


def _currency(context: PageContext, shop_no: str) -> str:
    """Return the currency of a shop of the mall; empty for another number, which is refused."""
    shops = context.visit.mall.shops
    return next((shop.currency for no, shop in shops.items() if str(no) == shop_no), "")


async def _export(context: PageContext, form: Fields) -> str:
    """Create an export; return its address below the page."""
    kind = form.text("data")
    _require_kind(context, kind)
    draft: dict[str, Encodable] = {
        "kind": kind,
        "format": form.text("file_format") or "csv",
        "reason": form.text("reason"),
        "shop_no": form.text("of_shop") or str(context.shop.shop_no),
    }
    filters = {
        "start_date": form.text("from"),
        "end_date": form.text("to"),
        "category_no": form.text("category_no"),
        "group_no": form.text("group_no"),
    }
    draft |= {name: value for name, value in filters.items() if value}
    response = await context.call(transfer_rules.create_export, draft)
    return f"export-{response.content.export_no}"


async def show_one(context: PageContext) -> Response:
    """Handle `GET /admin/transfers/import-7` or `export-7`; it is loaded anew while it runs."""
    try:
        direction, transfer = await _find(context)
    except ApiError as error:
        return not_found_page(context, error)
    ended = transfer.state in _ENDED
    plan: Sequence[PlannedRecord] = ()
    faults: Sequence[RejectedRow] = ()
    if isinstance(transfer, Import) and ended:
        planned_from, faults_from = _start(context, "plan"), _start(context, "errors")
        query = {"since_row_no": planned_from, "limit": ROWS}
        plan = (
            await context.call(transfer_rules.list_plan, {**query, "import_no": transfer.import_no})
        ).content
        query = {"since_error_no": faults_from, "limit": ROWS}
        faults = (
            await context.call(
                transfer_rules.list_errors, {**query, "import_no": transfer.import_no}
            )
        ).content
    response = render_page(
        context,
        "transfer.html",
        messages=_MESSAGES,
        notes=[
            replace(each, message=context.translate(each.message))
            for each in (transfer.notes if isinstance(transfer, Import) else ())
        ],
        direction=direction,
        transfer=transfer,
        message=_told(context, transfer),
        label=_kinds(context)[transfer.kind],
        states=STATES,
        badges=BADGES,
        outcomes=OUTCOMES,
        ended=ended,
        address=f"{context.page.path}/{context.subpath}",
        plan=plan,
        more_plan=plan[-1].row_no if len(plan) == ROWS else 0,
        faults=[replace(each, message=_told(context, each)) for each in faults],
        more_faults=faults[-1].error_no if len(faults) == ROWS else 0,
    )
    if not ended and transfer.state != "uploading":
        # by a header, since readers of pages are told of an element that does it
        response.headers["Refresh"] = _REFRESH_SECONDS
    return response


def _told(context: PageContext, about: Import | Export | RejectedRow) -> str:
    """Return the message of a transfer or of a row at fault in the manager's language."""
    reason = reason_of(about.reason, about.values)
    # a row of before has its English message alone
    return about.message if reason is None else form_errors.reason_message(context, reason, FAULTS)


def _start(context: PageContext, name: str) -> int:
    text = context.visit.query.text(f"{name}_from")
    return int(text) if text.isdigit() and len(text) < 10 else 0


async def _find(context: PageContext) -> tuple[str, Import | Export]:
    matched = _ADDRESS.fullmatch(context.subpath)
    if matched is None:
        raise NotFound(NO_SUCH, resource=Phrase("import or export"))
    direction, number = matched[1], matched[2]
    transfer: Import | Export
    if direction == "import":
        found = await context.call(transfer_rules.read_import, {"import_no": number})
        transfer = found.content
    else:
        named = {"export_no": number}
        transfer = (await context.call(transfer_rules.read_export, named)).content
    _require_kind(context, transfer.kind)
    return direction, transfer


_DEEDS: Final = Deeds("confirm", "cancel")


async def change(context: PageContext) -> Response:
    """Handle `POST` below the page: import what was planned, or cancel."""
    form = await context.form(deeds=_DEEDS)
    path = f"{context.page.path}/{context.subpath}"
    try:
        _, transfer = await _find(context)
    except ApiError as error:
        return not_found_page(context, error)
    try:
        if form.deed == "confirm":
            if not isinstance(transfer, Import):
                raise Malformed(UNKNOWN_BUTTON)
            _require_kind(context, transfer.kind, writes=True)
            await context.call(transfer_rules.confirm, {"import_no": transfer.import_no})
            return redirect(path)
        if isinstance(transfer, Import):
            named = {"import_no": transfer.import_no}
            await context.call(transfer_rules.cancel_import, named)
        else:
            named = {"export_no": transfer.export_no}
            await context.call(transfer_rules.cancel_export, named)
    except Invalid:
        # a double click, or it has ended meanwhile: the page shows how it is now
        return redirect(path)
    return redirect(f"{path}?done=cancelled")
