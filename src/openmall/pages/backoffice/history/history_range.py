"""Undo of all writes of an app, or of a manager in the back office, in a time range.

A preview executes the undo and rolls it back. Nothing needs a script.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from msgspec import Struct
from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.api.pipeline.operation_call import Read
from openmall.commerce.undo import admin as undo_admin
from openmall.commerce.undo.ledgers import BALANCES, STOCK
from openmall.commerce.undo.refusals import NOTHING_TO_UNDO, RANGE_ENDS_EARLY, RANGE_OF_NOTHING
from openmall.commerce.undo.reverting import UndoConflict
from openmall.commerce.undo.shape import Conflict, UndoneWrites, WriteLine
from openmall.contract.errors import ApiError
from openmall.contract.json_values import Encodable
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.http.web.wordings import Wordings
from openmall.pages.backoffice import form_errors
from openmall.pages.backoffice.history import (
    changed_fields,
    changed_resources,
    field_paths,
    history,
    write_lines,
    write_names,
    write_reasons,
)
from openmall.pages.backoffice.history.changed_fields import ShownField
from openmall.pages.backoffice.history.subjects import Names, Subjects
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.rendering import render_page

PATH: Final = "range"
MOST_SHOWN: Final = 200
"""Conflicts and decisions of one form."""
_OPERATION: Final = "writes/undo"
_MOST_FIELDS: Final = 500
_UNDECIDED: Final = marked("Choose for each conflict what becomes of it.")
_WORDINGS: Final[Wordings] = {
    RANGE_OF_NOTHING: marked("Choose an app or a manager."),
    RANGE_ENDS_EARLY: marked("The end date is before the start date."),
    NOTHING_TO_UNDO: marked("Nothing of this time can be undone."),
}


class RangeConflict(Struct, frozen=True, kw_only=True):
    """A resource that has changed since, with what becomes of it."""

    field: str
    kind: str
    name: str
    address: str
    fields: list[ShownField]
    decision: str


class Range(Struct, kw_only=True):
    """The form as it was sent."""

    app: str
    manager: str
    start: str
    end: str
    decisions: dict[str, str] = {}
    """`product 1,7` -> keep or revert."""

    def parameters(self) -> dict[str, Encodable]:
        """Return the parameters of the operation."""
        named = {"client_id": self.app, "user_id": self.manager}
        decisions = []
        for place, decision in self.decisions.items():
            resource, _, named_object = place.partition(" ")
            decisions.append({"resource": resource, "object": named_object, "decision": decision})
        return {
            **{name: value for name, value in named.items() if value},
            "start_date": _moment(self.start),
            "end_date": _moment(self.end),
            "decisions": decisions,
        }


async def show(context: PageContext) -> Response:
    """Handle `GET /admin/history/range`: the form, with the filters of the list."""
    query = context.visit.query
    app = query.text("app")
    wanted = Range(
        app="" if app == history.IN_OFFICE else app,
        manager=query.text("manager"),
        start=_day(query.text("from"), "00:00:00"),
        end=_day(query.text("to"), "23:59:59"),
    )
    return await _page(context, wanted)


_DEEDS: Final = Deeds("preview", "undo", without="preview")


async def change(context: PageContext) -> Response:
    """Handle a button of the form: preview, or undo."""
    form = await context.form(deeds=_DEEDS, most=_MOST_FIELDS)
    wanted = _read(form)
    try:
        if form.deed == "undo":
            done = await context.call(
                undo_admin.undo_writes, wanted.parameters(), permits=history.permitted
            )
            result = "more" if done.content.more else "undone"
            return redirect(f"{context.page.path}?done={result}")
        return await _page(context, wanted, preview=await _preview(context, wanted))
    except UndoConflict as conflict:
        return await _page(
            context, wanted, conflicts=conflict.conflicts, message=_UNDECIDED, status=409
        )
    except ApiError as error:
        message = form_errors.error_message(context, error, own=_WORDINGS)
        return await _page(context, wanted, message=message, status=error.status)


def _day(typed: str, time: str) -> str:
    """Return the first or last moment of a day for a field of date and time."""
    return f"{typed}T{time}" if typed and "T" not in typed else typed


def _moment(typed: str) -> str:
    """Return what a field of date and time sends, which leaves out seconds that are 0."""
    date, _, time = typed.partition("T")
    return f"{date} {time}{':00' if time.count(':') == 1 else ''}".strip()


def _read(form: Fields) -> Range:
    prefix = "decision "
    decisions = {
        name.removeprefix(prefix): form.text(name)
        for name in form.names()
        if name.startswith(prefix) and form.text(name) in ("keep", "revert")
    }
    return Range(
        app=form.text("app"),
        manager=form.text("manager"),
        start=form.text("start"),
        end=form.text("end"),
        decisions=decisions,
    )


async def _preview(context: PageContext, wanted: Range) -> UndoneWrites:
    previews: list[UndoneWrites] = []

    async def inspect(answer: UndoneWrites, read: Read) -> None:
        previews.append(answer)

    await context.dry_run(
        undo_admin.undo_writes, wanted.parameters(), inspect, permits=history.permitted
    )
    return previews[0]


async def _page(
    context: PageContext,
    wanted: Range,
    *,
    preview: UndoneWrites | None = None,
    conflicts: Sequence[Conflict] = (),
    message: str = "",
    status: int = 200,
) -> Response:
    everybody = await write_lines.people(context)
    shown = [_conflict_key(each) for each in conflicts[:MOST_SHOWN]]
    subjects = Subjects()
    for each, key in zip(conflicts, shown, strict=False):
        changed_resources.want(subjects, each.resource, each.object, key, (each.then, each.now))
        for side in (each.then, each.now):
            subjects.add_values(field_paths.spread(side or {}))
    log = await write_lines.logged(context, preview.undone if preview else [], subjects)
    rows = [
        _conflict(context, each, key, wanted, log.names)
        for each, key in zip(conflicts, shown, strict=False)
    ]
    return render_page(
        context,
        "history_range.html",
        status=status,
        wanted=wanted,
        apps=[("", context.translate("The back office")), *everybody.apps.items()],
        managers=[("", context.translate("All")), *everybody.managers.items()],
        preview=preview,
        undone=[_line(context, each, log) for each in preview.undone] if preview else [],
        skipped=[
            (
                each.write_no,
                write_names.describe(context, each.operation, ""),
                write_reasons.reason(context, each.reason),
            )
            for each in (preview.skipped if preview else ())
        ],
        conflicts=rows,
        conflict_total=len(conflicts),
        # decisions of before, which this answer does not ask for again
        decided={
            f"decision {place}": decision
            for place, decision in wanted.decisions.items()
            if f"decision {place}" not in {each.field for each in rows}
        },
        message=context.translate(message) if message else "",
        address=f"{context.page.path}/{PATH}",
    )


def _line(
    context: PageContext, write: WriteLine, log: write_lines.Logged
) -> tuple[int, str, datetime]:
    what = ": ".join(filter(None, write_lines.described(context, write, log)))
    return write.write_no, what, write.created_date


def _conflict_key(conflict: Conflict) -> dict[str, int | str]:
    """Return what is known of the key of a conflict's row, by the places of its parts."""
    first, _, rest = conflict.object.partition(",")
    if conflict.resource == "product":
        return {"shop_no": first, "product_no": int(rest)}
    if conflict.resource in ("variant", STOCK):
        return {"product_no": int(first), "variant_code": rest}
    if conflict.resource == "setting":
        return {"shop_no": first, "name": rest}
    return {}


def _conflict(
    context: PageContext,
    conflict: Conflict,
    key: dict[str, int | str],
    wanted: Range,
    names: Names,
) -> RangeConflict:
    shops = context.visit.mall.shops
    shop_no = key.get("shop_no", "1")
    if conflict.resource == BALANCES:
        shop_no = conflict.object.split(",")[-2]
    shop = shops.get(int(shop_no), shops[1]) if str(shop_no).isdecimal() else shops[1]
    shown = changed_resources.show(
        context,
        resource=conflict.resource,
        named=conflict.object,
        key=key,
        change="updated",
        fields=changed_fields.compare(
            context,
            conflict.now,
            conflict.then,
            currency=shop.currency,
            setting=str(key.get("name", "")),
            names=names,
        ),
        values=(conflict.then, conflict.now),
        names=names,
    )
    place = f"{conflict.resource} {conflict.object}"
    return RangeConflict(
        field=f"decision {place}",
        kind=shown.kind,
        name=shown.name,
        address=shown.address,
        fields=shown.fields,
        decision=wanted.decisions.get(place, ""),
    )
