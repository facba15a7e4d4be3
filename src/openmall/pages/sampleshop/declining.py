"""Pages that the link of a message opens, to decline further ones by the token of the link."""

from starlette.responses import Response

from openmall.access.oauth.form_fields import Fields
from openmall.contract.errors import ApiError
from openmall.contract.operation import Handler
from openmall.pages.sampleshop.page_context import PageContext


async def ask(
    context: PageContext,
    page: str,
    title: str,
    *,
    problem: ApiError | None = None,
    done: bool = False,
) -> Response:
    """Show the page of the theme that asks whether to decline, or says what came of it."""
    response = await context.show(
        page,
        title=title,
        counted=False,
        problem=problem,
        done_already=done,
        link_token=context.visit.query.text("token"),
    )
    # the address holds the token
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


async def decline(
    context: PageContext, form: Fields, page: str, title: str, *, operation: Handler
) -> Response:
    """Call an operation with the token of the link, which the address or the form holds."""
    token = context.visit.query.text("token") or form.text("token")
    try:
        await context.call(operation, {"token": token})
    except ApiError as error:
        if error.status in (422, 429):
            return await ask(context, page, title, problem=error)
        raise
    return await ask(context, page, title, done=True)
