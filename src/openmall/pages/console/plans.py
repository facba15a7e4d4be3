"""The plans of an app: a list with filters, one plan, and deciding on it in a test mall."""

from typing import Final
from urllib.parse import urlencode

import msgspec
from msgspec import Struct
from starlette.responses import Response

from openmall.access.oauth import apps as registered_apps
from openmall.contract.journal import record
from openmall.contract.json_values import Encodable
from openmall.contract.operation import Operation
from openmall.database.session import Session
from openmall.events.plans import plan_views, search
from openmall.events.plans import store as plan_store
from openmall.events.plans.search import PlanSummary
from openmall.events.plans.shape import PlannedChange, StoredChange
from openmall.events.request_log.secret_shapes import shapes_masked
from openmall.events.webhooks import catalogue
from openmall.http.web.languages import marked
from openmall.pages.console import (
    authority,
    curl,
    events,
    plan_effects,
    plan_sight,
)
from openmall.pages.console.page_context import PageContext, Time, time
from openmall.pages.console.plan_masking import PlanMasking
from openmall.pages.console.plan_sight import Place, Sight

PAGE_SIZE: Final = 50
"""Plans, and changes of one, on a page."""
STATES: Final = {
    "open": (marked("Rehearsed"), ""),
    "waiting": (marked("Waits for approval"), ""),
    "approved": (marked("Approved"), ""),
    "rejected": (marked("Rejected"), "bad"),
    "applied": (marked("Applied"), "good"),
    "expired": (marked("Expired"), ""),
    "failed": (marked("Could not be applied"), "bad"),
}
"""State of a plan -> its label and the kind of its badge."""
REASONS: Final = {
    "scope": marked("The token may only propose this."),
    "request": marked("The call asked for approval."),
    "rule": marked("A rule of the shop requires approval."),
}
"""Why a plan waits -> what the page says."""
EVENTS: Final = tuple(sorted(catalogue.OF_ONE_APP & {91003, 91004, 91005, 91006}))
"""Events about plans that wait."""
_MOST_CHARACTERS: Final = 300
_FEW: Final = 20
"""Objects of a call that are read for a line."""


class PlanRow(Struct, frozen=True):
    """A plan, ready to be listed."""

    plan: PlanSummary
    at: Time
    expires: Time
    state: str
    label: str
    badge: str
    reason: str
    failure: str
    decided: Time | None
    approved: int
    """Objects that were approved."""
    comment: str
    """The last one."""
    call: str
    """Address of the call that made it; empty: the log does not have it."""
    address: str


class ChangeRow(Struct, frozen=True):
    """A resource that a plan would change, with its fields before and after as text."""

    change: PlannedChange
    kind: str
    fields: list[tuple[str, str, str]]


class CommentRow(Struct, frozen=True):
    """A comment of staff on a plan. `user_id` is empty in a merchant's mall."""

    content: str
    user_id: str
    at: Time


async def show_list(context: PageContext) -> Response:
    """Handle `GET /developers/apps/{client_id}/plans`: list plans of a mall, newest first."""
    query, mall_ids = context.query, await plan_sight.mall_ids(context)
    mall_id = query.text("mall") or next(iter(mall_ids), "")
    state = query.text("state") if query.text("state") in search.STATES else ""
    before = plan_sight.number(query.text("before"))
    rows: list[PlanRow] = []
    where = await plan_sight.place(context, mall_id) if mall_id else None
    if where is not None:
        rows = await _rows(context, where, state, before)
    page = f"{context.app_home}/plans?{urlencode({'mall': mall_id, 'state': state})}"
    return context.show(
        "plans.html",
        rows=rows[:PAGE_SIZE],
        mall=mall_id,
        mall_ids=mall_ids[:PAGE_SIZE],
        state=state,
        states=[(each, context.translate(STATES[each][0])) for each in search.STATES],
        where=where,
        newest=page if before else "",
        older=f"{page}&before={rows[PAGE_SIZE - 1].plan.plan_no}" if len(rows) > PAGE_SIZE else "",
    )


async def _rows(context: PageContext, where: Place, state: str, before: int) -> list[PlanRow]:
    now = int(where.clock.now())
    async with context.database.reading(where.mall.mall_id) as db:
        sight = plan_sight.sight(context, where, db)
        found = await search.of_app(
            db, context.app.client_id, state=state, before=before, now=now, limit=PAGE_SIZE + 1
        )
        comments = await search.last_comments(db, [each.plan_no for each in found])
        failures = {
            each.plan_no: await _failure(context, sight, each, shows_all=where.is_own)
            for each in found
            if each.failure
        }
    calls = await plan_sight.call_addresses(context, [each.request_id for each in found])
    return [
        _row(
            context,
            where,
            each,
            failure=failures.get(each.plan_no, ""),
            comment=_comment(where, comments.get(each.plan_no)),
            call=calls.get(each.request_id, ""),
        )
        for each in found
    ]


async def _failure(
    context: PageContext, sight: Sight, plan: PlanSummary, *, shows_all: bool
) -> str:
    """Return why a plan failed, for its line; empty: only its own page says it."""
    why = plan_views.opened_text(sight, plan.plan_no, plan.failure)
    if shows_all:
        return why
    # what was sent is masked in it, and read for a line where that is little
    stored = await plan_store.find(sight.db, plan.plan_no) if plan.total <= _FEW else None
    if stored is None:
        return ""
    sent = plan_views.opened(sight, plan.plan_no, stored.sent)
    return PlanMasking(_operation(context, stored), sent, shows_all=False).text(why)


def _comment(where: Place, comment: plan_store.StoredComment | None) -> str:
    if comment is None or where.is_own:
        return comment.content if comment else ""
    return shapes_masked(comment.content)


def _row(
    context: PageContext, where: Place, plan: PlanSummary, *, failure: str, comment: str, call: str
) -> PlanRow:
    undecided = plan.state in ("open", "waiting")
    state = plan.state
    if undecided and plan.expires_at <= where.clock.now():
        state = "expired"
    label, badge = STATES[state]
    return PlanRow(
        plan,
        time(plan.created_at, exact=True),
        time(plan.expires_at),
        state,
        context.translate(label),
        badge,
        context.translate(REASONS.get(plan.reason, "")),
        failure if undecided else "",
        time(plan.decided_at) if plan.decided_by else None,
        len(msgspec.json.decode(plan.approved)) if plan.approved else 0,
        comment,
        call,
        f"{context.app_home}/plans/{where.mall.mall_id}/{plan.plan_no}",
    )


async def require(context: PageContext, where: Place, plan_no: int) -> None:
    """Raise PageError (404) where a plan is not one of the app's."""
    async with context.database.reading(where.mall.mall_id) as db:
        await _find(context, db, plan_no)


async def _find(context: PageContext, db: Session, plan_no: int) -> plan_store.Plan:
    found = await plan_store.find(db, plan_no)
    if found is None or found.client_id != context.app.client_id:
        raise plan_sight.not_found()
    return found


async def page(
    context: PageContext,
    *,
    problems: dict[str, str] | None = None,
    message: str = "",
    detail: str = "",
    typed: dict[str, str] | None = None,
    status: int = 200,
    done: str = "",
) -> Response:
    """Return the page of the plan in the address. Raises PageError (404).

    `problems`: of fields of the form. `message`: why a decision was not taken, and in `detail`
    the words of the API.
    """
    where = await plan_sight.place(context, context.path_values["where"])
    offset = plan_sight.number(context.query.text("offset"))
    plan_no = plan_sight.number(context.path_values["plan_no"])
    async with context.database.reading(where.mall.mall_id) as db:
        stored = await _find(context, db, plan_no)
        sight = plan_sight.sight(context, where, db)
        whole = await plan_views.full(sight, stored)
        sent = [] if where.is_own else plan_views.opened(sight, plan_no, stored.sent)
        failure = plan_views.opened_text(sight, plan_no, stored.failure)
        found = await plan_store.changes(db, plan_no, limit=PAGE_SIZE + 1, offset=offset)
        changes = [
            msgspec.convert(plan_views.opened(sight, plan_no, content), StoredChange)
            for _, content in found
        ]
        scopes = await registered_apps.allowed(db, context.app.client_id)
    masking = PlanMasking(_operation(context, stored), sent, shows_all=where.is_own)
    calls = await plan_sight.call_addresses(context, [stored.request_id])
    summary = PlanSummary(**{name: getattr(stored, name) for name in PlanSummary.__struct_fields__})
    row = _row(
        context,
        where,
        summary,
        failure=masking.text(failure) if failure else "",
        comment="",
        call=calls.get(stored.request_id, ""),
    )
    mall_id = where.mall.mall_id
    return context.show(
        "plan.html",
        status=status,
        row=row,
        plan=whole,
        mall=mall_id,
        list=f"{context.app_home}/plans?{urlencode({'mall': mall_id})}",
        is_own=where.is_own,
        origin=context.mall_origin(mall_id),
        office=context.staff_address(mall_id),
        totals=plan_effects.totals(
            context, whole.effects, shows_all=where.is_own, scopes=scopes or []
        ),
        changes=[_change(context, masking.change(each)) for each in changes[:PAGE_SIZE]],
        first=offset + 1,
        last=offset + min(len(changes), PAGE_SIZE),
        newer=f"{row.address}?offset={max(0, offset - PAGE_SIZE)}" if offset else "",
        older=f"{row.address}?offset={offset + PAGE_SIZE}" if len(changes) > PAGE_SIZE else "",
        successor=f"{context.app_home}/plans/{mall_id}/{stored.successor}"
        if stored.successor
        else "",
        decided_by=stored.decided_by if where.is_own else "",
        comments=[
            CommentRow(
                masking.text(each.content),
                each.user_id if where.is_own else "",
                time(each.created_date.timestamp()),
            )
            for each in whole.comments
        ],
        outcome=masking.body(whole.outcome.body) if whole.outcome else "",
        curl=_commands(context, where, row),
        deliveries=[
            (
                f"{context.app_home}/deliveries?{urlencode({'mall': mall_id, 'event': each})}",
                events.label(each, context.translate),
                each,
            )
            for each in EVENTS
        ],
        decides=where.is_own and row.state == "waiting",
        problems=problems or {},
        typed=typed or {"objects": "", "comment": ""},
        message=context.translate(message) if message else "",
        detail=detail,
        done=done,
    )


def _operation(context: PageContext, plan: plan_store.Plan) -> Operation | None:
    method, _, path = plan.operation.partition(" ")
    try:
        return context.services.client.operation("admin", method, path)
    except LookupError:  # of several calls
        return None


def _change(context: PageContext, change: PlannedChange) -> ChangeRow:
    names = {**(change.before or {}), **(change.after or {})}
    return ChangeRow(
        change,
        context.translate(plan_sight.CHANGES[change.change]),
        [(name, _text(change.before, name), _text(change.after, name)) for name in names],
    )


def _text(side: dict[str, Encodable] | None, name: str) -> str:
    if side is None or name not in side:
        return "–"
    value = side[name]
    if not isinstance(value, str):
        value = msgspec.json.encode(value).decode()
    return record.render_value(value, most=_MOST_CHARACTERS) if value else "–"


def _commands(context: PageContext, where: Place, row: PlanRow) -> list[tuple[str, str]]:
    """Return the curl commands that go on with a plan, each with what it does."""
    origin = context.mall_origin(where.mall.mall_id)
    trust = authority.FILE_NAME if authority.needed(context) else ""
    path = f"plans/{row.plan.plan_no}"
    found = [(marked("Fetch the plan"), curl.admin(path, origin=origin, trust=trust))]
    if row.state == "open":
        body = '{"request": {"token": "$PLAN_TOKEN"}}'
        apply = curl.admin(f"{path}/apply", origin=origin, method="POST", body=body, trust=trust)
        found.insert(0, (marked("Apply the plan"), apply))
    if row.state in ("open", "waiting"):
        discard = curl.admin(path, origin=origin, method="DELETE", trust=trust)
        found.append((marked("Discard the plan"), discard))
    return [(context.translate(name), command) for name, command in found]
