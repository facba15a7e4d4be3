"""A recorded write: what it changed, and its undo, with a preview and a decision on each conflict.

A preview executes the undo and rolls it back. Nothing needs a script: each button sends the form,
which is shown again.
"""

import hashlib
import hmac
import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Final

import msgspec
from msgspec import Struct
from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.api.pipeline.operation_call import Read
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.commerce.undo import office as undo_office
from openmall.commerce.undo.coupon_issues import ISSUES
from openmall.commerce.undo.ledgers import BALANCES, STOCK
from openmall.commerce.undo.office import ComparedRow, OfficeUndo, OfficeWrite
from openmall.commerce.undo.reverting import UndoConflict
from openmall.commerce.undo.shape import Conflict, RecordedMovement
from openmall.contract.errors import ApiError, NotFound
from openmall.contract.json_values import Encodable
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice.history import (
    changed_fields,
    changed_resources,
    field_paths,
    history,
    history_range,
    history_undo,
    write_lines,
)
from openmall.pages.backoffice.history.changed_resources import ShownResource
from openmall.pages.backoffice.history.subjects import Names, Subjects
from openmall.pages.backoffice.page_context import PageContext, PageError
from openmall.pages.backoffice.rendering import (
    matching_subpath,
    money,
    not_found_page,
    render_page,
)

ROWS: Final = 50
"""Changed rows on a page, as of the operation."""
_MOST_FIELDS: Final = 700
"""Fields of the form: a choice for each row of a page and each conflict that is listed."""
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,17}")
_OFFSET: Final = re.compile(r"[0-9]{1,6}")
_DECISION: Final = "decision "
_MESSAGES: Final = {
    "undone": marked("The change was undone."),
    "redone": marked("The change was made again."),
}
_LEDGERS: Final = (STOCK, BALANCES, ISSUES)
_POTS: Final = {"points": marked("Points"), "credits": marked("Credits")}
_MOVED: Final = marked("Something has changed meanwhile. Please check it again.")
_UNDECIDED: Final = marked("Choose for each conflict what becomes of it.")


class Choice(Struct, frozen=True, kw_only=True):
    """A changed row with what becomes of it."""

    shown: ShownResource
    conflict: bool
    decision: str
    """keep or revert; empty: not decided."""


class Undo(Struct, frozen=True, kw_only=True):
    """The form of an undo, as it was sent."""

    decisions: dict[tuple[str, str], str] = {}
    seen: str = ""

    def parameters(self) -> dict[str, Encodable]:
        """Return the parameters of the operation."""
        return {
            "decisions": [
                {"resource": resource, "object": named, "decision": decision}
                for (resource, named), decision in self.decisions.items()
            ]
        }


class Movement(Struct, frozen=True, kw_only=True):
    """What a write moved in a ledger, with what becomes of it."""

    field: str
    place: str
    name: str
    kind: str
    of_coupons: bool
    amount: str
    """With its sign."""
    opposite: str
    short: Conflict | None
    """An undo would leave less than nothing."""
    decision: str
    decided: bool
    """The form said so."""


NOTHING_DECIDED: Final = Undo()


async def show_one(context: PageContext) -> Response:
    """Handle `GET /admin/history/<number>`, and `/range`."""
    if context.subpath == history_range.PATH:
        return await history_range.show(context)
    try:
        return await _page(context, await _fetch(context), NOTHING_DECIDED)
    except ApiError as error:
        return not_found_page(context, error)


_DEEDS: Final = Deeds("preview", "undo", without="preview")


async def change(context: PageContext) -> Response:
    """Handle a button of the form: preview the undo, or undo the write."""
    if context.subpath == history_range.PATH:
        return await history_range.change(context)
    form = await context.form(deeds=_DEEDS, most=_MOST_FIELDS)
    try:
        write = await _fetch(context)
    except ApiError as error:
        return not_found_page(context, error)
    if not _may_undo(context, write):
        raise PageError(
            marked("You may not open this"), marked("Your role does not include this."), status=403
        )
    undo = _read(form, write)
    if _undecided(write, undo):
        return await _page(context, write, undo, message=_UNDECIDED, status=422)
    try:
        if form.deed != "undo":
            return await _page(context, write, undo, preview=await _preview(context, write, undo))
        if not hmac.compare_digest(undo.seen.encode(), _digest(write, undo).encode()):
            preview = await _preview(context, write, undo)
            return await _page(context, write, undo, preview=preview, message=_MOVED, status=409)
        await context.call(
            undo_office.undo_write,
            {**undo.parameters(), "write_no": write.write_no},
            permits=history.permitted,
        )
    except UndoConflict as conflict:
        # what came meanwhile is among the conflicts that are listed now
        write = await _fetch(context)
        short = [each for each in conflict.conflicts if each.resource in _LEDGERS]
        return await _page(
            context, write, undo, short=short, message=_UNDECIDED, status=conflict.status
        )
    except ApiError as error:
        return await _page(
            context,
            await _fetch(context),
            undo,
            message=history_undo.refusal(context, error),
            status=error.status,
        )
    done = "redone" if await history_undo.makes_again(context, write) else "undone"
    return redirect(f"{context.page.path}/{write.write_no}?done={done}")


async def _fetch(context: PageContext) -> OfficeWrite:
    number = matching_subpath(context, _NUMBER)
    if not number:
        raise NotFound(DOES_NOT_EXIST, parameter="write_no", resource=Phrase("write"))
    typed = context.visit.query.text("offset")
    response = await context.call(
        undo_office.read_write,
        {"offset": typed if _OFFSET.fullmatch(typed) else 0, "write_no": number},
        permits=history.permitted,
    )
    return response.content


def _may_undo(context: PageContext, write: OfficeWrite) -> bool:
    """Return whether the manager may undo a write: its permission is held to write."""
    edits = context.may_change(context.page)
    return edits and context.user.rights.permits_scope(write.scope, writes=True)


def _read(form: Fields, write: OfficeWrite) -> Undo:
    """Return the sent decisions: of conflicts, and of rows that are to stay."""
    decisions = {}
    # a balance that would be below zero is found by the undo alone
    answered: list[ComparedRow | RecordedMovement] = [*write.conflicts, *write.movements]
    for each in answered:
        decision = form.text(_field(each))
        if decision in ("keep", "revert"):
            decisions[each.resource, each.object] = decision
    if form.text("chosen"):
        ticked = set(form.texts("row"))
        listed: list[ComparedRow | RecordedMovement] = [*write.rows, *write.movements]
        for each in listed:
            place = each.resource, each.object
            if (
                not getattr(each, "moved", ())
                and _place(each) not in ticked
                and place not in decisions
            ):
                decisions[place] = "keep"
    return Undo(decisions=decisions, seen=form.text("seen"))


def _place(row: ComparedRow | RecordedMovement) -> str:
    return f"{row.resource} {row.object}"


def _field(row: ComparedRow | RecordedMovement) -> str:
    return f"{_DECISION}{_place(row)}"


def _undecided(write: OfficeWrite, undo: Undo) -> bool:
    places = {(each.resource, each.object) for each in write.conflicts}
    return not places <= undo.decisions.keys()


async def _preview(context: PageContext, write: OfficeWrite, undo: Undo) -> OfficeUndo:
    """Execute the undo, return what it did, and roll it back."""
    previews: list[OfficeUndo] = []

    async def inspect(answer: OfficeUndo, read: Read) -> None:
        previews.append(answer)

    await context.dry_run(
        undo_office.undo_write,
        {**undo.parameters(), "write_no": write.write_no},
        inspect,
        permits=history.permitted,
    )
    return previews[0]


def _digest(write: OfficeWrite, undo: Undo) -> str:
    """Return a hash of what a preview showed: conflicts as they are, and the decisions."""
    facts = [
        write.conflict_total,
        [[_place(each), each.now] for each in write.conflicts],
        sorted(f"{key} {value}" for key, value in undo.decisions.items()),
    ]
    return hashlib.sha256(msgspec.json.encode(facts)).hexdigest()


async def _page(
    context: PageContext,
    write: OfficeWrite,
    undo: Undo,
    *,
    preview: OfficeUndo | None = None,
    short: Sequence[Conflict] = (),
    message: str = "",
    status: int = 200,
) -> Response:
    everybody = await write_lines.people(context)
    listed = [*write.conflicts, *(each for each in write.rows if not each.moved)]
    if write.state != "open":
        listed = write.rows
    log = await write_lines.logged(context, [write], _subjects(listed, write.movements))
    choices = [_choice(context, each, undo, log.names, write.state) for each in listed]
    offset = int(context.visit.query.text("offset") or 0) if write.total > ROWS else 0
    path = f"{context.page.path}/{write.write_no}"
    return render_page(
        context,
        "history_write.html",
        status=status,
        messages=_MESSAGES,
        write=write,
        makes_again=await history_undo.makes_again(context, write),
        line=write_lines.line(context, write, everybody, log),
        choices=choices,
        movements=[_movement(context, each, undo, log.names, short) for each in write.movements],
        preview=preview,
        seen=_digest(write, undo) if preview else "",
        message=context.translate(message) if message else "",
        may_undo=_may_undo(context, write),
        # a form has every row, so that some can be left out, where they fit a page
        chooses=1 < write.total + len(write.movements) <= ROWS,
        address=path,
        log=f"{menu_pages.ACTIVITY.path}?before={write.write_no + 1}#line-{write.write_no}",
        newer=f"{path}?offset={max(0, offset - ROWS)}" if offset else "",
        older=f"{path}?offset={offset + ROWS}" if offset + ROWS < write.total else "",
        changes={name: context.translate(text) for name, text in changed_resources.CHANGES.items()},
    )


def _subjects(rows: Sequence[ComparedRow], movements: Sequence[RecordedMovement]) -> Subjects:
    """Return what the names of a page are wanted of."""
    found = Subjects()
    for row in rows:
        sides = (row.before, row.after, row.now)
        changed_resources.want(found, row.resource, row.object, row.key, sides)
        for side in sides:
            found.add_values(field_paths.spread(side or {}))
    for each in movements:
        about, _, rest = each.object.partition(",")
        if each.resource == STOCK:
            found.add("variant", rest)
        else:
            found.add("coupon" if each.resource == ISSUES else "customer", about)
    return found


def _choice(
    context: PageContext,
    row: ComparedRow,
    undo: Undo,
    names: Names,
    state: str,
) -> Choice:
    shops = context.visit.mall.shops
    shop = shops.get(row.key.get("shop_no", 1), shops[1])
    setting = str(row.key.get("name", "")) if row.resource == "setting" else ""
    shown = changed_resources.show(
        context,
        resource=row.resource,
        named=row.object,
        key=row.key,
        change=row.change,
        fields=changed_fields.compare(
            context,
            row.before,
            row.after,
            currency=shop.currency,
            setting=setting,
            now=row.now,
            names=names,
        ),
        values=(row.before, row.after, row.now),
        names=names,
    )
    conflict = bool(row.moved) and state == "open"
    decided = undo.decisions.get((row.resource, row.object), "" if conflict else "revert")
    return Choice(shown=shown, conflict=conflict, decision=decided)


def _movement(
    context: PageContext,
    moved: RecordedMovement,
    undo: Undo,
    names: Names,
    short: Sequence[Conflict],
) -> Movement:
    resource, named, amount = moved.resource, moved.object, Decimal(moved.amount)
    about, _, rest = named.partition(",")
    if resource == STOCK:
        name = names.value(context, "variant", rest)
        kind, texts = context.translate(marked("Stock")), [f"{amount:+,}", f"{-amount:+,}"]
    elif resource == ISSUES:
        name = names.value(context, "coupon", about)
        kind = context.translate(changed_resources.kind_of(ISSUES))
        texts = [f"{amount:+,}", f"{-amount:+,}"]
    else:
        shop_no, _, pot = rest.partition(",")
        shops = context.visit.mall.shops
        currency = shops.get(int(shop_no), shops[1]).currency
        name, kind = names.value(context, "customer", about), context.translate(_POTS[pot])
        texts = [
            f"{'+' if each > 0 else ''}{money(str(each), currency)}" for each in (amount, -amount)
        ]
    conflict = next(
        (each for each in short if (each.resource, each.object) == (resource, named)), None
    )
    decision = undo.decisions.get((resource, named), "" if conflict else "revert")
    return Movement(
        field=_field(moved),
        place=_place(moved),
        name=name,
        kind=kind,
        of_coupons=resource == ISSUES,
        amount=texts[0],
        opposite=texts[1],
        short=conflict,
        decision=decision,
        decided=(resource, named) in undo.decisions,
    )
