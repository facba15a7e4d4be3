"""Approving or rejecting a plan in a test mall, as its merchant would in the back office.

So a developer tests proposals and their webhooks alone.
"""

import re
from typing import Final

from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.api import office_pages
from openmall.api.pipeline.operation_call import InternalCaller
from openmall.contract import api_versions
from openmall.contract.call import App, Identity
from openmall.contract.errors import ApiError
from openmall.contract.json_values import Encodable
from openmall.contract.plans import PlanMoved
from openmall.events.plans.approvals import MOST_OBJECTS, permits
from openmall.http.addressing import Address
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.console import plan_sight, plans
from openmall.pages.console.page_context import PageContext, PageError

_DONE: Final = {
    "approve": marked("Approved, and carried out. The webhooks are on their way."),
    "reject": marked("Rejected. The webhook is on its way."),
    "comment": marked("The comment was added."),
}
_RANGE: Final = re.compile(r"([0-9]{1,5})(?:-([0-9]{1,5}))?")
_MOVED: Final = marked(
    "What the plan changes has changed meanwhile, so nothing was done. A fresh plan waits."
)
_FAILED: Final = marked("The call fails now, so nothing was done. The plan waits.")
_REFUSED: Final = marked("Nothing was done.")
_LONGEST_COMMENT: Final = 2_000


async def show(context: PageContext) -> Response:
    """Handle `GET .../plans/{where}/{plan_no}`."""
    done = _DONE.get(context.query.text("done"), "")
    return await plans.page(context, done=context.translate(done) if done else "")


_DEEDS: Final = Deeds(*_DONE)


async def decide(context: PageContext) -> Response:
    """Handle `POST .../plans/{where}/{plan_no}`: approve, reject or comment.

    Raises PageError (403) in a merchant's mall, where the merchant decides.
    """
    form = await context.form(deeds=_DEEDS)
    where = await plan_sight.place(context, context.path_values["where"])
    if not where.is_own:
        raise PageError(
            marked("The merchant decides here"),
            marked("Nothing was changed. In test malls of yours you decide yourself."),
            status=403,
        )
    deed = form.deed
    plan_no = plan_sight.number(context.path_values["plan_no"])
    problems, parameters = _read(form, deed)
    typed = {"objects": form.text("objects"), "comment": form.text("comment")}
    if problems:
        translated = {name: context.translate(text) for name, text in problems.items()}
        return await plans.page(context, problems=translated, typed=typed, status=422)
    # whose plan it is
    await plans.require(context, where, plan_no)
    path = f"approvals/{plan_no}/{'comments' if deed == 'comment' else 'decision'}"
    caller = InternalCaller(
        request=context.request,
        address=Address(
            site="mall",
            mall_id=where.mall.mall_id,
            origin=context.mall_origin(where.mall.mall_id),
        ),
        mall=where.mall,
        identity=Identity(
            App("", "", api_versions.NEWEST, strict=False, restricted=True),
            user_id=await plan_sight.head_admin(context, where),
            user_type=plan_sight.HEAD_ADMIN,
        ),
        permits=permits,
    )
    try:
        await context.services.client.execute(caller, office_pages.NAME, "POST", path, parameters)
    except PlanMoved as moved:
        message = _MOVED if moved.plan else _FAILED
        detail = "" if moved.plan else moved.text()
        return await plans.page(
            context, message=message, detail=detail, typed=typed, status=moved.status
        )
    except ApiError as error:
        return await plans.page(
            context, message=_REFUSED, detail=error.text(), typed=typed, status=error.status
        )
    return redirect(f"{context.app_home}/plans/{where.mall.mall_id}/{plan_no}?done={deed}")


def _read(form: Fields, deed: str) -> tuple[dict[str, str], dict[str, Encodable]]:
    """Return what is wrong with the form by field, and the parameters of the call."""
    comment, objects = form.text("comment").strip(), form.text("objects").strip()
    problems: dict[str, str] = {}
    if len(comment) > _LONGEST_COMMENT:
        problems["comment"] = marked("A comment has at most 2,000 characters.")
    if deed == "comment":
        if not comment:
            problems["comment"] = marked("Write a comment first.")
        return problems, {"content": comment}
    parameters: dict[str, Encodable] = {"decision": deed}
    if comment:
        parameters["comment"] = comment
    if deed == "approve" and objects:
        numbers = _numbers(objects)
        if numbers:
            parameters["objects"] = numbers
        else:
            problems["objects"] = marked("Enter numbers such as 1, 3-5.")
    return problems, parameters


def _numbers(text: str) -> list[int]:
    """Return the numbers of `1, 3-5`; none for an invalid text."""
    found: set[int] = set()
    for part in text.split(","):
        match = _RANGE.fullmatch(part.strip())
        if match is None:
            return []
        first, last = int(match[1]), int(match[2] or match[1])
        if not 1 <= first <= last <= MOST_OBJECTS:
            return []
        found.update(range(first, last + 1))
    return sorted(found)
