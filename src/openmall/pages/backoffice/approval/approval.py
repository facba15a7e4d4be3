"""A proposal: what would change and follow from it, and its approval in whole, in part, or not."""

import re
from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct
from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.access.oauth.refusals import UNKNOWN_CHOICE
from openmall.contract.errors import ApiError, Invalid, Malformed, NotFound
from openmall.contract.json_values import Encodable
from openmall.contract.plans import PlanMoved
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, IDENTICAL
from openmall.events.plans import approvals as plan_approvals
from openmall.events.plans.approvals import Approval, permits
from openmall.events.plans.refusals import (
    PLAN_DECIDED,
    PLAN_DECIDED_BY_OTHERS,
    PLAN_EXPIRED,
    TOO_MANY_PLAN_COMMENTS,
)
from openmall.events.plans.shape import PlanChange
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.http.web.wordings import Wordings
from openmall.pages.backoffice import form_errors
from openmall.pages.backoffice.approval import approval_totals, approvals, proposed_changes
from openmall.pages.backoffice.history import (
    changed_fields,
    changed_resources,
    field_labels,
    field_paths,
    write_lines,
    write_names,
)
from openmall.pages.backoffice.history.changed_resources import ShownResource
from openmall.pages.backoffice.history.subjects import Names, Subjects
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.rendering import (
    matching_subpath,
    not_found_page,
    render_page,
)

ROWS: Final = 50
"""Objects, and changes, on a page."""
_MOST_FIELDS: Final = 200
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,17}")
_OFFSET: Final = re.compile(r"[0-9]{1,6}")
_MESSAGES: Final = {
    "approved": marked("The proposal was approved and carried out."),
    "part": marked("The chosen part was approved and carried out. The rest was rejected."),
    "rejected": marked("The proposal was rejected. Nothing was changed."),
    "commented": marked("The comment was added."),
}
_DONE: Final = {"approve": "approved", "reject": "rejected"}
_STATES: Final = {"approve": "applied", "reject": "rejected"}
"""Button -> state of a proposal that it leads to."""
_CHOOSE: Final = marked("Choose what to approve, or reject the proposal.")
_WHY: Final = marked("Say why the proposal is rejected.")
_EMPTY: Final = marked("Write a comment first.")
_MOVED: Final = marked(
    "What the proposal changes has changed meanwhile, so nothing was done. A fresh one waits; the"
    " differences are listed below."
)
_SAME: Final = marked("What it would change is like this already.")
_FAILED: Final = marked("It cannot be carried out as it is now, so nothing was done.")
_WORDINGS: Final[Wordings] = {
    PLAN_EXPIRED: marked("The proposal has expired."),
    PLAN_DECIDED_BY_OTHERS: marked("Another user has already decided. Nothing was changed."),
    PLAN_DECIDED: marked("Another user has already decided. Nothing was changed."),
    TOO_MANY_PLAN_COMMENTS: marked("A proposal has at most {most} comments."),
}


class ProposedObject(Struct, frozen=True, kw_only=True):
    """An object of the call, with what would change of it where that is known."""

    number: int
    name: str
    """Empty: it has none that is known."""
    chosen: bool
    shown: ShownResource | None
    sent: list[changed_fields.ShownField]
    """What was sent, where no change of it is known."""


class Difference(Struct, frozen=True, kw_only=True):
    """A resource that a proposal and the fresh one change differently."""

    name: str
    kind: str
    old: list[changed_fields.ShownField]
    fresh: list[changed_fields.ShownField]


async def show_one(context: PageContext) -> Response:
    """Handle `GET /admin/approvals/<number>`."""
    try:
        return await _page(context, await _fetch(context))
    except ApiError as error:
        return not_found_page(context, error)


_DEEDS: Final = Deeds("approve", "reject", "comment", "complete")


async def change(context: PageContext) -> Response:
    """Handle `POST` of a form: approve, reject or comment."""
    form = await context.form(deeds=_DEEDS, most=_MOST_FIELDS)
    try:
        plan = await _fetch(context)
    except ApiError as error:
        return not_found_page(context, error)
    deed, comment = form.deed, form.text("comment").strip()
    path = f"{context.page.path}/{plan.plan_no}"
    named = {"plan_no": plan.plan_no}
    if _is_decided_so(context, plan, form, deed, comment):
        # a double click sends the form twice
        part = 0 < len(_approved(plan)) < plan.total
        return redirect(f"{path}?done={'part' if part else _DONE[deed]}")
    try:
        if deed == "comment":
            if not comment:
                return await _page(context, plan, message=_EMPTY, status=422)
            await context.call(
                plan_approvals.comment, {"content": comment, **named}, permits=permits
            )
            return redirect(f"{path}?done=commented")
        verdict = "approve" if deed == "approve" else "reject"
        decision: dict[str, Encodable] = {"decision": verdict}
        if deed in ("approve", "complete"):
            decision["decision"] = "approve"
            # what was approved and not carried out, as after a power cut, is named again
            chosen = _chosen(form, plan) if deed == "approve" else _approved(plan)
            if not chosen:
                return await _page(context, plan, form=form, message=_CHOOSE, status=422)
            if len(chosen) < plan.total:
                decision["objects"] = chosen
        elif not comment:
            return await _page(context, plan, form=form, message=_WHY, status=422)
        if comment:
            decision["comment"] = comment
        await context.call(plan_approvals.decide, {**decision, **named}, permits=permits)
    except PlanMoved as moved:
        message = _MOVED if moved.plan else _FAILED
        detail = "" if moved.plan else _reason(context, moved)
        plan = await _fetch(context)
        return await _page(context, plan, message=message, detail=detail, status=moved.status)
    except ApiError as error:
        return await _page(
            context,
            await _fetch(context),
            message=form_errors.error_message(context, error, own=_WORDINGS),
            status=error.status,
        )
    done = "part" if "objects" in decision else _DONE[verdict]
    return redirect(f"{path}?done={done}")


def _is_decided_so(
    context: PageContext, plan: Approval, form: Fields, deed: str, comment: str
) -> bool:
    """Return whether this manager has made the decision of a form before, with its comment."""
    decision, user_id = plan.decision, context.user.user_id
    # an app may have applied its plan itself
    if decision is None or decision.decided_by != user_id or plan.state != _STATES.get(deed):
        return False
    own = [each.content for each in plan.comments if each.user_id == user_id]
    if comment and comment not in own:
        return False
    return deed == "reject" or decision.approved == _chosen(form, plan)


async def _fetch(context: PageContext) -> Approval:
    number = matching_subpath(context, _NUMBER)
    if not number:
        raise NotFound(DOES_NOT_EXIST, parameter="plan_no", resource=Phrase("plan"))
    return await _read(context, int(number))


async def _read(context: PageContext, number: int) -> Approval:
    response = await context.call(plan_approvals.read, {"plan_no": number}, permits=permits)
    return response.content


async def _changes(context: PageContext, plan_no: int, offset: int) -> Sequence[PlanChange]:
    """Return a page of what a proposal would change."""
    window = {"plan_no": plan_no, "limit": ROWS, "offset": offset}
    return (await context.call(plan_approvals.list_changes, window, permits=permits)).content


async def _sent_objects(
    context: PageContext, plan_no: int, offset: int
) -> Sequence[plan_approvals.ProposedObject]:
    """Return a page of the objects of the call of a proposal."""
    window = {"plan_no": plan_no, "limit": ROWS, "offset": offset}
    return (await context.call(plan_approvals.list_objects, window, permits=permits)).content


def _chosen(form: Fields, plan: Approval) -> list[int]:
    """Return the numbers of the objects that are approved: all of a form without choices."""
    everything = range(1, plan.total + 1)
    if not form.text("chosen"):
        return list(everything)
    if not _OFFSET.fullmatch(form.text("offset")):
        raise Malformed(UNKNOWN_CHOICE)
    offset = int(form.text("offset"))
    shown = range(offset + 1, min(offset + ROWS, plan.total) + 1)
    ticked = {int(each) for each in form.texts("object") if _NUMBER.fullmatch(each)}
    others = form.choice("others", ("", "approve", "reject")) == "approve"
    return [each for each in everything if (each in ticked if each in shown else others)]


def _approved(plan: Approval) -> list[int]:
    return [] if plan.decision is None else plan.decision.approved


def _offset_of(typed: str) -> int:
    return int(typed) if _OFFSET.fullmatch(typed) else 0


def _reason(context: PageContext, moved: PlanMoved) -> str:
    """Return why the call of a proposal fails now."""
    if moved.cause is None:
        return ""
    return form_errors.error_message(context, Invalid(moved.cause), {IDENTICAL: _SAME})


async def _page(
    context: PageContext,
    plan: Approval,
    *,
    form: Fields | None = None,
    message: str = "",
    detail: str = "",
    status: int = 200,
) -> Response:
    everybody = await write_lines.people(context)
    typed = form.text("offset") if form else context.visit.query.text("offset")
    offset = _offset_of(typed)
    several = plan.total > 1
    changes = await _changes(context, plan.plan_no, offset)
    sent = await _sent_objects(context, plan.plan_no, offset) if several else ()
    fresh: Sequence[PlanChange] = ()
    is_part = False
    if plan.successor:
        is_part = not write_names.is_combined(plan.operation) and write_names.is_combined(
            (await _read(context, plan.successor)).operation
        )
        fresh = () if is_part else await _changes(context, plan.successor, offset)
    names = await _subjects((*changes, *fresh), sent).find(context)
    shown = [proposed_changes.show(context, each, names) for each in changes]
    chosen = _chosen(form, plan) if form and form.text("chosen") else None
    objects, others = _objects(context, sent, shown, chosen, plan, names)
    path = f"{context.page.path}/{plan.plan_no}"
    longest = max(plan.total if several else 0, plan.changes)
    decision = plan.decision
    return render_page(
        context,
        "approval.html",
        status=status,
        messages=_MESSAGES,
        plan=plan,
        line=approvals.proposal(context, plan, everybody, [] if offset else shown),
        objects=objects,
        resources=others if several else shown,
        is_part=is_part,
        totals=approval_totals.totals(context, plan),
        managers=everybody.managers,
        completes=plan.state == "approved"
        and decision is not None
        and decision.decided_by == context.user.user_id,
        decision=decision,
        in_part=0 < len(_approved(plan)) < plan.total,
        differences=_differences(context, changes, fresh, names) if fresh else [],
        message=context.translate(message) if message else "",
        detail=detail,
        address=path,
        offset=offset,
        further=plan.total > ROWS,
        first=offset + 1,
        last=min(offset + ROWS, longest),
        longest=longest,
        comment=form.text("comment") if form else "",
        newer=f"{path}?offset={max(0, offset - ROWS)}" if offset else "",
        older=f"{path}?offset={offset + ROWS}" if offset + ROWS < longest else "",
        changes={name: context.translate(text) for name, text in changed_resources.CHANGES.items()},
    )


def _objects(
    context: PageContext,
    sent: Sequence[plan_approvals.ProposedObject],
    shown: list[ShownResource],
    chosen: list[int] | None,
    plan: Approval,
    names: Names,
) -> tuple[list[ProposedObject], list[ShownResource]]:
    """Return the objects of a call with their changes, and the changes that are of none of them."""
    left = {each.object: each for each in shown}
    approved = chosen
    if approved is None and plan.decision:
        approved = plan.decision.approved
    found = []
    for each in sent:
        content, words = _content(each.content)
        resource = left.pop(next((word for word in words if word in left), ""), None)
        fields = [] if resource else _sent_fields(context, content, plan, names)
        found.append(
            ProposedObject(
                number=each.object_no,
                name=resource.name if resource else _sent_name(content, names),
                chosen=approved is None or each.object_no in approved,
                shown=resource,
                sent=fields,
            )
        )
    # of a product whose variant changes, only the moment of the last change differs
    return found, [each for each in left.values() if each.fields or each.change != "updated"]


def _subjects(
    changes: Sequence[PlanChange], sent: Sequence[plan_approvals.ProposedObject]
) -> Subjects:
    """Return what the names of the page are wanted of."""
    found = proposed_changes.want(Subjects(), changes)
    for each in sent:
        found.add_values(field_paths.spread(_content(each.content)[0]))
    return found


def _sent_name(content: dict[str, Any], names: Names) -> str:
    code, number = str(content.get("variant_code", "")), str(content.get("product_no", ""))
    known = (code and names.of("variant", code)) or names.of("product", number)
    return known or changed_resources.own_name((content,))


def _sent_fields(
    context: PageContext, content: dict[str, Any], plan: Approval, names: Names
) -> list[changed_fields.ShownField]:
    """Return what was sent of an object of which no change is known."""
    return changed_fields.compare(
        context,
        None,
        content,
        currency=context.visit.mall.shops[1].currency,
        form=field_labels.labels_at(context, plan.operation.partition(" ")[2]),
        names=names,
    )


def _content(sent: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Return an object as it was sent, and the words among which its number or code is.

    An object of several changes together is a call: its path has them.
    """
    if "path" not in sent or "objects" not in sent:
        return sent, [str(value) for value in sent.values()]
    content = sent["objects"][0] if sent["objects"] else {}
    return content, [*str(sent["path"]).split("/")[::-1], *map(str, content.values())]


def _place(change: PlanChange) -> tuple[str, str, int]:
    return change.resource, change.object, change.shop_no


def _differences(
    context: PageContext,
    old: Sequence[PlanChange],
    fresh: Sequence[PlanChange],
    names: Names,
) -> list[Difference]:
    """Return the resources of a page that a proposal and its fresh one change differently."""
    sides = [{_place(each): each for each in side} for side in (old, fresh)]
    found = []
    for where in {**sides[0], **sides[1]}:
        pair = [side.get(where) for side in sides]
        facts = [each and (each.change, each.before, each.after) for each in pair]
        if facts[0] == facts[1]:
            continue
        views = [proposed_changes.show(context, each, names) if each else None for each in pair]
        named = views[0] or views[1]
        assert named is not None
        found.append(
            Difference(
                name=named.name,
                kind=named.kind,
                old=views[0].fields if views[0] else [],
                fresh=views[1].fields if views[1] else [],
            )
        )
    return found
