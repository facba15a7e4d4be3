"""What the script of the shop editor is told of a draft that it saved in a pause of typing."""

from typing import Any, Final, Literal

import msgspec
from msgspec import Struct
from starlette.responses import Response

from openmall.http.web.languages import marked
from openmall.pages.backoffice.design import editor_undo, storefront_drafts
from openmall.pages.backoffice.page_context import PageContext

_STATUS: Final = {"saved": 200, "wrong": 422, "conflict": 409, "by-hand": 409}
_CONFLICT: Final = marked(
    "This draft was saved in another tab or by another user. Press “Save draft” to choose one."
)
_BY_HAND: Final = marked("Press “Save draft” to save what you change.")
State = Literal["saved", "wrong", "conflict", "by-hand"]


class Told(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The answer to a form that the script sent."""

    state: State
    """`wrong`: a field cannot be used yet; `by-hand`: the script saves nothing of this draft."""
    text: str = ""
    field: str = ""
    """Name of the field that cannot be used; empty: no single one."""
    seen: str = ""
    """Version of the draft, which the next form names."""
    undo: bool = False
    redo: bool = False
    preview: str = ""
    """Address of the draft for the frame."""


async def saved(context: PageContext, skin_no: int, slug: str) -> Response:
    """Tell the version of a draft that was saved, and what can be undone now."""
    _, version = await storefront_drafts.look_of(context, skin_no)
    steps = await editor_undo.offered(context, skin_no)
    return _answer(
        Told(
            state="saved",
            seen=str(version),
            undo=steps.undo,
            redo=steps.redo,
            preview=storefront_drafts.framed_preview(context, skin_no, slug),
        )
    )


def refused(context: PageContext, field: str, reason: str) -> Response:
    """Tell why nothing was saved."""
    return _answer(Told(state="wrong", field=field, text=reason))


def conflict(context: PageContext) -> Response:
    """Tell that the draft was saved elsewhere meanwhile."""
    return _answer(Told(state="conflict", text=context.translate(_CONFLICT)))


def by_hand(context: PageContext) -> Response:
    """Tell that this draft is saved by its button alone."""
    return _answer(Told(state="by-hand", text=context.translate(_BY_HAND)))


def _answer(told: Told) -> Response:
    headers: dict[str, Any] = {
        "Cache-Control": "no-store",
        "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
        "Cross-Origin-Resource-Policy": "same-origin",
        "X-Content-Type-Options": "nosniff",
    }
    content = msgspec.json.encode(told)
    return Response(content, _STATUS[told.state], headers, media_type="application/json")
